"""How fast this machine plays our games: plain and compiled rules, on one core, in one run."""

from time import perf_counter, process_time
from typing import Any

from tefuda.core.game import Game
from tefuda.core.rule import can_compile
from tefuda.sim.playout import random_deals

PLAIN_DEALS = 1_000
COMPILED_DEALS = 200_000


def measure(game: Game, rules: Any = None) -> dict[str, Any]:
    """Random play of whole deals, the deal included, in actions per second of this process; `compiled` only where Numba is.

    `ready_s` is the wall time until the first compiled deal is played: short where machine code is kept from an earlier run.
    """
    plain = _rate(game, rules, PLAIN_DEALS, plain=True)
    found: dict[str, Any] = {"game": game.name, "plain": plain}
    if can_compile():
        began = perf_counter()
        random_deals(game, 1, 1, rules)
        ready = perf_counter() - began
        compiled = max(_rate(game, rules, COMPILED_DEALS, plain=False) for _ in range(3))
        found |= {"ready_s": round(ready, 2), "compiled": compiled, "ratio": round(compiled / plain, 1)}
    return found


def _rate(game: Game, rules: Any, deals: int, *, plain: bool) -> int:
    began = process_time()
    actions = random_deals(game, deals, 1, rules, plain=plain).actions
    return round(actions / (process_time() - began))
