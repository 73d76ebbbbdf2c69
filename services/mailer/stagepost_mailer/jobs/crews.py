"""How each kind of item is done among others: by which job, and how many at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from stagepost_mailer.engine_client.client import EngineAway
from stagepost_mailer.inbox.store import STORE_AWAY
from stagepost_mailer.jobs.come_due import come_dues
from stagepost_mailer.jobs.receive import read_mail
from stagepost_mailer.jobs.send import send_notice
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.smtp.sender import Deferred, HostAway
from stagepost_mailer.time.sweep import named
from stagepost_mailer.time.work import Item, Kind


@dataclass(frozen=True, slots=True)
class Crew:
    """`most` items are in hand at once, `together` of them are done by one call of `do`."""

    do: Callable[[Tools, list[Item]], Awaitable[None]]
    most: int
    together: int = 1


async def _mail(tools: Tools, items: list[Item]) -> None:
    [item] = items
    await read_mail(tools, *named(item.id), alone=False)


async def _notice(tools: Tools, items: list[Item]) -> None:
    [item] = items
    await send_notice(tools, item.body)


async def _dues(tools: Tools, items: list[Item]) -> None:
    await come_dues(tools, [item.body for item in items])


CREWS: Final[Mapping[Kind, Crew]] = MappingProxyType(
    {"due": Crew(_dues, 64, together=16), "mail": Crew(_mail, 16), "notice": Crew(_notice, 8)}
)


def is_away(kind: Kind, error: Exception) -> bool:
    """Whether the others would fail for the same reason: somebody of the house is away.

    A mail is read though its receipt can not be sent.
    """
    if isinstance(error, HostAway):
        return kind == "notice" and not isinstance(error, Deferred)
    return isinstance(error, (EngineAway, TimeoutError, *STORE_AWAY))
