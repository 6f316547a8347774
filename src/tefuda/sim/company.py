"""Bots by rule at the tables of a batch: who acts when it is not the caller's turn. Each sees its seat's view, no more."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tefuda.core.game import Kernel
from tefuda.core.rule import rule
from tefuda.core.view import cut
from tefuda.sim.match import Chooser, Choosers, chosen


class Company(NamedTuple):
    """The bots of one thread and what they need."""

    choosers: Choosers  # by seat; the caller's own is never asked
    cut: Callable[..., Any]
    seat: int  # the caller's
    memory: Any  # uint8 (T, bytes): the tables' records
    cutting: Any  # uint8 (1, bytes): room for a view,
    records: Any  # the same memory as records
    seen: Any  # uint8 (S, bytes): what each seat may see
    streams: Any  # uint32 (T, 4): the bots' chance, one stream a table
    stream: Any
    buffer: Any


@rule
def nobody(kernel: Kernel, rules: Any, states: Any, table: int, bots: Any) -> int:
    """Nobody acts besides the caller. Returns whose turn it is."""
    return kernel.seat(rules, states[table])


@rule
def bots_act(kernel: Kernel, rules: Any, states: Any, table: int, bots: Company) -> int:
    """Bots act until it is the caller's turn or the deal is over. Returns whose turn it is."""
    turn = kernel.seat(rules, states[table])
    if turn < 0 or turn == bots.seat:
        return turn
    for word in range(4):
        bots.stream[word] = int(bots.streams[table, word])
    while turn >= 0 and turn != bots.seat:
        view = bots.cut(bots, states, table, turn)
        action = chosen(bots.choosers, kernel, rules, view, turn, bots.buffer, bots.stream)
        kernel.play(rules, states[table], action)
        turn = kernel.seat(rules, states[table])
    for word in range(4):
        bots.streams[table, word] = bots.stream[word]
    return turn


@rule
def cut_record(bots: Company, states: Any, table: int, seat: int) -> Any:
    """The view of a seat: the table's record without what the seat may not see."""
    for at in range(bots.memory.shape[1]):
        bots.cutting[0, at] = bots.memory[table, at] & bots.seen[seat, at]
    return bots.records[0]


def cut_state(bots: Company, states: Any, table: int, seat: int) -> Any:
    """The same of a plain state."""
    return cut(states[table], seat)


def choosers_of(others: Chooser | Sequence[Chooser], seat: int, seats: int) -> Choosers:
    """One rule for all seats but the caller's, or one a seat, lowest seat first. Raises ValueError where that doesn't fit."""
    named = [others] * (seats - 1) if callable(others) else list(others)
    if not 0 <= seat < seats or len(named) != seats - 1:
        raise ValueError(f"seat {seat} and {len(named)} bots don't make {seats} seats")
    every = [*named[:seat], named[0], *named[seat:]]
    return Choosers(*every, *[every[0]] * (len(Choosers._fields) - seats))
