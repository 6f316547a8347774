"""The record: written, read, replayed, and refused with the line and the reason."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tefuda.core import chance
from tefuda.games import GAMES
from tefuda.play.errors import RecordError
from tefuda.play.record import Record, read_line, read_records
from tefuda.play.table import Table, replay, steps

FIELDS = ["tefuda", "game", "rules", "seats", "sides", "deals", "result", "extra"]


def played(deals: int = 100, seed: str = "record") -> Record:
    """A match in which everybody does what stands first among the legal acts."""
    game = GAMES["quinto"]
    table = Table(game, dealer=3)
    while table.turn != -2 and not (table.turn == -1 and len(table.deals) == deals):
        if table.turn == -1:
            table.deal(chance.deal_order(seed, len(table.deals), 53))
        else:
            table.play(table.turn, table.legal[0])
    return table.record


def changed(change: Callable[[dict[str, Any]], None], deals: int = 2) -> str:
    """The text of a match in which something has been changed."""
    data = json.loads(played(deals).line())
    change(data)
    return json.dumps(data)


def reason(text: str | bytes) -> str:
    """Why the text is refused as line 4 of a file."""
    with pytest.raises(RecordError) as caught:
        replay(read_line(text, 4), 4)
    assert caught.value.line == 4
    assert str(caught.value) == f"line 4: {caught.value.reason}"
    return caught.value.reason


def test_a_line_has_the_fields_in_their_order() -> None:
    data = json.loads(played().line())
    assert list(data) == FIELDS
    assert list(data["deals"][0]) == ["dealer", "pack", "acts", "points", "totals"]
    assert data["tefuda"] == 1
    assert data["sides"] == [[0, 2], [1, 3]]
    assert data["rules"]["suit_order"] == "hdcs"
    assert list(data["result"]) == ["totals", "winner", "games"]


def test_a_whole_match_is_read_back_and_replayed() -> None:
    record = played()
    assert record.result is not None
    assert read_line(record.line()) == record
    assert replay(record).record == record


def test_a_match_that_goes_on_has_no_result() -> None:
    record = played(deals=1)
    assert record.result is None
    assert replay(record).turn == -1
    record.deals[-1].acts = record.deals[-1].acts[:7]
    record.deals[-1].points = record.deals[-1].totals = None
    assert replay(record).turn == record.deals[-1].dealer  # four calls, three cards
    assert replay(record).record == record


def test_unknown_fields_and_any_order_of_fields_are_read() -> None:
    data = json.loads(played(1).line())
    backwards = {"remark": "kept by a friend", **dict(reversed(list(data.items())))}
    assert replay(read_line(json.dumps(backwards))).record.deals == played(1).deals


def test_steps_show_every_position_and_every_view() -> None:
    record = played(1)
    seen = [[table.view(seat) for seat in range(-1, 4)] for table in steps(record)]
    assert len(seen) == 2 + len(record.deals[0].acts)
    final = seen[-1]
    assert all(view.sizes[:4] == [0, 0, 0, 0] for view in final)


def test_a_record_can_be_left_at_an_act_and_played_on() -> None:
    record = played(1)
    record.deals[-1].acts = record.deals[-1].acts[:10]
    record.deals[-1].points = record.deals[-1].totals = None
    table = replay(record)
    other = table.legal[-1]
    table.play(table.turn, other)
    assert table.record.deals[-1].acts[-1].endswith(other)
    assert replay(table.record).record == table.record


def test_a_changed_card_in_the_pack() -> None:
    def twice(data: dict[str, Any]) -> None:
        cards = data["deals"][1]["pack"].split()
        data["deals"][1]["pack"] = " ".join([cards[1], *cards[1:]])

    assert reason(changed(twice)) == "deal 2: the pack is not the 53 cards of quinto, each once"


def test_two_cards_of_the_pack_changed_places() -> None:
    def swap(data: dict[str, Any]) -> None:
        cards = data["deals"][0]["pack"].split()
        cards[0], cards[1] = cards[1], cards[0]
        data["deals"][0]["pack"] = " ".join(cards)

    assert "deal 1, act " in reason(changed(swap))


def test_a_card_that_is_none() -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][0]["pack"] = data["deals"][0]["pack"].replace("TD", "1D")

    assert reason(changed(spoil)) == "deal 1: '1D' in the pack is no card"


def test_a_changed_card_among_the_acts() -> None:
    def spoil(data: dict[str, Any]) -> None:
        acts = data["deals"][0]["acts"]
        acts[20] = acts[20][:2] + acts[4][2:]

    found = reason(changed(spoil))
    assert found.startswith("deal 1, act 21: seat ")
    assert "That card is not in your hand. (Q4)" in found


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("hello", "'hello' does not begin with a seat"),
        ("0 shout", "is no act of quinto"),
        ("9 pass", "it is seat 0's turn"),
        ("0 redouble", "(Q6)"),
    ],
)
def test_acts_that_are_none(act: str, expected: str) -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][0]["acts"][0] = act

    assert expected in reason(changed(spoil))


@pytest.mark.parametrize("field", ["points", "totals"])
def test_a_changed_score(field: str) -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][1][field][0] += 5

    assert reason(changed(spoil)).startswith(f"deal 2: the {field} are [")


def test_a_changed_result() -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["result"]["winner"] = 1 - data["result"]["winner"]

    assert reason(changed(spoil, deals=100)).startswith("result: it is {")


def test_an_unfinished_deal_in_the_middle() -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][0] |= {"acts": data["deals"][0]["acts"][:-1], "points": None, "totals": None}

    assert reason(changed(spoil)) == "deal 1: it is not finished, yet another deal follows"


def test_the_wrong_dealer() -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][1]["dealer"] = 2

    assert reason(changed(spoil)) == "deal 2: seat 2 can't deal, it is seat 0's turn to deal"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("tefuda", 2, "version 2 is not known; this program reads version 1"),
        ("game", "whist", "game: 'whist' is not known; this program knows"),
        ("sides", [[0, 1], [2, 3]], "sides or seats are not those of quinto"),
        ("seats", [], "sides or seats are not those of quinto"),
        ("rules", {"suit_order": "hdcs"}, "rules: option 'tie_deal' is missing"),
        ("rules", {"suit_order": "shdc"}, "rules: option 'suit_order' can't be 'shdc'; it can be hdcs or chds"),
        ("rules", {"trumps": "S"}, "rules: quinto has no option 'trumps'"),
        ("deals", "none", "deals: Input should be a valid array"),
    ],
)
def test_a_field_that_does_not_fit(field: str, value: object, expected: str) -> None:
    assert expected in reason(changed(lambda data: data.update({field: value})))


def test_a_dealer_that_is_nobody() -> None:
    def spoil(data: dict[str, Any]) -> None:
        data["deals"][0]["dealer"] = 4

    assert reason(changed(spoil)) == "deal 1: there is no seat 4 to deal"


def test_a_cut_line() -> None:
    line = played(1).line()
    assert "not a JSON object: EOF" in reason(line[: len(line) // 2])


@pytest.mark.parametrize("rubbish", [b"\x00\xff\xfe\x80", b"\x89PNG\r\n", b"[]", b"42", b"nothing", b'{"tefuda": 1}'])
def test_rubbish(rubbish: bytes) -> None:
    assert reason(rubbish)


def test_lines_are_numbered_and_empty_ones_passed_over() -> None:
    line = played(1).line().encode()
    assert [number for number, _ in read_records([line, b"\n", line])] == [1, 3]
    with pytest.raises(RecordError, match="line 2: not a JSON object"):
        list(read_records([line, b"rubbish"]))
