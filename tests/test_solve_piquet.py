"""Piquet's guide for the solver: its position plays as the game does, its bounds hold, its keys join only what is equal."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tefuda.core import chance
from tefuda.core.cards import read, set_of
from tefuda.core.rule import can_compile
from tefuda.games.piquet import PIQUET, Match, PiquetState, Stage, YoungerDeclares
from tefuda.solve import piquet, solve
from tefuda.solve.guide import Guide

KERNEL: Final = PIQUET.kernel
RULES: Final = PIQUET.rules()
GUIDE: Final[Guide] = piquet.GUIDE


def some_rules(luck: random.Random) -> Any:
    """House rules that concern the play, in any mixture."""
    return PIQUET.rules()._replace(
        pique_threshold=luck.choice([30, 31]),
        last_trick_bonus=luck.choice([0, 1]),
        leads_789=luck.choice([0, 1, 1]),
        match=luck.choice([Match.partie, Match.partie, Match.au_cent]),
        younger_declares=luck.choice([YoungerDeclares.before, YoungerDeclares.after_first_lead]),
    )


def played(deals: int) -> Iterator[tuple[Any, PiquetState, random.Random]]:
    """Every position in the play of random deals, at many scores."""
    buffer = [0] * PIQUET.most_legal
    for deal in range(deals):
        luck, state = random.Random(deal), PiquetState()
        rules = some_rules(luck)
        KERNEL.start(rules, state, deal & 1)
        if rules.match == Match.au_cent:
            state.totals = [luck.randint(0, 99), luck.randint(40, 99)]
        else:
            state.deals, state.totals = luck.choice([2, 5, 7]), [luck.randint(60, 120), luck.randint(60, 120)]
        KERNEL.deal(rules, state, [PIQUET.pack(rules)[at] for at in chance.deal_order("guide", deal, 32)])
        while KERNEL.seat(rules, state) >= 0:
            if state.stage == Stage.PLAY:
                yield rules, state, luck
            KERNEL.play(rules, state, buffer[luck.randrange(KERNEL.legal(rules, state, buffer))])


def laid(rules: Any, state: PiquetState) -> piquet.Play:
    """The solver's position."""
    position = piquet.Play()
    piquet.lay(rules, state, position)
    return position


@pytest.mark.clause("P16", "P17", "P18", "P19", "P20")
def test_the_position_plays_as_the_game_does() -> None:
    deals, buffers, piques, ended = 0, ([0] * 12, [0] * PIQUET.most_legal), 0, 0
    for rules, state, luck in played(400):
        if state.sizes != [12, 12, *state.sizes[2:]] or state.trick_size:
            continue
        deals += 1
        whole = state.copy()
        if deals % 4 == 0:
            whole.points[state.leader], whole.points[1 - state.leader] = luck.randint(20, 29), 0
            whole.later, whole.held, whole.bonus = [0, 0], [0, 0], [0, 0]
        position = laid(rules, whole)
        while KERNEL.seat(rules, whole) >= 0:
            found = piquet.legal(rules, position, buffers[0]), KERNEL.legal(rules, whole, buffers[1])
            assert buffers[0][: found[0]] == buffers[1][: found[1]]
            assert piquet.seat(rules, position) == whole.turn
            card = buffers[0][luck.randrange(found[0])]
            piquet.play(rules, position, card)
            KERNEL.play(rules, whole, card)
        assert piquet.seat(rules, position) < 0
        assert position.points == whole.points
        assert position.totals == whole.totals
        assert piquet.worth(rules, position, 1000) == whole.points[0] - whole.points[1] + 1000 * won(rules, whole)
        piques += 30 in whole.bonus
        ended += whole.game_over and position.left > 0
    assert deals > 300
    assert piques >= 3
    assert ended >= 10


def won(rules: Any, state: PiquetState) -> int:
    """1 where seat 0 has won the game au cent, or the partie, -1 where seat 1 has (P22)."""
    if rules.match == Match.au_cent:
        return 0 if not state.game_over else 1 if state.totals[0] >= 100 else -1
    return 0 if state.winner < 0 else 1 - 2 * state.winner


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_the_bounds_hold_and_are_close() -> None:
    tried, exact = 0, 0
    for at, (rules, state, luck) in enumerate(played(1500)):
        if at % 11:
            continue
        stakes = luck.choice([0, 30, 1000])
        value = solve(PIQUET, rules, state, stakes).value
        position = laid(rules, state)
        so_far = piquet.worth(rules, position, stakes)
        least, most = (bound(rules, position, stakes) for bound in (piquet.least, piquet.most))
        assert so_far + least <= value <= so_far + most
        tried += 1
        exact += least == most
    assert tried >= 2000
    assert exact >= 0.04 * tried


def test_plain_and_compiled_agree() -> None:
    tried = 0
    for rules, state, _ in played(60):
        if max(state.sizes[:2]) <= 4:
            assert solve(PIQUET, rules, state, 50, plain=True) == solve(PIQUET, rules, state, 50)
            tried += 1
    assert tried > 300


# ---- keys


