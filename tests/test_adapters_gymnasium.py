"""Gymnasium: its own checks pass for every game and preset; the bots are those that were asked for."""

from typing import Any

import numpy as np
import pytest

from tefuda.games import GAMES

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import tefuda.adapters.gymnasium
from tefuda.adapters.sitting import FAULT
from tefuda.bots import BOTS

PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


def make(game: str, **wish: Any) -> Any:
    return gymnasium.make(f"tefuda/{game.capitalize()}-v0", **wish)


def play_out(env: Any, seed: int) -> tuple[list[int], float, int]:
    """Plays the lowest or a later legal act in turn; returns the acts, the sum of rewards and how many there were."""
    _, info = env.reset(seed=seed)
    acts, total, over = list[int](), 0.0, False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        acts.append(int(legal[len(acts) % len(legal)]))
        _, reward, over, truncated, info = env.step(acts[-1])
        assert not truncated
        total += reward
    return acts, total, len(acts)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_check_passes(game: str, preset: str) -> None:
    check_env(make(game, preset=preset).unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_their_vector_environment_steps_many(game: str) -> None:
    one = make(game)
    many = gymnasium.make_vec(f"tefuda/{game.capitalize()}-v0", num_envs=3, vectorization_mode="sync")
    observations, info = many.reset(seed=[5, 6, 5])  # type: ignore[arg-type]  # as their documentation has it
    assert observations.shape == (3, *one.observation_space.shape)
    assert np.array_equal(observations[0], observations[2])
    assert not np.array_equal(observations[0], observations[1])
    assert np.array_equal(observations[1], one.reset(seed=6)[0])
    for _ in range(60):
        observations, _, ended, _, info = many.step(info["action_mask"].argmax(axis=1))
        if ended.any():
            break
    assert ended.any()
    many.close()


def many_tables(game: str, tables: int, **wish: Any) -> Any:
    wish = {"vectorization_mode": "vector_entry_point", **wish}
    return gymnasium.make_vec(f"tefuda/{game.capitalize()}-v0", num_envs=tables, **wish)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_batch_is_a_vector_environment_as_gymnasium_wants_one(game: str, preset: str) -> None:
    many, one = many_tables(game, 4, preset=preset, bots="random"), make(game, preset=preset)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    assert many.observation_space == batch_space(one.observation_space, 4)
    runs = [vector_run(many, 11), vector_run(many, 11), vector_run(many, 12)]
    assert runs[0] == runs[1] != runs[2]


def vector_run(many: Any, seed: int) -> list[Any]:
    """Plays some steps, checks what is given, and returns all rewards and ends."""
    observations, infos = many.reset(seed=seed)
    run = list[Any]()
    for _ in range(60):
        assert many.observation_space.contains(observations)
        assert infos["_action_mask"].all()
        assert infos["action_mask"].any(axis=1).all()
        before = observations.copy()
        observations, rewards, ended, truncated, infos = many.step(infos["action_mask"].argmax(axis=1))
        assert (rewards.dtype, ended.dtype, rewards.shape, ended.shape) == (np.float64, np.bool_, (4,), (4,))
        assert not truncated.any()
        assert not np.array_equal(before, observations)
        assert not rewards[~ended].any()
        run.append((rewards.tolist(), ended.tolist()))
    assert any(any(ended) for _, ended in run)
    return run


def test_an_illegal_act_ends_that_environment_alone() -> None:
    many = many_tables("quinto", 3, bots="random")
    _, infos = many.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1], actions[2] = np.flatnonzero(infos["action_mask"][1] == 0)[0], 1000
    _, rewards, ended, _, infos = many.step(actions)
    assert rewards.tolist() == [0, FAULT, FAULT]
    assert ended.tolist() == [False, True, True]
    assert infos["refused"].tolist() == [None, "calls_first Q6", "no act"]
    assert infos["_refused"].tolist() == [False, True, True]


def test_many_tables_are_played_by_bots_by_rule_only() -> None:
    with pytest.raises(ValueError, match="the bot 'master' of quinto searches"):
        tefuda.adapters.gymnasium.SeatVectorEnv("quinto", bots="master")


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_seat_can_be_taken_and_a_deal_be_played(game: str, preset: str) -> None:
    for seat in range(GAMES[game].seats(GAMES[game].read_rules(preset=preset))):
        assert play_out(make(game, preset=preset, seat=seat, bots="random"), seed=seat)[2] > 0


def test_the_reward_is_what_the_side_gets() -> None:
    env = make("piquet", seat=1, returns="difference", deals=2)
    _, total, _ = play_out(env, seed=3)
    state = env.unwrapped._sitting.state
    assert state.deals == 2
    assert total == state.totals[1] - state.totals[0] != 0


def test_the_same_seed_gives_the_same_deals_and_bots() -> None:
    assert play_out(make("quinto", bots="random"), seed=3) == play_out(make("quinto", bots="random"), seed=3)
    assert play_out(make("quinto", bots="random"), seed=3) != play_out(make("quinto", bots="random"), seed=4)


def test_bots_sit_where_their_names_say() -> None:
    env = make("quinto", seat=1, bots=["random", "club", "beginner"]).unwrapped
    assert {seat: bot.name for seat, bot in env._bots.items()} == {0: "random", 2: "club", 3: "beginner"}


def test_a_bot_gets_its_own_view_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Watcher:
        name = "watcher"

        def act(self, game: Any, rules: Any, view: Any, seat: int, stream: Any) -> int:
            assert [place for place, cards in enumerate(view.hands) if cards] in ([seat], [])
            return BOTS["random"]["quinto"].act(game, rules, view, seat, stream)

    monkeypatch.setitem(BOTS, "watcher", {"quinto": Watcher()})
    assert play_out(make("quinto", bots="watcher"), seed=1)[2] == 13  # a call and twelve cards


def test_an_illegal_act_ends_the_episode_and_is_named() -> None:
    env = make("quinto").unwrapped
    _, info = env.reset(seed=1)
    card = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(np.int64(card))
    assert (reward, ended, info["refused"]) == (FAULT, True, "calls_first Q6")
    assert env.step(np.int64(1000))[4]["refused"] == "no act"


@pytest.mark.parametrize("wish", [{"bots": "hero"}, {"seat": 4}, {"bots": ["club"]}, {"preset": "club"}, {"returns": "win"}])
def test_a_wrong_wish_is_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no bot|don't make|no preset|can't be"):
        tefuda.adapters.gymnasium.SeatEnv("quinto", **wish)


def test_a_deal_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    env = make("quinto", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("quinto, deal 1: ")
    assert env.render().endswith("seat 0 to act")
    human = make("quinto", render_mode="human")
    human.reset(seed=1)
    human.render()
    assert capsys.readouterr().out.strip() == env.render()
