"""Pitch problems. Hearts are trumps: A K Q J JD X1 X2 T 9 8 7 6 5 4 3 2. The ace, Jacks, Jokers, ten and two are worth 1, the
three 3 (T3, T4). Seat 0 has bid and leads to the first trick.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import factorial, prod
from typing import Any, Final, NamedTuple

import numpy as np

from minimax import Minimax
from pitch_table import Match, spoken
from problems import Problem
from tefuda.core import chance
from tefuda.core.cards import count, holds, members
from tefuda.core.view import cut
from tefuda.games.pitch import DISCARDS, PITCH, TRUMP, Stage, strength
from tefuda.sim.deal import worlds as dealt_worlds

STAKES: Final = (100, 1_000)  # what the end of the match is worth beyond the points
LEAST_MARGIN: Final = 0.3  # points by which the best acts are better on average
DEALS: Final = 100  # in which a call is followed to the end
HEARTS: Final = TRUMP + 1


class Position(NamedTuple):
    """A deal as far as it has been played: the trumps of each hand, `rest` on top of the stock or blind, the acts after trumps.

    `totals` are what the sides had before the deal.
    """

    hands: tuple[str, ...]
    play: str
    bid: str = "bid 4"
    rest: str = ""
    call: str = ""
    totals: tuple[int, ...] = ()

    def state(self, options: dict[str, Any]) -> Any:
        """The state that the acts lead to under these house rules; the referee has seen each of them."""
        match = Match(players=len(self.hands), **options)
        match.deal(self.hands, self.rest)
        match.set_totals(*self.totals)
        match.say(self.bid + " pass" * (0 if self.bid == "moon" else len(self.hands) - 1) + " trump H")
        if self.call:
            match.say(f"call {self.call}")
        if "take" in match.legal:
            match.say("take")
        match.say(self.play)
        return match.table.state


def problem(name: str, clauses: str, why: str, at: Position, best: str, *, on_average: bool = False, **options: Any) -> Problem:
    """A problem at a position under the house rules that differ from the defaults; clauses and best acts are parted by blanks."""
    rules = {"players": 5, **options} if len(at.hands) == 5 else options
    return Problem(name, tuple(clauses.split()), why, rules, at.state(options), tuple(spoken(best)), on_average)


def worlds(rules: Any, view: Any) -> Iterator[tuple[Any, int]]:
    """The worlds that agree with what the seat to act knows once trumps are named, one for each place of every trump.

    Each comes with the number of worlds that differ from it in worthless cards only.
    """
    may, seat = [0] * PITCH.places, view.turn
    PITCH.kernel.possible(rules, view, seat, may)
    places = [place for place, size in enumerate(view.sizes) if size and place != seat]
    hidden = sum({1 << card for place in places for card in members(may[place])})
    trumps = list(members(hidden & view.trumps))
    homes = [[place for place in places if holds(may[place], card)] for card in trumps]
    for found in product(*homes):
        if any(found.count(place) > view.sizes[place] for place in places):
            continue
        world = view.copy()
        for place in places:
            world.hands[place] = sum(1 << card for card, home in zip(trumps, found, strict=True) if home == place)
        ways = _fill(world, places, hidden & ~view.trumps & ~view.thrown[seat], view.thrown[seat])
        if PITCH.kernel.agrees(rules, world, seat):
            yield world, ways


def _fill(world: Any, places: list[int], idle: int, thrown: int) -> int:
    """Fills the places with worthless cards, the seat's own discards where they lie; returns in how many ways that can be done."""
    world.hands[DISCARDS] = thrown
    room = {place: world.sizes[place] - count(world.hands[place]) for place in places}
    ways = factorial(count(idle)) // prod(map(factorial, room.values()))
    for place, free in room.items():
        for _ in range(free):
            world.hands[place] |= idle & -idle
            idle &= idle - 1
    return ways


# ---- the play


