"""The board of a game as a PNG that a mail can carry: any client shows it, none fetches it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import resvg_py

from stagepost_mailer.render.rendered import Picture

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
FAMILY = "DejaVu Sans"
# A board is 600 units across; half as much again stays sharp on a dense screen.
PIXELS_ACROSS = 900
BOARDS_KEPT = 32


@lru_cache(maxsize=BOARDS_KEPT)
def picture_of(svg: str) -> Picture:
    """Return the drawing as PNG; the same drawing gives the same bytes and the same name."""
    content = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=PIXELS_ACROSS,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    name = hashlib.sha256(svg.encode()).hexdigest()[:24]
    return Picture(f"board-{name}@board", bytes(content))
