"""The simple Pitch bot: a sound player by rules of thumb. Clauses T1 to TX3 of docs/games/pitch.en.md.

It bids what its hand promises under its best suit, no more, and nothing at all without that suit's ace, king or queen.
In the play it weighs, in points, each card that it may play: what the trick brings its side on average, less what the card is worth
in hand. The numbers were found by playing many thousand deals twice, with the sides changed.
"""

import math
from collections.abc import MutableSequence
from typing import Final

from tefuda.bots.sampling import Effort, Judge
from tefuda.bots.search import Advice, Skill
from tefuda.core.cards import JOKER, NO_SUIT, count, holds, lowest, rank_of
from tefuda.core.game import Buffer, Kernel
from tefuda.core.rule import rule
from tefuda.games.pitch import (
    BID,
    BURN,
    CALL,
    FULL_HAND,
    GIVE,
    MOON,
    MOST_TRUMPS,
    PASS,
    PITCH,
    TAKE,
    TRUMP,
    MoonAtZero,
    MoonTwo,
    PitchState,
    Rules,
    Stage,
    point_cards,
    side_of,
    staying,
    strength,
    trumps,
    worth,
)
from tefuda.solve import pitch as solver

NEVER: Final = -1e9  # less than any weight

# The auction: shares of all points that the bidder's side takes on average (measured with every hand's best suit as trumps).
FOUR_HANDED: Final = 0.44  # without a trump in hand, thanks to the partner and the leftovers
FIVE_HANDED: Final = 0.52  # the same with a called partner
TRUMP_HELD: Final = 0.02  # more for each trump,
TOP_TRUMP: Final = 0.075  # for each trump that no unseen one beats,
HIGH_TRUMP: Final = 0.04  # and for each that one or two beat
SAFE_POINT: Final = 0.63  # in points: more for each point in hand that nobody can take
RISK: Final = 0.4  # the hand must promise so many points more than the lowest bid that can be made
SHUT_OUT: Final = 1.0  # it bids higher than it must, up to so many points less than the hand promises
MOON_FROM: Final = 1.0  # a moon needs a greater share than this

# What others' bids tell of their hands.
DOUBT: Final = 0.6  # in points: how far a player's judgement of his hand may lie from ours
SPREAD: Final = 1.2  # the same of how high he bids
NO_HONOUR: Final = 1.5  # a hand without ace, king and queen promises him so much less
PASSED_OVER: Final = 2.5  # the logarithm of how seldom a higher card that he lacks is not the one called (TF3)
IN_THE_BLIND: Final = math.log(4 / 14)  # of 14 cards four are from the blind (TF1)
DEALT: Final = 9  # cards dealt to a hand, four-handed (T5)
LOG_FACTORIAL: Final = tuple(math.lgamma(number + 1) for number in range(55))

# The trick.
WILLING: Final = 0.8  # how often a player who can beat the best card does
FALLING: Final = 0.75  # how much likelier than chance has it a player adds points

# The cards in hand.
KEPT: Final = 0.35  # what a point in hand brings later, from side to side
POWER: Final = 0.8  # tricks that a card which can't be beaten wins later


