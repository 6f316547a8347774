"""The clauses of Piquet, one after the other, under the referee. Expected values come from the rulebook, docs/games/piquet.en.md.

Seat 1 deals unless a test says otherwise: seat 0 is elder, and a pair of points reads (elder, younger).
"""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piquet_table import (
    LAID,
    NOTHING,
    PACK,
    RANKS,
    TALON,
    Course,
    Deal,
    Match,
    Sheet,
    dealt,
    exchanged,
    filled,
    holdings,
    pieces,
)
from tefuda.core.cards import set_of, written
from tefuda.core.game import Happening
from tefuda.games.piquet import PIQUET
from tefuda.sim.deal import worlds

DEAL_DUE, MATCH_OVER = -1, -2
ELDER, YOUNGER, SPECTATOR = 0, 1, -1

# The long example of the rulebook, after the exchange: 31 for elder, 97 for younger.
EXAMPLE: Final = ("AS KS QS AH KH AD KD QD 7D AC KC QC", "7S QH JH TH 9H 8H 7H JC TC 9C 8C 7C")
EXAMPLE_ACTS: Final = (
    "point D, point H, sequence AS 3, sequence QH 6, also sequence JC 5, set A 4, good, also set K 4, also set Q 3"
)
# Point 7, sequence 17, three aces 3 and three kings 3: 30. Younger has nothing that is better.
THIRTY: Final = ("AS KS QS JS TS 9S 8S AH KH AD KD 7C", "7S QH JH 9H 7H QD JD 9D AC KC TC 9C")
# Point 8 and sequences 18 and 3: 29. Younger has the only set, three kings. Elder's 9H loses its trick, and so does his 7D.
TWENTY_NINE: Final = ("AS KS QS JS TS 9S 8S 7S 9H 8H 7H 7D", "KH QH TH KD QD 9D AD KC JC 9C 8C 7C")
TWENTY_NINE_ACTS: Final = "point S, good, sequence AS 8, good, also sequence 9H 3"
# Every court card that elder needs to win all twelve tricks; by declarations he has 3 + 12 + 42 = 57.
TOP: Final = ("AS KS QS AH KH QH AD KD QD AC KC QC", "JS 9S 7S JH 9H 7H JD 9D 7D JC 9C 7C")
TOP_TRICKS: Final = "AS JS KS 9S QS 7S AH JH KH 9H QH 7H AD JD KD 9D QD 7D AC JC KC 9C QC 7C"  # each lead wins: 12 points and capot
# Younger holds no court card, so he is dealt a carte blanche if he changes nothing. Elder has 6 + 22 + 9 = 37 by declarations.
BLANK_YOUNGER: Final = ("AS KS QS JS TS 9S KH QH JH KD QD JD", "AH TH 9H 8H 7H AD TD 9D 8D AC TC 9C")
BLANK_ACTS: Final = (
    "point S, good, sequence AS 6, good, also sequence KH 3, also sequence KD 3, set K 3, good, also set Q 3, also set J 3"
)
# Elder is dealt a carte blanche and holds all aces; the talon gives him the fourth ten for the eight of hearts.
BLANK_ELDER: Final = dealt("AS AH AD AC TS TH TD 9S 7S 8H 9H 8D", talon="TC KS")

# Whole deals without declarations. Elder leads six winning spades, then a heart; younger makes the rest: six tricks each.
EVEN: Final = Course(
    "AS KS QS JS TS 9S 7H 8H 7D 8D 7C 8C",
    "8S 7S JC TC 9C JD AH KH QH AD KD QD",
    # Elder leads seven times: 7. Younger wins the seventh trick and leads five times: 6.
    f"{NOTHING}, AS 8S KS 7S QS JC JS TC TS 9C 9S JD 7H AH KH 8H QH 7D AD 8D KD 7C QD 8C",
)
# The same with the ace of hearts in elder's hand: seven tricks for elder, who leads eight times: 8 and 10. Younger 1 and 4.
ELDER_SEVEN: Final = Course(
    "AS KS QS JS TS 9S AH 8H 7D 8D 7C 8C",
    "8S 7S JC TC 9C JD KH QH AD KD QD 9H",
    f"{NOTHING}, AS 8S KS 7S QS JC JS TC TS 9C 9S JD AH 9H 8H KH QH 7D AD 8D KD 7C QD 8C",
)
# Elder has five spades only: he leads six times, 6. Younger wins the sixth trick and leads six times: 7 and 10.
YOUNGER_SEVEN: Final = Course(
    "AS KS QS JS TS 7H 8H 7D 8D 7C 8C 9C",
    "9S 8S 7S JC TC AH KH QH JH AD KD QD",
    f"{NOTHING}, AS 9S KS 8S QS 7S JS JC TS TC 7H AH KH 8H QH 7D JH 7C AD 8D KD 8C QD 9C",
)
ELDER_ALL: Final = Course(*TOP, f"{NOTHING}, {TOP_TRICKS}")
# Elder's only lead is his only point. Younger wins it and leads eleven times: 12, and 40 for the capot.
YOUNGER_ALL: Final = Course(
    "9H 8H 7H 9D 8D 7D 9C 8C 7C 9S 8S 7S",
    "AS KS QS AH KH QH AD KD QD AC KC QC",
    f"{NOTHING}, 9S AS KS 8S QS 7S AH 9H KH 8H QH 7H AD 9D KD 8D QD 7D AC 9C KC 8C QC 7C",
)
# The points of each: (elder, younger).
COURSES: Final = [
    (EVEN, [7, 6]),
    (ELDER_SEVEN, [18, 5]),
    (YOUNGER_SEVEN, [6, 17]),
    (ELDER_ALL, [52, 0]),
    (YOUNGER_ALL, [1, 52]),
]

AU_CENT: Final = {"match": "au_cent"}


def after(hands: tuple[str, str], acts: str, options: dict[str, Any] | None = None, totals: tuple[int, int] = (0, 0)) -> Match:
    """A match in whose first deal these hands came out of the exchange and these acts were done."""
    match = Match(options)
    match.exchange(*hands, totals=totals)
    match.act(acts)
    return match


def scored(happened: list[Happening], side: int) -> dict[str, int]:
    """What each clause brought a side."""
    points: Counter[str] = Counter()
    for each in happened:
        if each.side == side and each.points:
            points[each.clause] += each.points
    return dict(points)


def seats(elder: int, points: list[int]) -> list[int]:
    """Points of (elder, younger) in the order of the seats."""
    return points if elder == 0 else points[::-1]


# P1 to P3: the deal


@pytest.mark.clause("P1")
def test_two_players_each_for_himself_and_32_cards() -> None:
    rules = PIQUET.read_rules()
    assert [list(side) for side in PIQUET.sides(rules)] == [[0], [1]]
    assert sorted(written(set_of(PIQUET.pack(rules)))) == sorted(PACK)
    assert len(PIQUET.pack(rules)) == 32


@pytest.mark.clause("P1", "P16")
@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize(("high", "low"), list(pairwise(RANKS)))
def test_the_order_of_the_cards(high: str, low: str, suit: str) -> None:
    for led, played, winner in ((high, low, ELDER), (low, high, YOUNGER)):
        match = after(filled(led + suit, played + suit), NOTHING)
        match.act(f"{led}{suit} {played}{suit}")
        assert match.turn == winner, (led, played)


@pytest.mark.clause("P1", "P16")
def test_no_suit_is_trumps() -> None:
    for card in ("KH", "KD", "KC"):
        match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set, 7S {card}")
        assert match.turn == ELDER


@pytest.mark.clause("P2", "P22")
@pytest.mark.parametrize("dealer", [0, 1])
def test_six_deals_and_each_deals_three_times(dealer: int) -> None:
    match, dealers, leaders = Match(dealer=dealer), [], []
    for course in [EVEN] * 5 + [ELDER_SEVEN]:
        assert match.turn == DEAL_DUE
        match.exchange(course.elder, course.younger)
        dealers.append(match.table.state.dealer)
        leaders.append(match.turn)
        match.act(course.acts)
    assert dealers == [dealer, 1 - dealer] * 3
    assert leaders == [1 - dealer, dealer] * 3
    assert match.turn == MATCH_OVER


@pytest.mark.clause("P3")
@pytest.mark.parametrize("dealer", [0, 1])
def test_twelve_cards_two_at_a_time_elder_first_and_eight_in_the_talon(dealer: int) -> None:
    match, pack = Match(dealer=dealer), sorted(PIQUET.pack(PIQUET.read_rules()))
    match.table.deal(pack)
    elder = [pack[at] for at in range(24) if at % 4 < 2]
    younger = [pack[at] for at in range(24) if at % 4 >= 2]
    assert match.table.state.hands[1 - dealer] == set_of(elder)
    assert match.table.state.hands[dealer] == set_of(younger)
    assert match.table.state.hands[TALON] == set_of(pack[24:])
    assert list(match.table.state.sizes[:3]) == [12, 12, 8]


# P4, P5, PA2 to PA5: carte blanche


@pytest.mark.clause("P4", "PA3")
@pytest.mark.parametrize(("call", "points"), [("carte", [10, 0]), ("no carte", [0, 0])])
def test_elder_is_asked_about_his_carte_blanche_before_the_exchange(call: str, points: list[int]) -> None:
    match = Match()
    match.deal(BLANK_ELDER)
    assert (match.turn, match.legal) == (ELDER, {"carte", "no carte"})
    match.act(call)
    assert match.points == points
    assert match.turn == ELDER
    assert match.legal == {f"discard {word}" for word in BLANK_ELDER.elder}


@pytest.mark.clause("P4", "PA3")
@pytest.mark.parametrize(("call", "points"), [("carte", [0, 10]), ("no carte", [0, 0])])
def test_younger_is_asked_before_elder_changes_a_card(call: str, points: list[int]) -> None:
    match = Match()
    match.deal(exchanged(*BLANK_YOUNGER).deal)
    assert (match.turn, match.legal) == (YOUNGER, {"carte", "no carte"})
    match.act(call)
    assert match.points == points
    assert match.turn == ELDER
    assert all(words.startswith("discard ") for words in match.legal)


