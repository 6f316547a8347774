"""What makes Da San quick to solve (clauses W11 to W17). The first camp is the landlord and the partner whom he called.

A deal is won or lost: whoever is out first decides what everybody gets or pays (W13, W16), so it has only two values, and one
search with a null window tells them apart. Hands have no suits there, and nobody is asked who can't beat what lies on the table.

Heights are a hand without its suits: bit 13 * (k - 1) + place says that it has at least k cards of the rank; its layer k are these
13 bits. The enemies of a seat are the other camp.
"""

from typing import Final

from tefuda.core.cards import SUIT, SUIT_SIZE, count, holds, lowest
from tefuda.core.game import DEAL_DUE, Buffer
from tefuda.core.rule import rule
from tefuda.core.state import State, field
from tefuda.games.dasan import (
    KIND,
    KINDS,
    LAST_DEAL,
    LONGEST_RUN,
    PASS,
    SHORTEST_RUN,
    TARGET,
    WITH_CALLED,
    DasanState,
    FourPlayer,
    Match,
    Rules,
    bottom_of,
    bottoms,
    combination,
    kind_of,
    length_of,
    place_of,
    places_with,
)
from tefuda.solve.guide import Guide, Position, mix

RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # a rank in all four layers
_RUNNING: Final = (1 << LONGEST_RUN) - 1  # the places of the ranks that make runs
_LOWEST_TOTAL: Final = -(1 << 40)

# The order in which acts are tried.
_HINT: Final = 1 << 20
_PASS_TO_ALLY: Final = 1 << 19
_PASS: Final = -100
_CARD: Final = 4  # on the lead, for each card of a combination,
_UNBEATEN: Final = 10  # for one that no enemy can beat;
_PARTED: Final = 6  # less for each rank of which it leaves cards
_SCORES: Final = 1024  # above every action's number


class DasanPosition(State):
    """The play of a deal with open cards, and nothing else."""

    hands: list[int] = field(4)  # heights
    turn: int = field()
    winning: int = field()  # who played the combination to beat, -1 on the lead
    kind: int = field()
    length: int = field()  # 0 on the lead
    bottom: int = field()  # -1 on the lead
    out: int = field()  # who has emptied his hand, or -1
    players: int = field()
    camp: int = field()  # the seats of the first camp, as bits
    stake: int = field()  # what that camp gets less what the others get if it wins the deal, and the other way about (W16)
    match_won: int = field()  # who wins the match if it does: 1 for the camp, -1 for another, 0 for nobody
    match_lost: int = field()  # and if it does not
    called: int = field()  # the place of the called card where it is in the hand of the seat to act at the first act, else -1


# ---- the position


@rule
def lay(rules: Rules, state: DasanState, position: DasanPosition) -> None:
    """The position of a state in the play or after it."""
    position.players = players(rules)
    position.camp = 0
    for seat in range(4):
        position.hands[seat] = heights(state.hands[seat])
        if in_camp(state, seat):
            position.camp |= 1 << seat
    position.turn, position.winning, position.out = state.turn, state.winning, state.out
    position.kind, position.length, position.bottom = state.kind, state.length, state.bottom
    position.stake = worth_of(rules, state, 0, True)
    position.match_won, position.match_lost = match_after(rules, state, True), match_after(rules, state, False)
    held = state.turn >= 0 and state.called >= 0 and holds(state.hands[state.turn], state.called)
    position.called = place_of(state.called) if held else -1


@rule
def players(rules: Rules) -> int:
    """W1."""
    return 3 if rules.four_player == FourPlayer.off else 4


@rule
def in_camp(state: DasanState, seat: int) -> bool:
    """The landlord, and whoever was dealt the called card (W1)."""
    called = state.called >= 0 and holds(state.hands[seat] | state.laid[seat], state.called)
    return called or seat == state.landlord or seat == state.partner


@rule
def worth_of(rules: Rules, state: DasanState, stakes: int, won: bool) -> int:
    """The deal's value if the landlord's camp wins or loses it."""
    stake = (6 if rules.four_player == FourPlayer.one_vs_three else 4) * state.bid
    return (stake if won else -stake) + match_after(rules, state, won) * stakes


@rule
def match_after(rules: Rules, state: DasanState, won: bool) -> int:
    """Who wins the match with this deal if the landlord's camp wins or loses it: 1 for the camp, -1 for another, 0 for nobody."""
    winner = match_winner(rules, state, won)
    if winner < 0:
        return 0
    return 1 if in_camp(state, winner) else -1


