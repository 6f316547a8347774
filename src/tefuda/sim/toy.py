"""Toys: positions of our games with so few cards that all that may follow can be walked through.

A toy is played by the game's own rules (the house rules are the default ones) on the game's own state. It begins inside a deal: a
few cards are dealt, all others are out of play, as if they had been played, and fields of the state say how the deal stands: what
has been called, who leads, which tricks are taken. Chance deals the cards of each `Lot` among its places, every way as likely.

A seat's view admits just the hands that chance may have dealt: whoever draws worlds from views (tefuda.sim.deal) knows as much of a
toy as its maker. Nor has anybody bid, declared or discarded anything from which cards could be guessed.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import factorial, prod
from typing import Any, Final, NamedTuple

from tefuda.core.cards import HEARTS, count, members, read, set_of
from tefuda.core.game import Game
from tefuda.games import dasan, piquet, pitch, quinto


class Lot(NamedTuple):
    """Cards that are dealt among places: `cards` in words, and how many of them each place gets, by its number."""

    cards: str
    places: Mapping[int, int]


class Toy(NamedTuple):
    """Where a toy begins: in a sentence, the cards to be dealt, and the fields of the state that say how the deal stands."""

    about: str
    lots: Sequence[Lot]
    fields: Mapping[str, Any]


def cards_of(toy: Toy) -> list[list[int]]:
    """The cards of each lot, ascending."""
    return [sorted(map(read, lot.cards.split())) for lot in toy.lots]


def hands_of(toy: Toy) -> list[list[tuple[int, ...]]]:
    """For each lot, the places of its pack that go to one hand together: as `tefuda.adapters.dealing` wants its groups."""
    ends = [list(accumulate(lot.places.values(), initial=0)) for lot in toy.lots]
    return [[tuple(range(first, end)) for first, end in pairwise(each)] for each in ends]


def deals_of(toy: Toy) -> int:
    """How many different deals chance has to choose from."""
    return prod(factorial(sum(lot.places.values())) // prod(map(factorial, lot.places.values())) for lot in toy.lots)


def begin(game: Game, rules: Any, toy: Toy, state: Any, packs: Sequence[Sequence[int]]) -> None:
    """Makes the state a toy's first position; `packs` has an order of the cards of each lot, in which its places get theirs."""
    game.kernel.start(rules, state, toy.fields["dealer"])
    state.deals = 1
    for name, value in toy.fields.items():
        setattr(state, name, value[:] if isinstance(value, list) else value)
    for lot, pack in zip(toy.lots, packs, strict=True):
        at = 0
        for place, size in lot.places.items():
            state.hands[place] |= set_of(pack[at : at + size])
            at += size
    state.sizes[:] = [count(hand) for hand in state.hands]
    state.played = set_of(game.pack(rules)) & ~set_of(card for pack in packs for card in pack)


def _sizes(lots: Sequence[Lot], places: int) -> list[int]:
    """How many cards each place gets from all lots."""
    return [sum(lot.places.get(place, 0) for lot in lots) for place in range(places)]


def _laid(game: Game, lots: Sequence[Lot], numbers: Sequence[int], first: str) -> list[int]:
    """Cards out of play as the seats may have laid them on the table: so many each, the named card by the first seat."""
    left = set_of(read(word) for lot in lots for word in lot.cards.split()) | 1 << read(first)
    cards = [read(first), *members(set_of(game.pack(game.rules())) & ~left)]
    ends = list(accumulate(numbers, initial=0))
    return [set_of(cards[at:end]) for at, end in pairwise(ends)]


def _cards(*words: str) -> list[int]:
    """Sets of cards from their words."""
    return [set_of(map(read, each.split())) for each in words]


# ---- Quinto: the calls of four who hold a card each, and the last two tricks


def _calls(about: str, lot: Lot) -> Toy:
    return Toy(about, [lot], {"dealer": 3, "stage": quinto.Stage.CALLS, "turn": 0})


def _tricks(about: str, lots: Sequence[Lot]) -> Toy:
    """All have passed, seat 0 leads. What seats lack is known: 0 and 1 spades and clubs, 2 all but spades, 3 all but clubs."""
    hearts_diamonds, spades, clubs = 0b0110, 0b0001, 0b1000
    lacks = [15 & ~suits for suits in (hearts_diamonds, hearts_diamonds, spades, clubs)]
    fields = {"dealer": 3, "stage": quinto.Stage.PLAY, "turn": 0, "leader": 0, "calls": [quinto.PASS] * 4, "void": lacks}
    return Toy(about, lots, {**fields, "tricks": [5, 5]})


_SPADES_CLUBS: Final = [Lot("6S 7S", {2: 2}), Lot("6C 7C", {3: 2})]
_FIVES: Final = [Lot("5S 7S", {2: 2}), Lot("5C 7C", {3: 2})]
QUINTO_TOYS: Final = {
    "calls-4": _calls("a card each, nothing but the calls", Lot("KH QD 9C 4S", {0: 1, 1: 1, 2: 1, 3: 1})),
    "calls-5": _calls("a card each and one in the cachette", Lot("KH QD 9C 4S 5H", {0: 1, 1: 1, 2: 1, 3: 1, quinto.CACHETTE: 1})),
    "open-2": _tricks("two tricks, no card unknown that matters", [Lot("5H TH 5D KD", {0: 2, 1: 2}), *_SPADES_CLUBS]),
    "tricks-2": _tricks(
        "two tricks, seats 0 and 1 with a choice, one card in the cachette",
        [Lot("5H TH 5D KD AD", {0: 2, 1: 2, quinto.CACHETTE: 1}), *_SPADES_CLUBS],
    ),
    "partners-2": _tricks(
        "the same, and their partners have a five to give",
        [Lot("5H TH 5D KD AD", {0: 2, 1: 2, quinto.CACHETTE: 1}), *_FIVES],
    ),
}


