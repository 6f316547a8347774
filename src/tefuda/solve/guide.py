"""What a game adds to the search: what the cards are worth, what still matters of a position, which acts are equal."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tefuda.core.rule import rule
from tefuda.core.state import State

FAR: Final = 1 << 30  # more than can be gained in a deal
NUMBER: Final = (1 << 62) - 1  # hashes have 62 bits, so that plain and compiled agree
_FACTOR: Final = 0x1E3779B97F4A7C15


class Position(NamedTuple):
    """What a search works on where the game's own state is larger than it need be: a small state with all that still matters.

    `state` is its kind; the others are

        lay(rules, state, position)      makes the position of a game's state in which cards are played
        seat(rules, position)            as the game's answer; negative where the deal is over
        legal(rules, position, buffer)   as the game's answer, in the same order
        play(rules, position, action)    as the game's answer
        lasting                          whether the guide's keys mean the same in every deal, so that worlds can share a table
    """

    state: type[State]
    lay: Callable[..., None]
    seat: Callable[..., int]
    legal: Callable[..., int]
    play: Callable[..., None]
    lasting: bool = False


@rule
def pay_as_counted(rules: Any, state: Any, stakes: int, ahead: int) -> int:
    """`pay` where `worth` counts what the deal pays."""
    return ahead


NOTHING_MATTERS: Final = -1  # what a value relied on when it relied on nothing but the key


class Scope(NamedTuple):
    """How far a value is good: it relied on some of the cards alone, so it is that of all positions that are alike in them.

    (Partition search, Ginsberg 1996.) What a value relied on is a number of the game's own making, NOTHING_MATTERS for nothing
    but the key. All but `join` take the rules and the position first.

        join(one, other)            what both relied on
        passed(...)                 what the outcome of the acts that led here since the last position with a key relied on
        bound(..., first)           what `least` (first) or `most` relied on
        whole(..., relied)          what it takes besides that the acts which `order` left out are like those that were tried
        mark(..., relied)           the same cards as a position that is alike in them would name them
        unmark(..., mark)           the way back
        print(..., mark)            a hash of all that is relied on: alike in the mark means alike in this hash
        pass_over(..., acts, tried, found, relied)
                                    takes out of `acts`, from the place `tried` on, those that are as good as the one before that
                                    place, given what its value relied on; returns how many acts are left
    """

    join: Callable[..., int]
    passed: Callable[..., int]
    bound: Callable[..., int]
    whole: Callable[..., int]
    mark: Callable[..., int]
    unmark: Callable[..., int]
    print: Callable[..., int]
    pass_over: Callable[..., int]


@rule
def join_nothing(one: int, other: int) -> int:
    """`join` where the key says all that matters."""
    return NOTHING_MATTERS


@rule
def passed_nothing(rules: Any, position: Any) -> int:
    """`passed` where the key says all that matters."""
    return NOTHING_MATTERS


@rule
def same(rules: Any, position: Any, relied: int) -> int:
    """The other answers there."""
    return relied


@rule
def pass_over_none(rules: Any, position: Any, acts: Any, tried: int, found: int, relied: int) -> int:
    """`pass_over` where the key says all that matters."""
    return found


KEY_ALONE: Final = Scope(join_nothing, passed_nothing, same, same, same, same, same, pass_over_none)


@rule
def no_beam(rules: Any, position: Any) -> int:
    """`beam` where the first line is guess enough."""
    return 0


class Guide(NamedTuple):
    """What a game adds to the search, plain or compiled.

    Each takes the rules and the state that the search works on:

        first(rules, state, seat)         whether the seat belongs to the first camp
        worth(rules, state, stakes)       what the first camp is ahead by so far; once the deal is over, its value
        least(rules, state, stakes)       a lower bound of what the first camp can still gain: worth + least <= value
        most(rules, state, stakes)        an upper bound of it
        key(rules, state)                 a hash of all that still matters, worth left out; -1: not to be remembered
        order(rules, state, acts, found, hint)  leaves one of equal acts, the most promising first (hint: the best one when the
                                          position was searched before, or -1); returns how many are left
        pay(rules, state, stakes, ahead)  what the deal pays the first camp when it is so much ahead in what `worth` counts: never
                                          less for more; called with the game's own state, once a value is found
        scope                             the positions that share a value, where they are more than those that share a key
        beam(rules, state)                how many acts of each position a first, rough search tries to guess the value; 0 where it
                                          is not worth its time
    """

    first: Callable[..., bool]
    worth: Callable[..., int]
    least: Callable[..., int]
    most: Callable[..., int]
    key: Callable[..., int]
    order: Callable[..., int]
    pay: Callable[..., int] = pay_as_counted
    scope: Scope = KEY_ALONE
    beam: Callable[..., int] = no_beam


@rule
def mix(hash_: int, number: int) -> int:
    """A hash of a hash and a number."""
    mixed = ((hash_ ^ number) * _FACTOR) & NUMBER
    mixed ^= mixed >> 29
    mixed = (mixed * _FACTOR) & NUMBER
    return mixed ^ (mixed >> 32)
