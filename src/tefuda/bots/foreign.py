"""Bots of others (docs/bots.md): a command that speaks one line of JSON each way, or a Python callable, which gets the same.

`cmd:./mybot.sh` names a command, `module:function` a callable. What crosses is the view of the bot's seat in words, the acts as the
seat has heard them, and a seed: the very lines are the same whatever the others hold.

**The rule for faults.** A bot is at fault when it raises an exception, is silent for longer than `PATIENCE` or what was set, names
an act that is not legal, says anything else than it was asked for, or its process ends. It then loses the deal. In the arena the
play ends there and is lost (arena.py says for how much). At any other table `SUBSTITUTE` plays on in its seat until the deal is
over; the bot is back in the next deal, but after `LAST_FAULT` faults not again. Nobody else is concerned.
"""

import shlex
import sys
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import Any, Final

from tefuda.bots.line import BotFault, Line
from tefuda.core import chance
from tefuda.core.game import Game, Happening

VERSION: Final = 1  # of what is said
PATIENCE: Final = 10.0  # seconds for an answer
STARTING: Final = 60.0  # seconds for the first answer of a process, which may have much to load
SUBSTITUTE: Final = "club"  # the bot that plays on after a fault
LAST_FAULT: Final = 3  # after so many faults a bot doesn't come back to the table
COMMAND: Final = "cmd:"
_PYTHON_BOT: Final = (sys.executable, "-P", str(Path(__file__).with_name("python_bot.py")))

Heard = list[dict[str, Any]]  # the acts of a deal as one seat has heard them: seat, act, happenings


def is_foreign(name: str) -> bool:
    """Whether it names a bot of others: `cmd:COMMAND` or `MODULE:NAME`."""
    return ":" in name


def command_of(name: str) -> list[str]:
    """The command that plays as the bot. Raises ValueError with a sentence where the name is none."""
    if name.startswith(COMMAND):
        words = shlex.split(name.removeprefix(COMMAND))
        if not words:
            raise ValueError(f"'{name}' names no command")
        return words
    module, _, found = name.partition(":")
    if not (found.isidentifier() and all(part.isidentifier() for part in module.split("."))):
        raise ValueError(f"'{name}' is neither cmd:COMMAND nor MODULE:NAME")
    return [*_PYTHON_BOT, name]


# ---- what is said


def greeting(game: Game, rules: Any, seat: int) -> dict[str, Any]:
    """Tells a bot where it sits, before a match."""
    return {"type": "hello", "version": VERSION, **_table(game, rules, seat), "seats": game.seats(rules)}


def question(game: Game, rules: Any, view: Any, seat: int, deal: int, acts: Heard, seed: int) -> dict[str, Any]:
    """Asks for the act of a seat whose turn it is, with all that the seat may know. Deals count from 0."""
    return {
        "type": "act",
        **_table(game, rules, seat),
        "deal": deal,
        "state": game.spell(rules, view, seat),
        "reckoned": dict(game.reckon(rules, view)) if game.reckon else {},
        "acts": acts,
        "legal": [game.say(rules, view, action) for action in _legal(game, rules, view)],
        "seed": seed,
    }


def ending(
    game: Game, rules: Any, seat: int, deal: int, acts: Heard, points: Sequence[int], totals: Sequence[int]
) -> dict[str, Any]:
    """Tells what a deal came to, side by side."""
    told = {"deal": deal, "acts": acts, "points": list(points), "totals": list(totals)}
    return {"type": "over", **_table(game, rules, seat), **told}


def heard(game: Game, rules: Any, before: Any, action: int, after: Any, turn: int, seat: int) -> dict[str, Any]:
    """What a seat hears of the act of the seat whose turn it was, in the shape of `acts`."""
    words, happenings = game.told(rules, before, action, after, seat)
    return {"seat": turn, "act": words, "happenings": list(map(_happening, happenings))}


def _table(game: Game, rules: Any, seat: int) -> dict[str, Any]:
    sides = [list(side) for side in game.sides(rules)]
    return {"game": game.name, "rules": game.write_rules(rules), "sides": sides, "seat": seat}


def _happening(happening: Happening) -> dict[str, Any]:
    return {**happening._asdict(), "cards": list(happening.cards)}


def _legal(game: Game, rules: Any, view: Any) -> list[int]:
    buffer = [0] * game.most_legal
    return buffer[: game.kernel.legal(rules, view, buffer)]


def action_of(game: Game, rules: Any, view: Any, answer: Mapping[str, Any]) -> int:
    """The legal action that an answer names. Raises BotFault."""
    words = answer.get("act")
    if not isinstance(words, str):
        raise BotFault(f"named no act: {str(dict(answer))[:60]}")
    try:
        action = game.hear(rules, view, words)
    except KeyError:
        raise BotFault(f"said '{words[:60]}', which is no act of {game.name}") from None
    if reason := game.kernel.refusal(rules, view, action):
        raise BotFault(f"said '{words}', which is refused: {game.refusal_name(reason)} ({game.refusal_clauses[reason]})")
    return action


# ---- who says it


