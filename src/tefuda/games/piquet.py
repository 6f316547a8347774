"""Piquet: two players, 32 cards, an exchange, declarations and twelve tricks. Clauses P1 to P23 of docs/games/piquet.en.md.

Each seat is a side. An action is a card to play (0 to 51), a card to discard, or a word of the exchange and the declarations.
Younger deals, elder is the other seat (P2). What a seat has had is `hands | laid`: twelve cards from the exchange to the end.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Annotated, Any, Final, NamedTuple

from tefuda.core.cards import NO_CARD, NO_SUIT, RANKS, SUIT, WORDS, count, lowest, members, suit_cards, suit_of, written
from tefuda.core.cards import SUITS as SUIT_WORDS
from tefuda.core.chance import pick
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Bounds, Buffer, Clause, Game, Happening, Heard, Kernel
from tefuda.core.rule import rule
from tefuda.core.state import CARD, CARDS, FLAG, OWN, PACKED, PUBLIC, SEAT, SIDE, State, field
from tefuda.core.state import SUIT as SUIT_KIND

# Actions: the cards 0 to 51 are played; then, from the lowest number up,
DISCARD: Final = 52  # 32 of them, one a card
DRAW, CARTE, NO_CARTE = 84, 85, 86
POINT: Final = 87  # four, one a suit
NO_POINT, NO_SEQUENCE, NO_SET, GOOD, DONE = 91, 92, 93, 94, 95
SET: Final = 96  # ten: three or four tens, jacks ... aces
ALSO_SET: Final = 106
SEQUENCE: Final = 116  # 21 in each suit: every top card with every length
ALSO_SEQUENCE: Final = 200
ACTIONS: Final = 284

PLAYERS: Final = 2
HAND: Final = 12
TALON: Final = 2  # the third place for cards, after the two hands; then come the discards of seat 0 and of seat 1
DISCARDS: Final = 3
TALON_SIZE: Final = 8
ELDER_DRAWS: Final = 5  # P6: at most
LOWEST: Final = 5  # the rank of the sevens
SEVENS: Final = 1 << 5 | 1 << 18 | 1 << 31 | 1 << 44
PACK: Final = SEVENS * 0xFF
COURTS: Final = SEVENS << 4 | SEVENS << 5 | SEVENS << 6  # jacks, queens and kings
TEN: Final = 8  # the lowest rank of which a set can be (P14)
NINE: Final = 7

POINT_ITEM, SEQUENCE_ITEM, SET_ITEM, ITEMS = range(4)
CARTE_POINTS: Final = 10  # P4
REPIQUE: Final = 60  # P15
REPIQUE_FROM: Final = 30  # P15
PIQUE: Final = 30  # P20
MOST_TRICKS: Final = 7  # P18: so many are more than half
CARDS_POINTS: Final = 10
CAPOT_POINTS: Final = 40
PARTIE: Final = 6  # P2: deals
EXTRA_DEALS: Final = 2  # P22
RUBICON: Final = 100  # P23
AU_CENT: Final = 100  # P22: points that win a game au cent
DOUBLE_BELOW: Final = 50  # P22: such a game counts double against a loser with fewer
GAMES_TO_WIN: Final = 3


# ---- the house rules


class CarteBlancheOpen(IntEnum):
    """PA5: whether a hand shown as carte blanche stays open."""

    all = 0
    flash = 1


class YoungerDeclares(IntEnum):
    """PA7: when elder learns what younger declares."""

    before = 0
    after_first_lead = 1


class Disclosure(IntEnum):
    """PA8: whether a declaration shows its cards, or tells how many they are, and of equals how high."""

    cards = 0
    verbal = 1


class TieRule(IntEnum):
    """P22: what follows a tie after six deals."""

    repeat = 0
    once_then_draw = 1


class LeftoverTalon(IntEnum):
    """P8: whether the cards that younger leaves are shown to both after the first lead."""

    hidden = 0
    shown = 1


class Match(IntEnum):
    """P22: six deals, or games to 100 points until one player has won three."""

    partie = 0
    au_cent = 1


class Rules(NamedTuple):
    """The house rules of a Piquet table."""

    pique_threshold: Annotated[int, Clause("PA1"), Bounds(30, 31)] = 30
    carte_blanche_open: Annotated[CarteBlancheOpen, Clause("PA5")] = CarteBlancheOpen.all
    younger_min: Annotated[int, Clause("PA15"), Bounds(0, 1)] = 0
    last_trick_bonus: Annotated[int, Clause("P19"), Bounds(0, 1)] = 0
    younger_declares: Annotated[YoungerDeclares, Clause("PA7")] = YoungerDeclares.before
    disclosure: Annotated[Disclosure, Clause("PA8")] = Disclosure.cards
    tie_rule: Annotated[TieRule, Clause("P22")] = TieRule.repeat
    leads_789: Annotated[int, Clause("P17"), Bounds(0, 1)] = 1
    leftover_talon: Annotated[LeftoverTalon, Clause("P8")] = LeftoverTalon.hidden
    point_four_less: Annotated[bool, Clause("P12")] = False
    match: Annotated[Match, Clause("P22")] = Match.partie


_AS_IN_CLUBS: Final = {
    "carte_blanche_open": "flash",
    "last_trick_bonus": 1,
    "younger_declares": "after_first_lead",
    "leftover_talon": "shown",
}
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "seed": {},
    "pagat": {**_AS_IN_CLUBS, "younger_min": 1, "disclosure": "verbal", "tie_rule": "once_then_draw"},
    "classic": {**_AS_IN_CLUBS, "match": "au_cent"},
}


# ---- the state


class Stage(IntEnum):
    """What the match waits for."""

    DEAL = 0
    CARTE = 1  # a seat that was dealt a carte blanche is asked whether it declares it
    EXCHANGE = 2
    DECLARE = 3  # elder declares the item
    ANSWER = 4  # younger answers; until elder sees his declarations, this is also where he shows further ones
    SHOW = 5  # who has won the item shows further holdings
    PLAY = 6
    OVER = 7


class Carte(IntEnum):
    """P4: what there is to know of a seat's carte blanche."""

    NONE = 0
    ASKED = 1
    DECLARED = 2
    KEPT = 3


class More(IntEnum):
    """Whether the winner of an item holds more than he has shown, as far as all know."""

    UNKNOWN = 0
    NO = 1
    YES = 2


class PiquetState(State):
    """A match of Piquet: the totals, and the deal in progress. Fields with two cells have one a seat."""

    hands: list[int] = field(5, kind=CARDS, sight=OWN)  # the two hands; then the talon and each seat's discards, face down
    sizes: list[int] = field(5, sight=PUBLIC)  # how many cards each of the five places holds
    stage: int = field(sight=PUBLIC)
    turn: int = field(kind=SEAT, sight=PUBLIC)
    dealer: int = field(kind=SEAT, sight=PUBLIC)  # who is younger
    deals: int = field(sight=PUBLIC)  # deals begun in this match

    # The exchange.
    dealt: list[int] = field(2, kind=CARDS, sight=OWN)  # the twelve cards that a seat was dealt
    carte: list[int] = field(2, sight=PUBLIC)  # a Carte
    talon: list[int] = field(8, kind=CARD)  # the talon as it was dealt, top card first
    own_discards: list[int] = field(2, kind=CARDS, sight=OWN)  # P9
    drew: list[int] = field(2, sight=PUBLIC)  # how many cards a seat has drawn
    looked: list[int] = field(2, kind=CARDS, sight=OWN)  # P6: cards that the seat knows to lie in the talon
    look_order: list[int] = field(2, kind=PACKED, sight=OWN)  # in order until younger draws: card + 1 in base 64, top card lowest
    known: list[int] = field(2, kind=CARDS, sight=OWN)  # cards that the seat knows the other to have drawn

    # What is declared, as the declarer knows it.
    item: int = field(sight=PUBLIC)  # 0 point, 1 sequence, 2 set, 3 all are over
    point: list[int] = field(2, kind=SUIT_KIND, sight=OWN)  # the suit declared, -1 for none
    first_run: list[int] = field(2, kind=CARD, sight=OWN)  # the top card of the sequence declared first, -1 for none
    runs: list[int] = field(2, kind=CARDS, sight=OWN)  # the top cards of all sequences declared
    sets: list[int] = field(2, sight=OWN)  # the ranks of all sets declared, bit 1 << rank
    showing: list[int] = field(2, kind=FLAG, sight=OWN)  # younger shows further holdings that elder does not see yet
    later: list[int] = field(2, sight=OWN)  # points of declarations that elder does not see yet
    held: list[int] = field(2)  # a repique that is not announced yet

    # What is declared, as the others know it.
    open: int = field(kind=FLAG, sight=PUBLIC)  # younger's declarations are seen at once, or have been seen (PA7)
    winners: list[int] = field(3, kind=SEAT, sight=PUBLIC)  # who scores point, sequences, sets; -1 for nobody
    point_counts: list[int] = field(2, sight=PUBLIC)  # how many cards the point declared has
    lengths: list[int] = field(
        2, kind=PACKED, sight=PUBLIC
    )  # the sequences declared by length: three bits count those of 3, the next those of 4 ...
    tops: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # their top cards where the cards are shown
    trios: list[int] = field(2, sight=PUBLIC)  # the ranks of which three were declared, bit 1 << rank
    quatorzes: list[int] = field(2, sight=PUBLIC)  # the ranks of which four were declared
    more: list[int] = field(4, sight=PUBLIC)  # a More for sequences of seat 0 and 1, then for sets of seat 0 and 1
    told_point: list[int] = field(2, sight=OWN)  # the value of the other's point where it was told, else 0
    told_run: list[int] = field(2, sight=OWN)  # 16 times the length plus the top rank of the other's first sequence, else 0
    shown: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # cards that a hand is known to hold
    lacks: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # cards that a hand is known not to hold
    carte_shown: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # the twelve dealt cards where they were shown as carte blanche

    # The play.
    leader: int = field(kind=SEAT, sight=PUBLIC)
    trick: list[int] = field(2, kind=CARD, sight=PUBLIC)  # the trick on the table in the order of play
    trick_size: int = field(sight=PUBLIC)
    led: int = field(kind=SUIT_KIND, sight=PUBLIC)  # the suit to follow, -1 while there is none
    last_leader: int = field(kind=SEAT, sight=PUBLIC)
    last_winner: int = field(kind=SEAT, sight=PUBLIC)
    last_trick: list[int] = field(2, kind=CARD, sight=PUBLIC)
    laid: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # the cards that a seat has played
    played: int = field(kind=CARDS, sight=PUBLIC)
    leftover: int = field(kind=CARDS, sight=PUBLIC)  # the talon once it is shown to both (P8)
    tricks: list[int] = field(2, sight=PUBLIC)

    # The score.
    points: list[int] = field(2, sight=PUBLIC)  # of the deal
    bonus: list[int] = field(2, sight=PUBLIC)  # a repique's or a pique's points
    trick_points: list[int] = field(2, sight=PUBLIC)  # of leads and tricks, the last trick's included
    most_points: list[int] = field(2, sight=PUBLIC)  # of the cards or the capot
    totals: list[int] = field(2, sight=PUBLIC)  # of the match, or of the game in progress (au cent)
    games: list[int] = field(2, sight=PUBLIC)  # what the games won are worth (au cent)
    game_over: int = field(kind=FLAG, sight=PUBLIC)  # the last deal ended a game: the next one starts at 0
    winner: int = field(kind=SIDE, sight=PUBLIC)  # who has won the match, -1 before, or for a draw


