"""The inbox: every mail is on disk before 250, and in an index until something became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import msgspec
from redis import ConnectionError as RedisConnectionError
from redis import TimeoutError as RedisTimeoutError
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.keys import held_clocks, partition_of
from stagepost_contracts.texts import Text
from stagepost_mailer.inbox import keys
from stagepost_mailer.inbox.fingerprint import fingerprint
from stagepost_mailer.inbox.tokens import Purpose, TokenMeaning

# Raw mail goes this long after its match's end; a match that never ends keeps it for a year.
ENDED_SECONDS = 30 * 24 * 3600
RUNNING_SECONDS = 365 * 24 * 3600
SEEN_SECONDS = 60 * 24 * 3600

STORE_AWAY = (RedisConnectionError, RedisTimeoutError)
"""Raised by everything here while the store can not be reached."""

State = Literal["pending", "owed", "done", "shunted"]

# One step: a repeat is known, the moment is the server's, and the indexes agree with the mail.
TAKE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return {0, ''} end
local time = redis.call('TIME')
local now = string.format('%d.%06d', time[1], time[2])
if ARGV[6] ~= '' and tonumber(ARGV[6]) < tonumber(now) then now = ARGV[6] end
local first = redis.call('GET', KEYS[2])
redis.call('HSET', KEYS[1], 'raw', ARGV[1], 'stored', ARGV[2], 'received', now,
  'state', 'pending', 'doubled', first and first or '')
if ARGV[8] == '1' then redis.call('HSET', KEYS[1], 'vouched', '1') end
if not first then redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4]) end
redis.call('ZADD', KEYS[3], now, ARGV[5] .. '/' .. ARGV[3])
redis.call('ZADD', KEYS[4], now, ARGV[3])
redis.call('SADD', KEYS[5], ARGV[3])
redis.call('EXPIRE', KEYS[5], ARGV[7])
return {1, now}
"""

# What became of a mail is written once, and only with the indexes.
SETTLE = """
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[2])
  redis.call('ZREM', KEYS[4], ARGV[1])
  return 0
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'state', ARGV[3])
for at = 7, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[2])
if ARGV[3] == 'owed' then redis.call('ZADD', KEYS[4], time[1], ARGV[1])
else redis.call('ZREM', KEYS[4], ARGV[1]) end
if ARGV[5] == 'shunt' then
  redis.call('ZADD', KEYS[5], time[1], ARGV[1])
  redis.call('PERSIST', KEYS[1])
  local stored = cjson.decode(redis.call('HGET', KEYS[1], 'stored'))
  if stored.purpose == 'reply' then
    local received = redis.call('HGET', KEYS[1], 'received')
    redis.call('HSETNX', KEYS[6], stored.seat .. ':' .. string.format('%d', stored.step), received)
    redis.call('EXPIRE', KEYS[6], ARGV[6])
  end
elseif ARGV[3] == 'done' and redis.call('ZSCORE', KEYS[5], ARGV[1]) == false then
  redis.call('EXPIRE', KEYS[1], redis.call('EXISTS', KEYS[7]) == 1 and ARGV[4] or ARGV[6])
end
return 1
"""


# One confirmation, which may be read again after a fault; what the operator let go is gone.
CONFIRM = """
local by = redis.call('HGET', KEYS[1], 'confirmed')
if by then return by == ARGV[2] and 1 or 0 end
if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'confirmed', ARGV[2], 'state', 'done', 'outcome', 'confirmed')
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('EXPIRE', KEYS[1], redis.call('EXISTS', KEYS[4]) == 1 and ARGV[3] or ARGV[4])
return 1
"""


