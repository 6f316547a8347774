"""Sampled search: every legal act is tried in many worlds that agree with what the seat knows, each weighted by how likely it is.

A world is solved with open cards where few enough cards are left; otherwise a sound policy plays on for all seats, each from its
own view of that world, until the solver reaches it or the deal is over. What an act is worth is the mean over the worlds; its error
is that of the difference to the best act, as all acts are tried in the same worlds (Ginsberg's Monte Carlo of 2001, with the
play-outs of a policy where it had none; weights as Solinas, Rebstock and Buro describe in 2019).
"""

from collections.abc import Callable
from functools import cache
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.core.chance import fraction
from tefuda.core.game import Game, Kernel
from tefuda.core.rule import borrowed, rule
from tefuda.core.state import State
from tefuda.core.view import cut, mask
from tefuda.sim.deal import Spread, draw_world, most_ways, prepare
from tefuda.solve.search import UNKNOWN, Memory, Solver, forget, value_of, values_of_acts

VIEW, WORLD, LINE, SIGHT = range(
    4
)  # rows of a desk: what the seat sees, a world of it, a line of play in it, a player's view there
TRIES: Final = 200  # filled worlds that do not agree before the search does without another one


class Judge(NamedTuple):
    """What a game adds to the search.

    Five rules, and what they answer:

        policy(kernel, rules, view, seat, buffer, stream)  the act that plays a line on, chosen from a view
        likelihood(kernel, rules, world, seat)  the logarithm of how likely the others' acts so far were in this world, up to a
                                                constant
        cards_left(rules, state)                how many cards are still to be played; at least 100 where no card is to be played
        outcome(rules, state, stakes, seat)     what a deal that is over is worth to the seat
        promise(rules, state, stakes, ahead, seat)  what it is worth to the seat that the first camp will end the deal so much
                                                ahead, as the solver counts it
    """

    policy: Callable[..., int]
    likelihood: Callable[..., float]
    cards_left: Callable[..., int]
    outcome: Callable[..., int]
    promise: Callable[..., int]


@rule
def even(kernel: Kernel, rules: Any, world: Any, seat: int) -> float:
    """`likelihood` of a game that makes nothing of the others' acts: all worlds are equally likely."""
    return 0.0


class Effort(NamedTuple):
    """How far a level looks."""

    worlds: int  # so many worlds at most
    leaf: int  # the solver takes over when so many cards are left
    work: int  # no further world once so many acts have been played in the search
    passed: int = 0  # so many worlds may be passed over by lot, the less likely the sooner; the likeliest of all has likelihood 0


class Thinker(NamedTuple):
    """The functions of a search, all plain or all compiled."""

    kernel: Kernel
    solver: Solver
    judge: Judge
    carry: Callable[..., None]  # carry(desk, row, to): the state of one row becomes that of the other
    look: Callable[..., Any]  # look(desk, seat): the view of a seat in the line of play, in row SIGHT
    lay: Callable[..., None] | None  # of the game's Position
    layer: Callable[..., None]  # layer(lay, rules, desk, row): the state of a row is laid before the solver
    lasting: bool  # as the game's Position says


class Desk(NamedTuple):
    """What a search writes on: lists or arrays."""

    states: Any  # four states: see VIEW
    rows: Any  # the same memory as numbers, where it is compiled
    seen: Any  # (seats, width): the mask of each seat's view
    spread: Spread
    memory: Memory
    acts: Any  # the legal acts
    buffer: Any
    values: Any  # (worlds, acts): what the deal is worth to the seat
    weights: Any  # (worlds): the logarithm of each world's likelihood


def laid_out(place: Any, game: Game, rules: Any, view: State, seat: int) -> Any:
    """A desk, or whatever has its rows, masks and spread, with the view of a seat on it and room for the ways of its worlds."""
    place.rows[VIEW] = view.row()
    place.seen[:] = 0
    for each in range(game.seats(rules)):
        place.seen[each] = mask(game.state, each)
    return place._replace(spread=place.spread._replace(ways=_ways(most_ways(view, seat))))


@cache
def _ways(room: int) -> Any:
    return np.zeros(room)


