"""Our master against OpenSpiel's search over hidden hands, in duplicate deals through the adapter, either with as much time.

OpenSpiel's search is its Python ISMCTS (Cowling, Powley and Whitehouse 2012) with random play-outs, as its C++ one can't play games
that are written in Python. It plays for the difference of the points, and explores by the spread that points have in random deals.
How many simulations it makes a decision is measured first, so that both think as long on the average of a deal.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean, pstdev
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tefuda.adapters.openspiel  # noqa: F401  # registers our games
from tefuda.arena import Contest, Duplicate, Play, lineups, winners_by_points
from tefuda.bots import bot_for
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.sim.match import seat_stream

NAME: Final = "openspiel-ismcts"
TRIED: Final = 10  # simulations a decision in the deals in which both are timed
TIMED: Final = range(1, 4)  # the seeds of those deals
RANDOM_DEALS: Final = 30  # to learn how far points spread

Player = Callable[[Any], int]  # state of OpenSpiel -> act


def duplicates(contest: Contest, deals: int) -> Iterator[Duplicate]:
    """Every deal below `deals`, played twice with the sides exchanged: the first bot is ours, the second OpenSpiel's."""
    game = GAMES[contest.game]
    loaded = pyspiel.load_game(f"python_tefuda_{game.name}", {**game.write_rules(contest.rules), "returns": "difference"})
    search = partial(_search, loaded, _spread(loaded), _simulations(contest, loaded))
    for deal in range(deals):
        yield _twice(contest, loaded, search, deal)


def _twice(contest: Contest, loaded: Any, search: Callable[[int], Player], deal: int) -> Duplicate:
    sides, plays, times = GAMES[contest.game].sides(contest.rules), list[Play](), (list[int](), list[int]())
    for lineup in lineups(sides, deal):
        holders = {seat: lineup[side] for side, seats in enumerate(sides) for seat in seats}
        players = [_ours(contest, deal), search(deal)]
        state = _dealt(loaded, contest.seed + deal)
        for seat, microseconds in _play(state, {seat: players[holder] for seat, holder in holders.items()}):
            times[holders[seat]].append(microseconds)
        plays.append(_scored(contest, state))
    return Duplicate(pair=(0, 1), deal=deal, plays=(plays[0], plays[1]), microseconds=times)


def _scored(contest: Contest, state: Any) -> Play:
    sides = GAMES[contest.game].sides(contest.rules)
    points, totals = [0] * len(sides), [0] * len(sides)
    GAMES[contest.game].kernel.score(contest.rules, state.deal.state, points, totals)
    return Play(points=points, winners=winners_by_points(points), deals=1)


def _play(state: Any, players: dict[int, Player]) -> list[tuple[int, int]]:
    """Plays a deal to its end; returns the seat of each decision and its processor time in microseconds."""
    spent = list[tuple[int, int]]()
    while not state.is_terminal():
        seat, begun = state.current_player(), time.process_time_ns()
        action = players[seat](state)
        spent.append((seat, round((time.process_time_ns() - begun) / 1000)))
        state.apply_action(action)
    return spent


def _ours(contest: Contest, deal: int) -> Player:
    game = GAMES[contest.game]
    bot = bot_for(contest.bots[0], game)
    streams = [seat_stream((contest.seed << 32) + deal, seat) for seat in range(game.seats(contest.rules))]

    def act(state: Any) -> int:
        seat = state.current_player()
        return bot.act(game, contest.rules, cut(state.deal.state, seat), seat, streams[seat])

    return act


def _search(loaded: Any, spread: float, simulations: int, seed: int) -> Player:
    chance = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, chance), spread, simulations, random_state=chance)
    return lambda state: int(bot.step(state))


def _dealt(loaded: Any, seed: int) -> Any:
    """A deal before its first act."""
    chance, state = np.random.RandomState(seed), loaded.new_initial_state()
    while state.is_chance_node():
        cards, likely = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(chance.choice(cards, p=likely)))
    return state


def _spread(loaded: Any) -> float:
    """The standard deviation of what a seat gets where all play at random."""
    chance, got = np.random.RandomState(1), list[float]()
    players: dict[int, Player] = dict.fromkeys(range(loaded.num_players()), lambda state: int(chance.choice(state.legal_actions())))
    for seed in range(RANDOM_DEALS):
        state = _dealt(loaded, seed)
        _play(state, players)
        got += state.returns()
    return pstdev(got)


def _simulations(contest: Contest, loaded: Any) -> int:
    """How many simulations take as long as our bot thinks, on the average of some deals in which either has all seats."""
    _mean_time(contest, loaded, partial(_ours, contest), TIMED[:1])  # compiles
    ours = _mean_time(contest, loaded, partial(_ours, contest), TIMED)
    return max(1, round(TRIED * ours / _mean_time(contest, loaded, partial(_search, loaded, 1.0, TRIED), TIMED)))


def _mean_time(contest: Contest, loaded: Any, player: Callable[[int], Player], seeds: range) -> float:
    """Microseconds of a decision on the average, in deals that are not played otherwise."""
    played = [_play(_dealt(loaded, (1 << 20) + seed), dict.fromkeys(range(loaded.num_players()), player(seed))) for seed in seeds]
    return fmean(microseconds for deal in played for _, microseconds in deal)
