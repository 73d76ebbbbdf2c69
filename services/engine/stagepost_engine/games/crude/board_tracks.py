"""The economy board as a picture: ladders, consumer track, difference track; and the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

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
    spaces = Spaces(left, top, LADDER_ACROSS, LADDER_WIDTH, LADDER_CELL)
    prices = range(ladder.step, ladder.step * ladder.spaces + 1, ladder.step)
    yield from _drawn(spaces, prices, range(ladder.open, ladder.spaces), ())
    if ladder.closed:
        y = top - (-ladder.spaces // LADDER_ACROSS) * LADDER_CELL
        right = left + LADDER_ACROSS * LADDER_WIDTH
        yield f'<path d="M{left} {top}L{right} {y}" stroke="#8a1c1c" stroke-width="5"/>'


def consumer(view: View, left: int, top: int) -> Iterator[str]:
    spaces = Spaces(left, top, TRACK_ACROSS, TRACK_CELL, TRACK_CELL)
    held = range(view.consumer.lowest - 1, view.consumer.top)
    red = tuple(price - 1 for price in view.consumer.red)
    yield from _drawn(spaces, range(1, view.consumer.highest + 1), held, red)


class Spaces(NamedTuple):
    """Where the spaces of a track lie, row by row."""

    left: int
    top: int
    across: int
    width: int
    height: int

    def corner(self, at: int) -> tuple[int, int]:
        row, column = divmod(at, self.across)
        return self.left + column * self.width, self.top + row * self.height


def _drawn(spaces: Spaces, prices: range, held: range, red: Iterable[int]) -> Iterator[str]:
    """Draw a track: frames, red spaces with a corner mark, dark spaces with a barrel, prices."""
    box = f"h{spaces.width}v{spaces.height}h-{spaces.width}z"
    every = range(len(prices))
    yield f'<path d="{_boxes(spaces, red, box)}" fill="{RED}"/>'
    yield f'<path d="{_boxes(spaces, held, box)}" fill="{DARK}"/>'
    frames = _boxes(spaces, every, box)
    yield f'<path d="{frames}" fill="none" stroke="#888" stroke-width="0.75"/>'
    for fill, marked in (("#8a1c1c", False), ("#fff", True)):
        corners = _boxes(spaces, [at for at in red if (at in held) == marked], box="", marks=True)
        yield f'<path d="{corners}" fill="{fill}"/>'
    for fill, dark in (("#111", False), ("#fff", True)):
        yield f'<g font-size="12" fill="{fill}">'
        for at in every:
            if (at in held) == dark:
                x, y = spaces.corner(at)
                middle = x + spaces.width // 2
                yield f'<text x="{middle}" y="{y + spaces.height // 2 + 4}">{prices[at]}</text>'
        yield "</g>"


def _boxes(spaces: Spaces, squares: Iterable[int], box: str, *, marks: bool = False) -> str:
    """Return the path of some spaces, or of the marks in their corners."""
    corners = (spaces.corner(at) for at in squares)
    if marks:
        return "".join(f"M{x + spaces.width} {y}v9l-9-9z" for x, y in corners)
    return "".join(f"M{x} {y}{box}" for x, y in corners)


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


def _text(x: float, y: float, said: str, size: int, fill: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{fill}">{said}</text>'
