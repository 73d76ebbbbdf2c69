"""Finds stored mails that nobody has in hand: the receiver was killed, or the queue lost one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redis import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_mailer.inbox import keys

SWEEP_SECONDS = 2.0
MAILS_A_SWEEP_MOST = 500

PutMails = Callable[[Sequence[tuple[MatchId, str, float]]], int]
"""Puts mails, each with the moment that gives its turn; returns how many had been lost."""


def sweep(redis: Redis, put: PutMails) -> int:
    """Puts each mail that waits; one that is in hand stays there. Returns how many were not."""
    with redis.pipeline(transaction=False) as look:
        for partition in partitions():
            look.zrange(keys.pending(partition), 0, MAILS_A_SWEEP_MOST - 1, withscores=True)
            look.zrange(keys.owed(partition), 0, MAILS_A_SWEEP_MOST - 1, withscores=True)
        found = look.execute()
    return put([(*named(member.decode()), at) for members in found for member, at in members])


def named(member: str) -> tuple[MatchId, str]:
    """`match/intake` of an index, in two."""
    match, _, intake = member.partition("/")
    return MatchId(match), intake
