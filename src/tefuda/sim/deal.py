"""Hidden hands: worlds that agree with what a seat knows, each as likely as the others, and how many there are.

A world fills every hidden place of a view with cards that the game's `possible` allows there. The hidden cards are taken one after
the other in a fixed order. `ways[index]` counts how the last cards of that order can go into places with room for so many more
each; index is the sum of room times stride over the places, and the room of all places together says which cards those are. A card
goes to a place with the probability that the ways beyond it have among all ways, so that no card ever finds its places full. In a
game whose `agrees` knows more than `possible` can say, a filled world that does not agree is thrown away and another one drawn.

The cards that the hidden places may hold must be exactly as many as those places hold; whatever else is out of play is seen by all.
"""

from collections.abc import Iterator, MutableSequence
from math import prod
from typing import Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.core.cards import lowest
from tefuda.core.game import Game, Kernel
from tefuda.core.rule import can_compile, compiled, rule
from tefuda.core.state import State, tables

MANY_WAYS: Final = 1 << 14  # from here on ways are counted by compiled code where there is any: fewer take plain rules milliseconds
TRIES: Final = 10_000  # how many filled worlds that do not agree `worlds` throws away before it gives up


class Spread(NamedTuple):
    """How the hidden cards of a view may lie: lists of numbers, or arrays (int64; `ways` float64). `prepare` fills it."""

    may: MutableSequence[int]  # for each place the cards that it may hold, 0 for a place that is not hidden
    sizes: MutableSequence[int]  # for each place how many hidden cards it holds
    strides: MutableSequence[int]  # for each place what one more card in it adds to the index
    room: MutableSequence[int]  # for each place how many cards it can still take: working memory
    cards: MutableSequence[int]  # the hidden cards in order, room for 62
    ways: MutableSequence[float]  # how the rest can be dealt, by index; room for `most_ways`


def most_ways(view: State, seat: int) -> int:
    """How much room a view needs in `ways`: at most what it needs before the first card is played."""
    return prod(size + 1 for place, size in enumerate(view.sizes) if place != seat)


def spread(game: Game, ways: int) -> Spread:
    """An empty spread for plain rules, with room for so many ways."""
    may, sizes, strides, room = ([0] * game.places for _ in range(4))
    return Spread(may, sizes, strides, room, [0] * 62, [0.0] * ways)


def array_spread(game: Game, ways: int) -> Spread:
    """The same for compiled rules."""
    import numpy as np

    return Spread._make([*(np.zeros(cells, np.int64) for cells in (*[game.places] * 4, 62)), np.zeros(ways)])


@rule
def prepare(kernel: Kernel, rules: Any, view: Any, seat: int, to: Spread) -> float:
    """Fills a spread from the view of a seat and returns the number of worlds."""
    kernel.possible(rules, view, seat, to.may)
    stride, hidden = 1, 0
    for place in range(len(to.may)):
        to.sizes[place] = 0 if place == seat else view.sizes[place]
        if to.sizes[place] == 0:
            to.may[place] = 0
        to.strides[place] = stride
        to.room[place] = 0
        stride *= to.sizes[place] + 1
        hidden |= to.may[place]
    cards = _list_cards(hidden, to.cards)
    to.ways[0] = 1.0
    for index in range(1, stride):
        _one_more(to)
        to.ways[index] = _ways(to, index, to.cards[cards - _total(to.room)])
    return to.ways[stride - 1]


@rule
def _list_cards(cards: int, to: MutableSequence[int]) -> int:
    """Writes the cards of a set, lowest first, and returns how many they are."""
    found = 0
    while cards:
        to[found] = lowest(cards)
        found += 1
        cards &= cards - 1
    return found


@rule
def _one_more(to: Spread) -> None:
    """Counts the room of the places up by one, as the digits of the index."""
    place = 0
    while to.room[place] == to.sizes[place]:
        to.room[place] = 0
        place += 1
    to.room[place] += 1


