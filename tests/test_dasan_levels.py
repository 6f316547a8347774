"""Da San's four levels: honest, legal under every house rule, and what the searches make of bids, combinations and matches."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from honesty import decided_from_views
from tefuda.bots import LEVELS, advise, bot_for, dasan
from tefuda.bots.dasan_search import outcome, promise
from tefuda.core import chance
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.dasan import BID, DASAN, PASS, DasanState, Stage
from tefuda.solve import solve
from test_dasan_bot import at_table
from test_solve import dasan_scores, endings, some_rules

KERNEL: Final = DASAN.kernel
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def positions(rules: Any, deals: int, every: int) -> Iterator[DasanState]:
    """Every so-manieth position of some deals between club players, at many scores."""
    number = 0
    for deal in range(deals):
        state, luck = DasanState(), random.Random(deal)
        KERNEL.start(rules, state, deal % DASAN.seats(rules))
        dasan_scores(rules, state, luck)
        KERNEL.deal(rules, state, chance.deal_order("levels", deal, 52))
        while state.turn >= 0:
            number += 1
            if number % every == 1:
                yield state
            buffer = [0] * DASAN.most_legal
            view = cut(state, state.turn)
            KERNEL.play(rules, state, dasan.choose(KERNEL, rules, view, state.turn, buffer, [1, 2, 3, 4]))


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_decides_by_what_its_seat_may_know(level: str) -> None:
    settings = (DASAN.read_rules(preset=preset) for preset in DASAN.presets)
    seen, changed = decided_from_views(
        DASAN, bot_for(level, DASAN), ((rules, state) for rules in settings for state in positions(rules, 2, 7))
    )
    assert seen > 40
    assert changed > 30  # the hidden cards did lie elsewhere


@needs_numba
@pytest.mark.parametrize("level", ["beginner", "expert", "master"])
def test_a_level_plays_legally_under_mixtures_of_all_options(level: str) -> None:
    bot, luck, stages = bot_for(level, DASAN), random.Random(3), set()
    for _ in range(24):
        rules = some_rules(DASAN, luck)
        for number, state in enumerate(positions(rules, 1, 5)):
            act = bot.act(DASAN, rules, cut(state, state.turn), state.turn, chance.stream(number))
            assert not KERNEL.refusal(rules, state, act)
            stages.add(Stage(state.stage))
    assert stages >= {Stage.AUCTION, Stage.PLAY}


@pytest.mark.clause("W16", "W17")
def test_what_the_solver_promises_is_what_the_deal_pays() -> None:
    """Each seat's payment less all others', and the match for its winner alone, also among allies."""
    paid = 0
    for _, ending in zip(range(150), endings(DASAN, 12)):
        rules, stakes, state = ending.rules, ending.stakes, ending.state.copy()
        promised = None
        while state.out < 0:
            solution = solve(DASAN, rules, state, stakes)
            if promised is None:
                promised = [promise(rules, state, stakes, solution.value, seat) for seat in range(DASAN.seats(rules))]
            KERNEL.play(rules, state, next(act for act, value in solution.acts.items() if value == solution.value))
        assert promised == [outcome(rules, state, stakes, seat) for seat in range(DASAN.seats(rules))]
        paid += state.stage == Stage.OVER
    assert paid > 20


def beginner(hands: str, landlord: int, turn: int, before: str = "") -> str:
    """What the beginner plays in a position."""
    rules, state = at_table(hands, landlord, turn, before)
    act = bot_for("beginner", DASAN).act(DASAN, rules, cut(state, state.turn), state.turn, chance.stream(0))
    return DASAN.say(rules, state, act).removeprefix("play ")


@pytest.mark.clause("W13")
def test_a_beginner_never_leaves_a_deal_that_he_can_win_at_once() -> None:
    assert beginner("4S 4H 4D | 5S 6S | 7S 8S", 0, 0) == "4S 4H 4D"
    assert beginner("KS | 2S 5H | AS", 0, 1, "5H") == "AS"


def test_a_beginner_leads_many_low_cards_and_beats_with_the_lowest() -> None:
    assert beginner("4S 5H 6D 9C 9S 3S | 5S 6S | 7S 8S", 0, 0) == "4S 5H 6D"
    assert beginner("4S 9H | 5S 5H 2S | 8S 9D", 0, 0, "4S") == "5S"


def test_a_beginner_lets_an_ally_lead() -> None:
    assert beginner("KS QS 4D | AS 5H | 2S 2H 8S", 0, 0, "KS, AS") == "pass"


def master(rules: Any, state: DasanState) -> str:
    """What the master does in a position."""
    act = bot_for("master", DASAN).act(DASAN, rules, cut(state, state.turn), state.turn, chance.stream(0))
    return DASAN.say(rules, state, act).removeprefix("play ")


@needs_numba
@pytest.mark.clause("W11")
def test_the_master_breaks_a_pair_to_stop_who_has_one_card_left() -> None:
    """Seat 1, the landlord, has one card after his ace: seat 2 must keep him from leading it."""
    rules, state = at_table("6S 7H KD | AS 2S | 3S 3H 4D", 1, 0, "6S, AS")
    assert master(rules, state) in ("3S", "3H")


@needs_numba
@pytest.mark.clause("W7")
def test_the_master_bids_a_hand_that_wins_by_itself() -> None:
    rules, state = DASAN.read_rules(), DasanState()
    KERNEL.start(rules, state, 0)
    strong = [card for card in range(52) if card % 13 in (0, 1, 12)][:11] + [card for card in range(52) if card % 13 == 11][:4]
    strong = (strong + [card for card in range(52) if card % 13 == 10])[:16]
    others = iter([15, *(card for card in range(52) if card not in strong and card != 15)])
    pack = [strong[at // 3] if at % 3 == 1 and at < 48 else next(others) for at in range(52)]
    KERNEL.deal(rules, state, pack)
    assert state.opener == 0
    KERNEL.play(rules, state, BID + 1)
    assert master(rules, state) == "bid 3"


@needs_numba
def test_advice_has_every_legal_act_and_certain_points_in_a_certain_ending() -> None:
    rules, state = at_table("3S 5D | 6S | 7S", 0, 0)
    advice = advise(DASAN, rules, cut(state, 0), 0, chance.stream(1))
    assert [DASAN.say(rules, state, each.action) for each in advice] == ["play 3S", "play 5D"]
    assert advice[0].points == pytest.approx(4.0)  # two from each of two, less their losses: W16
    assert advice[1].points == pytest.approx(-4.0)
    assert PASS not in [each.action for each in advice]
