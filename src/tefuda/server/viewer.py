"""One connection to a table: what it sends is answered, what it is sent waits in a queue of its own.

Nobody waits for a viewer: whoever doesn't read until his queue is full is dropped, and comes back with `since`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import WebSocket
from pydantic import TypeAdapter, ValidationError

from tefuda.server.protocol import FRAME_LIMIT, Fault, FromPage

QUEUE: Final = 256  # messages
FLOOD: Final = 20  # requests in a second; what comes beyond them is not carried out
FLOOD_PAUSE: Final = 0.01  # seconds before a flood is read on

Request = Any  # an Act, Next, Undo, Hint, Claim or Level
_requests: TypeAdapter[Request] = TypeAdapter(FromPage)


class Viewer:
    """A connection: `token_hash` says whose, `seat` where that person sits (None for a spectator); the room keeps it true."""

    def __init__(self, token_hash: str | None, seat: int | None = None) -> None:
        self.token_hash, self.seat = token_hash, seat
        self._messages: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._dropped = asyncio.Event()
        self._times: deque[float] = deque(maxlen=FLOOD)

    def put(self, message: str) -> None:
        """Queues a message; drops the connection if it has not read the last QUEUE ones."""
        try:
            self._messages.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Ends the connection without waiting for it."""
        self._dropped.set()

    async def serve(self, socket: WebSocket, answer: Callable[[Request], Awaitable[Fault | None]]) -> None:
        """Reads and writes until either side ends it. `answer` carries out a request, or says why not."""
        parts = (self._read(socket, answer), self._write(socket), self._dropped.wait())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self, socket: WebSocket) -> None:
        while True:
            await socket.send_text(await self._messages.get())

    async def _read(self, socket: WebSocket, answer: Callable[[Request], Awaitable[Fault | None]]) -> None:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            if fault := await self._answered(message, answer):
                self.put(fault.model_dump_json())

    async def _answered(self, message: Any, answer: Callable[[Request], Awaitable[Fault | None]]) -> Fault | None:
        if self._floods():
            await asyncio.sleep(FLOOD_PAUSE)
            return Fault(code="too_many", text=f"at most {FLOOD} messages in a second are answered")
        request = read_request(message.get("text"))
        if isinstance(request, Fault):
            return request
        # What has begun is finished, even when the connection ends meanwhile: stored and told belong together.
        return await asyncio.shield(asyncio.ensure_future(answer(request)))

    def _floods(self) -> bool:
        now = asyncio.get_running_loop().time()
        if len(self._times) == FLOOD and now - self._times[0] < 1:
            return True
        self._times.append(now)
        return False


def read_request(text: str | None) -> Request | Fault:
    """The request that a text frame holds, or the fault in it; None stands for a binary frame."""
    if text is None:
        return Fault(code="garbled", text="a message is text, not binary")
    if len(text) > FRAME_LIMIT or len(text.encode()) > FRAME_LIMIT:
        return Fault(code="too_long", text=f"a message has at most {FRAME_LIMIT} bytes")
    try:
        return _requests.validate_json(text)
    except ValidationError as error:
        return Fault(code="garbled", text=f"not a message: {error.errors(include_url=False)[0]['msg']}")
