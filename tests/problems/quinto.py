"""Quinto problems. Suits from the top: hearts, diamonds, clubs, spades, their quints worth 20, 15, 10 and 5 (Q12)."""

import random
from collections.abc import Mapping
from typing import Any, Final

from problems import Problem
from tefuda.core.cards import JOKER, members, read, set_of, suit_cards, suit_of
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.games.quinto import PACK, PASS, Stage, strength
from tefuda.sim.deal import worlds

QUINTO: Final = GAMES["quinto"]
CALLS: Final = "pass pass pass pass"
TRIES: Final = 5_000
DRAWS: Final = 60  # of one trick, before the line is given up


class NoWayThereError(Exception):
    """No play of the other cards was found that leads to the ending."""


def ending(
    hands: str,
    cachette: str,
    turn: int = 0,
    trick: str = "",
    *,
    totals: tuple[int, int] | None = None,
    tricks: tuple[int, int] | None = None,
    void: str = "",
    calls: str = CALLS,
    tied: bool = False,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """The ending with these hands, from seat 0 on and parted by bars, this trick on the table and `turn` to act.

    All other cards have been played as the rules allow, in a way that chance finds: with so many tricks to each side, and
    with voids shown such as `1D 3S`, and perhaps others. `calls` are the four of the deal, `totals` the scores of the sides
    in the game, this deal's quints included, which are all of it where nothing is said.
    """
    rules, chance = QUINTO.read_rules(options), random.Random(seed)
    laid = [read(word) for word in trick.split()]
    leader = (turn - len(laid)) % 4
    kept = [set_of(map(read, hand.split())) for hand in hands.split("|")]
    for at, card in enumerate(laid):
        kept[(leader + at) % 4] |= 1 << card
    for _ in range(TRIES):
        line = _line_to(rules, kept, leader, set_of(map(read, cachette.split())), chance)
        state = _played(rules, kept, cachette, calls, tied, line) if line else None
        if state is None or (tricks and tuple(state.tricks) != tricks) or not _shown(state, void):
            continue
        if totals and any(total < quints for total, quints in zip(totals, state.quints, strict=True)):
            continue
        state.totals[:] = totals or state.totals
        for card in laid:
            QUINTO.kernel.play(rules, state, card)
        return state
    raise NoWayThereError(hands)


def _shown(state: Any, void: str) -> bool:
    """Whether the voids, such as `1D`, have been shown."""
    return all(state.void[int(each[0])] >> "SHDC".index(each[1]) & 1 for each in void.split())


def _line_to(rules: Any, kept: list[int], leader: int, cachette: int, chance: random.Random) -> list[tuple[int, list[int]]]:
    """Tricks, each with its leader and a card of each seat, that leave the kept cards and the leader; none where chance finds none.

    They are found backwards: whoever holds the suit led after a trick has followed suit in it.
    """
    hands, line = list(kept), list[tuple[int, list[int]]]()
    rest = PACK & ~cachette & ~(kept[0] | kept[1] | kept[2] | kept[3])
    while rest:
        found = next(filter(None, (_trick_before(rules, hands, leader, rest, chance) for _ in range(DRAWS))), None)
        if found is None:
            return []
        leader, cards = found
        line.insert(0, found)
        for seat, card in enumerate(cards):
            hands[seat] |= 1 << card
            rest ^= 1 << card
    return line


def _trick_before(rules: Any, hands: list[int], winner: int, rest: int, chance: random.Random) -> tuple[int, list[int]] | None:
    """One trick that the winner takes and that leaves these hands, drawn at random; None where the draw fails."""
    leader, cards = chance.randrange(4), [-1] * 4
    led = chance.choice(list(members(rest)))
    if led == JOKER:
        return None
    cards[leader], rest = led, rest ^ 1 << led
    suit = suit_cards(suit_of(led))
    for seat in range(4):
        if seat != leader:
            follows = hands[seat] & suit != 0 or chance.random() < 0.5
            held = [each for each in members(rest) if (suit >> each & 1 or each == JOKER) == follows]
            if not held:
                return None
            cards[seat] = chance.choice(held)
            rest ^= 1 << cards[seat]
    best = max(range(4), key=lambda seat: strength(rules, cards[seat]))
    return (leader, cards) if best == winner else None


def _played(rules: Any, kept: list[int], cachette: str, calls: str, tied: bool, line: list[tuple[int, list[int]]]) -> Any:
    """The state after the deal, the calls and these tricks, each act as the rules allow; None where a quint has ended the deal."""
    hands = [kept[seat] | set_of(cards[seat] for _, cards in line) for seat in range(4)]
    hole = [read(word) for word in cachette.split()]
    state: Any = QUINTO.state()
    QUINTO.kernel.start(rules, state, (line[0][0] + 3) % 4)
    state.tied, state.totals[:] = int(tied), [260 * tied] * 2
    dealt = [list(members(hands[(line[0][0] + step) % 4])) for step in range(4)]
    pack = [dealt[at % 4][at // 4] for at in range(48)]
    QUINTO.kernel.deal(rules, state, pack + hole)
    acts = [QUINTO.hear(rules, state, call) for call in calls.split()]
    acts += [cards[(leader + step) % 4] for leader, cards in line for step in range(4)]
    for act in acts:
        if QUINTO.kernel.seat(rules, state) < 0:
            return None
        assert not QUINTO.kernel.refusal(rules, state, act), (hands, line, act)
        QUINTO.kernel.play(rules, state, act)
    return state if QUINTO.kernel.seat(rules, state) >= 0 else None


# ---- the last trick and the cachette

# Hands and cachette in which seat 2 lacks diamonds: its last card is a spade.
SPADES_LEFT: Final = ("AH 2S|9D|JS|8D", "7D TS JD TD QS")
TWO_TOPS: Final = ("AC 2H|KC QC|JC 8D|TC 7D", "9C 6D 3D 8C 7C")


def level(calls: str) -> Any:
    """10 points lie in a trick that the opponents win, and seat 0 can take either this trick or the two that are left."""
    return ending(*SPADES_LEFT, 0, "QC 5C KC", calls=calls, void="2D")


LAST_TRICKS: Final = [
    Problem(
        "lead the low card, the ace takes the cachette",
        ("Q9", "Q14"),
        "The ace of hearts takes a trick whenever it is played. In trick 12 it takes the cachette as well, two tricks and "
        "whatever quints lie there; played now, it leaves trick 12 to the chance that nobody beats 7S. To lead 7S first costs "
        "something only where the partner would have won the last trick by himself.",
        {},
        ending("AH 7S|KC JC|9D 6S|TC 8S", "4S QS 2C 9S 7C", seed=0),
        ("7S",),
        on_average=True,
    ),
    Problem(
        "the two of hearts outlives the ace of clubs",
        ("Q5", "QA1"),
        "No other heart is left, so in the order hearts, diamonds, clubs, spades the two of hearts can't be beaten and belongs "
        "into trick 12. The ace of clubs falls to any diamond; it may win trick 11 now.",
        {},
        ending(*TWO_TOPS, seed=0),
        ("AC",),
        on_average=True,
    ),
    Problem(
        "the ace of clubs outlives the two of hearts",
        ("Q5", "QA1"),
        "The same cards with clubs on top: now nothing beats the ace of clubs, and any club beats the two of hearts. The ace "
        "is kept for trick 12 and the cachette.",
        {"suit_order": "chds"},
        ending(*TWO_TOPS, seed=0, options={"suit_order": "chds"}),
        ("2H",),
        on_average=True,
    ),
    Problem(
        "undoubled, the five is worth more than a trick",
        ("Q12", "Q15"),
        "AH now takes a trick and 10 points for the five of clubs and gives up trick 12 and the cachette: seat 2 has no "
        "diamond, so it can't beat the opponents' diamonds. 10 points gained and not lost are more than the one trick of 5 "
        "points.",
        {},
        level("pass pass pass pass"),
        ("AH",),
    ),
    Problem(
        "redoubled, a trick is worth more than the five",
        ("Q6", "Q14", "Q15"),
        "The same cards, but each trick counts 20: the two tricks that the ace takes later, trick 12 and the cachette, are "
        "worth more than this one with its 10 quint points.",
        {},
        level("double redouble pass pass"),
        ("2S",),
    ),
]

# ---- quints: give, withhold, take

QUINTS: Final = [
    Problem(
        "give the partner the five",
        ("Q12", "Q13"),
        "The partner's ace of hearts wins the trick whatever the fourth card is. The five of clubs brings 10 points now, and "
        "in trick 12 the nine is as good as the five: no club between them is left.",
        {},
        ending("5C 9C|KC|8H|7D", "4S 7S 8D 9S 2C", 0, "TS AH 3C", seed=1),
        ("5C",),
    ),
    Problem(
        "give the opponents no five",
        ("Q12", "Q13"),
        "An opponent's ace wins. The nine goes; the five may still fall into a trick of the partner's, and no club between the "
        "two is left.",
        {},
        ending("5C 9C|QD|8H|7D", "4S 7S 8D 9S 2C", 0, "TS 3C AH", seed=1),
        ("9C",),
    ),
    Problem(
        "no four under the opponents' ace",
        ("Q8", "Q12"),
        "AD wins and diamonds must be followed. With the four it would be a pair worth 15; the six gives nothing, and alone in "
        "trick 12 the four is worth nothing to anybody.",
        {},
        ending("4D 6D|QD|8H|7D", "4S 7S 8D 9S 2C", 0, "AD 3D 9D", seed=0),
        ("6D",),
    ),
    Problem(
        "a four under the partner's ace",
        ("Q8", "Q12"),
        "The partner's AD wins the trick: now the four makes the pair, 15 points that will not come again.",
        {},
        ending("4D 6D|QD|8H|7D", "4S 7S 8D 9S 2C", 0, "9D AD 3D", seed=0),
        ("4D",),
    ),
    Problem(
        "no two to the opponents' three",
        ("Q8", "Q12"),
        "Two and three of hearts in one trick are 20 points, and the jack of hearts wins it for the opponents. The six follows "
        "suit as well.",
        {},
        ending("2H 6H|QD|8D|7D", "4S 7S 8S 9S 2C", 0, "3H TH JH", seed=0),
        ("6H",),
    ),
    Problem(
        "the Joker instead of following suit",
        ("Q8", "Q10"),
        "A spade was led and 7S could follow, but the Joker may be played at any time: the partner's ace takes 25 points with "
        "it. In trick 12 an opponent might.",
        {},
        ending("X1 7S|QD|8H|7D", "4S 6C 8D 9S 2C", 0, "TS AS 3S", seed=1),
        ("X1",),
    ),
    Problem(
        "the Joker stays at home",
        ("Q8", "Q10"),
        "An opponent's ace wins. 7S follows suit, and the Joker waits for trick 12, which the partner may win.",
        {},
        ending("X1 7S|QD|8H|7D", "4S 6C 8D 9S 2C", 0, "TS 3S AS", seed=1),
        ("7S",),
    ),
    Problem(
        "lead the Joker while the ace is still to come",
        ("Q11", "Q14"),
        "Both opponents are out of hearts, so only the partner may have one. Led now, the Joker loses 25 points and a trick at "
        "worst, and the ace of hearts takes trick 12 with the cachette. After AH the Joker would be led to trick 12 and could "
        "never win it (Q10): 25 points, the trick and the cachette would hang on the partner's last card.",
        {},
        ending("X1 AH|KD QS|QH 6H|7D TS", "4S 8S 8D JS 2C", void="1H 3H", seed=0),
        ("X1",),
        on_average=True,
    ),
    Problem(
        "keep the five from the player behind",
        ("Q9", "Q12"),
        "Third to play on the partner's nine of hearts. The ten is still out, and the last player has not shown a lack of "
        "hearts: it may hold it and take the five. The king wins for certain, and after it the five is safe, as an opponent "
        "with the ten must have followed suit.",
        {},
        ending("5H KH|2S TC|QD|6S", "TH 7S 8D 9S 2C", 0, "9H 3C", seed=1),
        ("KH",),
    ),
]

# ---- the end of a game

SIX_OR_FIVE: Final = ("5S 6S|QD|8H|7D", "4S 7S 8D TS 2C", 0, "3S KS 9S")
LAST_SPADES: Final = ("5S AS|KS|QS|JS", "X1 5H 5D 5C TS", 0, "7S 8S 2H")


def ahead(tricks_on_quint_finish: str) -> Any:
    """The partner wins a trick at 245 points to 60, redoubled and with eight tricks at home."""
    options, calls = {"tricks_on_quint_finish": tricks_on_quint_finish}, "double redouble pass pass"
    return ending(*SIX_OR_FIVE, totals=(245, 60), tricks=(8, 2), calls=calls, options=options, seed=2)


def extra_deal(tie_deal: str) -> Any:
    """An opponent has ruffed a spade trick of the extra deal, and seat 0 must follow with five or ace."""
    return ending(*LAST_SPADES, tied=True, options={"tie_deal": tie_deal}, seed=0)


ENDS: Final = [
    Problem(
        "the five ends the game before the opponents do",
        ("Q13", "Q16"),
        "The five of clubs on the table is worth 10 to the side that takes this trick: to the opponents, at 240, it is the "
        "game. The five of hearts takes the trick, and at 235 its 20 and the 10 are more than enough.",
        {},
        ending("5H 9S|QD|8H|7D", "4S 7S 8D TS 2C", 0, "5C 3C KD", totals=(235, 240), seed=0),
        ("5H",),
    ),
    Problem(
        "take the five that would end the game",
        ("Q16", "Q17"),
        "Doubled, this trick with 10 points and the two later ones are worth the same. But with the five of clubs the "
        "opponents have 250 and the game at once, before any tricks are counted. The ace prevents it, and then the tricks win "
        "the game: 215, 10 and eight tricks of 10 against 240 and five.",
        {},
        ending(*SPADES_LEFT, 0, "QC 5C KC", calls="double pass pass pass", void="2D", totals=(215, 240), tricks=(7, 3)),
        ("AH",),
    ),
    Problem(
        "let no quint end a game that is won",
        ("Q16", "QA4"),
        "At 245, redoubled and with eight tricks, the game can't be lost: the opponents have 60. The five of spades on the "
        "partner's trick would end the deal at once, and no trick would count. After the six, nine tricks of 20 points or more "
        "are counted, unless a later quint of ours does what the five would have done now.",
        {},
        ahead("ignored"),
        ("6S",),
    ),
    Problem(
        "end the game where tricks count all the same",
        ("Q16", "QA4"),
        "The same cards, but tricks already won count when a quint ends the game: nine tricks of 20 for us now, against two. "
        "To go on would put trick 12 and the cachette at risk, which the opponents take in most worlds.",
        {"tricks_on_quint_finish": "counted"},
        ahead("counted"),
        ("5S",),
        on_average=True,
    ),
    Problem(
        "in a full extra deal the ace waits for trick 12",
        ("Q14", "Q18", "QA3"),
        "The trick is lost, spades must be followed. 5 points for the five of spades are the price of keeping the ace, which "
        "wins trick 12 and the cachette unless one of the other fives has stayed in a hand.",
        {},
        extra_deal("full"),
        ("5S",),
        on_average=True,
    ),
    Problem(
        "in a sudden extra deal no quint for the opponents",
        ("Q18", "QA3"),
        "The same cards, but the first quint decides. The five of spades under the opponents' heart loses the game at once; "
        "after the ace it goes to trick 12, which the partner may win.",
        {"tie_deal": "sudden"},
        extra_deal("sudden"),
        ("AS",),
        on_average=True,
    ),
]

# ---- the calls

TWELVE_HEARTS: Final = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"
NO_TRICKS: Final = "2S 3S 6S 7S 8S 9S 2C 3C 6C 7D 8D 9D"


def calling(hand: str, calls: str, dealer: int, options: Mapping[str, Any] | None = None) -> Any:
    """Seat 0 with this hand after these calls; chance deals the other cards."""
    rules, held = QUINTO.read_rules(options), list(map(read, hand.split()))
    rest = list(members(PACK & ~set_of(held)))
    random.Random(3).shuffle(rest)
    pack = [held[at // 4] if (dealer + 1 + at) % 4 == 0 else rest.pop() for at in range(48)]
    state: Any = QUINTO.state()
    QUINTO.kernel.start(rules, state, dealer)
    QUINTO.kernel.deal(rules, state, pack + rest)
    for call in calls.split():
        QUINTO.kernel.play(rules, state, QUINTO.hear(rules, state, call))
    return state


CALLING: Final = [
    Problem(
        "twelve hearts double",
        ("Q6", "Q9", "Q15"),
        "No heart but the two can lie elsewhere, so every one of the twelve wins its trick whatever is led: thirteen tricks. A "
        "double makes them worth 130, a redouble by the opponents 260.",
        {},
        calling(TWELVE_HEARTS, "pass", 2),
        ("double",),
    ),
    Problem(
        "twelve hearts redouble",
        ("Q6", "Q15"),
        "An opponent has doubled and will lose thirteen tricks: at four times their value.",
        {},
        calling(TWELVE_HEARTS, "pass double", 1),
        ("redouble",),
    ),
    Problem(
        "the last word is free where a double concerns the caller's side alone",
        ("Q6",),
        "The dealer speaks last. Where a double makes only the tricks of his own side count twice, it can't lose anything, "
        "however poor the hand: nobody is left to redouble.",
        {"double_scope": "caller"},
        calling(NO_TRICKS, "pass pass pass", 0, {"double_scope": "caller"}),
        ("double",),
    ),
    Problem(
        "a poor hand keeps the last word to itself",
        ("Q6", "Q9"),
        "The same hand where a double counts for both sides. Its highest card is the nine of diamonds: it wins hardly a trick, and "
        "of the other cards the partner holds a third, the opponents two thirds. They would win most tricks, at twice their value.",
        {},
        calling(NO_TRICKS, "pass pass pass", 0),
        ("pass",),
        on_average=True,
    ),
]

PROBLEMS: Final = [*LAST_TRICKS, *QUINTS, *ENDS, *CALLING]


# ---- calls are proven by playing on: what they change does not depend on the play


def proven_call(problem: Problem) -> None:
    """In a hundred worlds, with the same cards played after every call, the best call scores more in sum, and never less in any.

    Where it is best on average, in some less.
    """
    rules, view = QUINTO.read_rules(problem.rules), cut(problem.state, 0)
    buffer, best = [0] * QUINTO.most_legal, QUINTO.hear(None, None, problem.best[0])
    others = [call for call in buffer[: QUINTO.kernel.legal(rules, view, buffer)] if call != best]
    assert others
    gained = [
        [_scored(rules, world, best) - _scored(rules, world, call) for call in others]
        for world in worlds(QUINTO, rules, view, 0, 100, 5)
    ]
    assert len(gained) == 100
    assert all(min(line) >= 0 for line in gained) != problem.on_average
    assert min(sum(column) for column in zip(*gained, strict=True)) > 500


def _scored(rules: Any, world: Any, call: int) -> int:
    """What seat 0's side scores more than the other after this call, when all others pass and all play at random."""
    state, chance, buffer = world.copy(), random.Random(world.hands[1]), [0] * QUINTO.most_legal
    QUINTO.kernel.play(rules, state, call)
    while state.stage == Stage.CALLS:
        QUINTO.kernel.play(rules, state, PASS)
    while state.stage == Stage.PLAY:
        QUINTO.kernel.play(rules, state, buffer[chance.randrange(QUINTO.kernel.legal(rules, state, buffer))])
    points = [0, 0]
    QUINTO.kernel.score(rules, state, points, [0, 0])
    return points[0] - points[1]


PROOFS: Final = {problem.name: proven_call for problem in CALLING}
