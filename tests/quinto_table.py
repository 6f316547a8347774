"""Quinto positions for tests, in words: a deal is written as four rows, each in the order in which that seat plays its cards.

Column i of the rows is then trick i, whoever leads to it. Cards are words such as `TD` and `X1`; seats are 0..3, sides 0 and 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tefuda.core.cards import WORDS, read, written
from tefuda.core.game import Happening
from tefuda.games import GAMES

QUINTO: Final = GAMES["quinto"]
PACK: Final = WORDS[:53]
PLAIN_CACHETTE: Final = "2H 2D 2C 2S X1"
CALLS: Final = ("pass", "double", "redouble")


class Deal(NamedTuple):
    """Four hands of twelve words each, in the order of play, and the five words of the cachette."""

    hands: list[list[str]]
    cachette: list[str]

    def pack(self, dealer: int, cachette_from: str = "last") -> list[int]:
        """The 53 card numbers in the order in which `dealer` deals them, so that every place gets its cards (Q4)."""
        dealt = [read(self.hands[(dealer + 1 + card % 4) % 4][card // 4]) for card in range(48)]
        cachette = [read(word) for word in self.cachette]
        return cachette + dealt if cachette_from == "first" else dealt + cachette

    def arranged(self, first: str = "", last: str = "") -> "Deal":
        """The same hands with the words of `first` played before all others and those of `last` after all others."""
        return Deal([_arranged(hand, first.split(), last.split()) for hand in self.hands], self.cachette)


class Table:
    """A match in progress, played in words. A refused act fails the test that tried it."""

    def __init__(self, dealer: int = 3, options: Mapping[str, str] | None = None, preset: str | None = None) -> None:
        self.rules: Any = QUINTO.read_rules(options, preset)
        self.state: Any = QUINTO.state()
        QUINTO.kernel.start(self.rules, self.state, dealer)

    @property
    def seat(self) -> int:
        """Whose turn it is, -1 when a deal is due, -2 when the match is over."""
        return QUINTO.kernel.seat(self.rules, self.state)

    @property
    def points(self) -> list[int]:
        """What each side has scored in this deal."""
        return self._score()[0]

    @property
    def totals(self) -> list[int]:
        """What each side has scored in this game."""
        return self._score()[1]

    @property
    def result(self) -> Any:
        """The result of a match that is over: totals, winner and games."""
        return QUINTO.result(self.rules, self.state)

    def deal(self, deal: Deal, dealer: int) -> None:
        """Lays out a deal that `dealer` deals."""
        QUINTO.kernel.deal(self.rules, self.state, deal.pack(dealer, self.rules.cachette_from.name))

    def act(self, words: str) -> list[Happening]:
        """Calls or plays the words one after the other and returns all that happened."""
        return [happening for word in words.split() for happening in self._act(word)]

    def legal(self) -> list[str]:
        """The legal calls or cards in words, in the order in which the game writes them."""
        buffer = [0] * QUINTO.most_legal
        return [say(action) for action in buffer[: QUINTO.kernel.legal(self.rules, self.state, buffer)]]

    def refusal(self, word: str) -> str:
        """The name of the refusal of a call or a card; `none` when it is legal."""
        return QUINTO.refusal_name(QUINTO.kernel.refusal(self.rules, self.state, hear(word)))

    def may(self, seat: int) -> list[list[str]]:
        """For each of the five places the words of the cards that it may hold as `seat` knows it."""
        sets = [0] * QUINTO.places
        QUINTO.kernel.possible(self.rules, self.state, seat, sets)
        return [written(cards) for cards in sets]

    def _score(self) -> tuple[list[int], list[int]]:
        points, totals = [0, 0], [0, 0]
        QUINTO.kernel.score(self.rules, self.state, points, totals)
        return points, totals

    def _act(self, word: str) -> list[Happening]:
        assert self.refusal(word) == "none", f"seat {self.seat} can't play {word}: {self.refusal(word)}"
        before, action = self.state.copy(), hear(word)
        QUINTO.kernel.play(self.rules, self.state, action)
        return QUINTO.happenings(self.rules, before, action, self.state)


def say(action: int) -> str:
    """An action in words."""
    return QUINTO.say(QUINTO.rules(), QUINTO.state(), action)


def hear(words: str) -> int:
    """The action that words name."""
    return QUINTO.hear(QUINTO.rules(), QUINTO.state(), words)


class Course:
    """A table at which one deal runs its course, column by column."""

    def __init__(self, table: Table, deal: Deal, dealer: int = 3, calls: str = "pass pass pass pass") -> None:
        self.table, self.deal, self.column = table, deal, 0
        table.deal(deal, dealer)
        table.act(calls)

    def tricks(self, number: int) -> list[Happening]:
        """Plays the next columns of the deal; stops early only if the deal does."""
        happened: list[Happening] = []
        for hands in self._columns(number):
            for _ in range(4):
                happened += self.table.act(hands[self.table.seat])
        return happened

    def _columns(self, number: int) -> Iterator[tuple[str, ...]]:
        columns = list(zip(*self.deal.hands, strict=True))[self.column : self.column + number]
        self.column += number
        for column in columns:
            if self.table.seat < 0:
                return
            yield column


def written_deal(rows: Sequence[str], cachette: str) -> Deal:
    """The deal of four written rows, seat 0 first, and a written cachette."""
    return Deal([row.split() for row in rows], cachette.split())


def four_suits(winner: int = 0, cachette: str = PLAIN_CACHETTE) -> Deal:
    """One suit a hand, from the ace down: hearts at `winner`, then clockwise diamonds, clubs and spades.

    In the order hdcs the seat `winner` takes every trick. Suits whose cards lie in the cachette are filled up
    with what other suits have too many, at the end of the row. The cachette needs a heart, so that nobody else must follow hearts.
    """
    left = [word for word in PACK if word not in cachette.split()]
    rows = [[word for word in reversed(left) if word[1] == suit] for suit in "HDCS"]
    spare = [word for row in rows for word in row[12:]] + [word for word in left if word == "X1"]
    hands = [row[:12] + [spare.pop() for _ in range(12 - len(row))] for row in rows]
    return Deal([hands[(seat - winner) % 4] for seat in range(4)], cachette.split())


def shared(leader: int = 0) -> Deal:
    """The leader takes six tricks with hearts; its spade then falls to the next seat, which takes six tricks and the cachette.

    In the order hdcs the leader's side makes quints of 45 (5D, 5C, 5H), the other side 30 (5S, and the Joker in the cachette).
    Nothing in the last column is a quint. With seat 0 leading, side 0 has 30 plain trick points and side 1 has 35.
    """
    rows = (
        "AH KH QH JH TH 9H AS KS QS JS TS 9S",
        "8H 7H 6H 5H 4H 3H AD KD QD JD TD 9D",
        "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        "3D 4D 5D 6D 7D 8D 3S 4S 5S 6S 7S 8S",
    )
    return written_deal([rows[(seat - leader) % 4] for seat in range(4)], PLAIN_CACHETTE)


def last_trick_lost() -> Deal:
    """Seat 0 takes eleven tricks with hearts, then leads its only spade to seat 1, which takes trick 12 and the cachette.

    The cachette holds the Joker and the pair 2H 3H, 45 points in the order hdcs; nothing in the last column is a quint.
    """
    rows = (
        "AH KH QH JH TH 9H 8H 7H 6H 5H 4H AS",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D",
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C",
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    )
    return written_deal(rows, "2H 3H 2D 2C X1")


def one_trick(cards: str, leader: int = 0) -> Deal:
    """A deal whose first trick can be these four cards in the order of play: who does not follow suit has none of it.

    The rest of the pack fills the hands; its suit to follow goes only to those who follow and to the cachette.
    """
    words = cards.split()
    led = next(word[1] for word in words if word != "X1")
    places = [[word] for word in words] + [[]]
    room = [12, 12, 12, 12, 5]
    follows = [place for place in range(5) if place == 4 or words[place][1] == led or words[place] == "X1"]
    left = sorted((word for word in PACK if word not in words), key=lambda word: word[1] != led)
    for word in left:
        _put(word, places, room, follows if word[1] == led else range(5))
    return Deal([places[(seat - leader) % 4] for seat in range(4)], places[4])


def trick_played(cards: str, leader: int = 0, suit_order: str = "hdcs") -> tuple[Table, list[Happening]]:
    """A table at which these four cards, in the order of play, were the first trick; and what happened in it."""
    table = Table((leader + 3) % 4, {"suit_order": suit_order})
    table.deal(one_trick(cards, leader), (leader + 3) % 4)
    table.act("pass pass pass pass")
    return table, table.act(cards)


def _put(word: str, places: list[list[str]], room: Sequence[int], allowed: Iterable[int]) -> None:
    roomiest = max(allowed, key=lambda place: room[place] - len(places[place]))
    assert len(places[roomiest]) < room[roomiest], f"no room for {word}"
    places[roomiest].append(word)


def _arranged(hand: list[str], first: list[str], last: list[str]) -> list[str]:
    middle = [word for word in hand if word not in first and word not in last]
    return [word for word in first if word in hand] + middle + [word for word in last if word in hand]