# ---- the deal


@rule
def start(rules: Rules, state: PiquetState, dealer: int) -> None:
    """Sets up a match at 0; `dealer` deals first (P2)."""
    state.stage = Stage.DEAL
    state.dealer = dealer
    state.deals = 0
    state.winner = -1
    state.game_over = 0
    for seat_ in range(PLAYERS):
        state.totals[seat_] = 0
        state.games[seat_] = 0
    _clear(state)


@rule
def deal(rules: Rules, state: PiquetState, pack: Sequence[int]) -> None:
    """Deals twelve cards to each, two at a time, elder first, and lays the talon aside, its top card first (P3)."""
    if state.deals > 0:
        state.dealer = 1 - state.dealer
    state.deals += 1
    if state.game_over:
        state.game_over = 0
        state.totals[0] = 0
        state.totals[1] = 0
    _clear(state)
    for at in range(PLAYERS * HAND):
        state.hands[(1 - state.dealer) ^ ((at >> 1) & 1)] |= 1 << pack[at]
    for at in range(TALON_SIZE):
        state.talon[at] = pack[PLAYERS * HAND + at]
        state.hands[TALON] |= 1 << state.talon[at]
    state.sizes[TALON] = TALON_SIZE
    state.stage = Stage.EXCHANGE
    state.turn = 1 - state.dealer
    for seat_ in range(PLAYERS):
        state.dealt[seat_] = state.hands[seat_]
        state.sizes[seat_] = HAND
        if state.hands[seat_] & COURTS == 0:  # P4: at most one seat can have it, and it is asked before the exchange (PA3)
            state.carte[seat_] = Carte.ASKED
            state.stage = Stage.CARTE
            state.turn = seat_
    state.open = 1 if rules.younger_declares == YoungerDeclares.before else 0


@rule
def _clear(state: PiquetState) -> None:
    """Leaves nothing of the deal before on the table."""
    for place in range(5):
        state.hands[place] = 0
        state.sizes[place] = 0
    for at in range(TALON_SIZE):
        state.talon[at] = NO_CARD
    for item in range(ITEMS):
        state.winners[item] = -1
    for at in range(4):
        state.more[at] = More.UNKNOWN
    for seat_ in range(PLAYERS):
        _clear_seat(state, seat_)
    state.item = POINT_ITEM
    state.open = 0
    state.turn = -1
    state.leader = -1
    state.trick_size = 0
    state.led = NO_SUIT
    state.last_leader = -1
    state.last_winner = -1
    state.played = 0
    state.leftover = 0


@rule
def _clear_seat(state: PiquetState, seat: int) -> None:
    """Leaves nothing of the deal before with a seat."""
    state.dealt[seat] = 0
    state.carte[seat] = Carte.NONE
    state.own_discards[seat] = 0
    state.drew[seat] = 0
    state.looked[seat] = 0
    state.look_order[seat] = 0
    state.known[seat] = 0
    state.point[seat] = NO_SUIT
    state.first_run[seat] = NO_CARD
    state.runs[seat] = 0
    state.sets[seat] = 0
    state.showing[seat] = 0
    state.later[seat] = 0
    state.held[seat] = 0
    state.point_counts[seat] = 0
    state.lengths[seat] = 0
    state.tops[seat] = 0
    state.trios[seat] = 0
    state.quatorzes[seat] = 0
    state.told_point[seat] = 0
    state.told_run[seat] = 0
    state.shown[seat] = 0
    state.lacks[seat] = 0
    state.carte_shown[seat] = 0
    state.trick[seat] = NO_CARD
    state.last_trick[seat] = NO_CARD
    state.laid[seat] = 0
    state.tricks[seat] = 0
    state.points[seat] = 0
    state.bonus[seat] = 0
    state.trick_points[seat] = 0
    state.most_points[seat] = 0


@rule
def seat(rules: Rules, state: PiquetState) -> int:
    """Whose turn it is, DEAL_DUE before a deal, MATCH_OVER after the match."""
    if state.stage == Stage.OVER:
        return MATCH_OVER
    return DEAL_DUE if state.stage == Stage.DEAL else state.turn


# ---- what cards are worth


@rule
def point_value(cards: int, suit: int) -> int:
    """P10: the value of a suit for the point: ace 11, court cards and tens 10, the others their pips."""
    held = (cards >> (13 * suit)) & SUIT
    return 10 * count(held) + (held >> 12 & 1) - 3 * (held >> 5 & 1) - 2 * (held >> 6 & 1) - (held >> 7 & 1)


@rule
def point_worth(rules: Rules, cards: int, value: int) -> int:
    """P12: a point scores one for each card; of 34, 44, 54 or 64 one less where that is the custom."""
    return cards - 1 if rules.point_four_less and value >= 34 and value % 10 == 4 else cards


@rule
def run_tops(cards: int) -> int:
    """P13: the top card of each sequence, whole as it is held, as a set. There is no card below a seven, so suits don't run on."""
    return cards & (cards << 1) & (cards << 2) & ~(cards >> 1)


@rule
def run_length(cards: int, top: int) -> int:
    """How many cards of the top card's suit the set holds in a row from the top card down."""
    length = 0
    while (cards >> (top - length)) & 1:
        length += 1
    return length


@rule
def run_worth(length: int) -> int:
    """P13: three cards score 3, four 4, five 15, six 16 ..."""
    return length if length < 5 else 10 + length


@rule
def set_size(cards: int, rank: int) -> int:
    """How many cards of a rank the set holds."""
    return count((cards >> (rank - LOWEST)) & SEVENS)


@rule
def set_ranks(cards: int) -> int:
    """P14: the ranks from the ten up of which the set holds three or four, bit 1 << rank."""
    found = 0
    for rank in range(TEN, 13):
        if set_size(cards, rank) >= 3:
            found |= 1 << rank
    return found


@rule
def set_worth(size: int) -> int:
    """P14: three of a rank score 3, four 14."""
    return 14 if size == 4 else 3


