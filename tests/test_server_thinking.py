"""Workers: they answer in order, are free when nobody needs what they think about, and know nothing but their questions."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from scripted import QUINTO, Scripted
from server_process import Browser, Server
from tefuda.bots import bot_for
from tefuda.core.chance import stream
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.server import worker
from tefuda.server.log import Log
from tefuda.server.room import Room
from tefuda.server.store import Event, Kept, TableRow
from tefuda.server.thinking import WORKER, Asked, Question, Thinking, Worker, sent
from tefuda.sim.deal import worlds

# A worker whose bot `slow` never ends, and which writes down what it is asked; it takes a while to get a game ready.
SLOW = """
import sys, time
from tefuda import bots
from tefuda.server import worker
def note(words):
    with open(sys.argv[1], "a") as notes:
        notes.write(f"{time.monotonic()} {words}\\n")
class Slow:
    name = "slow"
    def act(self, game, rules, view, seat, stream):
        note("slow")
        while True:
            pass
class Quick:
    def __init__(self, name):
        self.name = name
    def act(self, game, rules, view, seat, stream):
        note(self.name)
        return 7
bots.BOTS["slow"] = {"quinto": Slow()}
for name in ("first", "second", "third"):
    bots.BOTS[name] = {"quinto": Quick(name)}
worker.AT_ONCE = worker.Question.searches.fget.__globals__["AT_ONCE"] = ("slow", "first", "second", "third")
def prepare(game):
    note("begins " + game.name)
    time.sleep(0.3)
    note("ends " + game.name)
worker.prepare, worker.ready = prepare, lambda game: game.name != "dasan"
worker.main()
"""


def question(bot: str = "simple", asks: Any = "act") -> Question:
    log = Log(QUINTO, QUINTO.rules(), 3)
    log.apply(Event(1, "dealt", data={"seed": "s"}))
    return Question(asks, "quinto", QUINTO.write_rules(QUINTO.rules()), 0, log.table.view(0).row(), bot, 5)


def with_workers(body: Callable[[Thinking], Awaitable[Any]], workers: int = 1, command: tuple[str, ...] = WORKER) -> Any:
    """What the body returns."""

    async def run() -> Any:
        thinking = Thinking(workers, command)
        thinking.start()
        try:
            return await body(thinking)
        finally:
            await thinking.stop()

    return asyncio.run(run())


def slow_worker(notes: Path) -> tuple[str, ...]:
    return (sys.executable, "-c", SLOW, str(notes))


def noted(notes: Path) -> list[str]:
    return [line.partition(" ")[2] for line in notes.read_text().splitlines()] if notes.exists() else []


async def noted_soon(notes: Path, word: str) -> None:
    for _ in range(3000):
        if word in noted(notes):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no worker ever wrote '{word}'")


# ---- answers


def test_the_same_question_has_the_same_answer_in_a_worker_and_here() -> None:
    assert with_workers(lambda thinking: thinking.answer(question())) == worker.answer(question())


def test_a_bot_that_searches_is_played_by_a_club_player_until_the_game_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(QUINTO, QUINTO.rules(), 3)
    log.apply(Event(1, "dealt", data={"seed": "s"}))
    club = bot_for("club", QUINTO).act(QUINTO, QUINTO.rules(), log.table.view(0), 0, stream(5))
    monkeypatch.setattr(worker, "ready", lambda _game: False)
    for bot in ("expert", "master"):
        assert worker.answer(question(bot)) == club
    assert worker.answer(question("master", "advise")) is None
    assert worker.answer(question("master", "claim")) is None
    assert worker.answer(question("master", "rest")) == club


def test_advice_and_claims_are_asked_of_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "ready", lambda _game: True)
    monkeypatch.setattr(worker, "advise", lambda _game, _rules, _view, seat, _stream: [(seat, 1.5, 0.25)])
    monkeypatch.setattr(worker, "claims_rest", lambda _game, _rules, _view, seat: seat == 0)
    assert worker.answer(question("", "advise")) == [[0, 1.5, 0.25]]
    assert worker.answer(question("", "claim")) is True
    monkeypatch.setattr(worker, "claimed_act", lambda _game, _rules, _view, seat, _stream: seat + 40)
    assert worker.answer(question("master", "rest")) == 40


def test_a_question_whose_worker_dies_is_asked_again(tmp_path: Path) -> None:
    async def body(thinking: Thinking) -> Any:
        first = await thinking.answer(question())
        asked = [asyncio.ensure_future(thinking.answer(question())) for _ in range(2)]
        await asyncio.sleep(0)
        for each in thinking._workers:
            each.end()
        return [first, *await asyncio.gather(*asked)]

    assert with_workers(body) == 3 * [worker.answer(question())]


def test_a_question_that_kills_every_worker_is_given_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    deadly = "from tefuda.server import worker; import os; worker.answer = lambda question: os._exit(3); worker.main()"
    answer = with_workers(lambda thinking: thinking.answer(question()), command=(sys.executable, "-c", deadly))
    assert answer is None
    assert caplog.text.count("a worker died over a question for simple") == 2


def test_a_bot_that_raises_twice_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    assert with_workers(lambda thinking: thinking.answer(question("nobody"))) is None
    assert caplog.text.count("bot nobody failed") == 2
    assert "quinto has no bot 'nobody'" in caplog.text


STUCK = """
import sys
from tefuda.server import worker
def stuck(_):
    while True:
        pass
