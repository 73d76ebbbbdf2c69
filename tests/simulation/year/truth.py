"""Whether a mail that goes out is true of its match at that moment, and a match in one line."""

from __future__ import annotations

from stagepost_contracts.notices import Notice, Prompt, Reminder
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import awaited, is_over


def story(envelope: Envelope) -> str:
    """Return the clock of a match in one line, for whoever looks for a fault."""
    seats = [(kept.name, kept.misses, kept.vacant, kept.asked) for kept in envelope.seats]
    return (
        f"step {envelope.step}, deadline {envelope.deadline}, first {envelope.deadline_first}, "
        f"opened {envelope.opened_at}, paused {envelope.paused}, waits {envelope.waits}, "
        f"sealed {tuple(envelope.sealed)}, dues {envelope.dues}, seats {seats}, "
        f"policy {envelope.policy}"
    )


def untrue(notice: Notice, envelope: Envelope) -> str:
    """Say how a prompt or reminder contradicts the match as it is; empty if it does not."""
    assert isinstance(notice.body, Prompt | Reminder)
    if envelope.over:
        return "the match is over"
    if notice.step != envelope.step:
        return "the step is past"
    if notice.tenure != envelope.seat(notice.seat).tenure:
        return "another player is in the seat"
    live = Live(envelope)
    if is_over(live.state) or notice.seat not in awaited(live.game, live.play):
        return "the seat is not awaited"
    deadline = envelope.deadline if envelope.paused is None else None
    if notice.body.ask.deadline != deadline:
        return f"another deadline: {notice.body.ask.deadline} and not {deadline}"
    return ""
