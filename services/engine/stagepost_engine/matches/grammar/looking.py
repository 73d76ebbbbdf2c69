"""SHOW and HELP: the position, and what can be written."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms


def forms(live: Live, seat: Seat) -> Forms:
    """Return the two, which are always there."""
    return (
        OrderForm("show", meaning=say("the position and what is asked of you")),
        OrderForm("help", meaning=say("what you can write")),
    )
