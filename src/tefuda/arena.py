"""The arena: bots against each other, every deal as a duplicate.

**The duplicate.** Two bots, a and b, play each deal twice: with the same pack, dealer and scores, each seat with the same stream
of chance. In the first play a has one side and b all others, in the second b has that side and a all others; deal d sets side d
mod n of the n sides apart. So every side's cards are held once by a and once by b, and what a met in one play b meets in the
other: a bot against itself comes to exactly 0. Two plays are the fewest that do that. Between two sides they are the two ways to
seat two bots.

**The unit.** Both plays of a deal together are one observation: deals are independent of each other, the two plays of one are
not. Among n > 2 single players each could be set apart in every deal. That takes n times the plays and gives n differences from
the same cards; if any two of them have the correlation r, their mean has the variance (1 + (n - 1) r) / n of one of them, while
as many plays of n fresh deals have 1 / n. So fresh deals tell more wherever r > 0. Measured over 500 deals and more, in points: r
= 0.26 in Da San and 0.35 in five-handed Pitch between `simple` and the same with every fifth act at random; -0.06 and 0.15
between `simple` and `random`.

**What is told.** Points: what a made with a side's cards minus what b made with the same cards, on the average of the sides and
of the deals; between two sides that is a's points minus b's in a deal. Wins: a's share of the deals, or of whole matches. A deal
is won by the side with most points, a tie is shared among its sides; as either bot holds every side once, bots of equal strength
have one half. In whole matches, a deal's points are those of both plays divided by the number of their deals.

**Faults.** One of our own bots that is at fault ends the run: that is a defect of ours. A bot of others (bots/foreign.py has the
rule) loses the play, deal or match: it ends there, and each of its deals counts -1000 for every side of that bot and 1000 for every
other. By any house rules of any game the first deal of a match brings no side more than 1000 and costs none more: no fault pays,
and nobody who meets one is the worse for it.
"""

import hashlib
import multiprocessing
import operator
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, nullcontext
from functools import cache, partial
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median, stdev
from typing import IO, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from tefuda.bots import bot_for
from tefuda.bots.foreign import PATIENCE, Company, Guest, is_foreign
from tefuda.bots.line import BotFault
from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, Game, Kernel
from tefuda.core.rule import can_compile
from tefuda.core.state import State, tables
from tefuda.core.view import cut, mask
from tefuda.games import GAMES
from tefuda.play.errors import TefudaError
from tefuda.sim.match import seat_stream

CONFIDENCE: Final = 0.95
MANY: Final = 100  # deals from which on the normal distribution stands for Student's t
ELO: Final = 400 / log(10)  # points of a rating for a factor e in the odds
WARM_UP: Final = -1  # the number of the deal that every process plays first and does not count
FORFEIT: Final = 1000  # points a deal for every side that meets a bot at fault, and against every side of that bot
FAULTS_TOLD: Final = 3  # of each bot; all are counted
FLOORS: Final = ("core", "games", "sim", "solve", "bots")  # the sources that decide what is played

Key = tuple[tuple[int, int], int]  # a pair of bots and the number of a deal


class FaultyAct(TefudaError):
    """A bot raised an exception or answered with what is not legal; the text names bot, deal and seat."""


class FileError(TefudaError):
    """A file of duplicate deals that can't be read, or that another command has written."""


class Contest(NamedTuple):
    """All that the result depends on, but the number of deals: `bots` are two names or more, `matches` asks for whole matches.

    `patience` is how many seconds a bot of others may take for an act.
    """

    game: str
    rules: Any
    bots: tuple[str, ...]
    seed: int
    matches: bool = False
    patience: float = PATIENCE

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two of the bots, by their places in `bots`."""
        return list(combinations(range(len(self.bots)), 2))


class Fault(BaseModel):
    """What ended a play: the deal as `SEED/NUMBER/DEAL`, the seat of the bot of others, and what it did wrong."""

    model_config = ConfigDict(strict=True, extra="forbid")

    deal: str
    seat: int
    reason: str


class Play(BaseModel):
    """One play of a deal or match: each side's points over its deals, the sides that won it, how many deals it had."""

    model_config = ConfigDict(strict=True, extra="forbid")

    points: list[int]
    winners: list[int]
    deals: int
    fault: Fault | None = None


