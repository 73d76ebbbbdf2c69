"""Carries each notice of the outbox to the workers' list, and takes it out after that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec
import structlog
from redis import Redis

from stagepost_contracts import keys
from stagepost_contracts.notices import Notice

ENTRIES_A_LOOK_MOST = 200

Entry = tuple[bytes, dict[bytes, bytes]]
PutNotices = Callable[[Sequence[tuple[Notice, str]]], object]
"""Puts notices, each with its JSON; the same notice twice is once."""


def relay(redis: Redis, put: PutNotices, partitions: Sequence[str] = ()) -> bool:
    """One look at all outboxes, or some; True where more may stand behind what was seen."""
    partitions = partitions or keys.partitions()
    with redis.pipeline(transaction=False) as look:
        for partition in partitions:
            look.xrange(keys.outbox(partition), count=ENTRIES_A_LOOK_MOST)
        found = look.execute()
    entries = {name: seen for name, seen in zip(partitions, found, strict=True) if seen}
    notices = [
        read
        for partition, seen in entries.items()
        for entry in seen
        if (read := _read(redis, partition, entry)) is not None
    ]
    if notices:
        put(notices)
    for partition, seen in entries.items():
        redis.xdel(keys.outbox(partition), *(entry_id for entry_id, _ in seen))
    return any(len(seen) == ENTRIES_A_LOOK_MOST for seen in entries.values())


def notice_job_id(mail_key: str) -> str:
    """A seat's name may hold any letter; a job's id may not."""
    return f"notice-{hashlib.sha256(mail_key.encode()).hexdigest()[:40]}"


def shunt_key(partition: str) -> str:
    """A list of outbox entries that no notice could be read from."""
    return f"stagepost:{partition}:outbox:shunt"


def _read(redis: Redis, partition: str, entry: Entry) -> tuple[Notice, str] | None:
    written = entry[1].get(b"n", b"")
    try:
        return msgspec.json.decode(written, type=Notice), written.decode()
    except msgspec.MsgspecError:
        structlog.get_logger().exception("notice unreadable", partition=partition)
        redis.rpush(shunt_key(partition), written)
        return None
