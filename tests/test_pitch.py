"""The clauses of Pitch, one after the other, at the table. Expected values come from the rulebook, docs/games/pitch.en.md.

Unless a test says otherwise the ten-point game is played, hearts are trumps, the last seat deals and seat 0 bids.
"""

import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch_table import GAMES_OF_POINTS, Match, Scorekeeper, Trumps, options_of, played, trumps_of
from tefuda.core import chance
from tefuda.core.cards import WORDS, read, set_of, written
from tefuda.core.view import SPECTATOR
from tefuda.games.pitch import PITCH

DEAL_DUE, MATCH_OVER = -1, -2

# Column i is trick i, seat 0 leads; by hand:
#   AH 2H JH JD  seat 0: A, J, off-J; the 2 stays with side 1    3 : 1
#   KH QH 9H X1  seat 0: a Joker                                 4 : 1
#   3H 4H TH X2  seat 3: the 3, the 10, a Joker                  4 : 6
#   5H 6H 7H 8H  seat 3 (who leads): nothing
SHARED: Final = ("AH KH 3H 5H", "2H QH 4H 6H", "JH 9H TH 7H", "JD X1 X2 8H")
# Seat 0 takes every trick, and its partner plays the 2: all ten points.
SWEEP: Final = ("AH KH QH JH", "4H 5H 6H 7H", "2H 3H TH JD", "X1 X2 8H 9H")
# The same, but the 2 comes from an opponent: nine points and one.
SWEEP_BUT_TWO: Final = ("AH KH QH JH", "2H 5H 6H 7H", "4H 3H TH JD", "X1 X2 8H 9H")
# AH 2H JH JD 3 : 1; KH QH 9H X2: 4 : 1; 3H 4H 7H 8H: seat 3, 3 points: 4 : 4; then seat 3 leads TH to 5H, 6H and X1: 6 : 4.
SIX: Final = ("AH KH 3H 5H", "2H QH 4H 6H", "JH 9H 7H X1", "JD X2 8H TH")
# The same with the 2 at seat 2 and 9H at seat 1: 7 : 3.
SEVEN: Final = ("AH KH 3H 5H", "9H QH 4H 6H", "JH 2H 7H X1", "JD X2 8H TH")
# Five players, no trump in the blind. By hand, seat 0 leads:
#   AH 2H JH JD QH  seat 0: A, J, off-J; the 2 stays with seat 1
#   KH 8H TH X1 X2  seat 0: the 10, both Jokers
#   3H 9H 7H 6H 5H  seat 1: the 3
#   4H              seat 0 alone
FIVE: Final = ("AH KH 3H 4H", "2H 8H 9H", "JH TH 7H", "JD X1 6H", "QH X2 5H")
# Seat 0 takes every trick, and seat 2 plays the 2.
FIVE_SWEEP: Final = ("AH KH QH JH", "4H 5H 6H", "2H 3H TH", "X1 X2 JD", "7H 8H 9H")
# Seat 0 has eight point cards and the king.
RICH: Final = ("AH JH JD X1 X2 TH 3H 2H KH", "QH 9H 8H", "7H 6H", "5H 4H")

TEN: Final = "AH KH QH JH JD X1 X2 TH 9H 8H 7H 6H 5H 4H 3H 2H"
THIRTEEN: Final = "AH KH QH JH JD X1 X2 TH 9H 8H 7H 6H 5H 4H 3H 3D 2H"
SIXTEEN: Final = "AH AD KH QH JH JD X1 X2 TH TD 9H 8H 7H 6H 5H 4H 3H 3D 2H 2D"
ORDERS: Final = {10: TEN, 5: TEN, 7: TEN, 8: TEN, 13: THIRTEEN, 11: THIRTEEN, 16: SIXTEEN, 15: SIXTEEN, 14: SIXTEEN}

every_game = pytest.mark.parametrize("points", GAMES_OF_POINTS)
every_dealer = pytest.mark.parametrize("dealer", range(4))


def first_trick(cards: Sequence[str], **options: Any) -> Match:
    """A match in which seat 0 leads the first of these cards and the others follow; the other trumps are spread evenly."""
    match = Match(**options)
    others = [word for word in Trumps(match.options, "H").order if word not in cards]
    match.open([" ".join([card, *others[seat::4]]) for seat, card in enumerate(cards)])
    match.say("0: {} 1: {} 2: {} 3: {}".format(*cards))
    return match


def fields(match: Match) -> dict[str, Any]:
    """Every field of the state by name."""
    return {each.name: getattr(match.table.state, each.name) for each in PITCH.state.FIELDS}


def sweep(points: int, owner_of_the_two: int = 2) -> list[str]:
    """Hands of any game: seat 0 has the five highest trumps and takes every trick, another seat plays the 2 to the first."""
    order = ORDERS[points].split()
    others = [word for word in order[5:] if word != "2H"]
    hands = [order[:5], others[0::3], others[1::3], others[2::3]]
    hands[owner_of_the_two].insert(0, "2H")
    return [" ".join(hand) for hand in hands]


def run_out(match: Match) -> None:
    """Plays the deal to its end with the first legal act that isn't the moon."""
    while match.turn >= 0:
        match.say(next(act for act in match.legal if act != "moon"))


# T1, T2, T5: the table and the deal


@pytest.mark.clause("T1")
def test_partners_sit_crosswise() -> None:
    assert [list(side) for side in PITCH.sides(PITCH.read_rules())] == [[0, 2], [1, 3]]


@pytest.mark.clause("T1", "T6")
def test_the_deal_passes_clockwise_and_the_next_seat_bids_first() -> None:
    match = Match(target=1000)
    for later in range(6):
        dealer = (3 + later) % 4
        match.deal([""] * 4, dealer=dealer, suit=None)
        assert (match.table.state.dealer, match.turn) == (dealer, (dealer + 1) % 4)
        assert match.table.deals[-1].dealer == dealer
        run_out(match)


@pytest.mark.clause("T1", "T6", "T13")
def test_bidding_and_play_go_clockwise() -> None:
    match = Match()
    match.deal(SHARED)
    match.say("0: pass 1: bid 4 2: pass 3: pass 1: trump H 1: take 1: QH 2: JH 3: JD 0: KH")


@pytest.mark.clause("T2")
@pytest.mark.parametrize("players", [4, 5])
def test_the_pack_is_52_cards_and_two_jokers(players: int) -> None:
    pack = PITCH.pack(PITCH.read_rules({"players": players}))
    assert sorted(pack) == list(range(54))
    assert written(set_of(pack))[-2:] == ["X1", "X2"]


@every_dealer
@pytest.mark.clause("T5")
def test_nine_cards_three_at_a_time(dealer: int) -> None:
    rules, state = PITCH.read_rules(), PITCH.state()
    PITCH.kernel.start(rules, state, dealer)
    PITCH.kernel.deal(rules, state, list(range(54)))
    for turn in range(4):
        dealt = [12 * packet + 3 * turn + card for packet in range(3) for card in range(3)]
        assert state.hands[(dealer + 1 + turn) % 4] == set_of(dealt)
        assert state.sizes[(dealer + 1 + turn) % 4] == 9


@pytest.mark.clause("TF1")
@pytest.mark.parametrize("dealer", range(5))
def test_ten_cards_two_at_a_time_among_five(dealer: int) -> None:
    rules, state = PITCH.read_rules({"players": 5}), PITCH.state()
    PITCH.kernel.start(rules, state, dealer)
    PITCH.kernel.deal(rules, state, list(range(54)))
    for turn in range(5):
        dealt = [10 * packet + 2 * turn + card for packet in range(5) for card in range(2)]
        assert state.hands[(dealer + 1 + turn) % 5] == set_of(dealt)


@pytest.mark.clause("TF1")
def test_five_players_score_each_for_himself() -> None:
    rules = PITCH.read_rules({"players": 5})
    assert [list(side) for side in PITCH.sides(rules)] == [[0], [1], [2], [3], [4]]
    assert len(Match(players=5).totals) == 5


@pytest.mark.clause("T5")
@pytest.mark.parametrize("players", [4, 5])
def test_nobody_sees_another_hand_or_the_cards_left_over(players: int) -> None:
    match = Match(players=players)
    match.deal([""] * players, suit=None)
    for seat in range(players):
        seen = match.table.view(seat).hands
        assert [place for place, cards in enumerate(seen) if cards] == [seat]
        assert seen[seat] == match.table.state.hands[seat]
    assert not any(match.table.view(SPECTATOR).hands)


# T3, T4 and the point games: order and worth


def check_order(order: Sequence[str], **options: Any) -> None:
    """Every four neighbours of the order, led by each of them, go to the highest."""
    for top in range(len(order) - 3):
        four = list(order[top : top + 4])
        for turned in range(4):
            cards = four[turned:] + four[:turned]
            assert first_trick(cards, **options).turn == cards.index(four[0]), cards


@every_game
@pytest.mark.clause("T3", "T13", "TC14", "TV6", "TV1")
def test_the_order_of_the_trumps(points: int) -> None:
    check_order(ORDERS[points].split(), points=points)


@every_game
@pytest.mark.clause("TX2", "TX3")
def test_the_reversed_order_is_the_whole_list_read_backwards(points: int) -> None:
    check_order(ORDERS[points].split()[::-1], points=points, reverse=True)