@rule
def _total(numbers: MutableSequence[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


@rule
def _ways(to: Spread, index: int, card: int) -> float:
    """In how many ways the card and those after it can be dealt."""
    ways = 0.0
    for place in range(len(to.may)):
        if _takes(to, place, card):
            ways += to.ways[index - to.strides[place]]
    return ways


@rule
def _takes(to: Spread, place: int, card: int) -> bool:
    """Whether the place has room for the card and may hold it."""
    return to.room[place] > 0 and (to.may[place] >> card) & 1 == 1


@rule
def sample(how: Spread, stream: MutableSequence[int], hands: MutableSequence[int]) -> None:
    """Draws a world from a prepared spread into the hands; those that are not hidden stay as they are.

    Every world is as likely as the others, as far as fractions of 53 bits allow. Undefined where there is no world.
    """
    index = 0
    for place in range(len(how.may)):
        how.room[place] = how.sizes[place]
        index += how.sizes[place] * how.strides[place]
        if how.sizes[place] > 0:
            hands[place] = 0
    for at in range(_total(how.sizes)):
        place = _place(how, index, how.cards[at], chance.fraction(stream))
        hands[place] |= 1 << how.cards[at]
        how.room[place] -= 1
        index -= how.strides[place]


@rule
def _place(how: Spread, index: int, card: int, fraction: float) -> int:
    """Where the card goes: the places that can take it share the fractions from 0 to 1 as they share the ways."""
    left = fraction * how.ways[index]
    found = -1
    for place in range(len(how.may)):
        if _takes(how, place, card) and how.ways[index - how.strides[place]] > 0.0:
            found = place
            left -= how.ways[index - how.strides[place]]
            if left < 0.0:
                return found
    return found  # reached only where rounding has left a little over


@rule
def draw_world(kernel: Kernel, rules: Any, how: Spread, seat: int, stream: MutableSequence[int], world: Any, tries: int) -> bool:
    """Draws a world that agrees with all that the seat knows into a copy of its view; False if none of so many tries agreed."""
    for _ in range(tries):
        sample(how, stream, world.hands)
        if kernel.agrees(rules, world, seat):
            kernel.settle(rules, world, stream)
            return True
    return False


def count_worlds(game: Game, rules: Any, view: State, seat: int) -> float:
    """In how many ways the hidden places of a view can be filled as `possible` allows; exact as long as it is below 2^53."""
    return _prepared(game, rules, view, seat)[1]


def _prepared(game: Game, rules: Any, view: State, seat: int) -> tuple[Spread, float]:
    """A spread of lists, filled from the view of a seat, and the number of worlds."""
    room = most_ways(view, seat)
    if room < MANY_WAYS or not can_compile():
        how = spread(game, room)
        return how, prepare(game.kernel, rules, view, seat, how)
    rows, records = tables(type(view), 1)
    rows[0] = view.row()
    columns: Any = array_spread(game, room)
    number = compiled(prepare)(game.compiled, game.numbers(rules), records[0], seat, columns)
    return Spread._make(column.tolist() for column in columns), float(number)


def worlds(game: Game, rules: Any, view: State, seat: int, number: int, seed: int) -> Iterator[State]:
    """So many worlds, each drawn anew, as states that the seat could not tell from the real one; fewer where they are too rare."""
    stream = chance.stream(seed)
    how, found = _prepared(game, rules, view, seat)
    if found == 0:
        return
    for _ in range(number):
        world = view.copy()
        if not draw_world(game.kernel, rules, how, seat, stream, world, TRIES):
            return
        yield world


def every_world(game: Game, rules: Any, view: State, seat: int, most: int) -> list[State] | None:
    """All worlds that agree with what the seat knows, as `worlds` draws them; None where there may be more than so many.

    What `settle` puts at random (the order of cards that lie face down) is left as it is in the view.
    """
    how, number = _prepared(game, rules, view, seat)
    if number > most:
        return None
    found = []
    for hands in _fillings(how, list(how.sizes), 0):
        world = view.copy()
        for place, cards in hands.items():
            world.hands[place] = cards
        if game.kernel.agrees(rules, world, seat):
            found.append(world)
    return found


def _fillings(how: Spread, room: list[int], at: int) -> Iterator[dict[int, int]]:
    """The hidden places filled with the cards from `at` on, in every way."""
    if not any(room):
        yield {place: 0 for place, size in enumerate(how.sizes) if size}
        return
    for place, left in enumerate(room):
        if left and how.may[place] >> how.cards[at] & 1:
            fewer = [size - (other == place) for other, size in enumerate(room)]
            for rest in _fillings(how, fewer, at + 1):
                yield {**rest, place: rest[place] | 1 << how.cards[at]}
