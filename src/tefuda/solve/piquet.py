"""What makes Piquet quick to solve (clauses P16 to P20, P22). The first camp is seat 0.

Two hands, both open, no trumps. Who leads can run all cards of a suit that nothing beats, without losing the lead; while he does,
the other can keep as many cards of each suit as the leader has, and so every top card in a suit of which the leader has a card
wins a trick in the end. Both bounds are close, and most positions need no search. With the leads of nines, eights and sevens worth
as much as others (P17), trick points follow from the number of tricks, who leads first, and who wins the last trick: a player has a
lead for every trick won but the last one, and takes a trick from the other's lead once more or less often, as he has the lead now
and at the end.
"""

from typing import Final

from tefuda.core.cards import NO_CARD, count, lowest, suit_cards, suit_of
from tefuda.core.game import Buffer
from tefuda.core.rule import rule
from tefuda.core.state import State, field
from tefuda.games.piquet import (
    AU_CENT,
    CAPOT_POINTS,
    CARDS_POINTS,
    EXTRA_DEALS,
    HAND,
    MOST_TRICKS,
    NINE,
    PACK,
    PARTIE,
    PIQUE,
    PLAYERS,
    Match,
    PiquetState,
    Rules,
)
from tefuda.solve.guide import Guide, Position, mix

# ---- the play


class Play(State):
    """The play of a deal, without what can't matter any more."""

    hands: list[int] = field(PLAYERS)
    turn: int = field()  # who plays, -1 when the deal is over
    leader: int = field()
    led: int = field()  # the card led, NO_CARD at the beginning of a trick
    left: int = field()  # tricks to come, the one on the table included
    tricks: list[int] = field(PLAYERS)
    points: list[int] = field(PLAYERS)  # of the deal, those included that elder does not see yet
    bonus: list[int] = field(PLAYERS)  # of a repique or a pique
    totals: list[int] = field(PLAYERS)
    winner: int = field()  # of a game au cent: 1 for seat 0, -1 for seat 1
    deals: int = field()


@rule
def lay(rules: Rules, state: PiquetState, to: Play) -> None:
    """Sets up the play from the table."""
    for seat_ in range(PLAYERS):
        to.hands[seat_] = state.hands[seat_]
        to.tricks[seat_] = state.tricks[seat_]
        to.points[seat_] = state.points[seat_] + state.later[seat_] + state.held[seat_]
        to.bonus[seat_] = state.bonus[seat_] + state.held[seat_]
        to.totals[seat_] = state.totals[seat_] + state.later[seat_] + state.held[seat_]
    to.turn = state.turn
    to.leader = state.leader
    to.led = state.trick[0] if state.trick_size else NO_CARD
    to.left = max(state.sizes[0], state.sizes[1])
    to.winner = 0
    to.deals = state.deals


@rule
def seat(rules: Rules, state: Play) -> int:
    """Whose turn it is, negative after the deal."""
    return state.turn


@rule
def legal(rules: Rules, state: Play, buffer: Buffer) -> int:
    """P16: a card of the suit led, else any card; the lowest number first."""
    cards, found = state.hands[state.turn], 0
    if state.led != NO_CARD and cards & suit_cards(suit_of(state.led)):
        cards &= suit_cards(suit_of(state.led))
    while cards:
        buffer[found] = lowest(cards)
        found += 1
        cards &= cards - 1
    return found


@rule
def play(rules: Rules, state: Play, card: int) -> None:
    """P16: lays a card on the table; the second one completes the trick."""
    state.hands[state.turn] ^= 1 << card
    if state.led == NO_CARD:
        state.led = card
        if rules.leads_789 or card % 13 > NINE:
            _score(rules, state, state.turn, 1)
        state.turn = 1 - state.turn
    else:
        _complete(rules, state, card)
    if state.winner:
        state.turn = -1


@rule
def _score(rules: Rules, state: Play, player: int, points: int) -> None:
    """Points of leads and tricks (P17, P19), and the pique that they may bring (P20)."""
    _add(rules, state, player, points)
    reached = state.points[player] >= rules.pique_threshold and state.points[1 - player] == 0
    if reached and state.bonus[player] == 0 and state.winner == 0:
        state.bonus[player] = PIQUE
        _add(rules, state, player, PIQUE)


@rule
def _add(rules: Rules, state: Play, player: int, points: int) -> None:
    """Adds points, unless a game au cent is over (P22)."""
    if state.winner == 0:
        state.points[player] += points
        state.totals[player] += points
        if rules.match == Match.au_cent and state.totals[player] >= AU_CENT:
            state.winner = 1 - 2 * player


