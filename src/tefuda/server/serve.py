"""Running the server on a port, in this process."""

import asyncio
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import uvicorn

from tefuda.bots.foreign import PATIENCE
from tefuda.server.app import create_app
from tefuda.server.guests import Guests
from tefuda.server.protocol import FRAME_LIMIT
from tefuda.server.room import GRACE
from tefuda.server.store import NewerData, NotStored, Store

SOCKET_LIMIT: Final = 16 * FRAME_LIMIT  # bytes; a longer frame closes the socket, one over FRAME_LIMIT is answered with a fault
UNREAD: Final = 30_000  # milliseconds after which a connection that takes nothing is cut
BUFFER: Final = 128 * 1024  # bytes that the system keeps for a connection that doesn't read; more waits in the viewer's own queue
BACKLOG: Final = 2048
GOODBYE: Final = 3  # seconds for connections to end when the server does


def serve(
    host: str,
    port: int,
    data: Path,
    open_browser: bool = False,
    grace: float = GRACE,
    bots: Sequence[str] = (),
    patience: float = PATIENCE,
) -> int:
    """Serves the tables kept in `data` until Ctrl+C; port 0 takes a free one. `bots` of others are given as NAME=BOT.

    Returns the exit code: 1, with a sentence on standard error, if a bot is none, the port is in use or the data can't be used.
    """
    try:
        guests = Guests(_named(bots), patience)
    except ValueError as error:
        return _failed(str(error))
    try:
        listening = _listen(host, port)
    except OSError as error:
        return _failed(f"Can't listen on {host}, port {port}: {error.strerror}. Is Tefuda running there already?")
    with listening:
        try:
            asyncio.run(_look_at(data))
        except (OSError, NewerData, NotStored) as error:
            return _failed(f"Can't use the data in {data}: {error}")
        server = _server(data, grace, guests)
        _announce(_address(host, listening.getsockname()[1]), open_browser)
        server.run(sockets=[listening])
    return 0


def _announce(address: str, open_browser: bool) -> None:
    print(f"Tefuda is at {address} (Ctrl+C ends it)", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _look_at(data: Path) -> None:
    """Makes sure that the data can be used, so that the answer is a sentence and not the trace of a failed start."""
    store = Store(data)
    try:
        await store.open()
    finally:
        await store.close()


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Connections wait in it until the server is up. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)  # accepted connections inherit both
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
    try:
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _named(bots: Sequence[str]) -> dict[str, str]:
    """The bots by name. Raises ValueError with a sentence."""
    for bot in bots:
        if "=" not in bot:
            raise ValueError(f"--bot takes NAME=cmd:COMMAND or NAME=MODULE:NAME, not '{bot}'")
    return {name: bot for name, _, bot in (each.partition("=") for each in bots)}


def _server(data: Path, grace: float, guests: Guests) -> uvicorn.Server:
    """The server, which ends in peace however early it is told to."""
    config = uvicorn.Config(
        create_app(data, grace=grace, guests=guests),
        loop="auto",  # uvloop where it is installed
        ws="websockets-sansio",
        ws_max_size=SOCKET_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE,
        log_level="warning",
        access_log=False,
        server_header=False,
    )
    server = uvicorn.Server(config)
    for each in (signal.SIGINT, signal.SIGTERM):  # uvicorn hears them only while it runs
        signal.signal(each, server.handle_exit)
    return server
