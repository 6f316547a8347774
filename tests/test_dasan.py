"""The clauses of Da San, one after the other, under the referee. Expected values come from the rulebook, docs/games/dasan.en.md.

Seats are 0, 1, 2 (and 3) in the order of play, and each is a side of its own. Unless a test says otherwise seat 0 has the four of
hearts and opens, and every house rule has its default.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dasan_table import (
    HAND_SIZES,
    HOLE_SIZES,
    ORDER,
    PACK,
    RUN_RANKS,
    SWEEP,
    SWEEP_HOLE,
    SWEEP_PLAY,
    Combination,
    Deal,
    Match,
    by_counting,
    by_trying,
    dealt,
    digs,
    dug,
    followed,
    kind,
    meaning,
    started,
    swept,
)
from tefuda.core import chance
from tefuda.core.cards import read, set_of, written
from tefuda.core.view import SPECTATOR
from tefuda.games.dasan import DASAN
from tefuda.play.errors import UnknownAct
from tefuda.sim.deal import worlds
from tefuda.words import LANGUAGES, clauses, rulebook, sentence

DEAL_DUE, MATCH_OVER = -1, -2
HOLE: Final = 4  # the place of the four cards until the auction is over
FIRST_BID: Final = "bid 1, pass, pass"
CALLED: Final = {"four_player": "called_partner"}
ALONE: Final = {"four_player": "one_vs_three"}
TOP_RUN: Final = "4S 5S 6S 7S 8S 9S TS JS QS KS"
TRIPLES: Final = "5S 5D 5C 6S 6D 6C 7S 7D 7C 8S 8D 8C 9S 9D 9C"
DEFAULTS: Final = {
    "first_lead": "landlord",
    "opener_bid": "exactly_1",
    "rebid": True,
    "hole": "hidden",
    "must_dig": False,
    "four_player": "off",
    "match": "deals",
    "deals": 9,
}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "three-handed": {},
    "opener-leads": {"first_lead": "opener", "opener_bid": "at_least_1"},
    "called-partner": {"four_player": "called_partner"},
    "one-against-three": {"four_player": "one_vs_three", "first_lead": "opener", "hole": "shown", "must_dig": True},
    "to-twenty": {"match": "target20"},
}

every_seat = pytest.mark.parametrize("seat", range(3))
every_table = pytest.mark.parametrize("four_player", HAND_SIZES)
four_handed = pytest.mark.parametrize("options", [CALLED, ALONE], ids=lambda options: options["four_player"])


def beats(answer: str, lead: str) -> bool:
    """Whether the next player, who holds the cards of `answer`, may play them on the landlord's `lead`."""
    match = started([lead, answer], acts=f"{FIRST_BID}, {lead}")
    accepted = kind(answer.split()) in match.plays
    if not accepted:
        assert match.refused(answer)
    return accepted


def lost(match: Match, winner: int, bid: int = 3) -> None:
    """Plays a deal for three in which seat 0 is landlord and `winner`, 1 or 2, is out first; a bid above 1 needs at_least_1."""
    hands = ["4H", "", ""]
    hands[winner] = f"3S {TRIPLES}"
    match.deal(hands)
    match.act("bid 3" if bid == 3 else f"bid {bid}, pass, pass")
    match.act("4H, 3S, pass*2" if winner == 1 else "4H, pass, 3S, pass*2")
    match.act(TRIPLES)


def swapped(deal: Deal, one: str, other: str) -> Deal:
    """The same deal with two cards in each other's places."""
    change = {one: other, other: one}
    hands = [[change.get(word, word) for word in hand] for hand in deal.hands]
    return Deal(hands, [change.get(word, word) for word in deal.hole])


def twins(deal: Deal, one: str, other: str, acts: str, options: dict[str, Any]) -> tuple[Match, Match]:
    """The deal with the acts done, and the same acts done in the deal in which two cards have changed places."""
    matches = Match(options), Match(options)
    for match, each in zip(matches, (deal, swapped(deal, one, other)), strict=True):
        match.lay_out(each)
        match.act(acts)
    return matches


def scored(match: Match) -> list[int]:
    """What the happenings of the deal add up to, side by side."""
    points = [0] * len(match.points)
    for each in match.happened:
        points[each.side] += each.points
    return points


# W1 to W5, WA10: the players, the cards and the deal


@pytest.mark.clause("W1")
@pytest.mark.parametrize(("four_player", "seats"), [("off", 3), ("called_partner", 4), ("one_vs_three", 4)])
def test_three_or_four_players_each_for_himself(four_player: str, seats: int) -> None:
    rules = DASAN.read_rules({"four_player": four_player})
    assert [list(side) for side in DASAN.sides(rules)] == [[seat] for seat in range(seats)]
    assert sorted(DASAN.pack(rules)) == list(range(52))


@pytest.mark.clause("W1", "W14")
@pytest.mark.parametrize("suits", list(combinations("SHDC", 2)))
def test_suits_do_not_matter_in_play(suits: tuple[str, str]) -> None:
    pair = " ".join("8" + suit for suit in suits)
    rest = " ".join("8" + suit for suit in "SHDC" if suit not in suits)
    assert beats(pair, "7S 7H")
    assert not beats(pair, rest)
    assert not beats(pair, "9S 9H")


@pytest.mark.clause("W1", "W11")
@pytest.mark.parametrize("suit", "SHDC")
def test_the_suit_of_a_card_tells_nothing_about_the_rest_of_a_hand(suit: str) -> None:
    # Seat 0 plays its only ten. For all that seat 1 knows it may hold each of the other tens, whichever suit it was.
    others = [f"T{each}" for each in "SHDC" if each != suit]
    match = started([f"4H T{suit}", "5S", " ".join(others)], "AS AH AD AC", f"{FIRST_BID}, T{suit}")
    assert match.table.deals[-1].acts[-1] == f"0 play T{suit}"
    assert set(others) <= match.may(1)[0]


@pytest.mark.clause("W2")
@pytest.mark.parametrize("rank", range(13))
def test_the_order_of_the_ranks(rank: int) -> None:
    # Seat 1 holds one card of every other rank and one of the same: it may play exactly the higher ones.
    hand = " ".join(f"{each}{'C' if each == ORDER[rank] else 'D'}" for each in ORDER)
    lead = ORDER[rank] + "S"
    match = started([lead, f"{hand} {' '.join(_spare(rank))}"], acts=f"{FIRST_BID}, {lead}")
    assert match.plays == {"pass"} | {Combination(1, 1, higher) for higher in range(rank + 1, 13)}


def _spare(rank: int) -> list[str]:
    """Three cards of ranks that a hand already has."""
    return [f"{each}H" for each in "789" if each != ORDER[rank]] + (["TH"] if ORDER[rank] in "789" else [])


@pytest.mark.clause("W3")
@pytest.mark.parametrize("seats", [3, 4])
def test_every_seat_is_as_likely_to_deal_first(seats: int) -> None:
    dealers = Counter(chance.first_dealer(f"match {number}", seats) for number in range(2400))
    assert sorted(dealers) == list(range(seats))
    assert all(abs(times - 2400 / seats) < 100 for times in dealers.values())  # four standard deviations are at most 93


@every_table
@pytest.mark.clause("W3", "W4")
@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_taken_one_at_a_time_from_the_temporary_dealer_on(four_player: str, dealer: int) -> None:
    match = Match({"four_player": four_player}, dealer=dealer % len(DASAN.sides(DASAN.read_rules({"four_player": four_player}))))
    seats, size = len(match.points), HAND_SIZES[four_player]
    match.table.deal(list(range(52)))
    assert match.table.deals[-1].dealer == match.dealer
    for seat in range(seats):
        assert match.hand(seat) == {PACK[card] for card in range((seat - match.dealer) % seats, seats * size, seats)}
    assert list(match.table.state.sizes)[:seats] == [size] * seats
    assert seats * size + HOLE_SIZES[four_player] == 52


@pytest.mark.clause("W4")
def test_players_see_their_own_cards_and_no_others() -> None:
    match = Match()
    deal = match.deal()
    for seat in range(3):
        view = match.table.view(seat)
        assert set(written(view.hands[seat])) == set(deal.hands[seat])
        assert [cards for place, cards in enumerate(view.hands) if place != seat] == [0] * (DASAN.places - 1)
        may = match.may(seat)
        assert may[seat] == set(deal.hands[seat])
        assert set().union(*(cards for place, cards in enumerate(may) if place != seat)) == set(PACK) - set(deal.hands[seat])


@pytest.mark.clause("W5")
@pytest.mark.parametrize("winner", [1, 2])
def test_who_went_out_first_is_the_next_temporary_dealer(winner: int) -> None:
    match = Match(dealer=0)
    lost(match, winner, bid=1)
    deal = dealt()
    match.table.deal(deal.pack(dealer=winner))
    assert match.table.deals[-1].dealer == winner
    assert [match.hand(seat) for seat in range(3)] == [set(hand) for hand in deal.hands]


@pytest.mark.clause("W5")
def test_a_landlord_who_went_out_is_the_next_temporary_dealer() -> None:
    match = Match(dealer=0)
    swept(match, landlord=2)
    match.deal()
    assert match.table.deals[-1].dealer == 2


