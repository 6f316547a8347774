"""What makes Pitch quick to solve (clauses T13 to T19, TF3).

The first camp are seats 0 and 2; of five players the bidder and his partner. Every trump in a hand will be played, so the camps
share all points in play, and whatever the deal pays grows with the points that a camp takes: the search counts points, `pay`
turns them into what the deal pays. A two that stays with its player is as good as taken before it is played (T16).
"""

from itertools import product
from math import prod
from typing import Final

from tefuda.core.cards import JOKER, count, holds, lowest, members, rank_of, suit_of
from tefuda.core.game import DEAL_DUE, Buffer
from tefuda.core.rule import rule
from tefuda.core.state import State, field
from tefuda.games.pitch import (
    BID,
    MOON,
    MOST_PLAYERS,
    PITCH,
    Jokers,
    MadeScore,
    MoonAtZero,
    MoonBurnt,
    MoonTwo,
    OutOrder,
    PitchState,
    ReverseOff,
    Rules,
    SetLoss,
    Stage,
    side_of,
    staying,
)
from tefuda.games.pitch import worth as points_of
from tefuda.solve.guide import Guide, Position, mix

FAR: Final = 1 << 20  # more than any total
AT: Final = 64  # inside the search an act is this and a place
PLACES: Final = 20  # of the longest order: 2o 2 3o 3 4 5 6 7 8 9 To T X2 X1 Jo J Q K Ao A, from the bottom
_PLACE: Final = (1, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 19)  # of each rank of the trump suit; its off card stands just below
_LOW_JOKER_PLACE: Final = 12
_HAS_OFF: Final = 0b1001100000011  # the ranks with an off card in some variant


class Tricks(State):
    """The play of a deal: sets of trumps have bit p for the trump in place p of the order."""

    hands: list[int] = field(MOST_PLAYERS)
    turn: int = field()  # who plays, -1 after the last trick
    leader: int = field()
    winning: int = field()  # who has played the highest trump of the trick
    highest: int = field()  # its place, -1 before the lead
    table: int = field()  # the trumps of the trick
    camp: int = field()  # the seats of the first camp, as bits
    taken: int = field()  # its points, those of twos that will stay with it included
    points: int = field()  # the trumps that bring a point
    threes: int = field()  # those that bring three, which are among `points`
    equal: int = field()  # the place of the upper Joker where the one played first is the higher, else -1
    must: int = field()  # the called card while it must be played (TF5)
    trump: int = field()
    cards: int = field()  # in the first position the cards that may be played, 0 later on


# ---- from the table to the order of the trumps


@rule
def first(rules: Rules, state: PitchState, seat: int) -> bool:
    """Partners sit crosswise (T1); of five players the bidder, and whoever holds the called card or has shown it (TF3)."""
    if rules.players == 4:
        return seat & 1 == 0
    if seat == state.bidder or seat == state.partner:
        return True
    return state.partner < 0 and state.called >= 0 and holds(state.hands[seat], state.called)


@rule
def place(rules: Rules, trump: int, card: int) -> int:
    """The place of a trump in the order, 0 for the lowest (T3, TX2)."""
    if card >= JOKER:
        up = _LOW_JOKER_PLACE + 1 - (card - JOKER)
        return PLACES - 1 - up if rules.reverse else up
    off = 0 if suit_of(card) == trump else 1
    up = _PLACE[rank_of(card)]
    if not rules.reverse:
        return up - off
    if rules.reverse_off == ReverseOff.mirror:
        return PLACES - 1 - up + off
    return PLACES - 1 - up + (0 if off else (_HAS_OFF >> rank_of(card)) & 1)


@rule
def placed(rules: Rules, state: PitchState, cards: int) -> int:
    """The trumps among some cards by their places."""
    places = 0
    left = cards & state.trumps
    while left:
        places |= 1 << place(rules, state.trump, lowest(left))
        left &= left - 1
    return places


