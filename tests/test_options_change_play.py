"""Every house rule that can change what is best to do is shown to do so, by two positions with the same cards.

Most are pairs of problems (tests/problems), proven by plain minimax or by what follows in many worlds; tests/test_problems.py lets
the master solve both. Calls, draws and first leads, which no minimax reaches, are decisions here: the master's, by a clear margin.
A new option without an entry fails.
"""

from collections.abc import Mapping, Sequence
from math import hypot
from statistics import fmean
from typing import Any, Final, NamedTuple

import pytest

import dasan_table
import pitch_table
from problems import Problem
from tefuda.bots import advise, bot_for
from tefuda.core import chance
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.games.piquet import PIQUET, PiquetState
from test_piquet_levels import dealt
from test_problems import MODULES

SEEDS: Final = (1, 2, 3)
CLEAR: Final = 2.0  # standard errors
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


class Pair(NamedTuple):
    """Two problems by name: the same cards, and house rules that differ in the option alone."""

    one: str
    other: str


class Decision(NamedTuple):
    """A position, and what is best in it."""

    options: Mapping[str, Any]
    state: Any
    best: tuple[str, ...]


class Decisions(NamedTuple):
    """Two of them with the same cards, and why the option tells them apart."""

    why: str
    one: Decision
    other: Decision


class Unchanged(str):
    """Why an option changes no play."""


# ---- Pitch: calls, trumps and leftovers


def pitch_deal(hands: Sequence[str], acts: str, best: str, rest: str = "", total: int = 0, **options: Any) -> Decision:
    """A first deal after these acts; `best` are acts parted by blanks, `total` is what the last seat's side has."""
    match = pitch_table.Match(**options)
    match.deal(hands, rest, suit="H" if rest else None)
    match.set_totals(0, total)
    match.say(acts)
    return Decision(options, match.table.state, tuple(pitch_table.spoken(best)))


SIX_POINTS: Final = ("AH JH JD X1 X2 TH", "7H 6H", "5H 4H", "8H KH")
STOCK: Final = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS QH 9H 3H 2H AS AC"  # twelve cards for the hands, and the leftovers


def leftovers(best: str, **options: Any) -> Decision:
    """The bidder holds six point cards when six cards are left over: QH 9H 3H 2H among them."""
    return pitch_deal(SIX_POINTS, "bid 6 pass pass pass trump H", best, STOCK, **options)


def dealers_call(hand: str, best: str, total: int = 3, **options: Any) -> Decision:
    """The dealer's call when all others have passed."""
    return pitch_deal(("", "", "", hand), "pass pass pass", best, total=total, points=5, **options)


