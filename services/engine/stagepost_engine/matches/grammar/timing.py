"""EXTEND, WAIT and READY: what a seat that is asked can do to the clock of its step."""

from __future__ import annotations

from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import actors, is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return the three for a seat that acts in the step, whether its move is in or not."""
    envelope = live.envelope
    if not live.started or is_over(live.state) or seat not in actors(live.game, live.play):
        return ()
    found: Forms = ()
    most = int(envelope.policy.most_extension_hours)
    if most and envelope.policy.extensions:
        hours = Amount("hours", 1, most)
        found += (OrderForm("extend", (hours,), meaning=say("move the deadline of this step")),)
    if seat in envelope.waits:
        return (*found, OrderForm("ready", meaning=say("the step may close when all moves are in")))
    return (*found, OrderForm("wait", meaning=say("keep the step open until the deadline")))
