"""The economy board as a picture: ladders, consumer track, difference track; and the dice."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_engine.games.crude.view import LadderView, View

LADDER_ACROSS = 10
LADDER_WIDTH = 25
LADDER_CELL = 22
LADDER_GAP = 20
TRACK_ACROSS = 20
TRACK_CELL = 28
DIE = 44
DARK = "#333333"
RED = "#f7c8c8"

PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def ladders(view: View, left: int, top: int) -> Iterator[str]:
    y = top
    for ladder in view.ladders:
        rows = -(-ladder.spaces // LADDER_ACROSS)
        title = f"{ladder.market[0]} {ladder.good[0]}".upper()
        yield _text(left + 14, y + 13, title, 12, "#111", bold=True)
        yield from _ladder(ladder, left, y + LADDER_GAP - 2)
        y += rows * LADDER_CELL + LADDER_GAP


def _ladder(ladder: LadderView, left: int, top: int) -> Iterator[str]:
    for space in range(ladder.spaces):
        x = left + space % LADDER_ACROSS * LADDER_WIDTH
        y = top + space // LADDER_ACROSS * LADDER_CELL
        dark = space >= ladder.open
        price = str(ladder.step * (space + 1))
        yield from _space(x, y, LADDER_WIDTH, LADDER_CELL, price, dark=dark)
    if ladder.closed:
        rows = -(-ladder.spaces // LADDER_ACROSS)
        y = top + rows * LADDER_CELL
        right = left + LADDER_ACROSS * LADDER_WIDTH
        yield f'<path d="M{left} {top}L{right} {y}" stroke="#8a1c1c" stroke-width="5"/>'


def consumer(view: View, left: int, top: int) -> Iterator[str]:
    for space in range(1, view.consumer_highest + 1):
        x = left + (space - 1) % TRACK_ACROSS * TRACK_CELL
        y = top + (space - 1) // TRACK_ACROSS * TRACK_CELL
        dark = view.consumer <= space <= view.consumer_top
        red = space in view.consumer_red
        yield from _space(x, y, TRACK_CELL, TRACK_CELL, str(space), dark=dark, red=red)


def difference(view: View, left: int, top: int) -> Iterator[str]:
    for step in range(view.track_limit + 1):
        x = left + step * 40
        here = step == view.track
        yield (
            f'<circle cx="{x + 18}" cy="{top + 24}" r="16" fill="{DARK if here else "#fff"}" '
            'stroke="#333" stroke-width="1.5"/>'
        )
        yield _text(x + 18, top + 29, str(step), 14, "#fff" if here else "#111", bold=here)
        if step < view.track_limit:
            yield f'<path d="M{x + 34} {top + 24}h6" stroke="#333" stroke-width="1.5"/>'


def dice(view: View, left: int, top: int) -> Iterator[str]:
    """Draw the row die with a bar beside it, the column die with a post above it."""
    if not view.roll:
        return
    row, column = view.roll
    yield f'<path d="M{left - 22} {top + 26}h16" stroke="#111" stroke-width="5"/>'
    yield from _die(left, top + 4, row, "#c62828")
    yield f'<path d="M{left + 78} {top + 16}v20" stroke="#111" stroke-width="5"/>'
    yield from _die(left + 92, top + 4, column, "#111111")


def _die(x: int, y: int, face: int, fill: str) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="{DIE}" height="{DIE}" rx="7" fill="{fill}"/>'
    for across, down in PIPS[face]:
        yield f'<circle cx="{x + 11 + across * 11}" cy="{y + 11 + down * 11}" r="4.2" fill="#fff"/>'


def _space(
    x: int, y: int, width: int, height: int, price: str, *, dark: bool, red: bool = False
) -> Iterator[str]:
    fill = DARK if dark else RED if red else "#fff"
    yield (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" '
        'stroke="#888" stroke-width="0.75"/>'
    )
    if red:
        corner = f"M{x + width} {y}v9l-9 -9z"
        yield f'<path d="{corner}" fill="{"#fff" if dark else "#8a1c1c"}"/>'
    yield _text(x + width / 2, y + height / 2 + 4.5, price, 12, "#fff" if dark else "#111")


def _text(x: float, y: float, said: str, size: int, fill: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{fill}">{said}</text>'
