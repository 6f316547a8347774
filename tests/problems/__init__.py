"""Problems: positions with a best act that can be proven, a file a game, each with its `PROBLEMS`.

They are composed from the rulebooks alone. tests/test_problems.py proves each against every world that agrees with what the
seat to act knows, by plain minimax, and lets the bots solve them. Where the hidden cards are too many to list, the game's file
has a proof of its own: `PROOFS`, by the problem's name.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """A position, and what is best in it."""

    name: str
    clauses: tuple[str, ...]
    why: str  # why the best acts are best, in words
    rules: Mapping[str, Any]  # house rules that differ from the defaults
    state: Any  # the whole state; the view of the seat to act is the problem
    best: tuple[str, ...]  # acts in words, each as good as the others
    on_average: bool = False  # best on the average of all worlds, for a reason that `why` gives; else best in every single one
