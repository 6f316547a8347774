"""The solver against plain minimax: the same value for every act in thousands of endings, under every mixture of house rules.

Endings come from random deals played at random down to a few cards, with scores near the end of games and matches.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest

from minimax import Minimax, best_acts, cards_left
from tefuda.core.cards import read, set_of
from tefuda.core.game import Game, Option
from tefuda.games import GAMES, dasan, piquet, pitch, quinto
from tefuda.solve import solve

ENDINGS: Final = 5_000
STAKES: Final = (0, 1, 30, 100, 1_000)
DIFFERING: Final = 0.5  # in how many endings, at least, the acts must not all be worth the same
# By game: of the endings in which they are, one in so many is kept; how many cards are left, at least and at most.
DULL_KEPT: Final = {"quinto": 4, "piquet": 4, "pitch": 16, "dasan": 4}
LEFT: Final = {"quinto": (5, 16), "piquet": (4, 11), "pitch": (4, 12), "dasan": (5, 11)}
PLAY: Final = {"quinto": quinto.Stage.PLAY, "piquet": piquet.Stage.PLAY, "pitch": pitch.Stage.PLAY, "dasan": dasan.Stage.PLAY}


class Ending(NamedTuple):
    """A position near the end of a deal: house rules, what the end of the game is worth, and the whole state."""

    rules: Any
    stakes: int
    state: Any


# ---- endings by hand, with values from the clauses


def position(game: Game, rules: Any, hands: list[str], **fields: Any) -> Any:
    """A position in the play with these hands in words and these fields; all else is as before a deal."""
    state = game.state()
    game.kernel.start(rules, state, 0)
    for name, value in {"stage": PLAY[game.name], "turn": 0, "leader": 0, **fields}.items():
        setattr(state, name, value)
    for place, hand in enumerate(hands):
        state.hands[place] = set_of(map(read, hand.split()))
        state.sizes[place] = len(hand.split())
    return state


def valued(game: Game, rules: Any, state: Any, stakes: int = 0) -> dict[str, int]:
    """What plain minimax says of every act, in words."""
    values = Minimax(game)(rules, state, stakes)
    return {game.say(rules, state, act): value for act, value in values.acts.items()}


@pytest.mark.parametrize(("factor", "values"), [(1, {"AH": -15, "2S": 60}), (2, {"AH": -20, "2S": 75})])
def test_minimax_keeps_the_ace_for_the_last_trick_of_quinto(factor: int, values: dict[str, int]) -> None:
    """AH first brings 5H at once, but 2S then loses trick 12 and the Joker in the cachette; 2S first brings all (Q9, Q12, Q14)."""
    game = GAMES["quinto"]
    hands = ["AH 2S", "KS 3S", "5H 4C", "6C 7C", "X1 JS TS 9S 8S"]
    state = position(game, game.read_rules(), hands, tricks=[5, 5], factors=[factor, factor])
    assert valued(game, game.read_rules(), state) == values


def test_minimax_counts_the_end_of_a_game_of_quinto() -> None:
    """At 235 the five of hearts ends the game before any trick points (Q16)."""
    game = GAMES["quinto"]
    state = position(
        game, game.read_rules(), ["AH 2S", "KS 3S", "5H 4C", "6C 7C", "X1 JS TS 9S 8S"], totals=[235, 0], tricks=[5, 5]
    )
    assert valued(game, game.read_rules(), state, 100)["AH"] == 120


@pytest.mark.parametrize(("tricks", "more"), [([5, 5], 0), ([6, 4], 10), ([4, 6], -10), ([10, 0], 10)])
def test_minimax_cashes_the_ace_of_piquet_first(tricks: list[int], more: int) -> None:
    """AS, then 7H to 8H: two leads against a trick won. 7H first gives the other a lead more (P17, P18)."""
    game = GAMES["piquet"]
    state = position(game, game.read_rules(), ["AS 7H", "KS 8H"], tricks=tricks, open=1)
    assert valued(game, game.read_rules(), state) == {"7H": more, "AS": 1 + more}


@pytest.mark.parametrize(("bid", "values"), [(4, {"3H": 0, "AH": 6}), (5, {"3H": -9, "AH": 6}), (8, {"3H": -12, "AH": -9})])
def test_minimax_leads_the_ace_of_pitch_and_keeps_the_three(bid: int, values: dict[str, int]) -> None:
    """The king falls under the ace, and the three stands alone; led first it loses to the king; 2H stays (T4, T16, T17)."""
    game, rules = GAMES["pitch"], GAMES["pitch"].read_rules()
    trumps = {"trump": 1, "trumps": pitch.trumps(rules, 1), "point_cards": pitch.point_cards(rules, 1)}
    auction = {"bid": pitch.BID + bid, "bidder": 0, "partner": 2, "piles": [set_of(map(read, ["JH", "JD", "X1"])), 0, 0, 0, 0]}
    state = position(game, rules, ["AH 3H", "KH", "", "2H"], **trumps, **auction)
    assert valued(game, rules, state) == values


def test_minimax_goes_out_by_the_pair_that_nobody_beats() -> None:
    """Seat 1 waits with an ace for a single; the pair of fours is safe, then the king goes out (W11, W13, W16)."""
    game, rules = GAMES["dasan"], GAMES["dasan"].read_rules()
    state = position(game, rules, ["4S 4D KH", "AS", "5S 6D"], landlord=0, bidder=0, bid=2)
    assert valued(game, rules, state) == {"play 4S": -8, "play KH": -8, "play 4S 4D": 8}


# ---- random endings


def some_rules(game: Game, chance: random.Random) -> Any:
    """House rules that go together, every option at its default or at any other of its values."""
    while True:
        try:
            return game.read_rules({option.name: _some_value(option, chance) for option in game.options})
        except ValueError:  # two of the values exclude each other
            continue


def _some_value(option: Option, chance: random.Random) -> Any:
    if option.kind == "choice":
        return chance.choice(option.choices)
    if option.kind == "flag":
        return chance.random() < 0.5
    if option.numbers:
        return chance.choice(option.numbers)
    return chance.choice([option.default, option.low, option.high, chance.randint(option.low, min(option.high, 60))])


def quinto_scores(rules: Any, state: Any, chance: random.Random) -> None:
    """A game in progress, often near 250; one in eight deals decides a tie."""
    low = chance.choice([0, 150, 200, 225])
    state.totals[:] = [5 * chance.randint(low // 5, 49) for _ in range(2)]
    if chance.random() < 0.125:
        state.tied, state.totals[:] = 1, [260, 260]
    state.games[:] = [chance.randint(0, 1) for _ in range(2)]
    state.deals = 3


def piquet_scores(rules: Any, state: Any, chance: random.Random) -> None:
    """A deal of a partie, often the last or one after a tie; or a game au cent."""
    if rules.match == piquet.Match.au_cent:
        state.totals[:] = [chance.randint(chance.choice([0, 60]), 99) for _ in range(2)]
        state.games[:] = [chance.randint(0, 2) for _ in range(2)]
        return
    state.deals = chance.choice([1, 4, 5, 5, 6, 7])
    total = chance.randint(20, 200)
    state.totals[:] = [total, total + (0 if state.deals == 6 else chance.randint(-25, 25))]


def pitch_scores(rules: Any, state: Any, chance: random.Random) -> None:
    """Totals below the target, often close to it or below zero."""
    for side in range(len(pitch.PITCH.sides(rules))):
        state.totals[side] = rules.target - chance.choice([chance.randint(1, 12), chance.randint(1, 80)])
    state.deals = 2


def dasan_scores(rules: Any, state: Any, chance: random.Random) -> None:
    """Payments of earlier deals, often with one deal to come, and tallies near 20."""
    seats = pitch.MOST_PLAYERS - 1 if rules.four_player else 3
    for seat in range(seats - 1):
        state.totals[seat] = 2 * chance.randint(-6, 6)
    state.totals[seats - 1] = -sum(state.totals[: seats - 1])
    state.tally[:] = [chance.randint(-5, 19) if seat < seats else 0 for seat in range(4)]
    state.deals = chance.choice([0, rules.deals - 1]) if rules.match == dasan.Match.deals else 5
    state.out = chance.randrange(seats)  # who deals next (W5)


SCORES: Final[dict[str, Callable[[Any, Any, random.Random], None]]] = {
    "quinto": quinto_scores,
    "piquet": piquet_scores,
    "pitch": pitch_scores,
    "dasan": dasan_scores,
}


def endings(game: Game, seed: int) -> Iterator[Ending]:
    """Endings without end; in each the seat to act has a choice."""
    chance = random.Random(seed)
    while True:
        rules, left = some_rules(game, chance), chance.randint(*LEFT[game.name])
        state = played_down(game, rules, left, chance)
        if state is not None:
            yield Ending(rules, chance.choice(STAKES), state)


def played_down(game: Game, rules: Any, left: int, chance: random.Random) -> Any:
    """A random deal after random acts, with so many cards left or somewhat fewer; None where it was over before."""
    kernel, buffer = game.kernel, [0] * game.most_legal
    state: Any = game.state()
    kernel.start(rules, state, chance.randrange(game.seats(rules)))
    SCORES[game.name](rules, state, chance)
    cards = list(game.pack(rules))
    chance.shuffle(cards)
    kernel.deal(rules, state, cards)
    while kernel.seat(rules, state) >= 0:
        found = kernel.legal(rules, state, buffer)
        if found > 1 and state.stage == PLAY[game.name] and cards_left(game, rules, state) <= left:
            return state
        kernel.play(rules, state, buffer[chance.randrange(found)])
    return None


def line_of_best_acts(game: Game, ending: Ending, value: int, chance: random.Random) -> Any:
    """Plays a best act of the solver's at every turn, whichever camp's it is; returns the state after the deal."""
    rules, stakes, state = ending.rules, ending.stakes, ending.state.copy()
    while game.kernel.seat(rules, state) >= 0:
        solution = solve(game, rules, state, stakes)
        assert solution.value == value, (ending, state)
        best = [act for act, worth in solution.acts.items() if worth == value]
        game.kernel.play(rules, state, chance.choice(best))
    return state


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_solver_agrees_with_plain_minimax(game: Game) -> None:
    plain, chance, done, differing = Minimax(game), random.Random(7), 0, 0
    for number, ending in enumerate(endings(game, 29)):
        values = plain(ending.rules, ending.state, ending.stakes)
        differ = len(best_acts(values)) < len(values.acts)
        if not differ and number % DULL_KEPT[game.name]:
            continue
        solution = solve(game, ending.rules, ending.state, ending.stakes)
        assert (solution.value, solution.acts) == (values.value, values.acts), ending
        after = line_of_best_acts(game, ending, values.value, chance)
        assert plain.paid(ending.rules, ending.state, after, ending.stakes) == values.value, ending
        done, differing = done + 1, differing + differ
        if done == ENDINGS:
            break
    assert differing >= DIFFERING * ENDINGS


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_first_camp_is_named(game: Game) -> None:
    plain = Minimax(game)
    for _, ending in zip(range(100), endings(game, 31)):
        assert sum(1 << seat for seat in solve(game, ending.rules, ending.state).camp) == plain.camp(ending.rules, ending.state)
