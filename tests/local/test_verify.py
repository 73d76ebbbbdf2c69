"""`stagepost verify` tells a record that is true, and what its players decided against the rules."""

import json

import pytest
from click.testing import CliRunner
from tables import NAMES, laid, played_out

from stagepost_engine.rules.codec import canonical
from stagepost_local.cli import main

SEATS = NAMES[:3]


def verify(tmp_path, table, *options):
    file = tmp_path / "record.json"
    file.write_bytes(canonical(tuple(table.entries)))
    return CliRunner().invoke(main, ["verify", str(file), *options])


def with_an_undo():
    table = laid(3, seed=7)
    while table.phase != "infrastructure":
        table.falls("deadline")
    table.says(table.awaited[0], "BUY TANKER")
    for seat in SEATS:
        table.says(seat, "UNDO")
    return table


def test_a_match_that_was_played_out_is_told_in_numbers(tmp_path):
    result = verify(tmp_path, played_out(laid(3, seed=7)))

    assert result.exit_code == 0
    assert result.output.endswith(" moves\n")


def test_what_was_taken_back_and_how_it_ended_is_told(tmp_path):
    table = with_an_undo()
    for seat in SEATS:
        table.says(seat, "FINISH")
    result = verify(tmp_path, table)
    found = json.loads(verify(tmp_path, table, "--json").output)

    assert result.output.endswith(", 1 taken back; the match was not played out: agreed\n")
    assert (found["undone"], found["ended"]) == (1, "agreed")


@pytest.mark.parametrize("place", [-2, -1])
def test_a_record_without_its_last_entries_is_not_true(tmp_path, place):
    table = with_an_undo()
    for seat in SEATS:
        table.says(seat, "FINISH")
    table.entries = table.entries[:place]
    result = verify(tmp_path, table)

    assert result.exit_code == 1
    assert result.output.startswith("Error: not true")
