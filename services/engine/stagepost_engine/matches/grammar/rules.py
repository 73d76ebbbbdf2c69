"""RULES: the game in short, our rulings, and the tables of this match."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms


def forms(live: Live, seat: Seat) -> Forms:
    """Return the one, which is always there."""
    return (OrderForm("rules", meaning=say("the rules in short, our rulings and the tables")),)
