"""Finds stored mails without a job: the receiver was killed, or the queue lost it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redis import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_mailer.inbox import keys

SWEEP_SECONDS = 2.0
MAILS_A_SWEEP_MOST = 500

PutMails = Callable[[Sequence[tuple[MatchId, str]]], int]


def sweep(redis: Redis, put: PutMails) -> int:
    """Puts a job for each mail that waits; one that has its job keeps it. Returns how many."""
    with redis.pipeline(transaction=False) as look:
        for partition in partitions():
            look.zrange(keys.pending(partition), 0, MAILS_A_SWEEP_MOST - 1)
            look.zrange(keys.owed(partition), 0, MAILS_A_SWEEP_MOST - 1)
        found = look.execute()
    return put([named(member.decode()) for members in found for member in members])


def named(member: str) -> tuple[MatchId, str]:
    """`match/intake` of an index, in two."""
    match, _, intake = member.partition("/")
    return MatchId(match), intake
