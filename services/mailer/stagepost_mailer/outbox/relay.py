"""Carries each notice of the outbox to a job, and takes it out of the outbox after that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec
import structlog
from redis import Redis

from stagepost_contracts import keys
from stagepost_contracts.notices import Notice

ENTRIES_A_LOOK_MOST = 200

PutNotice = Callable[[str, str], bool]
"""Puts a job for a notice: its job id and the notice as JSON; the same id twice is once."""


def relay(redis: Redis, put: PutNotice) -> bool:
    """One look at all outboxes; True where more may stand behind what was seen."""
    with redis.pipeline(transaction=False) as look:
        for partition in keys.partitions():
            look.xrange(keys.outbox(partition), count=ENTRIES_A_LOOK_MOST)
        found = look.execute()
    full = False
    for partition, entries in zip(keys.partitions(), found, strict=True):
        if entries:
            _relay_entries(redis, partition, entries, put)
            full = full or len(entries) == ENTRIES_A_LOOK_MOST
    return full


def notice_job_id(mail_key: str) -> str:
    """A seat's name may hold any letter; a job's id may not."""
    return f"notice-{hashlib.sha256(mail_key.encode()).hexdigest()[:40]}"


def shunt_key(partition: str) -> str:
    """A list of outbox entries that no notice could be read from."""
    return f"stagepost:{partition}:outbox:shunt"


def _relay_entries(
    redis: Redis,
    partition: str,
    entries: Sequence[tuple[bytes, dict[bytes, bytes]]],
    put: PutNotice,
) -> None:
    relayed: list[bytes] = []
    for entry_id, fields in entries:
        written = fields.get(b"n", b"")
        try:
            notice = msgspec.json.decode(written, type=Notice)
        except msgspec.MsgspecError:
            structlog.get_logger().exception("notice unreadable", partition=partition)
            redis.rpush(shunt_key(partition), written)
        else:
            put(notice_job_id(notice.key), written.decode())
        relayed.append(entry_id)
    redis.xdel(keys.outbox(partition), *relayed)
