"""The simple Da San bot: honest, the same plain and compiled, and its rules of thumb, one position each."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tefuda.bots import RuleBot, dasan, random
from tefuda.core import chance
from tefuda.core.cards import count, read, set_of
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.dasan import DASAN, PASS, DasanState, Stage
from tefuda.sim.deal import worlds
from tefuda.sim.match import play_match

SIMPLE, RANDOM = RuleBot("simple", dasan.choose), RuleBot("random", random.choose)
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


# ---- honest, and alike everywhere


def positions(preset: str, deals: int) -> Iterator[tuple[Any, DasanState]]:
    """Every position of some deals between simple bots and, in seat 0, a random one."""
    rules, state, stream = DASAN.read_rules({"deals": 999}, preset), DasanState(), chance.stream(4)
    DASAN.kernel.start(rules, state, 1)
    for deal in range(deals):
        DASAN.kernel.deal(rules, state, chance.deal_order("positions", deal, 52))
        while state.turn >= 0:
            yield rules, state
            bot = SIMPLE if state.turn else RANDOM
            DASAN.kernel.play(rules, state, bot.act(DASAN, rules, cut(state, state.turn), state.turn, stream))


@pytest.mark.parametrize("preset", ["three-handed", "called-partner", "one-against-three"])
def test_it_decides_by_what_its_seat_may_know(preset: str) -> None:
    seen, changed = 0, 0
    for rules, state in positions(preset, 5):
        seat = state.turn
        other = next(iter(worlds(DASAN, rules, cut(state, seat), seat, 1, seen)))
        acts = [SIMPLE.act(DASAN, rules, cut(each, seat), seat, chance.stream(seen)) for each in (state, other)]
        assert acts[0] == acts[1]
        seen += 1
        changed += state.hands != other.hands
    assert seen > 150  # in each of the three games
    assert changed > 100  # the hidden cards did lie elsewhere


def test_it_leaves_the_stream_alone() -> None:
    for rules, state in positions("three-handed", 1):
        stream = chance.stream(9)
        SIMPLE.act(DASAN, rules, cut(state, state.turn), state.turn, stream)
        assert stream == chance.stream(9)


@needs_numba
@pytest.mark.parametrize("preset", ["three-handed", "called-partner", "one-against-three"])
def test_it_decides_alike_plain_and_compiled(preset: str) -> None:
    rules = DASAN.read_rules(preset=preset)
    choosers = [SIMPLE.choose, RANDOM.choose, SIMPLE.choose, SIMPLE.choose][: DASAN.seats(rules)]
    plain, fast = (play_match(DASAN, rules, choosers, "alike", 3, 5, plain=plain) for plain in (True, False))
    assert plain == fast
    assert sum(len(deal.acts) for deal in plain.deals) > 60


@needs_numba
@pytest.mark.parametrize(("preset", "more"), [("three-handed", 2.4), ("called-partner", 1.6), ("one-against-three", 3.5)])
def test_one_simple_player_wins_clearly_among_random_ones(preset: str, more: float) -> None:
    rules = DASAN.read_rules({"match": "deals", "deals": 300}, preset)
    choosers = [SIMPLE.choose, *[RANDOM.choose] * (DASAN.seats(rules) - 1)]
    points = sum(deal.points[0] for deal in play_match(DASAN, rules, choosers, "clear", 300, 1).deals)
    # Measured over 1,000 deals from every seat: 2.4, 1.6 and 3.5 points a deal. A deal's standard deviation is below 9.
    assert points / 300 > more - 3 * 9 / 300**0.5


# ---- positions in words


def at_table(hands: str, landlord: int, turn: int, plays: str = "", called: str = "", **options: str) -> tuple[Any, DasanState]:
    """Rules and a position late in a deal: rows of cards separated by `|`; what no row has was played before.

    `turn` leads; then the plays so far in the round, separated by commas: cards, or `pass`.
    """
    rules, state = DASAN.read_rules(options), DasanState()
    DASAN.kernel.start(rules, state, 0)
    rows = [set_of(map(read, row.split())) for row in hands.split("|")]
    state.hands[: len(rows)], state.sizes[: len(rows)] = rows, map(count, rows)
    state.stage, state.turn, state.landlord, state.bid = Stage.PLAY, turn, landlord, 1
    state.played = (1 << 52) - 1 & ~sum(rows)
    state.called = read(called) if called else -1
    for words in filter(None, plays.split(", ")):
        action = DASAN.hear(rules, state, words if words == "pass" else f"play {words}")
        assert DASAN.kernel.refusal(rules, state, action) == 0, words
        DASAN.kernel.play(rules, state, action)
    return rules, state


def act(rules: Any, state: DasanState) -> str:
    """What the bot does in words, `play` left out."""
    action = SIMPLE.act(DASAN, rules, cut(state, state.turn), state.turn, chance.stream(0))
    return DASAN.say(rules, state, action).removeprefix("play ")


def plays(hands: str, landlord: int, turn: int, before: str = "", **more: Any) -> str:
    """What the bot plays in a position."""
    return act(*at_table(hands, landlord, turn, before, **more))


STRONG: Final = "3S 3H 3D 2S 2D AS AD KS KH KD 8S 7S 6S 5S 4S 4D"
WEAK: Final = "4H 4S 6S 6H 8S 8D TS TD JC QH QS 5D 7C 9D AC KC"


def calls(hand: str, calls_: str, **options: str) -> str:
    """What the bot calls with this hand after these calls: behind the opener, or as the opener with the four of hearts."""
    rules, state = DASAN.read_rules(options), DasanState()
    DASAN.kernel.start(rules, state, 0)
    mine = [read(word) for word in hand.split()]
    size, seats = len(mine), DASAN.seats(rules)
    others = [card for card in range(52) if card not in mine]
    others.sort(key=lambda card: card != read("4H"))
    rows = [mine if "4H" in hand and not calls_ else others[:size]]
    rest = others[size:] if rows[0] is not mine else others
    rows += [mine] if rows[0] is not mine else []
    while len(rows) < seats:
        rows.append(rest[:size])
        rest = rest[size:]
    DASAN.kernel.deal(rules, state, [rows[at % seats][at // seats] for at in range(seats * size)] + rest)
    for words in calls_.split(", ") if calls_ else []:
        DASAN.kernel.play(rules, state, DASAN.hear(rules, state, words))
    return act(rules, state)


# ---- the rules of thumb


@pytest.mark.clause("W7")
def test_it_bids_a_good_hand_as_high_as_it_can_and_no_other() -> None:
    assert calls(STRONG, "bid 1") == "bid 3"
    assert calls(WEAK.replace("4H", "4C"), "bid 1") == "pass"
    assert calls(WEAK, "") == "bid 1"
    assert calls(WEAK, "", opener_bid="at_least_1") == "bid 1"


def test_alone_against_three_it_wants_a_better_hand() -> None:
    fair = "3S 2S 2D AS AD QH KD 9S 9D 9C 5S 4D"
    assert calls(fair, "pass", four_player="one_vs_three") == "pass"
    assert calls("3S 3H 3D 2S 2D AS AD KS KH KD 4S 4D", "pass", four_player="one_vs_three") == "bid 4"


def test_with_a_partner_to_call_it_bids_every_hand_and_calls_the_highest_card_that_it_lacks() -> None:
    options = {"four_player": "called_partner"}
    hand = "4C 4S 6S 6H 8S 8D TS TD JC QH QS 5D 7C"
    assert calls(hand, "bid 1", **options) == "bid 3"
    assert calls(hand, "bid 1, bid 3", **options).startswith("call 3")
    threes = "3S 3H 3D 3C 8S 8D TS TD JC QH QS 5D 7C"
    assert calls(threes, "bid 1, bid 3", **options).startswith("call 2")


@pytest.mark.clause("W13")
def test_it_goes_out_when_it_can() -> None:
    assert plays("4S 4H 4D | 5S 6S | 7S 8S", 0, 0) == "4S 4H 4D"
    assert plays("4S 9H | 5S 5H | 8S", 0, 0, "4S, pass") == "8S"


def test_it_plays_what_nobody_can_beat_before_its_last_combination() -> None:
    assert plays("3S 4D | 5S 6S 7D | 7S 8S 9D", 0, 0) == "3S"
    assert plays("5S 6S 7S 8S 4D | 5H 5C 9D TC | JS JH QD", 0, 0) != "4D"


def test_it_leads_a_low_card_while_it_can_come_back() -> None:
    assert plays("3S 4D 6D | 5S 6S 7D 9S 9C | 7S 8S 9D TS TC", 0, 0) in ("4D", "6D")


@pytest.mark.clause("W14")
def test_it_breaks_no_run_to_beat_a_single_card() -> None:
    hands = "TC 8H 4H 4C | 9S TS JS {} | KS TH JC JD 2S"
    assert plays(hands.format("QD"), 0, 0, "TC") == "QD"
    assert plays(hands.format("5D"), 0, 0, "TC") == "pass"


def test_it_parts_a_pair_that_wins_two_rounds_and_keeps_one_that_wins_none() -> None:
    assert plays("8S 9S TC TD | 3S 3H 5D 5C 4C | KS QC JC 7D", 0, 0, "8S") in ("3S", "3H")
    assert plays("4S 9S TC TD | 5S 5H 6D 8D 8C | KS QC JC 7D", 0, 0, "4S") == "6D"


def test_it_lets_an_ally_lead_and_takes_the_landlords_round() -> None:
    rows = "KS QS 9D 9C 4D | AS 5H 5D 6C | 2S 2H 7D 7C 8S"
    assert plays(rows, 0, 0, "KS, AS") == "pass"
    assert plays(rows.replace("AS", "QD"), 0, 0, "KS, pass").startswith("2")


def test_the_secret_partner_helps_the_landlord_and_the_others_do_not() -> None:
    rows = "KS QS 9D 9C 4D | {} 5H 5D 6C | 9S 9H 7D 7C 8S | 6S 6H TD JC"
    options = {"called": "AS", "four_player": "called_partner"}
    assert plays(rows.format("AS"), 0, 0, "KS", **options) == "pass"
    assert plays(rows.format("AD").replace("6S", "AS"), 0, 0, "KS", **options) == "AD"


def test_of_equal_plays_it_takes_the_lowest_number() -> None:
    rules, state = at_table("4S 6D | 5S | 7S", 0, 1)
    assert act(rules, state) == "5S"
    assert SIMPLE.act(DASAN, rules, cut(state, 1), 1, chance.stream(0)) < PASS
