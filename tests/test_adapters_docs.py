"""docs/adapters.md is true: its examples run, and it names every plane kind and every id."""

import re
from pathlib import Path
from typing import Any

import pytest

from tefuda.core import state
from tefuda.games import GAMES
from tefuda.sim.encoding import ENCODING_VERSION

PAGE = (Path(__file__).parents[1] / "docs" / "adapters.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FRAMEWORKS = ["", "batch", "pettingzoo", "gymnasium", "pyspiel"]  # what each example needs


@pytest.mark.parametrize(("example", "framework"), [*zip(EXAMPLES, FRAMEWORKS, strict=True)], ids=["planes", *FRAMEWORKS[1:]])
def test_an_example_runs(example: str, framework: str, capsys: pytest.CaptureFixture[str]) -> None:
    if framework not in ("", "batch"):
        pytest.importorskip(framework)
    names: dict[str, Any] = {}
    exec(example, names)
    assert ("hands cards" in capsys.readouterr().out) == (not framework)
    if "env" in names and framework == "pettingzoo":
        assert names["env"].agents == []
    if "batch" in names:
        assert names["earned"].any()
        assert names["vectors"].any(axis=1).all()
    if "state" in names:
        assert names["state"].is_terminal()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_in_the_tables(game: Any) -> None:
    assert re.search(rf"\| {game.name} \| [2-5 or]+ \| {game.actions} \| {game.most_legal} \|", PAGE)
    assert f"`python_tefuda_{game.name}`" in PAGE
    assert f"`tefuda/{game.name.capitalize()}-v0`" in PAGE


def test_every_kind_of_field_is_described() -> None:
    described = re.findall(r"^\| ([a-z, ]+) \| [^|]+ \| ", PAGE, re.MULTILINE)
    kinds = {kind for line in described for kind in line.split(", ")}
    used = {field.kind for game in GAMES.values() for field in game.state.FIELDS if field.sight != state.SECRET}
    assert used <= kinds
    assert f"ENCODING_VERSION` is {ENCODING_VERSION}" in PAGE
