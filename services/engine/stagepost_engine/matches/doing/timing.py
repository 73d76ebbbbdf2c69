"""EXTEND moves the deadline of a step; WAIT keeps the step open until it, READY no longer."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say, say_many
from stagepost_engine.matches import clock
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import announced


def extend(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Move the deadline by whole hours, once in a step. Raises Problem."""
    envelope, hours = live.envelope, int(str(command["hours"]))
    _hold_to_clock(live, moment)
    assert envelope.deadline is not None
    if seat in envelope.extended:
        when = clock.moment_words(envelope, envelope.deadline)
        told = say("You have moved this deadline already; it is {when}.", when=when)
        return Done(live, (told,), changed=False)
    used, most = envelope.seat(seat).extensions, envelope.policy.extensions
    if used >= most:
        raise Problem(
            "illegal",
            say_many(
                "You have used your {count} extension; your host can still help.",
                "You have used your {count} extensions; your host can still help.",
                count=most,
            ),
        )
    room = int(clock.extensible_seconds(live) // 3600)
    if not 0 < hours <= room:
        raise Problem(
            "illegal",
            say(
                "{hours} hours cannot be: this deadline may move by {room} hours at the most.",
                hours=hours,
                room=room,
            ),
        )
    live = clock.moved_to(live, envelope.deadline + 3600 * hours)
    envelope = with_seats(live.envelope, {seat: {"extensions": used + 1}})
    live = live.with_envelope(replace(envelope, extended=(*envelope.extended, seat)))
    return _extended(live, seat, hours, most - used - 1, moment)


def wait(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the step open until the deadline. Raises Problem."""
    _hold_to_clock(live, moment)
    live = live.changed(waits=(*live.envelope.waits, seat))
    assert live.envelope.deadline is not None
    told = say(
        "The step stays open until {when}, also when all moves are in; READY ends that.",
        when=clock.moment_words(live.envelope, live.envelope.deadline),
    )
    return Done(live, (told,), settles=True)


def ready(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Let the step close as soon as all moves are in."""
    live = live.changed(waits=tuple(other for other in live.envelope.waits if other != seat))
    return Done(live, (say("The step closes as soon as all moves are in."),), settles=True)


DOERS: Final[dict[str, Doer]] = {"extend": extend, "wait": wait, "ready": ready}


def _hold_to_clock(live: Live, moment: Moment) -> None:
    """Raise Problem where the clock stands, or the deadline is past."""
    envelope = live.envelope
    if envelope.paused is not None:
        raise Problem(
            "not-yet", say("The match is paused: its clock stands. RESUME votes to go on.")
        )
    if envelope.deadline is None or moment.received > envelope.deadline:
        raise Problem("stale-step", say("The deadline is past; it cannot be moved any more."))


def _extended(live: Live, seat: Seat, hours: int, left: int, moment: Moment) -> Done:
    assert live.envelope.deadline is not None
    when = clock.moment_words(live.envelope, live.envelope.deadline)
    news = say_many(
        "{seat} moves the deadline by {count} hour: it is now {when}.",
        "{seat} moves the deadline by {count} hours: it is now {when}.",
        count=hours,
        seat=seat,
        when=when,
    )
    cause = f"clock{round(moment.now * 1000)}-{seat}"
    live, notices = announced(live, news, by=seat, cause=cause)
    told = say_many(
        "The deadline is now {when}. You can do that {count} more time in this match.",
        "The deadline is now {when}. You can do that {count} more times in this match.",
        count=left,
        when=when,
    )
    return Done(live, (told,), notices=notices, settles=True)
