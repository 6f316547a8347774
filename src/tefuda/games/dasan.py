"""Da San, also Wa Keng: three or four players, an auction for the part of the landlord, and one hand to empty.

Clauses W1 to W17 and WA1 to WA13 of docs/games/dasan.en.md. Places are ranks in the order of W2: 0 for a four ... 12 for a three.

Suits mean nothing in the play, so an action names ranks only: how many cards of each rank, how many ranks in a row, and the lowest.
Which cards of a rank leave the hand must tell nothing of those that stay, so the pack decides it: their suits leave in the order in
which the cards of the next higher rank (after the threes: the fours) lay in it; a player who names his cards puts those first. The
called card of the game for two against two is the exception: a combination with it and one without are two actions.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Annotated, Any, Final, NamedTuple

from tefuda.core.cards import (
    FULL_PACK,
    NO_CARD,
    SUIT,
    SUIT_SIZE,
    WORDS,
    count,
    holds,
    lowest,
    members,
    read,
    set_of,
    suit_of,
    written,
)
from tefuda.core.chance import pick
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Bounds, Buffer, Clause, Game, Happening, Kernel
from tefuda.core.rule import rule
from tefuda.core.state import ACT, CARD, CARDS, FLAG, OWN, PUBLIC, SEAT, SIDE, State, field

KINDS: Final = 4  # one to four cards of each rank: singles, pairs, triples, quads (W14)
SHORTEST_RUN: Final = 3  # W14
LONGEST_RUN: Final = 10  # from the four to the king (W14)
RUNS: Final = 36  # runs of one kind: eight of three ranks, seven of four ... one of ten
KIND: Final = SUIT_SIZE + RUNS  # combinations of one kind
PLAYS: Final = KINDS * KIND
WITH_CALLED: Final = PLAYS  # the same combinations again: with the called card
PASS: Final = 2 * PLAYS
BID: Final = PASS  # `bid 1` is BID + 1
CALL: Final = BID + 5  # `call 2S` is CALL + the card
NO_COMBINATION: Final = CALL + 52  # what words name when the cards that they name are no combination: always refused
CARDS_NOT_HELD: Final = NO_COMBINATION + 1  # the same when the player lacks one of the cards
ACTIONS: Final = CARDS_NOT_HELD + 1

HOLE: Final = 4  # the fifth place for cards, after the hands of three or four players
HOLE_SIZE: Final = 4
HEARTS: Final = SUIT << SUIT_SIZE
FOUR_OF_HEARTS: Final = SUIT_SIZE + 2
TARGET: Final = 20  # W17
LAST_DEAL: Final = 999  # of a match: poor landlords may never get to 20
MOST_LEGAL: Final = 92  # twenty cards, two of each rank from the four to the king, on the lead

_EACH_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_TWOS: Final = _EACH_SUIT
_THREES: Final = _EACH_SUIT << 1
_AS_WRITTEN: Final = 0b00_01_10_11  # four suits of two bits in the order S H D C
_RUNNING: Final = (1 << LONGEST_RUN) - 1  # the places of the ranks that make runs
_LONGER: Final = 1 << 8 | 1 << 15 | 1 << 21 | 1 << 26 | 1 << 30 | 1 << 33 | 1 << 35  # where runs of a kind get one rank longer


# ---- the house rules


class FirstLead(IntEnum):
    """WA1: who leads to the first round."""

    landlord = 0
    opener = 1


class OpenerBid(IntEnum):
    """WA2: what the opener may bid at his first turn."""

    exactly_1 = 0
    at_least_1 = 1


class Hole(IntEnum):
    """WA4: whether the others see the four cards that the landlord takes."""

    hidden = 0
    shown = 1


class FourPlayer(IntEnum):
    """W1: three players, or four of whom the landlord calls a partner or plays alone."""

    off = 0
    called_partner = 1
    one_vs_three = 2


class Match(IntEnum):
    """W17: how long a match is."""

    deals = 0
    target20 = 1


class Rules(NamedTuple):
    """The house rules of a Da San table."""

    first_lead: Annotated[FirstLead, Clause("WA1")] = FirstLead.landlord
    opener_bid: Annotated[OpenerBid, Clause("WA2")] = OpenerBid.exactly_1
    rebid: Annotated[bool, Clause("WA3")] = True
    hole: Annotated[Hole, Clause("WA4")] = Hole.hidden
    must_dig: Annotated[bool, Clause("WA5")] = False
    four_player: Annotated[FourPlayer, Clause("W1")] = FourPlayer.off
    match: Annotated[Match, Clause("W17")] = Match.deals
    deals: Annotated[int, Clause("W17"), Bounds(1, LAST_DEAL)] = 9


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "three-handed": {"four_player": "off"},
    "opener-leads": {"first_lead": "opener", "opener_bid": "at_least_1"},
    "called-partner": {"four_player": "called_partner"},
    "one-against-three": {"four_player": "one_vs_three", "first_lead": "opener", "hole": "shown", "must_dig": True},
    "to-twenty": {"match": "target20"},
}


@rule
def _players(rules: Rules) -> int:
    """W1."""
    return 3 if rules.four_player == FourPlayer.off else 4


@rule
def _hand_size(rules: Rules) -> int:
    """How many cards each player is dealt (W4): four cards are left for the hole, with a called partner none."""
    if rules.four_player == FourPlayer.off:
        return 16
    return 13 if rules.four_player == FourPlayer.called_partner else 12


@rule
def _highest_bid(rules: Rules) -> int:
    """W7, and four where one plays against three."""
    return 4 if rules.four_player == FourPlayer.one_vs_three else 3


# ---- the state


class Stage(IntEnum):
    """What the match waits for."""

    DEAL = 0
    AUCTION = 1
    CALL = 2
    PLAY = 3
    OVER = 4


class DasanState(State):
    """A match of Da San: the payments so far, the deal in progress. With three players every fourth cell stays empty."""

    hands: list[int] = field(5, kind=CARDS, sight=OWN)  # up to four hands; then the hole until the landlord takes it
    sizes: list[int] = field(5, sight=PUBLIC)  # how many cards each of the five places holds
    order: list[int] = field(13)  # for each place the suits in the order in which they leave a hand, see `suit_leaving`
    stage: int = field(sight=PUBLIC)
    turn: int = field(kind=SEAT, sight=PUBLIC)  # whose turn it is, in stages AUCTION, CALL and PLAY
    dealer: int = field(kind=SEAT, sight=PUBLIC)  # the temporary dealer
    deals: int = field(sight=PUBLIC)  # deals begun in this match
    opener: int = field(kind=SEAT, sight=PUBLIC)
    opening: int = field(kind=CARD, sight=PUBLIC)  # the heart that makes him the opener: all lower ones lie in the hole
    calls: list[int] = field(4, kind=ACT, sight=PUBLIC)  # each seat's last bid or pass of the auction, -1 before it
    declined: list[int] = field(4, kind=FLAG, sight=PUBLIC)  # who called anything but the highest bid
    bid: int = field(sight=PUBLIC)  # the highest bid so far, then what the deal is played for
    bidder: int = field(kind=SEAT, sight=PUBLIC)  # whose bid that is
    landlord: int = field(kind=SEAT, sight=PUBLIC)  # -1 until the auction is over
    dug: list[int] = field(4, kind=CARDS, sight=OWN)  # the landlord's cell: the four cards that he took, played or not
    hole: int = field(kind=CARDS, sight=PUBLIC)  # the same where everybody sees them (WA4)
    called: int = field(kind=CARD, sight=PUBLIC)  # the card whose holder is the landlord's partner
    partner: int = field(kind=SEAT, sight=PUBLIC)  # that holder once everybody knows him
    kind: int = field(sight=PUBLIC)  # the combination to beat: how many cards of each rank,
    length: int = field(sight=PUBLIC)  # how many ranks in a row, 0 on the lead,
    bottom: int = field(sight=PUBLIC)  # and the place of the lowest
    winning: int = field(kind=SEAT, sight=PUBLIC)  # who played it
    passes: int = field(sight=PUBLIC)  # passes in a row, in the auction or in the round
    shown: list[int] = field(4, kind=CARDS, sight=PUBLIC)  # what each seat played last in this round, if it has not passed since
    last_winner: int = field(kind=SEAT, sight=PUBLIC)  # who won the round before, -1 for nobody
    last_play: int = field(kind=CARDS, sight=PUBLIC)  # with which cards
    laid: list[int] = field(4, kind=CARDS, sight=PUBLIC)  # what each seat has played in this deal
    played: int = field(kind=CARDS, sight=PUBLIC)  # what all have played
    out: int = field(kind=SEAT, sight=PUBLIC)  # who has emptied his hand
    points: list[int] = field(4, sight=PUBLIC)  # each seat's payments of the deal
    totals: list[int] = field(4, sight=PUBLIC)  # and of the match
    tally: list[int] = field(4, sight=PUBLIC)  # what each seat won and lost as landlord
    winner: int = field(kind=SIDE, sight=PUBLIC)  # who has won the match, -1 for nobody


# ---- the deal


@rule
def start(rules: Rules, state: DasanState, dealer: int) -> None:
    """Sets up a match at 0; `dealer` is the first temporary dealer, whom a draw decides (W3)."""
    state.stage = Stage.DEAL
    state.dealer = dealer
    state.deals = 0
    state.winner = -1
    for player in range(4):
        state.totals[player] = 0
        state.tally[player] = 0
    _clear(state)


@rule
def deal(rules: Rules, state: DasanState, pack: Sequence[int]) -> None:
    """Lets the players take their cards one at a time from the temporary dealer on, and leaves the hole (W4, W5)."""
    if state.deals > 0:
        state.dealer = state.out
    state.deals += 1
    _clear(state)
    players, size = _players(rules), _hand_size(rules)
    for step in range(players):
        player = (state.dealer + step) % players
        for at in range(step, players * size, players):
            state.hands[player] |= 1 << pack[at]
        state.sizes[player] = size
    for at in range(players * size, 52):
        state.hands[HOLE] |= 1 << pack[at]
    state.sizes[HOLE] = 52 - players * size
    _order_suits(state, pack)
    state.stage = Stage.AUCTION
    _find_opener(state)


@rule
def _order_suits(state: DasanState, pack: Sequence[int]) -> None:
    """The suits of the cards of each rank in the order of the pack become the order of the rank below."""
    for at in range(52):
        below = (pack[at] + 10) % SUIT_SIZE
        state.order[below] = (state.order[below] << 2) | suit_of(pack[at])
    for place in range(SUIT_SIZE):
        state.order[place] ^= _AS_WRITTEN


@rule
def suit_leaving(state: DasanState, place: int, number: int) -> int:
    """Which suit of a rank leaves a hand as number 0, 1, 2 or 3; S H D C where nothing has been said, as in a view."""
    return ((state.order[place] ^ _AS_WRITTEN) >> (6 - 2 * number)) & 3


@rule
def _find_opener(state: DasanState) -> None:
    """W6: the lowest heart in the hands, the four if it is there, opens the auction."""
    hearts = FULL_PACK & HEARTS & ~state.hands[HOLE]
    state.opening = SUIT_SIZE + (lowest(places_with(hearts, 1)) + 2) % SUIT_SIZE
    state.opener = 0
    while not holds(state.hands[state.opener], state.opening):
        state.opener += 1
    state.turn = state.opener


@rule
def _clear(state: DasanState) -> None:
    """Leaves nothing of the deal before on the table."""
    for place in range(5):
        state.hands[place] = 0
        state.sizes[place] = 0
    for place in range(SUIT_SIZE):
        state.order[place] = 0
    for player in range(4):
        state.calls[player] = -1
        state.declined[player] = 0
        state.dug[player] = 0
        state.laid[player] = 0
        state.points[player] = 0
    state.turn = -1
    state.opener = -1
    state.opening = NO_CARD
    state.bid = 0
    state.bidder = -1
    state.landlord = -1
    state.hole = 0
    state.called = NO_CARD
    state.partner = -1
    state.last_winner = -1
    state.last_play = 0
    state.played = 0
    state.out = -1
    _clear_round(state)


@rule
def _clear_round(state: DasanState) -> None:
    """The next combination may be any."""
    state.kind = 0
    state.length = 0
    state.bottom = -1
    state.winning = -1
    state.passes = 0
    for player in range(4):
        state.shown[player] = 0


@rule
def seat(rules: Rules, state: DasanState) -> int:
    """Whose turn it is, DEAL_DUE before a deal, MATCH_OVER after the match."""
    if state.stage == Stage.OVER:
        return MATCH_OVER
    return DEAL_DUE if state.stage == Stage.DEAL else state.turn


# ---- ranks and combinations


@rule
def places_with(cards: int, kind: int) -> int:
    """The places, as a set, of the ranks of which there are at least `kind` cards."""
    spades, hearts = cards & SUIT, (cards >> 13) & SUIT
    diamonds, clubs = (cards >> 26) & SUIT, cards >> 39
    if kind == 1:
        ranks = spades | hearts | diamonds | clubs
    elif kind == 2:
        ranks = (spades & hearts) | (diamonds & clubs) | ((spades | hearts) & (diamonds | clubs))
    elif kind == 3:
        ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    else:
        ranks = spades & hearts & diamonds & clubs
    return ((ranks >> 2) | (ranks << 11)) & SUIT


@rule
def cards_at(places: int) -> int:
    """All cards, of every suit, whose places are in the set."""
    return (((places << 2) | (places >> 11)) & SUIT) * _EACH_SUIT


@rule
def place_of(card: int) -> int:
    """A card's place in the order of W2: 0 for a four ... 9 for a king, then ace, two and three."""
    return (card + 11) % SUIT_SIZE


