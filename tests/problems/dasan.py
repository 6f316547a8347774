"""Da San problems. Ranks from the top: 3 2 A K Q J T 9 8 7 6 5 4 (W2); suits mean nothing in the play."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from dasan_table import HAND_SIZES, HOLE_SIZES, ORDER, PACK, Deal, Match, pieces
from problems import Problem
from tefuda.core import chance
from tefuda.core.cards import count
from tefuda.core.view import cut
from tefuda.games.dasan import DASAN, PASS, FourPlayer, Stage, bottom_of, cards_at, kind_of, length_of
from tefuda.sim.deal import worlds

DEALS: Final = 100  # in which a bid is followed to the end
TWO: Final = ORDER.index("2")


class Position(NamedTuple):
    """What the hands still hold when `leader` leads, seat 0 first, and the acts since then. All other cards have been played.

    The landlord has bid 3; `hole` are cards that he took from it and still holds, `called` is the card whose holder is his partner.
    """

    hands: tuple[str, ...]
    acts: str = ""
    leader: int = 0
    landlord: int = 0
    hole: str = ""
    called: str = ""

    def state(self, options: dict[str, Any]) -> Any:
        """The state that the acts lead to under these house rules; the referee has seen each of them."""
        match = Match(options)
        four_player = match.options["four_player"]
        changes, gone = self._gone(HAND_SIZES[four_player], HOLE_SIZES[four_player])
        match.lay_out(self._dealt(changes, gone, HOLE_SIZES[four_player]))
        self._bid(match)
        for seat, change in zip(self._leaders(), [*changes, None], strict=True):
            self._lead_all(match, gone[seat])
            gone[seat] = []
            if change:
                match.act(self._change(match.turn, *change))
        match.act(self.acts)
        return match.table.state

    def _leaders(self) -> list[int]:
        """Who has led, one after the other: from the landlord round the table, and on to the one who leads now."""
        round_ = [(self.landlord + step) % len(self.hands) for step in range(len(self.hands))]
        return round_ if round_[-1] == self.leader else [*round_, self.leader]

    def _gone(self, size: int, hole: int) -> tuple[list["Change"], list[list[str]]]:
        """How the lead has changed hands, and the other cards that each seat has played, the four of hearts not by the landlord."""
        leaders, held = self._leaders(), " ".join(self.hands).split()
        spare = [word for word in sorted(PACK, key=lambda word: ORDER.index(word[0])) if word not in [*held, "4H"]]
        changes = [Change(spare.pop(0), spare.pop(), after) for after in leaders[1:]]
        gone: list[list[str]] = [[] for _ in self.hands]
        if "4H" not in held:
            gone[leaders[1]].append("4H")
        for seat, hand in enumerate(self.hands):
            changed = leaders[:-1].count(seat) + leaders[1:].count(seat)
            room = size + (hole if seat == self.landlord else 0) - len(hand.split()) - changed
            while len(gone[seat]) < room:
                gone[seat].append(spare.pop(0))
        return changes, gone

    def _dealt(self, changes: Sequence["Change"], gone: list[list[str]], size: int) -> Deal:
        """The deal; the hole has the landlord's cards that are said to be from it, and others that he has played."""
        hands = [[*hand.split(), *cards] for hand, cards in zip(self.hands, gone, strict=True)]
        for before, change in zip(self._leaders(), changes, strict=False):
            hands[before].append(change.low)
            hands[change.seat].append(change.high)
        hole = [*self.hole.split(), *gone[self.landlord]][:size]
        hands[self.landlord] = [word for word in hands[self.landlord] if word not in hole]
        return Deal(hands, hole)

    def _bid(self, match: Match) -> None:
        """The opener's 1, the landlord's 3, and the call."""
        match.act("bid 1")
        while match.table.state.stage == Stage.AUCTION:
            match.act("bid 3" if match.turn == self.landlord else "pass")
        if self.called:
            match.act(f"call {self.called}")

    def _lead_all(self, match: Match, cards: Sequence[str]) -> None:
        """Leads one card after the other, and everybody passes."""
        for word in cards:
            match.act(f"{word}, pass*{len(self.hands) - 1}")

    def _change(self, turn: int, low: str, high: str, seat: int) -> str:
        """A low card, which the seat takes with a high one."""
        between = (seat - turn) % len(self.hands) - 1
        return ", ".join([low, *["pass"] * between, high, *["pass"] * (len(self.hands) - 1)])


