"""One table: who sits there, who watches, and its log. Whatever happens is stored, then applied, then announced.

A bot acts as soon as it is its turn. The next deal is dealt when everybody present in a seat wants it. When a person has been away
for `grace` seconds while another one is present, a bot stands in until the person returns. Against bots only, the table waits. What
a bot thinks about is dropped as soon as it is no longer wanted: the table has changed, or everybody has left it. A bot of others
that is at fault (bots/foreign.py has the rule) gives its seat to the club player, and has it back in the next deal.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

from tefuda.bots import BOTS, LEVELS
from tefuda.bots.foreign import LAST_FAULT, SUBSTITUTE, Heard
from tefuda.bots.line import BotFault
from tefuda.core.chance import first_dealer
from tefuda.core.game import DEAL_DUE, MATCH_OVER
from tefuda.games import GAMES
from tefuda.play.errors import ActError, NotYourTurn, RefusedAct
from tefuda.play.record import Seat
from tefuda.server.guests import Guests, GuestSeat
from tefuda.server.log import Log, May
from tefuda.server.protocol import (
    Act,
    Advice,
    AdviceLine,
    Claim,
    Fault,
    Happened,
    Hint,
    Level,
    Message,
    Next,
    Presence,
    SeatInfo,
    TableInfo,
    View,
    Welcome,
)
from tefuda.server.store import Conflict, Event, Kept, NotStored, Sitter, Store
from tefuda.server.thinking import Asks, Question, Thinking
from tefuda.server.thoughts import Thoughts
from tefuda.server.viewer import Request, Viewer

GRACE: Final = 90.0  # seconds that a person may be away before a bot stands in
RETRY: Final = 1.0  # seconds until the table goes on after the store has failed
STAND_IN: Final = "expert"  # the bot that plays for a person who is away
CLAIMER: Final = "master"  # the bot that plays the rest for a person who has claimed it
LAST_CARDS: Final = range(2, 8)  # so many cards in hand: it is worth a look whether one can claim the rest

NOT_READY: Final = Fault(code="not_ready", text="the bot that advises is not ready for this game yet")

logger = logging.getLogger(__name__)


class SeatTaken(Exception):
    """The seat has a sitter already."""


class SeatedAlready(Exception):
    """The person has another seat at this table."""


class Chair:
    """A seat of the table. `left` is when its person was last present, on the clock of the event loop."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.bot: str | None = None
        self.token_hash: str | None = None
        self.opened_with: str | None = None  # the bot that sat here first
        self.stand_in = False
        self.claims = False  # the rest of the person's cards are played by CLAIMER
        self.faults = 0  # of bots of others in this seat
        self.returns: str | None = None  # the bot of others that has lost this deal, and plays here again in the next one
        self.left = 0.0

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.token_hash is not None

    @property
    def open(self) -> bool:
        """Whether nobody sits here."""
        return self.token_hash is None and self.bot is None


class Turn(NamedTuple):
    """A bot's turn: the seat, the bot, and the number of the event that it answers."""

    seat: int
    bot: str
    asks: int


