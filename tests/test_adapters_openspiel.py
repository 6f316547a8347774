"""OpenSpiel: its own tests and bots run on every game and preset; secrets, chance and resampling are as promised."""

import gc
from random import Random
from typing import Any

import numpy as np
import pytest

from tefuda.core.cards import members, written
from tefuda.core.view import cut
from tefuda.games import GAMES

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

from tefuda.adapters.openspiel import MOST_ACTS, DealGame

PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


def load(game: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_tefuda_{game}", parameters)


def after(game: Any, acts: int, seed: int) -> Any:
    """A deal after so many random acts, or at its end."""
    random, state = Random(seed), game.new_initial_state()
    while state.is_chance_node():
        cards, likely = zip(*state.chance_outcomes())
        state.apply_action(random.choices(cards, likely)[0])
    for _ in range(acts):
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return state


def some(game: str, preset: str) -> list[Any]:
    """Positions of some deals at which somebody is to act."""
    loaded = load(game, preset=preset)
    found = [after(loaded, acts, seed) for seed, acts in enumerate((0, 1, 5, 9, 14, 20, 30, 37))]
    return [state for state in found if not state.is_terminal()]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_random_simulation_passes(game: str, preset: str) -> None:
    pyspiel.random_sim_test(load(game, preset=preset), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_their_random_simulation_passes_with_differences(game: str) -> None:
    pyspiel.random_sim_test(load(game, returns="difference"), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_their_playthrough_can_be_repeated(game: str) -> None:
    acts = after(load(game), MOST_ACTS, seed=3).history()
    text = generate_playthrough.playthrough(f"python_tefuda_{game}", acts)
    assert f"NumPlayers() = {load(game).num_players()}" in text
    assert "IsTerminal() = True" in text
    assert f"Returns() = {after(load(game), MOST_ACTS, seed=3).returns()}".replace(".0", "") in text.replace(".0", "")


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_uniform_bots_play_a_deal(game: str, preset: str) -> None:
    loaded, random = load(game, preset=preset, returns="difference"), np.random.RandomState(1)
    bots = [uniform_random.UniformRandomBot(player, random) for player in range(loaded.num_players())]
    returns = evaluate_bots.evaluate_bots(loaded.new_initial_state(), bots, random)
    assert abs(sum(returns)) < 1e-9


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_their_tree_search_over_hidden_hands_plays(game: str, preset: str) -> None:
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(load(game, preset=preset), mcts.RandomRolloutEvaluator(1, random), 50.0, 12, random_state=random)
    for state in some(game, preset)[1:5:2]:
        assert bot.step(state) in state.legal_actions()


def test_their_regret_minimisation_runs() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("piquet", returns="difference"))
    solver.iteration()
    assert isinstance(solver.average_policy(), policy.Policy)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_chance_deals_the_whole_pack(game: str, preset: str) -> None:
    loaded = load(game, preset=preset)
    state = after(loaded, 0, seed=1)
    assert sorted(state.history()) == sorted(GAMES[game].pack(loaded.table.rules))
    assert loaded.max_chance_nodes_in_history() == len(state.history())


def test_chance_deals_hand_by_hand() -> None:
    state = after(load("quinto", dealer=3), 0, seed=1)
    dealt = state.history()
    for player in range(4):
        hand = dealt[12 * player : 12 * player + 12]
        assert hand == sorted(hand)
        words = " ".join(written(sum(1 << card for card in hand)))
        assert f"hands: {words}" in state.observation_string(player).split("\n")
    assert state.current_player() == 0


@pytest.mark.parametrize(("dealer", "first"), [(-1, 0), (0, 1), (2, 3)])
def test_who_deals_is_a_parameter(dealer: int, first: int) -> None:
    assert after(load("quinto", dealer=dealer), 0, seed=1).current_player() == first


def test_rules_are_parameters_that_leave_a_preset_as_it_is() -> None:
    assert load("pitch", preset="pawnee").num_players() == 5
    assert load("pitch", preset="pawnee").table.rules.target == 42
    assert load("pitch", preset="pawnee", target=30).table.rules.target == 30
    assert load("pitch", players=5, dirty=True).table.rules == GAMES["pitch"].read_rules({"players": 5, "dirty": True})
    named = pyspiel.load_game("python_tefuda_piquet(match=au_cent,younger_min=1)")
    assert named.table.rules == GAMES["piquet"].read_rules({"match": "au_cent", "younger_min": 1})
    assert pyspiel.load_game(str(named)).table.rules == named.table.rules


@pytest.mark.parametrize("wrong", [{"preset": "club"}, {"dealer": 4}, {"returns": "win"}, {"suit_order": "shdc"}])
def test_a_wrong_parameter_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no preset|no seat|can't be"):
        type(load("quinto"))({**load("quinto").get_parameters(), **wrong})


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_returns_are_the_points_of_the_deal(game: str, preset: str) -> None:
    tefuda, rules = GAMES[game], GAMES[game].read_rules(preset=preset)
    sides = tefuda.sides(rules)
    for seed in range(4):
        end = after(load(game, preset=preset), MOST_ACTS, seed)
        points = [0] * len(sides)
        tefuda.kernel.score(rules, end.deal.state, points, [0] * len(sides))
        side_of = {seat: side for side, members_ in enumerate(sides) for seat in members_}
        assert end.returns() == [points[side_of[seat]] for seat in range(end.num_players())]
        others = {seat: (sum(points) - points[side]) / (len(sides) - 1) for seat, side in side_of.items()}
        difference = after(load(game, preset=preset, returns="difference"), MOST_ACTS, seed).returns()
        assert difference == pytest.approx([now - others[seat] for seat, now in enumerate(end.returns())])


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_resampled_deal_cannot_be_told_from_the_real_one(game: str, preset: str) -> None:
    different = 0
    for state in some(game, preset):
        player = state.current_player()
        for number in (0.1, 0.6):
            world = state.resample_from_infostate(player, lambda number=number: number)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions() == state.legal_actions()
            assert world.history() == []
            different += world.deal.state.hands != state.deal.state.hands
            while not world.is_terminal():
                world.apply_action(world.legal_actions()[0])
            assert len(world.returns()) == state.num_players()
    assert different > 0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_resampled_does_not_depend_on_what_is_hidden(game: str) -> None:
    for state in some(game, next(iter(GAMES[game].presets))):
        player = state.current_player()
        world = state.resample_from_infostate(player, lambda: 0.3)
        first, again = (each.resample_from_infostate(player, lambda: 0.8) for each in (state, world))
        assert first.deal.state == again.deal.state
        assert first.deal.heard == again.deal.heard


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_in_words_says_all_that_a_view_holds(game: str) -> None:
    views = dict[str, tuple[int, ...]]()
    for seed in range(3):
        for acts in range(0, 60, 4):
            state = after(load(game), acts, seed)
            for player in range(state.num_players()):
                row = player, *cut(state.deal.state, player).row()
                assert views.setdefault(state.observation_string(player), row) == row
    assert len(set(views.values())) == len(views) > 60


def test_an_information_state_remembers_every_act_in_order() -> None:
    state = after(load("quinto"), 20, seed=2)
    said = [line for line in state.information_state_string(1).split("\n") if line[1] == " "]
    replayed = after(load("quinto"), 0, seed=2)
    for line, action in zip(said, state.history()[53:], strict=True):
        assert line == f"{replayed.current_player()} {replayed.action_to_string(action)}"
        replayed.apply_action(action)


def test_acts_are_remembered_as_they_were_heard() -> None:
    state = after(load("piquet"), 0, seed=2)
    elder = state.current_player()
    discarded = state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    card = discarded.removeprefix("discard ")
    assert state.information_state_string(elder).endswith(f"{elder} {discarded}")
    assert state.information_state_string(1 - elder).endswith(f"{elder} discard")
    assert card not in state.information_state_string(1 - elder).split("discard")[-1]
    for player, named in ((elder, True), (1 - elder, False)):
        observation = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
        observation.set_from(state, player)
        assert bool(observation.dict["heard"][0, 2:].any()) == named
        assert bool(observation.dict["acts"][0]) == named
        assert observation.dict["heard"][0, 0 if player == elder else 1] == 1
        assert not observation.dict["heard"][1:].any()


@pytest.mark.parametrize("game", GAMES)
def test_public_and_own_parts_are_shown_apart(game: str) -> None:
    state = after(load(game), 6, seed=5)
    kinds = pyspiel.PrivateInfoType
    public = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.NONE))
    own = make_observation(state.get_game(), pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    assert len({public.string_from(state, player) for player in range(state.num_players())}) == 1
    assert len({own.string_from(state, player) for player in range(state.num_players())}) == state.num_players()
    assert "hands" not in public.dict
    assert "dealer" not in own.dict
    own.set_from(state, 0)
    assert np.flatnonzero(own.dict["hands"]).tolist() == list(members(state.deal.state.hands[0]))


def test_nobody_sees_the_cards_of_all() -> None:
    all_cards = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="what one seat may see"):
        make_observation(load("quinto"), all_cards)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_read_back_from_its_text(game: str) -> None:
    state = after(load(game), 12, seed=6)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.deal.state == state.deal.state
    assert again.deal.heard == state.deal.heard


def test_a_clone_goes_its_own_way() -> None:
    state = after(load("dasan"), 3, seed=1)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == before != str(clone)


def test_a_state_outlives_the_name_of_its_game() -> None:
    state = after(load("quinto", suit_order="chds"), 4, seed=1)
    gc.collect()
    assert isinstance(state.get_game(), DealGame)
    world = state.resample_from_infostate(state.current_player(), lambda: 0.5)
    assert world.deal.table.rules.suit_order.name == "chds"