@rule
def _complete(rules: Rules, state: Play, card: int) -> None:
    """P16 to P19: the higher card of the suit led takes the trick; its winner leads; after the last one come cards or capot."""
    beaten = suit_of(card) == suit_of(state.led) and card > state.led
    state.led = NO_CARD
    state.left -= 1
    if beaten:
        state.leader = 1 - state.leader
        _score(rules, state, state.leader, 1)
    state.tricks[state.leader] += 1
    state.turn = state.leader
    if state.left == 0:
        state.turn = -1
        if rules.last_trick_bonus:
            _score(rules, state, state.leader, rules.last_trick_bonus)
        most_ = 0 if state.tricks[0] > state.tricks[1] else 1
        if state.tricks[most_] >= MOST_TRICKS:
            _add(rules, state, most_, CAPOT_POINTS if state.tricks[most_] == HAND else CARDS_POINTS)


# ---- what it is worth


@rule
def first(rules: Rules, state: Play, seat: int) -> bool:
    """Seat 0 plays against seat 1 (P1)."""
    return seat == 0


@rule
def worth(rules: Rules, state: Play, stakes: int) -> int:
    """Points so far, and the end of a partie or a game au cent once it is there (P22)."""
    ahead = state.points[0] - state.points[1]
    if state.turn >= 0:
        return ahead
    if rules.match == Match.au_cent:
        return ahead + stakes * state.winner
    return ahead + stakes * _partie(rules, state, 0)


# ---- bounds


@rule
def least(rules: Rules, state: Play, stakes: int) -> int:
    """What the sure tricks of seat 0 bring at least."""
    return _gain(rules, state, stakes, 0)


@rule
def most(rules: Rules, state: Play, stakes: int) -> int:
    """What seat 0 gains at most beside the sure tricks of seat 1."""
    return _gain(rules, state, stakes, 1)


@rule
def _gain(rules: Rules, state: Play, stakes: int, top: int) -> int:
    """The least or the greatest gain that the bounds leave to seat 0, with what a partie's end adds to it."""
    if _may_end_game(rules, state):
        gain = (2 * top - 1) * (_most_points(rules, state) + stakes)
    else:
        gain = _tame_gain(rules, state, top) if _is_tame(rules, state) else _wild_gain(rules, state, top)
    return gain + stakes * _partie(rules, state, gain)


@rule
def _may_end_game(rules: Rules, state: Play) -> bool:
    """Whether a player may come to a hundred in a game au cent, which then stops (P22)."""
    if rules.match != Match.au_cent:
        return False
    ahead = max(state.totals[0], state.totals[1])
    return ahead + _most_points(rules, state) >= AU_CENT


@rule
def _most_points(rules: Rules, state: Play) -> int:
    """No player gains more in the rest of the play: tricks, the last one, capot, pique."""
    return state.left + rules.last_trick_bonus + CAPOT_POINTS + PIQUE


@rule
def _last_deal(rules: Rules, state: Play) -> bool:
    """Whether the partie ends with this deal unless it is tied (P22)."""
    return rules.match == Match.partie and state.deals >= PARTIE and (state.deals - PARTIE) % EXTRA_DEALS == 0


@rule
def _partie(rules: Rules, state: Play, gain: int) -> int:
    """Who has won the partie if this deal ends it with so much more for seat 0: 1 for seat 0, -1 for seat 1, 0 for nobody."""
    if not _last_deal(rules, state):
        return 0
    ahead = state.totals[0] - state.totals[1] + gain
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


@rule
def _is_tame(rules: Rules, state: Play) -> bool:
    """Whether every lead scores, at the beginning of a trick."""
    return state.led == NO_CARD and rules.leads_789 == 1


@rule
def _wild_gain(rules: Rules, state: Play, top: int) -> int:
    """All points of the tricks that are left, or none of them."""
    left, side = state.left, 1 - top
    gain = (2 * top - 1) * (left + rules.last_trick_bonus)
    if _may_pique(rules, state, side, left + rules.last_trick_bonus):
        gain += (2 * top - 1) * PIQUE
    return gain + _cards(state, top * left)


@rule
def _may_pique(rules: Rules, state: Play, seat: int, points: int) -> bool:
    """Whether so many more points would make a pique (P20)."""
    if state.points[1 - seat] > 0 or state.bonus[seat] > 0:
        return False
    return state.points[seat] + points >= rules.pique_threshold


