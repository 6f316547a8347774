"""Rooms and store from the inside: what can't be brought about from outside."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from scripted import BOT, ME, OPEN, QUINTO, TOKEN, first_legal, until, wish, with_lobby, workers_of
from tefuda.core.game import Happening, Heard
from tefuda.games import GAMES
from tefuda.server.lobby import Denied, Lobby, hash_of
from tefuda.server.log import Log, May
from tefuda.server.protocol import Act
from tefuda.server.room import Room
from tefuda.server.store import VERSION, Conflict, Event, NewerData, NotStored, Sitter, Store, TableRow, metadata
from tefuda.server.viewer import QUEUE, Viewer

# ---- bots


@pytest.mark.parametrize("answer", [None, 0, 52, 55, 99, -1], ids=str)
def test_a_bot_that_fails_or_cheats_plays_its_first_legal_act(
    tmp_path: Path, answer: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(ME, BOT, BOT, BOT), TOKEN)
        await until(lambda: room.log.table.turn == 0)
        acts = [line for line in room.view(0).acts if line.seat != 0]
        assert all(line.act == "pass" for line in acts)

    with_lobby(tmp_path, lambda _question: answer, body)
    assert "failed in seat" in caplog.text or not caplog.records  # no bot was asked if the person speaks first


def test_a_bot_gets_its_seats_view_and_nothing_else(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(BOT, BOT, BOT, BOT), TOKEN)
        await room.enter(Viewer(None), None)
        await until(lambda: room.log.table.turn == -2)
        questions = workers_of(room).questions
        assert len(questions) > 100
        for question in questions:
            state: Any = QUINTO.state.from_row(question.view)
            assert state.turn == question.seat
            assert [place for place in range(5) if state.hands[place]] in ([question.seat], [])
            assert set(question._fields) == {"asks", "game", "rules", "seat", "view", "bot", "seed"}

    with_lobby(tmp_path, first_legal, body)


LIGHT = """
import asyncio, sys
from pathlib import Path
from tefuda.server.app import create_app
from tefuda.server.protocol import NewTable, SeatWish
from tefuda.server import serve
app = create_app(Path(sys.argv[1]))
async def bots_play():
    async with app.router.lifespan_context(app):
        seats = [SeatWish(kind="bot", bot="simple")] * 4
        room = await app.state.lobby.open_table(NewTable(game="quinto", name="Ann", seats=seats), "token")
        while room.log.table.turn != -1:
            await asyncio.sleep(0.01)
if __name__ == "__main__":
    asyncio.run(bots_play())
    print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


