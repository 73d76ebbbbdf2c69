"""Standing orders once play has moved on: one stays as long as its phase still offers its form."""

from __future__ import annotations

from typing import Any

from stagepost_contracts.ids import Seat
from stagepost_engine.matches.envelope import StandingMove
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import is_over


def still_standing(live: Live, after: Any) -> dict[Seat, dict[str, StandingMove]]:
    """Return the standing orders of the match that are left in the state `after`."""
    if is_over(after):
        return {}
    kept = {
        seat: {
            phase: order
            for phase, order in orders.items()
            if live.game.phase(phase).standing(after, seat)
        }
        for seat, orders in live.envelope.standing.items()
    }
    return {seat: orders for seat, orders in kept.items() if orders}
