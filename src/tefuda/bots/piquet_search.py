"""Piquet's exchange, searched: whole discards, each tried in many deals of the unseen cards (clauses P6 to P15).

All discards of the hand are put in order by what the hands that they leave promise (bots/piquet). The best of them are tried in the
same worlds: the unseen cards are dealt anew, the other player lays away what its hand promises least with, both draw, everything is
declared, and the tricks are played out by a short rule. A world takes microseconds, so that a thousand of them tell discards apart
that differ by a point.
"""

from collections.abc import MutableSequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.bots.piquet import DRAWN, JUDGE, equity, hand_promise, least_missed
from tefuda.bots.sampling import Effort
from tefuda.bots.search import Advice, Skill
from tefuda.core import chance
from tefuda.core.cards import count, highest, lowest, suit_cards, suit_of
from tefuda.core.rule import borrowed, compiled, rule
from tefuda.core.state import tables
from tefuda.games.piquet import (
    CAPOT_POINTS,
    CARDS_POINTS,
    CARTE_POINTS,
    COURTS,
    DISCARD,
    DRAW,
    ELDER_DRAWS,
    HAND,
    ITEMS,
    MOST_TRICKS,
    NINE,
    PACK,
    PIQUE,
    PIQUET,
    POINT_ITEM,
    REPIQUE,
    REPIQUE_FROM,
    SEQUENCE_ITEM,
    TALON,
    TALON_SIZE,
    TEN,
    Carte,
    PiquetState,
    Rules,
    Stage,
    discard_of,
    discarded,
    point_value,
    point_worth,
    run_length,
    run_tops,
    run_worth,
    set_size,
    set_worth,
)
from tefuda.solve.piquet import below

TRIES: Final = 100  # deals of the unseen cards that disagree about a carte blanche, before one is taken as it is
NO_PLAN: Final = -1
CARDS: Final = 32


class Board(NamedTuple):
    """What the search writes on: lists or arrays."""

    plans: Any  # the discards that are tried, as sets of cards
    promises: Any  # what they promise
    choices: Any  # by act less DISCARD: the best discards with that card, or those after which it draws
    chances: Any  # what those promise
    unseen: Any  # the unseen cards in order
    talon: Any  # the talon of a world, its top card first
    away: Any  # what the other lays away in a world, card after card
    values: Any  # (worlds, plans): what the deal is worth to the seat


# ---- the worth of a deal


@rule
def deal_points(rules: Rules, elder: int, younger: int, ahead: int, behind: int) -> tuple[int, int]:
    """What elder and younger score with these twelve cards each; `ahead` and `behind` are points for a carte blanche."""
    ahead, behind, bonus = declared(rules, elder, younger, ahead, behind)
    return played(rules, elder, younger, ahead, behind, bonus)


@rule
def declared(rules: Rules, elder: int, younger: int, ahead: int, behind: int) -> tuple[int, int, int]:
    """The points of both when all is declared, and a repique's points among them (P11 to P15)."""
    bonus = 0
    for item in range(ITEMS):
        mine, theirs = _best(item, elder), _best(item, younger)
        if mine > theirs:
            ahead += _worth(rules, item, elder)
        elif theirs > mine:
            behind += _worth(rules, item, younger)
        if bonus == 0 and ahead >= REPIQUE_FROM and behind == 0:
            bonus = REPIQUE
            ahead += REPIQUE
        if bonus == 0 and behind >= REPIQUE_FROM and ahead == 0:
            bonus = REPIQUE
            behind += REPIQUE
    return ahead, behind, bonus


@rule
def _best(item: int, hand: int) -> int:
    """How strong the best holding of an item is: point, sequence, set (P12 to P14)."""
    best = 0
    if item == POINT_ITEM:
        for suit in range(4):
            best = max(best, point_value(hand, suit))
    elif item == SEQUENCE_ITEM:
        tops = run_tops(hand)
        while tops:
            best = max(best, 16 * run_length(hand, lowest(tops)) + lowest(tops) % 13)
            tops &= tops - 1
    else:
        for rank in range(TEN, 13):
            size = set_size(hand, rank)
            if size >= 3:
                best = max(best, 16 * size + rank)
    return best


@rule
def _worth(rules: Rules, item: int, hand: int) -> int:
    """What the winner of an item scores in it (P12 to P14)."""
    points = 0
    if item == POINT_ITEM:
        for suit in range(4):
            points = max(points, point_worth(rules, count(hand & suit_cards(suit)), point_value(hand, suit)))
    elif item == SEQUENCE_ITEM:
        tops = run_tops(hand)
        while tops:
            points += run_worth(run_length(hand, lowest(tops)))
            tops &= tops - 1
    else:
        for rank in range(TEN, 13):
            size = set_size(hand, rank)
            if size >= 3:
                points += set_worth(size)
    return points