@rule
def kind_of(action: int) -> int:
    """How many cards of each rank a combination has."""
    return action % PLAYS // KIND + 1


@rule
def length_of(action: int) -> int:
    """How many ranks in a row a combination has: 1, or 3 to 10."""
    run = action % KIND - SUIT_SIZE
    return 1 if run < 0 else SHORTEST_RUN + count(_LONGER & ((2 << run) - 1))


@rule
def bottom_of(action: int) -> int:
    """The place of a combination's lowest rank."""
    at = action % KIND
    return at if at < SUIT_SIZE else at - _first_run(length_of(action))


@rule
def _first_run(length: int) -> int:
    """The number, within its kind, of the run of so many ranks that begins with the four; 0 for the single rank."""
    longer = length - SHORTEST_RUN
    return 0 if length == 1 else SUIT_SIZE + longer * (17 - longer) // 2


@rule
def combination(kind: int, length: int, bottom: int) -> int:
    """The action of a combination without the called card (W14)."""
    return (kind - 1) * KIND + _first_run(length) + bottom


@rule
def bottoms(places: int, length: int) -> int:
    """The places, as a set, where so many ranks in a row begin; a run goes from the four to the king only (W14)."""
    if length == 1:
        return places
    running = places & _RUNNING
    begins = running & (running >> 1) & (running >> 2)
    for further in range(SHORTEST_RUN, length):
        begins &= running >> further
    return begins


