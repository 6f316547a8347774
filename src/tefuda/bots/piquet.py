"""The simple Piquet bot: a sound player by rules of thumb. Clauses P1 to P23 of docs/games/piquet.en.md.

In the exchange it lays away, one after the other, the card without which its hand promises most, and stops where the next one would
be worth more than a card drawn for it. It declares all that it holds, the strongest first. In the play it leads what is likely to
win, from suits of which the other hand has few cards, takes a trick whenever it can, and parts with what wins least later.

Points are weighed on average, by what the other hand may hold. The numbers were found by playing many thousand deals twice, with
the seats changed: the bot beats itself without any one of its rules.
"""

from collections.abc import MutableSequence
from typing import Final

from tefuda.bots.sampling import Judge
from tefuda.core.cards import SUIT_SIZE, count, lowest, suit_cards, suit_of
from tefuda.core.game import Buffer, Kernel
from tefuda.core.rule import rule
from tefuda.games.piquet import (
    ALSO_SET,
    AU_CENT,
    CARTE,
    DISCARDS,
    DOUBLE_BELOW,
    DRAW,
    EXTRA_DEALS,
    HAND,
    LOWEST,
    PACK,
    PARTIE,
    POINT,
    RUBICON,
    SEQUENCE,
    SET,
    TEN,
    Match,
    PiquetState,
    Rules,
    Stage,
    discarded,
    point_value,
    run_length,
    run_size,
    run_top,
    run_tops,
    run_worth,
    set_size,
    set_worth,
)

# The exchange, in points.
DRAWN: Final = 4.0  # what a card yet to be drawn is worth
TRICK: Final = 2.2  # a trick, its share of the cards included
POINT_GOOD: Final = 0.35  # how much likelier each card beyond the third makes it that a point is good
RUN_GOOD: Final = 0.2  # the same of a sequence
SET_GOOD: Final = 0.6  # how likely a set is good
TRIO_HOPE: Final = 0.12  # the chance that a card is drawn which makes a trio a quatorze, while it is unseen
PAIR_HOPE: Final = 1.0  # points that two of a rank promise for each unseen card beyond the first

# The levels.
KEPT: Final = 6  # how much more a beginner thinks of a card of which it has three, in ranks
DISCERNING: Final = 0.4  # how much less likely a discard is for each point that it promises less than the best

# The play, in tricks.
LOW: Final = 0.01  # each step by which the card that is parted with is higher
WIN: Final = 0.35  # a lead that wins
AHEAD: Final = 0.1  # each trick that the suit led wins
THEIRS: Final = 0.33  # each card of the suit that the other hand has


