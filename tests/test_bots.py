"""The bots: honest, the same plain and compiled, and the simple Quinto bot's rules of thumb, one position each."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

import pytest

from quinto_table import PACK, QUINTO
from tefuda.bots import BOTS, LEVELS, RuleBot, bot_for, quinto, random
from tefuda.core import chance
from tefuda.core.cards import read, set_of
from tefuda.core.game import DEAL_DUE, MATCH_OVER
from tefuda.core.rule import can_compile, rule
from tefuda.core.state import OWN, PUBLIC, State, field
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.games.quinto import QuintoState, Stage
from tefuda.play.table import Table as RefereedTable
from tefuda.sim.deal import worlds
from tefuda.sim.match import play_match, seat_stream

SIMPLE, RANDOM = RuleBot("simple", quinto.choose), RuleBot("random", random.choose)
RULES: Final = QUINTO.rules()
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


# ---- all bots


def test_every_game_has_the_random_bot_the_simple_one_and_all_levels() -> None:
    for name in ("random", "simple", *LEVELS):
        assert set(BOTS[name]) == set(GAMES)
    assert bot_for("simple", QUINTO).name == "simple"


def test_an_unknown_bot_is_refused_with_the_names_of_those_that_play_the_game() -> None:
    with pytest.raises(ValueError, match=r"quinto has no bot 'nobody'; it has random, simple"):
        bot_for("nobody", QUINTO)


def positions(deals: int) -> Iterator[QuintoState]:
    """Every position of some deals between simple bots (seats 0 and 2) and random ones, at many scores."""
    for deal in range(deals):
        state, stream = QuintoState(), chance.stream(deal)
        QUINTO.kernel.start(RULES, state, deal % 4)
        QUINTO.kernel.deal(RULES, state, chance.deal_order("positions", deal, 53))
        state.totals = [chance.pick(stream, 250), chance.pick(stream, 250)]
        while state.stage in (Stage.CALLS, Stage.PLAY):
            yield state
            bot = RANDOM if state.turn & 1 else SIMPLE
            QUINTO.kernel.play(RULES, state, bot.act(QUINTO, RULES, cut(state, state.turn), state.turn, stream))


def test_bots_decide_by_what_their_seat_may_know_and_their_stream_alone() -> None:
    seen, changed = 0, 0
    for state in positions(24):
        seat = state.turn
        other = next(iter(worlds(QUINTO, RULES, cut(state, seat), seat, 1, seen)))
        for games in BOTS.values():
            if not isinstance(games["quinto"], RuleBot):  # those that search: tests/test_quinto_levels.py, tests/test_tree.py
                continue
            acts = [games["quinto"].act(QUINTO, RULES, cut(each, seat), seat, chance.stream(seen)) for each in (state, other)]
            assert acts[0] == acts[1]
        seen += 1
        changed += state != other
    assert seen >= 1000
    assert changed > 900  # the hidden cards did lie elsewhere


def test_the_random_bot_does_every_legal_act_about_as_often() -> None:
    state = next(iter(positions(1)))
    stream, times = chance.stream(1), {53: 0, 54: 0}
    for _ in range(2000):
        times[RANDOM.act(QUINTO, RULES, cut(state, state.turn), state.turn, stream)] += 1
    assert all(900 < often < 1100 for often in times.values())


@needs_numba
@pytest.mark.parametrize("options", [{}, {"suit_order": "chds", "tie_deal": "sudden"}, {"double_scope": "caller"}])
def test_bots_decide_alike_plain_and_compiled(options: dict[str, str]) -> None:
    rules = QUINTO.read_rules(options)
    choosers = [SIMPLE.choose, SIMPLE.choose, RANDOM.choose, SIMPLE.choose]
    for match in ("one", "two"):
        plain, fast = (play_match(QUINTO, rules, choosers, match, 99, 5, plain=plain) for plain in (True, False))
        assert plain == fast
        assert sum(len(deal.acts) for deal in plain.deals) > 100


def test_simple_partners_beat_random_ones_clearly() -> None:
    points = [0, 0]
    for match in range(3):
        for swapped in (False, True):
            first, second = (RANDOM, SIMPLE) if swapped else (SIMPLE, RANDOM)
            choosers = [first.choose, second.choose] * 2
            for deal in play_match(QUINTO, RULES, choosers, f"clear {match}", 5, match).deals:
                points[0] += deal.points[swapped]
                points[1] += deal.points[not swapped]
    # Measured over 20,000 deals played twice: 96 points a deal more, standard error 0.3; a deal's standard deviation is about 50.
    assert points[0] - points[1] > 30 * 50


# ---- the simple Quinto bot: positions in words


def at_table(
    hands: str, cachette: str = "", trick: str = "", leader: int = 0, voids: dict[int, str] | None = None,
    totals: tuple[int, int] = (0, 0), options: dict[str, str] | None = None,
) -> tuple[Any, QuintoState]:  # fmt: skip
    """Rules and a position late in a deal: four rows of cards separated by `|`, then the cards of the trick so far.

    What no row and not the cachette has was played before. The cachette is filled up from the lowest spades to five cards.
    """
    rules, state = QUINTO.read_rules(options), QuintoState()
    QUINTO.kernel.start(rules, state, 3)
    rows = [set_of(read(word) for word in row.split()) for row in hands.split("|")]
    spare = [word for word in PACK if not any((row >> read(word)) & 1 for row in rows) and word not in cachette.split()]
    rows.append(set_of(read(word) for word in [*cachette.split(), *spare][:5]))
    state.hands, state.sizes = list(rows), [row.bit_count() for row in rows]
    state.stage, state.turn, state.leader = Stage.PLAY, leader, leader
    state.played = set_of(range(53)) & ~sum(rows)
    state.totals = list(totals)
    for seat, suits in (voids or {}).items():
        state.void[seat] = sum(1 << "SHDC".index(suit) for suit in suits)
    for word in trick.split():
        assert QUINTO.kernel.refusal(rules, state, read(word)) == 0, word
        QUINTO.kernel.play(rules, state, read(word))
    return rules, state


def card(hands: str, cachette: str = "", trick: str = "", leader: int = 0, **more: Any) -> str:
    """The card that the simple bot plays in a position."""
    rules, state = at_table(hands, cachette, trick, leader, **more)
    return QUINTO.say(
        rules,
        state,
        SIMPLE.act(QUINTO, rules, cut(state, state.turn), state.turn, chance.stream(0)),
    )


def call(hand: str, calls: str = "", options: dict[str, str] | None = None) -> str:
    """What the simple bot calls after these calls; seat 3 deals. The other cards lie anywhere."""
    rules, state = QUINTO.read_rules(options), QuintoState()
    QUINTO.kernel.start(rules, state, 3)
    caller = len(calls.split())
    mine = [read(word) for word in hand.split()]
    others = iter(number for number in range(53) if number not in mine)
    pack = [mine[at // 4] if at % 4 == caller and at < 48 else next(others) for at in range(53)]
    QUINTO.kernel.deal(rules, state, pack)
    for word in calls.split():
        QUINTO.kernel.play(rules, state, QUINTO.hear(rules, state, word))
    return QUINTO.say(rules, state, SIMPLE.act(QUINTO, rules, cut(state, caller), caller, chance.stream(0)))


STRONG: Final = "AH KH QH JH TH 9H AD KD AC AS 2S 3S"
FAIR: Final = "KH 4H 3H 2H 9D 8D 7C 6C 9S 8S 7S 6S"
WEAK: Final = "4H 9D 8D 7D 6D 9C 8C 7C 9S 8S 7S 6S"


@pytest.mark.clause("Q6")
@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (STRONG, "", "double"),
        (WEAK, "", "pass"),
        (WEAK, "pass pass pass", "pass"),
        (STRONG, "double", "redouble"),
        (WEAK, "double", "pass"),
        (STRONG, "double pass", "pass"),  # nobody redoubles his partner
        (STRONG, "double redouble pass", "pass"),
    ],
)
def test_it_doubles_and_redoubles_when_its_hand_promises_most_tricks(hand: str, calls: str, expected: str) -> None:
    assert call(hand, calls) == expected


@pytest.mark.clause("QA1")
def test_it_counts_tricks_by_the_order_of_the_suits() -> None:
    hearts = "AH KH QH JH TH 9H 8H 7H 4D 2D 3S 2S"
    clubs = hearts.replace("H", "C")
    assert [call(hand) for hand in (hearts, clubs)] == ["double", "pass"]
    assert [call(hand, options={"suit_order": "chds"}) for hand in (hearts, clubs)] == ["pass", "double"]


@pytest.mark.clause("Q6")
def test_the_dealer_doubles_with_less_because_nobody_can_redouble() -> None:
    assert call(FAIR, "pass pass pass") == "double"
    assert call(FAIR, "") == "pass"


@pytest.mark.clause("Q5")
def test_an_ace_of_a_lower_suit_is_half_a_trick_more() -> None:
    assert [call(hand) for hand in (FAIR, FAIR.replace("9D", "AD"))] == ["pass", "double"]


@pytest.mark.clause("Q6")
def test_where_calls_concern_the_callers_side_alone_the_last_word_always_pays() -> None:
    caller = {"double_scope": "caller"}
    assert call(WEAK, "pass pass pass", caller) == "double"
    assert call(WEAK, "double", caller) == "redouble"
    assert call(STRONG, "", caller) == "pass"  # an opponent would redouble: four times theirs against twice ours


@pytest.mark.clause("Q13")
def test_a_five_goes_into_the_trick_that_its_partner_surely_wins_and_into_no_other() -> None:
    assert card("AH 8D | 7D 6D | 5H 6H | JD TD", trick="AH 7D", leader=0) == "5H"
    assert card("9D 8D | AH 6D | 5H 6H | JD TD", trick="AH", leader=1) == "6H"


@pytest.mark.clause("Q10", "Q12")
def test_the_joker_goes_to_its_partner_even_if_it_could_follow_and_is_kept_from_opponents() -> None:
    assert card("AH 8D | 7D 6D | 6H X1 | JD TD", trick="AH 7D", leader=0) == "X1"
    assert card("9D 8D 7S | AH 6D 6S | 6H X1 5S | JD TD 8S", trick="AH", leader=1) == "6H"


@pytest.mark.clause("Q12")
def test_it_completes_a_pair_for_its_partner_and_none_for_opponents() -> None:
    assert card("AH 8D | 7D 6D | 4H 6H | JD TD", trick="AH 7D", leader=0) == "4H"
    assert card("9D 8D | AH 6D | 4H 6H | JD TD", trick="AH", leader=1) == "6H"


@pytest.mark.clause("Q9")
def test_it_takes_opponents_quints_with_the_cheapest_card_that_can() -> None:
    assert card("AD TD 3D | 5D 6S | 7D 7S | 9D 8S", trick="5D 7D 9D", leader=1) == "TD"


@pytest.mark.clause("Q9")
def test_a_trick_that_is_lost_gets_its_most_worthless_card() -> None:
    assert card("KH 6H 9C | AH 6S | 7H 7S | 9H 8S", trick="AH 7H 9H", leader=1) == "6H"


@pytest.mark.clause("Q8")
def test_it_remembers_who_lacks_a_suit_and_can_beat_it() -> None:
    hands, cachette = "AS 7C 8C | 9S 7D 8D | 5S 6S 9C | AH KH QH", "TS JS QS KS 4S"
    assert card(hands, cachette, "AS 9S", voids={3: "DC"}) == "5S"
    assert card(hands, cachette, "AS 9S", voids={3: "DCS"}) == "6S"


@pytest.mark.clause("Q5")
def test_a_card_is_high_when_all_above_it_have_been_played() -> None:
    assert card("9H 8D | 7H 6D | 5H 6H | JD TD", "2S 3S 4S 6S 7S", "9H 7H", leader=0) == "5H"
    assert card("9H 8D | 7H 6D | 5H 6H | AH KH", "QH JH TH 6S 7S", "9H 7H", leader=0) == "6H"


@pytest.mark.clause("Q14")
def test_it_keeps_its_highest_card_for_the_last_trick_and_the_cachette() -> None:
    hands, cachette = "AH 2C | 5D 9D | 8D 7C | QD 8C", "5H X1 5C 2D 3D"
    assert card(hands, cachette, "5D 8D QD", leader=1) == "2C"
    # With the cachette's quints played, and three cards in hand, the same trick is worth the ace.
    assert card("AH KH 2C | 5D 9D 9C | 8D 7C 6C | QD 8C TC", "2S 3S 4S 6S 7S", "5D 8D QD", leader=1) in ("AH", "KH")


@pytest.mark.clause("Q16")
@pytest.mark.parametrize(("totals", "expected"), [((100, 100), "2S"), ((244, 244), "2S"), ((245, 100), "QH"), ((100, 245), "QH")])
def test_it_takes_a_quint_that_ends_the_game(totals: tuple[int, int], expected: str) -> None:
    hands, cachette = "AH KH QH 2S | QD 9D 9C JS | 8D 7C 6C JC | 5S 8C TC TS", "2C 3C 4C 6S 7S"
    assert card(hands, cachette, "QD 8D 5S", leader=1, totals=totals) == expected


@pytest.mark.clause("Q8")
def test_it_makes_itself_void_with_a_lone_low_card() -> None:
    hands = "7C 2S 4S 9S KH | AD 2D 6H AS | 8D 9C TC | QD 8C JC"
    assert card(hands, "KS JS 8S 6S TS", "AD 8D QD", leader=1) == "7C"  # lower spades would still leave it spades to follow


@pytest.mark.clause("Q13")
@pytest.mark.parametrize("quint", ["5H", "X1"])
def test_it_keeps_quints_for_a_surer_trick_while_there_is_time(quint: str) -> None:
    """Two of the 21 unseen cards beat the partner's queen; the last player holds six of the 21."""
    hands = f"QH 9C 8C 7C TC JC | 7H 9D 8D 7D TD JD | {quint} 6H QS JS TS 9S | 8H 9H 8S 7S 6S 4S"
    assert card(hands, "AH KH 2S 3S AS", "QH 7H") == "6H"


