"""The arena: real contests over all games, what makes a duplicate, intervals and ratings reckoned by hand, files, faults."""

import json
import math
import subprocess
import sys
from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from tefuda import arena, cli
from tefuda.arena import (
    Contest,
    Duplicate,
    FaultyAct,
    FileError,
    Play,
    difference,
    duplicates,
    interval,
    lineups,
    markdown,
    report,
    win_share,
)
from tefuda.bots import bot_for
from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.play.record import Record
from tefuda.sim.match import seat_stream
from tefuda.simulate import simulate

TABLES: Final = {
    "quinto": ("quinto", "hoffmann"),
    "piquet": ("piquet", "seed"),
    "pitch": ("pitch", "ten-point"),
    "five-handed pitch": ("pitch", "five-handed"),
    "dasan": ("dasan", "three-handed"),
    "dasan with a called partner": ("dasan", "called-partner"),
}
every_table = pytest.mark.parametrize(("game", "preset"), TABLES.values(), ids=TABLES)


def contest(game: str = "quinto", preset: str | None = None, bots: str = "simple,random", seed: int = 1, **more: Any) -> Contest:
    return Contest(game, GAMES[game].read_rules(None, preset), tuple(bots.split(",")), seed, **more)


def result(asked: Contest, deals: int, **more: Any) -> dict[str, Any]:
    return report(asked, deals, duplicates(asked, deals, **more))


def without_speed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "speed"}


# ---- contests


@every_table
def test_simple_beats_random_in_every_game(game: str, preset: str) -> None:
    (pair,) = result(contest(game, preset), 100)["pairs"]
    assert pair["bots"] == ["simple", "random"]
    assert 0 < pair["points"]["low"] < pair["points"]["mean"] < pair["points"]["high"]
    assert 0.5 < pair["wins"]["low"] < pair["wins"]["mean"]


@every_table
def test_the_pair_in_the_other_order_has_the_opposite_result(game: str, preset: str) -> None:
    asked, reversed_ = (result(contest(game, preset, bots), 12)["pairs"][0] for bots in ("simple,random", "random,simple"))
    assert asked["points"]["mean"] == pytest.approx(-reversed_["points"]["mean"], abs=1e-5)
    assert asked["wins"]["mean"] == pytest.approx(1 - reversed_["wins"]["mean"], abs=1e-5)


@every_table
@pytest.mark.parametrize("bot", ["random", "simple"])
def test_a_bot_against_itself_comes_to_exactly_nothing(game: str, preset: str, bot: str) -> None:
    (pair,) = result(contest(game, preset, f"{bot},{bot}"), 10)["pairs"]
    assert pair["points"] == {"mean": 0, "low": 0, "high": 0}
    assert pair["wins"] == {"mean": 0.5, "low": 0.5, "high": 0.5}


@every_table
def test_whole_matches_are_won(game: str, preset: str) -> None:
    asked = contest(game, preset, matches=True)
    played = list(duplicates(asked, 4))
    assert sum(play.deals for duplicate in played for play in duplicate.plays) > 12  # a match of Pitch may end with its first deal
    assert all(play.winners for duplicate in played for play in duplicate.plays)
    assert report(asked, 4, played)["pairs"][0]["points"]["mean"] > 0
    assert result(contest(game, preset, "random,random", matches=True), 2)["pairs"][0]["points"]["mean"] == 0


