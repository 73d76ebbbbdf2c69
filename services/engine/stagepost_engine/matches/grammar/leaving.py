"""LEAVE and RETURN: a player goes, and may come back while the seat is vacant."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return the one of the two that can be said now."""
    if not live.started or is_over(live.state):
        return ()
    if live.envelope.seat(seat).kicked:
        return ()
    if live.envelope.seat(seat).vacant:
        return (OrderForm("return", meaning=say("take your seat again")),)
    return (OrderForm("leave", meaning=say("give up your seat: a stand-in plays on with it")),)
