"""Thousands of matches of each game, drawn from the forms: they end, and nothing is made or lost.

`make sim` plays SEEDS matches of each game from a first seed; SEED=n replays the one of that seed.
"""

import os

import pytest
from random_match import match_of

from stagepost_engine.games import GAMES
from stagepost_engine.rules.play import is_over

SEEDS = int(os.environ.get("STAGEPOST_SEEDS", "1000"))
PARTS = 20  # of the seeds, for the workers to share
BOTS = ("random", "mixed")


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", GAMES)
def test_random_matches_conserve_and_end(key, part, seed, request):
    replayed = request.config.getoption("--seed") is not None
    last = seed + 1 if replayed else seed + SEEDS
    for number in range(seed + part, last, PARTS):
        conserves(key, number)


def conserves(key, number):
    """The number alone says how many play, and whether all of them draw."""
    game = GAMES[key]
    bots, at = BOTS[number % len(BOTS)], number // len(BOTS)
    print(f"make sim SEED={number}")
    match = match_of.__wrapped__(key, game.seats[at % len(game.seats)], number, bots)
    first = game.audit(match.first)

    assert is_over(match.last)
    for step in match.steps:
        assert game.audit(step.after) == first, step.phase
