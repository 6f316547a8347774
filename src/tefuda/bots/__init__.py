"""Floor 4: bots choose an act from a view, never from a state.

A bot is one rule with the same signature in every game:

    choose(kernel, rules, view, seat, buffer, stream) -> action

`view` is the state as cut for `seat`, whose turn it is; `buffer` has room for `game.most_legal` numbers and is left with anything;
`stream` is the seat's own chance (tefuda.core.chance.stream). The act depends on nothing else, and runs plain or compiled alike.
"""

from collections.abc import Callable, MutableSequence
from typing import Any, Final, NamedTuple

from tefuda.bots import dasan, piquet, pitch, quinto, random
from tefuda.core.game import Game
from tefuda.games import GAMES


class Bot(NamedTuple):
    """A player by rule: its name, and the rule that chooses its acts."""

    name: str
    choose: Callable[..., int]

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        """The bot's act in a view of a seat whose turn it is, plain; draws from the stream in place."""
        return self.choose(game.kernel, rules, view, seat, [0] * game.most_legal, stream)


# By name, then by game. `simple` is a sound player by rules of thumb.
BOTS: Final[dict[str, dict[str, Bot]]] = {
    "random": {name: Bot("random", random.choose) for name in GAMES},
    "simple": {
        "quinto": Bot("simple", quinto.choose),
        "pitch": Bot("simple", pitch.choose),
        "piquet": Bot("simple", piquet.choose),
        "dasan": Bot("simple", dasan.choose),
    },
}


def bot_for(name: str, game: Game) -> Bot:
    """The bot of that name for a game. Raises ValueError with a sentence where there is none."""
    found = BOTS.get(name, {}).get(game.name)
    if found is None:
        known = ", ".join(each for each, games in BOTS.items() if game.name in games)
        raise ValueError(f"{game.name} has no bot '{name}'; it has {known}")
    return found
