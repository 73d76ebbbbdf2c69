"""The house style that no linter states, read from the source itself."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for room in ("shared", "services") for path in (ROOT / room).rglob("*.py"))
EVERYTHING = sorted([*SOURCES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py")])

FILE_LINES_MOST = 300
FUNCTION_LINES_MOST = 40

# Words that name nothing: a reader learns no more from them than from the place itself.
BANNED_WORDS = frozenset(["helper", "helpers", "manager", "misc", "mixin", "util", "utils", "impl"])
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X"]) + r")\b")
UNWRITTEN = "Not" + "ImplementedError"

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=name_of)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def definitions(path: Path) -> Iterator[Definition]:
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, Definition))


def assigned_names(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name


def words(name: str) -> set[str]:
    """`MailManager`, `mail_manager` and `mail-manager` hold the same words."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def comments(path: Path) -> Iterator[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return (token.string for token in tokens if token.type == tokenize.COMMENT)


@each(SOURCES)
def test_a_file_is_one_idea(path: Path):
    assert path.read_text().count("\n") <= FILE_LINES_MOST


@each(SOURCES)
def test_a_function_fits_a_screen(path: Path):
    long = [
        node.name
        for node in definitions(path)
        if not isinstance(node, ast.ClassDef)
        and (node.end_lineno or node.lineno) - node.lineno >= FUNCTION_LINES_MOST
    ]

    assert long == []


@each(EVERYTHING)
def test_a_module_says_in_its_first_line_what_it_is(path: Path):
    docstring = ast.get_docstring(tree_of(path))

    assert docstring, "no module docstring"
    assert docstring.splitlines()[0].rstrip().endswith((".", "?", "!")), docstring.splitlines()[0]


@each(SOURCES)
def test_a_name_says_something(path: Path):
    names = [
        *path.relative_to(ROOT).with_suffix("").parts,
        *(node.name for node in definitions(path)),
        *assigned_names(path),
    ]

    assert [name for name in names if words(name) & BANNED_WORDS] == []


@each(EVERYTHING)
def test_nothing_is_left_for_later(path: Path):
    assert [comment for comment in comments(path) if UNFINISHED.search(comment)] == []
    assert UNWRITTEN not in path.read_text()


def test_the_words_of_a_name_are_found_in_every_spelling():
    assert words("MailManager") == words("mail_manager") == words("MAIL-MANAGER")
    assert words("HTTPHelper") == {"http", "helper"}
