"""No sentence of Bombay has a word that could begin an order when a reply brings it back."""

import pytest
from random_match import match_of
from silk_roads import at, table

from stagepost_contracts.reading import speaks
from stagepost_contracts.sheets import Grid
from stagepost_contracts.texts import Text
from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.turn_forms import every_form
from stagepost_texts.catalogue import spoken


def live_words(sentence, forms):
    """Words outside brackets that an order may begin with."""
    return [word for word in sentence.split() if "[" not in word and speaks(word, forms)]


def sentences(sheet):
    for part in sheet.parts:
        yield spoken(part.title, "en")
        if isinstance(part, Grid):
            yield from (str(spoken(cell, "en")) for cell in part.head)
            cells = [cell for row in part.rows for cell in row if isinstance(cell, Text)]
            yield from (spoken(cell, "en") for cell in cells)
        else:
            yield from (spoken(line, "en") for line in getattr(part, "legend", ()) or part.lines)


@pytest.mark.parametrize("count", [2, 5])
def test_news_questions_and_positions(count):
    match = match_of("bombay", count, 1, "mixed")
    forms = every_form(match.first)
    said = [spoken(event.text, "en") for step in match.steps for event in step.events]
    said += [spoken(event.text, "en") for event in match.first_events]
    for asked in match.asked[::10]:
        said.append(spoken(GAME.phase("turn").question(asked.state, asked.seat), "en"))
        said += sentences(GAME.sheet(GAME.view(asked.state, asked.seat)))

    assert [line for line in said if live_words(line, forms)] == []


@pytest.mark.parametrize("place", ["A", "E1", "E4", "bombay", "G4", "H1"])
def test_meanings_and_refusals(place):
    for bales in ((), ("blue",), ("blue", "orange")):
        talk = table(grey=at(place, *bales))
        for form in GAME.phase("turn").forms(talk.state, "grey", ()):
            assert live_words(spoken(form.meaning, "en"), every_form(talk.state)) == []