class Duplicate(BaseModel):
    """A deal or match that a pair of bots has played twice, and the time of each decision of either bot."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pair: tuple[int, int]
    deal: int
    plays: tuple[Play, Play]
    microseconds: tuple[list[int], list[int]]


class Head(BaseModel):
    """The first line of a file of duplicate deals: the command, and a digest of the program that played."""

    model_config = ConfigDict(strict=True, extra="forbid")

    arena: int
    game: str
    rules: dict[str, bool | int | str]
    bots: list[str]
    seed: int
    matches: bool
    patience: float
    program: str


class Interval(NamedTuple):
    """A mean and the ends of its 95 % interval; None where there is a single deal, which leaves them open."""

    mean: float
    low: float | None
    high: float | None


# ---- the play


class _Board(NamedTuple):
    """A game ready to be played from Python, plain or compiled."""

    kernel: Kernel
    rules: Any
    state: Any
    numbers: Callable[[Sequence[int]], Any]  # puts whole numbers where the kernel can read and write
    view: Callable[[int], Any]  # the state as cut for a seat
    whole: Callable[[], Any]  # the state as an object

    @property
    def waits_for(self) -> int:
        """Whose turn it is, or DEAL_DUE, or MATCH_OVER."""
        return int(self.kernel.seat(self.rules, self.state))


def _board(game: Game, rules: Any) -> _Board:
    if can_compile():
        return _compiled(game, rules)
    state = game.state()
    return _Board(game.kernel, rules, state, list, partial(cut, state), state.copy)


def _compiled(game: Game, rules: Any) -> _Board:
    import numpy as np

    kind: Any = game.state
    rows, records = tables(kind, 1)
    seen = [np.array(mask(kind, seat), np.int64) for seat in range(game.seats(rules))]

    def view(seat: int) -> State:
        return game.state.from_row((rows[0] & seen[seat]).tolist())

    def whole() -> State:
        return game.state.from_row(rows[0].tolist())

    return _Board(game.compiled, game.numbers(rules), records[0], partial(np.array, dtype=np.int64), view, whole)


class _Seat(NamedTuple):
    """A bot at the table: its stream, and the time of its decisions so far. `bot` is None for one of others."""

    name: str
    bot: Any
    stream: list[int]
    microseconds: list[int]


class _Forfeit(Exception):
    """A bot of others has lost the play."""

    def __init__(self, fault: Fault, deals: int) -> None:
        super().__init__(fault.reason)
        self.fault, self.deals = fault, deals


class _Table(NamedTuple):
    """Who plays what: the seats, and the bots of others among them."""

    game: Game
    rules: Any
    board: _Board
    seats: Sequence[_Seat]
    company: Company


def play(contest: Contest, names: Sequence[str], number: int) -> tuple[Play, list[list[int]]]:
    """Plays a deal of the contest, or a match, with a bot by name in each seat; also returns each seat's decisions in microseconds.

    The packs and the first dealer follow from the seed `SEED/NUMBER` (tefuda.core.chance), each seat's stream from seed, number and
    seat (sim.match.seat_stream). Every seat asks for a bot of its own. A play that a fault has ended is nobody's yet: `forfeited`
    says whose. Raises FaultyAct.
    """
    game, rules, seed = GAMES[contest.game], contest.rules, f"{contest.seed}/{number}"
    table = _sat_down(contest, names, number)
    board, sides = table.board, len(game.sides(rules))
    board.kernel.start(board.rules, board.state, chance.first_dealer(seed, len(names)))
    points, deals = [0] * sides, 0
    try:
        while board.waits_for == DEAL_DUE and (contest.matches or deals == 0):
            for side, more in enumerate(_play_deal(table, seed, deals)):
                points[side] += more
            deals += 1
        winners = _match_winners(game, rules, board) if contest.matches else winners_by_points(points)
        played = Play(points=points, winners=winners, deals=deals)
    except _Forfeit as lost:
        played = Play(points=[0] * sides, winners=[], deals=lost.deals, fault=lost.fault)
    return played, [seat.microseconds for seat in table.seats]


def _sat_down(contest: Contest, names: Sequence[str], number: int) -> _Table:
    game = GAMES[contest.game]
    streams = (seat_stream((contest.seed << 32) + number, seat) for seat in range(len(names)))
    bots = (None if is_foreign(name) else bot_for(name, game) for name in names)
    seats = [_Seat(name, bot, stream, []) for name, bot, stream in zip(names, bots, streams)]
    guests = {seat: _guest(name, seat, contest.patience) for seat, name in enumerate(names) if is_foreign(name)}
    return _Table(game, contest.rules, _board(game, contest.rules), seats, Company(game, contest.rules, guests))


def _guest(name: str, seat: int, patience: float) -> Guest:
    """One process for each bot of others and seat, kept for further plays: it never has another seat's view of a deal."""
    return _guests.setdefault((name, seat, patience), Guest(name, seat, patience))


