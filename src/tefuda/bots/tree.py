"""Tree search over hidden hands: information-set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse, 2012).

One tree, whose nodes are rows of acts as they were done, belongs to the seat that thinks. Each simulation draws a world that agrees
with what the seat knows, goes down the tree along acts that are legal in that world, adds one node, and plays the deal out. Of the
acts whose nodes are there, the one goes on that promises most to who does it, seldom tried ones favoured (UCB1); an act that is
not legal in every world is measured by how often it could have been chosen. What the deal is worth in the end goes into every node
on the way, seen from who did its act.
"""

from collections.abc import Callable, MutableSequence
from functools import cache
from math import sqrt
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.bots.sampling import LINE, VIEW, carry_row, laid_out, look_row
from tefuda.core import chance
from tefuda.core.game import Game, Kernel
from tefuda.core.rule import borrowed, compiled, rule
from tefuda.core.state import State, tables
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.sim.deal import Spread, array_spread, draw_world, prepare

TRIES: Final = 200  # filled worlds that do not agree before the search ends
DEEPEST: Final = 256  # acts of a deal, at most
ROOT: Final = 0
NO_NODE: Final = -1
EXPLORE: Final = 0.5  # how much seldom tried acts are favoured, in units of the range of what deals have been worth so far
FAR: Final = 1e9  # no deal is worth as much
SIMULATIONS: Final = 20_000


class Grove(NamedTuple):
    """What a search writes on: lists or arrays. Nodes are numbers from ROOT on."""

    states: Any  # rows of numbers as in bots/sampling: VIEW, LINE (here a world in play), SIGHT
    rows: Any
    seen: Any  # (seats, width): the mask of each seat's view
    spread: Spread
    acts: Any  # the legal acts
    marks: Any  # by act: the latest step of the search at which it was legal
    child: Any  # by node: the child that was added last,
    sibling: Any  # the one that was added before it to the same parent,
    act: Any  # the act that leads to it,
    seat: Any  # who does it,
    visits: Any  # how often it was done,
    available: Any  # how often it could have been,
    sums: Any  # what the deals after it were worth to who does it
    path: Any  # the nodes of a simulation
    logs: Any  # logarithms of whole numbers
    counts: Any  # [0] nodes, [1] steps of the search
    range: Any  # [0] the least, [1] the most that a deal was worth to the seat that thinks


class Woodman(NamedTuple):
    """The functions of a search, all plain or all compiled."""

    kernel: Kernel
    outcome: Callable[..., int]  # outcome(rules, state, stakes, seat): what a deal that is over is worth to the seat
    roll: Callable[..., None]  # roll(woodman, rules, grove, stream): plays the line out
    policy: Callable[..., int]
    carry: Callable[..., None]
    look: Callable[..., Any]


@rule
def grow(woodman: Woodman, rules: Any, stakes: int, grove: Grove, seat: int, simulations: int, stream: Any) -> int:
    """Makes a new tree for the seat whose view lies in row VIEW; returns how many simulations there were."""
    grove = borrowed(grove)
    grove.counts[0] = 0
    _add(grove, NO_NODE, 0, seat)
    grove.range[0], grove.range[1] = FAR, -FAR
    if prepare(woodman.kernel, rules, grove.states[VIEW], seat, grove.spread) == 0.0:
        return 0
    for simulation in range(simulations):
        woodman.carry(grove, VIEW, LINE)
        if not draw_world(woodman.kernel, rules, grove.spread, seat, stream, grove.states[LINE], TRIES):
            return simulation
        depth = _descend(woodman, rules, grove, stream)
        woodman.roll(woodman, rules, grove, stream)
        _learn(woodman, rules, stakes, grove, depth)
    return simulations


@rule
def _add(grove: Grove, parent: int, act: int, seat: int) -> int:
    """A new node."""
    node = int(grove.counts[0])
    grove.counts[0] += 1
    grove.child[node], grove.sibling[node] = NO_NODE, NO_NODE
    grove.act[node], grove.seat[node] = act, seat
    grove.visits[node], grove.available[node], grove.sums[node] = 0, 0, 0.0
    if parent != NO_NODE:
        grove.sibling[node] = grove.child[parent]
        grove.child[parent] = node
    return node


@rule
def _descend(woodman: Woodman, rules: Any, grove: Grove, stream: Any) -> int:
    """Goes down the tree and adds a node to it, unless the deal is over before; returns how many nodes the path has."""
    state, kernel, depth, node = grove.states[LINE], woodman.kernel, 0, ROOT
    seat = kernel.seat(rules, state)
    while seat >= 0:
        found = kernel.legal(rules, state, grove.acts)
        best, known = _choose(grove, node, found)
        if known < found:
            best = _add(grove, node, _new_act(grove, found, found - known, stream), seat)
            grove.available[best] = 1
        grove.path[depth] = best
        depth += 1
        kernel.play(rules, state, grove.act[best])
        if known < found:
            return depth
        node, seat = best, kernel.seat(rules, state)
    return depth


