"""The plain sampler: what sampled search is without anything that a game adds to it.

Worlds are equally likely, every act is tried in each of them, and the rest is played at random. It is there to be beaten: the
levels are measured against it at equal thinking time (docs/strength.md).
"""

from typing import Any, Final

from tefuda.bots import random
from tefuda.bots.sampling import Effort, Judge, even
from tefuda.bots.search import MOST_WORLDS, Skill
from tefuda.core.rule import rule

NEVER: Final = -1  # cards left: the solver does not take over


@rule
def any_cards(rules: Any, state: Any) -> int:
    """More cards than NEVER: the solver is not asked."""
    return 0


def sampler(master: Skill, work: int) -> Skill:
    """The plain sampler of a game: it wants what the game's master wants; `work` acts played, and it draws no further world."""
    plain = Judge(random.choose, even, any_cards, master.judge.outcome, master.judge.promise)
    return Skill(plain, Effort(MOST_WORLDS, NEVER, work), master.stakes)