@every_table
@pytest.mark.parametrize("compile_", [True, False], ids=["compiled", "plain"])
def test_a_play_is_the_match_that_simulate_plays(game: str, preset: str, compile_: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compile_:
        monkeypatch.setattr(arena, "can_compile", lambda: False)
    asked = contest(game, preset, seed=6, matches=True)
    names = ["simple", "random", "random", "simple", "random"][: GAMES[game].seats(asked.rules)]
    record: Record = next(simulate(GAMES[game], asked.rules, names, 10_000, 6, plain=True))
    whole, _ = arena.play(asked, names, 0)
    deal, spent = arena.play(asked._replace(matches=False), names, 0)
    first = record.deals[0].points
    assert first is not None
    assert (deal.points, deal.deals) == (first, 1)
    assert deal.winners == [side for side, points in enumerate(first) if points == max(first)]
    assert sum(map(len, spent)) == len(record.deals[0].acts)
    assert whole.points == [sum(points) for points in zip(*(deal.points or [] for deal in record.deals), strict=True)]
    assert whole.deals == len(record.deals)
    assert record.result is not None
    assert whole.winners == [record.result["winner"]]


def test_a_match_without_a_winner_is_shared_by_the_sides_that_lead() -> None:
    """In a match of one deal, the two players who beat the landlord have the same total (W16, W17)."""
    asked = Contest("dasan", GAMES["dasan"].read_rules({"match": "deals", "deals": 1}), ("simple", "random"), 1, matches=True)
    found = [play for duplicate in duplicates(asked, 12) for play in duplicate.plays]
    assert {len(play.winners) for play in found} == {1, 2}
    for play in found:
        assert play.winners == [side for side, points in enumerate(play.points) if points == max(play.points)]


# ---- the duplicate


class Noting:
    """A bot that notes what it meets when it first acts in a play, and acts at random."""

    def __init__(self, name: str, met: list[tuple[str, int, Any, tuple[int, ...]]]) -> None:
        self.name, self._met, self._first = name, met, True

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        if self._first:
            self._met.append((self.name, seat, view, tuple(stream)))
            self._first = False
        return bot_for("random", game).act(game, rules, view, seat, stream)


def seat_bots(monkeypatch: pytest.MonkeyPatch, bots: Callable[[str], Any]) -> None:
    """Lets the arena find these bots by name, and forget what has been warmed up."""
    arena._warm_up.cache_clear()
    monkeypatch.setattr(arena, "bot_for", lambda name, _game: bots(name))


@every_table
def test_every_hand_is_held_once_by_either_bot_under_the_same_conditions(
    game: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[tuple[str, int, Any, tuple[int, ...]]] = []
    seat_bots(monkeypatch, lambda name: Noting(name, met))
    asked, seats = contest(game, preset, "a,b"), GAMES[game].seats(contest(game, preset).rules)
    sides = GAMES[game].sides(asked.rules)
    arena.play_duplicate(asked, (0, 1), 0)  # warms up
    apart: set[int] = set()
    for deal in range(2 * len(sides)):
        met.clear()
        arena.play_duplicate(asked, (0, 1), deal)
        both = {seat: [each for each in met if each[1] == seat] for seat in range(seats)}
        twice = {seat: found for seat, found in both.items() if len(found) == 2}
        assert len(twice) >= 2  # others may have had nothing to do
        for seat, ((first, _, view, stream), (second, _, other, same)) in twice.items():
            assert {first, second} == {"a", "b"}
            assert view.hands[seat] == other.hands[seat] != 0
            assert view.dealer == other.dealer == chance.first_dealer(f"1/{deal}", seats)
            assert stream == same == tuple(seat_stream((1 << 32) + deal, seat))
            assert sum(view.hands[: len(view.hands)]) == view.hands[seat]  # no other hand is seen
        lone = [side for side, has in enumerate(lineups(sides, deal)[0]) if has == 0]
        apart.add(*lone)
        assert {both[seat][0][0] for side in lone for seat in sides[side] if both[seat]} <= {"a"}
    assert apart == set(range(len(sides)))


def test_lineups_set_one_side_apart_and_then_exchange_the_bots() -> None:
    assert lineups([[0, 2], [1, 3]], 0) == ([0, 1], [1, 0])
    assert lineups([[0, 2], [1, 3]], 1) == ([1, 0], [0, 1])
    assert [lineups([[0], [1], [2]], deal)[0] for deal in range(4)] == [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 1, 1]]
    assert lineups([[0], [1], [2]], 1)[1] == [0, 1, 0]


# ---- numbers


def played(deal: int, *plays: tuple[list[int], list[int], int]) -> Duplicate:
    first, second = (Play(points=points, winners=winners, deals=deals) for points, winners, deals in plays)
    return Duplicate(pair=(0, 1), deal=deal, plays=(first, second), microseconds=([1], [1]))


def test_the_difference_of_a_deal_between_two_sides() -> None:
    sides = [[0, 2], [1, 3]]
    twice = played(0, ([130, 100], [0], 1), ([60, 175], [1], 1))  # a made 130 and 175, b 100 and 60
    assert difference(sides, twice) == (30 + 115) / 2
    assert win_share(sides, twice) == 1
    assert difference(sides, twice.model_copy(update={"deal": 1})) == -(30 + 115) / 2
    assert win_share(sides, played(0, ([10, 10], [0, 1], 1), ([0, 5], [1], 1))) == 0.75


def test_the_difference_of_a_deal_among_three() -> None:
    sides = [[0], [1], [2]]
    twice = played(1, ([4, -8, 4], [0, 2], 1), ([-2, 4, -2], [1], 1))  # a has side 1, then sides 0 and 2
    assert difference(sides, twice) == pytest.approx(((-8 - 2 - 2) - (4 + 4 + 4)) / 3)
    assert win_share(sides, twice) == 0
    assert win_share(sides, played(0, ([1, 1, -2], [0, 1], 1), ([-2, 1, 1], [1, 2], 1))) == 0.75


def test_a_match_counts_by_the_deal() -> None:
    twice = played(0, ([500, 200], [0], 6), ([100, 200], [1], 4))
    assert difference([[0], [1]], twice) == (300 + 100) / 2 / 5


def test_intervals_by_students_t() -> None:
    found = interval([1, 2, 3, 4])
    half = 3.182446 * math.sqrt(5 / 3) / 2  # t of three degrees of freedom; the variance is 5/3
    assert found == pytest.approx((2.5, 2.5 - half, 2.5 + half), abs=1e-6)


def test_intervals_of_a_hundred_values_and_more_are_normal() -> None:
    half = 1.959964 * math.sqrt(25 / 99) / 10
    assert interval([0, 1] * 50) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-6)
    students = 1.984467 * math.sqrt(49 * 50 / 99 / 98 / 99)  # 49 ones among 99 values: t of 98 degrees of freedom
    assert interval([0, 1] * 49 + [0]) == pytest.approx((49 / 99, 49 / 99 - students, 49 / 99 + students), abs=1e-6)