class Change(NamedTuple):
    """How the lead changes hands: a low card, which the seat takes with a high one."""

    low: str
    high: str
    seat: int


def problem(name: str, clauses: str, why: str, at: Position, best: str, *, on_average: bool = False, **options: Any) -> Problem:
    """A problem at a position; `best` are acts as in the text of a position, clauses are parted by blanks."""
    state, rules = at.state(options), DASAN.read_rules(options)
    acts = [DASAN.hear(rules, state, words) for words in pieces(best)]
    return Problem(
        name, tuple(clauses.split()), why, options, state, tuple(DASAN.say(rules, state, act) for act in acts), on_average
    )


CALLED: Final[dict[str, Any]] = {"four_player": "called_partner"}
ALONE: Final[dict[str, Any]] = {"four_player": "one_vs_three"}
FOUR_AND_JACK: Final = Position(("6S 7S", "4S JH", "9S", "KS 6D"), leader=1, landlord=2)
TWO_JACKS: Final = Position(("4D 4C 8S 8H JH", "6C AD", "JS JC"), landlord=2, hole="JC JS")

PLAY: Final = (
    problem(
        "the pair first, then the single",
        "W11 W13 W15",
        "The others have four different ranks, so nobody can beat a pair: it goes first, and the five is the last card. A single"
        " led first is beaten, and whoever beats it leads his other card and is out.",
        Position(("KS KH 5S", "AS 9S", "8S 4S")),
        "KS KH",
    ),
    problem(
        "the triple first",
        "W14 W15",
        "The others have two pairs but no three of a rank: the triple can't be beaten, the pair of Jacks and every single can.",
        Position(("JS JH JD 5S", "QS QH 9S", "AS AH 4S")),
        "JS JH JD",
    ),
    problem(
        "four of a rank",
        "W14 W15",
        "With two cards each the others can beat singles and perhaps a pair, never four cards. Then the nine is the last.",
        Position(("5S 5H 5D 5C 9C", "AS AH", "7D 2S")),
        "5S 5H 5D 5C",
    ),
    problem(
        "the run first, then the king",
        "W14 W11",
        "No run of three above 5-6-7 can be made from 4 4 8 9 9 A, so the run is safe and the king goes last. Led first, the king"
        " would fall to the ace and the run never be led.",
        Position(("5S 6S 7S KH", "AS 9S 9H", "8S 4S 4D")),
        "5S 6S 7S",
    ),
    problem(
        "the two first, then the run",
        "W14 W2",
        "The threes are gone: the two is the highest card. The run may be beaten by 8-9-10 or 6-7-8, so it must be the last play,"
        " not the first.",
        Position(("5S 6S 7S 2H", "AS 9S 9H 8S", "TS 6D 7D")),
        "2H",
    ),
    problem(
        "both aces at once",
        "W11 W15",
        "No pair of the others beats the aces. One ace alone can fall to the two, and then the other one and the six are left for"
        " too long.",
        Position(("AS AH 6S", "2S KS KH", "9S 9H 5S")),
        "AS AH",
    ),
    problem(
        "the three comes back",
        "W11 W12",
        "A small card is led first: whoever beats it, the three takes the lead back, and the last card is out. The three led"
        " first leaves two small cards and no way back.",
        Position(("3S 6S 8S", "AS 9S 9H", "7S TS QS")),
        "6S, 8S",
    ),
    problem(
        "a pair broken to stop the landlord",
        "W11 W13",
        "The landlord has one card left and leads it if nobody beats his nine. A king does; the other king and the four follow."
        " To trust that the next seat can do it loses where it can't.",
        Position(("9S TS", "KS KH 4S", "6S 7S"), "9S"),
        "KS",
    ),
    problem(
        "over the partner's card",
        "W11 W13",
        "The landlord comes next and has one card, which beats the seven. The king shuts him out, and the five is the last card.",
        Position(("9S", "7S QS TS", "KS 5S"), "7S", leader=1),
        "KS",
    ),
    problem(
        "the partner's queen stands",
        "W11 W16",
        "The partner has one card left and leads it if his queen stands, and no card of the landlord's beats the queen: the king"
        " is here. To take the queen with it would leave two small cards to lead past the landlord.",
        Position(("9S 8S", "QS 4S", "KS 5S 6S"), "QS", leader=1),
        "pass",
    ),
    problem(
        "low for the partner",
        "W10 W16",
        "The partner comes next and has one card, a nine or a king: either beats the four and he is out. The Jack would stop his"
        " nine and let the landlord's king go out.",
        Position(("9S", "4S JS", "KS"), leader=1),
        "4S",
    ),
    problem(
        "high against the landlord",
        "W10 W16",
        "The same cards, but the landlord comes next: he beats the four with either card. The Jack holds where his is the nine,"
        " and the partner's king or the four goes out.",
        Position(("KS", "9S", "4S JS"), leader=2),
        "JS",
    ),
    problem(
        "low for the landlord: the called card is here",
        "W1 W16",
        "Seat 1 has the called Jack and so is the landlord's partner, though nobody knows. He comes next and has one card:"
        " whatever it is, it beats the four.",
        FOUR_AND_JACK._replace(called="JH"),
        "4S",
        **CALLED,
    ),
    problem(
        "high against the landlord: the called card is elsewhere",
        "W1 W16",
        "The same cards, but the landlord's partner is another. The landlord comes next, and every card that he may have beats"
        " the four; the Jack stops all but the king.",
        FOUR_AND_JACK._replace(called="6S"),
        "JH",
        **CALLED,
    ),
    problem(
        "one against three: high before the landlord",
        "W1 W16",
        "The landlord comes next with one card; each card that he may have beats the four, and only the king beats the Jack.",
        FOUR_AND_JACK,
        "JH",
        **ALONE,
    ),
    problem(
        "one against three: a pair shuts out all",
        "W11 W15",
        "Nobody else has a pair, so the fours make sure of the lead, and the Jack is the last card. The Jack led first may fall"
        " to the landlord's only card.",
        Position(("4S 4H JS", "9S", "KS 7S", "8S"), landlord=1),
        "4S 4H",
        **ALONE,
    ),
    problem(
        "pairs against two unknown cards",
        "WA4 W11",
        "The landlord's two cards are two of 6 A J J. Only a pair of Jacks beats a pair, and that is one case in six; after one"
        " pair the other follows, and the Jack is the last card. A single is beaten more often.",
        TWO_JACKS,
        "4D 4C, 8S 8H",
        on_average=True,
    ),
    problem(
        "no pair for the shown Jacks",
        "WA4 W11",
        "The two Jacks lay in the hole and all have seen them: a pair led to the landlord takes him out. Any single leaves him"
        " with a Jack; the partner's ace takes over from the other, and his six is the last card.",
        TWO_JACKS,
        "4D, 8S, JH",
        hole="shown",
    ),
    problem(
        "an ace takes, an ace leads",
        "W11 W12",
        "No card of the others is higher than the ace. One takes the eight, the other leads, and the five is out. To save the"
        " pair by a pass lets somebody with a pair go out.",
        Position(("AS AH 5S", "8S KS KH", "4S 4D JS"), "8S, pass", leader=1),
        "AS",
    ),
)


