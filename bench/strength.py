"""How strong the levels are: plays what the page docs/strength.md reports and is not there yet, then writes the page.

Run it with `make strength`. Each contest is `tefuda arena` with fixed deals and seed; its result is a file in bench/strength, and a
contest whose file is there is not played again. Delete a file to have it played anew.
"""

import json
import os
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import track

import exploitability
import openspiel_match
from tefuda.arena import Contest, Duplicate, duplicates, report
from tefuda.games import GAMES

RESULTS = Path(__file__).with_name("strength")
REPORT = Path(__file__).parents[1] / "docs" / "strength.md"
PRESETS = (
    ("quinto", "hoffmann"),
    ("piquet", "seed"),
    ("pitch", "ten-point"),
    ("pitch", "five-handed"),
    ("pitch", "dirty-ten-point"),
    ("pitch", "thirteen-point"),
    ("dasan", "three-handed"),
    ("dasan", "called-partner"),
    ("dasan", "one-against-three"),
)
# Each pair of bots, the stronger first, and how many duplicate deals it plays at most.
PAIRS = (
    ("club", "beginner", 2000),
    ("expert", "club", 400),
    ("master", "expert", 400),
    ("master", "club", 100),
    ("master", "sampler", 60),
)
# OpenSpiel's search plays a preset of each game.
FOREIGN = ("master", openspiel_match.NAME, 60)
FOREIGN_PRESETS = (("quinto", "hoffmann"), ("piquet", "seed"), ("pitch", "ten-point"), ("dasan", "three-handed"))
SEED = 1


class Meeting(NamedTuple):
    """One line of the plan."""

    game: str
    preset: str
    bots: tuple[str, str]
    deals: int

    @property
    def path(self) -> Path:
        """Where its result is kept."""
        return RESULTS / f"{self.game}.{self.preset}.{'-'.join(self.bots)}.json"


def plan() -> list[Meeting]:
    """All meetings, those of the weaker bots first."""
    ours = [Meeting(game, preset, (a, b), deals) for a, b, deals in PAIRS for game, preset in PRESETS]
    return ours + [Meeting(game, preset, FOREIGN[:2], FOREIGN[2]) for game, preset in FOREIGN_PRESETS]


def play(meeting: Meeting) -> None:
    """Plays a meeting and keeps its result; our own bots play on all cores."""
    game = GAMES[meeting.game]
    contest = Contest(game.name, game.read_rules(None, meeting.preset), meeting.bots, SEED)
    played = _played(contest, meeting.deals)
    found = report(contest, meeting.deals, track(played, f"{meeting.path.stem}", meeting.deals))
    meeting.path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _played(contest: Contest, deals: int) -> Iterator[Duplicate]:
    if openspiel_match.NAME in contest.bots:
        return openspiel_match.duplicates(contest, deals)
    return duplicates(contest, deals, os.cpu_count() or 1)


def page(found: dict[Meeting, dict[str, Any]]) -> str:
    """The page docs/strength.md."""
    tables = "\n\n".join(f"## {game.capitalize()}, {preset}\n\n{_table(game, preset, found)}" for game, preset in PRESETS)
    return f"""# How strong the levels are

Written by `make strength` on {date.today().isoformat()}. Every deal is played twice with the seats exchanged (a duplicate deal), so
that luck of the cards cancels out; the interval is that of 95 % over duplicate deals. Points are a deal's, the first bot's less
the second's with the same cards; wins are of deals, a tie half to each. Times are processor time of one decision on one core.
`sampler` knows nothing of a game but its rules: it tries every act in random worlds with random play-outs, on the average for as
long as the master thinks. `{openspiel_match.NAME}` is OpenSpiel's search over hidden hands (its Python ISMCTS), which plays our
games through the adapter and also thinks as long as the master (bench/openspiel_match.py). `club` is the bot `simple` under the
name of its level.

Any line but those with OpenSpiel can be played again:

    tefuda arena GAME --preset PRESET --bots A,B --deals N --seed S

{tables}
"""


def _table(game: str, preset: str, found: dict[Meeting, dict[str, Any]]) -> str:
    lines = [
        "| bots | duplicate deals, seed | points a deal (95 %) | % of deals won (95 %) | median and slowest decision, ms |",
        "|---|---:|---:|---:|---:|",
    ]
    lines += [_line(meeting, result) for meeting, result in found.items() if (meeting.game, meeting.preset) == (game, preset)]
    return "\n".join(lines)


def _line(meeting: Meeting, result: dict[str, Any]) -> str:
    pair, speed = result["pairs"][0], result["speed"][0]
    names, deals = " : ".join(meeting.bots), f"{result['deals']:,}, {result['seed']}"
    points, wins = pair["points"], {name: 100 * value for name, value in pair["wins"].items()}
    times = f"{speed['median_ms']:.1f}, {speed['slowest_ms']:.0f}"
    return f"| {names} | {deals} | {_interval(points, '+.2f')} | {_interval(wins, '.1f')} | {times} |"


def _interval(found: dict[str, float], style: str) -> str:
    return f"**{found['mean']:{style}}** ({found['low']:{style}} to {found['high']:{style}})"


def main() -> None:
    """Plays what is missing and writes the page; with the argument `page` it plays nothing and reports what is there."""
    for meeting in [] if "page" in sys.argv else plan():
        if not meeting.path.exists():
            play(meeting)
    played = [each for each in plan() if each.path.exists()]
    found = {each: json.loads(each.path.read_text(encoding="utf-8")) for each in played}
    REPORT.write_text(page(found) + exploitability.section(), encoding="utf-8")


if __name__ == "__main__":
    main()