@rule
def _through(place: int, length: int) -> int:
    """The bottoms of the combinations of so many ranks that have the place among them."""
    return ((2 << place) - 1) & ~((1 << max(place + 1 - length, 0)) - 1)


@rule
def called_card(state: DasanState) -> int:
    """The called card as a set, empty when none has been called."""
    return 1 << state.called if state.called >= 0 else 0


# ---- what is allowed


class Refusal(IntEnum):
    """Why an action is refused."""

    NONE = 0
    NO_TURN = 1  # nobody is to act: a deal is due, or the match is over
    AUCTION_FIRST = 2  # W6: the auction comes before the play
    AUCTION_OVER = 3  # W8
    CALL_FIRST = 4  # W1: the landlord calls his partner's card before the first lead
    NO_CALL = 5  # W1: there is no card to call now
    HOLDS_CALLED = 6  # W1: the called card is one that the landlord doesn't hold
    MUST_BID = 7  # W7: the opener may not pass at his first turn
    OPENER_BIDS_ONE = 8  # W7
    BID_TOO_LOW = 9  # W7: a bid is higher than the one before
    BID_TOO_HIGH = 10  # W7
    PASSED_ALREADY = 11  # WA3
    MUST_DIG = 12  # WA5
    NO_COMBINATION = 13  # W14
    NOT_HELD = 14  # the seat lacks a card of the combination
    LEADER_PLAYS = 15  # W11: whoever leads may not pass
    OTHER_TYPE = 16  # W11: the same type with the same number of cards
    NOT_HIGHER = 17  # W11


