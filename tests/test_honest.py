"""The bots that search without knowing a game are honest in all games: shuffled hidden cards change no decision.

They run plain here, with few worlds; those of the levels are asked the same in tests/test_GAME_levels.py.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest

from tefuda.bots import BOTS, SearchBot, tree
from tefuda.bots.sampling import Desk, Judge, Thinker, carry_object, lay_small, look_object, try_acts
from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.core.view import cut, mask
from tefuda.games import GAMES
from tefuda.sim.deal import most_ways, spread, worlds
from tefuda.solve import plain_bench, position

WORLDS: Final = 1
SIMULATIONS: Final = 10
DEALS: Final = 4
MOST_WAYS: Final = 4_000  # plain rules count no more of them quickly


def positions(game: Game, every: int) -> Iterator[Any]:
    """One position in `every` of random deals in which a seat has a choice and not too much is hidden."""
    rules, buffer, number = game.rules(), [0] * game.most_legal, 0
    for deal in range(DEALS):
        state, stream = game.state(), chance.stream(deal)
        cards = game.pack(rules)
        game.kernel.start(rules, state, deal & 1)
        game.kernel.deal(rules, state, [cards[at] for at in chance.deal_order("honest", deal, len(cards))])
        while (seat := game.kernel.seat(rules, state)) >= 0:
            found = game.kernel.legal(rules, state, buffer)
            if found > 1 and most_ways(state, seat) <= MOST_WAYS:
                number += 1
                if number % every == 0:
                    yield state
            game.kernel.play(rules, state, buffer[chance.pick(stream, found)])


def sampled(game: Game, view: Any, seat: int) -> list[Any]:
    """What the plain sampler thinks of each act in each of its worlds."""
    bot = BOTS["sampler"][game.name]
    assert isinstance(bot, SearchBot)
    rules, bench, place = game.rules(), plain_bench(game, slots=8), position(game)
    states, seen = [view, *(game.state() for _ in range(3))], [mask(game.state, each) for each in range(game.seats(rules))]
    acts, buffer, values = [0] * game.most_legal, [0] * game.most_legal, [[0] * game.most_legal for _ in range(WORLDS)]
    desk = Desk(states, None, seen, spread(game, most_ways(view, seat)), bench.memory, acts, buffer, values, [0.0] * WORLDS)
    judge: Judge = bot.skill.judge
    thinker = Thinker(game.kernel, bench.solver, judge, carry_object, look_object, place.lay, lay_small, place.lasting)
    effort, stream = bot.skill.effort._replace(worlds=WORLDS), chance.stream(5)
    assert try_acts(thinker, rules, bot.skill.stakes, effort, desk, seat, stream) == WORLDS
    return [*values, stream]


def grown(game: Game, view: Any, seat: int) -> list[Any]:
    """What the tree search makes of a view: its nodes with their visits, and the stream it leaves."""
    bot = BOTS["ismcts"][game.name]
    assert isinstance(bot, tree.TreeBot)
    rules, nodes = game.rules(), SIMULATIONS + 1
    numbers: list[list[int]] = [[0] * nodes for _ in range(6)]
    states, seen = [view, *(game.state() for _ in range(3))], [mask(game.state, each) for each in range(game.seats(rules))]
    room = [spread(game, most_ways(view, seat)), [0] * game.most_legal, [0] * game.actions]
    logs = [float(number) for number in range(nodes)]  # any that grow
    grove = tree.Grove._make([states, None, seen, *room, *numbers, [0.0] * nodes, [0] * tree.DEEPEST, logs, [0, 0], [0.0, 0.0]])
    woodman = tree.Woodman(game.kernel, bot.outcome, tree.roll_at_random, bot.outcome, carry_object, look_object)
    stream = chance.stream(5)
    assert tree.grow(woodman, rules, bot.stakes, grove, seat, SIMULATIONS, stream) == SIMULATIONS
    return [grove.act, grove.visits, stream]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("think", [sampled, grown], ids=["sampler", "ismcts"])
def test_shuffled_hidden_cards_change_no_decision(name: str, think: Any) -> None:
    game, rules, seen, changed = GAMES[name], GAMES[name].rules(), 0, 0
    for state in islice(positions(game, 4), 4):
        seat = game.kernel.seat(rules, state)
        for other in worlds(game, rules, cut(state, seat), seat, 1, seen):
            assert think(game, cut(state, seat), seat) == think(game, cut(other, seat), seat)
            changed += state.hands != other.hands
        seen += 1
    assert seen == 4
    assert changed >= 2  # the hidden cards did lie elsewhere
