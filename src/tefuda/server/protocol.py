"""What page and server say to each other (docs/protocol.md). web/src/protocol.ts is generated from these types.

Events of a table are numbered from 1 without gaps. Every viewer gets a view of his own after every event. A request to act names in
`answers` the number that the view asked with (`View.asks`), so a late or doubled click does nothing.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NAME_LENGTH = 24
FRAME_LIMIT = 4096  # bytes of one message from a page
BODY_LIMIT = 65536  # bytes of one HTTP request's body


class Message(BaseModel):
    """Every message refuses unknown fields and wrong types."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


# ---- HTTP


class OptionInfo(Message):
    """One house rule as the new-table form shows it; words are `option.GAME.NAME` and `option.GAME.NAME.CHOICE`."""

    name: str
    kind: Literal["choice", "flag", "number"]
    default: bool | int | str
    clause: str
    choices: list[str]
    low: int
    high: int
    numbers: list[int]  # all that a number can be, where not every one from low to high is possible


class GameInfo(Message):
    """A game on the front page. `seats` and `sides` are those of the default rules; Seating has those of others."""

    name: str
    seats: int
    sides: list[list[int]]
    options: list[OptionInfo]
    presets: dict[str, dict[str, bool | int | str]]
    bots: list[str]  # all that can be asked for
    levels: list[str]  # those of them that a form offers, from the weakest; words are `bot.LEVEL` and `bot.LEVEL.style`
    usual: str  # the level where none is asked for
    clauses: list[str]  # every numbered clause of the game's rulebook, in its order


class RulesWish(Message):
    """House rules that somebody thinks of. `rules` holds only what differs from the preset (or the defaults)."""

    preset: str | None = None
    rules: dict[str, bool | int | str] = Field(default_factory=dict)


class Seating(Message):
    """What house rules ask for: every option with its value, how many seats, and who scores together."""

    rules: dict[str, bool | int | str]
    seats: int
    sides: list[list[int]]


class SeatWish(Message):
    """Who shall sit in a seat of a new table: the person who opens it, a bot, or whoever follows the link."""

    kind: Literal["me", "bot", "open"]
    bot: str | None = None


class NewTable(RulesWish):
    """A table to open; `name` is the opener's."""

    game: str
    name: str = Field(min_length=1, max_length=NAME_LENGTH)
    seats: list[SeatWish]


class SitDown(Message):
    """A person takes an open seat."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH)


class SeatInfo(Message):
    """A seat as everybody sees it. `stand_in`: a bot plays for a person who is away. A bot has no name and is always present."""

    name: str | None
    bot: str | None
    open: bool
    present: bool
    stand_in: bool


class TableInfo(Message):
    """A table as everybody sees it; `you` is the viewer's seat, null for a spectator."""

    table: str
    game: str
    rules: dict[str, bool | int | str]
    preset: str | None
    seats: list[SeatInfo]
    sides: list[list[int]]
    you: int | None


class Problem(Message):
    """An HTTP request that was not carried out; words are `problem.CODE`."""

    code: Literal[
        "garbled",
        "too_long",
        "no_such_page",
        "no_such_method",
        "no_such_game",
        "no_such_table",
        "no_such_seat",
        "no_such_bot",
        "wrong_rules",
        "wrong_seats",
        "wrong_name",
        "seat_taken",
        "seated_already",
        "other_site",
        "not_stored",
    ]
    text: str


# ---- events and views


class HappeningInfo(Message):
    """One thing that an act brought about; words are `happening.GAME.CODE`. `side` and `seat` are -1 for nobody."""

    code: str
    clause: str
    side: int
    seat: int
    cards: list[str]
    points: int


class TableEvent(Message):
    """One numbered thing that happened at the table.

    `dealt` (a new deal), `act` (`seat` did `act`; `stand_in` if a bot did it for a person), `undone` (the table went back to before
    `seat`'s last act), `seats` (a person sat down in `seat` or has it back; with `stand_in` a bot plays for that person now),
    `level` (from now on `bot` plays in `seat`).
    """

    number: int
    kind: Literal["dealt", "act", "undone", "seats", "level"]
    seat: int | None = None
    act: str | None = None
    bot: str | None = None
    stand_in: bool = False
    happenings: list[HappeningInfo] = Field(default_factory=list)


class Refused(Message):
    """Why the rules refuse an act; words are `refusal.GAME.REASON`, the clause is an anchor in the rulebook."""

    reason: str
    clause: str


class DealScore(Message):
    """A finished deal in the score sheet, in the order of the sides."""

    dealer: int
    points: list[int]
    totals: list[int]


