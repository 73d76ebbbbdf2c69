"""An outage of the house: every deadline that ran in it moves by its length, once."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.texts import say_many
from stagepost_engine.matches import clock
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import Outage
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import announced

OUTAGE_LEAST_SECONDS: Final = 15 * 60.0


def made_good(live: Live, outage: Outage, moment: Moment) -> Decision:
    """Move the deadline by the outage, within the cap, and tell the table.

    A shorter gap moves nothing; of one that is reported again, only what is new of it counts.
    """
    envelope = live.envelope
    until = min(outage.until, moment.now)
    since = max(outage.since, envelope.opened_at, envelope.outage_until)
    nothing = Decision(live, changed=False, answer=noted(live))
    if not live.started or envelope.over or clock.deadline_shown(envelope) is None:
        return nothing
    if until - outage.since < OUTAGE_LEAST_SECONDS or since >= until:
        return nothing
    ends = envelope.deadline
    if ends is None or ends + 3600 * envelope.policy.grace_hours <= since:
        return nothing
    live = clock.moved_to(live.changed(outage_until=until), ends + until - since)
    moved = live.envelope.deadline
    assert moved is not None
    if moved <= ends:
        return Decision(live, changed=True, answer=noted(live))
    news = say_many(
        "The house was out of order for {count} minute; the deadline is now {when}.",
        "The house was out of order for {count} minutes; the deadline is now {when}.",
        count=max(1, round((until - since) / 60)),
        when=clock.moment_words(envelope, moved),
    )
    live, notices = announced(live, news, by=None, cause=f"outage{round(until * 1000)}")
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    told = noted(settled.live, told=(news,))
    return Decision(settled.live, True, settled.entries, notices + settled.notices, told)
