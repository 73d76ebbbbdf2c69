"""How each kind of item is done among others: by which job, and how many at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from stagepost_mailer.engine_client.client import EngineAway
from stagepost_mailer.inbox.store import STORE_AWAY
from stagepost_mailer.jobs.come_due import come_dues
from stagepost_mailer.jobs.receive import read_mail
from stagepost_mailer.jobs.send import send_notice
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.smtp.sender import Deferred, HostAway
from stagepost_mailer.time.sweep import named
from stagepost_mailer.time.work import Item, Kind

More: TypeAlias = Sequence[tuple[Kind, Item]]
"""What is to be done next, once this is done."""


@dataclass(frozen=True, slots=True)
class Crew:
    """`most` items are in hand at once, `together` of them are done by one call of `do`."""

    do: Callable[[Tools, list[Item]], Awaitable[More]]
    most: int
    together: int = 1


async def _mail(tools: Tools, items: list[Item]) -> More:
    """A deadline may wait for it: it is read, and the letter has its own turn."""
    [item] = items
    is_owed = await read_mail(tools, *named(item.id), alone=False)
    return [("letter", Item(item.id))] if is_owed else ()


async def _letter(tools: Tools, items: list[Item]) -> More:
    [item] = items
    await read_mail(tools, *named(item.id))
    return ()


async def _notice(tools: Tools, items: list[Item]) -> More:
    [item] = items
    await send_notice(tools, item.body)
    return ()


async def _dues(tools: Tools, items: list[Item]) -> More:
    await come_dues(tools, [item.body for item in items])
    return ()


CREWS: Final[Mapping[Kind, Crew]] = MappingProxyType(
    {
        "due": Crew(_dues, 64, together=16),
        "mail": Crew(_mail, 16),
        "letter": Crew(_letter, 8),
        "notice": Crew(_notice, 8),
    }
)


def is_away(error: Exception) -> bool:
    """Whether the others would fail for the same reason: somebody of the house is away."""
    if isinstance(error, Deferred):
        return False
    return isinstance(error, (EngineAway, HostAway, TimeoutError, *STORE_AWAY))
