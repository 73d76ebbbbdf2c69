"""What the golden transcripts of Crude reach: every card and every way to end."""

import re
from pathlib import Path

import pytest

from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.words import economy_word, news_word
from stagepost_texts.catalogue import spoken

ROOT = Path(__file__).parents[3] / "transcripts" / "crude"
WRITTEN = "\n".join(path.read_text() for path in sorted(ROOT.glob("*.txt")))


@pytest.mark.parametrize("card", [card.id for card in DEFAULT_TABLES.economy])
def test_every_economy_card_comes_up(card):
    assert f"the new card is {spoken(economy_word(card), 'en')}. " in WRITTEN


@pytest.mark.parametrize("card", DEFAULT_TABLES.news.cards, ids=lambda card: card.id)
def test_every_news_card_happens_and_the_lasting_ones_end(card):
    said = spoken(news_word(card), "en")

    assert f"News! {said}" in WRITTEN
    assert not card.ends_on or f"No longer in force: {said}" in WRITTEN


@pytest.mark.parametrize(
    "words",
    [
        r"declares victory with",
        r"Round 40 is over: nobody declared victory\.",
        r"The game is over\. \w+ wins with",
        r"share the win with",
        r"strikes oil",
        r"must sell",
        r"> \w+: POLICY",
        r"> \w+: COVER",
        r"> deadline",
    ],
)
def test_every_ending_and_turn_of_fortune_occurs(words):
    assert re.search(words, WRITTEN)
