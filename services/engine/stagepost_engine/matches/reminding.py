"""Whether a reminder is still true at the moment at which it is sent."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stagepost_contracts.reports import ReminderReady
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.freeing import is_quiet
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import awaited, is_over

Judgement: TypeAlias = Literal["now", "later", "never"]


def judged(live: Live, ready: ReminderReady, now: float) -> Judgement:
    """Return whether a reminder is still true: it may have waited for the mail host for hours.

    A seat that has moved, another step, and a deadline that was moved or is past need none.
    """
    envelope = live.envelope
    if not live.started or is_over(live.state) or ready.step != envelope.step:
        return "never"
    tenures = {kept.name: kept.tenure for kept in envelope.seats}
    if tenures.get(ready.seat) != ready.tenure or ready.seat not in awaited(live.game, live.play):
        return "never"
    if deadline_shown(envelope) != ready.deadline or now >= ready.deadline:
        return "never"
    kept = envelope.seat(ready.seat)
    return "later" if is_quiet(envelope.policy, kept, now) else "now"
