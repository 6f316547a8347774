"""What makes Quinto quick to solve (clauses Q5 to Q18). The first camp are seats 0 and 2.

The search works on `Rest`, what is left of a deal. There a card's number is its place in the chain (Q5): 13 times the place of its
suit plus its rank, the Joker last as everywhere; the higher of two cards has the higher number. A card is live while it can still
make a quint: fives, the Joker, and pairs whose halves are not in one hand (a player adds one card to a trick). Of all other cards
nothing matters but their order among the cards that are left, and of low ones not even that where no trick is won by them.
"""

from typing import Final

from tefuda.core.cards import FULL_PACK, JOKER, NO_SUIT, SUIT, count, highest, lowest
from tefuda.core.game import DEAL_DUE, Buffer
from tefuda.core.rule import rule
from tefuda.core.state import State, field
from tefuda.games.quinto import (
    CACHETTE,
    JOKER_VALUE,
    PLAYERS,
    TARGET,
    TRICK_VALUE,
    TRICKS,
    QuintoState,
    Rules,
    TieDeal,
    TricksOnQuintFinish,
    suit_place,
)
from tefuda.solve.guide import FAR, NOTHING_MATTERS, NUMBER, Guide, Position, Scope, mix, pay_as_counted

TWOS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # shift by a rank for all cards of it
FIVES: Final = TWOS << 3
IN_PLAY, STOPPED, PLAYED_OUT = range(3)  # how a deal stands: in play, stopped by a quint (Q16), or at its end
PLAIN, FIVE, ACE_FOUR, TWO_THREE = range(4)  # what a card of a line may still make
NOT_ASKED: Final = -2  # no suit, nor NO_SUIT
NOT_RELIED: Final = 0xDDDD  # four bits a suit: the rank from which up its cards were relied on, 13 for none

COUNTED: Final = 3  # suits whose lengths are kept; that of the fourth follows
LONG: Final = 8  # from so many cards a hand on a rough search first takes less time in all
FACTORS: Final = (  # odd and far from each other
    0x1E3779B97F4A7C15,
    0x02B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x16E8FEB86659FD93,
    0x20761D6478BD642F,
    0x27037ED1A0B428DB,
)

# Which act to try first: what the trick is likely to bring, a sixteenth of a point the unit, less what the card costs.
POINT: Final = 16
CARD: Final = 1  # each step of the chain
RISE: Final = 60  # above the cards on the table while others are still to play
ABOVE: Final = 20  # each card of the next player that is above it
SURE: Final = 60  # above all that the other side holds: such a card waits
HALF: Final = 20  # led though the other half is in another hand, times the place of its suit
ANSWER: Final = 60  # each card with which the other side may answer a lead
ANYTHING: Final = 18  # so many answers more where they need not follow


class Rest(State):
    """What is left of a deal. Cards are numbered along the chain."""

    hands: list[int] = field(4)
    lengths: int = field()  # of the first three suits in each hand: four bits each, suit by suit, a hand after the other
    lines: list[int] = field(4)  # suit by suit, the highest card in the lowest bits: four bits a card, owner and what it may make
    live: int = field()
    table: int = field()  # the cards of the trick on the table
    size: int = field()  # how many they are
    turn: int = field()
    leader: int = field()
    led: int = field()  # the place of the suit to follow, NO_SUIT while there is none
    winning: int = field()
    highest: int = field()  # the highest card of the trick; -1 where it is the Joker or there is none
    left: int = field()  # tricks still to be won, the one on the table included, the cachette left out
    pool: int = field()  # points of the live quints
    cachette: int = field()  # points of the quints in the cachette
    quints: int = field()  # quint points of the first camp less the others'
    tricks: list[int] = field(2)
    factors: list[int] = field(2)
    totals: list[int] = field(2)
    tied: int = field()
    ends: int = field()  # 1 if the game may end with this deal, at its quints or its end: if not, it never may later in the deal
    standing: int = field()  # IN_PLAY, STOPPED or PLAYED_OUT
    relied: int = field()  # what the outcome of the trick before relied on


