"""Da San's levels that search: what a deal is worth to them, and how far they look.

All worlds are as likely to them: weights from the others' calls, plays and passes were tried (bots/dasan as a model of the others),
and won nothing in 300 duplicate deals. More worlds do, up to some 60: there are up to thirty acts to lead, and only two results.
For the same reason they do as the rules of thumb say unless an act is clearly better: with few worlds the best of many means is
often luck. With many it is what open cards and the play-outs get wrong that misleads, so the master asks for twice the margin: 800
worlds with the margin of one error were no better than 60.
"""

from typing import Final

from tefuda.bots.dasan import choose
from tefuda.bots.sampling import Effort, Judge, even
from tefuda.bots.search import Skill
from tefuda.core.rule import rule
from tefuda.games.dasan import DasanState, Rules, Stage
from tefuda.solve.dasan import match_winner, payment, worth_of


@rule
def cards_left(rules: Rules, state: DasanState) -> int:
    """How many cards the hands still hold; 100 before the play."""
    return state.sizes[0] + state.sizes[1] + state.sizes[2] + state.sizes[3] if state.stage == Stage.PLAY else 100


@rule
def outcome(rules: Rules, state: DasanState, stakes: int, seat: int) -> int:
    """What a seat gets from a deal that is over, less what all others get (W16), and the match if it is over (W17)."""
    return 2 * state.points[seat] + _match_worth(state.winner, stakes, seat)


@rule
def promise(rules: Rules, state: DasanState, stakes: int, ahead: int, seat: int) -> int:
    """The same for a deal that the landlord's camp wins or loses as the solver says."""
    won = ahead == worth_of(rules, state, stakes, True)
    winner = match_winner(rules, state, won) if stakes != 0 else -1
    return 2 * payment(rules, state, won, seat) + _match_worth(winner, stakes, seat)


@rule
def _match_worth(winner: int, stakes: int, seat: int) -> int:
    """A match won or lost; nothing while it goes on, or ends in a tie."""
    if winner < 0:
        return 0
    return stakes if winner == seat else -stakes


JUDGE: Final = Judge(choose, even, cards_left, outcome, promise)
EXPERT: Final = Skill(JUDGE, Effort(worlds=24, leaf=12, work=500_000), stakes=0, doubt=1.0)
MASTER: Final = Skill(JUDGE, Effort(worlds=240, leaf=12, work=6_000_000), stakes=100, doubt=2.0)
