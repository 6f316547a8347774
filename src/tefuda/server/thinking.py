"""Bots think in processes of their own (server/worker.py). A question crosses with the seat's view and nothing else.

Questions are answered in the order in which they are asked. One that is no longer needed is cancelled: it leaves the queue, or its
worker is replaced. The web process imports no bot's machinery; a worker makes a game ready in the background, and until then plays
without it.
"""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

PATIENCE: Final = 60.0  # seconds for one answer; a worker that needs longer is taken for dead
TRIES: Final = 2
WORKERS: Final = 2  # so that one is ready while another is replaced
REPLACED_AFTER: Final = 0.5  # seconds that a question which nobody needs may keep its worker
HIRED_AFTER: Final = 1.0  # seconds until another worker is tried where one did not even start
LONGEST: Final = 1 << 24  # bytes of an answer
WORKER: Final = (sys.executable, "-m", "tefuda.server.worker")
AT_ONCE: Final = ("random", "simple", "beginner", "club")  # bots for which nothing has to be made ready

logger = logging.getLogger(__name__)


Asks = Literal["act", "advise", "claim", "rest"]


class Question(NamedTuple):
    """What a worker is asked: nothing here that the seat may not know. `view` is the row of the state as cut for the seat.

    `act` asks for the bot's action; `advise` for [action, points, error] of every legal act, best first; `claim` whether the seat's
    side takes all the rest; `rest` for the action of a seat that has claimed it.
    """

    asks: Asks
    game: str
    rules: dict[str, Any]
    seat: int
    view: list[int]
    bot: str
    seed: int

    @property
    def searches(self) -> bool:
        """Whether it is for a worker that is ready for the game."""
        return self.asks != "act" or self.bot not in AT_ONCE


def sent(message: Any) -> bytes:
    """A message as it crosses between the server and a worker: one line of JSON."""
    return json.dumps(message).encode() + b"\n"


