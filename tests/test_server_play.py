"""A table as people play at it: a real server process, HTTP and sockets."""

import hashlib
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server_process import Browser, Json, Server, Watcher
from tefuda.core.cards import WORDS
from tefuda.core.chance import commitment, first_dealer, order
from tefuda.play.record import Record, read_line
from tefuda.play.table import replay

GRACE = 0.4  # seconds, for the tests of stand-ins


@pytest.fixture
def ann(server: Server) -> Browser:
    """A person."""
    return Browser(server)


@pytest.fixture
def bob(server: Server) -> Browser:
    """Another one."""
    return Browser(server)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where bots stand in soon."""
    running = Server(tmp_path_factory.mktemp("hasty"), GRACE).start()
    yield running
    running.stop()


def record_of(browser: Browser, table: str) -> Record:
    return read_line(browser.ask("GET", f"/api/tables/{table}/record").content)


def words_in(value: Any) -> set[str]:
    """Every text in a message, keys included."""
    if isinstance(value, dict):
        return set(value) | words_in(list(value.values()))
    if isinstance(value, list):
        return set().union(*map(words_in, value))
    return set(value.split(" ")) if isinstance(value, str) else set()


# ---- against bots


def test_a_deal_against_bots(ann: Browser) -> None:
    table = ann.open_table("me simple simple random")
    with ann.watch(table, since=0) as line:
        assert line.play_deal() == 13  # a call and twelve cards
        view = line.view
        assert view["turn"] == -1
        assert len(view["acts"]) == 52
        assert view["deals"][0]["points"] == view["deals"][0]["totals"]
        assert [event["number"] for event in line.events] == list(range(1, 54))
        assert [event["kind"] for event in line.events] == ["dealt"] + 52 * ["act"]
        assert view["legal"] == []


def test_the_next_deal_comes_when_the_person_wants_it(ann: Browser) -> None:
    with ann.watch(ann.open_table("me simple simple simple")) as line:
        line.play_deal()
        dealer = line.view["state"]["dealer"]
        line.ask("next")
        line.until(lambda: line.view["turn"] >= 0)
        assert line.view["state"]["dealer"] == (dealer + 1) % 4
        assert line.view["ready"] == []
        assert line.view["open"] is None
        assert [event["kind"] for event in line.events if event["kind"] != "act"] == [
            "dealt"
        ]  # the first one came before the socket


def test_a_match_of_bots_alone_plays_to_its_end(ann: Browser) -> None:
    table = ann.open_table("simple random simple random")
    with ann.watch(table, since=0) as line:
        line.until(lambda: line.view["turn"] == -2)
        assert line.view["seat"] is None
        assert max(line.view["result"]["games"]) == 2
    record = record_of(ann, table)
    assert replay(record).record.result == line.view["result"]


def test_the_seed_proves_the_deal(ann: Browser) -> None:
    table = ann.open_table("me simple simple simple")
    with ann.watch(table) as line:
        promised = line.view["commitment"]
        assert "open" not in {name for name, value in line.view.items() if value is not None}
        line.play_deal()
        seed = line.view["open"]["seed"]
    assert hashlib.sha256(seed.encode()).hexdigest() == promised == line.view["commitment"]
    pack = [WORDS[card] for card in order(seed, 53)]
    assert line.view["open"]["pack"] == " ".join(pack)
    dealer = line.view["state"]["dealer"]
    for seat in range(4):
        dealt = pack[(seat - dealer - 1) % 4 : 48 : 4]  # Q4: one at a time from the dealer's left
        assert set(line.view["open"]["hands"][seat]) == set(dealt)
    assert set(line.view["open"]["hands"][4]) == set(pack[48:])
    assert first_dealer(record_of(ann, table).extra["dealer_seed"], 4) == dealer


def test_the_record_hides_the_deal_in_progress(ann: Browser) -> None:
    table = ann.open_table("me simple simple simple")
    with ann.watch(table) as line:
        line.play_deal(5)
        early = ann.ask("GET", f"/api/tables/{table}/record").text
        assert read_line(early).deals == []
        assert read_line(early).extra["seeds"] == []
        line.play_deal()
        first = record_of(ann, table)
        line.ask("next")
        line.until(lambda: line.view["turn"] >= 0)
        line.play_deal(3)
        later = record_of(ann, table)
    assert replay(first).deals[0].points == line.view["deals"][0]["points"]
    assert later == first
    assert [commitment(seed) for seed in later.extra["seeds"]] == later.extra["commitments"]
    assert [seat.name for seat in later.seats] == ["Ann", "simple", "simple", "simple"]
    assert [seat.bot for seat in later.seats] == [None, "simple", "simple", "simple"]


def test_undo_goes_back_before_the_last_act(ann: Browser) -> None:
    table = ann.open_table("me random random random")
    with ann.watch(table) as line:
        line.until_asked()
        assert not line.view["can_undo"]  # there is no act of ours yet
        line.play_deal(4)
        line.until_asked()
        before, number = line.view, line.view["number"]
        line.act()
        line.until_asked()
        assert line.view["can_undo"]
        line.ask("undo")
        line.until(lambda: line.events[-1]["kind"] == "undone")
        assert line.view["turn"] == 0
        assert line.view["asks"] == line.view["number"] > number
        for part in ("state", "legal", "refused", "acts"):
            assert line.view[part] == before[part]
        line.act(line.view["legal"][-1])
        line.play_deal()
        assert not line.view["can_undo"]  # the cards are open now
    record = record_of(ann, table)
    replay(record)
    assert record.extra["taken_back"][0] >= 1


def test_the_bot_of_the_documentation_plays(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    assert "127.0.0.1:8000" in example
    exec(example.replace("127.0.0.1:8000", server.url.removeprefix("http://")), {})
    assert json.loads(capsys.readouterr().out.replace("'", '"'))[0]["points"]


# ---- coming back


def test_reconnecting_in_a_trick_tells_exactly_what_was_missed(ann: Browser) -> None:
    table = ann.open_table("me simple simple simple")
    with ann.watch(table, since=0) as line, ann.watch(table) as gone:
        line.play_deal(3)
        line.until_asked()
        gone.until(lambda: gone.view["number"] == line.view["number"])
        gone.line.close()
        line.play_deal(2)
        line.until_asked()
        seen = gone.view["number"]
        with ann.watch(table, since=seen) as back:
            assert back.welcome["events"] == [event for event in line.events if event["number"] > seen]
            assert back.welcome["view"] == line.view
            assert back.welcome["table"] == line.table
        with ann.watch(table) as fresh:
            assert fresh.welcome["events"] == []
        with ann.watch(table, since=10_000) as ahead:
            assert ahead.welcome["events"] == []


# ---- two people


def test_two_people_see_their_own_hands_only(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me open simple simple")
    assert bob.sit(table, 1).status_code == 200
    with ann.watch(table, since=0) as at_0, bob.watch(table, since=0) as at_1, Browser(ann.server).watch(table, since=0) as outside:
        together(at_0, at_1)
        outside.until(lambda: outside.view["turn"] < 0 and outside.view["number"] > 0)
    lines: list[tuple[int | None, Watcher]] = [(0, at_0), (1, at_1), (None, outside)]
    hands = at_0.view["open"]["hands"]
    for seat, line in lines:
        checked = 0
        for message in line.heard:
            view = message["view"]
            if view["state"]["stage"] not in (1, 2):
                continue
            seen = set(view["state"]["played"]) | set(hands[seat] if seat is not None else [])
            hidden = set(WORDS[:53]) - seen
            assert not words_in(without_refusals(message, seen)) & hidden
            assert view["state"]["hands"][4] == []
            checked += 1
        assert checked > 40


def without_refusals(message: Json, seen: set[str]) -> Json:
    """The message without what it says of refused cards, once it is sure that every hidden card is refused alike."""
    refused = message["view"]["refused"]
    hidden = [refused[card] for card in WORDS[:53] if card in refused and card not in seen]
    assert all(refusal == hidden[0] for refusal in hidden)
    assert not refused or len(hidden) == len(set(WORDS[:53]) - seen)
    return {**message, "view": {**message["view"], "refused": {}}}


def together(*lines: Watcher) -> None:
    """Lets people play a deal, each listening to all that is said."""
    while True:
        for line in lines:
            line.until(partial(has_heard, line, max(each.view["number"] for each in lines)))
        if lines[0].view["turn"] < 0 and lines[0].view["deals"]:
            return
        to_act = next((line for line in lines if line.view["turn"] == line.seat), None)
        if to_act is None:
            lines[0].hear()
        else:
            to_act.act()


def has_heard(line: Watcher, number: int) -> bool:
    return bool(line.view["number"] >= number)


def test_the_table_waits_for_an_open_seat_and_deals_when_it_is_taken(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me simple open simple")
    with ann.watch(table) as line:
        assert (line.view["turn"], line.view["number"], line.view["asks"], line.view["deals"]) == (-1, 0, 0, [])
        assert line.view["commitment"] is None
        assert [seat["open"] for seat in line.table["seats"]] == [False, False, True, False]
        assert bob.sit(table, 2, "  Bob  the\tsecond ").json()["you"] == 2
        line.until(lambda: line.view["turn"] >= 0)
        assert [event["kind"] for event in line.events[:2]] == ["seats", "dealt"]
        assert line.table["seats"][2]["name"] == "Bob the second"
        assert not line.table["seats"][2]["present"]
        with bob.watch(table):
            line.until(lambda: line.table["seats"][2]["present"])
        line.until(lambda: not line.table["seats"][2]["present"])


def test_sitting_down_does_not_make_a_click_stale(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me open simple simple")
    with ann.watch(table) as line:
        asks = line.view["asks"]
        bob.sit(table, 1)
        line.until(lambda: line.view["number"] == 1)
        assert line.events[-1]["kind"] == "seats"
        assert line.view["asks"] == asks


def test_a_spectator_who_sits_down_plays_on_the_same_socket(ann: Browser, bob: Browser) -> None:
    bob.open_table("me simple simple simple")  # he has a cookie from another table
    table = ann.open_table("me open simple simple")
    with bob.watch(table) as line:
        assert line.table["you"] is None
        bob.sit(table, 1)
        line.until(lambda: line.table["you"] == 1 and line.view["turn"] >= 0)
        assert len(line.view["state"]["hands"][1]) == 12
        assert line.table["seats"][1]["present"]


def test_the_next_deal_waits_for_everybody_present(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    with ann.watch(table) as at_0, Browser(ann.server).watch(table) as outside:
        with bob.watch(table) as at_1:
            together(at_0, at_1)
            outside.until(lambda: outside.view["turn"] < 0)
            at_0.ask("next")
            at_1.until(lambda: at_1.view["ready"] == [0])
            at_1.ask("next")
            at_0.until(lambda: at_0.view["turn"] >= 0)
            at_1.until(lambda: at_1.view["turn"] >= 0)
            together(at_0, at_1)
            at_0.ask("next")
            at_0.until(lambda: at_0.view["ready"] == [0])
            assert at_0.view["turn"] == -1
        at_0.until(lambda: at_0.view["turn"] >= 0)  # Bob went without a word: those who are present don't wait for him
        assert outside.view["can_undo"] is False


# ---- leaving


def test_a_bot_stands_in_and_gives_the_seat_back(hasty: Server) -> None:
    ann, bob = Browser(hasty), Browser(hasty)
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    with ann.watch(table, since=0) as line:
        with bob.watch(table):
            line.until(lambda: line.table["seats"][1]["present"])
        line.until(lambda: line.table["seats"][1]["stand_in"])
        assert line.events[-1] == {**line.events[-1], "kind": "seats", "seat": 1, "stand_in": True}
        line.play_deal(4)
        line.until_asked()
        by_bot = [event for event in line.events if event["stand_in"] and event["kind"] == "act"]
        assert by_bot
        assert {event["seat"] for event in by_bot} == {1}
        with bob.watch(table) as back:
            assert not back.welcome["table"]["seats"][1]["stand_in"]
            line.until(lambda: not line.table["seats"][1]["stand_in"])
            assert line.events[-1] == {**line.events[-1], "kind": "seats", "seat": 1, "stand_in": False}
            number = line.view["number"]
            together(line, back)
            own = [event for event in line.events if event["number"] > number and event["seat"] == 1]
            assert own
            assert not any(event["stand_in"] for event in own)
    record = record_of(ann, table)
    replay(record)
    at = record.extra["stand_ins"][0]
    assert at
    assert all(record.deals[0].acts[each].startswith("1 ") for each in at)


def test_nobody_stands_in_for_a_person_whom_nobody_waits_for(hasty: Server) -> None:
    ann = Browser(hasty)
    table = ann.open_table("me simple simple simple")
    with ann.watch(table) as line:
        line.play_deal(2)
        line.until_asked()
        number = line.view["number"]
    time.sleep(2 * GRACE)
    with ann.watch(table) as back:
        assert back.view["number"] == number
        assert not back.table["seats"][0]["stand_in"]


def test_a_person_left_alone_gets_a_stand_in_for_whom_he_finds_missing(hasty: Server) -> None:
    ann, bob = Browser(hasty), Browser(hasty)
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    time.sleep(GRACE)
    with ann.watch(table) as line:  # Bob has never come; Ann comes late
        line.until(lambda: line.table["seats"][1]["stand_in"])


# ---- seats


def test_a_seat_is_taken_once(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me open simple simple")
    carol = Browser(ann.server)
    assert bob.sit(table, 1).status_code == 200
    for who, seat, code in ((carol, 1, "seat_taken"), (carol, 0, "seat_taken"), (carol, 2, "seat_taken"), (bob, 1, "seat_taken")):
        refused = who.sit(table, seat)
        assert (refused.status_code, refused.json()["code"]) == (409, code)
    missing = carol.sit(table, 4)
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_seat")
    assert carol.ask("GET", f"/api/tables/{table}").json()["you"] is None


def test_a_person_has_one_seat_at_a_table(ann: Browser) -> None:
    table = ann.open_table("me open simple simple")
    refused = ann.sit(table, 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "seated_already")


def test_a_stolen_table_name_gives_no_seat(ann: Browser, bob: Browser) -> None:
    table = ann.open_table("me simple simple simple")
    assert ann.ask("GET", f"/api/tables/{table}").json()["you"] == 0
    bob.cookie = "x" * 32
    with bob.watch(table) as line:
        assert line.welcome["view"]["seat"] is None
        assert json.dumps(line.view["state"]["hands"]) == "[[], [], [], [], []]"
        assert line.view["legal"] == []
