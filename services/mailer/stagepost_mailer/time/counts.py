"""How many mails are in each state, counted for whoever watches the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from redis import Redis

from stagepost_contracts.keys import MAIL_COUNTS, partitions
from stagepost_mailer.inbox import keys
from stagepost_mailer.outbox.ledger import failures_index

COUNT_SECONDS = 10.0
# With nobody to count, no count is better than an old one.
COUNTS_SECONDS_MOST = 60

INDEXES: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {
        "shunted": keys.shunt,
        "pending": keys.pending,
        "owed": keys.owed,
        "failed": failures_index,
    }
)


def count(redis: Redis) -> None:
    """Counts all partitions and writes it down; every watcher comes to the same."""
    with redis.pipeline(transaction=True) as write:
        for state, index in INDEXES.items():
            write.hset(MAIL_COUNTS, state, _counted(redis, index))
        write.expire(MAIL_COUNTS, COUNTS_SECONDS_MOST)
        write.execute()


def _counted(redis: Redis, index: Callable[[str], str]) -> int:
    with redis.pipeline(transaction=False) as look:
        for partition in partitions():
            look.zcard(index(partition))
        return sum(look.execute())
