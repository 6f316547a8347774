"""The examples run, and what they say is true."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tefuda.core.rule import can_compile
from tefuda.games import GAMES
from tefuda.simulate import simulate

EXAMPLES = Path(__file__).parents[1] / "examples"


def said(name: str, *arguments: str, **small: str) -> str:
    """What an example prints, with small numbers."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **small}, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_a_match_is_played() -> None:
    text = said("play_a_match")
    assert "seat 0 can't 'redouble'" in text
    assert "(Q6)" in text
    totals = [[int(number) for number in pair] for pair in re.findall(r"totals \[(\d+), (\d+)\]", text)]
    points = [[int(number) for number in pair] for pair in re.findall(r"points \[(\d+), (\d+)\]", text)]
    sums = [sum(pair[side] for pair in points) for side in (0, 1)]
    result = re.search(r"'totals': \[(\d+), (\d+)\], 'winner': ([01])", text)
    assert result is not None
    winner = int(result[3])
    sums[winner] += 100  # Q19: two games won, and the bonus for the rubber
    assert [int(result[1]), int(result[2])] == sums
    assert sum(pair[winner] >= 250 for pair in totals) == 2  # Q16
    assert "After the first call it is seat 1 who may say pass double" in text


def test_doubled_hands_are_counted() -> None:
    text = said("doubled_quinto", DEALS="40")
    counted = re.search(r"^doubled: (\d+) of 40 deals$", text, re.MULTILINE)
    assert counted is not None
    assert 20 < int(counted[1]) <= 40
    share, low, high = map(float, re.findall(r"([\d.]+)%", text.split("\n")[1].replace("95 %", "")))
    assert low < share < high
    assert share == pytest.approx(100 * round(share * int(counted[1]) / 100) / int(counted[1]), abs=0.05)
    assert "a double is worth" in text


@pytest.mark.skipif(not can_compile(), reason="needs the extra `fast`")
def test_a_record_is_analysed(tmp_path: Path) -> None:
    game, path = GAMES["quinto"], tmp_path / "match.jsonl"
    path.write_text("".join(record.line() + "\n" for record in simulate(game, game.rules(), ["random"] * 4, 1, 2, plain=True)))
    text = said("analyse_a_record", str(path), CARDS="3")
    costs = [float(cost) for cost in re.findall(r"cost ([\d.]+) points", text)]
    assert len(costs) == 3
    assert costs[0] >= costs[1] >= costs[2] >= 0
    assert costs[0] > 0  # who acts at random errs
    assert re.findall(r"; (\d+) as the cards lay", text)


@pytest.mark.skipif(not find_spec("pyspiel"), reason="needs the extra `openspiel`")
def test_open_spiel_plays() -> None:
    text = said("openspiel_plays_piquet", DEALS="2", SIMULATIONS="4")
    pairs = [(int(elder), int(younger)) for elder, younger in re.findall(r"as elder ([+-]\d+), as younger ([+-]\d+)", text)]
    assert len(pairs) == 2
    made = re.search(r"([+-][\d.]+) points a deal \(95 %: ([+-][\d.]+) to ([+-][\d.]+)\)", text)
    assert made is not None
    assert float(made[1]) == pytest.approx(sum(map(sum, pairs)) / 4, abs=0.06)
    assert float(made[2]) < float(made[1]) < float(made[3])


@pytest.mark.skipif(not find_spec("torch"), reason="needs PyTorch: CI does without, PyPI has it with 3 GB of CUDA")
def test_a_policy_learns_to_beat_random() -> None:
    text = said("train_a_policy", TABLES="64", UPDATES="60", OMP_NUM_THREADS="1")
    made = re.search(r"deals against random: ([+-][\d.]+) points a deal \(95 %: ([+-][\d.]+) to", text)
    assert made is not None
    assert float(made[2]) > 0


def test_every_example_is_listed_and_tested() -> None:
    names, listing = {path.name for path in EXAMPLES.glob("*.py")}, (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert names == set(re.findall(r"^\| \[(\w+\.py)\]", listing, re.MULTILINE))
    assert names == {f"{name}.py" for name in re.findall(r'said\("(\w+)"', Path(__file__).read_text(encoding="utf-8"))}