@pytest.mark.clause("P4")
@pytest.mark.parametrize("court", ["KC", "QC", "JC"])
def test_one_court_card_is_enough_to_have_no_carte_blanche(court: str) -> None:
    match = Match()
    match.deal(dealt(f"AS AH AD AC TS TH TD 9S 7S 8H 9H {court}"))
    assert match.turn == ELDER
    assert match.legal == {f"discard {word}" for word in match.hand(ELDER)}
    assert match.refused("carte") in ("P4", "PA3", "PA4")


@pytest.mark.clause("PA4")
def test_a_blank_hand_that_was_drawn_is_no_carte_blanche() -> None:
    deal = dealt("AS AH AD AC TS TH TD 9S 7S 8H 9H KC", talon="TC KS")
    match = Match()
    match.deal(deal)
    match.act("discard KC, draw, draw")
    assert not any(word[0] in "KQJ" for word in match.hand(ELDER))
    assert match.refused("carte") in ("P4", "PA3", "PA4")
    assert match.legal == {"point S", "point H", "point D", "point C", "no point"}


@pytest.mark.clause("PA2", "P15")
@pytest.mark.parametrize(("call", "points"), [("carte", [98, 0]), ("no carte", [28, 0])])
def test_a_carte_blanche_helps_towards_a_repique(call: str, points: list[int]) -> None:
    # Four aces and four tens are 28. With the carte blanche that makes 38, and the repique 60 more.
    match = Match()
    match.deal(BLANK_ELDER)
    match.act(f"{call}, discard 8H, draw, draw, no point, no point, no sequence, no sequence, set A 4, good, also set T 4")
    assert match.points == points


@pytest.mark.clause("PA2", "P15")
@pytest.mark.parametrize(("call", "points"), [("carte", [37, 10]), ("no carte", [97, 0])])
def test_a_carte_blanche_bars_the_others_repique(call: str, points: list[int]) -> None:
    exchange = exchanged(*BLANK_YOUNGER)
    match = Match()
    match.deal(exchange.deal)
    match.act(f"{call}, {exchange.acts}, {BLANK_ACTS}")
    assert match.points == points


@pytest.mark.clause("PA2", "P20")
@pytest.mark.parametrize(("call", "points"), [("carte", [30, 10]), ("no carte", [60, 0])])
def test_a_carte_blanche_bars_the_others_pique(call: str, points: list[int]) -> None:
    # Elder declares 6 + 16 + 3 = 25. His fifth lead is the thirtieth point. Younger has no spade.
    exchange = exchanged(*BLANK_YOUNGER)
    match = Match()
    match.deal(exchange.deal)
    match.act(f"{call}, {exchange.acts}, point S, good, sequence AS 6, good, done, set K 3, good, done")
    match.act("AS 8D, KS 9D, QS TD, JS 9C")
    assert match.points == [29, points[1]]
    match.act("TS")
    assert match.points == points


@pytest.mark.clause("P5", "PA5")
def test_a_declared_carte_blanche_stays_open_drawn_cards_included() -> None:
    match = Match()
    match.deal(BLANK_ELDER)
    assert not match.sure(YOUNGER, ELDER)
    match.act("carte")
    for viewer in (YOUNGER, SPECTATOR):
        assert match.sure(viewer, ELDER) == set(BLANK_ELDER.elder)
    match.act("discard 8H, discard 8D, draw")
    assert match.hand(ELDER) >= {"TC", "KS"}
    for acts in ("draw", "point S, good", "no sequence, no sequence", "no set, no set", "KS"):
        match.act(acts)
        for viewer in (YOUNGER, SPECTATOR):
            assert match.sure(viewer, ELDER) == match.hand(ELDER), acts


@pytest.mark.clause("P5", "PA3")
def test_youngers_carte_blanche_lies_open_too() -> None:
    exchange = exchanged(*BLANK_YOUNGER)
    match = Match()
    match.deal(exchange.deal)
    match.act("carte")
    assert match.sure(ELDER, YOUNGER) == set(BLANK_YOUNGER[1].split())


@pytest.mark.clause("PA5")
def test_a_flashed_carte_blanche_is_taken_back() -> None:
    match = Match({"carte_blanche_open": "flash"})
    match.deal(BLANK_ELDER)
    match.act("carte")
    assert match.sure(YOUNGER, ELDER) == set(BLANK_ELDER.elder)
    match.act("discard 8H, discard 8D, draw, draw")
    assert not match.sure(YOUNGER, ELDER) & {"TC", "KS"}
    assert not match.sure(YOUNGER, LAID[ELDER]) & {"8H", "8D"}
    assert not match.may(YOUNGER)[TALON] & set(BLANK_ELDER.elder)


@pytest.mark.clause("PA5")
@pytest.mark.parametrize("opened", ["all", "flash"])
def test_a_carte_blanche_that_is_not_declared_is_not_shown(opened: str) -> None:
    match = Match({"carte_blanche_open": opened})
    match.deal(BLANK_ELDER)
    match.act("no carte")
    assert not match.sure(YOUNGER, ELDER)


# P6 to P9, PA12, PA15: the exchange


@pytest.mark.clause("P6", "P7", "PA12")
@pytest.mark.parametrize("number", range(1, 6))
def test_elder_changes_one_to_five_and_younger_what_is_left(number: int) -> None:
    deal = dealt("AS KS QS AH KH QH AD KD QD 7S 8S 9S")
    match = Match()
    match.deal(deal)
    assert match.legal == {f"discard {word}" for word in deal.elder}
    assert match.refused("draw") == "P6"
    for done in range(1, number + 1):
        match.act(f"discard {deal.elder[-done]}")
        left = {f"discard {word}" for word in deal.elder[:-done]} if done < 5 else set()
        assert match.legal == {*left, "draw"}
    match.act("draw")
    assert match.hand(ELDER) == {*deal.elder[:-number], *deal.talon[:number]}
    for done in range(8 - number + 1):
        left = {f"discard {word}" for word in deal.younger[done:]} if done < 8 - number else set()
        assert (match.turn, match.legal) == (YOUNGER, {*left, "draw"})
        if left:
            match.act(f"discard {deal.younger[done]}")
    match.act("draw")
    assert match.hand(YOUNGER) == {*deal.younger[8 - number :], *deal.talon[number:]}
    assert match.table.state.sizes[TALON] == 0
    assert match.turn == ELDER


@pytest.mark.clause("P6", "P7")
def test_one_discard_too_many_is_refused() -> None:
    match = Match()
    match.deal(dealt("AS KS QS AH KH QH AD KD QD 7S 8S 9S", "JS TS JH TH 9H 8H 7H JD TD 9D 8D 7D"))
    match.act("discard AS, discard KS, discard QS, discard 7S, discard 8S")
    assert match.refused("discard 9S") == "P6"
    match.act("draw, discard 7H, discard 8H, discard 9H")
    assert match.refused("discard TH") == "P7"


@pytest.mark.clause("P6")
def test_the_order_of_discards_is_free() -> None:
    words = ["discard 7S", "discard KS", "discard QD"]
    states = []
    for acts in (words, words[::-1], [words[1], words[2], words[0]]):
        match = Match()
        match.deal(dealt("AS KS QS AH KH QH AD KD QD 7S 8S 9S"))
        match.act(", ".join([*acts, "draw"]))
        states.append(match.table.state.hands)
    assert states[0] == states[1] == states[2]


@pytest.mark.clause("P6")
@pytest.mark.parametrize("number", range(1, 6))
def test_elder_looks_at_what_he_could_still_have_taken(number: int) -> None:
    deal = dealt("AS KS QS AH KH QH AD KD QD 7S 8S 9S")
    match = Match()
    match.deal(deal)
    match.act(", ".join(f"discard {word}" for word in deal.elder[-number:]))
    assert not match.sure(ELDER, TALON)
    match.act("draw")
    assert match.sure(ELDER, TALON) == set(deal.talon[number:5])
    assert not match.sure(YOUNGER, TALON)
    assert not match.sure(SPECTATOR, TALON)


@pytest.mark.clause("P6", "P7")
def test_younger_draws_the_cards_that_elder_left_first() -> None:
    deal = dealt("AS KS QS AH KH QH AD KD QD 7S 8S 9S", "JS TS JH TH 9H 8H 7H JD TD 9D 8D 7D")
    match = Match()
    match.deal(deal)
    match.act("discard 7S, discard 8S, draw, discard 7H, discard 8H, draw")
    assert match.hand(YOUNGER) >= set(deal.talon[2:4])
    # Elder has seen the third to the fifth card: two of them are younger's now, one is still there.
    assert match.sure(ELDER, YOUNGER) == set(deal.talon[2:4])
    assert match.sure(ELDER, TALON) == {deal.talon[4]}


@pytest.mark.clause("P7", "PA15")
@pytest.mark.parametrize(("least", "may_stand"), [(0, True), (1, False)])
def test_whether_younger_must_change_a_card(least: int, may_stand: bool) -> None:
    exchange = exchanged(*THIRTY)
    match = Match({"younger_min": least})
    match.deal(exchange.deal)
    match.act(exchange.acts.removesuffix(", draw"))
    assert match.turn == YOUNGER
    assert ("draw" in match.legal) == may_stand
    if not may_stand:
        assert match.refused("draw") in ("P7", "PA15")
        match.act("discard 7S")
    match.act("draw")
    assert match.turn == ELDER


