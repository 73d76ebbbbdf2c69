"""The job of a mail that was just taken, put by a client that is not asynchronous."""

from __future__ import annotations

import asyncio

from stagepost_contracts.ids import MatchId
from stagepost_mailer.inbox.desk import Wake
from stagepost_mailer.time.queue import JobQueue


def waking(jobs: JobQueue) -> Wake:
    """RQ's client blocks, so that it gets a thread."""

    async def wake(match: MatchId, intake: str) -> None:
        await asyncio.to_thread(jobs.put_mail, match, intake)

    return wake