class ActLine(Message):
    """One act of a deal with what it brought about."""

    seat: int
    act: str
    happenings: list[HappeningInfo]


class OpenDeal(Message):
    """A deal that is over, all cards open. `hands` has every place at its start: the hands, then what lay face down.

    `seed` is the text whose SHA-256 was `View.commitment`; tefuda.core.chance says how the pack's order follows from it.
    """

    hands: list[list[str]]
    pack: str
    seed: str


class View(Message):
    """What one viewer sees after an event. It holds nothing that the viewer's seat may not know.

    `state` has the game's fields by name (games/NAME.py says what each means): sets of cards as lists of words, nobody as null.
    `reckoned` is what the rules make of them (the game's `reckon`), so that no page needs to know the rules; often empty.
    `turn` is a seat, -1 while a deal is due, -2 when the match is over. `legal` and `refused` are there for the seat to act only.
    """

    seat: int | None
    number: int
    asks: int
    turn: int
    state: dict[str, Any]
    reckoned: dict[str, Any]
    legal: list[str]
    refused: dict[str, Refused]
    acts: list[ActLine]  # this deal, in order
    deals: list[DealScore]  # the match so far, finished deals only
    result: dict[str, Any] | None
    commitment: str | None
    open: OpenDeal | None  # when a deal is over
    ready: list[int]  # seats that want the next deal
    can_undo: bool
    can_hint: bool  # whether `hint` would be answered
    can_claim: bool  # it is your turn, and your side takes all the rest for certain
    can_level: bool  # whether `level` would be carried out
    claiming: bool  # the rest of your cards are played for you


# ---- the socket, to the page


class Welcome(Message):
    """The first message on a socket: where the table stands, and the events after `since` (none without `since`)."""

    type: Literal["welcome"] = "welcome"
    table: TableInfo
    view: View
    events: list[TableEvent]


class Happened(Message):
    """Something happened."""

    type: Literal["event"] = "event"
    event: TableEvent
    view: View
    table: TableInfo


class Presence(Message):
    """Who is present, who is ready for the next deal, or whether you can claim the rest has changed.

    It has no number: it is of the moment and isn't stored.
    """

    type: Literal["presence"] = "presence"
    table: TableInfo
    view: View


class AdviceLine(Message):
    """One legal act, and what the strongest bot thinks it is worth.

    `points` are what it expects of the deal for the seat's side, less what the others get; `error` is the standard error of the
    difference to the best act.
    """

    act: str
    points: float
    error: float


class Advice(Message):
    """The answer to `hint`: every legal act, best first, as the seat's own view has it. `asks` is the position that it is about.

    Only the connections of the seat that asked get it. It has no number and is written down nowhere.
    """

    type: Literal["advice"] = "advice"
    asks: int
    acts: list[AdviceLine]


class Fault(Message):
    """A request that was not carried out; it changed nothing. Words are `fault.CODE`; `reason` and `clause` as in Refused."""

    type: Literal["fault"] = "fault"
    code: Literal[
        "garbled",
        "too_long",
        "too_many",
        "stale",
        "not_your_seat",
        "not_your_turn",
        "refused",
        "unknown_act",
        "no_deal_due",
        "no_undo",
        "no_hint",
        "not_ready",
        "no_claim",
        "no_level",
        "not_stored",
    ]
    text: str
    reason: str | None = None
    clause: str | None = None


ToPage = Annotated[Welcome | Happened | Presence | Advice | Fault, Field(discriminator="type")]


# ---- the socket, from the page


class Act(Message):
    """The person in `seat` acts."""

    type: Literal["act"]
    seat: int
    act: str = Field(max_length=40)
    answers: int


class Next(Message):
    """The person in `seat` wants the next deal; it is dealt when everybody present does."""

    type: Literal["next"]
    seat: int
    answers: int


class Undo(Message):
    """The person in `seat` takes back the last act; only where all others are bots."""

    type: Literal["undo"]
    seat: int
    answers: int


class Hint(Message):
    """The person in `seat`, whose turn it is, asks what each act is worth; only where all others are bots."""

    type: Literal["hint"]
    seat: int
    answers: int


class Claim(Message):
    """The person in `seat` claims the rest: the strongest bot plays the person's cards until the deal is over."""

    type: Literal["claim"]
    seat: int
    answers: int


class Level(Message):
    """The person in `seat` lets another bot play in the bot's seat `where`, from now on; only where all others are bots."""

    type: Literal["level"]
    seat: int
    where: int
    bot: str = Field(max_length=40)


FromPage = Annotated[Act | Next | Undo | Hint | Claim | Level, Field(discriminator="type")]