REFUSAL_CLAUSES: Final = {
    Refusal.NO_TURN: "W13",
    Refusal.AUCTION_FIRST: "W6",
    Refusal.AUCTION_OVER: "W8",
    Refusal.CALL_FIRST: "W1",
    Refusal.NO_CALL: "W1",
    Refusal.HOLDS_CALLED: "W1",
    Refusal.MUST_BID: "W7",
    Refusal.OPENER_BIDS_ONE: "W7",
    Refusal.BID_TOO_LOW: "W7",
    Refusal.BID_TOO_HIGH: "W7",
    Refusal.PASSED_ALREADY: "WA3",
    Refusal.MUST_DIG: "WA5",
    Refusal.NO_COMBINATION: "W14",
    Refusal.NOT_HELD: "W4",
    Refusal.LEADER_PLAYS: "W11",
    Refusal.OTHER_TYPE: "W11",
    Refusal.NOT_HIGHER: "W11",
}


@rule
def refusal(rules: Rules, state: DasanState, action: int) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may."""
    if state.stage == Stage.PLAY:
        return _play_refusal(state, action)
    if state.stage == Stage.AUCTION:
        return _auction_refusal(rules, state, action)
    if state.stage == Stage.CALL:
        return _call_refusal(state, action)
    return Refusal.NO_TURN


@rule
def _auction_refusal(rules: Rules, state: DasanState, action: int) -> int:
    """W7, and WA5: a hand that must dig bids the highest, nothing else."""
    if action >= CALL and action < NO_COMBINATION:
        return Refusal.NO_CALL
    if action < PASS or action >= NO_COMBINATION:
        return Refusal.AUCTION_FIRST
    if action > BID + _highest_bid(rules):
        return Refusal.BID_TOO_HIGH
    if rules.must_dig and cards_too_many(rules, state.hands[state.turn]) > 0:
        return Refusal.NONE if action == BID + _highest_bid(rules) else Refusal.MUST_DIG
    return _pass_refusal(rules, state) if action == PASS else _bid_refusal(rules, state, action - BID)


@rule
def _pass_refusal(rules: Rules, state: DasanState) -> int:
    """W7: only the opener's first call may be no pass; one against three has no forced bid."""
    forced = state.bid == 0 and rules.four_player != FourPlayer.one_vs_three
    return Refusal.MUST_BID if forced else Refusal.NONE


@rule
def _bid_refusal(rules: Rules, state: DasanState, bid: int) -> int:
    """W7, WA2, WA3."""
    if not rules.rebid and state.calls[state.turn] == PASS:
        return Refusal.PASSED_ALREADY
    forced = state.bid == 0 and rules.four_player != FourPlayer.one_vs_three
    if forced and bid != 1 and rules.opener_bid == OpenerBid.exactly_1:
        return Refusal.OPENER_BIDS_ONE
    return Refusal.NONE if bid > state.bid else Refusal.BID_TOO_LOW


@rule
def cards_too_many(rules: Rules, cards: int) -> int:
    """WA5: how many cards fewer a hand would need not to have to dig; 0 when it need not. The four of hearts can't be one of them.

    Three threes dig; two threes dig with two twos, or, one against three, with the four of hearts.
    """
    threes = count(cards & _THREES)
    if rules.four_player == FourPlayer.one_vs_three:
        others = HOLE_SIZE if holds(cards, FOUR_OF_HEARTS) else 0
    else:
        others = max(count(cards & _TWOS) - 1, 0)
    return min(max(threes - 1, 0), max(threes - 2, 0) + others)


@rule
def _call_refusal(state: DasanState, action: int) -> int:
    """W1: the landlord calls a card that he does not hold."""
    if action < CALL:
        return Refusal.CALL_FIRST if action < PASS else Refusal.AUCTION_OVER
    if action >= NO_COMBINATION:
        return Refusal.CALL_FIRST
    return Refusal.HOLDS_CALLED if holds(state.hands[state.turn], action - CALL) else Refusal.NONE


@rule
def _play_refusal(state: DasanState, action: int) -> int:
    """W11, W14: cards in hand; after the lead a pass, or the same type and number and higher."""
    if action >= PASS:
        return _no_play_refusal(state, action)
    kind, length, bottom = kind_of(action), length_of(action), bottom_of(action)
    if not holds_combination(state, action):
        return Refusal.NOT_HELD
    if state.length > 0 and (kind != state.kind or length != state.length):
        return Refusal.OTHER_TYPE
    return Refusal.NONE if bottom > state.bottom else Refusal.NOT_HIGHER


@rule
def _no_play_refusal(state: DasanState, action: int) -> int:
    """W11: everything in the play that is no combination."""
    if action == PASS:
        return Refusal.NONE if state.length > 0 else Refusal.LEADER_PLAYS
    if action < CALL:
        return Refusal.AUCTION_OVER
    if action < NO_COMBINATION:
        return Refusal.NO_CALL
    return Refusal.NO_COMBINATION if action == NO_COMBINATION else Refusal.NOT_HELD


