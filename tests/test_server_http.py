"""The HTTP side: opening tables, seats and cookies, what is denied and how, the built page and its headers."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

import httpx
import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tefuda.core.game import Bounds, Clause, OneOf
from tefuda.games import GAMES
from tefuda.server.app import HEADERS, create_app
from tefuda.server.protocol import (
    BODY_LIMIT,
    FRAME_LIMIT,
    NAME_LENGTH,
    Fault,
    GameInfo,
    NewTable,
    Problem,
    SeatInfo,
    TableEvent,
    TableInfo,
    View,
)
from tefuda.server.room import GRACE
from tefuda.server.serve import SOCKET_LIMIT, serve
from tefuda.server.viewer import FLOOD, QUEUE

ASSET, INDEX = "assets/page-1a2b3c4d.js", "<!doctype html><title>Tefuda</title>"
BOT = {"kind": "bot", "bot": "simple"}


@contextmanager
def serving(data: Path, static: Path) -> Iterator[httpx.Client]:
    """A client of an application that runs in a thread."""
    server = uvicorn.Server(uvicorn.Config(create_app(data, static=static), port=0, log_level="warning", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    with httpx.Client(base_url=f"http://{host}:{port}", verify=False) as client:
        yield client
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of an application whose page is built. It keeps no cookies from one test to the next."""
    static = tmp_path_factory.mktemp("static")
    (static / "assets").mkdir()
    (static / "index.html").write_text(INDEX)
    (static / ASSET).write_text("1")
    (static.parent / "secret.txt").write_text("secret")
    with serving(tmp_path_factory.mktemp("data"), static) as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_cookies(client: httpx.Client) -> None:
    """Every test is somebody new."""
    client.cookies.clear()


def new_table(**changes: Any) -> dict[str, Any]:
    return {"game": "quinto", "name": "Ann", "seats": [{"kind": "me"}, BOT, BOT, BOT], **changes}


# ---- games and tables


def test_health(client: httpx.Client) -> None:
    assert client.get("/api/health").json() == {"ok": True, "version": "0.1.0"}


def test_games(client: httpx.Client) -> None:
    games = [GameInfo.model_validate(game) for game in client.get("/api/games").json()]
    assert [game.name for game in games] == list(GAMES)
    quinto = games[0]
    assert (quinto.seats, quinto.sides) == (4, [[0, 2], [1, 3]])
    assert [option.name for option in quinto.options] == list(GAMES["quinto"].rules._fields)
    assert set(quinto.bots) >= {"random", "simple"}
    assert {f"Q{number}" for number in range(1, 20)} <= set(quinto.clauses)
    assert {option.clause for option in quinto.options} <= set(quinto.clauses)
    assert set(GAMES["quinto"].refusal_clauses.values()) <= set(quinto.clauses)


class Rules(NamedTuple):
    players: Annotated[int, Clause("Z1"), OneOf((2, 5))] = 2
    target: Annotated[int, Clause("Z2"), Bounds(1, 9)] = 3


def invented(rules: Rules) -> str | None:
    return "five can't play to 9" if rules == (5, 9) else None


def test_house_rules_say_how_many_seats_they_ask_for(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(
        GAMES["quinto"],
        name="zwick",
        rules=Rules,
        presets={"many": {"players": 5}},
        sides=lambda rules: [[seat] for seat in range(rules.players)],
        wrong_rules=invented,
    )
    monkeypatch.setitem(GAMES, "zwick", game)

    def ask(wish: Any) -> tuple[int, Any]:
        answer = client.post("/api/games/zwick/seating", json=wish)
        return answer.status_code, answer.json()

    two, five = [[0], [1]], [[0], [1], [2], [3], [4]]
    assert ask({}) == (200, {"rules": {"players": 2, "target": 3}, "seats": 2, "sides": two})
    eight = {"rules": {"players": 5, "target": 8}, "seats": 5, "sides": five}
    assert ask({"preset": "many", "rules": {"target": 8}}) == (200, eight)
    assert ask({"preset": "many", "rules": {"players": 2}})[1]["seats"] == 2
    assert ask({"preset": "many", "rules": {"target": 9}}) == (422, {"code": "wrong_rules", "text": "five can't play to 9"})
    assert ask({"rules": {"players": 4}})[1]["text"] == "option 'players' can't be '4'; it can be 2 or 5"
    assert ask({"preset": "few"})[1]["code"] == "wrong_rules"
    assert ask({"seats": 5})[1]["code"] == "garbled"
    assert client.post("/api/games/whist/seating", json={}).json()["code"] == "no_such_game"


def test_opening_a_table(client: httpx.Client) -> None:
    answer = client.post("/api/tables", json=new_table(preset="sentence", rules={"tie_deal": "sudden"}))
    assert answer.status_code == 201
    table = TableInfo.model_validate(answer.json())
    assert table.you == 0
    assert table.preset == "sentence"
    assert table.rules == {
        "suit_order": "chds",
        "tie_deal": "sudden",
        "double_scope": "both",
        "cachette_from": "last",
        "tricks_on_quint_finish": "ignored",
    }
    assert [seat.name for seat in table.seats] == ["Ann", None, None, None]
    assert [seat.bot for seat in table.seats] == [None, "simple", "simple", "simple"]
    assert [seat.present for seat in table.seats] == [False, True, True, True]
    assert client.get(f"/api/tables/{table.table}").json() == answer.json()
    client.cookies.clear()
    assert client.get(f"/api/tables/{table.table}").json() == {**answer.json(), "you": None}


def test_a_bot_without_a_name_plays_like_a_club_player(client: httpx.Client) -> None:
    answer = client.post("/api/tables", json=new_table(seats=[{"kind": "me"}, {"kind": "bot"}, BOT, BOT])).json()
    assert answer["seats"][1]["bot"] == "club"


def test_names_of_tables_can_t_be_guessed(client: httpx.Client) -> None:
    names = {client.post("/api/tables", json=new_table()).json()["table"] for _ in range(5)}
    assert len(names) == 5
    assert all(len(name) == 12 for name in names)  # 72 bits


def test_the_cookie(client: httpx.Client) -> None:
    cookie = client.post("/api/tables", json=new_table()).headers["set-cookie"]
    value, *words = cookie.split("; ")
    assert len(value.removeprefix("tefuda=")) == 32  # 192 bits
    assert {word.lower() for word in words} == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}
    again = client.post("/api/tables", json=new_table()).headers["set-cookie"]
    assert again.split("; ")[0] == value  # the same browser stays the same person


