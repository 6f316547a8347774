"""Da San positions for tests, in words: hands are written as card words, acts as one text with commas between them.

A piece of that text that holds only card words is a play: `"bid 1, pass, pass, 4H 5S 6D, pass"`. Seats are not written, the acts
are those of whoever is to act, and `pass*3` is three passes. Suits don't matter in play, so which card of a rank leaves a hand is
left to the game. Seat 0 is temporary dealer of the first deal unless a test says otherwise.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from tefuda.core.cards import WORDS, read, written
from tefuda.core.game import Happening
from tefuda.games.dasan import DASAN
from tefuda.play.errors import ActError
from tefuda.play.table import Table

ORDER: Final = "456789TJQKA23"  # W2, low to high
RUN_RANKS: Final = "456789TJQK"  # W14: what runs are made of
PACK: Final = WORDS[:52]
NOBODY: Final = -1
HAND_SIZES: Final = {"off": 16, "called_partner": 13, "one_vs_three": 12}
HOLE_SIZES: Final = {"off": 4, "called_partner": 0, "one_vs_three": 4}

# The pair run from 4 to K, in the hand of the landlord and the four cards of the hole: he plays it and is out.
SWEEP: Final = "4S 4D 5S 5D 6S 6D 7S 7D 8S 8D 9S 9D TS TD JS JD"
SWEEP_HOLE: Final = "QS QD KS KD"
SWEEP_PLAY: Final = f"{SWEEP} {SWEEP_HOLE}"


class Combination(NamedTuple):
    """What a set of cards is: so many cards of each of so many ranks in a row, up to the top rank (an index into ORDER)."""

    width: int
    length: int
    top: int


class Deal(NamedTuple):
    """The hands, seat 0 first, and the hole, in words."""

    hands: list[list[str]]
    hole: list[str]

    def pack(self, dealer: int) -> list[int]:
        """The 52 card numbers in the order in which they are dealt: one at a time from the temporary dealer himself (W4)."""
        seats, size = len(self.hands), len(self.hands[0])
        dealt = [self.hands[(dealer + turn) % seats][row] for row in range(size) for turn in range(seats)]
        return [read(word) for word in dealt + self.hole]


def dealt(hands: Sequence[str] = (), hole: str = "", four_player: str = "off") -> Deal:
    """The deal with these cards as far as they are written; the rest of the pack fills the places.

    The four of hearts goes to the first hand that has room, so seat 0 is opener where nothing else is written; high cards go next.
    """
    seats = 3 if four_player == "off" else 4
    places = [hand.split() for hand in hands] + [[] for _ in range(seats - len(hands))] + [hole.split()]
    sizes = [HAND_SIZES[four_player]] * seats + [HOLE_SIZES[four_player]]
    given = {word for place in places for word in place}
    assert len(given) == sum(map(len, places)), "a card is written twice"
    left = sorted(set(PACK) - given, key=lambda word: (word != "4H", -ORDER.index(word[0]), word[1]))
    for place, size in zip(places, sizes, strict=True):
        assert len(place) <= size, f"too many cards: {place}"
        place += [left.pop(0) for _ in range(size - len(place))]
    return Deal(places[:-1], places[-1])


def kind(cards: Iterable[str]) -> Combination | None:
    """What the cards are together, None if they may not be played together (W14, WA6, WA8)."""
    ranks = Counter(ORDER.index(word[0]) for word in cards)
    if len(set(ranks.values())) != 1:
        return None
    width, length, top = next(iter(ranks.values())), len(ranks), max(ranks)
    if length == 1:
        return Combination(width, 1, top)
    in_a_row = top - min(ranks) == length - 1 and ORDER[top] in RUN_RANKS
    return Combination(width, length, top) if length >= 3 and in_a_row else None


def by_counting(hand: Iterable[str]) -> set[Combination]:
    """All combinations that a hand holds, found by counting its ranks."""
    held = Counter(ORDER.index(word[0]) for word in hand)
    found = {Combination(width, 1, rank) for rank, number in held.items() for width in range(1, number + 1)}
    for width, low, top in product(range(1, 5), range(10), range(10)):
        if top - low >= 2 and all(held[rank] >= width for rank in range(low, top + 1)):
            found.add(Combination(width, top - low + 1, top))
    return found


def by_trying(hand: Sequence[str]) -> set[Combination]:
    """All combinations that a hand holds, found by trying every subset of its cards."""
    subsets = ([word for at, word in enumerate(hand) if bits >> at & 1] for bits in range(1, 1 << len(hand)))
    return {combination for cards in subsets if (combination := kind(cards))}


def digs(hand: Iterable[str], alone: bool) -> bool:
    """Whether a hand must bid the highest number with the option must_dig; `alone` in the game of one against three (WA5)."""
    held = set(hand)
    threes, twos = (sum(word[0] == rank for word in held) for rank in "32")
    return threes >= 3 or (threes == 2 and ("4H" in held if alone else twos >= 2))


def pieces(text: str) -> list[str]:
    """The acts of a text, in the words of a record."""
    acts: list[str] = []
    for piece in filter(None, (part.strip() for part in text.split(","))):
        words, _, times = piece.partition("*")
        acts += [f"play {words}" if words.split()[0] in PACK else words] * int(times or 1)
    return acts


def meaning(words: str) -> str | Combination:
    """An act without the suits that don't matter: a play is its combination, anything else stays as it is."""
    if not words.startswith("play "):
        return words
    combination = kind(words.split()[1:])
    assert combination, words
    return combination


