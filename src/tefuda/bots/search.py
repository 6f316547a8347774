"""Bots that search: levels of the same sampled search, and what the strongest of them thinks of every act."""

from collections.abc import Callable, MutableSequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.bots import sampling
from tefuda.bots.sampling import Desk, Effort, Judge, Thinker, laid_out, try_acts
from tefuda.core.game import Game
from tefuda.core.rule import compiled
from tefuda.core.state import State, tables
from tefuda.games import GAMES
from tefuda.sim.deal import array_spread, every_world
from tefuda.solve import OF_CLAIMS, POSITIONS, bench, position, takes_rest

MOST_WORLDS: Final = 16384
MOST_PROVEN: Final = 512  # worlds of a claim
MOST_CLAIMED: Final = 25  # cards in all places; with more of them a claim is seldom certain and slow to prove


class Advice(NamedTuple):
    """What an act is worth to the seat on average: points of the deal, its camp's less the others'.

    `error` is the standard error of the difference to the best act, 0 for the best act itself.
    """

    action: int
    points: float
    error: float


class Skill(NamedTuple):
    """How a level of a game plays."""

    judge: Judge
    effort: Effort
    stakes: int  # what a game or match won is worth to it beyond its points
    own: Callable[..., list[Advice] | None] | None = (
        None  # own(rules, view, seat, stakes, stream): a game's own search, None for views that it leaves to this one
    )
    doubt: float = 0.0  # it does as its policy does unless another act is better by so many standard errors


def choose(game: Game, skill: Skill, rules: Any, view: State, seat: int, stream: MutableSequence[int]) -> int:
    """The best legal act of a view as far as the search looks; draws from the stream in place."""
    buffer = [0] * game.most_legal
    if game.kernel.legal(rules, view, buffer) == 1:
        return buffer[0]
    ranked = advise(game, skill, rules, view, seat, stream)
    if skill.doubt == 0.0:
        return ranked[0].action
    usual = skill.judge.policy(game.kernel, rules, view.copy(), seat, buffer, stream)
    known = next(each for each in ranked if each.action == usual)
    return usual if ranked[0].points - known.points <= skill.doubt * known.error else ranked[0].action


def advise(game: Game, skill: Skill, rules: Any, view: State, seat: int, stream: MutableSequence[int]) -> list[Advice]:
    """Every legal act of a view, the best one first; draws from the stream in place. All are worth 0 where no world was found."""
    judge, effort, stakes, own, _doubt = skill
    if own is not None and (advice := own(rules, view, seat, stakes, stream)) is not None:
        return advice
    desk, thinker = _desk(game.name), _thinker(game.name, judge)
    numbers, desk = np.array(stream, np.int64), laid_out(desk, game, rules, view, seat)
    worlds = compiled(try_acts)(thinker, game.numbers(rules), stakes, effort, desk, seat, numbers)
    stream[:] = map(int, numbers)
    acts = desk.acts[: game.kernel.legal(rules, view, [0] * game.most_legal)]
    return weighed(acts, desk.values[:worlds, : len(acts)], desk.weights[:worlds])


def taking_rest(game: Game, rules: Any, view: State, seat: int) -> set[int]:
    """The acts that take all the rest for the seat's camp in every world that agrees with what it knows.

    None as well where there are too many worlds, or cards, to prove it.
    """
    worlds = _claimed_worlds(game, rules, view, seat)
    taking: set[int] | None = None
    for world in worlds or []:
        taking = takes_rest(game, rules, world) if taking is None else taking & takes_rest(game, rules, world)
        if not taking:
            break
    return taking or set()


def _claimed_worlds(game: Game, rules: Any, view: State, seat: int) -> list[Any] | None:
    """The worlds in which a claim must hold; None where they are too many."""
    if game.name in OF_CLAIMS:
        return OF_CLAIMS[game.name](rules, view, seat, MOST_PROVEN)
    return every_world(game, rules, view, seat, MOST_PROVEN) if sum(view.sizes) <= MOST_CLAIMED else None


def weighed(acts: Any, values: Any, logarithms: Any) -> list[Advice]:
    """The mean of each act's values under the weights, and the error of its difference to the best."""
    if len(values) == 0:
        return [Advice(int(act), 0.0, 0.0) for act in acts]
    weights = np.exp(logarithms - logarithms.max())
    weights /= weights.sum()
    means = weights @ values
    differences = values - values[:, [int(means.argmax())]]
    errors = np.sqrt((weights**2) @ (differences - weights @ differences) ** 2)
    ranked = np.argsort(-means, kind="stable")
    return [Advice(int(acts[at]), float(means[at]), float(errors[at])) for at in ranked]


@cache
def _thinker(name: str, judge: Judge) -> Thinker:
    game = GAMES[name]
    small = name in POSITIONS
    lay = compiled(position(game).lay) if small else None
    layer = compiled(sampling.lay_small if small else sampling.lay_row)
    carry, look = compiled(sampling.carry_row), compiled(sampling.look_row)
    lasting = position(game).lasting
    return Thinker(game.compiled, bench(name).solver, Judge(*map(compiled, judge)), carry, look, lay, layer, lasting)


@cache
def _desk(name: str) -> Desk:
    game = GAMES[name]
    rows, records = tables(game.state, 4)
    acts, buffer = np.zeros((2, game.most_legal), np.int64)
    seen = np.zeros((game.places, game.state.width()), np.int64)
    values, weights = np.zeros((MOST_WORLDS, game.most_legal), np.int64), np.zeros(MOST_WORLDS)
    return Desk(records, rows, seen, array_spread(game, 1), bench(name).memory, acts, buffer, values, weights)
