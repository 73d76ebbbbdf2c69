"""docs/mail-commands.md names every order of Bombay, and every line that it shows is one."""

import re
from pathlib import Path
from typing import get_args

import pytest
from silk_roads import at, table

from stagepost_contracts.reading import read
from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.turn_forms import every_form

PAGE = (Path(__file__).parents[4] / "docs/mail-commands.md").read_text()
PART = PAGE.partition("## Orders of Bombay\n")[2].partition("\n## ")[0]
LINES = re.findall(r"^\| `([^`]+)` \|", PART, re.MULTILINE)


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_page_is_read(line):
    assert read(line, every_form(table().state))["kind"] in line.lower()


def test_every_order_is_in_the_page():
    kinds = {order.__struct_config__.tag for order in get_args(GAME.orders)}

    assert {line.split()[0].lower() for line in LINES} == kinds


def test_the_turn_of_the_page_can_be_played():
    lines = PART.partition("```text\n")[2].partition("```")[0].splitlines()
    talk = table(grey=at("A"))
    talk.says("grey", " / ".join(lines))

    assert talk.state.elephants["grey"].bales == ("purple",)
