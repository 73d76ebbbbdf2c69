"""The operator's view of mails that were put aside: listed, read, let in again, let go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import msgspec
from redis.asyncio import Redis

from stagepost_contracts.held import held_field
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.keys import held_clocks, partition_of, partitions
from stagepost_mailer.inbox import keys
from stagepost_mailer.inbox.store import ENDED_SECONDS, Stored

DROPPED_MOST = 1000

Outcome = Literal["done", "owed", "gone"]
"""`owed`: the letter about it is not sent yet; `gone`: it is not among those put aside."""

# As it came: the moment of receipt stays, and what was once made of it is forgotten.
RELEASE = """
if redis.call('ZSCORE', KEYS[2], ARGV[1]) == false then return 'gone' end
if redis.call('HGET', KEYS[1], 'state') == 'owed' then return 'owed' end
local received = redis.call('HGET', KEYS[1], 'received')
redis.call('HSET', KEYS[1], 'state', 'pending', 'tries', '0')
redis.call('HDEL', KEYS[1], 'reason', 'letter', 'outcome')
if ARGV[3] == '1' then redis.call('HSET', KEYS[1], 'vouched', '1') end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[3], received, ARGV[1])
redis.call('ZADD', KEYS[4], received, ARGV[2])
return 'done'
"""

DROP = """
if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 'gone' end
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('LTRIM', KEYS[3], -ARGV[3], -1)
if redis.call('HGET', KEYS[1], 'state') ~= 'owed' then
  redis.call('HSET', KEYS[1], 'state', 'done')
  redis.call('EXPIRE', KEYS[1], ARGV[4])
end
if redis.call('HGET', KEYS[4], ARGV[5]) == redis.call('HGET', KEYS[1], 'received') then
  redis.call('HSET', KEYS[4], ARGV[5], '')
end
return 'done'
"""


class Shunted(msgspec.Struct, frozen=True):
    """One mail that was put aside, without a word of what it says."""

    match: MatchId
    intake: str
    seat: Seat
    step: int
    received: float
    at: float
    reason: str
    size: int


class Dropped(msgspec.Struct, frozen=True):
    """A mail that the operator let go, and why."""

    mail: Shunted
    why: str
    at: float


class Shunt:
    """Every mail that was put aside, in any match."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._release = redis.register_script(RELEASE)
        self._drop = redis.register_script(DROP)

    async def count(self) -> int:
        async with self._redis.pipeline(transaction=False) as look:
            for partition in partitions():
                look.zcard(keys.shunt(partition))
            return sum(await look.execute())

    async def entries(self) -> tuple[Shunted, ...]:
        """All of them, the one that waits longest first."""
        async with self._redis.pipeline(transaction=False) as look:
            for partition in partitions():
                look.zrange(keys.shunt(partition), 0, -1, withscores=True)
            found = await look.execute()
        named = [(member.decode(), score) for members in found for member, score in members]
        entries = [await self._entry(member, score) for member, score in named]
        return tuple(sorted((entry for entry in entries if entry), key=lambda entry: entry.at))

    async def raw(self, mail: Shunted) -> bytes:
        """The mail as it came; looking is told to the table by whoever calls this."""
        return cast("bytes", await self._redis.hget(keys.mail(mail.match, mail.intake), "raw"))

    async def release(self, mail: Shunted, *, vouched: bool = False) -> Outcome:
        """Puts it back among the pending: the watcher's next sweep has it read again.

        One that is `vouched` for counts as the player's own, whoever sent it.
        """
        partition = partition_of(mail.match)
        outcome = await self._release(
            keys=[
                keys.mail(mail.match, mail.intake),
                keys.shunt(partition),
                keys.pending(partition),
                keys.pending_of(mail.match),
            ],
            args=[_member(mail), mail.intake, "1" if vouched else ""],
        )
        return _outcome(outcome)

    async def drop(self, mail: Shunted, why: str) -> Outcome:
        """Lets it go, with the reason; the mail itself is kept for another month.

        A clock that it held goes on.
        """
        partition = partition_of(mail.match)
        [seconds, _] = await self._redis.time()
        entry = msgspec.json.encode(Dropped(mail, why, float(seconds)))
        outcome = await self._drop(
            keys=[
                keys.mail(mail.match, mail.intake),
                keys.shunt(partition),
                keys.dropped(partition),
                held_clocks(mail.match),
            ],
            args=[
                _member(mail),
                entry,
                DROPPED_MOST,
                ENDED_SECONDS,
                held_field(mail.seat, mail.step),
            ],
        )
        return _outcome(outcome)

    async def dropped(self) -> tuple[Dropped, ...]:
        """The last ones that were let go, oldest first."""
        async with self._redis.pipeline(transaction=False) as look:
            for partition in partitions():
                look.lrange(keys.dropped(partition), 0, -1)
            found: Sequence[Sequence[bytes]] = await look.execute()
        kept = [msgspec.json.decode(entry, type=Dropped) for entries in found for entry in entries]
        return tuple(sorted(kept, key=lambda entry: entry.at))

    async def _entry(self, member: str, at: float) -> Shunted | None:
        """None for one that was let go since the index was read."""
        match, _, intake = member.partition("/")
        key = keys.mail(MatchId(match), intake)
        async with self._redis.pipeline(transaction=False) as look:
            look.hmget(key, "stored", "received", "reason")
            look.hstrlen(key, "raw")
            [[stored, received, reason], size] = await look.execute()
        if stored is None:
            return None
        known = msgspec.json.decode(stored, type=Stored)
        return Shunted(
            match=known.match,
            intake=intake,
            seat=known.seat,
            step=known.step,
            received=float(received),
            at=at,
            reason=(reason or b"").decode(),
            size=size,
        )


def _member(mail: Shunted) -> str:
    return f"{mail.match}/{mail.intake}"


def _outcome(word: bytes) -> Outcome:
    outcome: Outcome = msgspec.convert(word.decode(), type=Outcome)
    return outcome
