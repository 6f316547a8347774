"""The only file that imports Numba: how rules become machine code, and where the result is kept."""

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import caching
from numba.extending import intrinsic, overload, register_jitable

from tefuda.core import cards
from tefuda.core import rule as rules

_SOURCES = Path(__file__).parents[1]
_registered: set[Callable[..., Any]] = {cards.lowest, cards.highest, cards.count, rules.borrowed}


def _fingerprint() -> str:
    """A hash of the package's sources: Numba does not notice a change in a called function of another file."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_SOURCES.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    base = os.environ.get("TEFUDA_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tefuda" / _fingerprint()


_config: Any = numba.config
_config.CACHE_DIR = str(_cache_folder())


def _forgiving(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Numba keeps the types of all callers in one index; a caller's module that is gone must not break every other program."""

    def load_or_forget(index: Any) -> Any:
        try:
            return load(index)
        except (ImportError, AttributeError):
            return {}

    return load_or_forget


_index: Any = caching.IndexDataCacheFile
_index._load_index = _forgiving(_index._load_index)


def compile_rule(function: Callable[..., Any], callable_rules: Iterable[Callable[..., Any]], *, threads: bool = False) -> Any:
    """Compiles a function that may call any of the given rules; with `threads` it lets other threads run meanwhile."""
    for each in callable_rules:
        if each not in _registered:
            _registered.add(each)
            register_jitable(error_model="numpy", forceinline=True)(each)  # a third more actions a second than calls
    machine_code: Any = numba.njit(cache=True, error_model="numpy", boundscheck=False, nogil=threads)(function)
    name = f"{function.__module__}.{function.__qualname__}"
    if name.startswith("tefuda.") and "<locals>" not in name:
        # Numba names what it compiles by lot, and so would never find again in its cache what it compiled for functions as
        # arguments. Our own name is as good, as the folder of the cache is that of these very sources.
        machine_code._set_uuid(name)
    return machine_code


def entry(machine_code: Any, arguments: tuple[Any, ...]) -> Any:
    """The machine code for arguments of these types, past the look at the types of each call's arguments."""
    return machine_code.compile(tuple(map(numba.typeof, arguments)))


@intrinsic
def _trailing_zeros(_context: Any, _bits: Any) -> Any:
    def build(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic
def _leading_zeros(_context: Any, _bits: Any) -> Any:
    def build(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic
def _ones(_context: Any, _bits: Any) -> Any:
    def build(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


_bit_operations: Any = _trailing_zeros, _leading_zeros, _ones
_zeros, _zeros_above, _population = _bit_operations  # as compiled code sees them: functions of one number


def _lowest(cards):  # type: ignore[no-untyped-def]  # Numba compares both signatures, annotations included
    return lambda cards: _zeros(cards)  # noqa: PLW0108  # the parameter must have this name


def _highest(cards):  # type: ignore[no-untyped-def]
    return lambda cards: 63 - _zeros_above(cards)


def _count(cards):  # type: ignore[no-untyped-def]
    return lambda cards: _population(cards)  # noqa: PLW0108


overload(cards.lowest)(_lowest)
overload(cards.highest)(_highest)
overload(cards.count)(_count)


_Tuples: Any = types.BaseTuple  # named ones as well


def _uncounted(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """An array without its count of users, or a tuple of such arrays."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo = array.meminfo.type(None)
        return array._getvalue()
    if isinstance(kind, _Tuples):
        for at, inner in enumerate(kind.types):
            taken = builder.extract_value(value, at)
            value = builder.insert_value(value, _uncounted(context, builder, inner, taken), at)
    return value


@intrinsic
def _without_counts(_context: Any, things: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _uncounted(context, builder, things, arguments[0])

    return things(things), build


_take: Any = _without_counts


def _borrowed(things):  # type: ignore[no-untyped-def]
    return lambda things: _take(things)  # noqa: PLW0108


overload(rules.borrowed)(_borrowed)
