"""Measures ourselves against the peers in one run on one core, and writes docs/benchmarks.md.

Run it with `make bench`. Rates are per second of this process's CPU time; the two sides take turns, so that a busy machine slows
both. Start-up and memory are of a real server process.
"""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pyspiel
from rich.console import Console

import batch
import others
import plot
import solving
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.sim.playout import random_deals

REPORT = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PICTURE = REPORT.with_suffix(".png")
ROUNDS = 7
OUR_DEALS = 300_000
PLAIN_DEALS = 1_000
PEER_GAMES = 15_000
OTHER_ROUNDS = 3
LOOP_GOAL = 60  # ours to OpenSpiel's loop from Python
COUNTED_GAMES = 500  # whose actions are counted, for the peer's mean of actions a game
# Our game: OpenSpiel's nearest, and the ratio that we aim at.
NEAREST = {"quinto": ("spades", 12), "piquet": ("skat", 8), "pitch": ("euchre", 8), "dasan": ("dou_dizhu", 8)}
console = Console(stderr=True)


class Rates(NamedTuple):
    """Actions a second: medians of the rounds."""

    compiled: float
    plain: float
    peer: float
    ratio: float  # the median of the rounds' ratios, compiled to peer
    lowest: float


class Other(NamedTuple):
    """Another engine's random actions a second, and the goal for ours to that, with our game that stands beside it."""

    engine: others.Engine
    rate: float
    game: str
    goal: float


class Server(NamedTuple):
    """A server process: seconds to its first served page, and MiB of the web process at rest."""

    start: float
    memory: float


def actions_a_game(name: str) -> float:
    """How many decisions of players a random game of OpenSpiel's has, on the average; chance is not counted."""
    game = pyspiel.load_game(name)
    return sum(others.openspiel_deal(game) for _ in range(COUNTED_GAMES)) / COUNTED_GAMES


def peer_rate(name: str, actions: float) -> float:
    """OpenSpiel's own C++ loop: whole games with its uniform random bots, the deal included."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    return _timed(lambda: sum(_peer_game(game, bots, seed) for seed in range(PEER_GAMES)), PEER_GAMES * actions)


def _peer_game(game: object, bots: list[object], seed: int) -> int:
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)  # type: ignore[attr-defined]
    return 1


def our_rate(game: Game, deals: int, *, plain: bool) -> float:
    """Our whole random deals, in actions a second of CPU time."""
    began = time.process_time()
    tally = random_deals(game, deals, 1, plain=plain)
    return tally.actions / (time.process_time() - began)


def _timed(work: Callable[[], object], actions: float) -> float:
    began = time.process_time()
    work()
    return actions / (time.process_time() - began)


def measure(game: Game) -> Rates:
    """A game against its nearest peer, turn by turn."""
    name, _ = NEAREST[game.name]
    actions = actions_a_game(name)
    our_rate(game, 10, plain=False)  # compiles, or reads what was compiled before
    rounds = []
    for number in range(ROUNDS):
        console.print(f"{game.name} against {name}: round {number + 1} of {ROUNDS}")
        rounds.append((our_rate(game, OUR_DEALS, plain=False), our_rate(game, PLAIN_DEALS, plain=True), peer_rate(name, actions)))
    compiled, plain, peer = (statistics.median(column) for column in zip(*rounds, strict=True))
    ratios = sorted(ours / theirs for ours, _, theirs in rounds)
    return Rates(compiled, plain, peer, statistics.median(ratios), ratios[0])


def measure_others() -> list[Other]:
    """Every other engine, medians of the rounds; our game beside it is the nearest one, Quinto where there is none."""
    beside = {peer: game for game, (peer, _) in NEAREST.items()}
    found = []
    for engine in others.engines():
        console.print(f"{engine.name}: {engine.game}, {engine.how}")
        rate = statistics.median(engine.rate() for _ in range(OTHER_ROUNDS))
        goal = LOOP_GOAL if engine.game in beside else 1 if "Rust" in engine.how else 0
        found.append(Other(engine, rate, beside.get(engine.game, "quinto"), goal))
    return found


def measure_server() -> Server:
    """Starts `tefuda serve` twice and measures the second, warm start."""
    with tempfile.TemporaryDirectory() as data:
        _served(data)
        return _served(data)


def _served(data: str) -> Server:
    command = [sys.executable, "-m", "tefuda", "serve", "--port", "8765", "--data", data]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        start = _first_page("http://127.0.0.1:8765/") - began
        time.sleep(5)  # at rest: the bots' processes have warmed up
        return Server(start, _resident(process.pid))
    finally:
        process.terminate()
        process.wait(20)


def _first_page(url: str) -> float:
    for _ in range(2000):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                answer.read()
            return time.perf_counter()
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(f"no page at {url}")


def _resident(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise ValueError("the system does not tell how much memory a process has")


def report(rates: dict[str, Rates], beside: list[Other], batches: str, server: Server, solved: str, searched: str) -> str:
    """The page docs/benchmarks.md."""
    rows = []
    for name, found in rates.items():
        peer, goal = NEAREST[name]
        rows.append(
            f"| {name} | {found.compiled / 1e6:.1f} M | {found.plain / 1e3:.0f} k | {peer} | {found.peer / 1e6:.2f} M "
            f"| **{found.ratio:.1f}** (lowest round {found.lowest:.1f}, goal {goal}) | {found.compiled / found.plain:.0f} |"
        )
    table = "\n".join(rows)
    return f"""# Benchmarks