_guests: dict[tuple[str, int, float], Guest] = {}


def _send_home() -> None:
    """Ends the processes of the bots of others."""
    while _guests:
        _guests.popitem()[1].leave()


def _play_deal(table: _Table, seed: str, deal: int) -> list[int]:
    """Plays the next deal; returns its points side by side."""
    game, rules, board = table.game, table.rules, table.board
    cards, sides = game.pack(rules), len(game.sides(rules))
    pack = [cards[at] for at in chance.deal_order(seed, deal, len(cards))]
    board.kernel.deal(board.rules, board.state, board.numbers(pack))
    table.company.dealt()
    while (seat := board.waits_for) >= 0:
        _do(table, seat, _choice(table, seat, seed, deal))
    points, totals = board.numbers([0] * sides), board.numbers([0] * sides)
    board.kernel.score(board.rules, board.state, points, totals)
    table.company.over(list(map(int, points)), list(map(int, totals)))
    return list(map(int, points))


def _do(table: _Table, seat: int, action: int) -> None:
    """Lets a seat act, and the bots of others hear of it."""
    board = table.board
    before = board.whole() if table.company.guests else None
    board.kernel.play(board.rules, board.state, action)
    if before is not None:
        table.company.hear(seat, before, action, board.whole())


def _choice(table: _Table, seat: int, seed: str, deal: int) -> int:
    """The legal act that the seat's bot chooses. Raises FaultyAct, and _Forfeit for a bot of others."""
    where, player = f"{seed}/{deal}", table.seats[seat]
    if player.bot is not None:
        return _act(table.game, table.rules, table.board, player, seat, where)
    view, begun = table.board.view(seat), time.monotonic_ns()
    try:
        action = table.company.ask(seat, view, player.stream)
    except BotFault as fault:
        raise _Forfeit(Fault(deal=where, seat=seat, reason=str(fault)), deal + 1) from None
    player.microseconds.append(round((time.monotonic_ns() - begun) / 1000))
    return action


def _act(game: Game, rules: Any, board: _Board, player: _Seat, seat: int, deal: str) -> int:
    """The legal act that one of our own bots chooses; its time is noted. Raises FaultyAct."""
    view, where = board.view(seat), f"bot '{player.name}', deal {deal}, seat {seat}"
    begun = time.process_time_ns()
    try:
        action = operator.index(player.bot.act(game, rules, view, seat, player.stream))
    except Exception as error:
        raise FaultyAct(f"{where}: {type(error).__name__}: {error}") from error
    player.microseconds.append(round((time.process_time_ns() - begun) / 1000))
    if not 0 <= action < game.actions:
        raise FaultyAct(f"{where}: {action} is no act of {game.name}")
    if reason := board.kernel.refusal(board.rules, board.state, action):
        said, name = game.say(rules, board.whole(), action), game.refusal_name(reason)
        raise FaultyAct(f"{where}: '{said}' is refused: {name} ({game.refusal_clauses[reason]})")
    return action


def winners_by_points(points: Sequence[int]) -> list[int]:
    """The sides with most points."""
    return [side for side, made in enumerate(points) if made == max(points)]


def _match_winners(game: Game, rules: Any, board: _Board) -> list[int]:
    result = game.result(rules, board.whole())
    return winners_by_points(result["totals"]) if result["winner"] is None else [result["winner"]]


def lineups(sides: Sequence[Sequence[int]], deal: int) -> tuple[list[int], list[int]]:
    """For both plays of a deal, side by side, which bot of the pair has it: 0 for a, 1 for b."""
    first = [0 if side == deal % len(sides) else 1 for side in range(len(sides))]
    return first, [1 - bot for bot in first]


def play_duplicate(contest: Contest, pair: tuple[int, int], deal: int) -> Duplicate:
    """Plays a deal of the contest twice between two of its bots. Raises FaultyAct."""
    _warm_up(contest)
    sides, plays, times = GAMES[contest.game].sides(contest.rules), list[Play](), (list[int](), list[int]())
    for lineup in lineups(sides, deal):
        holders = {seat: lineup[side] for side, seats in enumerate(sides) for seat in seats}
        played, spent = play(contest, [contest.bots[pair[holders[seat]]] for seat in range(len(holders))], deal)
        plays.append(forfeited(played, sides, lineup) if played.fault else played)
        for seat, microseconds in enumerate(spent):
            times[holders[seat]].extend(microseconds)
    return Duplicate(pair=pair, deal=deal, plays=(plays[0], plays[1]), microseconds=times)


