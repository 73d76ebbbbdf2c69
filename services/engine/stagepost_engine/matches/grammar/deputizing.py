"""DEPUTY: somebody may play for a seat's player too, in some phases or in all, until a date."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.forms import OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.envelope import KeptSeat
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

NAME_CHARACTERS_MOST = 254
DATE_CHARACTERS_MOST = 40
PHASES_CHARACTERS_MOST = 400

FIELDS: Final = (
    Words("name", NAME_CHARACTERS_MOST),
    Words("date", DATE_CHARACTERS_MOST, keyword="until"),
    Words("phases", PHASES_CHARACTERS_MOST, keyword="for", otherwise=""),
)


def forms(live: Live, seat: Seat) -> Forms:
    """Return DEPUTY for a player who is in the seat, and its end once there was a deputy."""
    kept = live.envelope.seat(seat)
    if not live.started or is_over(live.state) or kept.vacant:
        return ()
    meaning = say("somebody who may play for you too, by mail: anna@example.org UNTIL 5 Jan")
    found: Forms = (OrderForm("deputy", FIELDS, meaning=meaning),)
    return (*found, OrderForm("deputy end", meaning=_ending(kept))) if kept.deputies else found


def _ending(kept: KeptSeat) -> Text:
    """Say who plays now, for that is what the line would end."""
    if kept.deputy is None or kept.deputy.told:
        return say("none of your deputies plays now")
    return say(
        "{name} may play for you until {until}: end that",
        name=kept.deputy.name,
        until=f"{kept.deputy.until}",
    )
