"""Outages: when a part of the house was away for a while, the engine is told once, of all of it.

Each part writes down that it is alive: the watcher itself, the receiver where mail comes in by
one, the engine where a watcher asked it. Of sending the first failure is written down, until a
mail is taken again. While a part is late, and until the engine was told, no step is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, cast

from redis import Redis
from redis.asyncio import Redis as AsyncRedis

WATCHER: Final = "watcher"
INTAKE: Final = "intake"
ENGINE: Final = "engine"
SENDING: Final = "sending"
PARTS: Final = (WATCHER, INTAKE, ENGINE, SENDING)

GAPS_KEY: Final = "stagepost:alive:gaps"
"""A set of `since-until`, in whole seconds, of which the engine is still to be told."""

GAP_SECONDS_LEAST: Final = 15 * 60
# A part that restarts is not late; nothing is held for it.
LATE_SECONDS: Final = 60
# One that stays away for longer was taken out of the house, or nobody will mend it.
LATE_SECONDS_MOST: Final = 24 * 3600
# The tries of a mail are an hour apart: without one for longer nobody waits for the mail host.
AWAY_SECONDS_MOST: Final = 2 * 3600

PutOutage = Callable[[int, int], bool]


def alive_key(part: str) -> str:
    """The moment at which a part was last alive, or since when nothing can be sent."""
    return f"stagepost:alive:{part}"


def beat(redis: Redis, part: str) -> None:
    """Write down that a part is alive; before that, a time in which it was not."""
    [now, _] = redis.time()
    before = cast("bytes | None", redis.get(alive_key(part)))
    if before is not None and now - int(before) >= GAP_SECONDS_LEAST:
        redis.sadd(GAPS_KEY, _written(int(before), now))
    redis.set(alive_key(part), now)


def note(redis: Redis, put_outage: PutOutage) -> None:
    """Write down that somebody watches, and report what was away, once all of it is back.

    Two watchers may report the same gap: the engine counts each moment of it once.
    """
    beat(redis, WATCHER)
    gaps = _read(cast("set[bytes]", redis.smembers(GAPS_KEY)))
    if not gaps:
        return
    [now, _] = redis.time()
    if not any(_late(now, redis.get(alive_key(part))) for part in PARTS):
        for since, until in joined(gaps):
            put_outage(since, until)


def joined(gaps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the gaps without their overlaps: what was away at the same time is one outage."""
    found: list[tuple[int, int]] = []
    for since, until in sorted(gaps):
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(until, found[-1][1]))
        else:
            found.append((since, until))
    return found


class Gaps:
    """What the jobs know of outages, and what the receiver and the sending of mail tell."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis

    async def open(self) -> bool:
        """Whether an outage is still to be made good, or one may have begun."""
        async with self._redis.pipeline(transaction=False) as look:
            look.time()
            look.exists(GAPS_KEY)
            for part in PARTS:
                look.get(alive_key(part))
            [[now, _], gaps, *alive] = await look.execute()
        return bool(gaps) or any(_late(now, at) for at in alive)

    async def close(self, since: int, until: int) -> None:
        """Forget what was told: all that lay in this outage."""
        gaps = _read(await self._redis.smembers(GAPS_KEY))
        told = [_written(*gap) for gap in gaps if since <= gap[0] and gap[1] <= until]
        if told:
            await self._redis.srem(GAPS_KEY, *told)

    async def intake_alive(self) -> None:
        """Mail comes in. What `beat` is to a watcher."""
        await self._back(INTAKE)
        [now, _] = await self._redis.time()
        await self._redis.set(alive_key(INTAKE), now)

    async def host_away(self) -> None:
        """A mail could not be sent, for the mail host is away."""
        [now, _] = await self._redis.time()
        await self._redis.set(alive_key(SENDING), now, nx=True)
        await self._redis.expire(alive_key(SENDING), AWAY_SECONDS_MOST)

    async def host_answers(self) -> None:
        """The mail host is there; with that a time in which it was away ends."""
        if await self._redis.exists(alive_key(SENDING)):
            await self._back(SENDING)
            await self._redis.delete(alive_key(SENDING))

    async def _back(self, part: str) -> None:
        before = await self._redis.get(alive_key(part))
        [now, _] = await self._redis.time()
        if before is not None and now - int(before) >= GAP_SECONDS_LEAST:
            await self._redis.sadd(GAPS_KEY, _written(int(before), now))


def _late(now: int, at: object) -> bool:
    return at is not None and LATE_SECONDS < now - int(cast("bytes", at)) < LATE_SECONDS_MOST


def _written(since: int, until: int) -> str:
    return f"{since}-{until}"


def _read(members: Iterable[bytes | str]) -> list[tuple[int, int]]:
    # Our clients decode nothing: members are bytes.
    pairs = (cast("bytes", member).decode().partition("-") for member in members)
    return [(int(since), int(until)) for since, _, until in pairs]