@pytest.mark.clause("Q13")
def test_it_risks_a_five_when_the_last_player_may_not_want_to_beat() -> None:
    hands = "TH 9C 8C | 7H 9D 8D | 5H 6H QS | 9S 8H 8S"
    assert card(hands, "AH KH 2S 3S 4S", "TH 7H") == "5H"
    assert card(hands, "AH KH QH JH 2S", "TH 7H") == "6H"


@pytest.mark.clause("Q12")
def test_it_keeps_half_a_pair_whose_other_half_is_unseen() -> None:
    hands = "4D 6D 9D | AH 2H 7H | 8H 3H 9C | QH 8C JC"
    assert card(hands, "AD 2S 3S 4S 6S", "AH 8H QH", leader=1) == "6D"
    assert card(hands, "KD 2S 3S 4S 6S", "AH 8H QH", leader=1) == "4D"  # of equals the lowest


@pytest.mark.clause("Q12")
def test_it_gives_opponents_no_half_pair_that_the_next_of_them_may_complete() -> None:
    hands = "9C 8C 7C | KH 2H 3H | 4D 6D 7D | {} TC JC"
    assert card(hands.format("AD"), "5D 3S 4S 6S 7S", "KH", leader=1) == "6D"
    assert card(hands.format("KD"), "5D 3S 4S 6S 7S", "KH", leader=1) == "4D"