PITCH_OPTIONS: Final[dict[str, Pair | Decisions | Unchanged]] = {
    "points": Pair("ten for the three", "seven points: three for the ten"),
    "players": Unchanged("it is another deal: no position is one of four and of five players"),
    "dirty": Pair("two away, king kept", "dirty: king away, two kept"),
    "reverse": Decisions(
        "The honours of hearts are the highest trumps, in the reversed order those low spades (TX2).",
        pitch_deal(("AH KH QH 9H 2S 3S 4S 5S 9D", "", "", ""), "bid 6 pass pass pass", "trump H"),
        pitch_deal(("AH KH QH 9H 2S 3S 4S 5S 9D", "", "", ""), "bid 6 pass pass pass", "trump S", reverse=True),
    ),
    "refill_order": Decisions(
        "With six point cards in hand the bidder gives away what is left: each point that he took would cost another one. Where"
        " he must take it, he burns the queen and the nine first, and then two points (TC1, TC5).",
        leftovers("give"),
        leftovers("burn QH burn 9H", refill_order="bidder_last"),
    ),
    "leftover": Decisions(
        "The same cards; where the partner gets the rest in any case, there is nothing to decide before the lead (TC4).",
        leftovers("give"),
        leftovers("AH JH JD X1 X2 TH", leftover="bidder_then_partner"),
    ),
    "burn": Pair("burn a small one, keep the king", "burn the three and set the bid"),
    "made_score": Pair("the points taken are scored: only a set helps", "the bid alone is scored"),
    "defenders_score": Pair("two points take the defenders out", "defenders score nothing: set them"),
    "out_order": Pair("out first: only a set helps", "the higher total wins: the sure point"),
    "moon_at_zero": Decisions(
        "The moon comes home unless the queen or the ten is guarded. It wins the match from zero, or it wins no more than the"
        " points that any bid scores, at the risk of the match (TC7).",
        dealers_call("AH KH JH JD X1 X2 2H 9S 8D", "moon", 0),
        dealers_call("AH KH JH JD X1 X2 2H 9S 8D", "bid 4 bid 5", 0, moon_at_zero="plus_points"),
    ),
    "moon_two": Decisions(
        "All points but the two are the dealer's for certain. Two times in three an opponent plays that, and breaks the moon or"
        " does not (TC6).",
        dealers_call("AH KH QH JH JD X1 X2 TH 9S", "bid 4"),
        dealers_call("AH KH QH JH JD X1 X2 TH 9S", "moon", moon_two="ignored"),
    ),
    "moon_burnt": Pair("seven points in hand, one to burn", "seven points in hand, and a burnt point breaks the moon"),
    "partner_reveal": Pair("whose king is it?", "the king is the partner's"),
    "called_card_first": Pair("the ten under a king that is probably ours", "the called ace must fall now"),
    "jokers": Pair("marked Joker over Joker", "equal Jokers: the first played is higher"),
    "off_two_kept": Pair("the partner's off-two must be won", "the partner's off-two stays"),
    "dead_points": Pair("a dead Joker still takes the ten", "no Joker over the ten"),
    "reverse_off": Pair("reversed: the off-Jack is above the Jack", "reversed: the off-Jack below the Jack"),
    "misdeal_no_faces": Unchanged("it throws deals in before anybody acts; of one that stands it tells no more than that"),
    "min_bid": Decisions(
        "The ace and the two are two points that nobody can take. The dealer must bid; a made bid scores all that is taken, so"
        " the lowest bid is never worse than another, and 3 is nearly as safe as 2 (TC17, TC9).",
        dealers_call("AH 2H 9S 8S 7D 6D 9C 8C 7C", "bid 4"),
        dealers_call("AH 2H 9S 8S 7D 6D 9C 8C 7C", "bid 2 bid 3", min_bid=2),
    ),
    "target": Pair("out first: only a set helps", "a target out of the bidder's reach"),
    "set_loss": Pair("a set costs the partner as well: the sure trick", "a set costs the bidder alone: all or nothing"),
}


# ---- Da San: bids


def dasan_deal(
    hands: Sequence[str], acts: str, best: str, begun: int = 1, totals: Sequence[int] = (0, 0, 0), **options: Any
) -> Decision:
    """The deal of that number of a match after these acts; `best` are acts parted by commas."""
    match = dasan_table.Match(options)
    match.deal(hands, totals=totals)
    match.table.state.deals = begun
    match.act(acts)
    return Decision(options, match.table.state, tuple(dasan_table.pieces(best)))


PAIRS: Final = ("", "6S 6D 7S 7D 8S 8D 9S 9D TS TD JS JD QS QD KS KD")
SINGLES: Final = ("", "4S 4D 5S 6H 7D 8S 8D 9C TC JC QD KC KS AS AD 2S")
GOES_OUT: Final = "3S 3H 3D 3C 2S 2H 2D 2C 5S 6S 7S 8S 9S TS JS"
TWO_THREES: Final = "4H 3S 3D 4S 5D 5S 6C 7S 9C 9S TD JC"


def four_behind(best: str, **options: Any) -> Decision:
    """The ninth deal: seat 1 is eight points behind seat 0, and hasn't much of a hand."""
    return dasan_deal(SINGLES, "bid 1", best, 9, (4, -4, 0), **options)


