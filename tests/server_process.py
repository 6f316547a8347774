"""A real server in a process of its own, and people who sit at its tables over HTTP and sockets."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tefuda.server.viewer import FLOOD

PATIENCE = 60.0  # seconds until a test gives up waiting for the server
Json = dict[str, Any]


class Server:
    """The server as a process over a data folder; it can be killed and started again on the same data."""

    def __init__(self, data: Path, grace: float = 90.0, more: Sequence[str] = ()) -> None:
        self.data, self.grace, self.url, self.more = data, grace, "", more
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Starts it on a free port and reads its address from what it prints."""
        words = [sys.executable, "-m", "tefuda.server", "--port", "0", "--data", str(self.data), "--grace", str(self.grace)]
        words.extend(self.more)
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        printed = re.search(r"http://\S+\d", self.process.stdout.readline())
        assert printed is not None, "the server did not say its address"
        self.url = printed.group()
        return self

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """Ends it with no chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Asks it to end; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        os.kill(self.pid, how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process = None
        return code


class Browser:
    """One person's browser: it keeps the cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie: str | None = None

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """One HTTP request."""
        sent = {**self._cookie_header(), **headers}
        # There is no TLS to verify, and loading certificates takes longer than the request.
        response = httpx.request(method, self.server.url + path, json=body, headers=sent, timeout=PATIENCE, verify=False)
        self.cookie = response.cookies.get("tefuda") or self.cookie
        return response

    def open_table(self, seats: str, **more: Any) -> str:
        """Opens a table; seats such as `me simple open random`. Returns its name."""
        wishes = [{"kind": word} if word in ("me", "open") else {"kind": "bot", "bot": word} for word in seats.split(" ")]
        response = self.ask("POST", "/api/tables", {"game": "quinto", "name": "Ann", "seats": wishes, **more})
        assert response.status_code == 201, response.text
        table: str = response.json()["table"]
        return table

    def sit(self, table: str, seat: int, name: str = "Bob") -> httpx.Response:
        """Takes a seat."""
        return self.ask("POST", f"/api/tables/{table}/seats/{seat}", {"name": name})

    def watch(self, table: str, since: int | None = None, headers: dict[str, str] | None = None) -> "Watcher":
        """Opens a socket."""
        address = f"ws{self.server.url[4:]}/api/tables/{table}/socket" + ("" if since is None else f"?since={since}")
        return Watcher(address, {**self._cookie_header(), **(headers or {})})

    def _cookie_header(self) -> dict[str, str]:
        return {"Cookie": f"tefuda={self.cookie}"} if self.cookie else {}


class Watcher:
    """A socket with everything that was heard on it."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._stack = ExitStack()
        opened = connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE, close_timeout=1)
        self.line: ClientConnection = self._stack.enter_context(opened)
        self.heard: list[Json] = []
        self._sent: deque[float] = deque(maxlen=FLOOD)
        self.welcome = self.hear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._stack.close()

    @property
    def view(self) -> Json:
        """The view in the last message that had one."""
        return next(message["view"] for message in reversed(self.heard) if "view" in message)

    @property
    def table(self) -> Json:
        """The table in the last message that had it."""
        return next(message["table"] for message in reversed(self.heard) if "table" in message)

    @property
    def events(self) -> list[Json]:
        """The events heard, those of the welcome included."""
        missed: list[Json] = self.welcome["events"]
        return missed + [message["event"] for message in self.heard if message["type"] == "event"]

    @property
    def seat(self) -> int:
        """Where we sit."""
        seat: int = self.view["seat"]
        return seat

    def hear(self) -> Json:
        """The next message."""
        message: Json = json.loads(self.line.recv(PATIENCE))
        self.heard.append(message)
        return message

    def until(self, enough: Callable[[], bool]) -> None:
        """Listens until it is so."""
        while not enough():
            self.hear()

    def until_asked(self) -> None:
        """Listens until it is our turn, or nobody's once a deal is over: before the first one people may still sit down."""
        self.until(lambda: self.view["turn"] in (self.seat, -1, -2) and self.view["commitment"] is not None)

    def send(self, message: Any, **changes: Any) -> None:
        """Sends a request, as it stands if it is text or bytes; slowly enough not to be a flood."""
        if len(self._sent) == FLOOD:
            time.sleep(max(0.0, self._sent[0] + 1.05 - time.monotonic()))
        self._sent.append(time.monotonic())
        self.line.send(message if isinstance(message, str | bytes) else json.dumps({**message, **changes}))

    def ask(self, kind: str, act: str | None = None, **changes: Any) -> None:
        """Sends an act, next or undo as our page would; `changes` make it wrong."""
        message = {"type": kind, "seat": self.seat, "answers": self.view["asks"]}
        self.send({**message, **({} if act is None else {"act": act}), **changes})

    def fault(self, message: Any) -> Json:
        """Sends a message that is refused, and returns the fault; fails if anything else comes first."""
        self.send(message)
        answer = self.hear()
        assert answer["type"] == "fault", answer
        return answer

    def act(self, act: str | None = None) -> None:
        """Acts, with the first legal act by default, and listens until that has happened."""
        number = self.view["number"]
        self.ask("act", act or self.view["legal"][0])
        self.until(lambda: self.view["number"] > number)

    def play_deal(self, acts: int = 99) -> int:
        """Plays on until the deal is over or so many acts are done; returns how many were."""
        for done in range(acts):
            self.until_asked()
            if self.view["turn"] < 0:
                return done
            self.act()
        return acts


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the whole run."""
    running = Server(tmp_path_factory.mktemp("tefuda")).start()
    yield running
    running.stop()