@rule
def holds_combination(state: DasanState, action: int) -> bool:
    """Whether the seat whose turn it is has the cards of a combination, with the called card or without it."""
    hand, called = state.hands[state.turn], called_card(state)
    kind, length, bottom = kind_of(action), length_of(action), bottom_of(action)
    if action < WITH_CALLED:
        return holds(bottoms(places_with(hand & ~called, kind), length), bottom)
    fits = called & hand & cards_at(((1 << length) - 1) << bottom)
    return fits != 0 and holds(bottoms(places_with(hand, kind), length), bottom)


@rule
def legal(rules: Rules, state: DasanState, buffer: Buffer) -> int:
    """Writes the legal actions of the seat whose turn it is, lowest first, and returns how many they are."""
    if state.stage == Stage.PLAY:
        return _legal_plays(state, buffer)
    found = 0
    if state.stage == Stage.AUCTION:
        for call in range(PASS, BID + _highest_bid(rules) + 1):
            if _auction_refusal(rules, state, call) == Refusal.NONE:
                buffer[found] = call
                found += 1
    elif state.stage == Stage.CALL:
        found = _write(CALL, FULL_PACK & ~state.hands[state.turn], buffer, 0)
    return found


@rule
def _legal_plays(state: DasanState, buffer: Buffer) -> int:
    """W11: on the lead every combination in the hand; afterwards those that beat the last one, and a pass."""
    hand = state.hands[state.turn]
    called = hand & called_card(state)
    found = 0
    if state.length == 0:
        for kind in range(1, KINDS + 1):
            found = _write_leads((kind - 1) * KIND, places_with(hand & ~called, kind), -1, buffer, found)
        if called:
            called_place = place_of(state.called)
            for kind in range(1, KINDS + 1):
                found = _write_leads(WITH_CALLED + (kind - 1) * KIND, places_with(hand, kind), called_place, buffer, found)
        return found
    first = combination(state.kind, state.length, 0)
    higher = -2 << state.bottom
    found = _write(first, higher & bottoms(places_with(hand & ~called, state.kind), state.length), buffer, 0)
    if called:
        higher &= _through(place_of(state.called), state.length)
        found = _write(WITH_CALLED + first, higher & bottoms(places_with(hand, state.kind), state.length), buffer, found)
    buffer[found] = PASS
    return found + 1


@rule
def _write_leads(first: int, places: int, through: int, buffer: Buffer, found: int) -> int:
    """Writes the combinations of one kind from these places; only those through one of them unless `through` is -1."""
    found = _write(first, places if through < 0 else places & (1 << through), buffer, found)
    running = places & _RUNNING
    begins = running & (running >> 1)
    first += SUIT_SIZE
    for length in range(SHORTEST_RUN, LONGEST_RUN + 1):
        begins &= running >> (length - 1)
        if begins == 0:
            break
        found = _write(first, begins if through < 0 else begins & _through(through, length), buffer, found)
        first += LONGEST_RUN + 1 - length
    return found


@rule
def _write(first: int, numbers: int, buffer: Buffer, found: int) -> int:
    """Writes the numbers of a set, counted from `first`, behind what has been found; returns how many that makes."""
    while numbers:
        buffer[found] = first + lowest(numbers)
        found += 1
        numbers &= numbers - 1
    return found


# ---- the auction


@rule
def play(rules: Rules, state: DasanState, action: int) -> None:
    """Applies a legal action: a bid or a pass, the call of a card, a combination."""
    if state.stage == Stage.AUCTION:
        _bid(rules, state, action)
    elif state.stage == Stage.CALL:
        state.called = action - CALL
        _begin_play(rules, state)
    elif action == PASS:
        _pass_round(rules, state)
    else:
        _play_cards(rules, state, action)


@rule
def _bid(rules: Rules, state: DasanState, call: int) -> None:
    """W7, W8: a bid or a pass; the highest bid ends the auction, and so do passes of all others after a bid."""
    bidder = state.turn
    state.calls[bidder] = call
    if call < BID + _highest_bid(rules):
        state.declined[bidder] = 1
    if call == PASS:
        state.passes += 1
    else:
        state.passes = 0
        state.bid = call - BID
        state.bidder = bidder
    state.turn = (bidder + 1) % _players(rules)
    if _auction_ends(rules, state):
        _end_auction(rules, state)


@rule
def _auction_ends(rules: Rules, state: DasanState) -> bool:
    """W8; one against three every player has one turn."""
    if state.bid == _highest_bid(rules):
        return True
    if rules.four_player == FourPlayer.one_vs_three:
        return state.turn == state.opener
    return state.passes == _players(rules) - 1


@rule
def _end_auction(rules: Rules, state: DasanState) -> None:
    """W9: the highest bidder, or one against three the opener for 1 when all have passed, is landlord and takes the four cards."""
    if state.bid == 0:
        state.bid = 1
        state.bidder = state.opener
    landlord = state.bidder
    state.landlord = landlord
    state.dug[landlord] = state.hands[HOLE]
    state.hands[landlord] |= state.hands[HOLE]
    state.sizes[landlord] += state.sizes[HOLE]
    if rules.hole == Hole.shown:
        state.hole = state.hands[HOLE]
    state.hands[HOLE] = 0
    state.sizes[HOLE] = 0
    state.passes = 0
    if rules.four_player == FourPlayer.called_partner:
        state.stage = Stage.CALL
        state.turn = landlord
    else:
        _begin_play(rules, state)