DASAN_OPTIONS: Final[dict[str, Pair | Decisions | Unchanged]] = {
    "first_lead": Decisions(
        "Eight pairs in a row are out at once when they are led, but they win no round that another has begun (WA1).",
        dasan_deal(PAIRS, "bid 1", "bid 3"),
        dasan_deal(PAIRS, "bid 1", "bid 2", first_lead="opener"),
    ),
    "opener_bid": Decisions(
        "The hand goes out by itself (a problem of its own); the opener bids 3, or what he must (WA2).",
        dasan_deal((f"4H {GOES_OUT}",), "", "bid 1"),
        dasan_deal((f"4H {GOES_OUT}",), "", "bid 3", opener_bid="at_least_1"),
    ),
    "rebid": Decisions(
        "The same hand has passed once, and another has bid 2. It bids 3 if it may bid again (WA3).",
        dasan_deal(("", f"4S {GOES_OUT}"), "bid 1, pass, bid 2, pass", "bid 3"),
        dasan_deal(("", f"4S {GOES_OUT}"), "bid 1, pass, bid 2, pass", "pass", rebid=False),
    ),
    "hole": Pair("pairs against two unknown cards", "no pair for the shown Jacks"),
    "must_dig": Decisions(
        "Two threes and small cards are worth no bid, but with the four of hearts they must bid 4 (WA5).",
        dasan_deal((TWO_THREES,), "", "pass, bid 1", four_player="one_vs_three"),
        dasan_deal((TWO_THREES,), "", "bid 4", four_player="one_vs_three", must_dig=True),
    ),
    "four_player": Pair("low for the landlord: the called card is here", "one against three: high before the landlord"),
    "match": Decisions(
        "In the last deal only a bid of 3 that is won makes up eight points: 2 against 1. In a match to twenty the deal is one"
        " like the others, and the hand loses as landlord (W17).",
        four_behind("bid 3"),
        four_behind("pass", match="target20"),
    ),
    "deals": Decisions(
        "The same where the ninth deal is not the last one (W17).",
        four_behind("bid 3"),
        four_behind("pass", deals=18),
    ),
}


# ---- Piquet: the exchange and the first lead


def exchanging(best: str, **options: Any) -> Decision:
    """Younger is to exchange and has four aces, four kings and Q J T of spades with another queen."""
    _, state = dealt("AS AH AD AC KS KH KD KC QS JS TS QC", younger=True, options=options)
    return Decision(options, state, (best,))


ELDER: Final = "QS TS 7S KH 8H AD KC JC TC 9C 8C 7C"  # with 9S 8S JH 7H 7D laid away
YOUNGER: Final = "AS KS AH QH KD QD JD TD 9D 8D AC QC"  # with JS TH 9H laid away


