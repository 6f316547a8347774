"""Prints the JSON schema of the protocol; web/scripts/protocol.mjs turns it into TypeScript."""

import json
from typing import Any, Final, Literal

from pydantic.json_schema import models_json_schema

from tefuda.server import protocol

TO_PAGE: Final = (
    protocol.GameInfo,
    protocol.Seating,
    protocol.TableInfo,
    protocol.Welcome,
    protocol.Happened,
    protocol.Presence,
    protocol.Advice,
    protocol.Fault,
    protocol.Problem,
)
FROM_PAGE: Final = (
    protocol.RulesWish,
    protocol.NewTable,
    protocol.SitDown,
    protocol.Act,
    protocol.Next,
    protocol.Undo,
    protocol.Hint,
    protocol.Claim,
    protocol.Level,
)


def schema() -> dict[str, Any]:
    """One schema with a definition for every message; the root names each once, so that none is left out."""
    written: list[tuple[type[protocol.Message], Literal["validation", "serialization"]]]
    written = [(message, "serialization") for message in TO_PAGE]
    _, definitions = models_json_schema([*written, *((message, "validation") for message in FROM_PAGE)])
    names = [message.__name__ for message in TO_PAGE + FROM_PAGE]
    root = {"title": "Protocol", "type": "object", "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names}}
    return {**_untitled(definitions), **root, "required": names}


def _untitled(value: Any) -> Any:
    """Without the titles of fields, which would each become a type of their own."""
    if isinstance(value, dict):
        kept = {key: _untitled(part) for key, part in value.items()}
        return {key: part for key, part in kept.items() if key != "title" or not isinstance(part, str)}
    return [_untitled(part) for part in value] if isinstance(value, list) else value


if __name__ == "__main__":
    print(json.dumps(schema()))
