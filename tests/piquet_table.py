"""Piquet positions for tests, in words: hands are written as card words, acts as one text with commas between them.

A piece of that text that holds only card words is as many acts: `"point S, good, AS 7S"` is two declarations and a trick. Seats are
not written, the acts are those of whoever is to act. Seat 1 deals unless a test says otherwise, so seat 0 is elder and all
pairs of points read (elder, younger).
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from tefuda.core.cards import read, written
from tefuda.core.game import Happening
from tefuda.games.piquet import PIQUET
from tefuda.play.errors import RefusedAct
from tefuda.play.table import Table

RANKS: Final = "AKQJT987"
SUITS: Final = "SHDC"
PACK: Final = [rank + suit for suit in SUITS for rank in RANKS]
PIPS: Final = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
SEQUENCES: Final = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
KINDS: Final = ("point", "sequence", "set")
TALON: Final = 2  # the place of the talon; the hands are 0 and 1
LAID: Final = (3, 4)  # the places of what each seat has laid away
NOTHING: Final = "no point, no point, no sequence, no sequence, no set, no set"


class Deal(NamedTuple):
    """Twelve words for each hand as dealt, and the eight words of the talon, top card first."""

    elder: list[str]
    younger: list[str]
    talon: list[str]

    def pack(self) -> list[int]:
        """The 32 card numbers in the order in which they are dealt: two at a time, elder first (P3)."""
        pairs = [hand[at : at + 2] for at in range(0, 12, 2) for hand in (self.elder, self.younger)]
        return [read(word) for pair in [*pairs, self.talon] for word in pair]


class Exchange(NamedTuple):
    """A deal, and the acts of an exchange after which the hands are those that were wanted."""

    deal: Deal
    acts: str


def dealt(elder: str = "", younger: str = "", talon: str = "") -> Deal:
    """The deal with these cards as far as they are written; the rest of the pack fills the places, kings first."""
    places = [elder.split(), younger.split(), talon.split()]
    left = _others(word for place in places for word in place)
    for place, size in zip(places, (12, 12, 8), strict=True):
        while len(place) < size:
            place.append(left.pop(0))
    return Deal(*places)


def exchanged(elder: str, younger: str, changes: tuple[int, int] = (1, 0)) -> Exchange:
    """A deal and an exchange that leave these hands; each draws as many cards as `changes` says, the last of his words.

    Kings, queens and jacks that neither ends up with are laid away first, so that nobody is dealt a carte blanche by chance.
    """
    hands, left = [elder.split(), younger.split()], _others([*elder.split(), *younger.split()])
    laid = [left[: changes[0]], left[changes[0] : sum(changes)]]
    drawn = [hand[12 - number :] for hand, number in zip(hands, changes, strict=True)]
    before = [hand[: 12 - number] + away for hand, number, away in zip(hands, changes, laid, strict=True)]
    acts = ", ".join([f"discard {word}" for word in laid[0]] + ["draw"] + [f"discard {word}" for word in laid[1]] + ["draw"])
    return Exchange(Deal(before[0], before[1], drawn[0] + drawn[1] + left[sum(changes) :]), acts)


def filled(elder: str, younger: str, by: int = 1) -> tuple[str, str]:
    """Both hands made up to twelve cards, in turns, kings first, with no further card of a suit that they name (`by` 0: of a rank).

    At least eight cards stay outside, so both hands can be exchanged for.
    """
    hands = [elder.split(), younger.split()]
    named = [{word[by] for word in hand} for hand in hands]
    left = _others([*hands[0], *hands[1]])
    while any(len(hand) < 12 for hand in hands):
        role = 0 if len(hands[0]) < 12 and (len(hands[0]) <= len(hands[1]) or len(hands[1]) == 12) else 1
        word = next(word for word in left if word[by] not in named[role])
        hands[role].append(word)
        left.remove(word)
    return " ".join(hands[0]), " ".join(hands[1])


class Course(NamedTuple):
    """A whole deal: the hands after the exchange, and all acts from the declarations on."""

    elder: str
    younger: str
    acts: str


class Match:
    """A match under the referee, played in words. A refused act fails the test that tried it."""

    def __init__(self, options: Mapping[str, Any] | None = None, preset: str | None = None, dealer: int = 1) -> None:
        self.table = Table(PIQUET, PIQUET.read_rules(options, preset), dealer=dealer)

    @property
    def turn(self) -> int:
        """Whose turn it is, -1 when a deal is due, -2 when the match is over."""
        return self.table.turn

    @property
    def legal(self) -> set[str]:
        """The legal acts in words."""
        return set(self.table.legal)

    @property
    def points(self) -> list[int]:
        """What each seat has scored in this deal."""
        return self.table.points[0]

    @property
    def totals(self) -> list[int]:
        """The totals that were written down after the last deal that is over."""
        return self.table.deals[-1].totals or []

    @property
    def result(self) -> Any:
        """The result in the record, None while the match goes on."""
        return self.table.record.result

    def deal(self, deal: Deal, totals: tuple[int, int] | None = None) -> None:
        """Lays out the next deal; `totals` are set as what the seats had before it."""
        self.table.deal(deal.pack())
        if totals is not None:
            self.table.state.totals[:] = totals

    def act(self, text: str) -> list[Happening]:
        """Does these acts one after the other and returns all that happened."""
        return [each for words in pieces(text) for each in self.table.act(self.turn, words)]

    def exchange(self, elder: str, younger: str, changes: tuple[int, int] = (1, 0), totals: tuple[int, int] | None = None) -> None:
        """Deals and exchanges so that these are the hands and elder is to declare his point."""
        exchange = exchanged(elder, younger, changes)
        self.deal(exchange.deal, totals)
        self.act(exchange.acts)

    def play(self, course: Course, changes: tuple[int, int] = (1, 0), totals: tuple[int, int] | None = None) -> list[Happening]:
        """Plays a whole deal and returns all that happened after the exchange."""
        self.exchange(course.elder, course.younger, changes, totals)
        return self.act(course.acts)

    def refused(self, words: str) -> str:
        """The clause on which the referee refuses the act."""
        try:
            self.table.act(self.turn, words)
        except RefusedAct as error:
            return error.clause
        raise AssertionError(f"'{words}' was accepted")

    def hand(self, seat: int) -> set[str]:
        """The cards that a seat holds."""
        return set(written(self.table.state.hands[seat]))

    def may(self, viewer: int) -> list[set[str]]:
        """For each place the cards that it may hold as far as the view of `viewer` tells; none for an empty place."""
        sets, view = [0] * PIQUET.places, self.table.view(viewer)
        PIQUET.kernel.possible(self.table.rules, view, viewer, sets)
        return [set(written(cards)) if size else set() for cards, size in zip(sets, view.sizes, strict=True)]

    def heard(self, words: str, listener: int) -> tuple[str, list[Happening]]:
        """Does one act and returns what `listener` hears of it."""
        before = self.table.state.copy()
        action = self.table.play(self.turn, words)
        heard = PIQUET.told(self.table.rules, before, action, self.table.state, listener)
        return heard.words, heard.happenings

    def sure(self, viewer: int, place: int) -> set[str]:
        """The cards that `viewer` knows to be in the place: they may be there and nowhere else."""
        may = self.may(viewer)
        return may[place].difference(*(cards for other, cards in enumerate(may) if other != place))


def pieces(text: str) -> list[str]:
    """The acts of a text: what stands between commas, with card words as acts of their own."""
    acts: list[str] = []
    for piece in filter(None, (part.strip() for part in text.split(","))):
        words = piece.split()
        acts += words if set(words) <= set(PACK) else [piece]
    return acts


class Sheet:
    """The same deal on paper: it follows the acts and tells, from the clauses alone, who is to act, what is legal, what it scores.

    `turn` is 0 for elder, 1 for younger, -1 when the deal is over; `points` are theirs in this order, on top of `before`.
    `options` holds every house rule by name, as a record writes it.
    """

    def __init__(self, deal: Deal, options: Mapping[str, Any], before: tuple[int, int] = (0, 0)) -> None:
        self.options, self.before = options, before
        self.hands, self.talon = [list(deal.elder), list(deal.younger)], list(deal.talon)
        self.points, self.tricks, self.bonus, self.kind = [0, 0], [0, 0], False, -1
        self.laid, self.spoken, self.left, self.led = 0, "", list[str](), ""
        blank = [role for role in (0, 1) if not any(word[0] in "KQJ" for word in self.hands[role])]
        assert len(blank) < 2  # P4
        self.phase, self.turn = ("carte", blank[0]) if blank else ("exchange", 0)

    def legal(self) -> set[str]:
        """The acts that the clauses allow, in words."""
        legal: set[str] = getattr(self, f"_legal_{self.phase}")() if self.turn >= 0 else set()
        return legal

    def act(self, words: str) -> None:
        """Follows one act."""
        assert words in self.legal(), words
        getattr(self, f"_act_{self.phase}")(words)

    def _legal_carte(self) -> set[str]:
        return {"carte", "no carte"}

    def _act_carte(self, words: str) -> None:
        self.phase, role, self.turn = "exchange", self.turn, 0
        self._score(role, 10 if words == "carte" else 0)

    def _legal_exchange(self) -> set[str]:
        least, most = (1, 5) if self.turn == 0 else (self.options["younger_min"], len(self.talon))
        discards = {f"discard {word}" for word in self.hands[self.turn]} if self.laid < most else set()
        return discards | ({"draw"} if self.laid >= least else set())

    def _act_exchange(self, words: str) -> None:
        if words != "draw":
            self.hands[self.turn].remove(words.split()[1])
            self.laid += 1
            return
        self.hands[self.turn] += self.talon[: self.laid]
        self.talon, self.laid = self.talon[self.laid :], 0
        self.turn += 1
        if self.turn == 2:
            self._next_kind()

    def _next_kind(self) -> None:
        """Looks at the repique (P15) and goes on to the next kind of declaration, or to the play."""
        for role in (0, 1):
            if self.kind >= 0 and self.points[role] >= 30 and self.points[1 - role] == 0:
                self._bonus(role, 60)
        self.kind, self.spoken, self.left = self.kind + 1, "", []
        if self.turn >= 0:
            self.turn, self.phase = 0, ("declare" if self.kind < 3 else "play")

    def _legal_declare(self) -> set[str]:
        if self.left:
            return {f"also {words}" for words in self.left} | {"done"}
        kind, held = KINDS[self.kind], holdings(self.hands[self.turn])
        own = {words: worth for words, worth in held.items() if words.startswith(kind)}
        if self.turn == 0 or self.spoken.startswith("no "):
            return {*own, f"no {kind}"}
        return {words for words, worth in own.items() if worth >= self._worth(0, self.spoken)} | {"good"}

    def _act_declare(self, words: str) -> None:
        if words == "done":
            self._next_kind()
        elif words.startswith("also "):
            self.left.remove(words.removeprefix("also "))
            self._score(self.turn, self._count(self.turn, words.removeprefix("also ")))
            if not self.left:
                self._next_kind()
        elif self.turn == 0:
            self.spoken, self.turn = words, 1
        else:
            self._decide(words)

    def _decide(self, answer: str) -> None:
        """Scores what is good, and lets its owner show the rest of the kind (P11 to P14)."""
        if answer == "good":
            self._win(0, self.spoken)
        elif not answer.startswith("no ") and (
            self.spoken.startswith("no ") or self._worth(1, answer) > self._worth(0, self.spoken)
        ):
            self._win(1, answer)
        else:
            self._next_kind()

    def _win(self, role: int, shown: str) -> None:
        kind = KINDS[self.kind]
        if kind != "point":
            self.left = [words for words in holdings(self.hands[role]) if words.startswith(kind) and words != shown]
        self.turn = role
        self._score(role, self._count(role, shown))
        if not self.left:
            self._next_kind()

    def _worth(self, role: int, words: str) -> tuple[int, int]:
        return holdings(self.hands[role])[words]

    def _count(self, role: int, words: str) -> int:
        """What a good declaration scores."""
        kind, *rest = words.split()
        if kind == "sequence":
            return SEQUENCES[int(rest[1])]
        if kind == "set":
            return 14 if rest[1] == "4" else 3
        less = self.options["point_four_less"] and self._worth(role, words)[0] in (34, 44, 54, 64)
        return sum(word[1] == rest[0] for word in self.hands[role]) - (1 if less else 0)

    def _legal_play(self) -> set[str]:
        hand = self.hands[self.turn]
        return {word for word in hand if self.led and word[1] == self.led[1]} or set(hand)

    def _act_play(self, word: str) -> None:
        role, self.turn = self.turn, 1 - self.turn
        self.hands[role].remove(word)
        if not self.led:
            self.led = word
            self._trick_point(role, 1 if word[0] not in "987" else self.options["leads_789"])
        else:
            beats = word[1] == self.led[1] and RANKS.index(word[0]) < RANKS.index(self.led[0])
            self._end_trick(role if beats else 1 - role, 1 if beats else 0)

    def _end_trick(self, winner: int, point: int) -> None:
        self.led = ""
        self.tricks[winner] += 1
        if self.turn >= 0:
            self.turn = winner
        self._trick_point(winner, point)
        if sum(self.tricks) == 12:
            self._trick_point(winner, self.options["last_trick_bonus"])
            most = 0 if self.tricks[0] > self.tricks[1] else 1
            self._score(most, {6: 0, 12: 40}.get(self.tricks[most], 10))
            self.turn = -1

    def _trick_point(self, role: int, point: int) -> None:
        self._score(role, point)
        if self.points[role] >= self.options["pique_threshold"] and self.points[1 - role] == 0:
            self._bonus(role, 30)

    def _bonus(self, role: int, points: int) -> None:
        """The repique or the pique, once a deal (PA9) and never after the game is won."""
        if not self.bonus and self.turn >= 0:
            self.bonus = True
            self._score(role, points)

    def _score(self, role: int, points: int) -> None:
        """Writes points down unless the game is over; in `au_cent` a total of 100 ends it."""
        if self.turn < 0:
            return
        self.points[role] += points
        if points and self.options["match"] == "au_cent" and self.before[role] + self.points[role] >= 100:
            self.turn = -1


def holdings(hand: Iterable[str]) -> dict[str, tuple[int, int]]:
    """All that a hand may declare, in the words of the acts, with what it is compared by (P12, P13, P14)."""
    words = set(hand)
    suits = {suit: sum(PIPS[word[0]] for word in words if word[1] == suit) for suit in SUITS}
    points = {f"point {suit}": (value, 0) for suit, value in suits.items() if value}
    ranks = {rank: sum(word[0] == rank for word in words) for rank in "AKQJT"}
    sets = {f"set {rank} {number}": (number, -RANKS.index(rank)) for rank, number in ranks.items() if number >= 3}
    return {**points, **{name: worth for suit in SUITS for name, worth in _runs(words, suit).items()}, **sets}


def _runs(words: set[str], suit: str) -> dict[str, tuple[int, int]]:
    """The whole sequences of a suit."""
    marks = "".join(rank if rank + suit in words else " " for rank in RANKS)
    return {f"sequence {run[0]}{suit} {len(run)}": (len(run), -RANKS.index(run[0])) for run in marks.split() if len(run) >= 3}


def _others(words: Iterable[str]) -> list[str]:
    """The cards of the pack that are not among these: kings, queens and jacks first, then aces, tens and so on."""
    taken = list(words)
    assert len(taken) == len(set(taken)), f"a card stands twice in {taken}"
    return sorted((word for word in PACK if word not in taken), key=lambda word: "KQJAT987".index(word[0]))
