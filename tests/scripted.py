"""A lobby from the inside, with workers that answer what a test tells them to."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from tefuda.games import GAMES
from tefuda.server.lobby import Lobby
from tefuda.server.protocol import NewTable, SeatWish
from tefuda.server.room import Room
from tefuda.server.store import Store
from tefuda.server.thinking import Question, Thinking

QUINTO = GAMES["quinto"]
ME, BOT, OPEN = SeatWish(kind="me"), SeatWish(kind="bot", bot="simple"), SeatWish(kind="open")
TOKEN = "t" * 32


class Scripted:
    """Workers that are ready for everything and answer what they are told to: None for a bot that failed."""

    def __init__(self, script: Callable[[Question], Any]) -> None:
        self.script = script
        self.questions: list[Question] = []
        self.dropped: list[Question] = []
        self.gate: asyncio.Event | None = None  # while it is there and not set, they think
        self.expected: list[str] = []

    async def answer(self, question: Question) -> Any:
        self.questions.append(question)
        try:
            await (self.gate.wait() if self.gate else asyncio.sleep(0))
        except asyncio.CancelledError:
            self.dropped.append(question)
            raise
        return self.script(question)

    def expect(self, game: str) -> None:
        self.expected.append(game)

    def is_ready(self, _game: str) -> bool:
        return True


def workers_of(room: Room) -> Scripted:
    return cast(Scripted, cast(Any, room)._thoughts._thinking)


def with_lobby(data: Path, script: Callable[[Question], Any], body: Callable[[Lobby, Store], Awaitable[None]], **more: Any) -> None:
    """Runs the body in a lobby over a fresh store."""

    async def run() -> None:
        store = Store(data)
        await store.open()
        lobby = Lobby(store, cast(Thinking, Scripted(script)), **more)
        try:
            await body(lobby, store)
        finally:
            await lobby.close()
            await store.close()

    asyncio.run(run())


def wish(*seats: SeatWish, **more: Any) -> NewTable:
    return NewTable(game="quinto", name="Ann", seats=list(seats), **more)


async def until(enough: Callable[[], bool]) -> None:
    for _ in range(2000):
        if enough():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to that")


def first_legal(question: Question) -> int:
    state: Any = QUINTO.state.from_row(question.view)
    buffer = [0] * QUINTO.most_legal
    QUINTO.kernel.legal(QUINTO.rules(), state, buffer)
    return buffer[0]
