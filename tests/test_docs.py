"""The documentation is true: the README's example runs, links lead somewhere, and named files exist."""

import re
from pathlib import Path
from typing import Any

import pytest

from tefuda.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len([line for line in example.splitlines() if line]) == 5
    names: dict[str, Any] = {}
    exec(example, names)
    assert capsys.readouterr().out.count("([") >= 1


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    for link in LINK.findall(text):
        if link.startswith("#"):
            assert link[1:] in anchors, link
        elif "://" not in link:
            target = document.parent / link.partition("#")[0]
            assert target.exists(), link


def test_the_readme_names_commands_that_exist() -> None:
    named = set(re.findall(r"^tefuda (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    known = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert named
    assert named <= known


def test_the_make_verbs_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for verb in re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE):
        assert re.search(rf"^{verb}:", makefile, re.MULTILINE), verb


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_files_that_pages_name_exist(document: Path) -> None:
    for name in re.findall(r"`((?:src|tests|docs|web|bench|examples)/[\w./-]+)`", document.read_text(encoding="utf-8")):
        assert "NAME" in name or (ROOT / name).exists(), name