def _at_fault(fault: Fault, sides: Sequence[Sequence[int]], lineup: Sequence[int]) -> int:
    """Which bot of the pair a fault is of."""
    return next(bot for bot, seats in zip(lineup, sides) if fault.seat in seats)


def forfeited(played: Play, sides: Sequence[Sequence[int]], lineup: Sequence[int]) -> Play:
    """A play that a fault has ended, as it counts: lost for all sides of the bot at fault."""
    assert played.fault is not None, "a fault has ended it"
    lost = _at_fault(played.fault, sides, lineup)
    points = [FORFEIT * played.deals * (-1 if bot == lost else 1) for bot in lineup]
    return played.model_copy(update={"points": points, "winners": [side for side, bot in enumerate(lineup) if bot != lost]})


@cache
def _warm_up(contest: Contest) -> None:
    """Lets each of our bots play one deal in all seats, so that no decision's time has the compiling in it."""
    for name in sorted({name for name in contest.bots if not is_foreign(name)}):
        play(contest._replace(matches=False), [name] * GAMES[contest.game].seats(contest.rules), WARM_UP)


# ---- the run


def duplicates(contest: Contest, deals: int, jobs: int = 1, out: Path | None = None) -> Iterator[Duplicate]:
    """Every deal below `deals` for every pair, as it is finished, shared out to so many processes: in any order.

    With `out`, each is a line of that file as soon as it is finished, and those that the file has are not played again. More deals
    may be asked for than before. Raises FileError before anything is played, and FaultyAct.
    """
    wanted = [(pair, deal) for deal in range(deals) for pair in contest.pairs]
    found = _open(out, contest) if out is not None else {}
    yield from (found[key] for key in wanted if key in found)
    left = [key for key in wanted if key not in found]
    running = _in_turn(contest, left) if jobs == 1 else _shared_out(contest, left, jobs)
    with closing(running), out.open("a", encoding="utf-8", newline="\n") if out is not None else nullcontext() as file:
        for duplicate in running:
            _keep(duplicate, file)
            yield duplicate


def _in_turn(contest: Contest, left: Iterable[Key]) -> Generator[Duplicate, None, None]:
    try:
        for pair, deal in left:
            yield play_duplicate(contest, pair, deal)
    finally:
        _send_home()


def _shared_out(contest: Contest, left: Iterable[Key], jobs: int) -> Generator[Duplicate, None, None]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _prepare)
    try:
        for played in as_completed([pool.submit(play_duplicate, contest, pair, deal) for pair, deal in left]):
            yield played.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Runs first in a process that plays: it outlives Ctrl+C, which the command answers, but not the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_command, daemon=True).start()


def _end_with_command() -> None:
    command = multiprocessing.parent_process()
    assert command is not None, "this runs in a process that another one has started"
    command.join()
    os._exit(1)


# ---- the file


def _keep(duplicate: Duplicate, file: IO[str] | None) -> None:
    if file is not None:
        file.write(duplicate.model_dump_json() + "\n")
        file.flush()


def _open(path: Path, contest: Contest) -> dict[Key, Duplicate]:
    """The duplicate deals that a file has, by pair and deal. A new file gets its head, a last line that was cut off is taken away.

    Raises FileError and leaves the file as it is where it can't be read or another command has written it.
    """
    head = _head(contest).model_dump_json() + "\n"
    try:
        if not path.exists() or path.stat().st_size == 0:
            path.write_text(head, encoding="utf-8", newline="\n")
        text = path.read_bytes()
        found = _read(path, text, head)
        os.truncate(path, text.rfind(b"\n") + 1)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    return {(duplicate.pair, duplicate.deal): duplicate for duplicate in found}


def _read(path: Path, text: bytes, head: str) -> list[Duplicate]:
    """The duplicate deals of a file that has the given head; what stands behind its last line end is left out. Raises FileError."""
    first, *lines = text.splitlines(keepends=True)
    try:
        kept = Head.model_validate_json(first)
    except ValidationError:
        raise FileError(f"{path}: line 1 is not the head of an arena's file") from None
    asked = Head.model_validate_json(head)
    if other := [name for name in Head.model_fields if getattr(kept, name) != getattr(asked, name)]:
        name = other[0]
        raise FileError(f"{path} is of another command: its {name} is {getattr(kept, name)}, not {getattr(asked, name)}")
    return [_read_line(path, number, line) for number, line in enumerate(lines, 2) if line.endswith(b"\n")]


