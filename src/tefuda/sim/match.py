"""Whole matches played by bots, compiled where Numba is installed. A bot sees its seat's view and stream, no more."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.core.game import MATCH_OVER, Game, Kernel
from tefuda.core.rule import can_compile, compiled, rule
from tefuda.core.state import tables
from tefuda.core.view import cut, mask

_ROOM: Final = 256  # acts that one call of play_on may write; a longer deal takes several calls

Chooser = Callable[..., int]  # choose(kernel, rules, view, seat, buffer, stream) -> action


class PlayedDeal(NamedTuple):
    """One deal as it was played: `acts` are (seat, action); points and totals are in the order of the sides."""

    dealer: int
    pack: list[int]
    acts: list[tuple[int, int]]
    points: list[int]
    totals: list[int]


class PlayedMatch(NamedTuple):
    """The deals of a match, and its result as game.result tells it; None where the match has not ended."""

    deals: list[PlayedDeal]
    result: Mapping[str, Any] | None


class Choosers(NamedTuple):
    """The function that acts for each seat; those of seats that the game has not are never called.

    Compiled code can't index a tuple of different functions by a seat that it doesn't know beforehand, hence the names.
    """

    first: Chooser
    second: Chooser
    third: Chooser
    fourth: Chooser
    fifth: Chooser


class Bench(NamedTuple):
    """What the compiled loop needs to cut a view.

    `rows` is int64 of shape (2, width): the state and a view of it; `records` is the same memory as records; `seen` is int64 of
    shape (seats, width): the mask of each seat.
    """

    rows: Any
    records: Any
    seen: Any


class Sheet(NamedTuple):
    """What a deal reads and writes: lists of whole numbers, or int64 arrays."""

    buffer: Any  # room for legal actions
    streams: Any  # (seats, 4): each seat's chance
    pack: Any  # the order of the pack
    points: Any  # of the deal, side by side
    totals: Any
    seats: Any  # who acted, act by act
    actions: Any  # what they did


@rule
def cut_row(bench: Bench, seat: int) -> Any:
    """The view of a seat: the second row becomes the first one without what the seat may not see."""
    for at in range(bench.rows.shape[1]):
        bench.rows[1, at] = bench.rows[0, at] & bench.seen[seat, at]
    return bench.records[1]


@rule
def chosen(choosers: Choosers, kernel: Kernel, rules: Any, view: Any, seat: int, buffer: Any, stream: Any) -> int:
    """The act that the seat's bot chooses."""
    if seat == 0:
        return choosers.first(kernel, rules, view, seat, buffer, stream)
    if seat == 1:
        return choosers.second(kernel, rules, view, seat, buffer, stream)
    if seat == 2:
        return choosers.third(kernel, rules, view, seat, buffer, stream)
    if seat == 3:
        return choosers.fourth(kernel, rules, view, seat, buffer, stream)
    return choosers.fifth(kernel, rules, view, seat, buffer, stream)


@rule
def play_deal(
    choosers: Choosers, kernel: Kernel, cutter: Callable[..., Any], bench: Any, rules: Any, state: Any, sheet: Sheet
) -> tuple[int, int]:
    """Deals, and plays until the deal is over or there is no room for more acts; a deal in progress is played on.

    Writes who did what, the points and the totals; returns the dealer (-1 in a deal played on) and how many acts were written.
    """
    dealer = -1
    if kernel.seat(rules, state) < 0:
        kernel.deal(rules, state, sheet.pack)
        dealer = state.dealer
    acts = 0
    seat = kernel.seat(rules, state)
    while seat >= 0 and acts < len(sheet.actions):
        view = cutter(bench, seat)
        action = chosen(choosers, kernel, rules, view, seat, sheet.buffer, sheet.streams[seat])
        kernel.play(rules, state, action)
        sheet.seats[acts] = seat
        sheet.actions[acts] = action
        acts += 1
        seat = kernel.seat(rules, state)
    kernel.score(rules, state, sheet.points, sheet.totals)
    return dealer, acts