@rule
def _choose(grove: Grove, node: int, found: int) -> tuple[int, int]:
    """The child by UCB1 among those whose acts are legal now, and how many those are; their acts lose their marks."""
    grove.counts[1] += 1
    step = grove.counts[1]
    for at in range(found):
        grove.marks[grove.acts[at]] = step
    favour = EXPLORE * max(0.0, grove.range[1] - grove.range[0])
    best, most, known, child = NO_NODE, 0.0, 0, grove.child[node]
    while child != NO_NODE:
        if grove.marks[grove.act[child]] == step:
            grove.marks[grove.act[child]] = 0
            known += 1
            grove.available[child] += 1
            visits = grove.visits[child]
            promise = grove.sums[child] / visits + favour * sqrt(grove.logs[grove.available[child]] / visits)
            if best == NO_NODE or promise > most:
                best, most = child, promise
        child = grove.sibling[child]
    return best, known


@rule
def _new_act(grove: Grove, found: int, unknown: int, stream: Any) -> int:
    """One of the legal acts that have no node yet, each as likely as the others."""
    left = chance.pick(stream, unknown)
    for at in range(found):
        if grove.marks[grove.acts[at]] == grove.counts[1]:
            if left == 0:
                return int(grove.acts[at])
            left -= 1
    return NO_NODE


@rule
def _learn(woodman: Woodman, rules: Any, stakes: int, grove: Grove, depth: int) -> None:
    """Adds what the deal is worth to the nodes of the path."""
    for at in range(depth):
        node = grove.path[at]
        worth = woodman.outcome(rules, grove.states[LINE], stakes, grove.seat[node])
        grove.visits[node] += 1
        grove.sums[node] += worth
        if at == 0:
            grove.range[0] = min(grove.range[0], worth)
            grove.range[1] = max(grove.range[1], worth)


@rule
def roll_at_random(woodman: Woodman, rules: Any, grove: Grove, stream: Any) -> None:
    """Plays a line out by random legal acts."""
    state, kernel = grove.states[LINE], woodman.kernel
    while kernel.seat(rules, state) >= 0:
        kernel.play(rules, state, grove.acts[chance.pick(stream, kernel.legal(rules, state, grove.acts))])


@rule
def roll_by_policy(woodman: Woodman, rules: Any, grove: Grove, stream: Any) -> None:
    """Plays a line out as the policy does from each seat's view."""
    state, kernel = grove.states[LINE], woodman.kernel
    seat = kernel.seat(rules, state)
    while seat >= 0:
        kernel.play(rules, state, woodman.policy(kernel, rules, woodman.look(grove, seat), seat, grove.acts, stream))
        seat = kernel.seat(rules, state)


class TreeBot(NamedTuple):
    """A player that searches a tree in every decision, whatever the game; it needs the extra `fast`."""

    name: str
    outcome: Callable[..., int]
    stakes: int  # what a game or match won is worth to it beyond its points
    simulations: int
    policy: Callable[..., int] | None = None  # None: deals are played out at random

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        """The act that was tried most often."""
        buffer = [0] * game.most_legal
        if game.kernel.legal(rules, view, buffer) == 1:
            return buffer[0]
        visits = tried(self, game, rules, view, seat, stream)
        return max(visits, key=lambda act: (visits[act], -act)) if visits else buffer[0]


def tried(bot: TreeBot, game: Game, rules: Any, view: State, seat: int, stream: MutableSequence[int]) -> dict[int, int]:
    """How often the search has tried each act of a view, those of the first ply; empty where no world was found."""
    grove, numbers = laid_out(_grove(game.name, bot.simulations), game, rules, view, seat), np.array(stream, np.int64)
    compiled(grow)(_woodman(game.name, bot), game.numbers(rules), bot.stakes, grove, seat, bot.simulations, numbers)
    stream[:] = map(int, numbers)
    found, child = dict[int, int](), int(grove.child[ROOT])
    while child != NO_NODE:
        found[int(grove.act[child])] = int(grove.visits[child])
        child = int(grove.sibling[child])
    return found


def simulations_per_second(bot: TreeBot, game: Game, rules: Any = None) -> float:
    """How many simulations a second of this process the bot makes from a deal's first decision."""
    rules, state = game.rules() if rules is None else rules, game.state()
    game.kernel.start(rules, state, 0)
    game.kernel.deal(rules, state, [game.pack(rules)[at] for at in chance.deal_order("simulations", 0, len(game.pack(rules)))])
    seat = game.kernel.seat(rules, state)
    for simulations in (10, bot.simulations):  # the first of them compiles
        began = process_time()
        tried(bot._replace(simulations=simulations), game, rules, cut(state, seat), seat, chance.stream(0))
    return bot.simulations / (process_time() - began)


@cache
def _woodman(name: str, bot: TreeBot) -> Woodman:
    roll = roll_at_random if bot.policy is None else roll_by_policy
    policy = bot.outcome if bot.policy is None else bot.policy  # never called where deals are played out at random
    functions = (compiled(each) for each in (bot.outcome, roll, policy, carry_row, look_row))
    return Woodman(GAMES[name].compiled, *functions)


@cache
def _grove(name: str, simulations: int) -> Grove:
    game = GAMES[name]
    rows, records = tables(game.state, 4)
    nodes: Any = np.zeros((6, simulations + 1), np.int64)
    sums, logs = np.zeros(simulations + 1), np.log(np.maximum(1, np.arange(simulations + 1)))
    seen = np.zeros((game.places, game.state.width()), np.int64)
    acts, marks, path = (np.zeros(size, np.int64) for size in (game.most_legal, game.actions, DEEPEST))
    counts, range_ = np.zeros(2, np.int64), np.zeros(2)
    return Grove._make([records, rows, seen, array_spread(game, 1), acts, marks, *nodes, sums, path, logs, counts, range_])