# ---- the position


@rule
def lay(rules: Rules, state: QuintoState, rest: Rest) -> None:
    """Makes the rest of a deal in which cards are played."""
    table = 0
    for at in range(state.trick_size):
        table |= 1 << state.trick[at]
    rest.table, rest.size, rest.left = chain(rules, table), state.trick_size, state.sizes[state.turn]
    for player in range(PLAYERS):
        rest.hands[player] = chain(rules, state.hands[player])
    rest.turn, rest.leader, rest.winning, rest.highest = state.turn, state.leader, state.winning, max(state.highest, 0) - 1
    rest.led = NO_SUIT if state.led == NO_SUIT else suit_place(rules, state.led)
    rest.cachette = points_of(chain(rules, state.hands[CACHETTE]))
    rest.quints = state.quints[0] - state.quints[1]
    for side in range(2):
        rest.tricks[side], rest.factors[side], rest.totals[side] = state.tricks[side], state.factors[side], state.totals[side]
    rest.tied, rest.standing, rest.relied = state.tied, IN_PLAY, NOTHING_MATTERS
    rest.lengths = _lengths(rest)
    rest.live = _live(rest)
    rest.pool = points_of(rest.live)
    rest.ends = int(_may_stop(rules, rest) or _may_end(rest))
    for place in range(4):
        rest.lines[place] = _line(rest, place)


