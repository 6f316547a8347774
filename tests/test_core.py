"""Cards, states and views, options: the ground floor."""

from dataclasses import replace
from enum import IntEnum
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core import cards
from tefuda.core.game import Bounds, Clause, Game, OneOf
from tefuda.core.rule import compiled
from tefuda.core.state import CARDS, OWN, PUBLIC, State, field, tables
from tefuda.core.view import SPECTATOR, cut
from tefuda.games import GAMES

card_sets = st.sets(st.integers(0, 53))


class Small(State):
    hands: list[int] = field(3, kind=CARDS, sight=OWN)
    score: int = field(sight=PUBLIC)
    secret: int = field()
    calls: list[int] = field(2, sight=PUBLIC)


def small() -> Small:
    state = Small()
    state.hands, state.score, state.secret, state.calls = [5, 6, 7], 8, 9, [10, -1]
    return state


# ---- cards


def test_cards_in_words() -> None:
    assert cards.WORDS[0] == "2S"
    assert cards.WORDS[12] == "AS"
    assert cards.WORDS[13] == "2H"
    assert cards.WORDS[51] == "AC"
    assert cards.WORDS[52:] == ("X1", "X2")
    assert [cards.read(word) for word in cards.WORDS] == list(range(54))


def test_sets_are_written_by_suit_from_the_ace_down() -> None:
    held = cards.set_of(map(cards.read, ["2C", "AH", "TD", "KS", "3H", "X2", "AS", "X1"]))
    assert cards.written(held) == ["AS", "KS", "AH", "3H", "TD", "2C", "X1", "X2"]


@pytest.mark.parametrize("word", ["10D", "td", "1S", "", "AX", "X3", "T"])
def test_other_words_are_no_cards(word: str) -> None:
    with pytest.raises(KeyError):
        cards.read(word)


@given(card_sets)
def test_sets_of_cards_behave_as_sets(held: set[int]) -> None:
    bits = cards.set_of(held)
    assert list(cards.members(bits)) == sorted(held)
    assert cards.count(bits) == len(held)
    assert all(cards.holds(bits, card) == (card in held) for card in range(54))
    if held:
        assert cards.lowest(bits) == min(held)


@given(card_sets.filter(bool))
def test_bit_operations_agree_compiled(held: set[int]) -> None:
    bits = cards.set_of(held)
    assert compiled(_lowest_and_count)(np.int64(bits)) == _lowest_and_count(bits)


def _lowest_and_count(bits: int) -> tuple[int, int]:
    return cards.lowest(bits), cards.count(bits)


def test_suits_partition_the_pack() -> None:
    assert [cards.suit_of(cards.read(word)) for word in ("2S", "AH", "7D", "TC")] == [0, 1, 2, 3]
    assert [cards.rank_of(cards.read(word)) for word in ("2S", "AH", "7D", "TC")] == [0, 12, 5, 8]
    together = 0
    for suit in range(4):
        assert cards.count(cards.suit_cards(suit)) == 13
        assert together & cards.suit_cards(suit) == 0
        together |= cards.suit_cards(suit)
    assert together == cards.FULL_PACK


# ---- state and view


def test_a_state_is_a_row_and_back() -> None:
    state = small()
    assert state.row() == [5, 6, 7, 8, 9, 10, -1]
    assert Small.from_row(state.row()) == state
    assert Small.width() == 7
    assert "score=8" in repr(state)


def test_a_copy_shares_nothing() -> None:
    state = small()
    other = state.copy()
    other.hands[0] = 99
    assert state.hands[0] == 5
    assert other != state


def test_rows_and_records_are_the_same_memory() -> None:
    rows, records = tables(Small, 2)
    rows[1] = small().row()
    assert records[1]["hands"].tolist() == [5, 6, 7]
    records[1]["score"] = 80
    assert Small.from_row(rows[1]).score == 80


def test_a_view_shows_own_and_public_fields_and_nothing_else() -> None:
    assert cut(small(), 1).row() == [0, 6, 0, 8, 0, 10, -1]
    assert cut(small(), SPECTATOR).row() == [0, 0, 0, 8, 0, 10, -1]


def test_a_field_is_secret_unless_shown() -> None:
    assert field().sight == "secret"


# ---- options


class Colour(IntEnum):
    red = 0
    black = 1


