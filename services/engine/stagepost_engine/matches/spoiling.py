"""The spoiler delay: who plays by no token of a seat sees the game as it stood some hours ago."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from stagepost_contracts.api import MatchSeen
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.happening import Happened, decode_happened
from stagepost_engine.matches.hooks import opens_at
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.looking_back import state_before
from stagepost_engine.matches.record import Entry, Opening, decode_entry
from stagepost_engine.matches.seen import seen
from stagepost_engine.rules import codec
from stagepost_engine.store.redis_store import RedisStore


def is_held_back(live: Live, reader: Reader) -> bool:
    """Whether the reader sees the match later than it happens."""
    envelope = live.envelope
    return reader.seat is None and not envelope.over and envelope.policy.spoiler_hours > 0


def step_shown(live: Live, events: Iterable[Happened], now: float) -> int:
    """Return the step that who is held back may see by now; 0 before the first."""
    steps = (
        event.step
        for event in events
        if event.kind == "step" and opens_at(live.envelope, event.at, None) <= now
    )
    return max(steps, default=0)


def entries_shown(entries: tuple[Entry, ...], step: int) -> tuple[Entry, ...]:
    """Return what had been played when the step opened."""
    return tuple(
        entry
        for entry in entries
        if (step > 0 if isinstance(entry, Opening) else getattr(entry, "step", step) < step)
    )


async def step_now(store: RedisStore, live: Live, now: float) -> int:
    """Return the step that who is held back may see by now, by what happened in the match."""
    events = map(decode_happened, await store.events(live.envelope.match))
    return step_shown(live, events, now)


async def shown_now(store: RedisStore, live: Live, reader: Reader, now: float) -> Live:
    """Return the match as the reader may see it: as it is, or as it opened an earlier step."""
    if not is_held_back(live, reader):
        return live
    step = await step_now(store, live, now)
    entries = tuple(map(decode_entry, await store.record(live.envelope.match)))
    return await asyncio.to_thread(_opened, live, entries_shown(entries, step), step)


def seen_then(live: Live, then: Live, reader: Reader) -> MatchSeen:
    """Return the match for the reader, `then` being what they may see of it.

    A host keeps the clock and the seats as they are now; to others the rest is not told either.
    """
    found = seen(then, reader)
    if then is live:
        return found
    if reader.host:
        seats = seen(live, reader).seats
        then_seats = {seat.name: seat for seat in found.seats}
        told = tuple(
            msgspec.structs.replace(seat, awaited=then_seats[seat.name].awaited, waits=False)
            for seat in seats
        )
        return msgspec.structs.replace(
            found, seats=told, deadline=deadline_shown(live.envelope), votes=()
        )
    told = tuple(
        msgspec.structs.replace(seat, misses=0, waits=False, vacant=False) for seat in found.seats
    )
    return msgspec.structs.replace(found, seats=told, votes=())


def _opened(live: Live, entries: tuple[Entry, ...], step: int) -> Live:
    state = codec.encode_state(state_before(entries)) if entries else b""
    return live.changed(
        state=state,
        step=step,
        sealed={},
        standing={},
        plans={},
        defaults={},
        offers=(),
        deadline=None,
        paused=None,
    )
