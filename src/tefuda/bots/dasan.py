"""The simple Da San bot: a sound player by rules of thumb. Clauses W1 to W17 of docs/games/dasan.en.md.

It parts a hand into combinations and counts what it costs to get rid of them: about one for a combination that others beat, and
less than nothing for one that they can't beat and that wins a round for it. Every play is judged by the cost of the cards that are
kept and by who will lead next. The numbers were found by playing many thousand deals twice, with the seats changed: the bot beats
itself without any one of its rules.

Heights are a hand without its suits: bit 13 * (k - 1) + place says that it has at least k cards of the rank.
"""

from collections.abc import MutableSequence
from typing import Final

from tefuda.core.cards import FULL_PACK, SUIT, SUIT_SIZE, count, holds
from tefuda.core.game import Buffer, Kernel
from tefuda.core.rule import rule
from tefuda.games.dasan import (
    CALL,
    LONGEST_RUN,
    PASS,
    SHORTEST_RUN,
    DasanState,
    FourPlayer,
    Rules,
    Stage,
    bottom_of,
    bottoms,
    called_card,
    kind_of,
    length_of,
    place_of,
)
from tefuda.solve.dasan import heights, without

# The auction: a hand that costs less than this is bid as high as it can be.
BID_THREE: Final = 2.75  # three players
BID_ALONE: Final = 0.25  # one against three

# What a combination costs.
FADE: Final = 0.6  # so many higher single ranks halve the chance that it wins the round,
FADE_CARD: Final = 0.5  # and so many more for each further card
CONTROL: Final = 0.6  # what an unbeatable single is worth to its holder; a larger combination less

# A beginner's play.
EAGER: Final = 4  # places lower that one more card on the lead is worth
NEVER: Final = -1e9

# The round.
OUT: Final = 1000.0  # what it is worth to have no card left
LEAD: Final = 0.75  # what it is worth that oneself or an ally leads next, and what it costs that an opponent does