COUNTED_OUT: Final = Position(("AH QH KH TH", "X2 JD JH", "3H 2H 7H 8H 9H 4H", "X1 5H 6H"), "AH X2 3H X1 QH JD 2H 5H", "bid 9")
UNDER_OUR_ACE: Final = Position(
    ("JH X1 AH 9H", "4H 5H QH 7H", "TH 2H KH 3H", "6H X2 JD 8H"), "JH 4H TH 6H X1 5H 2H X2 AH 7H", "bid 6"
)
UNDER_THEIR_ACE: Final = Position(
    ("JH X1 AH 9H", "4H TH 3H 2H", "5H 6H 7H QH", "X2 JD KH 8H"), "JH 4H 5H JD X1 TH 6H X2 AH", "bid 8"
)
UNDER_OUR_TWO: Final = Position(
    ("3H 5H 2H KH", "QH JH 6H 9H", "TH X1 4H AH", "X2 JD 7H 8H"), "3H QH TH X2 5H JH X1 JD 2H 9H", "bid 7"
)
JOKER_LED: Final = Position(("AH KH X2 5H", "QH JD X1 9H", "JH 4H 6H 7H", "TH 3H 2H 8H"), "AH QH JH TH KH JD 4H 3H X2", "bid 8")
TWO_OR_KING: Final = Position(
    ("QH 4H JD 3H", "TH 6H 8H 5H", "KH 7H 2H X2", "JH AH X1"), "QH 5H X2 X1 4H 6H 7H JH AH 9H 8H", "bid 8", "9H"
)
TEN_OR_THREE: Final = Position(("9H 6H QH 4H JD 8H", "AH 2H KH JH", "3H 5H X2 TH", "X1 7H"), "6H JH 5H X1 KH X2 7H JD AH", "bid 6")
OFF_TWO: Final = Position(
    ("2H AH X1 JD 5H", "TD QH 8H TH KH", "X2 3H 2D JH 9H", "AD 4H 3D"),
    "6H TH X2 4H JH AD JD TD 3D 5H 8H 3H QH 2D",
    "bid 10",
    "6H 7H",
)
OFF_JACK_LED: Final = Position(
    ("2H 3H 4H JD KH", "9H 8H 6H JH QH", "TH 7H 5H AH", "X1 X2"), "2H 9H TH X1 3H 8H 7H X2 4H 6H 5H JD", "bid 9"
)
TEN_LED: Final = Position(("AH JD TH 9H", "2H 5H KH 3H", "JH X1 8H 7H 6H", "4H X2 QH"), "AH 2H JH 4H JD 5H X1 X2 TH", "bid 6")
BIDDERS_ACE: Final = Position(
    ("JH X1 AH 9H", "4H 5H", "TH 2H QH 3H", "6H X2 KH 8H", "JD 7H"), "JH 4H TH 6H JD X1 5H 2H X2 7H AH", "bid 6"
)
WHOSE_KING: Final = Position(
    ("2H 3H JH 5H", "QH 8H JD 4H", "AH KH X1", "7H X2", "TH 9H 6H"), "5H JD X1 7H TH 4H KH X2 6H", "bid 5", call="AH"
)
SURE_OR_ALL: Final = Position(
    ("AH 2H X1", "3D QH TH 9H", "JH 5H", "JD 6H 8H X2", "7H 4H KH 3H"), "AH 3D JH JD 7H 2H QH 5H 6H 4H TH 8H", "bid 8", call="KH"
)
JOKER_BEHIND: Final = Position(
    ("AH 2H X1", "7H KH 9H", "6H QH 8H", "JH 5H 3H", "X2 JD TH 4H"), "AH 7H 6H JH X2 2H KH QH 5H JD 9H 8H 3H", call="KH"
)
NOTHING_BEHIND: Final = Position(
    ("AH 2H 5H", "7H KH 9H", "6H", "JH QH 3H", "8H JD TH 4H"), "AH 7H 6H JH 8H 2H KH QH JD 9H 3H", call="KH"
)
CALLED_ACE: Final = Position(("9H 3H 2H", "5H QH JH JD X1 X2", "KH", "TH 8H 7H 6H 4H", "AH"), "9H 5H KH", "bid 7", call="AH")
SEVEN_AGAINST_NINE: Final = Position(
    ("AH QH JH JD X1 X2 TH 9H 8H", "KH 7H 6H 5H 4H 3H 2H", "", ""), "burn 8H burn 9H burn QH", "bid 8"
)