@rule
def chain_card(rules: Rules, card: int) -> int:
    """A card's number along the chain."""
    return JOKER if card == JOKER else 13 * suit_place(rules, card // 13) + card % 13


@rule
def chain(rules: Rules, cards: int) -> int:
    """A set of cards, numbered along the chain."""
    found = cards & 1 << JOKER
    for suit in range(4):
        found |= ((cards >> (13 * suit)) & SUIT) << (13 * suit_place(rules, suit))
    return found


@rule
def points_of(cards: int) -> int:
    """What the quints among these cards are worth (Q12)."""
    points = JOKER_VALUE if (cards >> JOKER) & 1 else 0
    fives = (cards >> 3) & TWOS
    aces_with_fours = (cards >> 12) & (cards >> 2) & TWOS
    twos_with_threes = cards & (cards >> 1) & TWOS
    if fives | aces_with_fours | twos_with_threes:
        for place in range(4):
            here = 13 * place
            points += 5 * (1 + place) * (((fives >> here) & 1) + ((aces_with_fours >> here) & 1) + ((twos_with_threes >> here) & 1))
    return points


@rule
def mates(cards: int) -> int:
    """The cards that make a pair with one of these (Q12)."""
    aces_and_fours = ((cards >> 12) & TWOS) << 2 | ((cards >> 2) & TWOS) << 12
    return aces_and_fours | (cards & TWOS) << 1 | ((cards >> 1) & TWOS)


@rule
def held(rest: Rest) -> int:
    """All cards in the hands."""
    return rest.hands[0] | rest.hands[1] | rest.hands[2] | rest.hands[3]


@rule
def _live(rest: Rest) -> int:
    apart = rest.table
    for player in range(PLAYERS):
        apart |= rest.hands[player] & ~mates(rest.hands[player])
    return ((rest.table | held(rest)) & (FIVES | 1 << JOKER)) | (apart & mates(apart))


@rule
def _lengths(rest: Rest) -> int:
    lengths = 0
    for player in range(PLAYERS):
        for place in range(COUNTED):
            lengths += count(rest.hands[player] & SUIT << (13 * place)) * _one_card(player, place)
    return lengths


@rule
def _one_card(player: int, place: int) -> int:
    """What a card of a suit in a hand counts in `lengths`."""
    return 1 << (4 * (COUNTED * player + place))


@rule
def _line(rest: Rest, place: int) -> int:
    line, at = 0, 0
    for card in range(13 * place + 12, 13 * place - 1, -1):
        if ((rest.table | held(rest)) >> card) & 1:
            owner = 0
            for player in range(PLAYERS):
                owner += player * ((rest.hands[player] >> card) & 1)
            line |= (_makes(card, rest.live) << 2 | owner) << (4 * at)
            at += 1
    return line


@rule
def _makes(card: int, live: int) -> int:
    rank = card % 13
    if (live >> card) & 1 == 0:
        return PLAIN
    return TWO_THREE if rank < 2 else FIVE if rank == 3 else ACE_FOUR


@rule
def seat(rules: Rules, rest: Rest) -> int:
    """Whose turn it is."""
    return rest.turn if rest.standing == IN_PLAY else DEAL_DUE


@rule
def legal(rules: Rules, rest: Rest, buffer: Buffer) -> int:
    """The cards that may be played (Q8, Q10), as the game names and orders them."""
    cards = rest.hands[rest.turn]
    if rest.led != NO_SUIT and cards & SUIT << (13 * rest.led):
        cards &= SUIT << (13 * rest.led) | 1 << JOKER
    found = 0
    for suit in range(4):
        here = 13 * suit_place(rules, suit)
        part = (cards >> here) & SUIT
        while part:
            buffer[found] = lowest(part) + 13 * suit
            found += 1
            part &= part - 1
    if (cards >> JOKER) & 1:
        buffer[found] = JOKER
        found += 1
    return found


@rule
def play(rules: Rules, rest: Rest, action: int) -> None:
    """Lays a card on the table; the fourth one completes the trick."""
    card, player = chain_card(rules, action), rest.turn
    rest.hands[player] ^= 1 << card
    if card // 13 < COUNTED:
        rest.lengths -= _one_card(player, card // 13)
    rest.table |= 1 << card
    rest.size += 1
    if rest.size == 1:
        rest.winning = player
    if card != JOKER:
        if card > rest.highest:
            rest.highest, rest.winning = card, player
        if rest.led == NO_SUIT:
            rest.led = card // 13
    rest.turn = (player + 1) & 3
    if rest.size == PLAYERS:
        _complete(rules, rest)


@rule
def _complete(rules: Rules, rest: Rest) -> None:
    """The trick goes to its winner, then the cachette to that of the last one (Q13 to Q17)."""
    side, points = rest.winning & 1, points_of(rest.table & rest.live)
    rest.relied = _won_by(rest)
    _clear(rest)
    rest.turn = rest.leader = rest.winning
    rest.left -= 1
    if _take(rules, rest, side, points):
        rest.standing = STOPPED
    elif rest.left == 0:
        rest.standing = STOPPED if _take(rules, rest, side, rest.cachette) else PLAYED_OUT


@rule
def _clear(rest: Rest) -> None:
    """Takes the trick off the table and out of the lines; the other halves of its pairs are live no more."""
    cards, gone = held(rest) | rest.table, rest.table & FULL_PACK
    widowed = mates(rest.table & rest.live) & rest.live & ~rest.table
    while gone:
        card = lowest(gone)
        below = (1 << _at(cards, card)) - 1
        line = rest.lines[card // 13]
        rest.lines[card // 13] = (line & below) | ((line >> 4) & ~below)
        cards ^= 1 << card
        gone &= gone - 1
    if rest.table & rest.live:
        rest.live &= ~(rest.table | widowed)
        rest.pool = points_of(rest.live)
    while widowed:
        card = lowest(widowed)
        rest.lines[card // 13] &= ~(3 << (_at(cards, card) + 2))
        widowed &= widowed - 1
    rest.table, rest.size, rest.led, rest.highest = 0, 0, NO_SUIT, -1


@rule
def _at(cards: int, card: int) -> int:
    """Where a card stands in the line of its suit, in bits."""
    return 4 * count(((cards >> (13 * (card // 13))) & SUIT) >> (card % 13 + 1))


@rule
def _take(rules: Rules, rest: Rest, side: int, points: int) -> bool:
    """Gives a trick or the cachette to a side; true when its quints end the game (Q16, QA3)."""
    rest.tricks[side] += 1
    rest.quints += points if side == 0 else -points
    rest.totals[side] += points
    if rest.tied:
        return points > 0 and rules.tie_deal == TieDeal.sudden
    return rest.totals[side] >= TARGET


POSITION: Final = Position(Rest, lay, seat, legal, play, lasting=True)


# ---- what it is worth


@rule
def first(rules: Rules, rest: Rest, seat: int) -> bool:
    """Partners sit crosswise (Q1)."""
    return seat & 1 == 0


@rule
def worth(rules: Rules, rest: Rest, stakes: int) -> int:
    """Quints and tricks so far, and the game if it is over; a quint that ends it may leave tricks uncounted (Q15, Q16, QA4)."""
    ours, theirs = _trick_points(rest, 0), _trick_points(rest, 1)
    if rest.standing == STOPPED:
        won = stakes if rest.winning & 1 == 0 else -stakes
        return rest.quints + won + (ours - theirs if rules.tricks_on_quint_finish == TricksOnQuintFinish.counted else 0)
    ahead = rest.quints + ours - theirs
    if rest.standing == IN_PLAY or max(rest.totals[0] + ours, rest.totals[1] + theirs) < TARGET:
        return ahead
    lead = rest.totals[0] + ours - rest.totals[1] - theirs
    return ahead + (stakes if lead > 0 else -stakes if lead < 0 else 0)


@rule
def _trick_points(rest: Rest, side: int) -> int:
    return TRICK_VALUE * rest.tricks[side] * rest.factors[side]


@rule
def most(rules: Rules, rest: Rest, stakes: int) -> int:
    """All quints and tricks that are left, less what the others are sure of."""
    return _most(rules, rest, stakes, 0)


@rule
def least(rules: Rules, rest: Rest, stakes: int) -> int:
    """Minus all quints and tricks that are left, and what seats 0 and 2 are sure of."""
    return -_most(rules, rest, stakes, 1)


@rule
def _most(rules: Rules, rest: Rest, stakes: int, side: int) -> int:
    if rest.size > 0:
        return FAR  # in the middle of a trick bounds tell the value of one position in 500
    gain = rest.pool + rest.cachette + TRICK_VALUE * rest.factors[side] * (rest.left + 1)
    if rest.ends and (_may_stop(rules, rest) or (stakes > 0 and _may_end(rest))):
        return gain + stakes + _trick_points(rest, 1 - side)
    return gain - _sure_swing(rest, 1 - side)


@rule
def _may_stop(rules: Rules, rest: Rest) -> bool:
    """Whether a quint may still end the game (Q16, QA3)."""
    if rest.tied:
        return rules.tie_deal == TieDeal.sudden
    return max(rest.totals[0], rest.totals[1]) + rest.pool + rest.cachette >= TARGET


@rule
def _may_end(rest: Rest) -> bool:
    """Whether the game may end with this deal (Q18)."""
    tricks = TRICK_VALUE * (rest.left + 1)
    ours = rest.totals[0] + _trick_points(rest, 0) + tricks * rest.factors[0]
    theirs = rest.totals[1] + _trick_points(rest, 1) + tricks * rest.factors[1]
    return max(ours, theirs) + rest.pool + rest.cachette >= TARGET


@rule
def _sure_swing(rest: Rest, side: int) -> int:
    """What a side is sure of, as the others miss it: a trick for each of its sure cards, and their fives; all the rest if no other
    cards are in the hand."""
    cards = _sure_cards(rest, side)
    sure = count(cards)
    trick = TRICK_VALUE * (rest.factors[0] + rest.factors[1])
    if sure == rest.left:
        return trick * (sure + 1) + 2 * (rest.cachette + points_of(rest.live & (FIVES | 1 << JOKER)))
    return trick * sure + 2 * points_of(cards & rest.live & FIVES)


@rule
def _sure_cards(rest: Rest, side: int) -> int:
    """The cards of one hand that are above all of the others', of the better hand of a side."""
    above = FULL_PACK & ~((1 << (highest(_against(rest, side)) + 1)) - 1)
    one, other = rest.hands[side] & above, rest.hands[side + 2] & above
    return one if count(one) >= count(other) else other


@rule
def _against(rest: Rest, side: int) -> int:
    """The cards of the chain in the hands of the other side."""
    return (rest.hands[1 - side] | rest.hands[3 - side]) & FULL_PACK


# ---- what matters of it


@rule
def key(rules: Rules, rest: Rest) -> int:
    """At the beginning of a trick: who leads, what is in the cachette, the live cards, the length of every suit in each hand."""
    if rest.size > 0:
        return -1
    live, lengths = rest.live, rest.left << 48 | rest.lengths  # so many cards tell the length of the fourth suit
    hash_ = (rest.leader << 8 | rest.cachette) * FACTORS[4] + lengths * FACTORS[5]
    for player in range(PLAYERS):
        hash_ += (rest.hands[player] & live) * FACTORS[player]
    hash_ &= NUMBER
    if rest.ends and (_may_stop(rules, rest) or _may_end(rest)):
        hash_ = mix(mix(hash_, rest.totals[0] << 20 | rest.totals[1]), rest.tricks[0])
    return hash_


@rule
def join(one: int, other: int) -> int:
    """Suit by suit the lower rank."""
    if one == NOTHING_MATTERS or other == NOTHING_MATTERS:
        return max(one, other)
    both = 0
    for here in range(0, 16, 4):
        both |= min((one >> here) & 15, (other >> here) & 15) << here
    return both


@rule
def _down_to(card: int) -> int:
    """Its suit down to a card is relied on."""
    here = 4 * (card // 13)
    return (NOT_RELIED & ~(15 << here)) | card % 13 << here


@rule
def passed(rules: Rules, rest: Rest) -> int:
    """The rank of the card that won the trick before."""
    return rest.relied if rest.size == 0 else NOTHING_MATTERS


@rule
def _won_by(rest: Rest) -> int:
    """The trick on the table is won by rank where it has other cards of the suit; otherwise by the suit alone."""
    if rest.highest < 0:
        return NOTHING_MATTERS
    suit = rest.table & SUIT << (13 * (rest.highest // 13))
    return _down_to(rest.highest) if suit & (suit - 1) else NOTHING_MATTERS


@rule
def bound(rules: Rules, rest: Rest, side: int) -> int:
    """The ranks of the sure cards of a side, in suits of which others have cards."""
    cards, relied = _sure_cards(rest, 1 - side), NOTHING_MATTERS
    others = rest.hands[side] | rest.hands[side + 2]
    while cards:
        card = lowest(cards)
        suit = SUIT << (13 * (card // 13))
        if others & suit:
            relied = join(relied, _down_to(card))
        cards &= ~suit
    return relied


@rule
def whole(rules: Rules, rest: Rest, relied: int) -> int:
    """Equal cards are relied on together: a line that is relied on must not end between them."""
    if relied == NOTHING_MATTERS:
        return relied
    plain, others = rest.hands[rest.turn] & ~rest.live, _rivals(rest)
    for place in range(4):
        here = 4 * place
        rank = (relied >> here) & 15
        hand = (plain >> (13 * place)) & SUIT
        if hand >> rank:
            lower = _lowest_equal(hand, (others >> (13 * place)) & SUIT, rank + lowest(hand >> rank))
            relied = (relied & ~(15 << here)) | min(rank, lower) << here
    return relied


@rule
def _rivals(rest: Rest) -> int:
    """The cards that those of the seat whose turn it is compete with."""
    others = held(rest) & ~rest.hands[rest.turn]
    return others | 1 << rest.highest if rest.highest >= 0 else others


@rule
def _lowest_equal(hand: int, others: int, rank: int) -> int:
    """The lowest rank of a hand from which no others separate this one."""
    lower = hand & ((1 << rank) - 1)
    while lower and others & ((1 << rank) - (2 << highest(lower))) == 0:
        rank = highest(lower)
        lower ^= 1 << rank
    return rank


@rule
def mark(rules: Rules, rest: Rest, relied: int) -> int:
    """Suit by suit how many cards of its line are relied on."""
    numbers = 0
    for place in range(4):
        rank = (relied >> (4 * place)) & 15  # 15 in NOTHING_MATTERS
        numbers |= count(((held(rest) >> (13 * place)) & SUIT) >> rank) << (4 * place)
    return numbers


@rule
def unmark(rules: Rules, rest: Rest, mark: int) -> int:
    """Suit by suit the rank of the last card of its line that is relied on."""
    relied = 0
    for place in range(4):
        suit, rank = (held(rest) >> (13 * place)) & SUIT, 13
        for _ in range((mark >> (4 * place)) & 15):
            rank = highest(suit)
            suit ^= 1 << rank
        relied |= rank << (4 * place)
    return relied


@rule
def print_of(rules: Rules, rest: Rest, mark: int) -> int:
    """A hash of the beginnings of the lines."""
    hash_ = mark * FACTORS[4]
    for place in range(4):
        hash_ += (rest.lines[place] & ((1 << 4 * ((mark >> (4 * place)) & 15)) - 1)) * FACTORS[place]
    return hash_ & NUMBER


@rule
def pass_over(rules: Rules, rest: Rest, acts: Buffer, tried: int, found: int, relied: int) -> int:
    """After a plain card whose rank its value didn't rely on, the others like that in its suit."""
    card, kept = chain_card(rules, acts[tried - 1]), tried
    place = card // 13
    rank = min((relied >> (4 * place)) & 15, 13)  # 15 in NOTHING_MATTERS
    alike = ((1 << rank) - 1) << (13 * place) & FULL_PACK & ~rest.live
    if (alike >> card) & 1 == 0:
        return found
    for at in range(tried, found):
        if (alike >> chain_card(rules, acts[at])) & 1 == 0:
            acts[kept] = acts[at]
            kept += 1
    return kept


SCOPE: Final = Scope(join, passed, bound, whole, mark, unmark, print_of, pass_over)


# ---- which acts, and in what order


@rule
def order(rules: Rules, rest: Rest, acts: Buffer, found: int, hint: int) -> int:
    """Of equal cards the lowest; what promises most comes first."""
    if found == 1:
        return 1
    others, kept, before = _rivals(rest), 0, -1
    led, later, answers = NOT_ASKED, (0, 0, 0), 0
    for at in range(found):
        act = acts[at]
        card = chain_card(rules, act)
        if (rest.live >> card) & 1 == 0:
            if _equal(before, card, others):
                continue
            before = card
        if led != _led_by(rest, card):
            led = _led_by(rest, card)
            later, answers = _later(rest, led), _answers(rest, led)
        _insert(acts, kept, (1 << 30 if act == hint else _promise(rest, card, later) - ANSWER * answers) * 64 + act)
        kept += 1
    for at in range(kept):
        acts[at] &= 63
    return kept


@rule
def _equal(before: int, card: int, others: int) -> bool:
    """Whether a card does what a lower one that is kept does: the same suit, and nothing between them."""
    return before >= 0 and before // 13 == card // 13 and others & ((1 << card) - (2 << before)) == 0


@rule
def _insert(acts: Buffer, kept: int, act: int) -> None:
    """Puts an act among those that are kept, the greatest first."""
    while kept > 0 and acts[kept - 1] < act:
        acts[kept] = acts[kept - 1]
        kept -= 1
    acts[kept] = act


@rule
def _led_by(rest: Rest, card: int) -> int:
    """The suit to follow once a card is played."""
    return card // 13 if rest.led == NO_SUIT and card != JOKER else rest.led


@rule
def _later(rest: Rest, led: int) -> tuple[int, int, int]:
    """The cards of the chain that each player still to come may play to a suit; none where nobody is to come."""
    one = _following(rest.hands[(rest.turn + 1) & 3] & FULL_PACK, led) if rest.size < 3 else 0
    two = _following(rest.hands[(rest.turn + 2) & 3] & FULL_PACK, led) if rest.size < 2 else 0
    three = _following(rest.hands[(rest.turn + 3) & 3] & FULL_PACK, led) if rest.size < 1 else 0
    return one, two, three


@rule
def _following(hand: int, led: int) -> int:
    """The cards that a hand may play."""
    following = hand & SUIT << (13 * led) if led != NO_SUIT else 0
    return following if following else hand


@rule
def _promise(rest: Rest, card: int, later: tuple[int, int, int]) -> int:
    """What a card is likely to bring: those still to play take the trick with their highest card if they can."""
    side, top = rest.turn & 1, rest.highest
    wins = rest.size == 0 or rest.winning & 1 == side
    if top < card < JOKER:
        top, wins = card, True
    above = count(later[0] >> (top + 1))
    if wins and above > 0:
        top, wins = highest(later[0]), False
    if not wins and later[1] >> (top + 1):
        top, wins = highest(later[1]), True
    wins = wins and later[2] >> (top + 1) == 0
    points = TRICK_VALUE * rest.factors[side] + points_of((rest.table | 1 << card) & rest.live)
    return POINT * (points if wins else -points) + (_lead(rest, card) if rest.size == 0 else _reply(rest, card, above))


@rule
def _lead(rest: Rest, card: int) -> int:
    """What besides speaks for a lead: high cards, halves of pairs, but not the highest of all."""
    if card == JOKER:
        return 0
    half = (rest.live & ~FIVES) >> card & 1
    return CARD * card + HALF * half * (1 + card // 13) - SURE * _is_sure(rest, card)


@rule
def _reply(rest: Rest, card: int, above: int) -> int:
    """What besides speaks for a card to a trick: it is low, or above the table with few above it in the next hand."""
    if card == JOKER:
        return 0
    if rest.size == PLAYERS - 1:
        return -CARD * card
    return RISE * (card > rest.highest) - CARD * card - ABOVE * above - SURE * _is_sure(rest, card)


@rule
def _is_sure(rest: Rest, card: int) -> bool:
    """Whether a card is above all that the others hold."""
    return _against(rest, rest.turn & 1) >> card == 0


@rule
def _answers(rest: Rest, led: int) -> int:
    """How many cards the others may answer a lead with, many more for who needn't follow: the fewer, the sooner it is searched.

    The Joker asks for no suit (Q11).
    """
    if rest.size > 0:
        return 0
    answers = 0
    for player in range(1 - (rest.turn & 1), PLAYERS, 2):
        following = count(rest.hands[player] & SUIT << (13 * led)) if led != NO_SUIT else 0
        answers += following if following > 0 else count(rest.hands[player]) + ANYTHING
    return answers


@rule
def beam(rules: Rules, rest: Rest) -> int:
    """Two acts find a value within some 16 points, for three of 1000 positions."""
    return 2 if rest.left >= LONG else 0


GUIDE: Final = Guide(first, worth, least, most, key, order, pay_as_counted, SCOPE, beam)


# ---- claims


@rule
def tricks(rules: Rules, rest: Rest, stakes: int) -> int:
    """What a claim is about: the tricks of seats 0 and 2 less those of the others, the cachette included (Q14).

    A quint that ends the game leaves some unplayed: they count for who made it.
    """
    unplayed = TRICKS + 1 - rest.tricks[0] - rest.tricks[1] if rest.standing == STOPPED else 0
    return rest.tricks[0] - rest.tricks[1] + (unplayed if rest.winning & 1 == 0 else -unplayed)


@rule
def tricks_left(rules: Rules, rest: Rest, stakes: int) -> int:
    """The tricks that are left, the cachette included."""
    return TRICKS + 1 - rest.tricks[0] - rest.tricks[1]


@rule
def tricks_against(rules: Rules, rest: Rest, stakes: int) -> int:
    """The same, won by seats 1 and 3."""
    return -tricks_left(rules, rest, stakes)


CLAIM: Final = Guide(first, tricks, tricks_against, tricks_left, key, order, pay_as_counted, SCOPE)