@pytest.mark.clause("TX2")
def test_the_reversed_ten_point_order_in_words() -> None:
    check_order(["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "X2", "X1", "JD", "JH", "QH", "KH", "AH"], preset="reversed")


@pytest.mark.clause("TX2", "TX3")
@pytest.mark.parametrize(
    ("points", "order"),
    [
        (10, "2H 3H 4H 5H 6H 7H 8H 9H TH X2 X1 JH JD QH KH AH"),
        (13, "2H 3H 3D 4H 5H 6H 7H 8H 9H TH X2 X1 JH JD QH KH AH"),
        (16, "2H 2D 3H 3D 4H 5H 6H 7H 8H 9H TH TD X2 X1 JH JD QH KH AH AD"),
    ],
)
def test_off_cards_may_stay_below_when_the_order_is_reversed(points: int, order: str) -> None:
    check_order(order.split(), points=points, reverse=True, reverse_off="below")


@pytest.mark.clause("TX2")
def test_where_off_cards_stand_changes_nothing_while_the_order_is_not_reversed() -> None:
    check_order(TEN.split(), reverse_off="below")


@pytest.mark.clause("T3", "T8")
@pytest.mark.parametrize(("suit", "off"), [("S", "JC"), ("C", "JS"), ("H", "JD"), ("D", "JH")])
def test_the_off_jack_is_the_jack_of_the_same_colour(suit: str, off: str) -> None:
    dealt = "JS JH JD JC X1 AS AH AD AC"
    match = Match()
    match.deal([dealt, "", "", ""], suit=None)
    match.say(f"bid 4 pass pass pass trump {suit}")
    assert set(dealt.split()) & set(written(match.table.state.hands[0])) == {f"A{suit}", f"J{suit}", off, "X1"}


def points_with_the_ace(card: str, points: int, **options: Any) -> int:
    """What side 1 scores when seat 1's only trump, the ace, takes `card` from seat 0 and nothing else of worth."""
    trumps = trumps_of(points=points)
    third = "KH" if card != "KH" else "QH"
    rest = [word for word in trumps.order if word not in (card, "AH", third)]
    match = Match(points=points, burn="free", min_bid=1, **options)
    match.open([" ".join([card, *rest[1::2]]), "AH", " ".join(rest[::2]), third], bid="bid 1")
    while match.legal[0].startswith("burn"):
        dearest = sorted(match.legal, key=lambda act: -trumps.worth[act[5:]])  # nobody minds: seat 0 or 2 would have had them
        match.say(next(act for act in dearest if act != f"burn {card}"))
    match.say(f"{card} AH")
    harmless = next(word for word in match.legal if word != "2H" and trumps.worth[word] == 0)
    match.say(f"{harmless} {third}")
    run_out(match)
    return match.points[1]


WORTH: Final = {
    10: "JH JD X1 X2 TH",
    5: "JH JD TH",
    7: "JH JD X1 X2 TH",
    8: "JH JD TH",
    13: "JH JD X1 X2 TH",
    11: "JH JD TH",
    16: "AD JH JD X1 X2 TH TD 2D",
    15: "AD JH JD X1 X2 TH TD",
    14: "AD JH JD TH TD 2D",
}
THREES: Final = {10: "3H", 5: "", 7: "", 8: "3H", 13: "3H 3D", 11: "3H 3D", 16: "3H 3D", 15: "3H 3D", 14: "3H 3D"}


@every_game
@pytest.mark.clause("T4", "TV6", "TV1", "TV5", "T16")
def test_what_each_trump_is_worth_to_whoever_takes_it(points: int) -> None:
    # The ace brings 1; the true 2 stays with seat 0, who plays it.
    for card in ORDERS[points].split()[1:]:
        worth = 1 if card in WORTH[points].split() else 3 if card in THREES[points].split() else 0
        assert points_with_the_ace(card, points) == 1 + worth, card


@every_game
@pytest.mark.clause("T4", "TV6", "TV4")
def test_all_points_of_a_game_are_in_play_and_bid(points: int) -> None:
    match = played(sweep(points), bid=f"bid {points}", points=points)
    assert match.points == [points, 0]


@pytest.mark.clause("T13", "T4")
def test_the_queen_takes_the_jack() -> None:
    # Trick 4H JH QH 6H: seat 2 has one point so far. The other tricks bring side 0 nothing: it bid 1 and made exactly that.
    hands = ("4H 5H 7H 8H", "JH AH KH JD", "QH 9H", "6H X1 X2 TH 3H 2H")
    match = Match(min_bid=1)
    match.open(hands, bid="bid 1")
    match.say("0: 4H 1: JH 2: QH 3: 6H 2: 9H 3: X1 0: 5H 1: AH 1: KH 3: X2 0: 7H 1: JD 3: TH 0: 8H 3: 3H 3: 2H")
    assert match.points == [1, 9]


@pytest.mark.clause("T3", "TV6")
@pytest.mark.parametrize(
    ("points", "cards", "winner"),
    [
        (10, "JD JH 4H 5H", 1),
        (10, "X1 JD 4H 5H", 1),
        (10, "X2 JD 4H 5H", 1),
        (10, "TH X2 4H 5H", 1),
        (13, "3D 3H 2H 4H", 3),
        (13, "2H 3D 4H 3H", 2),
    ],
)
def test_the_order_in_the_middle(points: int, cards: str, winner: int) -> None:
    assert first_trick(cards.split(), points=points).turn == winner


@pytest.mark.clause("TV2", "TV5")
@pytest.mark.parametrize(
    ("points", "off"),
    [(10, "JD"), (5, "JD"), (7, "JD"), (8, "JD"), (13, "JD 3D"), (11, "JD 3D")]
    + [(points, "AD JD TD 3D 2D") for points in (14, 15, 16)],
)
def test_only_off_cards_with_points_are_trumps(points: int, off: str) -> None:
    for half in ("AD KD QD JD TD 9D", "8D 7D 6D 5D 4D 3D 2D"):
        match = Match(points=points, min_bid=1)
        match.deal([f"{half} KH QH", "", "", ""], suit=None)
        match.say("bid 1 pass pass pass trump H")
        if "take" in match.legal:
            assert not [word for word in match.legal if word not in ("take", "give")]
        assert {word for word in half.split() if word in match.trumps(0)} == set(half.split()) & set(off.split())
        held = set(written(match.table.state.hands[0]))
        assert held & set(half.split()) == set(half.split()) & set(off.split())


@pytest.mark.clause("TV1")
@pytest.mark.parametrize(
    ("points", "dead"),
    [(10, ""), (5, "X1 X2 3H"), (7, "3H"), (8, "X1 X2"), (13, ""), (11, "X1 X2"), (16, ""), (15, "2D"), (14, "X1 X2")],
)
def test_trumps_that_do_not_count_may_leave_the_suit(points: int, dead: str) -> None:
    order = [word for word in ORDERS[points].split() if word not in dead.split()]
    check_order(order[:8], points=points, dead_points="not_trump")
    for option, missing in (("stay_trump", set()), ("not_trump", set(dead.split()))):
        match = Match(points=points, dead_points=option)
        match.deal(["X1 X2 3H 2D AH", "", "", ""], suit=None)
        match.say("bid 4 pass pass pass trump H")
        trumps = {"X1", "X2", "3H", "2D", "AH"} & set(ORDERS[points].split())
        assert {"X1", "X2", "3H", "2D", "AH"} & set(written(match.table.state.hands[0])) == trumps - missing


@pytest.mark.clause("TV1")
@pytest.mark.parametrize(("option", "winner"), [("stay_trump", 0), ("not_trump", 1)])
def test_a_joker_without_points_is_a_trump_or_nothing(option: str, winner: int) -> None:
    match = Match(points=8, dead_points=option)
    match.open(("X1 2H 3H 4H", "TH AH KH QH", "9H JH JD 5H", "8H X2 7H 6H"))
    assert ("X1" in match.legal) == (option == "stay_trump")
    match.say(("X1" if option == "stay_trump" else "4H") + " TH 9H 8H")
    assert match.turn == winner


# T6, T7, TC8, TC17, T8, TF2: the auction

TO_TEN: Final = [f"bid {bid}" for bid in range(4, 11)]


@pytest.mark.clause("T6", "T7", "TC8", "TC17")
@pytest.mark.parametrize(
    ("before", "legal"),
    [
        ("", ["pass", *TO_TEN, "moon"]),
        ("pass", ["pass", *TO_TEN, "moon"]),
        ("bid 5", ["pass", *TO_TEN[2:], "moon"]),
        ("bid 4 bid 7", ["pass", *TO_TEN[4:], "moon"]),
        ("bid 5 pass pass", ["pass", *TO_TEN[2:], "moon"]),
        ("bid 10", ["pass", "moon"]),
        ("bid 10 pass pass", ["pass", "moon"]),
        ("pass pass pass", [*TO_TEN, "moon"]),
    ],
)
def test_what_may_be_bid(before: str, legal: list[str]) -> None:
    match = Match()
    match.deal(SHARED)
    match.say(before)
    assert sorted(match.legal) == sorted(legal)


@pytest.mark.clause("T6", "TC17")
def test_what_the_auction_refuses() -> None:
    match = Match()
    match.deal(SHARED)
    assert match.refused("bid 3") in ("T6", "TC17")
    assert match.refused("AH") == "T6"
    match.say("bid 6")
    assert match.refused("bid 5") == match.refused("bid 6") == "T6"
    match.say("pass pass")
    assert match.refused("bid 6") == "T6"  # the dealer may not take it at the same level


@pytest.mark.clause("T6", "TC17")
def test_the_dealer_cannot_pass_when_all_others_have() -> None:
    match = Match()
    match.deal(SHARED)
    match.say("pass pass pass")
    assert match.refused("pass") in ("T6", "TC17")
    match.say("3: bid 4 3: trump H 3: take 3: JD")  # nobody may raise it


@pytest.mark.clause("T6", "TF2")
@pytest.mark.parametrize(
    ("players", "calls", "bidder"),
    [
        (4, "bid 4 bid 5 pass bid 6", 3),
        (4, "bid 4 bid 5 pass pass", 1),
        (4, "pass pass bid 9 pass", 2),
        (4, "pass pass pass bid 4", 3),
        (5, "bid 4 bid 5 bid 6 pass pass", 2),
        (5, "pass pass pass pass bid 4", 4),
        (5, "bid 4 pass pass pass bid 10", 4),
        (5, "pass pass pass moon", 3),
    ],
)
def test_each_speaks_once_and_the_highest_bidder_names_trumps(players: int, calls: str, bidder: int) -> None:
    match = Match(players=players)
    match.deal([""] * players, suit=None)
    match.say(calls)
    assert match.turn == bidder
    assert sorted(match.legal) == ["trump C", "trump D", "trump H", "trump S"]
    assert match.refused("pass") != ""
    assert match.refused("bid 10") != ""


@pytest.mark.clause("TF2", "TC17")
def test_among_five_the_last_one_may_not_pass_either() -> None:
    match = Match(players=5)
    match.deal([""] * 5, suit=None)
    match.say("pass pass pass pass")
    assert sorted(match.legal) == sorted([*TO_TEN, "moon"])


@pytest.mark.clause("T7", "TC8")
@pytest.mark.parametrize("before", ["", "bid 4", "bid 10", "pass pass pass"])
def test_the_moon_is_the_highest_bid_and_ends_the_auction(before: str) -> None:
    match = Match()
    match.deal(SHARED)
    match.say(before)
    moonshooter = match.turn
    match.say("moon")
    assert match.turn == moonshooter
    assert len(match.legal) == 4


@pytest.mark.clause("TC8")
def test_a_bid_of_ten_is_an_ordinary_bid() -> None:
    assert played(SWEEP, "bid 10").points == [10, 0]
    assert played(SHARED, "bid 10").points == [-10, 6]
    assert played(SHARED, "bid 10").turn == DEAL_DUE


@pytest.mark.clause("TC8")
def test_ten_points_on_a_lower_bid_are_no_moon() -> None:
    match = played(SWEEP, "bid 4", totals=(20, 0))
    assert (match.points, match.totals, match.turn) == ([10, 0], [30, 0], DEAL_DUE)


@every_game
@pytest.mark.clause("TV6", "T7")
def test_bids_run_up_to_all_the_points(points: int) -> None:
    match = Match(points=points)
    match.deal([""] * 4, suit=None)
    assert sorted(match.legal) == sorted(["pass", "moon", *(f"bid {bid}" for bid in range(4, points + 1))])
    match.say(f"bid {points}")
    assert sorted(match.legal) == ["moon", "pass"]


@pytest.mark.clause("TC17")
@pytest.mark.parametrize("lowest", [1, 2, 4, 9, 10])
def test_the_lowest_bid_is_an_option(lowest: int) -> None:
    match = Match(min_bid=lowest)
    match.deal(SHARED)
    bids = [f"bid {bid}" for bid in range(lowest, 11)]
    assert sorted(match.legal) == sorted(["pass", *bids, "moon"])
    match.say("pass pass pass")
    assert sorted(match.legal) == sorted([*bids, "moon"])


@pytest.mark.clause("TC17")
@pytest.mark.parametrize(("points", "lowest"), [(5, 6), (10, 11), (15, 16), (10, 0), (16, 17), (8, -1)])
def test_a_lowest_bid_that_nobody_can_make_is_refused(points: int, lowest: int) -> None:
    with pytest.raises(ValueError, match="min_bid"):
        PITCH.read_rules({"points": points, "min_bid": lowest})


@pytest.mark.clause("TC17")
@pytest.mark.parametrize("points", [5, 8, 16])
def test_the_lowest_bid_may_be_all_the_points(points: int) -> None:
    match = Match(points=points, min_bid=points)
    match.deal([""] * 4, suit=None)
    assert sorted(match.legal) == sorted(["pass", f"bid {points}", "moon"])


@pytest.mark.clause("TC17")
@pytest.mark.parametrize(("bid", "points"), [("bid 4", [6, 4]), ("bid 5", [6, -5]), ("bid 7", [6, -7])])
def test_the_stuck_dealer_may_bid_more_than_he_owes(bid: str, points: list[int]) -> None:
    # The hands of SHARED a seat further: the dealer, seat 3, has what seat 0 had, and takes 4 for side 1.
    match = Match()
    match.deal((*SHARED[1:], SHARED[0]))
    match.say(f"pass pass pass {bid} trump H take")
    match.say("AH 2H JH JD KH QH 9H X1 3H 4H TH X2 2: 8H 5H 6H 7H")
    assert match.points == points


@pytest.mark.clause("T8")
@pytest.mark.parametrize("suit", "SHDC")
def test_trumps_may_be_a_suit_that_the_bidder_does_not_hold(suit: str) -> None:
    others = [rank + other for rank in "KQ9" for other in "SHDC" if other != suit]
    match = Match()
    match.deal([" ".join(others), "", "", ""], suit=None)
    match.say(f"bid 4 pass pass pass trump {suit}")
    assert match.refused(f"trump {suit}") == "T8"
    assert match.turn == 0


# T9 to T12, TC1 to TC5: discards, refill, leftovers, burning

# Seats 0..3 keep 4, 2, 6 and 1 trumps, so they need 2, 4, 0 and 5 of the stock, and 7 are left over.
UNEVEN: Final = ("AH KH QH JH", "JD X1", "TH 9H 8H 7H 6H 5H", "4H")


def stock_with(**trumps: int) -> str:
    """A stock from the top: clubs from the nine down and then spades, with these trumps at the given places."""
    cards = ["9C", "8C", "7C", "6C", "5C", "4C", "3C", "2C", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S", "KC", "KS"]
    for word, place in trumps.items():
        cards[place] = word
    return " ".join(cards)


def named(options: Mapping[str, Any], hands: Sequence[str], rest: str, bidder: int = 0) -> Match:
    """A match in which seat `bidder` alone has bid 4 and named hearts."""
    match = Match(**options)
    match.deal(hands, rest)
    match.say("pass " * bidder + "bid 4 " + "pass " * (3 - bidder) + "trump H")
    return match


@pytest.mark.clause("T9", "TC3", "T10")
def test_all_trumps_stay_and_everything_else_goes() -> None:
    stock = stock_with(X2=0, **{"3H": 17, "2H": 16})
    match = Match()
    match.deal(UNEVEN, stock)
    dealt = [set(written(hand)) for hand in match.table.state.hands[:4]]
    match.say("bid 4 pass pass pass trump H")
    assert match.legal[0] in ("take", "give")  # nobody is asked for a discard
    for seat in range(4):
        kept = set(UNEVEN[seat].split())
        assert set(written(match.table.state.hands[seat])) & dealt[seat] == kept
    assert [match.table.state.sizes[seat] for seat in range(4)] == [6, 6, 6, 6]


@pytest.mark.clause("T10", "TC1")
@pytest.mark.parametrize("bidder", range(4))
def test_the_refill_goes_clockwise_from_the_dealers_left(bidder: int) -> None:
    # Cards 0 and 1 are seat 0's, 2..5 seat 1's, none seat 2's, 6..10 seat 3's, the rest is left over; whoever the bidder is.
    match = named({}, UNEVEN, stock_with(X2=1, **{"3H": 2, "2H": 10}), bidder)
    assert [match.trumps(seat) - set(UNEVEN[seat].split()) for seat in range(4)] == [{"X2"}, {"3H"}, set(), {"2H"}]
    assert (match.turn, sorted(match.legal)) == (bidder, ["give", "take"])
    match = named({}, UNEVEN, stock_with(X2=5, **{"3H": 6, "2H": 11}), bidder)
    assert [match.trumps(seat) - set(UNEVEN[seat].split()) for seat in range(4)] == [set(), {"X2"}, set(), {"3H"}]


@pytest.mark.clause("TC1", "TC4")
@pytest.mark.parametrize("leftover", ["bidder_or_partner", "bidder_then_partner"])
def test_the_bidder_may_come_last_and_take_the_whole_rest(leftover: str) -> None:
    # Seat 1 bids. Cards 0 and 1 are seat 0's, 2..6 seat 3's; seat 1 gets all the others, 2H and the bottom card too.
    options = {"refill_order": "bidder_last", "leftover": leftover}
    match = named(options, UNEVEN, stock_with(X2=2, **{"3H": 7, "2H": 17}), bidder=1)
    assert [match.trumps(seat) - set(UNEVEN[seat].split()) for seat in range(4)] == [set(), {"3H", "2H"}, set(), {"X2"}]
    assert match.turn == 1
    assert set(match.legal) == {"JD", "X1", "3H", "2H"}  # no leftovers to give away


@pytest.mark.clause("T11", "TC4")
@pytest.mark.parametrize(("choice", "owner"), [("take", 0), ("give", 2)])
def test_the_bidder_takes_the_leftovers_or_gives_them_all_unseen(choice: str, owner: int) -> None:
    match = named({}, ("AH KH QH JH", "JD X1 TH 9H", "8H 7H", "6H 5H 4H"), stock_with(X2=11, **{"3H": 14, "2H": 17}))
    assert sorted(match.legal) == ["give", "take"]
    assert match.refused("AH") != ""
    for seat in range(4):  # unseen by all, the bidder too
        seen = {word for cards in match.table.view(seat).hands for word in written(cards)}
        assert not {"X2", "3H", "2H"} & seen
        assert not any({"X2", "3H", "2H"} & match.trumps(place) for place in range(4))
    match.say(choice)
    assert match.trumps(owner) >= {"X2", "3H", "2H"}
    assert match.turn == 0


@pytest.mark.clause("TC4")
def test_the_leftovers_may_go_to_the_partner_without_a_question() -> None:
    # Seat 1 bids; its partner is seat 3. The bidder has filled up like everybody else: card 2 is his.
    match = named({"leftover": "bidder_then_partner"}, UNEVEN, stock_with(X2=2, **{"3H": 11, "2H": 17}), bidder=1)
    assert [match.trumps(seat) - set(UNEVEN[seat].split()) for seat in range(4)] == [set(), {"X2"}, set(), {"3H", "2H"}]
    assert (match.turn, set(match.legal)) == (1, {"JD", "X1", "X2"})


@pytest.mark.clause("TC4")
@pytest.mark.parametrize("refill_order", ["dealer_left", "bidder_last"])
def test_without_leftovers_there_is_nothing_to_ask(refill_order: str) -> None:
    # Six trumps kept together: they need 4 + 4 + 5 + 5, exactly the stock. Seat 0 gets cards 0..3, as the bidder 14..17.
    stock = "X2 2H 3C 4C TH 2S 3S 4S 9H 5C 6C 7C 8H 7H 6H 5H 4H 3H"
    match = Match(refill_order=refill_order)
    match.deal(("AH KH", "QH JH", "JD", "X1"), stock)
    match.say("bid 4 pass pass pass trump H")
    drawn = {"X2", "2H"} if refill_order == "dealer_left" else {"6H", "5H", "4H", "3H"}
    assert (match.turn, set(match.legal)) == (0, {"AH", "KH"} | drawn)


@pytest.mark.clause("TC2", "T10")
@pytest.mark.parametrize(
    ("refill_order", "trumps"),
    [
        # Needs 5, 5, 5 and 5, in this order: 0..4, 5..9, 10..14, and only 15..17 are left for the dealer.
        ("dealer_left", [{"2H", "KH", "QH"}, {"JH", "JD", "X1"}, {"X2", "TH", "9H"}, {"8H", "7H", "6H"}]),
        # Seat 0 bids and comes last: seats 1, 2 and 3 have 0..4, 5..9, 10..14, and seat 0 gets 15..17.
        ("bidder_last", [{"8H", "7H", "6H"}, {"2H", "KH", "QH"}, {"JH", "JD", "X1"}, {"X2", "TH", "9H"}]),
    ],
)
def test_when_the_stock_runs_out_the_later_players_stay_short(refill_order: str, trumps: list[set[str]]) -> None:
    match = Match(refill_order=refill_order)
    match.deal(("AH", "5H", "4H", "3H"), "2H KH 3C QH 4C JH JD X1 5C 6C X2 TH 9H 7C 8C 8H 7H 6H")
    match.say("bid 4 pass pass pass trump H")
    expected = [drawn | {kept} for drawn, kept in zip(trumps, ("AH", "5H", "4H", "3H"))]
    assert [match.trumps(seat) for seat in range(4)] == expected
    assert match.turn == 0
    assert set(match.legal) == expected[0]  # no leftovers: the play begins


# Seats 1 and 3 hold more than six trumps.
LONG: Final = ("AH", "KH QH JH 9H 8H 7H 6H 5H", "", "JD X1 X2 TH 4H 3H 2H")


@pytest.mark.clause("T12", "TC5")
def test_burning_goes_seat_by_seat_from_the_dealers_left_after_the_leftovers() -> None:
    match = Match()
    match.open(LONG, bid="bid 4", bidder=3)
    assert match.turn == 1
    assert set(match.legal) == {f"burn {word}" for word in ["KH", "QH", "9H", "8H", "7H", "6H", "5H"]}
    match.say("1: burn 5H")
    assert match.turn == 1
    match.say("1: burn 6H")
    assert match.turn == 3
    assert match.legal == ["burn 4H"]
    assert {match.refused(f"burn {word}") for word in ["JD", "X1", "X2", "TH", "3H", "2H"]} == {"TC5"}
    match.say("3: burn 4H")
    assert (match.turn, len(match.legal)) == (3, 6)


@pytest.mark.clause("T12")
def test_burnt_cards_are_out_and_known_to_all() -> None:
    match = Match()
    match.open(LONG, bid="bid 4", bidder=3)
    assert any("5H" in cards for cards in match.may(0))
    match.say("burn 5H burn 6H burn 4H")
    for seat in range(4):
        assert not any({"4H", "5H", "6H"} & match.trumps(seat) for seat in range(4))
        assert not any({"4H", "5H", "6H"} & cards for cards in match.may(seat)[:4])
    match.columns(("AH", "KH QH JH 9H 8H 7H", "", "JD X1 X2 TH 3H 2H"))
    # JD AH KH: seat 0 takes A and off-J. QH X1 and JH X2 to seat 1: 3. 9H TH to seat 3: 1. 3H 8H to seat 1: 3. 7H 2H: 1.
    assert match.points == [2, 8]


@pytest.mark.clause("T12", "T11")
def test_the_leftovers_may_make_seven_trumps() -> None:
    match = named(
        {}, ("AH KH QH JH JD", "X1 X2", "TH 9H", "8H 7H"), stock_with(**{"6H": 13, "5H": 14, "4H": 15, "3H": 16, "2H": 17})
    )
    match.say("take")
    # Needs 1, 4, 4, 4: thirteen; cards 13..17 are five trumps. Seat 0 has ten, six of them without points, and burns four.
    assert match.trumps(0) == {"AH", "KH", "QH", "JH", "JD", "6H", "5H", "4H", "3H", "2H"}
    assert set(match.legal) == {f"burn {word}" for word in ["KH", "QH", "6H", "5H", "4H"]}
    match.say("burn 4H burn 5H burn 6H burn QH")
    assert set(match.legal) == {"AH", "KH", "JH", "JD", "3H", "2H"}


@pytest.mark.clause("TC5")
def test_a_point_is_burnt_only_when_nothing_else_is_left() -> None:
    match = Match()
    match.open(RICH)
    assert match.legal == ["burn KH"]
    match.say("burn KH")
    assert set(match.legal) == {f"burn {word}" for word in ["AH", "JH", "JD", "X1", "X2", "TH", "3H", "2H"]}
    match.say("burn 2H burn TH")
    assert set(match.legal) == {"AH", "JH", "JD", "X1", "X2", "3H"}


@pytest.mark.clause("TC5")
def test_anything_may_be_burnt_when_burning_is_free() -> None:
    match = Match(burn="free")
    match.open(LONG, bidder=3)
    assert set(match.legal) == {f"burn {word}" for word in LONG[1].split()}
    match.say("burn JH burn KH")
    assert set(match.legal) == {f"burn {word}" for word in LONG[3].split()}


@pytest.mark.clause("TC5")
@pytest.mark.parametrize(("burn", "points"), [("nonpoint_first", [7, 3]), ("free", [7, 0])])
def test_burnt_points_go_to_nobody(burn: str, points: list[int]) -> None:
    # Seat 1 has seven trumps. Burning the 3 takes three points out of the deal; burning 4H leaves it to seat 1's side.
    hands = ("AH KH QH JH", "3H 4H 5H 6H 7H 8H 9H", "JD X1 2H", "X2 TH")
    match = Match(burn=burn)
    match.open(hands)
    match.say("burn 3H" if burn == "free" else "burn 4H")
    # AH 9H JD X2: 3; KH 8H X1 TH: 2; QH 7H 2H: 1; JH 6H: 1; then seat 1 alone: 5H and 3H or 4H.
    match.columns(("AH KH QH JH", "9H 8H 7H 6H 5H 3H" if burn == "nonpoint_first" else "9H 8H 7H 6H 5H 4H", "JD X1 2H", "X2 TH"))
    assert match.points == points


@pytest.mark.clause("TC5")
def test_more_than_six_points_in_a_hand_may_be_a_misdeal() -> None:
    match = Match(burn="misdeal")
    match.set_totals(11, 7)
    match.open(RICH)
    assert match.turn == DEAL_DUE
    assert (match.points, match.totals) == ([0, 0], [11, 7])
    assert (match.table.deals[-1].points, match.table.deals[-1].totals) == ([0, 0], [11, 7])
    assert match.table.deals[-1].acts == ["0 bid 4", "1 pass", "2 pass", "3 pass", "0 trump H", "0 take"]
    match.deal(SHARED, dealer=3)  # the same dealer deals again
    assert (match.table.state.dealer, match.turn) == (3, 0)


@pytest.mark.clause("TC5")
def test_a_misdeal_comes_only_after_the_leftovers() -> None:
    # Six point cards and a seventh in the leftovers, which the partner can't use: it is the bidder who would have seven.
    hands = ("AH JH JD X1 X2 TH", "KH QH 9H", "8H 7H", "6H 5H 4H")
    stock = stock_with(**{"3H": 17, "2H": 0})
    match = named({"burn": "misdeal"}, hands, stock)
    match.say("give")
    assert match.turn == 0
    assert set(match.legal) == set(hands[0].split())
    match = named({"burn": "misdeal"}, hands, stock)
    match.say("take")
    assert match.turn == DEAL_DUE


@pytest.mark.clause("TC5")
def test_six_point_cards_and_a_king_are_no_misdeal() -> None:
    match = Match(burn="misdeal")
    match.open(("AH JH JD X1 X2 TH KH", "QH 9H 8H", "7H 6H 5H", "4H 3H 2H"))
    assert match.legal == ["burn KH"]


@pytest.mark.clause("TC5")
def test_a_defenders_hand_can_be_a_misdeal_too() -> None:
    match = Match(burn="misdeal")
    match.open(RICH, bidder=2)
    assert match.turn == DEAL_DUE


@pytest.mark.clause("TV4", "TC5")
def test_in_the_sixteen_point_game_points_are_burnt_more_often() -> None:
    match = Match(points=16)
    match.open(("AH AD JH JD X1 X2 TH TD", "KH QH 9H 8H", "7H 6H 5H 4H", "3H 3D 2H 2D"))
    assert set(match.legal) == {f"burn {word}" for word in ["AH", "AD", "JH", "JD", "X1", "X2", "TH", "TD"]}
    match = Match(points=14)  # here the Jokers have no points
    match.open(("AH AD JH JD X1 X2 TH TD", "KH QH 9H 8H", "7H 6H 5H 4H", "3H 3D 2H 2D"))
    assert set(match.legal) == {"burn X1", "burn X2"}


# TC13: misdeal for a poor hand

POOR: Final = "9S 8S 7S 6S 9H 8H 7H 6H 9D"


@pytest.mark.clause("TC13")
@pytest.mark.parametrize("seat", range(4))
def test_a_hand_without_faces_and_points_may_be_a_misdeal(seat: int) -> None:
    for option, turn in ((True, DEAL_DUE), (False, 0)):
        match = Match(misdeal_no_faces=option)
        match.deal([POOR if each == seat else king for each, king in enumerate(("KS", "KH", "KD", "KC"))], suit=None)
        assert match.turn == turn
    match = Match(misdeal_no_faces=True)
    match.deal([POOR if each == seat else king for each, king in enumerate(("KS", "KH", "KD", "KC"))], suit=None)
    assert (match.table.deals[-1].acts, match.table.deals[-1].points, match.totals) == ([], [0, 0], [0, 0])
    match.deal(SHARED, dealer=3)
    assert match.table.state.dealer == 3


@pytest.mark.clause("TC13")
@pytest.mark.parametrize("card", ["KS", "QH", "JD", "AC", "TS", "3H", "2D", "X1", "X2"])
def test_one_face_or_possible_point_saves_a_hand(card: str) -> None:
    match = Match(misdeal_no_faces=True)
    match.deal([f"{POOR[:-3]} {card}", "KH KD", "KC JS", "JC QS"], suit=None)
    assert match.turn == 0


@pytest.mark.clause("TC13", "TV6")
@pytest.mark.parametrize(
    ("points", "card", "misdeal"),
    [(5, "X1", True), (5, "3C", True), (7, "3C", True), (7, "X1", False), (8, "X1", True), (8, "3C", False), (14, "X2", True)],
)
def test_which_cards_could_be_worth_a_point_depends_on_the_game(points: int, card: str, misdeal: bool) -> None:
    match = Match(misdeal_no_faces=True, points=points)
    match.deal([f"{POOR[:-3]} {card}", "KH KD", "KC JS", "JC QS"], suit=None)
    assert (match.turn == DEAL_DUE) == misdeal


@pytest.mark.clause("TC13")
def test_among_five_a_poor_hand_is_a_misdeal_too() -> None:
    match = Match(misdeal_no_faces=True, players=5)
    match.deal(["KH KD", "KC JS", f"{POOR} 8D", "JC QS", "KS AS"], suit=None)
    assert match.turn == DEAL_DUE
    assert match.points == [0] * 5


# T13 to T16: the play


@pytest.mark.clause("T13", "TC15", "T9")
def test_the_bidder_leads_any_trump_and_nothing_else() -> None:
    match = Match()
    match.open(("JD X1 X2 2H", "AH KH QH JH", "TH 9H 8H 7H", "6H 5H 4H 3H"))
    assert (match.turn, set(match.legal)) == (0, {"JD", "X1", "X2", "2H"})
    assert match.refused("AH") == "T13"  # not his
    assert match.refused("KS") == "T13"  # no trump


@pytest.mark.clause("TC15")
@pytest.mark.parametrize("card", ["JD", "X1", "X2"])
def test_off_jack_and_jokers_may_be_led_first(card: str) -> None:
    match = Match()
    match.open(("JD X1 X2 2H", "AH KH QH JH", "TH 9H 8H 7H", "6H 5H 4H 3H"))
    match.say(f"0: {card} 1: AH 2: TH 3: 6H 1: KH")


@pytest.mark.clause("T13")
def test_any_trump_may_follow_and_one_must() -> None:
    match = Match()
    match.open(SHARED)
    match.say("AH")
    assert (match.turn, set(match.legal)) == (1, set(SHARED[1].split()))
    assert match.refused("pass") != ""


@pytest.mark.clause("T13a")
@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        (("", "AH KH QH JH", "JD X1 X2 TH 9H 8H", "7H 6H 5H 4H 3H 2H"), 1),
        (("", "", "AH KH QH JH 9H 8H 4H", "JD X1 X2 TH 7H 6H 5H 3H 2H"), 2),
    ],
)
def test_without_a_trump_the_bidder_leaves_the_lead_to_the_next_who_has_one(hands: Sequence[str], leader: int) -> None:
    match = Match()
    match.open(hands)
    while match.legal[0].startswith("burn"):
        match.say(match.legal[0])
    assert match.turn == leader


@pytest.mark.clause("T14")
def test_the_winner_leads_to_the_next_trick() -> None:
    match = Match()
    match.open(SHARED)
    match.say("0: AH 1: 2H 2: JH 3: JD 0: KH 1: QH 2: 9H 3: X1 0: 3H 1: 4H 2: TH 3: X2 3: 8H 0: 5H 1: 6H 2: 7H")
    assert match.turn == DEAL_DUE


@pytest.mark.clause("T14")
def test_a_winner_without_trumps_leaves_the_lead_to_the_next() -> None:
    match = Match()
    match.open(("AH", "KH QH JH JD X1 X2", "TH 9H 8H 7H 6H", "5H 4H 3H 2H"))
    match.say("0: AH 1: KH 2: TH 3: 5H 1: QH 2: 9H 3: 4H")


@pytest.mark.clause("T14")
def test_the_lead_goes_on_clockwise_past_those_who_are_out() -> None:
    # Seats 0 and 1 have one trump each and are out after the first trick.
    match = Match()
    match.open(("AH", "4H", "KH JH 9H 8H 7H X1 TH", "QH JD X2 6H 5H 3H 2H"))
    match.say("2: burn 7H 3: burn 5H 0: AH 1: 4H 2: 8H 3: 6H 2: KH 3: 2H 2: JH 3: QH 3: 3H")


@pytest.mark.clause("T15")
def test_the_last_player_with_trumps_plays_them_out_and_wins_them() -> None:
    hands = ("AH KH QH JH 3H 4H", "2H 5H 6H", "JD X1 9H", "7H X2 8H TH")
    match = Match()
    match.open(hands)
    # AH 2H JD 7H: A, off-J; 2 to side 1. KH 5H X1 X2: both Jokers. QH 6H 9H 8H. JH TH: J, 10.
    match.say("AH 2H JD 7H KH 5H X1 X2 QH 6H 9H 8H 0: JH 3: TH 0: 3H")
    assert (match.turn, match.legal) == (0, ["4H"])
    match.say("4H")
    assert match.turn == DEAL_DUE
    assert match.points == [9, 1]


@pytest.mark.clause("T15", "T10")
def test_new_cards_that_are_no_trumps_cannot_be_played() -> None:
    match = named({}, UNEVEN, stock_with(X2=1, **{"3H": 2, "2H": 10}))
    match.say("take")
    assert set(match.legal) == set(UNEVEN[0].split()) | {"X2"}
    assert match.refused("9C") == "T13"
    match.say("AH")
    assert set(match.legal) == {"JD", "X1", "3H"}


@pytest.mark.clause("TC16", "T15")
def test_that_a_player_is_out_is_seen_when_his_turn_comes() -> None:
    # Seat 3 keeps no trump and draws six cards that could be trumps.
    match = Match()
    match.open(("AH KH QH JH JD X1", "X2 TH 9H 8H 7H", "6H 5H 4H 3H 2H", ""))
    trumps = set(trumps_of().order)
    assert all(match.may(seat)[3] & trumps for seat in range(3))
    match.say("0: AH 1: 7H")
    assert all(match.may(seat)[3] & trumps for seat in range(3))
    match.say("2: 4H 0: KH")  # seat 3 was passed over
    assert not any(match.may(seat)[3] & trumps for seat in range(4))


@pytest.mark.clause("T16", "TX1")
@pytest.mark.parametrize(("dirty", "points"), [(False, [4, 6]), (True, [5, 5])])
def test_the_two_stays_with_its_player_or_goes_with_the_trick(dirty: bool, points: list[int]) -> None:
    assert played(SHARED, dirty=dirty).points == points


@pytest.mark.clause("T16")
def test_the_two_on_an_opponents_ace() -> None:
    # AH 2H are the first two cards; no other trump of seats 2 and 3 has a point in that trick. Side 0 takes nothing else.
    hands = ("AH 4H 5H 6H", "2H JH JD X1", "7H 8H 9H QH", "KH X2 TH 3H")
    match = Match(min_bid=1)
    match.open(hands, bid="bid 1")
    match.say("0: AH 1: 2H 2: 7H 3: KH 0: 4H 1: JH 2: 8H 3: X2 1: JD 2: 9H 3: TH 0: 5H 1: X1 2: QH 3: 3H 0: 6H")
    # The last trick goes to seat 2's Queen: Joker and 3 to side 0. Side 1: 2; J, Joker; off-J, 10.
    assert match.points == [1 + 1 + 3, 5]


@pytest.mark.clause("T16")
def test_the_two_stays_also_with_a_partner_of_the_winner() -> None:
    assert played(SWEEP).points == [10, 0]


@pytest.mark.clause("TV3", "TX1", "T16")
@pytest.mark.parametrize(
    ("points", "options", "kept"),
    [
        (16, {}, 0),
        (16, {"off_two_kept": True}, 1),
        (16, {"off_two_kept": True, "dirty": True}, 0),
        (15, {"off_two_kept": True}, 0),
        (14, {"off_two_kept": True}, 1),
        (14, {}, 0),
    ],
)
def test_the_off_two_may_stay_too(points: int, options: dict[str, Any], kept: int) -> None:
    # Seat 0 takes all five tricks; the true 2 is its partner's, the off-2 seat 1's.
    hands = ("AH AD KH QH JH", "2D 4H 5H 6H 7H", "2H 3H 3D JD TD", "X1 X2 TH 9H 8H")
    assert played(hands, points=points, **options).points == [points - kept, kept]


@pytest.mark.clause("TC14")
@pytest.mark.parametrize(
    ("cards", "marked", "first_played"),
    [("X2 X1 9H 8H", 1, 0), ("X1 X2 9H 8H", 0, 0), ("9H X2 8H X1", 3, 1), ("9H 8H X1 X2", 2, 2), ("X2 JD X1 4H", 1, 1)],
)
def test_the_jokers_are_marked_or_the_first_one_wins(cards: str, marked: int, first_played: int) -> None:
    assert first_trick(cards.split()).turn == marked
    assert first_trick(cards.split(), jokers="first_played").turn == first_played


@pytest.mark.clause("TX2", "T16")
def test_reversed_the_two_wins_its_own_trick_and_the_ace_is_easily_lost() -> None:
    # 2H AH JH JD: seat 0 takes the 2, A, J and off-J.
    match = Match(preset="reversed")
    match.open(("2H 4H 5H 6H", "AH KH QH 9H", "JH 8H 7H X1", "JD 3H TH X2"))
    match.say("0: 2H 1: AH 2: JH 3: JD 0: 4H 1: KH 2: 8H 3: 3H 3: TH 0: 5H 1: QH 2: 7H 0: 6H 1: 9H 2: X1 3: X2")
    # 4H KH 8H 3H: seat 3's 3 wins, 3 points. TH 5H QH 7H: seat 0's 5, 1 point. 6H 9H X1 X2: 2 points.
    assert match.points == [4 + 1 + 2, 3]


# T17 to T19 and TC6 to TC12: the score


@pytest.mark.clause("T17", "TC9", "TC10")
@pytest.mark.parametrize(
    ("bid", "options", "points"),
    [
        (4, {}, [4, 6]),
        (5, {}, [-5, 6]),
        (10, {}, [-10, 6]),
        (4, {"defenders_score": False}, [4, 0]),
        (5, {"defenders_score": False}, [-5, 0]),
        (4, {"dirty": True}, [5, 5]),
        (4, {"dirty": True, "made_score": "bid"}, [4, 5]),
        (5, {"dirty": True, "made_score": "bid"}, [5, 5]),
        (6, {"dirty": True, "made_score": "bid"}, [-6, 5]),
    ],
)
def test_a_bid_is_made_or_set(bid: int, options: dict[str, Any], points: list[int]) -> None:
    match = played(SHARED, f"bid {bid}", totals=(20, 30), **options)
    assert match.points == points
    assert match.totals == [20 + points[0], 30 + points[1]]
    assert (match.table.deals[-1].points, match.table.deals[-1].totals) == (points, match.totals)
    assert match.turn == DEAL_DUE


@pytest.mark.clause("T17", "TC9")
@pytest.mark.parametrize(("bid", "made_score", "points"), [(6, "taken", [7, 3]), (6, "bid", [6, 3]), (8, "taken", [-8, 3])])
def test_bid_six_and_take_seven(bid: int, made_score: str, points: list[int]) -> None:
    assert played(SEVEN, f"bid {bid}", made_score=made_score).points == points


@pytest.mark.clause("T17")
@pytest.mark.parametrize(("hands", "bid", "points"), [(SIX, 6, [6, 4]), (SIX, 7, [-7, 4]), (SEVEN, 7, [7, 3]), (SEVEN, 8, [-8, 3])])
def test_the_bid_itself_is_enough_and_one_less_is_not(hands: Sequence[str], bid: int, points: list[int]) -> None:
    assert played(hands, f"bid {bid}").points == points


@pytest.mark.clause("T17")
def test_a_score_may_go_below_zero() -> None:
    assert played(SHARED, "bid 9", totals=(2, 0)).totals == [-7, 6]


@pytest.mark.clause("T18", "TC18", "TC10")
@pytest.mark.parametrize(
    ("totals", "options", "after", "winner"),
    [
        ((48, 0), {}, [52, 6], 0),
        ((47, 0), {}, [51, 6], None),
        ((50, 0), {}, [54, 6], 0),
        ((0, 46), {}, [4, 52], 1),  # the defenders may go out on their own points
        ((0, 45), {}, [4, 51], None),
        ((0, 46), {"defenders_score": False}, [4, 46], None),
        ((0, 0), {"target": 4}, [4, 6], 0),
        ((0, 0), {"target": 5}, [4, 6], 1),
        ((0, 0), {"target": 7}, [4, 6], None),
        ((38, 0), {"target": 42}, [42, 6], 0),
        ((48, 0), {"target": 60}, [52, 6], None),
    ],
)
def test_the_first_side_with_the_target_wins(
    totals: Sequence[int], options: dict[str, Any], after: list[int], winner: int | None
) -> None:
    match = played(SHARED, totals=totals, **options)
    assert (match.totals, match.winner) == (after, winner)
    assert match.turn == (DEAL_DUE if winner is None else MATCH_OVER)
    if winner is not None:
        assert match.table.record.result is not None
        assert list(match.table.record.result["totals"]) == after
        assert match.legal == []


@pytest.mark.clause("TC12")
def test_a_set_is_written_down_when_the_opponents_win() -> None:
    match = played(SHARED, "bid 5", totals=(10, 46))
    assert (match.points, match.totals, match.winner) == ([-5, 6], [5, 52], 1)


@pytest.mark.clause("TC11")
@pytest.mark.parametrize(
    ("totals", "order", "winner"),
    [
        ((48, 48), "bidder_first", 0),
        ((48, 48), "higher", 1),
        ((50, 46), "higher", 0),
        ((48, 46), "bidder_first", 0),
        ((48, 46), "higher", 0),  # 52 : 52, the bidder's side
        ((47, 46), "bidder_first", 1),
        ((48, 45), "higher", 0),
    ],
)
def test_who_wins_when_both_are_out(totals: Sequence[int], order: str, winner: int) -> None:
    assert played(SHARED, totals=totals, out_order=order).winner == winner


@pytest.mark.clause("TC11")
def test_level_scores_go_to_the_bidders_side_whichever_it_is() -> None:
    match = Match(out_order="higher")
    match.open(SHARED, bidder=1)
    match.set_totals(49, 45)
    # Seat 1 leads QH 9H X1 KH: seat 0, a Joker. AH 2H JH JD: 3, and 1 for the 2. 3H 4H TH X2: seat 3, 5. 4 : 6.
    match.say("1: QH 9H X1 KH 0: AH 2H JH JD 0: 3H 4H TH X2 3: 8H 5H 6H 7H")
    assert (match.points, match.totals, match.winner) == ([4, 6], [53, 51], 0)
    match = Match(out_order="higher")
    match.open(SHARED, bidder=1)
    match.set_totals(48, 46)
    match.say("1: QH 9H X1 KH 0: AH 2H JH JD 0: 3H 4H TH X2 3: 8H 5H 6H 7H")
    assert (match.totals, match.winner) == ([52, 52], 1)


@pytest.mark.clause("T19", "TC7")
@pytest.mark.parametrize(
    ("before", "options", "after", "winner"),
    [
        (1, {}, 52, 0),
        (51, {}, 52, 0),
        (-3, {}, 0, None),
        (-60, {}, 0, None),
        (0, {}, 52, 0),
        (0, {"moon_at_zero": "plus_points"}, 10, None),
        (1, {"moon_at_zero": "plus_points"}, 52, 0),
        (-1, {"moon_at_zero": "plus_points"}, 0, None),
        (0, {"moon_at_zero": "plus_points", "made_score": "bid"}, 10, None),
        (0, {"moon_at_zero": "plus_points", "target": 10}, 10, 0),
        (1, {"target": 42}, 42, 0),
        (0, {"target": 42}, 42, 0),
        (-3, {"target": 42}, 0, None),
    ],
)
def test_a_made_moon(before: int, options: dict[str, Any], after: int, winner: int | None) -> None:
    match = played(SWEEP, "moon", totals=(before, 5), **options)
    assert (match.points, match.totals, match.winner) == ([after - before, 0], [after, 5], winner)
    assert match.turn == (DEAL_DUE if winner is None else MATCH_OVER)


@pytest.mark.clause("T19", "TC10")
@pytest.mark.parametrize("totals", [(0, 0), (51, -20), (-3, 46)])
def test_a_failed_moon_loses_the_game_and_changes_no_score(totals: tuple[int, int]) -> None:
    match = played(SHARED, "moon", totals=totals)
    assert (match.points, match.totals, match.winner, match.turn) == ([0, 0], list(totals), 1, MATCH_OVER)


@every_game
@pytest.mark.clause("TV6", "T19")
def test_the_moon_needs_all_the_points_of_its_game(points: int) -> None:
    match = played(sweep(points), "moon", totals=(1, 0), points=points)
    assert (match.totals, match.winner) == ([52, 0], 0)
    match = played(sweep(points, owner_of_the_two=3), "moon", totals=(1, 0), points=points)
    assert (match.totals, match.winner) == ([1, 0], 1)


@pytest.mark.clause("TC6", "TX1")
@pytest.mark.parametrize(
    ("options", "winner", "totals"),
    [
        ({}, 1, [1, 0]),
        ({"moon_two": "ignored"}, 0, [52, 0]),
        ({"dirty": True}, 0, [52, 0]),
        ({"dirty": True, "moon_two": "ignored"}, 0, [52, 0]),
    ],
)
def test_a_two_that_stays_with_an_opponent(options: dict[str, Any], winner: int, totals: list[int]) -> None:
    match = played(SWEEP_BUT_TWO, "moon", totals=(1, 0), **options)
    assert (match.totals, match.winner) == (totals, winner)


@pytest.mark.clause("TC6", "TX1")
@pytest.mark.parametrize("moon_two", ["needed", "ignored"])
def test_in_dirty_pitch_a_lost_two_spoils_the_moon_either_way(moon_two: str) -> None:
    # Seat 0 keeps 3H and the 2 for the end: seat 1 plays 4H on the 2, takes it, and nothing else.
    hands = ("AH KH QH JH 2H", "5H 6H 7H 8H 4H", "3H TH JD 9H", "X1 X2")
    assert played(hands, "moon", totals=(1, 0), dirty=True, moon_two=moon_two).winner == 1
    assert played(hands, "moon", totals=(1, 0), moon_two=moon_two).winner == 0  # not dirty: the 2 stays


@pytest.mark.clause("TC6")
def test_ignoring_the_two_forgives_no_other_point() -> None:
    assert played(SHARED, "moon", totals=(1, 0), moon_two="ignored").winner == 1


@pytest.mark.clause("TC6", "TV3")
@pytest.mark.parametrize(
    ("options", "winner"),
    [
        ({"moon_two": "ignored", "off_two_kept": True}, 0),
        ({"moon_two": "needed", "off_two_kept": True}, 1),
        ({"moon_two": "needed"}, 0),  # the off-2 goes with the trick
    ],
)
def test_an_off_two_that_stays_with_an_opponent(options: dict[str, Any], winner: int) -> None:
    hands = ("AH AD KH QH JH", "2D 4H 5H 6H 7H", "2H 3H 3D JD TD", "X1 X2 TH 9H 8H")
    assert played(hands, "moon", totals=(1, 0), points=16, **options).winner == winner


@pytest.mark.clause("TC7", "TC9", "TC6")
@pytest.mark.parametrize(("made_score", "total"), [("taken", 9), ("bid", 10)])
def test_what_a_moon_adds_to_nought_with_plus_points(made_score: str, total: int) -> None:
    match = played(SWEEP_BUT_TWO, "moon", moon_at_zero="plus_points", moon_two="ignored", made_score=made_score)
    assert (match.totals, match.turn) == ([total, 0], DEAL_DUE)


@pytest.mark.clause("T19")
def test_the_defenders_of_a_moon_score_nothing() -> None:
    match = played(SWEEP_BUT_TWO, "moon", totals=(-3, 0), moon_two="ignored")
    assert (match.points, match.totals) == ([3, 0], [0, 0])


def rich_moon(bid: str = "moon", **options: Any) -> Match:
    """Seat 0 burns the king, the 2 and the 10, then takes the eight points that are left. Side 0 had 1."""
    match = Match(**options)
    match.open(RICH, bid=bid)
    match.set_totals(1, 0)
    match.say("burn KH burn 2H burn TH AH QH 7H 5H JH 9H 6H 4H JD 8H X1 X2 3H")
    return match


@pytest.mark.clause("TC5", "T19")
def test_burnt_points_and_the_moon() -> None:
    assert (rich_moon().winner, rich_moon().totals) == (0, [52, 0])
    assert (rich_moon(moon_burnt="fails").winner, rich_moon(moon_burnt="fails").totals) == (1, [1, 0])


@pytest.mark.clause("TC5", "TC8")
@pytest.mark.parametrize("moon_burnt", ["waived", "fails"])
def test_burnt_points_are_missing_from_a_bid_of_ten(moon_burnt: str) -> None:
    assert rich_moon("bid 10", moon_burnt=moon_burnt).points == [-10, 0]
    assert rich_moon("bid 8", moon_burnt=moon_burnt).points == [8, 0]


@pytest.mark.clause("TC5", "TC7")
def test_a_moon_at_nought_with_burnt_points_adds_what_was_taken() -> None:
    for made_score, points in (("taken", 8), ("bid", 10)):
        match = Match(moon_at_zero="plus_points", made_score=made_score)
        match.open(RICH, bid="moon")
        match.say("burn KH burn 2H burn TH AH QH 7H 5H JH 9H 6H 4H JD 8H X1 X2 3H")
        assert match.totals == [points, 0]


# TF3 to TF7: five players


def opened(hands: Sequence[str], call: str, rest: str = "", bid: str = "bid 4", **options: Any) -> Match:
    """A match of five in which seat 0 has bid, named hearts and called."""
    match = Match(players=5, **options)
    match.open(hands, rest, bid, call=call)
    return match


@pytest.mark.clause("TF3")
def test_the_bidder_calls_a_trump_that_he_does_not_hold() -> None:
    match = Match(players=5)
    match.deal(FIVE)
    match.say("bid 4 pass pass pass pass trump H")
    own = set(FIVE[0].split())
    assert match.turn == 0
    assert set(match.legal) == {f"call {word}" for word in set(TEN.split()) - own}
    assert {match.refused(f"call {word}") for word in own} == {"TF3"}
    assert match.refused("call AS") == "TF3"
    assert match.refused("AH") == "TF3"


@pytest.mark.clause("TF3", "TV6")
def test_in_the_bigger_games_off_cards_may_be_called() -> None:
    match = Match(players=5, points=16)
    match.deal([""] * 5, suit=None)
    match.say("bid 4 pass pass pass pass trump H")
    own = set(written(match.table.state.hands[0]))
    assert set(match.legal) == {f"call {word}" for word in set(SIXTEEN.split()) - own}


@pytest.mark.clause("TF4", "TF6")
def test_the_blind_goes_to_the_bidder_after_the_call() -> None:
    match = Match(players=5)
    match.deal(("AH KH 3H 4H", "2H 8H", "JH TH", "JD X1", "QH X2"), "9H 7H 2C 6H", suit=None)
    match.say("bid 4 pass pass pass pass trump H")
    assert not {"9H", "7H", "6H"} & set(written(match.table.view(0).hands[0]))
    match.say("call JH")
    assert match.trumps(0) >= {"9H", "7H", "6H", "AH", "KH", "3H", "4H"}


@pytest.mark.clause("TF6")
def test_nobody_fills_up_and_everybody_burns_down_to_six() -> None:
    hands = ("AH KH QH 9H 8H", "JH JD X1 X2 TH 7H 5H", "3H", "", "2H")
    match = opened(hands, "JH", "6H 4H 2C 3C")
    # Seat 0 has seven with the blind, seat 1 seven; seat 0 sits at the dealer's left and burns first.
    assert match.turn == 0
    assert set(match.legal) == {f"burn {word}" for word in ["KH", "QH", "9H", "8H", "6H", "4H"]}
    match.say("0: burn 4H")
    assert set(match.legal) == {"burn 7H", "burn 5H"}
    match.say("1: burn 5H")
    assert (match.turn, set(match.legal)) == (0, {"AH", "KH", "QH", "9H", "8H", "6H"})
    assert [len(match.trumps(seat)) for seat in range(5)] == [6, 6, 1, 0, 1]
    match.say("0: 6H 1: JH 2: 3H 4: 2H")  # seat 3 has nothing and was given nothing


@pytest.mark.clause("TF3", "TF7", "TC9", "TC10")
@pytest.mark.parametrize(
    ("call", "bid", "options", "points"),
    [
        # Seat 2 is partner: A, J, off-J, 10, both Jokers: 6; the defenders have the 2 and the 3: 4.
        ("JH", 6, {}, [6, 4, 6, 4, 4]),
        ("JH", 7, {}, [-7, 4, -7, 4, 4]),
        ("TH", 5, {}, [6, 4, 6, 4, 4]),
        ("JH", 5, {"made_score": "bid"}, [5, 4, 5, 4, 4]),
        ("JH", 6, {"defenders_score": False}, [6, 0, 6, 0, 0]),
        ("JH", 7, {"set_loss": "bidder"}, [-7, 4, 0, 4, 4]),
        ("JH", 6, {"set_loss": "bidder"}, [6, 4, 6, 4, 4]),
        ("JH", 7, {"set_loss": "bidder", "defenders_score": False}, [-7, 0, 0, 0, 0]),
        ("JH", 7, {"dirty": True}, [7, 3, 7, 3, 3]),
        # Seat 1 is partner: its 2 and its trick with the 3 count for the bidder's side: everything.
        ("2H", 10, {}, [10, 10, 0, 0, 0]),
        ("9H", 8, {}, [10, 10, 0, 0, 0]),
        # Seats 3 and 4 play no trick home.
        ("X1", 4, {}, [6, 4, 4, 6, 4]),
        ("QH", 8, {}, [-8, 4, 4, 4, -8]),
    ],
)
def test_bidder_and_partner_share_and_each_defender_scores_all(
    call: str, bid: int, options: dict[str, Any], points: list[int]
) -> None:
    match = played(FIVE, f"bid {bid}", totals=(1, 2, 3, 4, 5), call=call, players=5, **options)
    assert match.points == points
    assert match.totals == [before + gain for before, gain in zip((1, 2, 3, 4, 5), points)]
    assert match.turn == DEAL_DUE


ALONE: Final = ("AH KH 3H 4H", "2H 8H 9H", "TH 7H", "JD X1 6H", "QH X2 5H")


@pytest.mark.clause("TF5", "TF7")
def test_the_called_card_in_the_blind_must_be_led_by_the_lonely_bidder() -> None:
    match = opened(ALONE, "JH", "JH 2C 3C 4C")
    assert (match.turn, match.legal) == (0, ["JH"])
    assert {match.refused(word) for word in ("AH", "KH", "3H", "4H")} == {"TF5"}
    match.say("0: JH 1: 2H 2: TH 3: JD 4: QH 4: X2 0: AH 1: 8H 2: 7H 3: 6H")
    assert set(match.legal) == {"KH", "3H", "4H"}  # it binds the first lead only
    match.say("0: KH 1: 9H 3: X1 4: 5H 0: 3H 0: 4H")
    # JH 2H TH JD QH: seat 4, J, 10, off-J: 3, and the 2. X2 AH: seat 0, 2. KH X1: 1. 3H and 4H alone: 3. Six and four.
    assert match.points == [6, 4, 4, 4, 4]


@pytest.mark.clause("TF5")
@pytest.mark.parametrize("called_card_first", [False, True])
def test_a_lonely_bidder_who_is_set_loses_alone(called_card_first: bool) -> None:
    match = opened(ALONE, "JH", "JH 2C 3C 4C", "bid 7", called_card_first=called_card_first)
    match.say("JH 2H TH JD QH 4: X2 AH 8H 7H 6H 0: KH 9H X1 5H 0: 3H 0: 4H")
    assert match.points == [-7, 4, 4, 4, 4]


@pytest.mark.clause("TF5", "T12")
@pytest.mark.parametrize("called_card_first", [False, True])
def test_a_called_card_from_the_blind_may_be_burnt(called_card_first: bool) -> None:
    hands = ("AH QH JH 9H 8H 7H", "JD X1 X2", "TH 6H", "5H 4H", "3H 2H")
    match = opened(hands, "KH", "KH 2C 3C 4C", called_card_first=called_card_first)
    assert "burn KH" in match.legal
    match.say("burn KH")
    assert set(match.legal) == set(hands[0].split())


@pytest.mark.clause("TF5", "TF3")
@pytest.mark.parametrize(("option", "legal"), [(False, {"JH", "TH", "7H"}), (True, {"JH"})])
def test_the_partner_may_be_bound_to_play_the_called_card_first(option: bool, legal: set[str]) -> None:
    match = opened(FIVE, "JH", called_card_first=option)
    assert set(match.legal) == set(FIVE[0].split())  # the bidder leads what he likes
    match.say("KH")
    assert set(match.legal) == set(FIVE[1].split())
    match.say("2H")
    assert (match.turn, set(match.legal)) == (2, legal)
    assert bool(match.refused("TH")) == option
    match.say("JH X1 QH")
    match.say("3H 8H")
    assert set(match.legal) == {"TH", "7H"}


@pytest.mark.clause("TF5")
def test_a_partner_who_burnt_the_called_card_is_free() -> None:
    hands = ("AH QH JH", "KH JD X1 X2 TH 3H 2H", "9H 8H", "7H 6H", "5H 4H")
    match = opened(hands, "KH", called_card_first=True)
    match.say("1: burn KH 0: AH")
    assert set(match.legal) == {"JD", "X1", "X2", "TH", "3H", "2H"}


@pytest.mark.clause("TF3")
def test_the_partner_is_secret_until_the_card_is_played() -> None:
    match = opened(FIVE, "JH")
    for seat in (0, 1, 3, 4):
        assert len([place for place in range(5) if "JH" in match.may(seat)[place]]) > 1
    assert [place for place in range(5) if "JH" in match.may(2)[place]] == [2]
    match.say("KH 2H JH")
    assert not any("JH" in match.may(seat)[place] for seat in range(5) for place in range(5))


@pytest.mark.clause("TF3")
@pytest.mark.parametrize(("hands", "rest", "holder"), [(FIVE, "", 2), (ALONE, "JH 2C 3C 4C", 0)])
def test_the_partner_may_be_known_at_once(hands: Sequence[str], rest: str, holder: int) -> None:
    match = opened(hands, "JH", rest, partner_reveal="at_once")
    for seat in range(5):
        assert [place for place in range(5) if "JH" in match.may(seat)[place]] == [holder]


@pytest.mark.clause("TF3")
def test_whether_the_partner_is_known_changes_no_score() -> None:
    for reveal in ("on_play", "at_once"):
        assert played(FIVE, "bid 6", call="JH", players=5, partner_reveal=reveal).points == [6, 4, 6, 4, 4]


@pytest.mark.clause("TF7", "T13a", "T14")
def test_among_five_the_lead_passes_clockwise_too() -> None:
    match = opened(("", "AH", "KH QH JH JD X1", "X2 TH 9H 8H 7H", "6H 5H 4H 3H 2H"), "JH")
    match.say("1: AH 2: JH 3: 8H 4: 2H 2: KH")


@pytest.mark.clause("TF7", "TC11")
@pytest.mark.parametrize(
    ("totals", "order", "winner"),
    [
        # FIVE with JH called adds 6, 4, 6, 4, 4; the partner is seat 2.
        ((46, 51, 46, 0, 0), "bidder_first", 0),
        ((46, 51, 46, 0, 0), "higher", 1),
        ((45, 51, 46, 0, 0), "bidder_first", 2),
        ((45, 51, 46, 0, 0), "higher", 1),
        ((0, 48, 0, 50, 50), "bidder_first", 3),
        ((0, 48, 0, 50, 50), "higher", 3),
        ((0, 48, 0, 48, 49), "bidder_first", 4),
        ((46, 48, 46, 48, 48), "higher", 0),
        ((45, 48, 46, 48, 48), "higher", 2),
        ((0, 48, 0, 48, 48), "higher", 1),
        ((0, 0, 47, 0, 0), "bidder_first", 2),
        ((45, 47, 45, 47, 47), "bidder_first", None),
    ],
)
def test_who_wins_among_five(totals: Sequence[int], order: str, winner: int | None) -> None:
    match = played(FIVE, "bid 6", totals=totals, call="JH", players=5, out_order=order)
    assert match.winner == winner
    assert match.turn == (DEAL_DUE if winner is None else MATCH_OVER)


@pytest.mark.clause("TC11", "TF7")
def test_ties_are_counted_clockwise_from_the_bidder_wherever_he_sits() -> None:
    # Seat 3 bids with the hand of seat 0; its partner is seat 0, the defenders are seats 4, 1 and 2.
    hands = [FIVE[(seat - 3) % 5] for seat in range(5)]
    match = Match(players=5)
    match.open(hands, bidder=3, call="JH")
    match.set_totals(0, 48, 48, 0, 48)
    match.columns(hands)
    assert (match.totals, match.winner) == ([6, 52, 52, 6, 52], 4)


@pytest.mark.clause("TF7", "T19", "TC7")
@pytest.mark.parametrize(
    ("totals", "after", "winner"),
    [
        ((1, 9, -4, 9, 9), [52, 9, 0, 9, 9], 0),
        ((-2, 9, 3, 9, 9), [0, 9, 52, 9, 9], 2),
        ((-2, 9, -3, 9, 9), [0, 9, 0, 9, 9], None),
        ((0, 9, 0, 9, 9), [52, 9, 52, 9, 9], 0),
        ((-1, 9, 0, 9, 9), [0, 9, 52, 9, 9], 2),
    ],
)
def test_a_made_moon_among_five(totals: Sequence[int], after: list[int], winner: int | None) -> None:
    match = played(FIVE_SWEEP, "moon", totals=totals, call="2H", players=5)
    assert (match.totals, match.winner) == (after, winner)
    assert match.points == [now - before for now, before in zip(after, totals)]


@pytest.mark.clause("TF7", "T19", "TC11")
@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((40, 10, 30, 20, 20), 3),
        ((40, 10, 30, 20, 21), 4),
        ((40, 20, 51, 20, 20), 1),
        ((-5, -30, -1, -20, -25), 3),
        ((0, 0, 0, 0, 0), 1),
    ],
)
@pytest.mark.parametrize("order", ["bidder_first", "higher"])
def test_a_failed_moon_among_five_is_won_by_the_highest_defender(totals: Sequence[int], winner: int, order: str) -> None:
    match = played(FIVE, "moon", totals=totals, call="JH", players=5, out_order=order, set_loss="bidder")
    assert (match.points, match.totals, match.winner) == ([0] * 5, list(totals), winner)
    assert match.turn == MATCH_OVER


