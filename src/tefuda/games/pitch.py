"""Ten-point Pitch and its family, for four or five players. Clauses T1 to TX3 of docs/games/pitch.en.md.

Four-handed, seats 0 and 2 play against seats 1 and 3 (T1); five-handed, each seat scores for itself (TF3). An action is a card to
play (0 to 53), a card to burn or to call, a bid, a trump suit, or the leftovers taken or given away.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any, Final, NamedTuple

from tefuda.core import chance
from tefuda.core.cards import (
    FULL_PACK,
    JOKER,
    LOW_JOKER,
    NO_CARD,
    NO_SUIT,
    SUITS,
    WORDS,
    count,
    holds,
    lowest,
    rank_of,
    suit_cards,
    suit_of,
    written,
)
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Bounds, Buffer, Clause, Game, Happening, Kernel, OneOf
from tefuda.core.rule import rule
from tefuda.core.state import ACT, CARD, CARDS, FLAG, OWN, PUBLIC, SEAT, SIDE, SUIT, State, field

# The actions: a card to play is its own number.
BURN: Final = 54  # and a card
CALL: Final = 108  # and a card
PASS: Final = 162
BID: Final = 162  # and a number from 1 to 16: a pass is a bid of nothing
MOON: Final = 179
TRUMP: Final = 180  # and a suit
TAKE, GIVE = 184, 185
ACTIONS: Final = 186

MOST_PLAYERS: Final = 5
FULL_HAND: Final = 6  # cards in a hand after the refill (T10), and trumps after the burning (T12)
STOCK: Final = 5  # a place for cards after the five hands: the stock (T5), five-handed the blind (TF1)
DISCARDS: Final = 6  # and the cards thrown away, face down (T9)
STOCK_SIZE: Final = 18  # T5
BLIND_SIZE: Final = 4  # TF1
MOST_TRUMPS: Final = 20  # TV4
JOKERS: Final = 1 << JOKER | 1 << LOW_JOKER
PACK: Final = FULL_PACK | JOKERS

_EVERY_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the two of each suit; shifted by a rank, the cards of that rank
_TWO, _THREE, _TEN, _JACK, _QUEEN, _KING, _ACE = (1 << rank for rank in (0, 1, 8, 9, 10, 11, 12))


# ---- the house rules


class RefillOrder(IntEnum):
    """TC1: who fills up when; `bidder_last`: the bidder takes the whole rest after the others."""

    dealer_left = 0
    bidder_last = 1


class Leftover(IntEnum):
    """TC4: who gets the cards left over: whom the bidder chooses, or his partner."""

    bidder_or_partner = 0
    bidder_then_partner = 1


class Burn(IntEnum):
    """TC5: whether point cards may be burnt: as the last resort, freely, or never (then a misdeal)."""

    nonpoint_first = 0
    free = 1
    misdeal = 2


class MadeScore(IntEnum):
    """TC9: what a made bid scores."""

    taken = 0
    bid = 1


class OutOrder(IntEnum):
    """TC11: who wins when several reach the target in one deal."""

    bidder_first = 0
    higher = 1


class MoonAtZero(IntEnum):
    """TC7: what a made moon brings at a score of exactly 0."""

    win = 0
    plus_points = 1


class MoonTwo(IntEnum):
    """TC6: whether a moon needs the two that an opponent has played."""

    needed = 0
    ignored = 1


class MoonBurnt(IntEnum):
    """TC5: whether a moon needs the points that have been burnt."""

    waived = 0
    fails = 1


class PartnerReveal(IntEnum):
    """TF3: when the bidder's partner is known to all."""

    on_play = 0
    at_once = 1


class Jokers(IntEnum):
    """TC14: whether one Joker is higher, or the one played first."""

    marked = 0
    first_played = 1


class DeadPoints(IntEnum):
    """TV1: what becomes of the cards that a variant does not count as points."""

    stay_trump = 0
    not_trump = 1


class ReverseOff(IntEnum):
    """TX2: where an off card stands in the reversed order: above its counterpart, or still below it."""

    mirror = 0
    below = 1


class SetLoss(IntEnum):
    """TF7: who loses the bid on a set, five-handed."""

    side = 0
    bidder = 1


class Rules(NamedTuple):
    """The house rules of a Pitch table."""

    points: Annotated[int, Clause("T4"), OneOf((5, 7, 8, 10, 11, 13, 14, 15, 16))] = 10
    players: Annotated[int, Clause("TF1"), OneOf((4, 5))] = 4
    dirty: Annotated[bool, Clause("TX1")] = False
    reverse: Annotated[bool, Clause("TX2")] = False
    refill_order: Annotated[RefillOrder, Clause("TC1")] = RefillOrder.dealer_left
    leftover: Annotated[Leftover, Clause("TC4")] = Leftover.bidder_or_partner
    burn: Annotated[Burn, Clause("TC5")] = Burn.nonpoint_first
    made_score: Annotated[MadeScore, Clause("TC9")] = MadeScore.taken
    defenders_score: Annotated[bool, Clause("TC10")] = True
    out_order: Annotated[OutOrder, Clause("TC11")] = OutOrder.bidder_first
    moon_at_zero: Annotated[MoonAtZero, Clause("TC7")] = MoonAtZero.win
    moon_two: Annotated[MoonTwo, Clause("TC6")] = MoonTwo.needed
    moon_burnt: Annotated[MoonBurnt, Clause("TC5")] = MoonBurnt.waived
    partner_reveal: Annotated[PartnerReveal, Clause("TF3")] = PartnerReveal.on_play
    called_card_first: Annotated[bool, Clause("TF5")] = False
    jokers: Annotated[Jokers, Clause("TC14")] = Jokers.marked
    off_two_kept: Annotated[bool, Clause("TV3")] = False
    dead_points: Annotated[DeadPoints, Clause("TV1")] = DeadPoints.stay_trump
    reverse_off: Annotated[ReverseOff, Clause("TX2")] = ReverseOff.mirror
    misdeal_no_faces: Annotated[bool, Clause("TC13")] = False
    min_bid: Annotated[int, Clause("TC17"), Bounds(1, 16)] = 4
    target: Annotated[int, Clause("TC18"), Bounds(1, 1000)] = 52
    set_loss: Annotated[SetLoss, Clause("TF7")] = SetLoss.side


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "ten-point": {},
    "five-point": {"points": 5, "min_bid": 2},
    "seven-point": {"points": 7},
    "eight-point": {"points": 8},
    "eleven-point": {"points": 11},
    "thirteen-point": {"points": 13},
    "fourteen-point": {"points": 14},
    "fifteen-point": {"points": 15},
    "sixteen-point": {"points": 16},
    "dirty-ten-point": {"dirty": True},
    "reversed": {"reverse": True},
    "five-handed": {"players": 5},
    "pawnee": {"players": 5, "target": 42},
}


def wrong_rules(rules: Rules) -> str | None:
    """Why the options do not go together: nobody could make the minimum bid (TC17)."""
    if rules.min_bid > rules.points:
        return f"option 'min_bid' can't be {rules.min_bid} where the deal has {rules.points} points"
    return None


