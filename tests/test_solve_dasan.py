"""Da San's guide for the solver: its position plays as the game does, its bounds hold, its keys forget only what can't matter."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tefuda.core.cards import read, set_of
from tefuda.games.dasan import DASAN, PASS, PLAYS, WITH_CALLED, DasanState, Stage
from tefuda.solve import dasan, solve, takes_rest
from test_solve import endings, some_rules

KERNEL: Final = DASAN.kernel


def laid(rules: Any, state: DasanState) -> dasan.DasanPosition:
    """The solver's position of a state."""
    position = dasan.DasanPosition()
    dasan.lay(rules, state, position)
    return position


def at_table(hands: str, turn: int, landlord: int, **fields: Any) -> tuple[Any, DasanState]:
    """A position on the lead: three hands separated by `|`, all other cards played."""
    rules, state = DASAN.read_rules(), DasanState()
    KERNEL.start(rules, state, 0)
    state.stage, state.turn, state.landlord, state.bidder, state.bid = Stage.PLAY, turn, landlord, landlord, 1
    for place, hand in enumerate(hands.split("|")):
        state.hands[place] = set_of(map(read, hand.split()))
        state.sizes[place] = len(hand.split())
    state.played = (1 << 52) - 1 & ~sum(state.hands)
    for name, value in fields.items():
        setattr(state, name, value)
    return rules, state


def key(hands: str, turn: int = 0, landlord: int = 0, **fields: Any) -> int:
    """The key of a position."""
    rules, state = at_table(hands, turn, landlord, **fields)
    return dasan.key(rules, laid(rules, state))


def random_plays(deals: int) -> Iterator[tuple[Any, DasanState, random.Random]]:
    """Random deals under mixtures of all options, each as its play begins."""
    buffer = [0] * DASAN.most_legal
    for deal in range(deals):
        luck, state = random.Random(deal), DasanState()
        rules = some_rules(DASAN, luck)
        pack = list(range(52))
        luck.shuffle(pack)
        KERNEL.start(rules, state, 0)
        KERNEL.deal(rules, state, pack)
        while state.stage != Stage.PLAY:
            KERNEL.play(rules, state, buffer[luck.randrange(KERNEL.legal(rules, state, buffer))])
        yield rules, state, luck


def acts(rules: Any, state: Any, legal: Any) -> list[int]:
    """The legal acts of a state or position."""
    buffer = [0] * DASAN.most_legal
    return buffer[: legal(rules, state, buffer)]


@pytest.mark.clause("W11", "W12", "W13", "W14")
def test_the_position_plays_as_the_game_does_and_leaves_out_passes_without_a_choice() -> None:
    """A position laid anew has the game's acts in the game's order; one that is played on has those without the called card."""
    compared, left_out = 0, 0
    for rules, state, luck in random_plays(60):
        position = laid(rules, state)
        while state.out < 0:
            legal = acts(rules, state, KERNEL.legal)
            assert acts(rules, laid(rules, state), dasan.legal) == legal
            act = luck.choice(legal)
            if legal == [PASS] and position.turn != state.turn:
                left_out += 1
                KERNEL.play(rules, state, act)
                continue
            assert position.turn == state.turn
            plain = {each - WITH_CALLED if WITH_CALLED <= each < WITH_CALLED + PLAYS else each for each in legal}
            assert {each % WITH_CALLED if each < PASS else each for each in acts(rules, position, dasan.legal)} == plain
            KERNEL.play(rules, state, act)
            dasan.play(rules, position, act)
            compared += 1
        assert dasan.seat(rules, position) < 0
        assert position.out == state.out
        assert dasan.worth(rules, position, 0) == sum(
            points if position.camp >> seat & 1 else -points for seat, points in enumerate(state.points)
        )
    assert compared > 1000
    assert left_out > 300


def test_the_bounds_hold_and_are_often_tight() -> None:
    """Of 300 endings; where a bound says that the deal is decided, the solved value agrees."""
    decided = 0
    for _, ending in zip(range(300), endings(DASAN, 5)):
        rules, position = ending.rules, laid(ending.rules, ending.state)
        low, high = dasan.least(rules, position, ending.stakes), dasan.most(rules, position, ending.stakes)
        assert low <= solve(DASAN, rules, ending.state, ending.stakes).value <= high
        decided += low == high
    assert decided > 60


