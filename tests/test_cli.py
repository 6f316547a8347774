"""The command line as a person uses it: real processes, their output and their exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tefuda.games import GAMES

ENVIRONMENT = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


def tefuda(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tefuda", *arguments]
    return subprocess.run(
        command, check=False, input=answers, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT, timeout=300
    )


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some matches between bots."""
    out = tmp_path_factory.mktemp("records") / "matches.jsonl"
    done = tefuda("simulate", "quinto", "--deals", "300", "--seed", "1", "--bots", "simple,random", "--out", str(out))
    assert done.returncode == 0, done.stderr
    return out


def test_help_teaches() -> None:
    told = tefuda("--help")
    assert told.returncode == 0
    for command in ("play", "simulate", "replay", "bench", "rules", "serve"):
        assert command in told.stdout
        assert tefuda(command, "--help").returncode == 0
    assert "tefuda simulate quinto" in told.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_simulated_replayed_and_shown(game: str, tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    assert tefuda("simulate", game, "--deals", "20", "--bots", "random", "--out", str(out)).returncode == 0
    assert "20 deals" in tefuda("replay", str(out)).stdout
    assert tefuda("play", game, "--seed", "every game", answers="q\n").returncode == 0


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(matches: Path, tmp_path: Path) -> None:
    for seed, same in (("1", True), ("2", False)):
        again = tmp_path / f"{seed}.jsonl"
        tefuda("simulate", "quinto", "--deals", "300", "--seed", seed, "--bots", "simple,random", "--out", str(again))
        assert (again.read_bytes() == matches.read_bytes()) is same


def test_simulate_plays_as_many_deals_as_asked_and_replay_agrees(matches: Path) -> None:
    records = [json.loads(line) for line in matches.read_text(encoding="utf-8").splitlines()]
    assert sum(len(record["deals"]) for record in records) == 300
    assert [seat["bot"] for seat in records[0]["seats"]] == ["simple", "random", "simple", "random"]
    done = tefuda("replay", str(matches))
    assert done.returncode == 0, done.stderr
    assert f"{len(records)} matches, 300 deals" in done.stdout


def test_simulate_sums_up_in_json() -> None:
    done = tefuda("simulate", "quinto", "--deals", "60", "--bots", "simple,random", "--rules", "suit_order=chds", "--json")
    summary = json.loads(done.stdout)
    assert summary["deals"] == 60
    assert summary["points_a_deal"][0] > summary["points_a_deal"][1]


def test_rules_reach_the_record(tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    rules = ["--rules", "preset=sentence", "--rules", "tie_deal=sudden"]
    assert tefuda("simulate", "quinto", "--deals", "1", *rules, "--out", str(out)).returncode == 0
    written = json.loads(out.read_text(encoding="utf-8"))["rules"]
    assert written["suit_order"] == "chds"
    assert written["tie_deal"] == "sudden"
    assert written["double_scope"] == "both"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda line: line.replace(b'"tefuda":1', b'"tefuda":9'), "version 9 is not known"),
        (lambda line: line[: len(line) // 2], "not a JSON object"),
        (lambda _line: b"\x00\x9f\x92\x96\xff", "not a JSON object"),
        (lambda line: line.replace(b'"points":[', b'"points":[1', 1), "the points are"),
        (lambda line: line.replace(b" X1 ", b" X2 ", 1), "the pack is not the 53 cards"),
    ],
    ids=["version", "cut", "binary", "score", "card"],
)
def test_replay_names_line_and_reason_and_exits_with_1(matches: Path, tmp_path: Path, spoil: object, reason: str) -> None:
    lines = matches.read_bytes().splitlines()
    lines[2] = spoil(lines[2])  # type: ignore[operator]
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\n".join(lines))
    done = tefuda("replay", str(broken))
    assert done.returncode == 1
    assert "line 3: " in done.stderr
    assert reason in done.stderr


def test_replay_shows_the_acts(matches: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.jsonl"
    one.write_bytes(matches.read_bytes().splitlines()[0])
    shown = tefuda("replay", str(one), "--show").stdout
    assert "deal 1" in shown
    assert "totals [" in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "whist"], "there is no game 'whist'; there are: quinto, piquet, pitch, dasan"),
        (["simulate", "quinto", "--bots", "genius"], "quinto has no bot 'genius'; it has random, simple"),
        (["simulate", "quinto", "--bots", "simple,random,simple"], "3 bots don't fill 4 seats evenly"),
        (["simulate", "quinto", "--rules", "trumps=S"], "quinto has no option 'trumps'"),
        (["simulate", "quinto", "--rules", "trumps"], "--rules takes NAME=VALUE, not 'trumps'"),
        (["simulate", "quinto", "--rules", "preset=mine"], "quinto has no preset 'mine'; it has hoffmann, sentence"),
        (["simulate", "quinto", "--deals", "1", "--out", "/no/such/folder/x.jsonl"], "No such file or directory"),
        (["replay", "/no/such/file"], "No such file or directory"),
        (["rules", "quinto", "--language", "xx"], "there are no words in 'xx'"),
        (["play", "quinto", "--language", "xx"], "there are no words in 'xx'"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(arguments: list[str], reason: str) -> None:
    done = tefuda(*arguments)
    assert done.returncode == 1
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_rules_as_text_and_json() -> None:
    text = tefuda("rules", "quinto").stdout
    assert "suit_order" in text
    assert "Q16" in text
    told = json.loads(tefuda("rules", "quinto", "--json", "--language", "ja").stdout)
    assert told["presets"]["sentence"] == {"suit_order": "chds"}
    assert "Q1" in told["clauses"]
    assert {option["name"] for option in told["options"]} >= {"suit_order", "double_scope"}


def test_bench_measures_plain_and_compiled() -> None:
    figures = json.loads(tefuda("bench", "--json").stdout)
    assert [each["game"] for each in figures] == list(GAMES)
    assert all(each["compiled"] > each["plain"] > 0 for each in figures)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_person_plays_in_the_terminal(language: str) -> None:
    told = tefuda("play", "quinto", "--seed", "terminal", "--language", language, answers="nonsense\n2s\npass\nq\n")
    assert told.returncode == 0, told.stderr
    assert "Q6" in told.stdout  # the card was refused: first the calls
    assert "nonsense" in told.stdout
    assert "♠" in told.stdout


def test_a_person_plays_a_deal_to_its_end_in_the_terminal() -> None:
    every_card = [rank + suit for suit in "shdc" for rank in ("a", "k", "q", "j", "10", *"98765432")]
    answers = "\n".join(["pass", *(["joker", *every_card] * 13)])
    told = tefuda("play", "quinto", "--seed", "terminal", answers=answers)
    assert told.returncode == 0, told.stderr
    assert "The deal: " in told.stdout
    assert "turns up the cachette" in told.stdout


def test_the_terminal_tells_only_what_the_person_may_hear() -> None:
    told = (
        tefuda("play", "piquet", "--seed", "secrets", answers="q\n").stdout
        + tefuda("play", "piquet", "--seed", "other", answers="q\n").stdout
    )
    others = [line for line in told.splitlines() if line.strip().startswith("simple 1")]
    discards = [line for line in others if "discard" in line]
    assert discards, told
    assert all(line.split()[2:] == ["discard"] for line in discards)
