"""The clauses of Quinto, one after the other, at the table. Expected values come from the rulebook, docs/games/quinto.en.md.

Seats are 0..3 clockwise and sides 0 (seats 0 and 2) and 1 (seats 1 and 3). Unless a test says otherwise seat 3 deals, so seat 0
calls and leads first, and the suits stand in the order hearts, diamonds, clubs, spades.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quinto_table import (
    CALLS,
    PACK,
    QUINTO,
    Course,
    Deal,
    Table,
    four_suits,
    hear,
    last_trick_lost,
    one_trick,
    say,
    shared,
    trick_played,
    written_deal,
)
from tefuda.core import chance
from tefuda.core.cards import count, members, set_of, written
from tefuda.core.game import Happening
from tefuda.core.view import cut

RANKS: Final = "AKQJT98765432"
CHAINS: Final = {order: [rank + suit for suit in order.upper() for rank in RANKS] + ["X1"] for order in ("hdcs", "chds")}
VALUES: Final = {"hdcs": {"H": 20, "D": 15, "C": 10, "S": 5}, "chds": {"C": 20, "H": 15, "D": 10, "S": 5}}
FIVES_FIRST: Final = "5H 5D 5C 5S"  # the first trick of four_suits() is then worth 20 + 15 + 10 + 5 = 50
LEVELS: Final = [("pass pass pass pass", 5), ("double pass pass pass", 10), ("double redouble pass pass", 20)]
DEAL_DUE, MATCH_OVER = -1, -2

every_dealer = pytest.mark.parametrize("dealer", range(4))
every_order = pytest.mark.parametrize("order", ["hdcs", "chds"])


def codes(happened: list[Happening]) -> list[str]:
    """The kinds of all that happened, in order."""
    return [happening.code for happening in happened]


def quint_points(cards: list[str], order: str) -> int:
    """What the quints among these cards are worth together, read off clause Q12 card by card."""
    points = 25 if "X1" in cards else 0
    for suit, value in VALUES[order].items():
        points += value if "5" + suit in cards else 0
        points += value if {"A" + suit, "4" + suit} <= set(cards) else 0
        points += value if {"2" + suit, "3" + suit} <= set(cards) else 0
    return points


def torn_pairs(piles: list[list[str]], order: str) -> int:
    """What the pairs that no pile holds whole would have been worth."""
    pairs = [(value, {high + suit, low + suit}) for suit, value in VALUES[order].items() for high, low in ("A4", "32")]
    return sum(value for value, pair in pairs if not any(pair <= set(pile) for pile in piles))


def game_by_quints(table: Table, side: int, before: tuple[int, int], dealer: int) -> list[Happening]:
    """Side `side` wins the game in the first trick of a deal: 50 points of quints on top of the totals `before`."""
    course = Course(table, four_suits(side).arranged(first=FIVES_FIRST), dealer)
    table.state.totals[:] = before
    return course.tricks(1)


# Q1 to Q4: the deal


@pytest.mark.clause("Q1")
def test_partners_sit_crosswise() -> None:
    assert [list(side) for side in QUINTO.sides(QUINTO.read_rules())] == [[0, 2], [1, 3]]


@pytest.mark.clause("Q1", "QA9")
@pytest.mark.parametrize("preset", ["hoffmann", "sentence"])
def test_four_players_and_no_other_number(preset: str) -> None:
    assert QUINTO.seats(QUINTO.read_rules(preset=preset)) == 4


@every_dealer
@pytest.mark.clause("Q1", "Q6", "Q7")
def test_calls_and_play_go_clockwise_from_the_dealers_left(dealer: int) -> None:
    table = Table(dealer)
    table.deal(one_trick("KS QS JS TS", (dealer + 1) % 4), dealer)
    seats = []
    for word in ["pass"] * 4 + ["KS", "QS", "JS", "TS"]:
        seats.append(table.seat)
        table.act(word)
    assert seats == [(dealer + 1 + turn) % 4 for turn in range(4)] * 2


@pytest.mark.clause("Q2")
def test_the_pack_is_52_cards_and_one_joker() -> None:
    assert sorted(QUINTO.pack(QUINTO.read_rules())) == list(range(53))
    assert written(set_of(QUINTO.pack(QUINTO.read_rules())))[-1] == "X1"


@pytest.mark.clause("Q3")
def test_every_seat_is_as_likely_to_deal_first() -> None:
    dealers = Counter(chance.first_dealer(f"match {number}", 4) for number in range(2000))
    assert sorted(dealers) == [0, 1, 2, 3]
    assert all(420 < times < 580 for times in dealers.values())  # 500 each, four standard deviations are 77


@every_dealer
@pytest.mark.clause("Q3")
def test_the_deal_passes_clockwise(dealer: int) -> None:
    table = Table(dealer)
    seen = []
    for later in range(5):
        course = Course(table, four_suits(later % 2), (dealer + later) % 4)
        seen.append(table.state.dealer)
        table.state.totals[:] = [0, 0]
        course.tricks(12)
    assert seen == [(dealer + later) % 4 for later in range(5)]


@pytest.mark.clause("Q3", "Q19")
def test_the_deal_keeps_passing_from_one_game_to_the_next() -> None:
    table = Table(dealer=2)
    game_by_quints(table, 0, (200, 0), dealer=2)
    table.deal(four_suits(), dealer=3)
    assert table.state.games == [1, 0]
    assert table.state.dealer == 3
    assert table.seat == 0


@every_dealer
@pytest.mark.clause("Q4")
@pytest.mark.parametrize(("cachette_from", "cachette"), [("last", range(48, 53)), ("first", range(5))])
def test_twelve_cards_one_at_a_time_and_five_left_over(dealer: int, cachette_from: str, cachette: range) -> None:
    table = Table(dealer, {"cachette_from": cachette_from})
    QUINTO.kernel.deal(table.rules, table.state, list(range(53)))
    dealt = [card for card in range(53) if card not in cachette]
    hands = [set_of(dealt[(seat - dealer - 1) % 4 :: 4]) for seat in range(4)]
    assert table.state.hands == [*hands, set_of(cachette)]
    assert table.state.sizes == [12, 12, 12, 12, 5]


@pytest.mark.clause("Q4")
@pytest.mark.parametrize("seat", [-1, 0, 1, 2, 3])
def test_the_cachette_stays_face_down_until_the_last_trick(seat: int) -> None:
    table = Table()
    course = Course(table, shared())
    for _ in range(11):
        course.tricks(1)
        seen = cut(table.state, seat)
        assert (seen.hands[4], seen.cachette, seen.sizes[4]) == (0, 0, 5)


# Q5 and QA1: the order of the cards


@every_order
@pytest.mark.clause("Q5", "Q9", "QA1")
@pytest.mark.parametrize("turned", range(4))
def test_all_53_cards_stand_in_one_line(order: str, turned: int) -> None:
    for top in range(50):
        four = CHAINS[order][top : top + 4]
        cards = four[turned:] + four[:turned]
        table, _ = trick_played(" ".join(cards), suit_order=order)
        assert table.seat == cards.index(four[0]), cards


@pytest.mark.clause("Q5", "QA1")
@pytest.mark.parametrize(("order", "winner"), [("hdcs", 1), ("chds", 0)])
def test_the_suit_order_decides_between_ace_of_clubs_and_two_of_diamonds(order: str, winner: int) -> None:
    assert trick_played("AC 2D AS KC", suit_order=order)[0].seat == winner


@every_order
@pytest.mark.clause("Q5")
def test_the_two_of_hearts_beats_the_ace_of_spades_in_both_orders(order: str) -> None:
    assert trick_played("AS 2H KS QS", suit_order=order)[0].seat == 1


# Q6, QA2, QA8: the calls


@every_dealer
@pytest.mark.clause("Q6", "QA2")
@pytest.mark.parametrize(
    ("before", "call", "reason"),
    [
        ("", "pass", "none"),
        ("", "double", "none"),
        ("", "redouble", "not_doubled"),
        ("pass pass pass", "double", "none"),
        ("pass", "redouble", "not_doubled"),
        ("double", "double", "doubled_already"),
        ("double pass", "double", "doubled_already"),
        ("double", "redouble", "none"),
        ("double pass", "redouble", "partner_doubled"),
        ("double pass pass", "redouble", "none"),
        ("pass double pass", "redouble", "partner_doubled"),
        ("pass double", "redouble", "none"),
        ("pass pass double", "redouble", "none"),
        ("double redouble", "redouble", "redoubled_already"),
        ("double redouble pass", "redouble", "redoubled_already"),
    ],
)
def test_who_may_double_and_redouble(dealer: int, before: str, call: str, reason: str) -> None:
    table = Table(dealer)
    table.deal(four_suits(), dealer)
    table.act(before)
    assert table.refusal(call) == reason
    assert (call in table.legal()) == (reason == "none")


@every_dealer
@pytest.mark.clause("Q6")
@pytest.mark.parametrize("before", ["double redouble", "double redouble pass", "pass double redouble"])
def test_after_a_redouble_only_passes_remain(dealer: int, before: str) -> None:
    table = Table(dealer)
    table.deal(four_suits(), dealer)
    table.act(before)
    assert table.legal() == ["pass"]
    assert table.refusal("double") != "none"
    assert table.refusal("redouble") != "none"


@pytest.mark.clause("Q6")
@pytest.mark.parametrize("calls", ["pass pass pass pass", "double pass pass pass", "pass pass double redouble"])
def test_each_player_calls_exactly_once(calls: str) -> None:
    table = Table()
    table.deal(four_suits(), dealer=3)
    for word in calls.split():
        assert table.refusal("AH") == "calls_first"
        table.act(word)
    assert [table.refusal(call) for call in CALLS] == ["calls_over"] * 3
    assert [say(call) for call in table.state.calls] == calls.split()


@pytest.mark.clause("Q6")
def test_a_call_is_announced_with_its_seat_and_side() -> None:
    table = Table()
    table.deal(four_suits(), dealer=3)
    happened = table.act("pass double redouble pass")
    assert [(each.code, each.side, each.seat) for each in happened] == [("doubled", 1, 1), ("redoubled", 0, 2)]


@pytest.mark.clause("Q6", "Q15")
@pytest.mark.parametrize(
    ("calls", "scope", "trick_points"),
    [
        ("pass pass pass pass", "both", [30, 35]),
        ("double pass pass pass", "both", [60, 70]),
        ("pass pass pass double", "both", [60, 70]),
        ("double redouble pass pass", "both", [120, 140]),
        ("pass double redouble pass", "both", [120, 140]),
        ("pass pass pass pass", "caller", [30, 35]),
        ("double pass pass pass", "caller", [60, 35]),
        ("pass pass double pass", "caller", [60, 35]),
        ("pass double pass pass", "caller", [30, 70]),
        ("double redouble pass pass", "caller", [60, 140]),
        ("pass double redouble pass", "caller", [120, 70]),
    ],
)
def test_a_call_multiplies_tricks_and_never_quints(calls: str, scope: str, trick_points: list[int]) -> None:
    # shared(): side 0 takes six tricks with 5D, 5C, 5H; side 1 six and the cachette with 5S and the Joker.
    table = Table(options={"double_scope": scope})
    Course(table, shared(), calls=calls).tricks(12)
    assert table.state.trick_points == trick_points
    assert table.state.quints == [15 + 10 + 20, 5 + 25]
    assert table.totals == [45 + trick_points[0], 30 + trick_points[1]]


@pytest.mark.clause("Q6")
def test_a_call_lasts_for_its_own_deal_only() -> None:
    table = Table()
    Course(table, shared(), calls="double redouble pass pass").tricks(12)
    Course(table, shared(), dealer=0).tricks(12)
    assert table.state.trick_points[0] + table.state.trick_points[1] == 65


@pytest.mark.clause("QA8")
def test_players_see_their_own_cards_before_they_call() -> None:
    table = Table()
    table.deal(four_suits(), dealer=3)
    for seat, hand in enumerate(four_suits().hands):
        seen = cut(table.state, seat)
        assert set(written(seen.hands[seat])) == set(hand)
        assert [cards for place, cards in enumerate(seen.hands) if place != seat] == [0, 0, 0, 0]


# Q7 to Q11, QA5 and Q20: the play


@pytest.mark.clause("Q7", "Q9")
def test_the_winner_of_a_trick_leads_to_the_next_and_there_are_twelve() -> None:
    table = Table()
    course = Course(table, shared())
    leaders = []
    for _ in range(12):
        leaders.append(table.seat)
        course.tricks(1)
    assert leaders == [0] * 7 + [1] * 5
    assert table.seat == DEAL_DUE


@pytest.mark.clause("Q7")
def test_nobody_acts_before_the_deal() -> None:
    table = Table()
    assert table.seat == DEAL_DUE
    assert [table.refusal(word) for word in ("pass", "double", "AH")] == ["no_turn"] * 3
    assert table.legal() == []


@pytest.mark.clause("Q8", "Q20")
def test_a_player_who_can_must_follow_suit() -> None:
    table = Table()
    deal = one_trick("9S 2S 3H 4S")
    table.deal(deal, dealer=3)
    table.act("pass pass pass pass 9S")
    spades = [word for word in deal.hands[1] if word[1] == "S"]
    others = [word for word in deal.hands[1] if word[1] != "S" and word != "X1"]
    assert set(table.legal()) - {"X1"} == set(spades)
    assert {table.refusal(word) for word in others} == {"must_follow"}


@pytest.mark.clause("Q8")
def test_a_player_without_the_suit_plays_anything() -> None:
    table = Table()
    deal = one_trick("9S 2S 3H 4S")
    table.deal(deal, dealer=3)
    table.act("pass pass pass pass 9S 2S")
    assert set(table.legal()) == set(deal.hands[2])


@pytest.mark.clause("Q8")
def test_nobody_has_to_beat_the_cards_on_the_table() -> None:
    table = Table(dealer=1)
    table.deal(four_suits(), dealer=1)  # the hand of clubs leads; spades, hearts and diamonds can't follow
    table.act("pass pass pass pass AC 3S")
    assert set(table.legal()) == set(four_suits().hands[0])
    table.act("3H")
    assert table.refusal("3D") == "none"


@pytest.mark.clause("Q4", "Q8")
def test_a_card_that_is_not_held_is_refused() -> None:
    table = Table()
    table.deal(four_suits(), dealer=3)
    table.act("pass pass pass pass")
    assert {table.refusal(word) for word in four_suits().hands[1] + four_suits().cachette} == {"not_held"}
    table.act("AH AD AC AS")
    assert table.refusal("AH") == "not_held"


@every_order
@pytest.mark.clause("Q9")
@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        ("AS 2C KS QS", {"hdcs": 1, "chds": 1}),
        ("AS 2C 2H KS", {"hdcs": 2, "chds": 1}),
        ("AD 2C KD 2H", {"hdcs": 3, "chds": 1}),
        ("2S AC AD AH", {"hdcs": 3, "chds": 1}),
        ("2H AS AD AC", {"hdcs": 0, "chds": 3}),
        ("2D AS 3S 4D", {"hdcs": 3, "chds": 3}),
    ],
)
def test_the_highest_card_wins_whichever_suit_was_led(order: str, cards: str, winners: dict[str, int]) -> None:
    table, happened = trick_played(cards, suit_order=order)
    assert table.seat == winners[order]
    trick = happened[0]
    assert (trick.code, trick.seat, trick.side, list(trick.cards)) == ("trick", winners[order], winners[order] % 2, cards.split())


@pytest.mark.clause("Q10")
def test_the_joker_may_be_played_while_holding_the_suit() -> None:
    table = Table()
    deal = one_trick("KH X1 QH JH")
    table.deal(deal, dealer=3)
    table.act("pass pass pass pass KH")
    hearts = {word for word in deal.hands[1] if word[1] == "H"}
    assert hearts
    assert set(table.legal()) == hearts | {"X1"}


@pytest.mark.clause("Q10")
def test_the_joker_is_legal_when_every_other_card_must_follow() -> None:
    hearts = [rank + "H" for rank in RANKS]
    rest = [word for word in PACK if word[1] in "SDC"]
    hands = [["2H", *rest[:11]], ["X1", *hearts[:11]], rest[11:23], rest[23:35]]
    table = Table()
    table.deal(Deal(hands, ["3H", *rest[35:]]), dealer=3)
    table.act("pass pass pass pass 2H")
    assert set(table.legal()) == set(hands[1])


@pytest.mark.clause("Q10")
def test_the_joker_makes_no_duty_to_follow() -> None:
    # The hand of spades has the Joker and nothing of the led hearts: all its twelve cards are free.
    deal = four_suits(0, "2H 2D 2C 2S 3S")
    table = Table()
    table.deal(deal, dealer=3)
    table.act("pass pass pass pass AH AD AC")
    assert "X1" in deal.hands[3]
    assert set(table.legal()) == set(deal.hands[3])


@pytest.mark.clause("Q10", "Q11")
@pytest.mark.parametrize("cards", ["X1 2S 3S 4S", "2S X1 3S 4S", "2S 3S X1 4S", "2S 3S 4S X1"])
def test_the_joker_never_wins(cards: str) -> None:
    assert trick_played(cards)[0].seat == cards.split().index("4S")


@pytest.mark.clause("Q11")
def test_after_a_led_joker_the_second_card_names_the_suit() -> None:
    deal = one_trick("X1 5S 9S 8S")
    table = Table()
    table.deal(deal, dealer=3)
    table.act("pass pass pass pass X1")
    assert set(table.legal()) == set(deal.hands[1])
    table.act("5S")
    for seat, card in ((2, "9S"), (3, "8S")):
        assert set(table.legal()) == {word for word in deal.hands[seat] if word[1] == "S"}
        table.act(card)
    assert table.seat == 2


@pytest.mark.clause("Q9", "Q11")
def test_a_higher_suit_still_wins_after_a_led_joker() -> None:
    assert trick_played("X1 5S AS 2H")[0].seat == 3


@pytest.mark.clause("QA5", "Q11")
def test_the_joker_may_be_led_to_the_last_trick() -> None:
    # The hand of hearts keeps the Joker to the end. Seat 1 plays second and has the highest suit left.
    deal = four_suits(0, "2H 3H 2D 2C 2S")
    assert "X1" in deal.hands[0]
    table = Table()
    course = Course(table, deal.arranged(last="X1 9D KC KS"))
    course.tricks(11)
    before = table.totals
    happened = course.tricks(1)
    assert happened[0].cards == ("X1", "9D", "KC", "KS")
    # Side 1 scores the Joker, then 2H 3H in the cachette (20) and two tricks; side 0 has won eleven.
    assert table.totals == [before[0] + 55, before[1] + 25 + 20 + 10]


# Q12 to Q14 and QA7: quints


@every_order
@pytest.mark.clause("Q12", "Q13", "QA1", "QA7")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("X1 KS QS JS", {"hdcs": 25, "chds": 25}),
        ("5H KH QH JH", {"hdcs": 20, "chds": 15}),
        ("5D KD QD JD", {"hdcs": 15, "chds": 10}),
        ("5C KC QC JC", {"hdcs": 10, "chds": 20}),
        ("5S KS QS JS", {"hdcs": 5, "chds": 5}),
        ("AH 4H QH JH", {"hdcs": 20, "chds": 15}),
        ("KD 4D AD JD", {"hdcs": 15, "chds": 10}),
        ("AC KC QC 4C", {"hdcs": 10, "chds": 20}),
        ("4S AS QS JS", {"hdcs": 5, "chds": 5}),
        ("2H 3H QH JH", {"hdcs": 20, "chds": 15}),
        ("KD 3D 2D JD", {"hdcs": 15, "chds": 10}),
        ("2C KC QC 3C", {"hdcs": 10, "chds": 20}),
        ("3S 2S QS JS", {"hdcs": 5, "chds": 5}),
        ("AH KH 4D 4C", {"hdcs": 0, "chds": 0}),
        ("2H 3D AS 4C", {"hdcs": 0, "chds": 0}),
        ("AH 2H KH QH", {"hdcs": 0, "chds": 0}),
        ("3D 4D KD QD", {"hdcs": 0, "chds": 0}),
        ("AH 3H KH QH", {"hdcs": 0, "chds": 0}),
        ("AH 4H 5H X1", {"hdcs": 65, "chds": 55}),
        ("AH 4H 2H 3H", {"hdcs": 40, "chds": 30}),
        ("2S 3S 5S X1", {"hdcs": 35, "chds": 35}),
        ("AH 4D 5H 4S", {"hdcs": 20, "chds": 15}),
        ("AC 4C 5C KC", {"hdcs": 20, "chds": 40}),
        ("5H 5D 5C 5S", {"hdcs": 50, "chds": 50}),
        ("AD 4D 2S 3S", {"hdcs": 20, "chds": 15}),
    ],
)
def test_what_the_quints_of_a_trick_are_worth(order: str, cards: str, points: dict[str, int]) -> None:
    table, happened = trick_played(cards, suit_order=order)
    side = table.seat % 2
    assert table.totals[side] == points[order]
    assert table.totals[1 - side] == 0
    assert table.state.quints[side] == points[order]
    assert sum(happening.points for happening in happened) == points[order]


@pytest.mark.clause("Q12", "QA7")
@pytest.mark.parametrize(
    ("cards", "quints"),
    [
        ("AH 4H 5H X1", {"quint_ace_four": {"AH", "4H"}, "quint_five": {"5H"}, "quint_joker": {"X1"}}),
        ("2S 3S 5S X1", {"quint_two_three": {"2S", "3S"}, "quint_five": {"5S"}, "quint_joker": {"X1"}}),
        ("AH 4H 2H 3H", {"quint_ace_four": {"AH", "4H"}, "quint_two_three": {"2H", "3H"}}),
        ("AH KH 4D 4C", {}),
    ],
)
def test_each_quint_is_named_once_with_its_cards(cards: str, quints: dict[str, set[str]]) -> None:
    _, happened = trick_played(cards)
    named = [happening for happening in happened if happening.code.startswith("quint_")]
    assert len(named) == len(quints)
    assert {happening.code: set(happening.cards) for happening in named} == quints


@pytest.mark.clause("Q12")
def test_the_trick_of_two_three_five_of_spades_and_joker_goes_to_the_five() -> None:
    assert trick_played("2S 3S 5S X1")[0].seat == 2


@pytest.mark.clause("Q13")
def test_quints_are_scored_during_play() -> None:
    table = Table()
    course = Course(table, four_suits(1).arranged(first=FIVES_FIRST))
    course.tricks(1)
    assert (table.totals, table.points) == ([0, 50], [0, 50])
    course.tricks(1)
    assert (table.totals, table.points) == ([0, 50], [0, 50])


@pytest.mark.clause("Q14", "Q15")
def test_the_winner_of_the_last_trick_takes_the_cachette_as_a_trick() -> None:
    # Cachette AD 4D 2C 3H Joker: 15 + 25 = 40. Trick 12 has no quint. Thirteen tricks: 65.
    table = Table()
    course = Course(table, four_suits(0, "AD 4D 2C 3H X1").arranged(last="KH 9D KC KS"))
    course.tricks(11)
    table.state.totals[:] = [100, 0]
    happened = course.tricks(1)
    taken = next(happening for happening in happened if happening.code == "cachette")
    assert (taken.side, taken.seat, set(taken.cards)) == (0, 0, {"AD", "4D", "2C", "3H", "X1"})
    assert table.totals == [100 + 40 + 65, 0]
    assert table.state.tricks == [13, 0]
    assert set(written(table.state.cachette)) == set(taken.cards)


@pytest.mark.clause("Q14")
def test_the_cachette_can_go_to_the_side_with_few_tricks() -> None:
    table = Table()
    Course(table, last_trick_lost()).tricks(12)
    assert table.state.tricks == [11, 2]


@pytest.mark.clause("Q14")
def test_the_cachette_does_not_pair_with_the_last_trick() -> None:
    # Trick 12 is AH 3D 2C 3S, the cachette 4H 2D 3C 2S Joker: four pairs lie across, none inside. Only the Joker counts.
    table = Table()
    course = Course(table, four_suits(0, "4H 2D 3C 2S X1").arranged(last="AH 3D 2C 3S"))
    course.tricks(11)
    before = table.totals
    course.tricks(1)
    assert table.totals == [before[0] + 25 + 65, 0]


@every_order
@pytest.mark.clause("Q14", "QA1")
def test_the_cachettes_quints_have_the_values_of_the_suit_order(order: str) -> None:
    # The cachette 5H 2C 3C 2D 2S: a five of hearts and a pair of clubs. Everybody else's cards are kept out of the last trick.
    table = Table(options={"suit_order": order})
    course = Course(table, four_suits(0, "5H 2C 3C 2D 2S").arranged(last="KH KD KC KS"))
    course.tricks(11)
    before = sum(table.totals)
    course.tricks(1)
    assert sum(table.totals) == before + {"hdcs": 20 + 10, "chds": 15 + 20}[order] + 65


# Q15 to Q18 and QA6: the end of a deal and of a game


@pytest.mark.clause("Q15")
@pytest.mark.parametrize(("calls", "value"), LEVELS)
def test_thirteen_tricks_of_five_ten_or_twenty(calls: str, value: int) -> None:
    table = Table()
    happened = Course(table, last_trick_lost(), calls=calls).tricks(12)
    counted = {each.side: each.points for each in happened if each.code == "trick_points"}
    assert counted == {0: 11 * value, 1: 2 * value}
    assert table.state.trick_points == [11 * value, 2 * value]


@pytest.mark.clause("Q15")
def test_tricks_are_worth_nothing_before_the_play_is_over() -> None:
    table = Table()
    course = Course(table, four_suits().arranged(last=FIVES_FIRST))
    course.tricks(11)
    assert (table.totals, table.points) == ([0, 0], [0, 0])


@pytest.mark.clause("Q16", "QA6")
@pytest.mark.parametrize(("before", "after"), [(200, 250), (215, 265), (249, 299)])
def test_a_quint_ends_the_game_at_once(before: int, after: int) -> None:
    table = Table()
    happened = game_by_quints(table, 0, (before, 40), dealer=3)
    assert table.totals == [after, 40]
    assert table.points == [50, 0]
    assert table.state.games == [1, 0]
    assert table.seat == DEAL_DUE
    assert codes(happened)[-1] == "game_by_quint"
    assert happened[-1].side == 0
    assert "trick_points" not in codes(happened)


@pytest.mark.clause("Q16")
def test_249_is_not_enough() -> None:
    table = Table()
    game_by_quints(table, 0, (199, 0), dealer=3)
    assert table.totals == [249, 0]
    assert table.state.games == [0, 0]
    assert table.seat == 0


@pytest.mark.clause("Q16", "Q17")
def test_tricks_alone_never_end_the_game_during_play() -> None:
    # Eight tricks doubled are 80 points, but they count only at the end; the deal's first quint is in column ten.
    table = Table()
    course = Course(table, four_suits(), calls="double pass pass pass")
    table.state.totals[:] = [245, 0]
    course.tricks(8)
    assert (table.totals, table.seat) == ([245, 0], 0)


@pytest.mark.clause("Q17", "Q16")
def test_quints_of_the_last_trick_stop_the_game_before_the_cachette() -> None:
    table = Table()
    course = Course(table, last_trick_lost().arranged(last="5D"))
    course.tricks(11)
    table.state.totals[:] = [249, 240]
    happened = course.tricks(1)
    assert table.totals == [249, 255]
    assert table.state.games == [0, 1]
    assert codes(happened) == ["trick", "quint_five", "game_by_quint"]


@pytest.mark.clause("Q17", "Q16")
def test_quints_of_the_cachette_stop_the_game_before_the_trick_points() -> None:
    # The cachette brings 45: 230 + 45 = 275. Side 0, with 249, would have passed 250 with any of its eleven tricks.
    table = Table()
    course = Course(table, last_trick_lost())
    course.tricks(11)
    table.state.totals[:] = [249, 230]
    happened = course.tricks(1)
    assert table.totals == [249, 275]
    assert table.state.games == [0, 1]
    assert codes(happened)[:2] == ["trick", "cachette"]
    assert sorted(codes(happened)[2:4]) == ["quint_joker", "quint_two_three"]
    assert codes(happened)[4:] == ["game_by_quint"]


@pytest.mark.clause("Q17", "Q18")
def test_the_trick_points_of_both_sides_count_together() -> None:
    # 200 + 45 + 10 = 255 for side 1, and 240 + 55 = 295 for side 0: neither is asked before the other.
    table = Table()
    course = Course(table, last_trick_lost())
    course.tricks(11)
    table.state.totals[:] = [240, 200]
    happened = course.tricks(1)
    assert table.totals == [295, 255]
    assert table.state.games == [1, 0]
    assert codes(happened)[-3:] == ["trick_points", "trick_points", "game"]
    assert happened[-1].side == 0


@pytest.mark.clause("Q18")
@pytest.mark.parametrize(
    ("before", "after", "games", "tied"),
    [
        ((219, 189), [249, 249], [0, 0], False),
        ((220, 160), [250, 220], [1, 0], False),
        ((100, 190), [130, 250], [0, 1], False),
        ((220, 195), [250, 255], [0, 1], False),
        ((225, 191), [255, 251], [1, 0], False),
        ((220, 190), [250, 250], [0, 0], True),
        ((225, 195), [255, 255], [0, 0], True),
    ],
)
def test_the_game_is_tested_after_the_trick_points(before: tuple[int, int], after: list[int], games: list[int], tied: bool) -> None:
    # shared(): the last trick has no quint, the Joker in the cachette brings side 1 25 points, the tricks bring 30 and 35.
    table = Table()
    happened = _shared_from(table, before)
    assert table.totals == after
    assert table.state.games == games
    assert table.state.tied == int(tied)
    assert ("tie" in codes(happened)) == tied
    assert ("game" in codes(happened)) == any(games)
    assert table.seat == DEAL_DUE


def _shared_from(table: Table, before: tuple[int, int], dealer: int = 3) -> list[Happening]:
    """Plays shared() with the totals `before` set before its last trick, and returns what that trick brought.

    30 trick points then come on top for the leader's side, 25 of quints and 35 for the other.
    """
    course = Course(table, shared((dealer + 1) % 4), dealer)
    course.tricks(11)
    table.state.totals[:] = before
    return course.tricks(1)


@pytest.mark.clause("Q18")
def test_below_250_the_next_deal_adds_to_the_totals() -> None:
    table = Table()
    Course(table, shared()).tricks(12)
    assert table.totals == [75, 65]
    Course(table, four_suits(1), dealer=0).tricks(12)
    assert table.points == [0, 50 + 25 + 65]
    assert table.totals == [75, 65 + 140]


# QA3: the extra deal


def tied_table(**options: str) -> Table:
    """A table at 255 to 255 after a deal by seat 3; seat 0 deals next."""
    table = Table(options=options)
    _shared_from(table, (225, 195))
    assert table.totals == [255, 255]
    return table


@pytest.mark.clause("Q18", "QA3")
@pytest.mark.parametrize("winner", [0, 1])
def test_after_a_tie_full_plays_the_whole_deal_and_compares(winner: int) -> None:
    table = tied_table(tie_deal="full")
    course = Course(table, four_suits(winner).arranged(first=FIVES_FIRST), dealer=0)
    assert table.totals == [255, 255]
    course.tricks(1)
    assert (table.totals[winner], table.seat, table.state.games) == (305, winner, [0, 0])
    happened = course.tricks(11)
    assert table.totals[winner] == 255 + 50 + 25 + 65
    assert table.totals[1 - winner] == 255
    assert table.state.games[winner] == 1
    assert [each.side for each in happened if each.code == "game"] == [winner]
    assert not table.state.tied


@pytest.mark.clause("QA3", "Q17")
def test_after_a_tie_full_lets_the_side_of_the_first_quint_lose() -> None:
    # Seat 1 leads: its side makes the first quints, 45, and 6 x 20 for tricks; the other side makes 30 and 7 x 20.
    table = tied_table(tie_deal="full")
    Course(table, shared(leader=1), dealer=0, calls="double redouble pass pass").tricks(12)
    assert table.totals == [255 + 30 + 140, 255 + 45 + 120]
    assert table.state.games == [1, 0]


@pytest.mark.clause("Q18", "QA3")
def test_full_repeats_while_the_sides_are_level() -> None:
    table = tied_table(tie_deal="full")
    happened = _shared_from(table, (270, 300), dealer=0)
    assert table.totals == [330, 330]
    assert table.state.games == [0, 0]
    assert table.state.tied
    assert codes(happened)[-1] == "tie"
    assert table.seat == DEAL_DUE
    Course(table, four_suits(1), dealer=1).tricks(12)
    assert (table.totals, table.state.games) == ([330, 330 + 140], [0, 1])


@pytest.mark.clause("QA3")
@pytest.mark.parametrize("winner", [0, 1])
def test_after_a_tie_sudden_ends_with_the_first_quint(winner: int) -> None:
    table = tied_table(tie_deal="sudden")
    course = Course(table, four_suits(winner).arranged(first="AH AD AC AS 5H 5D 5C 5S"), dealer=0)
    course.tricks(1)
    assert table.seat == winner  # a trick without a quint decides nothing
    happened = course.tricks(1)
    assert table.state.games[winner] == 1
    assert (table.totals[winner], table.totals[1 - winner]) == (305, 255)
    assert codes(happened)[-1] == "game_by_quint"
    assert table.seat == DEAL_DUE


@pytest.mark.clause("QA3")
def test_sudden_changes_nothing_without_a_tie() -> None:
    table = Table(options={"tie_deal": "sudden"})
    Course(table, four_suits(0).arranged(first=FIVES_FIRST)).tricks(12)
    assert table.totals == [140, 0]
    assert table.state.games == [0, 0]


# QA4: tricks already won when a quint ends the game


@pytest.mark.clause("QA4")
@pytest.mark.parametrize(
    ("option", "calls", "totals"),
    [
        ("ignored", "pass pass pass pass", [250, 10]),
        ("ignored", "double redouble pass pass", [250, 10]),
        ("counted", "pass pass pass pass", [260, 10]),
        ("counted", "double pass pass pass", [270, 10]),
        ("counted", "double redouble pass pass", [290, 10]),
    ],
)
def test_tricks_when_a_quint_of_the_second_trick_ends_the_game(option: str, calls: str, totals: list[int]) -> None:
    table = Table(options={"tricks_on_quint_finish": option})
    course = Course(table, four_suits().arranged(first="AH AD AC AS 5H 5D 5C 5S"), calls=calls)
    table.state.totals[:] = [200, 10]
    course.tricks(2)
    assert table.totals == totals
    assert table.state.games == [1, 0]
    assert table.seat == DEAL_DUE


@pytest.mark.clause("QA4", "Q17")
@pytest.mark.parametrize(
    ("option", "last", "before", "totals"),
    [
        # 5D in trick 12: side 1 has that one trick, the cachette is not taken. Side 0 has eleven.
        ("ignored", "5D", (100, 240), [100, 255]),
        ("counted", "5D", (100, 240), [155, 260]),
        ("counted", "5D", (249, 240), [304, 260]),
        # 45 in the cachette: side 1 has trick 12 and the cachette.
        ("ignored", "", (100, 230), [100, 275]),
        ("counted", "", (100, 230), [155, 285]),
        ("counted", "", (249, 230), [304, 285]),
    ],
)
def test_the_side_that_made_the_quint_has_won_even_if_overtaken(
    option: str, last: str, before: tuple[int, int], totals: list[int]
) -> None:
    table = Table(options={"tricks_on_quint_finish": option})
    course = Course(table, last_trick_lost().arranged(last=last))
    course.tricks(11)
    table.state.totals[:] = before
    happened = course.tricks(1)
    assert table.totals == totals
    assert table.state.games == [0, 1]
    assert [each.side for each in happened if each.code == "game_by_quint"] == [1]


@pytest.mark.clause("QA4", "Q6")
def test_counted_tricks_follow_the_scope_of_the_double() -> None:
    # Side 1 doubled for itself alone: its one trick counts 10, the eleven of side 0 count 5 each.
    table = Table(options={"tricks_on_quint_finish": "counted", "double_scope": "caller"})
    course = Course(table, last_trick_lost().arranged(last="5D"), calls="pass double pass pass")
    course.tricks(11)
    table.state.totals[:] = [100, 240]
    course.tricks(1)
    assert table.totals == [155, 265]


@pytest.mark.clause("QA4")
@pytest.mark.parametrize("option", ["ignored", "counted"])
def test_a_deal_that_is_played_out_counts_its_tricks_either_way(option: str) -> None:
    table = Table(options={"tricks_on_quint_finish": option})
    Course(table, shared()).tricks(12)
    assert table.totals == [75, 65]


@pytest.mark.clause("QA4", "QA3")
@pytest.mark.parametrize(("option", "total"), [("ignored", 305), ("counted", 310)])
def test_the_first_quint_of_a_sudden_deal_counts_tricks_by_the_same_option(option: str, total: int) -> None:
    table = tied_table(tie_deal="sudden", tricks_on_quint_finish=option)
    Course(table, four_suits(1).arranged(first=FIVES_FIRST), dealer=0).tricks(1)
    assert table.totals == [255, total]


# Q19: the rubber


@pytest.mark.clause("Q19")
def test_every_game_starts_level_at_nought() -> None:
    table = Table()
    game_by_quints(table, 0, (240, 100), dealer=3)
    assert table.totals == [290, 100]  # until the next deal the totals are those of the game that is over
    table.deal(four_suits(), dealer=0)
    assert (table.totals, table.points) == ([0, 0], [0, 0])
    assert table.state.games == [1, 0]


@pytest.mark.clause("Q19")
@pytest.mark.parametrize("winner", [0, 1])
def test_two_games_in_a_row_win_the_rubber(winner: int) -> None:
    table = Table()
    for dealer in (3, 0):
        assert table.seat == DEAL_DUE
        happened = game_by_quints(table, winner, (210, 210), dealer)
    assert table.seat == MATCH_OVER
    assert codes(happened)[-2:] == ["game_by_quint", "rubber"]
    assert happened[-1].side == winner
    assert table.result["winner"] == winner
    assert list(table.result["games"]) == [2 - 2 * winner, 2 * winner]
    assert table.result["totals"][winner] == 260 + 260 + 100
    assert table.result["totals"][1 - winner] == 210 + 210


@pytest.mark.clause("Q19")
def test_the_points_of_all_games_are_summed_and_the_winner_adds_100() -> None:
    table = Table()
    game_by_quints(table, 0, (240, 100), dealer=3)
    game_by_quints(table, 1, (200, 230), dealer=0)
    assert table.seat == DEAL_DUE
    game_by_quints(table, 0, (210, 249), dealer=1)
    assert table.seat == MATCH_OVER
    assert list(table.result["totals"]) == [290 + 200 + 260 + 100, 100 + 280 + 249]
    assert table.result["winner"] == 0
    assert list(table.result["games"]) == [2, 1]


@pytest.mark.clause("Q19")
def test_the_side_with_two_games_wins_even_if_its_sum_is_lower() -> None:
    table = Table()
    game_by_quints(table, 0, (200, 249), dealer=3)
    game_by_quints(table, 1, (0, 249), dealer=0)
    game_by_quints(table, 0, (200, 249), dealer=1)
    assert list(table.result["totals"]) == [250 + 0 + 250 + 100, 249 + 299 + 249]
    assert table.result["winner"] == 0


@pytest.mark.clause("Q19", "QA4")
def test_counted_tricks_reach_the_sum_of_the_rubber() -> None:
    table = Table(options={"tricks_on_quint_finish": "counted"})
    for dealer in (3, 0):
        game_by_quints(table, 0, (200, 7), dealer)
    assert list(table.result["totals"]) == [255 + 255 + 100, 7 + 7]


@pytest.mark.clause("Q18", "Q19")
def test_a_game_won_by_trick_points_can_end_the_rubber() -> None:
    table = Table(dealer=2)
    game_by_quints(table, 0, (200, 0), dealer=2)
    happened = _shared_from(table, (220, 100), dealer=3)
    assert codes(happened)[-2:] == ["game", "rubber"]
    assert list(table.result["totals"]) == [250 + 250 + 100, 160]


@pytest.mark.clause("Q7", "Q19")
def test_nobody_acts_after_the_rubber() -> None:
    table = Table()
    for dealer in (3, 0):
        game_by_quints(table, 1, (0, 240), dealer)
    assert [table.refusal(word) for word in ("pass", "AH", "X1")] == ["no_turn"] * 3
    assert table.legal() == []


# What a seat can know: voids


@pytest.mark.clause("Q8", "Q10")
def test_a_card_of_another_suit_shows_a_void() -> None:
    table, _ = trick_played("AC 2D AS KC")
    for place in (1, 2):
        for seat in {0, 1, 2, 3} - {place}:
            assert not any(word[1] == "C" for word in table.may(seat)[place])


@pytest.mark.clause("Q8")
def test_following_suit_and_the_cachette_show_no_void() -> None:
    table, _ = trick_played("AC 2D AS KC")
    assert {word[1] for word in table.may(1)[3]} >= set("SHDC")
    assert {word[1] for word in table.may(1)[4]} >= set("SHDC")


@pytest.mark.clause("Q10")
def test_the_joker_shows_no_void() -> None:
    table, _ = trick_played("AC X1 QC KC")
    assert any(word[1] == "C" for word in table.may(0)[1])


@pytest.mark.clause("Q11")
def test_a_led_joker_and_the_free_second_card_show_no_void() -> None:
    table, _ = trick_played("X1 5S AS 2H")
    assert {word[1] for word in table.may(2)[0]} == set("SHDC")
    assert {word[1] for word in table.may(2)[1]} == set("SHDC")
    assert {word[1] for word in table.may(2)[3]} == set("HDC")


@pytest.mark.clause("Q4", "Q8")
def test_a_seat_knows_its_own_hand_and_the_cards_played() -> None:
    deal = one_trick("AC 2D AS KC")
    table, _ = trick_played("AC 2D AS KC")
    for seat in range(4):
        may = table.may(seat)
        assert set(may[seat]) == set(deal.hands[seat][1:])
        others = {word for place in range(5) if place != seat for word in may[place]}
        assert others == set(PACK) - set(deal.hands[seat]) - {"AC", "2D", "AS", "KC"}


# From trick to trick, from deal to deal, from match to match


@pytest.mark.clause("Q7", "Q9")
@pytest.mark.parametrize("leader", range(4))
def test_the_last_trick_stays_to_be_looked_at(leader: int) -> None:
    table, _ = trick_played("AC 2D AS KC", leader)
    winner = (leader + 1) % 4
    assert [say(card) for card in table.state.last_trick] == ["AC", "2D", "AS", "KC"]
    assert (table.state.last_leader, table.state.last_winner) == (leader, winner)
    assert (table.state.leader, table.state.trick_size) == (winner, 0)


@pytest.mark.clause("Q4", "Q6", "Q13")
@pytest.mark.parametrize("calls", ["pass pass pass pass", "double redouble pass pass", "pass pass double redouble"])
def test_a_new_deal_knows_nothing_of_the_one_before(calls: str) -> None:
    table, fresh = Table(), Table(dealer=0)
    Course(table, shared(), calls=calls).tricks(12)
    for each in (table, fresh):
        each.deal(four_suits(), dealer=0)
    changed = {name for name, old, new in _fields(table, fresh) if old != new}
    assert changed == {"totals", "deals"}


@pytest.mark.clause("Q16", "Q19")
def test_a_new_deal_knows_nothing_of_the_game_before_but_its_books() -> None:
    table, fresh = Table(), Table(dealer=0)
    game_by_quints(table, 0, (240, 100), dealer=3)
    for each in (table, fresh):
        each.deal(four_suits(), dealer=0)
    changed = {name for name, old, new in _fields(table, fresh) if old != new}
    assert changed == {"games", "rubber", "deals"}


@pytest.mark.clause("Q19")
def test_a_match_starts_afresh_on_a_used_state() -> None:
    table = Table()
    for dealer in (3, 0):
        game_by_quints(table, 1, (210, 210), dealer)
    QUINTO.kernel.start(table.rules, table.state, 2)
    fresh = Table(dealer=2)
    assert table.state == fresh.state
    for each in (table, fresh):
        each.deal(four_suits(), dealer=2)
    assert table.state == fresh.state


def _fields(table: Table, other: Table) -> list[tuple[str, Any, Any]]:
    """Every field of the two states, by name."""
    return [(each.name, getattr(table.state, each.name), getattr(other.state, each.name)) for each in QUINTO.state.FIELDS]


# One whole deal, worked out by hand

# Seat 1 deals, so seat 2 calls and leads first. The suits stand in the order hearts, diamonds, clubs, spades.
GOLDEN: Final = written_deal(
    [
        "2C 3D 5H 6S 3S 3C QD X1 4C 8C QS KS",
        "4S 2D KH AS 5S 6H 4D 7S 8D TH JS JH",
        "KC AD QH TS 2H 7C 9D 9H TD QC 7H JC",
        "AC KD 3H 2S 8H 9C JD 6C 6D 5C 7D 5D",
    ],
    "AH 4H 9S 8S TC",
)
# The trick in the order of play; the seat that wins it; the quint points of the two sides after it.
GOLDEN_TRICKS: Final = [
    # The ace beats the king; seat 1 has no club, and its spade is below every club.
    ("KC AC 2C 4S", 3, [0, 0]),
    # Seat 2 overtakes with the ace. The two and three of diamonds meet: 15.
    ("KD 3D 2D AD", 2, [15, 0]),
    # Seat 0 gives its only heart, the five, rather than the Joker: 20 to the king.
    ("QH 3H 5H KH", 1, [15, 20]),
    # Seats 2 and 3 play their last spades; no three to the two, no four to the ace.
    ("AS TS 2S 6S", 1, [15, 20]),
    # Seats 2 and 3 have no spade. The eight of hearts beats the two; the five of spades is worth 5. 2H and 3S are no pair.
    ("5S 2H 8H 3S", 3, [15, 25]),
    # Seat 1 has no club and takes the trick with a heart.
    ("9C 3C 6H 7C", 1, [15, 25]),
    # Diamonds all round; the four misses its ace, which fell in trick 2.
    ("4D 9D JD QD", 0, [15, 25]),
    # The Joker is led; the seven of spades makes spades the suit, which neither seat 2 nor seat 3 holds. 9H wins: 25.
    ("X1 7S 9H 6C", 2, [40, 25]),
    # Seat 0 has no diamond left; ten of diamonds stays the highest.
    ("TD 6D 4C 8D", 2, [40, 25]),
    # Seat 1 has no club; the ten of hearts takes the five of clubs: 10.
    ("QC 5C 8C TH", 1, [40, 35]),
    # Seat 2 has no spade and wins with its last heart; seat 3 throws a diamond.
    ("JS 7H 7D QS", 2, [40, 35]),
    # Seat 1's jack of hearts takes the five of diamonds: 15. The cachette has the ace and four of hearts: 20 more.
    ("JC 5D KS JH", 1, [40, 70]),
]


@pytest.mark.clause("Q6", "Q7", "Q8", "Q9", "Q10", "Q11", "Q12", "Q13", "Q14", "Q15", "Q18")
def test_a_whole_deal_worked_out_by_hand() -> None:
    table = Table(dealer=1)
    table.deal(GOLDEN, dealer=1)
    table.act("pass double redouble pass")  # seats 2, 3, 0, 1: each trick counts 20
    for cards, winner, quints in GOLDEN_TRICKS:
        happened = table.act(cards)
        assert (happened[0].code, happened[0].seat) == ("trick", winner), cards
        assert table.state.quints == quints, cards
    # Side 0 has tricks 2, 7, 8, 9 and 11; side 1 has the other seven and the cachette. 5 x 20 = 100, 8 x 20 = 160.
    assert table.state.tricks == [5, 8]
    assert [count(pile) for pile in table.state.piles] == [5 * 4, 7 * 4 + 5]
    assert table.state.trick_points == [100, 160]
    assert table.points == [140, 230]
    assert table.totals == [140, 230]
    assert (table.seat, table.state.games) == (DEAL_DUE, [0, 0])


@pytest.mark.clause("Q12", "Q15")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("field", "error", "found"),
    [
        ("trick_points", -1, True),
        ("trick_points", 1, True),
        ("tricks", -1, True),
        ("tricks", 1, True),
        ("quints", 65, False),  # 110 were made: 175 is what a deal can hold
        ("quints", 66, True),
    ],
)
def test_the_audit_finds_sums_that_no_deal_can_have(side: int, field: str, error: int, found: bool) -> None:
    table = Table(dealer=1)
    table.deal(GOLDEN, dealer=1)
    table.act("pass double redouble pass " + " ".join(cards for cards, _, _ in GOLDEN_TRICKS))
    assert QUINTO.audit(table.rules, table.state) is None
    getattr(table.state, field)[side] += error
    assert bool(QUINTO.audit(table.rules, table.state)) == found


# Presets, words and options


@pytest.mark.clause("QA1")
@pytest.mark.parametrize(("preset", "order"), [("hoffmann", "hdcs"), ("sentence", "chds")])
def test_a_preset_names_a_set_of_options(preset: str, order: str) -> None:
    assert QUINTO.read_rules(preset=preset) == QUINTO.read_rules({"suit_order": order})
    chosen = QUINTO.write_rules(QUINTO.read_rules({"tie_deal": "sudden"}, preset))
    assert (chosen["suit_order"], chosen["tie_deal"]) == (order, "sudden")


@pytest.mark.clause("Q4", "Q6", "QA1", "QA3", "QA4")
def test_the_options_their_values_and_defaults() -> None:
    assert {option.name: (option.default, option.choices) for option in QUINTO.options} == {
        "suit_order": ("hdcs", ("hdcs", "chds")),
        "tie_deal": ("full", ("full", "sudden")),
        "double_scope": ("both", ("both", "caller")),
        "cachette_from": ("last", ("last", "first")),
        "tricks_on_quint_finish": ("ignored", ("ignored", "counted")),
    }


def test_words_and_actions_are_one_to_one() -> None:
    words = [say(action) for action in range(QUINTO.actions)]
    assert set(words) == {*PACK, *CALLS}
    assert [hear(word) for word in words] == list(range(QUINTO.actions))


# Whatever is dealt and played

_packs = st.permutations(PACK)
_choosers = st.randoms(use_true_random=False)
_options = st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in QUINTO.options})


def _random_deal(words: list[str]) -> Deal:
    return Deal([words[12 * seat : 12 * seat + 12] for seat in range(4)], words[48:])


def _played_out(table: Table, chooser: random.Random) -> Iterator[tuple[str, list[Happening]]]:
    """Plays any legal act until the deal is over, and tells each with what it brought."""
    while table.seat >= 0:
        word = chooser.choice(table.legal())
        yield word, table.act(word)


@pytest.mark.clause("Q12", "Q13", "Q14", "Q15")
@settings(max_examples=60, deadline=None)
@given(words=_packs, chooser=_choosers, options=_options)
def test_points_and_piles_of_any_whole_deal(words: list[str], chooser: random.Random, options: dict[str, str]) -> None:
    # Nobody can reach 250 by quints from 0 in one deal, so it is always played out.
    table = Table(options=options)
    table.deal(_random_deal(words), dealer=3)
    cards = [word for word, _ in _played_out(table, chooser) if word not in CALLS]
    piles = [cards[first : first + 4] for first in range(0, 48, 4)] + [words[48:]]
    assert sorted(word for pile in piles for word in pile) == sorted(PACK)
    quints = sum(quint_points(pile, options["suit_order"]) for pile in piles)
    assert sum(table.state.quints) == quints == 175 - torn_pairs(piles, options["suit_order"])
    assert sum(table.state.tricks) == 13
    assert table.points == [table.state.quints[side] + table.state.trick_points[side] for side in (0, 1)]
    assert QUINTO.audit(table.rules, table.state) is None


@pytest.mark.clause("Q6", "Q15")
@settings(max_examples=60, deadline=None)
@given(words=_packs, chooser=_choosers, level=st.sampled_from(LEVELS))
def test_trick_points_of_any_deal_are_65_130_or_260(words: list[str], chooser: random.Random, level: tuple[str, int]) -> None:
    calls, value = level
    table = Table()
    table.deal(_random_deal(words), dealer=3)
    table.act(calls)
    for _ in _played_out(table, chooser):
        pass
    assert sum(table.state.trick_points) == 13 * value


@pytest.mark.clause("Q12", "Q14")
@settings(max_examples=60, deadline=None)
@given(words=_packs, chooser=_choosers)
def test_every_card_lies_in_one_place(words: list[str], chooser: random.Random) -> None:
    table = Table()
    table.deal(_random_deal(words), dealer=3)
    for _ in _played_out(table, chooser):
        state = table.state
        trick = set_of(state.trick[: state.trick_size])
        places = [*state.hands, *state.piles, trick]
        assert sorted(card for cards in places for card in members(cards)) == list(range(53))
        assert [count(cards) for cards in state.hands] == state.sizes


@pytest.mark.clause("Q6", "Q8", "Q10", "Q11")
@settings(max_examples=40, deadline=None)
@given(words=_packs, chooser=_choosers)
def test_legal_is_what_refusal_accepts(words: list[str], chooser: random.Random) -> None:
    table = Table()
    table.deal(_random_deal(words), dealer=3)
    everything = [say(action) for action in range(QUINTO.actions)]
    while table.seat >= 0:
        legal = table.legal()
        assert legal == [word for word in everything if table.refusal(word) == "none"]
        assert 1 <= len(legal) <= QUINTO.most_legal
        table.act(chooser.choice(legal))


@pytest.mark.clause("Q8", "Q10", "Q11")
@settings(max_examples=40, deadline=None)
@given(words=_packs, chooser=_choosers)
def test_what_is_possible_never_leaves_out_the_truth(words: list[str], chooser: random.Random) -> None:
    table = Table()
    table.deal(_random_deal(words), dealer=3)
    for _ in _played_out(table, chooser):
        for seat in range(4):
            may = table.may(seat)
            assert all(set(written(table.state.hands[place])) <= set(may[place]) for place in range(5))
            assert may[seat] == written(table.state.hands[seat])


@pytest.mark.clause("Q5", "Q9", "Q10", "Q11", "Q12")
@settings(max_examples=200, deadline=None)
@given(words=_packs, order=st.sampled_from(["hdcs", "chds"]), leader=st.integers(0, 3))
def test_any_trick_goes_to_the_highest_card_with_its_quints(words: list[str], order: str, leader: int) -> None:
    cards = words[:4]
    table, _ = trick_played(" ".join(cards), leader, suit_order=order)
    winner = (leader + cards.index(min(cards, key=CHAINS[order].index))) % 4
    assert table.seat == winner
    assert table.totals[winner % 2] == quint_points(cards, order)


@pytest.mark.clause("Q3", "Q16", "Q18", "Q19")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), options=_options)
def test_the_books_of_any_rubber_balance(seed: int, options: dict[str, str]) -> None:
    chooser, table, dealer = random.Random(seed), Table(0, options), 0
    games, sums, game = [0, 0], [0, 0], [0, 0]
    while table.seat != MATCH_OVER:
        table.deal(_random_deal(chooser.sample(PACK, 53)), dealer)
        assert table.state.dealer == dealer
        happened = [each for _, brought in _played_out(table, chooser) for each in brought]
        told = [sum(each.points for each in happened if each.side == side and each.code != "rubber") for side in (0, 1)]
        assert told == table.points
        game = [game[side] + table.points[side] for side in (0, 1)]
        assert table.totals == game
        for each in happened:
            if each.code in ("game", "game_by_quint"):
                games[each.side] += 1
                sums, game = [sums[side] + game[side] for side in (0, 1)], [0, 0]
        assert table.state.games == games
        dealer = (dealer + 1) % 4
    winner = games.index(2)
    sums[winner] += 100
    assert (list(table.result["totals"]), table.result["winner"], list(table.result["games"])) == (sums, winner, games)


# The rulebook

_BOOKS: Final = [Path(__file__).parents[1] / "docs" / "games" / f"quinto.{language}.md" for language in ("en", "ja")]
_CLAUSES: Final = [f"Q{number}" for number in range(1, 21)] + [f"QA{number}" for number in range(1, 10)]


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_has_every_clause_once_under_its_anchor(book: Path) -> None:
    found = re.findall(r'^<a id="(\w+)"></a>\*\*(\w+)\.\*\* ', book.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(clause for _, clause in found) == sorted(_CLAUSES)
    assert all(anchor == clause.lower() for anchor, clause in found)


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_names_every_option_value_and_preset(book: Path) -> None:
    text = book.read_text(encoding="utf-8")
    names = {word for option in QUINTO.options for word in (option.name, *option.choices)} | set(QUINTO.presets)
    assert {name for name in names if f"`{name}`" not in text} == set()


def test_refusals_and_options_cite_clauses_of_the_rulebook() -> None:
    cited: list[Any] = [*QUINTO.refusal_clauses.values(), *(option.clause for option in QUINTO.options)]
    assert set(cited) <= set(_CLAUSES)
    assert set(QUINTO.refusal_clauses) == set(QUINTO.refusals) - {QUINTO.refusals(0)}


@settings(max_examples=15, deadline=None)
@given(words=_packs, chooser=_choosers)
def test_all_that_happens_cites_a_clause_of_the_rulebook(words: list[str], chooser: random.Random) -> None:
    table = Table()
    table.deal(_random_deal(words), dealer=3)
    assert {each.clause for _, brought in _played_out(table, chooser) for each in brought} <= set(_CLAUSES)
