"""TOKEN: a bearer token for programs, mailed to the player; with END, none any more."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms


def forms(live: Live, seat: Seat) -> Forms:
    """Return the three, which are always there."""
    return (
        OrderForm("token", meaning=say("mail me a token with which a program plays this seat")),
        OrderForm("token player", meaning=say("mail me a token for all my matches here")),
        OrderForm("token end", meaning=say("end the tokens that were mailed to me")),
    )
