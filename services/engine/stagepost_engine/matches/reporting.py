"""What the mailer reports of a match: the operator looked at a mail, a mail came back."""

from __future__ import annotations

from stagepost_contracts.events import Event
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import ComeBack, Look, Say
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.deputizing import told_alone
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import reported


def looked(live: Live, command: Look) -> Decision:
    """Tell the whole table, with its next mail, that the operator has seen what a seat wrote."""
    envelope, seat = live.envelope, command.seat
    text = say("The operator looked at a mail of {seat} that had been put aside.", seat=seat)
    if command.vouched:
        text = say(
            "The operator vouched for a mail to the seat of {seat} that nothing proved to be the "
            "player's: it counts as theirs.",
            seat=seat,
        )
    if not envelope.over:
        after = live.changed(news=(*envelope.news, Event(text)))
        return Decision(after, changed=True, answer=noted(live, seat))
    # No next mail comes, so that this look has one of its own.
    cause = f"look{envelope.revision}"
    notices = tuple(reported(live, reader, (text,), cause) for reader in envelope.names)
    return Decision(live, changed=True, notices=notices, answer=noted(live, seat))


def came_back(live: Live, command: ComeBack, moment: Moment) -> Decision:
    """Mark the seat as one that mail does not reach; of a deputy's mail its player is told."""
    seat, step = command.seat, command.step
    if command.deputy:
        return _deputy_unreached(live, command, moment)
    latest = max(step, live.envelope.seat(seat).returned or 0)
    after = live.with_envelope(with_seats(live.envelope, {seat: {"returned": latest}}))
    return Decision(after, changed=True, answer=noted(live, seat))


def _deputy_unreached(live: Live, command: ComeBack, moment: Moment) -> Decision:
    deputy = live.envelope.seat(command.seat).deputy
    if deputy is None or deputy.number != command.deputy or moment.now >= deputy.ends:
        return Decision(live, changed=False, answer=noted(live, command.seat))
    text = say(
        "A mail to your deputy {name} came back: play yourself, or name somebody else.",
        name=deputy.name,
    )
    cause = f"unreached{deputy.number}-{command.step}"
    found = Decision(live, changed=True, answer=noted(live, command.seat))
    return told_alone(found, command.seat, text, cause)


def reached(live: Live, command: Say) -> Live:
    """Return the match without the mark, where a mail that came back was later answered.

    A reply carries the address of the mail that it answers, so that one did arrive.
    """
    returned = live.envelope.seat(command.seat).returned
    if not command.by_mail or command.deputy or returned is None or command.step < returned:
        return live
    return live.with_envelope(with_seats(live.envelope, {command.seat: {"returned": None}}))
