"""Tells the workers of each mail that was just taken; those of one moment are told together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stagepost_contracts.ids import MatchId
from stagepost_mailer.inbox.desk import Wake
from stagepost_mailer.time.lists import AsyncWorkLists
from stagepost_mailer.time.putting import mail_item
from stagepost_mailer.time.work import Item, putting


def waking(lists: AsyncWorkLists, put_drain: Callable[[], object]) -> Wake:
    """RQ's client blocks, so that it gets a thread; a drain is put once for many mails."""
    waiting: list[Item] = []

    async def wake(match: MatchId, intake: str, received: float) -> None:
        waiting.append(mail_item(match, intake, received))
        # What is taken in the same turn of the loop goes along.
        await asyncio.sleep(0)
        together = waiting[:]
        waiting.clear()
        if not together:
            return
        [_, ring] = await lists.done(putting("mail", together))
        if ring:
            await asyncio.to_thread(put_drain)

    return wake