@every_seat
@pytest.mark.clause("W5", "W6", "W10")
def test_the_temporary_dealer_has_no_privilege(seat: int) -> None:
    match = Match(dealer=seat)
    match.deal(["", "4H", ""])
    assert match.act(FIRST_BID) == [1, 2, 0]
    assert match.turn == 1


@pytest.mark.clause("WA10")
@pytest.mark.parametrize(("language", "words"), [("en", ("Da San", "Shaanxi", "Shanghai")), ("ja", ("大三", "陝西", "上海"))])
def test_the_name_and_where_the_game_comes_from(language: str, words: tuple[str, ...]) -> None:
    assert DASAN.name == "dasan"
    assert words[0] in sentence("game.dasan", language)
    assert all(word in clauses("dasan", language)["WA10"] for word in words)


# W6 to W9, WA12: the auction


@every_seat
@pytest.mark.clause("W6")
def test_the_four_of_hearts_opens(seat: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "4H"
    assert started(hands).turn == seat


@pytest.mark.clause("W6", "WA12")
@pytest.mark.parametrize(
    ("hands", "hole", "opener"),
    [
        (["6H 2H", "5H AH", "7H 3H"], "4H", 1),
        (["2H 3H", "KH QH", "9H 5H"], "4H", 2),  # a two is higher than a five
        (["2H 3H", "AH", "8H 9H"], "4H 5H 6H 7H", 2),  # the longest search: four hearts in the hole
        (["8H", "2H 3H", "9H AH"], "4H 5H 6H 7H", 0),
        (["TH", "2H 3H", "7H"], "4H 5H 6H", 2),
        (["AH KH", "4H 3H", "5H"], "6H 7H 8H 9H", 1),
    ],
)
def test_without_the_four_of_hearts_the_lowest_heart_opens(hands: list[str], hole: str, opener: int) -> None:
    assert started(hands, hole).turn == opener


@pytest.mark.clause("WA12")
def test_the_opener_holds_the_eight_of_hearts_at_the_latest() -> None:
    stream = random.Random(1)
    for _ in range(200):
        pack = list(PACK)
        stream.shuffle(pack)
        match = Match()
        match.table.deal([read(word) for word in pack])
        lowest = min(ORDER.index(word[0]) for word in match.hand(match.turn) if word[1] == "H")
        assert lowest == min(ORDER.index(word[0]) for word in pack[:48] if word[1] == "H")
        assert lowest <= ORDER.index("8")


@pytest.mark.clause("W7", "WA2")
def test_the_opener_must_bid_exactly_1() -> None:
    match = started()
    assert match.legal == {"bid 1"}
    assert match.refused("pass") in ("W7", "WA2")
    assert match.refused("bid 2") in ("W7", "WA2")
    assert match.refused("bid 3") in ("W7", "WA2")
    match.act("bid 1")
    assert match.table.deals[-1].acts == ["0 bid 1"]


@pytest.mark.clause("WA2", "W7")
def test_the_opener_bids_at_least_1() -> None:
    match = started(options={"opener_bid": "at_least_1"})
    assert match.legal == {"bid 1", "bid 2", "bid 3"}
    assert match.refused("pass") in ("W7", "WA2")
    match.act("bid 2")
    assert match.legal == {"pass", "bid 3"}


@pytest.mark.clause("WA2", "W8")
def test_an_opening_3_ends_the_auction() -> None:
    match = started(acts="bid 3", options={"opener_bid": "at_least_1"})
    assert match.turn == 0
    assert len(match.hand(0)) == 20


@pytest.mark.clause("W7")
@pytest.mark.parametrize(
    ("before", "legal"),
    [
        ("bid 1", {"pass", "bid 2", "bid 3"}),
        ("bid 1, pass", {"pass", "bid 2", "bid 3"}),
        ("bid 1, bid 2", {"pass", "bid 3"}),
        ("bid 1, bid 2, pass", {"pass", "bid 3"}),
        ("bid 1, pass, bid 2", {"pass", "bid 3"}),
    ],
)
def test_pass_or_bid_more(before: str, legal: set[str]) -> None:
    match = started(acts=before)
    assert match.legal == legal
    for bid in {"bid 1", "bid 2", "bid 3"} - legal:
        assert match.refused(bid) == "W7"


@pytest.mark.clause("W7", "W9")
@pytest.mark.parametrize("words", ["bid 4", "bid 0", "bid", "bid x"])
def test_bids_go_from_1_to_3(words: str) -> None:
    match = started(acts="bid 1")
    assert match.refused(words) in ("", "W7")


@pytest.mark.clause("W6", "W7", "W11")
def test_nobody_plays_before_the_auction_is_over_or_bids_after_it() -> None:
    match = started(acts="bid 1")
    card = sorted(match.hand(1))[0]
    assert match.refused(card)
    match.act("pass, pass")
    assert match.refused("bid 2")
    assert match.refused("bid 3")


@every_seat
@pytest.mark.clause("W6", "W8", "W9", "WA3", "W10")
@pytest.mark.parametrize(
    ("calls", "landlord"),
    [
        ("bid 1, pass, pass", 0),
        ("bid 1, bid 2, pass, pass", 1),
        ("bid 1, pass, bid 2, pass, pass", 2),
        ("bid 1, pass, bid 2, pass, bid 3", 1),  # back after a pass
        ("bid 1, bid 2, pass, bid 3", 0),
        ("bid 1, pass, bid 2, bid 3", 0),
        ("bid 1, bid 2, bid 3", 2),
        ("bid 1, bid 3", 1),
        ("bid 1, pass, bid 3", 2),
    ],
)
def test_the_auction_ends_on_two_passes_or_a_3(seat: int, calls: str, landlord: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "4H"
    match = Match()
    deal = match.deal(hands)
    for turn, words in enumerate(calls.split(", ")):
        assert match.turn == (seat + turn) % 3  # counter-clockwise
        assert words in match.legal
        match.act(words)
    landlord = (seat + landlord) % 3
    assert match.turn == landlord
    assert match.hand(landlord) == set(deal.hands[landlord] + deal.hole)
    assert [len(match.hand(other)) for other in range(3) if other != landlord] == [16, 16]
    assert not match.legal & {"pass", "bid 2", "bid 3"}


@pytest.mark.clause("WA3", "W8")
def test_without_rebid_a_pass_is_for_the_whole_auction() -> None:
    match = started(acts="bid 1, pass, bid 2", options={"rebid": False})
    assert match.legal == {"pass", "bid 3"}  # the opener has not passed
    match.act("pass")
    assert match.legal == {"pass"}
    assert match.refused("bid 3") == "WA3"
    match.act("pass")
    assert match.table.deals[-1].acts == ["0 bid 1", "1 pass", "2 bid 2", "0 pass", "1 pass"]
    assert match.turn == 2


@pytest.mark.clause("W9", "WA4")
@pytest.mark.parametrize("hole", ["hidden", "shown"])
def test_who_sees_the_hole(hole: str) -> None:
    deal = dealt(["4H", "", "6C"], "5C 9S TS KS")
    options = {"hole": hole}
    before, before_twin = twins(deal, "5C", "6C", "bid 1, pass", options)
    after, after_twin = twins(deal, "5C", "6C", FIRST_BID, options)
    for viewer in (0, 1, SPECTATOR):
        assert before.table.view(viewer) == before_twin.table.view(viewer)
    assert after.table.view(0) != after_twin.table.view(0)
    for viewer in (1, SPECTATOR):
        assert (after.table.view(viewer) == after_twin.table.view(viewer)) == (hole == "hidden")
    assert set(deal.hole) <= after.may(1)[0]
    assert set(deal.hole) & after.sure(1, 0) == (set(deal.hole) if hole == "shown" else set())


@pytest.mark.clause("W9", "WA4")
def test_the_landlord_sees_all_his_twenty_cards() -> None:
    match = started(["4H"], "5C 9S TS KS", FIRST_BID)
    view = match.table.view(0)
    assert set(written(view.hands[0])) == match.hand(0)
    assert {"5C", "9S", "TS", "KS"} <= match.hand(0)
    assert match.may(0)[1] == set(PACK) - match.hand(0)


def _strong(seat: int, threes: int, twos: int, options: dict[str, Any], more: str = "") -> Match:
    """A deal that gives `seat` so many 3s and 2s and the last seat the rest; seat 0 has the four of hearts."""
    held = [f"3{suit}" for suit in "SHDC"[:threes]] + [f"2{suit}" for suit in "SHDC"[:twos]] + more.split()
    others = [f"3{suit}" for suit in "SHDC"[threes:]] + [f"2{suit}" for suit in "SHDC"[twos:]]
    seats = 3 if options.get("four_player", "off") == "off" else 4
    hands = [""] * seats
    hands[seat], hands[seats - 1] = " ".join(held), " ".join(others)
    hands[0] += " 4H"
    return started(hands, options=options)


@pytest.mark.clause("WA5")
@pytest.mark.parametrize(
    ("threes", "twos", "must"),
    [
        (3, 0, True),
        (4, 0, True),
        (2, 2, True),
        (2, 4, True),
        (3, 2, True),
        (2, 1, False),
        (1, 4, False),
        (2, 0, False),
        (0, 4, False),
    ],
)
@pytest.mark.parametrize("four_player", ["off", "called_partner"])
def test_a_strong_hand_must_bid_3(threes: int, twos: int, must: bool, four_player: str) -> None:
    options = {"must_dig": True, "four_player": four_player}
    match = _strong(1, threes, twos, options)
    match.act("bid 1")
    assert match.legal == ({"bid 3"} if must else {"pass", "bid 2", "bid 3"})
    if must:
        assert match.refused("pass") == "WA5"
        assert match.refused("bid 2") == "WA5"
    opener = _strong(0, threes, twos, options)
    assert opener.legal == ({"bid 3"} if must else {"bid 1"})
    if must:
        assert opener.refused("bid 1") == "WA5"
        opener.act("bid 3")
        assert opener.turn == 0


@pytest.mark.clause("WA5")
def test_must_dig_is_off_unless_it_is_chosen() -> None:
    match = _strong(1, 4, 4, {})
    match.act("bid 1")
    assert match.legal == {"pass", "bid 2", "bid 3"}
    assert _strong(0, 4, 4, {}).legal == {"bid 1"}


@pytest.mark.clause("WA5")
@pytest.mark.parametrize("opener_bid", ["exactly_1", "at_least_1"])
def test_two_hands_that_must_dig(opener_bid: str) -> None:
    # Seats 1 and 2 both hold two 3s and two 2s: the first to have his turn bids 3, and that ends the auction.
    options = {"must_dig": True, "opener_bid": opener_bid}
    match = started(["4H", "3S 3H 2S 2H", "3D 3C 2D 2C"], acts="bid 1", options=options)
    assert match.legal == {"bid 3"}
    match.act("bid 3")
    assert match.turn == 1


# W10 to W13, WA1, WA9, WA11: the play


@pytest.mark.clause("W10", "WA1")
@pytest.mark.parametrize(("first_lead", "leader"), [("landlord", 2), ("opener", 0)])
def test_who_leads_first(first_lead: str, leader: int) -> None:
    match = started(acts="bid 1, pass, bid 3", options={"first_lead": first_lead})
    assert match.turn == leader
    assert "pass" not in match.legal
    card = sorted(match.hand(leader), key=lambda word: ORDER.index(word[0]))[0]
    assert match.act(f"{card}, pass") == [leader, (leader + 1) % 3]
    assert match.turn == (leader + 2) % 3


@pytest.mark.clause("WA1", "W6")
def test_the_opener_leads_with_the_lowest_heart_too() -> None:
    match = started(["6H", "5H", ""], "4H", "bid 1, bid 2, pass, pass", {"first_lead": "opener"})
    assert match.turn == 1
    assert len(match.hand(2)) == 20


@pytest.mark.clause("WA1", "W13")
def test_an_opener_who_leads_can_be_out_before_the_landlord_has_played() -> None:
    opener = SWEEP.replace("4D", "4H")  # the pair run from 4 to J is all he has
    match = started([opener], acts=f"bid 1, bid 2, pass, pass, {opener}", options={"first_lead": "opener"})
    assert match.points == [2, -4, 2]
    assert match.turn == DEAL_DUE


@pytest.mark.clause("W11")
def test_a_leader_may_not_pass() -> None:
    match = started(acts=FIRST_BID)
    assert "pass" not in match.legal
    assert match.refused("pass") == "W11"


@pytest.mark.clause("W11", "W12")
def test_a_leader_of_a_later_round_may_not_pass_and_may_lead_anything() -> None:
    match = started(["4H", "3S 5S 6S 7S 8S 8D", ""], acts=f"{FIRST_BID}, 4H, 3S, pass, pass")
    assert match.turn == 1
    assert match.refused("pass") == "W11"
    assert match.plays == by_trying(sorted(match.hand(1)))


@pytest.mark.clause("W11")
def test_passing_is_allowed_to_those_who_could_play_and_is_not_final() -> None:
    match = started(["4H 7S", "5S 8S", "6S 9S"], acts=f"{FIRST_BID}, 4H")
    assert Combination(1, 1, ORDER.index("5")) in match.plays
    # Seat 1 passes, sees two more cards played, and plays after all; then seat 2 does the same.
    assert match.act("pass, 6S, 7S, 8S, pass, pass") == [1, 2, 0, 1, 2, 0]
    assert match.turn == 1
    assert "pass" not in match.legal


@pytest.mark.clause("W11", "W12")
def test_passes_end_a_round_only_one_after_the_other() -> None:
    match = started(["4H 7S TS", "5S", "6S 9S QS"], acts=f"{FIRST_BID}, 4H, pass, 6S, 7S, pass, 9S, TS, pass")
    assert match.turn == 2
    assert "pass" in match.legal  # four passes so far, never two in a row
    match.act("QS, pass, pass")
    assert match.turn == 2
    assert "pass" not in match.legal


@pytest.mark.clause("W11", "W14")
@pytest.mark.parametrize(
    ("lead", "answer", "accepted"),
    [
        ("8S 8H", "9S 9H", True),
        ("8S 8H", "8D 8C", False),
        ("8S 8H", "7D 7C", False),
        ("8S 8H", "9S 9H 9D", False),  # another number of cards
        ("8S", "9S 9H", False),
        ("8S 8H", "9S", False),
        ("8S 8H 8D", "9S 9H 9D", True),
        ("8S 8H 8D 8C", "9S 9H 9D 9C", True),
        ("4S 5S 6S", "5H 6H 7H", True),
        ("4S 5S 6S", "4D 5H 6H", False),
        ("4S 5S 6S", "5H 6H 7H 8H", False),  # a longer run
        ("4S 5S 6S 7S", "8H 9H TH", False),  # a shorter one
        ("4S 5S 6S", "9H 9D 9C", False),  # three cards of another type
        ("9H 9D 9C", "TS JS QS", False),
        ("9S TS JS QS", "TH JH QH KH", True),
        ("TS JS QS KS", "TH JH QH KH", False),  # the highest run of four
        ("4S 4D 5S 5D 6S 6D", "5H 5C 6H 6C 7H 7C", True),
        ("4S 4D 5S 5D 6S 6D", "7S 8S 9S TS JS QS", False),  # six cards each, another type
        ("7S 8S 9S TS JS QS", "8D 8C 9D 9C TD TC", False),
        ("4S 4D 4C 5S 5D 5C 6S 6D 6C", "7S 7D 7C 8S 8D 8C 9S 9D 9C", True),
        ("5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C", "8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC", True),
        ("2S", "3S", True),
        ("AS", "2S", True),
        ("3S", "2S", False),
        ("2S 2H", "3S 3H", True),
    ],
)
def test_same_type_same_number_and_strictly_higher(lead: str, answer: str, accepted: bool) -> None:
    assert beats(answer, lead) == accepted


@pytest.mark.clause("W11")
@pytest.mark.parametrize(("lead", "answer"), [("8S", "9S 9H"), ("4S 5S 6S", "9H 9D 9C"), ("8S 8H", "7D 7C"), ("8S 8H", "8D 8C")])
def test_what_does_not_fit_the_round_is_refused(lead: str, answer: str) -> None:
    match = started([lead, answer], acts=f"{FIRST_BID}, {lead}")
    assert match.refused(answer) in ("W11", "W14")


@pytest.mark.clause("W12")
def test_the_last_to_play_leads_and_played_cards_are_out() -> None:
    match = started(["4H", "9S", "TS"], acts=f"{FIRST_BID}, 4H, 9S, TS, pass, pass")
    assert match.turn == 2
    assert [len(match.hand(seat)) for seat in range(3)] == [19, 15, 15]
    gone = {act.split()[2] for act in match.table.deals[-1].acts if " play " in act}
    assert [word[0] for word in sorted(gone)] == ["4", "9", "T"]
    assert not gone & set().union(*(match.hand(seat) for seat in range(3)))
    assert not gone & set().union(*match.may(0))


@pytest.mark.clause("W12")
def test_the_leader_keeps_the_lead_when_nobody_plays() -> None:
    match = started(["3S 4H"], acts=f"{FIRST_BID}, 3S, pass, pass")
    assert match.turn == 0
    assert "pass" not in match.legal


@pytest.mark.clause("W13", "W16")
def test_the_play_stops_when_a_hand_is_empty() -> None:
    match = started([SWEEP.replace("4D", "4H")], SWEEP_HOLE, FIRST_BID)
    assert match.act(SWEEP_PLAY.replace("4D", "4H")) == [0]
    assert match.turn == DEAL_DUE
    assert match.legal == set()
    assert match.hand(0) == set()
    assert len(match.hand(1)) == len(match.hand(2)) == 16


@pytest.mark.clause("W13")
def test_nobody_acts_when_no_deal_is_on() -> None:
    match = Match()
    assert match.turn == DEAL_DUE
    assert match.legal == set()
    swept(match, 1)
    assert [DASAN.kernel.refusal(match.table.rules, match.table.state, action) > 0 for action in range(DASAN.actions)].count(
        False
    ) == 0


# W14, W15, WA6 to WA8: combinations


@pytest.mark.clause("W14")
@pytest.mark.parametrize(
    "cards",
    [
        "8S",
        "8S 8H",
        "8S 8H 8D",
        "8S 8H 8D 8C",
        "4S 5H 6D",
        "JS QH KD",
        TOP_RUN,
        "4S 4H 5S 5H 6S 6H",
        "7S 7H 7D 8S 8H 8D 9S 9H 9D",
        "TS TH TD TC JS JH JD JC QS QH QD QC",
        "AS AH AD AC",
        "2S 2H 2D",
        "3S 3H",
    ],
)
def test_every_type_may_be_led(cards: str) -> None:
    match = started([cards], acts=FIRST_BID)
    before = match.ranks(0)
    match.act(cards)
    assert sorted(match.ranks(0) + "".join(word[0] for word in cards.split())) == sorted(before)
    assert match.turn == 1


@pytest.mark.clause("W14", "W15", "WA6", "WA8")
@pytest.mark.parametrize(
    "cards",
    [
        "4S 5S",  # two ranks are no run
        "QS KS AS",  # a run ends at the K
        "KS AS 2S",
        "AS 2S 3S",
        "2S 3S 4S",
        "3S 4S 5S",
        "JS QS KS AS",
        "4S 5S 7S",  # a gap
        "4S 4D 5S 5D",  # two pairs
        "4S 4D 6S 6D 8S 8D",
        "QS QD KS KD AS AD",
        "4S 5S 5D 6S",  # more of one rank
        "4S 4D 5S 6S 6D",
        "8S 8H 8D 9S",  # no trailing cards
        "8S 8H 8D 9S 9D",
        "8S 8H 8D 8C 9S 9D",
        "8S 8H 8D 9S 9D 9C",  # two triples in a row
        "7S 7H 7D 8S 8H 8D 9S 9D",
        "8S 9S",
    ],
)
def test_what_is_no_combination(cards: str) -> None:
    assert kind(cards.split()) is None
    match = started([cards], acts=FIRST_BID)
    assert set(cards.split()) <= match.hand(0)
    assert match.refused(cards) in ("W14", "W15", "WA6", "WA8")


@pytest.mark.clause("W14")
@pytest.mark.parametrize("words", ["play", "play 8S 8S", "play X1", "play 8S,8H", "play 1S", "8S", "play pass"])
def test_words_that_name_no_cards(words: str) -> None:
    match = started(["4H 8S 8H"], acts=FIRST_BID)
    with pytest.raises(UnknownAct):
        match.table.act(0, words)
    assert len(match.hand(0)) == 20


@pytest.mark.clause("W11", "W14")
def test_cards_that_are_not_held_are_refused() -> None:
    match = started(["4H 8S", "8H", "8D 8C"], acts=FIRST_BID)
    for words in ("8S 8H", "8S 8H 8D", "8D 8C"):
        match.refused(words)


@pytest.mark.clause("W14")
def test_cards_are_accepted_in_any_order_and_written_in_one() -> None:
    hands = ["4H 9C 9S 9D KH KC QC", "4S 4D 4C 9H QS QH QD KS KD"]
    for hole in ("AS AH AD AC", "5S 5H 5D 5C"):
        assert started(hands, hole, f"{FIRST_BID}, 9D 9C 9S").table.deals[-1].acts[-1] == "0 play 9S 9D 9C"
        assert started(hands, hole, f"{FIRST_BID}, KC KH").table.deals[-1].acts[-1] == "0 play KH KC"


@pytest.mark.clause("W14")
@pytest.mark.parametrize("top", range(5, 10))
def test_runs_of_six_are_compared_by_their_top_rank(top: int) -> None:
    lead = " ".join(f"{rank}S" for rank in RUN_RANKS[top - 5 : top + 1])
    for other in range(5, 10):
        answer = " ".join(f"{rank}D" for rank in RUN_RANKS[other - 5 : other + 1])
        assert beats(answer, lead) == (other > top)


@pytest.mark.clause("W14")
def test_the_highest_runs_can_not_be_beaten() -> None:
    # Seat 1 has every rank from 9 to the 3 more than once, and none of it beats J-Q-K, 10-J-Q-K or the whole run.
    hand = "9H TH JH QH KH 9D TD JD QD KD AH AD 2H 2D 3H 3D"
    for lead in ("JS QS KS", "TS JS QS KS", TOP_RUN):
        assert started([lead, hand], acts=f"{FIRST_BID}, {lead}").legal == {"pass"}


@pytest.mark.clause("W14", "W13")
def test_the_longest_pair_run_is_a_landlords_whole_hand() -> None:
    match = started([SWEEP.replace("4D", "4H")], SWEEP_HOLE, FIRST_BID)
    assert Combination(2, 10, ORDER.index("K")) in match.plays
    match.act(SWEEP_PLAY.replace("4D", "4H"))
    assert match.table.deals[-1].points == [2, -1, -1]


@pytest.mark.clause("W15")
@pytest.mark.parametrize("lead", ["4S", "4S 4D", "4S 4D 4C", "4S 5S 6S", "4S 5S 6S 7S", "4S 4D 5S 5D 6S 6D"])
def test_there_are_no_bombs(lead: str) -> None:
    match = started([lead, "3S 3H 3D 3C 2S 2H 2D 2C TS TH TD TC"], acts=f"{FIRST_BID}, {lead}")
    assert match.refused("3S 3H 3D 3C") == "W11"
    assert not {each for each in match.plays if isinstance(each, Combination) and each.width == 4}


@pytest.mark.clause("W15")
def test_a_quad_beats_a_lower_quad() -> None:
    assert beats("3S 3H 3D 3C", "2S 2H 2D 2C")
    assert beats("5S 5H 5D 5C", "4S 4H 4D 4C")
    assert not beats("5S 5H 5D 5C", "AS AH AD AC")


@pytest.mark.clause("WA6")
def test_four_of_a_rank_are_a_quad_and_not_two_pairs() -> None:
    assert not beats("9S 9H 9D 9C", "8S 8H")
    assert kind(["8S", "8H", "8D", "8C"]) == Combination(4, 1, ORDER.index("8"))
    match = started(["4S 4H 5S 5H"], acts=FIRST_BID)
    assert match.refused("4S 4H 5S 5H") in ("W14", "WA6")


@pytest.mark.clause("WA7")
@pytest.mark.parametrize(
    ("lead", "answer"),
    [
        ("4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D", "8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC"),
        ("4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C", "7S 7H 7D 8S 8H 8D 9S 9H 9D TS TH TD"),
        ("4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C", "7S 7H 8S 8H 9S 9H TS TH JS JH QS QH"),
        ("4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H", "TS TH TD TC JS JH JD JC QS QH QD QC"),
    ],
)
def test_twelve_cards_of_different_types_do_not_beat_each_other(lead: str, answer: str) -> None:
    assert len(lead.split()) == len(answer.split()) == 12
    assert not beats(answer, lead)
    match = started([lead, answer], acts=f"{FIRST_BID}, {lead}")
    assert match.refused(answer) in ("W11", "WA7")


@pytest.mark.clause("WA7")
def test_no_combination_is_legal_twice() -> None:
    for hands in (["4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C"], ["4H"], [SWEEP.replace("4D", "4H")]):
        match = started(hands, acts=FIRST_BID)
        assert len(match.table.legal) == len(match.legal) == len(match.plays)


@pytest.mark.clause("WA8")
def test_a_run_holds_the_same_number_of_every_rank() -> None:
    match = started(["4S 5S 5H 6S 4H"], acts=FIRST_BID)
    assert match.refused("4S 5S 5H 6S") in ("W14", "WA8")
    assert Combination(1, 3, ORDER.index("6")) in match.plays
    assert Combination(2, 3, ORDER.index("6")) not in by_counting(["4S", "4H", "5S", "5H", "6S"])


FULL_HANDS: Final = [
    "4H 4S 5S 5D 6S 6D 7S 7D 8S 8D 9S 9D TS TD JS JD",
    "4H 4S 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C",
    "4H 5S 6S 7S 8S 9S TS JS QS KS AS 2S 3S 4S 5D 6D",
    "4H QS QD QC KS KD KC KH AS AD 2S 2D 2C 3S 3H 3D",
    "4H 4S 4D 5S 5D 5C 6S 6D 6C 7S 7D 7C 8S 8D 8C 9S",
    "4H 6S 6D 8S 8D 8C TS TD TC TH QS QD AS AD 2S 3S",
]


@pytest.mark.clause("W11", "W14")
@pytest.mark.parametrize("hand", FULL_HANDS)
def test_legal_leads_are_those_of_all_subsets_of_the_hand(hand: str) -> None:
    match = started([hand], acts="bid 1, bid 3", options={"first_lead": "opener"})
    assert match.turn == 0
    expected = by_trying(hand.split())
    assert match.plays == expected == by_counting(hand.split())
    for words in match.table.legal:
        assert set(words.split()[1:]) <= match.hand(0)


@pytest.mark.clause("W11", "W14")
@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_legal_answers_are_those_of_all_subsets_of_the_hand(seed: int) -> None:
    stream = random.Random(seed)
    deal = shuffled(stream, "off")
    match = Match({"first_lead": "opener"})
    match.lay_out(deal)
    match.act("bid 1, bid 3")
    lead = stream.choice(sorted(match.legal))
    match.say(lead)
    hand, led = sorted(match.hand(match.turn))[:11], meaning(lead)
    assert isinstance(led, Combination)
    higher = {each for each in by_trying(hand) if each[:2] == led[:2] and each.top > led.top}
    everything = {each for each in by_counting(match.hand(match.turn)) if each[:2] == led[:2] and each.top > led.top}
    assert higher <= match.plays
    assert match.plays == {"pass"} | everything


@pytest.mark.clause("W14")
@pytest.mark.parametrize(
    "hand",
    [
        *(
            "4S 4H 5S 5H 6S 6H 7S 7H 8S 8H 9S 9H TS TH JS JH|QS QH KS KH",
            "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C|8S 8H 8D 8C",
        ),
        *(
            "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D 9S|9H 9D TS TH",
            "4H 5S 6S 7S 8S 9S TS JS QS KS AS 2S 3S 4S 5H 6H|7H 8H 9H TH",
        ),
        *(
            "4H 4S 4D 5S 5H 5D 6S 6H 7S 7H 8S 8H 9S 9H TS TH|JS QS KS AS",
            "4H 5S 6S 6H 7S 7H 7D 8S 8H 8D 9S 9H 9D TS TH JS|QS KS AS 2S",
        ),
    ],
)
def test_the_buffer_of_legal_acts_is_large_enough(hand: str) -> None:
    own, _, hole = hand.partition("|")
    match = started([own], hole, FIRST_BID)
    assert match.plays == by_counting(match.hand(0))
    assert len(match.table.legal) <= DASAN.most_legal


# W16, W17, WA13: the score


@pytest.mark.clause("W16")
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_a_landlord_who_is_out_gets_the_bid_from_each(bid: int) -> None:
    match = started([SWEEP.replace("4D", "4H")], SWEEP_HOLE, options={"opener_bid": "at_least_1"})
    match.act("bid 3" if bid == 3 else f"bid {bid}, pass, pass")
    match.act(SWEEP_PLAY.replace("4D", "4H"))
    assert match.table.deals[-1].points == match.points == scored(match) == [2 * bid, -bid, -bid]
    assert {each.clause for each in match.happened if each.points} == {"W16"}


@pytest.mark.clause("W16")
@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_a_landlord_who_is_not_out_first_pays_the_bid_to_each(winner: int, bid: int) -> None:
    match = Match({"opener_bid": "at_least_1"})
    lost(match, winner, bid)
    assert match.table.deals[-1].points == match.points == scored(match) == [-2 * bid, bid, bid]


@pytest.mark.clause("W16", "WA13")
def test_totals_are_the_sums_of_the_payments() -> None:
    match = Match()
    swept(match, landlord=1)
    swept(match, landlord=2, bid=2)
    lost(match, winner=1, bid=1)
    assert [deal.points for deal in match.table.deals] == [[-3, 6, -3], [-2, -2, 4], [-2, 1, 1]]
    assert [deal.totals for deal in match.table.deals] == [[-3, 6, -3], [-5, 4, 1], [-7, 5, 2]]


@pytest.mark.clause("WA13")
def test_a_total_may_go_far_below_zero() -> None:
    match = Match()
    swept(match, landlord=1, totals=[-5000, 2500, 2500])
    assert match.totals == [-5003, 2506, 2497]
    assert match.turn == DEAL_DUE


@pytest.mark.clause("W17")
@pytest.mark.parametrize("deals", [1, 2, 3, 9])
def test_a_match_has_a_fixed_number_of_deals(deals: int) -> None:
    match = Match({} if deals == 9 else {"deals": deals})
    for _ in range(deals):
        assert match.turn == DEAL_DUE
        assert match.result is None
        swept(match, landlord=2)
    assert match.turn == MATCH_OVER
    assert match.result["totals"] == [-3 * deals, -3 * deals, 6 * deals]
    assert match.result["winner"] == 2


@pytest.mark.clause("W17")
@pytest.mark.parametrize(
    ("before", "winner"),
    [([0, 0, 0], 1), ([9, 0, 0], None), ([10, 0, 0], 0), ([8, 0, 0], 1), ([0, 0, 9], None), ([9, 0, 9], None), ([9, -9, 0], 0)],
)
def test_the_highest_total_wins_and_a_tie_at_the_top_has_no_winner(before: list[int], winner: int | None) -> None:
    # Seat 1 wins 6 and the others lose 3: it is level with another who had 9 more before.
    match = Match({"deals": 1})
    swept(match, landlord=1, totals=before)
    assert match.result["totals"] == [before[0] - 3, before[1] + 6, before[2] - 3]
    assert match.result["winner"] == winner


@pytest.mark.clause("W17")
def test_deals_is_at_least_1() -> None:
    assert DASAN.read_rules({"deals": 1}).deals == 1
    for deals in (0, -1):
        with pytest.raises(ValueError, match="deals"):
            DASAN.read_rules({"deals": deals})


@pytest.mark.clause("W17")
@pytest.mark.parametrize(("bids", "tally"), [([3, 3, 3, 2], 22), ([2, 2, 2, 2, 2], 20), ([3, 3, 2, 2], 20)])
def test_to_20_as_landlord(bids: list[int], tally: int) -> None:
    match = Match({"match": "target20"})
    for bid in bids:
        assert match.turn == DEAL_DUE
        swept(match, landlord=1, bid=bid)
    assert match.turn == MATCH_OVER
    assert match.result["totals"] == [-tally // 2, tally, -tally // 2]
    assert match.result["winner"] == 1


@pytest.mark.clause("W17")
def test_what_others_pay_a_player_does_not_count_towards_20() -> None:
    # Seats 1 and 2 get 3 in every deal, 30 in ten, but have never been landlord; nine deals end nothing here either.
    match = Match({"match": "target20", "opener_bid": "at_least_1"})
    for _ in range(10):
        lost(match, winner=2)
    assert match.totals == [-60, 30, 30]
    assert match.turn == DEAL_DUE


@pytest.mark.clause("W17")
def test_the_tally_falls_when_the_landlord_loses() -> None:
    # Seat 0 has won 18 as landlord, loses 6, wins 6: 18 again. Another 6 make 24.
    match = Match({"match": "target20", "opener_bid": "at_least_1"})
    for _ in range(3):
        swept(match, landlord=0)
    lost(match, winner=1)
    swept(match, landlord=0)
    assert match.totals == [18, -9, -9]
    assert match.turn == DEAL_DUE
    swept(match, landlord=0)
    assert match.turn == MATCH_OVER
    assert match.result["winner"] == 0


@pytest.mark.clause("W17")
def test_what_a_player_pays_to_other_landlords_does_not_lower_the_tally() -> None:
    # 18 as landlord, then minus 3 for seat 2's deal: the total is 15, the tally still 18, and 4 more make 22.
    match = Match({"match": "target20"})
    for _ in range(3):
        swept(match, landlord=1)
    swept(match, landlord=2)
    swept(match, landlord=1, bid=2)
    assert match.totals == [-14, 19, -5]
    assert match.turn == MATCH_OVER
    assert match.result["winner"] == 1


# WA9, WA11: what can't happen


@every_table
@pytest.mark.clause("WA9", "WA11", "W13")
def test_whoever_leads_has_cards_and_one_hand_is_empty_at_the_end(four_player: str) -> None:
    stream = random.Random(7)
    for _ in range(15):
        match = Match({"four_player": four_player})
        match.lay_out(shuffled(stream, four_player))
        while match.turn >= 0:
            assert all(match.hand(seat) for seat in range(len(match.points)))
            match.say(stream.choice(sorted(match.legal)))
        assert [match.hand(seat) for seat in range(len(match.points))].count(set()) == 1


# Four players: a called partner


@four_handed
@pytest.mark.clause("W1", "W12")
def test_with_four_a_round_ends_on_three_passes(options: dict[str, str]) -> None:
    match = started(["4H 4S 5S", "6S", "7S", "8S 3S"], options={**options, "opener_bid": "at_least_1"})
    match.act("bid 3, call 8S" if options is CALLED else "bid 3, pass*3")
    assert match.act("4H, pass, pass, 8S, pass, pass") == [0, 1, 2, 3, 0, 1]
    assert match.turn == 2
    assert "pass" in match.legal
    match.act("pass")
    assert match.turn == 3
    assert "pass" not in match.legal


@pytest.mark.clause("W1", "W8")
@pytest.mark.parametrize(
    ("calls", "landlord"),
    [
        ("bid 1, pass, pass, pass", 0),
        ("bid 1, bid 2, pass, pass, pass", 1),
        ("bid 1, pass, pass, bid 2, pass, pass, pass", 3),
        ("bid 1, pass, bid 2, pass, pass, bid 3", 1),
        ("bid 1, pass, pass, bid 3", 3),
    ],
)
def test_with_a_called_partner_three_passes_end_the_auction(calls: str, landlord: int) -> None:
    match = started(options=CALLED)
    for turn, words in enumerate(calls.split(", ")):
        assert match.turn == turn % 4
        assert words in match.legal
        match.act(words)
    assert match.turn == landlord
    assert all(words.startswith("call ") for words in match.legal)
    assert [len(match.hand(seat)) for seat in range(4)] == [13, 13, 13, 13]


@pytest.mark.clause("W1")
@pytest.mark.parametrize("first_lead", ["landlord", "opener"])
def test_the_landlord_calls_any_card_that_he_does_not_hold(first_lead: str) -> None:
    match = started(acts="bid 1, pass, bid 3", options={**CALLED, "first_lead": first_lead})
    assert match.turn == 2
    assert match.legal == {f"call {word}" for word in PACK if word not in match.hand(2)}
    own = sorted(match.hand(2))[0]
    assert match.refused(f"call {own}") in clauses("dasan")
    for words in (own, "pass", "call X1", "call", "call K"):
        match.refused(words)
    called = next(word for word in PACK if word not in match.hand(2))
    match.act(f"call {called}")
    assert match.turn == (2 if first_lead == "landlord" else 0)
    assert match.refused(f"call {called}") in clauses("dasan")


@pytest.mark.clause("W1", "W16")
@pytest.mark.parametrize("landlord", range(4))
@pytest.mark.parametrize("wins", [True, False])
def test_partners_win_or_lose_the_bid_each(landlord: int, wins: bool) -> None:
    match = Match({**CALLED, "opener_bid": "at_least_1"})
    dug(match, landlord, wins)
    side = {landlord, (landlord + 2) % 4}
    assert match.points == scored(match) == [3 if (seat in side) == wins else -3 for seat in range(4)]
    assert match.table.deals[-1].points == match.points
    match.deal()
    assert match.table.deals[-1].dealer == (landlord if wins else (landlord + 1) % 4)


@pytest.mark.clause("W1", "W16")
@pytest.mark.parametrize(("called", "points"), [("2S", [-2, 2, 2, -2]), ("2H", [2, -2, 2, -2]), ("2D", [-2, -2, 2, 2])])
def test_whoever_holds_the_called_card_is_the_partner_even_if_it_is_never_played(called: str, points: list[int]) -> None:
    # Seat 2 is landlord at 2 and out with the run, a three and two aces; nobody else plays a card.
    match = started(["2H 4H", "2S", f"3S {TOP_RUN} AS AH", "2D"], acts=f"bid 1, pass, bid 2, pass*3, call {called}", options=CALLED)
    match.act(f"3S, pass*3, {TOP_RUN}, pass*3, AS AH")
    assert match.points == points


@pytest.mark.clause("W1", "W16")
def test_a_partner_who_is_out_first_wins_for_both() -> None:
    match = started(["4H 4D", f"3S {TOP_RUN} AS AH", "", ""], acts=f"{FIRST_BID}, pass, call AS", options=CALLED)
    match.act(f"4H, 3S, pass*3, {TOP_RUN}, pass*3, AS AH")
    assert match.points == [1, 1, -1, -1]


@pytest.mark.clause("W1")
def test_the_partner_is_secret_until_the_card_is_played() -> None:
    deal = dealt(["4H 5S", "6S 6D", "KS 7S", "KD 8S"], four_player="called_partner")
    acts = f"{FIRST_BID}, pass, call KS"
    for more in ("", ", 5S, 6S, 7S", ", 5S, 6S, 7S, 8S, pass*3"):
        match, twin = twins(deal, "KS", "KD", acts + more, CALLED)
        for viewer in (0, 1, SPECTATOR):
            assert match.table.view(viewer) == twin.table.view(viewer)
            if viewer != SPECTATOR:
                assert {"KS", "KD"} <= match.may(viewer)[2] & match.may(viewer)[3]
        assert "KS" in match.may(2)[2]


@pytest.mark.clause("W1")
@pytest.mark.parametrize(
    ("hand", "play", "kept"),
    [
        ("KS KD", "KS", "KD"),
        ("KS KD", "KD", "KS"),
        ("KS KD KC", "KD KC", "KS"),
        ("KS KH KD KC", "KH KD KC", "KS"),
        ("JD QD KS KD", "JD QD KS", "KD"),
        ("JD QD KS KD", "JD QD KD", "KS"),
        ("JD JC QD QC KS KD KC", "JD JC QD QC KD KC", "KS"),
    ],
)
def test_the_partner_chooses_whether_to_play_the_called_card(hand: str, play: str, kept: str) -> None:
    low = {1: "5H", 2: "5H 5D", 3: "5H 5D 5C" if play[0] == "K" else "5H 6H 7H", 6: "5H 5S 6H 6S 7H 7S"}[len(play.split())]
    match = Match(CALLED)
    match.deal(["4H", hand, " ".join(f"K{suit}" for suit in "SHDC" if f"K{suit}" not in hand), low])
    match.act(f"bid 1, pass, pass, bid 2, pass*3, call KS, {low}, pass, {play}")
    assert {word for word in match.hand(1) if word[0] == "K"} == {kept}


@pytest.mark.clause("W1", "W17")
def test_with_a_called_partner_only_landlords_run_to_20() -> None:
    # Seats 0 and 2 win six deals together: 18 each, but only seat 0 was landlord. A seventh, with seat 2 as landlord, is its first.
    match = Match({**CALLED, "opener_bid": "at_least_1", "match": "target20"})
    for _ in range(6):
        dug(match, landlord=0)
    dug(match, landlord=2)
    assert match.totals == [21, -21, 21, -21]
    assert match.turn == DEAL_DUE
    dug(match, landlord=0, totals=[18, -18, 30, -30])
    assert match.turn == MATCH_OVER
    assert match.result["totals"] == [21, -21, 33, -33]
    assert match.result["winner"] == 0  # 21 as landlord; the other has been paid more, but won only 3 as landlord


# Four players: one against three


@pytest.mark.clause("W1", "W8", "W9")
@pytest.mark.parametrize(
    ("calls", "landlord", "bid"),
    [
        ("pass, pass, pass, pass", 0, 1),
        ("bid 1, pass, pass, pass", 0, 1),
        ("pass, pass, pass, bid 1", 3, 1),
        ("bid 1, bid 2, bid 3, bid 4", 3, 4),
        ("bid 2, pass, bid 3, pass", 2, 3),
        ("pass, bid 4", 1, 4),
        ("bid 4", 0, 4),
        ("bid 3, pass, pass, pass", 0, 3),  # a 3 ends nothing here
        ("pass, bid 1, bid 3, pass", 2, 3),
    ],
)
@pytest.mark.parametrize("options", [{}, {"opener_bid": "at_least_1", "rebid": False}], ids=["plain", "no difference"])
def test_one_turn_each_and_bids_up_to_4(calls: str, landlord: int, bid: int, options: dict[str, Any]) -> None:
    match = Match({**ALONE, **options})
    hands = ["4H", "", "", ""]
    hands[landlord] = f"{'4H' if landlord == 0 else '4S'} 4D 5S 5D 6S 6D 7S 7D 8S 8D 9S 9D"
    deal = match.deal(hands, "TS TD JS JD")
    highest = 0
    for turn, words in enumerate(calls.split(", ")):
        assert match.turn == turn
        assert match.legal == {"pass"} | {f"bid {number}" for number in range(highest + 1, 5)}
        match.act(words)
        highest = int(words[4:] or highest)
    assert match.turn == landlord
    assert match.hand(landlord) == set(deal.hands[landlord] + deal.hole)
    assert len(match.table.deals[-1].acts) == len(calls.split(", "))
    match.act(f"{hands[landlord]} TS TD JS JD")  # a pair run of eight ranks
    assert match.points == scored(match) == [3 * bid if seat == landlord else -bid for seat in range(4)]


@pytest.mark.clause("W1", "W7")
def test_one_against_three_needs_a_higher_bid_too() -> None:
    match = started(acts="bid 2", options=ALONE)
    assert match.refused("bid 2") == "W7"
    assert match.refused("bid 1") == "W7"


@pytest.mark.clause("W1", "W6", "WA1")
@pytest.mark.parametrize(("first_lead", "leader"), [("landlord", 2), ("opener", 3)])
def test_one_against_three_begins_with_the_lowest_heart(first_lead: str, leader: int) -> None:
    match = started(["2H", "3H", "7H", "6H"], "4H 5H", options={**ALONE, "first_lead": first_lead})
    assert match.act("pass, pass, pass, bid 1") == [3, 0, 1, 2]
    assert match.turn == leader


@pytest.mark.clause("W1", "WA1")
def test_if_all_pass_the_opener_is_landlord_and_leads_without_an_act() -> None:
    match = started(["", "4H"], acts="pass*4", options={**ALONE, "first_lead": "opener"})
    assert match.turn == 1
    assert len(match.hand(1)) == 16
    assert match.table.deals[-1].acts == ["1 pass", "2 pass", "3 pass", "0 pass"]


@pytest.mark.clause("W1", "W16")
@pytest.mark.parametrize("winner", [1, 2, 3])
def test_one_against_three_pays_all_three(winner: int) -> None:
    hands = ["4H", "", "", ""]
    hands[winner] = f"3S {TOP_RUN} AS"
    match = started(hands, acts="bid 4", options=ALONE)
    match.act(f"4H, {'pass, ' * (winner - 1)}3S, pass*3, {TOP_RUN}, pass*3, AS")
    assert match.points == scored(match) == [-12, 4, 4, 4]


@pytest.mark.clause("W1", "WA4")
@pytest.mark.parametrize("hole", ["hidden", "shown"])
def test_one_against_three_hides_or_shows_the_hole(hole: str) -> None:
    deal = dealt(["4H", "", "6C"], "5C 9S TS KS", "one_vs_three")
    match, twin = twins(deal, "5C", "6C", "bid 4", {**ALONE, "hole": hole})
    for viewer in (1, 3, SPECTATOR):
        assert (match.table.view(viewer) == twin.table.view(viewer)) == (hole == "hidden")
    assert set(deal.hole) & match.sure(1, 0) == (set(deal.hole) if hole == "shown" else set())


@pytest.mark.clause("WA5", "W1")
@pytest.mark.parametrize(
    ("threes", "twos", "more", "must"),
    [
        (3, 0, "", True),
        (4, 0, "", True),
        (2, 0, "4H", True),
        (3, 0, "4H", True),
        (2, 4, "4S", False),  # the twos don't count here
        (1, 4, "4H", False),
        (2, 0, "4S", False),
    ],
)
def test_one_against_three_must_dig_for_4(threes: int, twos: int, more: str, must: bool) -> None:
    seat = 0 if more == "4H" else 1
    for must_dig in (True, False):
        match = _strong(seat, threes, twos, {**ALONE, "must_dig": must_dig}, "" if more == "4H" else more)
        match.act("pass" if match.turn != seat else "")
        assert match.turn == seat
        assert match.legal == ({"bid 4"} if must and must_dig else {"pass", "bid 1", "bid 2", "bid 3", "bid 4"})
        if must and must_dig:
            assert match.refused("pass") == "WA5"
            match.act("bid 4")
            assert match.turn == seat


@pytest.mark.clause("W1", "W17")
def test_one_against_three_to_20() -> None:
    # Three times 4 is 12 a deal for the landlord: 12, then 24.
    match = Match({**ALONE, "match": "target20"})
    hand = "4H 4D 5S 5D 6S 6D 7S 7D 8S 8D 9S 9D"
    for total in (12, 24):
        match.deal([hand], "TS TD JS JD")
        match.act(f"bid 4, {hand} TS TD JS JD")
        assert match.totals == [total, -total // 3, -total // 3, -total // 3]
    assert match.turn == MATCH_OVER
    assert match.result["winner"] == 0


# Options and presets


@pytest.mark.clause("W1", "W17", "WA1", "WA2", "WA3", "WA4", "WA5")
def test_the_house_rules_and_their_defaults() -> None:
    assert DASAN.write_rules(DASAN.read_rules()) == DEFAULTS
    choices = {option.name: set(option.choices) for option in DASAN.options if option.kind == "choice"}
    assert choices == {
        "first_lead": {"landlord", "opener"},
        "opener_bid": {"exactly_1", "at_least_1"},
        "hole": {"hidden", "shown"},
        "four_player": {"off", "called_partner", "one_vs_three"},
        "match": {"deals", "target20"},
    }
    assert {option.name for option in DASAN.options if option.kind == "flag"} == {"must_dig", "rebid"}


@pytest.mark.clause("W1", "WA1", "WA2", "WA4", "WA5", "W17")
def test_presets() -> None:
    assert set(DASAN.presets) == set(PRESETS)
    for preset, changed in PRESETS.items():
        assert DASAN.write_rules(DASAN.read_rules(preset=preset)) == {**DEFAULTS, **changed}


@pytest.mark.clause("W1", "W17", "WA1", "WA2", "WA3", "WA4", "WA5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_names_every_option_value_and_preset(language: str) -> None:
    book = rulebook("dasan", language)
    values = {choice for option in DASAN.options for choice in option.choices}
    for name in {option.name for option in DASAN.options} | values | set(DASAN.presets):
        assert f"`{name}`" in book, name


# Whole deals, act by act

# Seat 0 opens with 1, seat 1 says 2, seat 2 passes, seat 0 says 3: landlord at 3 with the hole 2H 3H 4S TS.
GOLDEN: Final = [
    "4H 5S 6S 7S 8S 9S JS JH QS QH QD KS AS AH 2S 3S",
    "4D 5H 6H 7H 8H 9H TH JD QC KH 5D 5C 6D 6C AD 3D",
    "4C 7D 7C 8D 8C 9D 9C TD TC JC KD KC AC 2D 2C 3C",
]
GOLDEN_ROUNDS: Final[list[tuple[str, list[int]]]] = [
    ("bid 1, bid 2, pass, bid 3", [0, 1, 2, 0]),
    # A run of seven; seat 1 beats 4-10 with 7-K, which nobody can beat.
    ("4H 5S 6S 7S 8S 9S TS, 7H 8H 9H TH JD QC KH, pass, pass", [0, 1, 2, 0]),
    # Triples: seat 1's sixes are lower than the queens.
    ("5H 5D 5C, pass, QS QH QD, pass, pass", [1, 2, 0, 1, 2]),
    # Pairs: seat 2 comes back twice, the threes take the round.
    ("JS JH, pass, KD KC, AS AH, pass, 2D 2C, 3S 3H, pass, pass", [0, 1, 2, 0, 1, 2, 0, 1, 2]),
    ("2S 2H, pass, pass", [0, 1, 2]),
]


def golden() -> Match:
    """The deal above up to the lead of the landlord's last two cards, KS and 4S."""
    match = started(GOLDEN, "2H 3H 4S TS")
    for acts, seats in GOLDEN_ROUNDS:
        assert match.act(acts) == seats
    assert match.ranks(0) == "4K"
    assert match.turn == 0
    return match


@pytest.mark.clause("W7", "W8", "W9", "W10", "W11", "W12", "W13", "W14", "W16")
def test_a_whole_deal_that_the_landlord_wins() -> None:
    match = golden()
    match.act("KS, pass, pass, 4S")  # both could have beaten the king and did not
    assert match.points == scored(match) == [6, -3, -3]
    assert match.table.deals[-1].totals == [6, -3, -3]
    assert match.dealer == 0


@pytest.mark.clause("W7", "W8", "W9", "W10", "W11", "W12", "W13", "W14", "W16")
def test_the_same_deal_when_seat_1_is_out_first() -> None:
    match = golden()
    assert match.act("KS, pass, 3C") == [0, 1, 2]
    assert match.legal == {"pass"}  # the four is lower
    match.act("pass")
    assert match.legal == {"pass"}  # another three is only equal
    match.act("pass")
    # Seat 2 leads a pair run that nobody can beat, then the ace.
    assert match.act("7D 7C 8D 8C 9D 9C TD TC, pass, pass, AC, pass, 3D, pass, pass") == [2, 0, 1, 2, 0, 1, 2, 0]
    assert match.ranks(1) == "4666A"
    assert match.act("4D, JC, pass, AD, pass, pass, 6H 6D 6C") == [1, 2, 0, 1, 2, 0, 1]
    assert match.turn == DEAL_DUE
    assert match.ranks(2) == match.ranks(0) == "4"
    assert match.points == scored(match) == [-6, 3, 3]
    match.deal()
    assert match.table.deals[-1].dealer == 1


@pytest.mark.clause("W1", "W8", "W11", "W12", "W16")
def test_a_whole_deal_with_a_called_partner() -> None:
    match = started(
        [
            "4H 4S 5S 6S 7S 9S 9H 9D QS QH AS 2S 3S",
            "4D 5H 6H 7H 8H TS TH JS JH KS KH AH AD",
            "4C 5D 5C 6D 6C 7D 7C 8S JD KD KC 2H 3H",
            "8D 8C 9C TD TC JC QD QC AC 2D 2C 3D 3C",
        ],
        options=CALLED,
    )
    # Seat 2 is landlord at 2: after his bid three passes follow. He calls a three, which seat 3 holds.
    assert match.act("bid 1, pass, bid 2, pass, pass, pass, call 3D") == [0, 1, 2, 3, 0, 1, 2]
    assert match.act("5D 5C 6D 6C 7D 7C, pass*3") == [2, 3, 0, 1]
    # The partner overtakes the landlord's kings with twos and goes on with a run of five.
    assert match.act("KD KC, 2D 2C, pass*3") == [2, 3, 0, 1, 2]
    assert match.act("8D 9C TD JC QD, pass*3") == [3, 0, 1, 2]
    assert match.act("8C, 9S, TS, JD, QC, AS, pass, 2H, 3D, pass*3") == [3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]
    # Ten, ace and the last three: seat 3 is out.
    assert match.act("TC, QS, KS, pass, AC, 2S, pass, pass, 3C") == [3, 0, 1, 2, 3, 0, 1, 2, 3]
    assert match.points == scored(match) == [-2, -2, 2, 2]
    assert match.turn == DEAL_DUE


@pytest.mark.clause("W1", "WA1", "WA4", "WA5", "W16")
def test_a_whole_deal_of_one_against_three() -> None:
    match = Match(preset="one-against-three")
    match.deal(
        [
            "4H 5H 6H 8S 8H TS JS QS KS AS 2S 2H",
            "4S 4D 5S 5D 6S 6D 9S 9H JH KH AH 2D",
            "7S 7H 7D 8D 9D TH JD QH QD KD AD 2C",
            "4C 5C 6C 7C 8C 9C TC JC QC KC 3S 3H",
        ],
        "TD AC 3D 3C",
    )
    # Seat 3 has only two threes and not the four of hearts, so nothing is forced. It is landlord at 3 and finds two more.
    assert match.act("pass, bid 1, pass, bid 3") == [0, 1, 2, 3]
    assert match.sure(1, 3) == {"TD", "AC", "3D", "3C"}
    # The opener leads. J-Q-K takes the round; the landlord's own J-Q-K would be equal.
    assert match.act("TS JS QS, pass, JD QH KD") == [0, 1, 2]
    assert match.legal == {"pass"}
    match.act("pass*3")
    assert match.act("7S 7H 7D, 3S 3H 3D, pass*3") == [2, 3, 0, 1, 2]
    assert match.act("4C 5C 6C 7C 8C 9C TC JC QC KC, pass*3") == [3, 0, 1, 2]
    assert match.act("TD, KS, AH, 2C, 3C, pass*3, AC") == [3, 0, 1, 2, 3, 0, 1, 2, 3]
    assert match.points == scored(match) == [-3, -3, -3, 9]


# What everybody can conclude


@pytest.mark.clause("W6", "WA12")
@pytest.mark.parametrize("hole", ["hidden", "shown"])
def test_everybody_hears_which_heart_opens(hole: str) -> None:
    match = started(["6H KH", "4S", "7H"], "4H 5H", options={"hole": hole})
    assert match.turn == 0
    for viewer in (1, 2):
        assert match.sure(viewer, 0) == {"6H"}
        assert match.sure(viewer, HOLE) == {"4H", "5H"}
    match.act(FIRST_BID)
    for viewer in (1, 2):
        assert {"4H", "5H", "6H"} <= match.sure(viewer, 0)
    match = started(["4H 5S", "6S 6D", "KS 7S", "KD 8S"], options=CALLED)
    assert match.turn == 0
    for viewer in (1, 2, 3):
        assert "4H" in match.sure(viewer, 0)  # no hole here


@pytest.mark.clause("W1")
def test_everybody_knows_that_the_landlord_does_not_hold_the_called_card() -> None:
    match = started(["4H 5S", "6S 6D", "KS 7S", "KD 8S"], acts=f"{FIRST_BID}, pass", options=CALLED)
    assert "KS" in match.may(1)[0]
    match.act("call KS")
    assert "KS" not in match.may(1)[0]
    assert "KS" in match.may(3)[1] & match.may(3)[2]


# Random matches, at the table and on paper


def shuffled(stream: random.Random, four_player: str) -> Deal:
    """A deal at random."""
    pack, seats, size = list(PACK), 3 if four_player == "off" else 4, HAND_SIZES[four_player]
    stream.shuffle(pack)
    return Deal([pack[seat * size : (seat + 1) * size] for seat in range(seats)], pack[seats * size :])


def eager(stream: random.Random, legal: Sequence[str]) -> str:
    """One of the legal acts; a pass is rare, and plays of many cards are preferred."""
    others = [words for words in legal if words != "pass"]
    if not others or stream.random() < 0.3:
        return stream.choice(legal)
    return max(stream.sample(others, min(3, len(others))), key=len)


every_option = st.fixed_dictionaries(
    {
        "first_lead": st.sampled_from(["landlord", "opener"]),
        "opener_bid": st.sampled_from(["exactly_1", "at_least_1"]),
        "hole": st.sampled_from(["hidden", "shown"]),
        "must_dig": st.booleans(),
        "rebid": st.booleans(),
        "four_player": st.sampled_from(["off", "called_partner", "one_vs_three"]),
    }
)


@pytest.mark.clause("W4", "W5", "W6", "W7", "W8", "W9", "W10", "W11", "W12", "W13", "W14", "W15", "W16")
@settings(max_examples=60)
@given(every_option, st.integers(0, 2**32))
def test_random_deals_agree_with_the_sheet(options: dict[str, Any], seed: int) -> None:
    stream, match = random.Random(seed), Match({**options, "deals": 2})
    totals = [0] * len(match.points)
    for _ in range(2):
        sheet = followed(match, shuffled(stream, options["four_player"]), lambda legal: eager(stream, legal))
        totals = [total + points for total, points in zip(totals, sheet.points, strict=True)]
        assert match.points == scored(match) == sheet.points
        assert match.totals == totals
        assert sum(sheet.points) == 0
    assert match.turn == MATCH_OVER
    assert match.result["totals"] == totals
    assert match.result["winner"] == (totals.index(max(totals)) if totals.count(max(totals)) == 1 else None)


@pytest.mark.clause("W9", "W11", "W12", "W16")
@settings(max_examples=30)
@given(every_option, st.integers(0, 2**32))
def test_the_plays_of_a_round_rise_strictly(options: dict[str, Any], seed: int) -> None:
    stream, match = random.Random(seed), Match(options)
    match.lay_out(shuffled(stream, options["four_player"]))
    seats, best, passes = len(match.points), None, 0
    while match.turn >= 0:
        words = eager(stream, sorted(match.legal))
        opening = any(act.split()[1] == "play" for act in match.table.deals[-1].acts)
        if words.startswith("play ") and not opening:
            hole = HOLE_SIZES[options["four_player"]]
            assert sorted(len(match.hand(seat)) for seat in range(seats))[-1] == HAND_SIZES[options["four_player"]] + hole
        match.say(words)
        if words.startswith("play "):
            played = kind(match.table.deals[-1].acts[-1].split()[2:])
            assert played
            assert best is None or (played[:2] == best[:2] and played.top > best.top)
            best, passes = played, 0
        elif best is not None:
            passes += 1
            best = None if passes == seats - 1 else best
    assert sum(match.points) == 0
    assert max(map(abs, match.points)) in (1, 2, 3, 4, 6, 9, 12)


def hands_as_dealt(match: Match, world: Any) -> list[list[str]]:
    """What each seat has held in a world of the match since the auction: its cards and those that it has played."""
    held = [written(world.hands[seat]) for seat in range(len(match.points))]
    for act in match.table.deals[-1].acts:
        seat, words, *cards = act.split()
        held[int(seat)] += cards if words == "play" else []
    return held


def contradicts(match: Match, world: Any) -> str:
    """What in a world can't be after all that has been said, empty if nothing.

    The landlord's own sixteen cards can't be told from the hole, so nothing is asked of them.
    """
    acts, held = [act.split() for act in match.table.deals[-1].acts], hands_as_dealt(match, world)
    opener = int(acts[0][0]) if acts else match.turn
    landlord = next((seat for seat, hand in enumerate(held) if len(hand) > HAND_SIZES[match.options["four_player"]]), -1)
    hearts = [min((ORDER.index(word[0]) for word in hand if word[1] == "H"), default=13) for hand in held]
    if any(hearts[seat] < hearts[opener] for seat in range(len(held)) if landlord not in (seat, opener)):
        return "another seat would have opened"
    called = [act[2] for act in acts if act[1] == "call"]
    if called and called[0] in held[next(int(act[0]) for act in acts if act[1] == "call")]:
        return "the landlord holds the card that he called"
    return "a seat did not dig that had to" if match.options["must_dig"] and _shirks(match, acts, held, landlord) else ""


def _shirks(match: Match, acts: list[list[str]], held: list[list[str]], landlord: int) -> bool:
    alone = match.options["four_player"] == "one_vs_three"
    highest = ["bid", "4" if alone else "3"]
    calls = [act for act in acts if act[1] in ("bid", "pass")]
    auction = calls[: next((at for at, act in enumerate(acts) if act[1] in ("play", "call")), len(acts))]
    return any(words != highest and int(seat) != landlord and digs(held[int(seat)], alone) for seat, *words in auction)


@pytest.mark.clause("W1", "W6", "WA4", "WA5")
@settings(max_examples=40)
@given(every_option, st.integers(0, 2**32))
def test_worlds_of_a_view_do_not_contradict_what_was_said(options: dict[str, Any], seed: int) -> None:
    stream, match = random.Random(seed), Match(options)
    match.lay_out(shuffled(stream, options["four_player"]))
    for _ in range(stream.randrange(25)):
        if match.turn >= 0:
            match.say(eager(stream, sorted(match.legal)))
    if match.turn < 0:
        return
    for viewer in range(len(match.points)):
        for world in worlds(DASAN, match.table.rules, match.table.view(viewer), viewer, 4, stream.randrange(2**32)):
            assert world.hands[viewer] == match.table.state.hands[viewer]
            assert contradicts(match, world) == ""


@pytest.mark.clause("W11", "W14")
@pytest.mark.parametrize("hundred", range(20))
def test_legal_plays_of_2000_random_hands_are_those_of_all_subsets(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        stream = random.Random(number)
        match = Match({"first_lead": "opener"})
        match.lay_out(shuffled(stream, "off"))
        match.act("bid 1, bid 3")
        led = None
        if number % 2:
            lead = stream.choice(sorted(match.legal))
            match.say(lead)
            led = meaning(lead)
        seat, state = match.turn, match.table.state
        hand = stream.sample(sorted(match.hand(seat)), stream.randint(1, 13))
        state.hands[seat], state.sizes[seat] = set_of(map(read, hand)), len(hand)
        if isinstance(led, Combination):
            higher = {each for each in by_trying(hand) if each[:2] == led[:2] and each.top > led.top}
            assert match.plays == {"pass"} | higher, number
        else:
            assert match.plays == by_trying(hand), number
