"""Quinto's guide for the solver: its position plays as the game does, its bounds hold, its table joins only what is alike."""

import random
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

from tefuda.core import chance
from tefuda.core.cards import members, read, set_of, suit_of
from tefuda.core.rule import can_compile, compiled
from tefuda.games.quinto import DOUBLE, PASS, QUINTO, QuintoState, Stage, SuitOrder
from tefuda.solve import bench, plain_bench, quinto, solve, takes_rest, value
from tefuda.solve.guide import NOTHING_MATTERS
from tefuda.solve.search import KEY, MARK, ROW, SALT, UNKNOWN, WAYS, _slot, forget, value_of

KERNEL: Final = QUINTO.kernel
RULES: Final = QUINTO.rules()
SAME: Final = [each.name for each in quinto.Rest.FIELDS if each.name not in ("relied", "highest", "winning", "ends")]
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def some_rules(luck: random.Random) -> Any:
    """House rules in any mixture."""
    return QUINTO.read_rules({option.name: luck.choice(option.choices) for option in QUINTO.options})


def dealt(rules: Any, seed: int, luck: random.Random) -> QuintoState:
    """A deal at the first lead, at any score, doubled or not."""
    state = QuintoState()
    KERNEL.start(rules, state, seed & 3)
    state.totals = [5 * luck.randint(0, 49), 5 * luck.randint(0, 49)] if luck.random() < 0.5 else [0, 0]
    if luck.random() < 0.1:
        state.tied, state.totals = 1, [260, 260]
    KERNEL.deal(rules, state, chance.deal_order("guide", seed, 53))
    doubler = luck.randrange(12)
    for caller in range(4):
        KERNEL.play(rules, state, DOUBLE if caller == doubler else PASS)
    return state


def played_to(rules: Any, state: QuintoState, left: int, luck: random.Random) -> bool:
    """Plays at random down to so many cards a hand; whether the deal is still in play then."""
    buffer = [0] * QUINTO.most_legal
    while state.stage == Stage.PLAY and (state.trick_size or state.sizes[state.turn] > left):
        KERNEL.play(rules, state, buffer[luck.randrange(KERNEL.legal(rules, state, buffer))])
    return state.stage == Stage.PLAY


def endings(number: int, left: int, rules: Any = None) -> Iterator[tuple[Any, QuintoState, random.Random]]:
    """So many endings with so many cards a hand, under the rules or under any mixture of them."""
    seed = 0
    while number > 0:
        luck = random.Random(seed)
        chosen = rules if rules is not None else some_rules(luck)
        state = dealt(chosen, seed, luck)
        if rules is not None:
            state.totals, state.tied = [0, 0], 0
        if played_to(chosen, state, left, luck):
            number -= 1
            yield chosen, state, luck
        seed += 1


def laid(rules: Any, state: QuintoState) -> quinto.Rest:
    """The solver's position."""
    rest = quinto.Rest()
    quinto.lay(rules, state, rest)
    return rest


@pytest.mark.clause("Q8", "Q9", "Q10", "Q11", "Q12", "Q13", "Q14", "Q15", "Q16", "Q17", "Q18")
def test_the_position_plays_as_the_game_does() -> None:
    stopped, buffers = 0, ([0] * QUINTO.most_legal, [0] * QUINTO.most_legal)
    for rules, state, luck in endings(300, 12):
        rest = laid(rules, state)
        while KERNEL.seat(rules, state) >= 0:
            if not state.trick_size:
                again = laid(rules, state)
                assert [getattr(rest, name) for name in SAME] == [getattr(again, name) for name in SAME]
                assert again.ends <= rest.ends  # what can't end the game any more never could again
            found = quinto.legal(rules, rest, buffers[0]), KERNEL.legal(rules, state, buffers[1])
            assert buffers[0][: found[0]] == buffers[1][: found[1]]
            assert quinto.seat(rules, rest) == state.turn
            card = buffers[0][luck.randrange(found[0])]
            games = list(state.games)
            quinto.play(rules, rest, card)
            KERNEL.play(rules, state, card)
        assert quinto.seat(rules, rest) < 0
        ahead = state.quints[0] + state.trick_points[0] - state.quints[1] - state.trick_points[1]
        won = state.games[0] - games[0] - state.games[1] + games[1]
        assert quinto.worth(rules, rest, 1000) == ahead + 1000 * won
        stopped += not state.cachette
    assert stopped > 20