# Whole deals, worked out by hand


@pytest.mark.clause("T1", "T6", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17")
def test_a_whole_deal_of_ten_points_worked_out_by_hand() -> None:
    # Seat 1 deals, so seats 2, 3, 0, 1 bid in this order. Spades will be trumps, and JC is the off-Jack.
    match = Match(target=1000)
    for dealer in (3, 0):
        match.deal([""] * 4, dealer=dealer, suit=None)
        run_out(match)
    before = match.totals
    hands = ("KS QS JC 3S 7S", "", "JS 9S 4S", "AS X1 8S 2S")
    # They keep 5, 0, 3 and 4. The stock serves seat 2 (three cards: the ten), seat 3 (two: nothing), seat 0 (one: nothing) and
    # seat 1 (six: the low Joker). Six cards are left over, the 5 and the 6 of trumps among them.
    stock = "AH TS KD 2H 3H 4H 5H 6H X2 7H 8H 9H 5S 2D 3D 6S 4D 5D"
    match.deal(hands, stock, dealer=1, suit=None)
    match.say("2: pass 3: bid 5 0: bid 6 1: pass 0: trump S")
    assert sorted(match.legal) == ["give", "take"]
    # Seat 0 takes them and has seven trumps: the off-Jack and the 3 are points and stay; it burns the 5.
    match.say("0: take")
    assert set(match.legal) == {"burn KS", "burn QS", "burn 7S", "burn 6S", "burn 5S"}
    match.say("0: burn 5S")
    # 1. The ace takes the low Joker, seat 1's only trump, and the ten: side 1 has 3.
    match.say("0: KS 1: X2 2: TS 3: AS")
    # 2. Seat 1 is out. The off-Jack beats 8 and 9: side 0 has 1.
    match.say("3: 8S 0: JC 2: 9S")
    # 3. The Queen wins, but the 2 stays with seat 3: side 1 has 4.
    match.say("0: QS 2: 4S 3: 2S")
    # 4. The Jack takes the high Joker: side 0 has 3. Seats 2 and 3 have no trumps left.
    match.say("0: 7S 2: JS 3: X1")
    # 5. and 6. Seat 2 won but is out, and so is seat 3: seat 0 leads, alone, and keeps its 3: side 0 has 6.
    match.say("0: 6S 0: 3S")
    assert match.points == [6, 4]
    assert match.totals == [before[0] + 6, before[1] + 4]
    assert match.turn == DEAL_DUE


@pytest.mark.clause("TF1", "TF2", "TF3", "TF4", "TF6", "TF7", "T13", "T14", "T15", "T16", "T17", "TV6")
@pytest.mark.parametrize(("bid", "points"), [(8, [10, 3, 3, 10, 3]), (10, [10, 3, 3, 10, 3]), (11, [-11, 3, 3, -11, 3])])
def test_a_whole_deal_of_thirteen_points_for_five_worked_out_by_hand(bid: int, points: list[int]) -> None:
    # Seat 4 deals. Seventeen trumps: the off-3, 3D, lies in the blind with 9H.
    match = Match(players=5, points=13)
    hands = ("KH QH JH X1 8H 3H", "TH 6H 5H 4H", "", "AH 7H 2H", "JD X2")
    match.deal(hands, "9H 3D 2C 2S")
    match.say(f"0: bid {bid} 1: pass 2: pass 3: pass 4: pass 0: trump H 0: call AH")  # seat 3 is his partner
    # Eight trumps: two must go, and the J, the Joker and the threes are points.
    assert set(match.legal) == {"burn KH", "burn QH", "burn 9H", "burn 8H"}
    match.say("0: burn 8H 0: burn 9H")
    # 1. Seat 2 has no trump. The partner's ace takes the low Joker: 2 for the bidder's side.
    match.say("0: QH 1: 4H 3: AH 4: X2")
    # 2. The Jack takes the off-Jack and the ten, and the 2 stays with the partner: 2 + 3 + 1 = 6.
    match.say("3: 2H 4: JD 0: JH 1: TH")
    # 3. Seat 4 is out. Nothing in it.
    match.say("0: KH 1: 5H 3: 7H")
    # 4. The 6 takes the off-3: 3 for the defenders. Now all others are out.
    match.say("0: 3D 1: 6H")
    # 5. and 6. Seat 0 leads for seat 1 and keeps the Joker and the 3: 6 + 1 + 3 = 10.
    match.say("0: X1 0: 3H")
    assert match.points == points


@pytest.mark.clause("TX1", "TX2", "TX3", "T17", "TV6", "TC4")
def test_a_whole_deal_of_sixteen_points_reversed_and_dirty_worked_out_by_hand() -> None:
    # Seat 3 deals, clubs are trumps, from the top: 2S 2C 3S 3C 4C 5C 6C 7C 8C 9C TS TC X2 X1 JS JC QC KC AS AC.
    match = Match(points=16, reverse=True, dirty=True)
    hands = ("2S 3C 6C TC AC", "2C 5C 9C JC QC", "3S 7C TS X1 KC", "4C 8C X2 JS AS")
    match.deal(hands, suit="C")
    match.say("0: bid 4 1: pass 2: bid 9 3: pass 2: trump C 2: give")  # each draws one; fourteen are left over
    # 1. KC 4C TC 2C: the 2 takes the ten. 2 for side 1, its own 2 counted.
    match.say("2: KC 3: 4C 0: TC 1: 2C")
    # 2. QC X1 AS 2S: the off-2 is the highest of all: Joker, off-ace and itself. 3 for side 0.
    match.say("1: QC 2: X1 3: AS 0: 2S")
    # 3. AC JC 3S JS: the off-3 stands above the 3: ace, Jack, off-Jack and three for itself: 6 more, 9.
    match.say("0: AC 1: JC 2: 3S 3: JS")
    # 4. TS X2 3C 5C: the 3 beats the 5: off-ten, Joker, 3: 5 more, 14.
    match.say("2: TS 3: X2 0: 3C 1: 5C")
    # 5. 6C 9C 7C 8C: nothing.
    match.say("0: 6C 1: 9C 2: 7C 3: 8C")
    assert match.points == [14, 2]


# Presets and options


@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        ("ten-point", {}),
        ("five-handed", {"players": 5}),
        ("pawnee", {"players": 5, "target": 42}),
        ("dirty-ten-point", {"dirty": True}),
        ("reversed", {"reverse": True}),
        ("five-point", {"points": 5, "min_bid": 2}),
        ("seven-point", {"points": 7}),
        ("eight-point", {"points": 8}),
        ("eleven-point", {"points": 11}),
        ("thirteen-point", {"points": 13}),
        ("fourteen-point", {"points": 14}),
        ("fifteen-point", {"points": 15}),
        ("sixteen-point", {"points": 16}),
    ],
)
@pytest.mark.clause("TV6", "TC17", "TC18", "TX1", "TX2", "TF1")
def test_a_preset_names_a_set_of_options(preset: str, changed: dict[str, Any]) -> None:
    assert options_of(preset=preset) == {**options_of(), **changed}
    assert preset in PITCH.presets


