"""EXTEND, WAIT and READY: what a seat that is asked can do to the clock of its step."""

from __future__ import annotations

from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return the three for a seat that acts in the step, whether its move is in or not.

    Where it takes several seats to move a deadline, each of the table may help.
    """
    found: Forms = ()
    if not live.started or is_over(live.state):
        return ()
    acts, policy = seat in live.actors, live.envelope.policy
    most = int(policy.most_extension_hours)
    if most and policy.extensions and (acts or policy.extend_quorum > 1):
        hours = Amount("hours", 1, most)
        found = (OrderForm("extend", (hours,), meaning=say("move the deadline of this step")),)
    if not acts:
        return found
    ready = OrderForm("ready", meaning=say("the step may close when all moves are in"))
    return (*found, OrderForm("wait", meaning=say("keep the step open until the deadline")), ready)