# ---- bids with a hand that goes out by itself


SURE: Final = "3S 3H 3D 3C 2S 2H 2D 2C 5S 6S 7S 8S 9S TS JS"  # and a four: eight cards that nobody beats, and a run


def bid(name: str, why: str, hands: Sequence[str], acts: str, best: str, **options: Any) -> Problem:
    """A problem of whoever has the threes and twos, when he is to bid after these acts."""
    match = Match(options)
    match.deal(hands)
    match.act(acts)
    return Problem(name, ("W7", "W8", "W16"), why, options, match.table.state, (best,))


BIDS: Final = (
    bid(
        "a hand that goes out by itself",
        "Eight cards can't be beaten, and the run goes last. At most four cards of the hole are in the way: each is led, and a"
        " two or three takes the lead back. Three from each of two is the most that a deal can pay.",
        ("", f"4S {SURE}"),
        "bid 1",
        "bid 3",
    ),
    bid(
        "the opener's hand goes out by itself",
        "The opener may bid what he likes, and his hand is out before anybody: 3 pays most, and a lower bid can be passed by all"
        " or raised.",
        (f"4H {SURE}",),
        "",
        "bid 3",
        opener_bid="at_least_1",
    ),
    bid(
        "one against three: a hand that goes out by itself",
        "The threes and the twos take back the lead for every card of the hole, and the run of four goes last. A bid of 4 pays"
        " four from each of three.",
        ("", "4S 3S 3H 3D 3C 2S 2H 2D 2C 5S 6S 7S"),
        "bid 1",
        "bid 4",
        **ALONE,
    ),
)


