"""What the rules make of a view of Piquet, for the page: from the clauses, on the deal of the rulebook's example."""

from typing import Any, Final

import pytest

from tefuda.core.cards import WORDS
from tefuda.games.piquet import PIQUET
from tefuda.play.table import Table

# Two at a time, elder first: elder has the ace, king and queen of spades and so on; then the talon, the eight of spades on top.
PACK: Final = "AS KS 7S QH QS AH JH TH KH AD 9H 8H KD QD 7H JC 7D AC TC 9C KC QC 8C 7C 8S 9S TS JS 8D 9D TD JD"


def table(**options: Any) -> Table:
    """The example's hands, dealt by seat 0, so that seat 1 is elder."""
    dealt = Table(PIQUET, PIQUET.read_rules(options), dealer=0)
    dealt.deal([WORDS.index(word) for word in PACK.split(" ")])
    return dealt


def reckoned(dealt: Table, seat: int) -> Any:
    assert PIQUET.reckon is not None
    return PIQUET.reckon(dealt.rules, dealt.view(seat))


def play(dealt: Table, *acts: str) -> Table:
    for act in acts:
        dealt.act(dealt.turn, act)
    return dealt


def declaring() -> Table:
    """Elder has changed the seven of diamonds for the eight of spades, younger nothing."""
    return play(table(), "discard 7D", "draw", "draw")


@pytest.mark.parametrize(("younger_min", "least"), [(0, 0), (1, 1)])
def test_the_exchange_has_its_bounds(younger_min: int, least: int) -> None:
    dealt = table(younger_min=younger_min)
    assert reckoned(dealt, 1)["exchange"] == {"least": 1, "most": 5, "full": {"reason": "elder_has_five", "clause": "P6"}}
    play(dealt, "discard 7D", "discard QS", "draw")
    assert reckoned(dealt, 0)["exchange"] == {"least": least, "most": 6, "full": {"reason": "talon_used_up", "clause": "P7"}}


def test_elder_sees_the_talon_in_its_order() -> None:
    dealt = play(table(), "discard 7D", "discard QS", "draw")
    assert reckoned(dealt, 1)["looked"] == [[], ["TS", "JS", "8D"]]
    assert reckoned(dealt, 0)["looked"] == [[], []]


def test_a_point_has_its_value_and_its_worth() -> None:
    own = reckoned(declaring(), 1)["holdings"][1]
    assert own["point S"] == {"cards": ["AS", "KS", "QS", "8S"], "value": 39, "points": 4}
    assert set(own) == {"point S", "point H", "point D", "point C"}


def test_nothing_is_reckoned_of_a_hidden_hand() -> None:
    assert reckoned(declaring(), 1)["holdings"][0] == {}


def test_a_point_that_was_shown_is_reckoned_for_the_other() -> None:
    theirs = reckoned(play(declaring(), "point S"), 0)["holdings"][1]
    assert theirs == {"point S": {"cards": ["AS", "KS", "QS", "8S"], "value": 39, "points": 4}}


def test_sequences_and_sets_are_reckoned_in_their_turn() -> None:
    dealt = play(declaring(), "point S", "point H")
    assert reckoned(dealt, 1)["holdings"][1]["sequence AS 3"] == {"cards": ["AS", "KS", "QS"], "value": 0, "points": 3}
    play(dealt, "sequence AS 3", "sequence QH 6")
    further = reckoned(dealt, 0)["holdings"][0]["also sequence JC 5"]
    assert further == {"cards": ["JC", "TC", "9C", "8C", "7C"], "value": 0, "points": 15}
    play(dealt, "done")
    assert reckoned(dealt, 1)["holdings"][1]["set A 4"]["points"] == 14


def test_a_partie_says_how_many_deals_it_has() -> None:
    assert reckoned(table(), 0)["deals"] == 6
    assert reckoned(table(match="au_cent"), 0)["deals"] == 0


@pytest.mark.parametrize(("totals", "crossed"), [([250, 80], False), ([220, 160], True), ([99, 140], False), ([100, 140], True)])
def test_the_rubicon_is_crossed_with_a_hundred(totals: list[int], crossed: bool) -> None:
    dealt = declaring()
    dealt.state.totals[:] = totals
    dealt.state.stage = 7  # the match is over
    assert reckoned(dealt, 0)["rubicon"] == {"line": 100, "crossed": crossed}
