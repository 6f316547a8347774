"""The batch: it plays as the rules do, table by table, and everything that it shows of a table is so."""

from typing import Any

import numpy as np
import pytest

import tefuda
from tefuda.core.game import Game
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.sim.batch import Batch
from tefuda.sim.encoding import encode, encoding

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NAMES = [f"{game.name}-{preset}" for game, preset in PRESETS]


def legal(game: Game, rules: Any, state: Any) -> list[int]:
    buffer = [0] * game.most_legal
    return buffer[: game.kernel.legal(rules, state, buffer)]


def check_shown(batch: Batch) -> list[Any]:
    """Turn, mask and observation of every table are those of its state, which is returned."""
    game, rules, states = batch.game, batch.rules, [batch.state(table) for table in range(batch.tables)]
    how, unpacked = encoding(game, rules), batch.unpack(np.full((batch.tables, batch.width), 9, np.float32))
    for table, state in enumerate(states):
        turn = game.kernel.seat(rules, state)
        assert batch.turn[table] == turn >= 0
        assert np.flatnonzero(batch.mask[table]).tolist() == legal(game, rules, state)
        vector = np.zeros(how.width, np.int16)
        encode(how, cut(state, turn).row(), turn, vector)
        assert np.array_equal(batch.planes[table], vector)
        assert np.array_equal(unpacked[table], vector)
    return states


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_every_table_goes_as_the_rules_say(game: Game, preset: str, plain: bool) -> None:
    batch = tefuda.batch(game, 5, seed=3, preset=preset, observations="planes", plain=plain)
    states = check_shown(batch)
    for _ in range(40):
        actions = batch.random_actions().tolist()
        batch.step(actions)
        for table, (state, action) in enumerate(zip(states, actions, strict=True)):
            game.kernel.play(batch.rules, state, action)
            over = game.kernel.seat(batch.rules, state) < 0
            assert batch.done[table] == over
            assert over or batch.state(table) == state
        states = check_shown(batch)
