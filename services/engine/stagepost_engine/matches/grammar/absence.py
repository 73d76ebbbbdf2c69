"""AWAY and BACK: dates on which no deadline waits for the seat."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

DATES_CHARACTERS_MOST = 80


def forms(live: Live, seat: Seat) -> Forms:
    """Return AWAY where the match gives days for it, and BACK once the seat has named some."""
    envelope = live.envelope
    if (live.started and is_over(live.state)) or not envelope.policy.away_days:
        return ()
    dates = Words("dates", DATES_CHARACTERS_MOST)
    away = OrderForm("away", (dates,), meaning=say("when you cannot play: 20 Dec TO 3 Jan"))
    if not envelope.seat(seat).away:
        return (away,)
    return (away, OrderForm("back", meaning=say("you can play again; your other dates go")))
