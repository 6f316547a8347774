"""Plain minimax of a deal between two camps with all cards open: every line to its end, nothing cut off, nothing remembered.

The value of a position is what the first camp's sides score in the deal less what all others score, with best play of all; `stakes`
is added where the deal's end ends the game or the match in favour of the first camp, and taken off where in another's favour.
It knows no more of a game than its rules: whose turn it is, what is legal, what an act does, what the deal pays.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.core.cards import members, set_of
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game
from tefuda.core.rule import compiled, rule
from tefuda.core.state import tables
from tefuda.games import dasan, piquet, pitch

LONGEST_LINE: Final = 64  # acts from a position to the end of its deal
MOST_SIDES: Final = 5


class Room(NamedTuple):
    """What the search works on: by depth a state, its legal acts, how many they are, how many have been tried, the best value."""

    rows: Any  # int64 (LONGEST_LINE, width)
    records: Any  # the same memory as records
    legal: Any  # int64 (LONGEST_LINE, most_legal)
    found: Any
    tried: Any
    best: Any
    acts: Any  # the values of the first position's acts
    points: Any
    totals: Any


class Values(NamedTuple):
    """What a position is worth, what each of its legal acts is worth, and how many positions were looked at."""

    value: int
    acts: dict[int, int]
    positions: int


def first_camp(game: Game, rules: Any, state: Any) -> set[int]:
    """The first camp: of partnerships seats 0 and 2, of two players seat 0, else the bidder or landlord and his partner."""
    if game.name == "dasan":
        return {state.landlord, _holder(state, range(4), state.called) if state.called >= 0 else state.landlord}
    if game.name == "pitch" and rules.players == 5:
        return {state.bidder, state.partner if state.partner >= 0 else _holder(state, range(5), state.called)}
    return set(game.sides(rules)[0])


def _holder(state: Any, seats: range, card: int) -> int:
    """Who was dealt the called card, as its place or the player of it tells."""
    had = [state.hands[seat] | (state.laid[seat] if hasattr(state, "laid") else state.shown[seat]) for seat in seats]
    return next(seat for seat in seats if had[seat] >> card & 1)


@rule
def quinto_won(rules: Any, before: Any, after: Any) -> int:
    """The side that has won the game since a position (Q16, Q18), -1 for none."""
    for side in range(2):
        if after.games[side] > before.games[side]:
            return side
    return -1


@rule
def piquet_won(rules: Any, before: Any, after: Any) -> int:
    """The seat that has won the partie, or the game au cent (P22), -1 for none."""
    if rules.match == piquet.Match.au_cent:
        for seat in range(2):
            if after.games[seat] > before.games[seat]:
                return seat
        return -1
    return after.winner if after.stage == piquet.Stage.OVER else -1


@rule
def pitch_won(rules: Any, before: Any, after: Any) -> int:
    """The side that has won the match (T18, T19), -1 for none."""
    return after.winner if after.stage == pitch.Stage.OVER else -1


@rule
def dasan_won(rules: Any, before: Any, after: Any) -> int:
    """The seat that has won the match (W17), -1 for none or several."""
    return after.winner if after.stage == dasan.Stage.OVER else -1


WON: Final[dict[str, Callable[..., int]]] = {
    "quinto": quinto_won,
    "piquet": piquet_won,
    "pitch": pitch_won,
    "dasan": dasan_won,
}


@rule
def pays(
    kernel: Any, won: Callable[..., int], rules: Any, room: Room, before: Any, after: Any, camp: int, sides: int, stakes: int
) -> int:
    """What the end of a deal is worth to the first camp. The seat with a side's number is one of the side."""
    kernel.score(rules, after, room.points, room.totals)
    value = 0
    for side in range(sides):
        value += room.points[side] if (camp >> side) & 1 else -room.points[side]
    winner = won(rules, before, after)
    if winner >= 0:
        value += stakes if (camp >> winner) & 1 else -stakes
    return value


@rule
def enter(kernel: Any, rules: Any, room: Room, depth: int) -> None:
    """Lists the legal acts of a position that is looked at for the first time."""
    room.found[depth] = kernel.legal(rules, room.records[depth], room.legal[depth])
    room.tried[depth] = 0


@rule
def learn(kernel: Any, rules: Any, room: Room, depth: int, camp: int, value: int) -> None:
    """Takes note of the value of the act tried last: the first camp seeks the highest value, the others the lowest."""
    first = room.tried[depth] == 1
    if depth == 0:
        room.acts[room.tried[0] - 1] = value
    seeks_high = (camp >> kernel.seat(rules, room.records[depth])) & 1 == 1
    if first or (value > room.best[depth] if seeks_high else value < room.best[depth]):
        room.best[depth] = value


@rule
def search(kernel: Any, won: Callable[..., int], rules: Any, room: Room, camp: int, sides: int, stakes: int) -> int:
    """Tries all lines from the state in the first row; fills `acts` and `best`; returns how many positions there were."""
    depth, positions = 0, 1
    enter(kernel, rules, room, 0)
    while True:
        if room.tried[depth] == room.found[depth]:
            if depth == 0:
                return positions
            depth -= 1
            learn(kernel, rules, room, depth, camp, room.best[depth + 1])
            continue
        for at in range(room.rows.shape[1]):
            room.rows[depth + 1, at] = room.rows[depth, at]
        kernel.play(rules, room.records[depth + 1], room.legal[depth, room.tried[depth]])
        room.tried[depth] += 1
        positions += 1
        if kernel.seat(rules, room.records[depth + 1]) < 0:
            value = pays(kernel, won, rules, room, room.records[0], room.records[depth + 1], camp, sides, stakes)
            learn(kernel, rules, room, depth, camp, value)
        else:
            depth += 1
            enter(kernel, rules, room, depth)


