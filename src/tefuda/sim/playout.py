"""Random play, compiled where Numba is installed: whole matches, deals, or the rest of a position."""

from typing import Any, NamedTuple

import numpy as np

from tefuda.core import chance
from tefuda.core.game import MATCH_OVER, Buffer, Game, Kernel
from tefuda.core.rule import can_compile, compiled, rule
from tefuda.core.state import tables


class Tally(NamedTuple):
    """What a run of random play did."""

    matches: int
    deals: int
    actions: int
    points: tuple[int, ...]  # the sum of the deals' points, side by side


@rule
def finish_deal(kernel: Kernel, rules: Any, state: Any, buffer: Buffer, stream: Buffer) -> int:
    """Plays random legal actions until the deal is over; returns how many."""
    actions = 0
    while kernel.seat(rules, state) >= 0:
        found = kernel.legal(rules, state, buffer)
        kernel.play(rules, state, buffer[chance.pick(stream, found)])
        actions += 1
    return actions


@rule
def play_deals(
    kernel: Kernel, rules: Any, state: Any, deals: int, seats: int, pack: Buffer, buffer: Buffer, stream: Buffer, scores: Any
) -> tuple[int, int]:
    """Plays whole random deals, match after match; returns (matches finished, actions).

    scores has three rows with a cell a side: a deal's points, the totals after it, and the sum of all deals' points.
    """
    points, totals, sums = scores
    matches = 0
    actions = 0
    kernel.start(rules, state, chance.pick(stream, seats))
    for _ in range(deals):
        if kernel.seat(rules, state) == MATCH_OVER:
            matches += 1
            kernel.start(rules, state, chance.pick(stream, seats))
        chance.shuffle(stream, pack, len(pack))
        kernel.deal(rules, state, pack)
        actions += finish_deal(kernel, rules, state, buffer, stream)
        kernel.score(rules, state, points, totals)
        for side in range(len(sums)):
            sums[side] += points[side]
    if kernel.seat(rules, state) == MATCH_OVER:
        matches += 1
    return matches, actions


def random_deals(game: Game, deals: int, seed: int, rules: Any = None, *, plain: bool = False) -> Tally:
    """Plays `deals` random deals of a game from a fast stream; the same seed gives the same tally, plain or compiled."""
    rules = game.rules() if rules is None else rules
    cards, room, numbers = list(game.pack(rules)), [0] * game.most_legal, chance.stream(seed)
    scores = [[0] * len(game.sides(rules)) for _ in range(3)]
    if plain or not can_compile():
        matches, actions = play_deals(game.kernel, rules, game.state(), deals, game.seats(rules), cards, room, numbers, scores)
        return Tally(matches, deals, actions, tuple(scores[2]))
    pack, buffer, stream = (np.array(row, np.int64) for row in (cards, room, numbers))
    rows = tuple(np.array(scores, np.int64))
    _, records = tables(game.state, 1)
    matches, actions = compiled(play_deals)(
        game.compiled, game.numbers(rules), records[0], deals, game.seats(rules), pack, buffer, stream, rows
    )
    return Tally(matches, deals, actions, tuple(map(int, rows[2])))
