"""One search for every game: alpha-beta over open cards with a table of positions, exact to the point.

The players are two camps whose gains are each other's losses. A value is what the first camp is ahead by when the deal is over.
Every ply has a row of its own, so that nothing is taken back: a row is copied and the act is played by the game's own rules. A game
adds a `Guide`: what the cards are worth, what still matters of a position, which acts are equal and which to try first.

The driver is MTD(f) (Plaat and others, 1996): searches with a null window, each remembered by the table, close in on the value.
What the table remembers is good for all positions that are alike in the cards that it relied on (Ginsberg 1996; see `Scope`).
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tefuda.core.rule import borrowed, rule
from tefuda.solve.guide import FAR, NOTHING_MATTERS, Guide, mix

UNKNOWN: Final = 1 << 40  # no value is as large
NOTHING: Final = -1  # no act is remembered
WAYS: Final = 32  # values that the table remembers side by side: of one key, or of keys that meet there
KEY, SALT, MARK, PRINT, LOW, HIGH, HINT = range(7)  # a row of the table; see Memory
ROW: Final = 8  # a row is as long as a line of the processor's memory


class Memory(NamedTuple):
    """What a search writes on: numbers, a row or a cell a ply; the table has ROW cells a slot, a power of two of them.

    A row of the table: KEY of the position, SALT with which it was written, MARK and PRINT of what its value relied on, what the
    first camp still gains, at least LOW and at most HIGH, and HINT, the best act.
    """

    states: Any  # records or objects, one a ply
    rows: Any  # the same memory as numbers, where it is compiled
    acts: Any  # the acts of each ply, in the order in which they are tried
    found: Any  # how many they are
    tried: Any  # how many of them have been tried
    alpha: Any  # the window, narrowed by what has been tried
    beta: Any
    floor: Any  # the window with which the ply was entered
    ceiling: Any
    best: Any
    choice: Any  # the act that led to `best`
    keys: Any
    relied: Any  # what the value relied on
    table: Any
    counts: Any  # [0] positions searched, [1] the salt of the table: positions with another salt are forgotten, [2] rows written,
    #              [3] how many acts of a position are tried, 0 for all


COUNTS: Final = 4
CELLS: Final = Memory._fields.index("table") - Memory._fields.index("found")  # of a memory: those that are a cell a ply


class Moves(NamedTuple):
    """The answers that a search asks, of a game or of its Position."""

    seat: Callable[..., int]
    legal: Callable[..., int]
    play: Callable[..., None]


class Solver(NamedTuple):
    """A game's answers, its guide and how a row is copied, all plain or all compiled."""

    kernel: Moves
    guide: Guide
    carry: Callable[..., None]  # carry(memory, ply, to): the state of one ply becomes that of the other


@rule
def forget(memory: Memory) -> None:
    """Makes the table forget its positions: for other rules, stakes or cards."""
    memory.counts[1] = (memory.counts[1] + 1) & 0xFFFFFF
    memory.counts[0] = 0


@rule
def search(solver: Solver, rules: Any, stakes: int, memory: Memory, alpha: int, beta: int) -> int:
    """The value of the position at ply 0 where it lies between alpha and beta; else a bound of it on their side.

    With all values between them it is the value of the first line alone, in which all play what `order` puts first.
    """
    ply, entering, value, one_line = 0, True, UNKNOWN, beta - alpha > UNKNOWN
    while True:
        if entering:
            value = _enter(solver, rules, stakes, memory, ply, alpha, beta)
        if value != UNKNOWN:
            if ply == 0 or one_line:
                return value
            ply -= 1
            _compare(solver, rules, memory, ply, value)
        entering = memory.tried[ply] < memory.found[ply] and memory.alpha[ply] < memory.beta[ply]
        if entering:
            alpha, beta = memory.alpha[ply], memory.beta[ply]
            solver.carry(memory, ply, ply + 1)
            solver.kernel.play(rules, memory.states[ply + 1], memory.acts[ply][memory.tried[ply]])
            memory.tried[ply] += 1
            ply += 1
        else:
            value = _leave(solver, rules, stakes, memory, ply)


