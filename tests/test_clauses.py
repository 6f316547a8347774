"""Every clause of every rulebook has a test that cites it, and every citation in the code is a clause."""

import ast
import re
from pathlib import Path

import pytest

from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.words import LANGUAGES, clauses

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "tefuda"


def cited() -> set[str]:
    """The clauses that tests cite with `@pytest.mark.clause("Q6", ...)`."""
    found: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
                found |= {str(ast.literal_eval(argument)) for argument in node.args}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    missing = [number for number in clauses(game) if number not in cited()]
    assert not missing, f"clauses of {game} without a test: {', '.join(missing)}"


def numbered(letters: str, last: int) -> set[str]:
    return {f"{letters}{number}" for number in range(1, last + 1)}


SPECIFIED = {
    "quinto": numbered("Q", 19) | {"QA1", "QA2", "QA3", "QA4", "QA6", "QA7"},
    "piquet": numbered("P", 23) | numbered("PA", 16) | {"PA1a"},
    "pitch": numbered("T", 19) | numbered("TC", 18) | numbered("TF", 7) | numbered("TV", 6) | numbered("TX", 3) | {"T13a"},
    "dasan": numbered("W", 17) | numbered("WA", 13),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_the_specified_clauses(game: str) -> None:
    assert SPECIFIED[game] <= set(clauses(game))


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_have_the_same_clauses_in_both_languages(game: str) -> None:
    books = [clauses(game, language) for language in LANGUAGES]
    assert set(books[0]) == set(books[1])
    assert all(len(text) > 10 for book in books for text in book.values())


@pytest.mark.parametrize("game", GAMES)
def test_clauses_that_the_code_cites_are_in_the_rulebook(game: str) -> None:
    known, source = set(clauses(game)), (SOURCES / "games" / f"{game}.py").read_text(encoding="utf-8")
    letter = next(iter(known))[0]
    found = set(re.findall(rf"\b{letter}[ACFVX]?\d+[a-z]?\b", source))
    assert found
    assert not found - known, f"the code cites what is no clause: {sorted(found - known)}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_options_and_refusals_cite_clauses_of_the_rulebook(game: Game) -> None:
    known = set(clauses(game.name))
    assert {option.clause for option in game.options} <= known
    assert set(game.refusal_clauses.values()) <= known
    assert {reason for reason in game.refusals if reason} == set(game.refusal_clauses)
