"""LEAVE makes the seat vacant, a stand-in plays for it; RETURN gives it back to its player."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.silence import returned, vacated


def leave(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Leave the seat: the stand-in moves at once where it is asked."""
    news = say("{seat} leaves: a stand-in plays for the seat.", seat=seat)
    live = vacated(live, seat).changed(news=(*live.envelope.news, Event(news)))
    told = say("You have left. A stand-in plays for you; RETURN takes your seat again.")
    return Done(live, (told,), settles=True)


def return_(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take the seat again; what the stand-in has played stays."""
    news = say("{seat} is back in the seat.", seat=seat)
    live = returned(live, seat).changed(news=(*live.envelope.news, Event(news)))
    return Done(live, (say("You are in your seat again, and are asked from now on."),))


DOERS: Final[dict[str, Doer]] = {"leave": leave, "return": return_}
