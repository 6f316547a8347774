"""Quinto's four levels: honest, legal under every house rule; what a beginner overlooks; what a game that ends is worth."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from honesty import decided_from_views
from quinto_table import QUINTO
from tefuda.bots import LEVELS, advise, bot_for, quinto
from tefuda.core import chance
from tefuda.core.cards import read, set_of
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.quinto import QuintoState, Stage, TieDeal, TricksOnQuintFinish, strength

KERNEL: Final = QUINTO.kernel
RULES: Final = QUINTO.rules()
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    dict(QUINTO.presets["sentence"]),
    {"double_scope": "caller", "tie_deal": "sudden", "tricks_on_quint_finish": "counted", "cachette_from": "first"},
]


def positions(rules: Any, deals: int, every: int) -> Iterator[QuintoState]:
    """Every so-manieth position of some deals between simple bots, at many scores."""
    number = 0
    for deal in range(deals):
        state = QuintoState()
        KERNEL.start(rules, state, deal & 3)
        state.totals = [60 * deal % 250, 85 * deal % 250]
        KERNEL.deal(rules, state, chance.deal_order("levels", deal, 53))
        while KERNEL.seat(rules, state) >= 0:
            number += 1
            if number % every == 0:
                yield state
            view = cut(state, state.turn)
            KERNEL.play(rules, state, quinto.choose(KERNEL, rules, view, state.turn, [0] * QUINTO.most_legal, [1, 2, 3, 4]))


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_decides_by_what_its_seat_may_know(level: str) -> None:
    settings = (QUINTO.read_rules(options) for options in OPTIONS)
    seen, changed = decided_from_views(
        QUINTO, bot_for(level, QUINTO), ((rules, state) for rules in settings for state in positions(rules, 3, 9))
    )
    assert seen >= 45
    assert changed > 40  # the hidden cards did lie elsewhere


@needs_numba
def test_advice_is_about_every_legal_act_and_the_best_one_comes_first() -> None:
    stages = set()
    for state in positions(RULES, 2, 8):
        buffer = [0] * QUINTO.most_legal
        found = KERNEL.legal(RULES, state, buffer)
        if found > 1:
            advice = advise(QUINTO, RULES, cut(state, state.turn), state.turn, chance.stream(1))
            assert sorted(each.action for each in advice) == buffer[:found]
            assert [each.points for each in advice] == sorted((each.points for each in advice), reverse=True)
            assert advice[0].error == 0
            stages.add(state.stage)
    assert stages == {Stage.CALLS, Stage.PLAY}


# ---- the beginner


def trick(hand: str, laid: str, **fields: Any) -> QuintoState:
    """Seat 0 in the third trick of a deal, after these cards of the players before it."""
    state = QuintoState()
    KERNEL.start(RULES, state, 3)
    KERNEL.deal(RULES, state, chance.order("a beginner", 53))
    for name, number in fields.items():
        setattr(state, name, number)
    cards = [read(word) for word in laid.split()]
    state.stage, state.turn, state.hands[0] = Stage.PLAY, 0, set_of(map(read, hand.split()))
    state.sizes[0] = len(hand.split())
    state.leader = -len(cards) % 4
    state.led = cards[0] // 13
    for at, card in enumerate(cards):
        state.trick[at] = card
        if strength(RULES, card) > state.highest:
            state.highest, state.winning = strength(RULES, card), (state.leader + at) % 4
    state.trick_size = len(cards)
    return state


def plays(level: str, state: QuintoState) -> str:
    """The card that a level plays."""
    act = bot_for(level, QUINTO).act(QUINTO, RULES, cut(state, 0), 0, chance.stream(1))
    return QUINTO.say(RULES, state, act)


def test_a_beginner_takes_a_trick_with_points_that_nobody_can_take_from_it() -> None:
    assert plays("beginner", trick("AH 2H 6S 7S", "3H 5H 9H")) == "AH"


def test_a_beginner_gives_a_five_to_the_partner_who_takes_the_trick() -> None:
    assert plays("beginner", trick("5H 7H 6S 7S", "3H AH 9H")) == "5H"


def test_a_beginner_does_not_give_a_five_to_the_others() -> None:
    assert plays("beginner", trick("5H 7H 6S 7S", "3H 9H AH")) == "7H"


def test_a_beginner_does_not_ask_who_plays_after_it() -> None:
    """The five of hearts takes the trick as it lies, but two players are still to come, with higher hearts; `club` keeps it."""
    state = trick("5H 2C 6S 7S", "2H")
    assert plays("beginner", state) == "5H"


# ---- what a game is worth, and what ended it


def over(rules: Any, **fields: Any) -> int:
    """What the end of a deal is worth to seat 0 with 100 for the game."""
    state = QuintoState()
    for name, number in {"quints": [40, 20], "trick_points": [0, 0], "game_over": 1, **fields}.items():
        setattr(state, name, number)
    return quinto.outcome(rules, state, 100, 0)


@pytest.mark.clause("Q16", "Q18", "QA3", "QA4")
def test_the_winner_of_a_game_is_who_made_its_last_quint_or_has_more() -> None:
    counted = RULES._replace(tricks_on_quint_finish=TricksOnQuintFinish.counted)
    assert over(RULES, game_over=0, totals=[100, 90]) == 20
    assert over(RULES, totals=[255, 90], last_winner=2) == 120
    assert over(counted, totals=[255, 265], trick_points=[0, 30], last_winner=0) == 90  # overtaken, and won all the same
    assert over(RULES, totals=[260, 270], trick_points=[30, 35], last_winner=0) == -85  # by trick points: the higher total
    assert over(RULES, totals=[300, 290], trick_points=[10, 20], last_winner=1) == 110  # a tie at 250, and a full deal
    sudden = RULES._replace(tie_deal=TieDeal.sudden)
    assert over(sudden, totals=[250, 265], quints=[0, 15], trick_points=[0, 0], last_winner=1) == -115
