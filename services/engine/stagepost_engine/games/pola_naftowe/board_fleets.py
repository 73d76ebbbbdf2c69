"""The fleets of the board: a row for each player, ships with their barrels, and refineries."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_engine.games.pola_naftowe.view import SeatView, View

ROW = 34
LEFT = 34
SHIP = 46
SHIPS_MOST = 8  # drawn; a larger fleet is told by its number
REFINERY = 24
REFINERIES_LEFT = 430
INK = "#1b1b1b"
STEEL = "#b8c4cc"


def fleets_height(view: View) -> int:
    """Return the units that the rows take."""
    return ROW * len(view.seats)


def fleets(view: View, top: int) -> Iterator[str]:
    """Draw a row for each player in the game."""
    for at, row in enumerate(view.seats):
        yield from _row(row, at + 1, top + ROW * at, view.prices.tanker_capacity)


def _row(row: SeatView, number: int, top: int, capacity: int) -> Iterator[str]:
    yield (
        f'<circle cx="{LEFT - 16}" cy="{top + 17}" r="12" fill="{INK}"/>'
        f'<text x="{LEFT - 16}" y="{top + 22}" fill="#ffffff" font-weight="bold">{number}</text>'
    )
    left = row.barrels
    for ship in range(min(row.tankers, SHIPS_MOST)):
        yield from _ship(LEFT + 4 + SHIP * ship, top, min(left, capacity), capacity)
        left = max(0, left - capacity)
    if row.tankers > SHIPS_MOST:
        x = LEFT + 16 + SHIP * SHIPS_MOST
        yield f'<text x="{x}" y="{top + 22}" fill="{INK}">{row.tankers}</text>'
    for plant in range(row.refineries):
        x = REFINERIES_LEFT + (REFINERY + 4) * plant
        yield (
            f'<rect x="{x}" y="{top + 5}" width="{REFINERY}" height="{REFINERY}" rx="3" '
            f'fill="#d9d9d9" stroke="{INK}" stroke-width="1.5"/>'
            f'<text x="{x + REFINERY / 2}" y="{top + 22}" fill="{INK}">R</text>'
        )


def _ship(x: float, top: int, full: int, capacity: int) -> Iterator[str]:
    """A hull with a place for each barrel; full ones are dark."""
    yield (f'<path d="M{x} {top + 16}h42l-6 13h-30z" fill="{STEEL}" stroke="{INK}"/>')
    wide = 40 / capacity
    for at in range(capacity):
        fill = INK if at < full else "#ffffff"
        yield (
            f'<rect x="{x + 1 + wide * at:.1f}" y="{top + 6}" width="{wide - 1.5:.1f}" '
            f'height="9" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>'
        )