@pytest.mark.clause("P8")
@pytest.mark.parametrize(("leftover", "shown"), [("hidden", False), ("shown", True)])
def test_who_sees_the_cards_that_younger_leaves(leftover: str, shown: bool) -> None:
    exchange = exchanged(*EVEN[:2], changes=(5, 1))
    left = set(exchange.deal.talon[6:])
    match = Match({"leftover_talon": leftover})
    match.deal(exchange.deal)
    match.act(f"{exchange.acts}, {NOTHING}")
    for viewer in (ELDER, YOUNGER, SPECTATOR):
        assert not match.sure(viewer, TALON)
    match.act("AS")
    for viewer in (ELDER, YOUNGER):
        assert match.sure(viewer, TALON) == (left if shown else set())


@pytest.mark.clause("P9")
def test_each_player_knows_his_own_discards_and_nobody_elses() -> None:
    exchange = exchanged(*EVEN[:2], changes=(3, 2))
    laid = [words.removeprefix("discard ") for words in pieces(exchange.acts) if words != "draw"]
    match = Match()
    match.deal(exchange.deal)
    match.act(exchange.acts)
    for acts in ("", NOTHING, "AS 8S"):
        match.act(acts)
        assert match.sure(ELDER, LAID[ELDER]) == set(laid[:3])
        assert match.sure(YOUNGER, LAID[YOUNGER]) == set(laid[3:])
        for viewer, other in ((ELDER, YOUNGER), (YOUNGER, ELDER), (SPECTATOR, ELDER), (SPECTATOR, YOUNGER)):
            assert not match.sure(viewer, LAID[other])
            assert match.may(viewer)[LAID[other]] > set(laid[:3] if other == ELDER else laid[3:])


# P11 and PA6: the order of the declarations, good, not good and equal


@pytest.mark.clause("P11")
def test_point_then_sequence_then_set_and_elder_first_in_each() -> None:
    match = after(EXAMPLE, "")
    for kind in ("point", "sequence", "set"):
        for seat in (ELDER, YOUNGER):
            assert match.turn == seat
            assert all(words.startswith((kind, "no ")) for words in match.legal)
            assert f"no {kind}" in match.legal
            match.act(f"no {kind}")
    assert (match.turn, match.legal) == (ELDER, match.hand(ELDER))


@pytest.mark.clause("P11")
def test_what_is_declared_serves_again_in_other_kinds() -> None:
    match = after(THIRTY, "point S, good, sequence AS 7, good, set A 3, good")
    assert match.points == [7 + 17 + 3, 0]
    assert match.hand(ELDER) == set(THIRTY[0].split())


@pytest.mark.clause("P11")
def test_what_is_not_declared_scores_nothing() -> None:
    match = after(THIRTY, NOTHING)
    assert match.points == [0, 0]


@pytest.mark.clause("P11")
def test_younger_declares_where_elder_has_declared_nothing() -> None:
    match = after(EXAMPLE, "no point")
    assert match.legal == {"point S", "point H", "point C", "no point"}
    match.act("point C, no sequence")
    assert match.points == [0, 5]
    assert match.legal == {"sequence QH 6", "sequence JC 5", "no sequence"}
    match.act("sequence JC 5, also sequence QH 6")
    assert match.points == [0, 5 + 15 + 16 + 60]


@pytest.mark.clause("P11")
def test_younger_answers_what_elder_has_declared() -> None:
    match = after(EXAMPLE, "point D")
    assert match.legal == {"good", "point H", "point C"}  # 38 against 54 and 44; the seven of spades is worse
    assert match.refused("no point") == "P11"
    assert match.refused("point S") in ("P11", "P12")
    match.act("point H, sequence AS 3")
    assert match.legal == {"good", "sequence QH 6", "sequence JC 5"}
    assert match.refused("no sequence") == "P11"
    match.act("sequence QH 6, also sequence JC 5, set A 4")
    assert match.legal == {"good"}
    assert match.refused("no set") == "P11"


@pytest.mark.clause("P11")
def test_good_answers_a_declaration_only() -> None:
    match = after(EXAMPLE, "")
    assert match.refused("good") == "P11"
    match.act("no point")
    assert match.refused("good") == "P11"


@pytest.mark.clause("P11")
def test_who_holds_nothing_of_a_kind_still_answers() -> None:
    match = after(YOUNGER_ALL[:2], "no point, no point, no sequence, no sequence")
    assert (match.turn, match.legal) == (ELDER, {"no set"})
    match = after(TOP, "no point, no point, no sequence")
    assert (match.turn, match.legal) == (YOUNGER, {"no sequence"})


@pytest.mark.clause("PA6")
@pytest.mark.parametrize(
    ("acts", "points"),
    [
        ("point D, good", [4, 0]),  # younger holds 54
        ("no point, no point, sequence AS 3, good", [3, 0]),  # younger holds six cards
    ],
)
def test_younger_may_call_good_what_he_could_beat(acts: str, points: list[int]) -> None:
    assert after(EXAMPLE, acts).points == points


@pytest.mark.clause("PA6", "P12", "P13")
def test_younger_may_call_good_what_he_equals() -> None:
    hands = filled("AS KS QS", "AH KH QH")
    assert after(hands, "point S, good").points == [3, 0]
    assert after(hands, "no point, no point, sequence AS 3, good").points == [3, 0]


# P10, P12, PA11: the point

POINTS: Final = [
    ("AS KS 8S 7S", "AH KH QH 9H 7H", [0, 5]),  # 36 against 47, the rulebook's short example
    ("AS KS QS", "TH 9H 8H 7H", [0, 4]),  # 31 against 34: more cards are always more
    ("AS KS QS JS", "JH TH 9H 8H 7H", [0, 5]),  # 41 against 44
    ("AS KS QS JS TS", "QH JH TH 9H 8H 7H", [0, 6]),  # 51 against 54
    ("AS KS QS JS TS 9S", "KH QH JH TH 9H 8H 7H", [0, 7]),  # 60 against 64
    ("AS KS QS JS TS 9S 8S", "AH KH QH JH TH 9H 8H 7H", [0, 8]),  # 67 against 75
    ("TS 9S 8S 7S", "AH KH QH", [4, 0]),
    ("AS KS 7S", "QH JH 9H", [0, 3]),  # 28 against 29
    ("AS 9S", "KH TH", None),  # 20 each
    ("KS QS 7S", "JH TH 7H", None),  # 27 each
    ("AS KS QS JS TS 9S 8S 7S", "AH KH QH JH TH 9H 8H 7H", None),  # 75 each
    ("AS", "KH", [1, 0]),
    ("KS", "TH", None),
    ("9S", "8H", [1, 0]),
    ("8S", "7H", [1, 0]),
]


@pytest.mark.clause("P10", "P11", "P12", "PA11")
@pytest.mark.parametrize(("elder", "younger", "points"), POINTS)
def test_the_higher_point_scores_one_a_card(elder: str, younger: str, points: list[int] | None) -> None:
    match = after(filled(elder, younger), f"point {elder[1]}")
    better = f"point {younger[1]}"
    assert (better in match.legal) == (points is None or points[0] == 0)
    match.act(better if better in match.legal else "good")
    assert match.points == (points or [0, 0])
    assert match.turn == ELDER


@pytest.mark.clause("P12")
def test_elder_may_declare_any_suit_that_he_holds_but_only_one() -> None:
    match = after(EXAMPLE, "")
    assert match.legal == {"point S", "point H", "point D", "point C", "no point"}
    match.act("point H, good")
    assert match.points == [2, 0]
    assert all("point" not in words for words in match.legal)
    void = after(TWENTY_NINE, "")
    assert void.legal == {"point S", "point H", "point D", "no point"}
    assert void.refused("point C") in ("P11", "P12")


@pytest.mark.clause("P12")
@pytest.mark.parametrize(
    ("cards", "plain", "less"),
    [
        ("TS 9S 8S 7S", 4, 3),  # 34
        ("JS TS 9S 8S 7S", 5, 4),  # 44
        ("QS JS TS 9S 8S 7S", 6, 5),  # 54
        ("KS QS JS TS 9S 8S 7S", 7, 6),  # 64
        ("AS 9S 8S 7S", 4, 4),  # 35
        ("AS KS QS JS TS 9S 8S 7S", 8, 8),  # 75
        ("AS KS QS", 3, 3),
    ],
)
def test_a_point_of_34_44_54_or_64_may_count_one_less(cards: str, plain: int, less: int) -> None:
    for flag, points in ((False, plain), (True, less)):
        match = after(filled(cards, ""), "point S, good", {"point_four_less": flag})
        assert match.points == [points, 0]
        match = after(filled("", cards), "no point, point S", {"point_four_less": flag})
        assert match.points == [0, points]


# P13: sequences


@pytest.mark.clause("P13")
@pytest.mark.parametrize(("number", "points"), [(3, 3), (4, 4), (5, 15), (6, 16), (7, 17), (8, 18)])
def test_what_a_sequence_scores(number: int, points: int) -> None:
    for first in range(8 - number + 1):
        cards = " ".join(rank + "S" for rank in RANKS[first : first + number])
        match = after(filled(cards, ""), f"no point, no point, sequence {cards[:2]} {number}, good")
        assert match.points == [points, 0]


@pytest.mark.clause("P13")
@pytest.mark.parametrize(
    ("elder", "younger", "points"),
    [
        ("AS KS QS", "JH TH 9H 8H", [0, 4]),  # the longer
        ("AS KS QS JS", "JH TH 9H 8H 7H", [0, 15]),
        ("TS 9S 8S 7S", "AH KH QH", [4, 0]),
        ("KS QS JS", "AH KH QH", [0, 3]),  # the higher
        ("9S 8S 7S", "TH 9H 8H", [0, 3]),
        ("AS KS QS", "KH QH JH", [3, 0]),
        ("AS KS QS", "AH KH QH", None),
        ("JS TS 9S 8S 7S", "JH TH 9H 8H 7H", None),
    ],
)
def test_the_longer_sequence_is_better_then_the_higher(elder: str, younger: str, points: list[int] | None) -> None:
    calls = [f"sequence {cards[:2]} {len(cards.split())}" for cards in (elder, younger)]
    match = after(filled(elder, younger), f"no point, no point, {calls[0]}")
    assert (calls[1] in match.legal) == (points is None or points[0] == 0)
    match.act(calls[1] if calls[1] in match.legal else "good")
    assert match.points == (points or [0, 0])