@rule
def discard_of(card: int) -> int:
    """The action that discards a card."""
    return DISCARD + 8 * (card // 13) + card % 13 - LOWEST


@rule
def discarded(action: int) -> int:
    """The card that the action discards."""
    return 13 * ((action - DISCARD) // 8) + (action - DISCARD) % 8 + LOWEST


@rule
def run_number(top: int, length: int) -> int:
    """A sequence's place among the 84: what to add to SEQUENCE or ALSO_SEQUENCE."""
    step = top % 13 - NINE
    return 21 * (top // 13) + step * (step + 1) // 2 + length - 3


@rule
def run_top(number: int) -> int:
    """The top card of the sequence at that place."""
    step, left = 0, number % 21
    while left > step:
        step += 1
        left -= step
    return 13 * (number // 21) + NINE + step


@rule
def run_size(number: int) -> int:
    """The length of the sequence at that place."""
    step, left = 0, number % 21
    while left > step:
        step += 1
        left -= step
    return 3 + left


# ---- what is allowed


class Refusal(IntEnum):
    """Why an action is refused."""

    NONE = 0
    NO_TURN = 1  # nobody is to act: a deal is due, or the match is over
    CARTE_FIRST = 2  # PA3: the carte blanche is declared, or not, before the exchange
    NO_CARTE = 3  # P4: the seat was not dealt a carte blanche, or has spoken of it
    EXCHANGE_FIRST = 4  # P6
    EXCHANGE_OVER = 5  # P6
    NOT_HELD = 6  # the seat doesn't hold that card
    ELDER_MUST_EXCHANGE = 7  # P6
    YOUNGER_MUST_EXCHANGE = 8  # PA15
    ELDER_HAS_FIVE = 9  # P6
    TALON_USED_UP = 10  # P7
    OTHER_ITEM = 11  # P11: point, sequences, sets, in that order
    DECLARE_FIRST = 12  # P11: cards are played after the declarations
    DECLARATIONS_OVER = 13  # P11
    NOTHING_TO_ANSWER = 14  # P11: `good` where nothing was declared
    MUST_ANSWER = 15  # P11: `no ...` where elder declared
    NOT_BETTER = 16  # P11: an answer is better or equal
    SUIT_NOT_HELD = 17  # P12
    NO_SUCH_SEQUENCE = 18  # P13
    NOT_WHOLE_SEQUENCE = 19  # P13: a part of a longer one
    NO_SUCH_SET = 20  # P14
    NOT_WHOLE_SET = 21  # P14: three where the seat holds four
    NOT_WON = 22  # P13: only the winner of an item shows more, once he has won it
    SHOW_MORE = 23  # P13: the winner shows another holding or is done
    SHOWN_ALREADY = 24  # P13
    MUST_FOLLOW = 25  # P16


REFUSAL_CLAUSES: Final = {
    Refusal.NO_TURN: "P16",
    Refusal.CARTE_FIRST: "PA3",
    Refusal.NO_CARTE: "P4",
    Refusal.EXCHANGE_FIRST: "P6",
    Refusal.EXCHANGE_OVER: "P6",
    Refusal.NOT_HELD: "P3",
    Refusal.ELDER_MUST_EXCHANGE: "P6",
    Refusal.YOUNGER_MUST_EXCHANGE: "PA15",
    Refusal.ELDER_HAS_FIVE: "P6",
    Refusal.TALON_USED_UP: "P7",
    Refusal.OTHER_ITEM: "P11",
    Refusal.DECLARE_FIRST: "P11",
    Refusal.DECLARATIONS_OVER: "P11",
    Refusal.NOTHING_TO_ANSWER: "P11",
    Refusal.MUST_ANSWER: "P11",
    Refusal.NOT_BETTER: "P11",
    Refusal.SUIT_NOT_HELD: "P12",
    Refusal.NO_SUCH_SEQUENCE: "P13",
    Refusal.NOT_WHOLE_SEQUENCE: "P13",
    Refusal.NO_SUCH_SET: "P14",
    Refusal.NOT_WHOLE_SET: "P14",
    Refusal.NOT_WON: "P13",
    Refusal.SHOW_MORE: "P13",
    Refusal.SHOWN_ALREADY: "P13",
    Refusal.MUST_FOLLOW: "P16",
}


@rule
def refusal(rules: Rules, state: PiquetState, action: int) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may."""
    if state.stage == Stage.DEAL or state.stage == Stage.OVER:
        return Refusal.NO_TURN
    if action in (CARTE, NO_CARTE):
        return Refusal.NONE if state.stage == Stage.CARTE else Refusal.NO_CARTE
    if state.stage == Stage.CARTE:
        return Refusal.CARTE_FIRST
    if DISCARD <= action <= DRAW:
        return _exchange_refusal(rules, state, action) if state.stage == Stage.EXCHANGE else Refusal.EXCHANGE_OVER
    if state.stage == Stage.EXCHANGE:
        return Refusal.EXCHANGE_FIRST
    if action < DISCARD:
        return _card_refusal(state, action) if state.stage == Stage.PLAY else Refusal.DECLARE_FIRST
    return _declaration_refusal(rules, state, action) if state.stage != Stage.PLAY else Refusal.DECLARATIONS_OVER


@rule
def _exchange_refusal(rules: Rules, state: PiquetState, action: int) -> int:
    """P6, P7: at least one card for elder, at most five for elder and what is left for younger."""
    elder = state.turn != state.dealer
    gone = state.sizes[DISCARDS + state.turn]
    if action == DRAW:
        if elder:
            return Refusal.NONE if gone > 0 else Refusal.ELDER_MUST_EXCHANGE
        return Refusal.NONE if gone >= rules.younger_min else Refusal.YOUNGER_MUST_EXCHANGE
    if gone == _most_discards(state):
        return Refusal.ELDER_HAS_FIVE if elder else Refusal.TALON_USED_UP
    return Refusal.NONE if (state.hands[state.turn] >> discarded(action)) & 1 else Refusal.NOT_HELD


@rule
def _most_discards(state: PiquetState) -> int:
    """How many cards the seat whose turn it is may exchange at most (P6, P7)."""
    return ELDER_DRAWS if state.turn != state.dealer else state.sizes[TALON]


@rule
def _card_refusal(state: PiquetState, card: int) -> int:
    """P16: a card in hand, of the suit led if there is one."""
    if (state.hands[state.turn] >> card) & 1 == 0:
        return Refusal.NOT_HELD
    return Refusal.NONE if (_playable(state) >> card) & 1 == 1 else Refusal.MUST_FOLLOW


@rule
def _playable(state: PiquetState) -> int:
    """The cards of the seat whose turn it is that P16 lets it play, as a set."""
    hand = state.hands[state.turn]
    if state.led == NO_SUIT:
        return hand
    following = hand & suit_cards(state.led)
    return following if following else hand


@rule
def _declaration_refusal(rules: Rules, state: PiquetState, action: int) -> int:
    """P11 to P14: the item's own words, in their time, for what the seat holds."""
    if action == GOOD or NO_POINT <= action <= NO_SET:
        return _pass_refusal(state, action)
    if _item_of(action) != state.item and action != DONE:
        return Refusal.OTHER_ITEM
    if action == DONE or _is_also(action):
        if not _shows(state):
            return Refusal.NOT_WON
        return Refusal.NONE if action == DONE else _holding_refusal(state, action)
    return Refusal.SHOW_MORE if _shows(state) else _holding_refusal(state, action)


@rule
def _pass_refusal(state: PiquetState, action: int) -> int:
    """P11: `good` answers a declaration, `no ...` is said where there is none."""
    if action != GOOD and action != NO_POINT + state.item:
        return Refusal.OTHER_ITEM
    if _shows(state):
        return Refusal.SHOW_MORE
    if action == GOOD:
        return Refusal.NONE if _answers(state) else Refusal.NOTHING_TO_ANSWER
    return Refusal.MUST_ANSWER if _answers(state) else Refusal.NONE


@rule
def _holding_refusal(state: PiquetState, action: int) -> int:
    """P12 to P14: whether the seat may declare this holding: it has it, whole, and it is new, or better or equal as an answer."""
    reason = _not_held(state.hands[state.turn], action)
    if reason != Refusal.NONE or (_declarable(state) >> _holding(action)) & 1:
        return reason
    return Refusal.SHOWN_ALREADY if _shows(state) else Refusal.NOT_BETTER


@rule
def _not_held(hand: int, action: int) -> int:
    """Why a hand can't declare the holding: it lacks it, or has more of it (P12 to P14)."""
    if action < NO_POINT:
        return Refusal.NONE if hand & suit_cards(action - POINT) else Refusal.SUIT_NOT_HELD
    if action < SEQUENCE:
        size, held = 3 + action % 2, set_size(hand, _holding(action))
        if held < size:
            return Refusal.NO_SUCH_SET
        return Refusal.NONE if held == size else Refusal.NOT_WHOLE_SET
    top, length = _holding(action), run_size((action - SEQUENCE) % 84)
    if run_length(hand, top) < length:
        return Refusal.NO_SUCH_SEQUENCE
    whole = (run_tops(hand) >> top) & 1 == 1 and run_length(hand, top) == length
    return Refusal.NONE if whole else Refusal.NOT_WHOLE_SEQUENCE


@rule
def _item_of(action: int) -> int:
    """The item to which a declaration belongs."""
    if action < NO_POINT:
        return POINT_ITEM
    return SET_ITEM if action < SEQUENCE else SEQUENCE_ITEM


@rule
def _is_also(action: int) -> bool:
    """Whether the declaration is a further one of the item's winner."""
    return ALSO_SET <= action < SEQUENCE or action >= ALSO_SEQUENCE


@rule
def _holding(action: int) -> int:
    """What a declaration names: the suit of a point, the rank of a set, the top card of a sequence."""
    if action < NO_POINT:
        return action - POINT
    return TEN + (action - SET) % 10 // 2 if action < SEQUENCE else run_top((action - SEQUENCE) % 84)


@rule
def _shows(state: PiquetState) -> bool:
    """Whether the seat whose turn it is has won the item and shows further holdings."""
    return state.stage == Stage.SHOW or state.showing[state.turn] == 1


@rule
def _answers(state: PiquetState) -> bool:
    """Whether the seat whose turn it is answers a declaration of elder's."""
    return state.stage == Stage.ANSWER and state.showing[state.turn] == 0 and _called(state, 1 - state.turn, state.item)


@rule
def _called(state: PiquetState, seat: int, item: int) -> bool:
    """Whether the seat is known to have declared something in the item."""
    if item == POINT_ITEM:
        return state.point_counts[seat] > 0
    return state.lengths[seat] > 0 if item == SEQUENCE_ITEM else (state.trios[seat] | state.quatorzes[seat]) > 0


@rule
def _declarable(state: PiquetState) -> int:
    """What the seat whose turn it is may declare in the item: suits (bit 1 << suit), top cards, or ranks (bit 1 << rank)."""
    hand = state.hands[state.turn]
    if state.item == POINT_ITEM:
        return _points_declarable(state, hand)
    if state.item == SEQUENCE_ITEM:
        tops = run_tops(hand)
        if _shows(state):
            return tops & ~state.runs[state.turn]
        return _better_runs(state, hand, tops) if _answers(state) else tops
    ranks = set_ranks(hand)
    if _shows(state):
        return ranks & ~state.sets[state.turn]
    return _better_sets(state, hand, ranks) if _answers(state) else ranks


@rule
def _points_declarable(state: PiquetState, hand: int) -> int:
    """P12: any suit that is held; as an answer one of more cards, or as many that are worth as much or more."""
    suits, answers, called = 0, _answers(state), state.point_counts[1 - state.turn]
    for suit in range(4):
        cards = count(hand & suit_cards(suit))
        better = cards > called or (cards == called and point_value(hand, suit) >= state.told_point[state.turn])
        if cards > 0 and (better or not answers):
            suits |= 1 << suit
    return suits


@rule
def _better_runs(state: PiquetState, hand: int, tops: int) -> int:
    """P13: the sequences that are longer than elder's, or as long and as high or higher, by their top cards."""
    better, length = 0, _called_length(state, 1 - state.turn)
    while tops:
        top = lowest(tops)
        mine = run_length(hand, top)
        if mine > length or (mine == length and 16 * mine + top % 13 >= state.told_run[state.turn]):
            better |= 1 << top
        tops &= tops - 1
    return better


@rule
def _called_length(state: PiquetState, seat: int) -> int:
    """The length of the one sequence that the seat is known to have declared."""
    return 3 + lowest(state.lengths[seat]) // 3


@rule
def _better_sets(state: PiquetState, hand: int, ranks: int) -> int:
    """P14: the sets of more cards than elder's, or as many of a higher rank."""
    better, called = 0, _called_set(state, 1 - state.turn)
    for rank in range(TEN, 13):
        if (ranks >> rank) & 1 and 16 * set_size(hand, rank) + rank > called:
            better |= 1 << rank
    return better


@rule
def _called_set(state: PiquetState, seat: int) -> int:
    """16 times the size plus the rank of the one set that the seat is known to have declared."""
    if state.quatorzes[seat]:
        return 64 + lowest(state.quatorzes[seat])
    return 48 + lowest(state.trios[seat])


@rule
def legal(rules: Rules, state: PiquetState, buffer: Buffer) -> int:
    """Writes the legal actions of the seat whose turn it is, lowest first, and returns how many they are."""
    if state.stage == Stage.PLAY:
        return _write(_playable(state), 0, buffer, 0)
    if state.stage == Stage.EXCHANGE:
        return _write_exchange(rules, state, buffer)
    if state.stage == Stage.CARTE:
        buffer[0] = CARTE
        buffer[1] = NO_CARTE
        return 2
    if state.stage == Stage.DEAL or state.stage == Stage.OVER:
        return 0
    return _write_declarations(state, buffer)


@rule
def _write(bits: int, first: int, buffer: Buffer, at: int) -> int:
    """Writes first + n for every bit n from place `at` of the buffer on; returns the place after the last."""
    while bits:
        buffer[at] = first + lowest(bits)
        at += 1
        bits &= bits - 1
    return at


@rule
def _write_exchange(rules: Rules, state: PiquetState, buffer: Buffer) -> int:
    """The cards that the seat may discard, and the draw where it may end the exchange (P6, P7)."""
    found, gone = 0, state.sizes[DISCARDS + state.turn]
    if gone < _most_discards(state):
        cards = state.hands[state.turn]
        while cards:
            buffer[found] = discard_of(lowest(cards))
            found += 1
            cards &= cards - 1
    if _exchange_refusal(rules, state, DRAW) == Refusal.NONE:
        buffer[found] = DRAW
        found += 1
    return found


@rule
def _write_declarations(state: PiquetState, buffer: Buffer) -> int:
    """What the seat may declare in the item, and the word for declaring nothing (P11)."""
    holdings = _declarable(state)
    if state.item == POINT_ITEM:
        found = _write(holdings, POINT, buffer, 0)
        buffer[found] = GOOD if _answers(state) else NO_POINT
        return found + 1
    shows, hand, found = _shows(state), state.hands[state.turn], 1
    buffer[0] = DONE if shows else GOOD if _answers(state) else NO_POINT + state.item
    while holdings:
        buffer[found] = _declaration(state.item, hand, lowest(holdings), shows)
        found += 1
        holdings &= holdings - 1
    return found


@rule
def _declaration(item: int, hand: int, holding: int, also: bool) -> int:
    """The action that declares a whole sequence by its top card, or a whole set by its rank."""
    if item == SEQUENCE_ITEM:
        return (ALSO_SEQUENCE if also else SEQUENCE) + run_number(holding, run_length(hand, holding))
    return (ALSO_SET if also else SET) + 2 * (holding - TEN) + set_size(hand, holding) - 3


# ---- the exchange


@rule
def play(rules: Rules, state: PiquetState, action: int) -> None:
    """Applies a legal action: a card played or discarded, or a word."""
    if action < DISCARD:
        if state.open == 0:
            _open(rules, state)
        _play_card(rules, state, action)
    elif action < DRAW:
        _discard(state, discarded(action))
    elif action == DRAW:
        _draw(rules, state)
    elif action <= NO_CARTE:
        _answer_carte(rules, state, action)
    elif _declare(rules, state, action):
        _close_item(rules, state)
    if state.game_over:
        _finish_game(rules, state)


@rule
def _answer_carte(rules: Rules, state: PiquetState, action: int) -> None:
    """P4, P5: a carte blanche is shown and scores ten, or is kept quiet."""
    player = state.turn
    state.carte[player] = Carte.DECLARED if action == CARTE else Carte.KEPT
    state.stage = Stage.EXCHANGE
    state.turn = 1 - state.dealer
    if action == CARTE:
        state.carte_shown[player] = state.hands[player]
        _keep_open(rules, state, player)
        _gain(rules, state, player, CARTE_POINTS)


@rule
def _keep_open(rules: Rules, state: PiquetState, player: int) -> None:
    """PA5: a hand shown as carte blanche stays open, drawn cards included, unless it is taken back."""
    if state.carte[player] == Carte.DECLARED and rules.carte_blanche_open == CarteBlancheOpen.all:
        state.shown[player] = state.hands[player]


@rule
def _discard(state: PiquetState, card: int) -> None:
    """P6, P7: lays a card aside, face down."""
    player = state.turn
    state.hands[player] ^= 1 << card
    state.sizes[player] -= 1
    state.hands[DISCARDS + player] |= 1 << card
    state.sizes[DISCARDS + player] += 1
    state.own_discards[player] |= 1 << card
    state.shown[player] &= ~(1 << card)


@rule
def _draw(rules: Rules, state: PiquetState) -> None:
    """P6, P7: the seat draws as many cards from the top as it has laid aside; then younger exchanges, then elder declares."""
    player, top = state.turn, TALON_SIZE - state.sizes[TALON]
    number, cards = state.sizes[DISCARDS + player], 0
    for at in range(number):
        cards |= 1 << state.talon[top + at]
    state.hands[player] |= cards
    state.hands[TALON] ^= cards
    state.sizes[player] += number
    state.sizes[TALON] -= number
    state.drew[player] = number
    _keep_open(rules, state, player)
    if player != state.dealer:
        _look(state, player)
        state.turn = state.dealer
    else:
        _follow_look(state, 1 - player, cards)
        state.stage = Stage.DECLARE
        state.turn = 1 - player


@rule
def _look(state: PiquetState, elder: int) -> None:
    """P6: elder looks at the cards that he could still have taken; they go back in order."""
    for at in range(state.drew[elder], ELDER_DRAWS):
        state.looked[elder] |= 1 << state.talon[at]
        state.look_order[elder] |= (state.talon[at] + 1) << (6 * (at - state.drew[elder]))


@rule
def _follow_look(state: PiquetState, elder: int, drawn: int) -> None:
    """P7: younger draws those cards first, so that elder knows where they are."""
    state.known[elder] = state.looked[elder] & drawn
    state.looked[elder] &= ~drawn
    state.look_order[elder] = 0


# ---- the declarations


@rule
def _declare(rules: Rules, state: PiquetState, action: int) -> bool:
    """P11: elder declares, younger answers, the winner of an item shows what else he likes. True where that ends the item."""
    player = state.turn
    if action == GOOD:
        return _win_item(rules, state, 1 - player, _called_worth(rules, state, 1 - player))
    silent, answers = NO_POINT <= action <= DONE, _answers(state)
    equal = answers and not silent and _equals(state, action)
    if not silent:
        _note(state, player, action)
    if state.stage == Stage.DECLARE:
        _publish(rules, state, player, state.item)
        state.stage = Stage.ANSWER
        state.turn = state.dealer
        return False
    if silent or equal:
        state.showing[player] = 0
        if state.open:
            _publish(rules, state, player, state.item)
        return True
    return _win_item(rules, state, player, _worth(rules, state.hands[player], action))


@rule
def _equals(state: PiquetState, action: int) -> bool:
    """Whether an answer that may be given is no better than what it answers (P12, P13); sets never are equal (P14)."""
    hand, holding, seat = state.hands[state.turn], _holding(action), state.turn
    if state.item == POINT_ITEM:
        as_many = count(hand & suit_cards(holding)) == state.point_counts[1 - seat]
        return as_many and point_value(hand, holding) == state.told_point[seat]
    return state.item == SEQUENCE_ITEM and 16 * run_length(hand, holding) + holding % 13 == state.told_run[seat]


@rule
def _note(state: PiquetState, seat: int, action: int) -> None:
    """Keeps in mind what a seat has declared."""
    holding = _holding(action)
    if state.item == POINT_ITEM:
        state.point[seat] = holding
    elif state.item == SET_ITEM:
        state.sets[seat] |= 1 << holding
    else:
        state.runs[seat] |= 1 << holding
        if state.first_run[seat] == NO_CARD:
            state.first_run[seat] = holding


@rule
def _worth(rules: Rules, hand: int, action: int) -> int:
    """What a declaration scores if it is good (P12 to P14)."""
    holding = _holding(action)
    if action < NO_POINT:
        return point_worth(rules, count(hand & suit_cards(holding)), point_value(hand, holding))
    return set_worth(set_size(hand, holding)) if action < SEQUENCE else run_worth(run_length(hand, holding))


@rule
def _called_worth(rules: Rules, state: PiquetState, elder: int) -> int:
    """What elder's declaration scores now that younger has called it good, as younger too can tell."""
    if state.item == POINT_ITEM:
        return point_worth(rules, state.point_counts[elder], state.told_point[1 - elder])
    if state.item == SEQUENCE_ITEM:
        return run_worth(_called_length(state, elder))
    return set_worth(_called_set(state, elder) // 16)


@rule
def _win_item(rules: Rules, state: PiquetState, player: int, worth: int) -> bool:
    """Scores a holding of the item's winner, who goes on while he has more to show (P13, P14). True where he has not."""
    seen = state.open == 1 or player != state.dealer
    if seen or _called(state, 1 - player, state.item):
        state.winners[state.item] = player
    if seen:
        _publish(rules, state, player, state.item)
        _gain(rules, state, player, worth)
    else:
        _gain_unseen(rules, state, player, worth)
    goes_on = _left(state, player, state.item) != 0
    state.turn = player
    if seen and goes_on:
        state.stage = Stage.SHOW
    state.showing[player] = 1 if goes_on and not seen else 0
    return not goes_on


@rule
def _left(state: PiquetState, seat: int, item: int) -> int:
    """The sequences (top cards) or sets (ranks) that the seat holds beyond those it has declared; no point is ever left."""
    cards = state.hands[seat] | state.laid[seat]
    if item == POINT_ITEM:
        return 0
    return run_tops(cards) & ~state.runs[seat] if item == SEQUENCE_ITEM else set_ranks(cards) & ~state.sets[seat]


@rule
def _close_item(rules: Rules, state: PiquetState) -> None:
    """P15: looks at repiques, then goes to the next item, or to the play."""
    for player in range(PLAYERS):
        if _scored(state, player) >= REPIQUE_FROM and _scored(state, 1 - player) == 0 and not _has_bonus(state, player):
            _score_repique(rules, state, player)
    state.item += 1
    state.turn = 1 - state.dealer
    state.stage = Stage.DECLARE
    if state.item == ITEMS:
        state.stage = Stage.PLAY
        state.leader = state.turn


@rule
def _scored(state: PiquetState, seat: int) -> int:
    """What the seat has scored in the deal, declarations that elder does not see yet included."""
    return state.points[seat] + state.later[seat] + state.held[seat]


@rule
def _has_bonus(state: PiquetState, seat: int) -> bool:
    """Whether the seat has its repique or pique: one of the two, and once (P20, PA9)."""
    return state.bonus[seat] + state.held[seat] > 0


@rule
def _score_repique(rules: Rules, state: PiquetState, player: int) -> None:
    """P15: sixty points. While elder does not see younger's declarations nobody announces one: it would tell of them."""
    if state.game_over:
        return
    if state.open:
        state.bonus[player] = REPIQUE
        _gain(rules, state, player, REPIQUE)
    else:
        state.held[player] = REPIQUE
        _gain_unseen(rules, state, player, 0)


@rule
def _publish(rules: Rules, state: PiquetState, seat: int, item: int) -> None:
    """Makes known what a seat has declared in an item: its cards, or how many they are (P11, PA8)."""
    if item == POINT_ITEM:
        if state.point[seat] != NO_SUIT:
            _publish_point(rules, state, seat)
        return
    if item == SEQUENCE_ITEM:
        _publish_runs(rules, state, seat)
    else:
        _publish_sets(rules, state, seat)
    if state.winners[item] == seat:
        state.more[2 * (item - 1) + seat] = More.YES if _left(state, seat, item) else More.NO


@rule
def _publish_point(rules: Rules, state: PiquetState, seat: int) -> None:
    """P12: the cards of the point, all that the seat has of the suit; or their number, and their value to an equal number."""
    cards, other = (state.hands[seat] | state.laid[seat]) & suit_cards(state.point[seat]), 1 - seat
    state.point_counts[seat] = count(cards)
    if _tells_point(rules, state, other, count(cards)):
        state.told_point[other] = point_value(cards, state.point[seat])
    if rules.disclosure == Disclosure.cards:
        _reveal(state, seat, cards, suit_cards(state.point[seat]) & ~cards)


@rule
def _tells_point(rules: Rules, state: PiquetState, other: int, cards: int) -> bool:
    """PA8: whether the other hears the point's value: he sees it, it decides the score, or he has as many cards."""
    if rules.disclosure == Disclosure.cards or rules.point_four_less:
        return True
    if other != state.dealer:
        return state.point_counts[other] == cards
    as_many = 0
    for suit in range(4):
        as_many += 1 if count(state.hands[other] & suit_cards(suit)) == cards else 0
    return as_many > 0


@rule
def _publish_runs(rules: Rules, state: PiquetState, seat: int) -> None:
    """P13: the cards of the sequences; or their lengths, and the first one's top rank to one as long."""
    cards, tops = state.hands[seat] | state.laid[seat], state.runs[seat]
    state.lengths[seat] = 0
    while tops:
        top = lowest(tops)
        length = run_length(cards, top)
        state.lengths[seat] += 1 << (3 * (length - 3))
        if top == state.first_run[seat] and _tells_run(rules, state, 1 - seat, length):
            state.told_run[1 - seat] = 16 * length + top % 13
        if rules.disclosure == Disclosure.cards:
            run = ((1 << length) - 1) << (top - length + 1)
            _reveal(state, seat, run, ((run << 1) | (run >> 1)) & ~run)
        tops &= tops - 1
    if rules.disclosure == Disclosure.cards:
        state.tops[seat] = state.runs[seat]


@rule
def _tells_run(rules: Rules, state: PiquetState, other: int, length: int) -> bool:
    """PA8: whether the other hears how high the sequence is: he sees it, or has one as long."""
    if rules.disclosure == Disclosure.cards:
        return True
    if other != state.dealer:
        return state.lengths[other] == 1 << (3 * (length - 3))
    tops = run_tops(state.hands[other])
    while tops:
        if run_length(state.hands[other], lowest(tops)) == length:
            return True
        tops &= tops - 1
    return False


@rule
def _publish_sets(rules: Rules, state: PiquetState, seat: int) -> None:
    """P14: the ranks and sizes of the sets, with their cards where those are shown; of four all cards are known anyway."""
    cards = state.hands[seat] | state.laid[seat]
    for rank in range(TEN, 13):
        if (state.sets[seat] >> rank) & 1:
            rank_cards = SEVENS << (rank - LOWEST)
            if set_size(cards, rank) == 4:
                state.quatorzes[seat] |= 1 << rank
                _reveal(state, seat, rank_cards, 0)
            else:
                state.trios[seat] |= 1 << rank
                if rules.disclosure == Disclosure.cards:
                    _reveal(state, seat, cards & rank_cards, rank_cards & ~cards)


@rule
def _reveal(state: PiquetState, seat: int, cards: int, lacks: int) -> None:
    """All know that the seat has had these cards in hand and lacks the others."""
    state.shown[seat] |= cards & ~state.laid[seat]
    state.lacks[seat] |= lacks & PACK


@rule
def _open(rules: Rules, state: PiquetState) -> None:
    """PA7: elder has led, or the game is over: all see what younger has declared, and what waited for that is announced."""
    younger = state.dealer
    state.open = 1
    state.showing[younger] = 0
    for item in range(ITEMS):
        if _declared(state, younger, item) and not _called(state, 1 - younger, item):
            state.winners[item] = younger
        _publish(rules, state, younger, item)
    for player in range(PLAYERS):
        state.points[player] += state.later[player] + state.held[player]
        state.totals[player] += state.later[player] + state.held[player]
        state.bonus[player] += state.held[player]
        state.later[player] = 0
        state.held[player] = 0


@rule
def _declared(state: PiquetState, seat: int, item: int) -> bool:
    """Whether the seat has declared something in the item, as it knows itself."""
    if item == POINT_ITEM:
        return state.point[seat] != NO_SUIT
    return state.runs[seat] > 0 if item == SEQUENCE_ITEM else state.sets[seat] > 0


# ---- the play


@rule
def _play_card(rules: Rules, state: PiquetState, card: int) -> None:
    """P16: lays a card on the table; the second one completes the trick."""
    player = state.turn
    state.hands[player] ^= 1 << card
    state.sizes[player] -= 1
    state.played |= 1 << card
    state.laid[player] |= 1 << card
    state.shown[player] &= ~(1 << card)
    state.trick[state.trick_size] = card
    state.trick_size += 1
    if state.trick_size == 1:
        _lead(rules, state, player, card)
    else:
        if suit_of(card) != state.led:
            state.lacks[player] |= suit_cards(state.led) & PACK
        _complete_trick(rules, state)


@rule
def _lead(rules: Rules, state: PiquetState, player: int, card: int) -> None:
    """P17: a lead scores one; by custom a nine, eight or seven does not. The first one shows what is left of the talon (P8)."""
    state.led = suit_of(card)
    state.turn = 1 - player
    if state.sizes[player] == HAND - 1 and rules.leftover_talon == LeftoverTalon.shown:
        state.leftover = state.hands[TALON]
    if rules.leads_789 or card % 13 > NINE:
        _gain_in_play(rules, state, player, 1)


@rule
def _gain_in_play(rules: Rules, state: PiquetState, player: int, points: int) -> None:
    """Points of leads and tricks (P17, P19), and the pique that they may bring (P20)."""
    if state.game_over:
        return
    state.trick_points[player] += points
    _gain(rules, state, player, points)
    reached = state.points[player] >= rules.pique_threshold and state.points[1 - player] == 0
    if reached and not _has_bonus(state, player) and not state.game_over:
        state.bonus[player] = PIQUE
        _gain(rules, state, player, PIQUE)


@rule
def _complete_trick(rules: Rules, state: PiquetState) -> None:
    """P16, P17: the higher card of the suit led takes the trick, which scores one for the second player; its winner leads."""
    leader = state.leader
    beaten = suit_of(state.trick[1]) == state.led and state.trick[1] > state.trick[0]
    winner = 1 - leader if beaten else leader
    for at in range(PLAYERS):
        state.last_trick[at] = state.trick[at]
        state.trick[at] = NO_CARD
    state.trick_size = 0
    state.led = NO_SUIT
    state.last_leader = leader
    state.last_winner = winner
    state.leader = winner
    state.turn = winner
    state.tricks[winner] += 1
    if winner != leader:
        _gain_in_play(rules, state, winner, 1)
    if state.sizes[winner] == 0:
        _finish_deal(rules, state, winner)


@rule
def _finish_deal(rules: Rules, state: PiquetState, last_winner: int) -> None:
    """P18, P19: the last trick by custom, then the cards or the capot; and the end of the match, where it has come (P22)."""
    if rules.last_trick_bonus:
        _gain_in_play(rules, state, last_winner, rules.last_trick_bonus)
    most = 0 if state.tricks[0] > state.tricks[1] else 1
    if state.tricks[most] >= MOST_TRICKS and not state.game_over:
        state.most_points[most] = CAPOT_POINTS if state.tricks[most] == HAND else CARDS_POINTS
        _gain(rules, state, most, state.most_points[most])
    state.stage = Stage.DEAL
    if rules.match == Match.partie:
        _finish_partie(rules, state)


# ---- the score, and what a seat knows


@rule
def _gain(rules: Rules, state: PiquetState, seat: int, points: int) -> None:
    """Adds points, unless a game au cent is over."""
    if state.game_over == 0:
        state.points[seat] += points
        state.totals[seat] += points
        _look_at_game(rules, state, seat)


@rule
def _gain_unseen(rules: Rules, state: PiquetState, player: int, points: int) -> None:
    """PA7: adds points that elder does not hear of before he has led."""
    state.later[player] += points
    _look_at_game(rules, state, player)


@rule
def _look_at_game(rules: Rules, state: PiquetState, seat: int) -> None:
    """P22: au cent, the first to reach 100 wins the game at that moment."""
    if rules.match == Match.au_cent and state.totals[seat] + state.later[seat] + state.held[seat] >= AU_CENT:
        state.game_over = 1


@rule
def _finish_game(rules: Rules, state: PiquetState) -> None:
    """P22: a game counts double against a loser with fewer than 50; who has won three has won the match."""
    if state.open == 0:
        _open(rules, state)
    winner = 0 if state.totals[0] >= AU_CENT else 1
    state.games[winner] += 2 if state.totals[1 - winner] < DOUBLE_BELOW else 1
    state.stage = Stage.DEAL
    if state.games[winner] >= GAMES_TO_WIN:
        state.winner = winner
        state.stage = Stage.OVER


@rule
def _finish_partie(rules: Rules, state: PiquetState) -> None:
    """P22: after six deals the higher total wins; a tie asks for two more, again and again or once."""
    if state.deals < PARTIE or (state.deals - PARTIE) % EXTRA_DEALS:
        return
    if state.totals[0] != state.totals[1]:
        state.winner = 0 if state.totals[0] > state.totals[1] else 1
        state.stage = Stage.OVER
    elif rules.tie_rule == TieRule.once_then_draw and state.deals > PARTIE:
        state.stage = Stage.OVER


@rule
def score(rules: Rules, state: PiquetState, points: Buffer, totals: Buffer) -> None:
    """Writes each side's points of the deal (P21) and its total in the match, or in the game au cent."""
    for side in range(PLAYERS):
        points[side] = _scored(state, side)
        totals[side] = state.totals[side] + state.later[side] + state.held[side]


@rule
def possible(rules: Rules, state: PiquetState, seat: int, may: Buffer) -> None:
    """Writes what each place may hold as the seat knows it: unseen cards, less what is known to lie elsewhere.

    A hand has the cards that it has shown and none that it is known to lack; elder knows where the cards are at which he has
    looked; a carte blanche that was shown lies in its owner's hand or discards.
    """
    unseen = PACK & ~state.played & ~state.leftover
    if seat >= 0:
        unseen &= ~(state.hands[seat] | state.own_discards[seat] | state.known[seat] | state.looked[seat])
    for player in range(PLAYERS):
        if player != seat:
            unseen &= ~state.shown[player]
    may[TALON] = unseen & ~state.carte_shown[0] & ~state.carte_shown[1] | state.leftover
    if seat >= 0:
        may[TALON] |= state.looked[seat]
    for player in range(PLAYERS):
        if player == seat:
            may[player] = state.hands[player]
            may[DISCARDS + player] = state.own_discards[player]
        else:
            _possible_of(state, player, unseen & ~state.carte_shown[1 - player], may)
            if seat >= 0:
                may[player] |= state.known[seat] & ~state.played
    for place in range(5):
        if state.sizes[place] == 0:
            may[place] = 0


@rule
def _possible_of(state: PiquetState, player: int, unseen: int, may: Buffer) -> None:
    """Writes which of the unseen cards another's hand and discards may hold, besides the cards shown."""
    may[player] = unseen & ~state.lacks[player] | state.shown[player]
    may[DISCARDS + player] = unseen
    if state.carte[player] == Carte.DECLARED:
        may[DISCARDS + player] &= state.carte_shown[player]
    elif state.carte[player] != Carte.NONE:
        may[DISCARDS + player] &= ~COURTS
    if state.drew[player] == 0 and state.carte[player] != Carte.NONE:
        may[player] &= ~COURTS if state.carte[player] != Carte.DECLARED else state.carte_shown[player]


@rule
def agrees(rules: Rules, world: PiquetState, seat: int) -> bool:
    """Whether a world agrees with all that the seat has heard: who was asked for a carte blanche, and what was declared."""
    for player in range(PLAYERS):
        if player != seat:
            known = world.known[seat] if seat >= 0 else 0
            if not (_agrees_carte(world, player, known) and _agrees_declared(world, player, seat)):
                return False
    return True


@rule
def _agrees_carte(world: PiquetState, player: int, known: int) -> bool:
    """P4: who was not asked was dealt a court card; who was asked was dealt none. Cards known to be drawn were not dealt."""
    had, gone = world.hands[player] | world.laid[player], world.hands[DISCARDS + player]
    if world.carte[player] == Carte.NONE:
        return (had & ~known | gone) & COURTS != 0
    if world.carte[player] == Carte.DECLARED:
        return True
    return gone & COURTS == 0 and count(had & ~known & COURTS) <= world.drew[player] - count(known)


@rule
def _agrees_declared(world: PiquetState, player: int, seat: int) -> bool:
    """P11: the player's twelve cards are what he has declared, as far as the seat has heard it, and what his answers mean."""
    cards = world.hands[player] | world.laid[player]
    told_point, told_run = (world.told_point[seat], world.told_run[seat]) if seat >= 0 else (0, 0)
    if not (_agrees_point(cards, world.point_counts[player], told_point) and _agrees_runs(world, cards, player, told_run)):
        return False
    if not _agrees_sets(world, cards, player):
        return False
    return world.open == 1 or player != world.dealer or seat < 0 or _agrees_answers(world, cards, seat)


@rule
def _agrees_point(cards: int, number: int, value: int) -> bool:
    """P12: there is a suit of so many cards and, where it was told, of that value."""
    found = number == 0
    for suit in range(4):
        found = found or (count(cards & suit_cards(suit)) == number and value in (0, point_value(cards, suit)))
    return found


@rule
def _agrees_runs(world: PiquetState, cards: int, player: int, told: int) -> bool:
    """P13: there are sequences of the lengths declared, and others only if the player is known to hold more."""
    called, tops, found, others = world.lengths[player], run_tops(cards), told == 0, 0
    while tops:
        length = run_length(cards, lowest(tops))
        one = 1 << (3 * (length - 3))
        if (called // one) & 7:
            called -= one
        else:
            others += 1
        found = found or 16 * length + lowest(tops) % 13 == told
        tops &= tops - 1
    return called == 0 and found and _agrees_more(world.more[player], others)


@rule
def _agrees_sets(world: PiquetState, cards: int, player: int) -> bool:
    """P14: there are the sets declared, and others only if the player is known to hold more."""
    ranks, trios = set_ranks(cards), 0
    for rank in range(TEN, 13):
        if set_size(cards, rank) == 3:
            trios |= 1 << rank
    called = world.trios[player] | world.quatorzes[player]
    if world.trios[player] & ~trios or world.quatorzes[player] & ~(ranks & ~trios):
        return False
    return _agrees_more(world.more[2 + player], count(ranks & ~called))


@rule
def _agrees_more(more: int, others: int) -> bool:
    """Whether a number of undeclared holdings is what is known of them."""
    return more == More.UNKNOWN or (others > 0) == (more == More.YES)


@rule
def _agrees_answers(world: PiquetState, cards: int, elder: int) -> bool:
    """P11, PA7: where elder declared and did not score, younger holds something better, or equal, that elder has not seen."""
    for item in range(min(world.item + 1, ITEMS)):
        if _called(world, elder, item) and world.winners[item] != elder and (item < world.item or world.winners[item] >= 0):
            sign = _compare(world, cards, elder, item)
            if (world.winners[item] >= 0 and not sign & 2) or (world.winners[item] < 0 and not sign & 1):
                return False
    return True


@rule
def _compare(world: PiquetState, cards: int, elder: int, item: int) -> int:
    """What the cards hold against elder's declaration: 1 something equal, 2 something better, 3 both, 0 neither."""
    mine, sign = world.hands[elder] | world.laid[elder], 0
    if item == POINT_ITEM:
        for suit in range(4):
            sign |= _sign(point_value(cards, suit), point_value(mine, world.point[elder]))
    elif item == SET_ITEM:
        for rank in range(TEN, 13):
            if set_size(cards, rank) >= 3:
                sign |= _sign(16 * set_size(cards, rank) + rank, _called_set(world, elder))
    else:
        tops, called = run_tops(cards), 16 * run_length(mine, world.first_run[elder]) + world.first_run[elder] % 13
        while tops:
            sign |= _sign(16 * run_length(cards, lowest(tops)) + lowest(tops) % 13, called)
            tops &= tops - 1
    return sign


@rule
def _sign(strength: int, called: int) -> int:
    """1 for equal strengths, 2 for a greater one, 0 for a lesser one."""
    if strength == called:
        return 1
    return 2 if strength > called else 0


# ---- worlds that are whole


@rule
def settle(rules: Rules, world: PiquetState, stream: Buffer) -> None:
    """Orders the talon at random as far as a seat does not know it, and gives each player a memory that agrees with the world.

    Which of a player's cards were dealt and which drawn is drawn by lot. Where declarations told numbers only, the player has
    declared holdings of those numbers; what elder does not see yet, younger has declared as well as he could.
    """
    for player in range(PLAYERS):
        if world.dealt[player] == 0:
            _settle_dealt(world, player, stream)
            world.own_discards[player] = world.hands[DISCARDS + player]
            _settle_declared(rules, world, player)
    elder = 1 - world.dealer
    first, seen, order = world.known[elder], world.looked[elder], world.look_order[elder]
    at = _lay(world, 0, _drawn(world, elder), stream)
    at = _lay(world, at, first, stream)
    at = _lay(world, at, _drawn(world, world.dealer) & ~first, stream)
    while order:
        world.talon[at] = order % 64 - 1
        at += 1
        order //= 64
    if world.look_order[elder] == 0:
        at = _lay(world, at, seen, stream)
    _lay(world, at, world.hands[TALON] & ~seen, stream)
    if world.drew[elder] > 0 and seen | first == 0:
        _settle_look(world, elder)


@rule
def _drawn(world: PiquetState, player: int) -> int:
    """The cards that a player has drawn."""
    return (world.hands[player] | world.laid[player]) & ~world.dealt[player]


@rule
def _lay(world: PiquetState, at: int, cards: int, stream: Buffer) -> int:
    """Writes the cards into the talon's order from a place on, in random order; returns the place after the last."""
    while cards:
        card = _any(cards, stream)
        world.talon[at] = card
        at += 1
        cards ^= 1 << card
    return at


@rule
def _any(cards: int, stream: Buffer) -> int:
    """One of the cards, each as likely as the others."""
    for _ in range(pick(stream, count(cards))):
        cards &= cards - 1
    return lowest(cards)


@rule
def _settle_dealt(world: PiquetState, player: int, stream: Buffer) -> None:
    """Draws by lot which cards a player was dealt, so that his carte blanche or its lack is as it was (P4)."""
    had, gone = world.hands[player] | world.laid[player], world.hands[DISCARDS + player]
    if world.carte[player] == Carte.DECLARED:
        world.dealt[player] = world.carte_shown[player]
        return
    forced = world.known[1 - player] | (had & COURTS if world.carte[player] != Carte.NONE else 0)
    dealt = 0
    while dealt == 0 or (dealt & COURTS == 0) == (world.carte[player] == Carte.NONE):
        drawn = forced
        while count(drawn) < world.drew[player]:
            drawn |= 1 << _any(had & ~drawn, stream)
        dealt = had & ~drawn | gone
    world.dealt[player] = dealt


@rule
def _settle_look(world: PiquetState, elder: int) -> None:
    """P6: what elder saw of the talon as it lies now."""
    _look(world, elder)
    if world.stage != Stage.EXCHANGE:
        _follow_look(world, elder, _drawn(world, world.dealer))


@rule
def _settle_declared(rules: Rules, world: PiquetState, player: int) -> None:
    """Gives a player the holdings that he has declared: those shown, those that numbers allow, or all where elder waits to see."""
    cards = world.hands[player] | world.laid[player]
    world.point[player] = NO_SUIT
    world.first_run[player] = NO_CARD
    if world.open == 0 and player == world.dealer:
        _settle_unseen(rules, world, player, cards)
        return
    world.sets[player] = world.trios[player] | world.quatorzes[player]
    called, told = world.point_counts[player], world.told_point[1 - player]
    for suit in range(4):
        if called > 0 and called == count(cards & suit_cards(suit)) and (told == 0 or told == point_value(cards, suit)):
            world.point[player] = suit
    _settle_runs(world, player, cards)


@rule
def _settle_runs(world: PiquetState, player: int, cards: int) -> None:
    """The sequences that a player has declared: those whose top cards all know, or some of the lengths declared."""
    called, told = world.lengths[player], world.told_run[1 - player]
    tops = world.tops[player] if world.tops[player] else run_tops(cards)
    for again in range(2):  # first the one whose height was told
        left = tops
        while left:
            top = lowest(left)
            length = run_length(cards, top)
            wanted = again == 1 or 16 * length + top % 13 == told
            if wanted and (called >> (3 * (length - 3))) & 7 and not (world.runs[player] >> top) & 1:
                called -= 1 << (3 * (length - 3))
                world.runs[player] |= 1 << top
                if world.first_run[player] == NO_CARD:
                    world.first_run[player] = top
            left &= left - 1


@rule
def _settle_unseen(rules: Rules, world: PiquetState, younger: int, cards: int) -> None:
    """PA7: in items that are over, a younger whom elder has not heard yet has declared all that is better than elder's."""
    for item in range(min(world.item, ITEMS)):
        elder = 1 - younger
        if world.winners[item] == elder or (_called(world, elder, item) and world.winners[item] < 0):
            continue
        if item == POINT_ITEM:
            _settle_point(rules, world, younger, cards)
        elif item == SET_ITEM:
            world.sets[younger] = set_ranks(cards)
            for rank in range(TEN, 13):
                if (world.sets[younger] >> rank) & 1:
                    world.later[younger] += set_worth(set_size(cards, rank))
        else:
            world.runs[younger] = run_tops(cards)
            tops, longest = world.runs[younger], 0
            while tops:
                strength = 16 * run_length(cards, lowest(tops)) + lowest(tops) % 13
                world.later[younger] += run_worth(strength // 16)
                if strength > longest:
                    longest = strength
                    world.first_run[younger] = lowest(tops)
                tops &= tops - 1


@rule
def _settle_point(rules: Rules, world: PiquetState, younger: int, cards: int) -> None:
    """Younger's best point, and what it scores (P12)."""
    best = 0
    for suit in range(1, 4):
        if point_value(cards, suit) > point_value(cards, best):
            best = suit
    world.point[younger] = best
    world.later[younger] += point_worth(rules, count(cards & suit_cards(best)), point_value(cards, best))


# ---- in words


def pack(rules: Rules) -> list[int]:
    """The 32 cards (P1)."""
    return list(members(PACK))


def sides(rules: Rules) -> list[list[int]]:
    """Each for himself (P1)."""
    return [[0], [1]]


def _words(action: int) -> str:
    """What an action is called in a record."""
    plain = {
        DRAW: "draw", CARTE: "carte", NO_CARTE: "no carte", GOOD: "good", DONE: "done",
        NO_POINT: "no point", NO_SEQUENCE: "no sequence", NO_SET: "no set",
    }  # fmt: skip
    if action < DISCARD:
        return WORDS[action]
    if action < DRAW:
        return f"discard {WORDS[discarded(action)]}"
    if action in plain:
        return plain[action]
    also, holding = "also " if _is_also(action) else "", _holding(action)
    if action < NO_POINT:
        return f"point {SUIT_WORDS[holding]}"
    if action < SEQUENCE:
        return f"{also}set {RANKS[holding]} {3 + action % 2}"
    return f"{also}sequence {WORDS[holding]} {run_size((action - SEQUENCE) % 84)}"


_SAID: Final = tuple(map(_words, range(ACTIONS)))
_HEARD: Final = {words: action for action, words in enumerate(_SAID)}


def say(rules: Rules, state: PiquetState, action: int) -> str:
    """An action in words: a card, `discard 7H`, `draw`, `carte`, `point H`, `sequence QH 6`, `also set K 4`, `good`, `done` ..."""
    return _SAID[action]


def hear(rules: Rules, state: PiquetState, words: str) -> int:
    """The action that the words name. Raises KeyError when they name none."""
    return _HEARD[words]


_CODES: Final = (("point", "P12"), ("sequence", "P13"), ("set", "P14"))


def happenings(rules: Rules, before: PiquetState, action: int, after: PiquetState) -> list[Happening]:
    """What an action brought about: every point that it scored, with its cards, in the order in which points count."""
    found = list[Happening]()
    if action < DISCARD:
        found = _in_play(before, action, after)
    elif action == CARTE:
        cards = tuple(written(before.hands[before.turn]))
        found = [Happening("carte_blanche", "P4", before.turn, before.turn, cards, CARTE_POINTS)]
    elif action > NO_CARTE:
        found = [*_in_declarations(rules, before, action), *_bonuses(before, after)]
    return found + _endings(rules, before, after)


def _in_declarations(rules: Rules, state: PiquetState, action: int) -> list[Happening]:
    """The holding that an answer makes good, or that a player shows, with its points (P11 to P14)."""
    player = state.turn
    if action == GOOD:
        return [_holding_scored(rules, state, 1 - player, _called_action(state, 1 - player))]
    if NO_POINT <= action <= DONE or (state.stage == Stage.DECLARE and not _shows(state)):
        return []
    if _answers(state) and _equals(state, action):
        return [Happening("equal", "P11", seat=player, cards=_cards_of(state, player, action))]
    return [_holding_scored(rules, state, player, action)]


def _holding_scored(rules: Rules, state: PiquetState, player: int, action: int) -> Happening:
    code, clause = _CODES[state.item]
    return Happening(code, clause, player, player, _cards_of(state, player, action), _worth(rules, state.hands[player], action))


def _called_action(state: PiquetState, elder: int) -> int:
    """What elder has declared in the item, as an action."""
    if state.item == POINT_ITEM:
        return POINT + state.point[elder]
    holding = state.first_run[elder] if state.item == SEQUENCE_ITEM else lowest(state.sets[elder])
    return _declaration(state.item, state.hands[elder], holding, False)


def _cards_of(state: PiquetState, player: int, action: int) -> tuple[str, ...]:
    """The cards of a declaration, in words."""
    hand, holding = state.hands[player] | state.laid[player], _holding(action)
    if state.item == POINT_ITEM:
        return tuple(written(hand & suit_cards(holding)))
    if state.item == SET_ITEM:
        return tuple(written(hand & SEVENS << (holding - LOWEST)))
    return tuple(WORDS[holding - step] for step in range(run_length(hand, holding)))


def _bonuses(before: PiquetState, after: PiquetState) -> list[Happening]:
    """A repique (P15) or a pique (P20)."""
    found = []
    for player in range(PLAYERS):
        points = after.bonus[player] + after.held[player] - before.bonus[player] - before.held[player]
        if points:
            code, clause = ("repique", "P15") if points == REPIQUE else ("pique", "P20")
            found.append(Happening(code, clause, player, player, points=points))
    return found


def _in_play(before: PiquetState, card: int, after: PiquetState) -> list[Happening]:
    """The point of a lead; or a trick with its points (P16 to P20)."""
    found, player = list[Happening](), before.turn
    if before.trick_size == 0:
        if after.leftover and not before.leftover:
            found.append(Happening("talon", "P8", cards=tuple(written(after.leftover))))
        if after.trick_points[player] > before.trick_points[player]:
            found.append(Happening("lead", "P17", player, player, (WORDS[card],), 1))
        return found + _bonuses_of_play(before, after)
    winner = after.last_winner
    scored = after.trick_points[winner] - before.trick_points[winner]
    taken = min(scored, int(winner != after.last_leader))
    cards = tuple(WORDS[each] for each in after.last_trick)
    found.append(Happening("trick", "P17" if taken else "P16", winner, winner, cards, taken))
    if scored > taken:
        found.append(Happening("last_trick", "P19", winner, winner, points=scored - taken))
    return found + _bonuses_of_play(before, after) + _most_tricks(after)


def _bonuses_of_play(before: PiquetState, after: PiquetState) -> list[Happening]:
    """A pique; repiques that the first lead announces happened before it."""
    return [each for each in _bonuses(before, after) if each.code == "pique"]


def _most_tricks(after: PiquetState) -> list[Happening]:
    """The cards or the capot (P18)."""
    found = []
    for player, points in enumerate(after.most_points):
        if points:
            found.append(Happening("capot" if points == CAPOT_POINTS else "cards", "P18", player, player, points=points))
    return found


def _endings(rules: Rules, before: PiquetState, after: PiquetState) -> list[Happening]:
    """Who has won the deal (P21), a game, the match; or a tie, which asks for more (P22)."""
    if after.stage not in (Stage.DEAL, Stage.OVER):
        return []
    found = list[Happening]()
    if after.points[0] != after.points[1]:
        found.append(Happening("deal", "P21", 0 if after.points[0] > after.points[1] else 1))
    if after.game_over:
        winner = 0 if after.games[0] > before.games[0] else 1
        double = after.games[winner] - before.games[winner] == 2
        found.append(Happening("double_game" if double else "game", "P22", winner))
    if after.stage == Stage.OVER:
        found.append(Happening("match" if after.winner >= 0 else "draw", "P22", after.winner))
    elif rules.match == Match.partie and after.deals >= PARTIE and (after.deals - PARTIE) % EXTRA_DEALS == 0:
        found.append(Happening("tie", "P22"))
    return found


# ---- what a seat hears


def heard(rules: Rules, before: PiquetState, action: int, after: PiquetState, seat: int) -> Heard:
    """What a seat learns of an act: no card that it may not see, no declaration of younger's before elder has led (PA7, PA8)."""
    found, unseen = happenings(rules, before, action, after), before.open == 0 and seat != before.dealer
    if unseen:
        found = [each._replace(cards=()) if each.code == "equal" else each for each in found if not _waits(before, each)]
    if unseen and after.open:
        found = _announced(rules, after) + found
    if rules.disclosure == Disclosure.verbal:
        found = [each._replace(cards=()) if _is_told_only(each, seat) else each for each in found]
    return Heard(_heard_words(rules, before, action, after, seat), found)


def _waits(before: PiquetState, happening: Happening) -> bool:
    """Whether elder hears of it only once he has led: what younger declares, and any repique (PA7)."""
    return happening.code == "repique" or (happening.code in ("point", "sequence", "set") and happening.side == before.dealer)


def _announced(rules: Rules, after: PiquetState) -> list[Happening]:
    """What younger has declared, and the repique that waited for it (P12 to P15, PA7)."""
    found, player = list[Happening](), after.dealer
    cards, view = after.hands[player] | after.laid[player], after.copy()
    for item, winner in enumerate(after.winners):
        view.item = item
        if winner == player and item == POINT_ITEM:
            found.append(_holding_scored(rules, view, player, POINT + after.point[player]))
        elif winner == player:
            holdings = members(after.runs[player] if item == SEQUENCE_ITEM else after.sets[player])
            actions = [_declaration(item, cards, holding, False) for holding in holdings]
            found += [_holding_scored(rules, view, player, each) for each in actions]
    repiques = [each for each, points in enumerate(after.bonus) if points == REPIQUE]
    return found + [Happening("repique", "P15", each, each, points=REPIQUE) for each in repiques]


def _is_told_only(happening: Happening, seat: int) -> bool:
    """Whether the seat hears of a holding without seeing its cards (PA8); four of a rank need not be seen."""
    return happening.code in ("point", "sequence", "set", "equal") and happening.seat != seat and happening.points != 14


def _heard_words(rules: Rules, before: PiquetState, action: int, after: PiquetState, seat: int) -> str:
    """An act in words, without what the seat may not know of it."""
    player, words = before.turn, _SAID[action]
    if seat == player or action < DISCARD:
        return words
    if action < DRAW:
        kept_open = before.carte[player] == Carte.DECLARED and rules.carte_blanche_open == CarteBlancheOpen.all
        return words if kept_open else "discard"
    if action <= NO_CARTE:
        return words
    if before.open == 0 and player == before.dealer:
        return _verdict(before, action)
    return _told(before, action, after, seat) if rules.disclosure == Disclosure.verbal else words


def _verdict(before: PiquetState, action: int) -> str:
    """What elder hears of younger's answer before he has led (P11, PA7): how it stands to his own declaration, if he made one."""
    if action == GOOD:
        return "good"
    if not _answers(before):
        return "later"
    return "equal" if _equals(before, action) else "not good"


def _told(before: PiquetState, action: int, after: PiquetState, seat: int) -> str:
    """A declaration without its suit (PA8): how many cards, and how high where the seat was told."""
    if NO_POINT <= action < SEQUENCE:
        return _SAID[action]
    hand, holding = before.hands[before.turn], _holding(action)
    if action < NO_POINT:
        value = after.told_point[seat] if seat >= 0 else 0
        return f"point {count(hand & suit_cards(holding))}" + (f" {value}" if value else "")
    length = run_length(hand, holding)
    if _is_also(action):
        return f"also sequence {length}"
    return f"sequence {length}" + (f" {RANKS[holding % 13]}" if seat >= 0 and after.told_run[seat] else "")


# ---- twins for the contract: the same acts in a deal whose hidden cards have changed places


def dealt(rules: Rules, state: PiquetState) -> list[int]:
    """The cards that came to each place of the deal: for each seat those discarded, those kept; then the talon, one by one."""
    places = list[int]()
    for player in range(PLAYERS):
        gone = state.dealt[player] & state.hands[DISCARDS + player]
        places += [gone, state.dealt[player] & ~gone]
    return places + [1 << card for card in state.talon]


def twin_action(rules: Rules, state: PiquetState, action: int, swaps: Mapping[int, int]) -> int:
    """The same act in the twin deal: of hidden discards the card that has taken the place, of declarations one that sounds alike.

    -1 where the twin's hand has none: such a twin would have been heard to be another deal.
    """
    if DISCARD <= action < DRAW:
        return discard_of(swaps[discarded(action)])
    unseen = state.open == 0 and state.turn == state.dealer
    if action <= NO_CARTE or NO_POINT <= action <= DONE or not (unseen or rules.disclosure == Disclosure.verbal):
        return action
    twin = sum(1 << swaps[card] for card in members(state.hands[state.turn]))
    found = _alike(state, action, twin)
    if unseen and not _as_good(state, action, twin, found):
        found = _as_unseen(state, action, twin) if rules.match == Match.partie else -1
    return found if _goes_on_alike(state, action, twin, found) else -1


def _holdings(item: int, hand: int) -> list[int]:
    """All that a hand can declare in an item: suits, top cards or ranks."""
    if item == POINT_ITEM:
        return [suit for suit in range(4) if hand & suit_cards(suit)]
    return list(members(run_tops(hand) if item == SEQUENCE_ITEM else set_ranks(hand)))


def _strength(item: int, hand: int, holding: int) -> tuple[int, int]:
    """How many cards a holding has, and how high it is among as many."""
    if item == POINT_ITEM:
        return count(hand & suit_cards(holding)), point_value(hand, holding)
    if item == SEQUENCE_ITEM:
        return run_length(hand, holding), holding % 13
    return set_size(hand, holding), holding


def _alike(state: PiquetState, action: int, twin: int) -> int:
    """The declaration of a twin's hand that nobody can tell from this one: the same if it can be, else as strong, else as long."""
    item, hand, holding = state.item, state.hands[state.turn], _holding(action)
    size, height = _strength(item, hand, holding)
    found = [each for each in _holdings(item, twin) if _strength(item, twin, each)[0] == size]
    found.sort(key=lambda each: (_strength(item, twin, each)[1] != height, each != holding))
    alone = [_strength(item, hand, each)[0] for each in _holdings(item, hand)].count(size) == 1
    if not found or (found[0] != holding and not alone and item != POINT_ITEM):
        return -1
    return POINT + found[0] if item == POINT_ITEM else _declaration(item, twin, found[0], _is_also(action))


def _as_good(state: PiquetState, action: int, twin: int, found: int) -> bool:
    """Whether the twin's declaration is one, and beats elder's where the real one does."""
    beats = _answers(state) and not _equals(state, action)
    return found >= 0 and (not beats or _strength(state.item, twin, _holding(found)) > _called_strength(state))


def _called_strength(state: PiquetState) -> tuple[int, int]:
    """How strong the declaration is that younger answers."""
    elder = 1 - state.turn
    return _strength(state.item, state.hands[elder], _holding(_called_action(state, elder)))


def _as_unseen(state: PiquetState, action: int, twin: int) -> int:
    """In place of a declaration that elder does not see: one that beats elder's too, or none where he made none."""
    if _is_also(action):
        return -1
    if not _answers(state):
        return NO_POINT + state.item
    item, called = state.item, _called_strength(state)
    better = [each for each in _holdings(item, twin) if _strength(item, twin, each) > called]
    if not better or _equals(state, action):
        return -1
    return POINT + better[0] if item == POINT_ITEM else _declaration(item, twin, better[0], False)


def _goes_on_alike(state: PiquetState, action: int, twin: int, found: int) -> bool:
    """Whether the twin's player has more to show after his act just where the real one has."""
    if found < 0 or state.item == POINT_ITEM or (_answers(state) and _equals(state, action)):
        return True
    hand = state.hands[state.turn]
    shown = count(state.runs[state.turn] if state.item == SEQUENCE_ITEM else state.sets[state.turn]) + 1
    held, in_twin = (len(_holdings(state.item, cards)) for cards in (hand, twin))
    return held == shown if found < SET else (held > shown) == (in_twin > shown)


# ---- the sums and the result


def audit(rules: Rules, state: PiquetState) -> str | None:
    """What is wrong with the sums of a deal that is over (P12 to P20), or None."""
    for player in range(PLAYERS):
        kinds = (state.bonus, state.trick_points, state.most_points)
        points = _declared_points(rules, state, player) + sum(kind[player] for kind in kinds)
        if state.points[player] != points:
            return f"side {player} has {state.points[player]} points, not {points}"
    if min(state.bonus) > 0:
        return "both have a pique or a repique"
    if sum(state.tricks) == HAND and sorted(state.most_points) not in ([0, 0], [0, CARDS_POINTS], [0, CAPOT_POINTS]):
        return f"the cards or the capot score {state.most_points}"
    least = HAND if rules.leads_789 and rules.match == Match.partie else 0
    if not least <= sum(state.trick_points) <= 2 * HAND + rules.last_trick_bonus:
        return f"leads and tricks score {sum(state.trick_points)}"
    return None


def _declared_points(rules: Rules, state: PiquetState, player: int) -> int:
    """What a player's carte blanche and declarations are worth, from his cards (P4, P12 to P14)."""
    hand = state.hands[player] | state.laid[player]
    points = CARTE_POINTS if state.carte[player] == Carte.DECLARED else 0
    if state.winners[POINT_ITEM] == player:
        points += _worth(rules, hand, POINT + state.point[player])
    if state.winners[SEQUENCE_ITEM] == player:
        points += sum(run_worth(run_length(hand, top)) for top in members(state.runs[player]))
    if state.winners[SET_ITEM] == player:
        points += sum(set_worth(set_size(hand, rank)) for rank in members(state.sets[player]))
    return points


def result(rules: Rules, state: PiquetState) -> dict[str, Any]:
    """The totals and the winner; of a partie the winner's final score (P23), of games au cent what each has won."""
    winner = state.winner if state.winner >= 0 else None
    if rules.match == Match.au_cent:
        return {"totals": list(state.totals), "winner": winner, "games": list(state.games)}
    if winner is None:
        return {"totals": list(state.totals), "winner": None, "score": None}
    more, less = max(state.totals), min(state.totals)
    return {"totals": list(state.totals), "winner": winner, "score": RUBICON + (more + less if less < RUBICON else more - less)}


# ---- for the page


def reckon(rules: Rules, view: PiquetState) -> dict[str, Any]:
    """What the rules make of a view, for the page.

    `holdings` has for each seat, by their words, the points that it declares or could declare, and what else of the item the seat
    whose turn it is holds: the cards, the value of a point (0 for anything else), and what it scores if it is good. `deals` is how
    many deals the partie has, extra ones included, 0 au cent. `exchange`, while there is one: how many cards the seat whose turn it
    is lays away at least and at most, and why not more; `looked` what each seat has seen of the talon, in order. `rubicon`, after
    a partie: the line, and whether the loser has crossed it.
    """
    found: dict[str, Any] = {"holdings": [_named(rules, view, player) for player in range(PLAYERS)], "deals": 0}
    if rules.match == Match.partie:
        found["deals"] = PARTIE + max(view.deals - PARTIE + 1, 0) // EXTRA_DEALS * EXTRA_DEALS
        if view.stage == Stage.OVER:
            found["rubicon"] = {"line": RUBICON, "crossed": min(view.totals) >= RUBICON}
    if view.stage == Stage.EXCHANGE:
        found["exchange"] = _reckon_exchange(rules, view)
        found["looked"] = [_in_order(view.look_order[player]) for player in range(PLAYERS)]
    return found


def _reckon_exchange(rules: Rules, view: PiquetState) -> dict[str, Any]:
    """What the seat whose turn it is lays away at least and at most (P6, P7, PA15)."""
    elder = view.turn != view.dealer
    full = Refusal.ELDER_HAS_FIVE if elder else Refusal.TALON_USED_UP
    return {
        "least": 1 if elder else rules.younger_min,
        "most": _most_discards(view),
        "full": {"reason": full.name.lower(), "clause": REFUSAL_CLAUSES[full]},
    }


def _in_order(look_order: int) -> list[str]:
    """The cards at which elder has looked, the top card first (P6)."""
    cards = list[str]()
    while look_order:
        cards.append(WORDS[look_order % 64 - 1])
        look_order //= 64
    return cards


def _named(rules: Rules, view: PiquetState, player: int) -> dict[str, Any]:
    """A seat's points (P12), of a hidden hand those that it may have shown; and what else it may declare now, if it is seen."""
    cards, seen = view.hands[player] | view.shown[player] | view.laid[player], view.hands[player] != 0
    sizes = [count(cards & suit_cards(suit)) for suit in range(4)]
    actions = [POINT + suit for suit, size in enumerate(sizes) if size > 0 and (seen or size == view.point_counts[player])]
    if seen and player == view.turn and view.stage in (Stage.DECLARE, Stage.ANSWER, Stage.SHOW) and view.item != POINT_ITEM:
        actions += [_declaration(view.item, cards, each, _shows(view)) for each in _holdings(view.item, cards)]
    return {_SAID[action]: _holding_of(rules, view, player, cards, action) for action in actions}


def _holding_of(rules: Rules, view: PiquetState, player: int, cards: int, action: int) -> dict[str, Any]:
    """The cards of a holding, the value of a point, and what it scores if it is good (P12 to P14)."""
    of = view.copy()
    of.hands[player], of.item = cards, _item_of(action)
    value = point_value(cards, _holding(action)) if action < NO_POINT else 0
    return {"cards": list(_cards_of(of, player, action)), "value": value, "points": _worth(rules, cards, action)}


PIQUET: Final = Game(
    name="piquet",
    state=PiquetState,
    rules=Rules,
    presets=PRESETS,
    kernel=Kernel(start, deal, seat, legal, refusal, play, score, possible, agrees, settle),
    refusals=Refusal,
    refusal_clauses=REFUSAL_CLAUSES,
    actions=ACTIONS,
    most_legal=HAND + 1,
    places=5,
    pack=pack,
    sides=sides,
    say=say,
    hear=hear,
    happenings=happenings,
    audit=audit,
    result=result,
    heard=heard,
    twin_action=twin_action,
    dealt=dealt,
    reckon=reckon,
)
