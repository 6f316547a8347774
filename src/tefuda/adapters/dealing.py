"""Chance that deals a pack card by card and makes every different deal exactly once: for programs that walk through all of them.

Places of the pack whose cards may be exchanged without a difference, as the twelve that one player is dealt, are filled together,
with ascending cards. The probabilities are such that each set of cards is as likely as the others.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.games import GAMES

PACKS: Final = (
    40  # orders of the pack in which an exchange must make no difference; one that may make one does so in a few of these
)


class Lot(NamedTuple):
    """Cards that are dealt among themselves: a whole pack, or a part of a toy's."""

    groups: tuple[tuple[int, ...], ...]  # places of it that are filled together, as `alike` tells them
    cards: tuple[int, ...]


@cache
def alike(name: str, rules: Any, dealer: int) -> tuple[tuple[int, ...], ...]:
    """The places of a game's pack in groups: exchange the cards of a group, and the same is dealt. Groups by their first place."""
    size = len(GAMES[name].pack(rules))
    packs = [_pack(name, rules, number, size) for number in range(PACKS)]
    rows = [_dealt(name, rules, dealer, pack) for pack in packs]
    groups = list[list[int]]()
    for place in range(size):
        for group in groups:
            exchanged = (_dealt(name, rules, dealer, _exchanged(pack, group[0], place)) for pack in packs)
            if all(row == other for row, other in zip(rows, exchanged)):
                group.append(place)
                break
        else:
            groups.append([place])
    return tuple(map(tuple, groups))


def _pack(name: str, rules: Any, number: int, size: int) -> list[int]:
    cards = GAMES[name].pack(rules)
    return [cards[at] for at in chance.order(f"alike/{number}", size)]


def _exchanged(pack: Sequence[int], first: int, second: int) -> list[int]:
    cards = list(pack)
    cards[first], cards[second] = cards[second], cards[first]
    return cards


def _dealt(name: str, rules: Any, dealer: int, pack: Sequence[int]) -> list[int]:
    """The numbers of the state in which a pack is dealt."""
    game = GAMES[name]
    state: Any = game.state()
    game.kernel.start(rules, state, dealer)
    game.kernel.deal(rules, state, pack)
    return list(state.row())


def next_cards(groups: Sequence[Sequence[int]], cards: Sequence[int], dealt: Sequence[int]) -> list[tuple[int, float]]:
    """The cards that may be dealt next, ascending, each with its probability; `cards` is the pack, `dealt` what has been dealt."""
    start = 0
    for group in groups:
        if len(dealt) < start + len(group):
            break
        start += len(group)
    missing, last = start + len(group) - len(dealt), max(dealt[start:], default=-1)
    left = sorted(card for card in set(cards).difference(dealt) if card > last)
    ways = [comb(len(left) - at - 1, missing - 1) for at in range(len(left))]
    return [(card, number / comb(len(left), missing)) for card, number in zip(left, ways) if number]


def lot_at(lots: Sequence[Lot], dealt: Sequence[int]) -> tuple[Lot, Sequence[int]]:
    """The lot from which the next card is dealt when these have been, lot after lot, and those of them that came from it."""
    for lot in lots:
        if len(dealt) < len(lot.cards):
            break
        dealt = dealt[len(lot.cards) :]
    return lot, dealt


def packs(lots: Sequence[Lot], dealt: Sequence[int]) -> list[list[int]]:
    """Every lot in its own order when all cards have been dealt."""
    found = []
    for lot in lots:
        found.append(in_order(lot.groups, dealt[: len(lot.cards)]))
        dealt = dealt[len(lot.cards) :]
    return found


def in_order(groups: Sequence[Sequence[int]], dealt: Sequence[int]) -> list[int]:
    """The pack that has been dealt, in its own order."""
    places = [place for group in groups for place in group]
    return [card for _, card in sorted(zip(places, dealt, strict=True))]
