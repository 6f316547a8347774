"""How many random actions a second other engines make on this machine, one core, the deal included.

Each function plays for a while and returns actions a second of this process's CPU time; chance is not counted as an action.
"""

import random
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import pyspiel

SECONDS: Final = 1.5  # of CPU time, at least
ROLLOUTS: Final = 200_000
COUNTED_DEALS: Final = 500


class Engine(NamedTuple):
    """Somebody else's engine with a game of its: `how` its actions are made, and what measures them."""

    name: str
    game: str
    how: str
    rate: Callable[[], float]


def openspiel_loop(name: str) -> float:
    """A game of OpenSpiel's, looped over from Python."""
    game = pyspiel.load_game(name)
    return _rate(lambda: openspiel_deal(game))


def openspiel_deal(game: Any) -> int:
    """Plays a random game of OpenSpiel's; returns how many actions it had."""
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])  # a deal's outcomes are equally likely
        else:
            state.apply_action(random.choice(state.legal_actions()))
            actions += 1
    return actions


def rlcard_doudizhu() -> float:
    """RLCard's Dou Dizhu with its random agents, by its own `run`."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu")
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=True)
        return int(env.timestep - before)

    return _rate(play)


def pettingzoo_texas_holdem() -> float:
    """PettingZoo's Texas hold'em, legal actions drawn by the action space."""
    from pettingzoo.classic import texas_holdem_v4

    env: Any = texas_holdem_v4.env()

    def play() -> int:
        env.reset()
        actions = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            actions += not over
        return actions

    return _rate(play)


def colver_loop() -> float:
    """colver's coinche (written in Rust), looped over from Python."""
    import colver

    env: Any = colver.Env()
    return _rate(lambda: _colver_deal(env))


def _colver_deal(env: Any) -> int:
    """Plays a random deal of coinche; returns how many actions it had."""
    env.reset()
    actions = 0
    while not env.is_terminal():
        env.step(random.choice(env.legal_actions()))
        actions += 1
    return actions


def colver_rollouts() -> float:
    """colver's roll-outs within Rust, from the first call of a deal."""
    import colver

    env: Any = colver.Env()
    env.reset()
    began = time.process_time()
    env.rollout(ROLLOUTS)
    return ROLLOUTS * _colver_actions() / (time.process_time() - began)


@cache
def _colver_actions() -> float:
    """How many actions a random deal of coinche has on the average."""
    import colver

    env: Any = colver.Env()
    return sum(_colver_deal(env) for _ in range(COUNTED_DEALS)) / COUNTED_DEALS


def _rate(play: Callable[[], int]) -> float:
    """Plays game after game; returns actions a second."""
    play()
    began, actions = time.process_time(), 0
    while (spent := time.process_time() - began) < SECONDS:
        actions += play()
    return actions / spent


def engines() -> list[Engine]:
    """All of them, with the versions that are installed."""
    spiel, rlcard, zoo, colver = (f"{name} {version(name)}" for name in ("open-spiel", "rlcard", "pettingzoo", "colver"))
    loops = [
        Engine(spiel, name, "Python loop", lambda name=name: openspiel_loop(name))  # type: ignore[misc]  # mypy can't see the default
        for name in ("spades", "skat", "euchre", "dou_dizhu")
    ]
    return [
        *loops,
        Engine(rlcard, "doudizhu", "its own run", rlcard_doudizhu),
        Engine(zoo, "texas_holdem_v4", "agent_iter", pettingzoo_texas_holdem),
        Engine(colver, "coinche", "Python loop", colver_loop),
        Engine(colver, "coinche", "roll-outs in Rust", colver_rollouts),
    ]