@rule
def played(rules: Rules, elder: int, younger: int, ahead: int, behind: int, bonus: int) -> tuple[int, int]:
    """The points of both after the play (P16 to P20): who leads runs what nothing beats, then plays on his longest suit."""
    mine, theirs, mine_leads, tricks = elder, younger, True, 0
    for trick in range(HAND):
        led = _lead(mine, theirs) if mine_leads else _lead(theirs, mine)
        answer = _answer(theirs, mine, led) if mine_leads else _answer(mine, theirs, led)
        scores = 1 if rules.leads_789 or led % 13 > NINE else 0
        beaten = suit_of(answer) == suit_of(led) and answer > led
        if mine_leads:
            ahead += scores
            mine ^= 1 << led
            theirs ^= 1 << answer
        else:
            behind += scores
            theirs ^= 1 << led
            mine ^= 1 << answer
        if bonus == 0 and behind == 0 and ahead >= rules.pique_threshold:
            bonus = PIQUE
            ahead += PIQUE
        if beaten:
            mine_leads = not mine_leads
        more = (1 if beaten else 0) + (rules.last_trick_bonus if trick == HAND - 1 else 0)
        if mine_leads:
            ahead += more
            tricks += 1
        else:
            behind += more
    if tricks >= MOST_TRICKS:
        ahead += CAPOT_POINTS if tricks == HAND else CARDS_POINTS
    elif HAND - tricks >= MOST_TRICKS:
        behind += CAPOT_POINTS if tricks == 0 else CARDS_POINTS
    return ahead, behind


@rule
def _lead(mine: int, theirs: int) -> int:
    """A card that nothing beats, else the highest of the longest suit."""
    tops = mine & ~below(theirs)
    if tops:
        return lowest(tops)
    best, longest = 0, -1
    for suit in range(4):
        length = count(mine & suit_cards(suit))
        if length > longest:
            best, longest = suit, length
    return highest(mine & suit_cards(best))


@rule
def _answer(mine: int, theirs: int, led: int) -> int:
    """The lowest card that takes the trick; else the lowest of the suit; else the lowest where most are to spare."""
    suit = mine & suit_cards(suit_of(led))
    if suit:
        higher = suit & ~((2 << led) - 1)
        return lowest(higher) if higher else lowest(suit)
    best, most = 0, -100
    for number in range(4):
        cards = mine & suit_cards(number)
        if cards:
            spare = count(cards) - count(theirs & suit_cards(number))
            if spare > most:
                best, most = lowest(cards), spare
    return best


# ---- plans


@rule
def propose(rules: Rules, view: PiquetState, seat: int, most: int, board: Board) -> int:
    """Writes the discards that promise most, best first, and then the best for each legal act that is not among them."""
    gone, hand, elder = view.own_discards[seat], view.hands[seat], seat != view.dealer
    room = (ELDER_DRAWS if elder else view.sizes[TALON]) - count(gone)
    fewest = (1 if elder else rules.younger_min) - count(gone)
    for act in range(DRAW - DISCARD + 1):
        board.choices[act] = NO_PLAN
    found, more = 0, 0
    while True:  # `more` becomes each subset of the hand
        if fewest <= count(more) <= room:
            found = _enter(view, seat, more, most, found, board)
        if more == hand:
            return _complete(found, board)
        more = (more - hand) & hand


@rule
def _enter(view: PiquetState, seat: int, more: int, most: int, found: int, board: Board) -> int:
    """Puts a plan in its place among the best, and among those of its acts; returns how many of the best there are."""
    plan = more | view.own_discards[seat]
    promise = _plan_promise(view, seat, plan)
    _enter_for_acts(more, plan, promise, board)
    place = found
    while place > 0 and board.promises[place - 1] < promise:
        place -= 1
    if place == most:
        return found
    for at in range(min(found, most - 1), place, -1):
        board.promises[at] = board.promises[at - 1]
        board.plans[at] = board.plans[at - 1]
    board.promises[place] = promise
    board.plans[place] = plan
    return min(found + 1, most)


@rule
def _enter_for_acts(more: int, plan: int, promise: float, board: Board) -> None:
    """Takes note of a plan for each act that it may begin with."""
    if more == 0:
        board.choices[DRAW - DISCARD] = plan
        board.chances[DRAW - DISCARD] = promise
    while more:
        act = discard_of(lowest(more)) - DISCARD
        if board.choices[act] == NO_PLAN or promise > board.chances[act]:
            board.choices[act] = plan
            board.chances[act] = promise
        more &= more - 1