@rule
def _enter(solver: Solver, rules: Any, stakes: int, memory: Memory, ply: int, alpha: int, beta: int) -> int:
    """The value of a position where bounds or the table tell it, else UNKNOWN: then its acts are ready to be tried."""
    state, guide = memory.states[ply], solver.guide
    seat, worth = solver.kernel.seat(rules, state), guide.worth(rules, state, stakes)
    memory.relied[ply] = guide.scope.passed(rules, state)
    if seat < 0:
        return worth
    value = _bounded(solver, rules, stakes, memory, ply, alpha - worth, beta - worth)
    if value != UNKNOWN:
        return worth + value
    memory.keys[ply], memory.choice[ply] = guide.key(rules, state), NOTHING
    if memory.keys[ply] >= 0:
        memory.keys[ply] = mix(memory.keys[ply], memory.counts[1] | memory.counts[3] << 24)
        value = _recall(solver, rules, memory, ply, alpha - worth, beta - worth)
        if value != UNKNOWN:
            return worth + value
    memory.counts[0] += 1
    memory.alpha[ply], memory.beta[ply], memory.floor[ply], memory.ceiling[ply] = alpha, beta, alpha, beta
    memory.tried[ply], memory.relied[ply] = 0, NOTHING_MATTERS
    found = solver.kernel.legal(rules, state, memory.acts[ply])
    found = guide.order(rules, state, memory.acts[ply], found, memory.choice[ply])
    memory.found[ply] = min(found, memory.counts[3]) if memory.counts[3] > 0 else found
    memory.best[ply] = -UNKNOWN if guide.first(rules, state, seat) else UNKNOWN
    return UNKNOWN


@rule
def _bounded(solver: Solver, rules: Any, stakes: int, memory: Memory, ply: int, alpha: int, beta: int) -> int:
    """The gain that is left, as far as the window asks, where the guide's bounds tell it."""
    state, guide = memory.states[ply], solver.guide
    low = guide.least(rules, state, stakes)
    high = low if low >= beta else guide.most(rules, state, stakes)
    if low < beta and high > alpha and low != high:
        return UNKNOWN
    if low < beta or low == high:
        memory.relied[ply] = guide.scope.join(memory.relied[ply], guide.scope.bound(rules, state, 0))
    if low >= beta or low == high:
        memory.relied[ply] = guide.scope.join(memory.relied[ply], guide.scope.bound(rules, state, 1))
    return low if low >= beta else high


@rule
def _recall(solver: Solver, rules: Any, memory: Memory, ply: int, alpha: int, beta: int) -> int:
    """The gain that is left, as far as the window asks, where the table tells it; finds the act that was best before."""
    state, scope, table, key = memory.states[ply], solver.guide.scope, memory.table, memory.keys[ply]
    start = _start(memory, key)
    for at in range(start, start + WAYS * ROW, ROW):
        if table[at + SALT] != memory.counts[1]:
            break  # rows are filled from the first one on
        if table[at + KEY] == key and scope.print(rules, state, table[at + MARK]) == table[at + PRINT]:
            memory.choice[ply] = table[at + HINT]
            low, high = table[at + LOW], table[at + HIGH]
            if low >= beta or high <= alpha:
                memory.relied[ply] = scope.join(memory.relied[ply], scope.unmark(rules, state, table[at + MARK]))
                return int(low if low >= beta else high)
    return UNKNOWN


