"""Webhooks of a match: who has one, and which events each of them is to hear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.hooks import Heard, HookNews
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import HookOff
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import EndHook, SetHook, StopHook
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import Envelope, KeptHook, with_seats
from stagepost_engine.matches.happening import Happened, happened, is_for, shown
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import notice


def hook_set(live: Live, command: SetHook) -> Decision:
    """Give the holder a webhook in the place of the one before; it hears what comes from now on."""
    kept = KeptHook(command.hook, command.token, command.number)
    live = live.with_envelope(with_hook(live.envelope, command.seat, kept))
    return Decision(live, changed=True, answer=noted(live))


def hook_ended(live: Live, command: EndHook) -> Decision:
    """Take the holder's webhook away. Raises Problem `not-found`."""
    if hook_of(live.envelope, command.seat) is None:
        raise Problem("not-found", say("You have no webhook here."))
    live = live.with_envelope(with_hook(live.envelope, command.seat, None))
    return Decision(live, changed=True, answer=noted(live))


def hook_stopped(live: Live, command: StopHook) -> Decision:
    """Let the webhook hear nothing any more, and mail its seat; a host sees it where it looks."""
    for seat, kept in hooks_of(live.envelope):
        if kept.id != command.hook or kept.off:
            continue
        stopped = msgspec.structs.replace(kept, off=True)
        live = live.with_envelope(with_hook(live.envelope, seat, stopped))
        body, cause = HookOff(command.reason), f"hook{kept.id}"
        notices = () if seat is None else (notice(live, seat, body, cause),)
        return Decision(live, changed=True, notices=notices, answer=noted(live))
    return Decision(live, changed=False, answer=noted(live))


def with_hooks(before: Live, decision: Decision, moment: Moment) -> Decision:
    """Add what each webhook is to hear of the decision, numbered as its reader's events are."""
    envelope = decision.live.envelope
    hooks = tuple(hooks_of(envelope))
    if not decision.changed or not hooks:
        return decision
    found = happened(before, decision.live, moment.now)
    news = []
    for seat, kept in hooks:
        if kept.off:
            continue
        heard = _heard(envelope, seat, kept, found)
        if heard:
            news.append(HookNews(kept.id, heard))
            number = kept.number + len(heard)
            kept = msgspec.structs.replace(kept, number=number)  # noqa: PLW2901  the same hook
            envelope = with_hook(envelope, seat, kept)
    live = decision.live.with_envelope(envelope)
    return replace(decision, live=live, hook_news=tuple(news))


def counted(events: Iterable[Happened], envelope: Envelope, seat: Seat | None) -> int:
    """Return how many of the events a holder may know: the number of the last one."""
    tenure = envelope.seat(seat).tenure if seat else 0
    return sum(is_for(event, seat, tenure) for event in events)


def hooks_of(envelope: Envelope) -> Iterator[tuple[Seat | None, KeptHook]]:
    """Yield every webhook with its holder; None is the host."""
    for seat in (*envelope.names, None):
        kept = hook_of(envelope, seat)
        if kept is not None:
            yield seat, kept


def hook_of(envelope: Envelope, seat: Seat | None) -> KeptHook | None:
    """Return the webhook of a seat or with None of the host, if there is one."""
    return envelope.host_hook if seat is None else envelope.seat(seat).hook


def with_hook(envelope: Envelope, seat: Seat | None, kept: KeptHook | None) -> Envelope:
    """Return the envelope with that webhook of a seat or the host."""
    if seat is None:
        return msgspec.structs.replace(envelope, host_hook=kept)
    return with_seats(envelope, {seat: {"hook": kept}})


def _heard(
    envelope: Envelope, seat: Seat | None, kept: KeptHook, found: tuple[Happened, ...]
) -> tuple[Heard, ...]:
    tenure = envelope.seat(seat).tenure if seat else 0
    theirs = [event for event in found if is_for(event, seat, tenure)]
    return tuple(
        Heard(shown(event, number), open=opens_at(envelope, event.at, seat))
        for number, event in enumerate(theirs, kept.number + 1)
    )


def opens_at(envelope: Envelope, at: float, seat: Seat | None) -> float:
    """Return when a reader may know what happened at a moment; 0 for at once."""
    hours = envelope.policy.spoiler_hours
    if seat is not None or envelope.over or not hours:
        return 0.0
    return round(at + 3600 * hours, 3)