@rule
def _complete(found: int, board: Board) -> int:
    """Adds the best plans of acts that are not among the best of all; returns how many plans there are."""
    for act in range(DRAW - DISCARD + 1):
        known = board.choices[act] == NO_PLAN
        for at in range(found):
            known = known or board.plans[at] == board.choices[act]
        if not known:
            board.plans[found] = board.choices[act]
            found += 1
    return found


@rule
def _plan_promise(view: PiquetState, seat: int, plan: int) -> float:
    """What the hand promises that a discard leaves, with the cards to be drawn."""
    kept, theirs = (view.hands[seat] | view.own_discards[seat]) & ~plan, view.shown[1 - seat]
    return DRAWN * count(plan) + hand_promise(kept, PACK & ~view.dealt[seat] & ~theirs, theirs, count(plan))


# ---- worlds


@rule
def try_plans(
    rules: Rules, view: PiquetState, seat: int, stakes: int, most: int, worlds: int, board: Board, stream: MutableSequence[int]
) -> int:
    """Tries the most promising discards of the seat in so many worlds; leaves values on the board and returns how many plans."""
    board = borrowed(board)
    plans, smallest = propose(rules, view, seat, most, board), HAND
    for at in range(plans):
        smallest = min(smallest, count(board.plans[at]))
    for world in range(worlds):
        if seat == view.dealer:
            _try_as_younger(rules, view, seat, stakes, plans, board, board.values[world], stream)
        else:
            _try_as_elder(rules, view, seat, stakes, plans, TALON_SIZE - smallest, board, board.values[world], stream)
    return plans


@rule
def _try_as_elder(
    rules: Rules, view: PiquetState, seat: int, stakes: int, plans: int, room: int, board: Board, values: Any, stream: Any
) -> None:
    """Writes what each plan is worth in a deal of the unseen cards; younger has room for so many after the smallest plan."""
    dealt = _deal_unseen(view, seat, board, stream)
    gone = _lay_away(dealt, view.shown[seat], room, rules.younger_min, board)
    for at in range(plans):
        number = count(board.plans[at])
        least = min(gone, TALON_SIZE - number)
        mine = view.dealt[seat] & ~board.plans[at] | _talon(board, 0, number)
        theirs = dealt & ~_laid_away(board, least) | _talon(board, number, least)
        ahead, behind = deal_points(rules, mine, theirs, _carte(view, seat), _carte(view, 1 - seat))
        values[at] = equity(rules, view, stakes, seat, ahead, behind)


@rule
def _try_as_younger(
    rules: Rules, view: PiquetState, seat: int, stakes: int, plans: int, board: Board, values: Any, stream: Any
) -> None:
    """Writes what each plan is worth in a deal of the unseen cards; elder has drawn."""
    drew, theirs = view.drew[1 - seat], view.shown[1 - seat]
    dealt = _deal_unseen(view, seat, board, stream)
    if theirs == 0:
        _lay_away(dealt, view.shown[seat], drew, drew, board)
        theirs = dealt & ~_laid_away(board, drew) | _talon(board, 0, drew)
    for at in range(plans):
        mine = view.dealt[seat] & ~board.plans[at] | _talon(board, drew, count(board.plans[at]))
        ahead, behind = deal_points(rules, theirs, mine, _carte(view, 1 - seat), _carte(view, seat))
        values[at] = equity(rules, view, stakes, seat, behind, ahead)


@rule
def _carte(view: PiquetState, seat: int) -> int:
    """What a seat has scored for a carte blanche (P4)."""
    return CARTE_POINTS if view.carte[seat] == Carte.DECLARED else 0


@rule
def _deal_unseen(view: PiquetState, seat: int, board: Board, stream: MutableSequence[int]) -> int:
    """Lays the talon on the board as it may have been dealt, its top card first, and returns the other's twelve dealt cards."""
    other, dealt = 1 - seat, view.carte_shown[1 - seat]
    drawn = view.shown[other] & ~dealt if dealt else 0  # by elder whose carte blanche stays open
    unseen, found = PACK & ~view.dealt[seat] & ~dealt & ~drawn, 0
    while unseen:
        board.unseen[found] = lowest(unseen)
        found += 1
        unseen &= unseen - 1
    for _ in range(TRIES):
        chance.shuffle(stream, board.unseen, found)
        if dealt or found < HAND or (_first(board, HAND) & COURTS == 0) == (view.carte[other] != Carte.NONE):
            break
    at = 0 if dealt else HAND
    for place in range(TALON_SIZE):
        if place < count(drawn):
            board.talon[place] = lowest(drawn)
        else:
            board.talon[place] = board.unseen[at]
            at += 1
    return dealt if dealt else _first(board, HAND)


