"""UNSUBSCRIBE and SUBSCRIBE: whether the house mails a seat of its own accord."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms


def forms(live: Live, seat: Seat) -> Forms:
    """Return the one that would change something first; the other is understood as well."""
    ends = OrderForm("unsubscribe", meaning=say("no more mail of this match to you"))
    begins = OrderForm("subscribe", meaning=say("mail of this match to you again"))
    return (begins, ends) if live.envelope.seat(seat).unsubscribed else (ends, begins)
