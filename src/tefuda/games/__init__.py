"""Floor 1: the rules of each game. A game knows no other."""

from typing import Final

from tefuda.core.game import Game
from tefuda.games.dasan import DASAN
from tefuda.games.piquet import PIQUET
from tefuda.games.pitch import PITCH
from tefuda.games.quinto import QUINTO

GAMES: Final[dict[str, Game]] = {game.name: game for game in (QUINTO, PIQUET, PITCH, DASAN)}


def game_named(name: str) -> Game:
    """The game of that name. Raises ValueError with a sentence where there is none."""
    if name not in GAMES:
        raise ValueError(f"there is no game '{name}'; there are {', '.join(GAMES)}")
    return GAMES[name]


__all__ = ["DASAN", "GAMES", "PIQUET", "PITCH", "QUINTO", "game_named"]
