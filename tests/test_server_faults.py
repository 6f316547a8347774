"""What a table refuses, and how: nothing that comes over a socket changes a view that it should not, or closes the socket."""

import json
import socket
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server_process import PATIENCE, Browser, Json, Server, Watcher
from tefuda.server.protocol import FRAME_LIMIT
from tefuda.server.viewer import FLOOD, QUEUE


@pytest.fixture
def ann(server: Server) -> Browser:
    """A person."""
    return Browser(server)


def my_turn(browser: Browser, acts: int = 0) -> Watcher:
    """A table against bots where it is the person's turn."""
    line = browser.watch(browser.open_table("me simple simple simple"))
    line.play_deal(acts)
    line.until_asked()
    return line


def request(line: Watcher, kind: str = "act", **changes: Any) -> Json:
    """A request as the page makes it."""
    act = {"act": line.view["legal"][0]} if kind == "act" and line.view["legal"] else {}
    return {"type": kind, "seat": 0, "answers": line.view["asks"], **act, **changes}


def still_there(line: Watcher, browser: Browser) -> None:
    """Nothing has changed, and the socket is open."""
    with browser.watch(line.table["table"]) as other:
        assert other.view == line.view
    assert line.fault("{")["code"] == "garbled"


GARBLED = {
    "no JSON": "what?",
    "half": '{"type": "act"',
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "empty": "",
    "binary": b"\x00\xff",
    "no type": '{"seat": 0}',
    "unknown type": '{"type": "leave", "seat": 0, "answers": 1}',
    "nested": "[" * 2000,
    "lone surrogate": '{"type": "act", "seat": 0, "act": "\\ud800", "answers": 1}',
}


@pytest.mark.parametrize("text", GARBLED.values(), ids=GARBLED)
def test_garbled(ann: Browser, text: str | bytes) -> None:
    with my_turn(ann) as line:
        assert line.fault(text)["code"] == "garbled"
        still_there(line, ann)


WRONG_SHAPES = (
    {"answers": None},
    {"answers": "1"},
    {"answers": 1.5},
    {"answers": True},
    {"seat": "0"},
    {"seat": None},
    {"act": None},
    {"act": 3},
    {"act": ["AS"]},
    {"act": "A" * 41},
    {"type": ["act"]},
    {"more": 1},
)


def test_wrong_shapes(ann: Browser) -> None:
    with my_turn(ann) as line:
        for changes in WRONG_SHAPES:
            assert line.fault(request(line, **changes))["code"] == "garbled", changes
        still_there(line, ann)


