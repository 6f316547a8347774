"""Pitch's four levels: honest, legal under every house rule, and what the searches make of scores, bids, calls and the refill."""

import math
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from honesty import decided_from_views
from tefuda.bots import LEVELS, advise, bot_for, claims_rest, pitch
from tefuda.core import chance
from tefuda.core.cards import read, set_of
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.pitch import BID, PASS, PITCH, PitchState, Stage, staying, trumps, worth
from test_pitch_bot import at_table
from test_solve import some_rules
from test_solve_pitch import all_taken, played

KERNEL: Final = PITCH.kernel
RULES: Final = PITCH.rules()
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    {"points": 16, "burn": "free", "jokers": "first_played", "refill_order": "bidder_last"},
    {"dirty": True, "reverse": True, "leftover": "bidder_then_partner", "target": 12},
    {"players": 5, "called_card_first": True},
    {"players": 5, "points": 13, "partner_reveal": "at_once", "reverse": True, "set_loss": "bidder"},
]


def positions(rules: Any, deals: int, every: int) -> Iterator[PitchState]:
    """Every so-manieth position of some deals between club players, at many scores."""
    number = 0
    for deal in range(deals):
        state, luck = PitchState(), random.Random(deal)
        KERNEL.start(rules, state, deal % rules.players)
        state.totals = [luck.randint(-10, rules.target - 1) if side < len(PITCH.sides(rules)) else 0 for side in range(5)]
        KERNEL.deal(rules, state, chance.deal_order("levels", deal, 54))
        while KERNEL.seat(rules, state) >= 0:
            number += 1
            if number % every == 0:
                yield state
            view = cut(state, state.turn)
            KERNEL.play(rules, state, pitch.choose(KERNEL, rules, view, state.turn, [0] * PITCH.most_legal, [1, 2, 3, 4]))


@needs_numba
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_decides_by_what_its_seat_may_know(level: str) -> None:
    settings = (PITCH.read_rules(options) for options in OPTIONS)
    seen, changed = decided_from_views(
        PITCH, bot_for(level, PITCH), ((rules, state) for rules in settings for state in positions(rules, 4, 7))
    )
    assert seen > 40
    assert changed > 30  # the hidden cards did lie elsewhere


@needs_numba
@pytest.mark.parametrize("level", ["expert", "master"])
def test_a_level_plays_legally_under_mixtures_of_all_options(level: str) -> None:
    bot, luck, stages = bot_for(level, PITCH), random.Random(3), set()
    for _ in range(40):
        rules = some_rules(PITCH, luck)
        for number, state in enumerate(positions(rules, 1, luck.randint(3, 7))):
            act = bot.act(PITCH, rules, cut(state, state.turn), state.turn, chance.stream(number))
            assert not KERNEL.refusal(rules, state, act)
            stages.add(Stage(state.stage))
    assert stages >= {Stage.AUCTION, Stage.TRUMP, Stage.CALL, Stage.PLAY}


@needs_numba
def test_advice_is_about_every_legal_act_and_the_best_one_comes_first() -> None:
    for state in positions(RULES, 2, 5):
        buffer = [0] * PITCH.most_legal
        found = KERNEL.legal(RULES, state, buffer)
        advice = advise(PITCH, RULES, cut(state, state.turn), state.turn, chance.stream(1))
        assert sorted(each.action for each in advice) == buffer[:found]
        assert [each.points for each in advice] == sorted((each.points for each in advice), reverse=True)
        assert advice[0].error == 0


def test_the_beginner_has_forgotten_that_all_higher_trumps_are_gone() -> None:
    """The nine is high; who doesn't know that keeps it."""
    rules, state = at_table("9H 5H | 4H 6H | 8H 7H | 3H 2H", "3H", 3)
    for name, expected in (("club", "9H"), ("beginner", "5H")):
        assert PITCH.say(rules, state, bot_for(name, PITCH).act(PITCH, rules, cut(state, 0), 0, [1, 2, 3, 4])) == expected


# ---- claims


@needs_numba
@pytest.mark.clause("T13", "T15")
@pytest.mark.parametrize(
    ("hands", "claimed"),
    [
        ("AH KH | TH 4H | 5H | 6H", True),  # two tricks, two trumps in every other hand at most
        ("AH 9H | TH 4H | 5H | 6H", False),
        ("AH KH | TH 4H JH | 5H | 6H", False),  # whoever has three keeps one
        ("AH 9H | 8H 4H | 5H | 2H", True),  # the nine is high, and the two stays with its player: nothing else is left
        ("3H 5H | | | ", True),
    ],
)
def test_a_claim_is_proven_in_all_places_of_the_unseen_trumps(hands: str, claimed: bool) -> None:
    rules, state = at_table(hands)
    assert claims_rest(PITCH, rules, cut(state, 0), 0) is claimed