@rule
def lay(rules: Rules, state: PitchState, tricks: Tricks) -> None:
    """Sets up the play of a deal from the table."""
    tricks.camp = 0
    for seat_ in range(MOST_PLAYERS):
        tricks.hands[seat_] = placed(rules, state, state.hands[seat_])
        if seat_ < rules.players and first(rules, state, seat_):
            tricks.camp |= 1 << seat_
    tricks.trump = state.trump
    tricks.turn = state.turn
    tricks.leader = state.leader
    tricks.winning = state.winning
    tricks.highest = -1 if state.winning < 0 else place(rules, state.trump, state.trick[state.winning])
    tricks.table = placed(rules, state, on_table(rules, state))
    tricks.taken = points_of(rules, state, secured(rules, state))
    loose = placed(rules, state, state.point_cards & ~staying(rules, state))
    tricks.points = loose
    threes = 1 << place(rules, state.trump, 13 * state.trump + 1) | 1 << place(rules, state.trump, 13 * (3 - state.trump) + 1)
    tricks.threes = threes & loose
    upper = place(rules, state.trump, JOKER + 1 if rules.reverse else JOKER)
    tricks.equal = upper if rules.jokers == Jokers.first_played else -1
    tricks.must = placed(rules, state, _bound(rules, state))
    tricks.cards = state.hands[state.turn] & state.trumps
    if tricks.must & tricks.hands[state.turn]:
        tricks.cards = 1 << state.called


@rule
def _bound(rules: Rules, state: PitchState) -> int:
    """The called card while its holder must play it to the first trick (TF5)."""
    if state.called < 0 or state.tricks > 0:
        return 0
    called = 1 << state.called
    return called if rules.called_card_first or state.hands[state.bidder] & called else 0


@rule
def on_table(rules: Rules, state: PitchState) -> int:
    """The cards of the trick."""
    cards = 0
    for player in range(rules.players):
        if state.trick[player] >= 0:
            cards |= 1 << state.trick[player]
    return cards


@rule
def secured(rules: Rules, state: PitchState) -> int:
    """What the first camp has taken, and the twos that will stay with it; no such two where a moon sets them aside (T16, TC6)."""
    twos = staying(rules, state)
    cards = 0
    for player in range(rules.players):
        if first(rules, state, player):
            cards |= state.piles[player] | twos & state.hands[player]
            if state.trick[player] >= 0:
                cards |= twos & (1 << state.trick[player])
    if state.bid == MOON and rules.moon_two == MoonTwo.ignored:
        return cards & ~twos
    return cards


# ---- the play


@rule
def turn(rules: Rules, tricks: Tricks) -> int:
    """Who is to play; DEAL_DUE after the last trick."""
    return tricks.turn if tricks.turn >= 0 else DEAL_DUE


@rule
def legal(rules: Rules, tricks: Tricks, buffer: Buffer) -> int:
    """How many acts there are, and in the first position the cards; inside the search `order` writes places."""
    found = 0
    cards = tricks.cards
    if cards == 0:
        return count(playable(tricks))
    while cards:
        buffer[found] = lowest(cards)
        found += 1
        cards &= cards - 1
    return found


@rule
def playable(tricks: Tricks) -> int:
    """The trumps that may be played (T13, TF5)."""
    hand = tricks.hands[tricks.turn]
    return hand & tricks.must if hand & tricks.must else hand


@rule
def play(rules: Rules, tricks: Tricks, action: int) -> None:
    """Plays a trump, named as a card or as a place."""
    at = action - AT if action >= AT else place(rules, tricks.trump, action)
    tricks.cards = 0
    tricks.hands[tricks.turn] ^= 1 << at
    tricks.table |= 1 << at
    if at > tricks.highest and not (at == tricks.equal and tricks.highest == at - 1):
        tricks.highest = at
        tricks.winning = tricks.turn
    player = _after(rules, tricks.turn)
    while player != tricks.leader:
        if tricks.hands[player]:
            tricks.turn = player
            return
        player = _after(rules, player)
    _complete_trick(rules, tricks)