def test_a_frame_that_is_too_long(ann: Browser) -> None:
    with my_turn(ann) as line:
        for text in (
            "x" * (FRAME_LIMIT + 1),
            "手" * (FRAME_LIMIT // 3 + 1),
            json.dumps({**request(line), "more": "x" * FRAME_LIMIT}),
        ):
            assert line.fault(text)["code"] == "too_long"
        assert line.fault("x" * FRAME_LIMIT)["code"] == "garbled"  # as long as may be
        still_there(line, ann)


def test_far_too_long_a_frame_closes_the_socket_and_nothing_else(ann: Browser) -> None:
    with my_turn(ann) as line:
        line.send("x" * 20 * FRAME_LIMIT)
        with pytest.raises(ConnectionClosed) as closed:
            line.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        with ann.watch(line.table["table"]) as other:
            assert other.view == line.view


def test_stale_numbers(ann: Browser) -> None:
    with my_turn(ann, 2) as line:
        for kind in ("act", "next", "undo"):
            for answers in (0, -1, line.view["asks"] - 1, line.view["asks"] + 1, 10**30):
                assert line.fault(request(line, kind, answers=answers))["code"] == "stale"
        still_there(line, ann)


def test_a_doubled_click_plays_once(ann: Browser) -> None:
    with my_turn(ann) as line:
        click = request(line)
        line.send(click)
        line.send(click)
        line.until(lambda: line.heard[-1]["type"] == "fault")
        assert line.heard[-1]["code"] == "stale"
        assert sum(act["seat"] == 0 for act in line.view["acts"]) == 1


def test_another_persons_seat(ann: Browser) -> None:
    bob = Browser(ann.server)
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    with ann.watch(table) as at_0, bob.watch(table) as at_1, Browser(ann.server).watch(table) as outside:
        for line in (at_0, at_1, outside):
            line.until(lambda line=line: line.view["turn"] in (0, 1))  # type: ignore[misc]
        to_act = at_0 if at_0.view["turn"] == 0 else at_1
        at_0.until(lambda: at_0.table["seats"][1]["present"])
        stolen = request(to_act, seat=to_act.seat)
        for thief in (at_1 if to_act is at_0 else at_0, outside):
            for kind in ("act", "next", "undo"):
                assert (
                    thief.fault({**stolen, "type": kind} if kind == "act" else without_act(stolen, kind))["code"] == "not_your_seat"
                )
        for seat in (2, 4, -1, 10**20):
            assert to_act.fault({**stolen, "seat": seat})["code"] == "not_your_seat"
        with ann.watch(table) as fresh:
            assert fresh.view == at_0.view


def without_act(message: Json, kind: str) -> Json:
    return {"type": kind, "seat": message["seat"], "answers": message["answers"]}


def test_out_of_turn(ann: Browser) -> None:
    bob = Browser(ann.server)
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    with ann.watch(table) as at_0, bob.watch(table) as at_1:
        for line in (at_0, at_1):
            line.until(lambda line=line: line.view["turn"] in (0, 1))  # type: ignore[misc]
        early = at_1 if at_0.view["turn"] == 0 else at_0
        at_0.until(lambda: at_0.table["seats"][1]["present"])
        message = {"type": "act", "seat": early.seat, "act": "pass", "answers": early.view["asks"]}
        assert early.fault(message)["code"] == "not_your_turn"
        assert early.fault(without_act(message, "undo"))["code"] == "no_undo"  # another person plays too


def test_acts_that_the_rules_refuse(ann: Browser) -> None:
    with my_turn(ann) as line:
        fault = line.fault(request(line, act="AS"))
        assert (fault["code"], fault["reason"], fault["clause"]) == ("refused", "calls_first", "Q6")
        call = "redouble" if "redouble" in line.view["refused"] else "double"
        assert line.fault(request(line, act=call))["reason"] == line.view["refused"][call]["reason"]
        for act in ("", "X2", "as", "AS ", "pass\n", "0 pass", "手札", "14H"):
            assert line.fault(request(line, act=act))["code"] == "unknown_act"
        still_there(line, ann)
        line.act("pass")
        line.until_asked()
        fault = line.fault(request(line, act="pass"))
        assert (fault["code"], fault["reason"], fault["clause"]) == ("refused", "calls_over", "Q6")
        for act, refusal in line.view["refused"].items():
            if refusal["reason"] == "not_held":
                assert line.fault(request(line, act=act))["reason"] == "not_held"
                break
        still_there(line, ann)


def test_when_a_deal_is_due_and_when_it_is_not(ann: Browser) -> None:
    with my_turn(ann) as line:
        assert line.fault(request(line, "next"))["code"] == "no_deal_due"
        assert line.fault(request(line, "undo"))["code"] == "no_undo"
        line.play_deal()
        assert line.fault(request(line, act="pass"))["code"] == "not_your_turn"
        assert line.fault(request(line, "undo"))["code"] == "no_undo"
        still_there(line, ann)


def test_next_at_a_table_with_an_open_seat(ann: Browser) -> None:
    with ann.watch(ann.open_table("me open simple simple")) as line:
        assert line.fault(request(line, "next"))["code"] == "no_deal_due"
        assert line.fault(request(line, act="pass"))["code"] == "not_your_turn"


def test_a_flood_is_answered_in_part(ann: Browser) -> None:
    with my_turn(ann) as line:
        for _ in range(FLOOD + 15):
            line.line.send("{")
        codes = [line.hear()["code"] for _ in range(FLOOD + 15)]
        assert codes[:FLOOD] == FLOOD * ["garbled"]
        assert "too_many" in codes[FLOOD:]
        time.sleep(1.05)
        still_there(line, ann)


def test_other_sites_and_unknown_tables_stay_outside(ann: Browser) -> None:
    table = ann.open_table("me simple simple simple")
    cases: list[tuple[str, dict[str, str], int, str]] = [
        (table, {"Origin": "https://evil.example"}, 403, "other_site"),
        (table, {"Origin": "null"}, 403, "other_site"),
        (table, {"Origin": ann.server.url + "0"}, 403, "other_site"),
        ("nowhere", {}, 404, "no_such_table"),
    ]
    for name, headers, status, code in cases:
        with pytest.raises(InvalidStatus) as refused:
            ann.watch(name, headers=headers)
        assert refused.value.response.status_code == status
        assert json.loads(refused.value.response.body)["code"] == code
    with ann.watch(table, headers={"Origin": ann.server.url}) as line:
        assert line.seat == 0


# ---- somebody who never reads


def silent_viewer(server: Server, table: str) -> socket.socket:
    """A connection that opens a socket and then reads nothing."""
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    return line


def test_who_stops_reading_delays_nobody_and_is_dropped(ann: Browser) -> None:
    bob = Browser(ann.server)
    table = ann.open_table("me open simple simple")
    bob.sit(table, 1)
    with silent_viewer(ann.server, table) as silent, ann.watch(table) as line:
        messages = 0
        while messages < 2 * QUEUE:  # each coming and going of Bob is told to everybody
            with bob.watch(table):
                line.until(lambda: line.table["seats"][1]["present"])
            line.until(lambda: not line.table["seats"][1]["present"])
            messages += 2
        with bob.watch(table) as at_1:
            line.until(lambda: line.table["seats"][1]["present"])
            to_act = line if line.view["turn"] == 0 else at_1
            to_act.until_asked()
            to_act.act()  # nobody waits for the silent one
        assert received_until_the_end(silent) < messages * 2000


def received_until_the_end(line: socket.socket) -> int:
    """How many bytes were on their way before the server hung up; fails if it doesn't."""
    line.settimeout(PATIENCE)
    received = 0
    try:
        while part := line.recv(1 << 16):
            received += len(part)
    except ConnectionResetError:
        return received  # the system has cut it off meanwhile
    return received


# ---- anything at all

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
REQUESTS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["act", "next", "undo"]) | JSON,
        "seat": st.integers(-1, 4) | JSON,
        "answers": st.integers(-1, 60) | JSON,
    },
    optional={"act": st.sampled_from(["pass", "AS", "X1", "X2", ""]) | JSON, "more": JSON},
)
MESSAGES = st.binary(max_size=200) | JSON.map(json.dumps) | REQUESTS.map(json.dumps) | st.text(max_size=FRAME_LIMIT)


