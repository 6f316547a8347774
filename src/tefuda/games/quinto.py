"""Quinto: four players in two partnerships, one chain of 53 cards. Clauses Q1 to Q19 of docs/games/quinto.en.md.

Seats 0 and 2 play against seats 1 and 3 (Q1). An action is a card (0 to 52) or a call.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any, Final, NamedTuple

from tefuda.core.cards import FULL_PACK, JOKER, NO_CARD, NO_SUIT, SUIT, WORDS, lowest, read, set_of, suit_cards, suit_of, written
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Buffer, Clause, Game, Happening, Kernel, agrees_always, settle_nothing
from tefuda.core.rule import rule
from tefuda.core.state import ACT, CARD, CARDS, FLAG, OWN, PUBLIC, SEAT, SIDE, SUITS, State, field
from tefuda.core.state import SUIT as SUIT_KIND

PASS, DOUBLE, REDOUBLE = 53, 54, 55
CALLS: Final = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}
ACTIONS: Final = 56

PLAYERS: Final = 4
HAND: Final = 12
CACHETTE: Final = 4  # the fifth place for cards, after the four hands
CACHETTE_SIZE: Final = 5
PACK: Final = FULL_PACK | 1 << JOKER
TRICKS: Final = 12  # and the cachette, a thirteenth (Q14)
TRICK_VALUE: Final = 5  # Q15
JOKER_VALUE: Final = 25  # Q12
TARGET: Final = 250  # Q16
RUBBER_GAMES: Final = 2  # Q19
RUBBER_BONUS: Final = 100  # Q19

_LOWEST_CARDS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the two of each suit


# ---- the house rules


class SuitOrder(IntEnum):
    """QA1: which suits are stronger, strongest first; a suit's quints are worth 20, 15, 10 and 5 in that order."""

    hdcs = 0
    chds = 1


class TieDeal(IntEnum):
    """QA3: how the extra deal after a tie ends."""

    full = 0
    sudden = 1


class DoubleScope(IntEnum):
    """Q6: whose tricks a double concerns."""

    both = 0
    caller = 1


class CachetteFrom(IntEnum):
    """Q4: which five cards of the pack are the cachette."""

    last = 0
    first = 1


class TricksOnQuintFinish(IntEnum):
    """QA4: what becomes of tricks already won when a quint ends the game."""

    ignored = 0
    counted = 1


class Rules(NamedTuple):
    """The house rules of a Quinto table."""

    suit_order: Annotated[SuitOrder, Clause("QA1")] = SuitOrder.hdcs
    tie_deal: Annotated[TieDeal, Clause("QA3")] = TieDeal.full
    double_scope: Annotated[DoubleScope, Clause("Q6")] = DoubleScope.both
    cachette_from: Annotated[CachetteFrom, Clause("Q4")] = CachetteFrom.last
    tricks_on_quint_finish: Annotated[TricksOnQuintFinish, Clause("QA4")] = TricksOnQuintFinish.ignored


PRESETS: Final = {"hoffmann": {"suit_order": "hdcs"}, "sentence": {"suit_order": "chds"}}


# ---- the state


class Stage(IntEnum):
    """What the match waits for."""

    DEAL = 0
    CALLS = 1
    PLAY = 2
    OVER = 3


