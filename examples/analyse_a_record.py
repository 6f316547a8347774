# %% [markdown]
# # What did each decision cost?
#
# Two judges go through a record. The master sees what the player saw, and says what an act was worth on average over the hands
# that the others might have held. The solver sees all cards, and says exactly what it was worth as they lay: with hindsight.
# A guess that was right and went wrong costs nothing with the one, and something with the other.
#
# `python examples/analyse_a_record.py matches.jsonl` reads the first match of a file. Without one, four players by rules of thumb
# play a deal of Quinto.

# %%
import os
import sys
from pathlib import Path
from typing import NamedTuple

from tefuda.bots import advise
from tefuda.core import chance
from tefuda.games.quinto import QUINTO
from tefuda.play.record import Record, read_records
from tefuda.play.table import Table, steps
from tefuda.simulate import simulate
from tefuda.solve import solve

CARDS = int(os.environ.get("CARDS", "12"))  # decisions with more cards in hand are passed over
FEW = 6  # cards in hand, from which on the solver is asked: it takes its time with more


def first_record() -> Record:
    """The match to be analysed."""
    if len(sys.argv) > 1:
        with Path(sys.argv[1]).open("rb") as file:
            return next(read_records(file))[1]
    return next(simulate(QUINTO, QUINTO.rules(), ["simple"] * 4, deals=1, seed=7, plain=True))


# %% [markdown]
# `steps` is the table after every deal and every act of a record. Where somebody is to act, the record tells what he did.


# %%
class Decision(NamedTuple):
    """An act, what the master would have done, and what the difference is in points: to the player's eyes, and with open cards."""

    where: str
    act: str
    better: str
    cost: float
    hindsight: int | None


def decision(table: Table, act: str) -> Decision:
    """What the act that the record tells next did cost."""
    game, rules, seat = table.game, table.rules, table.turn
    taken = table.check(seat, act)
    ranked = advise(game, rules, table.view(seat), seat, chance.stream(len(table.deals[-1].acts)))
    worth = next(each.points for each in ranked if each.action == taken)
    where = f"deal {len(table.deals)}, act {len(table.deals[-1].acts) + 1}, seat {seat}"
    return Decision(where, act, table.say(ranked[0].action), ranked[0].points - worth, hindsight(table, taken))


def hindsight(table: Table, taken: int) -> int | None:
    """What an act cost as the cards lay; None where many cards are left."""
    if max(table.state.sizes[: len(table.seats)]) > FEW:
        return None
    solution = solve(table.game, table.rules, table.state)
    return abs(solution.value - solution.acts[taken])


record = first_record()
decisions = []
for table in steps(record):
    told = record.deals[len(table.deals) - 1].acts[len(table.deals[-1].acts) :] if table.deals else []
    if told and len(table.legal) > 1 and table.state.sizes[table.turn] <= CARDS:
        decisions.append(decision(table, told[0].partition(" ")[2]))

# %%
print(f"{len(decisions)} decisions")
for each in sorted(decisions, key=lambda each: -each.cost)[:3]:
    exact = "" if each.hindsight is None else f"; {each.hindsight} as the cards lay"
    print(f"{each.where}: {each.act} cost {each.cost:.1f} points against {each.better}{exact}")
