"""WITHDRAW: a sealed move or an open offer is taken back."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms

MOVE = "move"


def forms(live: Live, seat: Seat) -> Forms:
    """Return WITHDRAW for what the seat has sealed or offered; nothing if there is nothing."""
    mine = tuple(offer.deal for offer in live.envelope.offers if offer.by == seat)
    what = ((MOVE,) if seat in live.envelope.sealed else ()) + mine
    if not what:
        return ()
    field = Choice("what", what, otherwise=MOVE if MOVE in what else None)
    return (OrderForm("withdraw", (field,), meaning=say("take back your move or your offer")),)