class Rules(NamedTuple):
    colour: Annotated[Colour, Clause("Z1")] = Colour.red
    wild: Annotated[bool, Clause("Z2")] = False
    target: Annotated[int, Clause("Z3"), Bounds(1, 99)] = 52


def invented() -> Game:
    return replace(GAMES["quinto"], name="invented", rules=Rules, presets={"black": {"colour": "black", "wild": True}})


def test_options_are_read_from_the_rules() -> None:
    options = invented().options
    assert [option[:4] for option in options] == [
        ("colour", "choice", "red", "Z1"),
        ("wild", "flag", False, "Z2"),
        ("target", "number", 52, "Z3"),
    ]
    assert options[0].choices == ("red", "black")
    assert (options[2].low, options[2].high) == (1, 99)


def test_rules_are_read_from_names_flags_numbers_and_texts() -> None:
    game = invented()
    assert game.read_rules() == Rules()
    assert game.read_rules({"colour": "black", "wild": "true", "target": "7"}) == Rules(Colour.black, True, 7)
    assert game.read_rules({"wild": False}, "black") == Rules(Colour.black, False, 52)


def test_written_rules_are_read_again() -> None:
    game = invented()
    rules = Rules(Colour.black, True, 99)
    assert game.write_rules(rules) == {"colour": "black", "wild": True, "target": 99}
    assert game.read_rules(game.write_rules(rules)) == rules
    assert game.numbers(rules) == (1, 1, 99)


class NumberRules(NamedTuple):
    points: Annotated[int, Clause("Z4"), OneOf((5, 7, 10))] = 7
    least: Annotated[int, Clause("Z5"), Bounds(1, 10)] = 4


def with_numbers() -> Game:
    def wrong(rules: NumberRules) -> str | None:
        return "least is more than points" if rules.least > rules.points else None

    return replace(GAMES["quinto"], name="numbered", rules=NumberRules, presets={}, wrong_rules=wrong)


def test_a_number_may_be_one_of_some() -> None:
    points, least = with_numbers().options
    assert (points.kind, points.default, points.numbers, points.low, points.high) == ("number", 7, (5, 7, 10), 5, 10)
    assert (least.numbers, least.low, least.high) == ((), 1, 10)
    assert with_numbers().read_rules({"points": "10"}) == NumberRules(10, 4)
    with pytest.raises(ValueError, match="option 'points' can't be '6'; it can be 5 or 7 or 10"):
        with_numbers().read_rules({"points": 6})


def test_options_that_do_not_go_together_are_refused_with_the_games_sentence() -> None:
    assert with_numbers().read_rules({"points": 5, "least": 5}) == NumberRules(5, 5)
    with pytest.raises(ValueError, match="least is more than points"):
        with_numbers().read_rules({"points": 5, "least": 6})


@pytest.mark.parametrize(
    ("values", "preset", "message"),
    [
        ({"colour": "green"}, None, "option 'colour' can't be 'green'; it can be red or black"),
        ({"wild": "maybe"}, None, "option 'wild' can't be 'maybe'; it can be true or false"),
        ({"wild": 1}, None, "option 'wild' can't be '1'"),
        ({"target": 0}, None, "option 'target' can't be '0'; it can be a whole number from 1 to 99"),
        ({"target": True}, None, "option 'target' can't be 'True'"),
        ({"target": "ten"}, None, "option 'target' can't be 'ten'"),
        ({"speed": 1}, None, "invented has no option 'speed'; it has colour, wild, target"),
        ({}, "green", "invented has no preset 'green'; it has black"),
    ],
)
def test_wrong_rules_are_refused_with_a_sentence(values: dict[str, object], preset: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        invented().read_rules(values, preset)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_in_words_names_nothing_where_its_seat_may_see_nothing(game: Game) -> None:
    rules, state = game.rules(), game.state()
    pack = list(game.pack(rules))
    game.kernel.start(rules, state, 0)
    game.kernel.deal(rules, state, pack)
    for viewer in (SPECTATOR, *range(game.seats(rules))):
        spelled = game.spell(rules, cut(state, viewer), viewer)
        for each in game.state.FIELDS:
            cells = spelled[each.name] if each.cells else [spelled[each.name]]
            hidden = [cell for at, cell in enumerate(cells) if each.sight != PUBLIC and (each.sight != OWN or at != viewer)]
            assert all(cell in ([], None, 0, False, "") for cell in hidden), each.name