class Match:
    """A match under the referee, played in words. A refused act fails the test that tried it."""

    def __init__(self, options: Mapping[str, Any] | None = None, preset: str | None = None, dealer: int = 0) -> None:
        self.table = Table(DASAN, DASAN.read_rules(options, preset), dealer=dealer)
        self.options: dict[str, Any] = DASAN.write_rules(self.table.rules)
        self.dealer = dealer
        self.happened: list[Happening] = []

    @property
    def turn(self) -> int:
        """Whose turn it is, -1 when a deal is due, -2 when the match is over."""
        return self.table.turn

    @property
    def legal(self) -> set[str]:
        """The legal acts in words."""
        return set(self.table.legal)

    @property
    def plays(self) -> set[str | Combination]:
        """The legal acts without the suits that don't matter."""
        return {meaning(words) for words in self.table.legal}

    @property
    def points(self) -> list[int]:
        """The payments of this deal."""
        return self.table.points[0]

    @property
    def totals(self) -> list[int]:
        """The sums of all payments."""
        return self.table.points[1]

    @property
    def result(self) -> Any:
        """The result in the record, None while the match goes on."""
        return self.table.record.result

    def deal(self, hands: Sequence[str] = (), hole: str = "", totals: Sequence[int] | None = None) -> Deal:
        """Lays out the next deal; `totals` are set as what the seats had before it."""
        deal = dealt(hands, hole, self.options["four_player"])
        self.lay_out(deal)
        if totals is not None:
            self.table.state.totals[: len(totals)] = totals
        return deal

    def lay_out(self, deal: Deal) -> None:
        """Lays out this deal as the next one. What happens in it is collected in `happened`."""
        self.happened = []
        self.table.deal(deal.pack(self.dealer))

    def act(self, text: str) -> list[int]:
        """Does these acts one after the other and returns the seats that did them."""
        return [self.say(words) for words in pieces(text)]

    def say(self, words: str) -> int:
        """Does one act and returns the seat that did it. Who ends a deal is the next temporary dealer (W5).

        A card that has left the hand stands for another of its rank.
        """
        seat = self.turn
        self.happened += self.table.act(seat, self._held(words))
        if self.turn < 0:
            self.dealer = seat
        return seat

    def _held(self, words: str) -> str:
        cards, hand = words.split()[1:], self.hand(self.turn)
        if not words.startswith("play ") or not set(cards) <= set(PACK):
            return words
        spare = sorted(hand - set(cards))
        for at, word in enumerate(cards):
            if word not in hand and (others := [each for each in spare if each[0] == word[0]]):
                spare.remove(others[0])
                cards[at] = others[0]
        return f"play {' '.join(cards)}"

    def refused(self, text: str) -> str:
        """The clause on which the act is refused; empty where the words name no act. Nothing may have changed."""
        before, (words,) = self.table.state.copy(), pieces(text)
        try:
            self.table.act(self.turn, words)
        except ActError as error:
            assert self.table.state == before
            return error.clause
        raise AssertionError(f"'{words}' was accepted")

    def hand(self, seat: int) -> set[str]:
        """The cards that a seat holds."""
        return set(written(self.table.state.hands[seat]))

    def ranks(self, seat: int) -> str:
        """The ranks of the cards that a seat holds, low to high."""
        return "".join(sorted((word[0] for word in self.hand(seat)), key=ORDER.index))

    def may(self, viewer: int) -> list[set[str]]:
        """For each place the cards that it may hold as far as the view of `viewer` tells; none for an empty place."""
        sets, view = [0] * DASAN.places, self.table.view(viewer)
        DASAN.kernel.possible(self.table.rules, view, viewer, sets)
        return [set(written(cards)) if size else set() for cards, size in zip(sets, view.sizes, strict=True)]

    def sure(self, viewer: int, place: int) -> set[str]:
        """The cards that `viewer` knows to be in the place: they may be there and nowhere else."""
        may = self.may(viewer)
        return may[place].difference(*(cards for other, cards in enumerate(may) if other != place))


