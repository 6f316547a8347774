"""The lobby: what can be played, opening tables, finding rooms, and who a token belongs to."""

import asyncio
import hashlib
import re
import secrets
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import tefuda
from tefuda.bots import BOTS, LEVELS
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.server.guests import Guests
from tefuda.server.protocol import GameInfo, NewTable, OptionInfo, Problem, RulesWish, Seating, SeatWish
from tefuda.server.room import GRACE, Room, SeatedAlready, SeatTaken
from tefuda.server.store import Conflict, Sitter, Store, TableRow
from tefuda.server.thinking import Thinking

USUAL: Final = "club"  # the bot that sits down where none is named
REST: Final = 600.0  # seconds that a room stays in memory after its last viewer has gone
_TOKEN: Final = re.compile(r"[\w-]{32}", re.ASCII)  # as new_token makes them
_PACKAGE: Final = Path(tefuda.__file__).parent
_RULEBOOKS: Final = (_PACKAGE / "rulebook", _PACKAGE.parents[1] / "docs" / "games")  # installed, or in a checkout


class Denied(Exception):
    """An HTTP request that is not carried out: its status, and the problem as the answer's body says it."""

    def __init__(self, status: int, code: Any, text: str) -> None:
        super().__init__(text)
        self.status, self.problem = status, Problem(code=code, text=text)


class Lobby:
    """All tables of this server. A room is rebuilt from the store when it is first asked for."""

    def __init__(
        self, store: Store, thinking: Thinking, grace: float = GRACE, rest: float = REST, guests: Guests | None = None
    ) -> None:
        self.guests = guests or Guests()
        self._store, self._thinking, self._grace, self._rest = store, thinking, grace, rest
        self._rooms: dict[str, Room] = {}
        self._loading = asyncio.Lock()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        """Closes every room. Nothing is lost: everything is in the store."""
        self._sweeper.cancel()
        for room in self._rooms.values():
            await room.close()

    async def open_table(self, wish: NewTable, token: str) -> Room:
        """Opens a table as wished. Raises Denied or NotStored."""
        game = _game(wish.game)
        rules = _rules(game, wish)
        sitters = _sitters(game, rules, wish, token, self.guests.names)
        table = TableRow(secrets.token_urlsafe(9), game.name, game.write_rules(rules), wish.preset, secrets.token_hex(16))
        await self._store.add_table(table, sitters)
        return await self.find(table.id)

    async def find(self, table: str) -> Room:
        """The room of a table. Raises Denied or NotStored."""
        async with self._loading:
            room = self._rooms.get(table)
            if room is None or room.closed:
                room = self._rooms[table] = await self._load(table)
        room.touched = asyncio.get_running_loop().time()
        return room

    async def sit(self, table: str, seat: int, name: str, token: str) -> Room:
        """A person takes a seat. Raises Denied or NotStored."""
        room = await self.find(table)
        if not 0 <= seat < len(room.chairs):
            raise Denied(404, "no_such_seat", f"the table has seats 0 to {len(room.chairs) - 1}")
        try:
            await room.sit(seat, proper_name(name), hash_of(token))
        except (SeatTaken, Conflict):
            raise Denied(409, "seat_taken", f"somebody sits in seat {seat} already") from None
        except SeatedAlready:
            raise Denied(409, "seated_already", "you have a seat at this table already") from None
        return room

    async def let_go(self) -> None:
        """Forgets the rooms that nobody has asked for in a while, and closed ones."""
        old = asyncio.get_running_loop().time() - self._rest
        for table, room in list(self._rooms.items()):
            if room.closed or (room.idle_since is not None and room.idle_since <= old):
                del self._rooms[table]
                await room.close()

    async def _load(self, table: str) -> Room:
        kept = await self._store.load(table)
        if kept is None:
            raise Denied(404, "no_such_table", f"there is no table '{table}'")
        room = Room(kept, self._store, self._thinking, self._grace, self.guests)
        room.wake()
        return room

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(max(self._rest / 4, 1))
            await self.let_go()


