"""A line to a process that plays: one line of JSON there, one line back, within a time. No process outlives ours.

Each process is the first of a group of its own, so that what it has started ends with it; `minder.py` ends the groups if our own
process dies. Processes are ended without a word: what one wants to keep it has to write before it answers.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from subprocess import PIPE, Popen
from typing import IO, Any, Final

from tefuda.play.errors import TefudaError

LONGEST: Final = 65_536  # bytes of an answer, its line end included
LAST_WORDS: Final = 2_000  # bytes of standard error that are kept
GOING: Final = 1.0  # seconds for a process that has closed its output to end
SHOWN: Final = 60  # letters of an answer that a fault shows


class BotFault(TefudaError):
    """What a bot of others did wrong: the text goes on from its name ('was silent for 10 s')."""


class Line:
    """A process, and what is said to it and by it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the process. Raises BotFault where that can't be."""
        try:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True)
        except OSError as error:
            raise BotFault(f"can't be started: {error.strerror}") from None
        _minder().mind(self._process.pid)
        self._unsaid, self._said, self._errors = b"", b"", b""
        self._ended, self._lock = False, threading.Lock()
        self._look = DefaultSelector()
        self._watch(self._process.stdout, EVENT_READ, self._hear)
        self._watch(self._process.stderr, EVENT_READ, self._note)
        os.set_blocking(_number(self._process.stdin), False)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, message: Any, seconds: float) -> dict[str, Any]:
        """The answer to a message, an object of JSON. Raises BotFault, and then the process has been ended."""
        try:
            self._quiet()
            self._unsaid = written(message)
            self._watch(self._process.stdin, EVENT_WRITE, self._say)
            return _read(self._answer(seconds))
        except BotFault:
            self.end()
            raise

    def cut(self) -> None:
        """Ends the process from another thread; the one that waits for its answer gets a BotFault."""
        with self._lock:
            self._kill()

    def end(self) -> None:
        """Ends the process, and all that it has started."""
        with self._lock:
            self._kill()
            if self._ended:
                return
            self._ended = True
        _minder().forget(self._process.pid)
        self._process.wait()
        self._look.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _kill(self) -> None:
        if not self._ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    # ---- both ways at once, as neither end may wait for the other

    def _watch(self, pipe: IO[bytes] | None, event: int, work: Callable[[], None]) -> None:
        os.set_blocking(_number(pipe), False)
        self._look.register(_number(pipe), event, work)

    def _quiet(self) -> None:
        """Makes sure that nothing has been said since the last answer."""
        for key, _ in self._look.select(0):
            key.data()
        if self._said:
            raise BotFault(f"spoke without being asked: {_shown(self._said)}")

    def _answer(self, seconds: float) -> bytes:
        """The next line, and nothing after it."""
        ends = time.monotonic() + seconds
        while b"\n" not in self._said:
            ready = self._look.select(max(ends - time.monotonic(), 0))
            if not ready or time.monotonic() > ends:
                raise BotFault(f"was silent for {seconds:g} s")
            for key, _ in ready:
                key.data()
        line, _, self._said = self._said.partition(b"\n")
        return line

    def _say(self) -> None:
        with suppress(BrokenPipeError):  # its output tells what has become of it
            self._unsaid = self._unsaid[os.write(_number(self._process.stdin), self._unsaid) :]
            if self._unsaid:
                return
        self._look.unregister(_number(self._process.stdin))

    def _hear(self) -> None:
        more = os.read(_number(self._process.stdout), LONGEST)
        if not more:
            raise BotFault(self._ending())
        self._said += more
        if len(self._said) > LONGEST:
            raise BotFault(f"said more than {LONGEST:,} bytes")

    def _note(self) -> None:
        more = os.read(_number(self._process.stderr), LONGEST)
        self._errors = (self._errors + more)[-LAST_WORDS:]
        if not more:
            self._look.unregister(_number(self._process.stderr))

    def _ending(self) -> str:
        """How the process has ended, with the last that it wrote to standard error."""
        try:
            code = self._process.wait(GOING)
        except subprocess.TimeoutExpired:
            return "closed its output"
        with suppress(OSError, ValueError, KeyError):
            self._note()
        words = self._errors.decode(errors="replace").strip().rpartition("\n")[2]
        how = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        return f"{how}: {words[:LAST_WORDS]}" if words else how


def written(message: Any) -> bytes:
    """A message as a process reads it: one line of JSON, in ASCII, without spaces between its parts."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotFault(f"said no object of JSON: {_shown(line)}")
    if "failed" in answer:
        raise BotFault(f"failed: {answer['failed']}")
    return answer


def _shown(said: bytes) -> str:
    return repr(said[:SHOWN].decode(errors="replace"))


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None, "every end is a pipe"
    return pipe.fileno()


# ---- when our process dies


class _Minder:
    """The process that ends the others when ours has died."""

    def __init__(self) -> None:
        command = (sys.executable, "-I", "-S", str(Path(__file__).with_name("minder.py")))
        self._process = Popen(command, stdin=PIPE, stdout=subprocess.DEVNULL, start_new_session=True, bufsize=0)
        self._lock = threading.Lock()
        atexit.register(self._end)

    def mind(self, group: int) -> None:
        self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None, "it has a pipe"
        with self._lock, suppress(BrokenPipeError, ValueError):
            self._process.stdin.write(line.encode())

    def _end(self) -> None:
        """It ends what is left, then itself."""
        assert self._process.stdin is not None, "it has a pipe"
        self._process.stdin.close()
        self._process.wait()


@cache
def _minder() -> _Minder:
    return _Minder()