def test_it_leaves_the_stream_alone() -> None:
    for state in positions(1):
        stream = chance.stream(9)
        SIMPLE.act(QUINTO, RULES, cut(state, state.turn), state.turn, stream)
        assert stream == chance.stream(9)


# ---- matches


def test_a_match_is_dealt_from_its_seed_and_played_by_the_rules() -> None:
    choosers = [SIMPLE.choose, RANDOM.choose, SIMPLE.choose, RANDOM.choose]
    match = play_match(QUINTO, RULES, choosers, "seed", 99, 1, plain=True)
    table, dealer = RefereedTable(QUINTO, dealer=chance.first_dealer("seed", 4)), chance.first_dealer("seed", 4)
    for number, deal in enumerate(match.deals):
        assert deal.pack == chance.deal_order("seed", number, 53)
        assert deal.dealer == (dealer + number) % 4
        table.deal(deal.pack)
        for seat, action in deal.acts:
            table.act(seat, QUINTO.say(RULES, table.state, action))
        assert (deal.points, deal.totals) == table.points
    assert table.turn == MATCH_OVER
    assert match.result == table.record.result


def test_a_match_is_left_after_the_deals_asked_for() -> None:
    match = play_match(QUINTO, RULES, [SIMPLE.choose] * 4, "seed", 2, 1, plain=True)
    assert len(match.deals) == 2
    assert match.result is None