class Room:
    """A table in memory, rebuilt from what is kept of it. All of it lives in one event loop."""

    def __init__(self, kept: Kept, store: Store, thinking: Thinking, grace: float = GRACE, guests: Guests | None = None) -> None:
        self.row, self.grace = kept.table, grace
        self.game = GAMES[self.row.game]
        self.rules = self.game.read_rules(self.row.rules)
        self.log = Log(self.game, self.rules, first_dealer(self.row.seed, self.game.seats(self.rules)))
        self.chairs = [Chair() for _ in range(self.game.seats(self.rules))]
        self.closed = False
        self.touched = self._now()
        self._store, self._thoughts, self._guests = store, Thoughts(thinking), guests or Guests()
        self._viewers: list[Viewer] = []
        self._ready: set[int] = set()
        self._lock = asyncio.Lock()  # one thing happens at a time
        self._driver: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._deserted = False  # everybody has left: nothing is thought about until somebody comes
        self._advising = -1  # the `asks` that a hint is being thought about for
        self._advice: Advice | None = None  # the last one
        self._looked = -1  # the `asks` at which it was looked whether the rest can be claimed
        self._claimable = -1  # the `asks` at which it can be
        for sitter in kept.sitters:
            self._seat(sitter)
        for event in kept.events:
            self._apply(event)

    # ---- what anybody may see

    def seat_of(self, token_hash: str | None) -> int | None:
        """The seat of the person with this token; None for a spectator."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.person and chair.token_hash == token_hash), None)

    def info(self, seat: int | None) -> TableInfo:
        """The table as the person in `seat` sees it."""
        return TableInfo(
            table=self.row.id,
            game=self.row.game,
            rules=self.game.write_rules(self.rules),
            preset=self.row.preset,
            seats=[self._seat_info(each) for each in range(len(self.chairs))],
            sides=self.log.table.sides,
            you=seat,
        )

    def view(self, seat: int | None) -> View:
        """Where the table stands as the person in `seat` may know it."""
        return self.log.view(seat, sorted(self._ready), self._may(seat))

    def record(self) -> str:
        """The finished deals of the match as one line of a record."""
        seats = [Seat(name=chair.name or chair.opened_with or "", bot=chair.opened_with) for chair in self.chairs]
        return self.log.record(seats, self.row.id, self.row.seed).line()

    @property
    def idle_since(self) -> float | None:
        """Since when nobody has asked for this table; None while somebody watches or a bot is at work."""
        busy = self._viewers or self._lock.locked() or (self._driver and not self._driver.done())
        return None if busy else self.touched

    # ---- coming and going

    async def sit(self, seat: int, name: str, token_hash: str) -> None:
        """A person takes an open seat. Raises SeatTaken, SeatedAlready, Conflict or NotStored."""
        async with self._lock:
            if not self.chairs[seat].open:
                raise SeatTaken
            if self.seat_of(token_hash) is not None:
                raise SeatedAlready
            await self._happen(Event(self.log.number + 1, "seats", seat), Sitter(seat, name, None, token_hash))
        self.wake()

    async def enter(self, viewer: Viewer, since: int | None) -> None:
        """A viewer comes: he gets a Welcome, and a person has his seat back from the bot that stood in.

        Raises Conflict or NotStored.
        """
        async with self._lock:
            seat = viewer.seat = self.seat_of(viewer.token_hash)
            if seat is not None and self.chairs[seat].stand_in:
                await self._happen(Event(self.log.number + 1, "seats", seat))
            newly_present = seat is not None and seat not in self._present()
            self._viewers.append(viewer)
            self._deserted = False
            self._warm_up()
            missed = [] if since is None else self.log.told(seat, since)
            viewer.put(Welcome(table=self.info(seat), view=self.view(seat), events=missed).model_dump_json())
            if newly_present:
                self._announce_presence(but=viewer)
        self.wake()

    def leave(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        if viewer not in self._viewers:
            return
        self._viewers.remove(viewer)
        self.touched = self._now()
        if viewer.seat is not None and viewer.seat not in self._present():
            self.chairs[viewer.seat].left = self.touched
            self._announce_presence()
        self._deserted = not self._viewers
        self._thoughts.drop_unwanted()
        if self._deserted:
            self._guests.leave(self.row.id)
        self.wake()

    async def close(self) -> None:
        """Drops every viewer and does nothing more. What is being stored is stored first."""
        async with self._lock:
            self._end()

    def _end(self) -> None:
        """With the lock held, so that nothing is cut off while it is being stored."""
        self.closed = True
        for viewer in self._viewers:
            viewer.drop()
        if self._alarm is not None:
            self._alarm.cancel()
        self._thoughts.end()
        self._guests.leave(self.row.id)
        if self._driver is not None and self._driver is not asyncio.current_task():
            self._driver.cancel()

    # ---- requests

    async def answer(self, viewer: Viewer, request: Request) -> Fault | None:
        """Carries out a request, or says why not; then nothing has changed."""
        async with self._lock:
            if viewer.seat is None or request.seat != viewer.seat:
                return Fault(code="not_your_seat", text=f"seat {request.seat} is not yours")
            if not isinstance(request, Level) and request.answers != self.log.asks:
                return Fault(code="stale", text=f"the table has moved on: it asks with {self.log.asks}, not {request.answers}")
            try:
                fault = await self._carry_out(request)
            except NotStored:
                logger.exception("table %s", self.row.id)
                return Fault(code="not_stored", text="the server can't write to its disk now; nothing has happened")
            except Conflict:
                return Fault(code="stale", text="the table has moved on elsewhere")
        self.wake()
        return fault

    async def _carry_out(self, request: Request) -> Fault | None:
        match request:
            case Act():
                return await self._act(request)
            case Next():
                return self._next(request.seat)
            case Hint():
                return self._hint(request.seat)
            case Claim():
                return self._claim(request.seat)
            case Level():
                return await self._level(request)
        return await self._undo(request.seat)

    async def _act(self, request: Act) -> Fault | None:
        try:
            act = self.log.table.written(request.seat, request.act)
        except ActError as error:
            return _fault(error)
        await self._happen(Event(self.log.number + 1, "act", request.seat, act))
        return None

    def _next(self, seat: int) -> Fault | None:
        if self.log.table.turn != DEAL_DUE or not self.log.begun:
            return Fault(code="no_deal_due", text="no deal is due")
        if seat not in self._ready:
            self._ready.add(seat)
            self._announce_presence()
        return None

    async def _undo(self, seat: int) -> Fault | None:
        if not self._may(seat).undo:
            return Fault(code="no_undo", text="there is no act to take back, or it is too late, or others than bots are playing")
        await self._happen(Event(self.log.number + 1, "undone", seat))
        return None

    def _hint(self, seat: int) -> Fault | None:
        if not self._may(seat).hint:
            return Fault(code="no_hint", text="hints are for the person whose turn it is, and only where all others are bots")
        if not self._thoughts.is_ready(self.row.game):
            self._thoughts.expect(self.row.game)
            return NOT_READY
        if self._advice is not None and self._advice.asks == self.log.asks:
            self._tell(seat, self._advice)
        elif self._advising != self.log.asks:
            self._advising = self.log.asks
            self._thoughts.beside(self._advise(seat, self.log.asks))
        return None

    def _claim(self, seat: int) -> Fault | None:
        if not self._may(seat).claim:
            return Fault(code="no_claim", text="it is not certain that your side takes all the rest, or it isn't your turn")
        self.chairs[seat].claims = True
        self._tell(seat, self._presence(seat))
        return None

    async def _level(self, request: Level) -> Fault | None:
        where = self.chairs[request.where] if 0 <= request.where < len(self.chairs) else None
        if where is None or where.bot is None or not self._may(request.seat).level or not self._knows(request.bot):
            return Fault(code="no_level", text="there is no bot in that seat, or no such bot, or others than bots are playing")
        if where.bot != request.bot:
            await self._happen(Event(self.log.number + 1, "level", request.where, data={"bot": request.bot}))
        return None

    def _may(self, seat: int | None) -> May:
        """What may be asked for in a seat. All but claims is for a person among bots: nobody else could mind."""
        if seat is None:
            return May()
        alone = all(chair.bot for at, chair in enumerate(self.chairs) if at != seat)
        claiming = self.chairs[seat].claims
        to_act = self.log.table.turn == seat and not claiming
        return May(
            undo=alone and self.log.last_act(seat) is not None,  # only in a deal in progress: after it the cards are open
            hint=alone and to_act,
            claim=to_act and self._claimable == self.log.asks,
            level=alone,
            claiming=claiming,
        )

    # ---- what happens by itself

    def wake(self) -> None:
        """Lets everything happen that is due without a request: stand-ins, the next deal, bots' acts."""
        if not self.closed and (self._driver is None or self._driver.done()):
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while await self._step():
                pass
        except NotStored:
            logger.exception("table %s: trying again", self.row.id)
            self._set_alarm(RETRY)
        except Conflict:
            logger.warning("table %s has moved on elsewhere", self.row.id)
        except Exception:
            logger.exception("table %s stands still", self.row.id)

    async def _step(self) -> bool:
        """Does the first thing that is due; false when nothing is. No await lies between the last look and the end."""
        async with self._lock:
            if event := self._due():
                await self._happen(event)
                return True
            turn = self._bots_turn()
            thought = self._thought(turn) if turn else None
        if turn is None or thought is None:
            self._expect_absence()
            self._look_for_claim()
            return False
        answers = await thought
        async with self._lock:
            if answers and turn == self._bots_turn():
                await self._happen(self._bots_act(turn, answers[0]))
        return True

    def _due(self) -> Event | None:
        """A bot to stand in, or the next deal."""
        number = self.log.number + 1
        if (seat := self._left_alone()) is not None:
            return Event(number, "seats", seat, stand_in=True)
        if self._deal_wanted():
            if (seat := self._returning()) is not None:
                return Event(number, "level", seat, data={"bot": self.chairs[seat].returns})
            return Event(number, "dealt", data={"seed": secrets.token_hex(16)})
        return None

    def _returning(self) -> int | None:
        """The seat of a bot of others that has lost the last deal and plays in the next one."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.returns in self._guests.names), None)

    def _deal_wanted(self) -> bool:
        """The first deal when all seats are taken, a further one when everybody present wants it; bots alone want to be watched."""
        if self.log.table.turn != DEAL_DUE or any(chair.open for chair in self.chairs):
            return False
        if not self.log.begun:
            return True
        present = self._present()
        return bool(present) and present <= self._ready if self._persons() else bool(self._viewers)

    def _left_alone(self) -> int | None:
        """The seat of a person who has been away for too long while another one waits."""
        return next((seat for seat, left in self._absences() if left + self.grace <= self._now()), None)

    def _absences(self) -> list[tuple[int, float]]:
        """Whom others wait for, and since when."""
        if not self._present() or not self.log.begun or self.log.table.turn == MATCH_OVER:
            return []
        away = self._persons() - self._present()
        return [(seat, self.chairs[seat].left) for seat in sorted(away) if not self.chairs[seat].stand_in]

    def _expect_absence(self) -> None:
        """Wakes up again when somebody's grace will be over."""
        if absences := self._absences():
            self._set_alarm(min(left for _, left in absences) + self.grace - self._now())

    def _set_alarm(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(max(seconds, 0) + 0.001, self.wake)

    def _bots_turn(self) -> Turn | None:
        seat = self.log.table.turn
        if self.closed or self._deserted or seat < 0:
            return None
        chair = self.chairs[seat]
        bot = STAND_IN if chair.stand_in else CLAIMER if chair.claims else chair.bot
        return Turn(seat, bot if self._knows(bot) else SUBSTITUTE, self.log.asks) if bot else None

    def _knows(self, bot: str) -> bool:
        """Whether there is such a bot; one of others may be gone with the command line that named it."""
        return bot in self._guests.names or self.row.game in BOTS.get(bot, {})

    def _bots_act(self, turn: Turn, action: int | BotFault | None) -> Event:
        """The bot's act; the first legal one if it has none or an illegal one. A fault brings the substitute."""
        table = self.log.table
        if isinstance(action, BotFault):
            logger.warning("table %s: bot %s in seat %s %s", self.row.id, turn.bot, turn.seat, action)
            return Event(self.log.number + 1, "level", turn.seat, data={"bot": SUBSTITUTE, "fault": str(action)})
        if action is not None and self._is_legal(action):
            words = table.say(action)
        else:
            logger.error("table %s: bot %s failed in seat %s with %s", self.row.id, turn.bot, turn.seat, action)
            words = table.legal[0]
        return Event(self.log.number + 1, "act", turn.seat, words, stand_in=self.chairs[turn.seat].stand_in)

    def _is_legal(self, action: int) -> bool:
        return 0 <= action < self.game.actions and not self.game.kernel.refusal(self.rules, self.log.table.state, action)

    # ---- what is thought about

    def _question(self, asks: Asks, seat: int, bot: str = "") -> Question:
        row = self.log.table.view(seat).row()
        return Question(asks, self.row.game, self.game.write_rules(self.rules), seat, row, bot, secrets.randbits(64))

    def _thought(self, turn: Turn) -> Coroutine[Any, Any, list[Any]]:
        """What the bot whose turn it is thinks, as the only item; nothing when it is no longer wanted."""

        def wanted() -> bool:
            return turn == self._bots_turn()

        if turn.bot in self._guests.names:
            where = GuestSeat(self.row.id, self.game, self.rules, turn.seat, turn.bot)
            view, deal = self.log.table.view(turn.seat), len(self.log.table.deals) - 1
            return self._thoughts.wait(self._guests.act(where, view, deal, self._heard(turn.seat), secrets.randbits(64)), wanted)
        return self._thoughts.answer(self._turns_question(turn), wanted)

    def _heard(self, seat: int) -> Heard:
        return [line.model_dump() for line in self.log.heard(seat)]

    def _tell_guests(self) -> None:
        """The deal is over: bots of others hear what it came to."""
        for seat, chair in enumerate(self.chairs):
            if chair.bot in self._guests.names:
                self._guests.over(self.row.id, seat, len(self.log.table.deals) - 1, self._heard(seat), *self.log.table.points)

    def _turns_question(self, turn: Turn) -> Question:
        chair = self.chairs[turn.seat]
        return self._question("rest" if chair.claims and not chair.stand_in else "act", turn.seat, turn.bot)

    def _warm_up(self) -> None:
        """Somebody has come to a table with bots that search, or whose person may ask for hints: let the workers be ready."""
        if any(chair.bot in LEVELS for chair in self.chairs):
            self._thoughts.expect(self.row.game)

    async def _advise(self, seat: int, asks: int) -> None:
        """Thinks about a hint, and tells the seat."""
        answers = await self._thoughts.answer(
            self._question("advise", seat), lambda: asks == self.log.asks and self._may(seat).hint
        )
        if self._advising == asks:
            self._advising = -1
        if not answers:
            return
        if answers[0] is None:
            self._tell(seat, NOT_READY)
            return
        lines = [AdviceLine(act=self.log.table.say(action), points=points, error=error) for action, points, error in answers[0]]
        self._advice = Advice(asks=asks, acts=lines)
        self._tell(seat, self._advice)

    def _look_for_claim(self) -> None:
        """In the last tricks: whether the person whose turn it is can claim the rest."""
        seat, asks = self.log.table.turn, self.log.asks
        if self._looked == asks or not self._claim_thinkable(seat, asks) or not self._thoughts.is_ready(self.row.game):
            return
        self._looked = asks
        self._thoughts.beside(self._find_claim(seat, asks))

    def _claim_thinkable(self, seat: int, asks: int) -> bool:
        if self.closed or seat != self.log.table.turn or seat not in self._present() or asks != self.log.asks:
            return False
        return self.log.table.state.sizes[seat] in LAST_CARDS

    async def _find_claim(self, seat: int, asks: int) -> None:
        answers = await self._thoughts.answer(self._question("claim", seat), lambda: self._claim_thinkable(seat, asks))
        if answers and answers[0]:
            self._claimable = asks
            self._tell(seat, self._presence(seat))  # even that there is news is no business of the others
        elif not answers and self._looked == asks:
            self._looked = -1

    # ---- events

    async def _happen(self, event: Event, sitter: Sitter | None = None) -> None:
        """Stores the next event, lets it happen, announces it. On Conflict this room is out of date and ends."""
        if self.closed:
            raise Conflict
        try:
            await self._store.append(self.row.id, event, sitter)
        except Conflict:
            self._end()
            raise
        if sitter is not None:
            self._seat(sitter)
        self._apply(event)
        if event.kind == "act" and self.log.table.turn < 0:
            self._tell_guests()
        self._thoughts.drop_unwanted()
        self._announce(self._happened)

    def _happened(self, seat: int | None) -> Happened:
        (told,) = self.log.told(seat, self.log.number - 1)
        return Happened(event=told, view=self.view(seat), table=self.info(seat))

    def _apply(self, event: Event) -> None:
        if event.kind == "seats" and event.seat is not None:
            self.chairs[event.seat].stand_in = event.stand_in
        elif event.kind == "level" and event.seat is not None:
            self._change_level(event.seat, event.data["bot"], event.data.get("fault"))
        else:
            self._ready.clear()
        self.log.apply(event)
        if event.kind == "undone" or self.log.table.turn < 0:
            self._end_claims()

    def _change_level(self, seat: int, bot: str, fault: str | None) -> None:
        chair = self.chairs[seat]
        self.log.change_level(seat, chair.bot or "", bot, fault)
        chair.faults += fault is not None
        chair.returns = chair.bot if fault is not None and chair.faults < LAST_FAULT else None
        chair.bot = bot

    def _end_claims(self) -> None:
        """Whoever takes back an act plays on by hand, and so does everybody in the next deal."""
        for chair in self.chairs:
            chair.claims = False

    def _seat(self, sitter: Sitter) -> None:
        chair = self.chairs[sitter.seat]
        chair.name, chair.bot, chair.token_hash, chair.left = sitter.name, sitter.bot, sitter.token_hash, self._now()
        chair.opened_with = sitter.bot
        for viewer in self._viewers:
            if viewer.token_hash is not None and viewer.token_hash == sitter.token_hash:
                viewer.seat = sitter.seat

    def _announce_presence(self, but: Viewer | None = None) -> None:
        self._announce(self._presence, but)

    def _presence(self, seat: int | None) -> Presence:
        return Presence(table=self.info(seat), view=self.view(seat))

    def _announce(self, message: Callable[[int | None], Message], but: Viewer | None = None) -> None:
        """Sends every viewer the message for his seat; each seat's is written once."""
        texts: dict[int | None, str] = {}
        for viewer in self._viewers:
            if viewer is but:
                continue
            if viewer.seat not in texts:
                texts[viewer.seat] = message(viewer.seat).model_dump_json()
            viewer.put(texts[viewer.seat])

    def _tell(self, seat: int, message: Message) -> None:
        """Sends a message to every connection of a seat, and to nobody else."""
        for viewer in self._viewers:
            if viewer.seat == seat:
                viewer.put(message.model_dump_json())

    # ---- who is there

    def _persons(self) -> set[int]:
        return {seat for seat, chair in enumerate(self.chairs) if chair.person}

    def _present(self) -> set[int]:
        """The seats whose person is connected."""
        return {viewer.seat for viewer in self._viewers if viewer.seat is not None}

    def _seat_info(self, seat: int) -> SeatInfo:
        chair = self.chairs[seat]
        present = chair.bot is not None or seat in self._present()
        return SeatInfo(name=chair.name, bot=chair.bot, open=chair.open, present=present, stand_in=chair.stand_in)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _fault(error: ActError) -> Fault:
    if isinstance(error, RefusedAct):
        return Fault(code="refused", text=str(error), reason=error.reason, clause=error.clause)
    return Fault(code="not_your_turn" if isinstance(error, NotYourTurn) else "unknown_act", text=str(error))
