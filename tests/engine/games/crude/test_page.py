"""docs/mail-commands.md names every order of Crude, and every line that it shows is one."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from oil_company import MIXED, held, quadrant, rolled, rolls, table

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.reading import read
from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.policy import POLICY

PAGE = (Path(__file__).parents[4] / "docs/mail-commands.md").read_text()
PART = PAGE.partition("## Orders of Crude\n")[2].partition("\n## ")[0]
LINES = re.findall(r"^\|[^|]*\| `([^`]+)` \|", PART, re.MULTILINE)


def questions():
    """Forms of every phase, the debts of two quadrants and priced wells among them."""
    priced = tuple(replace(card, well=replace(card.well, buy=9)) for card in DEFAULT_TABLES.economy)
    debts = {"anna": 0, "piotr": 200}
    yield table("purchase", queue=(0, 1, 2, 3)), "anna"
    yield table(), "anna"
    yield rolled(3, 5, nw=held(refinery="3-1", station="3-3 3-4", rig="3-5")), "anna"
    yield rolls(1, 1, 0, likely="barrel-tax", cash=0, nw=MIXED), "anna"
    yield rolls(1, 1, 0, players=2, likely="barrel-tax", cash=debts, nw=MIXED), "anna"
    rich = replace(DEFAULT_TABLES, economy=priced)
    yield rolled(1, 5, cash=800, tables=rich, nw=held(0, 0, rig="1-1 3-5 2-5")), "anna"


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_page_is_read(line):
    readings = []
    for talk, seat in questions():
        forms = GAME.phase(talk.state.phase).forms(talk.state, seat, ())
        try:
            readings.append(read(line, (*forms, POLICY)))
        except UnreadableLine:
            continue

    assert readings
    assert {said["kind"].split("_")[0].upper() for said in readings} == {line.split()[0]}


def test_every_order_is_in_the_page():
    kinds = {
        order.__struct_config__.tag.replace("_", " ").upper() for order in get_args(GAME.orders)
    }

    assert {kind for kind in kinds if not any(line.startswith(kind) for line in LINES)} == set()


def test_the_assets_of_the_page_can_be_ordered():
    lines = PART.partition("```text\n")[2].partition("```")[0].splitlines()
    talk = rolled(1, 6, nw=held(0, 0, rig="1-1 1-2 1-3"))
    talk.says("anna", " / ".join(lines))

    assert quadrant(talk, "nw").plan.count("r") == 4
