"""The shapes of the board: bales, posts, tokens, palaces, elephants, hills, cities."""

from __future__ import annotations

import math

from stagepost_engine.games.bombay.glyphs import short, written
from stagepost_engine.games.bombay.tables import (
    AnyEffect,
    Colour,
    ExtraCity,
    ExtraClient,
    FreeBale,
    Rupees,
)

INK, PAPER, SAND = "#111", "#fff", "#e9dfc8"

INITIAL: dict[Colour, str] = {"yellow": "Y", "purple": "P", "blue": "B", "orange": "O"}

# A colour is also a pattern and an initial, so that it reads in grey: plain, dark, lines, dots.
FILL: dict[Colour, str] = {
    "yellow": "#ffe45c",
    "purple": "#5b2a86",
    "blue": "url(#lines)",
    "orange": "url(#dots)",
}

PATTERNS = (
    '<defs><pattern id="lines" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect width="5" height="5" fill="#9fd0ff"/>'
    '<path d="M-1 1 L1 -1 M0 5 L5 0 M4 6 L6 4" stroke="#0b4f94" stroke-width="1.2"/></pattern>'
    '<pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect width="5" height="5" fill="#ffb15e"/>'
    '<circle cx="2.5" cy="2.5" r="1.2" fill="#8a3b00"/></pattern></defs>'
)


def rect(  # noqa: PLR0917 - a place, a size and a look
    x: float, y: float, wide: float, high: float, fill: str, width: float = 1.5, more: str = ""
) -> str:
    """A rectangle with its left upper corner at (x, y)."""
    return (
        f'<rect x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}"'
        f' fill="{fill}" stroke="{INK}" stroke-width="{short(width)}"{more}/>'
    )


def circle(x: float, y: float, radius: float, fill: str = PAPER, width: float = 1.5) -> str:
    return (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"'
        f' fill="{fill}" stroke="{INK}" stroke-width="{short(width)}"/>'
    )


def polygon(points: list[tuple[float, float]], fill: str = PAPER, width: float = 1.5) -> str:
    drawn = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    return f'<polygon points="{drawn}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'


def bale(colour: Colour, x: float, y: float, size: float) -> str:
    """A square of silk, its middle at (x, y)."""
    dark = colour == "purple"
    ink, halo = (PAPER, "") if dark else (INK, PAPER)
    return rect(x - size / 2, y - size / 2, size, size, FILL[colour], 1.2) + written(
        INITIAL[colour], x, y, size * 0.6, ink, halo
    )


def post(colour: Colour, x: float, y: float, *, closed: bool) -> str:
    """A trading post: a big bale; closed, a white one that is crossed out."""
    if not closed:
        return bale(colour, x, y, 24) + rect(x - 14.5, y - 14.5, 29, 29, "none", 1.5)
    cross = (
        f'<path d="M{short(x - 12)} {short(y - 12)} L{short(x + 12)} {short(y + 12)}'
        f' M{short(x + 12)} {short(y - 12)} L{short(x - 12)} {short(y + 12)}"'
        f' stroke="#999" stroke-width="2.5"/>'
    )
    body = rect(x - 12, y - 12, 24, 24, PAPER, 1.5, ' stroke-dasharray="4 3"')
    return body + cross + written(INITIAL[colour], x, y, 12)


def token(effect: AnyEffect, x: float, y: float) -> str:
    """A palace token: an octagon with an initial, or with the rupees that it brings."""
    corners = [math.pi * (2 * at + 1) / 8 for at in range(8)]
    points = [(x + 14 * math.cos(angle), y + 14 * math.sin(angle)) for angle in corners]
    match effect:
        case ExtraClient():
            word = "C"
        case ExtraCity():
            word = "T"
        case Rupees(amount=amount):
            word = str(amount)
        case FreeBale():
            word = "F"
    return polygon(points, "#fff7d6", 2) + written(word, x, y, 12)


def palace(number: int, x: float, y: float) -> str:
    """A house with its owner's number."""
    points = [(x - 13, y + 13), (x - 13, y - 3), (x, y - 16), (x + 13, y - 3), (x + 13, y + 13)]
    return polygon(points, PAPER, 2.5) + written(str(number), x, y + 3, 12)


def hill(x: float, y: float) -> str:
    points = [(x - 19, y + 12), (x - 5, y - 15), (x + 2, y - 5), (x + 6, y - 10), (x + 19, y + 12)]
    return polygon(points, "#cfc6b2", 2)


def city(name: str, x: float, y: float) -> str:
    return circle(x, y, 20, PAPER, 3) + written(name[:3], x, y, 10)


def elephant(number: int, x: float, y: float, *, own: bool) -> str:
    """An elephant with its player's number, its middle at (x, y); the reader's own is dark."""
    fill, ink = (INK, PAPER) if own else ("#d8d8d8", INK)
    trunk = (
        f'<path d="M{short(x - 12)} {short(y - 2)} q-5 1 -4 11" fill="none" stroke="{INK}"'
        f' stroke-width="3" stroke-linecap="round"/>'
    )
    legs = rect(x - 9, y + 5, 5, 6, fill, 1) + rect(x + 5, y + 5, 5, 6, fill, 1)
    body = rect(x - 13, y - 8, 26, 16, fill, 1.5, ' rx="7"')
    return trunk + legs + body + written(str(number), x, y, 10, ink, "")


def star(x: float, y: float, radius: float) -> str:
    """A point, as the rulebook draws it."""
    points = []
    for at in range(10):
        reach = radius if at % 2 == 0 else radius * 0.45
        angle = math.pi * (at / 5 - 0.5)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polygon(points, INK, 0.5)