# ---- the trumps


@rule
def trumps(rules: Rules, suit: int) -> int:
    """The cards that are trumps when a suit is (T3, and the variants' off cards of the same colour)."""
    cards = suit_cards(suit) | _off_cards(rules) << (13 * (3 - suit)) | JOKERS
    if rules.dead_points == DeadPoints.not_trump:
        cards &= ~_uncounted(rules, suit)
    return cards


@rule
def _off_cards(rules: Rules) -> int:
    """Which ranks of the other suit of the same colour are trumps: the Jack, from 11 points on the 3, from 14 on A, 10 and 2."""
    if rules.points >= 14:
        return _ACE | _JACK | _TEN | _THREE | _TWO
    return _JACK | _THREE if rules.points >= 11 else _JACK


@rule
def _jokers_count(rules: Rules) -> bool:
    return rules.points == 7 or rules.points == 10 or rules.points == 13 or rules.points >= 15


@rule
def _threes_count(rules: Rules) -> bool:
    return rules.points != 5 and rules.points != 7


@rule
def _uncounted(rules: Rules, suit: int) -> int:
    """The cards that the variant takes the points from (TV1): the Jokers, the three, in 15 points the off-two."""
    cards = 0 if _jokers_count(rules) else JOKERS
    if not _threes_count(rules):
        cards |= _THREE << (13 * suit)
    if rules.points == 15:
        cards |= _TWO << (13 * (3 - suit))
    return cards


@rule
def point_cards(rules: Rules, suit: int) -> int:
    """The trumps that are worth a point or three when a suit is trumps (T4, and the variants)."""
    counted = (_ACE | _JACK | _TEN | _THREE | _TWO) << (13 * suit) | _off_cards(rules) << (13 * (3 - suit)) | JOKERS
    return counted & ~_uncounted(rules, suit)


@rule
def worth(rules: Rules, state: "PitchState", cards: int) -> int:
    """The points of a set of cards: three for each 3 of trumps or off-3 that counts, one for each other point card (T4)."""
    counted = cards & state.point_cards
    return count(counted) + 2 * count(counted & _EVERY_SUIT << 1)


@rule
def strength(rules: Rules, trump: int, card: int) -> int:
    """A trump's place in the order, the higher the better (T3, TX2): eight steps a rank, in natural order.

    Off cards stand next to their counterparts, the Jokers between the off-Jack and the ten.
    """
    off = 0
    if card >= JOKER:
        place = 75 if rules.jokers == Jokers.first_played else 75 - (card - JOKER)
    else:
        off = 0 if suit_of(card) == trump else 1
        place = 8 * rank_of(card) + 7 - off
    if not rules.reverse:
        return place
    return 105 - place - (2 * off if rules.reverse_off == ReverseOff.below else 0)


@rule
def staying(rules: Rules, state: "PitchState") -> int:
    """The twos that stay with the side of whoever plays them (T16, TX1, TV3)."""
    if rules.dirty:
        return 0
    twos = _TWO << (13 * state.trump)
    if rules.off_two_kept:
        twos |= _TWO << (13 * (3 - state.trump))
    return twos & state.trumps


# ---- the state


class Stage(IntEnum):
    """What the match waits for, in the order of a deal."""

    DEAL = 0
    AUCTION = 1
    TRUMP = 2
    CALL = 3
    LEFTOVERS = 4
    BURN = 5
    PLAY = 6
    OVER = 7


class PitchState(State):
    """A match of Pitch and the deal in progress. A side is a pair of partners, five-handed a seat."""

    hands: list[int] = field(7, kind=CARDS, sight=OWN)  # the five hands; then the stock or blind, and the discards, face down
    sizes: list[int] = field(7, sight=PUBLIC)
    stock: list[int] = field(STOCK_SIZE, kind=CARD)  # the stock in its order, as dealt
    left: int = field(sight=PUBLIC)  # how many cards somebody took when the refill was over, or from the blind
    thrown: list[int] = field(5, kind=CARDS, sight=OWN)  # what each seat has thrown away
    threw: list[int] = field(5, sight=PUBLIC)  # how many cards that is
    dealt: list[int] = field(5, kind=CARDS, sight=OWN)  # what each seat was dealt
    kept: list[int] = field(5, sight=PUBLIC)  # four-handed, how many of that were trumps
    sure: list[int] = field(5, sight=PUBLIC)  # so many trumps at least are left in a hand, as its owner kept so many
    stage: int = field(sight=PUBLIC)
    turn: int = field(kind=SEAT, sight=PUBLIC)  # whose turn it is, -1 between deals
    dealer: int = field(kind=SEAT, sight=PUBLIC)
    deals: int = field(sight=PUBLIC)  # deals begun in this match
    bids: list[int] = field(5, kind=ACT, sight=PUBLIC)  # each seat's bid or pass, -1 before it
    bid: int = field(kind=ACT, sight=PUBLIC)  # the standing bid, -1 before the first
    bidder: int = field(kind=SEAT, sight=PUBLIC)  # whose bid that is
    partner: int = field(kind=SEAT, sight=PUBLIC)  # who is known to play with him, himself if nobody does; -1 while that is secret
    called: int = field(kind=CARD, sight=PUBLIC)  # the card that he has called
    trump: int = field(kind=SUIT, sight=PUBLIC)
    trumps: int = field(kind=CARDS, sight=PUBLIC)  # all trumps of the deal
    point_cards: int = field(kind=CARDS, sight=PUBLIC)  # those that are worth points
    burnt: list[int] = field(5, kind=CARDS, sight=PUBLIC)  # what each seat has burnt
    leader: int = field(kind=SEAT, sight=PUBLIC)
    trick: list[int] = field(5, kind=CARD, sight=PUBLIC)  # what each seat has played to the trick on the table
    winning: int = field(kind=SEAT, sight=PUBLIC)  # whose card is the highest of it
    highest: int = field(sight=PUBLIC)  # that card's strength, -1 before the lead
    tricks: int = field(sight=PUBLIC)  # tricks completed
    last_leader: int = field(kind=SEAT, sight=PUBLIC)
    last_winner: int = field(kind=SEAT, sight=PUBLIC)
    last_trick: list[int] = field(5, kind=CARD, sight=PUBLIC)
    out: list[int] = field(5, kind=FLAG, sight=PUBLIC)  # who has been found without trumps when his turn came (T15, TC16)
    shown: list[int] = field(5, kind=CARDS, sight=PUBLIC)  # what each seat has played
    played: int = field(kind=CARDS, sight=PUBLIC)  # all cards played or burnt
    piles: list[int] = field(5, kind=CARDS, sight=PUBLIC)  # the cards that each seat has taken, or kept as its own two (T16)
    gains: list[int] = field(5, sight=PUBLIC)  # what the deal adds to each side's total, once it is over
    totals: list[int] = field(5, sight=PUBLIC)
    misdealer: int = field(kind=SEAT, sight=PUBLIC)  # whose hand made the deal void, -1 for nobody's (TC5, TC13)
    winner: int = field(kind=SIDE, sight=PUBLIC)


# ---- the deal