@rule
def _cards(state: Play, tricks: int) -> int:
    """P18: the cards or the capot if seat 0 wins so many of the tricks that are left."""
    mine = state.tricks[0] + tricks
    theirs = state.tricks[1] + state.left - tricks
    if max(mine, theirs) < MOST_TRICKS:
        return 0
    points = CAPOT_POINTS if max(mine, theirs) == HAND else CARDS_POINTS
    return points if mine > theirs else -points


@rule
def _tame_gain(rules: Rules, state: Play, top: int) -> int:
    """The same with the sure tricks of both."""
    left, leader = state.left, state.leader
    mine = sure_tricks(state.hands[leader], state.hands[1 - leader])
    tricks = mine if top == leader else left - _sure_against(state.hands[leader], state.hands[1 - leader], mine, left)
    gain = _trick_points(rules, left, tricks, top != leader) + _pique(rules, state, leader, mine, top != leader)
    return (gain if leader == 0 else -gain) + _cards(state, tricks if leader == 0 else left - tricks)


@rule
def _trick_points(rules: Rules, left: int, tricks: int, top: bool) -> int:
    """What the leader gains at least, or most, with so many of the tricks that are left, before cards and capot.

    He leads once for each trick won but the last one, and once at first; he takes one trick less from the other's leads than the
    other takes from his if the other leads in the end. The last trick may go either way, unless all tricks go one way.
    """
    last = 1 if tricks == left else 0 if tricks == 0 else (1 if top else 0) if rules.last_trick_bonus else (0 if top else 1)
    return 2 * tricks - left + (last if rules.last_trick_bonus else 1 - last)


@rule
def _pique(rules: Rules, state: Play, leader: int, sure: int, top: bool) -> int:
    """P20: the pique of the leader, who must win all tricks until he has its points; the other has a point from his first trick."""
    left = state.left
    if not _may_pique(rules, state, leader, left + rules.last_trick_bonus):
        return 0
    return PIQUE if top or sure >= rules.pique_threshold - state.points[leader] - 1 else 0


@rule
def below(cards: int) -> int:
    """The cards that are no higher than some card of the set in their suit; there is no card below a seven."""
    cards |= (cards >> 1) & PACK
    cards |= (cards >> 2) & PACK
    return cards | (cards >> 4) & PACK


@rule
def sure_tricks(mine: int, theirs: int) -> int:
    """Tricks that a leader wins without losing the lead: top cards, and all of a suit of which the other has no more than those."""
    tops, tricks = mine & ~below(theirs), 0
    for suit in range(4):
        cards = suit_cards(suit)
        high = count(tops & cards)
        tricks += high if high < count(theirs & cards) else count(mine & cards)
    return tricks


@rule
def _sure_against(mine: int, theirs: int, sure: int, left: int) -> int:
    """Tricks that the other wins at least: his top cards where the leader follows; one, if the leader can't win all."""
    tops, tricks = theirs & ~below(mine), 0
    for suit in range(4):
        cards = suit_cards(suit)
        tricks += min(count(tops & cards), count(mine & cards))
    return max(tricks, 1) if sure < left else 0


# ---- positions


@rule
def key(rules: Rules, state: Play) -> int:
    """At the beginning of a trick: the cards, by their order within each suit where every lead scores, and what points decide."""
    if state.led != NO_CARD:
        return -1
    if not _is_tame(rules, state) or _may_end_game(rules, state):
        return _whole_key(state)
    hash_ = mix(_shape(state.hands[state.leader], state.hands[1 - state.leader]), state.leader)
    return mix(hash_, _decided(rules, state))


@rule
def _whole_key(state: Play) -> int:
    """The cards and all points."""
    hash_ = mix(mix(state.hands[0], state.hands[1]), state.leader)
    hash_ = mix(hash_, state.tricks[0] | state.tricks[1] << 4)
    for seat in range(PLAYERS):
        hash_ = mix(mix(hash_, state.points[seat] << 10 | state.totals[seat]), state.bonus[seat])
    return hash_


@rule
def _shape(mine: int, theirs: int) -> int:
    """Whose the cards of each suit are, from the lowest one up: ones are mine, and a further one stands above the highest."""
    shape = 0
    for suit in range(4):
        cards, place, suit_shape = (mine | theirs) >> (13 * suit + 5) & 0xFF, 0, 0
        while cards:
            at = lowest(cards)
            suit_shape |= ((mine >> (13 * suit + 5 + at)) & 1) << place
            place += 1
            cards &= cards - 1
        shape = shape << 9 | suit_shape | 1 << place
    return shape