@rule
def choose(kernel: Kernel, rules: Rules, view: DasanState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """The bid that the hand deserves, the card that helps it most, or the best play; draws nothing from the stream."""
    found = kernel.legal(rules, view, buffer)
    if view.stage == Stage.AUCTION:
        return _bid(rules, view, seat, buffer, found)
    if view.stage == Stage.CALL:
        return _call(buffer, found)
    hand, unseen = heights(view.hands[seat]), heights(FULL_PACK & ~view.played & ~view.hands[seat])
    best, most = PASS, -OUT
    for at in range(found):
        worth = _worth(rules, view, seat, hand, unseen, buffer[at])
        if worth > most:
            best, most = buffer[at], worth
    return best


# ---- the auction


@rule
def _bid(rules: Rules, view: DasanState, seat: int, buffer: Buffer, found: int) -> int:
    """The highest legal call if the hand is cheap enough, else the lowest; with a partner to call every hand is (W7)."""
    if rules.four_player == FourPlayer.called_partner:
        return buffer[found - 1]
    below = BID_THREE if rules.four_player == FourPlayer.off else BID_ALONE
    price = cost(heights(view.hands[seat]), heights(FULL_PACK & ~view.hands[seat]))
    return buffer[found - 1] if price < below else buffer[0]


@rule
def _call(buffer: Buffer, found: int) -> int:
    """The highest card that the landlord lacks: whoever holds it can win a round for him."""
    best = buffer[0]
    for at in range(1, found):
        if place_of(buffer[at] - CALL) > place_of(best - CALL):
            best = buffer[at]
    return best


# ---- the play


@rule
def _worth(rules: Rules, view: DasanState, seat: int, hand: int, unseen: int, action: int) -> float:
    """What an action brings, in rounds: the lead, and a hand that costs little afterwards."""
    if action == PASS:
        brings = _lead_worth(rules, view, seat, unseen)
    else:
        brings = _play_worth(view, seat, unseen, action)
        hand = without(hand, kind_of(action), length_of(action), bottom_of(action))
    return brings - cost(hand, unseen)


@rule
def _lead_worth(rules: Rules, view: DasanState, seat: int, unseen: int) -> float:
    """What it is worth that whoever wins the round so far may lead."""
    kept = 1.0 - beaten(unseen, view.kind, view.length, view.bottom)
    return LEAD * kept * _friendly(rules, view, seat, view.winning)


@rule
def _play_worth(view: DasanState, seat: int, unseen: int, action: int) -> float:
    """What it is worth to be out (W13), or to lead next."""
    kind, length = kind_of(action), length_of(action)
    if view.sizes[seat] == kind * length:
        return OUT
    return LEAD * (1.0 - beaten(unseen, kind, length, bottom_of(action)))


@rule
def _friendly(rules: Rules, view: DasanState, seat: int, player: int) -> float:
    """1 for an ally, -1 for an opponent, between them where the landlord's partner is unknown."""
    if rules.four_player == FourPlayer.called_partner and view.partner < 0:
        return _friendly_unknown(view, seat, player)
    ours = seat in (view.landlord, view.partner)
    theirs = player in (view.landlord, view.partner)
    return 1.0 if ours == theirs else -1.0


@rule
def _friendly_unknown(view: DasanState, seat: int, player: int) -> float:
    """The landlord has one ally in three; his partner knows himself; for the others one of two is with them."""
    if seat == view.landlord:
        return -1.0 / 3.0
    if view.hands[seat] & called_card(view):
        return 1.0 if player == view.landlord else -1.0
    return -1.0 if player == view.landlord else 0.0


# ---- the cost of a hand


@rule
def beaten(unseen: int, kind: int, length: int, bottom: int) -> float:
    """The chance that others beat a combination: the more, the more unseen ones are higher and the fewer cards it has."""
    higher = count(bottoms((unseen >> (SUIT_SIZE * (kind - 1))) & SUIT, length) >> (bottom + 1))
    return higher / (higher + FADE + FADE_CARD * (kind * length - 1))


@rule
def _group(unseen: int, kind: int, length: int, bottom: int) -> float:
    """What a combination costs: from nearly 1 to less than 0 where it wins a round."""
    control = CONTROL / (kind * length)
    return beaten(unseen, kind, length, bottom) * (1.0 + control) - control


@rule
def _rank(unseen: int, cards: int, place: int) -> float:
    """What so many cards of a rank cost at best, together or apart."""
    if cards == 0:
        return 0.0
    single = _group(unseen, 1, 1, place)
    if cards == 1:
        return single
    pair = _group(unseen, 2, 1, place)
    two = min(pair, 2.0 * single)
    if cards == 2:
        return two
    three = min(_group(unseen, 3, 1, place), single + two)
    return three if cards == 3 else min(_group(unseen, 4, 1, place), single + three, pair + two)


@rule
def _height(hand: int, place: int) -> int:
    """How many cards of a rank the heights tell of."""
    return count(hand & ((1 | 1 << 13 | 1 << 26 | 1 << 39) << place))


@rule
def cost(hand: int, unseen: int) -> float:
    """What it costs to get rid of a hand: runs are taken out while that helps; the dearest combination goes last, for nothing."""
    total, dearest = 0.0, 0.0
    while True:
        saving, length, bottom = _best_run(hand, unseen)
        if saving <= 0.0:
            break
        group = _group(unseen, 1, length, bottom)
        total += group
        dearest = max(dearest, group)
        hand = without(hand, 1, length, bottom)
    for place in range(SUIT_SIZE):
        cards = _height(hand, place)
        group = _rank(unseen, cards, place)
        total += group
        dearest = max(dearest, min(group, 1.0))
    return total - dearest


@rule
def _best_run(hand: int, unseen: int) -> tuple[float, int, int]:
    """The run that saves most, as (saving, length, bottom); it saves nothing where there is none."""
    best, best_length, best_bottom = 0.0, 0, 0
    for bottom in range(LONGEST_RUN + 1 - SHORTEST_RUN):
        saving, place = 0.0, bottom
        while place < LONGEST_RUN and holds(hand, place):
            cards = _height(hand, place)
            saving += _rank(unseen, cards, place) - _rank(unseen, cards - 1, place)
            place += 1
            length = place - bottom
            if length >= SHORTEST_RUN:
                saved = saving - _group(unseen, 1, length, bottom)
                if saved > best:
                    best, best_length, best_bottom = saved, length, bottom
    return best, best_length, best_bottom


# ---- the beginner


@rule
def beginner(kernel: Kernel, rules: Rules, view: DasanState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """Bids and calls as `choose` does, but plays without a plan: many low cards at once on the lead, later the lowest that beat."""
    found = kernel.legal(rules, view, buffer)
    if view.stage == Stage.AUCTION:
        return _bid(rules, view, seat, buffer, found)
    if view.stage == Stage.CALL:
        return _call(buffer, found)
    best, most = PASS, NEVER
    for at in range(found):
        worth = _eagerness(rules, view, seat, buffer[at])
        if worth > most:
            best, most = buffer[at], worth
    return best


@rule
def _eagerness(rules: Rules, view: DasanState, seat: int, action: int) -> float:
    """How much a beginner likes an act: to go out (W13), to let an ally's cards lie, then many cards, low ones."""
    if action == PASS:
        return OUT / 2 if _friendly(rules, view, seat, view.winning) > 0.0 else -OUT
    cards = kind_of(action) * length_of(action)
    return OUT if cards == view.sizes[seat] else float(EAGER * cards - bottom_of(action))
