"""Piquet's four levels: honest, legal under every house rule, and what the searches know of exchange, match and worlds."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

from honesty import decided_from_views
from tefuda.bots import LEVELS, advise, bot_for, piquet, piquet_search
from tefuda.core import chance
from tefuda.core.cards import members, read, set_of
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.piquet import DISCARDS, DRAW, PACK, PIQUET, TALON, Match, PiquetState, Stage, TieRule, discard_of

KERNEL: Final = PIQUET.kernel
RULES: Final = PIQUET.rules()
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    *(dict(PIQUET.presets[name]) for name in ("pagat", "classic")),
    {"pique_threshold": 31, "leads_789": 0, "point_four_less": True, "younger_min": 1},
    {"match": "au_cent", "carte_blanche_open": "flash", "disclosure": "verbal", "last_trick_bonus": 1},
]


def positions(rules: Any, deals: int, every: int) -> Iterator[PiquetState]:
    """Every so-manieth position of some deals between simple bots, the last deal of a partie among them."""
    number = 0
    for deal in range(deals):
        state = PiquetState()
        KERNEL.start(rules, state, deal & 1)
        state.totals = [30 + 25 * deal % 70, 40]
        if rules.match == Match.partie:
            state.deals = 5 if deal & 1 else 2
        KERNEL.deal(rules, state, [PIQUET.pack(rules)[at] for at in chance.deal_order("levels", deal, 32)])
        while KERNEL.seat(rules, state) >= 0:
            number += 1
            if number % every == 0:
                yield state
            view = cut(state, state.turn)
            KERNEL.play(rules, state, piquet.choose(KERNEL, rules, view, state.turn, [0] * PIQUET.most_legal, [1, 2, 3, 4]))


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_decides_by_what_its_seat_may_know(level: str) -> None:
    settings = (PIQUET.read_rules(options) for options in OPTIONS)
    seen, changed = decided_from_views(
        PIQUET, bot_for(level, PIQUET), ((rules, state) for rules in settings for state in positions(rules, 3, 7))
    )
    assert seen > 60
    assert changed > 45  # the hidden cards did lie elsewhere


@needs_numba
def test_advice_is_about_every_legal_act_and_the_best_one_comes_first() -> None:
    stages = set()
    for state in positions(RULES, 2, 5):
        buffer = [0] * PIQUET.most_legal
        found = KERNEL.legal(RULES, state, buffer)
        if found > 1:
            advice = advise(PIQUET, RULES, cut(state, state.turn), state.turn, chance.stream(1))
            assert sorted(each.action for each in advice) == buffer[:found]
            assert [each.points for each in advice] == sorted((each.points for each in advice), reverse=True)
            assert advice[0].error == 0
            stages.add(state.stage)
    assert {Stage.EXCHANGE, Stage.PLAY} <= stages


# ---- the exchange


def dealt(hand: str, *, younger: bool = False, options: dict[str, Any] | None = None) -> tuple[Any, PiquetState]:
    """The exchange begins with this hand for elder, or for younger once elder has drawn five; the other cards lie anywhere."""
    rules, state = PIQUET.read_rules(options), PiquetState()
    mine = [read(word) for word in hand.split()]
    others = [card for card in members(PACK) if card not in mine]
    chance.shuffle(chance.stream(9), others, len(others))
    rows = [iter(others), iter(mine)] if younger else [iter(mine), iter(others)]
    cards = [next(rows[at // 2 % 2]) for at in range(24)]
    KERNEL.start(rules, state, 1)
    KERNEL.deal(rules, state, [*cards, *(card for card in others if card not in cards)])
    while younger and state.turn == 0:
        gone = state.sizes[DISCARDS]
        KERNEL.play(rules, state, DRAW if gone == 5 else discard_of(min(members(state.hands[0]))))
    return rules, state


def board(plans: int) -> piquet_search.Board:
    """Room for so many plans, plain."""
    acts = DRAW - 51
    rows = [[0] * size for size in (plans + acts, plans + acts, acts, acts, 32, 8, 8)]
    return piquet_search.Board._make([*rows, [[0] * (plans + acts)]])


@pytest.mark.clause("P6", "P7", "PA15")
@pytest.mark.parametrize(
    ("younger", "options", "sizes"),
    [(False, {}, {1, 2, 3, 4, 5}), (True, {}, {0, 1, 2, 3}), (True, {"younger_min": 1}, {1, 2, 3})],
)
def test_all_discards_that_the_rules_allow_are_proposed(younger: bool, options: dict[str, Any], sizes: set[int]) -> None:
    rules, state = dealt("AS KS 9S 8S AH 8H 7H 9D 8D 7D JC 8C", younger=younger, options=options)
    sheet = board(2000)
    found = piquet_search.propose(rules, cut(state, state.turn), state.turn, 2000, sheet)
    plans = sheet.plans[:found]
    assert len(set(plans)) == found
    assert {plan.bit_count() for plan in plans} == sizes
    assert found == sum({0: 1, 1: 12, 2: 66, 3: 220, 4: 495, 5: 792}[size] for size in sizes)
    assert sheet.promises[:found] == sorted(sheet.promises[:found], reverse=True)


def test_every_act_of_the_exchange_has_a_plan() -> None:
    rules, state = dealt("AS KS QS JS TS 9S 8S 7S AH KH AD AC")
    for _ in range(4):
        sheet, buffer = board(3), [0] * PIQUET.most_legal
        plans = sheet.plans[: piquet_search.propose(rules, cut(state, 0), 0, 3, sheet)]
        for act in buffer[: KERNEL.legal(rules, state, buffer)]:
            gone = state.own_discards[0]
            assert any(plan == gone if act == DRAW else plan & ~gone & 1 << discard(act) for plan in plans)
        KERNEL.play(rules, state, buffer[0])


def discard(act: int) -> int:
    """The card that an act lays away."""
    return next(card for card in members(PACK) if discard_of(card) == act)


@needs_numba
@pytest.mark.clause("P6", "P14")
def test_the_master_keeps_three_aces_and_kings_and_breaks_no_sure_run() -> None:
    for hand, kept in (
        ("AS KS QS JS 9S AH 8H 7H 9D 8D 8C 7C", "AS KS QS JS AH"),
        ("AS 9S AH 8H AD KD QD JD 8C 7C 8S 7H", "AS AH AD KD QD JD"),
    ):
        rules, state = dealt(hand)
        master = bot_for("master", PIQUET)
        while state.turn == 0:
            KERNEL.play(rules, state, master.act(PIQUET, rules, cut(state, 0), 0, chance.stream(2)))
        assert not state.own_discards[0] & set_of(map(read, kept.split()))
        assert state.sizes[TALON] == 3


def test_declarations_of_two_hands_are_counted_as_the_game_counts_them() -> None:
    counted = repiques = 0
    for rules in (PIQUET.read_rules(options) for options in OPTIONS[:4]):
        for state in positions(rules, 40, 1):
            if state.stage == Stage.DECLARE and state.item == 0 and rules.match == Match.partie:
                whole = state.copy()
                while whole.stage != Stage.PLAY:
                    view = cut(whole, whole.turn)
                    KERNEL.play(rules, whole, piquet.choose(KERNEL, rules, view, whole.turn, [0] * PIQUET.most_legal, [1, 2, 3, 4]))
                elder = whole.turn
                scored = [whole.points[seat] + whole.later[seat] + whole.held[seat] for seat in (elder, 1 - elder)]
                hands = [whole.hands[seat] for seat in (elder, 1 - elder)]
                before = [state.points[seat] for seat in (elder, 1 - elder)]
                assert list(piquet_search.declared(rules, *hands, *before)[:2]) == scored
                counted += 1
                repiques += max(scored) > 60
    assert counted >= 100
    assert repiques >= 1


@pytest.mark.clause("P16", "P17", "P18")
def test_the_short_play_adds_up() -> None:
    for seed in range(200):
        order = chance.deal_order("short", seed, 32)
        hands = [set_of(PIQUET.pack(RULES)[at] for at in order[12 * seat : 12 * seat + 12]) for seat in range(2)]
        ahead, behind = piquet_search.played(RULES, hands[0], hands[1], 5, 5, 0)
        cards = ahead + behind - 10
        assert 12 <= cards <= 12 + 12 + 40
        assert min(ahead, behind) >= 5


# ---- the match


def near_the_end(totals: list[int], options: dict[str, Any] | None = None, deals: int = 6) -> tuple[Any, PiquetState]:
    state = PiquetState()
    state.totals, state.deals, state.points = list(totals), deals, [0, 0]
    return PIQUET.read_rules(options), state


@pytest.mark.clause("P22", "P23")
def test_a_partie_won_counts_with_the_rubicon() -> None:
    rules, state = near_the_end([120, 110])
    assert piquet.equity(rules, state, 100, 0, 20, 10) == 10 + 100  # 140 against 120
    assert piquet.equity(rules, state, 100, 1, 10, 20) == -10 - 100
    rules, state = near_the_end([120, 60])
    assert piquet.equity(rules, state, 100, 0, 20, 10) == 10 + 100 + 2 * 70  # the loser's seventy count for the winner
    assert piquet.equity(rules, state, 100, 1, 40, 0) == 40 - 100  # he has crossed the rubicon
    rules, state = near_the_end([120, 60], deals=5)
    assert piquet.equity(rules, state, 100, 0, 20, 10) == 10


@pytest.mark.clause("P22")
def test_a_tie_is_worth_its_points() -> None:
    for tie_rule in TieRule:
        rules, state = near_the_end([110, 120], {"tie_rule": tie_rule.name})
        assert piquet.equity(rules, state, 100, 0, 20, 10) == 10


@pytest.mark.clause("P22")
def test_a_game_au_cent_counts_double_against_a_loser_below_fifty() -> None:
    rules, state = near_the_end([80, 60], {"match": "au_cent"})
    assert piquet.equity(rules, state, 100, 0, 19, 0) == 19
    assert piquet.equity(rules, state, 100, 0, 20, 0) == 20 + 100
    rules, state = near_the_end([80, 20], {"match": "au_cent"})
    assert piquet.equity(rules, state, 100, 0, 20, 0) == 20 + 200
    assert piquet.equity(rules, state, 100, 1, 0, 20) == -20 - 200


# ---- worlds


def test_worlds_in_which_the_other_laid_away_his_best_cards_are_unlikely() -> None:
    rules, state = dealt("AS KS 9S 8S AH 8H 7H 9D 8D 7D JC 8C", younger=True)
    while state.stage == Stage.EXCHANGE:
        view = cut(state, state.turn)
        KERNEL.play(rules, state, piquet.choose(KERNEL, rules, view, state.turn, [0] * PIQUET.most_legal, [1, 2, 3, 4]))
    sensible, foolish = PiquetState.from_row(state.row()), PiquetState.from_row(state.row())
    hand, unseen = state.dealt[0], PACK & ~state.dealt[0]
    for number in range(5):
        hand ^= 1 << piquet.least_missed(hand, unseen, 0, number)
    sensible.hands[DISCARDS] = state.dealt[0] & ~hand
    best = sorted(members(state.dealt[0]), key=lambda card: -(card % 13))[:5]
    foolish.hands[DISCARDS] = set_of(best)
    assert piquet.likelihood(KERNEL, rules, sensible, 1) == 0
    assert piquet.likelihood(KERNEL, rules, foolish, 1) < -2
    assert np.exp(piquet.likelihood(KERNEL, rules, foolish, 1)) > 0
