"""The simple Pitch bot: honest, the same plain and compiled, and its rules of thumb, one position each."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tefuda.bots import RuleBot, random
from tefuda.bots.pitch import choose, is_friend
from tefuda.core import chance
from tefuda.core.cards import WORDS, read
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games.pitch import PITCH, PitchState, Stage
from tefuda.sim.deal import worlds
from tefuda.sim.match import play_match

SIMPLE, RANDOM = RuleBot("simple", choose), RuleBot("random", random.choose)
RULES: Final = PITCH.rules()
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


# ---- honest, and alike in both languages


def positions(options: dict[str, Any], deals: int) -> Iterator[tuple[Any, PitchState]]:
    """Every position of some deals between simple bots and random ones, at many scores."""
    rules = PITCH.read_rules(options)
    players = PITCH.seats(rules)
    for deal in range(deals):
        state, stream = PitchState(), chance.stream(deal)
        PITCH.kernel.start(rules, state, deal % players)
        state.totals = [chance.pick(stream, 50) - 10 for _ in range(5)]
        PITCH.kernel.deal(rules, state, chance.deal_order("positions", deal, 54))
        while (seat := PITCH.kernel.seat(rules, state)) >= 0:
            yield rules, state
            bot = RANDOM if seat & 1 else SIMPLE
            PITCH.kernel.play(rules, state, bot.act(PITCH, rules, cut(state, seat), seat, stream))


@pytest.mark.parametrize("options", [{}, {"points": 16, "burn": "free"}, {"players": 5, "reverse": True}])
def test_it_decides_by_what_its_seat_may_know_alone(options: dict[str, Any]) -> None:
    changed = 0
    for number, (rules, state) in enumerate(positions(options, 9 if options else 15)):
        if options and number % 8:
            continue
        seat = state.turn
        other = next(iter(worlds(PITCH, rules, cut(state, seat), seat, 1, number)))
        acts = [SIMPLE.act(PITCH, rules, cut(each, seat), seat, chance.stream(number)) for each in (state, other)]
        assert acts[0] == acts[1]
        changed += state != other
    assert changed > (15 if options else 300)


def test_its_acts_are_legal_and_leave_the_stream_alone() -> None:
    for options in (
        {},
        {"players": 5, "called_card_first": True},
        {"burn": "misdeal", "refill_order": "bidder_last", "points": 14},
    ):
        for rules, state in positions(options, 15):
            stream = chance.stream(9)
            act = SIMPLE.act(PITCH, rules, cut(state, state.turn), state.turn, stream)
            assert not PITCH.kernel.refusal(rules, state, act)
            assert stream == chance.stream(9)


@needs_numba
@pytest.mark.parametrize("options", [{}, {"points": 15, "reverse": True, "dirty": True}, {"players": 5}])
def test_it_decides_alike_plain_and_compiled(options: dict[str, Any]) -> None:
    rules = PITCH.read_rules(options)
    choosers = [SIMPLE.choose, SIMPLE.choose, RANDOM.choose, SIMPLE.choose, SIMPLE.choose][: PITCH.seats(rules)]
    acts = 0
    for match in ("one", "two", "three"):
        plain, fast = (play_match(PITCH, rules, choosers, match, 20, 5, plain=plain) for plain in (True, False))
        assert plain == fast
        acts += sum(len(deal.acts) for deal in plain.deals)
    assert acts > 100


def test_simple_partners_beat_random_ones_clearly() -> None:
    won = 0
    for match in range(10):
        for swapped in (False, True):
            first, second = (RANDOM, SIMPLE) if swapped else (SIMPLE, RANDOM)
            played = play_match(PITCH, RULES, [first.choose, second.choose] * 2, f"clear {match}", 200, match, plain=True)
            assert played.result is not None
            won += played.result["winner"] == int(swapped)
    assert won >= 18


def test_it_rarely_loses_what_it_bids() -> None:
    bids, lost = 0, 0
    for match in range(8):
        played = play_match(PITCH, RULES, [SIMPLE.choose] * 4, f"bids {match}", 30, match, plain=True)
        bids += len(played.deals)
        lost += sum(min(deal.points) < 0 for deal in played.deals)
    assert bids > 40
    assert lost / bids < 0.35  # measured over 48,000 deals: 0.24


# ---- positions in words


def dealt(hand: str, *, seat: int = 0, dealer: int = 3, last: str = "", **options: Any) -> tuple[Any, PitchState]:
    """Rules and a deal in which a seat holds this hand, filled up with the lowest other cards; the last cards are undealt."""
    rules, state = PITCH.read_rules(options), PitchState()
    players = PITCH.seats(rules)
    packet, size = (3, 9) if players == 4 else (2, 10)
    mine, rest = [read(word) for word in hand.split()], [read(word) for word in last.split()]
    others = [card for card in range(54) if card not in mine and card not in rest]
    mine += [others.pop(0) for _ in range(size - len(mine))]
    pack, at = list[int](), 0
    while len(pack) < players * size:
        player = (dealer + 1 + len(pack) // packet) % players
        row = mine if player == seat else others
        pack += [row.pop(0) for _ in range(packet)]
        at += packet
    PITCH.kernel.start(rules, state, dealer)
    PITCH.kernel.deal(rules, state, pack + others + rest)
    return rules, state


def act(rules: Any, state: PitchState, acts: str = "") -> str:
    """What the bot does after these acts, separated by commas."""
    for words in filter(None, acts.split(", ")):
        action = PITCH.hear(rules, state, words)
        assert not PITCH.kernel.refusal(rules, state, action), words
        PITCH.kernel.play(rules, state, action)
    chosen = SIMPLE.act(PITCH, rules, cut(state, state.turn), state.turn, chance.stream(0))
    assert not PITCH.kernel.refusal(rules, state, chosen)
    return PITCH.say(rules, state, chosen)


def at_table(hands: str, trick: str = "", leader: int = 0, bidder: int = 0, **options: Any) -> tuple[Any, PitchState]:
    """Rules and a position of the play with hearts as trumps: the trumps in four rows separated by `|`; all others are played."""
    rules, state = PITCH.read_rules(options), PitchState()
    PITCH.kernel.start(rules, state, 3)
    PITCH.kernel.deal(rules, state, range(54))
    for words in ["pass"] * bidder + ["bid 4"] + ["pass"] * (3 - bidder) + ["trump H"]:
        PITCH.kernel.play(rules, state, PITCH.hear(rules, state, words))
    rows = [[read(word) for word in row.split()] for row in hands.split("|")]
    state.hands = [sum(1 << card for card in row) for row in rows] + [0] * 3
    state.sizes = [len(row) for row in rows] + [0] * 3
    state.sure = [1 if row else 0 for row in rows] + [0]
    state.played = (1 << 54) - 1 & ~sum(state.hands)
    state.stage, state.turn, state.leader = Stage.PLAY, leader, leader
    for word in trick.split():
        PITCH.kernel.play(rules, state, PITCH.hear(rules, state, word))
    return rules, state


def card(hands: str, trick: str = "", leader: int = 0, **more: Any) -> str:
    """The card that the bot plays in a position."""
    return act(*at_table(hands, trick, leader, **more))


STRONG: Final = "AH KH JH JD 9H 7S 8S 9C 8C"
FAIR: Final = "KH TH 9H 4H 7S 8S 9C 8C 7D"
WEAK: Final = "9H 7H 8S 6S 9D 7D 8C 6C 4C"


# ---- the auction


@pytest.mark.clause("T6")
@pytest.mark.parametrize(
    ("hand", "bids", "expected"),
    [
        (STRONG, "", "bid 7"),
        (STRONG, "bid 7", "pass"),
        (FAIR, "", "bid 4"),
        (FAIR, "bid 5", "pass"),
        (WEAK, "", "pass"),
    ],
)
def test_it_bids_what_its_hand_promises(hand: str, bids: str, expected: str) -> None:
    seat = len(bids.split(", ")) if bids else 0
    assert act(*dealt(hand, seat=seat), bids) == expected


@pytest.mark.clause("T6", "TC17")
def test_the_dealer_bids_no_more_than_he_must() -> None:
    assert act(*dealt(STRONG, seat=3), "pass, pass, pass") == "bid 4"
    assert act(*dealt(WEAK, seat=3), "pass, pass, pass") == "bid 4"
    assert act(*dealt(STRONG, seat=3), "pass, bid 6, pass") == "bid 7"


@pytest.mark.clause("T6")
def test_it_bids_nothing_without_ace_king_or_queen() -> None:
    long = "JH JD X1 X2 TH 9H 3H 2H 8C"
    assert act(*dealt(long)) == "pass"
    assert act(*dealt(long.replace("9H", "QH"))) == "bid 8"


@pytest.mark.clause("TX2")
def test_in_the_reversed_order_it_is_the_low_cards_that_promise() -> None:
    high, low = "AH KH QH JH TH 9H 8H AS 9C", "2H 3H 4H 5H 6H 7H 8H 9S 9C"
    assert act(*dealt(high, seat=1), "bid 6") not in ("pass", "bid 6")
    assert act(*dealt(high, seat=1, reverse=True), "bid 6") == "pass"
    assert act(*dealt(low, seat=1, reverse=True), "bid 6") not in ("pass", "bid 6")
    assert act(*dealt(low, seat=1), "bid 6") == "pass"


@pytest.mark.clause("T7", "T19", "TC7")
@pytest.mark.parametrize(
    ("total", "options", "moon"),
    [(0, {}, True), (20, {}, True), (-4, {}, False), (0, {"moon_at_zero": "plus_points"}, False)],
)
def test_it_shoots_the_moon_where_that_wins_the_match(total: int, options: dict[str, Any], moon: bool) -> None:
    rules, state = dealt("AH KH QH JH JD X1 TH 3H 2H", **options)
    state.totals[0] = total
    assert (act(rules, state) == "moon") == moon


@pytest.mark.clause("TC6", "TX1")
@pytest.mark.parametrize(("options", "moon"), [({}, False), ({"moon_two": "ignored"}, True), ({"dirty": True}, True)])
def test_it_shoots_no_moon_that_an_opponents_two_would_spoil(options: dict[str, Any], moon: bool) -> None:
    assert (act(*dealt("AH KH QH JH JD X1 X2 TH 3H", **options)) == "moon") == moon


@pytest.mark.clause("T8")
def test_it_names_the_suit_that_promises_most() -> None:
    assert act(*dealt("AD KD QD JD 9H 8H 7H 6H 5H"), "bid 6, pass, pass, pass") == "trump D"
    assert act(*dealt("JC JS AS 3S 9H 8H 7H 6H 5H"), "bid 6, pass, pass, pass") == "trump S"


@pytest.mark.clause("TF3")
@pytest.mark.parametrize(("options", "expected"), [({}, "call AH"), ({"reverse": True}, "call 2H")])
def test_it_calls_the_highest_trump_that_it_lacks(options: dict[str, Any], expected: str) -> None:
    rules, state = dealt("KH QH JH TH 9H 3H 7S 8S 9C 8C", dealer=4, players=5, **options)
    assert act(rules, state, "bid 6, pass, pass, pass, pass, trump H") == expected


# ---- leftovers and burning


@pytest.mark.clause("T11")
def test_it_gives_the_leftovers_away_when_its_hand_is_full_of_trumps() -> None:
    auction = "bid 6, pass, pass, pass, trump H"
    assert act(*dealt("AH KH QH JH 9H 8H 7S 8S 9S"), auction) == "give"
    assert act(*dealt("AH KH QH JH 9H 7S 8S 9S TS", last="AC KC QC"), auction) == "take"


@pytest.mark.clause("T12", "TC5")
def test_it_burns_the_lowest_trump_without_points() -> None:
    rules, state = dealt("AH KH QH JH 9H 5H 2H 8S 9S", burn="free")
    assert act(rules, state, "bid 6, pass, pass, pass, trump H, give") == "burn 5H"


# ---- the play


@pytest.mark.clause("T13")
def test_it_gives_points_to_a_partner_who_wins_and_none_to_opponents() -> None:
    assert card("AH 5H | 6H 4H | TH 9H | 8H 7H", "AH 6H") == "TH"
    assert card("5H 8H | AH 4H | TH 9H | 6H 7H", "AH", leader=1) == "9H"


@pytest.mark.clause("T13")
def test_it_takes_points_from_opponents_with_the_lowest_card_that_can() -> None:
    assert card("KH QH 5H | TH 4H 6H | 7H 8H | 9H 3H", "TH 7H 9H", leader=1) == "QH"


@pytest.mark.clause("T16", "TX1")
def test_it_plays_the_two_that_stays_its_own_into_a_lost_trick() -> None:
    hands, trick = "TH 2H 7H | AH 5H 6H | 8H 9H QH | KH 4H JH", "AH 8H KH"
    assert card(hands, trick, leader=1) == "2H"
    assert card(hands, trick, leader=1, dirty=True) == "7H"


@pytest.mark.clause("T13")
def test_it_leads_no_loose_points() -> None:
    assert card("AH 3H 5H | KH 6H 7H | 8H 9H TH | QH JH 4H") != "3H"


@pytest.mark.clause("T3")
def test_a_card_is_high_when_all_above_it_have_been_played() -> None:
    assert card("9H 5H | 4H 6H | 8H 7H | 3H 2H", "3H", leader=3) == "9H"
    assert card("9H 5H | KH QH | 8H AH | 3H 2H", "3H", leader=3) == "5H"


@pytest.mark.clause("TF3")
def test_five_handed_the_called_partner_helps_the_bidder_before_anybody_knows() -> None:
    rules, state = dealt("AH KH 9H 8H 7S 8S 9S TS JS QS", dealer=4, players=5)
    holder = next(player for player in range(1, 5) if state.hands[player] >> read("TH") & 1)
    act(rules, state, "bid 4, pass, pass, pass, pass, trump H, call TH")
    while state.stage == Stage.BURN:
        act(rules, state, act(rules, state))
    views = [cut(state, seat) for seat in range(5)]
    assert state.partner < 0
    assert [is_friend(rules, views[seat], seat, 0) for seat in range(1, 5)] == [seat == holder for seat in range(1, 5)]
    assert not is_friend(rules, views[0], 0, holder)


def test_the_words_of_a_composed_deal_are_cards() -> None:
    _, state = dealt(STRONG)
    assert [WORDS[card] for card in range(54) if state.hands[0] >> card & 1] == sorted(STRONG.split(), key=read)
