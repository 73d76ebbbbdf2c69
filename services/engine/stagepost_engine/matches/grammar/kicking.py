"""KICK: a vote of the others that makes a seat vacant."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import is_at_risk
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

SEATS_LEAST = 3  # of two players, one alone would be more than half of the others


def forms(live: Live, seat: Seat) -> Forms:
    """Return KICK for the other seats that a player is in."""
    if not live.started or is_over(live.state):
        return ()
    playing = tuple(kept.name for kept in live.envelope.seats if not kept.vacant)
    if seat not in playing or len(playing) < SEATS_LEAST:
        return ()
    others = tuple(other for other in playing if other != seat)
    whom = Choice("seat", others)
    meaning = say("vote that a stand-in plays on for a seat that missed its last deadline")
    # Offered 0 times it is told to nobody, and read all the same: the refusal says why.
    most = int(any(is_at_risk(live, other) for other in others))
    return (OrderForm("kick", (whom,), most=most, meaning=meaning),)