worker.answer, worker.PATIENCE = stuck, 0.2
worker.think(None)
"""


def test_a_bot_that_never_answers_ends_its_worker() -> None:
    ended = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=20, check=False)
    assert ended.returncode == 1
    assert "Timeout" in ended.stderr


def test_what_a_bot_prints_is_no_answer() -> None:
    chatty = (
        "from tefuda.server import worker; real = worker.answer;"
        "worker.answer = lambda question: (print('I think', flush=True), real(question))[1]; worker.main()"
    )
    answer = with_workers(lambda thinking: thinking.answer(question()), command=(sys.executable, "-c", chatty))
    assert answer == worker.answer(question())


# ---- who is served when


def test_questions_are_answered_in_their_order(tmp_path: Path) -> None:
    names = ["third", "first", "second", "first", "third"]

    async def body(thinking: Thinking) -> None:
        await asyncio.gather(*(thinking.answer(question(name)) for name in names))

    with_workers(body, command=slow_worker(tmp_path / "notes"))
    assert noted(tmp_path / "notes") == names


def test_a_worker_is_free_within_a_second_when_nobody_needs_what_it_thinks_about(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def body(thinking: Thinking) -> tuple[Any, list[str], float]:
        slow = asyncio.ensure_future(thinking.answer(question("slow")))
        await noted_soon(notes, "slow")
        dropped = asyncio.ensure_future(thinking.answer(question("second")))
        waiting = asyncio.ensure_future(thinking.answer(question("first")))
        await asyncio.sleep(0.6)
        assert noted(notes) == ["slow"]
        held = next(iter(thinking._workers))
        dropped.cancel()
        slow.cancel()
        began = time.monotonic()
        while held in thinking._workers:
            await asyncio.sleep(0.01)
        replaced = time.monotonic() - began
        return await waiting, noted(notes), replaced

    answer, asked, replaced = with_workers(body, command=slow_worker(notes))
    assert (answer, asked) == (7, ["slow", "first"])  # the second one was dropped while it waited
    assert replaced < 1


def test_a_short_thought_that_nobody_needs_costs_no_worker(tmp_path: Path) -> None:
    async def body(thinking: Thinking) -> bool:
        await thinking.answer(question())
        (before,) = thinking._workers
        dropped = asyncio.ensure_future(thinking.answer(question()))
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.sleep(1)
        return list(thinking._workers) == [before] and before.idle

    assert with_workers(body)


def test_a_stuck_table_leaves_a_worker_for_the_others(tmp_path: Path) -> None:
    async def body(thinking: Thinking) -> Any:
        thinking.expect("quinto")
        stuck = asyncio.ensure_future(thinking.answer(question("slow")))
        await noted_soon(tmp_path / "notes", "slow")
        answer = await thinking.answer(question("first"))
        stuck.cancel()
        return answer

    assert with_workers(body, 2, slow_worker(tmp_path / "notes")) == 7


# ---- getting ready


def test_games_get_ready_one_after_another_in_the_order_in_which_they_were_wanted(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def body(thinking: Thinking) -> tuple[bool, bool, bool]:
        assert not thinking.is_ready("pitch")
        for game in ("pitch", "dasan", "pitch", "quinto"):
            thinking.expect(game)
        assert await thinking.answer(question("first")) == 7  # meanwhile it is answered at once
        assert noted(notes).count("ends pitch") < 2
        while noted(notes).count("ends quinto") < 2:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)
        return thinking.is_ready("pitch"), thinking.is_ready("dasan"), thinking.is_ready("quinto")

    assert with_workers(body, 2, slow_worker(notes)) == (True, False, True)  # not dasan: preparing did not help there
    prepared = [words for words in noted(notes) if words != "first"]
    wanted = [game for game in ("pitch", "dasan", "quinto") for _ in range(2)]  # two workers
    assert [words for pair in zip(prepared[::2], prepared[1::2]) for words in pair] == [
        f"{what} {game}" for game in wanted for what in ("begins", "ends")
    ]
    times = [float(line.split(" ")[0]) for line in notes.read_text().splitlines() if " first" not in line]
    assert all(one <= other for one, other in pairwise(times))


def test_a_search_waits_for_a_worker_that_is_ready_and_other_bots_do_not() -> None:
    async def body() -> list[Worker | None]:
        thinking = Thinking()
        ready, fresh = Worker(), Worker()
        for each in (ready, fresh):
            each.started = True
        thinking._workers = {ready: cast(Any, None), fresh: cast(Any, None)}
        cold = [thinking._worker_for(question("master")) is ready]
        ready.ready.add("quinto")
        ready.asked = Asked(question())
        found = [thinking._worker_for(question(bot)) for bot in ("master", "club")]
        assert cold == [True]
        return [*found, fresh]

    searching, ruled, fresh = asyncio.run(body())
    assert searching is None
    assert ruled is fresh


def test_one_that_does_not_start_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.server.thinking.HIRED_AFTER", 0.05)
    script = (
        f"import os, pathlib; path = pathlib.Path({str(tmp_path / 'tried')!r})\n"
        "if path.exists(): from tefuda.server import worker; worker.main()\n"
        "path.touch()"
    )
    answer = with_workers(lambda thinking: thinking.answer(question()), command=(sys.executable, "-c", script))
    assert answer == worker.answer(question())


# ---- what a worker can know


def position(game: Game) -> Room:
    """A room of bots before its first deal, in no lobby."""
    rules = game.write_rules(game.rules())
    return Room(Kept(TableRow("t", game.name, rules, None, "s"), [], []), cast(Any, None), cast(Thinking, Scripted(lambda _: None)))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_question_is_the_same_bytes_whatever_is_hidden(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state behind the table is exchanged for worlds in which the hidden cards lie elsewhere."""
    monkeypatch.setattr("secrets.randbits", lambda _bits: 5)

    async def body() -> int:
        room = position(game)
        room.log.apply(Event(1, "dealt", data={"seed": "secrets"}))
        different = 0
        while room.log.table.turn >= 0:
            seat, true = room.log.table.turn, room.log.table.state
            bytes_ = {sent(room._question(asks, seat, "master")._asdict()) for asks in ("act", "advise", "claim")}
            for world in worlds(game, room.rules, room.log.table.view(seat), seat, 3, room.log.number):
                different += world.hands != true.hands
                room.log.table.state = world
                assert {sent(room._question(asks, seat, "master")._asdict()) for asks in ("act", "advise", "claim")} == bytes_
            room.log.table.state = true
            assert len(bytes_) == 3
            act = room.log.table.legal[-1]
            room.log.apply(Event(room.log.number + 1, "act", seat, act))
        return different

    assert asyncio.run(body()) > 20


