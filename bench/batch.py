"""How many steps a second a batch of ours makes, and Pgx's bridge auction beside it: one core, masks and observations written.

A step is one action at one table; choosing a legal one at random is counted on both sides. Ours are steps called from Python,
one call a step of all tables; Pgx's are steps of its own loop in compiled code, as it is fastest, with its sample of a hundred
deals. Rates are per second of this process's CPU time. Run it by itself to see the table.
"""

import os
import statistics
import time
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import tefuda
from tefuda.games import GAMES

TABLES: Final = (1_000, 10_000, 100_000)
PEER_TABLES: Final = (64, 1_024, 4_096)
STEPS: Final = 3_000_000  # of all tables together, at least,
CALLS: Final = 60  # and so many of every table: some deals
ROUNDS: Final = 3


class Pace(NamedTuple):
    """Steps a second with so many tables."""

    name: str  # the game
    observations: str  # `packed` or `planes`
    tables: int
    rate: float
    bytes: int  # that a table takes


class Paces(NamedTuple):
    """All that was measured in one run, medians of the rounds."""

    ours: list[Pace]
    peer: list[Pace]

    @property
    def best_peer(self) -> Pace:
        """The peer's at its best number of tables."""
        return max(self.peer, key=lambda pace: pace.rate)

    def growth(self, name: str) -> float:
        """How many times the time of 10,000 tables 100,000 tables take for a step, packed."""
        small, large = (next(pace for pace in self.ours if pace[:3] == (name, "packed", tables)) for tables in (10_000, 100_000))
        return 10 * small.rate / large.rate


def our_pace(name: str, tables: int, observations: str = "packed") -> Pace:
    """A batch of ours, called from Python."""
    batch = tefuda.batch(name, tables, seed=1, observations=observations)
    calls = max(CALLS, STEPS // tables)
    for _ in range(5):
        batch.step(batch.random_actions())
    began = time.process_time()
    for _ in range(calls):
        batch.step(batch.random_actions())
    return Pace(name, observations, tables, calls * tables / (time.process_time() - began), batch.bytes_per_table)


class Auction:
    """Pgx's bridge auction, compiled."""

    calls: Final = 256  # in one call of compiled code

    def __init__(self, tables: int) -> None:
        import jax
        from pgx import bridge_bidding
        from pgx.experimental.wrappers import auto_reset

        class Sampled(bridge_bidding.BridgeBidding):  # type: ignore[misc]  # Pgx has no types
            """Their class asks for a table of millions of deals that isn't in the package; a sample of a hundred is."""

            def __init__(self) -> None:
                super(bridge_bidding.BridgeBidding, self).__init__()
                self._lut_keys, self._lut_values = bridge_bidding._load_sample_hash()

        env = Sampled()
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
            state, key = carry
            key, chosen, stepped = jax.random.split(key, 3)
            scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(chosen, scores, axis=-1)
            return step(state, actions, jax.random.split(stepped, tables)), key

        self.tables = tables
        self._run = jax.jit(lambda carry: jax.lax.fori_loop(0, self.calls, one, carry))
        self._carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), tables)), jax.random.key(2)
        self.play()

    def play(self) -> None:
        """So many steps of every table."""
        import jax

        self._carry = jax.block_until_ready(self._run(self._carry))

    def pace(self) -> Pace:
        """Steps a second."""
        rounds = max(1, STEPS // 10 // (self.calls * self.tables))
        began = time.process_time()
        for _ in range(rounds):
            self.play()
        rate = rounds * self.calls * self.tables / (time.process_time() - began)
        state = self._carry[0]
        size = sum(leaf.nbytes for leaf in vars(state).values() if hasattr(leaf, "nbytes"))
        return Pace("bridge_bidding", "planes", self.tables, rate, -(-size // self.tables))


def measure() -> Paces:
    """Ours and the peer's in turn, so that a busy machine slows both. Needs the packages pgx and jax."""
    auctions = [Auction(tables) for tables in PEER_TABLES]
    rounds = []
    for _ in range(ROUNDS):
        ours = [our_pace(name, tables, kind) for name in GAMES for kind in ("packed", "planes") for tables in TABLES]
        rounds.append((ours, [auction.pace() for auction in auctions]))
    ours, peer = ([_median(paces) for paces in zip(*side, strict=True)] for side in zip(*rounds, strict=True))
    return Paces(ours, peer)


def _median(paces: tuple[Pace, ...]) -> Pace:
    return paces[0]._replace(rate=statistics.median(pace.rate for pace in paces))


def table(paces: Paces) -> str:
    """What was measured, as a table for docs/benchmarks.md."""
    best = paces.best_peer
    names = {pace: pace.name for pace in paces.ours} | {pace: f"Pgx {version('pgx')}, {pace.name}" for pace in paces.peer}
    rows = [
        f"| {name} | {pace.observations} | {pace.tables:,} | {pace.rate / 1e6:.3g} M | {pace.rate / best.rate:.3g} | {pace.bytes} |"
        for pace, name in names.items()
    ]
    growth = ", ".join(f"{name} {paces.growth(name):.1f}" for name in GAMES)
    head = "| game | observations | tables | steps a second | to Pgx at its best | bytes a table |\n|---|---|---:|---:|---:|---:|"
    return "\n".join([head, *rows, "", f"Time of 100,000 tables to that of 10,000: {growth}."])


def main() -> None:
    """Measures on one core and prints the table."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(table(measure()))


if __name__ == "__main__":
    main()
