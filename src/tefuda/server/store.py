"""What must not be lost: tables, who sits there, and every event, in SQLite. Everything is written here before it is announced."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    event,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

VERSION: Final = "0001"  # the newest migration
BUSY: Final = 5000  # milliseconds to wait for another writer

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("preset", String),
    Column("seed", String, nullable=False),
    Column("created", Integer, nullable=False),  # seconds since 1970
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String),
    Column("bot", String),
    Column("token_hash", String),
    UniqueConstraint("table_id", "token_hash", name="one_seat_each"),
)
events = Table(
    "events",
    metadata,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("act", String),
    Column("stand_in", Boolean, nullable=False),
    Column("data", JSON, nullable=False),
)


class Conflict(Exception):
    """Somebody else has written at that place: the next number of the table, a seat, or a seat of the same person."""


class NotStored(Exception):
    """The store could not write, so nothing has happened."""


class NewerData(Exception):
    """The data were written by a newer version of this program."""


class Sitter(NamedTuple):
    """Who sits in a seat: a person (`name`, `token_hash`) or a bot. An open seat has no sitter."""

    seat: int
    name: str | None
    bot: str | None
    token_hash: str | None


class Event(NamedTuple):
    """A numbered event as it is kept. `data` holds the seed of a deal; it is secret until that deal is over."""

    number: int
    kind: str
    seat: int | None = None
    act: str | None = None
    stand_in: bool = False
    data: dict[str, Any] = {}


class TableRow(NamedTuple):
    """A table as it was opened. The first dealer follows from `seed` (tefuda.core.chance.first_dealer)."""

    id: str
    game: str
    rules: dict[str, Any]
    preset: str | None
    seed: str


class Kept(NamedTuple):
    """All that is kept of a table."""

    table: TableRow
    sitters: list[Sitter]
    events: list[Event]


class Store:
    """The database in a folder. Every method raises NotStored when the database can't be written or read."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._engine = _engine(data / "tefuda.db")

    async def open(self) -> None:
        """Makes the folder and brings the database to the newest version. Raises NewerData, and OSError for the folder."""
        self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
        async with self._writing() as connection:
            await connection.run_sync(_bring_up)

    async def close(self) -> None:
        """Lets go of the database."""
        await self._engine.dispose()

    async def add_table(self, table: TableRow, sitters: list[Sitter]) -> None:
        """Keeps a new table with those who sit there already."""
        async with self._writing() as connection:
            await connection.execute(tables.insert(), [{**table._asdict(), "created": int(time.time())}])
            if sitters:
                await connection.execute(seats.insert(), [{"table_id": table.id, **each._asdict()} for each in sitters])

    async def append(self, table: str, event: Event, sitter: Sitter | None = None) -> None:
        """Keeps the table's next event and, in the same stroke, who has sat down with it. Raises Conflict."""
        async with self._writing() as connection:
            await connection.execute(events.insert(), [{"table_id": table, **event._asdict()}])
            if sitter is not None:
                await connection.execute(seats.insert(), [{"table_id": table, **sitter._asdict()}])

    async def load(self, table: str) -> Kept | None:
        """All that is kept of a table, its events in order; None for an unknown one."""
        async with self._writing() as connection:
            found = (await connection.execute(_columns(tables, TableRow).where(tables.c.id == table))).first()
            if found is None:
                return None
            sat = await connection.execute(_columns(seats, Sitter).where(seats.c.table_id == table).order_by(seats.c.seat))
            happened = await connection.execute(_columns(events, Event).where(events.c.table_id == table).order_by(events.c.number))
            return Kept(TableRow(*found), [Sitter(*row) for row in sat], [Event(*row) for row in happened])

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except SQLAlchemyError as error:
            raise NotStored(str(error)) from error


def _columns(table: Table, row: Any) -> Any:
    return select(*(table.c[name] for name in row._fields))


def _engine(path: Path) -> AsyncEngine:
    """A SQLite engine that survives a lost process and a lost machine, and whose transactions cover changes of the tables too."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves: sqlite3 would leave CREATE TABLE outside
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _bring_up(connection: Connection) -> None:
    """Runs the migrations that the database lacks; Alembic is imported only when there are any."""
    version = _version(connection)
    if version == VERSION:
        return
    if version is not None and version > VERSION:
        raise NewerData(f"the data are of version {version}, this program knows versions up to {VERSION}")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tefuda.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
