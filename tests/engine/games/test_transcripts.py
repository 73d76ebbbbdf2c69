"""Every golden transcript is played again, line by line; `--golden` writes them anew.

All together show each game whole: `make golden` prints which transcript reaches what.
"""

from functools import cache
from pathlib import Path

import pytest
from transcript import replayed, retold

from stagepost_engine.games import GAMES

ROOT = Path(__file__).parents[2] / "transcripts"
FILES = sorted(ROOT.rglob("*.txt"))
PHASES = "phases"


def cells(key):
    """All that a transcript of the game should show: its phases, and what may come up in them."""
    game = GAMES[key]
    yield from ((PHASES, phase.name) for phase in game.phases)
    for group, names in game.occasions.groups(game.tables).items():
        yield from ((group, name) for name in names)


@cache
def reached(path):
    talk = retold(path.read_text())[1]
    return {(PHASES, name) for name in talk.phases} | talk.occasions


def written_for(key):
    return [path for path in FILES if path.parent.name == key]


def table_of(key):
    """Rows of what there is, with a mark below the number of each transcript that reaches it."""
    paths = written_for(key)
    yield f"\n{key}"
    yield from (f"  {at}. {path.stem}" for at, path in enumerate(paths, 1))
    for group, name in cells(key):
        marks = "".join(
            f"{at if (group, name) in reached(path) else '.':>3}"
            for at, path in enumerate(paths, 1)
        )
        yield f"{marks}  {group}: {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_transcript_comes_out_as_it_is_written(path: Path, golden: bool):
    written = path.read_text()
    actual = replayed(written)
    if golden:
        path.write_text(actual)
        written = actual

    assert actual == written


@pytest.mark.parametrize("key", GAMES)
def test_every_phase_ending_event_and_card_occurs_in_a_transcript(key, golden, capsys):
    if golden:
        with capsys.disabled():
            print("\n".join(table_of(key)))
    seen = set().union(*map(reached, written_for(key)))

    assert [f"{group}: {name}" for group, name in cells(key) if (group, name) not in seen] == []
