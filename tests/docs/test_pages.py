"""The pages of docs/ agree with the tree: settings, links, files, and the shape of decisions."""

import dataclasses
import re
from pathlib import Path

import pytest

from stagepost_engine.rules.game import Phase

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
DECISIONS = sorted((ROOT / "docs/adr").glob("*.md"))
SOURCES = [path for room in ("services", "shared") for path in (ROOT / room).rglob("*.py")]
OPERATING = (ROOT / "docs/operating.md").read_text()
ADDING = (ROOT / "docs/adding-a-game.md").read_text()

DECISION_LINES_MOST = 40
# Written out, or behind the prefix that the local room puts before it.
SETTING = re.compile(r"""STAGEPOST_([A-Z_]+[A-Z])|setting\("([A-Z_]+)"|\{PREFIX\}([A-Z_]+)""")


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


def settings_read() -> set[str]:
    found = (match for path in SOURCES for match in SETTING.finditer(path.read_text()))
    return {f"STAGEPOST_{next(filter(None, match.groups()))}" for match in found}


def test_every_setting_is_in_the_table_and_none_else():
    told = re.findall(r"^\| `(STAGEPOST_[A-Z_]+)` \|", OPERATING, re.MULTILINE)

    assert len(told) == len(set(told))
    assert set(told) == settings_read()
    assert set(re.findall(r"STAGEPOST_[A-Z_]+[A-Z]", OPERATING)) == set(told)


def test_every_key_of_the_store_begins_as_one_in_the_table():
    """The table names every family of keys that the source writes."""
    told = {family(key) for key in re.findall(r"`(stagepost:[^`]+)`", OPERATING)}
    names = (
        match for path in SOURCES for match in re.findall(r'f"(stagepost:[^"]+)"', path.read_text())
    )
    short = {"stagepost:mail:sent", "stagepost:mail:hour", "stagepost:mail:phase"}
    counted = short | {
        "stagepost:mail:receipts",
        "stagepost:inbox:seen",
        "stagepost:mail:delivered",
    }

    assert {family(key) for key in names} - told - counted - {"stagepost:inbox:owed"} == set()


def family(key: str) -> str:
    """`stagepost:{partition}:inbox:mail:{intake}` is of `stagepost:inbox:mail`."""
    words = [word for word in key.split(":") if word and word[0] not in "{<"]
    return ":".join(words)


@each([*PAGES, ROOT / "CHANGELOG.md"])
def test_a_link_leads_to_a_file(path: Path):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text())

    assert [link for link in links if not (path.parent / link).exists()] == []


@each([*PAGES, ROOT / "CHANGELOG.md"])
def test_a_line_of_prose_is_one_sentence(path: Path):
    """A history of lines is a history of sentences."""
    prose = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    prose = re.sub(r"`[^`\n]*`", "code", prose)
    lines = [line for line in prose.splitlines() if line and line[0] not in "|#"]
    numbered = re.compile(r"^\s*(\d+\.|-) ")

    assert [line for line in lines if re.search(r"[a-z)][.?!] [A-Z]", numbered.sub("", line))] == []


@each(DECISIONS)
def test_a_decision_is_short_and_says_why(path: Path):
    lines = path.read_text().splitlines()
    number = DECISIONS.index(path) + 1

    assert len(lines) <= DECISION_LINES_MOST
    assert path.name.startswith(f"{number:04d}-")
    assert lines[0].startswith(f"# {number}. ")
    assert [line for line in lines if line.startswith("## ")] == [
        "## Context",
        "## Decision",
        "## Consequences",
        "## Alternatives",
    ]


def test_every_file_of_the_game_that_the_guide_names_is_there():
    games = ROOT / "services/engine/stagepost_engine/games"
    named = set(re.findall(r"`(?:games/|rules/)?(\w+\.(?:py|md))`", ADDING))
    there = {path.name for path in games.rglob("*")} | {
        path.name for path in games.parent.glob("rules/*")
    }

    assert named - there == set()


def test_the_guide_explains_every_function_of_a_phase():
    told = re.findall(r"^\| `(\w+)` \|", ADDING, re.MULTILINE)
    functions = {field.name for field in dataclasses.fields(Phase)} - {"name", "part", "title"}

    assert set(told) == functions
