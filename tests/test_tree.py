"""The tree search: it finds the proven best act of tiny positions, decides by its seat's knowledge alone, and plays every game."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

from tefuda.bots import BOTS, tree
from tefuda.bots import piquet as simple
from tefuda.bots.sampling import carry_object, look_object
from tefuda.core import chance
from tefuda.core.cards import read, set_of
from tefuda.core.game import Game
from tefuda.core.rule import can_compile
from tefuda.core.view import cut, mask
from tefuda.games import GAMES, piquet, quinto
from tefuda.sim.deal import every_world, most_ways, spread, worlds
from tefuda.solve import solve

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
PIQUET, QUINTO = piquet.PIQUET, quinto.QUINTO
SIMULATIONS: Final = 3_000


def bot(game: Game, simulations: int = SIMULATIONS) -> tree.TreeBot:
    """The tree bot of a game, quicker than at the table."""
    found = BOTS["ismcts"][game.name]
    assert isinstance(found, tree.TreeBot)
    return found._replace(simulations=simulations)


def act(game: Game, state: Any, seed: int = 1) -> str:
    """What it does in the view of the seat whose turn it is, in words."""
    rules, seat = game.rules(), game.kernel.seat(game.rules(), state)
    return game.say(rules, state, bot(game).act(game, rules, cut(state, seat), seat, chance.stream(seed)))


def ending(mine: str, theirs: str, led: str = "") -> piquet.PiquetState:
    """The last tricks of Piquet, seat 0 to act; all other cards have been played, so that each knows the other's hand."""
    state, cards = piquet.PiquetState(), [set_of(map(read, row.split())) for row in (mine, theirs)]
    PIQUET.kernel.start(PIQUET.rules(), state, 1)
    PIQUET.kernel.deal(PIQUET.rules(), state, sorted(PIQUET.pack(PIQUET.rules())))
    state.hands, state.sizes = [*cards, 0, 0, 0], [*map(int.bit_count, cards), 0, 0, 0]
    state.dealt, state.played, state.carte = list(cards), piquet.PACK & ~(cards[0] | cards[1]), [0, 0]
    state.stage, state.item, state.open = piquet.Stage.PLAY, 3, 1
    state.turn = state.leader = 1 if led else 0
    state.tricks = [6, 6 - state.sizes[0]] if not led else [6, 6 - state.sizes[1]]
    if led:
        PIQUET.kernel.play(PIQUET.rules(), state, read(led))
    return state


@pytest.mark.clause("P17", "P18")
@pytest.mark.parametrize(
    ("mine", "theirs", "led", "best"),
    [
        ("AS 7H", "KS 8H", "", "AS"),  # the seventh trick is worth ten; 7H first loses it
        ("AS QS 7H", "KS 8S 8H", "", "7H"),
        ("KS 8S 7H", "QS AH KH", "QS", "KS"),
    ],
)
def test_it_finds_the_act_that_minimax_proves(mine: str, theirs: str, led: str, best: str) -> None:
    state = ending(mine, theirs, led)
    values = solve(PIQUET, PIQUET.rules(), state, plain=True)
    proven = [PIQUET.say(PIQUET.rules(), state, card) for card, value in values.acts.items() if value == values.value]
    assert best in proven
    assert act(PIQUET, state) in proven


def late_positions(number: int) -> Iterator[piquet.PiquetState]:
    """Positions of random deals with two cards each, where the seat to act has to guess some of the other's cards."""
    rules, buffer = PIQUET.rules(), [0] * PIQUET.most_legal
    for deal in range(number):
        state, stream = piquet.PiquetState(), chance.stream(deal)
        PIQUET.kernel.start(rules, state, deal & 1)
        PIQUET.kernel.deal(rules, state, [PIQUET.pack(rules)[at] for at in chance.deal_order("late", deal, 32)])
        while state.stage != piquet.Stage.PLAY or state.sizes[state.turn] > 2:
            PIQUET.kernel.play(rules, state, buffer[chance.pick(stream, PIQUET.kernel.legal(rules, state, buffer))])
        yield state


def test_where_one_act_is_best_in_every_world_it_is_found() -> None:
    rules, tried = PIQUET.rules(), 0
    for state in late_positions(150):
        seat = state.turn
        found = every_world(PIQUET, rules, cut(state, seat), seat, 60) or []
        values = [solve(PIQUET, rules, world, plain=True) for world in found]
        best = [{card for card, value in each.acts.items() if value == each.value} for each in values]
        if len(found) >= 2 and len(values[0].acts) == 2 and all(cards == best[0] and len(cards) == 1 for cards in best):
            tried += 1
            assert {act(PIQUET, state)} == {PIQUET.say(rules, state, card) for card in best[0]}
    assert tried >= 5