PLAY: Final = (
    problem(
        "counted out",
        "T3 T13 T15 T17",
        "Sixteen trumps less those seen leave the Jack and small ones, and each opponent has a single trump. The king draws both,"
        " so the ten is the last trump or takes what the partner plays. Led first, the ten falls to an opponent's Jack.",
        COUNTED_OUT,
        "KH",
    ),
    problem(
        "three under the partner's ace",
        "T4 T13",
        "Nothing beats the partner's ace, so the 3 is sure of its three points now. Kept for the last trick, it falls to the"
        " queen or the off-Jack of an opponent, while the king then takes that trick against anybody.",
        UNDER_OUR_ACE,
        "3H",
    ),
    problem(
        "two under the opponent's ace",
        "T16",
        "The two stays with the side that plays it, so it costs nothing under the opponent's ace; the 3 would cost three points."
        " Kept, the 3 may still fall to the partner's king or queen.",
        UNDER_THEIR_ACE,
        "2H",
    ),
    problem(
        "reversed: ace under the partner's two",
        "TX2",
        "Backwards the two is the highest trump and the ace the lowest, and still worth a point. It is safe under the partner's"
        " two only; the 4 is then the highest trump left and takes the last trick.",
        UNDER_OUR_TWO,
        "AH",
        reverse=True,
    ),
    problem(
        "marked Joker over Joker",
        "TC14 T4",
        "The first Joker beats the second and takes both points, and the 9, the highest trump left, takes the last trick, too.",
        JOKER_LED,
        "X1",
    ),
    problem(
        "equal Jokers: the first played is higher",
        "TC14",
        "Now the second Joker on the table can't be beaten: the 9 goes under it. The other Joker is the highest trump left and"
        " wins the last trick with its own point; played now, it would be lost.",
        JOKER_LED,
        "9H",
        jokers="first_played",
    ),
    problem(
        "two away, king kept",
        "T16 T17",
        "Bid 8, two points taken: the bid needs the two, the off-Jack, the ten and the 3. The opponent's ace takes this trick,"
        " but the two counts for us there as anywhere, and the king takes the last trick with all that falls to it.",
        TWO_OR_KING,
        "2H",
    ),
    problem(
        "dirty: king away, two kept",
        "TX1 T17",
        "The two is no longer safe: under the opponent's ace it is lost, and with it the bid, wherever the other cards are. Kept,"
        " it can still be taken by the partner's ten or off-Jack in the last trick; that is the only chance, so it is best on the"
        " average.",
        TWO_OR_KING,
        "KH",
        dirty=True,
        on_average=True,
    ),
    problem(
        "ten for the three",
        "T4 T13",
        "The opponent's ace takes one of the two cards. The ten costs one point, the 3 three; kept, the 3 goes to the partner in"
        " the last trick, unless the opponent has the queen.",
        TEN_OR_THREE,
        "TH",
    ),
    problem(
        "seven points: three for the ten",
        "TV6 TV1",
        "In the game of seven points the 3 is worth nothing, so it goes under the ace, and the ten is kept: it is beaten only by"
        " the queen.",
        TEN_OR_THREE,
        "3H",
        points=7,
    ),
    problem(
        "the partner's off-two must be won",
        "TV3 T16",
        "Sixteen points. Only the true two is kept by its player: the partner's off-two lies there for whoever takes the trick."
        " The ace alone beats the queen and takes it.",
        OFF_TWO,
        "AH",
        points=16,
    ),
    problem(
        "the partner's off-two stays",
        "TV3",
        "Now the off-two is the partner's whoever takes the trick, and nothing else lies there. The true two goes away at no"
        " cost; with the ace kept, the Joker need not fall to an opponent's king.",
        OFF_TWO,
        "2H",
        points=16,
        off_two_kept=True,
    ),
    problem(
        "reversed: the off-Jack is above the Jack",
        "TX2 T3",
        "The whole list backwards puts the off-Jack above the Jack: it takes this trick. The queen goes under it; the Jack is"
        " then the highest trump left and takes the ace if that falls to it. The bid of 9 is set if it does.",
        OFF_JACK_LED,
        "QH",
        reverse=True,
    ),
    problem(
        "reversed: the off-Jack below the Jack",
        "TX2",
        "Here the off-Jack stays below its Jack: the Jack takes it, and the queen, higher than the king and the ace, takes the"
        " last trick.",
        OFF_JACK_LED,
        "JH",
        reverse=True,
        reverse_off="below",
    ),
    problem(
        "out first: only a set helps",
        "TC11 T17",
        "The bidder has five points at 44, wants 6, and wins first with 52: after the king he gets three more, as the 3 is lost"
        " in the last trick. Only if all four points left are ours is he set: the partner must have the queen, and the 3 must go"
        " to it now.",
        TEN_LED._replace(totals=(44, 51)),
        "3H",
        on_average=True,
    ),
    problem(
        "the higher total wins: the sure point",
        "TC11",
        "The ten is worth a point that the king takes for certain. Bidders get 8 and have 52, we have 53 and win by the higher"
        " total; to wait for the queen of the partner would win only where he has it.",
        TEN_LED._replace(totals=(44, 51)),
        "KH",
        on_average=True,
        out_order="higher",
    ),
    problem(
        "a target out of the bidder's reach",
        "TC18 TC11",
        "At 53 the king is enough: the bidders stop at 52 and the point of the ten takes us to 53. Without it they would have 53,"
        " first.",
        TEN_LED._replace(totals=(44, 51)),
        "KH",
        on_average=True,
        target=53,
    ),
    problem(
        "the bid alone is scored",
        "TC9 T18",
        "A made bid of 6 takes the bidders from 44 to 50, not to 52, so they need not be set. The ten is our second point and"
        " takes us from 50 to 52; it is certain with the king, the queen of the partner is not.",
        TEN_LED._replace(totals=(44, 50)),
        "KH",
        on_average=True,
        made_score="bid",
    ),
    problem(
        "the points taken are scored: only a set helps",
        "TC9 TC11",
        "The same scores where a made bid scores the points taken: with the king played the bidders get eight and have 52, first."
        " Only the queen of the partner can set them, and the 3 must go to her now.",
        TEN_LED._replace(totals=(44, 50)),
        "3H",
        on_average=True,
    ),
    problem(
        "two points take the defenders out",
        "TC10 T18",
        "The bidders are far from 52, we lack two points: our two and the ten, which the king takes for certain.",
        TEN_LED._replace(totals=(30, 50)),
        "KH",
        on_average=True,
    ),
    problem(
        "defenders score nothing: set them",
        "TC10 T17",
        "Our points count for nothing but to set the bid, and that takes all four that are left: the 3 must meet the queen of the"
        " partner. The king gains a point off the bidders at most; the set turns nine of theirs into six lost.",
        TEN_LED._replace(totals=(30, 50)),
        "3H",
        on_average=True,
        defenders_score=False,
    ),
    problem(
        "a moon that the two does not break",
        "TC6 T19",
        "The two that we have played breaks no moon here, any other point does: the king takes the ten for certain. The queen of"
        " the partner would take it in some cases only.",
        TEN_LED._replace(bid="moon"),
        "KH",
        moon_two="ignored",
    ),
    problem(
        "the called card is ours: feed the bidder",
        "TF3 T4",
        "Seat 2 holds the called 3 and so is the bidder's partner. His ace takes this trick for certain; in the last one the 3"
        " would fall to the king, which may be an opponent's.",
        BIDDERS_ACE._replace(call="3H"),
        "3H",
    ),
    problem(
        "the called card was another's: keep it from him",
        "TF3 T4",
        "The partner has shown himself with the off-Jack, so the bidder's ace is an opponent's. The 3 is kept: in the last trick"
        " the king of seat 3, who plays with us, may take it.",
        BIDDERS_ACE._replace(call="JD"),
        "QH",
    ),
    problem(
        "whose king is it?",
        "TF3 T16",
        "The bidder plays last to a king. Nobody knows who has the called ace; most often it isn't the player of the king. The"
        " two stays with the bidder wherever it goes, so it risks nothing, while a Jack or a 3 would mostly go to opponents.",
        WHOSE_KING,
        "2H",
        on_average=True,
    ),
    problem(
        "the king is the partner's",
        "TF3",
        "The partner was named with the call, and the king is his. A Jack or a 3 is safe there; the two needs no such shelter.",
        WHOSE_KING,
        "JH 3H",
        partner_reveal="at_once",
    ),
    problem(
        "a set costs the partner as well: the sure trick",
        "TF3 TF7 T17",
        "Eleven points. The side has seven and lacks one; the ten on the table is it. The king takes it for certain, and the 3 is"
        " lost in the last trick: 8 each, defenders 3 each, 2 x 8 - 3 x 3 = 7. The 3 played now leaves the trick to the bidder's"
        " last card, one of X1 X2 9: a Joker takes all, 22, the nine loses all, and both lose 8: -16 - 12 = -28. Two thirds of 22"
        " and one of -28 are 5.3.",
        SURE_OR_ALL,
        "KH",
        on_average=True,
        points=11,
    ),
    problem(
        "a set costs the bidder alone: all or nothing",
        "TF3 TF7 T17",
        "The same cards, but the partner loses nothing by a set: -8 - 12 = -20 if the bidder has the nine. Two thirds of 22 and"
        " one of -20 are 8, more than the 7 of the sure trick.",
        SURE_OR_ALL,
        "3H",
        on_average=True,
        points=11,
        set_loss="bidder",
    ),
    problem(
        "a dead Joker still takes the ten",
        "TV1 T13",
        "Eight points: Jokers are worth nothing, but are trumps between the off-Jack and the ten. All others have been seen, so"
        " the bidder's last card is a Joker and takes this trick. The four goes under it, and the ten is the last trump.",
        JOKER_BEHIND,
        "4H",
        points=8,
    ),
    problem(
        "no Joker over the ten",
        "TV1 T13",
        "Without Jokers nothing above the ten is out: it takes the 3 from the opponents' nine, four points. The bidder's last"
        " trump is small, and so is the four that is left.",
        NOTHING_BEHIND,
        "TH",
        points=8,
        dead_points="not_trump",
    ),
    problem(
        "the ten under a king that is probably ours",
        "TF3 TF5",
        "The player of the king has no card left, so he is no partner of the bidder's. The called ace is one of the five cards of"
        " seat 1, who has played, or the only one of seat 4, who is to play: five times in six the ten is safe under the king,"
        " and kept it falls to the high cards of seat 1.",
        CALLED_ACE,
        "TH",
        on_average=True,
    ),
    problem(
        "the called ace must fall now",
        "TF5",
        "The called card must be played to the first trick. Seats 1 and 2 have not played it, so seat 4 has it and takes this"
        " trick for the bidder. The ten is kept: seat 1, who has all high cards, is no enemy.",
        CALLED_ACE,
        "4H 6H 7H 8H",
        called_card_first=True,
    ),
    problem(
        "burn a small one, keep the king",
        "T12 TC5",
        "All sixteen trumps are known: the bidder has A J JD X1 X2 T. The king is the only card that can take a trick from him,"
        " with a point in it; the small ones are alike, and the two and the 3 may not be burnt.",
        SEVEN_AGAINST_NINE,
        "burn 4H burn 5H burn 6H burn 7H",
    ),
    problem(
        "burn the three and set the bid",
        "TC5 T17",
        "Burning is free. A burnt 3 goes to nobody: with his six points and nothing to catch but a two that stays with us, the"
        " bidder can't come to eight. With any other card burnt he draws the 3 and is home.",
        SEVEN_AGAINST_NINE,
        "burn 3H",
        burn="free",
    ),
)