def test_the_web_process_never_imports_the_compiler(tmp_path: Path) -> None:
    words = [sys.executable, "-c", LIGHT, str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert ended.stdout == "[]\n", ended.stderr


# ---- secrets


def test_a_view_is_the_same_whatever_its_seat_can_t_see(tmp_path: Path) -> None:
    """Exchanging cards between places that the seat doesn't see changes no letter of what it is sent."""
    log = Log(QUINTO, QUINTO.rules(), 3)
    log.apply(Event(1, "dealt", data={"seed": "secrets"}))
    while log.table.turn >= 0:
        for seat in (0, 1, None):
            assert_same_for_all_hidden_cards(log, seat)
        log.apply(Event(log.number + 1, "act", log.table.turn, log.table.legal[-1]))


def assert_same_for_all_hidden_cards(log: Log, seat: int | None) -> None:
    sent = log.view(seat, [], May()).model_dump_json()
    true: list[int] = log.table.state.hands
    shown = [place for place in range(5) if place != seat]
    log.table.state.hands = list(true)
    for place, other in zip(shown, shown[1:] + shown[:1], strict=True):
        log.table.state.hands[place] = true[other]
    assert log.view(seat, [], May()).model_dump_json() == sent
    log.table.state.hands = true


def test_acts_are_told_to_each_seat_as_it_may_hear_them() -> None:
    def heard(_rules: Any, before: Any, _action: int, _after: Any, ear: int) -> Heard:
        return Heard("something" if ear == before.turn else "nothing", [Happening("doubled", "Q6", seat=ear)])

    log = Log(replace(QUINTO, heard=heard), QUINTO.rules(), 3)
    log.apply(Event(1, "dealt", data={"seed": "secrets"}))
    log.apply(Event(2, "act", 0, "pass"))
    for seat, words in ((None, "nothing"), (0, "something"), (1, "nothing"), (3, "nothing")):
        (line,) = log.view(seat, [], May()).acts
        (told,) = log.told(seat, 1)
        assert line.act == told.act == words
        assert line.happenings == told.happenings
        assert [each.seat for each in line.happenings] == [-1 if seat is None else seat]
    assert log.table.deals[0].acts == ["0 pass"]
    log.apply(Event(3, "undone", 0))
    assert log.view(0, [], May()).acts == []


def secretive(_rules: Any, before: Any, action: int, _after: Any, ear: int) -> Heard:
    """Everything is done in secret: others hear that a seat did something, and only it hears what came of it."""
    if ear != before.turn:
        return Heard("something", [])
    return Heard(QUINTO.say(_rules, before, action), [Happening(f"secret_of_{before.turn}", "Q6", seat=before.turn)])


def test_no_message_tells_a_seat_what_another_did_in_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every word that each viewer is sent while a deal lasts, and what one is sent who comes back in the middle of it."""
    monkeypatch.setitem(GAMES, "quinto", replace(QUINTO, heard=secretive))

    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(ME, OPEN, BOT, BOT), TOKEN)
        viewers = {0: Viewer(hash_of(TOKEN)), 1: Viewer(hash_of("b" * 32)), None: Viewer(None)}
        for viewer in viewers.values():
            await room.enter(viewer, None)
        await lobby.sit(room.row.id, 1, "Bob", "b" * 32)
        for number in range(20):
            await until(lambda: room.log.table.turn in (0, 1))
            turn = room.log.table.turn
            request = Act(type="act", seat=turn, act=room.log.table.legal[0], answers=room.log.asks)
            assert await room.answer(viewers[turn], request) is None
            if number == 10:
                back = viewers[None] = Viewer(None)
                await room.enter(back, 0)
        assert room.log.table.turn >= 0
        for seat, viewer in viewers.items():
            acts = list(acts_told(viewer))
            assert {act["seat"] for act in acts} == {0, 1, 2, 3}
            for act in acts:
                codes = [each["code"] for each in act["happenings"]]
                own = act["seat"] == seat
                assert (act["act"] == "something", codes) == (not own, [f"secret_of_{seat}"] if own else [])

    with_lobby(tmp_path, first_legal, body)


def acts_told(viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Every act in what a viewer has been sent and has not read: in events, missed ones included, and in views."""
    for message in [json.loads(viewer._messages.get_nowait()) for _ in range(viewer._messages.qsize())]:
        events = [*message.get("events", []), *([message["event"]] if "event" in message else [])]
        yield from (event for event in events if event["kind"] == "act")
        yield from message["view"]["acts"]


def test_a_deal_that_is_over_has_no_secrets() -> None:
    log = Log(replace(QUINTO, heard=secretive), QUINTO.rules(), 3)
    log.apply(Event(1, "dealt", data={"seed": "secrets"}))
    while log.table.turn >= 0:
        assert all(line.act == "something" for line in log.view(None, [], May()).acts)
        log.apply(Event(log.number + 1, "act", log.table.turn, log.table.legal[0]))
    for seat in (None, 0, 3):
        acts = log.view(seat, [], May()).acts
        assert [f"{line.seat} {line.act}" for line in acts] == log.table.deals[0].acts
        assert sum(each.code == "trick" for line in acts for each in line.happenings) == 12
    assert log.told(None, 1)[0].act == "something"  # what was announced once is never announced otherwise


def test_the_same_events_lead_to_the_same_place(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room = await lobby.open_table(wish(BOT, BOT, BOT, BOT), TOKEN)
        await room.enter(Viewer(None), None)
        await until(lambda: room.log.table.turn == -2)
        kept = await store.load(room.row.id)
        assert kept is not None
        again = Room(kept, store, cast(Any, None))
        for seat in (None, 0, 3):
            assert again.view(seat) == room.view(seat)
        assert again.record() == room.record()
        assert again.log.told(None, 0) == room.log.told(None, 0)

    with_lobby(tmp_path, first_legal, body)


def test_seeds_are_secret_and_tokens_are_not_kept(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room = await lobby.open_table(wish(ME, BOT, BOT, BOT), TOKEN)
        await until(lambda: room.log.begun)
        seed = room.log._seeds[0]
        assert len(seed) == 32
        for seat in (None, 0, 1, 2, 3):
            assert seed not in room.view(seat).model_dump_json()
        assert seed not in room.record()
        kept = await store.load(room.row.id)
        assert TOKEN not in repr(kept)

    with_lobby(tmp_path, first_legal, body)


# ---- the store


def test_a_number_and_a_seat_are_written_once(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        await store.open()
        row = TableRow("t", "quinto", {}, None, "s")
        await store.add_table(row, [Sitter(0, "Ann", None, "a")])
        await store.append("t", Event(1, "seats", 1), Sitter(1, "Bob", None, "b"))
        for number, sitter in ((1, None), (2, Sitter(1, "Eve", None, "e")), (2, Sitter(2, "Ann", None, "a"))):
            with pytest.raises(Conflict):
                await store.append("t", Event(number, "seats", 2), sitter)
        with pytest.raises(Conflict):
            await store.append("no such table", Event(1, "dealt"))
        kept = await store.load("t")
        assert kept is not None
        assert kept.table == row
        assert [sitter.name for sitter in kept.sitters] == ["Ann", "Bob"]
        assert kept.events == [Event(1, "seats", 1)]
        assert await store.load("u") is None
        await store.close()

    asyncio.run(run())


def test_what_can_t_be_stored_does_not_happen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room = await lobby.open_table(wish(ME, BOT, BOT, BOT), TOKEN)
        await until(lambda: room.log.table.turn == 0)
        before = room.view(0)
        true, store.append = store.append, cast(Any, failing)  # type: ignore[method-assign]
        viewer = Viewer(None, 0)
        fault = await room.answer(viewer, Act(type="act", seat=0, act="pass", answers=room.log.asks))
        assert fault is not None
        assert fault.code == "not_stored"
        assert room.view(0) == before
        store.append = true  # type: ignore[method-assign]
        assert await room.answer(viewer, Act(type="act", seat=0, act="pass", answers=room.log.asks)) is None

    async def failing(*_: object) -> None:
        raise NotStored("disk full")

    with_lobby(tmp_path, first_legal, body)
    assert "disk full" in caplog.text


def test_the_table_goes_on_when_the_disk_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.server.room.RETRY", 0.02)

    async def body(lobby: Lobby, store: Store) -> None:
        true, store.append = store.append, cast(Any, failing)  # type: ignore[method-assign]
        room = await lobby.open_table(wish(ME, BOT, BOT, BOT), TOKEN)
        await asyncio.sleep(0.1)
        assert not room.log.begun
        store.append = true  # type: ignore[method-assign]
        await until(lambda: room.log.table.turn == 0)

    async def failing(*_: object) -> None:
        raise NotStored("disk full")

    with_lobby(tmp_path, first_legal, body)


def test_a_broken_database_is_an_error_not_a_loss(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        await store.open()
        async with store._engine.begin() as connection:
            await connection.execute(text("DROP TABLE events"))
        with pytest.raises(NotStored):
            await store.append("t", Event(1, "dealt"))
        await store.close()

    asyncio.run(run())


def test_the_migrations_make_the_tables_that_the_store_uses(tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", "tefuda.server:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == VERSION

    def differences(connection: Connection) -> list[Any]:
        return cast(list[Any], compare_metadata(MigrationContext.configure(connection), metadata))

    async def run() -> None:
        store = Store(tmp_path)
        await store.open()
        async with store._engine.begin() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()

    asyncio.run(run())


def test_the_database_waits_for_the_disk(tmp_path: Path) -> None:
    async def run() -> dict[str, Any]:
        store = Store(tmp_path)
        await store.open()
        async with store._engine.connect() as connection:
            names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
            found = {name: (await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in names}
        await store.close()
        return found

    assert asyncio.run(run()) == {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1}


def test_data_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        await store.open()
        async with store._engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(NewerData, match="9999"):
            await store.open()
        await store.close()

    asyncio.run(run())


# ---- rooms come and go


def test_a_room_that_nobody_watches_is_let_go_and_comes_back(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(ME, BOT, BOT, BOT), TOKEN)
        await until(lambda: room.log.table.turn == 0 and room.idle_since is not None)
        viewer = Viewer(None)
        await room.enter(viewer, None)
        await lobby.let_go()
        assert await lobby.find(room.row.id) is room
        room.leave(viewer)
        await until(lambda: room.idle_since is not None)
        await lobby.let_go()
        again = await lobby.find(room.row.id)
        assert again is not room
        assert again.view(0) == room.view(0)

    with_lobby(tmp_path, first_legal, body, rest=0.0)


def test_bots_alone_rest_after_a_deal_while_nobody_watches(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(BOT, BOT, BOT, BOT), TOKEN)
        await until(lambda: room.idle_since is not None)
        assert (room.log.table.turn, len(room.log.table.deals)) == (-1, 1)
        viewer = Viewer(None)
        await room.enter(viewer, None)
        await until(lambda: len(room.log.table.deals) == 2)
        room.leave(viewer)

    with_lobby(tmp_path, first_legal, body)


def test_a_table_that_nobody_opened(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        with pytest.raises(Denied) as denied:
            await lobby.find("nowhere")
        assert (denied.value.status, denied.value.problem.code) == (404, "no_such_table")

    with_lobby(tmp_path, first_legal, body)


def test_a_viewer_who_does_not_read_is_dropped_alone() -> None:
    async def run() -> None:
        slow, quick = Viewer(None), Viewer(None)
        for at in range(QUEUE + 1):
            for viewer in (slow, quick):
                viewer.put(str(at))
            assert await quick._messages.get() == str(at)
        assert slow._dropped.is_set()
        assert not quick._dropped.is_set()

    asyncio.run(run())