@pytest.mark.clause("P13")
def test_after_equal_sequences_nobody_scores_any() -> None:
    # Both have a further sequence. Younger might even have declared a better one.
    hands = filled("AS KS QS KD QD JD", "AH KH QH JC TC 9C 8C")
    match = after(hands, "no point, no point, sequence AS 3, sequence AH 3")
    assert match.points == [0, 0]
    assert match.turn == ELDER
    assert "no set" in match.legal


@pytest.mark.clause("P13")
def test_the_winner_shows_his_other_sequences() -> None:
    match = after(EXAMPLE, "point D, point H, sequence AD 3, good")
    assert (match.turn, match.legal) == (ELDER, {"also sequence AS 3", "also sequence AC 3", "done"})
    match.act("also sequence AC 3")
    assert match.legal == {"also sequence AS 3", "done"}
    match.act("done")
    assert match.points == [6, 6]
    assert "no set" in match.legal


@pytest.mark.clause("P13", "P14")
def test_done_is_said_only_where_something_is_left_to_show() -> None:
    match = after(EXAMPLE, "point D, point H, sequence AS 3, sequence QH 6")
    assert match.legal == {"also sequence JC 5", "done"}
    match.act("also sequence JC 5")
    assert (match.turn, "done" in match.legal) == (ELDER, False)
    match.act("set A 4, good, also set Q 3, also set K 4")
    assert (match.turn, match.legal) == (ELDER, match.hand(ELDER))


@pytest.mark.clause("P13")
def test_a_lesser_sequence_may_be_declared_first_and_the_greater_added() -> None:
    hands = filled("AS KS QS JS TS KD QD JD", "7S 8S")
    match = after(hands, "no point, no point, sequence KD 3, good")
    assert "also sequence AS 5" in match.legal
    match.act("also sequence AS 5")
    assert match.points == [3 + 15, 0]


@pytest.mark.clause("P13")
def test_a_sequence_is_declared_whole() -> None:
    match = after(THIRTY, "no point, no point")
    assert match.legal == {"sequence AS 7", "no sequence"}
    for part in ("sequence AS 3", "sequence KS 6", "sequence AS 6", "sequence QS 3"):
        assert match.refused(part) == "P13"


# P14: sets


@pytest.mark.clause("P14")
@pytest.mark.parametrize("rank", "AKQJT")
@pytest.mark.parametrize(("number", "points"), [(3, 3), (4, 14)])
def test_what_a_set_scores(rank: str, number: int, points: int) -> None:
    cards = " ".join(rank + suit for suit in "SHDC"[:number])
    elder, younger = filled(cards, "", by=0)
    match = after((elder, younger), "no point, no point, no sequence, no sequence")
    assert f"set {rank} {number}" in match.legal
    match.act(f"set {rank} {number}, good")
    assert match.points == [points, 0]


@pytest.mark.clause("P14")
@pytest.mark.parametrize("rank", "987")
def test_nines_eights_and_sevens_are_no_set(rank: str) -> None:
    elder, younger = filled(" ".join(rank + suit for suit in "SHDC"), "", by=0)
    match = after((elder, younger), "no point, no point, no sequence, no sequence")
    assert not any(words.startswith(f"set {rank}") for words in match.legal)


@pytest.mark.clause("P14")
@pytest.mark.parametrize(
    ("elder", "younger", "points"),
    [
        ("AS AH AD", "TS TH TD TC", [0, 14]),  # four beat three
        ("TS TH TD", "JS JH JC", [0, 3]),
        ("JS JH JC", "QS QH QC", [0, 3]),
        ("QS QH QC", "KS KH KD", [0, 3]),
        ("KS KH KD", "AS AH AC", [0, 3]),
        ("KS KH KD KC", "AS AH AD AC", [0, 14]),
        ("TS TH TD TC", "AS AH AC", [14, 0]),
        ("JS JH JD", "TS TH TC", [3, 0]),
    ],
)
def test_four_beat_three_then_the_higher_rank(elder: str, younger: str, points: list[int]) -> None:
    calls = [f"set {cards[0]} {len(cards.split())}" for cards in (elder, younger)]
    match = after(filled(elder, younger, by=0), f"no point, no point, no sequence, no sequence, {calls[0]}")
    assert (calls[1] in match.legal) == (points[0] == 0)
    match.act(calls[1] if calls[1] in match.legal else "good")
    assert match.points == points


@pytest.mark.clause("P14")
def test_a_set_is_declared_whole() -> None:
    match = after(EXAMPLE, "no point, no point, no sequence, no sequence")
    assert match.legal == {"set A 4", "set K 4", "set Q 3", "no set"}
    for part in ("set A 3", "set K 3", "set Q 4"):
        assert match.refused(part) == "P14"


@pytest.mark.clause("P14")
def test_a_lesser_set_may_be_declared_first_and_the_greater_added() -> None:
    match = after(EXAMPLE, "no point, no point, no sequence, no sequence, set Q 3, good")
    assert (match.turn, match.legal) == (ELDER, {"also set A 4", "also set K 4", "done"})
    match.act("also set A 4, done")
    assert match.points == [3 + 14, 0]


# P15, PA1a, PA9, PA10: the repique


@pytest.mark.clause("P11", "P12", "P13", "P14", "P15", "PA1a")
def test_the_long_example_act_by_act() -> None:
    match = after(EXAMPLE, "")
    for acts, points in [
        ("point D, point H", [0, 6]),  # 38 against 54
        ("sequence AS 3, sequence QH 6", [0, 22]),
        # 37 while elder has nothing, and nothing is left to show: repique.
        ("also sequence JC 5", [0, 97]),
        ("set A 4, good", [14, 97]),
        ("also set K 4", [28, 97]),
        # Elder passes thirty too, but younger has scored.
        ("also set Q 3", [31, 97]),
    ]:
        match.act(acts)
        assert match.points == points, acts


@pytest.mark.clause("P15")
def test_thirty_exactly_is_a_repique() -> None:
    match = after(THIRTY, "point S, good, sequence AS 7, good, set A 3, good")
    assert match.points == [27, 0]
    match.act("also set K 3")
    assert match.points == [90, 0]


@pytest.mark.clause("P15")
def test_twenty_nine_is_no_repique() -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set")
    assert match.points == [29, 0]


@pytest.mark.clause("P15")
def test_what_the_winner_adds_belongs_to_the_kind() -> None:
    hands = filled("AS KS QS JS TS 9S 8S 7S KH QH JH TH", "")
    match = after(hands, "point S, good, sequence AS 8, good")
    assert match.points == [8 + 18, 0]
    match.act("also sequence KH 4")
    assert match.points == [8 + 18 + 4 + 60, 0]


@pytest.mark.clause("P15")
def test_the_repique_is_looked_at_when_the_kind_is_closed() -> None:
    match = after(TOP, "no point, no point, no sequence, no sequence, set A 4, good, also set Q 4")
    assert match.points == [28, 0]
    match.act("done")
    assert match.points == [28, 0]
    match = after(TOP, "point S, good, no sequence, no sequence, set A 4, good, also set Q 4")
    assert match.points == [31, 0]
    match.act("done")
    assert match.points == [91, 0]


@pytest.mark.clause("P15")
def test_any_point_of_the_other_before_bars_the_repique() -> None:
    # Elder sinks his point and younger scores one for his only spade; elder then makes 9 with sequences and 31 with sets.
    match = after(EXAMPLE, "no point, point S, sequence AS 3, good, also sequence AD 3, also sequence AC 3")
    assert match.points == [9, 1]
    match.act("set A 4, good, also set K 4, also set Q 3")
    assert match.points == [9 + 31, 1]


@pytest.mark.clause("PA10", "P12", "P13", "P14", "P15")
def test_an_equal_point_does_not_bar_a_repique() -> None:
    hands = ("KS QS JS TS 9S 8S TH TD TC AD AC 7D", "AH KH QH JH 9H 7H KD QD 9D KC QC 9C")
    match = after(hands, "point S, point H")  # 57 each
    assert match.points == [0, 0]
    match.act("sequence KS 6, good, set T 4, good")
    assert match.points == [16 + 14 + 60, 0]


@pytest.mark.clause("P15", "P21")
def test_the_greatest_deal() -> None:
    # A point of three cards, four sequences of three, four aces, kings and queens: 57. Then all the tricks.
    acts = (
        "point S, good, sequence AS 3, good, also sequence AH 3, also sequence AD 3, also sequence AC 3,"
        f"set A 4, good, also set K 4, also set Q 4, {TOP_TRICKS}"
    )
    for bonus, points in ((0, 57 + 60 + 12 + 40), (1, 57 + 60 + 12 + 1 + 40)):
        match = Match({"last_trick_bonus": bonus})
        match.exchange(*TOP)
        happened = match.act(acts)
        assert match.points == [points, 0] == [169 + bonus, 0]
        last = {"P19": 1} if bonus else {}
        assert scored(happened, ELDER) == {"P12": 3, "P13": 12, "P14": 42, "P15": 60, "P17": 12, "P18": 40, **last}
        assert scored(happened, YOUNGER) == {}


@pytest.mark.clause("PA9")
def test_a_repique_and_a_pique_never_come_together() -> None:
    match = after(THIRTY, "point S, good, sequence AS 7, good, set A 3, good, also set K 3")
    for trick, lead in enumerate(("AS 7S", "KS 9H", "QS 7H"), 1):
        match.act(lead)
        assert match.points == [90 + trick, 0]