def started(hands: Sequence[str] = (), hole: str = "", acts: str = "", options: Mapping[str, Any] | None = None) -> Match:
    """A match whose first deal is laid out, with these acts done."""
    match = Match(options)
    match.deal(hands, hole)
    match.act(acts)
    return match


def swept(match: Match, landlord: int, bid: int = 3, totals: Sequence[int] | None = None) -> None:
    """Plays a deal for three in which `landlord` bids over the opener's 1 and is out at once: twice the bid, 2 or 3, for him."""
    hands = [""] * 3
    hands[landlord], hands[(landlord + 2) % 3] = SWEEP, "4H"
    match.deal(hands, SWEEP_HOLE, totals)
    match.act("bid 1, bid 3" if bid == 3 else f"bid 1, bid {bid}, pass, pass")
    match.act(SWEEP_PLAY)


def dug(match: Match, landlord: int, wins: bool = True, totals: Sequence[int] | None = None) -> None:
    """Plays a deal for four in which `landlord` bids 3 at once and calls 2S, of the seat opposite: he and it win 3, or lose 3.

    Needs the options called_partner and at_least_1. A 3 takes the first round, the run from 4 to K the second, a pair ends it.
    """
    hands = ["", "", "", ""]
    hands[landlord], hands[(landlord + 2) % 4] = "4H", "2S"
    winner = landlord if wins else (landlord + 1) % 4
    hands[winner] += f" 3S {'' if wins else '4S'} 5S 6S 7S 8S 9S TS JS QS KS AS AD"
    match.deal(hands, totals=totals)
    match.act("bid 3, call 2S")
    match.act("3S, pass*3, 4H 5S 6S 7S 8S 9S TS JS QS KS" if wins else "4H, 3S, pass*3, 4S 5S 6S 7S 8S 9S TS JS QS KS")
    match.act("pass*3, AS AD")


