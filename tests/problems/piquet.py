"""Piquet problems. Seat 0 is elder and has led to the first trick, seat 1 is younger."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from problems import Problem
from tefuda.core.cards import members, read, set_of, suit_cards, suit_of
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.games.piquet import (
    AU_CENT,
    CARTE,
    COURTS,
    DONE,
    DRAW,
    NO_POINT,
    PACK,
    SEQUENCE,
    SET,
    Stage,
    discard_of,
    point_value,
    run_size,
    run_top,
)
from tefuda.sim.deal import worlds

PIQUET: Final = GAMES["piquet"]
TRIES: Final = 3_000
DRAWS: Final = 60  # of one trick, before the line is given up
WORLDS: Final = 200  # in which a declaration is proven
COURSES: Final = 5  # of a deal in each of them

Line = list[tuple[int, list[int]]]


class NoWayThereError(Exception):
    """No play of the other cards was found that leads to the ending."""


def ending(
    elder: str,
    younger: str,
    laid: tuple[str, str],
    turn: int = 0,
    trick: str = "",
    *,
    tricks: tuple[int, int] | None = None,
    before: tuple[str, str] | None = None,
    declare: bool = False,
    totals: tuple[int, int] = (0, 0),
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """The ending with these hands, these cards laid away by each, perhaps a lead on the table, and `turn` to act.

    All other cards have been played: in the order of `before`, elder's and younger's, or as chance finds it, with so many
    tricks for each. Nobody has declared anything, or with `declare` everybody all he could. `totals` are those before the deal.
    """
    rules, chance = PIQUET.read_rules(options), random.Random(seed)
    kept, leader = [_set(elder), _set(younger)], turn if not trick else 1 - turn
    kept[leader] |= _set(trick)
    away = [_set(laid[0]), _set(laid[1])]
    for _ in range(TRIES):
        rest = PACK & ~(kept[0] | kept[1] | away[0] | away[1])
        line = _given(before) if before else _line_to(kept, leader, rest, chance)
        had = [kept[seat] | set_of(cards[seat] for _, cards in line) for seat in range(2)]
        drawn = [_drawn(had[seat], away[seat], chance) for seat in range(2)]
        if not (line and all(drawn[seat].bit_count() == away[seat].bit_count() for seat in range(2))):
            continue
        state = _dealt(rules, had, away, drawn, totals)
        if not _declared(rules, state, away, declare):
            continue
        _play_line(rules, state, line)
        if tricks and tuple(state.tricks) != tricks:
            continue
        for word in trick.split():
            _act(rules, state, read(word))
        return state
    raise NoWayThereError(elder, younger)


def after_carte(options: Mapping[str, Any]) -> Any:
    """An ending in which younger has shown a carte blanche and then drawn three court cards; elder is to lead from 7C and KD."""
    rules, line = PIQUET.read_rules(options), _given(CARTE_PLAYED)
    kept, away, drawn = ([_set(words) for words in row] for row in (("7C KD", "8H AD"), CARTE_LAID, CARTE_DRAWN))
    had = [kept[seat] | set_of(cards[seat] for _, cards in line) for seat in range(2)]
    state = _dealt(rules, had, away, drawn, (0, 0))
    _act(rules, state, CARTE)
    assert _declared(rules, state, away, declare=False)
    _play_line(rules, state, line)
    return state


def _set(words: str) -> int:
    return set_of(map(read, words.split()))


def _given(before: tuple[str, str]) -> Line:
    """The tricks in which the cards fall in this order; elder leads to the first one, who wins to the next."""
    line, leader = Line(), 0
    for cards in zip(*([read(word) for word in row.split()] for row in before), strict=True):
        line.append((leader, list(cards)))
        leader = _winner(leader, cards)
    return line


def _winner(leader: int, cards: Sequence[int]) -> int:
    """Who takes a trick of a card of each seat (P16)."""
    beaten = suit_of(cards[0]) == suit_of(cards[1]) and cards[1 - leader] > cards[leader]
    return 1 - leader if beaten else leader


def _line_to(kept: list[int], leader: int, rest: int, chance: random.Random) -> Line:
    """Tricks that elder begins and that leave the kept cards and the leader; none where chance finds none. Found backwards."""
    hands, line = list(kept), Line()
    while rest:
        found = next(filter(None, (_trick_before(hands, leader, rest, chance) for _ in range(DRAWS))), None)
        if found is None:
            return []
        leader, cards = found
        line.insert(0, found)
        for seat in range(2):
            hands[seat] |= 1 << cards[seat]
            rest ^= 1 << cards[seat]
    return line if leader == 0 else []


def _trick_before(hands: list[int], winner: int, rest: int, chance: random.Random) -> tuple[int, list[int]] | None:
    """One trick that the winner takes and that leaves these hands, drawn at random; None where the draw fails."""
    leader, cards = chance.randrange(2), [0, 0]
    cards[leader] = chance.choice(list(members(rest)))
    suit = suit_cards(suit_of(cards[leader]))
    follows = hands[1 - leader] & suit != 0 or chance.random() < 0.5
    held = [card for card in members(rest ^ 1 << cards[leader]) if bool(suit >> card & 1) == follows]
    if not held:
        return None
    cards[1 - leader] = chance.choice(held)
    return (leader, cards) if _winner(leader, cards) == winner else None


def _drawn(had: int, away: int, chance: random.Random) -> int:
    """Which of a seat's cards it drew, by chance; none where it would have been dealt no court card."""
    cards = list(members(had))
    chance.shuffle(cards)
    drawn = set_of(cards[: away.bit_count()])
    return drawn if (had & ~drawn | away) & COURTS else 0