@rule
def start(rules: Rules, state: PitchState, dealer: int) -> None:
    """Sets up a match at 0 (T18); `dealer` deals first."""
    state.stage = Stage.DEAL
    state.dealer = dealer
    state.deals = 0
    state.winner = -1
    for side in range(MOST_PLAYERS):
        state.totals[side] = 0
    _clear(state)


@rule
def deal(rules: Rules, state: PitchState, pack: Sequence[int]) -> None:
    """Deals nine each, three at a time, and the stock (T5); five-handed ten each, two at a time, and the blind (TF1).

    The dealer's left deals next (T1), after a misdeal the same dealer again (TC13).
    """
    if state.deals > 0 and state.misdealer < 0:
        state.dealer = _after(rules, state.dealer)
    state.deals += 1
    _clear(state)
    at = 0
    packet = 3 if rules.players == 4 else 2
    for _ in range(3 if rules.players == 4 else 5):
        player = state.dealer
        for _ in range(rules.players):
            player = _after(rules, player)
            for _ in range(packet):
                state.hands[player] |= 1 << pack[at]
                at += 1
            state.sizes[player] += packet
    for player in range(rules.players):
        state.dealt[player] = state.hands[player]
    _lay_aside(state, pack, at)
    state.stage = Stage.AUCTION
    state.turn = _after(rules, state.dealer)
    if rules.misdeal_no_faces:
        _look_for_misdeal(rules, state)


@rule
def _lay_aside(state: PitchState, pack: Sequence[int], dealt: int) -> None:
    """The cards not dealt, in their order."""
    for at in range(dealt, 54):
        state.stock[at - dealt] = pack[at]
        state.hands[STOCK] |= 1 << pack[at]
    state.sizes[STOCK] = 54 - dealt