@rule
def search_worlds(
    kernel: Any,
    won: Callable[..., int],
    rules: Any,
    room: Room,
    worlds: Any,
    camps: Any,
    seat: int,
    sides: int,
    stakes: int,
    values: Any,
) -> int:
    """Searches every world, a row of `worlds` each, that agrees with what the seat knows; returns how many do.

    Writes a line of `values` for each: what every act of the seat is worth to its own camp.
    """
    agreed = 0
    for world in range(worlds.shape[0]):
        for at in range(worlds.shape[1]):
            room.rows[0, at] = worlds[world, at]
        if kernel.agrees(rules, room.records[0], seat):
            search(kernel, won, rules, room, camps[world], sides, stakes)
            sign = 1 if (camps[world] >> seat) & 1 else -1
            for at in range(room.found[0]):
                values[agreed, at] = sign * room.acts[at]
            agreed += 1
    return agreed


class Minimax:
    """The search of one game, compiled: it tries some millions of positions a second."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rows, records = tables(game.state, LONGEST_LINE)
        legal = np.zeros((LONGEST_LINE, game.most_legal), np.int64)
        numbers = [np.zeros(size, np.int64) for size in (*[LONGEST_LINE] * 3, game.most_legal, MOST_SIDES, MOST_SIDES)]
        self.room = Room(rows, records, legal, *numbers)
        self.kernel, self.won = game.compiled, compiled(WON[game.name])
        self.search, self.search_worlds = compiled(search), compiled(search_worlds)

    def __call__(self, rules: Any, state: Any, stakes: int = 0) -> Values:
        """The values of a position in which a seat is to act."""
        camp, sides = self.camp(rules, state), len(self.game.sides(rules))
        self.room.rows[0] = state.row()
        positions = self.search(self.kernel, self.won, self.game.numbers(rules), self.room, camp, sides, stakes)
        found = int(self.room.found[0])
        acts = zip(self.room.legal[0, :found], self.room.acts[:found], strict=True)
        return Values(int(self.room.best[0]), {int(act): int(value) for act, value in acts}, int(positions))

    def in_every_world(self, rules: Any, view: Any, stakes: int = 0) -> tuple[list[int], Any]:
        """The legal acts of the seat to act, and for each world that agrees with its view what they are worth to its own camp.

        The values are int64 of shape (worlds, acts). The view must be one of the play, where no hidden order of cards matters.
        """
        seat, sides = self.game.kernel.seat(rules, view), len(self.game.sides(rules))
        filled = np.array(list(_filled(self.game, rules, view, seat)), np.int64)
        worlds = np.tile(np.array(view.row(), np.int64), (len(filled), 1))
        worlds[:, : self.game.places] = filled  # `hands` is the first field of every game's state
        camps = np.array([self._camp_in(rules, view, hands) for hands in filled.tolist()], np.int64)
        values = np.zeros((len(filled), self.game.most_legal), np.int64)
        numbers = self.game.numbers(rules)
        agreed = self.search_worlds(self.kernel, self.won, numbers, self.room, worlds, camps, seat, sides, stakes, values)
        found = int(self.room.found[0])
        return [int(act) for act in self.room.legal[0, :found]], values[:agreed, :found]

    def _camp_in(self, rules: Any, view: Any, hands: list[int]) -> int:
        view.hands[:], seen = hands, list(view.hands)
        camp = self.camp(rules, view)
        view.hands[:] = seen
        return camp

    def camp(self, rules: Any, state: Any) -> int:
        """The seats of the first camp as a set of bits."""
        return sum(1 << seat for seat in first_camp(self.game, rules, state))

    def paid(self, rules: Any, before: Any, after: Any, stakes: int = 0) -> int:
        """What a deal that is over is worth to the first camp of an earlier position."""
        assert self.game.kernel.seat(rules, after) in (DEAL_DUE, MATCH_OVER)
        camp, sides = self.camp(rules, before), len(self.game.sides(rules))
        return pays(self.game.kernel, WON[self.game.name], rules, self.room, before, after, camp, sides, stakes)


def _filled(game: Game, rules: Any, view: Any, seat: int) -> Iterator[tuple[int, ...]]:
    """All ways to fill the places as `possible` allows."""
    may = [0] * game.places
    game.kernel.possible(rules, view, seat, may)
    may = [bits if size else 0 for bits, size in zip(may, view.sizes, strict=True)]
    cards = 0
    for bits in may:
        cards |= bits
    return _fillings(may, list(view.sizes), cards)


def _fillings(may: list[int], sizes: list[int], cards: int) -> Iterator[tuple[int, ...]]:
    """All ways to put the cards into the places, place after place."""
    if not may:
        if not cards:
            yield ()
        return
    for chosen in combinations(members(cards & may[0]), sizes[0]):
        here = set_of(chosen)
        for rest in _fillings(may[1:], sizes[1:], cards & ~here):
            yield (here, *rest)


def best_acts(values: Values) -> list[int]:
    """The acts that lose nothing."""
    return [act for act, value in values.acts.items() if value == values.value]


def cards_left(game: Game, rules: Any, state: Any) -> int:
    """How many cards can still be played: in Pitch the trumps, else all cards in hands."""
    playable = state.trumps if game.name == "pitch" else -1
    return sum((hand & playable).bit_count() for hand in state.hands[: game.seats(rules)])
