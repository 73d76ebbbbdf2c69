"""PAUSE and RESUME: votes for a clock that stands, and for one that goes again."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return the vote that can be given now."""
    if not live.started or is_over(live.state):
        return ()
    if live.envelope.paused is None:
        return (OrderForm("pause", meaning=say("vote for a pause: the clock stands")),)
    return (OrderForm("resume", meaning=say("vote to go on after the pause")),)