class QuintoState(State):
    """A match of Quinto: the rubber, the game in progress, the deal in progress."""

    hands: list[int] = field(5, kind=CARDS, sight=OWN)  # the four hands; then the cachette, face down
    sizes: list[int] = field(5, sight=PUBLIC)  # how many cards each of the five places holds
    stage: int = field(sight=PUBLIC)
    turn: int = field(kind=SEAT, sight=PUBLIC)  # whose turn it is, in stages CALLS and PLAY
    dealer: int = field(kind=SEAT, sight=PUBLIC)
    deals: int = field(sight=PUBLIC)  # deals begun in this match
    calls: list[int] = field(4, kind=ACT, sight=PUBLIC)  # each seat's call, -1 before it
    factors: list[int] = field(2, sight=PUBLIC)  # by how much each side's tricks count: 1, 2 or 4
    doubler: int = field(kind=SEAT, sight=PUBLIC)  # who doubled, -1 for nobody
    redoubler: int = field(kind=SEAT, sight=PUBLIC)
    leader: int = field(kind=SEAT, sight=PUBLIC)  # who led to the trick on the table
    trick: list[int] = field(4, kind=CARD, sight=PUBLIC)  # the trick on the table in the order of play
    trick_size: int = field(sight=PUBLIC)
    led: int = field(kind=SUIT_KIND, sight=PUBLIC)  # the suit to follow, -1 while there is none
    winning: int = field(kind=SEAT, sight=PUBLIC)  # whose card is the highest of the trick on the table, -1 for nobody's
    highest: int = field(sight=PUBLIC)  # that card's place in the chain (Q5), -1 before the lead
    last_leader: int = field(kind=SEAT, sight=PUBLIC)
    last_winner: int = field(kind=SEAT, sight=PUBLIC)  # who won the trick before, -1 for nobody
    last_trick: list[int] = field(4, kind=CARD, sight=PUBLIC)
    void: list[int] = field(4, kind=SUITS, sight=PUBLIC)  # suits (bit 1 << suit) that a seat has shown it lacks
    played: int = field(kind=CARDS, sight=PUBLIC)  # all cards seen in this deal
    cachette: int = field(kind=CARDS, sight=PUBLIC)  # the cachette once it is turned up
    piles: list[int] = field(2, kind=CARDS, sight=PUBLIC)  # the cards that each side has taken
    tricks: list[int] = field(2, sight=PUBLIC)  # tricks of each side, the cachette counting one
    quints: list[int] = field(2, sight=PUBLIC)  # quint points of each side in this deal
    trick_points: list[int] = field(2, sight=PUBLIC)  # trick points of each side in this deal, once counted
    totals: list[int] = field(2, sight=PUBLIC)  # each side's points in the game in progress
    games: list[int] = field(2, sight=PUBLIC)  # games that each side has won
    rubber: list[int] = field(2, sight=PUBLIC)  # each side's points of all finished games, the bonus included
    tied: int = field(kind=FLAG, sight=PUBLIC)  # this deal decides a tie at 250 or more (Q18)
    game_over: int = field(kind=FLAG, sight=PUBLIC)  # the last deal ended a game: the next one starts at 0
    winner: int = field(kind=SIDE, sight=PUBLIC)  # the side that has won the rubber, -1 before


# ---- the deal


@rule
def start(rules: Rules, state: QuintoState, dealer: int) -> None:
    """Sets up a rubber at 0 (Q19); `dealer` deals first (Q3)."""
    state.stage = Stage.DEAL
    state.dealer = dealer
    state.deals = 0
    state.winner = -1
    state.tied = 0
    state.game_over = 0
    for side in range(2):
        state.totals[side] = 0
        state.games[side] = 0
        state.rubber[side] = 0
    _clear(state)


@rule
def deal(rules: Rules, state: QuintoState, pack: Sequence[int]) -> None:
    """Deals twelve cards to each, one at a time from the dealer's left, and lays the cachette aside (Q3, Q4)."""
    if state.deals > 0:
        state.dealer = (state.dealer + 1) & 3
    state.deals += 1
    if state.game_over:
        state.game_over = 0
        state.totals[0] = 0
        state.totals[1] = 0
    _clear(state)
    cachette_at = 0 if rules.cachette_from == CachetteFrom.first else PLAYERS * HAND
    hands_at = CACHETTE_SIZE if rules.cachette_from == CachetteFrom.first else 0
    for at in range(PLAYERS * HAND):
        state.hands[(state.dealer + 1 + at) & 3] |= 1 << pack[hands_at + at]
    for at in range(CACHETTE_SIZE):
        state.hands[CACHETTE] |= 1 << pack[cachette_at + at]
    for seat_ in range(PLAYERS):
        state.sizes[seat_] = HAND
    state.sizes[CACHETTE] = CACHETTE_SIZE
    state.stage = Stage.CALLS
    state.turn = (state.dealer + 1) & 3


