"""The catalogue: the same keys and places in every language, and a word for everything that a game can say."""

import re

import pytest

from tefuda.bots import BOTS
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.words import LANGUAGES, catalogue, sentence

PLACES = re.compile(r"\{(\w+)\}")


def test_languages_have_the_same_keys_and_places() -> None:
    english = catalogue("en")
    for language in LANGUAGES:
        other = catalogue(language)
        assert set(other) == set(english)
        for key, text in other.items():
            assert set(PLACES.findall(text)) == set(PLACES.findall(english[key])), key
            assert text.strip(), key


def test_places_are_filled() -> None:
    assert sentence("card.name", "en", rank="ten", suit="diamonds") == "ten of diamonds"
    assert sentence("card.name", "ja", rank="10", suit="ダイアモンド") == "ダイアモンドの10"


def test_unknown_keys_and_languages_raise() -> None:
    with pytest.raises(KeyError):
        sentence("no.such.key")
    with pytest.raises(FileNotFoundError):
        catalogue("xx")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_everything_a_game_says_has_words(game: Game, language: str) -> None:
    words = catalogue(language)
    wanted = [f"game.{game.name}", f"game.{game.name}.about"]
    wanted += [f"refusal.{game.name}.{game.refusal_name(reason)}" for reason in game.refusals if reason]
    wanted += [f"preset.{game.name}.{preset}" for preset in game.presets]
    for option in game.options:
        wanted += [
            f"option.{game.name}.{option.name}",
            *(f"option.{game.name}.{option.name}.{choice}" for choice in option.choices),
        ]
    wanted += [f"bot.{name}" for name, games in BOTS.items() if game.name in games]
    assert [key for key in wanted if key not in words] == []