@pytest.mark.clause("PA10", "P20")
def test_an_equal_does_not_bar_a_pique() -> None:
    # Elder has a point of five, four aces, three kings and three tens: 25. The sequences are equal.
    hands = ("AS KS TS 9S 8S AH AD AC TD TC KD KC", "QS JS 7S KH QH TH 9H 8H QD JD QC JC")
    match = after(hands, "point S, good, sequence TS 3, sequence TH 3, set A 4, good, also set K 3, also set T 3")
    assert match.points == [25, 0]
    match.act("AS 7S, KS JS, AH 8H, AD JD")
    assert match.points == [29, 0]
    match.act("AC")
    assert match.points == [60, 0]


# P16 to P20, PA1: the play


@pytest.mark.clause("P16")
def test_elder_leads_and_a_suit_must_be_followed() -> None:
    match = after(EVEN[:2], NOTHING)
    assert match.turn == ELDER
    assert match.legal == set(EVEN.elder.split())
    match.act("7H")
    assert (match.turn, match.legal) == (YOUNGER, {"AH", "KH", "QH"})
    assert match.refused("JC") == "P16"
    match.act("AH")
    assert (match.turn, match.legal) == (YOUNGER, set(EVEN.younger.split()) - {"AH"})


@pytest.mark.clause("P16")
def test_who_is_void_may_play_anything_and_cannot_win() -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set, 7S")
    assert match.legal == set(TWENTY_NINE[1].split())
    match.act("AD")
    assert match.turn == ELDER


@pytest.mark.clause("P16")
def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    match = after(EVEN[:2], NOTHING)
    for trick, winner in (("AS 7S", ELDER), ("7H KH", YOUNGER), ("AH 8H", YOUNGER), ("JD 8D", YOUNGER)):
        match.act(trick)
        assert match.turn == winner


@pytest.mark.clause("P17")
def test_a_lead_scores_and_so_does_winning_the_others_lead() -> None:
    match = after(EVEN[:2], NOTHING)
    for trick, points in [
        ("AS 7S", [1, 0]),  # the leader wins: his lead only
        ("7H KH", [2, 1]),  # the other wins: one each
        ("AH 8H", [2, 2]),
        ("JD 8D", [2, 3]),
        ("JC 7C", [2, 4]),
        ("9C 8C", [2, 5]),  # everybody else has had his clubs
    ]:
        match.act(trick)
        assert match.points == points, trick


@pytest.mark.clause("P17")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("counts", [1, 0])
def test_whether_the_lead_of_a_nine_eight_or_seven_scores(rank: str, counts: int) -> None:
    match = after(filled(f"{rank}S", ""), f"{NOTHING}, {rank}S", {"leads_789": counts})
    assert match.points == [1 if counts or rank not in "987" else 0, 0]


@pytest.mark.clause("P17")
def test_a_low_lead_that_wins_scores_nothing_either() -> None:
    match = after(TWENTY_NINE, f"{NOTHING}, 7S KH 8S KD 9S KC", {"leads_789": 0})
    assert match.points == [0, 0]
    match.act("TS 8C")
    assert match.points == [1, 0]


@pytest.mark.clause("P16", "P17", "P18", "P21")
@pytest.mark.parametrize(("course", "points"), COURSES)
@pytest.mark.parametrize("dealer", [1, 0])
def test_tricks_cards_and_capot(course: Course, points: list[int], dealer: int) -> None:
    match = Match(dealer=dealer)
    match.play(course)
    assert match.points == seats(1 - dealer, points)
    assert match.table.deals[-1].points == seats(1 - dealer, points)
    assert match.turn == DEAL_DUE


@pytest.mark.clause("P18")
@pytest.mark.parametrize(
    ("course", "seat", "cards"),
    [(EVEN, 0, 0), (EVEN, 1, 0), (ELDER_SEVEN, 0, 10), (YOUNGER_SEVEN, 1, 10), (ELDER_ALL, 0, 40), (YOUNGER_ALL, 1, 40)],
)
def test_what_cites_the_cards_and_the_capot(course: Course, seat: int, cards: int) -> None:
    assert scored(Match().play(course), seat).get("P18", 0) == cards


@pytest.mark.clause("P19")
@pytest.mark.parametrize(("course", "points"), COURSES)
def test_whether_the_last_trick_scores_one_more(course: Course, points: list[int]) -> None:
    winner = 0 if course is ELDER_ALL else 1  # younger wins the last trick of all the other deals
    match = Match({"last_trick_bonus": 1})
    match.play(course)
    assert match.points == [points[0] + (winner == 0), points[1] + (winner == 1)]


@pytest.mark.clause("P20", "PA1")
def test_the_thirtieth_point_is_a_pique_even_if_the_card_does_not_win() -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set, 9H")
    assert match.points == [60, 0]
    match.act("TH")
    assert match.points == [60, 1]


@pytest.mark.clause("P20")
def test_a_point_of_the_other_bars_the_pique() -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, set K 3, 9H TH")
    assert match.points == [30, 4]


@pytest.mark.clause("P20", "PA1")
@pytest.mark.parametrize(("threshold", "points"), [(30, [[60, 0], [61, 0], [62, 0]]), (31, [[30, 0], [61, 0], [62, 0]])])
def test_how_many_points_make_a_pique(threshold: int, points: list[list[int]]) -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set", {"pique_threshold": threshold})
    for trick, expected in zip(("AS 7C", "KS 8C", "QS 9C"), points, strict=True):
        match.act(trick)
        assert match.points == expected


@pytest.mark.clause("P20", "PA1")
def test_the_thirtieth_point_alone_is_no_pique_where_thirty_must_be_passed() -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set, 9H TH", {"pique_threshold": 31})
    assert match.points == [30, 1]


@pytest.mark.clause("P15", "PA1")
@pytest.mark.parametrize("threshold", [30, 31])
def test_the_threshold_concerns_the_pique_alone(threshold: int) -> None:
    acts = "point S, good, sequence AS 7, good, set A 3, good, also set K 3"
    assert after(THIRTY, acts, {"pique_threshold": threshold}).points == [90, 0]


@pytest.mark.clause("P18", "P19", "P20")
@pytest.mark.parametrize(("bonus", "points"), [(0, 17 + 12 + 40), (1, 17 + 12 + 1 + 30 + 40)])
def test_the_last_trick_counts_towards_a_pique_but_a_capot_does_not(bonus: int, points: int) -> None:
    # Point 3 and four aces 14, then twelve leads: 29.
    acts = f"point S, good, no sequence, no sequence, set A 4, good, done, {TOP_TRICKS}"
    match = after(TOP, acts, {"last_trick_bonus": bonus})
    assert match.points == [points, 0]


@pytest.mark.clause("P17", "P20")
@pytest.mark.parametrize(("counts", "points"), [(1, [1, 30]), (0, [0, 60])])
def test_younger_can_have_a_pique_only_where_low_leads_do_not_count(counts: int, points: list[int]) -> None:
    hands = ("KH QH TH KD QD 9D 7D KC JC 9C 8C 7C", "AS KS QS JS TS 9S 8S 7S 9H 8H 7H AD")
    acts = "no point, point S, no sequence, sequence AS 8, also sequence 9H 3, no set, no set, 7D AD"
    assert after(hands, acts, {"leads_789": counts}).points == points


# P21 to P23, PA13, PA14: the score of the match


@pytest.mark.clause("P21", "PA14")
def test_the_totals_add_up_and_winning_a_deal_brings_nothing() -> None:
    match, totals = Match(), [0, 0]
    for number, (course, points) in enumerate(COURSES):
        match.play(course)
        totals = [total + more for total, more in zip(totals, seats(number % 2, points), strict=True)]
        assert match.table.deals[-1].points == seats(number % 2, points)
        assert match.totals == totals


def last_deal(totals: tuple[int, int], course: Course = EVEN, options: dict[str, Any] | None = None, deals: int = 6) -> Match:
    """A partie up to the end of its last deal, before which the totals are set; seat 1 is elder in it."""
    match = Match(options)
    for _ in range(deals - 1):
        match.play(EVEN)
    match.play(course, totals=totals)
    return match


@pytest.mark.clause("P22", "P23")
@pytest.mark.parametrize(
    ("totals", "winner", "score"),
    [
        ([80, 250], 1, 430),
        ([250, 80], 0, 430),
        ([220, 160], 0, 160),
        ([160, 220], 1, 160),
        ([99, 150], 1, 349),
        ([100, 150], 1, 150),
        ([99, 98], 0, 297),
        ([100, 99], 0, 299),
        ([101, 100], 0, 101),
        ([6, 7], 1, 113),
    ],
)
def test_the_final_score(totals: list[int], winner: int, score: int) -> None:
    match = last_deal((totals[0] - 6, totals[1] - 7))  # younger, seat 0, makes 6 and elder 7 in the sixth deal
    assert match.turn == MATCH_OVER
    assert match.totals == totals
    assert (list(match.result["totals"]), match.result["winner"], match.result["score"]) == (totals, winner, score)


@pytest.mark.clause("P22", "P23", "PA13")
@pytest.mark.parametrize("rule", ["repeat", "once_then_draw"])
def test_a_tie_after_six_deals_is_followed_by_two_more(rule: str) -> None:
    # Six even deals are 3 x 7 + 3 x 6 = 39 for each.
    match = Match({"tie_rule": rule})
    for _ in range(6):
        match.play(EVEN)
    assert (match.totals, match.turn) == ([39, 39], DEAL_DUE)
    match.play(ELDER_SEVEN)
    assert (match.totals, match.turn) == ([57, 44], DEAL_DUE)  # the seventh alone decides nothing
    match.play(EVEN)
    assert match.turn == MATCH_OVER
    assert list(match.result["totals"]) == [63, 51]
    assert (match.result["winner"], match.result["score"]) == (0, 63 + 51 + 100)


