"""A match that nobody is left in stands still; it goes on if somebody returns, and else ends."""

from __future__ import annotations

from stagepost_contracts.notices import Notice
from stagepost_contracts.texts import say
from stagepost_engine.matches import clock
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import announced
from stagepost_engine.matches.voting import playing


def still(live: Live, now: float) -> tuple[Live, tuple[Notice, ...]]:
    """Stop the clock of a match that every player has left, and tell them; or let it go again."""
    envelope = live.envelope
    if not live.started or envelope.over:
        return live, ()
    if playing(envelope):
        if envelope.abandoned is None:
            return live, ()
        return clock.opened(live.changed(abandoned=None), now), ()
    if envelope.abandoned is not None:
        return live, ()
    live = live.changed(abandoned=now)
    text = say(
        "Nobody is left in the match. It stands still: no stand-in plays on alone. On {when} it is "
        "closed as abandoned and counted up as it stands, unless somebody writes RETURN before, or "
        "the host finds a new player.",
        when=clock.moment_words(envelope, clock.abandoned_until(live)),
    )
    return announced(live, text, by=None, cause=f"abandoned{round(now * 1000)}")
