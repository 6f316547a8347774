"""Floor 3: exact answers with open cards."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.core.game import Game
from tefuda.core.rule import can_compile, compiled
from tefuda.core.state import State, tables
from tefuda.games import GAMES
from tefuda.solve import dasan, piquet, pitch, quinto
from tefuda.solve.guide import Guide, Position, Scope
from tefuda.solve.search import (
    CELLS,
    COUNTS,
    ROW,
    UNKNOWN,
    Memory,
    Moves,
    Solver,
    carry_object,
    carry_row,
    forget,
    value_of,
    values_of_acts,
)

GUIDES: Final[dict[str, Guide]] = {"dasan": dasan.GUIDE, "piquet": piquet.GUIDE, "pitch": pitch.GUIDE, "quinto": quinto.GUIDE}
# What a claim is about: worth counts tricks (or what else there is to take), and `least` and `most` all of those that are left.
CLAIMS: Final[dict[str, Guide]] = {"dasan": dasan.CLAIM, "piquet": piquet.CLAIM, "pitch": pitch.CLAIM, "quinto": quinto.CLAIM}
# What the search works on, in games that have a smaller state than their own for it.
POSITIONS: Final[dict[str, Position]] = {
    "dasan": dasan.POSITION,
    "piquet": piquet.POSITION,
    "pitch": pitch.POSITION,
    "quinto": quinto.POSITION,
}
# All worlds of a view as far as a claim asks, where most hidden cards can't be played: every_play(rules, view, seat, most).
OF_CLAIMS: Final[dict[str, Callable[..., list[Any] | None]]] = {"pitch": pitch.every_play}
SLOTS: Final = 1 << 18  # of a table: 64 bytes each
MORE_SLOTS: Final = {"quinto": 1 << 20}  # where a whole deal is some million positions
PLIES: Final = 256  # acts of the longest play (52 cards in a climbing game, three passes behind each), and a row to spare


class Solution(NamedTuple):
    """What a position is worth when all cards are open and all play their best.

    `value` is what the sides of the first camp score in this deal, less what all others score, with `stakes` added when the first
    camp has won the game or the match by the end of the deal, taken off when the other has. `acts` tells it for every legal act.
    """

    camp: tuple[int, ...]  # the seats of the first camp
    value: int
    acts: dict[int, int]


class Bench(NamedTuple):
    """A solver and the memory that it works on."""

    solver: Solver
    memory: Memory


def position(game: Game) -> Position:
    """What the searches of a game work on: a small state of its own, or the game's state."""
    own = Position(game.state, lay_whole, game.kernel.seat, game.kernel.legal, game.kernel.play)
    return POSITIONS.get(game.name, own)


def lay_whole(rules: Any, state: State, to: State) -> None:
    """`lay` of a game without a position of its own, plain."""
    vars(to).update(vars(state.copy()))


@cache
def bench(name: str, slots: int = 0, claim: bool = False) -> Bench:
    """The compiled solver of a game, or of claims in it, with a table of so many slots (0: as many as the game's whole deals need),
    kept for the whole process."""
    game, slots = GAMES[name], slots or MORE_SLOTS.get(name, SLOTS)
    place = position(game)
    rows, records = tables(place.state, PLIES)
    acts, cells = np.zeros((PLIES, game.most_legal), np.int64), np.zeros((CELLS, PLIES), np.int64)
    memory = Memory._make([records, rows, acts, *cells, np.zeros(slots * ROW, np.int64), np.zeros(COUNTS, np.int64)])
    guide = _compiled_guide((CLAIMS if claim else GUIDES)[name])
    moves = Moves(compiled(place.seat), compiled(place.legal), compiled(place.play))
    return Bench(Solver(moves, guide, compiled(carry_row)), memory)


def _compiled_guide(guide: Guide) -> Guide:
    *answers, scope, beam = guide
    return Guide._make([*map(compiled, answers), Scope(*map(compiled, scope)), compiled(beam)])


def plain_bench(game: Game, slots: int = 1 << 16) -> Bench:
    """The solver of a game as plain functions, to read along or where Numba is not installed."""
    place = position(game)
    states = [place.state() for _ in range(PLIES)]
    acts, cells = [[0] * game.most_legal for _ in range(PLIES)], [[0] * PLIES for _ in range(CELLS)]
    memory = Memory._make([states, None, acts, *cells, [0] * (slots * ROW), [0] * COUNTS])
    return Bench(Solver(Moves(place.seat, place.legal, place.play), GUIDES[game.name], carry_object), memory)


def takes_rest(game: Game, rules: Any, state: State) -> set[int]:
    """The acts after which the camp of the seat whose turn it is takes all the rest, whatever the others do, with open cards."""
    guide, small = CLAIMS[game.name], _laid(game, rules, state)
    first = guide.first(rules, small, game.kernel.seat(rules, state))
    rest = guide.worth(rules, small, 0) + (guide.most if first else guide.least)(rules, small, 0)
    return {act for act, ahead in _ahead(bench(game.name, 1 << 14, claim=True), game, rules, small, 0).items() if ahead == rest}


def solve(game: Game, rules: Any, state: State, stakes: int = 0, *, plain: bool = False) -> Solution:
    """The exact value of a position in which cards are played, and that of every legal act.

    Raises ValueError where no card is to be played.
    """
    _need_play(game, rules, state)
    plain = plain or not can_compile()
    small, guide = _laid(game, rules, state), GUIDES[game.name]
    ahead = _ahead(plain_bench(game) if plain else bench(game.name), game, rules, small, stakes)
    worths = {act: guide.pay(rules, state, stakes, value) for act, value in ahead.items()}
    camp = tuple(seat for seat in range(game.seats(rules)) if guide.first(rules, small, seat))
    best = max if game.kernel.seat(rules, state) in camp else min
    return Solution(camp, best(worths.values()), worths)


def value(game: Game, rules: Any, state: State, stakes: int = 0) -> int:
    """`solve(...).value`, found without the values of all acts; compiled only. Raises ValueError where no card is to be played."""
    _need_play(game, rules, state)
    solver, memory = bench(game.name)
    memory.rows[0] = _laid(game, rules, state).row()
    forget(memory)
    ahead = compiled(value_of)(solver, game.numbers(rules), stakes, memory, UNKNOWN)
    return GUIDES[game.name].pay(rules, state, stakes, int(ahead))


def _need_play(game: Game, rules: Any, state: State) -> None:
    if game.kernel.seat(rules, state) < 0:
        raise ValueError("nobody is to play a card")


def _laid(game: Game, rules: Any, state: State) -> State:
    """The position of a state as an object."""
    place = position(game)
    small = place.state()
    place.lay(rules, state, small)
    return small


def _ahead(bench: Bench, game: Game, rules: Any, small: State, stakes: int) -> dict[int, int]:
    """By how much the first camp is ahead in the end, for every legal act of a position."""
    solver, memory = bench
    forget(memory)
    if memory.rows is None:
        memory.states[0] = small
        acts: Any = [0] * game.most_legal
        values: Any = [0] * game.most_legal
        found = values_of_acts(solver, rules, stakes, memory, acts, values)
    else:
        memory.rows[0] = small.row()
        acts, values = np.zeros((2, game.most_legal), np.int64)
        found = compiled(values_of_acts)(solver, game.numbers(rules), stakes, memory, acts, values)
    return {int(acts[at]): int(values[at]) for at in range(found)}
