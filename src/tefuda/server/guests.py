"""Bots of others at the tables (docs/bots.md): a process a seat while somebody watches, and threads that wait for their answers.

Whoever runs the server names them on its command line; a table knows names only. They keep none of our workers from the others.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

from tefuda.bots import BOTS
from tefuda.bots.foreign import PATIENCE, Guest, Heard, command_of
from tefuda.bots.line import BotFault
from tefuda.core.chance import stream
from tefuda.core.game import Game

THREADS: Final = 32  # so many may be asked at once, at all tables together
_NAME: Final = re.compile(r"\w[\w -]{0,23}")

Answer = TypeVar("Answer")


class GuestSeat(NamedTuple):
    """A seat of a table where a bot of others sits."""

    table: str
    game: Game
    rules: Any
    seat: int
    bot: str


class _Seated:
    """A bot of others at work: asked one thing at a time, in a thread."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self._busy = guest, Lock()

    def do(self, work: Callable[[], Answer]) -> Answer:
        with self._busy:
            return work()


class Guests:
    """All bots of others that the server knows, and those that sit at a table now."""

    def __init__(self, bots: Mapping[str, str] | None = None, patience: float = PATIENCE) -> None:
        """`bots` are commands or callables by the name that a table shows. Raises ValueError with a sentence for what is none."""
        self._bots, self._patience = dict(bots or {}), patience
        for name, bot in self._bots.items():
            if not _NAME.fullmatch(name) or name in BOTS:
                raise ValueError(f"a bot can't be named '{name}': 1 to 24 letters, figures, spaces, _ or -, and no name of ours")
            command_of(bot)
        self._seated: dict[tuple[str, int], _Seated] = {}
        self._threads = ThreadPoolExecutor(THREADS)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order in which they were given."""
        return tuple(self._bots)

    async def act(self, where: GuestSeat, view: Any, deal: int, acts: Heard, seed: int) -> int | BotFault:
        """The bot's act in a view of its seat, or what it did wrong; to be cancelled when nobody needs it any more."""
        seated = self._sit(where)
        work = asyncio.get_running_loop().run_in_executor(
            self._threads, seated.do, lambda: seated.guest.act(view, deal, acts, stream(seed))
        )
        try:
            return await work
        except BotFault as fault:
            return fault
        except asyncio.CancelledError:
            if self._seated.get((where.table, where.seat)) is seated:
                self._send_away((where.table, where.seat))
            raise

    def over(self, table: str, seat: int, deal: int, acts: Heard, points: Sequence[int], totals: Sequence[int]) -> None:
        """Tells the bot in a seat, if one is at work there, what a deal came to; nobody waits for that."""
        if seated := self._seated.get((table, seat)):
            self._threads.submit(seated.do, lambda: seated.guest.over(deal, acts, points, totals))

    def leave(self, table: str) -> None:
        """Ends the processes of a table. They are started again when they are asked again."""
        for key in [key for key in self._seated if key[0] == table]:
            self._send_away(key)

    def close(self) -> None:
        """Ends all processes; nothing can be asked any more."""
        for key in list(self._seated):
            self._send_away(key)
        self._threads.shutdown()

    def _sit(self, where: GuestSeat) -> _Seated:
        key, bot = (where.table, where.seat), self._bots[where.bot]
        if key in self._seated and self._seated[key].guest.name != bot:
            self._send_away(key)
        if key not in self._seated:
            guest = Guest(bot, where.seat, self._patience)
            guest.sit(where.game, where.rules)
            self._seated[key] = _Seated(guest)
        return self._seated[key]

    def _send_away(self, key: tuple[str, int]) -> None:
        seated = self._seated.pop(key)
        seated.guest.send_away()
        self._threads.submit(seated.do, seated.guest.leave)