@pytest.mark.clause("P22", "PA13")
def test_ties_are_repeated_until_the_totals_differ() -> None:
    match = Match()
    for deals in range(1, 12):
        match.play(EVEN)
        assert match.turn == DEAL_DUE, deals
    match.play(ELDER_SEVEN)
    # Eleven even deals: seat 0 was elder in six of them, 6 x 7 + 5 x 6 = 72, seat 1 5 x 7 + 6 x 6 = 71. Then 5 and 18.
    assert match.turn == MATCH_OVER
    assert (list(match.result["totals"]), match.result["winner"], match.result["score"]) == ([77, 89], 1, 77 + 89 + 100)


@pytest.mark.clause("P22")
def test_a_second_tie_is_a_draw_where_ties_are_played_off_once() -> None:
    match = Match({"tie_rule": "once_then_draw"})
    for _ in range(8):
        match.play(EVEN)
    assert match.turn == MATCH_OVER
    assert list(match.result["totals"]) == [52, 52]
    assert match.result["winner"] is None
    assert match.result["score"] is None


# The game to 100 (P23, match)


@pytest.mark.clause("P23")
@pytest.mark.parametrize(("other", "games"), [(0, 2), (49, 2), (50, 1), (99, 1)])
def test_the_first_to_reach_100_wins_the_game_on_the_spot(other: int, games: int) -> None:
    match = after(THIRTY, "point S", AU_CENT, (93, other))
    assert match.turn == YOUNGER
    match.act("good")
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == ([7, 0], [100, other])
    # As many games for the next two wins settle the match; the deal has passed to seat 0, so seat 1 is elder.
    match.exchange(*THIRTY[::-1], totals=(93, 60))
    assert match.table.state.dealer == 0
    match.act("no point, point S")
    assert match.turn == (MATCH_OVER if games == 2 else DEAL_DUE)
    if games == 2:
        assert list(match.result["games"]) == [3, 0]


@pytest.mark.clause("P23")
def test_every_game_starts_at_nothing_and_the_deal_keeps_alternating() -> None:
    match = after(THIRTY, "point S, good", AU_CENT, (93, 60))
    match.play(EVEN)
    assert (match.table.deals[-1].points, match.totals) == ([6, 7], [6, 7])
    match.play(EVEN)
    assert (match.table.deals[-1].points, match.totals) == ([7, 6], [13, 13])
    assert [deal.dealer for deal in match.table.deals] == [1, 0, 1]


def win_game(match: Match, seat: int, other: int) -> None:
    """The seat wins a game with its point, the other having so many."""
    elder = 1 - match.table.state.dealer if match.table.deals == [] else match.table.state.dealer
    hands, acts = (THIRTY, "point S, good") if elder == seat else (THIRTY[::-1], "no point, point S")
    match.exchange(*hands, totals=(99, other) if seat == 0 else (other, 99))
    match.act(acts)


@pytest.mark.clause("P23")
@pytest.mark.parametrize(
    ("wins", "games"),
    [
        ([(0, 50), (0, 50), (0, 50)], [3, 0]),
        ([(1, 50), (1, 49)], [0, 3]),
        ([(0, 0), (0, 0)], [4, 0]),
        ([(0, 0), (1, 0), (1, 99)], [2, 3]),
        ([(0, 60), (1, 60), (0, 60), (1, 60), (1, 20)], [2, 4]),
    ],
)
def test_the_first_with_three_games_wins_the_match(wins: list[tuple[int, int]], games: list[int]) -> None:
    match = Match(AU_CENT)
    for seat, other in wins:
        assert match.turn == DEAL_DUE
        win_game(match, seat, other)
    seat, other = wins[-1]
    assert match.turn == MATCH_OVER
    assert (list(match.result["games"]), match.result["winner"]) == (games, seat)
    assert list(match.result["totals"]) == ([106, other] if seat == 0 else [other, 106])


@pytest.mark.clause("P15", "P23")
@pytest.mark.parametrize(
    ("before", "points"),
    [
        (69, [90, 0]),  # 99 after the kings: the kind is closed, and the repique takes elder to 159
        (70, [30, 0]),  # the kings make 100: won before any repique is looked at
        (73, [27, 0]),  # the aces make 100: the kings don't count any more
    ],
)
def test_a_score_that_wins_the_game_brings_no_repique(before: int, points: list[int]) -> None:
    match = after(THIRTY, "point S, good, sequence AS 7, good, set A 3, good", AU_CENT, (before, 0))
    if before < 73:
        assert match.turn == ELDER
        match.act("also set K 3")
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == (points, [before + points[0], 0])


@pytest.mark.clause("P20", "P23")
@pytest.mark.parametrize(("before", "points"), [(69, [60, 0]), (70, [30, 0])])
def test_a_lead_that_wins_the_game_brings_no_pique(before: int, points: list[int]) -> None:
    match = after(TWENTY_NINE, f"{TWENTY_NINE_ACTS}, no set, no set", AU_CENT, (before, 0))
    assert match.turn == ELDER
    match.act("9H")
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == (points, [before + points[0], 0])


@pytest.mark.clause("P17", "P23")
def test_a_lead_can_end_the_game_within_a_trick() -> None:
    match = after(EVEN[:2], f"{NOTHING}, AS 7S, KS 8S", AU_CENT, (97, 99))
    match.act("7H")
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == ([3, 0], [100, 99])


@pytest.mark.clause("P4", "P23")
def test_a_carte_blanche_can_win_the_game() -> None:
    match = Match(AU_CENT)
    match.deal(BLANK_ELDER, (90, 40))
    match.act("carte")
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == ([10, 0], [100, 40])


@pytest.mark.clause("P18", "P19", "P23")
@pytest.mark.parametrize(("bonus", "points"), [(0, [18, 5]), (1, [8, 6])])
def test_the_last_trick_counts_before_the_cards(bonus: int, points: list[int]) -> None:
    # After the tricks elder has 85 + 8 = 93 and younger 94 + 5 = 99. Then the last trick is younger's, the cards are elder's.
    match = Match({**AU_CENT, "last_trick_bonus": bonus})
    match.play(ELDER_SEVEN, totals=(85, 94))
    assert match.turn == DEAL_DUE
    assert (match.table.deals[-1].points, match.totals) == (points, [85 + points[0], 94 + points[1]])


@pytest.mark.clause("P22", "P23")
def test_a_game_to_100_goes_on_after_six_deals() -> None:
    match = Match(AU_CENT)
    for _ in range(8):
        match.play(EVEN)
    assert (match.totals, match.turn) == ([52, 52], DEAL_DUE)


# PA7 and PA8: what declarations tell


@pytest.mark.clause("PA8", "P11")
def test_shown_cards_are_known_until_they_are_played() -> None:
    match = after(EXAMPLE, "")
    shown: set[str] = set()
    for acts, cards in [
        ("point D, good", "AD KD QD 7D"),
        ("sequence AS 3, good", "AS KS QS"),
        ("done, set A 4, good", "AH AC"),
        ("also set K 4", "KH KC"),
    ]:
        for viewer in (YOUNGER, SPECTATOR):
            assert not match.sure(viewer, ELDER) & set(cards.split())
        match.act(acts)
        shown |= set(cards.split())
        for viewer in (YOUNGER, SPECTATOR):
            assert match.sure(viewer, ELDER) >= shown
    match.act("done, AS 7S")
    assert match.sure(YOUNGER, ELDER) >= shown - {"AS"}
    assert "AS" not in match.may(YOUNGER)[ELDER]


@pytest.mark.clause("PA8", "P11")
def test_both_are_shown_when_equal_and_nothing_is_shown_by_good() -> None:
    hands = filled("AS KS QS", "AH KH QH")
    match = after(hands, "point S, point H")
    assert match.sure(YOUNGER, ELDER) >= {"AS", "KS", "QS"}
    assert match.sure(ELDER, YOUNGER) >= {"AH", "KH", "QH"}
    match = after(hands, "point S, good")
    assert not match.sure(ELDER, YOUNGER)


@pytest.mark.clause("PA8")
def test_a_better_declaration_is_shown_and_the_worse_one_was() -> None:
    match = after(EXAMPLE, "point D, point H")
    assert match.sure(ELDER, YOUNGER) >= {"QH", "JH", "TH", "9H", "8H", "7H"}
    assert match.sure(YOUNGER, ELDER) >= {"AD", "KD", "QD", "7D"}


@pytest.mark.clause("PA8")
def test_spoken_declarations_show_no_cards() -> None:
    match = after(EXAMPLE, "", {"disclosure": "verbal"})
    for acts in ("point D, point H", "sequence AS 3, good", "also sequence AC 3, done"):
        match.act(acts)
        assert not match.sure(YOUNGER, ELDER) & {"AD", "KD", "QD", "7D", "AS", "KS", "QS", "AC", "KC", "QC"}


SWAP: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}


def swapped(text: str) -> str:
    """The same cards and acts with spades for clubs and hearts for diamonds."""
    return re.sub(r"\b([AKQJT987]?)([SHDC])\b", lambda found: found[1] + SWAP[found[2]], text)


TALKS: Final = [
    (EXAMPLE, "", "point D", YOUNGER),
    (EXAMPLE, "point D", "point H", ELDER),
    (EXAMPLE, "point D, point H", "sequence AS 3", YOUNGER),
    (EXAMPLE, "point D, point H, sequence AS 3", "sequence QH 6", ELDER),
    (EXAMPLE, "point D, point H, sequence AS 3, sequence QH 6", "also sequence JC 5", ELDER),
]


@pytest.mark.clause("PA8")
@pytest.mark.parametrize(("hands", "before", "words", "listener"), TALKS)
@pytest.mark.parametrize(("disclosure", "same"), [("verbal", True), ("cards", False)])
def test_what_is_heard_tells_the_suit_only_if_cards_are_shown(
    hands: tuple[str, str], before: str, words: str, listener: int, disclosure: str, same: bool
) -> None:
    for ears in (listener, SPECTATOR):
        heard = []
        for turn in (str, swapped):
            match = after((turn(hands[0]), turn(hands[1])), turn(before), {"disclosure": disclosure})
            heard.append(match.heard(turn(words), ears))
        assert (heard[0] == heard[1]) == same