def _dealt(rules: Any, had: list[int], away: list[int], drawn: list[int], totals: tuple[int, int]) -> Any:
    """The deal, the first of a match, by which each is dealt what he did not draw."""
    hands = [list(members(had[seat] & ~drawn[seat] | away[seat])) for seat in range(2)]
    talon = PACK & ~(had[0] | had[1] | away[0] | away[1])
    pack = [hands[at // 2 % 2][2 * (at // 4) + at % 2] for at in range(24)]
    state: Any = PIQUET.state()
    PIQUET.kernel.start(rules, state, 1)
    state.totals[:] = totals
    PIQUET.kernel.deal(rules, state, pack + [card for cards in (*drawn, talon) for card in members(cards)])
    return state


def _declared(rules: Any, state: Any, away: list[int], declare: bool) -> bool:
    """Brings the deal to the first lead; whether it gets there."""
    _exchange(rules, state, away)
    buffer = [0] * PIQUET.most_legal
    while state.stage in (Stage.DECLARE, Stage.ANSWER, Stage.SHOW):
        legal = buffer[: PIQUET.kernel.legal(rules, state, buffer)]
        silent = [act for act in legal if NO_POINT <= act <= DONE]
        best = max(legal, key=lambda act: _worth(state.hands[state.turn], act))
        _act(rules, state, best if declare or not silent else silent[0])
    return bool(state.stage == Stage.PLAY)


def _exchange(rules: Any, state: Any, away: list[int]) -> None:
    for cards in away:
        for act in (*map(discard_of, members(cards)), DRAW):
            _act(rules, state, act)


def _worth(hand: int, act: int) -> int:
    """By what declarations of one item are compared; anything is better than to say nothing."""
    if NO_POINT <= act <= DONE:
        return 0
    if act < NO_POINT:
        return point_value(hand, act - NO_POINT + 4)
    if act < SEQUENCE:
        return 16 * (3 + act % 2) + (act - SET) % 10 // 2
    return 16 * run_size((act - SEQUENCE) % 84) + run_top((act - SEQUENCE) % 84) % 13


def _play_line(rules: Any, state: Any, line: Line) -> None:
    for leader, cards in line:
        for seat in (leader, 1 - leader):
            _act(rules, state, cards[seat])


def _act(rules: Any, state: Any, act: int) -> None:
    assert not PIQUET.kernel.refusal(rules, state, act), (PIQUET.say(rules, state, act), state)
    PIQUET.kernel.play(rules, state, act)


# ---- the play

ACE_AND_SEVEN: Final = ("AS 7H", "KS 8H", ("7S 8S 9S TS 7D", "7C 8C 9C"))
SEVEN_AND_KING: Final = ("7C KD", "8H AD", ("7S 8S 9S TS 7D", "9C 8C TC"))
FORK: Final = ("AS QS 7H", "KS JS 8H", ("7S 8S 7D 8D 7C", "TS 9H TH"))
QUEEN_AND_SEVEN: Final = ("QS 7H", "8H 8S", ("7C 9C TH JD", "8C KH 7S TS"))
PIQUE_CARDS: Final = ("AS QS 7H", "KS JS 8H", ("AD QD JD TS 9S", "AC KC QC"))
PIQUE_PLAYED: Final = ("JC TC 9C 8C 7C AH KH JH KD", "9D 8D 7D 8S 7S QH TH 9H TD")
LEFTOVERS: Final = ("7H 8C", "QD 9C", ("QS TS 8S 7D 7C", ""))
LEFTOVERS_PLAYED: Final = ("JH JD QC KD QH AC TC 8H KC AD", "TH 9D JC 8D AH JS KS AS 9S TD")
CARTE_LAID: Final = ("7S 8S 9S TS 7D", "TC 9C 8C")
CARTE_DRAWN: Final = ("AS KS QS JS KH", "QH JH JC")
CARTE_PLAYED: Final = ("AS KS QS JS KH AC KC QC JD QD", "9H 7H 8D JC AH QH JH TH TD 9D")
TWO_POINTS: Final = ("7C TD", "JD 7H", ("TS 8S QH JH 7S", "AC TC 9C"))
TWO_POINTS_PLAYED: Final = ("AS KS QS JS KC KH QC 8C 7D AD", "9S 8D 9D KD JC AH TH 9H 8H QD")
THREE_SPADES: Final = ("8H AS 7H JH", "8S 8D TS 9S", ("QS 9D 8C KS 9H", "7C JS QD"))

TRICKS: Final = [
    Problem(
        "the seventh trick first",
        ("P16", "P18"),
        "Six tricks are home, and the ace of spades is the seventh, worth ten for the cards, if it is led now. After 7H the "
        "younger may win and lead another suit, and the ace can only be thrown on it.",
        {},
        ending(*ACE_AND_SEVEN, tricks=(6, 4), seed=0),
        ("AS",),
    ),
    Problem(
        "cash the heart before the king is lost",
        ("P16", "P17"),
        "Elder has shown AS and 7H. The eight of hearts wins a trick if it is led now; after KS elder has the lead, and "
        "although 8H still takes 7H, elder has scored for one lead more.",
        {},
        ending(*ACE_AND_SEVEN, 1, tricks=(6, 4), declare=True, seed=0),
        ("8H",),
    ),
    Problem(
        "a seven that nobody can follow",
        ("P16", "P18"),
        "The younger has shown that he has no club: the seven of clubs is a sure trick, the seventh. The king of diamonds "
        "loses to the ace, and then the seven is thrown on the last lead.",
        {},
        ending(*SEVEN_AND_KING, tricks=(6, 4), seed=0),
        ("7C",),
    ),
    Problem(
        "the king before the seven",
        ("P16", "P18"),
        "The same cards, but the younger may have clubs. The king of diamonds is beaten by the ace alone, the seven of clubs "
        "by every other club: of the two the king is likelier to be the seventh trick.",
        {},
        ending(*SEVEN_AND_KING, tricks=(6, 4), seed=2),
        ("KD",),
        on_average=True,
    ),
    Problem(
        "against the capot keep what can win",
        ("P16", "P18"),
        "Elder has taken nine tricks and leads the ace of spades; one trick saves 30 points. Only the ace of hearts could beat "
        "KH and it is gone, QD is beaten by AD alone, and 7C by every other club that is out: the seven goes.",
        {},
        ending("JH TD", "KH QD 7C", ("AD 9H 8C 9C TC", "8S 8H 9D"), 1, "AS", tricks=(9, 0), seed=0),
        ("7C",),
    ),
    Problem(
        "two more leads make the pique",
        ("P17", "P20"),
        "Elder has 28, the younger nothing. The ace of hearts can't be beaten: it makes 29, and the next lead, whatever "
        "becomes of it, 30 and 30 more. Any other lead may lose the trick, and the younger's first point ends all hope of it.",
        {},
        ending(
            "AH 9H 8H KD 8D 7C",
            "KH QH JH AD QD AC",
            ("7S 7H 7D 8C 9C", "QC JD TH"),
            before=("AS KS QS JS TS 9S", "8S TC JC 9D TD KC"),
            declare=True,
        ),
        ("AH",),
        on_average=True,
    ),
    Problem(
        "let the younger lead into the fork",
        ("P16", "P17"),
        "The younger has shown KS and JS and holds one card more. If the ace is led, the king is good afterwards. 7H gives him "
        "the lead at the price of one trick, if his last card is a higher heart at all, and then he must lead from king and "
        "jack into ace and queen.",
        {},
        ending(*FORK, declare=True, seed=5),
        ("7H",),
    ),
    Problem(
        "let elder lead into the fork",
        ("P16", "P17"),
        "The same fork in the younger's hand: elder has shown KS and JS. Whenever his third card is a higher heart, the seven "
        "makes him lead from king and jack; the ace would make his king good.",
        {},
        ending("KS JS 8H", "AS QS 7H", ("TS 9H TH 9D 8D", "7S 8S 7D"), 1, declare=True, seed=27),
        ("7H",),
    ),
    Problem(
        "two leads win the game at 98 to 99",
        ("P17", "P22"),
        "The fork again, au cent. At 98 elder needs two points and the younger, at 99, one. The ace wins and scores, and the "
        "next lead is the hundredth point, before the younger can win a trick. 7H to a higher heart would lose the game at "
        "once.",
        {"match": "au_cent"},
        ending(*FORK, declare=True, seed=5, totals=(91, 79), options={"match": "au_cent"}),
        ("AS",),
    ),
    Problem(
        "the queen before the seven",
        ("P16", "P17"),
        "The younger holds the eight of spades for certain and one card more, perhaps a higher heart. The queen wins and "
        "scores, and so does the lead of the seven. Seven first, and he may win it, score for that and for leading the eight "
        "of spades.",
        {},
        ending(*QUEEN_AND_SEVEN, declare=True, seed=368),
        ("QS",),
    ),
    Problem(
        "the queen after the seven",
        ("P17", "P19"),
        "The same cards where the last trick scores one more. If the younger wins the seven he must lead his eight of spades "
        "to the queen: she takes the last trick, which would be his if she were led first.",
        {"last_trick_bonus": 1},
        ending(*QUEEN_AND_SEVEN, declare=True, seed=368, options={"last_trick_bonus": 1}),
        ("7H",),
    ),
    Problem(
        "the eight of diamonds while it may win",
        ("P16", "P17"),
        "Elder holds the ace of spades. Of diamonds only the nine beats the eight, and in most worlds it lies elsewhere: then "
        "8D is a trick if it is led now. Any spade loses the lead for good.",
        {},
        ending(*THREE_SPADES, 1, declare=True, seed=702),
        ("8D",),
    ),
    Problem(
        "the ten where low leads score nothing",
        ("P17",),
        "The same cards where nines, eights and sevens that are led score nothing. The eight of diamonds would score nothing "
        "even if it won; the ten scores by its lead alone, and after the ace elder may never let the younger in again.",
        {"leads_789": 0},
        ending(*THREE_SPADES, 1, declare=True, seed=702, options={"leads_789": 0}),
        ("TS",),
    ),
    Problem(
        "any lead makes the pique: into the fork",
        ("P12", "P17", "P20"),
        "Five for J T 9 8 7 of clubs, fifteen for their sequence and nine tricks: elder has 29, the younger nothing, so any lead "
        "makes 30 and the pique. All cards are known, as the younger has shown that he has no club. After 7H he must lead "
        "from king and jack: three points to two. After AS it is two to two.",
        {},
        ending(*PIQUE_CARDS, before=PIQUE_PLAYED, declare=True),
        ("7H",),
    ),
    Problem(
        "a pique from 31 takes two leads",
        ("P20", "PA1"),
        "The same cards, but 31 are needed. The ace wins and makes 30, and the next lead 31, whatever becomes of it. After 7H the "
        "younger scores before elder can lead again.",
        {"pique_threshold": 31},
        ending(*PIQUE_CARDS, before=PIQUE_PLAYED, declare=True, options={"pique_threshold": 31}),
        ("AS",),
    ),
    Problem(
        "a point of 44 that scores four takes two leads",
        ("P12", "P20"),
        "The same cards, but J T 9 8 7 are 44 and score only four. Elder has 28, the ace makes 29 and the next lead 30.",
        {"point_four_less": True},
        ending(*PIQUE_CARDS, before=PIQUE_PLAYED, declare=True, options={"point_four_less": True}),
        ("AS",),
    ),
    Problem(
        "the eight of clubs while the talon is hidden",
        ("P8", "P16"),
        "The younger has drawn nothing. He holds two of QD 9C 7S KH 9H; two of the five beat the seven of hearts, only the nine "
        "of clubs beats the eight.",
        {},
        ending(*LEFTOVERS, before=LEFTOVERS_PLAYED),
        ("8C",),
        on_average=True,
    ),
    Problem(
        "the seven of hearts after a look at the talon",
        ("P8", "P16"),
        "The same cards, but elder has seen 7S KH 9H in the talon. So the younger holds QD and 9C: the seven wins, and the eight "
        "led first does not.",
        {"leftover_talon": "shown"},
        ending(*LEFTOVERS, before=LEFTOVERS_PLAYED, options={"leftover_talon": "shown"}),
        ("7H",),
    ),
    Problem(
        "a hand that lies open",
        ("P5", "P16", "P18"),
        "The younger has shown a carte blanche, and what he holds of it stays open: AD and 8H. So the king of diamonds is lost and "
        "the seven of clubs a sure trick, the seventh.",
        {},
        after_carte({}),
        ("7C",),
    ),
    Problem(
        "a hand that was shown and taken back",
        ("PA5", "P16", "P18"),
        "The same cards, but the younger has taken his hand back, and has laid three of AD 8H TC 9C 8C away since. The king is "
        "beaten by the ace alone, two cases in five, the seven by any of three clubs, nine in ten.",
        {"carte_blanche_open": "flash"},
        after_carte({"carte_blanche_open": "flash"}),
        ("KD",),
        on_average=True,
    ),
    Problem(
        "the jack was shown with the point",
        ("P11", "P16", "P18"),
        "The younger has shown K Q J 9 8 of diamonds as his point, and the jack has not been played: it beats the ten. His other "
        "card is one of 7H AC TC 9C, so the seven of clubs may be the seventh trick.",
        {},
        ending(*TWO_POINTS, before=TWO_POINTS_PLAYED, declare=True),
        ("7C",),
    ),
    Problem(
        "a point of five, nobody knows which",
        ("PA8", "P16", "P18"),
        "The same cards, but elder has heard no more than 'five': K Q J 9 8 of diamonds with the jack, or A T 9 8 7 of hearts with "
        "the seven. Of the seven hands that have one of the two, four have the jack, and six have a club.",
        {"disclosure": "verbal"},
        ending(*TWO_POINTS, before=TWO_POINTS_PLAYED, declare=True, options={"disclosure": "verbal"}),
        ("TD",),
        on_average=True,
    ),
]

# ---- the declarations, where a game au cent is won by one of them


def declaring(elder: str, younger: str, laid: tuple[str, str], acts: str, totals: tuple[int, int]) -> Any:
    """A game au cent at these totals, after the exchange that leaves these hands, and these acts; with nothing laid, before it."""
    rules, chance = PIQUET.read_rules({"match": "au_cent"}), random.Random(1)
    had, away = [_set(elder), _set(younger)], [_set(laid[0]), _set(laid[1])]
    state = _dealt(rules, had, away, [_drawn(had[seat], away[seat], chance) for seat in range(2)], totals)
    if any(laid):
        _exchange(rules, state, away)
    for words in filter(None, acts.split(", ")):
        _act(rules, state, PIQUET.hear(rules, state, words))
    return state


DECLARATIONS: Final = [
    Problem(
        "the point wins before anything else is looked at",
        ("P12", "P22"),
        "Au cent, 94 to 97. Six spades are worth 57; of no other suit can the younger hold more than five cards. So the point "
        "is good, and its six make the hundred. Without it the younger scores his own point, at least three, and wins.",
        {"match": "au_cent"},
        declaring(
            "AS KS QS TS 9S 7S AH KH AD KD AC KC",
            "QH JH TH 9H QD JD TD 9D QC JC TC 8S",
            ("7H 8H 7D 8D 7C", "JS 8C 9C"),
            "",
            (94, 97),
        ),
        ("point S",),
    ),
    Problem(
        "four aces before three kings",
        ("P14", "P22"),
        "Au cent, 86 to 97. Nobody beats four aces, and their 14 make the hundred. Three kings may be beaten by four queens, "
        "jacks or tens, which would win the game for the younger.",
        {"match": "au_cent"},
        declaring(
            "AS KS 9S 7S AH KH 8H AD KD 8D AC 7C",
            "QS JS TS QH JH TH QD JD TD QC JC TC",
            ("7H 9H 7D 9D 8C", "KC 8S 9C"),
            "no point, no point, no sequence, no sequence",
            (86, 97),
        ),
        ("set A 4",),
    ),
    Problem(
        "the better point keeps elder from the hundred",
        ("P11", "P12", "P22"),
        "Au cent, elder has 95 and has declared a point of five. If it is good, he has won. Six hearts beat it.",
        {"match": "au_cent"},
        declaring(
            "AS KS QS JS 9S AD KD QD AC KC 9C 8C",
            "AH KH QH JH 9H 8H TD 9D TC JC TS 8S",
            ("7S 7H 7D 7C 8D", "TH JD QC"),
            "point S",
            (95, 60),
        ),
        ("point H",),
    ),
    Problem(
        "show the carte blanche for the hundred",
        ("P4", "P22"),
        "Au cent, 91 to 97. Ten points for a hand without a court card make the hundred before anything else counts; the "
        "younger needs three.",
        {"match": "au_cent"},
        declaring(
            "AS TS 9S 8S AH 9H 8H AD TD 7D 9C 8C",
            "KS QS JS KH QH JH KD QD JD KC QC JC",
            ("", ""),
            "",
            (91, 97),
        ),
        ("carte",),
    ),
]

PROBLEMS: Final = [*TRICKS, *DECLARATIONS]


# ---- such a declaration is proven by what it brings at once


def proven_declaration(problem: Problem) -> None:
    """In every world tried the best act wins the game whatever is answered, or all others lose it at once; and they can lose it."""
    rules = PIQUET.read_rules(problem.rules)
    seat = problem.state.turn
    best = PIQUET.hear(rules, problem.state, problem.best[0])
    tried = list(worlds(PIQUET, rules, cut(problem.state, seat), seat, WORLDS, 3))
    others = [act for act in _legal(rules, problem.state) if act != best]
    assert others
    assert len(tried) == WORLDS
    if all(_winner_after(rules, world, best) == {seat} for world in tried):
        assert all(any(_can_lose(rules, world, act, seat) for world in tried) for act in others)
    else:
        assert all(_winner_after(rules, world, act) == {1 - seat} for world in tried for act in others)
        assert all(1 - seat not in _winner_after(rules, world, best) for world in tried)


def _legal(rules: Any, state: Any) -> list[int]:
    buffer = [0] * PIQUET.most_legal
    return buffer[: PIQUET.kernel.legal(rules, state, buffer)]


def _winner_after(rules: Any, world: Any, act: int) -> set[int]:
    """Who has won the game after the act and any answer to it; -1 for nobody yet."""
    after = _after(rules, world, act)
    if after.turn == world.turn or after.game_over:
        return {_game_winner(after)}
    return {_game_winner(_after(rules, after, answer)) for answer in _legal(rules, after)}


def _after(rules: Any, state: Any, act: int) -> Any:
    after = state.copy()
    _act(rules, after, act)
    return after


def _game_winner(state: Any) -> int:
    return -1 if not state.game_over else 0 if state.totals[0] >= AU_CENT else 1


def _can_lose(rules: Any, world: Any, act: int, seat: int) -> bool:
    """Whether one of some random courses of the deal after the act makes the other win the game."""
    for course in range(COURSES):
        state, chance = _after(rules, world, act), random.Random(course)
        while PIQUET.kernel.seat(rules, state) >= 0:
            _act(rules, state, chance.choice(_legal(rules, state)))
        if _game_winner(state) == 1 - seat:
            return True
    return False


PROOFS: Final = {problem.name: proven_declaration for problem in DECLARATIONS}