def test_a_single_value_has_no_interval() -> None:
    assert interval([7]) == (7, None, None)
    found = result(contest(), 1)
    assert found["pairs"][0]["points"]["low"] is None
    assert "to" not in markdown(found).splitlines()[2].split("|")[4]


def test_the_interval_of_wins_is_a_share() -> None:
    (pair,) = result(contest(), 10)["pairs"]
    assert pair["wins"]["mean"] < 1
    assert pair["wins"]["high"] == 1


def share_duplicates(shares: dict[tuple[int, int], int], deals: int) -> list[Duplicate]:
    """Deals of which the first of a pair wins both plays in so many and none in the others."""
    win, loss = (([1, 0], [0], 1), ([0, 1], [1], 1)), (([0, 1], [1], 1), ([1, 0], [0], 1))
    return [
        played(2 * deal, *(win if deal < won else loss)).model_copy(update={"pair": pair})
        for pair, won in shares.items()
        for deal in range(deals)
    ]


def test_ratings_are_those_of_bradley_and_terry() -> None:
    """Strengths 4 : 2 : 1 win 2/3, 4/5 and 2/3 of the plays; a factor of two is 400 log10(2) = 120.4 points."""
    asked = contest(bots="random,simple,random")
    found = report(asked, 1500, share_duplicates({(0, 1): 500, (0, 2): 1000, (1, 2): 1200}, 1500))
    assert [pair["wins"]["mean"] for pair in found["pairs"]] == pytest.approx([1 / 3, 2 / 3, 4 / 5], abs=1e-5)
    assert [each["bot"] for each in found["ratings"]] == ["simple", "random", "random"]
    assert [each["rating"] for each in found["ratings"]] == pytest.approx([120.4, 0, -120.4], abs=0.4)


