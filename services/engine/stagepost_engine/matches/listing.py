"""All matches of the house, page by page, for the operator."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of, partitions
from stagepost_contracts.watching import MatchListed, MatchPage, MatchState
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.envelope import Envelope, decode_envelope, state_of
from stagepost_engine.store.commit import STATES
from stagepost_engine.store.redis_store import Place, RedisStore


async def listed(
    store: RedisStore, *, state: MatchState | None, cursor: MatchId | None, limit: int
) -> MatchPage:
    """Return a page: matches by partition, then by id.

    The cursor is the last match of the page before; it stays good whatever comes and goes.
    """
    states = STATES if state is None else (state,)
    found: list[MatchListed] = []
    for reached in _reached(cursor):
        places = [
            Place(partition, one, cursor if cursor and partition == partition_of(cursor) else "")
            for partition in reached
            for one in states
        ]
        found += await _rows(store, places, limit + 1)
        if len(found) > limit:
            return MatchPage(tuple(found[:limit]), found[limit - 1].match)
    return MatchPage(tuple(found))


def _reached(cursor: MatchId | None) -> Iterator[tuple[str, ...]]:
    """Yield the partitions from the cursor's on, more at once the further it goes."""
    left = partitions()
    if cursor is not None:
        left = left[left.index(partition_of(cursor)) :]
    at, count = 0, 1
    while at < len(left):
        yield left[at : at + count]
        at, count = at + count, count * 4


async def _rows(store: RedisStore, places: list[Place], limit: int) -> list[MatchListed]:
    """Return the first matches that stand behind the places, in the order of the list.

    One that has come to another state a moment ago is shown as it is.
    """
    names: dict[str, list[str]] = {}
    for place, found in zip(places, await store.listed(places, limit), strict=True):
        names.setdefault(place.partition, []).extend(found)
    first = [MatchId(name) for here in names.values() for name in sorted(here)[:limit]][:limit]
    loaded = await asyncio.gather(*(store.load(match) for match in first))
    return [_row(decode_envelope(one.envelope)) for one in loaded if one.envelope is not None]


def _row(envelope: Envelope) -> MatchListed:
    return MatchListed(
        match=envelope.match,
        game=envelope.game,
        state=state_of(envelope),
        step=envelope.step,
        seats=envelope.names,
        host=envelope.host,
        created=envelope.created,
        deadline=deadline_shown(envelope),
    )