@rule
def _clear(state: QuintoState) -> None:
    """Leaves nothing of the deal before on the table."""
    for place in range(5):
        state.hands[place] = 0
        state.sizes[place] = 0
    for seat_ in range(PLAYERS):
        state.calls[seat_] = -1
        state.void[seat_] = 0
        state.trick[seat_] = NO_CARD
        state.last_trick[seat_] = NO_CARD
    for side in range(2):
        state.factors[side] = 1
        state.piles[side] = 0
        state.tricks[side] = 0
        state.quints[side] = 0
        state.trick_points[side] = 0
    state.turn = -1
    state.doubler = -1
    state.redoubler = -1
    state.leader = -1
    state.trick_size = 0
    state.led = NO_SUIT
    state.winning = -1
    state.highest = -1
    state.last_leader = -1
    state.last_winner = -1
    state.played = 0
    state.cachette = 0


@rule
def seat(rules: Rules, state: QuintoState) -> int:
    """Whose turn it is, DEAL_DUE before a deal, MATCH_OVER after the rubber."""
    if state.stage == Stage.OVER:
        return MATCH_OVER
    return DEAL_DUE if state.stage == Stage.DEAL else state.turn


# ---- what is allowed


class Refusal(IntEnum):
    """Why an action is refused."""

    NONE = 0
    NO_TURN = 1  # nobody is to act: a deal is due, or the rubber is over
    CALLS_FIRST = 2  # Q6: cards are played after the call round
    CALLS_OVER = 3  # Q6: each player calls once, before the first lead
    NOT_HELD = 4  # the seat doesn't hold that card
    MUST_FOLLOW = 5  # Q8
    DOUBLED_ALREADY = 6  # Q6: a double is legal only while nobody has doubled
    NOT_DOUBLED = 7  # Q6: a redouble needs a double
    PARTNER_DOUBLED = 8  # Q6: one may redouble an opponent's double only
    REDOUBLED_ALREADY = 9  # Q6: after a redouble only passes remain


REFUSAL_CLAUSES: Final = {
    Refusal.NO_TURN: "Q7",
    Refusal.CALLS_FIRST: "Q6",
    Refusal.CALLS_OVER: "Q6",
    Refusal.NOT_HELD: "Q4",
    Refusal.MUST_FOLLOW: "Q8",
    Refusal.DOUBLED_ALREADY: "Q6",
    Refusal.NOT_DOUBLED: "Q6",
    Refusal.PARTNER_DOUBLED: "Q6",
    Refusal.REDOUBLED_ALREADY: "Q6",
}


@rule
def refusal(rules: Rules, state: QuintoState, action: int) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may."""
    if state.stage == Stage.CALLS:
        return _call_refusal(state, action) if action >= PASS else Refusal.CALLS_FIRST
    if state.stage == Stage.PLAY:
        return _card_refusal(state, action) if action < PASS else Refusal.CALLS_OVER
    return Refusal.NO_TURN


@rule
def _call_refusal(state: QuintoState, call: int) -> int:
    """Q6: a double while nobody has doubled, a redouble of an opponent's double, a pass at any time."""
    if call == PASS:
        return Refusal.NONE
    if state.redoubler >= 0:
        return Refusal.REDOUBLED_ALREADY
    if call == DOUBLE:
        return Refusal.NONE if state.doubler < 0 else Refusal.DOUBLED_ALREADY
    if state.doubler < 0:
        return Refusal.NOT_DOUBLED
    return Refusal.PARTNER_DOUBLED if (state.doubler ^ state.turn) & 1 == 0 else Refusal.NONE


@rule
def _card_refusal(state: QuintoState, card: int) -> int:
    """Q8: a card in hand, of the suit led if there is one."""
    if (state.hands[state.turn] >> card) & 1 == 0:
        return Refusal.NOT_HELD
    return Refusal.NONE if (_playable(state) >> card) & 1 == 1 else Refusal.MUST_FOLLOW


@rule
def _playable(state: QuintoState) -> int:
    """The cards of the seat whose turn it is that Q8 and Q10 let it play, as a set."""
    hand = state.hands[state.turn]
    if state.led == NO_SUIT:
        return hand
    following = hand & suit_cards(state.led)
    return following | (hand & (1 << JOKER)) if following else hand


@rule
def legal(rules: Rules, state: QuintoState, buffer: Buffer) -> int:
    """Writes the legal actions of the seat whose turn it is, lowest first, and returns how many they are."""
    found = 0
    if state.stage == Stage.PLAY:
        cards = _playable(state)
        while cards:
            buffer[found] = lowest(cards)
            found += 1
            cards &= cards - 1
    elif state.stage == Stage.CALLS:
        for call in range(PASS, ACTIONS):
            if _call_refusal(state, call) == Refusal.NONE:
                buffer[found] = call
                found += 1
    return found


