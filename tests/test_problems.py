"""Problems with a best act: each is proven from the clauses by plain minimax over every world, then every strong bot solves it."""

from functools import cache
from importlib import import_module
from typing import Any, Final

import pytest

from minimax import Minimax
from problems import Problem
from tefuda.bots import bot_for
from tefuda.core import chance
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.sim.deal import count_worlds

MOST_WORLDS: Final = 50_000
STAKES: Final = (100, 1_000)  # what the end of a game is worth beyond its points: a problem must not depend on how much
SEEDS: Final = (1, 2, 3)
LEAST_MARGIN: Final = 0.5  # points by which the best acts are better on average
MODULES: Final = {name: import_module(f"problems.{name}") for name in GAMES}
PROBLEMS: Final = [
    pytest.param(name, problem, id=f"{name}: {problem.name}") for name, module in MODULES.items() for problem in module.PROBLEMS
]


@cache
def minimax(name: str) -> Minimax:
    """The search of a game."""
    return Minimax(GAMES[name])


@pytest.mark.parametrize(("name", "problem"), PROBLEMS)
def test_the_best_acts_are_proven(name: str, problem: Problem) -> None:
    proof = MODULES[name].PROOFS.get(problem.name)
    if proof is None:
        for stakes in STAKES:
            prove(name, problem, stakes)
    else:
        proof(problem)


def prove(name: str, problem: Problem, stakes: int) -> None:
    """The best acts are as good as any other in every world, or on average where that is the point; all others are worse."""
    game, rules = GAMES[name], GAMES[name].read_rules(problem.rules)
    view = cut(problem.state, game.kernel.seat(rules, problem.state))
    assert count_worlds(game, rules, view, game.kernel.seat(rules, view)) <= MOST_WORLDS
    acts, values = minimax(name).in_every_world(rules, view, stakes)
    words = [game.say(rules, view, act) for act in acts]
    assert len(values) > 0
    assert set(problem.best) < set(words)
    best = [at for at, word in enumerate(words) if word in problem.best]
    others = [at for at, word in enumerate(words) if word not in problem.best]
    means = values.mean(axis=0)
    assert means[best].min() >= means[others].max() + LEAST_MARGIN, dict(zip(words, means, strict=True))
    in_every_world = bool((values[:, best] == values.max(axis=1, keepdims=True)).all())
    assert in_every_world != problem.on_average


@pytest.mark.parametrize(("name", "problem"), PROBLEMS)
def test_the_master_solves(name: str, problem: Problem) -> None:
    game, rules = GAMES[name], GAMES[name].read_rules(problem.rules)
    seat = game.kernel.seat(rules, problem.state)
    view: Any = cut(problem.state, seat)
    for seed in SEEDS:
        act = bot_for("master", game).act(game, rules, view, seat, chance.stream(seed))
        assert game.say(rules, problem.state, act) in problem.best, seed


@pytest.mark.parametrize("name", GAMES)
def test_there_are_problems_enough(name: str) -> None:
    names = [problem.name for problem in MODULES[name].PROBLEMS]
    assert len(names) >= 15
    assert len(set(names)) == len(names)
