"""The price history of the board: what a barrel brought in each session so far."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_engine.games.pola_naftowe.state import Sale
from stagepost_engine.games.pola_naftowe.view import View

PRICES_HEIGHT = 128
LEFT = 60
RIGHT = 580
TOP_MARGIN = 18
BOTTOM_MARGIN = 22
INK = "#1b1b1b"


def prices(view: View, top: int) -> Iterator[str]:
    """Draw the axes and a mark for each session, joined in order."""
    highest = max(price for session in view.prices.sessions for price in session)
    step = view.prices.glut
    floor = top + PRICES_HEIGHT - BOTTOM_MARGIN

    def height_of(price: int) -> float:
        return floor - (PRICES_HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) * price / highest

    for price in range(0, highest + 1, step):
        y = height_of(price)
        yield (
            f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#cfcfcf"/>'
            f'<text x="{LEFT - 20}" y="{y + 4:.1f}" font-size="11" fill="{INK}">{price}</text>'
        )
    wide = (RIGHT - LEFT) / view.rounds
    for number in range(view.rounds):
        x = LEFT + wide * (number + 0.5)
        yield (
            f'<text x="{x:.1f}" y="{floor + 16}" font-size="12" fill="{INK}">{number + 1}</text>'
        )
    marks = [(_across(sale, wide), height_of(sale.price), sale) for sale in view.history]
    if marks:
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in marks)
        yield f'<polyline points="{line}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    for x, y, sale in marks:
        yield from _mark(x, y, sale)


def _across(sale: Sale, wide: float) -> float:
    return LEFT + wide * (sale.round - 1 + (0.25 if sale.session == 1 else 0.75))


def _mark(x: float, y: float, sale: Sale) -> Iterator[str]:
    if sale.session == 1:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>'
    else:
        yield (
            f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="#ffffff" '
            f'stroke="{INK}" stroke-width="2"/>'
        )
    yield f'<text x="{x:.1f}" y="{y - 8:.1f}" font-size="10" fill="{INK}">{sale.price}</text>'
