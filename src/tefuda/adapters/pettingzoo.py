"""PettingZoo: a table as an environment of agents that act in turn (AEC).

    from tefuda.adapters import pettingzoo
    env = pettingzoo.env("quinto", preset="sentence", deals=1)

Agents are `player_0`, `player_1` ... by seat. An observation is a dictionary: `observation` as tefuda.sim.encoding writes the
seat's view, `action_mask` with a 1 for each legal act (zeros for whose turn it is not). A deal that ends rewards every agent with
its side's points (tefuda.sim.returns.seat_returns); when all deals asked for are over, every agent is terminated. An illegal
act ends the deals and costs `sitting.FAULT`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv

from tefuda.adapters.sitting import FAULT, Sitting
from tefuda.sim.returns import POINTS

Observation = dict[str, NDArray[Any]]


def env(
    game: str,
    preset: str | None = None,
    rules: Mapping[str, Any] | None = None,
    deals: int | None = 1,
    returns: str = POINTS,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """A table of that game, checked: acts in turn, in range and legal.

    `preset` and `rules` say which house rules are in force (Game.read_rules), `deals` how many deals are played (None: a match),
    `returns` what they pay (`points` or `difference`), `render_mode` `ansi` (a text), `human` (printed) or None. Raises ValueError.
    """
    table = wrappers.TerminateIllegalWrapper(raw_env(game, preset, rules, deals, returns, render_mode), illegal_reward=FAULT)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801  # untyped; PettingZoo's own name for it
    """The same table, unchecked: illegal acts are undefined."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        rules: Mapping[str, Any] | None = None,
        deals: int | None = 1,
        returns: str = POINTS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        EzPickle.__init__(self, game, preset, rules, deals, returns, render_mode)
        self._sitting = Sitting(game, preset, rules, deals, returns)
        self._sitting.spoken = render_mode is not None
        self._random, _ = seeding.np_random()
        self.render_mode = render_mode
        self.metadata = {"name": f"tefuda_{game}_v0", **self.metadata}
        self.possible_agents = [f"player_{seat}" for seat in range(self._sitting.seats)]
        low, high = self._sitting.bounds()
        legal: spaces.Space[Any] = spaces.Box(0, 1, (self._sitting.game.actions,), np.int8)
        seen = spaces.Dict({"observation": spaces.Box(low, high), "action_mask": legal})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self._sitting.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for an agent at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for an agent at every call."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # PettingZoo's; there are none
    ) -> None:
        """Begins anew. The same seed gives the same deals, and the same after further resets without one.

        Deals that end before anybody has been asked for anything are passed over.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._sitting.begin(str(self._random.integers(1 << 62)))
        while self._sitting.turn < 0:
            self._sitting.begin(str(self._random.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._close_step()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and what it may do."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._sitting.observation(seat), "action_mask": self._sitting.mask(seat)}

    def step(self, action: int | None) -> None:
        """Does the act of the agent whose turn it is; None for one that is terminated."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._sitting.act(int(action))
        self._close_step()
        if self.render_mode == "human":
            self.render()

    def _close_step(self) -> None:
        """Pays what was earned and says who is next, or that all is over."""
        self.rewards = dict(zip(self.agents, self._sitting.earned, strict=True))
        self._accumulate_rewards()
        if self._sitting.turn < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self._sitting.turn]

    def render(self) -> str | None:
        """The deal so far in words, as a text (`ansi`) or printed (`human`)."""
        if self.render_mode == "human":
            print(self._sitting.words())
        return self._sitting.words() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
