"""OFFER, ACCEPT and DECLINE: trade between two seats, where the game has it and it is open."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return what the seat may offer now, and the answers to what it was offered."""
    deals = live.game.deals
    if deals is None or not live.started or is_over(live.state) or not deals.open(live.state):
        return ()
    found = deals.forms(live.free_state(seat), seat)
    waiting = tuple(offer.deal for offer in live.envelope.offers if offer.to == seat)
    if waiting:
        deal = Choice("deal", waiting)
        found += (
            OrderForm("accept", (deal,), meaning=say("take an offer made to you")),
            OrderForm("decline", (deal,), meaning=say("refuse an offer made to you")),
        )
    return found
