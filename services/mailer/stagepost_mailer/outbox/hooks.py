"""Events that wait for webhooks, and what became of each: read and written by who calls them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys
from stagepost_contracts.hooks import Heard, Hook, HookState, HookTest, HookTried
from stagepost_contracts.ids import MatchId

HOOKS_A_LOOK_MOST = 200
STATE_SECONDS = 60 * 24 * 3600
TRIED_SECONDS = 60
OVER = "over"

# A webhook in hand is due again when whoever has it must be dead: nobody else calls it meanwhile.
CLAIM = """
local time = redis.call('TIME')
local now = string.format('%d.%06d', time[1], time[2])
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])
for _, hook in ipairs(due) do redis.call('ZADD', KEYS[1], time[1] + ARGV[1], hook) end
return due
"""

# It rests only while nothing waits: what came in the meantime is called for at once.
REST = """
if redis.call('ZCARD', KEYS[1]) == 0 then redis.call('ZREM', KEYS[2], ARGV[1])
else redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1]) end
"""


@dataclass(frozen=True, slots=True)
class HookName:
    """A webhook in a match, by its id."""

    match: MatchId
    hook: str

    @property
    def member(self) -> str:
        return f"{self.match}/{self.hook}"


@dataclass(frozen=True, slots=True)
class Next:
    """The first event that waits; `freely` where the match is over and nothing is held back."""

    number: int
    heard: Heard
    freely: bool


class HookBook:
    """All of it lies beside the match, in its partition."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._claim = redis.register_script(CLAIM)
        self._rest = redis.register_script(REST)

    async def now(self) -> float:
        seconds, micros = await self._redis.time()
        return float(seconds) + float(micros) / 1e6

    async def look(self, partitions: Sequence[str]) -> tuple[list[HookTest], list[str]]:
        """Take the tests that somebody waits for, and say in which partitions a webhook is due."""
        now = await self.now()
        async with self._redis.pipeline(transaction=False) as look:
            for partition in partitions:
                look.lpop(keys.hook_tests(partition), HOOKS_A_LOOK_MOST)
                look.zcount(keys.hooks_due(partition), "-inf", now)
            found = await look.execute()
        tests = [
            msgspec.json.decode(test, type=HookTest) for some in found[::2] for test in some or ()
        ]
        return tests, [name for name, due in zip(partitions, found[1::2], strict=True) if due]

    async def claim(self, partition: str, lease: int, most: int) -> list[HookName]:
        """Take webhooks in hand that are to be called; for `lease` seconds nobody else does."""
        found = await self._claim(keys=[keys.hooks_due(partition)], args=[lease, most])
        return [_called(member.decode()) for member in found]

    async def find(self, called: HookName) -> Hook | None:
        """None where it was taken away, or is of a player who has the seat no more."""
        found: Any = self._redis.hget(keys.hooks(called.match), called.hook)
        kept = await found
        return None if kept is None else msgspec.json.decode(kept, type=Hook)

    async def state(self, called: HookName) -> HookState:
        found: Any = self._redis.hget(keys.hook_states(called.match), called.hook)
        return msgspec.json.decode(await found or b"{}", type=HookState)

    async def keep(self, called: HookName, state: HookState) -> None:
        key = keys.hook_states(called.match)
        async with self._redis.pipeline(transaction=True) as write:
            write.hset(key, called.hook, msgspec.json.encode(state))
            write.expire(key, STATE_SECONDS)
            if state.delivered:
                write.zremrangebyscore(self._waiting(called), "-inf", state.delivered)
            await write.execute()

    async def first(self, called: HookName) -> Next | None:
        """None where nothing waits."""
        async with self._redis.pipeline(transaction=False) as look:
            look.zrange(self._waiting(called), 0, 0, withscores=True)
            look.zrange(self._waiting(called), -1, -1)
            [ahead, last] = await look.execute()
        if not ahead:
            return None
        [(written, number)] = ahead
        ending = msgspec.json.decode(last[0], type=Heard).event.kind if last else ""
        return Next(int(number), msgspec.json.decode(written, type=Heard), freely=ending == OVER)

    async def again(self, called: HookName, at: float) -> None:
        """Call it again at a moment."""
        due = keys.hooks_due(keys.partition_of(called.match))
        await self._redis.zadd(due, {called.member: at})

    async def rest(self, called: HookName) -> None:
        """Call it again once something waits."""
        due = keys.hooks_due(keys.partition_of(called.match))
        await self._rest(keys=[self._waiting(called), due], args=[called.member, 0])

    async def drop(self, called: HookName) -> None:
        """Nothing of it is delivered any more."""
        async with self._redis.pipeline(transaction=True) as write:
            write.delete(self._waiting(called))
            write.zrem(keys.hooks_due(keys.partition_of(called.match)), called.member)
            await write.execute()

    async def tried(self, test: HookTest, tried: HookTried) -> None:
        """Tell who waits for a test what it came to."""
        key = keys.hook_tried(test.match, test.id)
        await self._redis.set(key, msgspec.json.encode(tried), ex=TRIED_SECONDS)

    def _waiting(self, called: HookName) -> str:
        return keys.hook_waiting(called.match, called.hook)


def _called(member: str) -> HookName:
    match, _, hook = member.partition("/")
    return HookName(MatchId(match), hook)
