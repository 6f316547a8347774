"""Pitch positions for tests, in words: hands hold the trumps that a test is about, other cards fill them up.

Cards are words such as `TD` and `X1`, seats 0..3 or 0..4. A scorekeeper plays along by the rulebook alone, without the program.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tefuda.core.cards import WORDS, read, written
from tefuda.core.game import Happening
from tefuda.games.pitch import PITCH
from tefuda.play.table import Table

MATE: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}  # the other suit of the same colour
GAMES_OF_POINTS: Final = (10, 5, 7, 8, 13, 11, 16, 15, 14)

# The variant table of the rulebook, trumps from the top (T3, TV6); `o` is an off card.
SIXTEEN: Final = "A K Q J oJ X1 X2 T 9 8 7 6 5 4 3 2"
SEVENTEEN: Final = "A K Q J oJ X1 X2 T 9 8 7 6 5 4 3 o3 2"
TWENTY: Final = "A oA K Q J oJ X1 X2 T oT 9 8 7 6 5 4 3 o3 2 o2"
LISTS: Final = {10: SIXTEEN, 5: SIXTEEN, 7: SIXTEEN, 8: SIXTEEN, 13: SEVENTEEN, 11: SEVENTEEN, 16: TWENTY, 15: TWENTY, 14: TWENTY}
POINT_CARDS: Final = {
    10: "A J oJ X1 X2 T 3 2",
    5: "A J oJ T 2",
    7: "A J oJ X1 X2 T 2",
    8: "A J oJ T 3 2",
    13: "A J oJ X1 X2 T 3 o3 2",
    11: "A J oJ T 3 o3 2",
    16: "A oA J oJ X1 X2 T oT 3 o3 2 o2",
    15: "A oA J oJ X1 X2 T oT 3 o3 2",
    14: "A oA J oJ T oT 3 o3 2 o2",
}
DEAD: Final = {5: "X1 X2 3", 7: "3", 8: "X1 X2", 11: "X1 X2", 14: "X1 X2", 15: "o2"}  # what TV1 is about
SEVERAL_WORDS: Final = ("bid", "trump", "call", "burn")


class Trumps:
    """The trumps of a suit under the given options: their order from the top, their worth, and the twos that stay (T16)."""

    def __init__(self, options: Mapping[str, Any], suit: str) -> None:
        names = _names(options)
        self.suit, self.equal_jokers = suit, options["jokers"] == "first_played"
        self.order = [_word(name, suit) for name in names]
        self.worth = {_word(name, suit): _points(name, options["points"]) for name in names}
        twos = ("2", "o2") if options["off_two_kept"] else ("2",)
        self.kept = set() if options["dirty"] else {_word(name, suit) for name in twos}

    def of(self, cards: Iterable[str]) -> list[str]:
        """The trumps among these cards, from the top."""
        held = set(cards)
        return [word for word in self.order if word in held]

    def points(self, cards: Iterable[str]) -> int:
        """What these cards are worth together."""
        return sum(self.worth.get(word, 0) for word in cards)

    def winner(self, trick: Sequence[tuple[int, str]]) -> int:
        """The seat that takes a trick of seats and cards in the order of play."""
        return min(trick, key=lambda played: self._place(played[1]))[0]

    def _place(self, word: str) -> int:
        jokers = word in ("X1", "X2") and self.equal_jokers
        return min(self.order.index("X1"), self.order.index("X2")) if jokers else self.order.index(word)


def options_of(chosen: Mapping[str, Any] | None = None, preset: str | None = None) -> dict[str, Any]:
    """Every option by name with the chosen values."""
    return PITCH.write_rules(PITCH.read_rules(chosen, preset))


def trumps_of(suit: str = "H", **chosen: Any) -> Trumps:
    """The trumps of a suit where the chosen options differ from the default."""
    return Trumps(options_of(chosen), suit)


def laid_out(hands: Sequence[str], rest: str, dealer: int, named: Iterable[str] = ()) -> list[int]:
    """The pack that gives every seat the written cards and lays `rest` on top of the stock or blind.

    Cards that nobody names fill the hands and then the rest, twos first; those of `named` must not be among them.
    """
    size = {4: 9, 5: 10}[len(hands)]
    places = [*(hand.split() for hand in hands), rest.split()]
    taken = [word for place in places for word in place]
    spare = sorted((word for word in WORDS if word not in taken), key=lambda word: "23456789TJQKAX".index(word[0]))
    assert len(set(taken)) == len(taken), "a card is named twice"
    assert not set(spare) & set(named), f"trumps without a place: {sorted(set(spare) & set(named))}"
    for hand in places[:-1]:
        hand += [spare.pop(0) for _ in range(size - len(hand))]
    assert all(len(hand) == size for hand in places[:-1]), "a hand is too large"
    return [read(word) for word in [*_dealt(places[:-1], dealer), *places[-1], *spare]]


class Match:
    """A match at a referee's table, played in words. The dealer of the first deal sits at the right of seat 0."""

    def __init__(self, *, preset: str | None = None, **options: Any) -> None:
        self.rules = PITCH.read_rules(options, preset)
        self.options = PITCH.write_rules(self.rules)
        self.players = PITCH.seats(self.rules)
        self.table = Table(PITCH, self.rules, dealer=self.players - 1)

    @property
    def turn(self) -> int:
        """The seat to act, -1 when a deal is due, -2 when the match is over."""
        return self.table.turn

    @property
    def legal(self) -> list[str]:
        """The legal acts in words."""
        return self.table.legal

    @property
    def points(self) -> list[int]:
        """What the deal brought each side."""
        return self.table.points[0]

    @property
    def totals(self) -> list[int]:
        """What each side has."""
        return self.table.points[1]

    @property
    def winner(self) -> Any:
        """The winning side of a match that is over, None before."""
        result = self.table.record.result
        return None if result is None else result["winner"]

    def deal(self, hands: Sequence[str], rest: str = "", dealer: int | None = None, suit: str | None = "H") -> None:
        """Lays out a deal in which every trump of `suit` has its place; without a suit, any cards may fill up."""
        named = Trumps(self.options, suit).order if suit else []
        self.table.deal(laid_out(hands, rest, self.players - 1 if dealer is None else dealer, named))

    def say(self, text: str) -> list[Happening]:
        """Does acts one after the other, each at the seat whose turn it is; `2:` makes sure that it is seat 2's turn."""
        happened: list[Happening] = []
        for act in spoken(text):
            if act.endswith(":"):
                assert self.turn == int(act[:-1]), f"it is seat {self.turn}'s turn, not {act}"
            else:
                happened += self.table.act(self.turn, act)
        return happened

    def open(self, hands: Sequence[str], rest: str = "", bid: str = "bid 4", bidder: int = 0, call: str = "") -> None:
        """Deals, lets only `bidder` bid, names hearts, calls a card and takes the leftovers: now somebody burns or leads."""
        self.deal(hands, rest)
        self.say("pass " * bidder + bid)
        self.say("pass " * (0 if bid == "moon" else self.players - 1 - bidder) + "trump H")
        if call:
            self.say(f"call {call}")
        if "take" in self.legal:
            self.say("take")

    def columns(self, hands: Sequence[str]) -> list[Happening]:
        """Plays the deal in which each seat plays its written cards in their order."""
        left = [hand.split() for hand in hands]
        happened: list[Happening] = []
        while self.turn >= 0:
            happened += self.say(left[self.turn].pop(0))
        return happened

    def set_totals(self, *totals: int) -> None:
        """Writes totals into the state, as after earlier deals."""
        for side, total in enumerate(totals):
            self.table.state.totals[side] = total

    def trumps(self, seat: int, suit: str = "H") -> set[str]:
        """The trumps in a seat's hand."""
        return set(Trumps(self.options, suit).of(written(self.table.state.hands[seat])))

    def refused(self, words: str) -> str:
        """The clause on which the rules refuse an act to the seat whose turn it is; nothing where they allow it."""
        return self.table.refusals().get(words, ("", ""))[1]

    def may(self, seat: int) -> list[set[str]]:
        """For each place the cards that it may hold as `seat` knows it."""
        sets = [0] * PITCH.places
        PITCH.kernel.possible(self.rules, self.table.view(seat), seat, sets)
        return [set(written(cards)) for cards in sets]