class Guest:
    """A bot of others in one seat: a process, started when it is first asked, again after a fault, and told when a match begins."""

    def __init__(self, name: str, seat: int, patience: float = PATIENCE) -> None:
        """Raises ValueError with a sentence where the name is none."""
        self.name, self.seat, self.patience = name, seat, patience
        self._command = command_of(name)
        self._line: Line | None = None
        self._greeted = self._sent_away = False
        self._game: Game
        self._rules: Any

    def sit(self, game: Game, rules: Any) -> None:
        """A match begins. The bot hears of it when it is first asked."""
        self._game, self._rules, self._greeted = game, rules, False

    def act(self, view: Any, deal: int, acts: Heard, stream: MutableSequence[int]) -> int:
        """The bot's act in a view of its seat, whose turn it is; draws its seed from the stream. Raises BotFault."""
        seed = chance.draw(stream)
        self.greet()
        answer = self._ask(question(self._game, self._rules, view, self.seat, deal, acts, seed), self.patience)
        try:
            return action_of(self._game, self._rules, view, answer)
        except BotFault:
            self.leave()
            raise

    def over(self, deal: int, acts: Heard, points: Sequence[int], totals: Sequence[int]) -> None:
        """Tells the bot what a deal came to. One that fails here has nothing left to lose; it is started again when it is asked."""
        if self._greeted:
            try:
                self._ask(ending(self._game, self._rules, self.seat, deal, acts, points, totals), self.patience)
            except BotFault:
                self.leave()

    def greet(self) -> None:
        """Tells the bot where it sits, unless it knows. Raises BotFault."""
        if self._greeted:
            return
        waits = max(self.patience, STARTING) if self._line is None else self.patience
        version = self._ask(greeting(self._game, self._rules, self.seat), waits).get("version")
        if version != VERSION:
            self.leave()
            raise BotFault(f"speaks version {version}, not {VERSION}")
        self._greeted = True

    def leave(self) -> None:
        """Ends the process."""
        if self._line is not None:
            self._line.end()
        self._line, self._greeted = None, False

    def send_away(self) -> None:
        """Ends the process from another thread, for good: who waits for its answer, or asks again, gets a BotFault."""
        self._sent_away = True
        if line := self._line:
            line.cut()

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self._line is None:
            self._line = Line(self._command)
        if self._sent_away:
            self._line.cut()
        try:
            return self._line.ask(message, seconds)
        except BotFault:
            self._line, self._greeted = None, False
            raise


class Company:
    """The bots of others at one table: what each has heard of the deal, what they did wrong, and who plays for them."""

    def __init__(self, game: Game, rules: Any, guests: Mapping[int, Guest], tell: Callable[[str], None] = print) -> None:
        """A match begins. `tell` is given a sentence about every fault that `act` makes good."""
        self._game, self._rules, self.guests, self._tell = game, rules, guests, tell
        self.sit()

    def sit(self) -> None:
        """Another match begins."""
        self._deal, self._acts = -1, {seat: Heard() for seat in self.guests}
        self._faults, self._lost = dict.fromkeys(self.guests, 0), set[int]()
        for guest in self.guests.values():
            guest.sit(self._game, self._rules)

    def dealt(self) -> None:
        """The next deal has been dealt."""
        self._deal += 1
        self._acts = {seat: Heard() for seat in self.guests}
        self._lost = {seat for seat in self._lost if self._faults[seat] == LAST_FAULT}

    def hear(self, turn: int, before: Any, action: int, after: Any) -> None:
        """The seat whose turn it was has acted."""
        for seat, acts in self._acts.items():
            acts.append(heard(self._game, self._rules, before, action, after, turn, seat))

    def ask(self, seat: int, view: Any, stream: MutableSequence[int]) -> int:
        """The act of the bot in a seat. Raises BotFault."""
        return self.guests[seat].act(view, self._deal, self._acts[seat], stream)

    def act(self, seat: int, view: Any, stream: MutableSequence[int], substitute: Callable[[], int]) -> int:
        """The act of the bot in a seat, or of its substitute when it has lost the deal."""
        if seat not in self._lost:
            try:
                return self.ask(seat, view, stream)
            except BotFault as fault:
                self._lost.add(seat)
                self._faults[seat] += 1
                self._tell(f"bot '{self.guests[seat].name}' in seat {seat} {fault}; '{SUBSTITUTE}' plays on {self._until(seat)}")
        return substitute()

    def _until(self, seat: int) -> str:
        return "until the match is over" if self._faults[seat] == LAST_FAULT else "until the deal is over"

    def over(self, points: Sequence[int], totals: Sequence[int]) -> None:
        """The deal is over."""
        for seat, guest in self.guests.items():
            if seat not in self._lost:
                guest.over(self._deal, self._acts[seat], points, totals)

    def leave(self) -> None:
        """Ends all their processes."""
        for guest in self.guests.values():
            guest.leave()


def check(name: str, game: Game, patience: float = PATIENCE) -> None:
    """Starts a bot and tells it where it would sit.

    Raises ValueError with a sentence where the name is none or it doesn't answer.
    """
    guest = Guest(name, 0, patience)
    guest.sit(game, game.rules())
    try:
        guest.greet()
    except BotFault as fault:
        raise ValueError(f"bot '{name}' {fault}") from None
    finally:
        guest.leave()