@cache
def minimax() -> Minimax:
    """The search of the game."""
    return Minimax(PITCH)


def proven_play(problem: Problem) -> None:
    """The best acts are as good as any other in every world, or on average where that is the point; on average others are worse."""
    rules = PITCH.read_rules(problem.rules)
    seat = PITCH.kernel.seat(rules, problem.state)
    dealt = list(worlds(rules, cut(problem.state, seat)))
    best = {PITCH.hear(rules, problem.state, words) for words in problem.best}
    for stakes in STAKES:
        lines = [_worth(rules, world, seat, stakes) for world, _ in dealt]
        means = {act: np.average([line[act] for line in lines], weights=[float(ways) for _, ways in dealt]) for act in lines[0]}
        others = [mean for act, mean in means.items() if act not in best]
        assert min(means[act] for act in best) >= max(others) + LEAST_MARGIN, (problem.name, means)
        assert all(line[act] == max(line.values()) for act in best for line in lines) != problem.on_average


def _worth(rules: Any, world: Any, seat: int, stakes: int) -> dict[int, int]:
    """What every act is worth to the camp of the seat to act."""
    sign = 1 if minimax().camp(rules, world) >> seat & 1 else -1
    return {act: sign * value for act, value in minimax()(rules, world, stakes).acts.items()}


