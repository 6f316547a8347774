"""Pitch's guide for the solver: its position plays as the game does, its points pay as the deal does, its bounds hold."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from tefuda.core import chance
from tefuda.core.cards import members, read, set_of
from tefuda.core.rule import can_compile
from tefuda.games.pitch import BID, MOON, PITCH, PitchState, Stage, point_cards, strength, trumps
from tefuda.solve import pitch, solve, takes_rest
from tefuda.solve.guide import Guide
from test_solve import pitch_scores, some_rules

KERNEL: Final = PITCH.kernel
GUIDE: Final[Guide] = pitch.GUIDE


def played(deals: int) -> Iterator[tuple[Any, list[PitchState], random.Random]]:
    """Every position in the play of random deals under mixtures of all options, at many scores, and last the state after it."""
    buffer = [0] * PITCH.most_legal
    for deal in range(deals):
        luck, state, line = random.Random(deal), PitchState(), list[PitchState]()
        rules = some_rules(PITCH, luck)
        KERNEL.start(rules, state, deal % PITCH.seats(rules))
        pitch_scores(rules, state, luck)
        KERNEL.deal(rules, state, chance.deal_order("guide", deal, 54))
        while KERNEL.seat(rules, state) >= 0:
            if state.stage == Stage.PLAY:
                line.append(state.copy())
            KERNEL.play(rules, state, buffer[luck.randrange(KERNEL.legal(rules, state, buffer))])
        if line:
            yield rules, [*line, state], luck


def laid(rules: Any, state: PitchState) -> pitch.Tricks:
    """The solver's position."""
    position = pitch.Tricks()
    pitch.lay(rules, state, position)
    return position


def all_taken(rules: Any, line: list[PitchState]) -> int:
    """What the first camp has taken when the deal is over, as the solver counts it."""
    position = laid(rules, line[0])
    for before, after in pairwise(line):
        pitch.play(rules, position, next(members(before.hands[before.turn] & after.played)))
    assert pitch.turn(rules, position) < 0
    return position.taken


# ---- from the table to places


@pytest.mark.clause("T3", "TX2", "TV1")
def test_places_are_in_the_order_of_the_trumps() -> None:
    luck = random.Random(1)
    for _ in range(300):
        rules, suit = some_rules(PITCH, luck), luck.randrange(4)
        cards = sorted(members(trumps(rules, suit)), key=lambda card: strength(rules, suit, card))
        places = [pitch.place(rules, suit, card) for card in cards]
        assert set(places) <= set(range(pitch.PLACES))
        assert len(set(places)) == len(places)
        if strength(rules, suit, 52) != strength(rules, suit, 53):
            assert places == sorted(places)
        else:
            assert abs(pitch.place(rules, suit, 52) - pitch.place(rules, suit, 53)) == 1


def told(position: pitch.Tricks) -> list[Any]:
    """What matters of a position."""
    hand = position.hands[position.turn]
    winning = position.winning if position.highest >= 0 else -1
    places = [position.table, position.highest, winning, position.must & hand, position.points, position.threes]
    return [position.turn, position.leader, position.hands, position.camp, position.taken, *places]


@pytest.mark.clause("T13", "T14", "T15", "T16", "TC14", "TF5")
def test_the_position_plays_as_the_game_does() -> None:
    acts, buffers = 0, ([0] * PITCH.most_legal, [0] * PITCH.most_legal)
    for rules, line, _ in played(400):
        position = laid(rules, line[0])
        for before, after in pairwise(line):
            fresh = laid(rules, before)
            assert told(position) == told(fresh)
            found = KERNEL.legal(rules, before, buffers[0])
            assert pitch.legal(rules, fresh, buffers[1]) == found == pitch.playable(position).bit_count()
            assert buffers[0][:found] == buffers[1][:found]
            pitch.play(rules, position, next(members(before.hands[before.turn] & after.played)))
            acts += 1
        assert pitch.turn(rules, position) < 0
    assert acts > 3000


@pytest.mark.clause("TF3", "TF5")
def test_of_five_the_first_camp_is_the_bidders_while_his_partner_is_still_secret() -> None:
    secret, alone = 0, 0
    for rules, line, _ in played(300):
        camps = {laid(rules, state).camp for state in line[:-1]}
        assert len(camps) == 1
        if rules.players == 4:
            assert camps == {0b101}
        elif line[-1].partner >= 0:
            assert camps == {1 << line[-1].bidder | 1 << line[-1].partner}
            secret += line[0].partner < 0
            alone += line[-1].partner == line[-1].bidder
    assert secret > 30
    assert alone > 5