@rule
def _first(board: Board, number: int) -> int:
    """The first of the unseen cards, as a set."""
    cards = 0
    for at in range(number):
        cards |= 1 << board.unseen[at]
    return cards


@rule
def _talon(board: Board, first: int, number: int) -> int:
    """So many cards of the talon from a place on, as a set."""
    cards = 0
    for at in range(first, first + number):
        cards |= 1 << board.talon[at]
    return cards


@rule
def _laid_away(board: Board, number: int) -> int:
    """The first of the cards that the other lays away, as a set."""
    cards = 0
    for at in range(number):
        cards |= 1 << board.away[at]
    return cards


@rule
def _lay_away(hand: int, known: int, most: int, least: int, board: Board) -> int:
    """Writes the cards that the other lays away of its hand, one after the other as bots/piquet does; returns how many."""
    unseen = PACK & ~hand & ~known
    for gone in range(most):
        card = least_missed(hand, unseen, known, gone)
        without = DRAWN + hand_promise(hand & ~(1 << card), unseen, known, gone + 1)
        if gone >= least and without <= hand_promise(hand, unseen, known, gone):
            return gone
        board.away[gone] = card
        hand ^= 1 << card
    return most


# ---- advice


class Search(NamedTuple):
    """How far a level looks in the exchange."""

    plans: int  # so many discards at most, besides those that each act asks for
    worlds: int  # none: discards are as good as they promise to be


def advise(
    search: Search, rules: Rules, view: PiquetState, seat: int, stakes: int, stream: MutableSequence[int]
) -> list[Advice] | None:
    """Every legal act of the exchange, the best one first: what the best discards that begin with it are worth; None elsewhere."""
    if view.stage != Stage.EXCHANGE:
        return None
    board, numbers = _board(search), np.array(stream, np.int64)
    row, records = tables(PiquetState, 1)
    row[0] = view.row()
    plans = compiled(try_plans)(PIQUET.numbers(rules), records[0], seat, stakes, *search, board, numbers)
    stream[:] = map(int, numbers)
    if search.worlds == 0:
        found = [Advice(act, float(board.chances[act - DISCARD]), 0.0) for act in _legal(rules, view)]
    else:
        found = _weighed(_legal(rules, view), board.plans[:plans], board.values[:, :plans], view.own_discards[seat])
    return sorted(found, key=lambda advice: (-advice.points, advice.action))


def _weighed(acts: list[int], plans: Any, values: Any, gone: int) -> list[Advice]:
    """What each act is worth: as much as the best plan that begins with it."""
    means = values.mean(axis=0)
    errors = (values - values[:, [int(means.argmax())]]).std(axis=0) / len(values) ** 0.5
    return [_advice(act, plans, means, errors, gone) for act in acts]


def _legal(rules: Rules, view: PiquetState) -> list[int]:
    buffer = [0] * PIQUET.most_legal
    return buffer[: PIQUET.kernel.legal(rules, view, buffer)]


def _advice(act: int, plans: Any, means: Any, errors: Any, gone: int) -> Advice:
    """The best of the plans that begin with an act."""
    begins = [plan == gone if act == DRAW else bool((plan & ~gone) >> discarded(act) & 1) for plan in map(int, plans)]
    best = max((at for at, fits in enumerate(begins) if fits), key=lambda at: means[at])
    return Advice(act, float(means[best]), float(errors[best]))


@cache
def _board(search: Search) -> Board:
    acts = DRAW - DISCARD + 1
    room = search.plans + acts
    whole: Any = [np.zeros(size, np.int64) for size in (room, acts, CARDS, TALON_SIZE, TALON_SIZE)]
    plans, choices, unseen, talon, away = whole
    return Board(plans, np.zeros(room), choices, np.zeros(acts), unseen, talon, away, np.zeros((search.worlds, room)))


EXPERT: Final = Skill(
    JUDGE, Effort(worlds=8, leaf=10, work=100_000, passed=200), stakes=0, own=partial(advise, Search(plans=1, worlds=0))
)
MASTER: Final = Skill(
    JUDGE, Effort(worlds=40, leaf=24, work=1_000_000, passed=2000), stakes=100, own=partial(advise, Search(plans=32, worlds=800))
)