def test_streams_of_the_seats_and_seeds_differ() -> None:
    streams = [tuple(seat_stream(seed, seat)) for seed in range(20) for seat in range(5)]
    assert len(set(streams)) == 100
    choosers = [RANDOM.choose] * 4
    first, again, other = (play_match(QUINTO, RULES, choosers, "same packs", 1, seed, plain=True).deals[0] for seed in (1, 1, 2))
    assert first == again
    assert first.pack == other.pack
    assert first.acts != other.acts


class CountingRules(NamedTuple):
    """A game of counting for so many seats: nobody can do wrong."""

    seats: int = 2


class CountingState(State):
    """Seats say numbers in turn, so many a deal; a match is two deals."""

    hands: list[int] = field(5, sight=OWN)
    sizes: list[int] = field(5, sight=PUBLIC)
    dealer: int = field(sight=PUBLIC)
    deals: int = field(sight=PUBLIC)
    said: int = field(sight=PUBLIC)
    total: int = field(sight=PUBLIC)


ACTS: Final = 1500  # more than one call of the compiled loop has room for


@rule
def start_counting(rules: CountingRules, state: CountingState, dealer: int) -> None:
    state.dealer, state.deals, state.total = dealer, 0, 0
    state.said = ACTS


@rule
def deal_hands(rules: CountingRules, state: CountingState, pack: Any) -> None:
    state.deals += 1
    state.said = 0
    for seat in range(rules.seats):
        state.hands[seat] = pack[seat]


