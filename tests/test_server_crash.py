"""A server that is killed comes back with every table; nothing that was announced is lost."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server_process import Browser, Server, Watcher
from tefuda.play.record import read_line
from tefuda.play.table import replay

MEMORY = 150_000  # kilobytes that an idle server may take


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server to kill."""
    running = Server(tmp_path / "data").start()
    yield running
    running.stop()


def workers_of(server: Server) -> list[int]:
    """The processes that a server has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()


def wait_until_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + 10
    while any(map(is_running, processes)):
        assert time.monotonic() < deadline, "the workers outlive their server"
        time.sleep(0.05)


def test_a_table_goes_on_after_a_kill_in_the_middle_of_a_deal(mortal: Server) -> None:
    ann = Browser(mortal)
    table = ann.open_table("me simple random simple")
    with ann.watch(table, since=0) as line:
        line.play_deal(4)
        line.until_asked()
        before, events = line.view, line.events
        workers = workers_of(mortal)
        mortal.kill()
    assert workers
    wait_until_gone(workers)
    mortal.start()
    with ann.watch(table, since=0) as line:
        assert line.view == before
        assert line.events == events
        assert line.table["you"] == 0
        line.act()
        assert line.events[-1]["number"] > before["number"]
        line.play_deal()
        assert [event["number"] for event in line.events] == list(range(1, line.view["number"] + 1))
        line.ask("next")
        line.until(lambda: line.view["turn"] >= 0)
    record = read_line(ann.ask("GET", f"/api/tables/{table}/record").content)
    assert len(replay(record).deals) == 1


def test_everything_announced_is_there_after_a_kill_at_any_moment(mortal: Server) -> None:
    ann = Browser(mortal)
    table = ann.open_table("me simple random simple")
    heard: dict[int, object] = {}
    for rounds in range(3):
        with ann.watch(table, since=0) as line:
            line.play_deal(1 + rounds)
            line.until_asked()
            line.ask("act", line.view["legal"][0])  # the bots are acting while the server is killed
            listen(line, rounds)
            mortal.kill()
            drain(line)
            heard |= {event["number"]: event for event in line.events}
        mortal.start()
    with ann.watch(table, since=0) as line:
        stored = {event["number"]: event for event in line.events}
        assert list(stored) == list(range(1, len(stored) + 1))
        assert all(stored[number] == event for number, event in heard.items())
        line.play_deal()
        assert line.view["turn"] == -1


def listen(line: Watcher, messages: int) -> None:
    """Listens to so many messages after we acted, fewer if nobody else is to act: the server is silent then."""
    enough, number = len(line.heard) + messages, line.view["number"]
    line.until(lambda: len(line.heard) == enough or (line.view["number"] > number and line.view["turn"] in (line.seat, -1)))


def drain(line: Watcher) -> None:
    """Listens until the server hangs up."""
    try:
        while True:
            line.hear()
    except ConnectionClosed:
        return


def test_take_backs_and_stand_ins_survive(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", grace=0.3).start()
    try:
        ann, bob = Browser(server), Browser(server)
        alone, shared = ann.open_table("me simple simple simple"), ann.open_table("me open simple simple")
        bob.sit(shared, 1)
        with ann.watch(alone) as line:
            line.play_deal(3)
            line.until_asked()
            line.ask("undo")
            line.until(lambda: line.events[-1]["kind"] == "undone")
            after_undo = line.view
        with ann.watch(shared) as line:
            line.until(lambda: line.table["seats"][1]["stand_in"])
        server.kill()
        server.start()
        with ann.watch(alone) as line:
            assert line.view == after_undo
        assert ann.ask("GET", f"/api/tables/{shared}").json()["seats"][1]["stand_in"]
        with bob.watch(shared) as line:
            assert not line.welcome["table"]["seats"][1]["stand_in"]
    finally:
        server.stop()


def test_the_server_is_light_and_ends_politely(mortal: Server) -> None:
    ann = Browser(mortal)
    assert ann.ask("GET", "/api/health").json()["ok"]
    memory = Path(f"/proc/{mortal.pid}/status")
    if memory.exists():
        used = next(int(line.split()[1]) for line in memory.read_text().splitlines() if line.startswith("VmRSS"))
        assert used < MEMORY
    workers = workers_of(mortal)
    assert mortal.stop() == 0
    wait_until_gone(workers)
    mortal.start()


def test_a_second_server_on_the_same_port_says_so(mortal: Server) -> None:
    port = mortal.url.rpartition(":")[2]
    words = [sys.executable, "-m", "tefuda.server", "--port", port, "--data", str(mortal.data)]
    second = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert second.returncode == 1
    assert second.stderr.startswith(f"Can't listen on 127.0.0.1, port {port}: ")
    assert second.stderr.count("\n") == 1
    assert second.stdout == ""


def test_two_servers_on_the_same_data_don_t_spoil_it(mortal: Server) -> None:
    """The number of an event is written once: the server that comes too late takes the table up anew."""
    other = Server(mortal.data).start()
    try:
        ann = Browser(mortal)
        table = ann.open_table("me simple simple simple")
        with ann.watch(table) as line:
            line.until_asked()
            elsewhere = Browser(other)
            elsewhere.cookie = ann.cookie
            with elsewhere.watch(table) as second:
                second.until_asked()
                second.play_deal(1)
                second.until_asked()
                line.ask("act", line.view["legal"][0])
                drain(line)
                assert line.heard[-1]["view"]["number"] < second.view["number"]  # nothing was announced that isn't stored
                with ann.watch(table, since=line.view["number"]) as again:
                    assert again.view["acts"] == second.view["acts"]
                    assert again.view["number"] == second.view["number"]
    finally:
        other.stop()


def test_a_worker_that_dies_is_replaced(mortal: Server) -> None:
    ann = Browser(mortal)
    with ann.watch(ann.open_table("me simple simple simple")) as line:
        line.play_deal(2)
        line.until_asked()
        for worker in workers_of(mortal):
            if "resource_tracker" not in Path(f"/proc/{worker}/cmdline").read_text():
                os.kill(worker, 9)
        line.play_deal()
        assert line.view["turn"] == -1


def test_the_port_can_be_taken_again_at_once(mortal: Server) -> None:
    host, port = "127.0.0.1", int(mortal.url.rpartition(":")[2])
    with socket.create_connection((host, port)):
        mortal.kill()
    words = [sys.executable, "-m", "tefuda.server", "--port", str(port), "--data", str(mortal.data)]
    again = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert again.stdout is not None
    assert str(port) in again.stdout.readline()
    again.kill()
    again.wait(10)
    again.stdout.close()
    mortal.start()
