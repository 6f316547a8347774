"""Pitch keeps the contract under every preset and under more than two hundred random mixtures of all its options."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from tefuda import testing
from tefuda.core import chance
from tefuda.core.cards import holds
from tefuda.core.game import MATCH_OVER, Kernel, agrees_always
from tefuda.core.rule import can_compile, compiled
from tefuda.core.state import PUBLIC, tables
from tefuda.core.view import cut
from tefuda.games.pitch import PITCH, PitchState, Rules, Stage, worth
from tefuda.sim.deal import MANY_WAYS, count_worlds, most_ways, prepare, spread
from tefuda.sim.playout import finish_deal
from tefuda.testing import CHECKS, ContractError, check_game, check_views
from tefuda.words import catalogue

SEEDS: Final = range(500)
TARGETS: Final = (1, 11, 52, 300)


def random_rules(seed: int) -> Rules:
    """A mixture of all options."""
    stream = chance.stream(seed)
    values: dict[str, Any] = {}
    for option in PITCH.options:
        some = option.choices or option.numbers or (TARGETS if option.name == "target" else (False, True))
        values[option.name] = some[chance.pick(stream, len(some))]
    values["min_bid"] = 1 + chance.pick(stream, values["points"])
    rules: Rules = PITCH.read_rules(values)
    return rules


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("preset", PITCH.presets)
def test_every_preset_passes(preset: str, check: Any) -> None:
    check(PITCH, PITCH.read_rules(preset=preset), 7, 3)


@pytest.mark.parametrize("tens", range(len(SEEDS) // 10))
def test_random_mixtures_of_all_options_pass(tens: int) -> None:
    for seed in SEEDS[10 * tens : 10 * tens + 10]:
        check_game(PITCH, random_rules(seed), seed=seed, deals=1)


# ---- leaks that would tempt: each is a public field that tells what only the cards know


def _out_at_once(state: PitchState) -> None:
    for player in range(4):
        state.out[player] |= int(state.stage == Stage.PLAY and not state.hands[player] & state.trumps)


def _bidders_trumps_told(state: PitchState) -> None:
    if state.stage >= Stage.BURN:
        state.left = (state.hands[state.bidder] & state.trumps).bit_count()


def _partner_at_once(state: PitchState) -> None:
    if state.called >= 0 and state.partner < 0:
        holders = [player for player in range(5) if holds(state.hands[player], state.called)]
        state.partner = (*holders, state.partner)[0]


@pytest.mark.parametrize(
    ("leak", "preset"),
    [(_out_at_once, "ten-point"), (_bidders_trumps_told, "ten-point"), (_partner_at_once, "five-handed")],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_leak_in_a_public_field_is_caught(leak: Callable[[PitchState], None], preset: str) -> None:
    def leaky(rules: Rules, state: PitchState, action: int) -> None:
        PITCH.kernel.play(rules, state, action)
        leak(state)

    broken = replace(PITCH, kernel=PITCH.kernel._replace(play=leaky))
    with pytest.raises(ContractError, match="views of twin deals"):
        check_views(broken, PITCH.read_rules(preset=preset), 2, 8)


@pytest.mark.parametrize("field", ["dealt", "thrown", "hands", "stock"])
def test_a_field_that_is_shown_by_mistake_is_caught(field: str) -> None:
    class Open(PitchState):
        pass

    Open.FIELDS = tuple(each._replace(sight=PUBLIC) if each.name == field else each for each in PitchState.FIELDS)
    with pytest.raises(ContractError, match="views of twin deals"):
        check_views(replace(PITCH, state=Open), PITCH.rules(), 2, 2)


def test_worlds_that_forget_how_many_trumps_were_kept_are_caught() -> None:
    forgetful = replace(PITCH, kernel=PITCH.kernel._replace(agrees=agrees_always))
    with pytest.raises((ContractError, ValueError)):
        check_views(forgetful, PITCH.rules(), 2, 8)


@pytest.mark.parametrize("acts", [0, 9])
def test_many_ways_are_counted_alike_plain_and_compiled(acts: int) -> None:
    rules = PITCH.read_rules(preset="five-handed")
    position = next(each for each in testing.positions(PITCH, rules, 4, 1) if len(each.acts) == acts)
    view = cut(position.state, 2)
    assert most_ways(view, 2) >= MANY_WAYS or acts
    plain = prepare(PITCH.kernel, rules, view, 2, spread(PITCH, most_ways(view, 2)))
    assert plain > 1000
    assert count_worlds(PITCH, rules, view, 2) == plain


# ---- the sums


def wrong_deals(kernel: Kernel, rules: Any, state: Any, deals: int, pack: Any, buffer: Any, stream: Any) -> int:
    """In how many random deals the points taken, kept and burnt are not together all points of the variant."""
    wrong = 0
    kernel.start(rules, state, 0)
    for _ in range(deals):
        if kernel.seat(rules, state) == MATCH_OVER:
            kernel.start(rules, state, 0)
        chance.shuffle(stream, pack, len(pack))
        kernel.deal(rules, state, pack)
        finish_deal(kernel, rules, state, buffer, stream)
        points = 0
        for player in range(5):
            points += worth(rules, state, state.piles[player]) + worth(rules, state, state.burnt[player])
        if points != rules.points and state.misdealer < 0:
            wrong += 1
    return wrong


@pytest.mark.clause("T4", "T16", "TC4", "TX1", "TX2", "TV1")
@pytest.mark.parametrize("options", [{}, {"dirty": True, "burn": "free"}, {"reverse": True, "dead_points": "not_trump"}])
@pytest.mark.parametrize("players", [4, 5])
def test_points_taken_kept_and_burnt_are_all_points_of_the_variant(players: int, options: dict[str, Any]) -> None:
    for points in (5, 7, 8, 10, 11, 13, 14, 15, 16):
        rules = PITCH.read_rules({**options, "points": points, "players": players})
        if can_compile():
            _, records = tables(PitchState, 1)
            room = (np.array(row, np.int64) for row in (range(54), [0] * PITCH.most_legal, chance.stream(points)))
            assert compiled(wrong_deals)(PITCH.compiled, PITCH.numbers(rules), records[0], 100_000, *room) == 0
        else:
            room_ = (list(range(54)), [0] * PITCH.most_legal, chance.stream(points))
            assert wrong_deals(PITCH.kernel, rules, PitchState(), 50, *room_) == 0


def test_happenings_tell_every_point_of_a_deal() -> None:
    seen: set[str] = set()
    scored = 0
    for seed in SEEDS:
        rules = random_rules(seed)
        number = len(PITCH.sides(rules))
        told, before = [0] * number, None
        for position in testing.positions(PITCH, rules, seed, 4):
            state = position.state
            if not position.acts:
                told = [0] * number
            else:
                for each in PITCH.happenings(rules, before, position.acts[-1], state):
                    seen.add(each.code)
                    told[each.side] += each.points
            before = state
            if PITCH.kernel.seat(rules, state) < 0:
                points, totals = [0] * number, [0] * number
                PITCH.kernel.score(rules, state, points, totals)
                assert told == points
                scored += any(points)
    assert scored > 200
    words = catalogue("en")
    assert {f"happening.pitch.{code}" for code in seen} == {key for key in words if key.startswith("happening.pitch.")}


# ---- the rules of the table


def test_a_minimum_bid_that_nobody_could_make_is_refused() -> None:
    with pytest.raises(ValueError, match="'min_bid' can't be 6 where the deal has 5 points"):
        PITCH.read_rules({"points": 5, "min_bid": 6})
    assert PITCH.read_rules({"points": 16, "min_bid": 16}).min_bid == 16


def test_only_the_numbers_of_the_table_are_read() -> None:
    with pytest.raises(ValueError, match="can't be '6'; it can be 5 or 7 or 8 or 10 or 11 or 13 or 14 or 15 or 16"):
        PITCH.read_rules({"points": 6})
    assert PITCH.write_rules(PITCH.rules())["points"] == 10


def test_the_state_stays_below_a_kibibyte() -> None:
    assert 8 * PitchState.width() < 1024
