"""A bot in Python: calls little, leads and follows with its highest card. Standard library only.

As a callable: `tefuda arena quinto --bots club,highest:choose` in this folder. As a process, which may be written in any language:
`tefuda arena quinto --bots club,"cmd:python3 examples/bots/highest.py"`. Both get the same (docs/bots.md).
"""

import json
import sys
from typing import Any

RANKS = "23456789TJQKA"


def choose(view: dict[str, Any]) -> str:
    """The legal act that names the highest cards; passes where it may."""
    legal: list[str] = view["legal"]
    return "pass" if "pass" in legal else max(legal, key=height)


def height(act: str) -> int:
    """How high the cards that an act names are, the joker above all."""
    cards = [word for word in act.split() if len(word) == 2 and (word[0] in RANKS or word[0] == "X")]
    return max((len(RANKS) if card[0] == "X" else RANKS.index(card[0]) for card in cards), default=-1)


def answer(message: dict[str, Any]) -> dict[str, Any]:
    """What is said to a message."""
    if message["type"] == "hello":
        return {"version": 1}
    return {"act": choose(message)} if message["type"] == "act" else {}


def main() -> None:
    """Answers one line with one line."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