@pytest.mark.clause("PA8")
def test_a_player_hears_his_own_words_in_full() -> None:
    match = after(EXAMPLE, "", {"disclosure": "verbal"})
    assert match.heard("point D", ELDER)[0] == "point D"


@pytest.mark.clause("PA7", "P11")
@pytest.mark.parametrize(("when", "at_once"), [("before", True), ("after_first_lead", False)])
def test_when_elder_sees_what_younger_declares(when: str, at_once: bool) -> None:
    hands, shown = filled("AS KS QS", "JH TH 9H 8H"), {"JH", "TH", "9H", "8H"}
    match = after(hands, "point S, point H", {"younger_declares": when})
    assert match.turn == ELDER  # the order of acts is the same
    assert match.sure(YOUNGER, ELDER) >= {"AS", "KS", "QS"}
    for acts in ("", "sequence AS 3, sequence JH 4, done", "no set, no set"):
        match.act(acts)
        assert match.sure(ELDER, YOUNGER) & shown == (shown if at_once else set())
    match.act("AS")
    assert match.sure(ELDER, YOUNGER) >= shown
    assert match.points == [1, 4 + 4]


@pytest.mark.clause("PA7")
def test_elder_does_not_hear_the_cards_of_younger_before_he_has_led() -> None:
    heard = []
    for turn in (str, swapped):
        match = after((turn(EXAMPLE[0]), turn(EXAMPLE[1])), turn("point D"), {"younger_declares": "after_first_lead"})
        heard.append(match.heard(turn("point H"), ELDER))
    assert heard[0] == heard[1]


@pytest.mark.clause("PA7", "PA8", "P8", "PA5")
@pytest.mark.parametrize("when", ["before", "after_first_lead"])
@pytest.mark.parametrize("disclosure", ["cards", "verbal"])
def test_what_is_told_changes_no_point(when: str, disclosure: str) -> None:
    options = {"younger_declares": when, "disclosure": disclosure, "leftover_talon": "shown", "carte_blanche_open": "flash"}
    match = after(EXAMPLE, f"{EXAMPLE_ACTS}, AS 7S", options)
    assert match.points == [32, 97]


# PA16


@pytest.mark.clause("PA16")
def test_the_last_deal_is_played_to_its_end() -> None:
    match = Match()
    for _ in range(5):
        match.play(EVEN)
    match.exchange(*EVEN[:2], totals=(300, 0))
    acts = pieces(EVEN.acts)
    for words in acts:
        assert match.turn >= 0
        match.act(words)
    assert match.turn == MATCH_OVER


# One whole deal, worked out by hand

# Seat 0 deals, so seat 1 is elder. He lays away four poor cards and sees the fifth of the talon, the king of clubs.
GOLDEN: Final = dealt(
    "AS KS QS 9S 7S AH TH 8H KD 7D 9C 7C",
    "TS 8S KH QH JH 9H JD TD AC QC JC 8C",
    "JS AD QD 7H KC 8D 9D TC",
)
# The acts, and the points of (elder, younger) after them.
GOLDEN_ACTS: Final = [
    # Elder draws JS AD QD 7H. Younger draws the king that elder left and two diamonds; the ten of clubs remains.
    ("discard 7D, discard 9C, discard 7C, discard 8H, draw, discard TS, discard 8S, discard TD, draw", [0, 0]),
    # Six spades: A K Q J 9 7 are 57. Younger's best is clubs: A K Q J 8 are 49.
    ("point S, good", [6, 0]),
    # A K Q J of spades and A K Q J of clubs are equal. Nobody scores elder's diamonds or younger's hearts either.
    ("sequence AS 4, sequence AC 4", [6, 0]),
    # Three aces beat younger's three jacks. Elder has no other set.
    ("set A 3, good", [9, 0]),
    # Younger is void in spades and throws what he needs least.
    ("AS 8C", [10, 0]),
    ("KS 8D", [11, 0]),
    ("QS JD", [12, 0]),
    # His last diamond.
    ("AD 9D", [13, 0]),
    # Elder gives up a heart; the nine takes it: one each.
    ("7H 9H", [14, 1]),
    # Elder has no club.
    ("AC TH", [14, 2]),
    ("KC 7S", [14, 3]),
    # Younger leads a heart; elder's ace takes it, so both score.
    ("KH AH", [15, 4]),
    ("JS JC", [16, 4]),
    ("9S JH", [17, 4]),
    ("KD QC", [18, 4]),
    # The last lead is elder's nineteenth point. He has nine tricks of twelve: the cards, 10.
    ("QD QH", [29, 4]),
]


@pytest.mark.clause("P6", "P7", "P11", "P12", "P13", "P14", "P16", "P17", "P18", "P21")
def test_a_whole_deal_worked_out_by_hand() -> None:
    match = Match(dealer=0)
    match.deal(GOLDEN)
    happened: list[Happening] = []
    for acts, points in GOLDEN_ACTS:
        happened += match.act(acts)
        assert match.points == points[::-1], acts
    assert scored(happened, 1) == {"P12": 6, "P14": 3, "P17": 10, "P18": 10}
    assert scored(happened, 0) == {"P17": 4}
    assert (match.totals, match.turn) == ([4, 29], DEAL_DUE)


# Options and presets


@pytest.mark.clause("P8", "P12", "P17", "P19", "P22", "P23", "PA1", "PA5", "PA7", "PA8", "PA15")
def test_the_options_their_values_and_defaults() -> None:
    numbers = {option.name: (option.default, option.low, option.high) for option in PIQUET.options if option.kind == "number"}
    assert numbers == {
        "pique_threshold": (30, 30, 31),
        "younger_min": (0, 0, 1),
        "last_trick_bonus": (0, 0, 1),
        "leads_789": (1, 0, 1),
    }
    choices = {option.name: (option.default, set(option.choices)) for option in PIQUET.options if option.kind == "choice"}
    assert choices == {
        "carte_blanche_open": ("all", {"all", "flash"}),
        "younger_declares": ("before", {"before", "after_first_lead"}),
        "disclosure": ("cards", {"cards", "verbal"}),
        "tie_rule": ("repeat", {"repeat", "once_then_draw"}),
        "leftover_talon": ("hidden", {"hidden", "shown"}),
        "match": ("partie", {"partie", "au_cent"}),
    }
    assert {option.name: option.default for option in PIQUET.options if option.kind == "flag"} == {"point_four_less": False}


DEFAULTS: Final = {
    "pique_threshold": 30,
    "carte_blanche_open": "all",
    "younger_min": 0,
    "last_trick_bonus": 0,
    "younger_declares": "before",
    "disclosure": "cards",
    "tie_rule": "repeat",
    "leads_789": 1,
    "leftover_talon": "hidden",
    "point_four_less": False,
    "match": "partie",
}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "seed": {},
    "pagat": {
        "carte_blanche_open": "flash",
        "younger_min": 1,
        "last_trick_bonus": 1,
        "younger_declares": "after_first_lead",
        "disclosure": "verbal",
        "tie_rule": "once_then_draw",
        "leftover_talon": "shown",
    },
    "classic": {
        "carte_blanche_open": "flash",
        "last_trick_bonus": 1,
        "younger_declares": "after_first_lead",
        "leftover_talon": "shown",
        "match": "au_cent",
    },
}


@pytest.mark.clause("P8", "P19", "P22", "P23", "PA5", "PA7", "PA8", "PA15")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_names_a_set_of_options(preset: str) -> None:
    assert set(PIQUET.presets) == set(PRESETS)
    assert PIQUET.write_rules(PIQUET.read_rules(preset=preset)) == {**DEFAULTS, **PRESETS[preset]}
    assert PIQUET.write_rules(PIQUET.read_rules({"pique_threshold": 31}, preset))["pique_threshold"] == 31


@pytest.mark.clause("P19", "P22", "P23", "PA15")
def test_a_partie_of_the_clubs() -> None:
    # Both must change a card, and each deal has a last trick: elder 7, younger 6 + 1. Eight level deals are a draw.
    match = Match(preset="pagat")
    for _ in range(8):
        match.play(EVEN, changes=(1, 1))
        assert match.table.deals[-1].points == [7, 7]
    assert (match.turn, match.result["winner"], match.result["score"]) == (MATCH_OVER, None, None)


# Whatever is dealt and played

_numbers = st.integers(0, 2**32)
_options = st.fixed_dictionaries(
    {
        option.name: st.integers(option.low, option.high)
        if option.kind == "number"
        else st.booleans()
        if option.kind == "flag"
        else st.sampled_from(option.choices)
        for option in PIQUET.options
    }
)


def random_deal(chooser: random.Random) -> Deal:
    """Any deal; in two of three the high cards lean to one hand, so that bonuses come up."""
    words, lean = chooser.sample(PACK, 32), chooser.randrange(3)
    if lean:
        words.sort(key=lambda word: RANKS.index(word[0]) + chooser.randrange(7))
    strong, talon, weak = words[:12], words[12:20], words[20:]
    chooser.shuffle(talon)
    return Deal(strong, weak, talon) if lean < 2 else Deal(weak, strong, talon)


def pick(chooser: random.Random, legal: list[str]) -> str:
    """A legal act; mostly one that declares."""
    calls = [words for words in legal if words.split()[0] in ("carte", "point", "sequence", "set", "also")]
    return chooser.choice(calls if calls and chooser.random() < 0.8 else legal)


