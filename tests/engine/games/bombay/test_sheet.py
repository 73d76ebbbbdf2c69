"""The position for people: tables of the screens, and a picture that needs no font and no colour."""

import re
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from random_match import match_of
from silk_roads import at, table

from stagepost_contracts.sheets import Board
from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.glyphs import STROKES
from stagepost_texts.catalogue import spoken

DRAWN = {"svg", "defs", "pattern", "rect", "circle", "path", "polygon"}


def board(talk, reader=None):
    [found] = [
        part
        for part in talk.game.sheet(talk.game.view(talk.state, reader)).parts
        if isinstance(part, Board)
    ]
    return found


def rows(talk, reader, title):
    parts = talk.game.sheet(talk.game.view(talk.state, reader)).parts
    [grid] = [part for part in parts if spoken(part.title, "en") == title]
    return grid.rows


def test_own_holdings_are_shown_and_others_are_not():
    talk = table(grey=at("A", "blue", rupees=7, clients=3, cities=("bombay",)), brown=at("E4"))

    assert rows(talk, "grey", "Players")[:2] == (
        (1, "grey", "A", "blue", 0, 7, 3, 1),
        (2, "brown", "E4", "-", 0, "?", "?", "?"),
    )


def test_the_picture_is_a_whole_document_of_shapes():
    """600 units wide, without a text, a font, a style, or a reference outside itself."""
    talk = table(palaces={"H1": "grey", "B": "brown"}, grey=at("H1", "blue", "yellow"))
    picture = board(talk, "grey")
    root = ET.fromstring(picture.svg)

    assert root.get("width") == "600"
    assert {element.tag.split("}")[1] for element in root.iter()} <= DRAWN
    assert not any((element.text or "").strip() for element in root.iter())
    assert set(re.findall(r"url\(([^)]*)\)", picture.svg)) <= {"#lines", "#dots"}
    assert "href" not in picture.svg


def test_the_picture_can_be_drawn():
    png = bytes(resvg_py.svg_to_bytes(svg_string=board(table()).svg))

    assert png.startswith(b"\x89PNG")


def test_what_changes_on_the_table_changes_the_picture():
    plain = board(table()).svg
    changes = (
        {"grey": at("E4")},
        {"grey": at("A", "blue")},
        {"palaces": {"H1": "grey"}},
        {"palaces": {"H1": "brown"}},
        {"markets": ({"blue": 3}, {}, {})},
        {"tokens": {}},
        {"city_tokens": dict.fromkeys(("bombay", "indore", "nagpur", "hyderabad"), 1)},
    )

    assert len({plain, *(board(table(**change)).svg for change in changes)}) == 1 + len(changes)


def test_the_readers_own_elephant_is_dark():
    talk = table()

    assert len({board(talk, reader).svg for reader in (*talk.state.seats, None)}) == 5


def test_every_glyph_lies_on_its_grid():
    for letter, drawn in STROKES.items():
        for line in drawn.split("|"):
            assert all(re.fullmatch("[0-4][0-6]", point) for point in line.split()), letter


@pytest.mark.parametrize("count", [2, 5])
def test_a_picture_stays_on_its_paper(count):
    """No shape leaves the 600 by 612 units in a played match."""
    match = match_of("bombay", count, 1, "planned")
    for asked in match.asked[::9]:
        svg = GAME.sheet(GAME.view(asked.state, asked.seat)).parts[0].svg
        spots = re.findall(r'c?x="([\d.-]+)" c?y="([\d.-]+)"', svg)

        assert all(0 <= float(x) <= 600 and 0 <= float(y) <= 612 for x, y in spots)