def test_whatever_comes_is_answered_and_changes_nothing(ann: Browser) -> None:
    table = ann.open_table("simple me simple simple")
    with ann.watch(table) as line:
        line.until_asked()
        answered: list[Json] = []

        @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
        @given(st.lists(MESSAGES, min_size=5, max_size=FLOOD))
        def send(messages: list[str | bytes]) -> None:
            with Browser(ann.server).watch(table) as stranger:  # a seat of its own to lose would be found by chance
                for message in messages:
                    answered.append(stranger.fault(message))
                assert stranger.fault("{")["code"] in ("garbled", "too_many")

        send()
        assert len(answered) > 125
        with ann.watch(table) as again:
            assert again.view == line.view


def test_whatever_the_person_to_act_sends_is_refused_unless_it_is_legal(ann: Browser) -> None:
    table = ann.open_table("simple me simple simple")
    with ann.watch(table) as line:
        line.until_asked()
        asks = line.view["asks"]

        @settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(JSON | st.sampled_from(["AS", "2C", "X1", "redouble", "PASS", "pass "]), min_size=5, max_size=FLOOD))
        def send(acts: list[Any]) -> None:
            with ann.watch(table) as mine:
                for act in acts:
                    if act not in mine.view["legal"]:
                        fault = mine.fault({"type": "act", "seat": 1, "answers": asks, "act": act})
                        assert fault["code"] in ("garbled", "unknown_act", "refused")

        send()
        with ann.watch(table) as again:
            assert again.view == line.view