FLAGS: Final = ("dirty", "reverse", "defenders_score", "called_card_first", "off_two_kept", "misdeal_no_faces")
CHOICES: Final = {
    "refill_order": ("dealer_left", "bidder_last"),
    "leftover": ("bidder_or_partner", "bidder_then_partner"),
    "burn": ("nonpoint_first", "free", "misdeal"),
    "made_score": ("taken", "bid"),
    "out_order": ("bidder_first", "higher"),
    "moon_at_zero": ("win", "plus_points"),
    "moon_two": ("needed", "ignored"),
    "moon_burnt": ("waived", "fails"),
    "partner_reveal": ("on_play", "at_once"),
    "jokers": ("marked", "first_played"),
    "dead_points": ("stay_trump", "not_trump"),
    "reverse_off": ("mirror", "below"),
    "set_loss": ("side", "bidder"),
}


@pytest.mark.clause("T4", "TC1", "TC4", "TC5", "TC6", "TC7", "TC9", "TC10", "TC11", "TC13", "TC14", "TC17", "TC18")
def test_the_options_their_values_and_defaults() -> None:
    options = {option.name: option for option in PITCH.options}
    assert set(options) == {*FLAGS, *CHOICES, "points", "players", "min_bid", "target"}
    assert {name: options[name].choices for name in CHOICES} == CHOICES
    assert {name: options[name].default for name in FLAGS} == {name: name == "defenders_score" for name in FLAGS}
    assert {options[name].kind for name in FLAGS} == {"flag"}
    assert all(options[name].default == values[0] for name, values in CHOICES.items())
    assert [options[name].default for name in ("points", "players", "min_bid", "target")] == [10, 4, 4, 52]