@rule
def _begin_play(rules: Rules, state: DasanState) -> None:
    """W10, WA1."""
    state.stage = Stage.PLAY
    state.turn = state.opener if rules.first_lead == FirstLead.opener else state.landlord


# ---- the play


@rule
def leaving(state: DasanState, action: int) -> int:
    """The cards of the seat whose turn it is that a combination takes; undefined when the seat lacks them.

    The called card, where it is played, comes first of its rank; where it is not, it stays.
    """
    hand, called = state.hands[state.turn], state.hands[state.turn] & called_card(state)
    kind, bottom = kind_of(action), bottom_of(action)
    gone = called if action >= WITH_CALLED else 0
    for place in range(bottom, bottom + length_of(action)):
        cards = hand & ~called & cards_at(1 << place)
        wanted = kind - count(gone & cards_at(1 << place))
        gone |= cards if count(cards) == wanted else _first_leaving(state, place, cards, wanted)
    return gone


@rule
def _first_leaving(state: DasanState, place: int, cards: int, wanted: int) -> int:
    """So many of the cards of a rank, those that leave first."""
    gone = 0
    for number in range(4):
        card = SUIT_SIZE * suit_leaving(state, place, number) + (place + 2) % SUIT_SIZE
        if count(gone) < wanted and holds(cards, card):
            gone |= 1 << card
    return gone


@rule
def _play_cards(rules: Rules, state: DasanState, action: int) -> None:
    """W11: a combination becomes the one to beat; an empty hand ends the play (W13)."""
    player = state.turn
    cards = leaving(state, action)
    state.kind = kind_of(action)
    state.length = length_of(action)
    state.bottom = bottom_of(action)
    state.winning = player
    state.passes = 0
    state.shown[player] = cards
    state.hands[player] ^= cards
    state.sizes[player] -= state.kind * state.length
    state.laid[player] |= cards
    state.played |= cards
    if cards & called_card(state):
        state.partner = player
    if state.sizes[player] == 0:
        _finish_deal(rules, state, player)
    else:
        state.turn = (player + 1) % _players(rules)


@rule
def _pass_round(rules: Rules, state: DasanState) -> None:
    """W12: when all others have passed in a row the round is over, and who played last leads."""
    state.shown[state.turn] = 0
    state.passes += 1
    if state.passes < _players(rules) - 1:
        state.turn = (state.turn + 1) % _players(rules)
        return
    state.last_winner = state.winning
    state.last_play = state.shown[state.winning]
    state.turn = state.winning
    _clear_round(state)


@rule
def _finish_deal(rules: Rules, state: DasanState, out: int) -> None:
    """W16: the side that is out first gets the bid from each opponent; two against two each winner from one."""
    state.out = out
    landlord, players = state.landlord, _players(rules)
    if state.called >= 0:
        state.partner = 0
        while not holds(state.hands[state.partner] | state.laid[state.partner], state.called):
            state.partner += 1
    stake = state.bid if out in (landlord, state.partner) else -state.bid
    for player in range(players):
        state.points[player] = stake if player in (landlord, state.partner) else -stake
    if state.called < 0:
        state.points[landlord] = (players - 1) * stake
    for player in range(players):
        state.totals[player] += state.points[player]
    state.tally[landlord] += state.points[landlord]
    state.turn = -1
    _finish_match(rules, state)


@rule
def _finish_match(rules: Rules, state: DasanState) -> None:
    """W17: so many deals, the highest total wins; or the first who has won 20 as landlord, if somebody does in 999 deals."""
    to_twenty = rules.match == Match.target20
    state.stage = Stage.OVER
    if to_twenty and state.tally[state.landlord] >= TARGET:
        state.winner = state.landlord
    elif state.deals == (LAST_DEAL if to_twenty else rules.deals):
        state.winner = _highest_total(rules, state)
    else:
        state.stage = Stage.DEAL


@rule
def _highest_total(rules: Rules, state: DasanState) -> int:
    """The only seat with the highest total, -1 when several have it."""
    best, alone = 0, True
    for player in range(1, _players(rules)):
        if state.totals[player] > state.totals[best]:
            best, alone = player, True
        elif state.totals[player] == state.totals[best]:
            alone = False
    return best if alone else -1


# ---- the score, and what a seat knows


@rule
def score(rules: Rules, state: DasanState, points: Buffer, totals: Buffer) -> None:
    """Writes each seat's payments of the deal and of the match."""
    for player in range(_players(rules)):
        points[player] = state.points[player]
        totals[player] = state.totals[player]


@rule
def possible(rules: Rules, state: DasanState, seat: int, may: Buffer) -> None:
    """Writes what each place may hold as the seat knows it: unseen cards, less those that must be or can't be there.

    The opener has the opening heart and the hole all lower ones (W6); the landlord has what he took and not the card that he calls.
    """
    unseen = FULL_PACK & ~state.played
    if seat >= 0:
        unseen &= ~state.hands[seat]
    for place in range(5):
        may[place] = unseen if state.sizes[place] > 0 else 0
    if state.opening >= 0:
        _only_there(may, state.opener, 1 << state.opening)
        _only_there(may, HOLE if state.landlord < 0 else state.landlord, _lower_hearts(state) | state.hole)
    if state.partner >= 0:
        _only_there(may, state.partner, called_card(state))
    elif state.called >= 0:
        may[state.landlord] &= ~called_card(state)
    if seat >= 0:
        may[seat] = state.hands[seat]