def test_a_token_that_is_none_of_ours_is_replaced(client: httpx.Client) -> None:
    for token in ("", "short", "x" * 33, "手" * 32, "x" * 31 + "!"):
        sent = {b"Cookie": f"tefuda={token}".encode()}
        answer = client.post("/api/tables", json=new_table(), headers=sent)
        assert answer.status_code == 201
        assert answer.json()["you"] == 0
        assert len(answer.headers["set-cookie"].split(";")[0].removeprefix("tefuda=")) == 32
        client.cookies.clear()


def test_looking_gives_no_cookie(client: httpx.Client) -> None:
    for path in ("/", "/api/health", "/api/games"):
        assert "set-cookie" not in client.get(path).headers


DENIED: dict[str, tuple[dict[str, Any], int, str]] = {
    "unknown game": ({"game": "whist"}, 404, "no_such_game"),
    "unknown preset": ({"preset": "mine"}, 422, "wrong_rules"),
    "unknown option": ({"rules": {"jokers": 2}}, 422, "wrong_rules"),
    "unknown choice": ({"rules": {"tie_deal": "never"}}, 422, "wrong_rules"),
    "three seats": ({"seats": [{"kind": "me"}, BOT, BOT]}, 422, "wrong_seats"),
    "five seats": ({"seats": [{"kind": "me"}, BOT, BOT, BOT, BOT]}, 422, "wrong_seats"),
    "no seats": ({"seats": []}, 422, "wrong_seats"),
    "two seats for one": ({"seats": [{"kind": "me"}, {"kind": "me"}, BOT, BOT]}, 422, "wrong_seats"),
    "unknown bot": ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "best"}, BOT, BOT]}, 422, "no_such_bot"),
    "unknown kind": ({"seats": [{"kind": "cat"}, BOT, BOT, BOT]}, 422, "garbled"),
    "no name": ({"name": ""}, 422, "garbled"),
    "a name of spaces": ({"name": " \t "}, 422, "wrong_name"),
    "a name that can't be seen": ({"name": "\u200b"}, 422, "wrong_name"),
    "a name that turns the line around": ({"name": "\u202enna"}, 422, "wrong_name"),
    "a long name": ({"name": "x" * (NAME_LENGTH + 1)}, 422, "garbled"),
    "more": ({"more": 1}, 422, "garbled"),
    "a number for a name": ({"name": 7}, 422, "garbled"),
}


@pytest.mark.parametrize(("changes", "status", "code"), DENIED.values(), ids=DENIED)
def test_tables_that_are_not_opened(client: httpx.Client, changes: dict[str, Any], status: int, code: str) -> None:
    answer = client.post("/api/tables", json=new_table(**changes))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "text"}
    assert answer.json()["text"]
    assert "set-cookie" not in answer.headers