def spoken(text: str) -> Iterator[str]:
    """The acts of a text such as `pass bid 5 trump H burn 7H AH`."""
    words = iter(text.split())
    for word in words:
        yield f"{word} {next(words)}" if word in SEVERAL_WORDS else word


def played(hands: Sequence[str], bid: str = "bid 4", totals: Sequence[int] = (), call: str = "", **options: Any) -> Match:
    """A match after one deal: seat 0 bids, hearts are trumps, each seat plays its written cards in their order."""
    match = Match(**options)
    match.open(hands, bid=bid, call=call)
    match.set_totals(*totals)
    match.columns(hands)
    return match


class Scorekeeper:
    """The books of one deal, kept from its pack and its acts by the rulebook: whose turn, which acts, which points.

    `options` are all options by name, `totals` those of the sides before the deal.
    """

    def __init__(self, options: Mapping[str, Any], dealer: int, pack: Sequence[str], totals: Sequence[int]) -> None:
        self.options, self.dealer, self.players = options, dealer, options["players"]
        self.before, self.totals, self.winner = list(totals), list(totals), -1
        self.hands, self.stock = _hands_and_rest(pack, dealer, self.players)
        self.turns = [(dealer + 1 + turn) % self.players for turn in range(self.players)]
        self.seat, self.phase = self.turns[0], "bid"
        self.bidder, self.partner, self.bid, self.moon = -1, -1, 0, False
        self.called, self.burnt, self.opponents_twos = "", 0, 0
        self.took = [0] * self.players
        self.trick: list[tuple[int, str]] = []
        self.due: list[int] = []
        self.first_trick = True
        if options["misdeal_no_faces"] and any(map(self._is_poor, self.hands)):
            self._close()

    @property
    def points(self) -> list[int]:
        """What the deal has brought each side."""
        return [after - before for after, before in zip(self.totals, self.before)]

    def legal(self) -> set[str]:
        """The acts that the rulebook allows now."""
        phases = {
            "bid": self._bids,
            "trump": lambda: {f"trump {suit}" for suit in "SHDC"},
            "call": lambda: {f"call {word}" for word in self.trumps.order if word not in self.hands[self.seat]},
            "leftover": lambda: {"take", "give"},
            "burn": lambda: {f"burn {word}" for word in self._burnable()},
            "play": self._cards,
        }
        return phases[self.phase]()

    def act(self, words: str) -> None:
        """Writes an act down."""
        name, _, what = words.partition(" ")
        if name in ("pass", "bid", "moon"):
            self._bid(name, what)
        elif name == "trump":
            self._name(what)
        elif name == "call":
            self._call(what)
        elif name in ("take", "give"):
            self._leave_to(self.bidder if name == "take" else (self.bidder + 2) % 4)
        elif name == "burn":
            self._burn(what)
        else:
            self._play(name)

    # The auction (T6, T7, TC8, TC17)

    def _bids(self) -> set[str]:
        stuck = self.seat == self.dealer and self.bid == 0
        low = max(self.options["min_bid"], self.bid + 1)
        return {f"bid {bid}" for bid in range(low, self.options["points"] + 1)} | {"moon"} | (set() if stuck else {"pass"})

    def _bid(self, name: str, what: str) -> None:
        if name != "pass":
            self.bidder, self.moon, self.bid = self.seat, name == "moon", int(what or 0)
        if self.moon or self.seat == self.dealer:
            self.seat, self.phase = self.bidder, "trump"
        else:
            self.seat = (self.seat + 1) % self.players

    # Trumps, the refill, the leftovers, the burning (T8 to T12, TC1 to TC5, TF3 to TF6)

    def _name(self, suit: str) -> None:
        self.trumps = Trumps(self.options, suit)
        if self.players == 5:
            self.phase = "call"
        else:
            self._discard()
            self._refill()

    def _call(self, word: str) -> None:
        self.called = word
        self.partner = next((seat for seat, hand in enumerate(self.hands) if word in hand), -1)
        self.hands[self.bidder] += self.stock
        self._discard()
        self._begin_burning()

    def _discard(self) -> None:
        self.hands = [self.trumps.of(hand) for hand in self.hands]

    def _refill(self) -> None:
        last = self.options["refill_order"] == "bidder_last"
        for seat in self.turns:
            if not (last and seat == self.bidder):
                self._fill(seat, max(0, 6 - len(self.hands[seat])))
        if last:
            self._leave_to(self.bidder)
        elif self.stock and self.options["leftover"] == "bidder_or_partner":
            self.phase, self.seat = "leftover", self.bidder
        else:
            self._leave_to((self.bidder + 2) % 4)

    def _fill(self, seat: int, number: int) -> None:
        self.hands[seat] += self.stock[:number]
        self.stock = self.stock[number:]

    def _leave_to(self, seat: int) -> None:
        self._fill(seat, len(self.stock))
        self._discard()
        if self.players == 4:
            self.partner = (self.bidder + 2) % 4
        self._begin_burning()

    def _begin_burning(self) -> None:
        rich = any(sum(self.trumps.worth[word] > 0 for word in hand) > 6 for hand in self.hands)
        if rich and self.options["burn"] == "misdeal":
            self._close()
        else:
            self._next_to_burn()

    def _next_to_burn(self) -> None:
        many = [seat for seat in self.turns if len(self.hands[seat]) > 6]
        if many:
            self.phase, self.seat = "burn", many[0]
        else:
            self.phase = "play"
            self._lead(self.bidder)

    def _burnable(self) -> list[str]:
        worthless = [word for word in self.hands[self.seat] if self.trumps.worth[word] == 0]
        return self.hands[self.seat] if self.options["burn"] == "free" or not worthless else worthless

    def _burn(self, word: str) -> None:
        self.hands[self.seat].remove(word)
        self.burnt += self.trumps.worth[word]
        self._next_to_burn()

    # The play (T13 to T16, TF5)

    def _cards(self) -> set[str]:
        hand = self.hands[self.seat]
        leads = self.partner < 0 and self.seat == self.bidder and not self.trick
        follows = self.options["called_card_first"] and self.seat == self.partner
        bound = self.first_trick and self.called in hand and (leads or follows)
        return {self.called} if bound else set(hand)

    def _lead(self, seat: int) -> None:
        clockwise = [(seat + turn) % self.players for turn in range(self.players)]
        self.due = [each for each in clockwise if self.hands[each]]
        if self.due:
            self.seat = self.due[0]
        else:
            self._score()

    def _play(self, word: str) -> None:
        self.hands[self.seat].remove(word)
        self.trick.append((self.due.pop(0), word))
        if self.due:
            self.seat = self.due[0]
        else:
            self._take_trick()

    def _take_trick(self) -> None:
        winner = self.trumps.winner(self.trick)
        for seat, word in self.trick:
            kept = word in self.trumps.kept
            self.took[seat if kept else winner] += self.trumps.worth[word]
            self.opponents_twos += self.trumps.worth[word] if kept and seat not in self._bidders() else 0
        self.trick, self.first_trick = [], False
        self._lead(winner)

    # The score (T17 to T19, TC5 to TC12, TF7)

    def _bidders(self) -> list[int]:
        return [seat for seat in (self.bidder, self.partner) if seat >= 0]

    def _side(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def _score(self) -> None:
        mine = sum(self.took[seat] for seat in self._bidders())
        ours = dict.fromkeys(map(self._side, self._bidders()))
        if self.moon:
            self._score_moon(mine, list(ours))
        else:
            self._score_bid(mine, list(ours))
        self._close()

    def _score_moon(self, mine: int, ours: list[int]) -> None:
        needed = self.options["points"] - (self.burnt if self.options["moon_burnt"] == "waived" else 0)
        needed -= self.opponents_twos if self.options["moon_two"] == "ignored" else 0
        if mine < needed:
            self.winner = max(self._order(set(ours)), key=lambda side: self.totals[side])
            return
        for side in ours:
            self.totals[side] = self._after_moon(self.totals[side], mine)
        self._find_winner(ours)

    def _after_moon(self, total: int, mine: int) -> int:
        if total == 0 and self.options["moon_at_zero"] == "plus_points":
            return mine if self.options["made_score"] == "taken" else int(self.options["points"])
        return int(self.options["target"]) if total >= 0 else 0

    def _score_bid(self, mine: int, ours: list[int]) -> None:
        theirs = sum(self.took) - mine if self.options["defenders_score"] else 0
        gain = -self.bid if mine < self.bid else mine if self.options["made_score"] == "taken" else self.bid
        for side in range(len(self.totals)):
            spared = gain < 0 and self.players == 5 and self.options["set_loss"] == "bidder" and side != self.bidder
            self.totals[side] += (0 if spared else gain) if side in ours else theirs
        self._find_winner(ours)

    def _find_winner(self, ours: list[int]) -> None:
        defenders = sorted(self._order(set(ours)), key=lambda side: -self.totals[side])
        first = [*ours, *defenders]
        if self.options["out_order"] == "higher":
            first = sorted([*ours, *self._order(set(ours))], key=lambda side: -self.totals[side])
        self.winner = next((side for side in first if self.totals[side] >= self.options["target"]), -1)

    def _order(self, without: set[int]) -> list[int]:
        clockwise = dict.fromkeys(self._side((self.bidder + turn) % self.players) for turn in range(self.players))
        return [side for side in clockwise if side not in without]

    def _is_poor(self, hand: Iterable[str]) -> bool:
        return not any(word[0] in "KQJ" or self._could_count(word) for word in hand)

    def _could_count(self, word: str) -> bool:
        return any(Trumps(self.options, suit).points([word]) for suit in "SHDC")

    def _close(self) -> None:
        self.phase, self.seat = "over", -1 if self.winner < 0 else -2


def _names(options: Mapping[str, Any]) -> list[str]:
    names = LISTS[options["points"]].split()
    if options["dead_points"] == "not_trump":
        names = [name for name in names if name not in DEAD.get(options["points"], "").split()]
    if options["reverse"]:
        names.reverse()
        if options["reverse_off"] == "below":
            _put_off_cards_below(names)
    return names


def _put_off_cards_below(names: list[str]) -> None:
    for place in range(len(names) - 1):
        if names[place] == f"o{names[place + 1]}":
            names[place], names[place + 1] = names[place + 1], names[place]


def _word(name: str, suit: str) -> str:
    return name if name in ("X1", "X2") else name[-1] + (MATE[suit] if name.startswith("o") else suit)


def _points(name: str, game: int) -> int:
    if name not in POINT_CARDS[game].split():
        return 0
    return 3 if name.endswith("3") else 1


def _packets(players: int) -> list[tuple[int, int]]:
    size, packet = {4: (9, 3), 5: (10, 2)}[players]
    return [(first, first + packet) for first in range(0, size, packet)]


def _dealt(hands: Sequence[Sequence[str]], dealer: int) -> Iterator[str]:
    """The cards of the hands in the order of the deal: three at a time among four, two among five (T5, TF1)."""
    players = len(hands)
    for first, after in _packets(players):
        for turn in range(players):
            yield from hands[(dealer + 1 + turn) % players][first:after]


def _hands_and_rest(pack: Sequence[str], dealer: int, players: int) -> tuple[list[list[str]], list[str]]:
    hands: list[list[str]] = [[] for _ in range(players)]
    cards = iter(pack)
    for first, after in _packets(players):
        for turn in range(players):
            hands[(dealer + 1 + turn) % players] += [next(cards) for _ in range(first, after)]
    return hands, list(cards)
