"""PettingZoo: its own tests pass for every game and preset; rewards, secrets and illegal acts are as promised."""

import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest

from tefuda.core.game import MATCH_OVER
from tefuda.games import GAMES
from tefuda.testing import positions

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from tefuda.adapters import pettingzoo
from tefuda.adapters.sitting import FAULT, Sitting
from tefuda.sim.deal import worlds
from tefuda.sim.returns import seat_returns

PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]

# PettingZoo keeps a list of its own environments whose observations may be dictionaries with a mask; it warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def play_out(env: Any, seed: int) -> tuple[list[int], dict[str, float]]:
    """Plays by sampled legal acts; returns the acts, and what each agent got in all."""
    env.reset(seed=seed)
    acts, got = list[int](), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        got[agent] += reward
        if not over:
            acts.append(int(np.flatnonzero(observation["action_mask"])[len(acts) % int(observation["action_mask"].sum())]))
        env.step(None if over else acts[-1])
    return acts, got


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_api_test_passes(game: str, preset: str) -> None:
    api_test(pettingzoo.env(game, preset), num_cycles=50)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_seed_test_passes(game: str, preset: str) -> None:
    seed_test(partial(pettingzoo.env, game, preset, deals=3), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_their_render_test_passes(game: str) -> None:
    render_test(partial(pettingzoo.env, game))


def test_their_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(pettingzoo.env("quinto"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_all_deals_are_paid_for(game: str, preset: str) -> None:
    acts, got = play_out(pettingzoo.env(game, preset, deals=3), seed=4)
    tefuda, rules = GAMES[game], GAMES[game].read_rules(preset=preset)
    sides = tefuda.sides(rules)
    state: Any = None
    earned = [0] * len(sides)
    for position in positions_of(game, preset, acts, seed=4):
        state = position
        if tefuda.kernel.seat(rules, state) < 0:
            points = [0] * len(sides)
            tefuda.kernel.score(rules, state, points, [0] * len(sides))
            earned = [before + now for before, now in zip(earned, points, strict=True)]
    assert state.deals == 3 or tefuda.kernel.seat(rules, state) == MATCH_OVER
    assert got == {f"player_{seat}": earned[side] for side, members in enumerate(sides) for seat in members}


def positions_of(game: str, preset: str, acts: list[int], seed: int) -> Any:
    """The states after the same acts in the same deals, without the environment's own accounts."""
    env = pettingzoo.raw_env(game, preset, deals=3)
    env.reset(seed=seed)
    sitting, kernel = env._sitting, GAMES[game].kernel
    state, rules = sitting.state.copy(), sitting.rules
    for action in acts:
        kernel.play(rules, state, action)
        yield state.copy()
        sitting.act(action)
        state = sitting.state.copy()


def test_difference_pays_what_a_side_makes_more_than_the_others() -> None:
    assert seat_returns([[0, 2], [1, 3]], [40, 15], "points") == [40, 15, 40, 15]
    assert seat_returns([[0, 2], [1, 3]], [40, 15], "difference") == [25, -25, 25, -25]
    assert seat_returns([[0], [1], [2]], [6, -3, -3], "difference") == [9, -4.5, -4.5]
    plain = play_out(pettingzoo.env("piquet"), seed=9)[1]
    difference = play_out(pettingzoo.env("piquet", returns="difference"), seed=9)[1]
    assert plain["player_0"] != plain["player_1"]
    assert difference["player_0"] == plain["player_0"] - plain["player_1"] == -difference["player_1"]


def test_a_whole_match_is_played_when_no_number_of_deals_is_asked_for() -> None:
    env = pettingzoo.env("dasan", rules={"deals": 4}, deals=None)
    play_out(env, seed=2)
    assert env.unwrapped._sitting.state.deals == 4


def test_rules_are_taken_by_preset_and_by_name() -> None:
    assert len(pettingzoo.env("pitch", "five-handed").possible_agents) == 5
    assert len(pettingzoo.env("pitch", rules={"players": 5}).possible_agents) == 5
    assert len(pettingzoo.env("dasan").possible_agents) == 3


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "skat"}, "there is no game 'skat'"),
        ({"game": "quinto", "preset": "club"}, "no preset 'club'"),
        ({"game": "quinto", "rules": {"trumps": 1}}, "no option 'trumps'"),
        ({"game": "quinto", "returns": "win"}, "returns can't be 'win'"),
    ],
)
def test_a_wrong_wish_is_refused_in_a_sentence(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        pettingzoo.env(**wish)


@pytest.mark.filterwarnings("ignore:.*Illegal move")
def test_an_illegal_act_ends_the_deals_and_costs_the_fault() -> None:
    env = pettingzoo.env("quinto")
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards == {each: FAULT if each == agent else 0 for each in env.agents}
    assert all(env.terminations.values())


def test_who_is_not_to_act_has_no_legal_act() -> None:
    env = pettingzoo.env("piquet")
    env.reset(seed=1)
    masks = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
    assert masks.pop(env.agent_selection) > 0
    assert set(masks.values()) == {0}


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_does_not_change_with_what_is_hidden(game: str) -> None:
    sitting, kind = Sitting(game, None, None, 1, "points"), GAMES[game]
    for position in list(positions(kind, sitting.rules, 3, 2))[5::20]:
        for seat in range(sitting.seats):
            sitting.state = position.state
            seen = sitting.observation(seat), sitting.mask(seat)
            for world in worlds(kind, sitting.rules, sitting.view(seat), seat, 2, seed=8):
                sitting.state = world
                assert np.array_equal(sitting.observation(seat), seen[0])
                assert np.array_equal(sitting.mask(seat), seen[1])


def test_what_is_printed_is_what_anybody_hears() -> None:
    env = pettingzoo.env("piquet", render_mode="ansi")
    env.reset(seed=1)
    first = f"seat {env.agent_selection[-1]} to act"
    assert env.render() == f"piquet, deal 1: {first}"
    while not env.render().endswith("draw, " + first.replace(first[5], "10"[int(first[5])])):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert set(env.render().split(": ")[1].split(", ")[:-2]) == {f"{first[5]} discard"}


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("pitch", "pawnee", {"target": 30}, deals=2)))
    assert len(env.possible_agents) == 5
    assert env._sitting.rules.target == 30
