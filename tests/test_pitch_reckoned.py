"""What Pitch tells the page beside a view's fields: orders, worth, and how the bid stands."""

from typing import Any

import pytest

from pitch_table import GAMES_OF_POINTS, Match, options_of, trumps_of
from tefuda.core.view import SPECTATOR
from tefuda.games.pitch import PITCH, PitchState, reckon

HANDS = ("AH KH 2H", "QH 3H", "JH JD TH", "9H 8H X1")
REST = "X2 7H 6H 5H 4H"


def reckoned(match: Match, seat: int = SPECTATOR) -> dict[str, Any]:
    """What a seat reckons."""
    view: Any = match.table.view(seat)
    return reckon(match.rules, view)


@pytest.mark.clause("T3", "T4", "TV6", "TX2")
@pytest.mark.parametrize("points", GAMES_OF_POINTS)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_suit_has_its_trumps_from_the_highest_and_their_worth(points: int, reverse: bool) -> None:
    rules = PITCH.read_rules({"points": points, "reverse": reverse})
    state = PitchState()
    PITCH.kernel.start(rules, state, 0)
    found = reckon(rules, state)
    assert set(found["trumps"]) == set("SHDC")
    for suit, cards in found["trumps"].items():
        book = trumps_of(suit, points=points, reverse=reverse)
        assert cards == book.order
        assert found["worth"][suit] == {word: worth for word, worth in book.worth.items() if worth}


@pytest.mark.clause("T8")
def test_once_a_suit_is_named_it_is_the_only_one() -> None:
    match = Match()
    match.open(HANDS, REST)
    assert list(reckoned(match)["trumps"]) == ["H"]
    assert options_of()["points"] == sum(reckoned(match)["worth"]["H"].values())


@pytest.mark.clause("T16", "T17")
def test_the_bid_lacks_what_its_side_has_not_taken() -> None:
    match = Match()
    match.open(HANDS, REST, bid="bid 6")
    assert reckoned(match).items() >= {"taken": [0, 0], "bidding": 0, "missing": 6, "open": 10}.items()
    match.say("AH 3H TH 8H")
    assert reckoned(match).items() >= {"taken": [5, 0], "bidding": 5, "missing": 1, "open": 5}.items()


@pytest.mark.clause("T16", "T19", "TC6")
@pytest.mark.parametrize(("moon_two", "missing"), [("needed", 6), ("ignored", 5)])
def test_a_moon_lacks_every_point_but_a_two_that_it_does_not_need(moon_two: str, missing: int) -> None:
    match = Match(moon_two=moon_two)
    match.open(("AH KH", "2H QH", "3H JH", "9H 8H X1"), "JD TH X2 7H 6H 5H 4H", bid="moon")
    lacking = reckoned(match)["missing"]
    match.say("AH 2H 3H 8H")
    assert lacking == 10
    assert reckoned(match).items() >= {"taken": [4, 1], "bidding": 4, "missing": missing}.items()


@pytest.mark.clause("T12")
def test_it_says_how_many_cards_are_to_be_burnt() -> None:
    match = Match()
    match.open(("AH KH QH JH TH 9H 8H 7H", "6H", "5H", "4H 3H 2H"), "JD X1 X2")
    assert match.table.turn == 0
    assert reckoned(match)["burn"] == len(match.trumps(0)) - 6
    match.say("burn 7H")
    assert reckoned(match)["burn"] == len(match.trumps(0)) - 6


@pytest.mark.clause("TF3", "TF7")
def test_a_secret_partner_counts_with_the_others_until_the_card_is_played() -> None:
    match = Match(players=5)
    match.open(("AH KH", "QH JH", "TH 9H 3H", "8H 7H 2H", "X1 JD"), "X2 6H 5H 4H", call="JH")
    match.say("AH QH 9H 7H JD")
    assert reckoned(match).items() >= {"taken": [2, 0, 0, 0, 0], "bidding": 2, "missing": 2}.items()
