# %% [markdown]
# # Play a match, and read its record
#
# A table has a referee: it deals, asks whose turn it is, refuses what the rules refuse, and writes the record along the way.
# Four players sit at this one. You are in seat 0 for one call; the rest of the match is left to the bots.

# %%
from tefuda.bots import bot_for
from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, MATCH_OVER
from tefuda.games.quinto import QUINTO
from tefuda.play.errors import RefusedAct
from tefuda.play.record import Seat, read_line
from tefuda.play.table import Table, replay, steps

rules = QUINTO.read_rules({"tie_deal": "sudden"}, preset="sentence")
seats = [Seat(name="You"), *(Seat(name=name, bot="simple") for name in ("West", "Partner", "East"))]
table = Table(QUINTO, rules, dealer=3, seats=seats)

# %% [markdown]
# A pack may come in any order. This one follows from the text "an evening", so that anybody can deal it again.


# %%
def deal_next(table: Table) -> None:
    """Deals the next pack of the evening."""
    cards = table.game.pack(table.rules)
    table.deal([cards[at] for at in chance.deal_order("an evening", len(table.deals), len(cards))])


deal_next(table)
view = table.game.spell(rules, table.view(0))
print("You hold", *view["hands"][0])
print("You may say", *table.legal)

# %% [markdown]
# Your view has your own cards and what lies on the table, nothing else. What the rules don't allow is refused, with the clause.

# %%
try:
    table.act(0, "redouble")
except RefusedAct as refused:
    print(refused)
table.act(0, "pass")

# %% [markdown]
# A bot gets the view of its seat and a stream of chance, and answers with an action. `act` tells everything that it brought about.

# %%
bot, streams = bot_for("simple", QUINTO), [chance.stream(seat) for seat in range(4)]
quints = 0
while table.turn != MATCH_OVER:
    if table.turn == DEAL_DUE:
        deal_next(table)
        continue
    seat = table.turn
    action = bot.act(QUINTO, rules, table.view(seat), seat, streams[seat])
    quints += sum(happening.code.startswith("quint") for happening in table.act(seat, table.say(action)))

# %% [markdown]
# The record is one line of JSON. Who reads it can check every act and every score, or walk through it.

# %%
record = read_line(table.record.line())
for number, deal in enumerate(record.deals, 1):
    print(f"deal {number}: dealer {deal.dealer}, points {deal.points}, totals {deal.totals}")
print("result:", record.result)
print("quints:", quints)

assert replay(record).turn == MATCH_OVER
walk = steps(record)
before, dealt, passed = next(walk), next(walk), next(walk)  # one table, which goes on: now after the first call
print("After the first call it is seat", passed.turn, "who may say", *passed.legal)