@rule
def _decided(rules: Rules, state: Play) -> int:
    """What is decided of the points to come, cards or capot, pique, partie; where it is not, the points so far."""
    left, leader = state.left, state.leader
    mine, theirs = state.hands[leader], state.hands[1 - leader]
    sure = sure_tricks(mine, theirs)
    limit = left - _sure_against(mine, theirs, sure, left)
    low = _cards(state, sure if leader == 0 else left - sure)
    decided = 200 + low if low == _cards(state, limit if leader == 0 else left - limit) else state.tricks[0] | state.tricks[1] << 4
    pique = _pique(rules, state, leader, sure, False)
    if pique != _pique(rules, state, leader, sure, True):
        pique = 1 + rules.pique_threshold - state.points[leader]
    return (decided * 100 + pique) * 4000 + _decided_partie(rules, state) + 1


@rule
def _decided_partie(rules: Rules, state: Play) -> int:
    """Who has won the partie that ends with this deal, or how far seat 0 is ahead while that is open."""
    if not _last_deal(rules, state):
        return 0
    worst = _partie(rules, state, _tame_gain(rules, state, 0))
    return worst if worst == _partie(rules, state, _tame_gain(rules, state, 1)) else 1000 + state.totals[0] - state.totals[1]


# ---- acts


@rule
def order(rules: Rules, state: Play, acts: Buffer, found: int, hint: int) -> int:
    """Of cards between which the other hand has none, the lowest; first what was best before, then what looks best."""
    player = state.turn
    mine, theirs = state.hands[player], state.hands[1 - player]
    led = state.led
    left, before = 0, NO_CARD
    for at in range(found):
        card = acts[at]
        if not _alike(rules, before, card, theirs | (1 << led if led >= 0 else 0)):
            weight = 1 << 20 if card == hint else _weight(mine, theirs, led, card)
            place = left
            while place > 0 and acts[place - 1] >> 6 < weight:
                acts[place] = acts[place - 1]
                place -= 1
            acts[place] = weight << 6 | card
            left += 1
        before = card
    for at in range(left):
        acts[at] &= 63
    return left


@rule
def _alike(rules: Rules, low: int, high: int, theirs: int) -> bool:
    """Whether two cards of a hand do the same: none of the other's lies between them, and both score as leads or neither (P17)."""
    if low == NO_CARD or suit_of(low) != suit_of(high) or theirs & ((1 << high) - (1 << low)):
        return False
    return rules.leads_789 == 1 or (low % 13 > NINE) == (high % 13 > NINE)


@rule
def _weight(mine: int, theirs: int, led: int, card: int) -> int:
    """How soon a card is tried."""
    suit = suit_cards(suit_of(card))
    rank = card % 13
    if led == NO_CARD:
        m, n = count(theirs & suit), count(mine & suit)
        if theirs & suit & ~((2 << card) - 1) == 0:
            return 2000 - 10 * m + n
        return 1000 + 20 * n - 20 * m - rank
    if suit_of(card) == suit_of(led):
        return 2000 - rank if card > led else 1000 - rank
    return 1000 + 50 * (count(mine & suit) - count(theirs & suit)) - rank


POSITION: Final = Position(Play, lay, seat, legal, play)
GUIDE: Final = Guide(first, worth, least, most, key, order)


# ---- claims


@rule
def tricks(rules: Rules, state: Play, stakes: int) -> int:
    """What a claim is about: the tricks of seat 0 less those of seat 1."""
    return state.tricks[0] - state.tricks[1]


@rule
def tricks_left(rules: Rules, state: Play, stakes: int) -> int:
    """The tricks that are left; a game au cent that ends before leaves some of them unplayed."""
    return HAND - state.tricks[0] - state.tricks[1]


@rule
def tricks_against(rules: Rules, state: Play, stakes: int) -> int:
    """The same, won by seat 1."""
    return -tricks_left(rules, state, stakes)


@rule
def claim_key(rules: Rules, state: Play) -> int:
    """The cards by their order within each suit, and who leads, at the beginning of a trick."""
    if state.led != NO_CARD:
        return -1
    return mix(_shape(state.hands[state.leader], state.hands[1 - state.leader]), state.leader)


CLAIM: Final = Guide(first, tricks, tricks_against, tricks_left, claim_key, order)