# ---- what the deal pays


@pytest.mark.clause("T17", "T18", "T19", "TC5", "TC6", "TC7", "TC9", "TC10", "TC11", "TC12", "TF7")
def test_points_pay_what_the_deal_pays() -> None:
    moons, out, made = 0, 0, 0
    for rules, line, luck in played(1500):
        before, after = luck.choice(line[:-1]), line[-1]
        ahead, stakes = all_taken(rules, line), luck.choice([0, 1, 50])
        sides = range(len(PITCH.sides(rules)))
        won = after.winner if after.stage == Stage.OVER else -1
        for seat in range(rules.players):
            mine, others = after.gains[seat % len(sides)], sum(after.gains) - after.gains[seat % len(sides)]
            assert pitch.settled(rules, before, ahead, seat)[::2] == ((len(sides) - 1) * mine - others, won)
        camps = [1 if pitch.first(rules, before, side) else -1 for side in sides]
        value = sum(camp * after.gains[side] for side, camp in zip(sides, camps)) + (stakes * camps[won] if won >= 0 else 0)
        assert pitch.pay(rules, before, stakes, ahead) == value
        moons, out, made = moons + (after.bid == MOON), out + (won >= 0), made + (max(after.gains) >= max(after.bid - BID, 1))
    assert moons > 300
    assert out > 300
    assert made > 60


def test_more_points_never_pay_less() -> None:
    for rules, line, _ in played(300):
        state = line[0]
        paid = [pitch.pay(rules, state, 30, ahead) for ahead in range(laid(rules, state).taken, rules.points + 1)]
        total = pitch.left(rules, laid(rules, state)) + laid(rules, state).taken
        assert paid[: total + 1] == sorted(paid[: total + 1])


# ---- bounds, keys and order


def all_values(rules: Any, position: pitch.Tricks) -> int:
    """Plain minimax of the points; checks the bounds on the way."""
    if position.turn < 0:
        return int(position.taken)
    values = []
    for place in members(pitch.playable(position)):
        after = position.copy()
        pitch.play(rules, after, pitch.AT + place)
        values.append(all_values(rules, after))
    value = max(values) if GUIDE.first(rules, position, position.turn) else min(values)
    low, high = (position.taken + bound(rules, position, 0) for bound in (GUIDE.least, GUIDE.most))
    assert low <= value <= high, position
    return value


