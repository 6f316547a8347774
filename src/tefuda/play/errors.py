"""Everything that can go wrong at a table or in a record.

One tree, so that who catches an error catches all of its kind:

    TefudaError (a ValueError)
    ├── ActError             an act that is refused: seat, act, reason, clause
    │   ├── NotYourTurn
    │   ├── UnknownAct       words that name no act of the game
    │   └── RefusedAct       the rules refuse it
    ├── DealError            a pack that isn't the game's, or a deal out of time
    └── RecordError          a record that can't be read or doesn't hold: line, reason
"""

from tefuda.words import sentence


class TefudaError(ValueError):
    """The root of all our errors."""


class ActError(TefudaError):
    """An act that was refused. Nothing has changed."""

    def __init__(self, seat: int, act: str, reason: str, clause: str, text: str) -> None:
        super().__init__(text)
        self.seat, self.act, self.reason, self.clause = seat, act, reason, clause


class NotYourTurn(ActError):
    """Another seat is to act, or none."""

    def __init__(self, seat: int, act: str, turn: int) -> None:
        whose = f"it is seat {turn}'s turn" if turn >= 0 else "nobody is to act now"
        super().__init__(seat, act, "not_your_turn", "", f"seat {seat} can't act: {whose}")


class UnknownAct(ActError):
    """The words name no act of the game."""

    def __init__(self, seat: int, act: str, game: str) -> None:
        super().__init__(seat, act, "unknown_act", "", f"'{act}' is no act of {game}")


class RefusedAct(ActError):
    """The rules refuse the act; `reason` is the name of the refusal, `clause` the clause it rests on."""

    def __init__(self, seat: int, act: str, game: str, reason: str, clause: str) -> None:
        text = f"seat {seat} can't '{act}': {sentence(f'refusal.{game}.{reason}')} ({clause})"
        super().__init__(seat, act, reason, clause, text)


class DealError(TefudaError):
    """A pack that isn't the game's, or a deal while none is due."""


class RecordError(TefudaError):
    """A record that can't be read or doesn't hold; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason
