"""LEAVE makes the seat vacant, a stand-in plays for it; RETURN gives it back to its player."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.silence import returned, vacated


def leave(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Leave the seat: the stand-in moves at once where it is asked."""
    news, told = _leaving_words(live, seat)
    live = vacated(live, seat).changed(news=(*live.envelope.news, Event(news)))
    return Done(live, (told,), settles=True)


def return_(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take the seat again; what the stand-in has played stays."""
    news = say("{seat} is back in the seat.", seat=seat)
    live = returned(live, seat).changed(news=(*live.envelope.news, Event(news)))
    told = say("You are in your seat again, and are asked from now on.")
    return Done(live, (told,), settles=live.envelope.abandoned is not None)


DOERS: Final[dict[str, Doer]] = {"leave": leave, "return": return_}


def _leaving_words(live: Live, seat: Seat) -> tuple[Text, Text]:
    """Return what the table and the player are told: what becomes of the seat."""
    if seat in live.game.out(live.state):
        return (
            say("{seat} leaves; the seat is out of the game already.", seat=seat),
            say("You have left. Your seat is out of the game already: nothing is played for it."),
        )
    return (
        say("{seat} leaves: a stand-in plays on with all that the seat holds.", seat=seat),
        say(
            "You have left. A stand-in plays on with all that your seat holds, and what you wrote "
            "ahead stays; RETURN takes your seat again."
        ),
    )
