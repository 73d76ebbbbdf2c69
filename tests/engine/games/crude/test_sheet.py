"""The position for people: the picture of the boards, and the tables below it."""

import re
from xml.etree import ElementTree as ET

import pytest
from oil_company import held, rolled, table

from stagepost_contracts.sheets import Board, Grid
from stagepost_engine.games.crude.game import GAME
from stagepost_texts.catalogue import spoken

SVG = "{http://www.w3.org/2000/svg}"


def sheet_of(talk, reader=None):
    return GAME.sheet(GAME.view(talk.state, reader))


def board_of(talk):
    [board] = [part for part in sheet_of(talk).parts if isinstance(part, Board)]
    return board


@pytest.fixture
def busy():
    assets = held(rig="1-1 3-5", station="6-6", refinery="4-1", well="2-2")
    return rolled(3, 5, nw=assets, lasting=("embargo",), consumer=22)


def test_the_picture_is_a_whole_document_600_units_wide(busy):
    root = ET.fromstring(board_of(busy).svg)

    assert (root.tag, root.get("width")) == (f"{SVG}svg", "600")
    assert root.get("viewBox").startswith("0 0 600 ")


def test_it_refers_to_nothing_outside_itself(busy):
    svg = board_of(busy).svg

    assert set(re.findall(r'href="(.)', svg)) == {"#"}
    assert "url(" not in svg
    assert svg.count("http") == 1


def test_it_holds_digits_and_latin_initials_only(busy):
    words = {element.text for element in ET.fromstring(board_of(busy).svg).iter(f"{SVG}text")}

    assert all(re.fullmatch(r"[0-9]{1,2}|[A-Z]|[A-Z]{2}|[DF] [CG]", word) for word in words)


def test_every_piece_is_drawn(busy):
    used = re.findall(r'<use href="#(.)"', board_of(busy).svg)

    assert sorted(used) == ["F", "r", "r", "s", "w"]


def test_every_space_of_ladders_and_track_is_drawn():
    texts = ET.fromstring(board_of(table()).svg).iter(f"{SVG}text")
    numbers = [int(text.text) for text in texts if text.text.isdecimal()]

    assert set(range(1, 81)) <= set(numbers)
    assert len(numbers) == 4 * 30 + 80 + 9 + 4 * 12


def test_a_small_file_for_a_mail(busy):
    assert len(board_of(busy).svg) < 30_000


def test_the_legend_says_what_shapes_mean(busy):
    said = " ".join(spoken(line, "en") for line in board_of(busy).legend)

    assert "NW: anna" in said
    assert "Triangle: drilling rig" in said


def test_who_reads_no_pictures_has_every_square_in_tables(busy):
    grids = {
        spoken(part.title, "en"): part for part in sheet_of(busy).parts if isinstance(part, Grid)
    }

    assert grids["NW: anna"].rows[1] == (2, "", "W", "", "", "", "")
    assert grids["NW: anna"].rows[3] == (4, "R", "R", "", "", "", "")


def test_all_readers_see_the_same_table(busy):
    assert sheet_of(busy, "anna") == sheet_of(busy)


def test_a_view_does_not_tell_which_news_come_next(busy):
    view = GAME.view(busy.state, "anna")

    assert not hasattr(view, "unseen")
    assert view.news.pile == 5