class Asked:
    """A question, and who waits for its answer."""

    def __init__(self, question: Question) -> None:
        self.question, self.failures = question, 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Worker:
    """One process: what it works on, and the games that it is ready for. Without a process it is about to start."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.asked: Asked | None = None
        self.since = 0.0  # when the question came, on the clock of the event loop
        self.started = False
        self.ready: set[str] = set()
        self.prepared: set[str] = set()  # also where that did not make it ready, as without the compiler
        self.preparing = False

    @property
    def idle(self) -> bool:
        """Whether it can take a question."""
        return self.started and self.asked is None

    def send(self, message: Any) -> None:
        """Says something to the process."""
        assert self.process is not None, "it has started"
        assert self.process.stdin is not None, "it has a pipe"
        if not self.process.stdin.is_closing():
            self.process.stdin.write(sent(message))

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()


class Thinking:
    """The workers. Usable at once: a question that comes before one of them has started waits for it."""

    def __init__(self, workers: int = WORKERS, command: Sequence[str] = WORKER) -> None:
        self._number, self._command = workers, command
        self._workers: dict[Worker, asyncio.Task[None]] = {}  # each with its life
        self._queue: list[Asked] = []
        self._games: list[str] = []  # to be ready for, in the order in which they were first wanted
        self._stopped = False

    def start(self) -> None:
        """Starts a worker in the background; the others start when a game is expected."""
        self._hire()

    async def stop(self) -> None:
        """Ends the workers; questions without an answer are dropped."""
        self._stopped = True
        for worker in self._workers:
            worker.end()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)
        for asked in self._queue:
            asked.answer.cancel()

    def expect(self, game: str) -> None:
        """Makes the workers ready for a game, one after another, after those that were expected earlier."""
        if game not in self._games:
            self._games.append(game)
        while len(self._workers) < self._number and not self._stopped:
            self._hire()
        self._prepare()

    def is_ready(self, game: str) -> bool:
        """Whether a worker is ready for a game."""
        return any(game in worker.ready for worker in self._workers)

    async def answer(self, question: Question) -> Any:
        """A worker's answer; None when it has none, or failed twice, which is logged.

        To be cancelled when nobody needs it any more.
        """
        asked = Asked(question)
        self._queue.append(asked)
        self._hand_out()
        try:
            return await asked.answer
        finally:
            self._let_go(asked)

    # ---- questions

    def _hand_out(self) -> None:
        """Gives waiting questions to idle workers, the oldest first."""
        for asked in list(self._queue):
            if worker := self._worker_for(asked.question):
                self._queue.remove(asked)
                worker.asked, worker.since = asked, asyncio.get_running_loop().time()
                worker.send(asked.question._asdict())

    def _worker_for(self, question: Question) -> Worker | None:
        """An idle worker; for a search one that is ready for the game, as long as any is ready."""
        idle = [worker for worker in self._workers if worker.idle]
        if question.searches and self.is_ready(question.game):
            idle = [worker for worker in idle if question.game in worker.ready]
        return next(iter(idle), None)

    def _let_go(self, asked: Asked) -> None:
        """Drops a question that is answered or that nobody needs."""
        if asked in self._queue:
            self._queue.remove(asked)
        if worker := self._worker_at(asked):
            left = worker.since + REPLACED_AFTER - asyncio.get_running_loop().time()
            asyncio.get_running_loop().call_later(max(left, 0), self._replace, worker, asked)

    def _worker_at(self, asked: Asked) -> Worker | None:
        return next((worker for worker in self._workers if worker.asked is asked), None)

    def _replace(self, worker: Worker, asked: Asked) -> None:
        """Ends a worker that is still at a question which nobody needs."""
        if worker.asked is asked:
            worker.end()

    def _failed(self, asked: Asked) -> None:
        """Asks again, before all others, but not for ever."""
        asked.failures += 1
        if asked.answer.done():
            return
        if asked.failures < TRIES:
            self._queue.insert(0, asked)
        else:
            asked.answer.set_result(None)

    # ---- workers

    def _hire(self) -> None:
        worker = Worker()
        self._workers[worker] = asyncio.get_running_loop().create_task(self._employ(worker))

    async def _employ(self, worker: Worker) -> None:
        """The life of a worker. When it ends, another takes its place."""
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        worker.process = process
        assert process.stdout is not None, "it has a pipe"
        if self._stopped:
            worker.end()
        while line := await process.stdout.readline():
            self._hear(worker, json.loads(line))
        await process.wait()
        if not self._stopped:
            await self._succeed(worker)

    async def _succeed(self, worker: Worker) -> None:
        """Another worker for one that has died; its question is asked again if somebody needs it."""
        if not worker.started:
            logger.error("a worker did not start")
            await asyncio.sleep(HIRED_AFTER)
        del self._workers[worker]
        self._hire()
        if worker.asked is not None:
            if not worker.asked.answer.done():
                logger.warning("a worker died over a question for %s", worker.asked.question.bot)
            self._failed(worker.asked)
        self._prepare()
        self._hand_out()

    def _hear(self, worker: Worker, said: dict[str, Any]) -> None:
        """What a worker says: that it has started, for which games it is ready now, an answer, or that it has failed."""
        if "started" in said:
            worker.started = True
        elif "prepared" in said:
            worker.preparing = False
            worker.prepared.add(said["prepared"])
            worker.ready.update(said["ready"])
        elif asked := worker.asked:
            worker.asked = None
            self._answered(asked, said)
        self._prepare()
        self._hand_out()

    def _answered(self, asked: Asked, said: dict[str, Any]) -> None:
        if "failed" in said:
            logger.error("bot %s failed\n%s", asked.question.bot, said["failed"])
            self._failed(asked)
        elif not asked.answer.done():
            asked.answer.set_result(said["answer"])

    def _prepare(self) -> None:
        """Lets one worker at a time make itself ready for a game: what the first one compiles, the others find done."""
        due = ((game, worker) for game in self._games for worker in self._workers if worker.started and game not in worker.prepared)
        game, worker = next(due, ("", None))
        if worker is not None and not any(each.preparing for each in self._workers):
            worker.preparing = True
            worker.send({"prepare": game})
