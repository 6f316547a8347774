"""The site of the documentation: the pages of docs/, those at the top of the repository, the examples, and every public name."""

import ast
import posixpath
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any, Final

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parent
LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")  # to a file
HOME: Final = "README.md"  # becomes the first page
NO_DOCUMENTATION: Final = re.compile(r"type: ignore|noqa|-{4}")  # how comments for programs and headings begin


class Comments(griffe.Extension):
    """Constants and fields without a docstring are documented by the comment above them or the only one behind them."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Reads the comment as a docstring."""
        if attr.docstring is None and attr.lineno and (comment := " ".join([*_above(attr), *_behind(attr)])):
            attr.docstring = griffe.Docstring(comment, parent=attr)

    def on_attribute_node(self, *, node: ast.AST | griffe.ObjectNode, agent: Any, **_: Any) -> None:
        """Adds the names of `A, B = 1, 2` and `A, B = range(2)`, which Griffe passes over."""
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and not agent.current.is_function:
            for at, name in enumerate(map(ast.unparse, node.targets[0].elts)):
                value = ast.unparse(node.value.elts[at]) if isinstance(node.value, ast.Tuple) else str(at)
                constant = griffe.Attribute(name, value=value, lineno=node.lineno, endlineno=node.end_lineno, analysis="static")
                constant.labels.add("module-attribute")
                agent.current.set_member(name, constant)
                self.on_attribute_instance(attr=constant)


def _above(attribute: griffe.Attribute) -> list[str]:
    """The lines of comment right above an attribute."""
    assert isinstance(attribute.filepath, Path)
    lines, at = attribute.lines_collection[attribute.filepath], (attribute.lineno or 1) - 1
    indent, found = re.match(" *", lines[at])[0], list[str]()  # type: ignore[index]  # it matches every line
    while at > 0 and lines[at - 1].startswith(f"{indent}# "):
        at -= 1
        found.insert(0, lines[at].strip().removeprefix("# "))
    return [] if any(map(NO_DOCUMENTATION.match, found)) else found


def _behind(attribute: griffe.Attribute) -> list[str]:
    """The comment behind an attribute, if it is the only one."""
    tokens = tokenize.generate_tokens(StringIO(attribute.source + "\n").readline)
    found = [token.string.removeprefix("# ") for token in tokens if token.type == tokenize.COMMENT]
    return [] if len(found) != 1 or NO_DOCUMENTATION.match(found[0]) else found


def modules() -> list[str]:
    """Every module that can be imported, by its dotted name; each has a page."""
    paths = [path for path in (ROOT / "src/tefuda").rglob("*.py") if (path.parent / "__init__.py").exists()]
    names = [path.relative_to(ROOT / "src").with_suffix("").parts for path in sorted(paths)]
    return sorted(".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in names)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The reference closes the list of pages."""
    assert config.nav is not None
    config.nav.append({"Reference": _nav(modules())})
    return config


def _nav(names: list[str]) -> list[Any]:
    """The pages of modules, package by package."""
    by_package = groupby(names, lambda name: ".".join(name.split(".")[:2]))
    pages = {package: [f"reference/{name}.md" for name in inside] for package, inside in by_package}
    return [{package: inside if len(inside) > 1 else inside[0]} for package, inside in pages.items()]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are not in docs/."""
    for name, text in _pages():
        files.append(File.generated(config, name, content=text))
    return files


def _pages() -> Iterator[tuple[str, str]]:
    for path in _top():
        text = (ROOT / path).read_text(encoding="utf-8")
        yield _place(str(path)), notebook(text) if path.suffix == ".py" else text
    for name in modules():
        yield f"reference/{name}.md", f"# {name}\n\n::: {name}\n"


def _top() -> list[PurePosixPath]:
    """The pages that lie elsewhere than in docs/."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("examples/**/*.md"), *ROOT.glob("examples/*.py")]
    return [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in sorted(found)]


def _place(name: str) -> str:
    """Where the site has a file of the repository."""
    if name == HOME:
        return "index.md"
    return re.sub(r"^(examples/[^/]+)\.py$", r"\1.md", name.removeprefix("docs/"))


def notebook(script: str) -> str:
    """A script with cells, `# %%` and `# %% [markdown]`, as a page."""
    return "\n\n".join(_cell(*cell.split("\n", 1)) for cell in re.split(r"^# %%", script, flags=re.MULTILINE) if cell.strip())


def _cell(kind: str, text: str) -> str:
    if "[markdown]" in kind:
        return re.sub(r"^# ?", "", text, flags=re.MULTILINE).strip()
    return f"```python\n{text.strip()}\n```"


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_: Any) -> str:
    """Links between files of the repository lead to the site's pages; those to files that the site has not become plain text."""
    here = page.file.src_uri
    source = next((str(path) for path in _top() if _place(str(path)) == here), f"docs/{here}")

    def turned(link: re.Match[str]) -> str:
        text, target, anchor = link.groups()
        name = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if files.get_file_from_path(_place(name)) is None and (ROOT / name).exists():
            return text
        return f"[{text}]({posixpath.relpath(_place(name), posixpath.dirname(here))}{anchor or ''})"

    return LINK.sub(turned, markdown)
