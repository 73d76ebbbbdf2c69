"""Every golden transcript is played again, line by line; `--golden` writes them anew."""

from pathlib import Path

import pytest
from transcript import replayed, retold

from stagepost_engine.games import GAMES

ROOT = Path(__file__).parents[2] / "transcripts"
FILES = sorted(ROOT.rglob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_transcript_comes_out_as_it_is_written(path: Path, golden: bool):
    written = path.read_text()
    actual = replayed(written)
    if golden:
        path.write_text(actual)
        written = actual

    assert actual == written


@pytest.mark.parametrize("key", GAMES)
def test_every_phase_occurs_in_a_transcript(key):
    seen = set()
    for path in FILES:
        if path.parent.name == key:
            seen |= retold(path.read_text())[1].phases

    assert {phase.name for phase in GAMES[key].phases} - seen == set()
