"""A backup of a match, as the match notes it: that it was taken, and that play goes on from it."""

from __future__ import annotations

from typing import Any

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_contracts.texts import say
from stagepost_engine.matches import clock
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import BackUp, Restore
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import Envelope, with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import reported, untold
from stagepost_engine.rules.play import awaited


def copied(live: Live, command: BackUp | Restore, moment: Moment) -> Decision:
    """Note a backup that is taken, or the match that goes on from one."""
    match command:
        case BackUp():
            return _backed_up(live)
        case Restore():
            return _restored(live, command, moment)


def _backed_up(live: Live) -> Decision:
    """Tell the table, with its next mail, that the operator has everything of the match."""
    text = say("The operator made a backup of the match, with all that is sealed in it.")
    live = live.changed(news=(*live.envelope.news, Event(text)))
    if live.envelope.over:
        # No next mail comes, and one for each backup would be too many: the events tell it.
        live = _told(live, live.envelope.names)
    return Decision(live, changed=True, answer=noted(live))


def _restored(live: Live, command: Restore, moment: Moment) -> Decision:
    """Let the match go on where the backup left it: its clock stood since then."""
    envelope = live.envelope
    text = say(
        "The match goes on from a backup that was made at {when}; "
        "what came after that has not happened.",
        when=clock.moment_words(envelope, command.since),
    )
    live = live.changed(news=(*envelope.news, Event(text)))
    if not live.started or envelope.over:
        live = _told(live, envelope.names) if envelope.over else live.changed(dues=command.dues)
        return Decision(live, changed=True, answer=noted(live))
    if envelope.paused is None and command.since < moment.now:
        stood_since = max(envelope.opened_at, command.since)
        live = clock.resumed(live.changed(paused=stood_since), moment.now)
    if not command.remind:
        live = clock.with_dues(live, moment.now)
        return Decision(live, changed=True, answer=noted(live))
    return _reminded(live, moment)


def _reminded(live: Live, moment: Moment) -> Decision:
    """Ask every awaited seat again, and report to the others."""
    waiting = awaited(live.game, live.play)
    again: dict[Seat, dict[str, Any]] = {seat: {"asked": False} for seat in waiting}
    live = live.with_envelope(with_seats(live.envelope, again))
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    live = settled.live
    others = _without(live.envelope, settled.notices)
    cause = f"restored{round(moment.now * 1000)}"
    reports = tuple(reported(live, seat, untold(live, seat), cause) for seat in others)
    live = _told(live, others)
    return Decision(live, True, settled.entries, settled.notices + reports, noted(live))


def _without(envelope: Envelope, notices: tuple[Notice, ...]) -> tuple[Seat, ...]:
    mailed = {notice.seat for notice in notices}
    return tuple(seat for seat in envelope.names if seat not in mailed)


def _told(live: Live, seats: tuple[Seat, ...]) -> Live:
    """Return the match with these seats having been told all of its news."""
    total = live.envelope.forgotten + len(live.envelope.news)
    told: dict[Seat, dict[str, Any]] = {seat: {"told": total} for seat in seats}
    return live.with_envelope(with_seats(live.envelope, told))
