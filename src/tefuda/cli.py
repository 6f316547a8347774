"""The command line: play, simulate, compare bots, replay, measure, read the rules, serve."""

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from tefuda import arena as duplicate
from tefuda.bots.foreign import PATIENCE
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.play.errors import RecordError, TefudaError
from tefuda.play.record import Record, read_records, write_records
from tefuda.play.table import steps
from tefuda.simulate import bots_by_seat, check_bot
from tefuda.simulate import simulate as simulated
from tefuda.words import LANGUAGES, clauses, sentence

app = typer.Typer(
    help="Tefuda, the card table: Quinto, Piquet, Pitch and Da San in the browser, in the terminal and by the thousand.\n\n"
    "Without a command it opens a table in the browser.",
    epilog="Examples:  tefuda  |  tefuda play quinto  |  tefuda simulate quinto --deals 1000 --bots simple,random  |  "
    "tefuda arena quinto --bots simple,random  |  tefuda replay match.jsonl  |  tefuda rules quinto",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
RulesOption = Annotated[
    list[str] | None,
    typer.Option("--rules", metavar="NAME=VALUE", help="A house rule, e.g. suit_order=chds, or preset=NAME. Repeat for more."),
]
Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")]
Port = Annotated[int, typer.Option(help="The port to listen on.")]
Patience = Annotated[float, typer.Option(min=0.01, help="Seconds that a bot of others may take for an act (docs/bots.md).")]
Data = Annotated[Path, typer.Option(help="The folder that keeps the tables.")]

DEFAULT_DATA = Path(typer.get_app_dir("tefuda"))
Item = TypeVar("Item")


@app.callback(invoke_without_command=True)
def table(context: typer.Context) -> None:
    """Opens a table in the browser when no command is given."""
    if context.invoked_subcommand is None:
        _serve("127.0.0.1", 8000, DEFAULT_DATA, True)


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = DEFAULT_DATA,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", metavar="NAME=BOT", help="A bot of others that tables may seat: NAME=cmd:COMMAND or NAME=MODULE:NAME."
        ),
    ] = None,
    patience: Patience = PATIENCE,
) -> None:
    """Serves tables to browsers and bots until it is stopped."""
    _serve(host, port, data, False, bot or (), patience)


