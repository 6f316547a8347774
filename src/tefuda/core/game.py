"""A game is eight answers on a small state, and a few words about them in plain Python."""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from tefuda.core.cards import SUITS as SUIT_WORDS
from tefuda.core.cards import WORDS, written
from tefuda.core.rule import compiled, rule
from tefuda.core.state import ACT, CARD, CARDS, FLAG, NUMBER, PACKED, SEAT, SIDE, SUIT, SUITS, Field, State
from tefuda.core.view import sees

# What `seat` says when it is nobody's turn.
DEAL_DUE: Final = -1
MATCH_OVER: Final = -2

Buffer = MutableSequence[int]
RulesTuple = Any  # a NamedTuple of flags, whole numbers and IntEnum choices: one house rule a field


class Kernel(NamedTuple):
    """The answers as functions, plain or compiled. Every one takes the rules and the state first.

        start(rules, state, dealer)        sets up a match; the first deal is due
        deal(rules, state, pack)           lays out the next deal from an order of the pack
        seat(rules, state)                 whose turn it is, or DEAL_DUE, or MATCH_OVER
        legal(rules, state, buffer)        writes the legal actions, lowest first; returns how many
        refusal(rules, state, action)      why the action is refused (0: it is not)
        play(rules, state, action)         applies a legal action in place
        score(rules, state, points, totals)  writes the points of the deal and the totals after it, in the order of the sides
        possible(rules, state, seat, may)  writes for each place the set of cards that it may hold as the seat knows it

    Two more make worlds of views (sim/deal) where `possible` is not all there is to know:

        agrees(rules, world, seat)         whether a world, filled as `possible` allows, agrees with all that the seat has heard
        settle(rules, world, stream)       puts at random what that leaves open: the order of cards that lie face down
    """

    start: Callable[..., None]
    deal: Callable[..., None]
    seat: Callable[..., int]
    legal: Callable[..., int]
    refusal: Callable[..., int]
    play: Callable[..., None]
    score: Callable[..., None]
    possible: Callable[..., None]
    agrees: Callable[..., bool]
    settle: Callable[..., None]


@rule
def agrees_always(rules: RulesTuple, world: Any, seat: int) -> bool:
    """The answer `agrees` of a game in which `possible` says all that a seat knows."""
    return True


@rule
def settle_nothing(rules: RulesTuple, world: Any, stream: Buffer) -> None:
    """The answer `settle` of a game in which no face-down order matters."""


class Happening(NamedTuple):
    """One thing that an act brought about: a trick won, a quint scored, a game won ... with its cards and its clause.

    `code` names the kind, `side` and `seat` whom it concerns (-1: nobody), `points` what it adds to that side's points.
    """

    code: str
    clause: str
    side: int = -1
    seat: int = -1
    cards: tuple[str, ...] = ()
    points: int = 0


class Heard(NamedTuple):
    """An act as one seat hears it: cards that it may not see are left out of the words and the happenings."""

    words: str
    happenings: list[Happening]


class Option(NamedTuple):
    """One house rule as a form shows it: `kind` is `choice`, `flag` or `number`; `clause` the clause that it changes.

    A number lies between `low` and `high`; where `numbers` is not empty it is one of those.
    """

    name: str
    kind: str
    default: Any
    clause: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    numbers: tuple[int, ...] = ()


class Clause(str):
    """Marks a field of a game's Rules with the clause that it changes: `dirty: Annotated[bool, Clause("TX1")]`."""


class Bounds(NamedTuple):
    """Marks a number among a game's Rules with the least and the greatest value that it may have."""

    low: int
    high: int


class OneOf(tuple[int, ...]):
    """Marks a number among a game's Rules with all the values that it may have: `players: Annotated[int, OneOf((4, 5))]`."""


