"""The loops of a batch (tefuda.sim.batch): rules that step many tables, deal, pay and show, plain or compiled."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.core.cards import count, lowest
from tefuda.core.game import DEAL_DUE, Kernel
from tefuda.core.rule import borrowed, rule
from tefuda.sim.packing import Cells, Packed, Packing, pack, renew, row_cells, unpack

GIVE_UP: Final = -1  # the action that ends an episode where it is, without pay


class Tables(NamedTuple):
    """What the tables keep: states and what becomes of their chance."""

    states: Any  # (T,): small records, or State objects where nothing is compiled
    wide: Any  # the same memory as int64,
    half: Any  # int16
    small: Any  # and int8, (T, numbers of a record)
    streams: Any  # uint32 (T, 4): the table's chance
    begun: Any  # int16 (T,): deals begun in the episode


class Seen(NamedTuple):
    """The arrays that a step fills, as the head of this file describes them."""

    turn: Any
    mask: Any
    rewards: Any
    done: Any
    deal: Any
    words: Any
    numbers: Any
    planes: Any
    legal: Any  # int16 (T, 1 + L): how many actions are legal, then the lowest L of them; behind the last what is left of old ones
    fours: Any  # the numbers' memory as int64
    eights: Any  # the masks' memory as int64, eight actions each, one row after the other


class Desk(NamedTuple):
    """Working memory of one thread."""

    buffer: Any  # room for legal actions
    cards: Any  # the pack in its first order
    pack: Any  # room for another
    stream: Any
    points: Any
    totals: Any
    unpaid: Any  # what nobody is told: the pay of episodes that are passed over
    packed: Packed  # room for a packed view


class Terms(NamedTuple):
    """What is the same at all tables: house rules, what an episode is and what it pays, how views are packed."""

    rules: Any
    deals: int  # of an episode; -1: a whole match
    shares: Any  # tefuda.sim.returns.shares
    side_of: Any  # each seat's side
    how: Packing


class Parts(NamedTuple):
    """The functions that a step is made of: the game's, how to get at a state's numbers, and who acts besides the caller."""

    kernel: Kernel
    cells: Callable[..., Cells]
    others: Callable[..., int]


@rule
def record_cells(tables: Tables, table: int) -> Cells:
    """The numbers of a table's record."""
    return Cells(tables.wide[table], tables.half[table], tables.small[table])


def state_cells(tables: Tables, table: int) -> Cells:
    """The numbers of a table's plain state in the same order."""
    state = tables.states[table]
    return row_cells(type(state), state.row())


@rule
def step_tables(
    parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, bots: Any, actions: Any, first: int, last: int
) -> None:
    """Steps the tables from `first` up to but not including `last`, each by its action, which must be legal or GIVE_UP."""
    terms, tables, seen, desk, bots = borrowed((terms, tables, seen, desk, bots))
    for table in range(first, last):
        for seat in range(seen.rewards.shape[1]):
            seen.rewards[table, seat] = 0.0
        turn = DEAL_DUE
        if actions[table] != GIVE_UP:
            parts.kernel.play(terms.rules, tables.states[table], int(actions[table]))
            turn = _go_on(parts, terms, tables, seen, desk, bots, table, seen.rewards[table])
        seen.done[table] = turn < 0
        if turn < 0:
            turn = _begin(parts, terms, tables, seen, desk, bots, table)
        _show(parts, terms, tables, seen, desk, table, turn)


@rule
def begin_tables(
    parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, bots: Any, low: int, high: int, first: int, last: int
) -> None:
    """Opens the streams of the tables from `first` up to but not including `last`, and begins an episode at each."""
    for table in range(first, last):
        chance.open_stream(desk.stream, table, low, high)
        for word in range(4):
            tables.streams[table, word] = desk.stream[word]
        seen.deal[table] = -1
        seen.done[table] = False
        for seat in range(seen.rewards.shape[1]):
            seen.rewards[table, seat] = 0.0
        turn = _begin(parts, terms, tables, seen, desk, bots, table)
        _show(parts, terms, tables, seen, desk, table, turn)


@rule
def _begin(parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, bots: Any, table: int) -> int:
    """Begins episodes until somebody is asked to act, and returns his seat."""
    turn = DEAL_DUE
    while turn < 0:
        tables.begun[table] = 0
        _take_stream(tables, desk, table)
        dealer = chance.pick(desk.stream, len(terms.side_of))
        _leave_stream(tables, desk, table)
        parts.kernel.start(terms.rules, tables.states[table], dealer)
        _deal(parts, terms, tables, seen, desk, table)
        turn = _go_on(parts, terms, tables, seen, desk, bots, table, desk.unpaid)
    return turn


@rule
def _go_on(parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, bots: Any, table: int, paid: Any) -> int:
    """Pays for deals that are over and deals the next ones; returns whose turn it is, or what ends the episode."""
    turn = parts.others(parts.kernel, terms.rules, tables.states, table, bots)
    while turn < 0:
        _pay(parts, terms, tables, desk, table, paid)
        if turn != DEAL_DUE or tables.begun[table] == terms.deals:
            return turn if turn < 0 else DEAL_DUE
        _deal(parts, terms, tables, seen, desk, table)
        turn = parts.others(parts.kernel, terms.rules, tables.states, table, bots)
    return turn


@rule
def _take_stream(tables: Tables, desk: Desk, table: int) -> None:
    for word in range(4):
        desk.stream[word] = int(tables.streams[table, word])


