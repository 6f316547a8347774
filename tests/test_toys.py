"""Toys: their deals are as promised, the rules play them, the solver agrees with OpenSpiel, and equilibria are what theory says."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tefuda.core.cards import count, read, set_of
from tefuda.core.view import SPECTATOR, cut
from tefuda.games import GAMES
from tefuda.sim.deal import every_world
from tefuda.sim.toy import TOYS, begin, cards_of, deals_of
from tefuda.solve import solve

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, minimax

from exploitability import Policy, Tree, equilibrium, measured, policy, tree

ALL = [(game, toy) for game, toys in TOYS.items() for toy in toys]
SMALL = [(game, toy) for game, toy in ALL if toy not in ("calls-5", "tricks-3", "trumps-3", "cards-3")]
OPEN = [("quinto", "open-2"), ("piquet", "open-3"), ("pitch", "open-3"), ("dasan", "open-3")]


def load(game: str, toy: str) -> Any:
    return pyspiel.load_game(f"python_tefuda_{game}", {"toy": toy, "returns": "difference"})


def first(game: str, toy: str) -> tuple[Any, Any, Any]:
    """A game, its rules and one of the first positions of a toy."""
    chosen, state = TOYS[game][toy], GAMES[game].state()
    rules = GAMES[game].rules()
    begin(GAMES[game], rules, chosen, state, cards_of(chosen))
    return GAMES[game], rules, state


def positions(state: Any) -> Iterator[Any]:
    """Every position that may follow in which somebody is to act."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from positions(state.child(action))


@cache
def whole(game: str, toy: str) -> Tree:
    return tree(game, toy)


@cache
def exact(game: str, toy: str) -> tuple[Policy, dict[str, Any]]:
    """An equilibrium of a toy, and what is measured of it."""
    plays = equilibrium(whole(game, toy), 300)
    return plays, measured(whole(game, toy), "equilibrium", plays)


# ---- what is dealt


@pytest.mark.parametrize(("game", "toy"), ALL)
def test_a_view_admits_just_the_hands_that_chance_may_have_dealt(game: str, toy: str) -> None:
    played, rules, state = first(game, toy)
    deals = every_world(played, rules, cut(state, SPECTATOR), SPECTATOR, 1000)
    assert deals is not None
    assert len({tuple(deal.hands) for deal in deals}) == len(deals) == deals_of(TOYS[game][toy])
    for deal in Random(1).sample(deals, min(len(deals), 6)):
        for seat in range(played.seats(rules)):
            worlds = every_world(played, rules, cut(deal, seat), seat, 1000)
            assert worlds is not None
            alike = {tuple(each.hands) for each in deals if each.hands[seat] == deal.hands[seat]}
            assert {tuple(world.hands) for world in worlds} == alike


@pytest.mark.parametrize(("game", "toy"), ALL)
def test_chance_deals_every_lot_to_its_places(game: str, toy: str) -> None:
    state, random = load(game, toy).new_initial_state(), Random(2)
    while state.is_chance_node():
        assert sum(likely for _, likely in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(random.choice(state.legal_actions()))
    dealt = state.deal.state
    for lot in TOYS[game][toy].lots:
        cards = set_of(map(read, lot.cards.split()))
        assert {place: count(hand & cards) for place, hand in enumerate(dealt.hands) if hand & cards} == lot.places
    assert not dealt.played & sum(dealt.hands)
    assert dealt.played | sum(dealt.hands) == set_of(GAMES[game].pack(state.deal.table.rules))


@pytest.mark.parametrize(("game", "toy"), ALL)
def test_their_random_simulation_passes(game: str, toy: str) -> None:
    pyspiel.random_sim_test(load(game, toy), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "toy"), ALL)
def test_legal_is_what_refusal_accepts(game: str, toy: str) -> None:
    played, rules, state = first(game, toy)
    buffer, random = [0] * played.most_legal, Random(3)
    while played.kernel.seat(rules, state) >= 0:
        legal = buffer[: played.kernel.legal(rules, state, buffer)]
        assert legal == [action for action in range(played.actions) if not played.kernel.refusal(rules, state, action)]
        played.kernel.play(rules, state, random.choice(legal))


@pytest.mark.parametrize(
    ("game", "toy"), [("quinto", "calls-4"), ("piquet", "tricks-2"), ("pitch", "trumps-2"), ("dasan", "cards-2")]
)
def test_a_player_forgets_nothing(game: str, toy: str) -> None:
    past = dict[tuple[int, str], list[tuple[str, int]]]()

    def walk(state: Any, own: list[list[tuple[str, int]]]) -> None:
        if state.is_terminal():
            return
        turn = state.current_player()
        if turn >= 0:
            key = turn, state.information_state_string(turn)
            assert past.setdefault(key, own[turn]) == own[turn]
        for action in state.legal_actions():
            grown = [[*acts, (key[1], action)] if seat == turn else acts for seat, acts in enumerate(own)]
            walk(state.child(action), grown)

    walk(load(game, toy).new_initial_state(), [[], [], [], []])
    assert len(past) > 50


