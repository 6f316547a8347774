"""The site of the documentation is built without a warning, and shows every public name."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tefuda"


def test_the_site_shows_every_public_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # about a version of MkDocs that is not used here
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=quiet, check=False)
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    missing = []
    for module in modules():
        page = (tmp_path / "reference" / f"{module}.html").read_text(encoding="utf-8")
        shown = set(re.findall(r'\bid="(tefuda[\w.]*)"', page))
        missing += [name for name in public_names(module) if name not in shown]
    assert missing == []


def modules() -> list[str]:
    """Every module that can be imported."""
    paths = [path for path in PACKAGE.rglob("*.py") if (path.parent / "__init__.py").exists()]
    assert len(paths) > 50
    return [".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__") for path in paths]


def public_names(module: str) -> list[str]:
    """What a module defines for others: its own names without an underscore, and those of its classes' fields and methods."""
    path = ROOT / "src" / module.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return [f"{module}.{name}" for name in defined(ast.parse(source.read_text(encoding="utf-8")).body)]


def defined(body: list[ast.stmt]) -> Iterator[str]:
    """The public names that statements define, those in classes with the name of the class before them."""
    for each in body:
        for name in filter(lambda name: not name.startswith("_"), named(each)):
            yield name
            if isinstance(each, ast.ClassDef):
                yield from (f"{name}.{inner}" for inner in defined(each.body))


def named(statement: ast.stmt) -> list[str]:
    """The names that one statement defines."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=target):
            return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
        case ast.Assign(targets=targets):
            return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return []


def test_what_a_module_defines() -> None:
    source = """
import os
A, B = 1, 2
C: int = 3
_D = 4
os.environ["E"] = "5"
def f(): g = 6
class H:
    i: int
    def j(self): self.k = 7
    def _l(self): ...
"""
    assert [*defined(ast.parse(source).body)] == ["A", "B", "C", "os", "f", "H", "H.i", "H.j"]
