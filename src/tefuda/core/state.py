"""A game's state, declared once and laid out twice: an object to read, a row of whole numbers to race.

A field says how many cells it has, what its numbers mean (for the page and the reader) and who may see it. Everything is secret
unless shown: a field without `sight` is seen by nobody.

    class State(core.state.State):
        hands: list[int] = field(5, kind=CARDS, sight=OWN)  # cell s is seen by seat s alone
        dealer: int = field(kind=SEAT, sight=PUBLIC)
"""

from typing import Any, ClassVar, NamedTuple, Self

SECRET, OWN, PUBLIC = "secret", "own", "public"
NUMBER, FLAG, SEAT, SIDE, CARD, CARDS, SUIT, SUITS, ACT = "number", "flag", "seat", "side", "card", "cards", "suit", "suits", "act"
PACKED = "packed"  # several small numbers in one, which may be greater than NUMBER's 15 bits


class Field(NamedTuple):
    """One field of a state: `cells` is 0 for a single number, `kind` what a number stands for, `sight` who sees it."""

    cells: int
    kind: str
    sight: str
    name: str = ""

    @property
    def width(self) -> int:
        """How many whole numbers the field takes in the row."""
        return max(self.cells, 1)

    @property
    def bytes(self) -> int:
        """How many bytes a number of its kind needs: 8, 2 or 1."""
        return 8 if self.kind in (CARDS, PACKED) else 2 if self.kind in (NUMBER, ACT) else 1


def field(cells: int = 0, *, kind: str = NUMBER, sight: str = SECRET) -> Any:
    """Declares a field of a State."""
    return Field(cells, kind, sight)


class State:
    """The base of every game's state. A new state has zero in every cell."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()
    hands: list[int]  # every game has it: the set of cards in each place, players' hands first
    sizes: list[int]  # every game has it: how many cards each place holds, seen by all
    played: int  # every game has it: the cards that lie in no place any more, seen by all
    dealer: int  # every game has it: who dealt, or who deals first

    def __init_subclass__(cls) -> None:
        declared = [value._replace(name=name) for name, value in vars(cls).items() if isinstance(value, Field)]
        cls.FIELDS = tuple(declared)

    def __init__(self) -> None:
        for each in self.FIELDS:
            setattr(self, each.name, [0] * each.cells if each.cells else 0)

    def copy(self) -> Self:
        """A state with the same numbers that shares nothing with this one."""
        return self.from_row(self.row())

    def row(self) -> list[int]:
        """All the numbers, field after field, in the order of declaration."""
        numbers: list[int] = []
        for each in self.FIELDS:
            value = getattr(self, each.name)
            if each.cells:
                numbers.extend(value)
            else:
                numbers.append(value)
        return numbers

    @classmethod
    def from_row(cls, row: Any) -> Self:
        """The state whose numbers are those of the row."""
        state = cls.__new__(cls)
        at = 0
        for each in cls.FIELDS:
            value = list(map(int, row[at : at + each.cells])) if each.cells else int(row[at])
            setattr(state, each.name, value)
            at += each.width
        return state

    def record(self) -> Any:
        """The numbers as a record of `dtype` or `small_dtype` takes them: a tuple of numbers and lists, in order."""
        return tuple(getattr(self, each.name) for each in self.FIELDS)

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The state whose numbers are those of a record of `dtype` or `small_dtype`."""
        state = cls.__new__(cls)
        for each in cls.FIELDS:
            setattr(state, each.name, record[each.name].tolist())
        return state

    @classmethod
    def width(cls) -> int:
        """How many whole numbers a row has."""
        return sum(each.width for each in cls.FIELDS)

    @classmethod
    def dtype(cls) -> Any:
        """The NumPy record type of the same layout; every number is an int64."""
        import numpy as np

        return np.dtype([(each.name, np.int64, (each.cells,)) if each.cells else (each.name, np.int64) for each in cls.FIELDS])

    @classmethod
    def small_dtype(cls) -> Any:
        """The NumPy record type that takes the least memory: each number in as many bytes as its kind needs.

        Wide numbers come first, then NUMBERs that everybody sees; what has the same kind and is seen by all lies side by side.
        """
        import numpy as np

        offsets, end = dict[str, int](), 0
        for each in sorted(cls.FIELDS, key=lambda each: (-each.bytes, each.kind != NUMBER, each.sight != PUBLIC, each.kind)):
            offsets[each.name] = end
            end += each.bytes * each.width
        formats = [(f"i{each.bytes}", (each.cells,)) if each.cells else f"i{each.bytes}" for each in cls.FIELDS]
        names = [each.name for each in cls.FIELDS]
        layout = {"names": names, "formats": formats, "offsets": [offsets[name] for name in names], "itemsize": -(-end // 8) * 8}
        return np.dtype(layout, align=True)  # type: ignore[call-overload]  # NumPy's types want literal keys

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.row() == other.row()

    __hash__ = None  # type: ignore[assignment]  # a state changes in place

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{each.name}={getattr(self, each.name)}' for each in self.FIELDS)})"


def tables(kind: type[State], number: int) -> tuple[Any, Any]:
    """`number` empty states for compiled code: (rows, records), two faces of the same memory.

    rows is int64 of shape (number, width), records a record array of shape (number,).
    """
    import numpy as np

    rows = np.zeros((number, kind.width()), np.int64)
    return rows, rows.view(kind.dtype())[:, 0]


def small_tables(kind: type[State], number: int) -> tuple[Any, Any]:
    """The same in as little memory as the kinds of the fields allow (`State.small_dtype`).

    bytes is uint8 of shape (number, bytes of a record), records a record array of shape (number,).
    """
    import numpy as np

    record = kind.small_dtype()
    memory = np.zeros((number, record.itemsize), np.uint8)
    return memory, memory.view(record)[:, 0]
