"""OFF DAYS and QUIET: the days of the week and the hours that a player keeps free."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

DAYS_CHARACTERS_MOST = 80
HOURS_CHARACTERS_MOST = 40


def forms(live: Live, seat: Seat) -> Forms:
    """Return both until the match is over; OFF DAYS where the match counts some."""
    if live.started and is_over(live.state):
        return ()
    hours = Words("hours", HOURS_CHARACTERS_MOST)
    meaning = say("hours in which no deadline of yours falls: 22 TO 7, or NONE")
    quiet = OrderForm("quiet", (hours,), meaning=meaning)
    if not live.envelope.policy.off_days:
        return (quiet,)
    days = Words("days", DAYS_CHARACTERS_MOST)
    meaning = say("days of the week on which you never play: SAT, SUN, or NONE")
    return (OrderForm("off days", (days,), meaning=meaning), quiet)
