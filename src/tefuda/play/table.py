"""The table and its referee: the rules with everything checked, and the record written along the way."""

from collections.abc import Iterator, Sequence
from typing import Any

from tefuda.core.cards import WORDS, read
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game, Happening
from tefuda.core.state import State
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.play.errors import ActError, DealError, NotYourTurn, RecordError, RefusedAct, UnknownAct
from tefuda.play.record import Deal, Record, Seat


class Table:
    """A match of a game at one table, refereed.

    It is dealt to, then acted at by whoever's turn it is:

        table = Table(GAMES["quinto"], dealer=3)
        table.deal(range(53))
        table.act(table.turn, "double")
        print(table.turn, table.legal)
    """

    def __init__(self, game: Game, rules: Any = None, *, dealer: int = 0, seats: Sequence[Seat] = ()) -> None:
        self.game = game
        self.rules = game.rules() if rules is None else rules
        self.sides = [list(side) for side in game.sides(self.rules)]
        self.seats = list(seats) or [Seat(name=f"seat {seat}") for seat in range(game.seats(self.rules))]
        self.state: Any = game.state()
        self.deals: list[Deal] = []
        self._buffer = [0] * game.most_legal
        game.kernel.start(self.rules, self.state, dealer)

    @property
    def turn(self) -> int:
        """Whose turn it is, or DEAL_DUE, or MATCH_OVER."""
        return self.game.kernel.seat(self.rules, self.state)

    @property
    def legal(self) -> list[str]:
        """The legal acts of the seat whose turn it is, in words."""
        return [self.say(action) for action in self._buffer[: self.game.kernel.legal(self.rules, self.state, self._buffer)]]

    def say(self, action: int) -> str:
        """An action in the words of a record, as the table stands."""
        return self.game.say(self.rules, self.state, action)

    def deal(self, pack: Sequence[int]) -> None:
        """Deals the next deal from an order of the pack. Raises DealError."""
        if self.turn != DEAL_DUE:
            raise DealError("the match is over" if self.turn == MATCH_OVER else "a deal is in progress")
        if sorted(pack) != sorted(self.game.pack(self.rules)):
            raise DealError(f"the pack is not the {len(self.game.pack(self.rules))} cards of {self.game.name}, each once")
        self.game.kernel.deal(self.rules, self.state, pack)
        self.deals.append(Deal(dealer=self.state.dealer, pack=" ".join(WORDS[card] for card in pack), acts=[]))
        self._close_deal()

    def act(self, seat: int, words: str) -> list[Happening]:
        """Does what a seat says and returns what that brought about. Raises ActError and changes nothing if it is refused."""
        before = self.state.copy()
        action = self.play(seat, words)
        return self.game.happenings(self.rules, before, action, self.state)

    def play(self, seat: int, words: str) -> int:
        """Does what a seat says and returns the action. Raises ActError and changes nothing if it is refused."""
        action = self.check(seat, words)
        self._prefer(self.state, words)
        words = self.say(action)
        self.game.kernel.play(self.rules, self.state, action)
        self.deals[-1].acts.append(f"{seat} {words}")
        self._close_deal()
        return action

    def written(self, seat: int, words: str) -> str:
        """What a seat may do with these words, in the words of a record. Raises ActError when it may not."""
        action, state = self.check(seat, words), self.state.copy()
        self._prefer(state, words)
        return self.game.say(self.rules, state, action)

    def check(self, seat: int, words: str) -> int:
        """The action that a seat may do with these words. Raises ActError when it may not."""
        if seat != self.turn or seat < 0:
            raise NotYourTurn(seat, words, self.turn)
        try:
            action = self.game.hear(self.rules, self.state, words)
        except KeyError:
            raise UnknownAct(seat, words, self.game.name) from None
        if reason := self.game.kernel.refusal(self.rules, self.state, action):
            name = self.game.refusal_name(reason)
            raise RefusedAct(seat, words, self.game.name, name, self.game.refusal_clauses[reason])
        return action

    def refusals(self) -> dict[str, tuple[str, str]]:
        """Every act that the rules refuse to the seat whose turn it is: its words, with the refusal's name and clause."""
        found = {}
        for action in range(self.game.actions):
            if reason := self.game.kernel.refusal(self.rules, self.state, action):
                found[self.say(action)] = (self.game.refusal_name(reason), self.game.refusal_clauses[reason])
        return found

    def view(self, seat: int) -> State:
        """The state as a seat may know it (SPECTATOR: as anybody may)."""
        view: State = cut(self.state, seat)
        return view

    @property
    def points(self) -> tuple[list[int], list[int]]:
        """The points of the deal and the totals, side by side."""
        points, totals = [0] * len(self.sides), [0] * len(self.sides)
        self.game.kernel.score(self.rules, self.state, points, totals)
        return points, totals

    @property
    def record(self) -> Record:
        """The match so far."""
        over = self.turn == MATCH_OVER
        return Record(
            game=self.game.name,
            rules=self.game.write_rules(self.rules),
            seats=self.seats,
            sides=self.sides,
            deals=[deal.model_copy(deep=True) for deal in self.deals],
            result=dict(self.game.result(self.rules, self.state)) if over else None,
        )

    def _prefer(self, state: Any, words: str) -> None:
        if self.game.prefer is not None:
            self.game.prefer(self.rules, state, words)

    def _close_deal(self) -> None:
        if self.turn < 0:
            self.deals[-1].points, self.deals[-1].totals = self.points