@needs_numba
def test_claims_come_true() -> None:
    """Where the club plays on after a claim of the master's, the claimant's side takes all points that are left."""
    claims = 0
    for state in positions(RULES, 30, 1):
        seat = state.turn
        if state.stage != Stage.PLAY or state.tricks < 2 or not claims_rest(PITCH, RULES, cut(state, seat), seat):
            continue
        lost = worth(RULES, state, state.piles[seat ^ 1] | state.piles[seat ^ 3] | staying(RULES, state) & ~state.piles[seat])
        stream = chance.stream(1)
        while KERNEL.seat(RULES, state) >= 0:
            bot = bot_for("master" if (state.turn ^ seat) & 1 == 0 else "club", PITCH)
            KERNEL.play(RULES, state, bot.act(PITCH, RULES, cut(state, state.turn), state.turn, stream))
        assert worth(RULES, state, state.piles[seat ^ 1] | state.piles[seat ^ 3]) <= lost
        claims += 1
    assert claims > 5


# ---- what a deal is worth


@pytest.mark.clause("T17", "T18", "T19", "TF7")
def test_what_is_promised_is_the_outcome() -> None:
    won = 0
    for rules, line, luck in played(600):
        before, after, ahead = luck.choice(line[:-1]), line[-1], all_taken(rules, line)
        for seat in range(rules.players):
            for stakes in (0, 60):
                assert pitch.promised(rules, before, stakes, ahead, seat) == pitch.outcome(rules, after, stakes, seat)
        won += after.stage == Stage.OVER
    assert won > 100


def test_a_match_won_counts_as_a_lead_of_the_whole_way() -> None:
    state = PitchState()
    state.stage, state.winner, state.bidder, state.bid = Stage.OVER, 0, 0, BID + 4
    state.gains[:2], state.totals[:2] = [7, 3], [55, 43]
    assert pitch.outcome(RULES, state, 0, 0) == 4
    assert pitch.outcome(RULES, state, 60, 0) == 60 - (48 - 40)  # the lead that it had already is not won once more
    assert pitch.outcome(RULES, state, 60, 1) == -60 + (48 - 40)


# ---- what others' acts tell


def dealt_world(hands: list[str], bids: list[int], **fields: Any) -> PitchState:
    """A world after some bids with these cards in the hands dealt; seat 3 is the dealer."""
    state = PitchState()
    KERNEL.start(RULES, state, 3)
    state.stage, state.bids = Stage.AUCTION, [*bids, *[-1] * (5 - len(bids))]
    for seat, hand in enumerate(hands):
        state.hands[seat] = state.dealt[seat] = set_of(map(read, hand.split()))
    for name, value in fields.items():
        setattr(state, name, value)
    return state


STRONG: Final = "AH KH JH JD 9H 7S 8S 9C 8C"
WEAK: Final = "9H 7H 8S 6S 9D 7D 8C 6C 4C"


@pytest.mark.clause("T6")
def test_a_bid_speaks_for_a_strong_hand_and_a_pass_against_it() -> None:
    def likelihood(first: str, second: str, bids: list[int]) -> float:
        return float(pitch.likelihood(KERNEL, RULES, dealt_world([first, second], bids), 3))

    assert likelihood(STRONG, WEAK, [BID + 6, PASS]) > likelihood(WEAK, STRONG, [BID + 6, PASS]) + 3
    assert likelihood(WEAK, STRONG, [PASS, BID + 6]) > likelihood(STRONG, WEAK, [PASS, BID + 6]) + 3


@pytest.mark.clause("T9", "T10")
def test_a_hand_that_kept_more_trumps_has_more_ways_to_its_trumps() -> None:
    """Three trumps of which two were kept: three ways to say which; of which all three were: one."""
    world = dealt_world(["AH KH QH 2S 3S 4S"], [PASS], trump=1, trumps=trumps(RULES, 1), sizes=[6] * 4 + [0] * 3)
    world.kept[0], world.threw[0] = 2, 7
    assert math.exp(pitch._ways_to_get(world, 0)) == pytest.approx(3 * math.factorial(2) * math.factorial(3) / math.factorial(3))
    two = math.exp(pitch._ways_to_get(world, 0))
    world.kept[0], world.threw[0] = 1, 8
    assert math.exp(pitch._ways_to_get(world, 0)) / two == pytest.approx(0.5)


@pytest.mark.clause("TF3", "TF5")
def test_a_call_speaks_for_all_higher_trumps_in_the_bidders_hand_and_seldom_for_the_blind() -> None:
    def likelihood(hand: str, holder: int) -> float:
        called = {"called": read("QH"), "trump": 1, "trumps": trumps(RULES, 1), "bidder": 0, "bid": BID + 6}
        world = dealt_world([hand, WEAK], [BID + 6, PASS, PASS, PASS], **called)
        world.hands[holder] |= 1 << read("QH")
        return float(pitch._naming_likelihood(PITCH.read_rules({"players": 5}), world))

    assert likelihood("AH KH JH JD 9H 7S", 1) > likelihood("AH TH JH JD 9H 7S", 1) + 2
    assert likelihood("AH KH JH JD 9H 7S", 0) - likelihood("AH KH JH JD 9H 7S", 1) == pytest.approx(math.log(4 / 14))
