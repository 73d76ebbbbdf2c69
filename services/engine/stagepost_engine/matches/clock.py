"""When a match must be looked at again: the deadline of the step, its grace, delay, reminders."""

from __future__ import annotations

from typing import Any

from stagepost_contracts.dues import Due
from stagepost_contracts.policy import deadline_after
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import actors, awaited

REMIND_LEAST_SECONDS = 60.0


def opened(live: Live, now: float) -> Live:
    """Return the match with the clock of a step that opens now."""
    deadline = round(deadline_after(live.envelope.policy, now), 3)
    return live.changed(deadline=None if live.envelope.over else deadline)


def with_dues(live: Live, now: float) -> Live:
    """Return the match with every moment at which its present step must be looked at."""
    return live.changed(dues=tuple(_dues(live, now)))


def must_wait(live: Live, now: float) -> bool:
    """Whether all moves of a phase of several are in, but may still be changed."""
    acting = actors(live.game, live.play)
    delay = 60 * live.envelope.policy.delay_minutes
    if not delay or len(acting) < 2 or awaited(live.game, live.play):
        return False
    return now < _last_move(live.envelope) + delay


def _dues(live: Live, now: float) -> list[Due]:
    envelope = live.envelope
    deadline, step = envelope.deadline, envelope.step
    if deadline is None or envelope.over:
        return []
    policy = envelope.policy
    found = [_due(envelope, "deadline", deadline)]
    if policy.grace_hours:
        found = [_due(envelope, "grace", deadline + 3600 * policy.grace_hours)]
    if must_wait(live, now):
        found.append(_due(envelope, "delay", _last_move(envelope) + 60 * policy.delay_minutes))
    for hours in policy.reminders:
        due = Due(envelope.match, "reminder", step, round(deadline - 3600 * hours, 3))
        if due.at > now + REMIND_LEAST_SECONDS or due in envelope.dues:
            found.append(due)
    return found


def _last_move(envelope: Envelope) -> float:
    return max(kept.at for kept in envelope.sealed.values())


def _due(envelope: Envelope, kind: Any, at: float) -> Due:
    return Due(envelope.match, kind, envelope.step, round(at, 3))