# ---- calls with a hand that takes all the points by itself


ALL_POINTS: Final = "AH KH QH JH JD X1 X2 TH 2H"  # worth all the points in the games of five and of seven


def call(name: str, clauses: str, why: str, total: int, best: str, acts: str = "", points: int = 5, **options: Any) -> Problem:
    """A problem of the dealer's, who holds all the points in hearts and has this total; the others pass, then come `acts`."""
    rules = {"points": points, **options}
    match = Match(**rules)
    match.deal(("", "", "", ALL_POINTS), suit=None)
    match.set_totals(0, total)
    match.say(f"pass pass pass {acts}")
    return Problem(name, tuple(clauses.split()), why, rules, match.table.state, tuple(spoken(best)))


CALLS: Final = (
    call(
        "all points in hand, a little under zero",
        "T19 TC9",
        "Every trump that others may have is lower than the ten, so all five points are ours. From -3 a moon leads to 0 only, any"
        " bid scores the five points taken.",
        -3,
        "bid 4 bid 5",
    ),
    call(
        "all points in hand, and the bid alone is scored",
        "TC9 T19",
        "A bid of 4 would score four and a moon from -3 only three: the bid of 5 scores all five.",
        -3,
        "bid 5",
        made_score="bid",
    ),
    call(
        "all points in hand, far under zero",
        "T19",
        "The moon is certain and takes -20 to 0; a bid scores five points.",
        -20,
        "moon",
    ),
    call(
        "all points in hand, above zero",
        "T19",
        "The moon is certain and wins the match at once from any score above zero.",
        3,
        "moon",
    ),
    call(
        "all points in hand at zero",
        "TC7",
        "A moon made at exactly zero wins the match, too.",
        0,
        "moon",
    ),
    call(
        "all points in hand at zero, and a moon scores its points",
        "TC7 TC9",
        "A moon from zero wins nothing but the points: all five, as a bid of 5 does. A bid of 4 would score four.",
        0,
        "bid 5 moon",
        moon_at_zero="plus_points",
        made_score="bid",
    ),
    call(
        "seven points in hand, one to burn",
        "TC5 T19",
        "King and queen are burnt first, and then one of the seven point cards. The six left take every trick, and the moon needs"
        " only what is in play: it wins the match.",
        3,
        "moon",
        points=7,
    ),
    call(
        "seven points in hand, and a burnt point breaks the moon",
        "TC5 T17",
        "One of the seven point cards must be burnt, so the moon and the bid of 7 fail for certain. Six points are taken whatever"
        " the bid.",
        3,
        "bid 4 bid 5 bid 6",
        points=7,
        moon_burnt="fails",
    ),
    call(
        "all points of one suit",
        "T8 T4",
        "Hearts as trumps bring all five points, whatever the others have. In every other suit the ace, the ten and the two lie"
        " elsewhere.",
        0,
        "trump H",
        "bid 5",
    ),
)