def test_a_toy_says_all_but_what_is_paid() -> None:
    game = pyspiel.load_game("python_tefuda_piquet(toy=tricks-2)")
    assert game.table.toy is TOYS["piquet"]["tricks-2"]
    assert str(pyspiel.load_game(str(game))) == str(game)
    for wrong in ({"toy": "tricks-9"}, {"toy": "tricks-2", "preset": "pagat"}, {"toy": "tricks-2", "leads_789": 0}):
        with pytest.raises(ValueError, match="toy"):
            type(game)({**game.get_parameters(), "preset": "", **wrong})


# ---- open cards: the solver and the search


class Camps:
    """A position as two camps see it, for OpenSpiel's minimax: player 0 is the solver's first camp, player 1 all others."""

    def __init__(self, state: Any, camp: tuple[int, ...]) -> None:
        self.state, self.camp = state, camp

    def is_terminal(self) -> bool:
        return bool(self.state.is_terminal())

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return int(self.state.current_player() not in self.camp)

    def player_return(self, player: int) -> float:
        """What the first camp's sides have made more than the others."""
        table, points = self.state.deal.table, [0] * 5
        sides = table.game.sides(table.rules)
        table.game.kernel.score(table.rules, self.state.deal.state, points, [0] * 5)
        ahead = sum(made if side[0] in self.camp else -made for side, made in zip(sides, points, strict=False))
        return float(ahead if player == 0 else -ahead)

    def legal_actions(self) -> list[int]:
        return list(self.state.legal_actions())

    def clone(self) -> "Camps":
        return Camps(self.state.clone(), self.camp)

    def apply_action(self, action: int) -> None:
        self.state.apply_action(action)


@pytest.mark.parametrize(("game", "toy"), [(game, toy) for game, toy in ALL if not toy.startswith("calls")])
def test_the_solver_finds_the_value_of_their_minimax(game: str, toy: str) -> None:
    random, values = Random(4), set()
    for _ in range(12):
        state = load(game, toy).new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        table = state.deal.table
        solution = solve(table.game, table.rules, state.deal.state, plain=True)
        value, _ = minimax.expectiminimax(Camps(state, solution.camp), 64, None, 0)
        assert solution.value == value
        values.add(value)
    assert len(values) > 1 or toy == "guess-2"


@pytest.mark.parametrize(("game", "toy"), OPEN)
def test_search_plays_an_equilibrium_where_nothing_unknown_matters(game: str, toy: str) -> None:
    found = whole(game, toy)
    _, best = exact(game, toy)
    for bot in ("expert", "master"):
        plays = measured(found, bot, policy(found, bot))
        assert plays["nash_conv"] == pytest.approx(0, abs=1e-6)
        assert plays["value"] == pytest.approx(best["value"], abs=0.01)
    assert measured(found, "random", policy(found, "random"))["nash_conv"] > 0.1


# ---- hidden cards: equilibria


def test_a_guess_is_worth_what_it_must_be() -> None:
    """Elder leads the ace of hearts (P17: 1), and younger keeps one of two kings without a hint: there is none to be had.

    Then elder leads the nine (1). If its king was kept, younger takes the trick (1) and the tricks are shared, 6 to 6: elder is
    1 ahead. If not, elder has 7 tricks, which score 10 (P18): he is 12 ahead. That is 6.5 on average, and to lead the nine first is
    worse: younger takes both tricks.
    """
    game = load("piquet", "guess-2")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    found = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    assert found[0] == pytest.approx(6.5, abs=0.02)
    assert exploitability.exploitability(game, average) < 0.02
    plays = measured(whole("piquet", "guess-2"), "master", policy(whole("piquet", "guess-2"), "master"))
    assert plays["value"] == pytest.approx(6.5)
    assert plays["nash_conv"] == pytest.approx(0)


def test_whoever_holds_the_highest_card_doubles() -> None:
    """A card each: the king of hearts takes the trick and the empty cachette's, 10 points (Q14, Q15), doubled 20 (Q6).

    Who holds it loses nothing by doubling at once: an opponent who redoubles pays more. To wait would be better only if an
    opponent doubled without it, which he doesn't. So each side wins 20 whenever it was dealt the king: 0 on average.
    """
    found = whole("quinto", "calls-4")
    plays, result = exact("quinto", "calls-4")
    assert result["value"] == pytest.approx(0, abs=0.01)
    assert result["nash_conv"] < 0.01
    king, kept = read("KH"), 0.0
    for key, spot in found.spots.items():
        if spot.view.hands[spot.seat] == 1 << king and spot.view.doubler < 0 and len(spot.acts) > 1:
            kept = max(kept, *(likely for number, likely in plays[key] if number == spot.acts[53]))
    assert kept < 0.01


@pytest.mark.parametrize(("game", "toy"), SMALL)
def test_their_regret_minimisation_finds_an_equilibrium(game: str, toy: str) -> None:
    found, (_, result) = whole(game, toy), exact(game, toy)
    assert -1e-6 <= result["nash_conv"] < 0.01
    assert measured(found, "random", policy(found, "random"))["nash_conv"] > 10 * result["nash_conv"]