@rule
def _after(rules: Rules, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < rules.players else 0


@rule
def _clear(state: PitchState) -> None:
    """Leaves nothing of the deal before on the table."""
    for place in range(7):
        state.hands[place] = 0
        state.sizes[place] = 0
    for seat_ in range(MOST_PLAYERS):
        state.dealt[seat_] = 0
        state.kept[seat_] = 0
        state.thrown[seat_] = 0
        state.threw[seat_] = 0
        state.sure[seat_] = 0
        state.bids[seat_] = -1
        state.burnt[seat_] = 0
        state.trick[seat_] = NO_CARD
        state.last_trick[seat_] = NO_CARD
        state.out[seat_] = 0
        state.shown[seat_] = 0
        state.piles[seat_] = 0
        state.gains[seat_] = 0
    state.left = 0
    state.turn = -1
    state.bid = -1
    state.bidder = -1
    state.partner = -1
    state.called = NO_CARD
    state.trump = NO_SUIT
    state.trumps = 0
    state.point_cards = 0
    state.leader = -1
    state.winning = -1
    state.highest = -1
    state.tricks = 0
    state.last_leader = -1
    state.last_winner = -1
    state.played = 0
    state.misdealer = -1


@rule
def seat(rules: Rules, state: PitchState) -> int:
    """Whose turn it is, DEAL_DUE before a deal, MATCH_OVER after the match."""
    if state.stage == Stage.OVER:
        return MATCH_OVER
    return DEAL_DUE if state.stage == Stage.DEAL else state.turn


# ---- misdeals


@rule
def _look_for_misdeal(rules: Rules, state: PitchState) -> None:
    """Makes the deal void if a hand asks for it; the first one from the dealer's left is named."""
    player = state.dealer
    for _ in range(rules.players):
        player = _after(rules, player)
        if _voids(rules, state, player):
            state.misdealer = player
            state.stage = Stage.DEAL
            state.turn = -1
            return


@rule
def _voids(rules: Rules, state: PitchState, player: int) -> bool:
    """Whether a hand makes the deal void: as dealt by TC13, after the leftovers by TC5."""
    if state.sizes[DISCARDS] == 0:
        return rules.misdeal_no_faces and state.hands[player] & faces(rules) == 0
    if rules.burn != Burn.misdeal or state.stage == Stage.LEFTOVERS:
        return False
    return count(state.hands[player] & state.point_cards) > FULL_HAND


@rule
def faces(rules: Rules) -> int:
    """K, Q, J and all cards that could be worth a point under some trump suit (TC13)."""
    ranks = _ACE | _KING | _QUEEN | _JACK | _TEN | _TWO
    if _threes_count(rules):
        ranks |= _THREE
    return ranks * _EVERY_SUIT | (JOKERS if _jokers_count(rules) else 0)


# ---- what is allowed


class Refusal(IntEnum):
    """Why an action is refused."""

    NONE = 0
    NO_TURN = 1  # nobody is to act: a deal is due, or the match is over
    BID_FIRST = 2  # T6
    TRUMP_FIRST = 3  # T8
    CALL_FIRST = 4  # TF3
    LEFTOVERS_FIRST = 5  # T11
    BURN_FIRST = 6  # T12
    AUCTION_OVER = 7  # T6: one turn each
    TRUMP_NAMED = 8  # T8
    NO_CALL = 9  # TF3: only the bidder calls a card, once, and only five-handed
    NO_LEFTOVERS = 10  # TC4
    NOTHING_TO_BURN = 11  # T12
    DEALER_STUCK = 12  # T6: when all others have passed the dealer may not
    BID_TOO_LOW = 13  # T6: not higher than the standing bid
    UNDER_MINIMUM = 14  # TC17
    OVER_POINTS = 15  # TV6
    CALL_A_TRUMP = 16  # TF3
    CALLED_OWN = 17  # TF3
    POINTS_LAST = 18  # TC5: no point card is burnt while another trump is held
    NOT_HELD = 19
    ONLY_TRUMPS = 20  # T13
    CALLED_CARD_FIRST = 21  # TF5


REFUSAL_CLAUSES: Final = {
    Refusal.NO_TURN: "T6",
    Refusal.BID_FIRST: "T6",
    Refusal.TRUMP_FIRST: "T8",
    Refusal.CALL_FIRST: "TF3",
    Refusal.LEFTOVERS_FIRST: "T11",
    Refusal.BURN_FIRST: "T12",
    Refusal.AUCTION_OVER: "T6",
    Refusal.TRUMP_NAMED: "T8",
    Refusal.NO_CALL: "TF3",
    Refusal.NO_LEFTOVERS: "TC4",
    Refusal.NOTHING_TO_BURN: "T12",
    Refusal.DEALER_STUCK: "T6",
    Refusal.BID_TOO_LOW: "T6",
    Refusal.UNDER_MINIMUM: "TC17",
    Refusal.OVER_POINTS: "TV6",
    Refusal.CALL_A_TRUMP: "TF3",
    Refusal.CALLED_OWN: "TF3",
    Refusal.POINTS_LAST: "TC5",
    Refusal.NOT_HELD: "T13",
    Refusal.ONLY_TRUMPS: "T13",
    Refusal.CALLED_CARD_FIRST: "TF5",
}


@rule
def refusal(rules: Rules, state: PitchState, action: int) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may."""
    if state.stage == Stage.DEAL or state.stage == Stage.OVER:
        return Refusal.NO_TURN
    stage = _stage_of(action)
    if stage > state.stage:
        return Refusal.BID_FIRST + state.stage - Stage.AUCTION  # what comes first, in the order of the stages
    if stage < state.stage:
        return Refusal.AUCTION_OVER + stage - Stage.AUCTION  # what is over, or never was, in the same order
    if stage == Stage.AUCTION:
        return _bid_refusal(rules, state, action)
    if stage == Stage.CALL:
        return _call_refusal(state, action - CALL)
    if stage == Stage.BURN:
        return _burn_refusal(rules, state, action - BURN)
    return _card_refusal(rules, state, action) if stage == Stage.PLAY else Refusal.NONE


@rule
def _stage_of(action: int) -> int:
    """The stage of the deal in which an action is done."""
    if action < BURN:
        return Stage.PLAY
    if action < CALL:
        return Stage.BURN
    if action < PASS:
        return Stage.CALL
    if action < TRUMP:
        return Stage.AUCTION
    return Stage.TRUMP if action < TAKE else Stage.LEFTOVERS


@rule
def _bid_refusal(rules: Rules, state: PitchState, bid: int) -> int:
    """T6, T7: higher than the standing bid, from the minimum up to all points, or the moon."""
    if bid == PASS:
        return Refusal.DEALER_STUCK if _is_stuck(state) else Refusal.NONE
    if bid <= state.bid:
        return Refusal.BID_TOO_LOW
    if bid < BID + rules.min_bid:
        return Refusal.UNDER_MINIMUM
    return Refusal.OVER_POINTS if BID + rules.points < bid < MOON else Refusal.NONE


@rule
def _is_stuck(state: PitchState) -> bool:
    """Whether all others have passed to the dealer (T6)."""
    return state.turn == state.dealer and state.bid < 0


@rule
def _call_refusal(state: PitchState, card: int) -> int:
    """TF3: a trump that the bidder does not hold."""
    if holds(state.hands[state.turn], card):
        return Refusal.CALLED_OWN
    return Refusal.NONE if holds(state.trumps, card) else Refusal.CALL_A_TRUMP


@rule
def _burn_refusal(rules: Rules, state: PitchState, card: int) -> int:
    """T12, TC5: a card in hand."""
    if not holds(state.hands[state.turn], card):
        return Refusal.NOT_HELD
    return Refusal.NONE if holds(_burnable(rules, state), card) else Refusal.POINTS_LAST


@rule
def _burnable(rules: Rules, state: PitchState) -> int:
    """What the seat whose turn it is may burn: all of its hand is trumps (T12), those without points go first (TC5)."""
    hand = state.hands[state.turn]
    pointless = hand & ~state.point_cards
    return hand if rules.burn == Burn.free or pointless == 0 else pointless


@rule
def _card_refusal(rules: Rules, state: PitchState, card: int) -> int:
    """T13: any trump in hand, but a called card that must come first (TF5)."""
    if not holds(state.hands[state.turn], card):
        return Refusal.NOT_HELD
    if not holds(state.trumps, card):
        return Refusal.ONLY_TRUMPS
    return Refusal.NONE if holds(_playable(rules, state), card) else Refusal.CALLED_CARD_FIRST


@rule
def _playable(rules: Rules, state: PitchState) -> int:
    """The trumps that the seat whose turn it is may play, as a set."""
    cards = state.hands[state.turn] & state.trumps
    called = state.called >= 0 and holds(cards, state.called)
    # A bidder who holds the called card has found it in the blind (TF4, TF5).
    if called and state.tricks == 0 and (state.turn == state.bidder or rules.called_card_first):
        return 1 << state.called
    return cards


@rule
def legal(rules: Rules, state: PitchState, buffer: Buffer) -> int:
    """Writes the legal actions of the seat whose turn it is, lowest first, and returns how many they are."""
    if state.stage == Stage.PLAY:
        return _write_cards(_playable(rules, state), 0, buffer)
    if state.stage == Stage.BURN:
        return _write_cards(_burnable(rules, state), BURN, buffer)
    if state.stage == Stage.CALL:
        return _write_cards(state.trumps & ~state.hands[state.turn], CALL, buffer)
    if state.stage == Stage.AUCTION:
        return _write_bids(rules, state, buffer)
    if state.stage == Stage.TRUMP:
        return _write_numbers(TRUMP, TRUMP + 4, 0, buffer)
    return _write_numbers(TAKE, GIVE + 1, 0, buffer) if state.stage == Stage.LEFTOVERS else 0


@rule
def _write_cards(cards: int, act: int, buffer: Buffer) -> int:
    """Writes an act with each card of a set."""
    found = 0
    while cards:
        buffer[found] = act + lowest(cards)
        found += 1
        cards &= cards - 1
    return found


@rule
def _write_numbers(low: int, end: int, found: int, buffer: Buffer) -> int:
    """Writes the numbers from low up to but not including end after those found before."""
    for number in range(low, end):
        buffer[found] = number
        found += 1
    return found


@rule
def _write_bids(rules: Rules, state: PitchState, buffer: Buffer) -> int:
    """T6, T7: pass, the bids above the standing one, the moon."""
    found = 0 if _is_stuck(state) else _write_numbers(PASS, PASS + 1, 0, buffer)
    lowest_bid = max(state.bid + 1, BID + rules.min_bid)
    found = _write_numbers(lowest_bid, BID + rules.points + 1, found, buffer)
    return _write_numbers(MOON, MOON + 1, found, buffer)


# ---- from the auction to the lead


@rule
def play(rules: Rules, state: PitchState, action: int) -> None:
    """Applies a legal action."""
    leader = -1
    if state.stage == Stage.PLAY:
        leader = _play_card(rules, state, action)
    elif state.stage == Stage.AUCTION:
        _bid(rules, state, action)
    elif state.stage == Stage.BURN:
        leader = _burn(rules, state, action - BURN)
    else:
        leader = _arrange(rules, state, action)
    if leader >= 0:
        _lead(rules, state, leader)


@rule
def _arrange(rules: Rules, state: PitchState, action: int) -> int:
    """Trumps, the call or the leftovers; returns who leads if nothing else comes before the first trick, else -1."""
    if state.stage == Stage.TRUMP:
        _name_trump(rules, state, action - TRUMP)
    elif state.stage == Stage.CALL:
        _call(rules, state, action - CALL)
    else:
        _take_rest(state, state.bidder if action == TAKE else state.partner)
    return _begin_burning(rules, state) if state.stage == Stage.BURN else -1


@rule
def _bid(rules: Rules, state: PitchState, bid: int) -> None:
    """T6: one turn each, the dealer last; a moon ends the auction at once (TC8)."""
    player = state.turn
    state.bids[player] = bid
    if bid != PASS:
        state.bid = bid
        state.bidder = player
    if bid != MOON and player != state.dealer:
        state.turn = _after(rules, player)
        return
    state.turn = state.bidder
    state.stage = Stage.TRUMP
    if rules.players == 4:
        state.partner = state.bidder ^ 2


@rule
def _name_trump(rules: Rules, state: PitchState, suit: int) -> None:
    """T8; then four-handed the discards and the refill, five-handed the call (TF3)."""
    state.trump = suit
    state.trumps = trumps(rules, suit)
    state.point_cards = point_cards(rules, suit)
    if rules.players == 5:
        state.stage = Stage.CALL
        return
    for player in range(4):
        _discard(state, player, 0)
        state.kept[player] = state.sizes[player]
    _refill(rules, state)
    taker = _rest_owner(rules, state)
    if taker >= 0:
        _take_rest(state, taker)
    else:
        state.stage = Stage.BURN if state.sizes[STOCK] == 0 else Stage.LEFTOVERS


@rule
def _rest_owner(rules: Rules, state: PitchState) -> int:
    """Who gets the cards left over without being asked (TC1, TC4), -1 where the bidder decides."""
    if rules.refill_order == RefillOrder.bidder_last:
        return state.bidder
    return state.partner if rules.leftover == Leftover.bidder_then_partner else -1


@rule
def _discard(state: PitchState, player: int, down_to: int) -> None:
    """Throws non-trumps away, the lowest numbers first, down to so many cards in hand (T9). Trumps always stay (TC3)."""
    idle = state.hands[player] & ~state.trumps
    thrown = idle & ~(_without_lowest(idle, state.sizes[player] - down_to) if down_to > 0 else 0)
    state.hands[player] &= ~thrown
    state.thrown[player] |= thrown
    state.hands[DISCARDS] |= thrown
    number = count(thrown)
    state.threw[player] += number
    state.sizes[player] -= number
    state.sizes[DISCARDS] += number
    if down_to == 0 or state.sizes[player] > FULL_HAND:
        state.sure[player] = state.sizes[player]  # nothing but trumps is left


@rule
def _without_lowest(cards: int, number: int) -> int:
    """A set without so many of its lowest cards."""
    while cards and number > 0:
        cards &= cards - 1
        number -= 1
    return cards


@rule
def _refill(rules: Rules, state: PitchState) -> None:
    """T10: each in turn from the dealer's left fills up to six as long as the stock lasts (TC1, TC2)."""
    player = state.dealer
    for _ in range(4):
        player = _after(rules, player)
        if player != state.bidder or rules.refill_order == RefillOrder.dealer_left:
            _draw(state, player, min(FULL_HAND - state.sizes[player], state.sizes[STOCK]))


@rule
def _draw(state: PitchState, player: int, number: int) -> None:
    """Takes so many cards from the top of the stock (none for a number below 0)."""
    top, drawn, number = STOCK_SIZE - state.sizes[STOCK], 0, max(number, 0)
    for at in range(top, top + number):
        drawn |= 1 << state.stock[at]
    state.hands[player] |= drawn
    state.hands[STOCK] ^= drawn
    state.sizes[STOCK] -= number
    state.sizes[player] += number


@rule
def _take_rest(state: PitchState, player: int) -> None:
    """T11: a seat takes all that is left of the stock and keeps the trumps; nobody sees how many, as six cards stay in hand."""
    _take_stock(state, player)
    _discard(state, player, FULL_HAND)
    state.stage = Stage.BURN


@rule
def _take_stock(state: PitchState, player: int) -> None:
    state.hands[player] |= state.hands[STOCK]
    state.sizes[player] += state.sizes[STOCK]
    state.left = state.sizes[STOCK]
    state.hands[STOCK] = 0
    state.sizes[STOCK] = 0


@rule
def _call(rules: Rules, state: PitchState, card: int) -> None:
    """TF3 to TF6: the holder is the partner; then the bidder takes the blind, and all throw their non-trumps away."""
    state.called = card
    if rules.partner_reveal == PartnerReveal.at_once:
        state.partner = state.bidder
        for player in range(5):
            if holds(state.hands[player], card):
                state.partner = player
    _take_stock(state, state.bidder)
    for player in range(5):
        _discard(state, player, 0)
    state.stage = Stage.BURN


@rule
def _begin_burning(rules: Rules, state: PitchState) -> int:
    """T12: the deal is void where TC5 wants it so; else the first from the dealer's left with too many trumps burns."""
    if rules.burn == Burn.misdeal:
        _look_for_misdeal(rules, state)
    return _next_to_burn(rules, state, _after(rules, state.dealer)) if state.misdealer < 0 else -1


@rule
def _next_to_burn(rules: Rules, state: PitchState, player: int) -> int:
    """Gives the turn to the first seat from here to the dealer with too many trumps. Without one the bidder leads: returns him."""
    while state.sizes[player] <= FULL_HAND and player != state.dealer:
        player = _after(rules, player)
    if state.sizes[player] > FULL_HAND:
        state.turn = player
        return -1
    state.stage = Stage.PLAY
    return state.bidder


@rule
def _burn(rules: Rules, state: PitchState, card: int) -> int:
    """T12: a burnt card is seen by all and out of the deal; each burns down to six before the next. Returns who leads, or -1."""
    player = state.turn
    _leave_hand(state, player, card)
    state.burnt[player] |= 1 << card
    return _next_to_burn(rules, state, player) if state.sizes[player] <= FULL_HAND else -1


@rule
def _leave_hand(state: PitchState, player: int, card: int) -> None:
    """A card is played or burnt; the called one shows who the partner is, the bidder himself if he found it in the blind (TF5)."""
    state.hands[player] ^= 1 << card
    state.sizes[player] -= 1
    state.played |= 1 << card
    if state.sure[player] > 0:
        state.sure[player] -= 1
    if card == state.called:
        state.partner = player


# ---- the tricks


@rule
def _lead(rules: Rules, state: PitchState, player: int) -> None:
    """The seat leads, or the first one after it that has a trump (T13a, T14); the deal ends where nobody has one (T17)."""
    for _ in range(rules.players):
        if state.hands[player] & state.trumps:
            state.leader = player
            state.turn = player
            return
        state.out[player] = 1
        player = _after(rules, player)
    state.turn = -1
    _finish_deal(rules, state)


@rule
def _play_card(rules: Rules, state: PitchState, card: int) -> int:
    """T13: the highest trump takes the trick; of equal Jokers the first (TC14). Who has no trump is passed over (T15).

    Returns who leads to the next trick, -1 while this one goes on.
    """
    player = state.turn
    _leave_hand(state, player, card)
    state.shown[player] |= 1 << card
    state.trick[player] = card
    place = strength(rules, state.trump, card)
    if place > state.highest:
        state.highest = place
        state.winning = player
    player = _after(rules, player)
    while player != state.leader:
        if state.hands[player] & state.trumps:
            state.turn = player
            return -1
        state.out[player] = 1
        player = _after(rules, player)
    return _complete_trick(rules, state)


@rule
def _complete_trick(rules: Rules, state: PitchState) -> int:
    """The winner takes the trick, but a two stays with its player (T16), and leads (T14): his seat is returned."""
    winner = state.winning
    twos = staying(rules, state)
    for player in range(rules.players):
        card = state.trick[player]
        state.last_trick[player] = card
        state.trick[player] = NO_CARD
        if card >= 0:
            taker = player if holds(twos, card) else winner
            state.piles[taker] |= 1 << card
    state.tricks += 1
    state.last_leader = state.leader
    state.last_winner = winner
    state.winning = -1
    state.highest = -1
    return winner


# ---- the score


@rule
def on_bidding_side(state: PitchState, player: int) -> bool:
    """Whether a seat plays with the bidder, as far as all know. Side 0 or 1 of four players is asked about as seat 0 or 1."""
    return player == state.bidder or player == state.partner


@rule
def _sides(rules: Rules) -> int:
    return 2 if rules.players == 4 else 5


@rule
def side_of(rules: Rules, player: int) -> int:
    """The side for which a seat scores."""
    return player & 1 if rules.players == 4 else player


@rule
def taken_by(rules: Rules, state: PitchState, bidding: bool) -> int:
    """The cards that the bidding side has taken, or its opponents."""
    cards = 0
    for player in range(rules.players):
        if on_bidding_side(state, player) == bidding:
            cards |= state.piles[player]
    return cards


@rule
def _finish_deal(rules: Rules, state: PitchState) -> None:
    """T17 to T19: the score of the deal, and whether the match is over."""
    if state.bid == MOON:
        _score_moon(rules, state)
    else:
        _score_bid(rules, state)
    for side in range(_sides(rules)):
        state.totals[side] += state.gains[side]
    if state.winner < 0:
        state.winner = _first_out(rules, state, rules.target)
    state.stage = Stage.DEAL if state.winner < 0 else Stage.OVER


@rule
def _score_bid(rules: Rules, state: PitchState) -> None:
    """T17: the bid made or lost (TC9), and the opponents' points (TC10)."""
    bid = state.bid - BID
    taken = worth(rules, state, taken_by(rules, state, True))
    against = worth(rules, state, taken_by(rules, state, False)) if rules.defenders_score else 0
    made = taken if rules.made_score == MadeScore.taken else bid
    for side in range(_sides(rules)):
        if not on_bidding_side(state, side):
            state.gains[side] = against
        elif taken >= bid:
            state.gains[side] = made
        elif rules.players == 4 or side == state.bidder or rules.set_loss == SetLoss.side:
            state.gains[side] = -bid


@rule
def _score_moon(rules: Rules, state: PitchState) -> None:
    """T19: a made moon wins, or brings a score below 0 to 0; a failed one loses the match and changes no total."""
    if not _moon_made(rules, state):
        state.winner = _first_opponent(rules, state)
        return
    for side in range(_sides(rules)):
        if on_bidding_side(state, side):
            state.gains[side] = _moon_gain(rules, state, state.totals[side])


@rule
def _moon_made(rules: Rules, state: PitchState) -> bool:
    """Whether the bidding side has every point in play (TC5), a two that stays with an opponent set aside by TC6."""
    if rules.moon_burnt == MoonBurnt.fails and _all_burnt(state) & state.point_cards:
        return False
    missing = taken_by(rules, state, False)
    if rules.moon_two == MoonTwo.ignored:
        missing &= ~staying(rules, state)
    return missing & state.point_cards == 0


@rule
def _all_burnt(state: PitchState) -> int:
    cards = 0
    for player in range(MOST_PLAYERS):
        cards |= state.burnt[player]
    return cards


@rule
def _moon_gain(rules: Rules, state: PitchState, total: int) -> int:
    """What a made moon adds to a total: all that lacks to the target, below 0 all that lacks to 0 (T19); at 0 as TC7 says."""
    if total < 0:
        return -total
    if total > 0 or rules.moon_at_zero == MoonAtZero.win:
        return rules.target - total
    return worth(rules, state, taken_by(rules, state, True)) if rules.made_score == MadeScore.taken else rules.points


@rule
def _first_out(rules: Rules, state: PitchState, target: int) -> int:
    """The side that has won by reaching the target, -1 while none has (T18, TC11, TC12).

    Of several the bidder's, then the partner's, then the highest; or the highest, of equals the bidder's, the partner's, and then
    the next clockwise from the bidder.
    """
    bidder = side_of(rules, state.bidder)
    best = _better(rules, state, -1, bidder, target)
    best = _better(rules, state, best, side_of(rules, state.partner), target)
    for step in range(1, _sides(rules)):
        best = _better(rules, state, best, (bidder + step) % _sides(rules), target)
    return best


@rule
def _better(rules: Rules, state: PitchState, best: int, side: int, target: int) -> int:
    """Which of two sides goes first, where the one found so far goes first of equals."""
    if state.totals[side] < target:
        return best
    if best < 0:
        return side
    if rules.out_order == OutOrder.bidder_first and on_bidding_side(state, best):
        return best
    return side if state.totals[side] > state.totals[best] else best


@rule
def _first_opponent(rules: Rules, state: PitchState) -> int:
    """The opponents with the highest total, of equals the first clockwise from the bidder (T19)."""
    best = -1
    for step in range(1, rules.players):
        side = side_of(rules, (state.bidder + step) % rules.players)
        if not on_bidding_side(state, side) and (best < 0 or state.totals[side] > state.totals[best]):
            best = side
    return best


@rule
def score(rules: Rules, state: PitchState, points: Buffer, totals: Buffer) -> None:
    """Writes what the deal adds to each side's total, and the totals."""
    for side in range(_sides(rules)):
        points[side] = state.gains[side]
        totals[side] = state.totals[side]


# ---- what a seat knows


@rule
def possible(rules: Rules, state: PitchState, seat: int, may: Buffer) -> None:
    """Writes what each place may hold as the seat knows it: unseen cards, and after the discards what follows from them."""
    unseen = PACK & ~state.played
    thrown = 0
    if seat >= 0:
        thrown = state.thrown[seat]
        unseen &= ~state.hands[seat] & ~thrown
    for place in range(7):
        may[place] = unseen if state.sizes[place] > 0 else 0
    for player in range(rules.players):
        may[player] &= _not_ruled_out(rules, state, player)
    if state.sizes[DISCARDS] > 0:
        may[DISCARDS] = (unseen & ~state.trumps) | thrown
    if seat >= 0:
        may[seat] = state.hands[seat]


@rule
def _not_ruled_out(rules: Rules, state: PitchState, player: int) -> int:
    """The cards that a hand may hold as everybody knows it."""
    cards = PACK
    if state.misdealer == player and state.trump == NO_SUIT:
        cards &= ~faces(rules)
    if state.out[player]:
        cards &= ~state.trumps
    elif 0 < state.sizes[player] == state.sure[player]:
        cards &= state.trumps
    if rules.burn != Burn.free and state.burnt[player] & state.point_cards:
        cards &= state.point_cards  # TC5: it had no other trump left
    if state.called >= 0 and not _may_hold_called(rules, state, player):
        cards &= ~(1 << state.called)
    return cards


@rule
def _may_hold_called(rules: Rules, state: PitchState, player: int) -> bool:
    """TF3, TF5: who is shown to hold the called card, or may still; some would have played it to the first trick."""
    if rules.partner_reveal == PartnerReveal.at_once:
        return player == state.partner
    if state.stage != Stage.PLAY:
        return True
    if player == state.bidder:
        return state.tricks == 0 and state.turn == player and state.highest < 0
    return not rules.called_card_first or (state.tricks == 0 and state.trick[player] == NO_CARD)


@rule
def agrees(rules: Rules, world: PitchState, seat: int) -> bool:
    """Whether the hands of a world have the trumps that their owners must have, and the misdeal that has been or has not."""
    player = world.dealer
    before_misdealer = True
    for _ in range(rules.players):
        player = _after(rules, player)
        if player != seat and not _has_trumps(world, player):
            return False
        if before_misdealer and _voids(rules, world, player) != (player == world.misdealer):
            return False
        before_misdealer = before_misdealer and player != world.misdealer
    return True


@rule
def _has_trumps(world: PitchState, player: int) -> bool:
    """Whether a hand has the trumps that its owner kept in it when he asked for cards, and one if it is his turn to play."""
    needed = world.sure[player]
    if world.stage == Stage.PLAY and world.turn == player:
        needed = max(needed, 1)
    return count(world.hands[player] & world.trumps) >= needed


@rule
def settle(rules: Rules, world: PitchState, stream: Buffer) -> None:
    """Puts the stock in a random order; after the discards, says at random who threw what away and what had been dealt to whom."""
    if world.sizes[DISCARDS] == 0:
        shuffled = _write_cards(world.hands[STOCK], 0, world.stock)
        chance.shuffle(stream, world.stock, shuffled)
        for player in range(rules.players):
            world.dealt[player] = world.hands[player]
        return
    hidden = _hidden_seats(rules, world)
    for _ in range(100):  # a hand that would have been a misdeal as dealt is rare (TC13)
        _settle_hands(rules, world, hidden, stream)
        if not rules.misdeal_no_faces or _all_have_faces(rules, world):
            return


@rule
def _hidden_seats(rules: Rules, world: PitchState) -> int:
    """The seats of whose dealt cards the world knows nothing yet, as bits."""
    hidden = 0
    for player in range(rules.players):
        if world.dealt[player] == 0:
            hidden |= 1 << player
    return hidden


@rule
def _settle_hands(rules: Rules, world: PitchState, hidden: int, stream: Buffer) -> None:
    """Divides the discards among the hidden seats, and what each of them has had into cards dealt and cards drawn."""
    left = world.hands[DISCARDS]
    for player in range(rules.players):
        if not holds(hidden, player):
            left &= ~world.thrown[player]
    for player in range(rules.players):
        if holds(hidden, player):
            world.thrown[player] = _some_of(left, world.threw[player], stream)
            left &= ~world.thrown[player]
            world.dealt[player] = handled(world, player) & ~_some_drawn(rules, world, player, stream)


@rule
def _some_drawn(rules: Rules, world: PitchState, player: int, stream: Buffer) -> int:
    """What a seat may have got after the deal.

    Four-handed that is all but the trumps that it kept and the cards that it threw for new ones; five-handed the bidder has got
    the blind, with the called card if he had it (TF4, TF5).
    """
    cards = handled(world, player)
    if rules.players == 4:
        kept = _some_of(cards & world.trumps, world.kept[player], stream)
        return cards & ~kept & ~_some_of(world.thrown[player], 9 - world.kept[player], stream)
    if player != world.bidder:
        return 0
    called = cards & (1 << world.called)
    return called | _some_of(cards & ~called, BLIND_SIZE - count(called), stream)


@rule
def handled(state: PitchState, player: int) -> int:
    """All cards that a seat has had in hand."""
    return state.hands[player] | state.shown[player] | state.burnt[player] | state.thrown[player]


@rule
def _all_have_faces(rules: Rules, world: PitchState) -> bool:
    """Whether nobody's hand as dealt was a misdeal (TC13)."""
    without = 0
    for player in range(rules.players):
        without += 1 if world.dealt[player] & faces(rules) == 0 else 0
    return without == 0


@rule
def _some_of(cards: int, number: int, stream: Buffer) -> int:
    """So many cards of a set, at random."""
    some = 0
    left = count(cards)
    while number > 0:
        if chance.pick(stream, left) < number:
            some |= cards & -cards
            number -= 1
        cards &= cards - 1
        left -= 1
    return some


def dealt(rules: Rules, state: PitchState) -> list[int]:
    """What each seat was dealt, what each got from the stock or the blind, and what is left of that."""
    drawn = [handled(state, player) & ~state.dealt[player] for player in range(rules.players)]
    return [*state.dealt, *drawn, state.hands[STOCK]]


# ---- in words


def pack(rules: Rules) -> range:
    """The 54 cards (T2)."""
    return range(LOW_JOKER + 1)


def sides(rules: Rules) -> list[list[int]]:
    """Partners sit crosswise (T1); five-handed each seat scores for itself (TF3)."""
    return [[0, 2], [1, 3]] if rules.players == 4 else [[seat] for seat in range(5)]


_ACTS: Final = (
    *WORDS,
    *(f"burn {word}" for word in WORDS),
    *(f"call {word}" for word in WORDS),
    "pass",
    *(f"bid {number}" for number in range(1, 17)),
    "moon",
    *(f"trump {suit}" for suit in SUITS),
    "take",
    "give",
)
_NUMBERS: Final = {words: action for action, words in enumerate(_ACTS)}


def say(rules: Rules, state: PitchState, action: int) -> str:
    """An action in words: `pass`, `bid 6`, `moon`, `trump H`, `call AS`, `take`, `give`, `burn 7H`, or a card."""
    return _ACTS[action]


def hear(rules: Rules, state: PitchState, words: str) -> int:
    """The action that the words name. Raises KeyError when they name none."""
    return _NUMBERS[words]


def happenings(rules: Rules, before: PitchState, action: int, after: PitchState) -> list[Happening]:
    """What an action brought about, in order."""
    found = _before_play(rules, before, action, after)
    if before.partner != after.partner and rules.players == 5:
        alone = after.partner == after.bidder
        found.append(Happening("alone" if alone else "partner", "TF5" if alone else "TF3", after.partner, after.partner))
    if after.tricks > before.tricks:
        found += _trick(rules, before, after)
    for player in range(rules.players):
        if after.turn >= 0 and after.out[player] > before.out[player]:
            found.append(Happening("out", "T15", side_of(rules, player), player))
    return found + (_settlement(rules, after) if after.tricks and after.turn < 0 else [])


def _before_play(rules: Rules, before: PitchState, action: int, after: PitchState) -> list[Happening]:
    """The end of the auction, the stock, points burnt, a misdeal."""
    found = []
    side = side_of(rules, after.bidder) if after.bidder >= 0 else -1
    if before.stage == Stage.AUCTION and after.stage == Stage.TRUMP:
        found.append(Happening("auction", "T6", side, after.bidder))
    if after.left > before.left:
        found.append(_rest(rules, action, after))
    if before.stage == Stage.BURN and holds(after.point_cards, action - BURN):
        found.append(Happening("point_burnt", "TC5", side_of(rules, before.turn), before.turn, (WORDS[action - BURN],)))
    if after.misdealer >= 0:
        found.append(Happening("misdeal", "TC5", side_of(rules, after.misdealer), after.misdealer))
    return found


def _rest(rules: Rules, action: int, after: PitchState) -> Happening:
    """Who has taken what was left of the stock (T11, TC1, TC4), or the blind (TF4)."""
    if rules.players == 5:
        return Happening("blind", "TF4", after.bidder, after.bidder)
    if rules.refill_order == RefillOrder.bidder_last:
        return Happening("leftovers", "TC1", side_of(rules, after.bidder), after.bidder)
    taker = after.bidder if action == TAKE else after.partner
    return Happening("leftovers", "T11" if action in (TAKE, GIVE) else "TC4", side_of(rules, taker), taker)


def _trick(rules: Rules, before: PitchState, after: PitchState) -> list[Happening]:
    """The trick, in the order of play, and the twos that stay with their players."""
    order = [(after.last_leader + step) % rules.players for step in range(rules.players)]
    played = {player: after.last_trick[player] for player in order if after.last_trick[player] >= 0}
    winner = after.last_winner
    found = [Happening("trick", "T13", side_of(rules, winner), winner, tuple(WORDS[card] for card in played.values()))]
    for player, card in played.items():
        if holds(staying(rules, after), card):
            found.append(Happening("two", "T16", side_of(rules, player), player, (WORDS[card],)))
    return found


def _settlement(rules: Rules, state: PitchState) -> list[Happening]:
    """What each side scores, the bidder's first, with the point cards that it has taken; and who has won."""
    first, number = side_of(rules, state.bidder), len(sides(rules))
    found = []
    for side in [(first + step) % number for step in range(number)]:
        code, clause = _reason(rules, state, side)
        seat = state.bidder if side == first else side if rules.players == 5 else -1
        cards = taken_by(rules, state, on_bidding_side(state, side)) & state.point_cards
        if state.gains[side] or side == first:
            found.append(Happening(code, clause, side, seat, tuple(written(cards)), state.gains[side]))
    if state.winner >= 0:
        failed = found[0].code == "moon_failed"
        found.append(Happening("game", "T19" if failed else "T18", state.winner, state.winner if rules.players == 5 else -1))
    return found


def _reason(rules: Rules, state: PitchState, side: int) -> tuple[str, str]:
    """Why a side scores what it scores, and the clause."""
    if not on_bidding_side(state, side):
        return "defenders", "TC10"
    if state.bid != MOON:
        return ("made", "TC9") if state.gains[side] > 0 else ("set", "T17")
    if not _moon_made(rules, state):
        return "moon_failed", "T19"
    total = state.totals[side] - state.gains[side]
    if total == 0:
        return ("moon_made" if rules.moon_at_zero == MoonAtZero.win else "moon_points"), "TC7"
    return ("moon_made" if total > 0 else "moon_to_zero"), "T19"


def audit(rules: Rules, state: PitchState) -> str | None:
    """What is wrong with the sums of a deal that is over (T4, T12, T17), or None."""
    if state.misdealer >= 0:
        return None if not any(state.gains) else "a void deal has changed the score"
    if sum(worth(rules, state, cards) for cards in (*state.piles, *state.burnt)) != rules.points:
        return f"the points taken and burnt are not {rules.points} together"
    if state.trumps != sum(state.piles) | sum(state.burnt):
        return "a trump was neither taken nor burnt"
    if state.tricks != max(count(cards) for cards in state.shown) or state.tricks > FULL_HAND:
        return f"{state.tricks} tricks are not the trumps of the longest hand"
    if state.bid != MOON and not all(-rules.points <= gain <= rules.points for gain in state.gains):
        return f"a deal of {rules.points} points has brought {max(state.gains, key=abs)}"
    return None


def result(rules: Rules, state: PitchState) -> dict[str, Any]:
    """The totals, and the side that has won (T18, T19)."""
    return {"totals": state.totals[: len(sides(rules))], "winner": state.winner}


def reckon(rules: Rules, view: PitchState) -> dict[str, Any]:
    """What the rules make of a view, for the page.

    `trumps` has for each suit, or for the one that has been named, its trumps from the highest; `worth` the points of its point
    cards. `taken` is the points that each side has taken so far, `burn` how many cards the seat whose turn it is has to burn.
    Once a card can be led, `bidding` is what the bidder has taken with whoever is known to play with him, `open` what nobody has
    taken or burnt, `missing` what the bid still lacks.
    """
    suits = range(4) if view.trump == NO_SUIT else [view.trump]
    found: dict[str, Any] = {
        "trumps": {SUITS[suit]: _from_the_highest(rules, suit) for suit in suits},
        "worth": {SUITS[suit]: _points_of_cards(rules, suit) for suit in suits},
        "taken": [sum(worth(rules, view, view.piles[seat]) for seat in side) for side in sides(rules)],
        "burn": view.sizes[view.turn] - FULL_HAND if view.stage == Stage.BURN else 0,
    }
    return {**found, **_reckon_bid(rules, view)} if view.leader >= 0 else found


def _from_the_highest(rules: Rules, suit: int) -> list[str]:
    """The trumps of a suit as words, the highest first (T3, TX2)."""
    cards = [card for card in pack(rules) if holds(trumps(rules, suit), card)]
    return [WORDS[card] for card in sorted(cards, key=lambda card: -strength(rules, suit, card))]


def _points_of_cards(rules: Rules, suit: int) -> dict[str, int]:
    """What each point card of a suit is worth (T4)."""
    cards = point_cards(rules, suit)
    threes = _EVERY_SUIT << 1
    return {WORDS[card]: 3 if holds(threes, card) else 1 for card in pack(rules) if holds(cards, card)}


def _reckon_bid(rules: Rules, view: PitchState) -> dict[str, int]:
    """How the bid stands, as all know it: a moon lacks every point that it needs and the bidding side has not (T19, TC5, TC6)."""
    bidding, against = (worth(rules, view, taken_by(rules, view, side)) for side in (True, False))
    burnt = worth(rules, view, _all_burnt(view))
    left = rules.points - bidding - against - burnt
    if view.bid != MOON:
        return {"bidding": bidding, "open": left, "missing": max(view.bid - BID - bidding, 0)}
    spared = worth(rules, view, taken_by(rules, view, False) & staying(rules, view)) if rules.moon_two == MoonTwo.ignored else 0
    lost = against - spared + (burnt if rules.moon_burnt == MoonBurnt.fails else 0)
    return {"bidding": bidding, "open": left, "missing": left + lost}


PITCH: Final = Game(
    name="pitch",
    state=PitchState,
    rules=Rules,
    presets=PRESETS,
    kernel=Kernel(start, deal, seat, legal, refusal, play, score, possible, agrees, settle),
    refusals=Refusal,
    refusal_clauses=REFUSAL_CLAUSES,
    actions=ACTIONS,
    most_legal=MOST_TRUMPS,
    places=7,
    pack=pack,
    sides=sides,
    say=say,
    hear=hear,
    happenings=happenings,
    audit=audit,
    result=result,
    wrong_rules=wrong_rules,
    dealt=dealt,
    reckon=reckon,
)
