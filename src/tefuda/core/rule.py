"""The one decorator: a rule is plain Python to read and debug, and can be compiled to race.

`@rule` leaves a function as it is and remembers it. `compiled(f)` gives its compiled twin; only then is Numba imported, so that
a process which runs the rules plain never pays for it.
"""

import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Things = TypeVar("Things")
RULES: list[Callable[..., Any]] = []


def rule(function: Function) -> Function:
    """Marks a function as one that compiled code may call. It stays an ordinary function."""
    RULES.append(function)
    return function


@cache
def can_compile() -> bool:
    """Whether Numba is installed (the extra `fast`)."""
    return find_spec("numba") is not None


@cache
def compiled(function: Callable[..., Any], *, threads: bool = False) -> Any:
    """The compiled twin of a rule. Raises ModuleNotFoundError without the extra `fast`.

    With `threads` other threads run while it does: its caller sees to it that no two write to the same place.
    """
    os.environ.setdefault("NUMBA_FUNCTION_CACHE_SIZE", "65536")  # or Numba lets go of functions that its own cache still names
    from tefuda.core import machine

    return machine.compile_rule(function, RULES, threads=threads)


def entry(function: Callable[..., Any], *arguments: Any) -> Any:
    """The compiled twin (with `threads`) for arguments of just these types, at which it doesn't look again.

    A call costs microseconds instead of nearly a hundred where many functions and arrays are handed over. Its caller sees to it
    that the types stay what they were: nothing checks them. Raises ModuleNotFoundError without the extra `fast`.
    """
    machine_code = compiled(function, threads=True)
    from tefuda.core import machine

    return machine.entry(machine_code, arguments)


def borrowed(things: Things) -> Things:
    """The same arrays, in a tuple of tuples. Compiled code doesn't count who uses them: a search is twice as fast.

    Only for a function whose caller keeps them for as long as it runs.
    """
    return things