def _read_line(path: Path, number: int, line: bytes) -> Duplicate:
    try:
        return Duplicate.model_validate_json(line)
    except ValidationError as error:
        raise FileError(f"{path}: line {number}: {error.errors()[0]['msg']}") from None


def _head(contest: Contest) -> Head:
    game = GAMES[contest.game]
    return Head(
        arena=1, game=game.name, rules=game.write_rules(contest.rules), bots=list(contest.bots), seed=contest.seed,
        matches=contest.matches, patience=contest.patience, program=_program(),
    )  # fmt: skip


def _program() -> str:
    """A digest of the sources that decide what is played."""
    root, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for floor in FLOORS for path in (root / floor).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# ---- the result


def report(contest: Contest, deals: int, played: Iterable[Duplicate]) -> dict[str, Any]:
    """What the duplicate deals came to, in words and numbers ready for JSON; only `speed` depends on the machine.

    `ratings` are there for more than two bots. Raises ModuleNotFoundError where `needs_extra` says so.
    """
    game = GAMES[contest.game]
    met = list(played)
    found: dict[str, Any] = {
        "game": game.name,
        "rules": game.write_rules(contest.rules),
        "bots": list(contest.bots),
        "seed": contest.seed,
        "deals": deals,
        "matches": contest.matches,
        "pairs": [_pair(contest, pair, [each for each in met if each.pair == pair]) for pair in contest.pairs],
    }
    if len(contest.bots) > 2:
        found["ratings"] = _ratings(contest.bots, found["pairs"], deals)
    if any(map(is_foreign, contest.bots)):
        found["faults"] = _faults(contest, met)
    return found | {"speed": _speed(contest.bots, met)}


def needs_extra(bots: int, deals: int) -> bool:
    """Whether a result needs the extra `arena`: ratings do, and intervals from fewer than a hundred deals."""
    return bots > 2 or 1 < deals < MANY


def _pair(contest: Contest, pair: tuple[int, int], met: Sequence[Duplicate]) -> dict[str, Any]:
    sides = GAMES[contest.game].sides(contest.rules)
    points, wins = interval([difference(sides, each) for each in met]), interval([win_share(sides, each) for each in met])
    return {"bots": [contest.bots[bot] for bot in pair], "points": _rounded(points), "wins": _rounded(_as_share(wins))}


def difference(sides: Sequence[Sequence[int]], duplicate: Duplicate) -> float:
    """What the first bot of the pair made more than the second a deal with the same side's cards, on the average of the sides."""
    made = [0, 0]
    for lineup, played in zip(lineups(sides, duplicate.deal), duplicate.plays):
        for bot, points in zip(lineup, played.points):
            made[bot] += points
    deals = sum(played.deals for played in duplicate.plays) / 2
    return (made[0] - made[1]) / len(sides) / deals


def win_share(sides: Sequence[Sequence[int]], duplicate: Duplicate) -> float:
    """The share of both plays that the first bot of the pair has won."""
    return fmean(
        sum(lineup[side] == 0 for side in played.winners) / len(played.winners)
        for lineup, played in zip(lineups(sides, duplicate.deal), duplicate.plays)
    )


