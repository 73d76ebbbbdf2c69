"""What befalls every match at once: an outage of the house."""

from __future__ import annotations

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_engine.matches.command import Outage
from stagepost_engine.matches.service import Matches, Request
from stagepost_engine.store.redis_store import RedisStore


async def made_good_everywhere(matches: Matches, store: RedisStore, outage: Outage) -> int:
    """Make the outage good in each match; say in how many a deadline was moved.

    The same report again moves nothing, so that a call that was cut off may be repeated.
    """
    moved = 0
    for partition in partitions():
        for match in await store.matches(partition):
            answer = await matches.act(MatchId(match), Request(lambda _: outage))
            moved += bool(answer.told)
    return moved