# ---- the play


@rule
def play(rules: Rules, state: QuintoState, action: int) -> None:
    """Applies a legal action: a call or a card."""
    if action >= PASS:
        _call(rules, state, action)
    else:
        _play_card(rules, state, action)


@rule
def _call(rules: Rules, state: QuintoState, call: int) -> None:
    """Q6: one call each; after the fourth the dealer's left leads (Q7)."""
    caller = state.turn
    state.calls[caller] = call
    if call == DOUBLE:
        state.doubler = caller
        state.factors[caller & 1] = 2
        if rules.double_scope == DoubleScope.both:
            state.factors[~caller & 1] = 2
    elif call == REDOUBLE:
        state.redoubler = caller
        state.factors[caller & 1] = 4
        if rules.double_scope == DoubleScope.both:
            state.factors[~caller & 1] = 4
    state.turn = (caller + 1) & 3
    if caller == state.dealer:
        state.stage = Stage.PLAY
        state.leader = state.turn


@rule
def _play_card(rules: Rules, state: QuintoState, card: int) -> None:
    """Lays a card on the table; the fourth one completes the trick."""
    player = state.turn
    state.hands[player] ^= 1 << card
    state.sizes[player] -= 1
    state.played |= 1 << card
    state.trick[state.trick_size] = card
    state.trick_size += 1
    if strength(rules, card) > state.highest:  # Q9: the highest card of the chain takes the trick, whatever was led
        state.highest = strength(rules, card)
        state.winning = player
    if card != JOKER:
        if state.led == NO_SUIT:  # Q11: after a Joker the next card says which suit is led
            state.led = suit_of(card)
        elif suit_of(card) != state.led:
            state.void[player] |= 1 << state.led
    if state.trick_size == PLAYERS:
        _complete_trick(rules, state)
    else:
        state.turn = (player + 1) & 3


@rule
def strength(rules: Rules, card: int) -> int:
    """A card's place in the single chain of 53, 0 for the Joker (Q5)."""
    return 0 if card == JOKER else 1 + 13 * suit_place(rules, suit_of(card)) + card % 13


@rule
def suit_place(rules: Rules, suit: int) -> int:
    """A suit's place in the chain, 0 for the lowest, 3 for the highest (QA1)."""
    # Two bits a suit, spades lowest: hearts 3, diamonds 2, clubs 1, spades 0; or clubs 3, hearts 2, diamonds 1, spades 0.
    places = 0b11011000 if rules.suit_order == SuitOrder.chds else 0b01101100
    return (places >> (2 * suit)) & 3


@rule
def quint_points(rules: Rules, cards: int) -> int:
    """What the quints among these cards are worth (Q12): Joker, fives, ace and four, two and three of a suit."""
    points = JOKER_VALUE if cards >> JOKER & 1 else 0
    fives = cards >> 3 & _LOWEST_CARDS
    aces_with_fours = cards >> 12 & cards >> 2 & _LOWEST_CARDS
    twos_with_threes = cards & cards >> 1 & _LOWEST_CARDS
    if fives | aces_with_fours | twos_with_threes:
        for suit in range(4):
            here = 13 * suit
            quints = (fives >> here & 1) + (aces_with_fours >> here & 1) + (twos_with_threes >> here & 1)
            points += quints * 5 * (1 + suit_place(rules, suit))
    return points


@rule
def _complete_trick(rules: Rules, state: QuintoState) -> None:
    """Q13 to Q18, in the order of Q17: quints of the trick, quints of the cachette, trick points, the end of the game."""
    winner = state.winning
    side = winner & 1
    cards = 0
    for at in range(PLAYERS):
        cards |= 1 << state.trick[at]
        state.last_trick[at] = state.trick[at]
        state.trick[at] = NO_CARD
    state.last_leader = state.leader
    state.last_winner = winner
    state.leader = winner
    state.turn = winner
    state.trick_size = 0
    state.led = NO_SUIT
    state.winning = -1
    state.highest = -1
    if _take(rules, state, side, cards):
        _finish_by_quint(rules, state, side)
    elif state.sizes[winner] == 0:
        state.cachette = state.hands[CACHETTE]
        state.hands[CACHETTE] = 0
        state.sizes[CACHETTE] = 0
        state.played |= state.cachette
        if _take(rules, state, side, state.cachette):
            _finish_by_quint(rules, state, side)
        else:
            _finish_deal(rules, state)