def workers_of(server: Server) -> list[int]:
    """The processes that a server has started, at least one."""
    for _ in range(200):
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.pid)], capture_output=True, text=True, check=False)
        if found.stdout.split():
            return [int(word) for word in found.stdout.split()]
        time.sleep(0.05)
    raise AssertionError("no worker")


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="looks at processes through /proc")
def test_a_worker_has_no_way_to_the_tables(tmp_path: Path) -> None:
    data = tmp_path / "secret-tables"
    server = Server(data).start()
    try:
        ann = Browser(server)
        with ann.watch(ann.open_table("me simple simple simple")) as line:
            line.play_deal(2)
        for each in workers_of(server):
            process = Path(f"/proc/{each}")
            words = (process / "cmdline").read_bytes().split(b"\0")
            assert words[1:3] == [b"-m", b"tefuda.server.worker"]  # begun anew: nothing of the server's memory is in it
            files = {os.readlink(file) for file in (process / "fd").iterdir()}
            own = {os.readlink("/proc/self/fd/2"), os.readlink(f"/proc/{server.pid}/fd/2")}  # where errors are written
            pairs = {f"socket:[{line.split()[6]}]" for line in Path("/proc/net/unix").read_text().splitlines()[1:]}
            assert all(file.startswith("pipe:") or file in pairs for file in files - own), files  # no database, no port
            for said in ("cmdline", "environ", "maps"):
                assert str(data).encode() not in (process / said).read_bytes()
    finally:
        server.stop()


def test_a_question_crosses_as_one_line_of_json() -> None:
    asked = question("master")
    line = sent(asked._asdict())
    assert line.count(b"\n") == 1
    assert Question(**json.loads(line)) == asked
