"""The house in numbers, for a monitor: what the mailer has told, and what waits in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from redis.asyncio import Redis

from stagepost_contracts import keys as shared_keys
from stagepost_engine.store import keys


@dataclass(frozen=True, slots=True)
class MailTold:
    """What a watcher wrote down: mails by their state, and how many seconds ago it looked.

    Empty and None where none has told within a minute.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    seen: float | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What all partitions hold."""

    matches: int
    outbox: int
    dues: int


class Figures:
    """Reads, and never writes."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def mail(self) -> MailTold:
        """Return what the mailer's watcher last told."""
        async with self._client.pipeline(transaction=False) as look:
            look.time()
            look.get(shared_keys.WATCHER_HEARTBEAT)
            look.hgetall(shared_keys.MAIL_COUNTS)
            [[seconds, micros], beat, counts] = await look.execute()
        now = int(seconds) + int(micros) / 1e6
        return MailTold(
            counts={name.decode(): int(count) for name, count in counts.items()},
            seen=None if beat is None else round(max(0.0, now - float(beat)), 1),
        )

    async def waiting(self) -> Waiting:
        """Return how much there is of what a match leaves in its partition."""
        async with self._client.pipeline(transaction=False) as look:
            for partition in shared_keys.partitions():
                look.scard(keys.matches(partition))
                look.xlen(shared_keys.outbox(partition))
                look.zcard(shared_keys.dues(partition))
            found: list[int] = await look.execute()
        return Waiting(sum(found[0::3]), sum(found[1::3]), sum(found[2::3]))
