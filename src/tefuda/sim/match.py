"""Whole matches played by bots, compiled where Numba is installed. A bot sees its seat's view and stream, no more."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game, Kernel
from tefuda.core.rule import can_compile, compiled, rule
from tefuda.core.state import tables
from tefuda.core.view import cut, mask

_DEALS: Final = 4  # deals that one call of play_deals may begin: to enter compiled code takes as long as to play some deals
_LINES: Final = 1024  # lines that it may write; what takes more is played on in the next call

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
    """What some deals read and write: lists of whole numbers, or int64 arrays."""

    buffer: Any  # room for legal actions
    streams: Any  # (seats, 4): each seat's chance
    packs: Any  # (deals, cards): the orders of the pack
    points: Any  # (deals + 1, sides): of each deal that ended, one begun in an earlier call included
    totals: Any  # the same
    seats: Any  # line by line who acted, or DEAL_DUE where a deal began
    actions: Any  # line by line the action, or the dealer


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
def play_deals(
    choosers: Choosers, kernel: Kernel, cutter: Callable[..., Any], bench: Any, rules: Any, state: Any, sheet: Sheet, deals: int
) -> tuple[int, int]:
    """Plays on, and begins at most so many deals, until all that has begun is over or there is no room for another line.

    Writes lines, points and totals into the sheet; returns how many deals ended and how many lines were written.
    """
    begun, ended, lines = 0, 0, 0
    seat = kernel.seat(rules, state)
    while lines < len(sheet.actions) and (seat >= 0 or (seat == DEAL_DUE and begun < deals)):
        sheet.seats[lines] = seat
        if seat == DEAL_DUE:
            kernel.deal(rules, state, sheet.packs[begun])
            begun += 1
            sheet.actions[lines] = state.dealer
        else:
            view = cutter(bench, seat)
            sheet.actions[lines] = chosen(choosers, kernel, rules, view, seat, sheet.buffer, sheet.streams[seat])
            kernel.play(rules, state, sheet.actions[lines])
        lines += 1
        seat = kernel.seat(rules, state)
        if seat < 0:
            kernel.score(rules, state, sheet.points[ended], sheet.totals[ended])
            ended += 1
    return ended, lines


class _Seated(NamedTuple):
    """A game ready to be played, plain or compiled: the functions and the memory they work on."""

    kernel: Kernel
    play_deals: Callable[..., tuple[int, int]]
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
    return _Seated(game.kernel, play_deals, cut, state, choosers, rules, state, list, state.copy)


def _compiled(game: Game, rules: Any, choosers: Choosers) -> _Seated:
    import numpy as np

    def numbers(values: Any) -> Any:
        return np.array(values, np.int64)

    def look() -> Any:
        return game.state.from_row(rows[0])

    kind: Any = game.state
    rows, records = tables(kind, 2)
    bench = Bench(rows, records, numbers([mask(kind, seat) for seat in range(game.seats(rules))]))
    twins, play, cutter = Choosers(*map(compiled, choosers)), compiled(play_deals), compiled(cut_row)
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
    cards, deals, ended = game.pack(rules), list[PlayedDeal](), 0
    while seated.waits_for >= 0 or (seated.waits_for == DEAL_DUE and len(deals) < deals_left):
        numbers = range(len(deals), min(len(deals) + _DEALS, deals_left))
        packs = [[cards[at] for at in chance.deal_order(match_seed, number, len(cards))] for number in numbers]
        ended = _play_some(seated, sheet, packs, deals, ended)
    return PlayedMatch(deals, game.result(rules, seated.look()) if seated.waits_for == MATCH_OVER else None)


def _sheet(game: Game, rules: Any, seated: _Seated, streams: list[list[int]]) -> Sheet:
    def rows(number: int, room: int) -> Any:
        return seated.numbers([[0] * room for _ in range(number)])

    sides, lines = len(game.sides(rules)), (seated.numbers([0] * _LINES) for _ in range(2))
    packs, points, totals = rows(_DEALS, len(game.pack(rules))), rows(_DEALS + 1, sides), rows(_DEALS + 1, sides)
    return Sheet(seated.numbers([0] * game.most_legal), seated.numbers(streams), packs, points, totals, *lines)


def _play_some(seated: _Seated, sheet: Sheet, packs: list[list[int]], deals: list[PlayedDeal], ended: int) -> int:
    """Plays on, and begins at most one deal a pack; adds to the deals what was played and returns how many of them have ended."""
    for at, pack in enumerate(packs):
        sheet.packs[at][:] = pack
    ending, lines = seated.play_deals(
        seated.choosers, seated.kernel, seated.cutter, seated.bench, seated.rules, seated.state, sheet, len(packs)
    )
    unopened = iter(packs)
    for seat, action in zip(map(int, sheet.seats[:lines]), map(int, sheet.actions[:lines]), strict=True):
        if seat == DEAL_DUE:
            deals.append(PlayedDeal(action, next(unopened), [], [], []))
        else:
            deals[-1].acts.append((seat, action))
    for deal, points, totals in zip(deals[ended : ended + ending], sheet.points, sheet.totals, strict=False):
        deal.points.extend(map(int, points))
        deal.totals.extend(map(int, totals))
    return ended + ending
