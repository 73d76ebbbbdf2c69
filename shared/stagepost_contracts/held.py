"""Clocks that a mail holds: a reply came in time and was held, or put aside for the operator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stagepost_contracts.ids import Seat

HELD_SECONDS_MOST: Final = 24 * 3600
"""So long after its moment of receipt a mail holds the clock of its seat, once in a step."""


def held_field(seat: Seat, step: int) -> str:
    """Return the field of a seat's step: when the mail came, empty once the clock is let go."""
    return f"{seat}:{step}"


def held_seats(found: Mapping[bytes, bytes], step: int, now: float) -> dict[Seat, float]:
    """Return when the mail came, for each seat whose clock is held now; in order of their names."""
    kept = {name.decode(): float(received) for name, received in found.items() if received}
    return {
        Seat(name.removesuffix(f":{step}")): received
        for name, received in sorted(kept.items())
        if name.endswith(f":{step}") and now < received + HELD_SECONDS_MOST
    }
