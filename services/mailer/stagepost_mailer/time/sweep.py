"""Finds stored mails that nobody has in hand: the receiver was killed, or the queue lost one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from redis import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_mailer.inbox import keys
from stagepost_mailer.time.work import Kind

SWEEP_SECONDS = 2.0
MAILS_A_SWEEP_MOST = 500

Found: TypeAlias = tuple[MatchId, str, float, Kind]
"""A mail, the moment that gives its turn, and whether it is to be read or answered."""
PutMails = Callable[[Sequence[Found]], int]
"""Puts mails; returns how many nobody had in hand."""


def sweep(redis: Redis, put: PutMails) -> int:
    """Puts each mail that waits; one that is in hand stays there. Returns how many were not."""
    kinds: tuple[tuple[Kind, Callable[[str], str]], ...]
    kinds = (("mail", keys.pending), ("letter", keys.owed))
    with redis.pipeline(transaction=False) as look:
        for _, index in kinds:
            for partition in partitions():
                look.zrange(index(partition), 0, MAILS_A_SWEEP_MOST - 1, withscores=True)
        found = look.execute()
    told = [kind for kind, _ in kinds for _ in partitions()]
    return put(
        [
            (*named(member.decode()), at, kind)
            for kind, members in zip(told, found, strict=True)
            for member, at in members
        ]
    )


def named(member: str) -> tuple[MatchId, str]:
    """`match/intake` of an index, in two."""
    match, _, intake = member.partition("/")
    return MatchId(match), intake
