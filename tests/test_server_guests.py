"""Bots of others at the web table: chosen like levels, named by whoever runs the server alone, and their faults harm no table."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from misbehaving import FAULTS, FIRST_LEGAL, script
from scripted import until
from server_process import Browser, Server, Watcher
from tefuda.bots.foreign import LAST_FAULT
from tefuda.games import GAMES
from tefuda.play.record import read_line
from tefuda.play.table import replay
from tefuda.server.guests import Guests, GuestSeat
from tefuda.server.lobby import game_info
from test_foreign_bots import BOTS, SHELL, ended

QUINTO: Final = GAMES["quinto"]
GONE: Final = "exit 4"


@contextmanager
def serving(data: Path, *bots: str, patience: float = 2.0) -> Iterator[Server]:
    """A real server with these bots of others, each as NAME=BOT."""
    words = [word for bot in bots for word in ("--bot", bot)]
    server = Server(data, more=[*words, "--patience", str(patience)]).start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.stop()


def levels(line: Watcher) -> list[tuple[int, str]]:
    return [(event["seat"], event["bot"]) for event in line.events if event["kind"] == "level"]


def record_of(browser: Browser, table: str) -> Any:
    record = read_line(browser.ask("GET", f"/api/tables/{table}/record").content)
    replay(record)
    return record


def test_a_person_plays_deals_with_bots_of_others(tmp_path: Path) -> None:
    with serving(tmp_path, f"first={SHELL}", f"My bot=cmd:{sys.executable} {BOTS / 'highest.py'}") as server:
        ann = Browser(server)
        for game in ann.ask("GET", "/api/games").json():
            assert game["levels"] == ["beginner", "club", "expert", "master", "first", "My bot"]
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in ("first", "My bot", "first"))]
        answer = ann.ask("POST", "/api/tables", {"game": "quinto", "name": "Ann", "seats": seats})
        table = answer.json()["table"]
        assert [seat["bot"] for seat in answer.json()["seats"]] == [None, "first", "My bot", "first"]
        with ann.watch(table, 0) as line:
            line.play_deal()
            line.ask("next")
            line.until(lambda: line.view["turn"] == 0)
            line.send({"type": "level", "seat": 0, "where": 1, "bot": "My bot"})
            line.until(lambda: bool(levels(line)))
            line.play_deal()
            assert levels(line) == [(1, "My bot")]
        record = record_of(ann, table)
        assert [seat.bot for seat in record.seats] == [None, "first", "My bot", "first"]
        assert len(record.deals) == 2


def test_nobody_on_the_web_names_a_command(tmp_path: Path) -> None:
    evil = f"cmd:touch {tmp_path}/evil"
    with serving(tmp_path / "data", f"first={SHELL}") as server:
        ann = Browser(server)
        for bot in (evil, SHELL, "json:loads", "second"):
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * 3]
            answer = ann.ask("POST", "/api/tables", {"game": "quinto", "name": "Ann", "seats": seats})
            assert (answer.status_code, answer.json()["code"]) == (422, "no_such_bot")
        with ann.watch(ann.open_table("me first club club")) as line:
            line.until_asked()
            for bot in (evil, "json:loads", "first "):
                assert line.fault({"type": "level", "seat": 0, "where": 1, "bot": bot[:40]})["code"] == "no_level"
            assert SHELL not in json.dumps(line.heard)
    assert not (tmp_path / "evil").exists()


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows a bot of every kind of fault, each named after it, and one that plays well."""
    folder = tmp_path_factory.mktemp("faulty")
    bots = [f"{name}={script(folder, act)}" for name, (act, _) in FAULTS.items()]
    with serving(folder, f"good={SHELL}", *bots, patience=0.5) as server:
        yield server


@pytest.mark.parametrize(("bot", "reason"), [(name, reason) for name, (_, reason) in FAULTS.items()], ids=FAULTS)
def test_a_fault_brings_the_club_player_and_harms_no_table(bot: str, reason: str, faulty: Server) -> None:
    ann = Browser(faulty)
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": each} for each in ("good", "good", bot))]
    table = ann.ask("POST", "/api/tables", {"game": "quinto", "name": "Ann", "seats": seats}).json()["table"]
    with ann.watch(table, 0) as line:
        line.play_deal()
        assert levels(line) == [(3, "club")]
        assert [seat["bot"] for seat in line.table["seats"]] == [None, "good", "good", "club"]
    (change,) = record_of(ann, table).extra["levels"][0]
    assert change == {"act": change["act"], "seat": 3, "from": bot, "to": "club", "fault": reason}