def test_bounds_hold_and_the_solver_agrees_with_plain_minimax_of_points() -> None:
    tight, endings = 0, 0
    for rules, line, _ in played(500):
        state = next(
            state for state in [*line[:-1], line[-2]] if sum((hand & state.trumps).bit_count() for hand in state.hands) <= 6
        )
        position = laid(rules, state)
        value = all_values(rules, position)
        tight += position.taken + GUIDE.least(rules, position, 0) == position.taken + GUIDE.most(rules, position, 0)
        assert solve(PITCH, rules, state, 7).value == pitch.pay(rules, state, 7, value)
        endings += 1
    assert endings > 300
    assert tight > 15


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_plain_and_compiled_solvers_agree() -> None:
    for rules, line, luck in played(60):
        state = line[len(line) // 2 - 1]
        stakes = luck.choice([0, 40])
        assert solve(PITCH, rules, state, stakes, plain=True) == solve(PITCH, rules, state, stakes)


def tricks(hands: str, **options: Any) -> tuple[Any, pitch.Tricks]:
    """Rules and a position with hearts as trumps in which seat 0, of the bidder's side, leads; hands are separated by `|`."""
    rules, state = PITCH.read_rules(options), PitchState()
    KERNEL.start(rules, state, 3)
    state.stage, state.turn, state.leader, state.bid, state.bidder, state.partner = Stage.PLAY, 0, 0, BID + 4, 0, 2
    state.trump, state.trumps, state.point_cards = 1, trumps(rules, 1), point_cards(rules, 1)
    state.hands[:4] = [set_of(map(read, row.split())) for row in hands.split("|")]
    position = laid(rules, state)
    position.cards = 0
    return rules, position


def key(hands: str, **options: Any) -> int:
    return int(GUIDE.key(*tricks(hands, **options)))


def test_keys_join_what_differs_in_ranks_alone() -> None:
    assert key("AH 9H | KH 5H | 8H | 4H") == key("AH 8H | QH 6H | 7H | 4H")
    assert key("9H | 8H | 7H | 5H") == key("KH | QH | 9H | 4H")


@pytest.mark.parametrize(
    "other",
    [
        "KH 9H | AH 5H | 8H | 4H",
        "AH 9H | KH 5H | TH | 4H",
        "AH 9H | KH 5H | 4H | 8H",
        "AH 9H | KH 3H | 8H | 4H",
        "AH 9H | KH 5H | 8H |",
    ],
)
def test_keys_part_what_differs_in_owners_points_or_number(other: str) -> None:
    assert key("AH 9H | KH 5H | 8H | 4H") != key(other)


def test_keys_part_leaders_and_camps_and_say_nothing_within_a_trick() -> None:
    rules, position = tricks("AH 9H | KH 5H | 8H | 4H")
    keys = {GUIDE.key(rules, position)}
    for name, value in {"leader": 1, "camp": 0b11}.items():
        changed = position.copy()
        setattr(changed, name, value)
        keys.add(GUIDE.key(rules, changed))
    assert len(keys) == 3
    pitch.play(rules, position, read("AH"))
    assert GUIDE.key(rules, position) == -1


@pytest.mark.clause("TC14")
def test_equal_jokers_have_a_key_of_their_own() -> None:
    first = {"jokers": "first_played"}
    assert key("X1 4H | X2 5H | 6H | 7H", **first) != key("X1 4H | TH 5H | 6H | 7H", **first)
    assert key("X1 4H | X2 5H | 6H | 7H") == key("X1 4H | TH 5H | 6H | 7H")


def tried(hands: str, **options: Any) -> list[int]:
    """How many acts are left for seat 0."""
    rules, position = tricks(hands, **options)
    acts = [0] * PITCH.most_legal
    return sorted(acts[: GUIDE.order(rules, position, acts, pitch.legal(rules, position, acts), -1)])


@pytest.mark.parametrize(
    ("hands", "acts", "options"),
    [
        ("9H 8H 7H | 6H | 5H | 4H", 1, {}),  # three in a row, worth nothing
        ("9H 8H 7H | 4H | 5H | 6H", 1, {}),
        ("9H 8H 6H | 7H | 5H | 4H", 2, {}),  # another's card lies between
        ("KH AH QH | 7H | 5H | 4H", 2, {}),  # the ace brings a point
        ("X1 X2 | 7H | 5H | 4H", 1, {}),
        ("X1 TH | X2 | 5H | 4H", 2, {}),
        ("JD X1 | X2 | 5H | 4H", 1, {}),
        ("JD X1 | X2 | 5H | 4H", 2, {"jokers": "first_played"}),  # X2 led first would stand against X1 alone
        ("X2 TH | X1 | 5H | 4H", 1, {}),
        ("X2 TH | X1 | 5H | 4H", 2, {"jokers": "first_played"}),
    ],
)
def test_equal_cards_are_tried_once(hands: str, acts: int, options: dict[str, Any]) -> None:
    assert len(tried(hands, **options)) == acts


def test_the_best_act_known_is_tried_first() -> None:
    rules, position = tricks("AH 9H 5H | KH | 8H | 4H")
    acts = [0] * PITCH.most_legal
    for place in members(pitch.playable(position)):
        found = GUIDE.order(rules, position, acts, pitch.legal(rules, position, acts), pitch.AT + place)
        assert acts[0] == pitch.AT + place
        assert len(set(acts[:found])) == found == 3


# ---- claims


@pytest.mark.clause("T13", "T16")
def test_a_claim_is_about_all_points_that_can_still_be_taken() -> None:
    rules, state = PITCH.rules(), PitchState()
    KERNEL.start(rules, state, 3)
    state.stage, state.turn, state.leader, state.bid, state.bidder, state.partner = Stage.PLAY, 0, 0, BID + 4, 0, 2
    state.trump, state.trumps, state.point_cards = 1, trumps(rules, 1), point_cards(rules, 1)

    def taking(*hands: str) -> set[int]:
        state.hands[:4] = [set_of(map(read, row.split())) for row in hands]
        return takes_rest(PITCH, rules, state)

    assert taking("AH QH", "JH", "5H", "2H") == {read("AH"), read("QH")}  # the two stays with seat 3 whatever happens
    assert taking("AH 3H", "KH", "5H", "4H") == {read("AH")}
    assert taking("AH 3H", "KH QH", "5H", "4H") == set()
