"""A pause: the clock stands, and goes on later with what was left."""

from __future__ import annotations

from stagepost_contracts.texts import Text, say
from stagepost_engine.matches import clock
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import PAUSE, RESUME, without


def paused(live: Live, now: float) -> Live:
    """Return the match with its clock standing."""
    return without(live, PAUSE, RESUME).changed(paused=now)


def going(live: Live, now: float) -> Live:
    """Return the match with its clock going again."""
    return without(clock.resumed(live, now), PAUSE, RESUME)


def pause_words() -> Text:
    """Return the news of a pause."""
    return say(
        "The match is paused: no deadline runs. Moves are still taken, and RESUME votes to go on."
    )


def going_words(live: Live) -> Text:
    """Return the news that the match goes on."""
    assert live.envelope.deadline is not None
    when = clock.moment_words(live.envelope, live.envelope.deadline)
    return say("The match goes on: the deadline is now {when}.", when=when)
