"""Gymnasium: one seat at a table, the others taken by our bots. Importing this module registers `tefuda/Quinto-v0` and so on.

    import gymnasium
    import tefuda.adapters.gymnasium
    env = gymnasium.make("tefuda/Quinto-v0", preset="sentence", bots="club", seat=0)

An observation is the seat's view as tefuda.sim.encoding writes it; `info["action_mask"]` has a 1 for each legal act. The reward is
what the seat's side gets for the deals that ended (tefuda.sim.returns.seat_returns). When all deals asked for are over, the
episode is terminated. So it is by an illegal act, which is not done and costs `sitting.FAULT`; `info["refused"]` then names the
refusal, its clause after it, or is `no act` for a number that is none.

Many tables at once are `gymnasium.make_vec("tefuda/Quinto-v0", num_envs=1024, vectorization_mode="vector_entry_point")`: one
tefuda.batch, a seat of every table, the others taken by bots by rule. Everything means the same there; an environment whose episode
has ended begins the next one in the same step, and doesn't tell the last observation of the old one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tefuda.adapters.sitting import FAULT, Sitting, bounds
from tefuda.bots import RuleBot, bot_for
from tefuda.games import GAMES, game_named
from tefuda.sim.batch import GIVE_UP, PLANES, batch
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
        self.observation_space = spaces.Box(*bounds(self._sitting.game, self._sitting.rules))
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
        refused = self._sitting.game.refused(self._sitting.rules, self._sitting.state, int(action))
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

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._sitting.mask(self._seat)}

    def render(self) -> str | None:
        """The deal so far in words, as a text (`ansi`) or printed (`human`)."""
        if self.render_mode == "human":
            print(self._sitting.words())
        return self._sitting.words() if self.render_mode == "ansi" else None


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """The same seat at many tables."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        preset: str | None = None,
        rules: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "club",
        seat: int = 0,
        deals: int | None = 1,
        returns: str = POINTS,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """As SeatEnv, with bots by rule only. Without `copy` every step gives the same array of observations, written anew."""
        names = [bots] if isinstance(bots, str) else bots
        others = [_rule_bot(game, name) for name in names]
        self._batch = batch(
            game,
            num_envs,
            preset=preset,
            rules=rules,
            deals=deals,
            returns=returns,
            observations=PLANES,
            dtype=np.float32,
            seat=seat,
            others=others[0] if isinstance(bots, str) else others,
            threads=threads,
        )
        self.num_envs, self._seat, self._copy = num_envs, seat, copy
        self.single_observation_space = spaces.Box(*bounds(self._batch.game, self._batch.rules))
        self.single_action_space = spaces.Discrete(self._batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's; there are none
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins anew at every table, one seed for all; the same seed gives the same deals and the same bots' chance."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(1 << 62)))
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Does an act at every table, and plays on until it is the seat's turn again."""
        acts, known = np.array(actions), (actions >= 0) & (actions < self._batch.actions)
        legal = known & self._batch.mask[np.arange(self.num_envs), np.where(known, acts, 0)]
        refused = {int(table): self._batch.refused(int(table), int(acts[table])) for table in np.flatnonzero(~legal)}
        acts[~legal] = GIVE_UP
        self._batch.step(acts, check=False)
        rewards = self._batch.rewards[:, self._seat].astype(np.float64)
        rewards[~legal] = FAULT
        infos = self._infos()
        for table, reason in refused.items():
            infos = self._add_info(infos, {"refused": reason}, table)
        return self._observations(), rewards, self._batch.done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _observations(self) -> NDArray[np.float32]:
        planes: NDArray[np.float32] = self._batch.planes
        return planes.copy() if self._copy else planes

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}


def _rule_bot(game: str, name: str) -> Any:
    """The rule of a bot by rule. Raises ValueError for any other bot."""
    bot = bot_for(name, game_named(game))
    if not isinstance(bot, RuleBot):
        raise ValueError(f"the bot '{name}' of {game} searches; many tables at once are played by bots by rule")
    return bot.choose


for _name in GAMES:
    gymnasium.register(
        f"tefuda/{_name.capitalize()}-v0",
        entry_point="tefuda.adapters.gymnasium:SeatEnv",
        vector_entry_point="tefuda.adapters.gymnasium:SeatVectorEnv",
        kwargs={"game": _name},
    )
