"""The public contract that every game must pass; outside games can call it too.

    from tefuda.testing import check_game
    check_game(QUINTO, QUINTO.read_rules(preset="sentence"), seed=1, deals=20)

Each check plays random deals from the seed and raises ContractError with the position's deal, the act's number and what is wrong.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from tefuda.core import chance
from tefuda.core.cards import count, members
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game
from tefuda.core.rule import can_compile
from tefuda.core.state import State, tables
from tefuda.core.view import SPECTATOR, cut
from tefuda.play.record import read_line
from tefuda.play.table import Table, replay
from tefuda.sim.deal import worlds
from tefuda.sim.playout import random_deals

LONGEST_MATCH: Final = 1000  # deals
LONGEST_RECORD: Final = 30  # deals; what more there is to a match is not checked act by act


class ContractError(AssertionError):
    """A game breaks its contract."""


class Position(NamedTuple):
    """A position of a random match: the state, and how it came about in this deal."""

    state: Any
    deal: int
    pack: list[int]
    acts: list[int]
    before: Any  # the state as the deal began to be dealt

    def __str__(self) -> str:
        return f"deal {self.deal}, after act {len(self.acts)}"


def positions(game: Game, rules: Any, seed: int, deals: int) -> Iterator[Position]:
    """Every position of so many random deals, match after match, the ends of deals included. The states are the caller's own."""
    state, stream, buffer = game.state(), chance.stream(seed), [0] * game.most_legal
    cards = list(game.pack(rules))
    game.kernel.start(rules, state, chance.pick(stream, game.seats(rules)))
    for deal in range(deals):
        if game.kernel.seat(rules, state) == MATCH_OVER:
            game.kernel.start(rules, state, chance.pick(stream, game.seats(rules)))
        pack = [cards[at] for at in chance.deal_order(str(seed), deal, len(cards))]
        before, acts = state.copy(), list[int]()
        game.kernel.deal(rules, state, pack)
        yield Position(state.copy(), deal, pack, [], before)
        while game.kernel.seat(rules, state) >= 0:
            acts.append(buffer[chance.pick(stream, game.kernel.legal(rules, state, buffer))])
            game.kernel.play(rules, state, acts[-1])
            yield Position(state.copy(), deal, pack, acts[:], before)


