"""The encoding of views: every cell can be read back from its planes, nothing else is in them, plain and compiled agree."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tefuda.core.cards import read, set_of
from tefuda.core.game import Game
from tefuda.core.rule import can_compile, compiled
from tefuda.core.state import ACT, CARD, CARDS, OWN, PACKED, PUBLIC, SEAT, SIDE, SUIT, SUITS, State
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.games.quinto import QUINTO, QuintoState
from tefuda.sim.deal import worlds
from tefuda.sim.encoding import Plane, encode, encoding, planes
from tefuda.testing import positions

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NAMES = [f"{game.name}-{preset}" for game, preset in PRESETS]


def vector(game: Game, rules: Any, state: State, seat: int) -> NDArray[np.float32]:
    how = encoding(game, rules)
    written = np.zeros(how.width, np.float32)
    encode(how, cut(state, seat).row(), seat, written)
    return written


def some(game: Game, rules: Any) -> Iterator[tuple[Any, int]]:
    """Positions of random deals, and each seat."""
    for position in islice(positions(game, rules, 7, 6), 0, None, 5):
        yield from ((position.state, seat) for seat in range(game.seats(rules)))


def read_cell(game: Game, rules: Any, plane: Plane, numbers: list[float], seat: int) -> int:
    """What the planes of a cell say, as the encoding's description has it."""
    places = [at for at, number in enumerate(numbers) if number == 1]
    if plane.kind in (CARDS, SUITS):
        return sum(1 << at for at in places)
    if plane.kind == SEAT and places:
        return (places[0] + seat) % game.seats(rules)
    if plane.kind == SIDE and places:
        own = next(side for side, members in enumerate(game.sides(rules)) if seat in members)
        return (places[0] + own) % len(game.sides(rules))
    if plane.kind == ACT and len(numbers) == 1:
        return int(numbers[0]) - 1
    if plane.kind == PACKED:
        return sum(int(number) << 11 * at for at, number in enumerate(numbers))
    if plane.kind in (CARD, SUIT, SEAT, SIDE, ACT):
        return places[0] if places else -1
    return int(numbers[0])


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_every_visible_cell_can_be_read_back(game: Game, preset: str) -> None:
    rules = game.read_rules(preset=preset)
    for state, seat in some(game, rules):
        written, view = vector(game, rules, state, seat), cut(state, seat)
        for plane in planes(game, rules)[: -len(rules) - 1]:
            numbers = written[plane.first : plane.first + plane.width].tolist()
            name, _, cell = plane.name.rstrip("]").partition("[")
            value = getattr(view, name)
            if isinstance(value, list):
                value = value[int(cell) if cell else seat]
            assert read_cell(game, rules, plane, numbers, seat) == value, (plane, seat)
            if plane.kind in (CARD, SUIT, SEAT, SIDE) or (plane.kind == ACT and plane.width > 1):
                assert numbers.count(1) == (value >= 0)
                assert numbers.count(0) == plane.width - (value >= 0)


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_planes_tile_the_vector_and_numbers_keep_their_bounds(game: Game, preset: str) -> None:
    rules = game.read_rules(preset=preset)
    described = planes(game, rules)
    assert [plane.first for plane in described] == np.cumsum([0, *(plane.width for plane in described)]).tolist()[:-1]
    assert encoding(game, rules).width == described[-1].first + described[-1].width
    assert len({plane.name for plane in described}) == len(described)
    for state, seat in some(game, rules):
        written = vector(game, rules, state, seat)
        for plane in described:
            numbers = written[plane.first : plane.first + plane.width]
            assert plane.low <= numbers.min() <= numbers.max() <= plane.high  # a number beyond has to be of the kind PACKED
            assert np.array_equal(numbers, numbers.astype(np.int16))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_vector_does_not_change_with_what_is_hidden(game: Game) -> None:
    rules, different = game.rules(), 0
    for state, seat in islice(some(game, rules), 0, None, 3):
        for world in worlds(game, rules, cut(state, seat), seat, 1, seed=5):
            assert np.array_equal(vector(game, rules, world, seat), vector(game, rules, state, seat))
            different += world.hands != state.hands
    assert different > 10


def test_planes_are_told_by_name_in_the_order_of_the_state() -> None:
    rules = QUINTO.read_rules(preset="sentence")
    named = {plane.name: plane for plane in planes(QUINTO, rules)}
    assert list(named)[:3] == ["hands", "sizes[0]", "sizes[1]"]
    assert named["hands"] == Plane("hands", CARDS, OWN, 0, 54)
    assert named["sizes[0]"] == Plane("sizes[0]", "number", PUBLIC, 54, 1, -32767, 32767)
    assert named["calls[3]"].width == 56
    assert named["viewer"].width == 4
    assert list(named)[-5:] == [f"rules.{option.name}" for option in QUINTO.options]


def test_a_view_of_quinto_is_written_as_described() -> None:
    rules = QUINTO.read_rules(preset="sentence")
    state = QuintoState()
    QUINTO.kernel.start(rules, state, 1)
    state.hands[:4] = [set_of([read("AS")]), set_of([read("2S"), read("X1")]), set_of([read("KC")]), 0]
    state.doubler, state.winner, state.led = 3, 0, 2
    state.trick_points = [0, 35]
    named = {plane.name: plane for plane in planes(QUINTO, rules)}
    written = vector(QUINTO, rules, state, 1)

    def ones(name: str) -> list[int]:
        plane = named[name]
        return np.flatnonzero(written[plane.first : plane.first + plane.width]).tolist()

    assert ones("hands") == [0, 52]  # the two of spades and the Joker: seat 1's own cards
    assert ones("dealer") == [0]  # the viewer himself
    assert ones("doubler") == [2]  # seat 3 sits opposite seat 1
    assert ones("winner") == [1]  # the other side
    assert ones("led") == [2]  # diamonds
    assert ones("calls[0]") == []
    assert written[named["trick_points[1]"].first] == 35
    assert ones("viewer") == [1]
    assert written[named["rules.suit_order"].first] == int(rules.suit_order)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_some_sights_are_left_out_when_asked(game: Game) -> None:
    rules = game.rules()
    public, own = (planes(game, rules, [sight]) for sight in (PUBLIC, OWN))
    assert {plane.sight for plane in public} == {PUBLIC}
    assert {plane.sight for plane in own[: -len(rules) - 1]} == {OWN}
    assert {plane.name for plane in public} | {plane.name for plane in own} == {plane.name for plane in planes(game, rules)}
    assert encoding(game, rules, [PUBLIC]).width == sum(plane.width for plane in public)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_plain_and_compiled_write_the_same(game: Game) -> None:
    rules = game.rules()
    plain = encoding(game, rules)
    lines, side_of, numbers = (np.array(part, np.int64) for part in (plain.lines, plain.side_of, plain.rules))
    arrays = plain._replace(lines=lines, side_of=side_of, rules=numbers)
    for state, seat in some(game, rules):
        written = np.zeros(plain.width, np.float32)
        compiled(encode)(arrays, np.array(cut(state, seat).row(), np.int64), seat, written)
        assert np.array_equal(written, vector(game, rules, state, seat))
