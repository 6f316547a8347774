"""A Python callable as a process that plays (docs/bots.md): run as `python python_bot.py MODULE:NAME`, with standard library alone.

The callable gets what a process gets. A class is called without arguments whenever a match begins, and what it makes is asked;
where that has a method `over`, it is told the end of each deal. What a bot prints goes to standard error.
"""

import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


def named(name: str) -> Any:
    """What MODULE:NAME names; modules of the current folder are found first."""
    sys.path.insert(0, os.getcwd())
    module, _, found = name.partition(":")
    return getattr(importlib.import_module(module), found)


class Seat:
    """The callable at work: a function, or an object of a class, a new one for each match."""

    def __init__(self, found: Any) -> None:
        self._found = self._bot = found

    def answer(self, message: Message) -> Message:
        """What is said to a message."""
        answers: dict[str, Callable[[Message], Message]] = {"hello": self._hello, "act": self._act, "over": self._over}
        return answers[message["type"]](message)

    def _hello(self, _message: Message) -> Message:
        self._bot = self._found() if isinstance(self._found, type) else self._found
        return {"version": 1}

    def _act(self, message: Message) -> Message:
        return {"act": self._bot(message)}

    def _over(self, message: Message) -> Message:
        if hasattr(self._bot, "over"):
            self._bot.over(message)
        return {}


def said(seat: Seat, line: str) -> str:
    """The line that answers a line; an exception is told, and its trace written to standard error."""
    try:
        return json.dumps(seat.answer(json.loads(line)))
    except Exception as error:
        traceback.print_exc()
        return json.dumps({"failed": f"{type(error).__name__}: {error}"})


def main() -> None:
    """Answers line by line until standard input ends."""
    with os.fdopen(os.dup(1), "w", encoding="ascii") as output:
        os.dup2(2, 1)
        seat = Seat(named(sys.argv[1]))
        for line in sys.stdin:
            print(said(seat, line), file=output, flush=True)


if __name__ == "__main__":
    main()
