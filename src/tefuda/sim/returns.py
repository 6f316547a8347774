"""What a deal pays each seat, for whoever learns or searches."""

from collections.abc import Sequence
from typing import Final

POINTS, DIFFERENCE = "points", "difference"
RETURNS: Final = (POINTS, DIFFERENCE)


def check_returns(returns: str) -> None:
    """Raises ValueError with a sentence unless it is one of RETURNS."""
    if returns not in RETURNS:
        raise ValueError(f"returns can't be '{returns}'; they can be {' or '.join(RETURNS)}")


def shares(sides: int, returns: str) -> tuple[int, int, int]:
    """How many times a side's own points count, how many times those of all sides are taken off, and by what that is divided."""
    return (sides, 1, sides - 1) if returns == DIFFERENCE else (1, 0, 1)


def seat_returns(sides: Sequence[Sequence[int]], points: Sequence[int], returns: str) -> list[float]:
    """What each seat gets for the points of a deal, given side by side.

    `points`: the points of its side. `difference`: those less the mean of the other sides' points, so that all sides together get
    0; between two sides that is the difference of their points. Partners get the same.
    """
    times, less, over = shares(len(points), returns)
    paid = {seat: (times * own - less * sum(points)) / over for side, own in zip(sides, points, strict=True) for seat in side}
    return [paid[seat] for seat in sorted(paid)]
