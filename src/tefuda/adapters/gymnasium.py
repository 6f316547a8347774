"""Gymnasium: one seat at a table, the others taken by our bots. Importing this module registers `tefuda/Quinto-v0` and so on.

    import gymnasium
    import tefuda.adapters.gymnasium
    env = gymnasium.make("tefuda/Quinto-v0", preset="sentence", bots="club", seat=0)

An observation is the seat's view as tefuda.sim.encoding writes it; `info["action_mask"]` has a 1 for each legal act. The reward is
what the seat's side gets for the deals that ended (tefuda.sim.returns.seat_returns). When all deals asked for are over, the
episode is terminated. So it is by an illegal act, which is not done and costs `sitting.FAULT`; `info["refused"]` then names the
refusal, its clause after it, or is `no act` for a number that is none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tefuda.adapters.sitting import FAULT, Sitting
from tefuda.bots import bot_for
from tefuda.games import GAMES
from tefuda.sim.match import seat_stream
from tefuda.sim.returns import POINTS

Step = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A seat at a table of bots."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        rules: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "club",
        seat: int = 0,
        deals: int | None = 1,
        returns: str = POINTS,
        render_mode: str | None = None,
    ) -> None:
        """`bots` is a name for all other seats, or one a seat, lowest seat first. Raises ValueError for what there is not."""
        self._sitting = Sitting(game, preset, rules, deals, returns)
        self._sitting.spoken = render_mode is not None
        others = [each for each in range(self._sitting.seats) if each != seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(others) == self._sitting.seats or len(names) != len(others):
            raise ValueError(f"seat {seat} and {len(names)} bots don't make the {self._sitting.seats} seats of {game}")
        self._seat, self._bots = seat, {each: bot_for(name, self._sitting.game) for each, name in zip(others, names, strict=True)}
        self._streams: dict[int, list[int]] = {}
        self.render_mode = render_mode
        self.observation_space = spaces.Box(*self._sitting.bounds())
        self.action_space = spaces.Discrete(self._sitting.game.actions)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's; there are none
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins anew, and plays on until it is the seat's turn. The same seed gives the same deals and the same bots' chance.

        Deals that end before the seat has been asked for anything are passed over.
        """
        super().reset(seed=seed)
        self._begin()
        while self._sitting.turn < 0:
            self._begin()
        return self._sitting.observation(self._seat), self._info()

    def _begin(self) -> None:
        chosen = int(self.np_random.integers(1 << 62))
        self._streams = {each: seat_stream(chosen, each) for each in self._bots}
        self._sitting.begin(str(chosen))
        self._play_bots()

    def step(self, action: np.int64) -> Step:
        """Does an act, and plays on until it is the seat's turn again or all is over."""
        refused = self._refused(int(action))
        if refused:
            return self._sitting.observation(self._seat), FAULT, True, False, {**self._info(), "refused": refused}
        self._sitting.act(int(action))
        reward = self._sitting.earned[self._seat] + self._play_bots()
        return self._sitting.observation(self._seat), reward, self._sitting.turn < 0, False, self._info()

    def _play_bots(self) -> float:
        """Lets the bots act until it is the seat's turn or all is over; returns what the seat gets meanwhile."""
        earned = 0.0
        while (turn := self._sitting.turn) >= 0 and turn != self._seat:
            view = self._sitting.view(turn)
            self._sitting.act(self._bots[turn].act(self._sitting.game, self._sitting.rules, view, turn, self._streams[turn]))
            earned += self._sitting.earned[self._seat]
        return earned

    def _refused(self, action: int) -> str:
        """Why the rules refuse an act, empty if they don't."""
        game, rules = self._sitting.game, self._sitting.rules
        if not 0 <= action < game.actions:
            return "no act"
        reason = game.kernel.refusal(rules, self._sitting.state, action)
        return f"{game.refusal_name(reason)} {game.refusal_clauses[reason]}" if reason else ""

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._sitting.mask(self._seat)}

    def render(self) -> str | None:
        """The deal so far in words, as a text (`ansi`) or printed (`human`)."""
        if self.render_mode == "human":
            print(self._sitting.words())
        return self._sitting.words() if self.render_mode == "ansi" else None


for _name in GAMES:
    gymnasium.register(f"tefuda/{_name.capitalize()}-v0", entry_point="tefuda.adapters.gymnasium:SeatEnv", kwargs={"game": _name})