@rule
def _leave_stream(tables: Tables, desk: Desk, table: int) -> None:
    for word in range(4):
        tables.streams[table, word] = desk.stream[word]


@rule
def _deal(parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, table: int) -> None:
    """Deals from a pack in its first order, shuffled by the table's stream."""
    for at in range(len(desk.cards)):
        desk.pack[at] = desk.cards[at]
    _take_stream(tables, desk, table)
    chance.shuffle(desk.stream, desk.pack, len(desk.cards))
    _leave_stream(tables, desk, table)
    parts.kernel.deal(terms.rules, tables.states[table], desk.pack)
    tables.begun[table] += 1
    seen.deal[table] += 1


@rule
def _pay(parts: Parts, terms: Terms, tables: Tables, desk: Desk, table: int, paid: Any) -> None:
    """Adds what each seat gets for the deal that is over."""
    parts.kernel.score(terms.rules, tables.states[table], desk.points, desk.totals)
    everybody = 0
    for side in range(len(desk.points)):
        everybody += desk.points[side]
    times, less, over = terms.shares
    for seat in range(len(terms.side_of)):
        paid[seat] += (times * desk.points[terms.side_of[seat]] - less * everybody) / over


@rule
def _show(parts: Parts, terms: Terms, tables: Tables, seen: Seen, desk: Desk, table: int, turn: int) -> None:
    """Writes whose turn it is, what is legal and the view."""
    seen.turn[table] = turn
    mask = seen.mask[table]
    for action in range(len(mask)):
        mask[action] = False
    found = parts.kernel.legal(terms.rules, tables.states[table], desk.buffer)
    seen.legal[table, 0] = found
    for at in range(found):
        mask[desk.buffer[at]] = True
        if at < seen.legal.shape[1] - 1:
            seen.legal[table, 1 + at] = desk.buffer[at]
    if seen.planes.shape[1] > 0:
        _observe(
            terms.how,
            parts.cells(tables, table),
            turn,
            desk.packed,
            _row(seen, table),
            seen.planes[table],
        )
    elif seen.words.shape[1] > 0:
        pack(terms.how, parts.cells(tables, table), turn, _row(seen, table))


@rule
def _row(seen: Seen, table: int) -> Packed:
    """The packed view of a table."""
    return Packed(seen.words[table], seen.numbers[table], seen.fours[table])


@rule
def _observe(how: Packing, cells: Cells, seat: int, view: Packed, to: Packed, planes: Any) -> None:
    """Packs the view of a seat, and writes the planes that are others than in the last view of the table."""
    pack(how, cells, seat, view)
    renew(how, to, view, planes)
    for word in range(how.words_all):
        to.words[word] = view.words[word]
    for number in range(how.numbers_all):
        to.numbers[number] = view.numbers[number]


@rule
def first_refused(mask: Any, legal: Any, actions: Any) -> int:
    """The first table whose action is neither legal nor GIVE_UP, -1 where there is none."""
    for table in range(len(actions)):
        action = actions[table]
        if action != GIVE_UP and not _kept(legal[table], action) and not _masked(mask[table], action):
            return table
    return -1


@rule
def _kept(legal: Any, action: int) -> bool:
    """Whether an action is among the legal ones that are kept as numbers. It goes through them all: compiled, many at a time."""
    found = False
    for at in range(1, len(legal)):
        found |= (legal[at] == action) & (at <= legal[0])
    return found


@rule
def _masked(mask: Any, action: int) -> bool:
    """Whether a mask says that an action is legal; any number that is no action isn't."""
    return 0 <= action < len(mask) and mask[action]


@rule
def choose_randomly(legal: Any, eights: Any, actions: int, stream: Any, to: Any) -> None:
    """Writes a legal action for every table, each as likely as the others; looks into the mask for one that `legal` lacks."""
    lowest_all = legal.shape[1] - 1
    for table in range(len(to)):
        chosen = chance.pick(stream, int(legal[table, 0]))
        if chosen < lowest_all:
            to[table] = legal[table, 1 + chosen]
        else:
            begin, end = table * actions, (table + 1) * actions
            to[table] = _find(eights, begin + int(legal[table, lowest_all]) + 1, end, chosen - lowest_all) - begin


@rule
def _find(eights: Any, first: int, end: int, left: int) -> int:
    """The place of a legal action in all masks, so many others before it from the first place on; looks at eight at a time."""
    eight = first >> 3
    bits = _eight(eights, eight, first, end)
    while left >= count(bits) and 8 * (eight + 1) < end:  # it is there, unless the caller has written into the mask
        left -= count(bits)
        eight += 1
        bits = _eight(eights, eight, first, end)
    for _ in range(left):
        bits &= bits - 1
    return 8 * eight + (lowest(bits) >> 3)


@rule
def _eight(eights: Any, eight: int, first: int, end: int) -> int:
    """Eight places of all masks, without those before the first and from the end on."""
    bits = int(eights[eight])
    if eight == first >> 3:
        bits = (bits >> (8 * (first & 7))) << (8 * (first & 7))
    if eight == end >> 3:
        bits &= (1 << (8 * (end & 7))) - 1
    return bits


@rule
def unpack_tables(how: Packing, seen: Seen, to: Any) -> None:
    """Writes the planes of all views."""
    for table in range(len(to)):
        unpack(how, _row(seen, table), to[table])
