"""Many tables at once: one call steps them all, and what it brings lands in arrays that stay where they are.

    import tefuda

    batch = tefuda.batch("quinto", tables=4096, seed=1)
    for _ in range(1000):
        batch.step(batch.random_actions())

For T tables of a game with S seats and A actions the arrays are

| array | shape | dtype | what it holds |
| --- | --- | --- | --- |
| `turn` | (T,) | int8 | whose turn it is |
| `mask` | (T, A) | bool | which actions are legal |
| `rewards` | (T, S) | float32 | what each seat got by the last step (tefuda.sim.returns): nothing unless a deal ended |
| `done` | (T,) | bool | whether the last step ended the episode |
| `deal` | (T,) | int32 | how many deals the table has begun before this one |
| `words` | (T, W) | int64 | the view of the seat whose turn it is, packed: |
| `numbers` | (T, N) | int16 | see tefuda.sim.packing |
| `planes` | (T, width) | int16 | the same as tefuda.sim.encoding writes it, if `observations="planes"` was asked for |

They are for reading: every step writes them anew.

An episode is so many deals of a match, or the whole of it. A table whose episode has ended begins the next one in the same step:
then `rewards` and `done` tell of the end, everything else of the first position of the new episode. Gymnasium calls that same-step
autoreset. An episode that ends before anybody is asked anything (a hand that voids its deal) is passed over.

Table t draws its dealers and packs from a stream of its own (`chance.open_stream`, the number t of the seed): it plays the same
deals whatever is done at it or at other tables, and however many tables and threads there are.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.core.rule import can_compile, compiled, entry
from tefuda.core.state import State, small_tables
from tefuda.core.view import cut, mask
from tefuda.games import game_named
from tefuda.sim.company import Company, bots_act, choosers_of, cut_record, cut_state, nobody
from tefuda.sim.match import Chooser, Choosers
from tefuda.sim.packing import Packed, for_compiled, packing, places
from tefuda.sim.returns import POINTS, check_returns, shares
from tefuda.sim.stepping import (
    GIVE_UP,
    Desk,
    Parts,
    Seen,
    Tables,
    Terms,
    begin_tables,
    choose_randomly,
    first_refused,
    record_cells,
    state_cells,
    step_tables,
    unpack_tables,
)

KIBIBYTE: Final = 1024  # a table takes less, planes and bots not counted (decision 9)
PACKED, PLANES, NONE = "packed", "planes", "none"
OBSERVATIONS: Final = (PACKED, PLANES, NONE)
__all__ = ["GIVE_UP", "NONE", "OBSERVATIONS", "PACKED", "PLANES", "Batch", "batch"]


class Wish(NamedTuple):
    """What was asked for, checked."""

    tables: int
    deals: int | None
    returns: str
    observations: str
    dtype: Any
    seat: int
    choosers: Choosers | None
    threads: int
    plain: bool


class Batch:
    """Many tables of a game, stepped together; the head of this file describes its arrays. `tefuda.batch` makes one."""

    def __init__(self, game: Game, rules: Any, wish: Wish, seed: int) -> None:
        self.game, self.rules, self.tables, self.seats, self.actions = game, rules, wish.tables, game.seats(rules), game.actions
        self._wish, self._compiles = wish, can_compile() and not wish.plain
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._terms = self._make_terms()
        self.places = np.array(places(self._terms.how), np.int32)
        self.width = len(self.places)
        self._seen = self._make_seen()
        self.turn, self.mask, self.rewards, self.done, self.deal, self.words, self.numbers, self.planes, *_ = self._seen
        self._memory, self._tables = self._make_tables()
        self._bot_streams = np.zeros((wish.tables if wish.choosers else 0, 4), np.uint32)
        self._seen, self._parts = self._seen._replace(legal=self._make_legal()), self._make_parts()
        self._desks = [self._make_desk() for _ in range(wish.threads)]
        self._companies = [self._make_company() for _ in range(wish.threads)]
        self._pool = ThreadPoolExecutor(wish.threads) if wish.threads > 1 else None
        self.reset(seed)

    # ---- what the caller does

    def reset(self, seed: int) -> None:
        """Begins anew at every table, with the first episode of this seed (taken mod 2^64)."""
        low, high = seed & chance.WORD, seed >> 32 & chance.WORD
        self._choosing = self._numbers(chance.stream(_word(seed, "choosing")))
        for table in range(len(self._bot_streams)):
            self._bot_streams[table] = chance.stream(_word(seed, f"bots/{table}"))
        self._share_out(begin_tables, low, high)

    def step(self, actions: ArrayLike, *, check: bool = True) -> None:
        """Steps every table by its action: whole numbers of shape (T,), GIVE_UP (-1) to end an episode where it is, without pay.

        Raises ValueError for the first illegal action, with its table, seat and refusal, before anything is done; without `check`
        an illegal action is undefined. Raises ValueError and TypeError for another shape and for other than whole numbers.
        """
        asked = np.asarray(actions)
        if asked.shape != (self.tables,):
            raise ValueError(f"actions need shape {(self.tables,)}, not {asked.shape}")
        asked = np.require(asked.astype(np.int64, casting="same_kind", copy=False), requirements=["C", "A"])
        if check and (table := int(self._run(first_refused, self.mask, self._seen.legal, asked))) >= 0:
            seat, action = int(self.turn[table]), int(asked[table])
            raise ValueError(f"table {table}, seat {seat}: action {action} is refused: {self.refused(table, action)}")
        self._share_out(step_tables, asked)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every table, each as likely as the others: int64 (T,)."""
        chosen = np.empty(self.tables, np.int64)
        self._run(choose_randomly, self._seen.legal, self._seen.eights, self.actions, self._choosing, chosen)
        return chosen

    def unpack(self, to: NDArray[Any]) -> NDArray[Any]:
        """Writes all planes of the packed views into an array of numbers of shape (T, width), and returns it."""
        if to.shape != (self.tables, self.width):
            raise ValueError(f"planes need an array of shape {(self.tables, self.width)}, not {to.shape}")
        self._twin(unpack_tables)(self._terms.how, self._seen, to)
        return to

    def state(self, table: int) -> State:
        """A copy of a table's state, secrets included: for a referee, a record or a test."""
        if not self._compiles:
            plain: State = self._tables.states[table].copy()
            return plain
        return self.game.state.from_record(self._tables.states[table])

    def view(self, table: int) -> State:
        """The state of a table as the seat whose turn it is may know it: for bots (tefuda.bots)."""
        return cut(self.state(table), int(self.turn[table]))

    def refused(self, table: int, action: int) -> str:
        """Why the rules refuse an action at a table (Game.refused); empty if they don't."""
        return self.game.refused(self.rules, self.state(table), action)

    @property
    def bytes_per_table(self) -> int:
        """How much memory a table takes, rounded up: its state and chance, and its row in each array; actions are the caller's."""
        arrays = (
            *self._seen[: Seen._fields.index("fours")],
            self._memory,
            self._tables.streams,
            self._tables.begun,
            self._bot_streams,
        )
        return int(-(-sum(array.nbytes for array in arrays) // self.tables))

    # ---- how it is made

    def _twin(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return compiled(function, threads=True) if self._compiles else function

    def _entry(self, function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """The function for arguments of the types of these, which must be the same at every call."""
        if function not in self._entries:
            self._entries[function] = entry(function, *arguments) if self._compiles else function
        return self._entries[function]

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return self._entry(function, *arguments)(*arguments)

    def _numbers(self, values: Sequence[Any]) -> Any:
        return np.array(values, np.int64) if self._compiles else list(values)

    def _make_terms(self) -> Terms:
        how, wish = packing(self.game, self.rules), self._wish
        how = for_compiled(how) if self._compiles else how
        rules = self.game.numbers(self.rules) if self._compiles else self.rules
        deals = -1 if wish.deals is None else wish.deals
        return Terms(rules, deals, shares(len(self.game.sides(self.rules)), wish.returns), how.side_of, how)

    def _make_seen(self) -> Seen:
        tables, how, wish = self.tables, self._terms.how, self._wish
        words, numbers = (0, 0) if wish.observations == NONE else (how.words_all, how.numbers_all)
        planes = np.zeros((tables, self.width if wish.observations == PLANES else 0), wish.dtype)
        if wish.observations == PLANES:
            planes[:, self.width - len(how.rules) :] = how.rules
        eights, fours = np.zeros(-(-tables * self.actions // 8), np.int64), np.zeros((tables, numbers // 4), np.int64)
        return Seen(
            turn=np.zeros(tables, np.int8),
            mask=eights.view(np.bool_)[: tables * self.actions].reshape(tables, self.actions),
            rewards=np.zeros((tables, self.seats), np.float32),
            done=np.zeros(tables, np.bool_),
            deal=np.zeros(tables, np.int32),
            words=np.zeros((tables, words), np.int64),
            numbers=fours.view(np.int16),
            planes=planes,
            legal=np.zeros((tables, 0), np.int16),
            fours=fours,
            eights=eights,
        )

    def _make_legal(self) -> NDArray[np.int16]:
        """Room for legal actions as numbers (Seen.legal): all, or as many as leave a table below 1 KiB."""
        room = KIBIBYTE - 1 - self.bytes_per_table + self.planes[0].nbytes
        return np.zeros((self.tables, 1 + max(1, min(self.game.most_legal, room // 2 - 1))), np.int16)

    def _make_tables(self) -> tuple[Any, Tables]:
        chances = np.zeros((self.tables, 4), np.uint32), np.zeros(self.tables, np.int16)
        if not self._compiles:
            return np.zeros((0, 0), np.uint8), Tables([self.game.state() for _ in range(self.tables)], None, None, None, *chances)
        memory, records = small_tables(self.game.state, self.tables)
        return memory, Tables(records, memory.view(np.int64), memory.view(np.int16), memory.view(np.int8), *chances)

    def _make_parts(self) -> Parts:
        kernel, cells = (self.game.compiled, record_cells) if self._compiles else (self.game.kernel, state_cells)
        return Parts(kernel, self._twin(cells), self._twin(bots_act if self._wish.choosers else nobody))

    def _make_desk(self) -> Desk:
        cards, sides, numbers = self.game.pack(self.rules), len(self.game.sides(self.rules)), self._numbers
        buffer, pack, stream, points, totals = (numbers([0] * room) for room in (self.game.most_legal, len(cards), 4, sides, sides))
        fours = np.zeros(self._seen.fours.shape[1], np.int64)
        view = Packed(np.zeros(self.words.shape[1], np.int64), fours.view(np.int16), fours)
        return Desk(buffer, numbers(cards), pack, stream, points, totals, np.zeros(self.seats, np.float32), view)

    def _make_company(self) -> Any:
        wish = self._wish
        if wish.choosers is None:
            return 0
        stream, buffer = self._numbers([0] * 4), self._numbers([0] * self.game.most_legal)
        choosers = Choosers(*map(self._twin, wish.choosers))
        if not self._compiles:
            return Company(choosers, cut_state, wish.seat, None, None, None, None, self._bot_streams, stream, buffer)
        view, records = small_tables(self.game.state, 1)
        seen, masks = small_tables(self.game.state, self.seats)
        for seat in range(self.seats):
            masks[seat] = self.game.state.from_row(mask(self.game.state, seat)).record()
        cutter = self._twin(cut_record)
        return Company(choosers, cutter, wish.seat, self._memory, view, records, seen, self._bot_streams, stream, buffer)

    def _share_out(self, loop: Callable[..., None], *wanted: Any) -> None:
        """Lets each thread do its share of the tables."""
        threads = len(self._desks)
        bounds = [self.tables * thread // threads for thread in range(threads + 1)]
        shares = [
            (self._parts, self._terms, self._tables, self._seen, desk, company, *wanted, first, last)
            for desk, company, first, last in zip(self._desks, self._companies, bounds, bounds[1:])
        ]
        run = self._entry(loop, *shares[0])
        if self._pool is None:
            run(*shares[0])
        else:
            list(self._pool.map(lambda share: run(*share), shares))


def _word(seed: int, name: str) -> int:
    """The seed of a stream that has a name of its own."""
    words = chance.words(f"{seed}/{name}")
    return next(words) | next(words) << 32


def batch(
    game: str | Game,
    tables: int = 4096,
    seed: int = 0,
    *,
    preset: str | None = None,
    rules: Mapping[str, Any] | None = None,
    deals: int | None = 1,
    returns: str = POINTS,
    observations: str = PACKED,
    dtype: Any = np.int16,
    seat: int = 0,
    others: Chooser | Sequence[Chooser] | None = None,
    threads: int = 1,
    plain: bool = False,
) -> Batch:
    """Many tables of a game (or of one by name), each at the first position of its first episode.

    `preset` and `rules` say which house rules are in force (Game.read_rules). An episode has so many `deals` (None: a whole match),
    which pay `points` or the `difference` (tefuda.sim.returns). `observations` are `packed`, `planes` (of a `dtype`: int16 or
    floats) as well, or `none`. With `others`, rules as in tefuda.bots, one for all or one a seat, the caller acts for one `seat`
    only: then it is always that seat's turn. `threads` share the tables between them; `plain` doesn't compile, as where Numba is
    not installed. Raises ValueError with a sentence for what there is not.
    """
    known = game_named(game) if isinstance(game, str) else game
    house, choosers = known.read_rules(rules, preset), None
    if others is not None:
        choosers = choosers_of(others, seat, known.seats(house))
    check_returns(returns)
    if observations not in OBSERVATIONS:
        raise ValueError(f"observations can't be '{observations}'; they can be {' or '.join(OBSERVATIONS)}")
    for name, number in (("tables", tables), ("threads", threads), ("deals", 1 if deals is None else deals)):
        if number < 1:
            raise ValueError(f"{name} can't be {number}; there is at least one")
    return Batch(known, house, Wish(tables, deals, returns, observations, dtype, seat, choosers, min(threads, tables), plain), seed)
