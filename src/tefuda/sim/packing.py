"""The same vector in a tenth of the memory: planes as bits of whole numbers, and the numbers that are more than 0 or 1.

A packed view of a game is `words` (int64) and `numbers` (int16). Every plane of tefuda.sim.encoding whose numbers are 0 or 1 is a
bit of `words`: plane p of the vector is bit `places[p] % 64` of word `places[p] // 64`. Of W words, the planes with
`places[p] >= 64 * W` are numbers: number `places[p] - 64 * W` of `numbers` followed by the house rules, which are the same in all
views and so not kept. The last three of `numbers` may stand for nothing. In NumPy, for any number of views at once, with `rules`
repeated for each:

    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    vectors = np.concatenate([bits, numbers, rules], axis=1)[:, places]

(on a machine whose lowest byte comes first). `unpack` does that compiled. Each card or set of cards, and each act where acts have
planes, has a word of its own: the set as tefuda.core.cards has it. What is left are a few words of seats, sides, suits and flags.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tefuda.core.cards import lowest
from tefuda.core.game import Game
from tefuda.core.rule import rule
from tefuda.core.state import ACT, CARD, CARDS, FLAG, PACKED, SEAT, SIDE, SUIT, SUITS, State
from tefuda.sim.encoding import FEW_ACTIONS, PIECE, PIECES, Plane, encoding, planes

WORD: Final = 64
SUITS_ALL: Final = 4
_USED: Final = 62  # of a word that are used: no sign, no shift by 63

_AT, _STEP, _CELLS, _TO, _SHIFT, _WIDTH = range(6)  # the numbers of a run, see Packing


class Cells(NamedTuple):
    """The numbers of a state by how many bytes they take in a small record (State.small_dtype): int64, int16, int8."""

    wide: Any
    half: Any
    small: Any


class Packed(NamedTuple):
    """A packed view: int64 and int16."""

    words: Any
    numbers: Any
    fours: Any  # the numbers' memory as int64, four numbers each; not used by plain rules


class Packing(NamedTuple):
    """How views of a game are packed: lists of whole numbers, or int64 arrays for compiled code.

    Cells that lie side by side and become the same are a run, a line of six numbers: the place of its first cell, what the viewer's
    seat adds to that, how many cells, the first word or number that they go to; and where words are shared the first bit, and how
    many bits a cell has.
    """

    sets: Any  # a word each: the number as it is
    cards: Any  # a word each: a bit for the card, nothing for none
    acts: Any  # a word each: a bit for the act, nothing for none
    seats: Any  # bits of a shared word: one for the seat, counted from the viewer, nothing for none
    sides: Any  # the same for sides, counted from the viewer's
    suits: Any  # the same for suits
    bits: Any  # flags and sets of suits, bits of a shared word: the number as it is
    numbers: Any  # numbers as they are
    next: Any  # numbers that are kept as one more
    pieces: Any  # numbers that are kept in pieces
    viewer: Any  # [word, bit]: where the viewer's bits are
    plane_of: Any  # the plane of each bit of the words, then of each number, then of each house rule; -1 for none
    side_of: Any  # each seat's side
    rules: Any  # the house rules as numbers
    fours: int  # so many times four of the numbers lie side by side in a small record as well,
    fours_at: int  # beginning at this number of its wide ones: for compiled code; plain rules have none
    sides_all: int
    own_all: int  # words that no two cells share: the first ones
    words_all: int
    numbers_all: int  # a multiple of four: the last ones may stand for nothing, and are 0


_RUNS: Final = Packing._fields[: Packing._fields.index("viewer")]


@rule
def pack(how: Packing, cells: Cells, seat: int, to: Packed) -> None:
    """Packs the view of a seat."""
    for run in range(len(how.sets)):
        line = how.sets[run]
        _copy(cells.wide, line[_AT] + line[_STEP] * seat, line[_CELLS], to.words, line[_TO])
    _pack_single(how.cards, cells.small, seat, to.words)
    _pack_single(how.acts, cells.half, seat, to.words)
    for word in range(how.own_all, how.words_all):
        to.words[word] = 0
    to.words[how.viewer[0]] = 1 << (how.viewer[1] + seat)
    _pack_turned(how.seats, cells.small, seat, seat, len(how.side_of), to.words)
    _pack_turned(how.sides, cells.small, seat, how.side_of[seat], how.sides_all, to.words)
    _pack_turned(how.suits, cells.small, seat, 0, SUITS_ALL, to.words)
    _pack_bits(how.bits, cells.small, seat, to.words)
    _copy(cells.wide, how.fours_at, how.fours, to.fours, 0)
    for run in range(len(how.numbers)):
        line = how.numbers[run]
        _copy(cells.half, line[_AT] + line[_STEP] * seat, line[_CELLS], to.numbers, line[_TO])
    _pack_next(how.next, cells.half, seat, to.numbers)
    _pack_pieces(how.pieces, cells.wide, seat, to.numbers)


@rule
def _copy(cells: Any, first: int, number: int, to: Any, at: int) -> None:
    """Copies so many numbers as they are."""
    for cell in range(number):
        to[at + cell] = cells[first + cell]


@rule
def _pack_single(runs: Any, cells: Any, seat: int, words: Any) -> None:
    """Packs cells that are one of many, a word each."""
    for run in range(len(runs)):
        line = runs[run]
        first, to = line[_AT] + line[_STEP] * seat, line[_TO]
        for cell in range(line[_CELLS]):
            value = int(cells[first + cell])
            words[to + cell] = 1 << value if value >= 0 else 0


@rule
def _pack_turned(runs: Any, cells: Any, seat: int, begin: int, all_of_them: int, words: Any) -> None:
    """Packs cells that are one of a few, counted from the one where it begins, into shared words."""
    for run in range(len(runs)):
        line = runs[run]
        first, width, bits = line[_AT] + line[_STEP] * seat, line[_WIDTH], 0
        for cell in range(line[_CELLS]):
            value = int(cells[first + cell])
            turned = value - begin if value >= begin else value - begin + all_of_them
            bits |= 1 << (width * cell + turned) if value >= 0 else 0
        words[line[_TO]] |= bits << line[_SHIFT]


@rule
def _pack_bits(runs: Any, cells: Any, seat: int, words: Any) -> None:
    """Packs flags and sets of suits into shared words."""
    for run in range(len(runs)):
        line = runs[run]
        first, width, bits = line[_AT] + line[_STEP] * seat, line[_WIDTH], 0
        for cell in range(line[_CELLS]):
            bits |= int(cells[first + cell]) << (width * cell)
        words[line[_TO]] |= bits << line[_SHIFT]


@rule
def _pack_next(runs: Any, cells: Any, seat: int, numbers: Any) -> None:
    """Packs numbers as one more."""
    for run in range(len(runs)):
        line = runs[run]
        first, to = line[_AT] + line[_STEP] * seat, line[_TO]
        for cell in range(line[_CELLS]):
            numbers[to + cell] = cells[first + cell] + 1


@rule
def _pack_pieces(runs: Any, cells: Any, seat: int, numbers: Any) -> None:
    """Packs numbers in pieces."""
    for run in range(len(runs)):
        line = runs[run]
        for cell in range(line[_CELLS]):
            value = cells[line[_AT] + line[_STEP] * seat + cell]
            for piece in range(PIECES):
                numbers[line[_TO] + PIECES * cell + piece] = (value >> (PIECE * piece)) & ((1 << PIECE) - 1)


@rule
def renew(how: Packing, old: Packed, new: Packed, planes: Any) -> None:
    """Writes those planes of a packed view that differ from those of an old one, which stand there."""
    for word in range(how.words_all):
        change = int(old.words[word]) ^ int(new.words[word])
        while change:
            bit = lowest(change)
            planes[how.plane_of[WORD * word + bit]] = (new.words[word] >> bit) & 1
            change &= change - 1
    for number in range(how.numbers_all):
        if old.numbers[number] != new.numbers[number]:  # never where one stands for nothing
            planes[how.plane_of[WORD * how.words_all + number]] = new.numbers[number]


@rule
def unpack(how: Packing, seen: Packed, planes: Any) -> None:
    """Writes all planes of a packed view, whatever stood there."""
    for plane in range(len(planes)):
        planes[plane] = 0
    for word in range(how.words_all):
        left = int(seen.words[word])
        while left:
            planes[how.plane_of[WORD * word + lowest(left)]] = 1
            left &= left - 1
    for number in range(how.numbers_all):
        if how.plane_of[WORD * how.words_all + number] >= 0:
            planes[how.plane_of[WORD * how.words_all + number]] = seen.numbers[number]
    for number in range(len(how.rules)):
        planes[how.plane_of[WORD * how.words_all + how.numbers_all + number]] = how.rules[number]


def packing(game: Game, rules: Any) -> Packing:
    """How views of a game are packed under these rules."""
    how, described, room = encoding(game, rules), planes(game, rules), _Room()
    place, runs = small_places(game.state), {name: list[list[int]]() for name in _RUNS}
    viewer, *options = described[len(how.lines) :]
    cells = [
        (_group(game, plane.kind), step, place[at], plane) for (at, step, _, _), plane in zip(how.lines, described, strict=False)
    ]
    for group, step, at, plane in sorted(cells, key=lambda cell: (_RUNS.index(cell[0]), *cell[1:3])):
        _join(runs[group], [at, step, 1, *room.take(group, plane), plane.width])
    return Packing(
        **runs,
        viewer=list(room.take("viewer", viewer)),
        plane_of=room.plane_of() + [plane.first for plane in options],
        side_of=how.side_of,
        rules=how.rules,
        fours=0,
        fours_at=0,
        sides_all=how.sides,
        own_all=len(room.own),
        words_all=len(room.own + room.shared),
        numbers_all=len(room.filled()),
    )


def for_compiled(how: Packing) -> Packing:
    """The same as arrays, with the first numbers copied four by four."""
    import numpy as np

    (at, step, cells, to, *rest), *others = how.numbers  # what everybody sees: State.small_dtype puts it first
    fours = cells // 4
    left = [[at + 4 * fours, step, cells % 4, to + 4 * fours, *rest], *others]
    how = how._replace(numbers=left, fours=fours, fours_at=at // 4)
    return Packing._make(part if isinstance(part, int) else np.array(part or np.zeros((0, 6)), np.int64) for part in how)


def places(how: Packing) -> list[int]:
    """Where each plane is in a packed view, as the head of this file says."""
    found = [-1] * (int(max(how.plane_of)) + 1)
    for place, plane in enumerate(how.plane_of):
        if plane >= 0:
            found[plane] = place
    return found


def _join(runs: list[list[int]], cell: list[int]) -> None:
    """Adds a run of one cell, or makes the last run one cell longer where the cell goes on with it."""
    if runs:
        at, step, cells, to, shift, width = runs[-1]
        beside = [at + cells, 0, to + cells, 0], [at + cells, 0, to + cells * width, 0], [at + cells, 0, to, shift + cells * width]
        if step == 0 and [cell[_AT], cell[_STEP], cell[_TO], cell[_SHIFT]] in beside:
            runs[-1][_CELLS] += 1
            return
    runs.append(cell)


def _group(game: Game, kind: str) -> str:
    """The group of cells of a kind."""
    acts = "acts" if game.actions <= FEW_ACTIONS else "next"
    groups = {CARDS: "sets", CARD: "cards", ACT: acts, SEAT: "seats", SIDE: "sides", SUIT: "suits", SUITS: "bits", FLAG: "bits"}
    return groups.get(kind, "pieces" if kind == PACKED else "numbers")


class _Room:
    """Which planes the bits of the words and the numbers stand for, so far."""

    def __init__(self) -> None:
        self.own: list[list[int]] = []  # words of one cell each, plane by plane
        self.shared: list[list[int]] = []  # words that several cells share
        self.numbers: list[int] = []

    def take(self, group: str, plane: Plane) -> tuple[int, int]:
        """Takes room for a cell: its word and first bit, or its number and 0. Words that nothing shares must come first."""
        its = list(range(plane.first, plane.first + plane.width))
        if group in ("sets", "cards", "acts"):
            self.own.append(its)
            return len(self.own) - 1, 0
        if group in ("numbers", "next", "pieces"):
            self.numbers += its
            return len(self.numbers) - len(its), 0
        word = next((word for word, taken in enumerate(self.shared) if len(taken + its) <= _USED), len(self.shared))
        if word == len(self.shared):
            self.shared.append([])
        self.shared[word] += its
        return len(self.own) + word, len(self.shared[word]) - len(its)

    def filled(self) -> list[int]:
        """The numbers, filled up to a multiple of four."""
        return self.numbers + [-1] * (-len(self.numbers) % 4)

    def plane_of(self) -> list[int]:
        """The plane of each bit of all words, -1 for none, then of each number."""
        return [plane for word in self.own + self.shared for plane in [*word, *[-1] * (WORD - len(word))]] + self.filled()


def small_places(kind: type[State]) -> list[int]:
    """For each number of a plain row its place among the numbers of its width in a small record."""
    fields = kind.small_dtype().fields
    return [fields[each.name][1] // each.bytes + cell for each in kind.FIELDS for cell in range(each.width)]


def row_cells(kind: type[State], row: Sequence[int]) -> Cells:
    """The numbers of a plain row as a small record has them."""
    cells: dict[int, list[int]] = {}
    record = kind.small_dtype().itemsize
    for width in (8, 2, 1):
        cells[width] = [0] * (record // width)
    widths = [each.bytes for each in kind.FIELDS for _ in range(each.width)]
    for number, width, place in zip(row, widths, small_places(kind), strict=True):
        cells[width][place] = number
    return Cells(cells[8], cells[2], cells[1])