def test_a_bot_that_wins_all_has_a_finite_rating() -> None:
    """One drawn play is added to the 2,000 of a pair: the odds are 2,000.5 to 0.5."""
    ratings = report(contest(bots="simple,random,random"), 1000, share_duplicates({(0, 1): 1000, (0, 2): 1000, (1, 2): 500}, 1000))[
        "ratings"
    ]
    assert ratings[1]["rating"] == ratings[2]["rating"]
    assert ratings[0]["rating"] - ratings[1]["rating"] == pytest.approx(400 * math.log10(2000.5 / 0.5), abs=0.2)


def test_every_pair_of_three_bots_meets_over_the_same_deals() -> None:
    found = result(contest("pitch", "five-handed", "simple,random,simple"), 8)
    assert [pair["bots"] for pair in found["pairs"]] == [["simple", "random"], ["simple", "simple"], ["random", "simple"]]
    first, same, last = (pair["points"]["mean"] for pair in found["pairs"])
    assert same == 0
    assert first == pytest.approx(-last, abs=1e-5)
    assert found["ratings"][2]["bot"] == "random"
    assert sum(each["rating"] for each in found["ratings"]) == pytest.approx(0, abs=0.2)


# ---- time


class Clock:
    """A processor's clock that only bots move: by a second at the very first call of each, then by 3, 1, 3, 1 ... milliseconds."""

    def __init__(self) -> None:
        self.now = 0
        self.calls: dict[str, int] = {}

    def act(self, name: str) -> None:
        calls = self.calls[name] = self.calls.get(name, 0) + 1
        self.now += 10**9 if calls == 1 else 3_000_000 if calls % 2 else 1_000_000


