# %% [markdown]
# # How often does a doubled Quinto hand win?
#
# A double makes every trick count twice (Q6), for both sides. So it pays to double with a hand that takes tricks, and it
# costs when the others take them. Let four players by rules of thumb tell how often it goes well.

# %%
import os
from collections.abc import MutableSequence
from statistics import fmean
from typing import Any

from tefuda.arena import interval
from tefuda.bots import quinto
from tefuda.core.rule import rule
from tefuda.games.quinto import DOUBLE, PASS, QUINTO, REDOUBLE
from tefuda.sim.match import Chooser, PlayedDeal, play_match

DEALS = int(os.environ.get("DEALS", "5000"))
PLAIN = DEALS < 1000  # to compile takes longer than so few deals

# %% [markdown]
# A bot by rule is one function. This one plays as `simple` does, but never doubles. `@rule` lets it be compiled with the match.


# %%
@rule
def never_doubles(kernel: Any, rules: Any, view: Any, seat: int, buffer: Any, stream: MutableSequence[int]) -> int:
    """The act of the player by rules of thumb, but a pass for a double."""
    act = quinto.choose(kernel, rules, view, seat, buffer, stream)
    return PASS if act in (DOUBLE, REDOUBLE) else act


# %% [markdown]
# Every deal is the first one of a match. A seed stands for its cards, so each deal is played twice: with doubles and without.


# %%
def play(choose: Chooser, number: int) -> PlayedDeal:
    """A deal by four players of one kind."""
    return play_match(QUINTO, QUINTO.rules(), [choose] * 4, f"doubled/{number}", 1, number, plain=PLAIN).deals[0]


def ahead(deal: PlayedDeal, side: int) -> int:
    """By how many points a side won the deal."""
    return deal.points[side] - deal.points[1 - side]


def doubler(deal: PlayedDeal) -> int | None:
    """The side that has doubled, if any."""
    return next((seat % 2 for seat, act in deal.acts if act == DOUBLE), None)


margins, gains = [], []
for number in range(DEALS):
    deal = play(quinto.choose, number)
    if (side := doubler(deal)) is not None:
        margins.append(ahead(deal, side))
        gains.append(margins[-1] - ahead(play(never_doubles, number), side))

# %% [markdown]
# What a double costs is what it loses when it goes wrong; what it is worth is the difference to the same deal without it.

# %%
won, lost = [margin for margin in margins if margin > 0], [margin for margin in margins if margin < 0]
share, worth = interval([float(margin > 0) for margin in margins]), interval(gains)
print(f"doubled: {len(margins)} of {DEALS} deals")
print(f"won by who doubled: {share.mean:.1%} (95 %: {share.low:.1%} to {share.high:.1%})")
print(f"won by {fmean(won):.0f} points on average, lost by {-fmean(lost):.0f}")
print(f"a double is worth {worth.mean:+.1f} points (95 %: {worth.low:+.1f} to {worth.high:+.1f})")