# ---- Piquet: the last tricks


def _last(about: str, lots: Sequence[Lot], **more: Any) -> Toy:
    """Elder, seat 0, leads; who wins more than half of the last tricks wins the cards (P18). Nothing was declared."""
    gone = piquet.HAND - _sizes(lots, 2)[0]
    laid = _laid(piquet.PIQUET, lots, [gone, gone], "JC")
    fields = {"dealer": 1, "stage": piquet.Stage.PLAY, "turn": 0, "leader": 0, "open": 1, "item": piquet.ITEMS}
    won = [gone - gone // 2, gone // 2]
    return Toy(about, lots, {**fields, "tricks": won, "points": won, "trick_points": won, "laid": laid, **more})


PIQUET_TOYS: Final = {
    "open-3": _last("three tricks, all cards known", [Lot("AH KH JH TD 9D QC", {0: 3, 1: 3})]),
    "guess-2": _last(
        "two tricks; which king must younger keep?",
        [Lot("AH", {0: 1}), Lot("KS KD", {1: 2}), Lot("9S 9D", {0: 1, piquet.TALON: 1})],
        shown=_cards("AH", "KS KD"),
    ),
    "tricks-2": _last("two tricks, two cards left in the talon", [Lot("AH KH TD 9D 8D QC", {0: 2, 1: 2, piquet.TALON: 2})]),
    "tricks-3": _last("three tricks, one card left in the talon", [Lot("AH KH JH TD 9D 8D QC", {0: 3, 1: 3, piquet.TALON: 1})]),
}


# ---- Pitch: the last trumps


def _trumps(about: str, lots: Sequence[Lot]) -> Toy:
    """Seat 2 has bid 4 for hearts and has no trumps left; seat 0, his partner, leads. They have the jack, all else is lost."""
    rules, sizes = pitch.PITCH.rules(), _sizes(lots, pitch.MOST_PLAYERS)
    jack, *left = _cards("JH", *(lot.cards for lot in lots))
    lost = pitch.point_cards(rules, HEARTS) & ~jack & ~sum(left)
    fields = {"dealer": 3, "stage": pitch.Stage.PLAY, "turn": 0, "leader": 0, "bid": pitch.BID + 4, "bidder": 2, "partner": 0}
    fields |= {"trump": HEARTS, "trumps": pitch.trumps(rules, HEARTS), "point_cards": pitch.point_cards(rules, HEARTS)}
    kept = {"sure": sizes, "kept": sizes, "threw": [9 - size for size in sizes[:4]] + [0], "out": [int(not size) for size in sizes]}
    return Toy(about, lots, {**fields, **kept, "piles": [jack, lost, 0, 0, 0]})


PITCH_TOYS: Final = {
    "open-3": _trumps("three trumps each of seats 0 and 1, all known", [Lot("AH KH TH 5H 3H 2H", {0: 3, 1: 3})]),
    "trumps-2": _trumps("two trumps each of seats 0 and 1, one of seat 3", [Lot("AH KH TH 5H 3H", {0: 2, 1: 2, 3: 1})]),
    "trumps-3": _trumps("three trumps each of seats 0 and 1, one of seat 3", [Lot("AH KH QH TH 5H 3H 2H", {0: 3, 1: 3, 3: 1})]),
}


# ---- Da San: the last cards


def _cards_left(about: str, lots: Sequence[Lot]) -> Toy:
    """Seat 0 was the opener, is landlord for 1, and leads."""
    left = _sizes(lots, 3)
    fields: dict[str, Any] = {"dealer": 0, "stage": dasan.Stage.PLAY, "turn": 0, "opener": 0, "opening": dasan.FOUR_OF_HEARTS}
    fields |= {"calls": [dasan.BID + 1, dasan.PASS, dasan.PASS, -1], "declined": [1, 1, 1, 0]}
    fields |= {"bid": 1, "bidder": 0, "landlord": 0}
    return Toy(about, lots, {**fields, "laid": [*_laid(dasan.DASAN, lots, [20 - left[0], 16 - left[1], 16 - left[2]], "4H"), 0]})


DASAN_TOYS: Final = {
    "open-3": _cards_left("the landlord's last three cards, no matter who has which", [Lot("5S 5D 9S KS 3S", {0: 3, 1: 1, 2: 1})]),
    "cards-2": _cards_left("two cards of seats 0 and 1, one of seat 2", [Lot("5S 8S 9S KS 3S", {0: 2, 1: 2, 2: 1})]),
    "cards-3": _cards_left("the landlord's last three cards, two of each other", [Lot("5S 5D 8S 9S JS KS 3S", {0: 3, 1: 2, 2: 2})]),
}

TOYS: Final[dict[str, dict[str, Toy]]] = {
    "quinto": QUINTO_TOYS,
    "piquet": PIQUET_TOYS,
    "pitch": PITCH_TOYS,
    "dasan": DASAN_TOYS,
}