class Ticking:
    """A bot that takes time by the clock and acts at random."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name, self._clock = name, clock

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> int:
        self._clock.act(self.name)
        return bot_for("random", game).act(game, rules, view, seat, stream)


def test_decisions_are_timed_by_the_processor_and_without_what_the_first_deal_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("time.process_time_ns", lambda: clock.now)
    seat_bots(monkeypatch, lambda name: Ticking(name, clock))
    for speed in result(contest("piquet", bots="a,b"), 5)["speed"]:
        assert speed["decisions"] > 100
        assert speed["slowest_ms"] == 3
        assert speed["median_ms"] in (1, 2, 3)
        assert speed["decisions_a_second"] == pytest.approx(500, abs=3)


# ---- the run and its file


def test_jobs_do_not_change_the_result() -> None:
    asked = contest("dasan", "three-handed", "simple,random,random")
    one, two = (result(asked, 6, jobs=jobs) for jobs in (1, 2))
    assert json.dumps(without_speed(one)) == json.dumps(without_speed(two))
    assert [each["decisions"] for each in one["speed"]] == [each["decisions"] for each in two["speed"]]


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    first, again, other = (without_speed(result(contest(seed=seed), 5)) for seed in (1, 1, 2))
    assert first == again
    assert first["pairs"] != other["pairs"]


def without_times(line: str) -> str:
    return line.partition(',"microseconds"')[0]


def test_a_run_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, whole, stopped = contest(bots="simple,random,simple"), tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    found = result(asked, 6, out=whole)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 18
    stopped.write_text("".join(lines[:8]) + lines[8][:40], encoding="utf-8")  # killed while it wrote
    assert json.dumps(without_speed(result(asked, 6, out=stopped))) == json.dumps(without_speed(found))
    again = stopped.read_text(encoding="utf-8").splitlines(keepends=True)
    assert again[:8] == lines[:8]
    assert list(map(without_times, again)) == list(map(without_times, lines))
    monkeypatch.setattr(arena, "play_duplicate", lambda *_: pytest.fail("it is played already"))
    assert json.dumps(result(asked, 6, out=whole)) == json.dumps(found)
    assert whole.read_text(encoding="utf-8") == "".join(lines)


def test_a_line_is_written_as_soon_as_its_deal_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    for finished, duplicate in enumerate(duplicates(contest(), 4, out=out), 1):
        lines = out.read_text(encoding="utf-8").splitlines()
        assert len(lines) == 1 + finished
        assert Duplicate.model_validate_json(lines[-1]) == duplicate


def test_a_file_may_be_gone_on_with_for_more_deals_and_serves_for_fewer(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    few = without_speed(result(contest(), 3, out=out))
    many = without_speed(result(contest(), 8, out=out))
    assert many == without_speed(result(contest(), 8))
    assert without_speed(result(contest(), 3, out=out)) == few
    assert len(out.read_text(encoding="utf-8").splitlines()) == 9


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (contest("piquet"), "its game is quinto, not piquet"),
        (contest(preset="sentence"), "its rules is {'suit_order': 'hdcs'"),
        (contest(bots="random,simple"), r"its bots is ['simple', 'random'], not ['random', 'simple']"),
        (contest(seed=2), "its seed is 1, not 2"),
        (contest(matches=True), "its matches is False, not True"),
    ],
    ids=["game", "rules", "bots", "seed", "matches"],
)
def test_a_file_of_another_command_is_refused_and_left_alone(other: Contest, reason: str, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    result(contest(), 2, out=out)
    kept = out.read_bytes()
    with pytest.raises(FileError, match="is of another command") as refused:
        result(other, 2, out=out)
    assert reason in str(refused.value)
    assert out.read_bytes() == kept


def test_a_file_of_another_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run.jsonl"
    result(contest(), 1, out=out)
    monkeypatch.setattr(arena, "_program", lambda: "0123")
    with pytest.raises(FileError, match=r"its program is [0-9a-f]{16}, not 0123"):
        result(contest(), 1, out=out)


@pytest.mark.parametrize("text", ["nonsense", '{"tefuda":1}\n', "\x00\xff\n", '{"arena":1}\n{}\n'])
def test_a_file_that_is_not_the_arenas_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    out = tmp_path / "notes.txt"
    out.write_text(text, encoding="latin-1")
    with pytest.raises(FileError, match=r"notes\.txt: line 1 is not the head of an arena's file"):
        result(contest(), 1, out=out)
    assert out.read_text(encoding="latin-1") == text


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    result(contest(), 3, out=out)
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    out.write_text("".join([*lines[:2], lines[2].replace("plays", "played"), *lines[3:]]), encoding="utf-8")
    with pytest.raises(FileError, match=r"run\.jsonl: line 3: "):
        result(contest(), 3, out=out)


# ---- faults


class Faulty:
    """A bot that plays at random until it has had enough; then it does what it is told to."""

    def __init__(self, fault: Callable[[Game, Any, Any], Any], enough: int) -> None:
        self.name, self._fault, self._enough = "faulty", fault, enough

    def act(self, game: Game, rules: Any, view: Any, seat: int, stream: MutableSequence[int]) -> Any:
        self._enough -= 1
        return self._fault(game, rules, view) if self._enough < 0 else bot_for("random", game).act(game, rules, view, seat, stream)


def card_not_held(game: Game, rules: Any, view: Any) -> int:
    return next(card for card in range(52) if (view.played >> card) & 1)


def failing(_game: Game, _rules: Any, _view: Any) -> int:
    raise ZeroDivisionError("no tricks left")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (card_not_held, r"'\w\w' is refused: \w+ \(Q\d+\)$"),
        (failing, r"ZeroDivisionError: no tricks left$"),
        (lambda *_: "AS", r"TypeError: 'str' object cannot be interpreted as an integer$"),
        (lambda *_: -1, r"-1 is no act of quinto$"),
        (lambda game, *_: game.actions, r"\d+ is no act of quinto$"),
    ],
    ids=["illegal", "exception", "no number", "below", "above"],
)
@pytest.mark.parametrize("compile_", [True, False], ids=["compiled", "plain"])
def test_a_faulty_act_names_bot_deal_and_seat(
    fault: Callable[..., Any], reason: str, compile_: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compile_:
        monkeypatch.setattr(arena, "can_compile", lambda: False)
    seat_bots(monkeypatch, lambda name: Faulty(fault, 5) if name == "b" else bot_for("random", GAMES["quinto"]))
    monkeypatch.setattr(arena, "_warm_up", lambda _: None)
    with pytest.raises(FaultyAct, match=r"^bot 'b', deal 7/0/0, seat [13]: " + reason):
        result(contest(bots="a,b", seed=7), 1)


# ---- the command


def command(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, ["arena", *arguments], env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_the_command_prints_json_and_nothing_else() -> None:
    line = ["arena", "quinto", "--deals", "6", "--seed", "3", "--preset", "sentence", "--rules", "tie_deal=sudden"]
    done = subprocess.run(
        [sys.executable, "-m", "tefuda", *line, "--jobs", "2", "--json"], check=False, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["rules"]["suit_order"], found["rules"]["tie_deal"]) == ("chds", "sudden")
    asked = Contest("quinto", GAMES["quinto"].read_rules({"tie_deal": "sudden"}, "sentence"), ("simple", "random"), 3)
    assert json.dumps(without_speed(found)) == json.dumps(without_speed(result(asked, 6)))


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    line = ["quinto", "--deals", "5", "--json", "--out", str(tmp_path / "run.jsonl")]
    first, again = command(*line), command(*line)
    assert first.exit_code == 0
    assert first.stdout_bytes == again.stdout_bytes
    other = command(*line, "--seed", "2")
    assert other.exit_code == 1
    assert "its seed is 1, not 2" in other.stderr.replace("\n", "")


def test_the_command_prints_tables_for_people_and_rows_of_markdown() -> None:
    line = ["pitch", "--bots", "simple,random,random", "--deals", "4", "--matches"]
    text = command(*line).stdout
    for word in ("simple : random", "% of matches won", "rating", "decisions a second", "slowest ms"):
        assert word in text
    tables = [table.splitlines() for table in command(*line, "--markdown").stdout.strip().split("\n\n")]
    assert [len(table) - 2 for table in tables] == [3, 3, 3]
    for heads, dashes, *rows in tables:
        assert set(dashes) <= set("| -")
        assert all(row.count("|") == heads.count("|") == dashes.count("|") for row in rows)
    assert tables[0][2].startswith("| pitch | simple : random | 4 | ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["whist"], "there is no game 'whist'"),
        (["quinto", "--bots", "simple"], "name two bots or more, with commas"),
        (["quinto", "--bots", "simple,genius"], "quinto has no bot 'genius'"),
        (["quinto", "--preset", "mine"], "quinto has no preset 'mine'"),
        (["quinto", "--json", "--markdown"], "--json and --markdown can't go together"),
        (["quinto", "--out", "/no/such/folder/run.jsonl"], "/no/such/folder/run.jsonl: No such file or directory"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(arguments: list[str], reason: str) -> None:
    done = command(*arguments)
    assert done.exit_code == 1
    assert reason in done.stderr


def test_a_fault_ends_the_command_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_bots(monkeypatch, lambda _: Faulty(failing, 0))
    done = command("quinto", "--deals", "2", "--seed", "11")
    assert done.exit_code == 1
    assert "tefuda: bot 'random', deal 11/-1/0, seat " in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_extra_the_command_says_so_before_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _: None)
    for line in (["--bots", "random,random,random", "--deals", "100"], ["--bots", "random,random", "--deals", "99"]):
        done = command("quinto", *line)
        assert done.exit_code == 1
        assert "need the extra 'arena'" in " ".join(done.stderr.split())  # wherever the line ends
    assert command("quinto", "--bots", "random,random", "--deals", "100").exit_code == 0