@rule
def choose(kernel: Kernel, rules: Rules, view: PitchState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """The act that weighs most, of equals the lowest number; draws nothing from the stream."""
    found = kernel.legal(rules, view, buffer)
    if view.stage == Stage.AUCTION:
        return _bid(rules, view, seat)
    if view.stage == Stage.TRUMP:
        return TRUMP + _best_suit(rules, view.hands[seat])
    if view.stage == Stage.LEFTOVERS:
        return GIVE if count(view.hands[seat] & view.trumps) >= FULL_HAND else TAKE
    best, most = -1, NEVER
    for at in range(found):
        weight = _weight(rules, view, seat, buffer[at])
        if weight > most:
            best, most = buffer[at], weight
    return best


@rule
def _weight(rules: Rules, view: PitchState, seat: int, action: int) -> float:
    """How good an act with a card is, to be compared with the others of its kind."""
    if view.stage == Stage.CALL:
        return float(strength(rules, view.trump, action - CALL))
    if view.stage == Stage.BURN:
        card = action - BURN
        return -1000.0 * worth(rules, view, 1 << card) - strength(rules, view.trump, card)
    return _card_weight(rules, view, seat, action)


# ---- the auction


@rule
def _bid(rules: Rules, view: PitchState, seat: int) -> int:
    """A bid that the hand promises, else a pass; a stuck dealer's minimum (T6, TC17)."""
    suit = _best_suit(rules, view.hands[seat])
    promised = promise(rules, view.hands[seat], suit)
    if promised > MOON_FROM * rules.points and _moon_pays(rules, view, seat, suit):
        return MOON
    least = max(view.bid + 1, BID + rules.min_bid)
    too_high = least > BID + rules.points or promised < least - BID + RISK
    if too_high or view.hands[seat] & _honours(rules, suit) == 0:
        return least if seat == view.dealer and view.bid < 0 else PASS
    if seat == view.dealer:
        return least
    return BID + min(max(least - BID, int(promised - SHUT_OUT)), rules.points)


@rule
def _moon_pays(rules: Rules, view: PitchState, seat: int, suit: int) -> bool:
    """Whether a made moon would win the match, not only bring the side back to 0 (T19, TC7), and no opponent has the two (TC6)."""
    total = view.totals[side_of(rules, seat)]
    wins = total > 0 or (total == 0 and rules.moon_at_zero == MoonAtZero.win)
    two = holds(view.hands[seat], 13 * suit) or rules.dirty or rules.moon_two == MoonTwo.ignored
    return wins and two


@rule
def _honours(rules: Rules, suit: int) -> int:
    """The ace, king and queen of a suit; in the reversed order the two, three and four (TX2)."""
    ranks = 0b111 if rules.reverse else 0b111 << 10
    return ranks << (13 * suit)


@rule
def _best_suit(rules: Rules, hand: int) -> int:
    """The suit that promises most as trumps, of equals the first."""
    best, most = -1, NEVER
    for suit in range(4):
        promised = promise(rules, hand, suit)
        if promised > most:
            best, most = suit, promised
    return best


@rule
def promise(rules: Rules, hand: int, suit: int) -> float:
    """How many points the side takes on average if the suit is trumps."""
    cards = trumps(rules, suit)
    share = FOUR_HANDED if rules.players == 4 else FIVE_HANDED
    safe = 0
    left = hand & cards
    while left:
        card = lowest(left)
        higher = _above(rules, suit, cards & ~hand, strength(rules, suit, card))
        share += TRUMP_HELD + (TOP_TRUMP if higher == 0 else HIGH_TRUMP if higher <= 2 else 0.0)
        if higher == 0 or (card == 13 * suit and not rules.dirty):
            safe += _worth(rules, suit, card)
        left &= left - 1
    return rules.points * share + SAFE_POINT * safe


@rule
def _worth(rules: Rules, suit: int, card: int) -> int:
    """The points of a card if a suit is trumps (T4)."""
    if not holds(point_cards(rules, suit), card):
        return 0
    return 3 if card < JOKER and rank_of(card) == 1 else 1


# ---- the trick


@rule
def _card_weight(rules: Rules, view: PitchState, seat: int, card: int) -> float:
    """What playing the card brings on average, in points from side to side, less what it is worth in hand."""
    unseen = view.trumps & ~view.played & ~view.hands[seat]
    loose = 0 if holds(staying(rules, view), card) else worth(rules, view, 1 << card)
    points = loose + _table_points(rules, view) + _falling(rules, view, seat, unseen)
    win = _win_chance(rules, view, seat, card, unseen)
    return (2.0 * win - 1.0) * points - _worth_in_hand(rules, view, seat, card, unseen, loose)


@rule
def _table_points(rules: Rules, view: PitchState) -> int:
    """The points on the table that go to the winner of the trick (T16)."""
    cards = 0
    for player in range(rules.players):
        if view.trick[player] >= 0:
            cards |= 1 << view.trick[player]
    return worth(rules, view, cards & ~staying(rules, view))


@rule
def _to_come(rules: Rules, view: PitchState, seat: int) -> int:
    """How many players may still play to the trick after the seat."""
    players = 0
    for later in range(1, rules.players):
        player = (seat + later) % rules.players
        if player == view.leader:
            return players
        players += 1 - view.out[player]
    return players


@rule
def _falling(rules: Rules, view: PitchState, seat: int, unseen: int) -> float:
    """The points that players still to come will add, as chance has it."""
    if unseen == 0:
        return 0.0
    loose = worth(rules, view, unseen & ~staying(rules, view))
    return FALLING * _to_come(rules, view, seat) * loose / count(unseen)


@rule
def _win_chance(rules: Rules, view: PitchState, seat: int, card: int, unseen: int) -> float:
    """The chance that the seat's side wins the trick if it plays the card now (T13)."""
    place = strength(rules, view.trump, card)
    mine = place > view.highest
    win = 1.0 if mine or is_friend(rules, view, seat, view.winning) else 0.0
    higher = _above(rules, view.trump, unseen, max(place, view.highest))
    player = seat
    for _ in range(rules.players - 1):
        player = player + 1 if player + 1 < rules.players else 0
        if player == view.leader:
            return win
        beaten = WILLING * _holds_one(rules, view, seat, player, unseen, higher)
        win = win + (1.0 - win) * beaten if is_friend(rules, view, seat, player) else win * (1.0 - beaten)
    return win


@rule
def _above(rules: Rules, trump: int, cards: int, place: int) -> int:
    """How many of the cards are above a place in the order."""
    higher = 0
    while cards:
        if strength(rules, trump, lowest(cards)) > place:
            higher += 1
        cards &= cards - 1
    return higher


@rule
def is_friend(rules: Rules, view: PitchState, seat: int, player: int) -> bool:
    """Whether a player is on the seat's side as far as it knows; a bidder knows no friend before the called card is shown (TF3)."""
    if rules.players == 4:
        return (seat ^ player) & 1 == 0
    bidding = seat == view.bidder or seat == view.partner or holds(view.hands[seat], view.called)
    return bidding == (player == view.bidder or player == view.partner)


@rule
def _holds_one(rules: Rules, view: PitchState, seat: int, player: int, unseen: int, wanted: int) -> float:
    """The chance that a player has one of so many unseen trumps, if all cards in other hands are as likely to be trumps."""
    if wanted == 0 or view.out[player] or view.sizes[player] == 0:
        return 0.0
    cards = 0
    for other in range(rules.players):
        if other != seat and not view.out[other]:
            cards += view.sizes[other]
    none = 1.0
    for _ in range(wanted):
        none *= 1.0 - view.sizes[player] / cards
    return 1.0 - none


# ---- the cards in hand


@rule
def _worth_in_hand(rules: Rules, view: PitchState, seat: int, card: int, unseen: int, loose: int) -> float:
    """What it is worth, from side to side, that the card stays in hand: its own points later, and the trick that it may win."""
    higher = _above(rules, view.trump, unseen, strength(rules, view.trump, card))
    points = worth(rules, view, (unseen | view.hands[seat]) & ~staying(rules, view))
    tricks_left = count(view.hands[seat] & view.trumps)
    return KEPT * loose + 2.0 * POWER * points / (tricks_left * (1.0 + higher))


# ---- the levels


@rule
def likelihood(kernel: Kernel, rules: Rules, world: PitchState, seat: int) -> float:
    """The logarithm of how likely this deal and these bids, trumps and call were where the others' cards lie as in the world."""
    sum_ = 0.0
    bid, player = PASS, world.dealer
    for _ in range(rules.players):
        player = player + 1 if player + 1 < rules.players else 0
        if player != seat and world.bids[player] >= 0:
            sum_ += _bid_likelihood(rules, world, player, bid)
        bid = max(bid, world.bids[player])
    if world.trump == NO_SUIT:
        return sum_
    if world.bidder != seat:
        sum_ += _naming_likelihood(rules, world)
    for player in range(rules.players):
        if player != seat and rules.players == 4:
            sum_ += _ways_to_get(world, player)
    return sum_


@rule
def _bid_likelihood(rules: Rules, world: PitchState, player: int, standing: int) -> float:
    """How likely a bid or pass over the standing bid was with the cards dealt (T6): the nearer to their promise the likelier."""
    hand, best = world.dealt[player], NEVER
    for suit in range(4):
        without = 0.0 if hand & _honours(rules, suit) else NO_HONOUR
        best = max(best, promise(rules, hand, suit) - without)
    least = float(max(standing + 1 - BID, rules.min_bid))
    if standing == PASS and player == world.dealer:
        least = -10.0  # he had to bid
    willing = (best - least - RISK) / DOUBT
    if world.bids[player] == PASS:
        return -_softplus(willing)
    level = float(min(world.bids[player] - BID, rules.points))
    surprise = (level - max(least, best - SHUT_OUT)) / SPREAD
    return -_softplus(-willing) - 0.5 * surprise * surprise


@rule
def _softplus(number: float) -> float:
    """The logarithm of one and the number's exponential."""
    return number + math.log1p(math.exp(-number)) if number > 0.0 else math.log1p(math.exp(number))


@rule
def _naming_likelihood(rules: Rules, world: PitchState) -> float:
    """How likely the bidder was to name these trumps (T8), and to call this card (TF3), with the cards dealt to him."""
    hand, mine, sum_ = world.dealt[world.bidder], 0.0, 0.0
    for suit in range(4):
        each = promise(rules, hand, suit)
        sum_ += math.exp(each / DOUBT)
        if suit == world.trump:
            mine = each / DOUBT
    logarithm = mine - math.log(sum_)
    if world.called < 0:
        return logarithm
    above = _above(rules, world.trump, world.trumps & ~hand, strength(rules, world.trump, world.called))
    if holds(world.hands[world.bidder] | world.shown[world.bidder], world.called):
        logarithm += IN_THE_BLIND
    return logarithm - PASSED_OVER * above


@rule
def _ways_to_get(world: PitchState, player: int) -> float:
    """The logarithm of how many ways led to a hand through deal and refill, as far as worlds drawn evenly don't count them.

    Of its trumps any may have been the dealt ones (T9); whoever took the leftovers has thrown other cards away unseen (TC4).
    """
    held = world.hands[player] & world.trumps
    all_ = count(held | world.shown[player] | world.burnt[player])
    kept = world.kept[player]
    idle = world.sizes[player] - count(held)
    got = idle + world.threw[player] - (DEALT - kept)
    return LOG_FACTORIAL[all_] - LOG_FACTORIAL[all_ - kept] + LOG_FACTORIAL[idle] - LOG_FACTORIAL[got]


@rule
def cards_left(rules: Rules, state: PitchState) -> int:
    """How many trumps are in all hands; 100 before the first lead."""
    if state.stage != Stage.PLAY:
        return 100
    cards = 0
    for player in range(rules.players):
        cards |= state.hands[player]
    return count(cards & state.trumps)


@rule
def beginner(kernel: Kernel, rules: Rules, view: PitchState, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """Plays as `choose` does, but has forgotten what was played before the trick on the table, and who has no trump left."""
    played, out = view.played, 0
    view.played = 0
    for player in range(rules.players):
        if view.trick[player] >= 0:
            view.played |= 1 << view.trick[player]
        out |= view.out[player] << player
        view.out[player] = 0
    act = choose(kernel, rules, view, seat, buffer, stream)
    view.played = played
    for player in range(rules.players):
        view.out[player] = (out >> player) & 1
    return act


@rule
def outcome(rules: Rules, state: PitchState, stakes: int, seat: int) -> int:
    """What a deal that is over has brought a seat's side, counted as a lead: a match won is worth one of its own."""
    gain, lead = 0, 0
    for side in range(2 if rules.players == 4 else rules.players):
        sign = solver.counts_for(rules, state, seat, side)
        gain += sign * state.gains[side]
        lead += sign * (state.totals[side] - state.gains[side])
    return _brought(rules, state, stakes, seat, gain, lead, state.winner if state.stage == Stage.OVER else -1)


@rule
def promised(rules: Rules, state: PitchState, stakes: int, ahead: int, seat: int) -> int:
    """The same where the first camp will take so many points."""
    gain, lead, won = solver.settled(rules, state, ahead, seat)
    return _brought(rules, state, stakes, seat, gain, lead, won)


@rule
def _brought(rules: Rules, state: PitchState, stakes: int, seat: int, gain: int, lead: int, won: int) -> int:
    """A gain where the match goes on; a match won is a lead as long as the way to the target, `stakes` at least."""
    if won < 0 or stakes == 0:
        return gain
    return solver.counts_for(rules, state, seat, won) * max(stakes, rules.target) - lead


def bids_by_rule(rules: Rules, view: PitchState, seat: int, stakes: int, stream: MutableSequence[int]) -> list[Advice] | None:
    """The expert bids as `choose` does, and searches for all the rest."""
    if view.stage != Stage.AUCTION:
        return None
    return [Advice(choose(PITCH.kernel, rules, view, seat, [0] * PITCH.most_legal, stream), 0.0, 0.0)]


JUDGE: Final = Judge(choose, likelihood, cards_left, outcome, promised)
EXPERT: Final = Skill(JUDGE, Effort(worlds=24, leaf=MOST_TRUMPS, work=200_000), stakes=60, own=bids_by_rule)
MASTER: Final = Skill(JUDGE, Effort(worlds=400, leaf=MOST_TRUMPS, work=3_000_000), stakes=60)