class Stored(msgspec.Struct, frozen=True):
    """What is kept beside the raw mail; `confirms` is the held one that it may be about.

    `deputy` is the number of the seat's deputy to whom the address was told, 0 for the player.
    """

    purpose: Purpose
    match: MatchId
    seat: Seat
    tenure: int
    step: int
    game: Text
    token_hash: str
    envelope_sender: str
    confirms: str = ""
    deputy: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """`repeat` is True for a mail that the inbox has had."""

    intake: str
    repeat: bool
    received: float = 0.0


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail of the inbox. `doubled` names an earlier one with the same Message-ID.

    One that nothing proved to be the player's counts as such where it is `vouched` for.
    """

    intake: str
    raw: bytes
    stored: Stored
    received: float
    state: State
    doubled: str
    letter: bytes
    vouched: bool = False


class Inbox:
    """Mails by match and intake."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._take = redis.register_script(TAKE)
        self._settle = redis.register_script(SETTLE)
        self._confirm = redis.register_script(CONFIRM)

    async def now(self) -> float:
        """The moment by the server's clock, the one that counts."""
        seconds, micros = await self._redis.time()
        return float(seconds) + float(micros) / 1e6

    async def take(
        self,
        raw: bytes,
        token_hash: str,
        meaning: TokenMeaning,
        sender: str,
        received: float | None = None,
        *,
        vouched: bool = False,
    ) -> Taken:
        """Puts a mail on disk. When this returns, 250 may be said.

        `received` is the moment at which another server of ours took it, where one did; one that
        is `vouched` for is the player's, whoever wrote it.
        """
        found = fingerprint(raw)
        intake, match = found.intake(token_hash), meaning.match
        stored = _stored(token_hash, meaning, sender)
        [fresh, moment] = await self._take(
            keys=[
                keys.mail(match, intake),
                keys.seen(match, token_hash, found.message),
                keys.pending(partition_of(match)),
                keys.pending_of(match),
                keys.mails(match),
            ],
            args=[
                raw,
                msgspec.json.encode(stored),
                intake,
                SEEN_SECONDS,
                match,
                "" if received is None else received,
                RUNNING_SECONDS,
                "1" if vouched else "",
            ],
        )
        return Taken(intake, repeat=not fresh, received=float(moment or 0))

    async def load(self, match: MatchId, intake: str) -> Mail | None:
        found = cast("dict[bytes, bytes]", await self._redis.hgetall(keys.mail(match, intake)))
        if b"raw" not in found:
            return None
        state: State = msgspec.convert(found[b"state"].decode(), type=State)
        return Mail(
            intake=intake,
            raw=found[b"raw"],
            stored=msgspec.json.decode(found[b"stored"], type=Stored),
            received=float(found[b"received"]),
            state=state,
            doubled=found[b"doubled"].decode(),
            letter=found.get(b"letter", b""),
            vouched=found.get(b"vouched") == b"1",
        )

    async def tries(self, match: MatchId, intake: str, change: int) -> int:
        """Counts the tries that ended in no orderly way: +1 at the start, -1 at the end."""
        key = keys.mail(match, intake)
        return int(await self._redis.hincrby(key, "tries", change))

    async def answered(self, match: MatchId, intake: str, letter: bytes, shunted: str = "") -> None:
        """Something became of it and a letter is owed; with `shunted`, the operator looks too."""
        await self._settled(match, intake, "owed", letter=letter, reason=shunted)

    async def done(self, match: MatchId, intake: str, reason: str) -> None:
        """Nothing more is owed."""
        await self._settled(match, intake, "done", outcome=reason)

    async def shunted(self, match: MatchId, intake: str, reason: str) -> None:
        """Put aside for the operator, with the reason; kept until they let it go."""
        await self._settled(match, intake, "shunted", reason=reason)

    async def confirmed(self, match: MatchId, intake: str, by: str) -> bool:
        """Whether the held mail is now this confirmation's; the first takes it for good."""
        partition = partition_of(match)
        return bool(
            await self._confirm(
                keys=[
                    keys.mail(match, intake),
                    keys.shunt(partition),
                    keys.owed(partition),
                    keys.ended(match),
                ],
                args=[f"{match}/{intake}", by, ENDED_SECONDS, RUNNING_SECONDS],
            )
        )

    async def retire(self, match: MatchId) -> None:
        """The match is over: what was answered goes soon, what was put aside stays."""
        await self._redis.set(keys.ended(match), 1, ex=RUNNING_SECONDS)
        found = cast("set[bytes]", await self._redis.smembers(keys.mails(match)))
        for intake in map(bytes.decode, found):
            # What is put aside has no end yet, and gets none here.
            key, aside = keys.mail(match, intake), keys.shunt(partition_of(match))
            if await self._redis.zscore(aside, f"{match}/{intake}") is None:
                await self._redis.expire(key, ENDED_SECONDS, lt=True)

    async def waits(self, match: MatchId, until: float) -> bool:
        """Whether a mail received by `until` is neither applied, answered nor shunted."""
        return bool(await self._redis.zcount(keys.pending_of(match), "-inf", until))

    async def _settled(
        self, match: MatchId, intake: str, state: State, **fields: str | bytes
    ) -> None:
        partition = partition_of(match)
        told = {name: value for name, value in fields.items() if value}
        await self._settle(
            keys=[
                keys.mail(match, intake),
                keys.pending(partition),
                keys.pending_of(match),
                keys.owed(partition),
                keys.shunt(partition),
                held_clocks(match),
                keys.ended(match),
            ],
            args=[
                f"{match}/{intake}",
                intake,
                state,
                ENDED_SECONDS,
                "shunt" if "reason" in told else "keep",
                RUNNING_SECONDS,
                *(part for pair in told.items() for part in pair),
            ],
        )


def _stored(token_hash: str, meaning: TokenMeaning, sender: str) -> Stored:
    return Stored(
        purpose=meaning.purpose,
        match=meaning.match,
        seat=meaning.seat,
        tenure=meaning.tenure,
        step=meaning.step,
        game=meaning.game,
        token_hash=token_hash,
        envelope_sender=sender,
        confirms=meaning.intake,
        deputy=meaning.deputy,
    )
