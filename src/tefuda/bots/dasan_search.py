"""Da San's levels that search, and what they make of the others' calls, plays and passes.

Whoever passes has probably nothing that he wants to beat with, and whoever leads a single card would probably have led the run that
he holds: a world is as likely as the others' acts in it are, when they play about as the rules of thumb in bots/dasan say. The deal
is played again from the view's `line` for that; measured over 668 positions, the true hands are likelier than 84 of 100 drawn ones.
"""

import math
from collections.abc import MutableSequence
from typing import Final, NamedTuple

from tefuda.bots.dasan import BID_ALONE, BID_THREE, LEAD, OUT, beaten, choose, cost
from tefuda.bots.sampling import Effort, Judge
from tefuda.bots.search import Skill
from tefuda.core.cards import FULL_PACK, lowest
from tefuda.core.game import Kernel
from tefuda.core.rule import rule
from tefuda.games.dasan import (
    BID,
    KINDS,
    LED,
    LONGEST_RUN,
    PASS,
    WITH_CALLED,
    DasanState,
    FirstLead,
    FourPlayer,
    Rules,
    Stage,
    bottom_of,
    bottoms,
    kind_of,
    length_of,
    line_entry,
)
from tefuda.solve.dasan import heights, higher, in_camp, layer, match_winner, payment, players, without, worth_of

# How surely others do what the rules of thumb say: tuned so that the true hands are the likeliest among drawn ones.
TRUST: Final = 0.6  # of the logarithm of a likelihood
CALL_DOUBT: Final = 0.7  # rounds
PLAY_DOUBT: Final = 0.5  # rounds
SLIP: Final = 0.05  # how often they do anything
FARTHEST: Final = 30.0  # a larger exponent says no more

TURN, WINNING, KIND, LENGTH, BOTTOM, KNOWN = range(6)  # cells of a Replay's round


class Replay(NamedTuple):
    """A deal that is played again in a world."""

    hands: MutableSequence[int]  # each seat's cards, as heights
    unseen: MutableSequence[int]  # those that it has not seen
    round: MutableSequence[int]  # whose turn, who played the combination to beat, which; whether the called card has been played


# ---- what the others did


@rule
def likelihood(kernel: Kernel, rules: Rules, world: DasanState, seat: int) -> float:
    """The logarithm of how likely the others' calls, plays and passes were in a world, had they acted about as `choose` does."""
    found = 0.0
    for player in range(players(rules)):
        if player != seat:
            found += _call_likelihood(rules, world, player)
    return TRUST * (found + _line_likelihood(rules, world, seat) if world.plays > 0 else found)


@rule
def _call_likelihood(rules: Rules, world: DasanState, player: int) -> float:
    """Of the highest bid, or of a pass, which tell how good the hand was; with a partner to call they tell nothing."""
    alone = rules.four_player == FourPlayer.one_vs_three
    call, highest = world.calls[player], BID + (4 if alone else 3)
    if rules.four_player == FourPlayer.called_partner or (call != PASS and call != highest):
        return 0.0
    dealt = (world.hands[player] | world.laid[player]) & ~world.dug[player]
    wish = (BID_ALONE if alone else BID_THREE) - cost(heights(dealt), heights(FULL_PACK & ~dealt))
    against = -wish if call == highest else wish
    return -math.log(1.0 + math.exp(min(against / CALL_DOUBT, FARTHEST)))


@rule
def _line_likelihood(rules: Rules, world: DasanState, seat: int) -> float:
    """Of the plays and passes; 0 where the line doesn't tell all that has been played, as at a table set up by hand."""
    replay, found = _begin(rules, world), 0.0
    for at in range(world.plays):
        action, since = line_entry(world, at) & 511, line_entry(world, at) >> 9
        if at > 0:
            found += _pass_on(rules, world, replay, seat, players(rules) - 1 if since == LED else since)
        if since == LED:
            replay.round[LENGTH] = 0
        found += _play_on(rules, world, replay, seat, action)
    found += _pass_on(rules, world, replay, seat, world.passes if world.length > 0 else players(rules) - 1)
    for player in range(players(rules)):
        if replay.hands[player] != heights(world.hands[player]):
            return 0.0
    return found


@rule
def _begin(rules: Rules, world: DasanState) -> Replay:
    """The first lead of a world's deal (W10, WA1)."""
    leader = world.opener if rules.first_lead == FirstLead.opener else world.landlord
    replay = Replay([0] * 4, [0] * 4, [leader, -1, 0, 0, -1, 0])
    for player in range(players(rules)):
        dealt = world.hands[player] | world.laid[player]
        replay.hands[player] = heights(dealt)
        replay.unseen[player] = heights(FULL_PACK & ~dealt)
    return replay


