"""A worker of the server: a process in which bots think. It knows what stands in the questions that it reads, and nothing else.

One line of JSON after another: it reads questions and games to prepare from standard input, and writes what server/thinking.py
hears to standard output. It has no other file of the server's, and the server's folder stands neither in its arguments nor in its
environment.
"""

import faulthandler
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from tefuda.bots import advise, bot_for, claimed_act, claims_rest, prepare, ready
from tefuda.core.chance import stream
from tefuda.games import GAMES
from tefuda.server.thinking import PATIENCE, Question, sent

MEANWHILE: Final = "club"  # plays for the bots that search until the game is ready


def answer(question: Question) -> Any:
    """The answer to a question; None where the game is not ready for it."""
    game = GAMES[question.game]
    rules, view = game.read_rules(question.rules), game.state.from_row(question.view)
    able = not question.searches or ready(game)
    if question.asks == "rest" and able:
        return claimed_act(game, rules, view, question.seat, stream(question.seed))
    if question.asks in ("act", "rest"):
        bot = bot_for(question.bot, game)
        player = bot if able else bot_for(MEANWHILE, game)
        return player.act(game, rules, view, question.seat, stream(question.seed))
    if not able:
        return None
    if question.asks == "claim":
        return claims_rest(game, rules, view, question.seat)
    return [list(each) for each in advise(game, rules, view, question.seat, stream(question.seed))]


def think(question: Question) -> dict[str, Any]:
    """What is said to a question. One that takes longer than PATIENCE ends the worker, even inside compiled code."""
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        return {"answer": answer(question)}
    except Exception:
        return {"failed": traceback.format_exc()}
    finally:
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Answers one question after another. Outlives Ctrl+C, which the server answers, but not the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say = _telling(_own_output())
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions, say), daemon=True).start()
    say({"started": os.getpid()})
    while True:
        say(think(questions.get()))


def _own_output() -> BinaryIO:
    """Standard output, for the server alone: what a bot prints goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


def _telling(output: BinaryIO) -> Callable[[Any], None]:
    """Writes messages, one at a time, whichever thread says them."""
    lock = threading.Lock()

    def say(message: Any) -> None:
        with lock:
            output.write(sent(message))
            output.flush()

    return say


def _read(questions: "queue.SimpleQueue[Question]", say: Callable[[Any], None]) -> None:
    """Reads until the server closes its end or dies; then the worker ends, whatever it is at."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "prepare" in message:
            threading.Thread(target=_prepare, args=(message["prepare"], say), daemon=True).start()
        else:
            questions.put(Question(**message))
    os._exit(0)


def _prepare(game: str, say: Callable[[Any], None]) -> None:
    """Compiles what a game needs while the worker answers on. Without the compiler, or where that fails, it doesn't get ready."""
    try:
        prepare(GAMES[game])
    except Exception:
        traceback.print_exc()
    say({"prepared": game, "ready": [game] if ready(GAMES[game]) else []})


if __name__ == "__main__":
    main()
