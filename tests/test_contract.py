"""Every game and every preset passes the public contract; a game that breaks it is caught."""

from dataclasses import replace
from typing import Any

import pytest

from tefuda.core.game import Game, Option
from tefuda.core.state import PUBLIC
from tefuda.games import GAMES
from tefuda.testing import CHECKS, ContractError, check_game

SETTINGS = [(game, preset) for game in GAMES.values() for preset in game.presets]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "preset"), SETTINGS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_every_preset_passes(game: Game, preset: str, check: Any) -> None:
    check(game, game.read_rules(preset=preset), 7, 12)


def values(option: Option) -> tuple[Any, ...]:
    """The values of an option, of a number with bounds the least and the default."""
    if option.kind == "flag":
        return True, False
    return option.choices or option.numbers or (option.low, option.default)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_every_option_passes(game: Game) -> None:
    for option in game.options:
        for value in values(option):
            check_game(game, game.read_rules({option.name: value}), seed=3, deals=2)


def test_a_legal_action_too_many_is_caught() -> None:
    quinto = GAMES["quinto"]

    def lenient(rules: Any, state: Any, action: int) -> int:
        reason = quinto.kernel.refusal(rules, state, action)
        return 0 if reason == quinto.refusals["MUST_FOLLOW"] else reason

    broken = replace(quinto, kernel=quinto.kernel._replace(refusal=lenient))
    with pytest.raises(ContractError, match="legal actions and what refusal accepts"):
        check_game(broken)


def test_a_leak_is_caught() -> None:
    quinto = GAMES["quinto"]

    class Open(quinto.state):  # type: ignore[name-defined,misc]
        pass

    Open.FIELDS = tuple(each._replace(sight=PUBLIC) if each.name == "hands" else each for each in quinto.state.FIELDS)
    with pytest.raises(ContractError, match="views of twin deals"):
        check_game(replace(quinto, state=Open))


def test_a_lost_card_is_caught() -> None:
    quinto = GAMES["quinto"]

    def careless(rules: Any, state: Any, action: int) -> None:
        quinto.kernel.play(rules, state, action)
        state.played &= ~1

    broken = replace(quinto, kernel=quinto.kernel._replace(play=careless))
    with pytest.raises(ContractError, match="all cards"):
        check_game(broken)


def test_a_wrong_sum_is_caught() -> None:
    broken = replace(GAMES["quinto"], audit=lambda _rules, _state: "wrong")
    with pytest.raises(ContractError, match="audit"):
        check_game(broken)