@rule
def _start(memory: Memory, key: int) -> int:
    """Where in the table the rows begin that may be of a key."""
    return (key & (len(memory.table) // (WAYS * ROW) - 1)) * (WAYS * ROW)


@rule
def _compare(solver: Solver, rules: Any, memory: Memory, ply: int, value: int) -> None:
    """Takes the value of the act tried last for the best one if it is better for the camp to move."""
    state = memory.states[ply]
    if solver.guide.first(rules, state, solver.kernel.seat(rules, state)):
        if value > memory.best[ply]:
            memory.best[ply] = value
            memory.choice[ply] = memory.acts[ply][memory.tried[ply] - 1]
            memory.alpha[ply] = max(memory.alpha[ply], value)
    elif value < memory.best[ply]:
        memory.best[ply] = value
        memory.choice[ply] = memory.acts[ply][memory.tried[ply] - 1]
        memory.beta[ply] = min(memory.beta[ply], value)
    if memory.alpha[ply] >= memory.beta[ply]:  # then the other acts have no say
        memory.relied[ply] = memory.relied[ply + 1]
    else:
        scope, relied, tried, found = solver.guide.scope, memory.relied[ply + 1], memory.tried[ply], memory.found[ply]
        memory.relied[ply] = scope.join(memory.relied[ply], relied)
        if tried < found:
            memory.found[ply] = scope.pass_over(rules, state, memory.acts[ply], tried, found, relied)


@rule
def _leave(solver: Solver, rules: Any, stakes: int, memory: Memory, ply: int) -> int:
    """The value of a position whose acts have been tried, as far as the window asks; the table remembers it."""
    state, scope = memory.states[ply], solver.guide.scope
    if memory.alpha[ply] < memory.beta[ply]:
        memory.relied[ply] = scope.whole(rules, state, memory.relied[ply])
    if memory.keys[ply] >= 0:
        _remember(solver, rules, memory, ply, memory.best[ply] - solver.guide.worth(rules, state, stakes))
    memory.relied[ply] = scope.join(memory.relied[ply], scope.passed(rules, state))
    return int(memory.best[ply])


@rule
def _remember(solver: Solver, rules: Any, memory: Memory, ply: int, gain: int) -> None:
    """Puts into the table what the value says: exact inside the window that the ply began with, a bound outside of it."""
    state, table, key = memory.states[ply], memory.table, memory.keys[ply]
    mark = solver.guide.scope.mark(rules, state, memory.relied[ply])
    print_ = solver.guide.scope.print(rules, state, mark)
    at = _slot(memory, key, mark, print_)
    if table[at + KEY] != key or table[at + MARK] != mark or table[at + PRINT] != print_:
        table[at + KEY], table[at + SALT], table[at + MARK], table[at + PRINT] = key, memory.counts[1], mark, print_
        table[at + LOW], table[at + HIGH] = -FAR, FAR
    if memory.best[ply] > memory.floor[ply]:
        table[at + LOW] = gain
    if memory.best[ply] < memory.ceiling[ply]:
        table[at + HIGH] = gain
    table[at + HINT] = memory.choice[ply]


@rule
def _slot(memory: Memory, key: int, mark: int, print_: int) -> int:
    """The row where a value is remembered: that of a value which relied on the same, a forgotten one, or one in its turn."""
    table, start = memory.table, _start(memory, key)
    memory.counts[2] += 1
    for at in range(start, start + WAYS * ROW, ROW):
        if table[at + KEY] == key and table[at + MARK] == mark and table[at + PRINT] == print_:
            return at
        if table[at + SALT] != memory.counts[1]:
            return at
    return int(start + ROW * (memory.counts[2] & (WAYS - 1)))


@rule
def value_of(solver: Solver, rules: Any, stakes: int, memory: Memory, guess: int) -> int:
    """The exact value of the position at ply 0; the nearer the guess, the sooner it is found.

    UNKNOWN: the value is guessed by the first line, and where the guide has a beam, then by a search of no more acts than that.
    """
    memory = borrowed(memory)
    value, low, high, alpha, beta = guess, -UNKNOWN, UNKNOWN, guess - 1, guess
    memory.counts[3] = 0
    if guess == UNKNOWN:
        memory.counts[3], alpha, beta = solver.guide.beam(rules, memory.states[0]), -UNKNOWN, UNKNOWN
    while low < high:
        value = search(solver, rules, stakes, memory, alpha, beta)
        if beta - alpha == 1:
            low, high = (low, value) if value < beta else (value, high)
        if low == high and memory.counts[3] > 0:
            memory.counts[3], low, high = 0, -UNKNOWN, UNKNOWN
        beta = value + 1 if value == low else value
        alpha = beta - 1
    return value


@rule
def values_of_acts(solver: Solver, rules: Any, stakes: int, memory: Memory, acts: Any, values: Any) -> int:
    """Writes the legal acts of the position at ply 0 and the value of each; returns how many they are. The last ply is used up."""
    memory = borrowed(memory)
    last, guess = len(memory.states) - 1, UNKNOWN
    found = solver.kernel.legal(rules, memory.states[0], acts)
    solver.carry(memory, 0, last)
    for at in range(found):
        solver.carry(memory, last, 0)
        solver.kernel.play(rules, memory.states[0], acts[at])
        guess = value_of(solver, rules, stakes, memory, guess)
        values[at] = guess
    solver.carry(memory, last, 0)
    return found


@rule
def carry_row(memory: Memory, ply: int, to: int) -> None:
    """`carry` where states are rows of numbers."""
    for at in range(memory.rows.shape[1]):
        memory.rows[to, at] = memory.rows[ply, at]


def carry_object(memory: Memory, ply: int, to: int) -> None:
    """`carry` where states are objects."""
    memory.states[to] = memory.states[ply].copy()