@rule
def choose(kernel: Kernel, rules: Rules, view: PiquetState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """The act that weighs most, of equals the lowest number; draws nothing from the stream."""
    kernel.possible(rules, view, seat, buffer)
    may = buffer[1 - seat]
    found = kernel.legal(rules, view, buffer)
    best, most = buffer[0], _weight(rules, view, seat, may, buffer[0])
    for at in range(1, found):
        weight = _weight(rules, view, seat, may, buffer[at])
        if weight > most:
            best, most = buffer[at], weight
    return best


@rule
def _weight(rules: Rules, view: PiquetState, seat: int, may: int, action: int) -> float:
    """How good an act is among those that are legal now."""
    if view.stage == Stage.PLAY:
        return _play_weight(view, seat, may, action)
    if view.stage == Stage.EXCHANGE:
        return _exchange_weight(view, seat, action)
    if view.stage == Stage.CARTE:
        return 1.0 if action == CARTE else 0.0
    return _declaration_weight(view.hands[seat], action)


# ---- the exchange


@rule
def _exchange_weight(view: PiquetState, seat: int, action: int) -> float:
    """What the hand promises without the card that is laid away, and what will be drawn for it (P6, P7)."""
    hand = view.hands[seat]
    draws = HAND - count(hand)
    if action != DRAW:
        hand &= ~(1 << discarded(action))
        draws += 1
    unseen = PACK & ~view.dealt[seat]
    return DRAWN * draws + hand_promise(hand, unseen & ~view.shown[1 - seat], view.shown[1 - seat], draws)


@rule
def hand_promise(hand: int, unseen: int, theirs: int, draws: int) -> float:
    """Points that a hand promises on average before it draws: its tricks, its best point, its sequences, its sets."""
    tricks, point = 0.0, 0.0
    share = (HAND - count(theirs)) / count(unseen)
    for suit in range(4):
        cards = suit_cards(suit)
        tricks += _tricks(hand & cards, unseen & cards, theirs & cards, share)
        length = count(hand & cards) + draws * count(unseen & cards) / count(unseen)
        point = max(point, length * min(1.0, max(0.0, POINT_GOOD * (length - 3.0))))
    return TRICK * tricks + point + _runs_promise(hand) + _sets_promise(hand, unseen)


@rule
def least_missed(hand: int, unseen: int, theirs: int, gone: int) -> int:
    """The card without which a hand promises most, after so many have been laid away."""
    best, most, cards = lowest(hand), hand_promise(hand & (hand - 1), unseen, theirs, gone + 1), hand & (hand - 1)
    while cards:
        promised = hand_promise(hand & ~(cards & -cards), unseen, theirs, gone + 1)
        if promised > most:
            best, most = lowest(cards), promised
        cards &= cards - 1
    return best


@rule
def _tricks(mine: int, unseen: int, theirs: int, share: float) -> float:
    """Tricks that the cards of a suit win when it is played out: each card wins once all higher ones have fallen on lower ones.

    `unseen` are cards of the suit of which the other hand has each with the chance `share`, `theirs` those that it surely has.
    """
    tricks, above, length = 0.0, 0.0, count(mine)
    for rank in range(SUIT_SIZE - 1, LOWEST - 1, -1):
        column = (1 << rank) | (1 << (rank + 13)) | (1 << (rank + 26)) | (1 << (rank + 39))
        if mine & column:
            tricks += min(1.0, max(0.0, length - above))
            above += 1.0
        elif theirs & column:
            above += 1.0
        elif unseen & column:
            above += share
    return tricks


@rule
def _runs_promise(hand: int) -> float:
    """Points that the sequences of a hand promise (P13)."""
    points, tops = 0.0, run_tops(hand)
    while tops:
        length = run_length(hand, lowest(tops))
        points += run_worth(length) * min(1.0, RUN_GOOD * (length - 3))
        tops &= tops - 1
    return points


@rule
def _sets_promise(hand: int, unseen: int) -> float:
    """Points that the sets of a hand promise, those included that may still come (P14)."""
    points = 0.0
    for rank in range(TEN, SUIT_SIZE):
        size, missing = set_size(hand, rank), set_size(unseen, rank)
        if size >= 3:
            points += SET_GOOD * set_worth(size)
            if size == 3:
                points += SET_GOOD * 11 * TRIO_HOPE * missing
        elif size == 2:
            points += PAIR_HOPE * max(0, missing - 1)
    return points


# ---- the declarations


@rule
def _declaration_weight(hand: int, action: int) -> float:
    """P11: everything is declared, the strongest first; words that declare nothing weigh nothing."""
    if action < POINT + 4:
        return point_value(hand, action - POINT)
    if action < SET:
        return 0.0
    if action < SEQUENCE:
        return 1 + (action - SET) % 10 + 10 * (action % 2) if action < ALSO_SET else 1.0
    number = (action - SEQUENCE) % 84
    return 16 * run_size(number) + run_top(number) % 13


# ---- the play


@rule
def _play_weight(view: PiquetState, seat: int, may: int, card: int) -> float:
    """P16: what a card brings, in tricks."""
    theirs = view.shown[1 - seat] | view.known[seat] & ~view.played
    unsure = may & ~theirs
    share = (view.sizes[1 - seat] - count(theirs)) / max(1, count(unsure))
    if view.trick_size == 0:
        return _lead_weight(view, seat, card, theirs, unsure, share)
    suit = suit_cards(suit_of(card))
    mine = view.hands[seat] & suit
    lost = _tricks(mine, unsure & suit, theirs & suit, share) - _tricks(mine & ~(1 << card), unsure & suit, theirs & suit, share)
    wins = suit_of(card) == view.led and card > view.trick[0]
    return (2.0 if wins else 0.0) - lost - LOW * (card % 13)


@rule
def _lead_weight(view: PiquetState, seat: int, card: int, theirs: int, unsure: int, share: float) -> float:
    """A lead should win, or come from a suit of many tricks, and best from one of which the other hand has few cards."""
    suit = suit_cards(suit_of(card))
    above = suit & ~((2 << card) - 1)
    win = 0.0 if theirs & above else (1.0 - share) ** count(unsure & above)
    ahead = _tricks(view.hands[seat] & suit, unsure & suit, theirs & suit, share)
    behind = count(theirs & suit) + share * count(unsure & suit)
    return WIN * win + AHEAD * ahead - THEIRS * behind


# ---- the levels


@rule
def beginner(kernel: Kernel, rules: Rules, view: PiquetState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """Keeps high cards, long suits and sets; plays as `choose` does, but has forgotten all cards that it no longer sees."""
    if view.stage == Stage.EXCHANGE:
        return _plain_discard(view, seat, buffer, kernel.legal(rules, view, buffer))
    other = 1 - seat
    played, shown, lacks, gone = view.played, view.shown[other], view.lacks[other], view.own_discards[seat]
    view.played, view.shown[other], view.lacks[other], view.own_discards[seat] = 0, 0, 0, 0
    act = choose(kernel, rules, view, seat, buffer, stream)
    view.played, view.shown[other], view.lacks[other], view.own_discards[seat] = played, shown, lacks, gone
    return act


@rule
def _plain_discard(view: PiquetState, seat: int, acts: Buffer, found: int) -> int:
    """The lowest card from the shortest suit, as long as there is one to lay away; three of a rank stay."""
    best, least = acts[found - 1], 100
    for at in range(found):
        if acts[at] != DRAW:
            card = discarded(acts[at])
            worth = card % 13 + 2 * count(view.hands[seat] & suit_cards(suit_of(card)))
            if card % 13 >= TEN and set_size(view.hands[seat], card % 13) >= 3:
                worth += KEPT
            if worth < least:
                best, least = acts[at], worth
    return best


@rule
def cards_left(rules: Rules, state: PiquetState) -> int:
    """How many cards the two hands still hold; 100 before the play."""
    return state.sizes[0] + state.sizes[1] if state.stage == Stage.PLAY else 100


@rule
def likelihood(kernel: Kernel, rules: Rules, world: PiquetState, seat: int) -> float:
    """0 where the other has laid away what the simple bot would have, the less, the more points its hand promised with that."""
    other = 1 - seat
    gone, hand = world.hands[DISCARDS + other], world.dealt[other]
    if gone == 0 or world.stage == Stage.EXCHANGE:
        return 0.0
    unseen, kept = PACK & ~hand, hand
    for number in range(count(gone)):
        kept ^= 1 << least_missed(kept, unseen, 0, number)
    lost = hand_promise(kept, unseen, 0, count(gone)) - hand_promise(hand & ~gone, unseen, 0, count(gone))
    return -DISCERNING * max(0.0, lost)


@rule
def outcome(rules: Rules, state: PiquetState, stakes: int, seat: int) -> int:
    """What a deal that is over is worth to a seat."""
    return equity(rules, state, stakes, seat, state.points[seat], state.points[1 - seat])


@rule
def promise(rules: Rules, state: PiquetState, stakes: int, ahead: int, seat: int) -> int:
    """What it is worth to a seat that seat 0 ends the deal so much ahead, stakes included."""
    if rules.match == Match.au_cent or not _last_deal(state):
        return ahead if seat == 0 else -ahead
    before = state.totals[0] + state.later[0] - state.totals[1] - state.later[1]
    points = state.points[0] + state.later[0] + state.points[1] + state.later[1] + 3 * (state.sizes[0] + state.sizes[1]) // 4
    now = state.points[0] + state.later[0] - state.points[1] - state.later[1]
    mine = ahead - stakes if before - now + ahead - stakes > 0 else ahead + stakes if before - now + ahead + stakes < 0 else ahead
    mine = (points + mine) // 2 if seat == 0 else (points - mine) // 2
    return equity(rules, state, stakes, seat, mine, points - mine)


@rule
def equity(rules: Rules, state: PiquetState, stakes: int, seat: int, points: int, others: int) -> int:
    """What these points of the deal are worth to a seat and the other: their difference, and what the end of a match adds.

    A partie is won at the end of its last deal; a loser below a hundred loses what he has instead of winning it (P22, P23). A game
    au cent counts double against a loser below fifty.
    """
    mine = state.totals[seat] - state.points[seat] + points
    theirs = state.totals[1 - seat] - state.points[1 - seat] + others
    if mine == theirs:
        return points - others
    loser = min(mine, theirs)
    if rules.match == Match.au_cent:
        won = 0 if max(mine, theirs) < AU_CENT else 2 * stakes if loser < DOUBLE_BELOW else stakes
    else:
        won = 0 if not _last_deal(state) else stakes + 2 * loser if loser < RUBICON else stakes
    return points - others + won if mine > theirs else points - others - won


@rule
def _last_deal(state: PiquetState) -> bool:
    """Whether this deal ends a partie unless it is tied (P22)."""
    return state.deals >= PARTIE and (state.deals - PARTIE) % EXTRA_DEALS == 0


JUDGE: Final = Judge(choose, likelihood, cards_left, outcome, promise)
