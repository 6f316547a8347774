"""Hidden hands: worlds agree with the view, each is as likely as the others, and their number is right."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import factorial
from random import Random
from typing import Any

import pytest

from tefuda.core import chance
from tefuda.core.cards import members, set_of
from tefuda.core.rule import can_compile, compiled
from tefuda.core.state import State, tables
from tefuda.core.view import cut
from tefuda.games.quinto import QUINTO, QuintoState, Rules
from tefuda.sim.deal import Spread, count_worlds, draw_world, most_ways, prepare, worlds

RULES = Rules()
KERNEL = QUINTO.kernel


def position(seed: str, acts: int) -> QuintoState:
    """A deal after so many random acts."""
    state, buffer, random = QuintoState(), [0] * QUINTO.most_legal, Random(seed)
    KERNEL.start(RULES, state, 0)
    KERNEL.deal(RULES, state, chance.order(seed, 53))
    for _ in range(acts):
        KERNEL.play(RULES, state, buffer[random.randrange(KERNEL.legal(RULES, state, buffer))])
    return state


def enumerated(view: QuintoState, seat: int) -> Iterator[tuple[int, ...]]:
    """Every world of a view, hand by hand, by trying all there is."""
    may = [0] * 5
    KERNEL.possible(RULES, view, seat, may)
    places = [place for place in range(5) if place != seat]

    def fill(at: int, left: int, hands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if at == len(places):
            yield hands
            return
        for cards in combinations(members(left & may[places[at]]), view.sizes[places[at]]):
            yield from fill(at + 1, left & ~set_of(cards), (*hands, set_of(cards)))

    every = may[0] | may[1] | may[2] | may[3] | may[4]
    yield from fill(0, every & ~view.hands[seat], ())


def hidden(world: State, seat: int) -> tuple[int, ...]:
    return tuple(hand for place, hand in enumerate(world.hands) if place != seat)


def test_worlds_before_the_first_card_are_all_deals_of_the_other_41_cards() -> None:
    view = cut(position("count", 0), 2)
    expected = factorial(41) / (factorial(12) ** 3 * factorial(5))
    assert count_worlds(QUINTO, RULES, view, 2) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("acts", [0, 3, 4, 17, 30, 41, 50])
def test_a_world_cut_for_the_seat_is_the_view_and_holds_every_card_once(acts: int) -> None:
    for deal in range(5):
        state = position(f"cut {deal}", acts)
        for seat in range(4):
            view = cut(state, seat)
            for world in worlds(QUINTO, RULES, view, seat, 5, deal):
                assert cut(world, seat) == view
                assert [hand.bit_count() for hand in world.hands] == state.sizes
                assert sum(world.hands) == sum(state.hands)
                assert sum(hand.bit_count() for hand in world.hands) == sum(world.hands).bit_count()


def late_positions() -> list[tuple[QuintoState, int]]:
    """Views with at most three cards a hand, in which two seats at least have shown that they lack suits."""
    found = []
    for deal in range(90):
        state = position(f"late {deal}", 43 + deal % 6)
        seat = state.turn
        if sum(1 for void in state.void if void) >= 2:
            found.append((cut(state, seat), seat))
    return found


def test_the_number_of_worlds_is_that_of_an_enumeration() -> None:
    counts = []
    for view, seat in late_positions():
        counts.append(len(list(enumerated(view, seat))))
        assert count_worlds(QUINTO, RULES, view, seat) == counts[-1]
    assert len(counts) > 20
    assert len(set(counts)) > 10


def test_every_world_is_as_likely_as_the_others() -> None:
    tested = 0
    for view, seat in late_positions():
        if count_worlds(QUINTO, RULES, view, seat) > 60:
            continue
        every = set(enumerated(view, seat))
        if not 10 <= len(every) <= 60 or tested == 5:
            continue
        tested += 1
        draws = 100 * len(every)
        seen = Counter(hidden(world, seat) for world in worlds(QUINTO, RULES, view, seat, draws, tested))
        assert set(seen) == every
        chi_square = sum((times - 100) ** 2 / 100 for times in seen.values())
        freedom = len(every) - 1
        # Five standard deviations of chi-square either way: worlds that are too even are no chance either.
        assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5
    assert tested == 5


def test_the_same_seed_draws_the_same_worlds_and_another_seed_draws_others() -> None:
    view = cut(position("seed", 9), 1)
    first, again, other = (list(worlds(QUINTO, RULES, view, 1, 20, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len({hidden(world, 1) for world in first}) == 20


def test_a_view_that_no_deal_could_have_left_has_no_world() -> None:
    view = cut(position("none", 4), 0)
    view.void = [0, 0b1111, 0, 0]  # seat 1 would hold nothing but the Joker
    assert count_worlds(QUINTO, RULES, view, 0) == 0
    assert list(worlds(QUINTO, RULES, view, 0, 3, 1)) == []


def holds_the_joker(rules: Rules, world: QuintoState, seat: int) -> bool:
    """What a seat might have heard: its left neighbour has the Joker."""
    return bool(world.hands[(seat + 1) % 4] >> 52 & 1)


def rests_a_card(rules: Rules, world: QuintoState, stream: list[int]) -> None:
    """Settles something that filling the places leaves open."""
    world.last_leader = chance.pick(stream, 1000)


def test_worlds_agree_with_what_the_seat_has_heard_and_are_settled() -> None:
    game = replace(QUINTO, kernel=KERNEL._replace(agrees=holds_the_joker, settle=rests_a_card))
    view = cut(position("heard", 0), 0)
    view.hands[0] &= ~(1 << 52)
    found: list[Any] = list(worlds(game, RULES, view, 0, 40, 1))
    assert len(found) == 40
    assert all(holds_the_joker(RULES, world, 0) for world in found)
    assert len({world.last_leader for world in found}) > 30


def test_worlds_end_where_none_of_many_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.sim.deal.TRIES", 20)
    game = replace(QUINTO, kernel=KERNEL._replace(agrees=lambda *_: False))
    assert list(worlds(game, RULES, cut(position("deaf", 30), 0), 0, 3, 1)) == []


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_compiled_worlds_are_the_plain_ones() -> None:
    import numpy as np

    def numbers(values: Any) -> Any:
        return np.array(values, np.int64)

    rows, records = tables(QuintoState, 1)
    for deal, acts in enumerate([0, 5, 14, 23, 37, 46]):
        state = position(f"twins {deal}", acts)
        seat = state.turn
        view = cut(state, seat)
        rows[0] = view.row()
        may, sizes, strides, room = (numbers([0] * 5) for _ in range(4))
        how = Spread(may, sizes, strides, room, numbers([0] * 62), np.zeros(most_ways(view, seat)))  # type: ignore[arg-type]  # an array will do
        ways = compiled(prepare)(QUINTO.compiled, QUINTO.numbers(RULES), records[0], seat, how)
        assert ways == count_worlds(QUINTO, RULES, view, seat)
        stream, hands = numbers(chance.stream(deal)), records["hands"][0]
        for world in worlds(QUINTO, RULES, view, seat, 50, deal):
            assert compiled(draw_world)(QUINTO.compiled, QUINTO.numbers(RULES), how, seat, stream, records[0], 1)
            assert list(hands) == world.hands