def at_table(mine: str, theirs: str, rules: Any = RULES, **fields: Any) -> int:
    """The key of a position in which seat 0 leads."""
    state = PiquetState()
    KERNEL.start(rules, state, 0)
    hands = [set_of(map(read, row.split())) for row in (mine, theirs)]
    left = hands[0].bit_count()
    state.hands, state.sizes = [*hands, 0, 0, 0], [left, left, 0, 0, 0]
    state.stage, state.turn, state.leader, state.open = Stage.PLAY, 0, 0, 1
    state.points, state.tricks = [5, 5], [4, 8 - left]
    for name, value in fields.items():
        setattr(state, name, value)
    return GUIDE.key(rules, laid(rules, state))


HANDS: Final = "AS QS 9H 7H", "KS JS TH 8H"
LOWER: Final = "AS JS 9H 7H", "QS TS TH 8H"  # the same, once the king is gone


def test_cards_count_by_their_order_within_a_suit() -> None:
    assert at_table(*HANDS) == at_table(*LOWER)
    assert at_table(*HANDS) != at_table("AS QS 9H 7H", "KS JS 8H TD")


@pytest.mark.clause("P17")
def test_where_low_leads_score_nothing_ranks_matter() -> None:
    low = RULES._replace(leads_789=0)
    assert at_table("AS TS", "KS 9S", low) != at_table("AS 9S", "KS 8S", low)
    assert at_table("AS TS", "KS 9S") == at_table("AS 9S", "KS 8S")


def test_who_leads_matters() -> None:
    assert at_table(*HANDS) != at_table(*HANDS, turn=1, leader=1)


@pytest.mark.clause("P18")
def test_tricks_matter_while_cards_and_capot_are_open() -> None:
    assert at_table(*HANDS, tricks=[4, 4]) != at_table(*HANDS, tricks=[5, 3])
    assert at_table(*HANDS, tricks=[7, 1]) == at_table(*HANDS, tricks=[7, 1], points=[9, 4])
    assert at_table(*HANDS, tricks=[7, 1]) == at_table(*HANDS, tricks=[8, 0])  # the ten of hearts saves younger from the capot


@pytest.mark.clause("P20")
def test_points_matter_while_a_pique_is_open() -> None:
    assert at_table(*HANDS, points=[27, 0]) != at_table(*HANDS, points=[28, 0])
    assert at_table(*HANDS, points=[27, 1]) == at_table(*HANDS, points=[28, 1])
    assert at_table(*HANDS, points=[20, 0]) == at_table(*HANDS, points=[21, 0])  # out of reach


@pytest.mark.clause("P22")
def test_totals_matter_where_a_partie_or_a_game_may_end() -> None:
    last: dict[str, Any] = {"deals": 6}
    assert at_table(*HANDS, **last, totals=[100, 100]) != at_table(*HANDS, **last, totals=[101, 100])
    assert at_table(*HANDS, **last, totals=[100, 200]) == at_table(*HANDS, **last, totals=[101, 200])
    assert at_table(*HANDS, **last, totals=[100, 200]) != at_table(*HANDS, **last, totals=[200, 100])
    assert at_table(*HANDS, deals=5, totals=[100, 100]) == at_table(*HANDS, deals=5, totals=[101, 100])
    game = RULES._replace(match=Match.au_cent)
    assert at_table(*HANDS, game, totals=[98, 20]) != at_table(*HANDS, game, totals=[97, 20])
    assert at_table(*HANDS, game, totals=[8, 20]) == at_table(*HANDS, game, totals=[7, 20])


# ---- acts


def tried(mine: str, theirs: str, rules: Any = RULES) -> set[str]:
    """The cards that are left to be tried of a leader's hand."""
    state, acts = piquet.Play(), [0] * 12
    state.hands = [set_of(map(read, row.split())) for row in (mine, theirs)]
    state.led, state.left = -1, len(mine.split())
    found = piquet.legal(rules, state, acts)
    left = piquet.order(rules, state, acts, found, -1)
    return {PIQUET.say(rules, PiquetState(), card) for card in acts[:left]}


def test_of_cards_with_none_of_the_others_between_the_lowest_is_tried() -> None:
    assert tried("AS QS JS 8S", "KS 9S 7S 7H") == {"AS", "JS", "8S"}
    assert tried("AS KS 7H", "QS 8H 9H") == {"KS", "7H"}


@pytest.mark.clause("P17")
def test_cards_differ_where_only_one_of_them_scores_as_a_lead() -> None:
    assert tried("TS 9S 8S", "AS KS QS", RULES._replace(leads_789=0)) == {"TS", "8S"}


def test_the_best_act_of_an_earlier_search_comes_first() -> None:
    state, acts = piquet.Play(), [0] * 12
    state.hands = [set_of(map(read, row.split())) for row in ("AS QS 8H", "KS 9H 7S")]
    state.led, state.left = -1, 3
    for hint in ("QS", "8H", "AS"):
        assert piquet.order(RULES, state, acts, piquet.legal(RULES, state, acts), read(hint)) == 3
        assert acts[0] == read(hint)


def test_sure_tricks_are_top_cards_and_all_of_a_suit_that_the_other_can_not_hold() -> None:
    def sure(mine: str, theirs: str) -> int:
        return piquet.sure_tricks(*(set_of(map(read, row.split())) for row in (mine, theirs)))

    assert sure("AS KS TS 7H", "QS JS 9H 8H") == 3  # queen and jack fall
    assert sure("AS KS TS 7H", "QS JS 9S 8H") == 2
    assert sure("7S 7H", "AD KD") == 2
    assert sure("KS 7H", "AS 8H") == 0
