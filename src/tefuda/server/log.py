"""The log of a table: numbered events, and where the match stands after them. The same events always lead to the same place."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tefuda.core.cards import written
from tefuda.core.chance import commitment, order
from tefuda.core.game import MATCH_OVER, Game, Happening
from tefuda.core.view import SPECTATOR
from tefuda.play.record import Record, Seat
from tefuda.play.table import Table
from tefuda.server.protocol import ActLine, DealScore, HappeningInfo, OpenDeal, Refused, TableEvent, View
from tefuda.server.store import Event

WHOLE: Final = -1  # where an act's lines have it with nothing left out


class May(NamedTuple):
    """What a seat may ask for now besides acting, and whether the rest of its cards are played for it."""

    undo: bool = False
    hint: bool = False
    claim: bool = False
    level: bool = False
    claiming: bool = False


class Log:
    """What has happened at a table, and the referee's table that it led to."""

    def __init__(self, game: Game, rules: Any, dealer: int) -> None:
        self.table = Table(game, rules, dealer=dealer)
        self._events: list[tuple[TableEvent, ...]] = []  # each as a spectator is told, then as each seat is
        self.asks = 0  # the number of the last event that changed the game
        self._seeds: list[str] = []  # one a deal
        self._take_backs: list[int] = []  # acts taken back in each deal, those of the bots after them included
        self._stand_ins: list[list[int]] = []  # for each deal the acts that a bot did for a person, counted from 0
        self._levels: list[list[dict[str, Any]]] = [
            []
        ]  # for each deal, and one to come, which bot followed which after how many acts
        self._lines: list[tuple[ActLine, ...]] = []  # the deal in progress: its acts, told likewise, and last as they were,
        self._before: list[Any] = []  # the state before each of them,
        self._dealt_hands: list[list[str]] = []  # and every place as it was dealt

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self._events)

    @property
    def begun(self) -> bool:
        """Whether a deal has been dealt."""
        return bool(self.table.deals)

    def apply(self, event: Event) -> None:
        """Lets the next event happen. Raises TefudaError if the rules forbid it."""
        kind: Any = event.kind
        bot = event.data.get("bot")
        told = TableEvent(number=event.number, kind=kind, seat=event.seat, act=event.act, bot=bot, stand_in=event.stand_in)
        heard = (told,) * (len(self.table.seats) + 1)
        if kind == "dealt":
            self._deal(event.data["seed"])
        elif kind == "act":
            lines = self._act(event)
            heard = tuple(told.model_copy(update={"act": line.act, "happenings": line.happenings}) for line in lines[:WHOLE])
        elif kind == "undone":
            self._take_back(event)
        self._events.append(heard)
        if kind not in ("seats", "level"):
            self.asks = event.number

    def change_level(self, seat: int, before: str, after: str, fault: str | None = None) -> None:
        """Notes for the record that another bot plays in a seat from now on, and what the one before did wrong, if anything."""
        in_play = self.table.turn >= 0
        change = {"act": len(self._lines) if in_play else 0, "seat": seat, "from": before, "to": after}
        if fault is not None:
            change["fault"] = fault
        self._levels[-2 if in_play else -1].append(change)

    def told(self, seat: int | None, since: int) -> list[TableEvent]:
        """The events after number `since` as a seat is told them, None for a spectator."""
        return [heard[_ear(seat)] for heard in self._events[since:]]

    def heard(self, seat: int) -> list[ActLine]:
        """The acts of the deal as a seat has heard them while it was played."""
        return [lines[_ear(seat)] for lines in self._lines]

    def last_act(self, seat: int | None) -> int | None:
        """Which act of the deal in progress, counted from 0, is the seat's last one; None if there is none."""
        if self.table.turn < 0:
            return None
        return max((at for at, lines in enumerate(self._lines) if lines[0].seat == seat), default=None)

    def view(self, seat: int | None, ready: Sequence[int], may: May) -> View:
        """Where the table stands as a seat may know it, None for a spectator."""
        table = self.table
        to_act = seat is not None and table.turn == seat
        seen = table.view(SPECTATOR if seat is None else seat)
        return View(
            seat=seat,
            number=self.number,
            asks=self.asks,
            turn=table.turn,
            state=table.game.spell(table.rules, seen, SPECTATOR if seat is None else seat),
            reckoned=dict(table.game.reckon(table.rules, seen)) if table.game.reckon else {},
            legal=table.legal if to_act else [],
            refused=self._refused() if to_act else {},
            acts=self._acts(seat),
            deals=self._scores(),
            result=table.record.result if table.turn == MATCH_OVER else None,
            commitment=commitment(self._seeds[-1]) if self.begun else None,
            open=self._open_deal() if self.begun and table.turn < 0 else None,
            ready=list(ready),
            can_undo=may.undo,
            can_hint=may.hint,
            can_claim=may.claim,
            can_level=may.level,
            claiming=may.claiming,
        )

    def record(self, seats: Sequence[Seat], table: str, seed: str) -> Record:
        """The match so far, finished deals only. `extra` has what proves the deals, and what else happened in each."""
        record = self.table.record
        finished = len(record.deals) if self.table.turn < 0 else len(record.deals) - 1
        extra = {
            "table": table,
            "dealer_seed": seed,
            "seeds": self._seeds[:finished],
            "commitments": [commitment(each) for each in self._seeds[:finished]],
            "taken_back": self._take_backs[:finished],
            "stand_ins": self._stand_ins[:finished],
            "levels": self._levels[:finished],
        }
        return record.model_copy(update={"seats": list(seats), "deals": record.deals[:finished], "extra": extra})

    def _deal(self, seed: str) -> None:
        cards = self.table.game.pack(self.table.rules)
        self.table.deal([cards[at] for at in order(seed, len(cards))])
        self._seeds.append(seed)
        self._take_backs.append(0)
        self._stand_ins.append([])
        self._levels.append([])
        self._lines, self._before = [], []
        self._dealt_hands = [written(cards) for cards in self.table.state.hands]

    def _act(self, event: Event) -> tuple[ActLine, ...]:
        seat, act = event.seat, event.act
        assert seat is not None, "an act has a seat"
        assert act is not None, "an act has words"
        before = self.table.state.copy()
        action = self.table.play(seat, act)
        if event.stand_in:
            self._stand_ins[-1].append(len(self._lines))
        self._before.append(before)
        self._lines.append(self._heard(seat, act, before, action))
        return self._lines[-1]

    def _heard(self, seat: int, act: str, before: Any, action: int) -> tuple[ActLine, ...]:
        """An act as a spectator and as each seat hears it, then the whole; where nothing is done in secret all hear the same."""
        game, rules, after = self.table.game, self.table.rules, self.table.state
        ears = range(SPECTATOR, len(self.table.seats))
        whole = _line(seat, act, game.happenings(rules, before, action, after))
        if game.heard is None:
            return (whole,) * (len(ears) + 1)
        return (*(_line(seat, *game.heard(rules, before, action, after, ear)) for ear in ears), whole)

    def _acts(self, seat: int | None) -> list[ActLine]:
        """The acts of the deal as a seat has heard them; when it is over its cards are open, and so is what was done in secret."""
        at = WHOLE if self.table.turn < 0 else _ear(seat)
        return [lines[at] for lines in self._lines]

    def _take_back(self, event: Event) -> None:
        """Goes back to before the seat's last act. A deal that is over stays: its cards have been seen."""
        at = self.last_act(event.seat)
        assert at is not None, "the room has made sure of it before it stored the event"
        self._take_backs[-1] += len(self._lines) - at
        self.table.state = self._before[at]
        for each in (self._lines, self._before, self.table.deals[-1].acts):
            del each[at:]

    def _refused(self) -> dict[str, Refused]:
        return {act: Refused(reason=reason, clause=clause) for act, (reason, clause) in self.table.refusals().items()}

    def _scores(self) -> list[DealScore]:
        return [
            DealScore(dealer=deal.dealer, points=deal.points, totals=deal.totals)
            for deal in self.table.deals
            if deal.points is not None and deal.totals is not None
        ]

    def _open_deal(self) -> OpenDeal:
        return OpenDeal(hands=self._dealt_hands, pack=self.table.deals[-1].pack, seed=self._seeds[-1])


def _ear(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _line(seat: int, act: str, happenings: Sequence[Happening]) -> ActLine:
    return ActLine(seat=seat, act=act, happenings=[_info(each) for each in happenings])


def _info(happening: Happening) -> HappeningInfo:
    return HappeningInfo(**{**happening._asdict(), "cards": list(happening.cards)})
