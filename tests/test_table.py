"""The referee: what is refused, with seat, act, reason and clause, and that it changes nothing."""

from collections.abc import Callable

import pytest

from tefuda.core import chance
from tefuda.games import GAMES
from tefuda.play.errors import ActError, DealError, NotYourTurn, RefusedAct, TefudaError, UnknownAct
from tefuda.play.table import Table

PACK = chance.deal_order("referee", 0, 53)


def dealt(dealer: int = 3) -> Table:
    table = Table(GAMES["quinto"], dealer=dealer)
    table.deal(PACK)
    return table


def refused(table: Table, seat: int, act: str) -> ActError:
    """The error with which the table refuses an act, having changed nothing."""
    before, record = table.state.copy(), table.record
    with pytest.raises(ActError) as caught:
        table.act(seat, act)
    assert table.state == before
    assert table.record == record
    return caught.value


def test_acts_in_turn_are_done_and_recorded() -> None:
    table = dealt()
    assert table.turn == 0
    assert table.legal == ["pass", "double"]
    assert table.act(0, "pass") == []
    happenings = table.act(1, "double")
    assert [(each.code, each.clause, each.seat) for each in happenings] == [("doubled", "Q6", 1)]
    assert table.record.deals[0].acts == ["0 pass", "1 double"]


def test_an_act_out_of_turn() -> None:
    error = refused(dealt(), 2, "pass")
    assert isinstance(error, NotYourTurn)
    assert (error.seat, error.act, error.reason) == (2, "pass", "not_your_turn")
    assert str(error) == "seat 2 can't act: it is seat 0's turn"


@pytest.mark.parametrize("seat", [-2, -1, 4])
def test_a_seat_that_is_none(seat: int) -> None:
    assert isinstance(refused(dealt(), seat, "pass"), NotYourTurn)


def test_an_act_before_the_deal() -> None:
    error = refused(Table(GAMES["quinto"]), 0, "pass")
    assert str(error) == "seat 0 can't act: nobody is to act now"
    assert isinstance(refused(Table(GAMES["quinto"]), -1, "pass"), NotYourTurn)


@pytest.mark.parametrize("act", ["", "Pass", "PASS", "10D", "X2", "double!", "\x00", "2S 3S"])
def test_words_that_are_no_act(act: str) -> None:
    error = refused(dealt(), 0, act)
    assert isinstance(error, UnknownAct)
    assert error.reason == "unknown_act"


def test_an_act_that_the_rules_refuse_names_the_clause() -> None:
    error = refused(dealt(), 0, "redouble")
    assert isinstance(error, RefusedAct)
    assert (error.reason, error.clause) == ("not_doubled", "Q6")
    assert str(error) == "seat 0 can't 'redouble': Nobody has doubled, so there is nothing to redouble. (Q6)"


def test_refusals_tell_of_every_act_that_is_not_legal() -> None:
    table = dealt()
    told = table.refusals()
    assert set(told) | set(table.legal) == {table.say(action) for action in range(table.game.actions)}
    assert not set(told) & set(table.legal)
    assert told["AS"] == ("calls_first", "Q6")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda pack: pack[:-1], "the pack is not the 53 cards of quinto, each once"),
        (lambda pack: [*pack[:-1], pack[0]], "the pack is not the 53 cards of quinto, each once"),
        (lambda pack: [*pack[1:], 53], "the pack is not the 53 cards of quinto, each once"),
    ],
)
def test_a_pack_that_is_not_the_games(spoil: Callable[[list[int]], list[int]], message: str) -> None:
    with pytest.raises(DealError, match=message):
        Table(GAMES["quinto"]).deal(spoil(PACK))


def test_a_deal_while_none_is_due() -> None:
    with pytest.raises(DealError, match="a deal is in progress"):
        dealt().deal(PACK)


def test_a_deal_after_the_match() -> None:
    table = dealt()
    table.state.stage = 3
    with pytest.raises(DealError, match="the match is over"):
        table.deal(PACK)


def test_every_error_is_a_value_error() -> None:
    assert issubclass(TefudaError, ValueError)
    assert all(issubclass(kind, TefudaError) for kind in (ActError, DealError))


def test_points_are_kept_when_the_deal_is_over() -> None:
    table = dealt()
    while table.turn >= 0:
        assert table.record.deals[0].points is None
        table.play(table.turn, table.legal[0])
    assert table.record.deals[0].points == table.points[0]
    assert sum(table.state.trick_points) == 65