@needs_numba
def test_the_bounds_hold_and_are_often_close() -> None:
    close = 0
    for rules, state, luck in endings(3000, 4):
        buffer = [0] * QUINTO.most_legal
        for _ in range(luck.randrange(4)):  # in the middle of a trick as well
            KERNEL.play(rules, state, buffer[luck.randrange(KERNEL.legal(rules, state, buffer))])
        stakes = luck.choice([0, 0, 100])
        rest = laid(rules, state)
        so_far = quinto.worth(rules, rest, stakes)
        least, most = (bound(rules, rest, stakes) for bound in (quinto.least, quinto.most))
        assert so_far + least <= value(QUINTO, rules, state, stakes) <= so_far + most
        close += most - least <= 50
    assert close > 50  # all of them at a lead, a quarter of the positions


def turned(state: QuintoState, by: int) -> QuintoState:
    """The same ending at the beginning of a trick with every player so many seats further round the table."""
    other = state.copy()
    for seat in range(4):
        other.hands[(seat + by) % 4], other.sizes[(seat + by) % 4] = state.hands[seat], state.sizes[seat]
    other.turn, other.leader = (state.turn + by) % 4, (state.leader + by) % 4
    for pair in ("totals", "quints", "tricks", "factors"):
        getattr(other, pair)[:] = [getattr(state, pair)[(side + by) % 2] for side in range(2)]
    return other


@needs_numba
def test_the_value_does_not_depend_on_where_one_sits() -> None:
    for rules, state, luck in endings(40, 7):
        stakes = luck.choice([0, 100])
        worth = value(QUINTO, rules, state, stakes)
        assert [value(QUINTO, rules, turned(state, by), stakes) for by in (1, 2, 3)] == [-worth, worth, -worth]


def swapped(state: QuintoState, luck: random.Random) -> QuintoState:
    """The same ending with two cards of one suit exchanged by the players who hold them."""
    other = state.copy()
    one, two = luck.sample(range(4), 2)
    pairs = [
        (a, b) for a in members(state.hands[one]) for b in members(state.hands[two]) if a < 52 and suit_of(a) == suit_of(b % 52)
    ]
    if pairs:
        mine, his = luck.choice(pairs)
        other.hands[one] ^= 1 << mine | 1 << his
        other.hands[two] ^= 1 << mine | 1 << his
    return other


@needs_numba
def test_worlds_may_share_a_table() -> None:
    """The table keeps what it learned in one world for the others: their values are those found with an empty one."""
    solver, memory = bench("quinto")
    shared, different, search = 0, set(), compiled(value_of)
    for _, state, luck in endings(30, 5, RULES):
        worlds = [state]
        worlds += [swapped(luck.choice(worlds), luck) for _ in range(40)]
        alone = [value(QUINTO, RULES, world) for world in worlds]
        searched = [int(memory.counts[0])]
        forget(memory)
        together = []
        for world in worlds:
            memory.rows[0] = laid(RULES, world).row()
            together.append(int(search(solver, QUINTO.numbers(RULES), 0, memory, UNKNOWN)))
        shared += int(memory.counts[0]) < 41 * searched[0]
        different.add(len(set(alone)) > 1)
        assert together == alone
    assert shared > 20  # the table did help
    assert True in different


def test_a_table_keeps_many_values_of_one_key_side_by_side() -> None:
    """Row after row, and the first of them again once all is forgotten: a look need not go beyond the first forgotten row."""
    memory = plain_bench(QUINTO, 1 << 8).memory
    forget(memory)
    start = 5 * WAYS * ROW
    for mark in range(WAYS):
        at = _slot(memory, 5, mark, 0)
        assert at == start + mark * ROW
        memory.table[at + KEY], memory.table[at + SALT], memory.table[at + MARK] = 5, memory.counts[1], mark
    assert _slot(memory, 5, 3, 0) == start + 3 * ROW  # the same value again
    assert start <= _slot(memory, 5, WAYS, 0) < start + WAYS * ROW  # one more than there is room for: in the place of another
    forget(memory)
    assert _slot(memory, 5, 3, 0) == start


HANDS: Final = ["KH 8S 5C", "QH JS 6D", "TH 9S 7D", "9H 2S 8D"]