@rule
def _lower_hearts(state: DasanState) -> int:
    """The hearts below the opening one (WA12)."""
    return HEARTS & cards_at((1 << place_of(state.opening)) - 1)


@rule
def _only_there(may: Buffer, place: int, cards: int) -> None:
    """Takes the cards out of all places but one."""
    for other in range(5):
        if other != place:
            may[other] &= ~cards


@rule
def agrees(rules: Rules, world: DasanState, seat: int) -> bool:
    """WA5: whether everybody was dealt a hand with which he may have called as he did."""
    if rules.must_dig:
        for player in range(_players(rules)):
            if player != seat and _must_have_called_otherwise(rules, world, player):
                return False
    return True


@rule
def _must_have_called_otherwise(rules: Rules, world: DasanState, player: int) -> bool:
    """Whether the player can't have called as he did, whichever of his cards he took from the hole."""
    dealt = world.hands[player] | world.laid[player]
    hidden = 0
    if player == world.landlord and rules.four_player != FourPlayer.called_partner:
        known = world.hole | _lower_hearts(world)
        dealt &= ~known
        hidden = HOLE_SIZE - count(known)
    if world.declined[player]:
        return cards_too_many(rules, dealt) > hidden
    return _digs_for_certain(rules, world, player) and cards_too_many(rules, dealt) == 0


@rule
def _digs_for_certain(rules: Rules, world: DasanState, player: int) -> bool:
    """WA2, WA5: the opener whose first call is no bid of 1, where it had to be, had a hand that must dig."""
    free = rules.opener_bid != OpenerBid.exactly_1 or rules.four_player == FourPlayer.one_vs_three
    return not free and player == world.opener and world.bidder == player and world.declined[player] == 0


@rule
def settle(rules: Rules, world: DasanState, stream: Buffer) -> None:
    """Says at random which of his cards the landlord took from the hole, where the view that the world was made of doesn't."""
    landlord = world.landlord
    if landlord < 0 or world.dug[landlord] or rules.four_player == FourPlayer.called_partner:
        return
    dealt = world.hands[landlord] | world.laid[landlord]
    known = world.hole | _lower_hearts(world)
    taken = _draw_hole(known, dealt & ~(1 << world.opening), stream)
    while rules.must_dig and not _may_have_called(rules, world, landlord, dealt & ~taken):
        taken = _draw_hole(known, dealt & ~(1 << world.opening), stream)
    world.dug[landlord] = taken


@rule
def _may_have_called(rules: Rules, world: DasanState, player: int, dealt: int) -> bool:
    """Whether the player may have called as he did with exactly this hand (WA5)."""
    if cards_too_many(rules, dealt) > 0:
        return world.declined[player] == 0
    return not _digs_for_certain(rules, world, player)


@rule
def _draw_hole(known: int, dealt: int, stream: Buffer) -> int:
    """Four cards: the known ones, and others of those dealt at random."""
    taken = known
    while count(taken) < HOLE_SIZE:
        taken |= dealt & (1 << pick(stream, 52))
    return taken


# ---- in words


def pack(rules: Rules) -> range:
    """The 52 cards (W1)."""
    return range(52)


def sides(rules: Rules) -> list[list[int]]:
    """Each for himself (W16): also partners of one deal are none in the next."""
    return [[seat] for seat in range(_players(rules))]


def dealt(rules: Rules, state: DasanState) -> list[int]:
    """What each place was dealt: the hands before the landlord took the hole, and the hole."""
    hands = [state.hands[player] | state.laid[player] for player in range(4)]
    hole = state.hands[HOLE] | sum(state.dug)
    return [*(hand & ~hole for hand in hands), hole]


def same_chance(rules: Rules, state: DasanState, twin: DasanState) -> None:
    """Gives a twin deal, as it begins, an order of suits in which the same cards leave as have left: those, then the others."""
    for place in range(SUIT_SIZE):
        twin.order[place] = _sorted_suits(state, place, lambda card: not holds(state.played, card))


def prefer(rules: Rules, state: DasanState, words: str) -> None:
    """Lets the cards that an act names leave next of their ranks: behind those that have been played, before all others."""
    word, *cards = words.split(" ")
    named = set_of(map(read, cards)) if word == "play" else 0
    for place in members(places_with(named, 1)):
        state.order[place] = _sorted_suits(state, place, lambda card: 2 - 2 * holds(state.played, card) - holds(named, card))


def _sorted_suits(state: DasanState, place: int, late: Callable[[int], int]) -> int:
    """The order of a rank's suits, as the state holds it, sorted by how late each card is to leave."""
    suits = [suit_leaving(state, place, number) for number in range(4)]
    suits.sort(key=lambda suit: late(SUIT_SIZE * suit + (place + 2) % SUIT_SIZE))
    return int("".join(f"{suit:02b}" for suit in suits), 2) ^ _AS_WRITTEN


def say(rules: Rules, state: DasanState, action: int) -> str:
    """An action in words: `pass`, `bid 2`, `call KS`, `play` and the cards that leave the hand, or only `play` if it lacks them."""
    if action < PASS:
        return " ".join(["play", *(written(leaving(state, action)) if holds_combination(state, action) else [])])
    if action < CALL:
        return "pass" if action == PASS else f"bid {action - BID}"
    return f"call {WORDS[action - CALL]}" if action < NO_COMBINATION else "play"


