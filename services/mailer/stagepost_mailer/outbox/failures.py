"""The operator's view of mails that did not go out, in every match."""

from __future__ import annotations

import msgspec
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId
from stagepost_mailer.outbox.ledger import Ledger, Undelivered

PATTERN = "stagepost:*:mail:failed:*"


class Failed(msgspec.Struct, frozen=True):
    """One mail that did not go out; `final` where no other try will come."""

    match: MatchId
    seat: str
    step: int
    kind: str
    reason: str
    final: bool
    at: float


async def failures(redis: Redis) -> tuple[Failed, ...]:
    """All of them, the oldest first, without a word of what they say."""
    ledger = Ledger(redis)
    found: list[Failed] = []
    async for key in redis.scan_iter(PATTERN, count=1000):
        match = MatchId(key.decode().rpartition(":")[2])
        found += [_failed(match, kept) for kept in (await ledger.failures(match)).values()]
    return tuple(sorted(found, key=lambda failed: failed.at))


def _failed(match: MatchId, kept: Undelivered) -> Failed:
    _, seat, step, kind, _ = kept.mail_key.split(":", 4)
    return Failed(match, seat, int(step), kind, kept.reason, kept.final, kept.at)