@rule
def match_winner(rules: Rules, state: DasanState, won: bool) -> int:
    """The seat that wins the match with this deal if the landlord's camp wins or loses it, -1 for none (W17)."""
    to_twenty = rules.match == Match.target20
    if to_twenty and state.tally[state.landlord] + payment(rules, state, won, state.landlord) >= TARGET:
        return state.landlord
    return _highest_total(rules, state, won) if state.deals == (LAST_DEAL if to_twenty else rules.deals) else -1


@rule
def _highest_total(rules: Rules, state: DasanState, won: bool) -> int:
    """The only seat that will have the highest total, -1 when several will."""
    best, winner = _LOWEST_TOTAL, -1
    for seat in range(players(rules)):
        total = state.totals[seat] + payment(rules, state, won, seat)
        if total >= best:
            best, winner = total, seat if total > best else -1
    return winner


@rule
def payment(rules: Rules, state: DasanState, won: bool, seat: int) -> int:
    """What a seat gets if the landlord's camp wins or loses the deal (W16)."""
    gain = state.bid if in_camp(state, seat) == won else -state.bid
    alone = seat == state.landlord and rules.four_player != FourPlayer.called_partner
    return gain * (players(rules) - 1) if alone else gain


@rule
def heights(cards: int) -> int:
    """The heights of a set of cards."""
    return places_with(cards, 1) | places_with(cards, 2) << 13 | places_with(cards, 3) << 26 | places_with(cards, 4) << 39


@rule
def layer(hand: int, kind: int) -> int:
    """The places of the ranks of which a hand has at least `kind` cards."""
    return (hand >> (SUIT_SIZE * (kind - 1))) & SUIT


@rule
def without(hand: int, kind: int, length: int, bottom: int) -> int:
    """The heights that are left when a combination has been played."""
    ranks = (((1 << length) - 1) << bottom) * RANK
    for _ in range(kind):
        hand = (hand & ~ranks) | ((hand >> SUIT_SIZE) & ranks)
    return hand


@rule
def higher(hand: int, kind: int, length: int, bottom: int) -> int:
    """The bottoms of a hand's combinations that beat one (W11)."""
    return bottoms(layer(hand, kind), length) & (-2 << bottom)


# ---- whose turn, what is legal, what an act does


@rule
def seat(rules: Rules, position: DasanPosition) -> int:
    """Whose turn it is; the deal is over when a hand is empty (W13)."""
    return position.turn if position.out < 0 else DEAL_DUE


@rule
def legal(rules: Rules, position: DasanPosition, buffer: Buffer) -> int:
    """The game's legal acts in the game's order; after the first act none with the called card, as the camps are known (W11)."""
    hand, called = position.hands[position.turn], position.called
    rest = hand if called < 0 else without(hand, 1, 1, called)
    if position.length == 0:
        found = _leads(rest, buffer)
        return found if called < 0 else _leads_with(hand, called, buffer, found)
    first = combination(position.kind, position.length, 0)
    found = _write(first, higher(rest, position.kind, position.length, position.bottom), buffer, 0)
    if called >= 0:
        beating = higher(hand, position.kind, position.length, position.bottom)
        found = _write(WITH_CALLED + first, beating & _through(called, position.length), buffer, found)
    buffer[found] = PASS
    return found + 1


@rule
def _leads(hand: int, buffer: Buffer) -> int:
    """All combinations of a hand (W14)."""
    found, first = 0, 0
    while hand:
        places = hand & SUIT
        found = _write(first, places, buffer, found)
        begins = bottoms(places, SHORTEST_RUN)
        run, length = first + SUIT_SIZE, SHORTEST_RUN
        while begins:
            found = _write(run, begins, buffer, found)
            run += LONGEST_RUN + 1 - length
            begins &= (places & _RUNNING) >> length
            length += 1
        hand >>= SUIT_SIZE
        first += KIND
    return found


@rule
def _leads_with(hand: int, called: int, buffer: Buffer, found: int) -> int:
    """Writes a hand's combinations with the called card behind what has been found."""
    for kind in range(1, KINDS + 1):
        places = layer(hand, kind)
        found = _write(WITH_CALLED + combination(kind, 1, 0), places & (1 << called), buffer, found)
        for length in range(SHORTEST_RUN, LONGEST_RUN + 1):
            begins = bottoms(places, length) & _through(called, length)
            found = _write(WITH_CALLED + combination(kind, length, 0), begins, buffer, found)
    return found