def steps(record: Record, line: int = 1) -> Iterator[Table]:
    """The table of a record before its first deal and after every deal and every act: one table, which changes.

    Checks all there is in the record. Raises RecordError.
    """
    table = _open(record, line)
    yield table
    for number, deal in enumerate(record.deals, 1):
        where = f"deal {number}"
        _lay_out(table, deal, line, where)
        yield table
        for at, act in enumerate(deal.acts, 1):
            _repeat(table, act, line, f"{where}, act {at}")
            yield table
        _check_score(table, deal, number == len(record.deals), line, where)
    _check_result(table, record, line)


def replay(record: Record, line: int = 1) -> Table:
    """The table at the end of a record, every act and every score checked. Raises RecordError."""
    *_, table = steps(record, line)
    return table


def _open(record: Record, line: int) -> Table:
    if record.game not in GAMES:
        raise RecordError(line, f"game: '{record.game}' is not known; this program knows {', '.join(GAMES)}")
    game = GAMES[record.game]
    try:
        rules = game.read_rules(record.rules)
    except ValueError as error:
        raise RecordError(line, f"rules: {error}") from None
    if missing := [option.name for option in game.options if option.name not in record.rules]:
        raise RecordError(line, f"rules: option '{missing[0]}' is missing")
    if record.sides != [list(side) for side in game.sides(rules)] or len(record.seats) != game.seats(rules):
        raise RecordError(line, f"sides or seats are not those of {game.name} with these rules")
    dealer = record.deals[0].dealer if record.deals else 0
    if not 0 <= dealer < game.seats(rules):
        raise RecordError(line, f"deal 1: there is no seat {dealer} to deal")
    return Table(game, rules, dealer=dealer, seats=record.seats)


def _lay_out(table: Table, deal: Deal, line: int, where: str) -> None:
    try:
        table.deal([read(word) for word in deal.pack.split(" ")])
    except KeyError as error:
        raise RecordError(line, f"{where}: {error} in the pack is no card") from None
    except DealError as error:
        raise RecordError(line, f"{where}: {error}") from None
    if table.state.dealer != deal.dealer:
        raise RecordError(line, f"{where}: seat {deal.dealer} can't deal, it is seat {table.state.dealer}'s turn to deal")


def _repeat(table: Table, act: str, line: int, where: str) -> None:
    seat, _, words = act.partition(" ")
    if not (seat.isascii() and seat.isdecimal()):
        raise RecordError(line, f"{where}: '{act}' does not begin with a seat")
    try:
        table.play(int(seat), words)
    except ActError as error:
        raise RecordError(line, f"{where}: {error}") from None


def _check_score(table: Table, deal: Deal, last: bool, line: int, where: str) -> None:
    if table.turn >= 0 and not last:
        raise RecordError(line, f"{where}: it is not finished, yet another deal follows")
    kept = table.deals[-1]
    if deal.points != kept.points:
        raise RecordError(line, f"{where}: the points are {kept.points}, not {deal.points}")
    if deal.totals != kept.totals:
        raise RecordError(line, f"{where}: the totals are {kept.totals}, not {deal.totals}")


def _check_result(table: Table, record: Record, line: int) -> None:
    result = table.record.result
    if record.result != result:
        raise RecordError(line, f"result: it is {result}, not {record.result}")