@pytest.mark.clause("TV6", "TF1", "TC18")
@pytest.mark.parametrize(
    ("option", "value"),
    [("points", 6), ("points", 9), ("points", 12), ("points", 4), ("points", 17), ("players", 3), ("players", 6), ("target", 0)],
)
def test_numbers_that_no_game_has_are_refused(option: str, value: int) -> None:
    with pytest.raises(ValueError, match=option):
        PITCH.read_rules({option: value})


@pytest.mark.clause("TV6", "TF1")
def test_a_record_holds_flags_and_numbers_as_such() -> None:
    written_down = options_of({"points": 13, "players": 5, "dirty": True})
    assert (written_down["points"], written_down["players"]) == (13, 5)
    assert written_down["dirty"] is True


# Words


def test_words_and_actions_are_one_to_one() -> None:
    rules, state = PITCH.read_rules(), PITCH.state()
    PITCH.kernel.start(rules, state, 0)
    said = [PITCH.say(rules, state, action) for action in range(PITCH.actions)]
    assert len(set(said)) == PITCH.actions
    assert [PITCH.hear(rules, state, words) for words in said] == list(range(PITCH.actions))
    assert {"pass", "moon", "bid 1", "bid 16", "trump S", "call X2", "take", "give", "burn 2C", *WORDS} <= set(said)


