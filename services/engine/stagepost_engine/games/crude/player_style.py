"""Styles of the plain player: how the first money is spent, and what is built later."""

from __future__ import annotations

import msgspec

from stagepost_engine.games.crude.tables import Kind


class Style(msgspec.Struct, frozen=True):
    """What is bought first, in this order while the money lasts, and ceilings for later."""

    first: tuple[tuple[Kind, int], ...]
    most: dict[Kind, int]


BALANCED = Style(
    first=(("refinery", 1), ("station", 3), ("rig", 10)),
    most={"refinery": 2, "station": 6, "rig": 12, "well": 4},
)