@dataclass(frozen=True)
class Game:
    """A game as the rest of the program knows it. Nothing above games/ asks which game it is."""

    name: str
    state: type[State]
    rules: type[Any]
    presets: Mapping[str, Mapping[str, Any]]
    kernel: Kernel
    refusals: type[IntEnum]
    refusal_clauses: Mapping[Any, str]
    actions: int  # every action is a number below this
    most_legal: int  # no position has more legal actions than this
    places: int  # the players' hands and every further place that may hold hidden cards
    pack: Callable[[RulesTuple], Sequence[int]]
    sides: Callable[[RulesTuple], Sequence[Sequence[int]]]
    say: Callable[[RulesTuple, Any, int], str]  # rules, the state before the action, action: the words of a record
    hear: Callable[[RulesTuple, Any, str], int]  # the action that words name in a state; raises KeyError where they name none
    happenings: Callable[[RulesTuple, Any, int, Any], list[Happening]]  # rules, state before, action, state after
    audit: Callable[[RulesTuple, Any], str | None]  # what is wrong with the sums of a deal that is over, None if nothing is
    result: Callable[[RulesTuple, Any], Mapping[str, Any]]  # of a match that is over: totals, winner and the game's own fields
    heard: Callable[[RulesTuple, Any, int, Any, int], Heard] | None = (
        None  # what a seat learns of an act; None: everybody learns all
    )
    words_need_state: bool = False  # whether `say` looks at the state
    twin_action: Callable[[RulesTuple, Any, int, Mapping[int, int]], int] | None = (
        None  # see tefuda.testing: for acts with hidden cards
    )
    dealt: Callable[[RulesTuple, Any], Sequence[int]] | None = (
        None  # the cards that each place was dealt, as a whole state tells them, where hidden cards have moved; None: they have not
    )
    same_chance: Callable[[RulesTuple, Any, Any], None] | None = (
        None  # see tefuda.testing: gives a twin deal what the order of the pack decided beyond the places of the cards
    )
    prefer: Callable[[RulesTuple, Any, str], None] | None = (
        None  # where actions leave open which of like cards are meant: puts a hidden order in the state as an act's words say
    )
    wrong_rules: Callable[[RulesTuple], str | None] | None = None  # why options do not go together, None where they do
    reckon: Callable[[RulesTuple, Any], Mapping[str, Any]] | None = (
        None  # what the rules make of a view, in words for the page: orders, points so far; None: nothing beyond its fields
    )

    @cached_property
    def compiled(self) -> Kernel:
        """The eight answers as machine code. Raises ModuleNotFoundError without the extra `fast`."""
        return Kernel(*(compiled(function) for function in self.kernel))

    def seats(self, rules: RulesTuple) -> int:
        """How many players these rules ask for."""
        return sum(len(side) for side in self.sides(rules))

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The game's house rules in the order of its Rules."""
        hints = get_type_hints(self.rules, include_extras=True)
        return tuple(_option(name, hints[name], default) for name, default in self.rules._field_defaults.items())

    def read_rules(self, values: Mapping[str, Any] | None = None, preset: str | None = None) -> RulesTuple:
        """The rules that a preset and the given options name; what is not named has its default.

        Choices are given by name, flags as true or false, numbers as whole numbers; texts of either are read too.
        Raises ValueError with a sentence for an unknown preset, an unknown option, a value that the option does not have, and
        options that do not go together.
        """
        if preset is not None and preset not in self.presets:
            raise ValueError(f"{self.name} has no preset '{preset}'; it has {', '.join(self.presets)}")
        chosen = {**(self.presets[preset] if preset else {}), **(values or {})}
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise ValueError(f"{self.name} has no option '{name}'; it has {', '.join(known)}")
        hints = get_type_hints(self.rules)
        rules = self.rules(**{name: _value(known[name], hints[name], value) for name, value in chosen.items()})
        if self.wrong_rules is not None and (wrong := self.wrong_rules(rules)):
            raise ValueError(wrong)
        return rules

    def write_rules(self, rules: RulesTuple) -> dict[str, Any]:
        """Every option by name, as a record holds it: choices as names, flags as booleans, numbers as numbers."""
        return {name: value.name if isinstance(value, IntEnum) else value for name, value in rules._asdict().items()}

    def told(self, rules: RulesTuple, before: Any, action: int, after: Any, seat: int) -> Heard:
        """What a seat (or SPECTATOR) learns of an act that led from one state to another."""
        if self.heard is not None:
            return self.heard(rules, before, action, after, seat)
        return Heard(self.say(rules, before, action), self.happenings(rules, before, action, after))

    def spell(self, rules: RulesTuple, state: State, viewer: int | None = None) -> dict[str, Any]:
        """A state's fields by name with their numbers in words: cards as words, nobody and nothing as None, flags as booleans.

        Of a view, say whose it is: what that seat (or SPECTATOR) may not see is nobody, nothing, no cards or 0.
        """

        def number(declared: Field, value: int, cell: int) -> Any:
            if viewer is not None and not sees(declared, cell, viewer):
                return _spell_number(declared.kind, _NOTHING.get(declared.kind, 0))
            return self.say(rules, state, value) if declared.kind == ACT and value >= 0 else _spell_number(declared.kind, value)

        def spelled(declared: Field, value: Any) -> Any:
            return (
                [number(declared, each, cell) for cell, each in enumerate(value)] if declared.cells else number(declared, value, 0)
            )

        return {each.name: spelled(each, getattr(state, each.name)) for each in state.FIELDS}

    def numbers(self, rules: RulesTuple) -> RulesTuple:
        """The same rules with every field a plain whole number, as compiled code takes them."""
        return self.rules(*map(int, rules))

    def refused(self, rules: RulesTuple, state: Any, action: int) -> str:
        """Why the rules refuse a number: the refusal and its clause, or `no act` where it is none; empty if they don't."""
        if not 0 <= action < self.actions:
            return "no act"
        reason = self.kernel.refusal(rules, state, action)
        return f"{self.refusal_name(reason)} {self.refusal_clauses[reason]}" if reason else ""

    def refusal_name(self, reason: int) -> str:
        """The name of a refusal, as records, messages and catalogues use it."""
        return self.refusals(reason).name.lower()


