"""What a host sees of time: the clock of the step, and every deadline that was missed."""

from __future__ import annotations

from stagepost_contracts.hosting import ClockSeen, MissSeen
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.live import Live


def clock_seen(live: Live) -> ClockSeen:
    """Return the clock as it stands now."""
    envelope = live.envelope
    return ClockSeen(
        step=envelope.step,
        deadline=deadline_shown(envelope),
        paused=envelope.paused is not None,
        extended=envelope.extended,
    )


def misses_seen(live: Live) -> tuple[MissSeen, ...]:
    """Return the misses of all seats and tenures, the oldest first."""
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
        )
        for missed in live.envelope.missed
    )