@pytest.mark.clause("W11")
@pytest.mark.parametrize(
    ("hand", "others", "sure"),
    [
        ("3S 2S 4H", "AS KS", True),  # two singles that nobody beats, then the last one
        ("3S 5S 4H", "AS KS", False),  # two that are beaten
        ("4H 4S 9D", "AS KS", True),  # nobody has a pair
        ("4H 4S 9D", "AS AD", False),
        ("4H 5S 6D 9D", "AS KS TD", True),  # nobody has a run of three
        ("4H 5S 6D 9D", "TS JS QD", False),
        ("4H 4S 5S 5D 6D 6C 9D", "TS TD JS", True),  # a run of pairs
        ("4H 5S 6D 7D 9D JD", "AS KS TD", False),  # a run, and two that are beaten
    ],
)
def test_a_hand_that_goes_out_alone_is_seen_without_a_search(hand: str, others: str, sure: bool) -> None:
    rules, state = at_table(f"{hand} | {others} | 5H 7H", turn=0, landlord=0)
    position = laid(rules, state)
    assert dasan.goes_out(position) is sure
    assert (dasan.least(rules, position, 0) == dasan.most(rules, position, 0)) is sure


def test_an_ally_beats_nobody() -> None:
    """Seat 2 holds higher cards, but the landlord, seat 0, does not."""
    rules, state = at_table("5S 5D | 9S 8H | 3S 2S 3D 2D", turn=1, landlord=0)
    assert dasan.goes_out(laid(rules, state))


def test_keys_are_equal_where_only_names_of_ranks_differ() -> None:
    assert key("4S 9D | 5S JS | 6S 8S") == key("4C 9H | 6S QS | 7H 8H")  # no run: only the order counts
    assert key("4S AD | KS JS | 6S 2S") == key("4S 2D | AS JS | 6S 3S")
    assert key("4S 5D 6C AD | KS JS | 8S QS") == key("4S 5D 6C 2D | KS JS | 9S QS")  # one gap is as good as two


def test_keys_differ_where_anything_that_counts_does() -> None:
    base = "4S 5D 6C AD | KS JS | 8S QS"
    others = [
        key("4S 5D 7C AD | KS JS | 8S QS"),  # the run is gone
        key("4S 5D 6C KD | QS JS | 8S TS"),  # the single joins the ranks of the runs
        key("4S 4D 6C AD | KS JS | 8S QS"),
        key("AD 5D 6C 4S | 8S QS | KS JS"),
        key(base, turn=1),
        key(base, landlord=1),
        key(base, bid=2),
        key(base, length=1, kind=1, bottom=0, winning=1),
        key(base, length=1, kind=1, bottom=6, winning=1),
        key(base, length=1, kind=1, bottom=0, winning=2),
    ]
    assert len({key(base), *others}) == len(others) + 1
    assert key(base, length=1, kind=1, bottom=5, winning=1) == key(
        base, length=1, kind=1, bottom=6, winning=1
    )  # JS and QS beat both


def test_a_small_gap_between_runs_is_kept() -> None:
    assert key("4S 5D 6C 8D | KS | TS") != key("4S 5D 6C 7D | KS | TS")


@pytest.mark.clause("W1")
def test_with_or_without_the_called_card_an_act_is_worth_the_same() -> None:
    rules, state = at_table("3S 4D 5S 5D | 6H 6S 6D 9C | 8S TS", turn=1, landlord=0)
    rules = DASAN.read_rules({"four_player": "called_partner"})
    state.called = read("6H")
    solution = solve(DASAN, rules, state)
    assert solution.camp == (0, 1)
    twins = [act for act in solution.acts if WITH_CALLED <= act < WITH_CALLED + PLAYS]
    assert twins
    assert all(solution.acts[act] == solution.acts[act - WITH_CALLED] for act in twins if act - WITH_CALLED in solution.acts)


def test_a_claim_is_about_the_deal() -> None:
    rules, state = at_table("3S 2S 4H | AS | 5H", turn=0, landlord=0)
    words = {DASAN.say(rules, state, act) for act in takes_rest(DASAN, rules, state)}
    assert words == {"play 3S", "play 2S"}


def test_plain_and_compiled_agree() -> None:
    for _, ending in zip(range(30), endings(DASAN, 8)):
        plain = solve(DASAN, ending.rules, ending.state, ending.stakes, plain=True)
        assert plain == solve(DASAN, ending.rules, ending.state, ending.stakes)
