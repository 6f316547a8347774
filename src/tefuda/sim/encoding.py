"""A view as a vector of numbers, for programs that learn: plane by plane, from the declarations of the state's fields alone.

The planes follow the fields of the state in order, cell by cell, as far as the seat may see them: public cells, and of a field that
everybody has a cell of, its own. What a cell becomes depends on its kind:

| kind | planes | what they hold |
| --- | ---: | --- |
| card | 54 | 1 for the card; zeros for none |
| cards | 54 | 1 for each card of the set |
| suit | 4 | 1 for the suit; zeros for none |
| suits | 4 | 1 for each suit of the set |
| seat | all seats | 1 for the seat, counted from the viewer: he is the first, the next seat the second ...; zeros for nobody |
| side | all sides | 1 for the side, counted from the viewer's; zeros for none |
| act | all actions | where the game has at most 64 of them: 1 for the act; zeros for none |
| act | 1 | in other games the act plus 1; 0 for none |
| flag | 1 | 0 or 1 |
| number | 1 | the number as it is |
| packed | 6 | the number in pieces of 11 bits, the lowest first |

Cards are numbered as in tefuda.core.cards. Cells stay where they are in the state, whoever looks: cell 1 of `tricks` is that of
seat 1 or of side 1. So that the viewer can be told, a plane a seat follows with a 1 for him, then the house rules as numbers in the
order of the game's Rules. All is whole numbers below 2^15 (`BOUND`), so that int16 and float32 hold the same.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tefuda.core.cards import WORDS, lowest
from tefuda.core.game import Game
from tefuda.core.rule import rule
from tefuda.core.state import ACT, CARD, CARDS, NUMBER, OWN, PACKED, PUBLIC, SEAT, SIDE, SUIT, SUITS, Field

ENCODING_VERSION: Final = 1  # changes whenever the same view gives another vector
BOUND: Final = 1 << 15  # a field whose numbers are greater has to be PACKED
FEW_ACTIONS: Final = 64  # a game with no more gives every act a plane

PIECES: Final = 6  # of a packed number,
PIECE: Final = 11  # of so many bits

_BITS, _ONE, _FROM_SEAT, _FROM_SIDE, _NEXT, _PLAIN, _PIECES = range(7)  # what becomes of a cell
_AT, _STEP, _HOW, _WIDTH = range(4)  # the numbers of a line


class Plane(NamedTuple):
    """Some neighbouring numbers of the vector that stand for one cell: `first` to `first + width - 1`."""

    name: str  # of the field, with the cell where it has several: `tricks[1]`; `rules.NAME` for a house rule
    kind: str  # of the field; `seat` for the viewer, `number` for a house rule
    sight: str
    first: int
    width: int
    low: int = 0  # the least and
    high: int = 1  # the greatest number that may stand in it


class Encoding(NamedTuple):
    """How views of a game become vectors: lists of whole numbers, or int64 arrays for compiled code."""

    lines: Any  # a line a plane: the cell's place in the row, what the viewer's seat adds to it, what becomes of it, its width
    side_of: Any  # each seat's side
    rules: Any  # the house rules as numbers
    sides: int
    width: int  # how many numbers a vector has


def planes(game: Game, rules: Any, sights: Sequence[str] = (PUBLIC, OWN)) -> list[Plane]:
    """All planes of the vector in their order; `sights` leaves out what only the owner sees, or what all see."""
    found, first = list[Plane](), 0
    for each, cell in _cells(game, sights):
        name = f"{each.name}[{cell}]" if each.cells and each.sight == PUBLIC else each.name
        found.append(Plane(name, each.kind, each.sight, first, _width(game, rules, each.kind), *_bounds(game, each.kind)))
        first += found[-1].width
    found.append(Plane("viewer", SEAT, PUBLIC, first, game.seats(rules)))
    first += game.seats(rules)
    bounds = _bounds(game, NUMBER)
    return found + [Plane(f"rules.{name}", NUMBER, PUBLIC, first + at, 1, *bounds) for at, name in enumerate(rules._fields)]


def encoding(game: Game, rules: Any, sights: Sequence[str] = (PUBLIC, OWN)) -> Encoding:
    """How views of a game become vectors under these rules, as `planes` describes them."""
    described, places, at = planes(game, rules, sights), dict[str, int](), 0
    for each in game.state.FIELDS:
        places[each.name] = at
        at += each.width
    lines = [
        [places[each.name] + cell, int(each.sight == OWN), _becomes(game, each.kind), plane.width]
        for (each, cell), plane in zip(_cells(game, sights), described, strict=False)
    ]
    side_of = [side for seat in range(game.seats(rules)) for side, members in enumerate(game.sides(rules)) if seat in members]
    return Encoding(lines, side_of, list(map(int, rules)), len(game.sides(rules)), described[-1].first + 1)


def _cells(game: Game, sights: Sequence[str]) -> Iterator[tuple[Field, int]]:
    """Every cell with planes: of a field that everybody has a cell of, the first stands for the viewer's."""
    for each in game.state.FIELDS:
        if each.sight in sights:
            yield from ((each, cell) for cell in range(each.width if each.sight == PUBLIC else 1))


