"""What all levels share: the weighing of worlds, and claims that are played as they were proven."""

import numpy as np
import pytest

from tefuda import bots
from tefuda.bots.search import Advice, weighed
from tefuda.core import chance
from tefuda.games import GAMES

QUINTO = GAMES["quinto"]


def test_the_advice_is_the_mean_under_the_weights_with_the_error_of_the_difference() -> None:
    values = np.array([[10, 0], [0, 4], [10, 4]])
    best, other = weighed(np.array([7, 9]), values, np.array([0.0, 0.0, 0.0]))
    assert best.action == 7
    assert [best.points, best.error] == pytest.approx([20 / 3, 0.0])
    # Differences -10, 4 and -6: their mean is -4, the squares of what is left over add up to 36 + 64 + 4 = 104.
    assert other.action == 9
    assert [other.points, other.error] == pytest.approx([8 / 3, 104**0.5 / 3])


def test_a_world_that_is_a_hundred_times_likelier_counts_a_hundred_times() -> None:
    best, other = weighed(np.array([7, 9]), np.array([[10, 0], [0, 4]]), np.array([0.0, np.log(100)]))
    assert best.action == 9
    assert best.points == pytest.approx(400 / 101)
    assert other.action == 7
    assert other.points == pytest.approx(10 / 101)


def test_likelihoods_too_small_for_a_float_are_compared_all_the_same() -> None:
    best, _ = weighed(np.array([7, 9]), np.array([[10, 0], [0, 4]]), np.array([-5000.0, -5010.0]))
    assert best.action == 7
    assert best.points == pytest.approx(10, abs=0.01)


def test_without_a_world_every_act_is_worth_nothing() -> None:
    assert weighed(np.array([7, 9]), np.zeros((0, 2)), np.zeros(0)) == [Advice(7, 0.0, 0.0), Advice(9, 0.0, 0.0)]


def test_a_claim_is_played_by_the_best_of_the_acts_that_prove_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = [Advice(3, 9.0, 0.0), Advice(5, 8.0, 1.0), Advice(4, 7.0, 1.0)]
    monkeypatch.setattr(bots, "advise", lambda *_: ranked)
    monkeypatch.setattr(bots, "taking_rest", lambda *_: {4, 5})
    state = QUINTO.state()
    assert bots.claimed_act(QUINTO, QUINTO.rules(), state, 0, chance.stream(0)) == 5
    monkeypatch.setattr(bots, "taking_rest", lambda *_: set())  # nothing is proven any more: as the master plays
    assert bots.claimed_act(QUINTO, QUINTO.rules(), state, 0, chance.stream(0)) == 3
