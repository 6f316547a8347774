"""The simple Quinto bot: a sound player by rules of thumb. Clauses Q1 to Q19 of docs/games/quinto.en.md.

Before the play it counts the tricks that its hand promises, and doubles when they are more than half. In the play it weighs, in
points, each card that it may play: what the trick brings its side on average, less what the card is worth in hand. The numbers
were found by playing many thousand deals twice, with the sides changed: the bot beats itself without any one of its rules.
"""

from collections.abc import MutableSequence
from typing import Final

from tefuda.bots.sampling import Effort, Judge, even
from tefuda.bots.search import Skill
from tefuda.core.cards import FULL_PACK, JOKER, NO_CARD, NO_SUIT, SUIT, SUIT_SIZE, count, holds, lowest, suit_cards, suit_of
from tefuda.core.game import Buffer, Kernel
from tefuda.core.rule import rule
from tefuda.games.quinto import (
    HAND,
    JOKER_VALUE,
    PACK,
    PASS,
    PLAYERS,
    REDOUBLE,
    TARGET,
    TRICK_VALUE,
    DoubleScope,
    QuintoState,
    Rules,
    Stage,
    TieDeal,
    quint_points,
    strength,
    suit_place,
)

# The calls, in tricks out of thirteen.
PROMISED: Final = 4.4  # what a side takes with a hand that has nothing of what follows
TOP_CARD: Final = 0.39  # more for each card of the highest suit,
HONOUR: Final = 0.17  # and for each step by which that card is above the nine
ACE: Final = 0.6  # more for the ace of each other suit
DOUBLE_FROM: Final = 7.0  # a double needs more than this
DOUBLE_LAST: Final = 6.5  # the same for the dealer, whom nobody can redouble
REDOUBLE_FROM: Final = 7.6  # a redouble needs more than this

# The trick.
WILLING: Final = 0.75  # how often a player who can beat the best card does
FALLING: Final = 2.0  # how much likelier than chance has it a player adds the other half of a pair
GAME: Final = 10.0  # points that a quint which ends the game is worth beyond its own

# The cards in hand.
QUINTS_AHEAD: Final = 4.0  # quint points in a later trick
POWER: Final = 1.2  # tricks that a card which can't be beaten wins, with those that it helps others to win
CHAIN_FADE: Final = 2.5  # so many unseen higher cards halve that
SUIT_POWER: Final = 0.15  # tricks that the highest unseen card of a suit wins because everybody follows
SUIT_FADE: Final = 2.0  # so many unseen higher cards of the suit halve that
CACHETTE_AHEAD: Final = 25.0  # points, from side to side, that the last trick is worth beyond another one (Q14)
VOID: Final = 10.0  # points that it is worth to lack a suit; each card of a suit keeps away its share of them
JOKER_KEPT: Final = 0.8  # share of its points that the Joker is worth in a full hand
FIVE_KEPT: Final = 0.7  # the same of a five
PAIR_KEPT: Final = 0.1  # the same of half a pair whose other half is unseen


