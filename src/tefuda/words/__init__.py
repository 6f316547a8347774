"""The words on the screen, in English and Japanese: one catalogue that the page and Python both read."""

import json
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "ja")


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
