"""Bots think in processes of their own. A question crosses with the seat's view and nothing else; the answer is an action.

The web process imports no bot's machinery: a worker does, in the background, from the moment the server starts.
"""

import asyncio
import faulthandler
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, NamedTuple

PATIENCE: Final = 60.0  # seconds for one answer; a worker that needs longer is taken for dead
TRIES: Final = 2

logger = logging.getLogger(__name__)


class Question(NamedTuple):
    """What a bot is asked: nothing here that its seat may not know. `view` is the row of the state as cut for the seat."""

    game: str
    rules: dict[str, Any]
    seat: int
    view: list[int]
    bot: str
    seed: int


class Thinking:
    """The workers. Usable at once: a question that comes before they are warm waits for them."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def start(self) -> None:
        """Starts a worker in the background."""
        self._pool.submit(os.getpid)

    def stop(self) -> None:
        """Lets the workers end; questions without an answer are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, question: Question) -> int | None:
        """The bot's action; None when it failed twice, which is logged."""
        for _ in range(TRIES):
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, question)
            except BrokenProcessPool:
                logger.warning("a worker died over a question for %s", question.bot)
                self._replace(pool)
            except Exception:
                logger.exception("bot %s failed", question.bot)
        return None

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Puts a new pool in the place of a broken one, once, however many questions it broke."""
        if self._pool is broken:
            broken.shutdown(wait=False)
            self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), prepare)


def prepare() -> None:
    """Runs first in a worker: outlives Ctrl+C, which the server answers, but not the server; then imports the bots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    import tefuda.bots  # noqa: F401


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "this runs in a worker"
    server.join()
    os._exit(0)


def think(question: Question) -> int:
    """In a worker: the bot's action. A bot that takes longer than PATIENCE ends its worker, even inside compiled code."""
    from tefuda.bots import bot_for
    from tefuda.core.chance import stream
    from tefuda.games import GAMES

    game = GAMES[question.game]
    bot, view = bot_for(question.bot, game), game.state.from_row(question.view)
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        return bot.act(game, game.read_rules(question.rules), view, question.seat, stream(question.seed))
    finally:
        faulthandler.cancel_dump_traceback_later()