# Whatever is dealt and played

_options = st.fixed_dictionaries(
    {
        **{name: st.booleans() for name in FLAGS},
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        "points": st.sampled_from(GAMES_OF_POINTS),
        "players": st.sampled_from([4, 5]),
        "min_bid": st.integers(1, 5),
        "target": st.sampled_from([1, 5, 12, 20, 52]),
    }
)
_seeds = st.integers(0, 2**32)


def choice(chooser: random.Random, legal: Sequence[str]) -> str:
    """Any legal act, but rarely the moon and mostly a low bid, so that deals are made as often as set."""
    if "moon" in legal and chooser.random() < 0.9:
        return chooser.choice([act for act in legal if act != "moon"][:3] or list(legal))
    return chooser.choice(legal)


def shuffled(chooser: random.Random) -> list[str]:
    """The pack in an order; half of the time one in which a few hands hold most of the hearts and diamonds."""
    pack = chooser.sample(WORDS, 54)
    if chooser.random() < 0.5:
        return pack
    weight = {word: chooser.random() + (0.5 if word[1] in "HD12" else 0) for word in pack}
    return sorted(pack, key=lambda word: -weight[word])


def keep_along(match: Match, chooser: random.Random) -> Scorekeeper:
    """Plays a random deal at the table and with the scorekeeper, who must agree at every act."""
    table, pack = match.table, shuffled(chooser)
    before = match.totals
    table.deal([read(word) for word in pack])
    book = Scorekeeper(match.options, table.state.dealer, pack, before)
    while table.turn >= 0:
        assert (table.turn, set(table.legal)) == (book.seat, book.legal()), table.deals[-1].acts
        act = choice(chooser, table.legal)
        book.act(act)
        table.act(table.turn, act)
        check_hands(match, book)
    assert (table.turn, match.points, match.totals) == (book.seat, book.points, book.totals), table.deals[-1].acts
    assert PITCH.audit(match.rules, table.state) is None
    return book