@rule
def _through(place: int, length: int) -> int:
    """The bottoms of the combinations of so many ranks that have the place among them."""
    return ((2 << place) - 1) & ~((1 << max(place + 1 - length, 0)) - 1)


@rule
def _write(first: int, numbers: int, buffer: Buffer, found: int) -> int:
    """Writes the numbers of a set, counted from `first`, behind what has been found; returns how many that makes."""
    while numbers:
        buffer[found] = first + lowest(numbers)
        found += 1
        numbers &= numbers - 1
    return found


@rule
def play(rules: Rules, position: DasanPosition, action: int) -> None:
    """Plays a combination or passes (W11); then all pass who can't beat what lies there, until somebody can or leads (W12)."""
    position.called = -1
    if action != PASS:
        _play_cards(position, action)
    while position.out < 0:
        position.turn = (position.turn + 1) % position.players
        if position.turn == position.winning:
            position.kind, position.length, position.bottom, position.winning = 0, 0, -1, -1
            return
        if higher(position.hands[position.turn], position.kind, position.length, position.bottom):
            return


@rule
def _play_cards(position: DasanPosition, action: int) -> None:
    """A combination becomes the one to beat; an empty hand ends the deal (W13)."""
    player = position.turn
    position.kind, position.length, position.bottom = kind_of(action), length_of(action), bottom_of(action)
    position.hands[player] = without(position.hands[player], position.kind, position.length, position.bottom)
    position.winning = player
    if position.hands[player] == 0:
        position.out = player


POSITION: Final = Position(DasanPosition, lay, seat, legal, play, lasting=True)


# ---- what it is worth


@rule
def first(rules: Rules, position: DasanPosition, seat: int) -> bool:
    """Whether the seat is the landlord's or his partner's."""
    return holds(position.camp, seat)


