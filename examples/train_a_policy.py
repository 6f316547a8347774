# %% [markdown]
# # Train a policy in a minute
#
# Hundreds of tables of Quinto in one call, and a small network in PyTorch that plays all seats of all of them and learns from that.
# Then it meets opponents who act at random.

# %%
import os
import time

import numpy as np
import torch
from torch import Tensor, nn

import tefuda
from tefuda.arena import interval

TABLES = int(os.environ.get("TABLES", "256"))
UPDATES = int(os.environ.get("UPDATES", "80"))
STEPS = 52  # of a deal: four calls and twelve tricks
POINTS = 50.0  # what the network calls 1

torch.manual_seed(1)
batch = tefuda.batch("quinto", TABLES, seed=1, returns="difference", observations="planes", dtype=np.float32)

# %% [markdown]
# The arrays of a batch stay where they are. PyTorch looks at the same memory, and sees every step as soon as it is done.

# %%
planes, mask, turn = torch.from_dlpack(batch.planes), torch.from_dlpack(batch.mask), torch.from_dlpack(batch.turn)
rewards, done = torch.from_dlpack(batch.rewards), torch.from_dlpack(batch.done)
print(f"a view is {planes.shape[1]} numbers, an act one of {mask.shape[1]}, a table {batch.bytes_per_table} bytes")

# %% [markdown]
# The network has two heads: how likely it does each act, and what it expects the deal to bring. Illegal acts get no chance.


# %%
class Policy(nn.Module):  # type: ignore[misc,unused-ignore]  # PyTorch may not be installed
    """Two layers for the view; a head for acts and one for points."""

    def __init__(self, width: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.view = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.acts, self.points = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, planes: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances (..., actions), and the expected points (...) in units of POINTS."""
        seen = self.view(planes.sign() * planes.abs().log1p())  # great numbers become small ones
        return self.acts(seen).masked_fill(~mask, -1e9).log_softmax(-1), self.points(seen).squeeze(-1)


policy = Policy(planes.shape[1], mask.shape[1])
optimizer = torch.optim.Adam(policy.parameters(), lr=2e-3)


def act() -> Tensor:
    """Lets the policy choose an act at every table."""
    with torch.no_grad():
        chances, _ = policy(planes, mask)
    return torch.multinomial(chances.exp(), 1).squeeze(-1)


# %% [markdown]
# Actor and critic: play a deal at all tables, look back at what came of every act, and make those likelier that brought more than
# was expected.


# %%
def play() -> tuple[Tensor, ...]:
    """A deal's steps at all tables: views, masks, acts, whose they were, rewards and ends, each of shape (STEPS, tables, ...)."""
    steps = []
    for _ in range(STEPS):
        seen, legal, whose, chosen = planes.clone(), mask.clone(), turn.long(), act()
        batch.step(chosen.numpy())
        steps.append((seen, legal, chosen, whose, rewards / POINTS, done.clone()))
    return tuple(torch.stack(each) for each in zip(*steps))


def brought(whose: Tensor, gained: Tensor, ended: Tensor) -> Tensor:
    """What each act brought who did it: the rewards of his seat until the deal was over."""
    ahead, found = torch.zeros_like(gained[0]), torch.empty(whose.shape)
    for at in range(len(whose) - 1, -1, -1):
        ahead = gained[at] + torch.where(ended[at].unsqueeze(-1), 0.0, ahead)
        found[at] = ahead.gather(-1, whose[at].unsqueeze(-1)).squeeze(-1)
    return found


def learn() -> float:
    """One update; returns how many points the critic was wrong, on average."""
    seen, legal, chosen, whose, gained, ended = play()
    chances, expected = policy(seen, legal)
    surprise = brought(whose, gained, ended) - expected
    chance = chances.gather(-1, chosen.unsqueeze(-1)).squeeze(-1)
    doubt = -(chances.exp() * chances).sum(-1)
    loss = (-chance * surprise.detach() + 0.5 * surprise**2 - 0.01 * doubt).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(surprise.detach().abs().mean() * POINTS)


begun = time.process_time()
for update in range(1, UPDATES + 1):
    wrong = learn()
    if update % max(UPDATES // 10, 1) == 0:
        print(f"update {update}: wrong by {wrong:.1f} points, {time.process_time() - begun:.0f} s", flush=True)

# %% [markdown]
# Now fresh deals: the policy has seats 0 and 2, the others act at random. Who acts at random himself makes nothing on average.

# %%
batch.reset(seed=2)
margins: list[float] = []
while len(margins) < 2000:
    batch.step(np.where(batch.turn % 2 == 0, act().numpy(), batch.random_actions()))
    margins += batch.rewards[batch.done, 0].tolist()
margin = interval(margins)
print(f"{len(margins)} deals against random: {margin.mean:+.1f} points a deal (95 %: {margin.low:+.1f} to {margin.high:+.1f})")