def proven_bid(problem: Problem) -> None:
    """In a hundred worlds the best bid wins by one plain plan the most that a deal can pay; all others leave that to chance."""
    rules, seat = DASAN.read_rules(problem.rules), problem.state.turn
    view, legal, stream = cut(problem.state, seat), [0] * DASAN.most_legal, chance.stream(3)
    best, wins = DASAN.hear(rules, view, problem.best[0]), dict[int, set[int]]()
    for act in legal[: DASAN.kernel.legal(rules, view, legal)]:
        wins[act] = {_wins(rules, world, seat, act, stream) for world in worlds(DASAN, rules, view, seat, DEALS, 5)}
    most = 12 if rules.four_player == FourPlayer.one_vs_three else 6
    assert wins.pop(best) == {most}
    assert all(min(won) < most for won in wins.values())


def _wins(rules: Any, world: Any, seat: int, act: int, stream: list[int]) -> int:
    """What the seat wins when it does this, then follows its plan as landlord; the others, and itself otherwise, do anything."""
    state, legal = world.copy(), [0] * DASAN.most_legal
    while DASAN.kernel.seat(rules, state) >= 0:
        DASAN.kernel.play(rules, state, act)
        found = DASAN.kernel.legal(rules, state, legal)
        if found:
            planned = state.stage == Stage.PLAY and state.turn == seat == state.landlord
            act = _plan(state, legal[:found]) if planned else legal[chance.pick(stream, found)]
    return int(state.points[seat])


def _plan(state: Any, legal: Sequence[int]) -> int:
    """Single cards that the run does not need go first, twos and threes take back the lead; the run is the last play."""
    singles = [act for act in legal if kind_of(act) == 1 and length_of(act) == 1 and act < PASS]
    high = [act for act in singles if bottom_of(act) >= TWO]
    if state.length > 0:
        return high[0] if high else PASS
    run = max((act for act in legal if kind_of(act) == 1), key=length_of)
    spare = [act for act in singles if act not in high and not _in_run(state, bottom_of(act), run)]
    return (spare or high[::-1] or [run])[0]


def _in_run(state: Any, place: int, run: int) -> bool:
    """Whether the only card of a rank belongs to the run."""
    held = state.hands[state.turn] & cards_at(1 << place)
    return count(held) == 1 and bottom_of(run) <= place < bottom_of(run) + length_of(run)


PROBLEMS: Final = (*PLAY, *BIDS)
PROOFS: Final[dict[str, Callable[[Problem], None]]] = {problem.name: proven_bid for problem in BIDS}