def test_a_bot_comes_back_for_the_next_deal_until_its_third_fault(tmp_path: Path) -> None:
    bad = script(tmp_path, f"echo x >> {tmp_path}/asked; {GONE}")
    with serving(tmp_path / "data", f"bad={bad}") as server:
        ann = Browser(server)
        table = ann.open_table("me bad", game="piquet")  # six deals whatever happens
        with ann.watch(table, 0) as line:
            for deal in range(LAST_FAULT + 1):
                line.play_deal()
                if deal < LAST_FAULT:
                    line.ask("next")
                    line.until(lambda: line.view["turn"] >= 0)
            assert levels(line) == [(1, "club"), (1, "bad"), (1, "club"), (1, "bad"), (1, "club")]
            kept = line.view["number"]
        assert len((tmp_path / "asked").read_text().splitlines()) == LAST_FAULT
        server.kill()
        server.start()
        with ann.watch(table, 0) as line:  # what happened is in the log, and so it stands after a crash
            assert line.view["number"] == kept
            assert line.table["seats"][1]["bot"] == "club"


def test_a_table_whose_bot_is_no_longer_known_plays_on_with_the_club_player(tmp_path: Path) -> None:
    ann, server = Browser(Server(tmp_path)), Server(tmp_path, more=["--bot", f"first={SHELL}"])
    ann.server = server.start()
    table = ann.open_table("me first simple simple")
    with ann.watch(table, 0) as line:
        line.until_asked()
    server.kill()
    server.more = ()
    server.start()
    with ann.watch(table, 0) as line:
        line.play_deal()
        assert line.table["seats"][1]["bot"] == "first"
    server.stop()


def noted_process(folder: Path, line: Watcher) -> int:
    """Plays until a bot has acted that notes its process; the process is there."""
    (folder / "pid").unlink(missing_ok=True)
    line.play_deal(2)
    line.until_asked()
    pid = int((folder / "pid").read_text())
    assert Path(f"/proc/{pid}").exists()
    return pid


def test_no_bot_outlives_the_server_and_none_stays_at_a_table_that_all_have_left(tmp_path: Path) -> None:
    note = script(tmp_path, f"echo $$ > {tmp_path}/pid; {FIRST_LEGAL}")
    with serving(tmp_path / "data", f"noted={note}") as server:
        ann = Browser(server)
        table = ann.open_table("me noted noted noted")
        with ann.watch(table, 0) as line:
            pid = noted_process(tmp_path, line)
        assert ended(pid)
        with ann.watch(table, 0) as line:
            pid = noted_process(tmp_path, line)
            server.kill()
            assert ended(pid)


@pytest.mark.parametrize("bot", ["first", "=cmd:true", "master=cmd:true", "a.b=cmd:true", "x=sh", "x=cmd:"])
def test_a_wrong_bot_on_the_command_line_is_told_in_a_sentence(bot: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tefuda.server", "--port", "0", "--data", str(tmp_path), "--bot", bot]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "'" + bot.partition("=")[2 * bot.startswith("x=")] in done.stderr
    assert "Traceback" not in done.stderr


# ---- from the inside


def seat(table: str = "t", bot: str = "slow") -> GuestSeat:
    return GuestSeat(table, QUINTO, QUINTO.rules(), 1, bot)


def view() -> Any:
    state, pack = QUINTO.state(), list(QUINTO.pack(QUINTO.rules()))
    QUINTO.kernel.start(QUINTO.rules(), state, 0)
    QUINTO.kernel.deal(QUINTO.rules(), state, pack)
    return state


def test_a_bot_that_nobody_waits_for_any_more_is_ended_at_once(tmp_path: Path) -> None:
    slow = script(tmp_path, f"echo $$ > {tmp_path}/pid; sleep 60")

    async def body() -> float:
        guests = Guests({"slow": slow}, 60)
        asked = asyncio.ensure_future(guests.act(seat(), view(), 0, [], 1))
        await until(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()))
        begun = time.monotonic()
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        guests.close()
        return time.monotonic() - begun

    assert asyncio.run(body()) < 5
    assert ended(int((tmp_path / "pid").read_text()))


def test_a_bot_that_is_still_starting_when_it_is_sent_away_is_ended(tmp_path: Path) -> None:
    slow = script(tmp_path, hello=f"echo $$ > {tmp_path}/pid; sleep 60")

    async def body() -> None:
        guests = Guests({"slow": slow}, 60)
        asked = asyncio.ensure_future(guests.act(seat(), view(), 0, [], 1))
        await until(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()))
        guests.leave("t")
        assert str(await asked) == "was ended by signal 9"
        guests.close()

    asyncio.run(body())
    assert ended(int((tmp_path / "pid").read_text()))


def test_the_names_are_offered_after_the_levels_and_looked_up_nowhere_else() -> None:
    assert game_info("pitch", ("mine",)).levels[-2:] == ["master", "mine"]
    assert game_info("pitch", ("mine",)).bots[-1] == "mine"
    assert "mine" not in game_info("pitch").bots