Written by `make bench` on {date.today().isoformat()}: one run, one core, the sides taking turns, medians of {ROUNDS} rounds.
{platform.python_implementation()} {platform.python_version()}, Numba {version("numba")}, OpenSpiel {version("open-spiel")}, \
{platform.machine()}, {os.cpu_count()} cores.

## Random play of whole deals, in actions a second

Every deal is shuffled and dealt, every action is a uniformly random legal one. The peer is OpenSpiel's own C++ loop,
`pyspiel.evaluate_bots` with its uniform random bots on its nearest game, the deal included.

| game | ours, compiled | ours, plain Python | peer | peer's rate | ours to peer | compiled to plain |
|---|---:|---:|---|---:|---:|---:|
{table}

## The same beside other engines

Random legal actions, the deal included, one core; each engine is driven in the fastest way that it offers for the purpose named.
Games differ, so read the orders of magnitude. Ours to it is our compiled loop in the game named.

![Random actions a second, on a logarithmic scale](benchmarks.png)

| engine | game | how | actions a second | ours to it |
|---|---|---|---:|---:|
{_beside(rates, beside)}

## Many tables at once

Steps of `tefuda.batch`, called from Python, masks and observations written; choosing a random legal action for every table is
counted. A step is one action at one table. `packed` are views as bits, `planes` the vectors as well (docs/adapters.md). The goal is
20 times the peer at its best number of tables. The peer's games are not ours: it is the only one with the auction of a card game.

{batches}

## Exact solving with open cards, milliseconds a position

The exact value of a position, one core, an empty table for every position, {solving.POSITIONS} positions of each
kind. The peer is DDS (libdds in endplay {version("endplay")}) on bridge deals of twelve cards a hand: one leader, one trump, the
number of tricks.

| positions | median | nine of ten | slowest | median to that of DDS |
|---|---:|---:|---:|---:|
{solved}

## Information-set search, simulations a second

From the first decision of a deal, play-outs at random. The peer is OpenSpiel's own ISMCTS (C++) in hearts.

| game | ours | OpenSpiel, hearts | ours to peer |
|---|---:|---:|---:|
{searched}

## The server

| | measured | goal |
|---|---:|---:|
| `tefuda serve`, from the command to the first served page, warm | {server.start:.2f} s | under 2 s |
| memory of the web process at rest | {server.memory:.0f} MiB | under 150 MB |
"""


def _beside(rates: dict[str, Rates], beside: list[Other]) -> str:
    lines = []
    for engine, rate, game, goal in beside:
        ratio = f"**{rates[game].compiled / rate:,.1f}** ({game}{f', goal {goal}' if goal else ''})"
        lines.append(f"| {engine.name} | {engine.game} | {engine.how} | {rate:,.0f} | {ratio} |")
    return "\n".join(lines)


def bars(rates: dict[str, Rates], beside: list[Other]) -> list[plot.Bar]:
    """The bars of the picture, the fastest first."""
    ours = [plot.Bar(f"{game}, compiled", each.compiled, True) for game, each in rates.items()]
    plain = [plot.Bar(f"{game}, plain Python", each.plain, True) for game, each in rates.items()]
    loops = [plot.Bar(f"OpenSpiel {NEAREST[game][0]}, C++ loop", each.peer, False) for game, each in rates.items()]
    rest = [plot.Bar(f"{each.engine.name.split()[0]} {each.engine.game}, {each.engine.how}", each.rate, False) for each in beside]
    return sorted(ours + plain + loops + rest, key=lambda bar: -bar.rate)


def solved() -> str:
    """The rows about exact solving; DDS comes first."""
    console.print("solving: DDS")
    peer = solving.dds()
    rows = [_times("DDS, bridge, 12 cards a hand", peer, "1")]
    for kind in solving.KINDS:
        console.print(f"solving: {kind.words}")
        found = solving.solver(kind)
        rows.append(_times(kind.words, found, f"**{found.median / peer.median:.2f}** (goal at most {kind.bar:g})"))
    return "\n".join(rows)


def _times(words: str, found: solving.Times, ratio: str) -> str:
    return f"| {words} | {found.median:.2f} | {found.ninth:.2f} | {found.slowest:.2f} | {ratio} |"


def searched() -> str:
    """The rows about information-set search."""
    rows = []
    for name in GAMES:
        console.print(f"information-set search: {name}")
        found = solving.search(name)
        rows.append(f"| {name} | {found.ours:,.0f} | {found.peer:,.0f} | **{found.ours / found.peer:.1f}** |")
    return "\n".join(rows)


def main() -> None:
    """Measures everything and writes the report."""
    server = measure_server()
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"  # Pgx's compiler, too, has one core
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rates, beside = {game.name: measure(game) for game in GAMES.values()}, measure_others()
    plot.draw(bars(rates, beside), PICTURE)
    console.print("many tables at once")
    batches = batch.table(batch.measure())
    text = report(rates, beside, batches, server, solved(), searched())
    REPORT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
