"""The words on the screen, in English and Japanese: one catalogue that the page and Python both read."""

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "ja")
_CHECKOUT_BOOKS: Final = Path(__file__).parents[3] / "docs" / "games"  # a wheel carries the rulebooks beside this file
_CLAUSE: Final = re.compile(r'<a id="[^"]+"></a>\*\*(\w+)\.\*\*\s*(.+?)(?=\n\s*\n|\Z)', re.DOTALL)


@cache
def catalogue(language: str) -> dict[str, str]:
    """All words of a language by key. Raises FileNotFoundError for a language that we don't have."""
    text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    words: dict[str, str] = json.loads(text)
    return words


def sentence(key: str, language: str = "en", **values: object) -> str:
    """The words of a key with `{name}` places filled in. Raises KeyError for a key that is not in the catalogue."""
    text = catalogue(language)[key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


@cache
def rulebook(game: str, language: str = "en") -> str:
    """The rulebook of a game, in Markdown. Raises FileNotFoundError where there is none."""
    packaged = files(__package__).joinpath("games", f"{game}.{language}.md")
    book = packaged if packaged.is_file() else _CHECKOUT_BOOKS / f"{game}.{language}.md"
    return book.read_text(encoding="utf-8")


@cache
def clauses(game: str, language: str = "en") -> dict[str, str]:
    """The clauses of a game's rulebook by number, each in Markdown on one line, in the order of the book."""
    return {number: " ".join(text.split()) for number, text in _CLAUSE.findall(rulebook(game, language))}