@rule
def _after(rules: Rules, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < rules.players else 0


@rule
def _complete_trick(rules: Rules, tricks: Tricks) -> None:
    """The winner takes the trick and leads, or the first one after him who has a trump left (T14)."""
    if (tricks.camp >> tricks.winning) & 1:
        tricks.taken += sum_of(tricks, tricks.table)
    tricks.table = 0
    tricks.highest = -1
    tricks.must = 0
    player = tricks.winning
    for _ in range(rules.players):
        if tricks.hands[player]:
            tricks.turn = player
            tricks.leader = player
            return
        player = _after(rules, player)
    tricks.turn = -1


# ---- the guide


@rule
def sum_of(tricks: Tricks, cards: int) -> int:
    """The points of some trumps."""
    return count(cards & tricks.points) + 2 * count(cards & tricks.threes)


@rule
def in_camp(rules: Rules, tricks: Tricks, seat: int) -> bool:
    """Whether a seat belongs to the first camp."""
    return (tricks.camp >> seat) & 1 == 1


@rule
def worth(rules: Rules, tricks: Tricks, stakes: int) -> int:
    """The points that the first camp has taken."""
    return tricks.taken


@rule
def least(rules: Rules, tricks: Tricks, stakes: int) -> int:
    """The points that nobody can take from the first camp."""
    return sure(rules, tricks, 1)


@rule
def most(rules: Rules, tricks: Tricks, stakes: int) -> int:
    """All points in play but those that nobody can take from the others."""
    return left(rules, tricks) - sure(rules, tricks, 0)


@rule
def left(rules: Rules, tricks: Tricks) -> int:
    """The points in play."""
    cards = tricks.table
    for player in range(rules.players):
        cards |= tricks.hands[player]
    return sum_of(tricks, cards)


@rule
def sure(rules: Rules, tricks: Tricks, camp: int) -> int:
    """What a camp (1: the first) is sure to take: its trumps above all others', and the trick where it has won that."""
    ours, theirs = 0, 0
    for player in range(rules.players):
        if (tricks.camp >> player) & 1 == camp:
            ours |= tricks.hands[player]
        else:
            theirs |= tricks.hands[player]
    winning = tricks.highest >= 0 and (tricks.camp >> tricks.winning) & 1 == camp
    table = 0
    if winning:
        if theirs >> tricks.highest == 0:
            table = tricks.table
    elif tricks.highest >= 0:
        theirs |= 1 << tricks.highest
    if tricks.equal >= 0:
        theirs |= (theirs & (1 << (tricks.equal - 1))) << 1  # the other Joker, played first, is the higher
    return sum_of(tricks, table | above(ours, theirs))


@rule
def above(cards: int, others: int) -> int:
    """Those of the cards that are above all the others."""
    below = others | others >> 1
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    return cards & ~below


@rule
def key(rules: Rules, tricks: Tricks) -> int:
    """The camps, who leads, and from the bottom up whose each trump is and what it brings, at the beginning of a trick."""
    if tricks.highest >= 0 or tricks.cards or tricks.must:
        return -1
    hash_, word = 0, tricks.camp << 5 | 8 | tricks.leader  # no digit of base 32 is zero: rows of different lengths never agree
    cards = 0
    for player in range(rules.players):
        cards |= tricks.hands[player]
    while cards:
        low = cards & -cards
        word = word << 5 | _owner(rules, tricks, low) << 2 | _rating(tricks, low)
        if word >> 50:
            hash_, word = mix(hash_, word), 0
        cards ^= low
    return mix(mix(hash_, word), _pair(rules, tricks))


@rule
def _pair(rules: Rules, tricks: Tricks) -> int:
    """Where in that row two equal Jokers are (TC14): one more than the trumps below them; 0 where they are not both there."""
    if tricks.equal < 0:
        return 0
    cards = 0
    for player in range(rules.players):
        cards |= tricks.hands[player]
    jokers = 3 << (tricks.equal - 1)
    return 1 + count(cards & ((1 << (tricks.equal - 1)) - 1)) if cards & jokers == jokers else 0


@rule
def _owner(rules: Rules, tricks: Tricks, card: int) -> int:
    """Who holds a trump."""
    for player in range(rules.players):
        if tricks.hands[player] & card:
            return player
    return -1


@rule
def _rating(tricks: Tricks, card: int) -> int:
    """1 for a trump without points, 2 for one with a point, 3 for one with three."""
    if card & tricks.threes:
        return 3
    return 2 if card & tricks.points else 1


@rule
def order(rules: Rules, tricks: Tricks, acts: Buffer, found: int, hint: int) -> int:
    """One of equal trumps, what it probably brings first; `hint` before all."""
    camp = (tricks.camp >> tricks.turn) & 1
    others = others_to_play(rules, tricks, camp)
    found = _write_distinct(rules, tricks, acts)
    for at in range(found):
        rank = (1 << 14) - 1 if AT + acts[at] == hint else _promise(tricks, acts[at], camp, others)
        _insert(acts, at, rank << 5 | acts[at])
    for at in range(found):
        acts[at] = AT + (acts[at] & 31)
    return found


@rule
def _insert(acts: Buffer, end: int, act: int) -> None:
    """Puts an act among those before the end, the greatest first."""
    at = end
    while at > 0 and acts[at - 1] < act:
        acts[at] = acts[at - 1]
        at -= 1
    acts[at] = act


@rule
def _write_distinct(rules: Rules, tricks: Tricks, acts: Buffer) -> int:
    """Writes the places that may be played, one of those between which no other trump lies and which bring the same."""
    others = 1 << tricks.highest if tricks.highest >= 0 else 0
    for player in range(rules.players):
        if player != tricks.turn:
            others |= tricks.hands[player]
    jokers = 3 << (tricks.equal - 1) if tricks.equal >= 0 else 0
    lone = jokers if others & jokers else 0  # which of two equal Jokers is the higher is still open: each is like no other card
    cards, before, ratings, found = playable(tricks), 1, 0, 0
    while cards:
        card = cards & -cards
        if others & (card - 1) & ~(before - 1) or lone & (card | before):
            ratings = 0
        before = card
        rating = 1 << _rating(tricks, card)
        if ratings & rating == 0:
            ratings |= rating
            acts[found] = lowest(card)
            found += 1
        cards ^= card
    return found


@rule
def others_to_play(rules: Rules, tricks: Tricks, camp: int) -> int:
    """The trumps of the other camp's players who will still play to the trick."""
    cards, player = 0, _after(rules, tricks.turn)
    for _ in range(1, rules.players):
        if tricks.highest >= 0 and player == tricks.leader:
            return cards
        if (tricks.camp >> player) & 1 != camp:
            cards |= tricks.hands[player]
        player = _after(rules, player)
    return cards


@rule
def _promise(tricks: Tricks, at: int, camp: int, others: int) -> int:
    """How early a trump is tried: sure tricks, points for a sure trick of the partner's, else what is cheap to lose."""
    points = sum_of(tricks, 1 << at)
    if at > tricks.highest and others >> at == 0:
        return 200 + 8 * points + (PLACES - at if tricks.highest >= 0 else at)
    if tricks.highest >= 0 and (tricks.camp >> tricks.winning) & 1 == camp and others >> tricks.highest == 0:
        return 200 + 32 * points + PLACES - at
    return 150 - 32 * points + (at if at > tricks.highest else PLACES - at)


# ---- what the deal pays


@rule
def pay(rules: Rules, state: PitchState, stakes: int, ahead: int) -> int:
    """What the sides of the first camp score less what the others do, and the stakes, when the camp takes so many points."""
    gain, _, won = settled(rules, state, ahead, -1)
    return gain if won < 0 else gain + stakes * counts_for(rules, state, -1, won)


@rule
def counts_for(rules: Rules, state: PitchState, seat: int, side: int) -> int:
    """How a side's points count for a seat: by how much its own side is ahead of each other one, together.

    For nobody (-1) they count as the first camp's.
    """
    if seat >= 0:
        return (1 if rules.players == 4 else MOST_PLAYERS - 1) if side == side_of(rules, seat) else -1
    return 1 if first(rules, state, side) else -1


@rule
def settled(rules: Rules, state: PitchState, ahead: int, seat: int) -> tuple[int, int, int]:
    """What the deal brings when the first camp takes so many points, as it counts for a seat, or for the first camp (-1).

    Returns the gain, the lead that there was before, and the side that wins the match by it, -1 where it goes on.
    """
    in_play = _in_play(rules, state)
    taken = ahead if first(rules, state, state.bidder) else in_play - ahead
    made = taken == in_play and not _burnt_out(rules, state) if state.bid == MOON else taken >= state.bid - BID
    gain, lead, won, highest = 0, 0, -1, 0
    sides = 2 if rules.players == 4 else MOST_PLAYERS
    side = side_of(rules, state.bidder)
    for step in range(sides):
        bidding = first(rules, state, side) == first(rules, state, state.bidder)
        gained = _gained(rules, state, side, bidding, made, taken, in_play)
        sign = counts_for(rules, state, seat, side)
        gain += sign * gained
        lead += sign * state.totals[side]
        rank = _rank(rules, state, state.totals[side] + gained, bidding, made, step)
        if rank > highest:
            won, highest = side, rank
        side = side + 1 if side + 1 < sides else 0
    return gain, lead, won


@rule
def _rank(rules: Rules, state: PitchState, total: int, bidding: bool, made: bool, step: int) -> int:
    """Which side wins the match: the one with the highest rank above 0 (T18, TC11, TC12; a failed moon T19).

    `step` says how many seats after the bidder it sits: of equals the bidder goes first, then his partner, then the nearest.
    """
    tie = 20 - step + (0 if not bidding else 40 if step == 0 else 20)
    if state.bid == MOON and not made:
        return 0 if bidding else (total + FAR) * 64 + tie
    if total < rules.target:
        return 0
    if bidding and rules.out_order == OutOrder.bidder_first:
        return FAR * 128 + tie
    return total * 64 + tie


@rule
def _gained(rules: Rules, state: PitchState, side: int, bidding: bool, made: bool, taken: int, in_play: int) -> int:
    """What the deal adds to a side's total (T17, T19)."""
    if state.bid == MOON:
        return _moon_gain(rules, state, state.totals[side], in_play) if bidding and made else 0
    if not bidding:
        return in_play - taken if rules.defenders_score else 0
    bid = state.bid - BID
    if made:
        return taken if rules.made_score == MadeScore.taken else bid
    return -bid if rules.players == 4 or side == state.bidder or rules.set_loss == SetLoss.side else 0


@rule
def _in_play(rules: Rules, state: PitchState) -> int:
    """The points that the camps share: all that are not burnt, without the twos that a moon sets aside."""
    cards = state.point_cards
    for player in range(rules.players):
        cards &= ~state.burnt[player]
    return points_of(rules, state, cards & ~_set_aside(rules, state))


@rule
def _set_aside(rules: Rules, state: PitchState) -> int:
    """The twos that a moon does not need where they stay with whoever plays them (TC6)."""
    return staying(rules, state) if state.bid == MOON and rules.moon_two == MoonTwo.ignored else 0


@rule
def _burnt_out(rules: Rules, state: PitchState) -> bool:
    """Whether points that have been burnt make a moon fail (TC5)."""
    burnt = 0
    for player in range(rules.players):
        burnt |= state.burnt[player]
    return rules.moon_burnt == MoonBurnt.fails and burnt & state.point_cards != 0


@rule
def _moon_gain(rules: Rules, state: PitchState, total: int, in_play: int) -> int:
    """What a made moon adds to a total (T19, TC7)."""
    if total < 0:
        return -total
    if total > 0 or rules.moon_at_zero == MoonAtZero.win:
        return rules.target - total
    if rules.made_score == MadeScore.bid:
        return rules.points
    held = 0
    for player in range(rules.players):
        if first(rules, state, player) == first(rules, state, state.bidder):
            held |= state.hands[player] | state.shown[player]
    return in_play + points_of(rules, state, _set_aside(rules, state) & held)


POSITION: Final = Position(Tricks, lay, turn, legal, play, lasting=True)
GUIDE: Final = Guide(in_camp, worth, least, most, key, order, pay)


# ---- claims


@rule
def none(rules: Rules, tricks: Tricks, stakes: int) -> int:
    """A claim is about all points that are left, so nothing is sure."""
    return 0


@rule
def all_left(rules: Rules, tricks: Tricks, stakes: int) -> int:
    """The points that can still be taken."""
    return left(rules, tricks)


CLAIM: Final = Guide(in_camp, worth, none, all_left, key, order)


def every_play(rules: Rules, view: PitchState, seat: int, most_worlds: int) -> list[PitchState] | None:
    """Every way in which the trumps that a seat has not seen may lie, as worlds that lack all other cards.

    None before the first lead, and where there may be more than so many worlds.
    """
    may = [0] * PITCH.places
    PITCH.kernel.possible(rules, view, seat, may)
    unseen = list(members(view.trumps & ~view.played & ~view.hands[seat]))
    others = [player for player in range(rules.players) if player != seat]
    homes = [[player for player in others if holds(may[player], card)] for card in unseen]
    if view.stage != Stage.PLAY or prod(map(len, homes)) > most_worlds:
        return None
    found = []
    for owners in product(*homes):
        world = view.copy()
        for card, owner in zip(unseen, owners, strict=True):
            world.hands[owner] |= 1 << card
        fits = all(owners.count(player) <= view.sizes[player] for player in others)
        if fits and PITCH.kernel.agrees(rules, world, seat):
            found.append(world)
    return found