@rule
def _pass_on(rules: Rules, world: DasanState, replay: Replay, seat: int, passes: int) -> float:
    """So many seats pass."""
    found = 0.0
    for _ in range(passes):
        if replay.round[TURN] != seat:
            found += _answer_likelihood(rules, world, replay, -1)
        replay.round[TURN] = (replay.round[TURN] + 1) % players(rules)
    return found


@rule
def _play_on(rules: Rules, world: DasanState, replay: Replay, seat: int, action: int) -> float:
    """A seat plays a combination."""
    turn, found = replay.round[TURN], 0.0
    kind, length, bottom = kind_of(action), length_of(action), bottom_of(action)
    if turn != seat and replay.round[LENGTH] == 0:
        found = _lead_likelihood(replay.hands[turn], replay.unseen[turn], kind, length, bottom)
    elif turn != seat:
        found = _answer_likelihood(rules, world, replay, bottom)
    for player in range(players(rules)):
        if player != turn:
            replay.unseen[player] = without(replay.unseen[player], kind, length, bottom)
    replay.hands[turn] = without(replay.hands[turn], kind, length, bottom)
    replay.round[WINNING], replay.round[KIND], replay.round[LENGTH], replay.round[BOTTOM] = turn, kind, length, bottom
    if action >= WITH_CALLED:
        replay.round[KNOWN] = 1
    replay.round[TURN] = (turn + 1) % players(rules)
    return found


@rule
def _answer_likelihood(rules: Rules, world: DasanState, replay: Replay, by: int) -> float:
    """Of an answer to the combination that lies there: `by` is the place where it begins, -1 for a pass."""
    turn, kind, length, bottom = replay.round[TURN], replay.round[KIND], replay.round[LENGTH], replay.round[BOTTOM]
    hand, unseen = replay.hands[turn], replay.unseen[turn]
    beating = higher(hand, kind, length, bottom)
    if beating == 0:
        return 0.0
    friendly = _friendly(rules, world, turn, replay.round[WINNING], replay.round[KNOWN])
    passing = LEAD * (1.0 - beaten(unseen, kind, length, bottom)) * friendly - cost(hand, unseen)
    chosen = passing if by < 0 else _worth(hand, unseen, kind, length, by)
    weights = math.exp(min((passing - chosen) / PLAY_DOUBT, FARTHEST))
    while beating:
        weights += math.exp(min((_worth(hand, unseen, kind, length, lowest(beating)) - chosen) / PLAY_DOUBT, FARTHEST))
        beating &= beating - 1
    return math.log((1.0 - SLIP) / weights + SLIP)


@rule
def _lead_likelihood(hand: int, unseen: int, kind: int, length: int, bottom: int) -> float:
    """Of the combination that was led."""
    chosen, weights = _worth(hand, unseen, kind, length, bottom), 0.0
    for each in range(1, KINDS + 1):
        for ranks in range(1, LONGEST_RUN + 1):
            begins = 0 if ranks == 2 else bottoms(layer(hand, each), ranks)
            while begins:
                weights += math.exp(min((_worth(hand, unseen, each, ranks, lowest(begins)) - chosen) / PLAY_DOUBT, FARTHEST))
                begins &= begins - 1
    return math.log((1.0 - SLIP) / max(weights, 1.0) + SLIP)


@rule
def _worth(hand: int, unseen: int, kind: int, length: int, bottom: int) -> float:
    """What it is worth to play a combination."""
    left = without(hand, kind, length, bottom)
    return OUT if left == 0 else LEAD * (1.0 - beaten(unseen, kind, length, bottom)) - cost(left, unseen)


@rule
def _friendly(rules: Rules, world: DasanState, seat: int, player: int, known: int) -> float:
    """How friendly a player was to the seat as far as it could know then: see bots/dasan."""
    ours, theirs = in_camp(world, seat), in_camp(world, player)
    if rules.four_player != FourPlayer.called_partner or known != 0 or (ours and seat != world.landlord):
        return 1.0 if ours == theirs else -1.0
    if seat == world.landlord:
        return -1.0 / 3.0
    return -1.0 if player == world.landlord else 0.0


# ---- what the search asks


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


@rule
def all_alike(kernel: Kernel, rules: Rules, world: DasanState, seat: int) -> float:
    """The likelihood of a player who makes nothing of the others' acts."""
    return 0.0


JUDGE: Final = Judge(choose, likelihood, cards_left, outcome, promise)
EXPERT: Final = Skill(Judge(choose, all_alike, cards_left, outcome, promise), Effort(worlds=25, leaf=12, work=200_000), stakes=0)
MASTER: Final = Skill(JUDGE, Effort(worlds=300, leaf=12, work=2_000_000, drawn=12), stakes=100)