def play_out(match: Match, sheet: Sheet, chooser: random.Random) -> list[Happening]:
    """Plays any acts to the end of the deal, with the paper sheet beside the table; returns all that happened."""
    elder, happened = 1 - match.table.state.dealer, list[Happening]()
    while sheet.turn >= 0:
        assert match.turn == (sheet.turn if elder == 0 else 1 - sheet.turn)
        assert match.legal == sheet.legal()
        words = pick(chooser, sorted(match.legal))
        happened += match.act(words)
        sheet.act(words)
        assert match.points == seats(elder, sheet.points), words
    assert match.turn < 0
    return happened


@pytest.mark.clause("P4", "P6", "P7", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "P18", "P19", "P20", "P21")
@settings(max_examples=150)
@given(seed=_numbers, options=_options)
def test_any_deal_is_scored_as_on_paper(seed: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seed)
    deal, match = random_deal(chooser), Match(options, dealer=seed % 2)
    match.deal(deal)
    happened = play_out(match, Sheet(deal, options), chooser)
    for side in (0, 1):
        assert sum(scored(happened, side).values()) == match.points[side]
    assert PIQUET.audit(match.table.rules, match.table.state) is None


@pytest.mark.clause("P15", "P17", "P18", "P20", "PA9")
@settings(max_examples=60)
@given(seed=_numbers)
def test_the_sums_of_any_whole_deal(seed: int) -> None:
    chooser = random.Random(seed)
    deal, match = random_deal(chooser), Match()
    match.deal(deal)
    before, happened, cards = match.points, list[Happening](), list[str]()
    while match.turn >= 0:
        words = pick(chooser, sorted(match.legal))
        happened += match.act(words)
        cards += [words] if words in PACK else []
        assert all(new >= old for new, old in zip(match.points, before, strict=True))
        before = match.points
    tricks = zip(cards[::2], cards[1::2], strict=True)
    beaten = sum(led[1] == card[1] and RANKS.index(card[0]) < RANKS.index(led[0]) for led, card in tricks)
    sheets = [scored(happened, side) for side in (0, 1)]
    assert sum(sheet.get("P17", 0) for sheet in sheets) == 12 + beaten
    assert sorted(sheet.get("P18", 0) for sheet in sheets) in ([0, 0], [0, 10], [0, 40])
    for clause in ("P4", "P12", "P13", "P14"):
        assert 0 in [sheet.get(clause, 0) for sheet in sheets], clause  # one at most scores in a kind
    bonuses = sorted(sheet.get("P15", 0) + sheet.get("P20", 0) for sheet in sheets)
    assert bonuses in ([0, 0], [0, 30], [0, 60])


@pytest.mark.clause("P6", "P7", "P9", "P16")
@settings(max_examples=40)
@given(seed=_numbers, options=_options)
def test_every_card_lies_in_one_place_and_nobody_rules_out_the_truth(seed: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seed)
    match = Match(options)
    match.deal(random_deal(chooser))
    while match.turn >= 0:
        match.act(pick(chooser, sorted(match.legal)))
        state = match.table.state
        places = [written(cards) for cards in state.hands]
        assert sorted(word for place in [*places, written(state.played)] for word in place) == sorted(PACK)
        assert [len(place) for place in places] == list(state.sizes)
        for seat in (0, 1):
            may = match.may(seat)
            assert all(set(place) <= allowed for place, allowed in zip(places, may, strict=True))
            assert may[seat] == set(places[seat])


def shapes(calls: list[str], hand: set[str]) -> Counter[str]:
    """Declarations as they sound where cards are not shown: cards of a point, cards of a sequence, a whole set."""
    sizes = {f"point {suit}": sum(word[1] == suit for word in hand) for suit in "SHDC"}
    return Counter(f"point {sizes[words]}" if words in sizes else re.sub(r" \w[SHDC]", "", words) for words in calls)


def could_have_said(hand: set[str], calls: list[str], own: set[str], disclosure: str) -> bool:
    """Whether the hand can make these calls, or where cards are not shown, calls that sound like those that `own` made."""
    able = list(holdings(hand))
    return set(calls) <= set(able) if disclosure == "cards" else shapes(calls, own) <= shapes(able, hand)


@pytest.mark.clause("P11", "PA7", "PA8")
@settings(max_examples=30)
@given(seed=_numbers, options=_options)
def test_worlds_agree_with_what_has_been_declared(seed: int, options: dict[str, Any]) -> None:
    chooser, match = random.Random(seed), Match({**options, "match": "partie"})
    match.deal(random_deal(chooser))
    calls: list[list[str]] = [[], []]
    thrown: list[set[str]] = [set(), set()]
    while match.turn >= 0:
        seat, words = match.turn, pick(chooser, sorted(match.legal))
        match.act(words)
        call = words.removeprefix("also ")
        calls[seat] += [call] if call.split()[0] in ("point", "sequence", "set") else []
        thrown[seat] |= {words} & set(PACK)
        if not (calls[0] or calls[1]) or chooser.random() < 0.7:
            continue
        for viewer, other in ((ELDER, YOUNGER), (YOUNGER, ELDER)):
            if viewer == ELDER and options["younger_declares"] == "after_first_lead" and not thrown[ELDER]:
                continue  # elder has not seen younger's declarations yet
            own = match.hand(other) | thrown[other]
            drawn = list(worlds(PIQUET, match.table.rules, match.table.view(viewer), viewer, 1, chooser.getrandbits(32)))
            assert drawn, (viewer, words)
            hand = set(written(drawn[0].hands[other])) | thrown[other]
            assert could_have_said(hand, calls[other], own, options["disclosure"]), (viewer, words)


@pytest.mark.clause("P2", "P22", "P23", "PA13")
@settings(max_examples=12)
@given(seed=_numbers, options=_options)
def test_the_books_of_any_partie_balance(seed: int, options: dict[str, Any]) -> None:
    chooser, options = random.Random(seed), {**options, "match": "partie"}
    match, totals, deals = Match(options, dealer=seed % 2), [0, 0], 0
    while match.turn != MATCH_OVER:
        match.deal(deal := random_deal(chooser))
        deals += 1
        assert match.table.state.dealer == (seed + deals - 1) % 2
        play_out(match, Sheet(deal, options), chooser)
        totals = [total + more for total, more in zip(totals, match.points, strict=True)]
        assert match.totals == totals
    low, high = sorted(totals)
    assert deals >= 6
    assert deals % 2 == 0
    if low == high:
        assert (deals, match.result["winner"], match.result["score"]) == (8, None, None)
        return
    score = high - low + 100 if low >= 100 else high + low + 100
    assert (match.result["winner"], match.result["score"]) == (totals.index(high), score)
    assert list(match.result["totals"]) == totals


@pytest.mark.clause("P23")
@settings(max_examples=12)
@given(seed=_numbers, options=_options)
def test_the_books_of_any_match_to_100_balance(seed: int, options: dict[str, Any]) -> None:
    chooser, options = random.Random(seed), {**options, "match": "au_cent"}
    match, totals, games, deals = Match(options, dealer=seed % 2), [0, 0], [0, 0], 0
    last, winner = totals, -1
    while match.turn != MATCH_OVER:
        assert max(games) < 3
        match.deal(deal := random_deal(chooser))
        deals += 1
        elder = 1 - match.table.state.dealer
        assert elder == (seed + deals) % 2
        roles = seats(elder, totals)
        play_out(match, Sheet(deal, options, (roles[0], roles[1])), chooser)
        totals = [total + more for total, more in zip(totals, match.points, strict=True)]
        assert match.totals == totals
        low, high = sorted(totals)
        if high >= 100:
            last, winner = totals, totals.index(high)
            games[winner] += 2 if low < 50 else 1
            totals = [0, 0]
    assert (list(match.result["games"]), match.result["winner"], list(match.result["totals"])) == (games, winner, last)


# The rulebook

_BOOKS: Final = [Path(__file__).parents[1] / "docs" / "games" / f"piquet.{language}.md" for language in ("en", "ja")]
_CLAUSES: Final = [f"P{number}" for number in range(1, 24)] + [f"PA{number}" for number in range(1, 17)] + ["PA1a"]


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_has_every_clause_once_under_its_anchor(book: Path) -> None:
    found = re.findall(r'^<a id="(\w+)"></a>\*\*(\w+)\.\*\* ', book.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(clause for _, clause in found) == sorted(_CLAUSES)
    assert all(anchor == clause.lower() for anchor, clause in found)


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_rulebook_names_every_option_value_and_preset(book: Path) -> None:
    text = book.read_text(encoding="utf-8")
    names = {word for option in PIQUET.options for word in (option.name, *option.choices)} | set(PIQUET.presets)
    assert {name for name in names if f"`{name}`" not in text} == set()


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.name)
def test_the_table_of_presets_is_true(book: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \|$", book.read_text(encoding="utf-8"), re.MULTILINE)
    for column, preset in enumerate(("seed", "pagat", "classic"), 1):
        rules = PIQUET.write_rules(PIQUET.read_rules(preset=preset))
        assert {row[0]: row[column].strip("`") for row in rows} == {row[0]: str(rules[row[0]]) for row in rows}
    assert {row[0] for row in rows} == {name for preset in PRESETS.values() for name in preset}


def test_refusals_and_options_cite_clauses_of_the_rulebook() -> None:
    cited: list[Any] = [*PIQUET.refusal_clauses.values(), *(option.clause for option in PIQUET.options)]
    assert set(cited) <= set(_CLAUSES)


def test_what_a_hand_may_declare_on_paper() -> None:
    # The paper sheet beside the table is itself held against the rulebook's example.
    assert holdings(EXAMPLE[0].split()).keys() == {
        *("point S", "point H", "point D", "point C"),
        *("sequence AS 3", "sequence AD 3", "sequence AC 3"),
        *("set A 4", "set K 4", "set Q 3"),
    }
    exchange = exchanged(*EXAMPLE)
    sheet = Sheet(exchange.deal, DEFAULTS)
    for words in pieces(f"{exchange.acts}, {EXAMPLE_ACTS}"):
        sheet.act(words)
    assert sheet.points == [31, 97]