def test_other_denials(client: httpx.Client) -> None:
    table = client.post("/api/tables", json=new_table(seats=[{"kind": "me"}, {"kind": "open"}, BOT, BOT])).json()["table"]
    cases: list[tuple[str, str, Any, int, str]] = [
        ("GET", "/api/tables/nowhere", None, 404, "no_such_table"),
        ("GET", "/api/tables/nowhere/record", None, 404, "no_such_table"),
        ("POST", "/api/tables/nowhere/seats/0", {"name": "Bob"}, 404, "no_such_table"),
        ("POST", f"/api/tables/{table}/seats/7", {"name": "Bob"}, 404, "no_such_seat"),
        ("POST", f"/api/tables/{table}/seats/-1", {"name": "Bob"}, 404, "no_such_seat"),
        ("POST", f"/api/tables/{table}/seats/x", {"name": "Bob"}, 422, "garbled"),
        ("POST", f"/api/tables/{table}/seats/1", {}, 422, "garbled"),
        ("POST", f"/api/tables/{table}/seats/1", {"name": "Ann"}, 409, "seated_already"),
        ("POST", f"/api/tables/{table}/seats/2", {"name": "Ann"}, 409, "seat_taken"),
        ("GET", "/api/nothing", None, 404, "no_such_page"),
        ("DELETE", f"/api/tables/{table}", {}, 405, "no_such_method"),
        ("POST", "/", {}, 405, "no_such_method"),
    ]
    for method, path, body, status, code in cases:
        answer = client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path


def test_bodies(client: httpx.Client) -> None:
    plain = {"Content-Type": "application/json"}
    assert client.post("/api/tables", content=b"\xff\xfe", headers=plain).json()["code"] == "garbled"
    assert client.post("/api/tables", content=b"{", headers=plain).json()["code"] == "garbled"
    long = client.post("/api/tables", content=b" " * (BODY_LIMIT + 1), headers=plain)
    assert (long.status_code, long.json()["code"]) == (413, "too_long")
    endless = client.post("/api/tables", content=iter([b"{}"]), headers=plain)
    assert (endless.status_code, endless.json()["code"]) == (413, "too_long")


def test_another_sites_page_may_look_but_not_act(client: httpx.Client) -> None:
    home = str(client.base_url)
    socket = f"ws{home[4:]}/api/tables/x/socket"
    for origin in ("https://evil.example", "null", f"{home}.evil.example"):
        answer = client.post("/api/tables", json=new_table(), headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "other_site")
        with pytest.raises(InvalidStatus, match="403"), connect(socket, additional_headers={"Origin": origin}):
            pass  # it does not open
        assert client.get("/api/games", headers={"Origin": origin}).status_code == 200
    assert client.post("/api/tables", json=new_table(), headers={"Origin": home}).status_code == 201


# ---- the page


@pytest.mark.parametrize(
    "path", ["/", "/table/abc", "/rules/quinto", "/new/quinto", "/index.html", "/no/such/page", "/..%2fsecret.txt"]
)
def test_every_path_of_the_page_is_the_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")


def test_assets_may_be_kept(client: httpx.Client) -> None:
    answer = client.get(f"/{ASSET}")
    assert answer.text == "1"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    again = client.get(f"/{ASSET}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    missing = client.get("/assets/page-00000000.js")  # of an older page: HTML would be taken for a script
    assert missing.status_code == 404
    assert "cache-control" not in missing.headers


def test_every_answer_has_the_headers(client: httpx.Client) -> None:
    for path in ("/", f"/{ASSET}", "/api/games", "/api/nothing", "/api/tables/nowhere"):
        headers = client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    with serving(tmp_path / "data", tmp_path / "static") as bare:
        answer = bare.get("/table/abc")
        assert answer.status_code == 503
        assert "make play" in answer.text
        assert answer.headers["content-type"].startswith("text/plain")
        (tmp_path / "static").mkdir()
        (tmp_path / "static" / "index.html").write_text(INDEX)
        assert bare.get("/table/abc").text == INDEX  # built meanwhile


def test_openapi_names_every_route(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths) == {
        "/api/health",
        "/api/games",
        "/api/games/{game}/seating",
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/seats/{seat}",
        "/api/tables/{table}/record",
    }
    assert paths["/api/tables"]["post"]["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")


def test_the_documentation_names_every_field_code_and_limit() -> None:
    page = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
    codes = {*get_args(Fault.model_fields["code"].annotation), *get_args(Problem.model_fields["code"].annotation)}
    kinds = set(get_args(TableEvent.model_fields["kind"].annotation))
    for word in codes | kinds | set(View.model_fields):
        assert f"`{word}`" in page, word
    for word in (
        set(TableInfo.model_fields) | set(SeatInfo.model_fields) | set(TableEvent.model_fields) | set(NewTable.model_fields)
    ):
        assert f'"{word}"' in page, word
    for limit in (FRAME_LIMIT, BODY_LIMIT, SOCKET_LIMIT):
        assert f"{limit:,} bytes" in page
    for number, unit in (
        (FLOOD, "messages in a second"),
        (QUEUE, "messages wait"),
        (NAME_LENGTH, "letters"),
        (round(GRACE), "seconds"),
    ):
        assert f"{number} {unit}" in page


# ---- starting


def test_data_that_can_t_be_used_end_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert serve("127.0.0.1", 0, tmp_path / "file") == 1
    assert capsys.readouterr().err.startswith(f"Can't use the data in {tmp_path / 'file'}: ")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "tefuda.db").write_text("no database at all, but long enough to be looked at" * 100)
    assert serve("127.0.0.1", 0, tmp_path / "broken") == 1
    assert "not a database" in capsys.readouterr().err