class _Seated(NamedTuple):
    """A game ready to be played, plain or compiled: the functions and the memory they work on."""

    kernel: Kernel
    play_deal: Callable[..., tuple[int, int]]
    cutter: Callable[..., Any]
    bench: Any
    choosers: Choosers
    rules: Any
    state: Any
    numbers: Callable[[Any], Any]  # puts whole numbers where the functions can write
    look: Callable[[], Any]  # the state as an object

    @property
    def waits_for(self) -> int:
        """Whose turn it is, or DEAL_DUE, or MATCH_OVER."""
        return self.kernel.seat(self.rules, self.state)


def _plain(game: Game, rules: Any, choosers: Choosers) -> _Seated:
    state = game.state()
    return _Seated(game.kernel, play_deal, cut, state, choosers, rules, state, list, state.copy)


def _compiled(game: Game, rules: Any, choosers: Choosers) -> _Seated:
    import numpy as np

    def numbers(values: Any) -> Any:
        return np.array(values, np.int64)

    def look() -> Any:
        return game.state.from_row(rows[0])

    kind: Any = game.state
    rows, records = tables(kind, 2)
    bench = Bench(rows, records, numbers([mask(kind, seat) for seat in range(game.seats(rules))]))
    twins, play, cutter = Choosers(*map(compiled, choosers)), compiled(play_deal), compiled(cut_row)
    return _Seated(game.compiled, play, cutter, bench, twins, game.numbers(rules), records[0], numbers, look)


def seat_stream(seed: int, seat: int) -> list[int]:
    """The stream of one seat's bot: sfc32 from the first two words of the seed `SEED/SEAT` (tefuda.core.chance)."""
    words = chance.words(f"{seed}/{seat}")
    return chance.stream(next(words) | next(words) << 32)


def play_match(
    game: Game, rules: Any, choosers: Sequence[Chooser], match_seed: str, deals_left: int, streams_seed: int, *, plain: bool = False
) -> PlayedMatch:
    """Plays one match by bots, one chooser a seat, or its first `deals_left` deals where it takes more.

    The packs and the first dealer follow from `match_seed`, the bots' streams from `streams_seed`: the same seeds give the same
    match, plain or compiled.
    """
    everybody = Choosers(*choosers, *[choosers[-1]] * (len(Choosers._fields) - len(choosers)))
    seated = (_plain if plain or not can_compile() else _compiled)(game, rules, everybody)
    sheet = _sheet(game, rules, seated, [seat_stream(streams_seed, seat) for seat in range(len(choosers))])
    seated.kernel.start(seated.rules, seated.state, chance.first_dealer(match_seed, len(choosers)))
    cards, deals = game.pack(rules), list[PlayedDeal]()
    while len(deals) < deals_left and seated.waits_for != MATCH_OVER:
        order = chance.deal_order(match_seed, len(deals), len(cards))
        deals.append(_played(seated, sheet, [cards[at] for at in order]))
    return PlayedMatch(deals, game.result(rules, seated.look()) if seated.waits_for == MATCH_OVER else None)


def _sheet(game: Game, rules: Any, seated: _Seated, streams: list[list[int]]) -> Sheet:
    sides = len(game.sides(rules))
    rooms = (len(game.pack(rules)), sides, sides, _ROOM, _ROOM)
    return Sheet(seated.numbers([0] * game.most_legal), seated.numbers(streams), *(seated.numbers([0] * room) for room in rooms))


def _played(seated: _Seated, sheet: Sheet, pack: list[int]) -> PlayedDeal:
    """The next deal, played to its end."""
    sheet.pack[:] = pack
    acts, dealer, found = list[tuple[int, int]](), -1, _ROOM
    while found == _ROOM and (not acts or seated.waits_for >= 0):
        opened, found = seated.play_deal(
            seated.choosers, seated.kernel, seated.cutter, seated.bench, seated.rules, seated.state, sheet
        )
        dealer = max(dealer, opened)
        acts += zip(map(int, sheet.seats[:found]), map(int, sheet.actions[:found]), strict=True)
    return PlayedDeal(dealer, pack, acts, list(map(int, sheet.points)), list(map(int, sheet.totals)))