def check_hands(match: Match, book: Scorekeeper) -> None:
    """After the discards the hands' trumps are those of the scorekeeper."""
    if book.phase in ("leftover", "burn", "play"):
        for seat in range(match.players):
            assert match.trumps(seat, book.trumps.suit) == set(book.trumps.of(book.hands[seat])), match.table.deals[-1].acts


@pytest.mark.clause("T10", "T11", "T12", "T13", "T14", "T16", "T17", "T18", "T19", "TC1", "TC4", "TC5", "TF7", "TX3")
@settings(max_examples=150, deadline=None)
@given(seed=_seeds, options=_options)
def test_any_match_goes_as_the_scorekeeper_keeps_it(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**options)
    for _ in range(12):
        book = keep_along(match, chooser)
        assert match.winner == (None if book.winner < 0 else book.winner)
        if match.turn == MATCH_OVER:
            assert (match.table.record.result or {})["totals"] == book.totals
            break


@pytest.mark.clause("TV6", "TC5", "T16", "T4")
@settings(max_examples=100, deadline=None)
@given(seed=_seeds, options=_options)
def test_points_taken_kept_and_burnt_are_all_there_are(seed: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seed)
    match = Match(**{**options, "made_score": "taken", "defenders_score": True, "target": 1000})
    book = keep_along(match, chooser)
    if book.moon or not any(book.took):  # a moon's jump is no sum of points, a misdeal has none
        return
    assert sum(book.took) + book.burnt == options["points"]
    sides = match.points if match.players == 4 else [match.points[book.bidder], match.points[defender(book)]]
    if min(sides) >= 0:
        assert sum(sides) + book.burnt == options["points"]


