"""Da San's engine passes the public contract with every combination of house rules, and its own promises hold."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest

from tefuda.core import chance
from tefuda.core.cards import WORDS, count, holds, members, read, set_of
from tefuda.core.state import PUBLIC
from tefuda.core.view import cut
from tefuda.games.dasan import (
    ACTIONS,
    DASAN,
    HEARTS,
    HOLE,
    MOST_LEGAL,
    PASS,
    PLAYS,
    RUNS,
    WITH_CALLED,
    DasanState,
    Stage,
    bottom_of,
    called_card,
    cards_too_many,
    combination,
    kind_of,
    length_of,
    places_with,
)
from tefuda.play.table import Table
from tefuda.sim.deal import worlds
from tefuda.testing import CHECKS, ContractError, check_game, check_views, positions

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "first_lead": ("landlord", "opener"),
    "opener_bid": ("exactly_1", "at_least_1"),
    "rebid": (True, False),
    "hole": ("hidden", "shown"),
    "must_dig": (False, True),
    "four_player": ("off", "called_partner", "one_vs_three"),
}
MATCHES: Final = ({"match": "deals", "deals": 1}, {"match": "target20"})
DRAW: Final = random.Random(20)
SETTINGS: Final = [  # every combination with a match of one deal and one to twenty, then random ones of two to five deals
    *(dict(zip(CHOICES, values, strict=True)) | match for values in product(*CHOICES.values()) for match in MATCHES),
    *({name: DRAW.choice(values) for name, values in CHOICES.items()} | {"deals": DRAW.randint(2, 5)} for _ in range(24)),
]


def checks_for(number: int) -> Iterator[Callable[..., None]]:
    """All checks; the slow ones of single answers for every fifth setting, whole matches to twenty for a few."""
    for check in CHECKS:
        whole_match = check.__name__ in ("check_end", "check_seed", "check_record")
        if check.__name__ in ("check_compiled", "check_legal"):
            wanted = number % 5 == 0
        else:
            wanted = not whole_match or SETTINGS[number].get("match") != "target20" or number % 31 == 0
        if wanted:
            yield check


def rules_of(**options: Any) -> Any:
    return DASAN.read_rules(options)


# ---- the contract


@pytest.mark.parametrize("preset", DASAN.presets)
def test_every_preset_passes(preset: str) -> None:
    check_game(DASAN, DASAN.read_rules(preset=preset), seed=7, deals=6)


@pytest.mark.parametrize("part", range(12))
def test_every_combination_of_house_rules_passes(part: int) -> None:
    for number in range(part, len(SETTINGS), 12):
        for check in checks_for(number):
            check(DASAN, rules_of(**SETTINGS[number]), number, 1)


def opened(*names: str) -> Any:
    """The game with these fields seen by all."""

    class Open(DasanState):
        pass

    Open.FIELDS = tuple(each._replace(sight=PUBLIC) if each.name in names else each for each in DasanState.FIELDS)
    return replace(DASAN, state=Open)


@pytest.mark.parametrize("field", ["hands", "dug"])
def test_a_leak_in_a_field_is_caught(field: str) -> None:
    with pytest.raises((ContractError, ValueError)):  # views of twin deals differ, or there is no twin with what is seen
        check_views(opened(field), rules_of(), 1, 6)


def test_naming_the_partner_too_early_is_caught() -> None:
    def indiscreet(rules: Any, state: Any, action: int) -> None:
        DASAN.kernel.play(rules, state, action)
        if state.called >= 0 > state.partner:
            state.partner = next(seat for seat in range(4) if holds(state.hands[seat], state.called))

    def unaware(rules: Any, state: Any, seat: int, may: Any) -> None:
        blind = state.copy()
        blind.partner = state.partner if state.played & called_card(state) else -1
        DASAN.kernel.possible(rules, blind, seat, may)

    broken = replace(DASAN, kernel=DASAN.kernel._replace(play=indiscreet, possible=unaware))
    with pytest.raises(ContractError, match="views of twin deals"):
        check_views(broken, rules_of(four_player="called_partner"), 1, 6)


def test_an_order_of_suits_that_everybody_knows_is_caught() -> None:
    def spades_first(rules: Any, state: Any, pack: Any) -> None:
        DASAN.kernel.deal(rules, state, pack)
        state.order = [0] * 13

    broken = replace(DASAN, kernel=DASAN.kernel._replace(deal=spades_first), same_chance=None)
    with pytest.raises(ContractError, match="views of twin deals"):
        check_views(broken, rules_of(), 1, 6)


@pytest.mark.clause("WA5")
def test_forgetting_who_did_not_dig_is_caught() -> None:
    broken = replace(DASAN, kernel=DASAN.kernel._replace(agrees=lambda _rules, _world, _seat: True))
    with pytest.raises(ContractError, match="contradicts what has been done"):
        check_views(broken, rules_of(must_dig=True), 1, 30)


# ---- actions


def test_every_combination_has_one_number() -> None:
    shapes = {(kind_of(play), length_of(play), bottom_of(play)) for play in range(PLAYS)}
    runs = {(kind, length, bottom) for kind in range(1, 5) for length in range(3, 11) for bottom in range(11 - length)}
    assert len(runs) == 4 * RUNS
    assert shapes == runs | {(kind, 1, place) for kind in range(1, 5) for place in range(13)}
    assert all(combination(kind_of(play), length_of(play), bottom_of(play)) == play for play in range(PLAYS))
    assert ACTIONS <= 512


def on_lead(cards: int, called: int = -1) -> DasanState:
    """A state in which seat 0 leads with these cards."""
    state = DasanState()
    DASAN.kernel.start(rules_of(), state, 0)
    state.stage, state.turn, state.called = Stage.PLAY, 0, called
    state.hands[0], state.sizes[0] = cards, count(cards)
    return state


def legal(state: DasanState, **options: Any) -> list[int]:
    buffer = [-1] * MOST_LEGAL
    return buffer[: DASAN.kernel.legal(rules_of(**options), state, buffer)]


def runs(ranks: int) -> int:
    """How many runs so many ranks in a row hold: one of all of them, two of one fewer ... down to three ranks."""
    return sum(ranks + 1 - length for length in range(3, ranks + 1))


def partitions(cards: int, parts: int, most: int) -> Iterator[list[int]]:
    """All ways to write a number as so many whole numbers, none larger than the one before."""
    if parts == 0:
        if cards == 0:
            yield []
        return
    for first in range(min(cards, most), -1, -1):
        for rest in partitions(cards - first, parts - 1, first):
            yield [first, *rest]


def test_no_hand_has_more_legal_actions_than_the_game_says() -> None:
    # With n ranks of which there are at least k cards, the combinations of kind k are at most n and the runs of n ranks in a row
    # (of ten, where n is more). The numbers n of the four kinds add up to the cards of the hand.
    def combinations(ranks: int) -> int:
        return ranks + runs(min(ranks, 10))

    most = max(sum(map(combinations, kinds)) for kinds in partitions(20, 4, 13))
    assert most == MOST_LEGAL

    # With a called card there are thirteen cards; a run through one of n ranks in a row lacks those left of it or right of it.
    def through(ranks: int) -> int:
        row = min(ranks, 10)
        return min(ranks, 1) + max((runs(row) - runs(left) - runs(row - 1 - left) for left in range(row)), default=0)

    assert max(sum(combinations(each) + through(each) for each in kinds) for kinds in partitions(13, 4, 13)) <= MOST_LEGAL
    assert MOST_LEGAL >= 52 - 13  # cards to call


@pytest.mark.clause("W14")
def test_twenty_cards_of_ten_pairs_have_most_combinations() -> None:
    ten_pairs = set_of(read(rank + suit) for rank in "456789TJQK" for suit in "SD")
    # Ten singles and ten pairs, and 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1 runs of either.
    assert len(legal(on_lead(ten_pairs))) == 10 + 10 + 36 + 36


def test_random_hands_of_twenty_cards_stay_below_the_most() -> None:
    draw = random.Random(5)
    for _ in range(500):
        cards = set_of(draw.sample(range(52), 20))
        actions = legal(on_lead(cards))
        assert len(actions) == len(set(actions)) <= MOST_LEGAL
        assert actions == sorted(actions)


def words(state: DasanState) -> list[str]:
    return [DASAN.say(rules_of(), state, action) for action in legal(state)]


@pytest.mark.clause("W1")
def test_the_pack_decides_which_cards_of_a_rank_leave() -> None:
    pack, rules, state = chance.deal_order("suits", 0, 52), rules_of(), DasanState()
    DASAN.kernel.start(rules, state, 0)
    DASAN.kernel.deal(rules, state, pack)
    state.stage, state.turn, state.hands[0] = Stage.PLAY, 0, (1 << 52) - 1
    written_pack = [WORDS[card] for card in pack]
    for rank, higher in zip("456789TJQKA23", "56789TJQKA234", strict=True):
        suits = [word[1] for word in written_pack if word[0] == higher]
        for number, kind in enumerate(("single", "pair", "triple", "quad"), 1):
            action = DASAN.hear(rules, state, " ".join(["play", *(rank + suit for suit in "SHDC"[:number])]))
            wanted = sorted((rank + suit for suit in suits[:number]), key=lambda word: "SHDC".index(word[1]))
            assert DASAN.say(rules, state, action) == " ".join(["play", *wanted]), kind


def test_cards_are_heard_in_any_order_and_with_any_suits_of_the_hand() -> None:
    state = on_lead(set_of(map(read, ["4C", "4H", "4D", "5D", "6S"])))
    assert words(state) == ["play 4H", "play 5D", "play 6S", "play 6S 4H 5D", "play 4H 4D", "play 4H 4D 4C"]
    assert DASAN.hear(rules_of(), state, "play 4C") == DASAN.hear(rules_of(), state, "play 4H")
    assert DASAN.hear(rules_of(), state, "play 5D 4C 6S") == combination(1, 3, 0)


def test_the_called_card_is_played_or_kept_as_the_player_likes() -> None:
    state = on_lead(set_of(map(read, ["4S", "4H", "4C", "5D", "6S"])), called=read("4H"))
    with_it = ["play 4H", "play 6S 4H 5D", "play 4S 4H", "play 4S 4H 4C"]
    assert words(state) == ["play 4S", "play 5D", "play 6S", "play 6S 4S 5D", "play 4S 4C", *with_it]
    for action in legal(state):
        assert DASAN.hear(rules_of(), state, DASAN.say(rules_of(), state, action)) == action
        assert ("4H" in DASAN.say(rules_of(), state, action)) == (WITH_CALLED <= action < PASS)


@pytest.mark.parametrize("four_player", CHOICES["four_player"])
def test_every_legal_act_is_heard_as_it_is_said(four_player: str) -> None:
    rules, buffer = rules_of(four_player=four_player), [0] * MOST_LEGAL
    for position in positions(DASAN, rules, 11, 4):
        acts = [DASAN.say(rules, position.state, action) for action in legal(position.state, four_player=four_player)]
        assert len(acts) == len(set(acts))
        for words_, action in zip(acts, buffer[: DASAN.kernel.legal(rules, position.state, buffer)], strict=True):
            head, *cards = words_.split(" ")
            assert DASAN.hear(rules, position.state, " ".join([head, *reversed(cards)])) == action


@pytest.mark.parametrize(
    ("act", "reason", "clause"),
    [
        ("play 4S 5S", "no_combination", "W14"),
        ("play 4S 4H 5S 5H", "no_combination", "W14"),
        ("play 4S 4H 5S 6S", "no_combination", "W14"),
        ("play 4S 4H 4D 4C KS", "no_combination", "W14"),
        ("play QS KS AS", "no_combination", "W14"),
        ("play AS 2S 3S", "no_combination", "W14"),
        ("play 4C 5C", "not_held", "W4"),
        ("play TS", "not_held", "W4"),
        ("pass", "leader_plays", "W11"),
        ("bid 2", "auction_over", "W8"),
        ("call 9C", "no_call", "W1"),
    ],
)
def test_what_a_leader_may_not_do(act: str, reason: str, clause: str) -> None:
    state = on_lead(set_of(map(read, ["4S", "4H", "4D", "4C", "5S", "5H", "6S", "QS", "KS", "AS", "2S", "3S"])))
    refused = DASAN.kernel.refusal(rules_of(), state, DASAN.hear(rules_of(), state, act))
    assert DASAN.refusal_name(refused) == reason
    assert DASAN.refusal_clauses[refused] == clause


@pytest.mark.parametrize(
    "act", ["", "play", "play ", "play 4S 4S", "play X1", "play 4s", "bid", "bid 0", "bid 5", "call", "call X1", "Pass"]
)
def test_other_words_name_no_act(act: str) -> None:
    with pytest.raises(KeyError):
        DASAN.hear(rules_of(), on_lead(1 << read("4S")), act)


# ---- points, and what a seat knows


@pytest.mark.parametrize("preset", DASAN.presets)
def test_the_happenings_of_a_deal_explain_all_its_points(preset: str) -> None:
    rules, stream = DASAN.read_rules({"deals": 6}, preset), chance.stream(3)
    table = Table(DASAN, rules, dealer=1)
    for deal in range(6):
        table.deal(chance.deal_order("points", deal, 52))
        points = [0] * len(table.sides)
        while table.turn >= 0:
            acts = table.legal
            for happening in table.act(table.turn, acts[chance.pick(stream, len(acts))]):
                points[happening.side] += happening.points
                assert not happening.points or happening.clause == "W16"
        assert points == table.deals[-1].points
        assert any(points)
        if table.turn == -2:
            break


def dealt(seed: int, **options: Any) -> DasanState:
    """A state after a deal."""
    state = DasanState()
    DASAN.kernel.start(rules_of(**options), state, 0)
    DASAN.kernel.deal(rules_of(**options), state, chance.deal_order("dealt", seed, 52))
    return state


def dug_in(state: Any) -> list[int]:
    """Which cards each seat took from the hole, in a view or a world."""
    return list(state.dug)


def knows(state: DasanState, seat: int, **options: Any) -> list[int]:
    """What each place may hold in the view of a seat."""
    may = [0] * 5
    DASAN.kernel.possible(rules_of(**options), cut(state, seat), seat, may)
    return may


@pytest.mark.clause("W6")
def test_everybody_knows_the_hearts_that_made_the_opener() -> None:
    found = set()
    for seed in range(60):
        state = dealt(seed)
        found.add(state.opening)
        lower = [read(rank + "H") for rank in "4567" if read(rank + "H") < state.opening]
        assert holds(state.hands[state.opener], state.opening)
        assert all(holds(state.hands[HOLE], card) for card in lower)
        other = (state.opener + 1) % 3
        may = knows(state, other)
        assert [place for place in range(5) if holds(may[place], state.opening)] == [state.opener]
        for card in lower:
            assert [place for place in range(5) if holds(may[place], card)] == [HOLE]
    assert {read("4H"), read("5H")} <= found


@pytest.mark.clause("WA4")
def test_shown_cards_of_the_hole_are_known_to_be_the_landlords_and_hidden_ones_are_not() -> None:
    for hole in CHOICES["hole"]:
        state, options = dealt(1, hole=hole, opener_bid="at_least_1"), {"hole": hole, "opener_bid": "at_least_1"}
        taken, landlord = state.hands[HOLE], state.opener
        DASAN.kernel.play(rules_of(**options), state, DASAN.hear(rules_of(**options), state, "bid 3"))
        other, third = (landlord + 1) % 3, (landlord + 2) % 3
        secret = taken & ~HEARTS
        assert state.dug[landlord] == taken
        assert (knows(state, other, **options)[third] & secret == 0) == (hole == "shown")
        assert knows(state, other, **options)[landlord] & taken == taken
        assert dug_in(cut(state, other)) == [0] * 4


@pytest.mark.clause("WA5")
@pytest.mark.parametrize(
    ("cards", "four_player", "digs"),
    [
        ("3S 3H 3D", "off", True),
        ("3S 3H 2S 2H", "off", True),
        ("3S 3H 2S", "off", False),
        ("3S 2S 2H 2D 2C", "off", False),
        ("3S 3H 4H", "off", False),
        ("3S 3H 3D", "one_vs_three", True),
        ("3S 3H 4H", "one_vs_three", True),
        ("3S 3H 2S 2H", "one_vs_three", False),
        ("3S 3H 4H", "called_partner", False),
        ("3S 3H 2S 2H", "called_partner", True),
    ],
)
def test_which_hands_must_dig(cards: str, four_player: str, digs: bool) -> None:
    assert (cards_too_many(rules_of(four_player=four_player), set_of(map(read, cards.split()))) > 0) == digs


@pytest.mark.clause("WA5")
@pytest.mark.parametrize("four_player", CHOICES["four_player"])
def test_sampled_worlds_never_hold_a_hand_that_should_have_dug(four_player: str) -> None:
    options = {"must_dig": True, "four_player": four_player, "first_lead": "opener"}
    rules, seen = rules_of(**options), 0
    for position in positions(DASAN, rules, 2, 12):
        state = position.state
        if len(position.acts) % 9 == 8:
            viewer = len(position.acts) % DASAN.seats(rules)
            for world in worlds(DASAN, rules, cut(state, viewer), viewer, 3, len(position.acts)):
                hands = DASAN.dealt(rules, world) if DASAN.dealt else []
                declined = [hand for seat, hand in enumerate(hands[:4]) if state.declined[seat]]
                assert all(cards_too_many(rules, hand) == 0 for hand in declined)
                seen += len(declined)
    assert seen > 100


def test_the_cards_that_a_world_says_were_dug_are_any_four_that_fit() -> None:
    state = dealt(1, opener_bid="at_least_1")
    rules = rules_of(opener_bid="at_least_1")
    DASAN.kernel.play(rules, state, DASAN.hear(rules, state, "bid 3"))
    landlord, other = state.landlord, (state.landlord + 1) % 3
    found = 0
    for world in worlds(DASAN, rules, cut(state, other), other, 40, 1):
        taken = dug_in(world)[landlord]
        assert count(taken) == 4
        assert taken & ~world.hands[landlord] == 0
        assert not holds(taken, state.opening)
        found |= taken
    assert count(found) > 25
    mine = next(iter(worlds(DASAN, rules, cut(state, landlord), landlord, 1, 1)))
    assert dug_in(mine) == state.dug


def test_the_state_is_small() -> None:
    assert 8 * DasanState.width() < 1024


def test_places_with_counts_ranks_as_a_count_of_cards_does() -> None:
    draw = random.Random(9)
    for _ in range(300):
        cards = set_of(draw.sample(range(52), draw.randrange(21)))
        ranks = ["23456789TJQKA"[card % 13] for card in members(cards)]
        for kind in range(1, 5):
            wanted = {place for place, rank in enumerate("456789TJQKA23") if ranks.count(rank) >= kind}
            assert set(members(places_with(cards, kind))) == wanted
