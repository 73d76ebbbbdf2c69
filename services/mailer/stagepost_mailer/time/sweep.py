"""Finds stored mails without a job: the receiver was killed, or the queue lost it."""

from __future__ import annotations

from collections.abc import Callable

from redis import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_mailer.inbox import keys

SWEEP_SECONDS = 2.0
MAILS_A_SWEEP_MOST = 500

PutMail = Callable[[MatchId, str], bool]


def sweep(redis: Redis, put: PutMail) -> int:
    """Puts a job for each mail that waits; one that has its job keeps it. Returns how many."""
    with redis.pipeline(transaction=False) as look:
        for partition in partitions():
            look.zrange(keys.pending(partition), 0, MAILS_A_SWEEP_MOST - 1)
            look.zrange(keys.owed(partition), 0, MAILS_A_SWEEP_MOST - 1)
        found = look.execute()
    return sum(put(*named(bytes(member).decode())) for members in found for member in members)


def named(member: str) -> tuple[MatchId, str]:
    """`match/intake` of an index, in two."""
    match, _, intake = member.partition("/")
    return MatchId(match), intake
