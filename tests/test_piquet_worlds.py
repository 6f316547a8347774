"""Worlds sampled in Piquet: they give the view that they were drawn from, and each is as likely as the others."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tefuda.core import chance
from tefuda.core.cards import members, set_of
from tefuda.core.game import MATCH_OVER
from tefuda.core.view import cut
from tefuda.games.piquet import PIQUET
from tefuda.sim.deal import worlds

POSITIONS = 5_000
FEW, MANY = 3, 400  # worlds of a position that is small enough to list
DRAWS = 3_000


def positions(rules: Any, seed: int) -> Iterator[Any]:
    """The positions of random deals, without end."""
    state, stream, buffer = PIQUET.state(), chance.stream(seed), [0] * PIQUET.most_legal
    cards, kernel = list(PIQUET.pack(rules)), PIQUET.kernel
    kernel.start(rules, state, 0)
    while True:
        if kernel.seat(rules, state) == MATCH_OVER:
            kernel.start(rules, state, 0)
        chance.shuffle(stream, cards, len(cards))
        kernel.deal(rules, state, cards)
        while kernel.seat(rules, state) >= 0:
            yield state
            kernel.play(rules, state, buffer[chance.pick(stream, kernel.legal(rules, state, buffer))])


def fillings(may: list[int], sizes: list[int], cards: int) -> Iterator[tuple[int, ...]]:
    """All ways to put the cards into the places, place after place."""
    if not may:
        if not cards:
            yield ()
        return
    for chosen in combinations(members(cards & may[0]), sizes[0]):
        here = set_of(chosen)
        for rest in fillings(may[1:], sizes[1:], cards & ~here):
            yield (here, *rest)


def all_worlds(rules: Any, view: Any, seat: int) -> list[tuple[int, ...]]:
    """Every world that agrees with the view, by trying all of them; empty where they are too many to try."""
    may = [0] * PIQUET.places
    PIQUET.kernel.possible(rules, view, seat, may)
    sizes = [0 if place == seat else size for place, size in enumerate(view.sizes)]
    cards = 0
    for place, size in enumerate(sizes):
        cards |= may[place] if size else 0
    if cards.bit_count() > 9:
        return []
    found = []
    for filled in fillings([bits if size else 0 for bits, size in zip(may, sizes, strict=True)], sizes, cards):
        world = view.copy()
        for place, here in enumerate(filled):
            if sizes[place]:
                world.hands[place] = here
        if PIQUET.kernel.agrees(rules, world, seat):
            found.append(tuple(world.hands))
    return found


@pytest.mark.parametrize("preset", PIQUET.presets)
def test_worlds_of_5000_positions_give_the_view_that_they_were_drawn_from(preset: str) -> None:
    rules = PIQUET.read_rules(preset=preset)
    for number, state in zip(range(POSITIONS), positions(rules, 11)):
        seat = number % 2
        view = cut(state, seat)
        drawn = list(worlds(PIQUET, rules, view, seat, 1, number))
        assert drawn, number
        assert all(cut(world, seat) == view for world in drawn), number


@pytest.mark.parametrize("preset", PIQUET.presets)
def test_every_world_is_as_likely_as_the_others(preset: str) -> None:
    rules, tested = PIQUET.read_rules(preset=preset), 0
    for number, state in enumerate(positions(rules, 23)):
        seat = number % 2
        view = cut(state, seat)
        every = all_worlds(rules, view, seat)
        if not FEW <= len(every) <= MANY or number % 5:
            continue
        counts = Counter(tuple(world.hands) for world in worlds(PIQUET, rules, view, seat, DRAWS, number))
        assert set(counts) <= set(every)
        expected = DRAWS / len(every)
        square = sum((counts[world] - expected) ** 2 / expected for world in every)
        freedom = len(every) - 1
        assert square < freedom + 5 * (2 * freedom) ** 0.5 + 8, (number, len(every), square)  # beyond five standard deviations
        tested += 1
        if tested == 12:
            return
