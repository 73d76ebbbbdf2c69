"""PAUSE and RESUME: what more than half of the players vote for is done."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.pauses import going, going_words, pause_words, paused
from stagepost_engine.matches.telling import announced
from stagepost_engine.matches.voting import PAUSE, RESUME, voted


def pause(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Vote for a pause; with enough votes the clock stands."""
    vote = voted(live, seat, PAUSE)
    if vote.passed:
        return _told(paused(vote.live, moment.now), seat, pause_words(), moment)
    text = say(
        "{seat} votes for a pause, by PAUSE: {count} of the {needed} votes that it takes.",
        seat=seat,
        count=vote.count,
        needed=vote.needed,
    )
    return _told(vote.live, seat, text, moment)


def resume(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Vote to go on; with enough votes what was left of the step is left now."""
    vote = voted(live, seat, RESUME)
    if vote.passed:
        live = going(vote.live, moment.now)
        return _told(live, seat, going_words(live), moment)
    text = say(
        "{seat} votes to go on, by RESUME: {count} of the {needed} votes that it takes.",
        seat=seat,
        count=vote.count,
        needed=vote.needed,
    )
    return _told(vote.live, seat, text, moment)


DOERS: Final[dict[str, Doer]] = {"pause": pause, "resume": resume}


def _told(live: Live, seat: Seat, text: Text, moment: Moment) -> Done:
    cause = f"vote{round(moment.now * 1000)}-{seat}"
    live, notices = announced(live, text, by=seat, cause=cause)
    return Done(live, (text,), notices=notices, settles=True)