class Sheet:
    """The same deal on paper: it follows the acts and says, from the clauses alone, who is to act, what is legal and what it pays.

    `turn` is NOBODY when the deal is over; `points` are then the payments. `options` holds every house rule by name, as a record
    writes it.
    """

    def __init__(self, deal: Deal, options: Mapping[str, Any]) -> None:
        self.options, self.hole = options, list(deal.hole)
        self.hands, self.seats = [list(hand) for hand in deal.hands], len(deal.hands)
        self.opener = min(range(self.seats), key=lambda seat: _lowest_heart(self.hands[seat]))  # W6, WA12
        self.phase, self.turn = "auction", self.opener
        self.bid, self.landlord, self.passes, self.spoken = 0, NOBODY, 0, 0
        self.passed: set[int] = set()
        self.called, self.partner = "", NOBODY
        self.best: Combination | None = None  # what the next play of this round has to beat
        self.points = [0] * self.seats

    @property
    def alone(self) -> bool:
        """Whether four play one against three."""
        return bool(self.options["four_player"] == "one_vs_three")

    def legal(self) -> set[str | Combination]:
        """The acts that the clauses allow, without suits that don't matter."""
        legal: set[str | Combination] = getattr(self, f"_legal_{self.phase}")()
        return legal

    def act(self, words: str) -> None:
        """Follows one act."""
        assert meaning(words) in self.legal(), words
        getattr(self, f"_act_{self.phase}")(words)

    def _legal_auction(self) -> set[str | Combination]:
        highest = 4 if self.alone else 3
        if self.options["must_dig"] and digs(self.hands[self.turn], self.alone):
            return {f"bid {highest}"}
        raises: set[str | Combination] = {f"bid {number}" for number in range(self.bid + 1, highest + 1)}
        if self.bid == 0 and not self.alone:
            return {"bid 1"} if self.options["opener_bid"] == "exactly_1" else raises
        out = not self.options["rebid"] and self.turn in self.passed and not self.alone
        return {"pass"} if out else {"pass", *raises}

    def _act_auction(self, words: str) -> None:
        self.spoken += 1
        if words == "pass":
            self.passes += 1
            self.passed.add(self.turn)
        else:
            self.bid, self.landlord, self.passes = int(words.split()[1]), self.turn, 0
        self.turn = (self.turn + 1) % self.seats
        if self.bid == 4 or (self.spoken == 4 if self.alone else self.bid == 3 or self.passes == self.seats - 1):
            self._close_auction()

    def _close_auction(self) -> None:
        if self.landlord == NOBODY:
            self.bid, self.landlord = 1, self.opener
        self.hands[self.landlord] += self.hole
        self.phase, self.turn = "call", self.landlord
        if self.options["four_player"] != "called_partner":
            self._open_play()

    def _legal_call(self) -> set[str | Combination]:
        return {f"call {word}" for word in PACK if word not in self.hands[self.landlord]}

    def _act_call(self, words: str) -> None:
        self.called = words.split()[1]
        self.partner = next(seat for seat, hand in enumerate(self.hands) if self.called in hand)
        self._open_play()

    def _open_play(self) -> None:
        self.phase, self.passes = "play", 0
        self.turn = self.opener if self.options["first_lead"] == "opener" else self.landlord

    def _legal_play(self) -> set[str | Combination]:
        held = by_counting(self.hands[self.turn])
        if self.best is None:
            return set(held)
        return {"pass"} | {each for each in held if each[:2] == self.best[:2] and each.top > self.best.top}

    def _act_play(self, words: str) -> None:
        seat, self.turn = self.turn, (self.turn + 1) % self.seats
        if words == "pass":
            self.passes += 1
            self.best = None if self.passes == self.seats - 1 else self.best
            return
        for word in words.split()[1:]:
            self.hands[seat].remove(word)
        self.best, self.passes = kind(words.split()[1:]), 0
        if not self.hands[seat]:
            self._pay(seat)

    def _pay(self, out: int) -> None:
        """Each opponent pays or gets the bid (W16); bidder and partner win or lose it together."""
        side = {self.landlord, self.partner} - {NOBODY}
        won = self.bid if out in side else -self.bid
        self.points = [won if seat in side else -won for seat in range(self.seats)]
        if len(side) == 1:
            self.points[self.landlord] = won * (self.seats - 1)
        self.phase, self.turn = "over", NOBODY


def _lowest_heart(hand: Iterable[str]) -> int:
    return min((ORDER.index(word[0]) for word in hand if word[1] == "H"), default=len(ORDER))


def followed(match: Match, deal: Deal, choose: Callable[[list[str]], str]) -> Sheet:
    """Plays a deal as `choose` picks from the legal acts, at the table and on paper, and returns the sheet at the end.

    Fails where the two disagree about whose turn it is, what is legal or who holds what.
    """
    match.lay_out(deal)
    sheet = Sheet(deal, match.options)
    while sheet.turn != NOBODY:
        assert match.turn == sheet.turn
        assert match.plays == sheet.legal()
        match.say(choose(sorted(match.legal)))
        sheet.act(match.table.deals[-1].acts[-1].split(" ", 1)[1])
        assert [match.hand(seat) for seat in range(sheet.seats)] == [set(hand) for hand in sheet.hands]
    return sheet
