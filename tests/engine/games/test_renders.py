"""Boards as players see them, kept as SVG and as a small PNG; `--golden` draws them anew.

The positions are those of golden transcripts, so that a picture changes only when its drawing
or its match does. The SVG is held to the byte; the PNG may differ by as little as another build
of the renderer does.
"""

from functools import cache
from pathlib import Path

import pytest
import resvg_py
from png import grey_of, mean_difference, pixels_of
from transcript import retold

from stagepost_contracts.sheets import Board
from stagepost_engine.games import GAMES
from stagepost_mailer.render.pictures import FAMILY, FONT

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
RENDERS = Path(__file__).parents[2] / "renders"
ACROSS = 240  # pixels
DIFFERENCE_MOST = 1.5  # of 255, over all pixels
PAPER_LEAST, INK_LEAST = 0.2, 0.005  # of the pixels, in grey

# game, name, transcript, how far into it, reader (None is an observer)
SCENES = [
    ("pola_naftowe", "early", "whole-match-of-three", 0.1, None),
    ("pola_naftowe", "late", "whole-match-of-five", 0.9, None),
    ("pola_naftowe", "fallen", "last-calls", 1.0, None),
    ("bombay", "first-turns", "two-seats", 0.2, None),
    ("bombay", "late", "five-seats", 0.8, "anna"),
    ("bombay", "end", "four-seats", 1.0, None),
    ("crude", "opening", "three-seats", 0.05, None),
    ("crude", "late", "four-seats", 0.9, None),
    ("crude", "two", "two-seats", 0.6, "anna"),
]


@cache
def states_of(game, transcript):
    return retold((TRANSCRIPTS / game / f"{transcript}.txt").read_text())[1].states


def drawn(key, transcript, part, reader):
    states, game = states_of(key, transcript), GAMES[key]
    state = states[round(part * (len(states) - 1))]
    sheet = game.sheet(game.view(state, reader))
    [board] = [part for part in sheet.parts if isinstance(part, Board)]
    return board.svg


def png_of(svg):
    content = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=ACROSS,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(content)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene[0]}-{scene[1]}")
def test_a_board_is_drawn_as_it_was(scene, golden):
    key, name, *where = scene
    svg = drawn(key, *where)
    drawing, picture = RENDERS / f"{key}-{name}.svg", RENDERS / f"{key}-{name}.png"
    if golden:
        drawing.write_text(svg + "\n")
        if not picture.exists() or differs(picture.read_bytes(), png_of(svg)):
            picture.write_bytes(png_of(svg))

    assert drawing.read_text() == svg + "\n"
    assert not differs(picture.read_bytes(), png_of(svg))


def differs(kept, fresh):
    wide, high, old = pixels_of(kept)
    again = pixels_of(fresh)
    return again[:2] != (wide, high) or mean_difference(old, again[2]) > DIFFERENCE_MOST


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene[0]}-{scene[1]}")
def test_a_board_is_paper_and_ink_in_grey_as_well(scene):
    """What a black and white print or a colour-blind eye is left with has both ends of the scale."""
    key, _, *where = scene
    greys = grey_of(pixels_of(png_of(drawn(key, *where)))[2])

    assert sum(grey > 200 for grey in greys) > PAPER_LEAST * len(greys)
    assert sum(grey < 90 for grey in greys) > INK_LEAST * len(greys)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_boards_kept(key):
    assert any(scene[0] == key for scene in SCENES)
