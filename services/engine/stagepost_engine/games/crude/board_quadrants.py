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


PIECES = (
    '<g id="r"><path d="M12.5 4L20 20H5z" fill="#c9dcf2" stroke="#1b3a5c" stroke-width="1.5"/></g>'
    '<g id="w"><circle cx="12.5" cy="12.5" r="8.5" fill="#111"/></g>'
    '<g id="s"><path d="M12.5 2.5l10 10-10 10-10-10z" fill="#fff" stroke="#8a1c1c" '
    'stroke-width="3"/></g>'
    '<g id="F"><rect x="3" y="3" width="44" height="44" rx="4" fill="#b8b8b8" stroke="#222" '
    'stroke-width="2"/><text x="25" y="33" font-size="22" font-weight="bold">R</text></g>'
)
"""One drawing for each mark of a plan, a square of 25 across; a refinery covers four."""


def quadrants(view: View, left: int, top: int) -> Iterator[str]:
    yield f"<defs>{PIECES}</defs>"
    yield '<g font-size="10" fill="#111">'
    for at, held in enumerate(view.quadrants):
        column, row = PLACES[at]
        x = left + MARGIN + column * (QUADRANT + GAP)
        y = top + MARGIN + row * (QUADRANT + GAP)
        yield from _quadrant(view, at, held, x, y)
        yield from _numbers(x, y, column, row, held.corner)
    yield "</g>"


def _quadrant(view: View, at: int, held: QuadrantView, x: int, y: int) -> Iterator[str]:
    ground = "#ffffff" if held.owner is not None else "#e4e4e4"
    yield _rect(x, y, QUADRANT, QUADRANT, ground)
    yield from _shades(view, at, x, y)
    across = "".join(f"M{x} {y + step * CELL}h{QUADRANT}" for step in LINES[1:])
    down = "".join(f"M{x + step * CELL} {y}v{QUADRANT}" for step in LINES[1:])
    yield f'<path d="{across}{down}" stroke="#9a9a9a" stroke-width="0.75"/>'
    for square in pieces(held.plan):
        left, top = x + square % SIDE * CELL, y + square // SIDE * CELL
        yield f'<use href="#{held.plan[square]}" x="{left}" y="{top}"/>'
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


def _numbers(x: int, y: int, column: int, row: int, corner: str) -> Iterator[str]:
    """Write the numbers of rows and columns on the outer sides, the initials where they meet."""
    beside = x - 7 if column == 0 else x + QUADRANT + 7
    below = y - 4 if row == 0 else y + QUADRANT + 11
    yield _text(beside + (3 if column == 0 else -3), below, corner.upper(), bold=True)
    for line in LINES:
        yield _text(beside, y + line * CELL + 17, str(line + 1))
        yield _text(x + line * CELL + CELL // 2 + 3, below, str(line + 1))


def _rect(x: int, y: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'


def _text(x: int, y: int, said: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}"{weight}>{said}</text>'
