"""Floor 4: bots choose an act from a view, never from a state.

Four levels, in every game: `beginner` and `club` act by rules of thumb, `expert` and `master` search (bots/search). Bots by rules
of thumb are one rule with the same signature in every game:

    choose(kernel, rules, view, seat, buffer, stream) -> action

`view` is the state as cut for `seat`, whose turn it is; `buffer` has room for `game.most_legal` numbers and is left with anything;
`stream` is the seat's own chance (tefuda.core.chance.stream). The act depends on nothing else, and runs plain or compiled alike.
"""

from collections.abc import Callable, MutableSequence
from typing import Any, Final, NamedTuple, Protocol

from tefuda.bots import dasan, dasan_search, piquet, piquet_search, pitch, quinto, random, search
from tefuda.bots.sampler import sampler
from tefuda.bots.search import Advice, taking_rest
from tefuda.bots.tree import SIMULATIONS, TreeBot
from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.solve import takes_rest

LEVELS: Final = ("beginner", "club", "expert", "master")


class Bot(Protocol):
    """A player: its name and how it acts."""

    @property
    def name(self) -> str:
        """Its name in records and at its seat."""

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        """The act in a view of a seat whose turn it is; draws from the stream in place and depends on nothing else."""


class RuleBot(NamedTuple):
    """A player by rule: its name, and the rule that chooses its acts."""

    name: str
    choose: Callable[..., int]

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        """The act that the rule chooses, plain."""
        return self.choose(game.kernel, rules, view, seat, [0] * game.most_legal, stream)


class SearchBot(NamedTuple):
    """A player that searches; it needs the extra `fast`."""

    name: str
    skill: search.Skill

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        """The best act as far as the search looks."""
        return search.choose(game, self.skill, rules, view, seat, stream)


# By name, then by game. `simple` is a sound player by rules of thumb; `sampler` and `ismcts` search without knowing a game.
BOTS: Final[dict[str, dict[str, Bot]]] = {
    "random": {name: RuleBot("random", random.choose) for name in GAMES},
    "simple": {
        "quinto": RuleBot("simple", quinto.choose),
        "pitch": RuleBot("simple", pitch.choose),
        "piquet": RuleBot("simple", piquet.choose),
        "dasan": RuleBot("simple", dasan.choose),
    },
    "sampler": {
        "quinto": SearchBot("sampler", sampler(quinto.MASTER, 3_900_000)),
        "pitch": SearchBot("sampler", sampler(pitch.MASTER, 450_000)),
        "piquet": SearchBot("sampler", sampler(piquet_search.MASTER, 250_000)),
        "dasan": SearchBot("sampler", sampler(dasan_search.MASTER, 400_000)),
    },
    "ismcts": {
        "quinto": TreeBot("ismcts", quinto.outcome, stakes=0, simulations=SIMULATIONS),
        "pitch": TreeBot("ismcts", pitch.outcome, stakes=0, simulations=SIMULATIONS),
        "piquet": TreeBot("ismcts", piquet.outcome, stakes=0, simulations=SIMULATIONS),
        "dasan": TreeBot("ismcts", dasan_search.outcome, stakes=0, simulations=SIMULATIONS),
    },
    "beginner": {
        "piquet": RuleBot("beginner", piquet.beginner),
        "dasan": RuleBot("beginner", dasan.beginner),
        "quinto": RuleBot("beginner", quinto.beginner),
        "pitch": RuleBot("beginner", pitch.beginner),
    },
    "club": {
        "piquet": RuleBot("club", piquet.choose),
        "dasan": RuleBot("club", dasan.choose),
        "quinto": RuleBot("club", quinto.choose),
        "pitch": RuleBot("club", pitch.choose),
    },
    "expert": {
        "piquet": SearchBot("expert", piquet_search.EXPERT),
        "dasan": SearchBot("expert", dasan_search.EXPERT),
        "quinto": SearchBot("expert", quinto.EXPERT),
        "pitch": SearchBot("expert", pitch.EXPERT),
    },
    "master": {
        "piquet": SearchBot("master", piquet_search.MASTER),
        "dasan": SearchBot("master", dasan_search.MASTER),
        "quinto": SearchBot("master", quinto.MASTER),
        "pitch": SearchBot("master", pitch.MASTER),
    },
}


def bot_for(name: str, game: Game) -> Bot:
    """The bot of that name for a game. Raises ValueError with a sentence where there is none."""
    found = BOTS.get(name, {}).get(game.name)
    if found is None:
        known = ", ".join(each for each, games in BOTS.items() if game.name in games)
        raise ValueError(f"{game.name} has no bot '{name}'; it has {known}")
    return found


def advise(game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> list[Advice]:
    """What the master thinks every legal act of a view is worth, the best one first."""
    master = BOTS["master"][game.name]
    assert isinstance(master, SearchBot)
    return search.advise(game, master.skill, rules, view, seat, stream)


FEW: Final = 3  # cards in a hand: then the search plays to the end, and claims are proven


def claims_rest(game: Game, rules: Any, view: Any, seat: int) -> bool:
    """Whether it is proven that the seat's camp takes all the rest, whatever cards the others hold."""
    return bool(taking_rest(game, rules, view, seat))


def claimed_act(game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
    """The act of a seat that has claimed the rest: the master's choice among those that take it."""
    ranked, taking = advise(game, rules, view, seat, stream), taking_rest(game, rules, view, seat)
    return next((each.action for each in ranked if each.action in taking), ranked[0].action)


_ready: set[str] = set()


def prepare(game: Game) -> None:
    """Compiles what the levels of a game, hints and claims need: minutes the first time, seconds when it is kept from then.

    The master looks at the first act of a deal that club players play, and at the first one with few cards left in some hand.
    """
    rules, state, stream, cards = game.rules(), game.state(), chance.stream(0), list(game.pack(game.rules()))
    chance.shuffle(stream, cards, len(cards))
    game.kernel.start(rules, state, 0)
    game.kernel.deal(rules, state, cards)
    _master_looks(game, rules, state, stream)
    while min(state.sizes[: game.seats(rules)]) > FEW and game.kernel.seat(rules, state) >= 0:
        seat = game.kernel.seat(rules, state)
        game.kernel.play(rules, state, bot_for("club", game).act(game, rules, cut(state, seat), seat, stream))
    if game.kernel.seat(rules, state) >= 0:
        _master_looks(game, rules, state, stream)
        takes_rest(game, rules, state)
    _ready.add(game.name)


def _master_looks(game: Game, rules: Any, state: Any, stream: MutableSequence[int]) -> None:
    seat = game.kernel.seat(rules, state)
    advise(game, rules, cut(state, seat), seat, stream)


def ready(game: Game) -> bool:
    """Whether `prepare` has compiled a game in this process."""
    return game.name in _ready


__all__ = [
    "BOTS",
    "LEVELS",
    "Advice",
    "Bot",
    "RuleBot",
    "SearchBot",
    "advise",
    "bot_for",
    "claimed_act",
    "claims_rest",
    "prepare",
    "ready",
]
