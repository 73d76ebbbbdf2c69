"""All matches of the house, page by page, for the operator."""

from __future__ import annotations

from collections.abc import AsyncIterator

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of, partitions
from stagepost_contracts.watching import MatchListed, MatchPage, MatchState
from stagepost_engine.matches.envelope import Envelope, decode_envelope
from stagepost_engine.store.redis_store import RedisStore


async def listed(
    store: RedisStore, *, state: MatchState | None, cursor: MatchId | None, limit: int
) -> MatchPage:
    """Return a page: matches by partition, then by id.

    The cursor is the last match of the page before; it stays good whatever comes and goes.
    """
    found: list[MatchListed] = []
    async for envelope in _after(store, cursor):
        row = _row(envelope)
        if state in (None, row.state):
            if len(found) == limit:
                return MatchPage(tuple(found), found[-1].match)
            found.append(row)
    return MatchPage(tuple(found))


async def _after(store: RedisStore, place: MatchId | None) -> AsyncIterator[Envelope]:
    reached = place is None
    for partition in partitions():
        here = place is not None and partition_of(place) == partition
        if not (reached or here):
            continue
        reached = True
        for name in await store.matches(partition):
            if here and place is not None and name <= place:
                continue
            loaded = await store.load(MatchId(name))
            if loaded.envelope is not None:
                yield decode_envelope(loaded.envelope)


def _row(envelope: Envelope) -> MatchListed:
    return MatchListed(
        match=envelope.match,
        game=envelope.game,
        state=state_of(envelope),
        step=envelope.step,
        seats=envelope.names,
        host=envelope.host,
        created=envelope.created,
        deadline=envelope.deadline,
    )


def state_of(envelope: Envelope) -> MatchState:
    """Return whether a match waits to start, runs or is over."""
    if envelope.over:
        return "over"
    return "running" if envelope.state else "waiting"