def ending(hands: list[str] = HANDS, cachette: str = "2D 3C JD TC 9C", **fields: Any) -> QuintoState:
    """An ending at the beginning of a trick; all other cards are played."""
    state = QuintoState()
    KERNEL.start(RULES, state, 3)
    for place, cards in enumerate([*hands, cachette]):
        state.hands[place] = set_of(map(read, cards.split()))
        state.sizes[place] = len(cards.split())
    state.stage, state.turn, state.leader, state.factors = Stage.PLAY, 0, 0, [1, 1]
    state.tricks = [6, 12 - 6 - state.sizes[0]]
    for name, number in fields.items():
        setattr(state, name, number)
    return state


def key(state: QuintoState) -> int:
    """The key of an ending."""
    return quinto.key(RULES, laid(RULES, state))


def test_the_key_tells_apart_what_matters_and_no_more() -> None:
    assert key(ending(["QH 8S 5C", "KH JS 6D", "TH 9S 7D", "9H 2S 8D"])) == key(ending())  # the print tells ranks
    assert key(ending(["KH 3S 5C", *HANDS[1:]])) != key(ending())  # three and two may make a pair
    assert key(ending(["KH 4S 5C", *HANDS[1:]])) == key(ending())  # the four is plain: its ace is gone
    assert key(ending(["KH 8S 6D", "QH JS 5C", *HANDS[2:]])) != key(ending())  # who holds the five
    assert key(ending(cachette="2D 3C JD TC 5H")) != key(ending())
    assert key(ending(turn=1, leader=1)) != key(ending())
    assert key(ending(totals=[240, 0])) != key(ending(totals=[235, 0]))
    assert key(ending(totals=[40, 0])) == key(ending(totals=[35, 0]))


def test_the_print_looks_as_far_down_each_suit_as_the_mark_says() -> None:
    one, two = laid(RULES, ending()), laid(RULES, ending(["KH 8S 5C", "QH 9S 6D", "TH JS 7D", "9H 2S 8D"]))
    hearts, spades = 0x4000, 0x0001
    assert quinto.print_of(RULES, one, 0) == quinto.print_of(RULES, two, 0)
    assert quinto.print_of(RULES, one, hearts) == quinto.print_of(RULES, two, hearts)
    assert quinto.print_of(RULES, one, spades) != quinto.print_of(RULES, two, spades)


def test_what_is_relied_on_is_named_by_number_and_found_again() -> None:
    rest = laid(RULES, ending())
    assert quinto.mark(RULES, rest, NOTHING_MATTERS) == 0
    assert quinto.mark(RULES, rest, 0xADDD) == 0x2000  # hearts down to the queen: two cards
    assert quinto.unmark(RULES, rest, 0x2000) == 0xADDD
    assert quinto.join(0xADDD, 0xBDD7) == 0xADD7


def test_of_equal_cards_the_lowest_is_tried() -> None:
    state = ending(["KH QH 5H", "JH 3S 6D", "TH 9S 7D", "9H 2S 8D"])
    rest, acts = laid(RULES, state), [0] * QUINTO.most_legal
    found = quinto.order(RULES, rest, acts, quinto.legal(RULES, rest, acts), -1)
    assert sorted(acts[:found]) == sorted(map(read, ["QH", "5H"]))  # the king is as good as the queen; a five makes a quint


@pytest.mark.parametrize(
    ("first", "relied", "left"),
    [
        ("7S", NOTHING_MATTERS, ["5S", "KD"]),  # a five makes a quint, and diamonds are another suit
        ("7S", 0xDDDA, ["5S", "KD"]),  # spades down to the queen
        ("7S", 0xDDD9, ["JS", "5S", "KD"]),  # down to the jack
        ("7S", 0xDDD5, ["9S", "JS", "5S", "KD"]),  # down to the seven itself
        ("JS", 0xDDD9, ["7S", "9S", "5S", "KD"]),
        ("5S", NOTHING_MATTERS, ["7S", "9S", "JS", "KD"]),
        ("KD", NOTHING_MATTERS, ["7S", "9S", "JS", "5S"]),
    ],
)
def test_cards_below_what_a_value_relied_on_are_passed_over(first: str, relied: int, left: list[str]) -> None:
    rest = laid(RULES, ending(["JS 9S 7S 5S KD", "TS 8S 6S QD 9D", "QS QH JH TH 9H", "AS KH 8H 7H 6H"]))
    others = [card for card in ("7S", "9S", "JS", "5S", "KD") if card != first]
    acts = list(map(read, [first, *others]))
    found = quinto.pass_over(RULES, rest, acts, 1, len(acts), relied)
    assert acts[1:found] == list(map(read, left))


