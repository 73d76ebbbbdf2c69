"""`stagepost simulate` plays matches in this machine's processes and tells what they came to."""

import json

import pytest
from click.testing import CliRunner

from stagepost_engine.games import GAMES
from stagepost_local.cli import main
from stagepost_local.simulation.figures import figures_of, length_of
from stagepost_local.simulation.match import Wanted
from stagepost_local.simulation.pool import simulated
from stagepost_local.simulation.styles import STYLES
from stagepost_local.simulation.tally import WIN, Counter

MATCHES = 6
ALL = tuple(STYLES)


def ran(*words):
    return CliRunner().invoke(main, ["simulate", *words])


@pytest.mark.parametrize("key", GAMES)
def test_figures_of_each_game(key):
    result = ran(key, "-n", str(MATCHES), "--seed", "7", "--workers", "1", "--json")
    figures = json.loads(result.stdout)

    assert result.exit_code == 0, result.output
    assert figures["matches"] == MATCHES
    assert sum(figures["wins_by_seat"]) == pytest.approx(1)
    assert sum(style["seats"] for style in figures["wins_by_style"].values()) == 4 * MATCHES
    assert figures["steps"]["p10"] <= figures["steps"]["median"] <= figures["steps"]["p90"]
    assert sum(end["times"] for end in figures["occasions"]["endings"].values()) >= MATCHES
    assert any(use["used"] for words in figures["options"].values() for use in words.values())


def test_the_seed_is_said_first_and_gives_the_same_matches():
    first = ran("pola_naftowe", "-n", "3", "--workers", "1")
    seed = first.stdout.splitlines()[0].removeprefix("seed ").split(":")[0]
    again = ran("pola_naftowe", "-n", "3", "--workers", "1", "--seed", seed)

    assert first.exit_code == 0, first.output
    assert again.stdout == first.stdout
    assert "never used or seen:" in first.stdout


def test_two_processes_count_what_one_counts():
    wanted, ended = Wanted("pola_naftowe", 3, 5, ALL), []
    one = simulated(wanted, 25, ended.append, workers=1)
    two = simulated(wanted, 25, ended.append, workers=2)

    assert one == two
    assert sum(ended) == 2 * 25


def test_a_style_alone_sits_in_every_seat():
    tally = simulated(Wanted("pola_naftowe", 3, 1, ("greedy",)), 2, lambda _: None, workers=1)

    assert tally.style_seats == {"greedy": 6}
    assert sum(tally.style_wins.values()) == 2 * WIN
    assert "greedy" in figures_of(GAMES["pola_naftowe"], 3, 1, tally).wins_by_style


def test_an_uneven_seat_and_a_dead_order_are_named():
    tally = simulated(Wanted("pola_naftowe", 3, 1, ("greedy",)), 1, lambda _: None, workers=1)
    figures = figures_of(GAMES["pola_naftowe"], 3, 1, tally)

    assert any(line.startswith("seat ") for line in figures.uneven)
    assert "order drop_tanker" in figures.dead
    assert "endings: nobody left" in figures.dead
    assert {"offer", "up_to"} <= set(figures.unoffered)


def test_lengths_are_those_that_so_many_do_not_pass():
    found = length_of(Counter({3: 1, 5: 8, 9: 1}))

    assert (found.p10, found.median, found.p90) == (3, 5, 5)


def test_what_cannot_be_played_is_refused():
    assert "not one of" in ran("chess").output
    assert (
        "pola_naftowe is for 3 to 5 seats; 2 will not do"
        in ran("pola_naftowe", "--seats", "2").output
    )
