"""The fields of the board: a card each, with its numbers and the wells that stand there."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_engine.games.pola_naftowe.view import FieldView, View

FIELDS_HEIGHT = 172
CARD_GAP = 10
SIDE = 12
SPOTS_ACROSS = 3
SPOT = 30
SPOTS_TOP = 108
INK = "#1b1b1b"
SAND = "#f2e6c9"
ROWS = (("#7a5c00", 46), ("#1b1b1b", 64), ("#0b4f6c", 82))


def initials(name: str) -> str:
    """Return up to two capital letters of a field's name: `north-sea` is NS, `texas` TE."""
    words = name.split("-")
    return "".join(word[0] for word in words[:2]).upper() if words[1:] else name[:2].upper()


def fields(view: View, top: int, width: int) -> Iterator[str]:
    """Draw a card for each field, side by side."""
    count = len(view.fields)
    card = (width - CARD_GAP * (count - 1)) / count
    for at, field in enumerate(view.fields):
        yield from _card(view, field, SIDE + at * (card + CARD_GAP), top, card)


def _card(view: View, field: FieldView, left: float, top: int, width: float) -> Iterator[str]:
    middle = left + width / 2
    yield (
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{FIELDS_HEIGHT}" rx="6" '
        f'fill="{SAND}" stroke="{INK}" stroke-width="1.5"/>'
    )
    yield _digits(middle, top + 24, initials(field.id), size=18, weight="bold")
    numbers = (field.place, field.upkeep, field.extract)
    for number, (colour, down) in zip(numbers, ROWS, strict=True):
        yield _digits(middle, top + down, str(number), colour=colour)
    yield from _spots(view, field, middle, top + SPOTS_TOP)


def _spots(view: View, field: FieldView, middle: float, top: int) -> Iterator[str]:
    owners = [
        str(at) for at, row in enumerate(view.seats, 1) for _ in range(row.wells.get(field.id, 0))
    ]
    across = min(SPOTS_ACROSS, field.capacity)
    left = middle - SPOT * (across - 1) / 2
    for at in range(field.capacity):
        x = left + SPOT * (at % SPOTS_ACROSS)
        y = top + SPOT * (at // SPOTS_ACROSS)
        yield from _well(x, y, owners[at]) if at < len(owners) else _free(x, y)


def _well(x: float, y: float, owner: str) -> Iterator[str]:
    yield (f'<path d="M{x:.1f} {y - 14:.1f}l11 26h-22z" fill="{INK}" stroke="#ffffff"/>')
    yield _digits(x, y + 9, owner, size=11, colour="#ffffff", weight="bold")


def _free(x: float, y: float) -> Iterator[str]:
    yield (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="none" stroke="#8a8a8a" '
        'stroke-dasharray="3 2"/>'
    )


def _digits(
    x: float, y: float, said: str, *, size: int = 13, colour: str = INK, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
        f'font-weight="{weight}">{said}</text>'
    )
