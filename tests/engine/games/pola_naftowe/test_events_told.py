"""Every event of the table and every way to end occurs in a golden transcript."""

from pathlib import Path

import pytest

from stagepost_engine.games.pola_naftowe.default_tables import EVENTS
from stagepost_engine.games.pola_naftowe.event_words import described
from stagepost_texts.catalogue import spoken

ROOT = Path(__file__).parents[3] / "transcripts" / "pola_naftowe"
WRITTEN = "".join(path.read_text() for path in sorted(ROOT.glob("*.txt")))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.id)
def test_every_event_occurs(event):
    assert spoken(described(event.effect), "en") in WRITTEN


@pytest.mark.parametrize(
    "said",
    [
        "insolvent, and out of the game.",
        "The game is over. piotr wins",
        "A promise falls due",
        "they are lost, and the fine is",
        "Nobody bids",
        "refused:",
    ],
)
def test_every_turn_of_play_occurs(said):
    assert said in WRITTEN