@rule
def try_acts(thinker: Thinker, rules: Any, stakes: int, effort: Effort, desk: Desk, seat: int, stream: Any) -> int:
    """Tries the legal acts of the view in worlds of it; leaves values and weights on the desk and returns how many worlds."""
    kernel, desk = thinker.kernel, borrowed(desk)
    found, worlds, work, passed = kernel.legal(rules, desk.states[VIEW], desk.acts), 0, 0, 0
    if prepare(kernel, rules, desk.states[VIEW], seat, desk.spread) == 0.0:
        return 0
    forget(desk.memory)
    while worlds < effort.worlds and work < effort.work:
        thinker.carry(desk, VIEW, WORLD)
        if not draw_world(kernel, rules, desk.spread, seat, stream, desk.states[WORLD], TRIES):
            return worlds
        desk.weights[worlds] = thinker.judge.likelihood(kernel, rules, desk.states[WORLD], seat)
        if passed < effort.passed and exp(desk.weights[worlds]) < fraction(stream):
            passed += 1
            continue
        if passed < effort.passed:
            desk.weights[worlds] = 0.0
        work += _try_in_world(thinker, rules, stakes, effort, desk, found, seat, desk.values[worlds], stream)
        worlds += 1
    return worlds


@rule
def _try_in_world(
    thinker: Thinker, rules: Any, stakes: int, effort: Effort, desk: Desk, found: int, seat: int, values: Any, stream: Any
) -> int:
    """Writes what each act is worth to the seat in the world at hand; returns the work that it took."""
    if thinker.judge.cards_left(rules, desk.states[WORLD]) <= effort.leaf:
        thinker.layer(thinker.lay, rules, desk, WORLD)
        _begin_solving(thinker, desk)
        values_of_acts(thinker.solver, rules, stakes, desk.memory, desk.buffer, values)
        for at in range(found):
            values[at] = thinker.judge.promise(rules, desk.states[WORLD], stakes, values[at], seat)
        return int(desk.memory.counts[0])
    work = 0
    for at in range(found):
        thinker.carry(desk, WORLD, LINE)
        thinker.kernel.play(rules, desk.states[LINE], desk.acts[at])
        desk.memory.counts[0] = 0
        work += _play_on(thinker, rules, effort, desk, stream)
        values[at] = _value(thinker, rules, stakes, desk, seat)
        work += desk.memory.counts[0]
    return work


@rule
def _play_on(thinker: Thinker, rules: Any, effort: Effort, desk: Desk, stream: Any) -> int:
    """The policy plays for all seats until the deal is over or the solver takes over; returns how many acts."""
    kernel = thinker.kernel
    acts, seat = 1, kernel.seat(rules, desk.states[LINE])
    while seat >= 0 and thinker.judge.cards_left(rules, desk.states[LINE]) > effort.leaf:
        act = thinker.judge.policy(kernel, rules, thinker.look(desk, seat), seat, desk.buffer, stream)
        kernel.play(rules, desk.states[LINE], act)
        acts += 1
        seat = kernel.seat(rules, desk.states[LINE])
    return acts


@rule
def _value(thinker: Thinker, rules: Any, stakes: int, desk: Desk, seat: int) -> int:
    """What the seat gets from the line of play, with best play where it is not over."""
    line, judge = desk.states[LINE], thinker.judge
    if thinker.kernel.seat(rules, line) < 0:
        return judge.outcome(rules, line, stakes, seat)
    thinker.layer(thinker.lay, rules, desk, LINE)
    _begin_solving(thinker, desk)
    return judge.promise(rules, line, stakes, value_of(thinker.solver, rules, stakes, desk.memory, UNKNOWN), seat)


@rule
def _begin_solving(thinker: Thinker, desk: Desk) -> None:
    """Forgets the positions of other worlds, where they are not the same in all worlds; counts from 0."""
    if not thinker.lasting:
        forget(desk.memory)
    desk.memory.counts[0] = 0


@rule
def carry_row(desk: Desk, row: int, to: int) -> None:
    """`carry` where states are rows of numbers."""
    for at in range(desk.rows.shape[1]):
        desk.rows[to, at] = desk.rows[row, at]


@rule
def look_row(desk: Desk, seat: int) -> Any:
    """`look` where states are rows of numbers."""
    for at in range(desk.rows.shape[1]):
        desk.rows[SIGHT, at] = desk.rows[LINE, at] & desk.seen[seat, at]
    return desk.states[SIGHT]


@rule
def lay_row(lay: Any, rules: Any, desk: Desk, row: int) -> None:
    """`layer` where the solver works on the game's own state, compiled."""
    for at in range(desk.rows.shape[1]):
        desk.memory.rows[0, at] = desk.rows[row, at]


@rule
def lay_small(lay: Callable[..., None], rules: Any, desk: Desk, row: int) -> None:
    """`layer` where the solver works on a small state, or plain."""
    lay(rules, desk.states[row], desk.memory.states[0])


def carry_object(desk: Desk, row: int, to: int) -> None:
    """`carry` where states are objects."""
    desk.states[to] = desk.states[row].copy()


def look_object(desk: Desk, seat: int) -> Any:
    """`look` where states are objects."""
    return cut(desk.states[LINE], seat)