_NOTHING: Final = dict.fromkeys((CARD, SUIT, SEAT, SIDE, ACT), -1)  # the number that stands for nobody and nothing


def _spell_number(kind: str, number: int) -> Any:
    if kind == CARDS:
        return written(number)
    if kind in (NUMBER, PACKED):
        return int(number)
    if kind == FLAG:
        return bool(number)
    if kind == SUITS:
        return "".join(SUIT_WORDS[suit] for suit in range(4) if number >> suit & 1)
    if number < 0:
        return None
    return WORDS[number] if kind == CARD else SUIT_WORDS[number] if kind == SUIT else number


def _option(name: str, hint: Any, default: Any) -> Option:
    kind, *marks = get_args(hint)
    clause = next(mark for mark in marks if isinstance(mark, Clause))
    numbers = next((mark for mark in marks if isinstance(mark, OneOf)), OneOf())
    bounds = next((mark for mark in marks if isinstance(mark, Bounds)), (min(numbers, default=0), max(numbers, default=0)))
    if issubclass(kind, IntEnum):
        return Option(name, "choice", default.name, clause, tuple(member.name for member in kind))
    return Option(name, "flag" if kind is bool else "number", default, clause, (), *bounds, tuple(numbers))


def _value(option: Option, kind: Any, value: Any) -> Any:
    if option.kind == "choice" and value in option.choices:
        return kind[value]
    if option.kind == "flag" and str(value).lower() in ("true", "false"):
        return str(value).lower() == "true"
    if option.kind == "number" and _is_whole(value) and _has_number(option, int(value)):
        return int(value)
    raise ValueError(f"option '{option.name}' can't be '{value}'; it can be {_possible_values(option)}")


def _is_whole(value: Any) -> bool:
    return not isinstance(value, bool) and str(value).removeprefix("-").isdecimal()


def _has_number(option: Option, number: int) -> bool:
    return number in option.numbers if option.numbers else option.low <= number <= option.high


def _possible_values(option: Option) -> str:
    if option.choices or option.numbers:
        return " or ".join(option.choices or map(str, option.numbers))
    return "true or false" if option.kind == "flag" else f"a whole number from {option.low} to {option.high}"
