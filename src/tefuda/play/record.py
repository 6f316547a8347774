"""The record: one open format for a match, a JSON object a line (docs/record.md)."""

from collections.abc import Iterable, Iterator
from typing import IO, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tefuda.play.errors import RecordError

VERSION: Final = 1


class Seat(BaseModel):
    """Who sat there: a name, and the bot's name if it was one."""

    model_config = ConfigDict(strict=True)

    name: str
    bot: str | None = None


class Deal(BaseModel):
    """One deal: the pack in the order of dealing, the acts as `SEAT WORDS`; points and totals are null while it goes on."""

    model_config = ConfigDict(strict=True)

    dealer: int
    pack: str
    acts: list[str]
    points: list[int] | None = None
    totals: list[int] | None = None


class Record(BaseModel):
    """One match, in the order in which its fields are written."""

    model_config = ConfigDict(strict=True)

    tefuda: int = VERSION
    game: str
    rules: dict[str, bool | int | str]
    seats: list[Seat]
    sides: list[list[int]]
    deals: list[Deal] = Field(default_factory=list)
    result: dict[str, Any] | None = None
    extra: dict[str, Any] = Field(default_factory=dict)

    def line(self) -> str:
        """The record as one line of JSON without its line end."""
        return self.model_dump_json()


def read_line(text: str | bytes, line: int = 1) -> Record:
    """The record that a line of JSON holds. Raises RecordError with the line and the reason."""
    try:
        record = Record.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(line, _reason(error)) from None
    if record.tefuda != VERSION:
        raise RecordError(line, f"version {record.tefuda} is not known; this program reads version {VERSION}")
    return record


def read_records(lines: Iterable[bytes]) -> Iterator[tuple[int, Record]]:
    """The records of a file opened in binary, each with its line number; empty lines are passed over. Raises RecordError."""
    for number, text in enumerate(lines, 1):
        if text.strip():
            yield number, read_line(text, number)


def write_records(records: Iterable[Record], file: IO[str]) -> None:
    """Writes each record as a line."""
    for record in records:
        file.write(record.line() + "\n")


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return f"not a JSON object: {first['msg'].removeprefix('Invalid JSON: ')}"
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
