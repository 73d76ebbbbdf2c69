"""EXTEND moves the deadline of a step; WAIT keeps the step open until it, READY no longer."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches import clock
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import announced


def extend(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Ask for whole hours more, once in a step; with enough seats that do the deadline moves.

    It moves by the fewest hours that one of them asked for. Raises Problem.
    """
    envelope, hours = live.envelope, int(str(command["hours"]))
    _hold_to_clock(live, moment)
    assert envelope.deadline is not None
    if seat in envelope.extended:
        when = clock.moment_words(envelope, envelope.deadline)
        told = say("You have moved this deadline already; it is {when}.", when=when)
        return Done(live, (told,), changed=False)
    if envelope.wishes.get(seat) == hours:
        return Done(live, (_counted(live, seat, hours),), changed=False)
    _hold_to_bounds(live, seat, hours)
    live = live.changed(wishes={**envelope.wishes, seat: hours})
    asking = tuple(name for name in envelope.names if name in live.envelope.wishes)
    if len(asking) < _quorum(live):
        news = _counted(live, seat, hours)
        cause = f"clock{round(moment.now * 1000)}-{seat}"
        live, notices = announced(live, news, by=seat, cause=cause)
        return Done(live, (news,), notices=notices)
    hours = min(live.envelope.wishes.values())
    live = clock.moved_to(live, envelope.deadline + 3600 * hours)
    used = {name: {"extensions": envelope.seat(name).extensions + 1} for name in asking}
    extended = (*envelope.extended, *asking)
    live = live.with_envelope(with_seats(live.envelope, used)).changed(extended=extended, wishes={})
    left = envelope.policy.extensions - live.envelope.seat(seat).extensions
    return _extended(live, seat, hours, left, moment)


def wait(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the step open until the deadline. Raises Problem."""
    _hold_to_clock(live, moment)
    waiting = seat in live.envelope.waits
    if not waiting:
        live = live.changed(waits=(*live.envelope.waits, seat))
    assert live.envelope.deadline is not None
    told = say(
        "The step stays open until {when}, also when all moves are in; READY ends that.",
        when=clock.moment_words(live.envelope, live.envelope.deadline),
    )
    return Done(live, (told,), changed=not waiting, settles=not waiting)


def ready(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Let the step close as soon as all moves are in."""
    told = say("The step closes as soon as all moves are in.")
    if seat not in live.envelope.waits:
        return Done(live, (told,), changed=False)
    live = live.changed(waits=tuple(other for other in live.envelope.waits if other != seat))
    return Done(live, (told,), settles=True)


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


def _hold_to_bounds(live: Live, seat: Seat, hours: int) -> None:
    """Raise Problem where the seat's extensions are used, or the deadline may not move so far."""
    used, most = live.envelope.seat(seat).extensions, live.envelope.policy.extensions
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


def _quorum(live: Live) -> int:
    """Return how many seats must ask: no more than have a player."""
    playing = sum(not kept.vacant for kept in live.envelope.seats)
    return max(1, min(live.envelope.policy.extend_quorum, playing))


def _counted(live: Live, seat: Seat, hours: int) -> Text:
    return say(
        "{seat} asks to move the deadline by {hours} hours, by EXTEND {hours}: {count} of the "
        "{needed} seats that it takes.",
        seat=seat,
        hours=hours,
        count=len(live.envelope.wishes),
        needed=_quorum(live),
    )


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