def _width(game: Game, rules: Any, kind: str) -> int:
    """How many planes a cell of a kind has."""
    acts = game.actions if game.actions <= FEW_ACTIONS else 1
    seats, sides = game.seats(rules), len(game.sides(rules))
    widths = {CARD: len(WORDS), CARDS: len(WORDS), SUIT: 4, SUITS: 4, SEAT: seats, SIDE: sides, ACT: acts, PACKED: PIECES}
    return widths.get(kind, 1)


def _bounds(game: Game, kind: str) -> tuple[int, int]:
    """The least and the greatest number that a plane of a kind may hold."""
    acts = 1 if game.actions <= FEW_ACTIONS else game.actions
    return {NUMBER: (-BOUND + 1, BOUND - 1), PACKED: (0, (1 << PIECE) - 1), ACT: (0, acts)}.get(kind, (0, 1))


def _becomes(game: Game, kind: str) -> int:
    acts = _ONE if game.actions <= FEW_ACTIONS else _NEXT
    ways = {CARD: _ONE, CARDS: _BITS, SUIT: _ONE, SUITS: _BITS, SEAT: _FROM_SEAT, SIDE: _FROM_SIDE, ACT: acts, PACKED: _PIECES}
    return ways.get(kind, _PLAIN)


@rule
def encode(how: Encoding, row: Any, seat: int, to: Any) -> None:
    """Writes the vector of a view, given as the numbers of its row, into `how.width` numbers that are all 0."""
    at = 0
    for number in range(len(how.lines)):
        line = how.lines[number]
        _encode_cell(how, row[line[_AT] + line[_STEP] * seat], seat, line[_HOW], to, at)
        at += line[_WIDTH]
    to[at + seat] = 1
    at += len(how.side_of)
    for number in range(len(how.rules)):
        to[at + number] = how.rules[number]


@rule
def _encode_cell(how: Encoding, value: int, seat: int, becomes: int, to: Any, at: int) -> None:
    """Writes one cell from place `at` on."""
    if becomes == _BITS:
        while value:
            to[at + lowest(value)] = 1
            value &= value - 1
    elif becomes == _PLAIN:
        to[at] = value
    elif becomes == _NEXT:
        to[at] = value + 1
    elif becomes == _PIECES:
        for piece in range(PIECES):
            to[at + piece] = (value >> (PIECE * piece)) & ((1 << PIECE) - 1)
    elif value >= 0:
        to[at + _turned(how, value, seat, becomes)] = 1


@rule
def _turned(how: Encoding, value: int, seat: int, becomes: int) -> int:
    """Which plane of its cell a card, suit, act, seat or side has."""
    if becomes == _FROM_SEAT:
        return (value - seat) % len(how.side_of)
    if becomes == _FROM_SIDE:
        return int(value - how.side_of[seat]) % how.sides
    return value
