"""Cards as whole numbers, sets of cards as the bits of one whole number.

Card `13 * suit + rank`, suits S H D C = 0..3, ranks from the two (0) to the ace (12); the jokers X1 and X2 are 52 and 53.
A set of cards has bit `c` for card `c`: at most 62 bits, so plain and compiled arithmetic agree.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tefuda.core.rule import rule

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
SUIT_SIZE: Final = 13
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
JOKER: Final = 52
LOW_JOKER: Final = 53
NO_CARD: Final = -1
NO_SUIT: Final = -1
SUIT: Final = (1 << SUIT_SIZE) - 1  # the spades; shift by 13 for each further suit
FULL_PACK: Final = (1 << 52) - 1

WORDS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "X1", "X2")
_NUMBERS: Final = {word: number for number, word in enumerate(WORDS)}


@rule
def suit_of(card: int) -> int:
    """The suit of a card that isn't a joker: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card // 13


@rule
def rank_of(card: int) -> int:
    """The rank of a card that isn't a joker: 0 for the two ... 12 for the ace."""
    return card % 13


@rule
def suit_cards(suit: int) -> int:
    """The thirteen cards of a suit, as a set."""
    return SUIT << (13 * suit)


@rule
def holds(cards: int, card: int) -> bool:
    """Whether the set has the card."""
    return (cards >> card) & 1 == 1


@rule
def lowest(cards: int) -> int:
    """The card with the lowest number in a set that is not empty."""
    return (cards & -cards).bit_length() - 1


@rule
def highest(cards: int) -> int:
    """The card with the highest number in a set, -1 if it is empty."""
    return cards.bit_length() - 1


@rule
def count(cards: int) -> int:
    """How many cards the set has."""
    return cards.bit_count()


def members(cards: int) -> Iterator[int]:
    """The cards of a set, lowest number first."""
    while cards:
        yield lowest(cards)
        cards &= cards - 1


def set_of(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def written(cards: int) -> list[str]:
    """The cards of a set in words, suits S H D C, from the ace down, jokers last."""
    return [WORDS[card] for card in sorted(members(cards), key=_writing_order)]


def read(word: str) -> int:
    """The number of the card that a word such as `TD` or `X1` names. Raises KeyError for any other word."""
    return _NUMBERS[word]


def _writing_order(card: int) -> tuple[int, int]:
    return (card // SUIT_SIZE, -card if card < JOKER else card)