@rule
def _take(rules: Rules, state: QuintoState, side: int, cards: int) -> bool:
    """Gives a trick or the cachette to a side with its quints (Q12 to Q14); true when that ends the game (Q16, QA3)."""
    points = quint_points(rules, cards)
    state.piles[side] |= cards
    state.tricks[side] += 1
    state.quints[side] += points
    state.totals[side] += points
    if state.tied:
        return points > 0 and rules.tie_deal == TieDeal.sudden
    return state.totals[side] >= TARGET


@rule
def _finish_by_quint(rules: Rules, state: QuintoState, side: int) -> None:
    """Q16: the game stops at once; QA4 says whether tricks already won count."""
    if rules.tricks_on_quint_finish == TricksOnQuintFinish.counted:
        _count_tricks(state)
    _finish_game(state, side)


@rule
def _finish_deal(rules: Rules, state: QuintoState) -> None:
    """Q18: the higher total of at least 250 wins; on a tie one more deal decides."""
    _count_tricks(state)
    first, second = state.totals[0], state.totals[1]
    if max(first, second) < TARGET:
        state.stage = Stage.DEAL
    elif first == second:
        state.tied = 1
        state.stage = Stage.DEAL
    else:
        _finish_game(state, 0 if first > second else 1)


@rule
def _count_tricks(state: QuintoState) -> None:
    """Q15: five points a trick, times what the calls made of it."""
    for side in range(2):
        state.trick_points[side] = TRICK_VALUE * state.tricks[side] * state.factors[side]
        state.totals[side] += state.trick_points[side]


@rule
def _finish_game(state: QuintoState, side: int) -> None:
    """Q19: the game's points join the rubber's; two games win it and 100 points."""
    state.games[side] += 1
    state.tied = 0
    state.game_over = 1
    state.stage = Stage.DEAL
    for each in range(2):
        state.rubber[each] += state.totals[each]
    if state.games[side] == RUBBER_GAMES:
        state.rubber[side] += RUBBER_BONUS
        state.winner = side
        state.stage = Stage.OVER


# ---- the score, and what a seat knows


@rule
def score(rules: Rules, state: QuintoState, points: Buffer, totals: Buffer) -> None:
    """Writes each side's points of the deal (quints and tricks) and its total in the game."""
    for side in range(2):
        points[side] = state.quints[side] + state.trick_points[side]
        totals[side] = state.totals[side]


@rule
def possible(rules: Rules, state: QuintoState, seat: int, may: Buffer) -> None:
    """Writes what each place may hold as the seat knows it: unseen cards, less the suits that a player has shown to lack (Q8).

    A Joker played while a suit was led says nothing of that suit (Q10).
    """
    unseen = PACK & ~state.played
    if seat >= 0:
        unseen &= ~state.hands[seat]
    for place in range(5):
        may[place] = unseen if state.sizes[place] > 0 else 0
    for player in range(PLAYERS):
        for suit in range(4):
            if (state.void[player] >> suit) & 1:
                may[player] &= ~suit_cards(suit)
    if seat >= 0:
        may[seat] = state.hands[seat]


# ---- in words


def pack(rules: Rules) -> range:
    """The 53 cards (Q2)."""
    return range(JOKER + 1)


def sides(rules: Rules) -> list[list[int]]:
    """Partners sit crosswise (Q1)."""
    return [[0, 2], [1, 3]]


def say(rules: Rules, state: QuintoState, action: int) -> str:
    """An action in words: `pass`, `double`, `redouble`, or a card."""
    return CALLS[action] if action >= PASS else WORDS[action]


def hear(rules: Rules, state: QuintoState, words: str) -> int:
    """The action that the words name. Raises KeyError when they name none."""
    for call, word in CALLS.items():
        if word == words:
            return call
    card = read(words)
    if card > JOKER:
        raise KeyError(words)
    return card


