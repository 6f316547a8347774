"""Bots are honest: what they decide is the same wherever the hidden cards lie."""

from collections.abc import Iterable
from typing import Any

from tefuda.bots import Bot
from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.core.view import cut
from tefuda.sim.deal import worlds


def decided_from_views(game: Game, bot: Bot, positions: Iterable[tuple[Any, Any]]) -> tuple[int, int]:
    """Lets a bot decide in positions (rules and state), and again with the hidden cards shuffled: the act must be the same.

    Returns in how many positions, and in how many of the shuffled ones hidden cards did lie elsewhere.
    """
    seen, changed = 0, 0
    for rules, state in positions:
        seat = game.kernel.seat(rules, state)
        act = bot.act(game, rules, cut(state, seat), seat, chance.stream(seen))
        assert not game.kernel.refusal(rules, state, act)
        for other in worlds(game, rules, cut(state, seat), seat, 1, seen):
            view = cut(other, seat)
            assert bot.act(game, rules, view, seat, chance.stream(seen)) == act
            assert view == cut(other, seat)  # the view is left as it was
            changed += state.hands != other.hands
        seen += 1
    return seen, changed