@rule
def choose(kernel: Kernel, rules: Rules, view: QuintoState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """The call that the hand deserves, or the card that weighs most, of equals the lowest number; draws nothing from the stream."""
    found = kernel.legal(rules, view, buffer)
    if view.stage == Stage.CALLS:
        return _call(rules, view, seat, buffer[found - 1])
    best, most = buffer[0], _weight(rules, view, seat, buffer[0])
    for at in range(1, found):
        weight = _weight(rules, view, seat, buffer[at])
        if weight > most:
            best, most = buffer[at], weight
    return best


# ---- the calls


@rule
def _call(rules: Rules, view: QuintoState, seat: int, highest: int) -> int:
    """The highest legal call if the hand promises the tricks that it needs, else a pass (Q6)."""
    if highest == PASS or _tricks_promised(rules, view.hands[seat]) <= _tricks_needed(rules, view, seat, highest):
        return PASS
    return highest


@rule
def _tricks_promised(rules: Rules, hand: int) -> float:
    """How many of the thirteen tricks a side takes on average with this hand."""
    tricks = PROMISED
    for suit in range(4):
        cards = (hand >> (13 * suit)) & SUIT
        if suit_place(rules, suit) < 3:
            tricks += ACE * (cards >> 12)
        else:
            tricks += TOP_CARD * count(cards)
            for rank in range(8, SUIT_SIZE):
                tricks += HONOUR * (rank - 7) * ((cards >> rank) & 1)
    return tricks


@rule
def _tricks_needed(rules: Rules, view: QuintoState, seat: int, call: int) -> float:
    """How many tricks make a call pay. Where calls concern the caller's side alone, the last word always pays and no other does."""
    last = call == REDOUBLE or seat == view.dealer
    if rules.double_scope == DoubleScope.caller:
        return 0.0 if last else 13.0
    if call == REDOUBLE:
        return REDOUBLE_FROM
    return DOUBLE_LAST if last else DOUBLE_FROM


# ---- the trick


@rule
def _weight(rules: Rules, view: QuintoState, seat: int, card: int) -> float:
    """What playing the card brings on average, in points: the trick, ours or theirs, less the card's worth in hand."""
    laid = 1 << card
    for at in range(view.trick_size):
        laid |= 1 << view.trick[at]
    quints = quint_points(rules, laid)
    points = quints + _trick_points(view) + _falling_points(rules, view, seat, laid)
    win = _win_chance(rules, view, seat, card)
    ours = points + _game_points(view, seat & 1, quints)
    theirs = points + _game_points(view, ~seat & 1, quints)
    return win * ours - (1.0 - win) * theirs - _worth_in_hand(rules, view, seat, card)


@rule
def _trick_points(view: QuintoState) -> float:
    """What a trick counts, on the average of both sides (Q15)."""
    return 0.5 * TRICK_VALUE * (view.factors[0] + view.factors[1])


@rule
def _falling_points(rules: Rules, view: QuintoState, seat: int, laid: int) -> float:
    """The points of the pairs that players still to come may complete in this trick (Q12)."""
    unseen = _unseen(view, seat)
    cards, points = laid & FULL_PACK, 0
    while cards:
        mate = _mate(lowest(cards))
        if mate != NO_CARD and holds(unseen, mate):
            points += _quint_value(rules, mate)
        cards &= cards - 1
    to_come = PLAYERS - 1 - view.trick_size
    return FALLING * to_come * points / count(unseen)


@rule
def _game_points(view: QuintoState, side: int, quints: int) -> float:
    """What it is worth beyond their points that these quints end the game (Q16)."""
    return GAME if quints > 0 and view.tied == 0 and view.totals[side] + quints >= TARGET else 0.0


@rule
def _win_chance(rules: Rules, view: QuintoState, seat: int, card: int) -> float:
    """The chance that the seat's side wins the trick if it plays the card now (Q9)."""
    best = max(strength(rules, card), view.highest)
    led = suit_of(card) if view.led == NO_SUIT and card != JOKER else view.led
    win = 1.0 if best > view.highest or (view.winning ^ seat) & 1 == 0 else 0.0
    for later in range(1, PLAYERS - view.trick_size):
        beaten = WILLING * _beat_chance(rules, view, seat, (seat + later) & 3, best, led)
        win = win * (1.0 - beaten) if later & 1 else win + (1.0 - win) * beaten
    return win


@rule
def _beat_chance(rules: Rules, view: QuintoState, seat: int, player: int, best: int, led: int) -> float:
    """The chance that the player can beat this place of the chain, as far as the seat knows: following suit, or lacking it (Q8)."""
    may = _may_hold(view, seat, player)
    cards, size = count(may), view.sizes[player]
    higher = may & _above(rules, best)
    if led == NO_SUIT:
        return 1.0 - _none_chance(cards, size, count(higher))
    suit = may & suit_cards(led)
    not_following = _none_chance(cards, size, count(suit)) - _none_chance(cards, size, count(suit | higher))
    return 1.0 - _none_chance(cards, size, count(suit & higher)) + not_following


@rule
def _none_chance(cards: int, size: int, wanted: int) -> float:
    """The chance that `size` of so many cards have none of the wanted ones."""
    if cards - size < wanted:
        return 0.0
    none = 1.0
    for at in range(wanted):
        none *= (cards - size - at) / (cards - at)
    return none


# ---- the cards in hand


@rule
def _worth_in_hand(rules: Rules, view: QuintoState, seat: int, card: int) -> float:
    """What it is worth, in points, that the card stays in hand: the tricks that it may win and its quint, but no void."""
    kept = _kept(view, seat, card) * (view.sizes[seat] - 1) / HAND
    if card == JOKER:
        return kept * JOKER_VALUE
    suit = view.hands[seat] & suit_cards(suit_of(card))
    return _power(rules, view, seat, card) + kept * _quint_value(rules, card) - VOID / count(suit)


@rule
def _kept(view: QuintoState, seat: int, card: int) -> float:
    """The share of its quint that the card is worth in a full hand."""
    if card == JOKER:
        return JOKER_KEPT
    if card % SUIT_SIZE == 3:
        return FIVE_KEPT
    mate = _mate(card)
    return PAIR_KEPT if mate != NO_CARD and holds(_unseen(view, seat), mate) else 0.0


@rule
def _power(rules: Rules, view: QuintoState, seat: int, card: int) -> float:
    """What the tricks that the card may win later are worth from side to side: less, the more higher cards are unseen."""
    higher = _unseen(view, seat) & _above(rules, strength(rules, card))
    tricks = POWER * CHAIN_FADE / (CHAIN_FADE + count(higher))
    tricks += SUIT_POWER * SUIT_FADE / (SUIT_FADE + count(higher & suit_cards(suit_of(card))))
    points = 2.0 * (_trick_points(view) + QUINTS_AHEAD)
    return tricks * (points + CACHETTE_AHEAD if view.sizes[seat] == 2 else points)


# ---- the pack


@rule
def _unseen(view: QuintoState, seat: int) -> int:
    """The cards that the seat has not seen."""
    return PACK & ~view.played & ~view.hands[seat]


@rule
def _may_hold(view: QuintoState, seat: int, player: int) -> int:
    """The unseen cards that a player may hold: none of a suit that it has shown to lack (Q8)."""
    cards = _unseen(view, seat)
    for suit in range(4):
        if (view.void[player] >> suit) & 1:
            cards &= ~suit_cards(suit)
    return cards


@rule
def _above(rules: Rules, place: int) -> int:
    """The cards above a place of the chain (Q5)."""
    above = 0
    for suit in range(4):
        passed = place - 13 * suit_place(rules, suit)  # how many cards of the suit are at the place or below
        if passed < SUIT_SIZE:
            above |= (SUIT & ~((1 << max(passed, 0)) - 1)) << (13 * suit)
    return above


@rule
def _mate(card: int) -> int:
    """The card that makes a pair with this one (Q12): ace and four, two and three; NO_CARD for the others."""
    rank = card % SUIT_SIZE
    if rank <= 1:
        return card + 1 - 2 * rank
    if rank == 2:
        return card + 10
    return card - 10 if rank == 12 else NO_CARD


@rule
def _quint_value(rules: Rules, card: int) -> int:
    """What a quint of the card's suit is worth (Q12)."""
    return 5 * (1 + suit_place(rules, suit_of(card)))


# ---- the levels


@rule
def cards_left(rules: Rules, state: QuintoState) -> int:
    """How many cards the four hands still hold; 100 while calls are made."""
    return state.sizes[0] + state.sizes[1] + state.sizes[2] + state.sizes[3] if state.stage == Stage.PLAY else 100


@rule
def beginner(kernel: Kernel, rules: Rules, view: QuintoState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """Calls as `choose` does; in the play it looks at the trick as it lies, and has forgotten all that was played before."""
    found, played = kernel.legal(rules, view, buffer), view.played
    if view.stage == Stage.CALLS:
        return _call(rules, view, seat, buffer[found - 1])
    view.played = 0
    best, most = buffer[0], _glance(rules, view, seat, buffer[0])
    for at in range(1, found):
        weight = _glance(rules, view, seat, buffer[at])
        if weight > most:
            best, most = buffer[at], weight
    view.played = played
    return best


@rule
def _glance(rules: Rules, view: QuintoState, seat: int, card: int) -> float:
    """What the card brings if nobody plays after it, less its worth in hand."""
    laid = 1 << card
    for at in range(view.trick_size):
        laid |= 1 << view.trick[at]
    points = quint_points(rules, laid) + _trick_points(view)
    ours = strength(rules, card) > view.highest or (view.winning ^ seat) & 1 == 0
    return (points if ours else -points) - _worth_in_hand(rules, view, seat, card)


@rule
def outcome(rules: Rules, state: QuintoState, stakes: int, seat: int) -> int:
    """What a deal that is over is worth to a seat's side (Q15, Q16)."""
    ahead = state.quints[0] + state.trick_points[0] - state.quints[1] - state.trick_points[1]
    if state.game_over:
        ahead += stakes if _first_won(rules, state) else -stakes
    return ahead if seat & 1 == 0 else -ahead


@rule
def _first_won(rules: Rules, state: QuintoState) -> bool:
    """Whether seats 0 and 2 have won the game that is over: by a quint, even if overtaken by tricks (QA4), or by its total."""
    side = state.last_winner & 1
    quints = state.totals[side] - state.trick_points[side]
    tied = quints - state.quints[side] >= TARGET  # the game was tied when the deal began (Q18)
    if rules.tie_deal == TieDeal.sudden if tied else quints >= TARGET:
        return side == 0
    return state.totals[0] > state.totals[1]


@rule
def promise(rules: Rules, state: QuintoState, stakes: int, ahead: int, seat: int) -> int:
    """What the solver's value is worth to a seat's side."""
    return ahead if seat & 1 == 0 else -ahead


JUDGE: Final = Judge(choose, even, cards_left, outcome, promise)
EXPERT: Final = Skill(JUDGE, Effort(worlds=40, leaf=12, work=200_000), stakes=0)
MASTER: Final = Skill(JUDGE, Effort(worlds=600, leaf=16, work=2_000_000), stakes=100)