def check_legal(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Legal is exactly what refusal accepts, over all actions, lowest first; a seat to act always has a legal action."""
    buffer = [0] * game.most_legal
    for position in positions(game, rules, seed, deals):
        legal = buffer[: game.kernel.legal(rules, position.state, buffer)]
        accepted = [action for action in range(game.actions) if not game.kernel.refusal(rules, position.state, action)]
        _same(position, "legal actions and what refusal accepts", legal, accepted)
        _true(position, "somebody is to act and nothing is legal", bool(legal) == (game.kernel.seat(rules, position.state) >= 0))


def check_cards(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Cards are conserved: each is in one place or has been played; sizes count the places."""
    pack = sum(1 << card for card in game.pack(rules))
    for position in positions(game, rules, seed, deals):
        state = position.state
        _same(position, "sizes", list(state.sizes), [count(cards) for cards in state.hands])
        together = state.played
        for cards in state.hands:
            _true(position, "a card lies in two places", together & cards == 0)
            together |= cards
        _same(position, "all cards", together, pack)


def check_sums(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Points and totals obey the game's own sums at the end of every deal."""
    for position in positions(game, rules, seed, deals):
        if game.kernel.seat(rules, position.state) < 0:
            _same(position, "audit", game.audit(rules, position.state), None)


def check_end(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Every match ends, and its result names totals side by side and a winner or none."""
    stream, state, buffer = chance.stream(seed), game.state(), [0] * game.most_legal
    cards, sides = list(game.pack(rules)), len(game.sides(rules))
    game.kernel.start(rules, state, 0)
    for _ in range(LONGEST_MATCH):
        chance.shuffle(stream, cards, len(cards))
        game.kernel.deal(rules, state, cards)
        while game.kernel.seat(rules, state) >= 0:
            game.kernel.play(rules, state, buffer[chance.pick(stream, game.kernel.legal(rules, state, buffer))])
        if game.kernel.seat(rules, state) == MATCH_OVER:
            break
    else:
        raise ContractError(f"a match did not end in {LONGEST_MATCH} deals")
    result = game.result(rules, state)
    _same("the end", "totals side by side", len(result["totals"]), sides)
    _true("the end", "the winner is no side", result["winner"] is None or 0 <= result["winner"] < sides)


def check_seed(game: Game, rules: Any, seed: int, deals: int) -> None:
    """The same seed gives the same record."""
    _same("a match", "records of the same seed", _random_table(game, rules, seed).record, _random_table(game, rules, seed).record)


def check_record(game: Game, rules: Any, seed: int, deals: int) -> None:
    """A record's text is read back as the same record, and replay of it agrees, unfinished records included."""
    finished = _random_table(game, rules, seed).record
    cut_short = finished.model_copy(deep=True, update={"result": None})
    cut_short.deals[-1].acts.pop()
    cut_short.deals[-1].points = cut_short.deals[-1].totals = None
    for record in (finished, cut_short):
        again = read_line(record.line())
        _same("a match", "a record and what is read from its text", again, record)
        _same("a match", "a record and its replay", replay(again).record, record)
        _same("a match", "a record's text and its replay's", replay(again).record.line(), record.line())


def check_views(game: Game, rules: Any, seed: int, deals: int) -> None:
    """A view holds nothing that its seat may not know: twin deals that differ only in what is hidden give equal views."""
    stream = chance.stream(seed)
    for position in _some(game, rules, seed, deals):
        for seat in range(game.seats(rules)):
            view = cut(position.state, seat)
            for world in worlds(game, rules, view, seat, 1, chance.draw(stream)):
                twin = _twin(game, rules, position, world)
                if twin is None:
                    continue
                for viewer in (seat, SPECTATOR):
                    _same(position, f"viewer {viewer}'s views of twin deals", cut(twin, viewer), cut(position.state, viewer))


def check_worlds(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Worlds sampled for a view give exactly that view and hold what `possible` allows; the actor knows what is legal."""
    may, buffer, stream = [0] * game.places, [0] * game.most_legal, chance.stream(seed)
    for position in _some(game, rules, seed, deals):
        for seat in range(game.seats(rules)):
            view = cut(position.state, seat)
            game.kernel.possible(rules, view, seat, may)
            for place, cards in enumerate(position.state.hands):
                _true(position, f"place {place} holds what seat {seat} rules out", cards & ~may[place] == 0)
            for world in worlds(game, rules, view, seat, 2, chance.draw(stream)):
                _same(position, f"seat {seat}'s view and that of a sampled world", cut(world, seat), view)
                for place, cards in enumerate(world.hands):
                    _true(position, f"a sampled world puts a card where it can't be (place {place})", cards & ~may[place] == 0)
        turn = game.kernel.seat(rules, position.state)
        if turn >= 0:
            known = buffer[: game.kernel.legal(rules, cut(position.state, turn), buffer)]
            legal = buffer[: game.kernel.legal(rules, position.state, buffer)]
            _same(position, "legal in the state and in the actor's view", known, legal)


def check_compiled(game: Game, rules: Any, seed: int, deals: int) -> None:
    """Plain and compiled rules agree in every answer. Passes over where Numba is not installed."""
    if not can_compile():
        return
    _same(
        "random play",
        "plain and compiled",
        random_deals(game, deals, seed, rules, plain=True),
        random_deals(game, deals, seed, rules),
    )
    for position in _some(game, rules, seed, deals):
        _same(
            position,
            "plain and compiled answers",
            _compiled_answers(game, rules, position.state),
            _answers(game, rules, position.state),
        )


CHECKS: Final[tuple[Callable[[Game, Any, int, int], None], ...]] = (
    check_legal,
    check_cards,
    check_sums,
    check_end,
    check_seed,
    check_record,
    check_views,
    check_worlds,
    check_compiled,
)


def check_game(game: Game, rules: Any = None, *, seed: int = 1, deals: int = 20) -> None:
    """All checks of the contract. Raises ContractError at the first one that a game breaks."""
    for check in CHECKS:
        check(game, game.rules() if rules is None else rules, seed, deals)


def _some(game: Game, rules: Any, seed: int, deals: int) -> Iterator[Position]:
    """Every eleventh position: plain rules take some milliseconds to count the worlds of one."""
    return islice(positions(game, rules, seed, deals), 0, None, 11)


def _viewers(game: Game, rules: Any) -> list[int]:
    return [*range(game.seats(rules)), SPECTATOR]


def _twin(game: Game, rules: Any, position: Position, world: State) -> State | None:
    """The state after the same acts in the deal that leads to the world: hidden cards have changed places, one for one.

    None where `twin_action` says -1: an act that nobody has seen yet has none like it in that deal.
    """
    swaps = {card: card for card in game.pack(rules)}
    places = (game.dealt(rules, each) if game.dealt else each.hands for each in (position.state, world))
    for real, imagined in zip(*places, strict=True):
        swaps |= zip(members(real & ~imagined), members(imagined & ~real), strict=True)  # cards that are in both stay
    state: Any = position.before.copy()
    twin: State = position.before.copy()
    game.kernel.deal(rules, state, position.pack)
    game.kernel.deal(rules, twin, [swaps[card] for card in position.pack])
    if game.same_chance:
        game.same_chance(rules, position.state, twin)
    for action in position.acts:
        twins = game.twin_action(rules, state, action, swaps) if game.twin_action else action
        if twins < 0:
            return None
        _true(position, "a sampled world contradicts what has been done", not game.kernel.refusal(rules, twin, twins))
        game.kernel.play(rules, state, action)
        game.kernel.play(rules, twin, twins)
    return twin


def _random_table(game: Game, rules: Any, seed: int) -> Table:
    """A random match, refereed: the whole of it, or the first deals of a long one."""
    stream, cards = chance.stream(seed), list(game.pack(rules))
    table = Table(game, rules, dealer=chance.first_dealer(str(seed), game.seats(rules)))
    while table.turn >= 0 or (table.turn == DEAL_DUE and len(table.deals) < LONGEST_RECORD):
        if table.turn == DEAL_DUE:
            table.deal([cards[at] for at in chance.deal_order(str(seed), len(table.deals), len(cards))])
        else:
            legal = table.legal
            table.act(table.turn, legal[chance.pick(stream, len(legal))])
    return table


class _Answers(NamedTuple):
    """Everything that the kernel says of a position, the positions after each legal action included."""

    seat: int
    legal: list[int]
    refusals: list[int]
    points: list[int]
    totals: list[int]
    possible: list[list[int]]
    after: list[list[int]]


def _answers(game: Game, rules: Any, state: Any) -> _Answers:
    kernel, sides = game.kernel, len(game.sides(rules))
    buffer, points, totals = [0] * game.most_legal, [0] * sides, [0] * sides
    legal = buffer[: kernel.legal(rules, state, buffer)]
    kernel.score(rules, state, points, totals)
    refusals = [int(kernel.refusal(rules, state, action)) for action in range(game.actions)]
    possible = [[0] * game.places for _ in _viewers(game, rules)]
    for seat, may in zip(_viewers(game, rules), possible, strict=True):
        kernel.possible(rules, state, seat, may)
    after = []
    for action in legal:
        next_state = state.copy()
        kernel.play(rules, next_state, action)
        after.append(next_state.row())
    return _Answers(kernel.seat(rules, state), legal, refusals, points, totals, possible, after)


def _compiled_answers(game: Game, rules: Any, state: Any) -> _Answers:
    kernel, numbers, sides = game.compiled, game.numbers(rules), len(game.sides(rules))
    rows, records = tables(game.state, 1)
    row = np.array(state.row(), np.int64)
    rows[0] = row
    buffer, points, totals = np.zeros(game.most_legal, np.int64), np.zeros(sides, np.int64), np.zeros(sides, np.int64)
    legal = buffer[: kernel.legal(numbers, records[0], buffer)].tolist()
    kernel.score(numbers, records[0], points, totals)
    refusals = [int(kernel.refusal(numbers, records[0], action)) for action in range(game.actions)]
    possible = np.zeros((len(_viewers(game, rules)), game.places), np.int64)
    for seat, may in zip(_viewers(game, rules), possible, strict=True):
        kernel.possible(numbers, records[0], seat, may)
    turn, after = int(kernel.seat(numbers, records[0])), []
    for action in legal:
        rows[0] = row
        kernel.play(numbers, records[0], action)
        after.append(rows[0].tolist())
    return _Answers(turn, legal, refusals, points.tolist(), totals.tolist(), possible.tolist(), after)


def _true(where: object, what: str, holds: bool) -> None:
    if not holds:
        raise ContractError(f"{where}: {what}")


def _same(where: object, what: str, first: object, second: object) -> None:
    if first != second:
        raise ContractError(f"{where}: {what} differ: {first!r} and {second!r}")
