"""Chance card by card: every different deal comes up exactly once, and all are as likely."""

from fractions import Fraction
from itertools import permutations
from math import factorial, prod
from random import Random

import pytest

from tefuda.adapters.dealing import alike, in_order, next_cards
from tefuda.core.game import Game
from tefuda.games import GAMES

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]


def deals(groups: list[list[int]], cards: list[int], dealt: list[int]) -> list[tuple[list[int], Fraction]]:
    """Every deal with its probability, by walking through all that chance may do."""
    if len(dealt) == len(cards):
        return [(dealt, Fraction(1))]
    found = []
    for card, likely in next_cards(groups, cards, dealt):
        share = Fraction(likely).limit_denominator(1000)
        found += [(deal, share * rest) for deal, rest in deals(groups, cards, [*dealt, card])]
    return found


@pytest.mark.parametrize(
    "groups", [[[0], [1], [2], [3]], [[0, 1, 2, 3]], [[0, 2], [1, 3]], [[0, 2, 4], [1, 3], [5]], [[0, 1, 6], [2, 3, 4], [5]]]
)
def test_every_deal_comes_up_once_and_all_are_as_likely(groups: list[list[int]]) -> None:
    cards = [3, 5, 8, 9, 20, 31, 52][: sum(map(len, groups))]
    found = deals(groups, cards, [])
    different = factorial(len(cards)) // prod(factorial(len(group)) for group in groups)
    assert len(found) == different
    assert {likely for _, likely in found} == {Fraction(1, different)}
    packs = [tuple(in_order(groups, dealt)) for dealt, _ in found]
    sets = {tuple(frozenset(pack[place] for place in group) for group in groups) for pack in packs}
    assert len(sets) == different
    assert sets == {tuple(frozenset(pack[place] for place in group) for group in groups) for pack in permutations(cards)}


def test_quinto_is_dealt_in_four_hands_and_a_cachette() -> None:
    groups = alike("quinto", GAMES["quinto"].rules(), 3)
    assert groups == (*(tuple(range(seat, 48, 4)) for seat in range(4)), tuple(range(48, 53)))


def test_the_talon_of_piquet_keeps_its_order() -> None:
    groups = alike("piquet", GAMES["piquet"].rules(), 1)
    assert sorted(map(len, groups)) == [1] * 8 + [12, 12]


def test_the_suits_of_da_san_leave_a_hand_in_the_order_of_the_pack() -> None:
    assert alike("dasan", GAMES["dasan"].rules(), 2) == tuple((place,) for place in range(52))


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{game.name}-{preset}" for game, preset in PRESETS])
def test_cards_of_a_group_may_be_exchanged(game: Game, preset: str) -> None:
    rules, random = game.read_rules(preset=preset), Random(preset)
    groups = alike(game.name, rules, 0)
    for _ in range(30):
        pack = random.sample(list(game.pack(rules)), len(game.pack(rules)))
        shuffled = pack[:]
        for group in groups:
            for place, other in zip(group, random.sample(group, len(group)), strict=True):
                shuffled[place] = pack[other]
        states = [game.state(), game.state()]
        for state, order in zip(states, (pack, shuffled), strict=True):
            game.kernel.start(rules, state, 0)
            game.kernel.deal(rules, state, order)
        assert states[0] == states[1]
