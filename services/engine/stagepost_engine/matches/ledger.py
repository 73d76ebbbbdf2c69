"""What a host sees of time: the clock of the step, and every deadline that was missed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from stagepost_contracts.held import HELD_SECONDS_MOST
from stagepost_contracts.hosting import ClockSeen, HeldClock, MailSeen, MissSeen
from stagepost_contracts.ids import Seat
from stagepost_contracts.mails import MailNote
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.envelope import Missed
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import is_over


def clock_seen(
    live: Live, held: Mapping[Seat, float] = MappingProxyType({}), seat: Seat | None = None
) -> ClockSeen:
    """Return the clock as it stands now, to the host or to a seat.

    `held` are the moments of receipt of the mails that hold a seat's clock.
    """
    envelope = live.envelope
    waiting = live.awaited if live.started and not is_over(live.state) else ()
    return ClockSeen(
        step=envelope.step,
        deadline=deadline_shown(envelope),
        paused=envelope.paused is not None,
        extended=envelope.extended,
        held=tuple(
            HeldClock(name, received + HELD_SECONDS_MOST)
            for name, received in held.items()
            if name in waiting and seat in (None, name)
        ),
    )


def misses_seen(
    live: Live, notes: Mapping[MailNote, float], seat: Seat | None = None
) -> tuple[MissSeen, ...]:
    """Return the misses of all seats and tenures, or of a seat's present one, the oldest first.

    `notes` are what the mailer wrote down of the match's mails.
    """
    mine = None if seat is None else (seat, live.envelope.seat(seat).tenure)
    return tuple(
        MissSeen(
            seat=missed.seat,
            tenure=missed.tenure,
            step=missed.step,
            phase=missed.phase,
            phase_title=live.game.phase(missed.phase).title,
            at=missed.at,
            played=missed.played,
            default="own" if missed.own else "game",
            reason="undeliverable" if missed.unreached else "silent",
            undone=missed.undone,
            mails=_mails(notes, missed),
            returned=_returned(notes, missed),
        )
        for missed in live.envelope.missed
        if mine in (None, (missed.seat, missed.tenure))
    )


def _mails(notes: Mapping[MailNote, float], missed: Missed) -> tuple[MailSeen, ...]:
    """Return the mails of the step to the seat, in the order in which they were first tried."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for note, at in notes.items():
        if _is_about(note, missed) and note.fate != "returned":
            found.setdefault((note.kind, note.name), {})[note.fate] = at
    mails = [MailSeen(kind, **fates) for (kind, _), fates in found.items() if "tried" in fates]
    return tuple(sorted(mails, key=lambda mail: mail.tried))


def _returned(notes: Mapping[MailNote, float], missed: Missed) -> float | None:
    back = (note for note in notes if note.fate == "returned" and _is_about(note, missed))
    return min((notes[note] for note in back), default=None)


def _is_about(note: MailNote, missed: Missed) -> bool:
    return (note.seat, note.tenure, note.step) == (missed.seat, missed.tenure, missed.step)
