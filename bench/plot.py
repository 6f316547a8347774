"""The picture of docs/benchmarks.md: a bar an engine and game, on a logarithmic scale."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import matplotlib as mpl

OURS: Final = "#1f6f54"
THEIRS: Final = "#b9b4a7"


class Bar(NamedTuple):
    """One engine's actions a second."""

    name: str
    rate: float
    ours: bool


def draw(bars: Sequence[Bar], path: Path) -> None:
    """Draws the bars from top to bottom, each with its number, and writes a PNG."""
    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(10, 0.32 * len(bars) + 1), layout="constrained")
    drawn = axes.barh(
        [bar.name for bar in bars], [bar.rate for bar in bars], color=[OURS if bar.ours else THEIRS for bar in bars], log=True
    )
    axes.bar_label(drawn, [_short(bar.rate) for bar in bars], padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("random actions a second, one core (green: Tefuda)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def _short(rate: float) -> str:
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate:,.0f}"
