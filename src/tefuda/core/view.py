"""Secrets are cut here, and only here: a seat's view holds what that seat may know and nothing else."""

from functools import cache
from typing import TypeVar

from tefuda.core.state import OWN, PUBLIC, Field, State

SPECTATOR = -1
AnyState = TypeVar("AnyState", bound=State)


def sees(declared: Field, cell: int, seat: int) -> bool:
    """Whether a seat may see a cell of a field."""
    return declared.sight == PUBLIC or (declared.sight == OWN and cell == seat)


def mask(kind: type[State], seat: int) -> tuple[int, ...]:
    """For each number of a state's row: -1 where the seat may see it, 0 where it may not. SPECTATOR sees what is public."""
    return _mask(kind.FIELDS, seat)


@cache
def _mask(fields: tuple[Field, ...], seat: int) -> tuple[int, ...]:
    cells: list[int] = []
    for each in fields:
        for cell in range(each.width):
            cells.append(-1 if sees(each, cell, seat) else 0)
    return tuple(cells)


def cut(state: AnyState, seat: int) -> AnyState:
    """The state as the seat may know it: everything that it may not see is zero."""
    seen = mask(type(state), seat)
    return type(state).from_row([number & bits for number, bits in zip(state.row(), seen, strict=True)])
