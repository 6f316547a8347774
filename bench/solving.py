"""Exact solving beside DDS, the double-dummy solver of bridge, and information-set search beside OpenSpiel's."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pyspiel
from endplay._dds import SetMaxThreads
from endplay.dds import solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

from tefuda.bots import BOTS, bot_for
from tefuda.bots.tree import TreeBot, simulations_per_second
from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, Game
from tefuda.core.view import cut
from tefuda.games import GAMES, dasan, piquet, pitch, quinto
from tefuda.solve import value

POSITIONS = 40  # of each kind
PEER_SIMULATIONS = 2_000
RANKS, SUITS = "23456789TJQKA", "SHDC"


class Kind(NamedTuple):
    """A kind of position: its game, how many cards the players still hold altogether (0: as at the first lead), and the bar."""

    words: str
    game: str
    preset: str
    cards: int
    bar: float  # so many times the median of DDS at most


KINDS = (
    Kind("Quinto, 8 cards a hand", "quinto", "hoffmann", 32, 5),
    Kind("Quinto, whole play of 12 cards a hand", "quinto", "hoffmann", 0, 100),
    Kind("Piquet, whole play of 12 cards a hand", "piquet", "seed", 0, 1),
    Kind("Pitch, whole play, four hands", "pitch", "ten-point", 0, 1),
    Kind("Pitch, whole play, five hands", "pitch", "five-handed", 0, 1),
    Kind("Da San, 8 cards a hand", "dasan", "three-handed", 24, 20),
)


class Times(NamedTuple):
    """Milliseconds of CPU time a position."""

    median: float
    ninth: float  # nine of ten are at most as slow
    slowest: float


class Search(NamedTuple):
    """Simulations a second of information-set search: ours and OpenSpiel's."""

    ours: float
    peer: float


def dds() -> Times:
    """DDS on bridge deals with twelve cards a hand: the number of tricks for the side of the leader, every trump alike often."""
    SetMaxThreads(1)
    shuffled = random.Random(1)
    return _timed(_bridge(shuffled) for _ in range(POSITIONS))


def _bridge(shuffled: random.Random) -> Callable[[], object]:
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    shuffled.shuffle(cards)
    hands = [cards[at : at + 12] for at in range(0, 48, 12)]
    deal = Deal("N:" + " ".join(_holding(hand) for hand in hands))
    deal.first = Player.north
    deal.trump = shuffled.choice([Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt])
    return lambda: solve_board(deal, SolveMode.OptimalOne)


def _holding(hand: list[str]) -> str:
    return ".".join("".join(rank for rank in reversed(RANKS) if suit + rank in hand) for suit in SUITS)


def solver(kind: Kind) -> Times:
    """Our solver on one kind of position, reached by play of the bot `simple`; every position begins with an empty table."""
    game = GAMES[kind.game]
    rules = game.read_rules(None, kind.preset)
    found = [_position(game, rules, kind.cards, seed) for seed in range(POSITIONS)]
    value(game, rules, found[0])  # compiles
    return _timed(partial(value, game, rules, state) for state in found)


def _position(game: Game, rules: Any, cards: int, seed: int) -> Any:
    """A position at a lead."""
    state: Any = game.state()
    bot, stream = bot_for("simple", game), chance.stream(seed)
    game.kernel.start(rules, state, 0)
    while not _is_wanted(game, rules, state, cards):
        seat = game.kernel.seat(rules, state)
        if seat == DEAL_DUE:
            pack = list(game.pack(rules))
            game.kernel.deal(rules, state, [pack[at] for at in chance.deal_order(str(seed), state.deals, len(pack))])
        else:
            game.kernel.play(rules, state, bot.act(game, rules, cut(state, seat), seat, stream))
    return state


def _is_wanted(game: Game, rules: Any, state: Any, cards: int) -> bool:
    """Whether the cards are open to a solver, at a lead, and few enough."""
    if game.kernel.seat(rules, state) < 0 or not _is_lead(game.name, state):
        return False
    held = sum(state.sizes[: game.seats(rules)])
    return not cards or held <= cards


def _is_lead(name: str, state: Any) -> bool:
    """Whether a trick or a round of the play is about to begin."""
    leads: dict[str, Callable[[], bool]] = {
        "quinto": lambda: state.stage == quinto.Stage.PLAY and state.trick_size == 0,
        "piquet": lambda: state.stage == piquet.Stage.PLAY and state.trick_size == 0,
        "pitch": lambda: state.stage == pitch.Stage.PLAY and state.highest < 0,
        "dasan": lambda: state.stage == dasan.Stage.PLAY and state.length == 0,
    }
    return leads[name]()


def _timed(works: Iterator[Callable[[], object]]) -> Times:
    times = []
    for work in works:
        began = time.process_time()
        work()
        times.append(1000 * (time.process_time() - began))
    deciles = statistics.quantiles(times, n=10, method="inclusive")
    return Times(statistics.median(times), deciles[-1], max(times))


def search(name: str) -> Search:
    """Information-set search from the first lead, play-outs at random; the peer searches hearts from its first card."""
    bot = BOTS["ismcts"][name]
    assert isinstance(bot, TreeBot)
    return Search(simulations_per_second(bot, GAMES[name]), _hearts())


def _hearts() -> float:
    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    shuffled = random.Random(1)
    while state.is_chance_node():
        state.apply_action(shuffled.choice([action for action, _ in state.chance_outcomes()]))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, PEER_SIMULATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
    bot.step(state)
    began = time.process_time()
    bot.step(state)
    return PEER_SIMULATIONS / (time.process_time() - began)