def happenings(rules: Rules, before: QuintoState, action: int, after: QuintoState) -> list[Happening]:
    """What an action brought about, in the order of Q17."""
    if action in (DOUBLE, REDOUBLE):
        return [Happening("doubled" if action == DOUBLE else "redoubled", "Q6", before.turn & 1, before.turn)]
    if action == PASS or after.trick_size:
        return []
    side, winner = after.last_winner & 1, after.last_winner
    found = [Happening("trick", "Q9", side, winner, tuple(WORDS[card] for card in after.last_trick))]
    found += _quints(rules, side, winner, set_of(after.last_trick))
    if after.cachette:
        found.append(Happening("cachette", "Q14", side, winner, tuple(written(after.cachette))))
        found += _quints(rules, side, winner, after.cachette)
    return found + _endings(rules, before, after)


def _quints(rules: Rules, side: int, winner: int, cards: int) -> list[Happening]:
    """Each quint among the cards with its points (Q12), in the order of the chain, highest first."""
    found = []
    if cards >> JOKER & 1:
        found.append(Happening("quint_joker", "Q12", side, winner, ("X1",), JOKER_VALUE))
    for suit in sorted(range(4), key=lambda suit: -suit_place(rules, suit)):
        held = cards >> 13 * suit & SUIT
        value = 5 * (1 + suit_place(rules, suit))
        for code, ranks in (("quint_five", (3,)), ("quint_ace_four", (12, 2)), ("quint_two_three", (1, 0))):
            if all(held >> rank & 1 for rank in ranks):
                words = tuple(WORDS[13 * suit + rank] for rank in ranks)
                found.append(Happening(code, "Q12", side, winner, words, value))
    return found


def _endings(rules: Rules, before: QuintoState, after: QuintoState) -> list[Happening]:
    """Trick points, a tie, a game, the rubber."""
    found = []
    for side in range(2):
        if after.trick_points[side]:
            found.append(Happening("trick_points", "Q15", side, points=after.trick_points[side]))
    if after.tied and after.stage == Stage.DEAL:
        found.append(Happening("tie", "Q18"))
    if after.game_over:
        winner = 0 if after.games[0] > before.games[0] else 1
        by_quint = _ended_by_quint(rules, before, after, winner)
        found.append(Happening("game_by_quint" if by_quint else "game", "Q16" if by_quint else "Q18", winner))
    if after.stage == Stage.OVER:
        found.append(Happening("rubber", "Q19", after.winner, points=RUBBER_BONUS))
    return found


def _ended_by_quint(rules: Rules, before: QuintoState, after: QuintoState, winner: int) -> bool:
    """Whether the game's winner was decided before trick points (Q16, QA3)."""
    if before.tied:
        return rules.tie_deal == TieDeal.sudden
    return after.totals[winner] - after.trick_points[winner] >= TARGET


def audit(rules: Rules, state: QuintoState) -> str | None:
    """What is wrong with the sums of a deal that is over (Q12, Q15), or None."""
    if sum(state.quints) > 175:
        return f"quints of one deal are worth at most 175, not {sum(state.quints)}"
    if sum(state.tricks) > TRICKS + 1:
        return f"there are thirteen tricks, not {sum(state.tricks)}"
    if state.cachette and state.piles[0] | state.piles[1] != PACK:
        return "thirteen tricks do not hold the whole pack"
    for side in range(2):
        if state.trick_points[side] not in (0, TRICK_VALUE * state.tricks[side] * state.factors[side]):
            return f"side {side} has {state.trick_points[side]} points for {state.tricks[side]} tricks"
    return None


def result(rules: Rules, state: QuintoState) -> dict[str, Any]:
    """The rubber's totals with the bonus, the games of each side, and the winner (Q19)."""
    return {"totals": list(state.rubber), "winner": state.winner, "games": list(state.games)}


QUINTO: Final = Game(
    name="quinto",
    state=QuintoState,
    rules=Rules,
    presets=PRESETS,
    kernel=Kernel(start, deal, seat, legal, refusal, play, score, possible, agrees_always, settle_nothing),
    refusals=Refusal,
    refusal_clauses=REFUSAL_CLAUSES,
    actions=ACTIONS,
    most_legal=HAND,
    places=5,
    pack=pack,
    sides=sides,
    say=say,
    hear=hear,
    happenings=happenings,
    audit=audit,
    result=result,
)