def proven_call(problem: Problem) -> None:
    """In a hundred worlds the best acts bring the same, no other brings more: the dealer plays from the top, others at random."""
    rules = PITCH.read_rules(problem.rules)
    view = cut(problem.state, 3)
    best = {PITCH.hear(rules, view, words) for words in problem.best}
    legal, stream, brought = [0] * PITCH.most_legal, chance.stream(7), dict[int, list[int]]()
    for act in legal[: PITCH.kernel.legal(rules, view, legal)]:
        brought[act] = [_brings(rules, world, act, stream) for world in dealt_worlds(PITCH, rules, view, 3, DEALS, 5)]
    (sure,) = {gain for act in best for gain in brought[act]}
    assert all(max(brought[act]) <= sure and sum(brought[act]) < sure * DEALS for act in brought.keys() - best)


def _brings(rules: Any, world: Any, act: int, stream: list[int]) -> int:
    """What the act brings seat 3's side more than the other, the end of the match counted as a thousand."""
    state, legal = world.copy(), [0] * PITCH.most_legal
    while PITCH.kernel.seat(rules, state) >= 0:
        PITCH.kernel.play(rules, state, act)
        found = PITCH.kernel.legal(rules, state, legal)
        act = _next_act(rules, state, legal[:found], stream)
    won = STAKES[-1] if state.winner == 1 else -STAKES[-1] if state.winner == 0 else 0
    return int(state.gains[1] - state.gains[0] + won)


def _next_act(rules: Any, state: Any, legal: list[int], stream: list[int]) -> int:
    """Seat 3 names hearts, burns what it must and plays from the top; the others do anything."""
    if not legal:
        return -1
    if state.turn != 3:
        return legal[chance.pick(stream, len(legal))]
    if state.stage == Stage.TRUMP:
        return HEARTS
    return max(legal, key=lambda act: strength(rules, state.trump, act)) if state.stage == Stage.PLAY else legal[-1]


PROBLEMS: Final = (*PLAY, *CALLS)
PROOFS: Final[dict[str, Callable[[Problem], None]]] = {
    **{problem.name: proven_play for problem in PLAY},
    **{problem.name: proven_call for problem in CALLS},
}