@app.command()
def play(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The others' bots, one name or several with commas.")] = "simple",
    rules: RulesOption = None,
    seed: Annotated[str | None, typer.Option(help="Play the deals of this seed; without it they are new each time.")] = None,
    language: Annotated[str, typer.Option(help=f"One of: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Plays a match in the terminal: you against bots."""
    from tefuda.terminal import TerminalTable

    known, house = _game(game), _rules(game, rules)
    names = _bots(known, house, bots)
    if language not in LANGUAGES:
        _fail(f"there are no words in '{language}'; there are: {', '.join(LANGUAGES)}")
    TerminalTable(known, house, names, seed or secrets.token_hex(8), language, console).play()


@app.command()
def simulate(
    game: GameName,
    deals: Annotated[int, typer.Option(min=1, help="How many deals to play, match after match.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same matches, byte for byte.")] = 1,
    bots: Annotated[str, typer.Option(help="Bots in seat order with commas, repeated until the seats are full.")] = "simple",
    rules: RulesOption = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the matches, one record a line (docs/record.md).")] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Lets bots play and says who won; with --out it keeps every match as a record."""
    known, house = _game(game), _rules(game, rules)
    names = _bots(known, house, bots)
    tally = _Tally(len(known.sides(house)))
    records = _with_progress(simulated(known, house, names, deals, seed), deals, "deals", lambda record: len(record.deals))
    counted = tally.counting(records)
    if out is None:
        for _ in counted:
            pass
    else:
        _write(counted, out)
    summary = {"game": game, "bots": names, "seed": seed, **tally.summary()}
    _print_summary(summary, json_)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Two bots or more with commas; every two of them meet. Of others: cmd:COMMAND or MODULE:NAME.")
    ] = "simple,random",
    deals: Annotated[int, typer.Option(min=1, help="How many deals (or matches) each pair plays twice.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals and the same result.")] = 1,
    rules: RulesOption = None,
    preset: Annotated[str | None, typer.Option(help="House rules by the name of a preset.")] = None,
    matches: Annotated[bool, typer.Option("--matches", help="Play whole matches instead of deals.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes share the deals; the result is the same.")] = 1,
    patience: Patience = PATIENCE,
    out: Annotated[Path | None, typer.Option(help="Keep every deal as a line; the same command goes on where it stopped.")] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the result as tables in Markdown.")] = False,
) -> None:
    """Lets bots meet over the same cards and says which is stronger, by how much, how surely, and how fast each decides."""
    if json_ and markdown:
        _fail("--json and --markdown can't go together")
    known, house = _game(game), _rules(game, [*(rules or []), *([f"preset={preset}"] if preset else [])])
    contest = duplicate.Contest(game, house, _contestants(known, bots, deals), seed, matches, patience)
    try:
        played = duplicate.duplicates(contest, deals, jobs, out)
        total, unit = deals * len(contest.pairs), "matches played twice" if matches else "deals played twice"
        result = duplicate.report(contest, deals, _with_progress(played, total, unit, lambda _: 1))
    except TefudaError as error:
        _fail(str(error))
    if json_:
        print(json.dumps(result))
    elif markdown:
        print(duplicate.markdown(result))
    else:
        _print_tables(duplicate.rows(result))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A file of records, one match a line.")],
    show: Annotated[bool, typer.Option("--show", help="Print every deal, act by act.")] = False,
) -> None:
    """Plays records again and checks every act and every score; exits with 1 at the first line that doesn't hold."""
    try:
        with file.open("rb") as lines:
            matches, deals, acts = _replay(read_records(lines), show)
    except OSError as error:
        _fail(f"{file}: {error.strerror}")
    except RecordError as error:
        _fail(f"{file}, {error}")
    console.print(f"{matches} matches, {deals} deals, {acts} acts: every act is legal and every score is right")


@app.command()
def bench(json_: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False) -> None:
    """Measures random play on one core of this machine: plain and compiled rules, actions a second."""
    from tefuda.bench import measure

    with errors.status("playing random deals"):
        figures = [measure(game) for game in GAMES.values()]
    if json_:
        print(json.dumps(figures))
        return
    grid = Grid("game", "plain /s", "compiled /s", "ratio", "ready after s")
    for row in figures:
        compiled = f"{row['compiled']:,}" if "compiled" in row else "Numba is not installed"
        grid.add_row(row["game"], f"{row['plain']:,}", compiled, str(row.get("ratio", "")), str(row.get("ready_s", "")))
    console.print(grid)


@app.command()
def rules(
    game: GameName,
    json_: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    language: Annotated[str, typer.Option(help=f"One of: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Prints a game's house rules, presets and clauses."""
    known = _game(game)
    if language not in LANGUAGES:
        _fail(f"there are no words in '{language}'; there are: {', '.join(LANGUAGES)}")
    numbered = clauses(game, language)
    if json_:
        options = [option._asdict() for option in known.options]
        print(json.dumps({"game": game, "options": options, "presets": known.presets, "clauses": numbered}, ensure_ascii=False))
        return
    _print_options(known, language)
    for number, text in numbered.items():
        console.print(f"[bold]{number}[/]  {escape(text)}")


def main() -> None:
    """The entry point of the command `tefuda`."""
    app()


# ---- asking and telling


def _game(name: str) -> Game:
    if name not in GAMES:
        _fail(f"there is no game '{name}'; there are: {', '.join(GAMES)}")
    return GAMES[name]


def _rules(game: str, settings: list[str] | None) -> Any:
    values: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            _fail(f"--rules takes NAME=VALUE, not '{setting}'")
        values[name] = value
    preset = values.pop("preset", None)
    try:
        return _game(game).read_rules(values, preset)
    except ValueError as error:
        _fail(str(error))


def _bots(game: Game, rules: Any, names: str) -> list[str]:
    try:
        return bots_by_seat(game, rules, names.split(","))
    except ValueError as error:
        _fail(str(error))


def _contestants(game: Game, names: str, deals: int) -> tuple[str, ...]:
    bots = tuple(names.split(","))
    if len(bots) < 2:
        _fail("name two bots or more, with commas")
    try:
        for name in bots:
            check_bot(name, game)
    except ValueError as error:
        _fail(str(error))
    if duplicate.needs_extra(len(bots), deals) and find_spec("choix") is None:
        _fail("ratings, and intervals from fewer than 100 deals, need the extra 'arena': pip install 'tefuda[arena]'")
    return bots


def _fail(reason: str) -> NoReturn:
    errors.print(f"[bold red]tefuda:[/] {escape(reason)}")
    raise typer.Exit(1)


def _serve(host: str, port: int, data: Path, open_browser: bool, bots: Sequence[str] = (), patience: float = PATIENCE) -> None:
    from tefuda.server.serve import serve as serve_tables

    raise typer.Exit(serve_tables(host, port, data, open_browser, bots=bots, patience=patience))


# ---- long work


def _with_progress(items: Iterable[Item], total: int, unit: str, units: Callable[[Item], int]) -> Iterator[Item]:
    """The items as they come, with a bar on standard error that counts the units of each."""
    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(unit, total=total)
        for item in items:
            progress.advance(bar, units(item))
            yield item


def _write(records: Iterable[Record], out: Path) -> None:
    try:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            write_records(records, file)
    except OSError as error:
        _fail(f"{out}: {error.strerror}")


def _replay(records: Iterator[tuple[int, Record]], show: bool) -> tuple[int, int, int]:
    matches = deals = acts = 0
    columns = (SpinnerColumn(), TextColumn("{task.completed} matches"))
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("matches", total=None)
        for line, record in records:
            _replay_match(record, line, show)
            matches, deals, acts = matches + 1, deals + len(record.deals), acts + sum(len(deal.acts) for deal in record.deals)
            progress.advance(bar)
    return matches, deals, acts


def _replay_match(record: Record, line: int, show: bool) -> None:
    for table in steps(record, line):
        if show and table.deals:
            _show_step(table.deals[-1].acts, table.deals[-1].points, table.deals[-1].totals, len(table.deals))


def _show_step(acts: list[str], points: list[int] | None, totals: list[int] | None, deal: int) -> None:
    if not acts:
        console.rule(f"deal {deal}")
    else:
        console.print(f"  {acts[-1]}")
    if points is not None:
        console.print(f"  points {points}, totals {totals}")


class _Tally:
    """What a run of matches came to, side by side."""

    def __init__(self, sides: int) -> None:
        self.matches = self.deals = 0
        self.points, self.squares, self.wins = [0] * sides, [0] * sides, [0] * sides

    def counting(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            self._add(record)
            yield record

    def _add(self, record: Record) -> None:
        if record.result is not None:
            self.matches += 1
            if record.result["winner"] is not None:
                self.wins[record.result["winner"]] += 1
        for deal in record.deals:
            self.deals += 1
            for side, points in enumerate(deal.points or []):
                self.points[side] += points
                self.squares[side] += points * points

    def summary(self) -> dict[str, Any]:
        means = [total / self.deals for total in self.points]
        spreads = [max(square / self.deals - mean * mean, 0.0) for square, mean in zip(self.squares, means, strict=True)]
        return {
            "matches": self.matches,
            "deals": self.deals,
            "wins": self.wins,
            "points_a_deal": [round(mean, 2) for mean in means],
            "standard_error": [round((spread / self.deals) ** 0.5, 2) for spread in spreads],
        }


def _print_summary(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary))
        return
    grid = Grid("side", "bots", "matches won", "points a deal", "standard error")
    sides = _game(summary["game"]).sides(_game(summary["game"]).rules())
    for side, seats in enumerate(sides):
        bots = ", ".join(summary["bots"][seat] for seat in seats)
        row = (summary["wins"][side], summary["points_a_deal"][side], summary["standard_error"][side])
        grid.add_row(str(side), bots, *map(str, row))
    console.print(grid)
    console.print(f"{summary['deals']} deals, {summary['matches']} matches finished, seed {summary['seed']}")


def _print_tables(tables: Iterable[list[list[str]]]) -> None:
    for heads, *body in tables:
        grid = Grid(*heads)
        for row in body:
            grid.add_row(*row)
        console.print(grid)


def _print_options(game: Game, language: str) -> None:
    grid = Grid("option", "values (default first)", "clause", title=sentence(f"game.{game.name}", language))
    for option in game.options:
        values = sorted(option.choices or ("true", "false"), key=lambda value: value != str(option.default).lower())
        if option.kind == "number":
            values = [f"{option.default} ({option.low} to {option.high})"]
        grid.add_row(option.name, " | ".join(values), option.clause)
    console.print(grid)
    for name, settings in game.presets.items():
        console.print(f"preset [bold]{name}[/]: {', '.join(f'{key}={value}' for key, value in settings.items())}")
    console.print()