@pytest.mark.parametrize("game", [PIQUET, QUINTO], ids=lambda game: game.name)
def test_it_decides_by_what_its_seat_may_know(game: Game) -> None:
    rules, changed, thinker = game.rules(), 0, bot(game, 200)
    for state in positions(game, 6):
        seat = game.kernel.seat(rules, state)
        for other in worlds(game, rules, cut(state, seat), seat, 1, 5):
            views = [cut(each, seat) for each in (state, other)]
            acts = [thinker.act(game, rules, view, seat, chance.stream(3)) for view in views]
            assert acts[0] == acts[1]
            assert views[0] == cut(state, seat)  # the view is left as it was
            changed += state.hands != other.hands
    assert changed >= 25


def positions(game: Game, every: int) -> Iterator[Any]:
    """Some positions of random deals."""
    rules, buffer, number = game.rules(), [0] * game.most_legal, 0
    for deal in range(6):
        state, stream = game.state(), chance.stream(deal)
        game.kernel.start(rules, state, deal & 1)
        cards = game.pack(rules)
        game.kernel.deal(rules, state, [cards[at] for at in chance.deal_order("tree", deal, len(cards))])
        while game.kernel.seat(rules, state) >= 0:
            number += 1
            if number % every == 0:
                yield state
            game.kernel.play(rules, state, buffer[chance.pick(stream, game.kernel.legal(rules, state, buffer))])


def test_the_same_seed_gives_the_same_tree_and_every_simulation_is_counted() -> None:
    state = next(iter(positions(PIQUET, 5)))
    seat, rules = state.turn, PIQUET.rules()
    visits = [tree.tried(bot(PIQUET), PIQUET, rules, cut(state, seat), seat, chance.stream(seed)) for seed in (1, 1, 2)]
    assert visits[0] == visits[1] != visits[2]
    assert sum(visits[0].values()) == SIMULATIONS
    buffer = [0] * PIQUET.most_legal
    assert sorted(visits[0]) == buffer[: PIQUET.kernel.legal(rules, state, buffer)]


def grown(state: Any, thinker: tree.TreeBot) -> dict[int, int]:
    """How often plain functions try each act."""
    rules, seat, nodes = PIQUET.rules(), state.turn, thinker.simulations + 1
    view = cut(state, seat)
    numbers, logs = [[0] * nodes for _ in range(6)], [0.0, *np.log(np.arange(1, nodes + 1))]
    states, seen = [view, *(PIQUET.state() for _ in range(3))], [mask(PIQUET.state, each) for each in range(2)]
    how, acts, marks = spread(PIQUET, most_ways(view, seat)), [0] * PIQUET.most_legal, [0] * PIQUET.actions
    grove = tree.Grove._make(
        [states, None, seen, how, acts, marks, *numbers, [0.0] * nodes, [0] * tree.DEEPEST, logs, [0, 0], [0.0, 0.0]]
    )
    roll, policy = (tree.roll_by_policy, thinker.policy) if thinker.policy else (tree.roll_at_random, thinker.outcome)
    woodman = tree.Woodman(PIQUET.kernel, thinker.outcome, roll, policy, carry_object, look_object)
    assert tree.grow(woodman, rules, thinker.stakes, grove, seat, nodes - 1, chance.stream(4)) == nodes - 1
    found, child = dict[int, int](), grove.child[tree.ROOT]
    while child != tree.NO_NODE:
        found[grove.act[child]] = grove.visits[child]
        child = grove.sibling[child]
    return found


def test_plain_and_compiled_grow_the_same_tree() -> None:
    state, thinker = next(late_positions(1)), bot(PIQUET, 60)
    view = cut(state, state.turn)
    assert grown(state, thinker) == tree.tried(thinker, PIQUET, PIQUET.rules(), view, state.turn, chance.stream(4))


def test_a_policy_may_play_the_deals_out() -> None:
    visits = grown(ending("AS QS 7H", "KS 8S 8H"), bot(PIQUET, 300)._replace(policy=simple.choose))
    assert max(visits, key=lambda card: visits[card]) == read("7H")


def test_every_game_has_the_tree_bot() -> None:
    assert set(BOTS["ismcts"]) == set(GAMES)