@rule
def whose_turn(rules: CountingRules, state: CountingState) -> int:
    if state.said == ACTS:
        return MATCH_OVER if state.deals == 2 else DEAL_DUE
    return (state.dealer + 1 + state.said) % rules.seats


@rule
def count_on(rules: CountingRules, state: CountingState, action: int) -> None:
    state.said += 1
    state.total += action


@rule
def tell_score(rules: CountingRules, state: CountingState, points: Any, totals: Any) -> None:
    points[0] = totals[0] = state.total


@rule
def say_hand(kernel: Any, rules: CountingRules, view: CountingState, seat: int, buffer: Any, stream: Any) -> int:
    """All that the seat sees of the hands, times a thousand, and the seat."""
    seen = 0
    for place in range(5):
        seen += view.hands[place]
    return 1000 * seen + seat


@rule
def say_chance(kernel: Any, rules: CountingRules, view: CountingState, seat: int, buffer: Any, stream: Any) -> int:
    return chance.pick(stream, 1000)


def counting(seats: int) -> Any:
    """The game of counting, with the parts of a Game that a match needs."""
    kernel = QUINTO.kernel._replace(
        start=start_counting, deal=deal_hands, seat=whose_turn, play=count_on, score=tell_score
    )  # fmt: skip
    return replace(
        QUINTO, name="counting", state=CountingState, rules=CountingRules, kernel=kernel, most_legal=1,
        pack=lambda _: range(100, 107), sides=lambda _: [range(seats)], result=lambda _, state: {"total": state.total},
    )  # fmt: skip


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=needs_numba)])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_matches_have_two_to_five_seats_and_deals_of_any_length(seats: int, plain: bool) -> None:
    game, choosers = counting(seats), [say_hand] * (seats - 1) + [say_chance]
    match = play_match(game, CountingRules(seats), choosers, "count", 99, 3, plain=plain)
    assert len(match.deals) == 2
    for deal in match.deals:
        assert [seat for seat, _ in deal.acts] == [(deal.dealer + 1 + act) % seats for act in range(ACTS)]
        for seat, action in deal.acts:
            assert action < 1000 if seat == seats - 1 else action == 1000 * deal.pack[seat] + seat
    assert match.result == {"total": sum(action for deal in match.deals for _, action in deal.acts)}
    assert match.deals[1].totals == [match.result["total"]]