def new_token() -> str:
    """A secret for a browser: 192 bits of chance."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether a cookie holds a token as we make them."""
    return _TOKEN.fullmatch(text) is not None


def hash_of(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def proper_name(name: str) -> str:
    """The name without spaces to spare. Raises Denied for one that can't be seen or read."""
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise Denied(422, "wrong_name", "a name has letters that can be seen")
    return tidy


@cache
def game_info(name: str, guests: tuple[str, ...] = ()) -> GameInfo:
    """A game as the front page offers it, with the bots of others that the server knows."""
    game = GAMES[name]
    rules = game.rules()
    return GameInfo(
        name=name,
        seats=game.seats(rules),
        sides=[list(side) for side in game.sides(rules)],
        options=[_option_info(option) for option in game.options],
        presets={preset: dict(values) for preset, values in game.presets.items()},
        bots=[*(bot for bot, games in BOTS.items() if name in games), *guests],
        levels=[*(level for level in LEVELS if name in BOTS[level]), *guests],
        usual=USUAL,
        clauses=_clauses(name),
    )


def seating(name: str, wish: RulesWish) -> Seating:
    """What the rules wished for ask for. Raises Denied for an unknown game and for rules that it doesn't have."""
    game = _game(name)
    rules = _rules(game, wish)
    return Seating(rules=game.write_rules(rules), seats=game.seats(rules), sides=[list(side) for side in game.sides(rules)])


def _option_info(option: Any) -> OptionInfo:
    kind: Literal["choice", "flag", "number"] = option.kind
    return OptionInfo(
        name=option.name,
        kind=kind,
        default=option.default,
        clause=option.clause,
        choices=list(option.choices),
        low=option.low,
        high=option.high,
        numbers=list(option.numbers),
    )


def _clauses(game: str) -> list[str]:
    """The numbered clauses of a game's rulebook, in its order."""
    path = next(path for folder in _RULEBOOKS if (path := folder / f"{game}.en.md").exists())
    return re.findall(r"^<a id=\"\w+\"></a>\*\*(\w+)\.\*\*", path.read_text(encoding="utf-8"), re.MULTILINE)


def _game(name: str) -> Game:
    game = GAMES.get(name)
    if game is None:
        raise Denied(404, "no_such_game", f"there is no game '{name}'; there are {', '.join(GAMES)}")
    return game


def _rules(game: Game, wish: RulesWish) -> Any:
    try:
        return game.read_rules(wish.rules, wish.preset)
    except ValueError as error:
        raise Denied(422, "wrong_rules", str(error)) from None


def _sitters(game: Game, rules: Any, wish: NewTable, token: str, guests: tuple[str, ...]) -> list[Sitter]:
    if len(wish.seats) != game.seats(rules):
        raise Denied(422, "wrong_seats", f"{game.name} has {game.seats(rules)} seats, not {len(wish.seats)}")
    if sum(each.kind == "me" for each in wish.seats) > 1:
        raise Denied(422, "wrong_seats", "one person can't sit in two seats")
    name = proper_name(wish.name)
    sitters = (_sitter(game, seat, each, name, token, guests) for seat, each in enumerate(wish.seats))
    return [each for each in sitters if each is not None]


def _sitter(game: Game, seat: int, wish: SeatWish, name: str, token: str, guests: tuple[str, ...]) -> Sitter | None:
    if wish.kind == "me":
        return Sitter(seat, name, None, hash_of(token))
    if wish.kind == "open":
        return None
    bot = wish.bot or USUAL
    known = game_info(game.name, guests).bots
    if bot not in known:
        raise Denied(422, "no_such_bot", f"{game.name} has no bot '{bot}'; it has {', '.join(known)}")
    return Sitter(seat, None, bot, None)