def interval(values: Sequence[float]) -> Interval:
    """The mean of independent values and its 95 % interval, by Student's t, or from a hundred values by the normal distribution."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, None, None)
    width = _quantile(len(values)) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - width, mean + width)


def _quantile(values: int) -> float:
    within = (1 + CONFIDENCE) / 2
    if values >= MANY:
        return NormalDist().inv_cdf(within)
    from scipy.stats import t

    return float(t.ppf(within, values - 1))


def _as_share(found: Interval) -> Interval:
    """The interval without what lies beyond 0 or 1."""
    return Interval(found.mean, *(None if end is None else min(max(end, 0.0), 1.0) for end in (found.low, found.high)))


def _rounded(found: Interval) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 6) for name, value in found._asdict().items()}


def _ratings(bots: Sequence[str], pairs: Sequence[dict[str, Any]], deals: int) -> list[dict[str, Any]]:
    """The bots from the strongest on, with ratings in points of the Elo scale, 0 on the average.

    They are the strengths of Bradley and Terry's model that make the wins likeliest (choix), one drawn play added to every pair:
    without it a bot that has won all its plays would have no finite rating.
    """
    import numpy as np
    from choix import ilsr_pairwise_dense

    won = np.full((len(bots), len(bots)), 0.5)
    for (a, b), pair in zip(combinations(range(len(bots)), 2), pairs):
        won[a, b] += 2 * deals * pair["wins"]["mean"]
        won[b, a] += 2 * deals * (1 - pair["wins"]["mean"])
    strengths = ilsr_pairwise_dense(won, max_iter=10_000)
    ratings = [{"bot": bot, "rating": round(float(ELO * strength), 1)} for bot, strength in zip(bots, strengths)]
    return sorted(ratings, key=lambda each: -each["rating"])


def _faults(contest: Contest, met: Sequence[Duplicate]) -> list[dict[str, Any]]:
    """How many plays each bot of others has lost by a fault, and the first of them by deal."""
    sides, found = GAMES[contest.game].sides(contest.rules), [list[Fault]() for _ in contest.bots]
    for duplicate in sorted(met, key=lambda each: (each.deal, each.pair)):
        for lineup, played in zip(lineups(sides, duplicate.deal), duplicate.plays):
            if played.fault is not None:
                found[duplicate.pair[_at_fault(played.fault, sides, lineup)]].append(played.fault)
    return [
        {"bot": bot, "faults": len(faults), "first": [fault.model_dump() for fault in faults[:FAULTS_TOLD]]}
        for bot, faults in zip(contest.bots, found)
        if is_foreign(bot)
    ]


def _speed(bots: Sequence[str], played: Sequence[Duplicate]) -> list[dict[str, Any]]:
    """How fast each bot decides, in processor time of the deciding call; of others, in the time that passes until they answer."""
    times = [list[int]() for _ in bots]
    for duplicate in played:
        for bot, spent in zip(duplicate.pair, duplicate.microseconds):
            times[bot].extend(spent)
    return [_speed_of(bot, spent) for bot, spent in zip(bots, times)]


def _speed_of(bot: str, spent: Sequence[int]) -> dict[str, Any]:
    return {
        "bot": bot,
        "decisions": len(spent),
        "decisions_a_second": round(1e6 * len(spent) / max(sum(spent), 1)),
        "median_ms": round(median(spent or [0]) / 1000, 3),
        "slowest_ms": round(max(spent, default=0) / 1000, 3),
    }


# ---- in words


def rows(result: dict[str, Any]) -> list[list[list[str]]]:
    """The result as tables: pairs, ratings (of more than two bots), faults (of bots of others), speed.

    Each has its headings in the first row.
    """
    game, unit = result["game"], "matches" if result["matches"] else "deals"
    pairs = [["game", "bots", unit, "points a deal (95 %)", f"% of {unit} won (95 %)"]]
    for pair in result["pairs"]:
        points, wins = _spread(pair["points"], 1, 2), _spread(pair["wins"], 100, 1)
        pairs.append([game, " : ".join(pair["bots"]), f"{result['deals']:,}", points, wins])
    ratings = [["game", "bot", "rating"], *([game, each["bot"], f"{each['rating']:+.0f}"] for each in result.get("ratings", []))]
    faults = [["game", "bot", f"{unit} lost by faults", "the first of them"]]
    for each in result.get("faults", []):
        told = "; ".join(f"deal {fault['deal']}, seat {fault['seat']}: {fault['reason']}" for fault in each["first"])
        faults.append([game, each["bot"], f"{each['faults']:,}", told])
    speed = [["game", "bot", "decisions", "decisions a second", "median ms", "slowest ms"]]
    for each in result["speed"]:
        counted, slow = (each["decisions"], each["decisions_a_second"]), (each["median_ms"], each["slowest_ms"])
        speed.append([game, each["bot"], *(f"{number:,}" for number in counted), *(f"{time_:.3g}" for time_ in slow)])
    return [table for table in (pairs, ratings, faults, speed) if len(table) > 1]


def _spread(found: dict[str, float | None], times: float, places: int) -> str:
    mean, low, high = (None if value is None else value * times for value in found.values())
    if low is None or high is None:
        return f"{mean:.{places}f}"
    return f"{mean:.{places}f} ({low:.{places}f} to {high:.{places}f})"


def markdown(result: dict[str, Any]) -> str:
    """The same tables in Markdown."""
    return "\n\n".join("\n".join(_markdown_rows(table)) for table in rows(result))


def _markdown_rows(table: Sequence[Sequence[str]]) -> Iterator[str]:
    heads, *body = table
    for row in (heads, ["---"] * len(heads), *body):
        yield f"| {' | '.join(row)} |"
