"""The operations board as a picture: four quadrants of 36 squares with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_engine.games.crude.squares import LINES, SIDE, pieces
from stagepost_engine.games.crude.view import QuadrantView, View

CELL = 25
GAP = 14
MARGIN = 13
QUADRANT = SIDE * CELL
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Column and row of each quadrant, clockwise from the north-west."""


def quadrants(view: View, left: int, top: int) -> Iterator[str]:
    for at, held in enumerate(view.quadrants):
        column, row = PLACES[at]
        x = left + MARGIN + column * (QUADRANT + GAP)
        y = top + MARGIN + row * (QUADRANT + GAP)
        yield from _quadrant(view, at, held, x, y)
        yield from _numbers(x, y, column, row)
        # The corner's initials stand in the margin, where no piece can cover them.
        label_y = y - 3 if row == 0 else y + QUADRANT + 11
        yield _text(x + QUADRANT / 2, label_y, held.corner.upper(), 10, bold=True)


def _quadrant(view: View, at: int, held: QuadrantView, x: int, y: int) -> Iterator[str]:
    ground = "#ffffff" if held.owner is not None else "#e4e4e4"
    yield _rect(x, y, QUADRANT, QUADRANT, ground)
    yield from _shades(view, at, x, y)
    for step in range(1, SIDE):
        yield _line(x + step * CELL, y, x + step * CELL, y + QUADRANT)
        yield _line(x, y + step * CELL, x + QUADRANT, y + step * CELL)
    for square in pieces(held.plan):
        yield _piece(held.plan[square], x + square % SIDE * CELL, y + square // SIDE * CELL)
    width = 4 if at == view.turn and view.phase else 1.5
    yield (
        f'<rect x="{x}" y="{y}" width="{QUADRANT}" height="{QUADRANT}" fill="none" '
        f'stroke="#000" stroke-width="{width}"/>'
    )


def _shades(view: View, at: int, x: int, y: int) -> Iterator[str]:
    """Shade the row and the column rolled, in the quadrant in turn."""
    if not view.roll or at != view.turn:
        return
    row, column = view.roll
    yield _rect(x, y + (row - 1) * CELL, QUADRANT, CELL, "#ffe08a")
    yield _rect(x + (column - 1) * CELL, y, CELL, QUADRANT, "#ffe08a")


def _numbers(x: int, y: int, column: int, row: int) -> Iterator[str]:
    """Write the numbers of rows and columns on the outer sides."""
    beside = x - 7 if column == 0 else x + QUADRANT + 7
    below = y - 3 if row == 0 else y + QUADRANT + 11
    for line in LINES:
        yield _text(beside, y + line * CELL + 17, str(line + 1), 10)
        if line in (2, 3):
            continue  # the initials of the quadrant stand between the two
        yield _text(x + line * CELL + CELL / 2, below, str(line + 1), 10)


def _piece(mark: str, x: int, y: int) -> str:
    half = CELL / 2
    match mark:
        case "r":
            points = f"{x + half},{y + 4} {x + CELL - 5},{y + CELL - 5} {x + 5},{y + CELL - 5}"
            return (
                f'<polygon points="{points}" fill="#c9dcf2" stroke="#1b3a5c" stroke-width="1.5"/>'
            )
        case "w":
            return f'<circle cx="{x + half}" cy="{y + half}" r="8.5" fill="#111"/>'
        case "s":
            points = (
                f"{x + half},{y + 2.5} {x + CELL - 2.5},{y + half} "
                f"{x + half},{y + CELL - 2.5} {x + 2.5},{y + half}"
            )
            return f'<polygon points="{points}" fill="#fff" stroke="#8a1c1c" stroke-width="3"/>'
        case _:
            size = 2 * CELL - 6
            block = (
                f'<rect x="{x + 3}" y="{y + 3}" width="{size}" height="{size}" rx="4" '
                'fill="#b8b8b8" stroke="#222" stroke-width="2"/>'
            )
            return block + _text(x + CELL, y + CELL + 8, "R", 22, bold=True)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#9a9a9a" stroke-width="0.75"/>'


def _text(x: float, y: float, said: str, size: int, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="#111">{said}</text>'
