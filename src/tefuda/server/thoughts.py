"""What a table has the workers think about: each thought is dropped as soon as the table no longer wants it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from tefuda.server.thinking import Question, Thinking


class Thought(NamedTuple):
    """What somebody thinks about, and whether the table still wants the answer."""

    answer: asyncio.Future[Any]
    wanted: Callable[[], bool]


class Thoughts:
    """The thoughts of one table, and the work beside its driver that waits for some of them."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._thoughts: list[Thought] = []
        self._beside: set[asyncio.Task[None]] = set()

    def is_ready(self, game: str) -> bool:
        """Whether a worker is ready for a game."""
        return self._thinking.is_ready(game)

    def expect(self, game: str) -> None:
        """Lets the workers make themselves ready for a game."""
        self._thinking.expect(game)

    async def answer(self, question: Question, wanted: Callable[[], bool]) -> list[Any]:
        """The answer to a question as the only item; nothing when it was dropped because the table no longer wants it."""
        if question.searches:
            self.expect(question.game)
        return await self.wait(self._thinking.answer(question), wanted)

    async def wait(self, answer: Awaitable[Any], wanted: Callable[[], bool]) -> list[Any]:
        """Any answer that may be dropped, likewise."""
        thought = Thought(asyncio.ensure_future(answer), wanted)
        self._thoughts.append(thought)
        try:
            await asyncio.wait([thought.answer])
        finally:
            self._thoughts.remove(thought)
            thought.answer.cancel()
        return [] if thought.answer.cancelled() else [thought.answer.result()]

    def drop_unwanted(self) -> None:
        """To be called whenever the table has changed."""
        for thought in self._thoughts:
            if not thought.wanted():
                thought.answer.cancel()

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something go on until it ends or the table does."""
        task = asyncio.get_running_loop().create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def end(self) -> None:
        """Drops everything."""
        for task in (*self._beside, *(thought.answer for thought in self._thoughts)):
            task.cancel()
