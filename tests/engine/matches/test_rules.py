"""RULES by mail: the game in short, every ruling by its number, every table with its source."""

import re
from pathlib import Path

import msgspec
import pytest
from mailer.render.samples import ADDRESS, ANNA, NOW
from mailer.render.test_inert import live_lines
from tables import laid, said

from stagepost_contracts.sheets import Grid, Lines
from stagepost_engine.games import GAMES
from stagepost_engine.matches.rulebook import rulebook, rulings
from stagepost_mailer.render import render_answer

SEATS = 4
SOURCES = ("printed", "worked out from print", "public source", "our own")
FOLDER = Path(__file__).parents[3] / "services/engine/stagepost_engine/games"


def sentences(sheet):
    return [said(line) for part in sheet.parts if isinstance(part, Lines) for line in part.lines]


@pytest.mark.parametrize("key", GAMES)
def test_every_ruling_stands_in_the_rules_by_its_number(key):
    written = (FOLDER / key / "RULINGS.md").read_text()
    numbers = re.findall(r"^(\d+)\. ", written, re.MULTILINE)
    told = sentences(rulebook(GAMES[key], GAMES[key].tables))

    assert rulings(key) == written
    assert [line.split(". ")[0] for line in told if line[0].isdecimal()] == numbers
    assert not any("**" in line or "`" in line for line in told)


@pytest.mark.parametrize("key", GAMES)
def test_every_number_has_its_value_and_its_source(key):
    tables = GAMES[key].tables
    grids = [part for part in rulebook(GAMES[key], tables).parts if isinstance(part, Grid)]
    rows = [row for grid in grids for row in grid.rows]
    titles = " / ".join(said(grid.title) for grid in grids)

    assert all(any(word in said(row[2]) for word in SOURCES) for row in rows)
    for field in msgspec.structs.fields(tables):
        name = field.name.replace("_", " ")
        if name != "provenance":
            assert name in titles or name in [row[0] for row in rows]


def test_the_rules_show_the_numbers_of_the_match():
    tables = msgspec.to_builtins(GAMES["pola_naftowe"].tables) | {"start_cash": 4200}
    table = laid(tables=tables)
    answer = table.says("Anna", "RULES")
    rows = [row for part in answer.sheet.parts if isinstance(part, Grid) for row in part.rows]

    assert ("start cash", "4200") in [row[:2] for row in rows]
    assert table.journal == []


@pytest.mark.parametrize("key", GAMES)
def test_no_line_of_the_mailed_rules_reads_as_an_order(key):
    table = laid(SEATS, game=key)
    answer = table.says(table.awaited[0], "rules")
    rendered = render_answer(answer, ANNA, NOW, ADDRESS)
    ask = answer.ask

    assert "Rulings" in rendered.text
    assert live_lines(rendered, ask.forms, ask.standing) == []