def hear(rules: Rules, state: DasanState, words: str) -> int:
    """The action that the words name; KeyError when they name none.

    Cards come in any order and must be the player's own, one for one. Their suits choose only whether the called card is played:
    which of the cards of a rank leave the hand `leaving` says, and `prefer` lets it say what the words do.
    """
    word, *cards = words.split(" ")
    if word == "play":
        return _hear_cards(state, [_read(card) for card in cards])
    if words == "pass":
        return PASS
    if word == "bid" and cards in (["1"], ["2"], ["3"], ["4"]):
        return BID + int(cards[0])
    if word == "call" and len(cards) == 1:
        return CALL + _read(cards[0])
    raise KeyError(words)


def _read(word: str) -> int:
    """A card's number; KeyError for a joker, too."""
    card = read(word)
    if card >= 52:
        raise KeyError(word)
    return card


def _hear_cards(state: DasanState, cards: list[int]) -> int:
    """The combination that the cards are, or why they are none that can be played."""
    together = set_of(cards)
    if not cards or count(together) < len(cards):
        raise KeyError("cards")
    if state.turn < 0 or together & ~state.hands[state.turn]:
        return CARDS_NOT_HELD
    found = _combination_of(together)
    return found + WITH_CALLED if found < PLAYS and together & called_card(state) else found


def _combination_of(cards: int) -> int:
    """The combination that the cards are (W14, WA7: at most one), without regard to a called card; or NO_COMBINATION."""
    places = places_with(cards, 1)
    kind, length, bottom = count(cards) // count(places), count(places), lowest(places)
    even = count(cards) == kind * length and places_with(cards, kind) == places
    row = length != 2 and holds(bottoms(places, length), bottom)
    return combination(kind, length, bottom) if even and row else NO_COMBINATION


def happenings(rules: Rules, before: DasanState, action: int, after: DasanState) -> list[Happening]:
    """What an action brought about."""
    if before.stage == Stage.AUCTION:
        return _auction_happenings(after)
    if before.stage == Stage.CALL:
        return [Happening("called", "W1", before.turn, before.turn, (WORDS[after.called],))]
    found = []
    if before.partner < 0 <= after.partner:
        found.append(Happening("partner", "W1", after.partner, after.partner, (WORDS[after.called],)))
    if action == PASS and after.length == 0:
        found.append(Happening("round", "W12", after.last_winner, after.last_winner, tuple(written(after.last_play))))
    return found + _endings(rules, after)


def _auction_happenings(after: DasanState) -> list[Happening]:
    """W8, W9: who is landlord, and the four cards if everybody sees them."""
    if after.landlord < 0:
        return []
    landlord = after.landlord
    found = [Happening("landlord", "W8", landlord, landlord)]
    if after.dug[landlord]:
        clause = "WA4" if after.hole else "W9"
        found.append(Happening("dug", clause, landlord, landlord, tuple(written(after.hole))))
    return found


def _endings(rules: Rules, after: DasanState) -> list[Happening]:
    """W13, W16, W17: who is out, what each seat gets or pays, the match."""
    if after.out < 0:
        return []
    found = [Happening("out", "W13", after.out, after.out)]
    for player in range(_players(rules)):
        code = "gets" if after.points[player] > 0 else "pays"
        found.append(Happening(code, "W16", player, player, points=after.points[player]))
    if after.stage == Stage.OVER:
        found.append(Happening("match" if after.winner >= 0 else "match_tied", "W17", after.winner, after.winner))
    return found


def audit(rules: Rules, state: DasanState) -> str | None:
    """What is wrong with the sums of a deal that is over (W13, W16), or None."""
    if sum(state.points) or sum(state.totals):
        return f"payments add up to {sum(state.points)} in the deal and {sum(state.totals)} in the match, not to 0"
    if [player for player in range(_players(rules)) if state.sizes[player] == 0] != [state.out]:
        return f"seat {state.out} is out, and the hands have {state.sizes} cards"
    each = 1 if rules.four_player == FourPlayer.called_partner else _players(rules) - 1
    if abs(state.points[state.landlord]) != each * state.bid:
        return f"the landlord has {state.points[state.landlord]} points for a bid of {state.bid}"
    if sum(map(count, state.laid)) != count(state.played):
        return "the cards that the seats have played are not those that have been played"
    return None


def result(rules: Rules, state: DasanState) -> dict[str, Any]:
    """The totals, the winner (None for a tie), and with a target what each won and lost as landlord (W17)."""
    players = _players(rules)
    found = {"totals": state.totals[:players], "winner": state.winner if state.winner >= 0 else None}
    return {**found, "tally": state.tally[:players]} if rules.match == Match.target20 else found


DASAN: Final = Game(
    name="dasan",
    state=DasanState,
    rules=Rules,
    presets=PRESETS,
    kernel=Kernel(start, deal, seat, legal, refusal, play, score, possible, agrees, settle),
    refusals=Refusal,
    refusal_clauses=REFUSAL_CLAUSES,
    actions=ACTIONS,
    most_legal=MOST_LEGAL,
    places=5,
    pack=pack,
    sides=sides,
    say=say,
    hear=hear,
    happenings=happenings,
    audit=audit,
    result=result,
    words_need_state=True,
    dealt=dealt,
    same_chance=same_chance,
    prefer=prefer,
)