def first_lead(*best: str, **options: Any) -> Decision:
    """Both have declared all they have; elder is to lead. Each has drawn the last cards of his hand as they are written."""
    rules, state = PIQUET.read_rules(options), PiquetState()
    laid = ("9S 8S JH 7H 7D", "JS TH 9H")
    rows = [[*hand.split()[: 12 - len(away.split())], *away.split()] for hand, away in zip((ELDER, YOUNGER), laid, strict=True)]
    talon = [*ELDER.split()[7:], *YOUNGER.split()[9:]]
    pack = [rows[at // 2 % 2][2 * (at // 4) + at % 2] for at in range(24)] + talon
    PIQUET.kernel.start(rules, state, 1)
    PIQUET.kernel.deal(rules, state, [PIQUET.hear(rules, state, word) for word in pack])
    acts = [f"discard {word}" for word in laid[0].split()] + ["draw"] + [f"discard {word}" for word in laid[1].split()] + ["draw"]
    acts += ["point C", "point D", "sequence JC 5", "sequence KD 6", "no set", "set A 3", "also set Q 3"]
    for words in acts:
        act = PIQUET.hear(rules, state, words)
        assert not PIQUET.kernel.refusal(rules, state, act), words
        PIQUET.kernel.play(rules, state, act)
    return Decision(options, state, best)


PIQUET_OPTIONS: Final[dict[str, Pair | Decisions | Unchanged]] = {
    "pique_threshold": Pair("any lead makes the pique: into the fork", "a pique from 31 takes two leads"),
    "carte_blanche_open": Pair("a hand that lies open", "a hand that was shown and taken back"),
    "younger_min": Decisions(
        "Two quatorzes and no card that is better away: younger draws nothing, or lays the odd queen away where he must (PA15).",
        exchanging("draw"),
        exchanging("discard QC", younger_min=1),
    ),
    "last_trick_bonus": Pair("the queen before the seven", "the queen after the seven"),
    "younger_declares": Decisions(
        "Younger has shown all aces but elder's: the king of clubs would be lost, and a spade costs least. Where he declares after"
        " the lead, elder has not heard of the ace of clubs, and the king opens his suit of six (PA7).",
        first_lead("7S", "TS", "QS"),
        first_lead("KC", younger_declares="after_first_lead"),
    ),
    "disclosure": Pair("the jack was shown with the point", "a point of five, nobody knows which"),
    "tie_rule": Unchanged("a match that starts anew between equals is worth as much to each as a match drawn: nothing"),
    "leads_789": Pair("the eight of diamonds while it may win", "the ten where low leads score nothing"),
    "leftover_talon": Pair("the eight of clubs while the talon is hidden", "the seven of hearts after a look at the talon"),
    "point_four_less": Pair("any lead makes the pique: into the fork", "a point of 44 that scores four takes two leads"),
    "match": Pair("let the younger lead into the fork", "two leads win the game at 98 to 99"),
}


# ---- Quinto


QUINTO_OPTIONS: Final[dict[str, Pair | Decisions | Unchanged]] = {
    "suit_order": Pair("the two of hearts outlives the ace of clubs", "the ace of clubs outlives the two of hearts"),
    "tie_deal": Pair("in a full extra deal the ace waits for trick 12", "in a sudden extra deal no quint for the opponents"),
    "double_scope": Pair(
        "a poor hand keeps the last word to itself", "the last word is free where a double concerns the caller's side alone"
    ),
    "cachette_from": Unchanged("it says which five cards of a shuffled pack stay face down, and nobody has seen either"),
    "tricks_on_quint_finish": Pair("let no quint end a game that is won", "end the game where tricks count all the same"),
}

TABLE: Final = {"dasan": DASAN_OPTIONS, "piquet": PIQUET_OPTIONS, "pitch": PITCH_OPTIONS, "quinto": QUINTO_OPTIONS}
PROBLEMS: Final[dict[str, dict[str, Problem]]] = {
    name: {problem.name: problem for problem in module.PROBLEMS} for name, module in MODULES.items()
}


def entries(kind: type[Any]) -> list[Any]:
    """The entries of a kind, each with its game and option."""
    return [
        pytest.param(game, option, shown, id=f"{game}: {option}")
        for game, options in TABLE.items()
        for option, shown in options.items()
        if isinstance(shown, kind)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_an_entry_and_every_entry_an_option(game: str) -> None:
    assert set(TABLE[game]) == {option.name for option in GAMES[game].options}


def differing(game: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> set[str]:
    """The options in which two sets of house rules differ."""
    rules = [GAMES[game].write_rules(GAMES[game].read_rules(options)) for options in (one, other)]
    return {name for name in rules[0] if rules[0][name] != rules[1][name]}


@pytest.mark.parametrize(("game", "option", "pair"), entries(Pair))
def test_a_pair_of_problems_has_the_same_cards_and_other_best_acts(game: str, option: str, pair: Pair) -> None:
    one, other = (PROBLEMS[game][name] for name in pair)
    assert differing(game, one.rules, other.rules) == {option}
    assert not set(one.best) & set(other.best)
    assert one.state.turn == other.state.turn
    assert one.state.hands[one.state.turn] == other.state.hands[one.state.turn]


@needs_numba
@pytest.mark.parametrize(("game", "option", "decisions"), entries(Decisions))
def test_the_master_decides_otherwise_under_the_other_rule(game: str, option: str, decisions: Decisions) -> None:
    one, other = decisions.one, decisions.other
    assert differing(game, one.options, other.options) == {option}
    assert not set(one.best) & set(other.best)
    assert one.state.turn == other.state.turn
    for decision in (one, other):
        decides(game, decision)


def decides(game_name: str, decision: Decision) -> None:
    """The master does one of the best acts, and thinks them clearly better than all others: in the mean over the seeds."""
    game, rules, state = GAMES[game_name], GAMES[game_name].read_rules(decision.options), decision.state
    view, best = cut(state, state.turn), {GAMES[game_name].hear(rules, state, words) for words in decision.best}
    margins: dict[int, list[tuple[float, float]]] = {}  # for each other act how much less it is worth, and the error, a seed
    for seed in SEEDS:
        assert bot_for("master", game).act(game, rules, view.copy(), state.turn, chance.stream(seed)) in best
        advice = advise(game, rules, view.copy(), state.turn, chance.stream(seed))
        points = max(each.points for each in advice if each.action in best)
        known = next(each for each in advice if each.action in best)
        for each in advice:
            if each.action not in best:
                margins.setdefault(each.action, []).append((points - each.points, max(each.error, known.error)))
    for told in margins.values():
        differences, errors = zip(*told, strict=True)
        assert fmean(differences) > CLEAR * hypot(*errors) / len(told)
