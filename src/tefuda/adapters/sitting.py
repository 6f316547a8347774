"""What the adapters share: some deals in a row as numbers, and what they pay."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, Game
from tefuda.core.state import State
from tefuda.core.view import SPECTATOR, cut
from tefuda.games import game_named
from tefuda.sim.encoding import encode, encoding, planes
from tefuda.sim.returns import check_returns, seat_returns

FAULT: Final = -1000.0  # what an illegal act costs where it ends the deals: more than any of our deals does


def words_heard(game: Game, rules: Any, before: Any, action: int, after: Any, seat: int) -> str:
    """An act in the words that a seat (or SPECTATOR) hears of it."""
    return game.say(rules, before, action) if game.heard is None else game.told(rules, before, action, after, seat).words


def bounds(game: Game, rules: Any) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the greatest number of every place of an observation."""
    described = planes(game, rules)
    widths = [plane.width for plane in described]
    low, high = np.repeat([plane.low for plane in described], widths), np.repeat([plane.high for plane in described], widths)
    return low.astype(np.float32), high.astype(np.float32)


class Sitting:
    """Some deals of a match, one after the other, acted in by number. Nothing is checked: acts must be legal."""

    def __init__(self, game: str, preset: str | None, options: Mapping[str, Any] | None, deals: int | None, returns: str) -> None:
        """`deals` None: a whole match. Raises ValueError for a game, preset, option or kind of returns that there is not."""
        check_returns(returns)
        self.game = game_named(game)
        self.rules = self.game.read_rules(options, preset)
        self.seats = self.game.seats(self.rules)
        self.state: Any = self.game.state()
        self.earned = [0.0] * self.seats  # what each seat got by the last act
        self.heard: list[str] = []  # the acts of this deal as anybody hears them; empty unless `spoken`
        self.spoken = False
        self._asked, self._returns, self._seed, self._begun = deals, returns, "", 0
        self._sides, self._buffer = self.game.sides(self.rules), [0] * self.game.most_legal
        self._encoding = encoding(self.game, self.rules)

    def begin(self, seed: str) -> None:
        """Starts a match whose dealer and packs follow from the seed (tefuda.core.chance), and deals."""
        self._seed, self._begun, self.earned = seed, 0, [0.0] * self.seats
        self.game.kernel.start(self.rules, self.state, chance.first_dealer(seed, self.seats))
        self._deal()
        self._go_on()

    @property
    def turn(self) -> int:
        """Whose turn it is; below 0 when all deals are over."""
        return self.game.kernel.seat(self.rules, self.state)

    def legal(self) -> list[int]:
        """The legal acts of the seat whose turn it is, lowest first."""
        return self._buffer[: self.game.kernel.legal(self.rules, self.state, self._buffer)]

    def act(self, action: int) -> None:
        """Does a legal act; deals again where that ended a deal and more are asked for."""
        self.earned = [0.0] * self.seats
        before = self.state.copy() if self.spoken else None
        turn = self.turn
        self.game.kernel.play(self.rules, self.state, action)
        if before is not None:
            self.heard.append(f"{turn} {words_heard(self.game, self.rules, before, action, self.state, SPECTATOR)}")
        self._go_on()

    def view(self, seat: int) -> State:
        """The state as the seat may know it."""
        view: State = cut(self.state, seat)
        return view

    def observation(self, seat: int) -> NDArray[np.float32]:
        """The seat's view as tefuda.sim.encoding writes it: float32 of shape (width,)."""
        vector = np.zeros(self._encoding.width, np.float32)
        encode(self._encoding, self.view(seat).row(), seat, vector)
        return vector

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the greatest number of every place of an observation."""
        return bounds(self.game, self.rules)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """int8 of shape (actions,) with a 1 for each legal act of the seat; zeros when it is not its turn."""
        legal = np.zeros(self.game.actions, np.int8)
        if self.turn == seat:
            legal[self.legal()] = 1
        return legal

    def words(self) -> str:
        """The deal so far as anybody may know it: its number, what was heard, and who is to act."""
        turn = f"seat {self.turn} to act" if self.turn >= 0 else "over"
        return f"{self.game.name}, deal {self._begun}: {', '.join([*self.heard, turn])}"

    def _go_on(self) -> None:
        """Pays for every deal that is over and deals the next, until somebody is to act or all is over."""
        while self.turn < 0:
            points, totals = [0] * len(self._sides), [0] * len(self._sides)
            self.game.kernel.score(self.rules, self.state, points, totals)
            paid = seat_returns(self._sides, points, self._returns)
            self.earned = [before + now for before, now in zip(self.earned, paid, strict=True)]
            if self.turn != DEAL_DUE or self._begun == self._asked:
                return
            self._deal()

    def _deal(self) -> None:
        cards = self.game.pack(self.rules)
        self.game.kernel.deal(self.rules, self.state, [cards[at] for at in chance.deal_order(self._seed, self._begun, len(cards))])
        self._begun += 1
        self.heard.clear()