@needs_numba
def test_a_rough_search_finds_a_guess_and_nothing_else() -> None:
    """The value of a long play is the same when it is guessed well, badly, or by a search of two acts a position."""
    solver, memory = bench("quinto")
    for _, state, luck in endings(8, quinto.LONG, RULES):
        rest, numbers = laid(RULES, state), QUINTO.numbers(RULES)
        assert quinto.beam(RULES, rest) == 2
        right = value(QUINTO, RULES, state)
        for guess in (right, right + luck.choice([-35, 20, 60])):
            forget(memory)
            memory.rows[0] = rest.row()
            assert compiled(value_of)(solver, numbers, 0, memory, guess) == right


def test_a_lead_is_tried_first_that_leaves_few_answers() -> None:
    """Both cards lose; each opponent has one spade to answer with, but need not follow to the club, the higher in the chain."""
    rest = laid(RULES, ending(["7C 7S", "AD 8S", "9S TS", "KD JS"], turn=0, leader=0))
    acts = [0] * QUINTO.most_legal
    assert quinto.order(RULES, rest, acts, quinto.legal(RULES, rest, acts), -1) == 2
    assert acts[:2] == [read("7S"), read("7C")]


@pytest.mark.parametrize(
    ("hands", "led", "tried"),
    [
        (["9C 9H", "TC TH", "6S 8S", "JC JH"], "", ["9H", "9C"]),  # both lose: the one that is higher in the chain
        (["3C 7C", "2C KC", "6S 8S", "TC JC"], "", ["3C", "7C"]),  # both lose: half of a pair
        (["KC AH", "QC KH", "7C 6H", "JC QH"], "", ["KC", "AH"]),  # both win: nobody can beat the ace, so it can wait
        (["6C AH", "7C JC", "8C 9C", "QH KH"], "6C", ["JC", "7C"]),  # both win: two cards of the next player are above the seven
        (["7C AH", "6C 9C", "TC QC", "8S 9S"], "7C", ["9C", "6C"]),  # both lose: the one above the table
        (["JC 7S", "6C 8C", "7C 9C", "QH KH"], "JC", ["6C", "8C"]),  # neither beats the jack: the lower one
    ],
)
def test_what_is_tried_first(hands: list[str], led: str, tried: list[str]) -> None:
    state = ending(hands, cachette="2D 3D JD TD 9D")
    if led:
        KERNEL.play(RULES, state, read(led))
    rest, acts = laid(RULES, state), [0] * QUINTO.most_legal
    found = quinto.order(RULES, rest, acts, quinto.legal(RULES, rest, acts), -1)
    assert acts[:found] == list(map(read, tried))


def test_the_chain_follows_the_order_of_suits() -> None:
    highest_first = [read(card) for card in ("2C", "AH", "AD", "AS")]
    rules = RULES._replace(suit_order=SuitOrder.chds)
    numbers = [quinto.chain_card(rules, card) for card in highest_first]
    assert numbers == sorted(numbers, reverse=True)


@needs_numba
def test_plain_and_compiled_agree() -> None:
    for rules, state, luck in endings(60, 3):
        stakes = luck.choice([0, 100])
        assert solve(QUINTO, rules, state, stakes, plain=True) == solve(QUINTO, rules, state, stakes)


@needs_numba
def test_a_whole_deal_is_solved() -> None:
    state = next(endings(1, 12, RULES))[1]
    memory = bench("quinto").memory
    worth = value(QUINTO, RULES, state)
    assert worth % 5 == 0
    assert memory.counts[0] < 5_000_000
    assert np.any(memory.table)


@needs_numba
def test_a_claim_is_about_tricks_even_where_a_quint_ends_the_game() -> None:
    sure = ending(["AH KH QH", "JH 3S 6D", "TH 9S 7D", "9H 2S 8D"])
    assert takes_rest(QUINTO, RULES, sure) == set(map(read, ["AH", "KH", "QH"]))
    assert takes_rest(QUINTO, RULES, ending()) == set()
    stopping = ending(["AH KH QH", "JH 3S 6D", "5H 9S 7D", "9H 2S 8D"], totals=[245, 0])
    assert takes_rest(QUINTO, RULES, stopping) == set(map(read, ["AH", "KH", "QH"]))