@rule
def worth(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """Nothing before the deal is over; then what it pays."""
    if position.out < 0:
        return 0
    return _won(position, stakes) if holds(position.camp, position.out) else _lost(position, stakes)


@rule
def _won(position: DasanPosition, stakes: int) -> int:
    return position.stake + position.match_won * stakes


@rule
def _lost(position: DasanPosition, stakes: int) -> int:
    return position.match_lost * stakes - position.stake


@rule
def least(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """The deal lost, unless the seat to act is of the first camp and sure to go out."""
    won = holds(position.camp, position.turn) and goes_out(position)
    return _won(position, stakes) if won else _lost(position, stakes)


@rule
def most(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """The deal won, unless the seat to act is of the other camp and sure to go out."""
    lost = not holds(position.camp, position.turn) and goes_out(position)
    return _lost(position, stakes) if lost else _won(position, stakes)


@rule
def enemies(position: DasanPosition) -> int:
    """The heights of the other camp's hands, laid over one another."""
    found = 0
    for player in range(position.players):
        if holds(position.camp, player) != holds(position.camp, position.turn):
            found |= position.hands[player]
    return found


@rule
def goes_out(position: DasanPosition) -> bool:
    """Whether the seat to act can go out by combinations of which no enemy can beat any but the last; false where unsure."""
    hand, others = position.hands[position.turn], enemies(position)
    if position.length == 0:
        return empties(hand, others)
    beating = higher(hand, position.kind, position.length, position.bottom)
    if count(hand) == position.kind * position.length:
        return beating != 0
    safe = beating & ~_below(bottoms(layer(others, position.kind), position.length))
    return safe != 0 and empties(without(hand, position.kind, position.length, lowest(safe)), others)


@rule
def empties(hand: int, others: int) -> bool:
    """Whether others can beat at most one of the ranks of a hand, each played whole, and perhaps one run: that goes last."""
    return _few(beaten(hand, others)) or _empties_by_run(hand, others, 1) or _empties_by_run(hand, others, 2)


@rule
def _empties_by_run(hand: int, others: int, kind: int) -> bool:
    """The same with one of the longest runs of a kind."""
    places = layer(hand, kind) & _RUNNING
    begins = bottoms(places, SHORTEST_RUN)
    while begins:
        bottom = lowest(begins)
        length = lowest(~(places >> bottom))
        rest = beaten(without(hand, kind, length, bottom), others)
        if rest == 0 or (_few(rest) and higher(others, kind, length, bottom) == 0):
            return True
        begins &= -1 << (bottom + length)
    return False


@rule
def beaten(hand: int, others: int) -> int:
    """The places of a hand's ranks that others can beat when all cards of the rank are played."""
    places = 0
    for _ in range(KINDS):
        places |= hand & ~(hand >> SUIT_SIZE) & SUIT & _below(others & SUIT)
        hand >>= SUIT_SIZE
        others >>= SUIT_SIZE
    return places


@rule
def _few(places: int) -> bool:
    """Whether the set has at most one place."""
    return places & (places - 1) == 0


@rule
def _below(places: int) -> int:
    """All places below the highest one of a set."""
    places |= places >> 1
    places |= places >> 2
    places |= places >> 4
    return (places | places >> 8) >> 1


# ---- what still matters, and what to try first


@rule
def key(rules: Rules, position: DasanPosition) -> int:
    """The hands by ranks that still matter, what is to be beaten, whose turn it is, what the deal pays to whom.

    Ranks that nobody holds are left out; of some of them in a row one stays while somebody has a run that it might part.
    """
    held, runs = 0, 0
    for player in range(position.players):
        held |= position.hands[player] & SUIT
        runs |= bottoms(position.hands[player] & SUIT, SHORTEST_RUN)
    first, second, third, fourth = 0, 0, 0, 0
    rank, reach, end, gap = 0, 0, 0, True
    for place in range(SUIT_SIZE):
        if place == LONGEST_RUN and runs != 0:
            end = rank
        if holds(held, place):
            first |= ((position.hands[0] >> place) & RANK) << rank
            second |= ((position.hands[1] >> place) & RANK) << rank
            third |= ((position.hands[2] >> place) & RANK) << rank
            fourth |= ((position.hands[3] >> place) & RANK) << rank
            rank += 1
            gap = False
        elif not gap and runs != 0 and place < LONGEST_RUN:
            rank += 1
            gap = True
        if place == position.bottom:
            reach = rank
    table = position.turn | (position.winning + 1) << 4 | position.kind << 8 | position.length << 12 | reach << 16 | end << 20
    pays = position.stake << 24 | (position.match_won + 1) << 30 | (position.match_lost + 1) << 32 | position.camp << 34
    return mix(mix(mix(mix(mix(0, table | pays), first), second), third), fourth)


@rule
def order(rules: Rules, position: DasanPosition, acts: Buffer, found: int, hint: int) -> int:
    """Large combinations of low ranks first, unbeaten ones the more so; a pass last, but first where an ally's cards lie."""
    hand, others = position.hands[position.turn], enemies(position)
    ally = position.length > 0 and holds(position.camp, position.winning) == holds(position.camp, position.turn)
    for at in range(found):
        act = acts[at]
        if act == hint:
            score = _HINT
        elif act == PASS:
            score = _PASS_TO_ALLY if ally else _PASS
        else:
            score = _promise(hand, others, act, position.length == 0)
        _insert(acts, at, score * _SCORES + act)
    for at in range(found):
        acts[at] &= _SCORES - 1
    return found


@rule
def _insert(acts: Buffer, at: int, entry: int) -> None:
    """Puts an entry among those before it, the highest first."""
    while at > 0 and acts[at - 1] < entry:
        acts[at] = acts[at - 1]
        at -= 1
    acts[at] = entry


@rule
def _promise(hand: int, others: int, act: int, lead: bool) -> int:
    """How soon a combination is to be tried."""
    kind, length, bottom = kind_of(act), length_of(act), bottom_of(act)
    parted = count((((1 << length) - 1) << bottom) & layer(hand, kind + 1)) if kind < KINDS else 0
    score = -bottom - _PARTED * parted
    if not lead:
        return score
    return score + _CARD * kind * length + (_UNBEATEN if higher(others, kind, length, bottom) == 0 else 0)


GUIDE: Final = Guide(first, worth, least, most, key, order)


# ---- claims


@rule
def deal_won(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """What a claim is about: 1 for a deal that the first camp has won, -1 for one that it has lost (W13)."""
    if position.out < 0:
        return 0
    return 1 if holds(position.camp, position.out) else -1


@rule
def deal_lost_yet(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """The deal may still be lost."""
    return -1 if position.out < 0 else 0


@rule
def deal_won_yet(rules: Rules, position: DasanPosition, stakes: int) -> int:
    """The deal may still be won."""
    return 1 if position.out < 0 else 0


CLAIM: Final = Guide(first, deal_won, deal_lost_yet, deal_won_yet, key, order)
