"""`stagepost rules` tells a game in short, its rulings and its tables, in the columns of a mail."""

import json

import pytest
from click.testing import CliRunner

from stagepost_engine.games import GAMES
from stagepost_local.cli import main
from stagepost_mailer.render.columns import WIDTH, width_of


def told(*words):
    return CliRunner().invoke(main, ["rules", *words])


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_of_each_game_fit_a_mails_columns(key):
    result = told(key)
    lines = result.stdout.splitlines()

    assert result.exit_code == 0, result.output
    assert lines[2] == "In short:"
    assert "Tables:" in lines
    assert any(line.startswith("* 1. (") for line in lines)
    assert max(map(width_of, lines)) <= WIDTH


def test_machines_get_the_sheet():
    parts = json.loads(told("crude", "--json").stdout)["parts"]

    assert {part["type"] for part in parts} == {"lines", "grid"}


def test_an_unknown_game_is_refused_with_those_there_are():
    result = told("ludo")

    assert result.exit_code == 2
    assert all(key in result.output for key in GAMES)
