"""Who plays a seat now: while a stand-in does, its player writes RETURN before anything else."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live

IN_THE_SEAT: Final = frozenset({"offer", "accept", "decline", "withdraw", "extend", "wait"})
"""Commands that play the seat or move its clock."""


def hold_to_player(live: Live, seat: Seat, kind: str = "") -> None:
    """Raise Problem for a move, or a command of that kind, that is the stand-in's to make."""
    if not live.envelope.seat(seat).vacant or (kind and kind not in IN_THE_SEAT):
        return
    raise Problem(
        "not-awaited",
        say("A stand-in plays for your seat now: write [RETURN] first, then play yourself."),
    )
