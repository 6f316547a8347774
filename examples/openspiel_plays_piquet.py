# %% [markdown]
# # OpenSpiel's search plays our Piquet
#
# OpenSpiel brings information-set Monte Carlo tree search: it imagines the other's hand, and plays on at random from there. What
# it knows of Piquet it gets through the [adapter](../docs/adapters.md). It meets our `club` player, who acts by rules of thumb.

# %%
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tefuda.adapters.openspiel  # noqa: F401  # registers the games
from tefuda.arena import interval
from tefuda.bots import bot_for
from tefuda.core import chance
from tefuda.core.view import cut
from tefuda.games.piquet import PIQUET

DEALS = int(os.environ.get("DEALS", "10"))
SIMULATIONS = int(os.environ.get("SIMULATIONS", "50"))  # a decision

game = pyspiel.load_game("python_tefuda_piquet(returns=difference)")

# %% [markdown]
# A bot of ours sits at OpenSpiel's table: it gets the view of its seat, as everywhere.


# %%
class Ours:
    """One of our bots, asked as OpenSpiel asks: with a state."""

    def __init__(self, name: str, seed: int) -> None:
        self._bot, self._stream = bot_for(name, PIQUET), chance.stream(seed)

    def step(self, state: Any) -> int:
        """The act of the player whose turn it is."""
        seat, deal = state.current_player(), state.deal
        return self._bot.act(PIQUET, deal.table.rules, cut(deal.state, seat), seat, self._stream)


def theirs(seed: int) -> Any:
    """OpenSpiel's search with random play-outs."""
    random = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 50.0, SIMULATIONS, random_state=random)


# %% [markdown]
# Every deal is played twice with the same cards, so that either holds both hands. Player 0 is the elder.


# %%
def play(bots: Sequence[Any], seed: int) -> list[float]:
    """What each of two bots gets for the deal of a seed."""
    random, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            cards, likely = zip(*state.chance_outcomes())
            state.apply_action(random.choice(cards, p=likely))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


searcher, club = theirs(seed=1), Ours("club", seed=2)
gains = []
for number in range(DEALS):
    elder, younger = play([searcher, club], number)[0], play([club, searcher], number)[1]
    print(f"deal {number}: as elder {elder:+.0f}, as younger {younger:+.0f}", flush=True)
    gains.append((elder + younger) / 2)

# %%
made = interval(gains)
print(f"OpenSpiel's search against our club player: {made.mean:+.1f} points a deal (95 %: {made.low:+.1f} to {made.high:+.1f})")