def defender(book: Scorekeeper) -> int:
    """A seat of five that is on the defenders' side."""
    return next(seat for seat in range(5) if seat not in (book.bidder, book.partner))


@pytest.mark.clause("T13", "T15", "T17")
@settings(max_examples=60, deadline=None)
@given(seed=_seeds, options=_options)
def test_there_are_as_many_tricks_as_the_longest_hand_has_trumps(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**{**options, "misdeal_no_faces": False})
    match.table.deal([read(word) for word in shuffled(chooser)])
    longest, cards = 0, 0
    while match.turn >= 0:
        act = choice(chooser, match.legal)
        if act in WORDS:
            suit = next(words for words in match.table.deals[-1].acts if " trump " in words)[-1]
            held = [len(match.trumps(seat, suit)) for seat in range(match.players)]
            longest, cards = (max(held), sum(held)) if not longest else (longest, cards)
        match.say(act)
    plays = [act for act in match.table.deals[-1].acts if act[2:] in WORDS]
    assert len(plays) == cards  # every trump in a hand is played, and nothing else
    assert longest <= 6
    assert max([len([act for act in plays if act[0] == str(seat)]) for seat in range(match.players)], default=0) == longest


@settings(max_examples=40, deadline=None)
@given(seed=_seeds, options=_options)
def test_legal_is_what_refusal_accepts(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**options)
    match.table.deal([read(word) for word in shuffled(chooser)])
    while match.turn >= 0:
        accepted = [
            match.table.say(action)
            for action in range(PITCH.actions)
            if PITCH.kernel.refusal(match.rules, match.table.state, action) == 0
        ]
        assert match.legal == accepted
        assert 1 <= len(accepted) <= PITCH.most_legal
        match.say(choice(chooser, accepted))


@pytest.mark.clause("TC16", "TF3")
@settings(max_examples=40, deadline=None)
@given(seed=_seeds, options=_options)
def test_what_is_possible_never_leaves_out_the_truth(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**options)
    match.table.deal([read(word) for word in shuffled(chooser)])
    while match.turn >= 0:
        for seat in range(match.players):
            may = match.may(seat)
            for place, cards in enumerate(match.table.state.hands[: PITCH.places]):
                assert set(written(cards)) <= may[place], (seat, place, match.table.deals[-1].acts)
            assert may[seat] == set(written(match.table.state.hands[seat]))
        match.say(choice(chooser, match.legal))


@settings(max_examples=60, deadline=None)
@given(seed=_seeds, options=_options)
def test_what_happens_adds_up_to_the_points_and_cites_the_rulebook(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**options)
    match.table.deal([read(word) for word in shuffled(chooser)])
    happened = []
    while match.turn >= 0:
        happened += match.say(choice(chooser, match.legal))
    told = [sum(each.points for each in happened if each.side == side) for side in range(len(match.totals))]
    assert told == match.points
    assert {each.clause for each in happened} <= set(_CLAUSES)


@settings(max_examples=30, deadline=None)
@given(seed=_seeds, options=_options)
def test_a_new_deal_knows_nothing_of_the_one_before(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match(**{**options, "target": 1000, "misdeal_no_faces": False})
    keep_along(match, chooser)
    if match.turn == MATCH_OVER:
        return
    dealer = match.table.deals[-1].dealer
    misdealt = not any(act[2:] in WORDS for act in match.table.deals[-1].acts)
    fresh = Match(**match.options)
    fresh.table = type(match.table)(PITCH, match.rules, dealer=dealer if misdealt else (dealer + 1) % match.players)
    pack = [read(word) for word in shuffled(chooser)]
    for each in (match, fresh):
        each.table.deal(pack)
    old, new = fields(match), fields(fresh)
    assert {name for name in old if list_of(old[name]) != list_of(new[name])} <= {"totals", "deals"}


def list_of(value: Any) -> list[int]:
    """A field as a list, one number or many."""
    return [value] if isinstance(value, int) else list(value)


@pytest.mark.clause("T1")
def test_every_seat_is_as_likely_to_deal_first() -> None:
    assert {chance.first_dealer(f"match {number}", 5) for number in range(200)} == {0, 1, 2, 3, 4}


# The rulebook

_BOOKS: Final = [Path(__file__).parents[1] / "docs" / "games" / f"pitch.{language}.md" for language in ("en", "ja")]
_CLAUSES: Final = [
    *(f"T{number}" for number in [*range(1, 20), "13a"]),
    *(f"TC{number}" for number in range(1, 19)),
    *(f"TF{number}" for number in range(1, 8)),
    *(f"TV{number}" for number in range(1, 7)),
    *(f"TX{number}" for number in range(1, 4)),
]


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_has_every_clause_once_under_its_anchor(book: Path) -> None:
    found = re.findall(r'^<a id="(\w+)"></a>\*\*(\w+)\.\*\* ', book.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(clause for _, clause in found) == sorted(_CLAUSES)
    assert all(anchor == clause.lower() for anchor, clause in found)


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_names_every_option_value_and_preset(book: Path) -> None:
    text = book.read_text(encoding="utf-8")
    names = {word for option in PITCH.options for word in (option.name, *option.choices)} | set(PITCH.presets)
    assert {name for name in names if f"`{name}`" not in text} == set()


def test_refusals_and_options_cite_clauses_of_the_rulebook() -> None:
    cited: list[str] = [*PITCH.refusal_clauses.values(), *(option.clause for option in PITCH.options)]
    assert set(cited) <= set(_CLAUSES)
    assert set(PITCH.refusal_clauses) == set(PITCH.refusals) - {PITCH.refusals(0)}
