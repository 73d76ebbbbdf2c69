"""Webhooks out: what a holder asks for, what is kept of it, and what has to be delivered."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from stagepost_contracts.api import Language
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.texts import Text, say
from stagepost_contracts.watching import EventSeen

URL_CHARACTERS_MOST: Final = 2048
HTTPS_PORT: Final = 443
HTTP_PORT: Final = 80
SECRET_PREFIX: Final = "whsec_"
HOOK_SECONDS_AFTER_END: Final = 7 * 24 * 3600
TRY_SECONDS_MOST: Final = 20
"""How long a test delivery is waited for."""


class HookWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the events of a holder are to be posted, and in which language."""

    url: Annotated[str, Meta(max_length=URL_CHARACTERS_MOST)]
    language: Language = ""


class HookMade(msgspec.Struct, frozen=True):
    """A new webhook with the only copy of its signing secret (Standard Webhooks).

    `after` is the number of the last event that is not delivered any more.
    """

    url: str
    secret: str
    since: float
    after: int


class HookTried(msgspec.Struct, frozen=True, omit_defaults=True):
    """One delivery: the status that the far side gave, or why it came to none.

    `number` is the event's, absent for a test.
    """

    at: float
    delivered: bool
    status: int | None = None
    reason: Text | None = None
    number: int | None = None


class HookSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A webhook as its holder sees it.

    `waiting` events are still to be delivered, after `failures` tries in a row that failed. One
    that is `off`, and why, delivers nothing any more: set it again.
    """

    url: str
    since: float
    waiting: int = 0
    failures: int = 0
    last: HookTried | None = None
    off: Text | None = None


class Hook(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a webhook beside the people of the match, and goes with them."""

    url: str
    secret: str
    language: str
    game: Text
    since: float
    seat: Seat | None = None
    tenure: int = 0


class HookState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the mailer knows of a webhook: the last event delivered, and what failed since."""

    delivered: int = 0
    failures: int = 0
    last: HookTried | None = None
    off: Text | None = None


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event for one webhook, as its reader may know it, from the moment `open` on."""

    event: EventSeen
    open: float = 0.0


class HookNews(msgspec.Struct, frozen=True):
    """Events of one commit for one webhook, already cut to its reader and numbered for it."""

    hook: str
    heard: tuple[Heard, ...]


class HookTest(msgspec.Struct, frozen=True):
    """A test delivery that somebody waits for; `id` is where its result goes."""

    match: MatchId
    hook: str
    id: str


class HookStopped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailer's word that a webhook is called no more, and why."""

    match: MatchId
    hook: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Reach:
    """Which far sides a house calls: its ports, and with `private` any address and plain HTTP."""

    private: bool = False
    ports: Collection[int] = (HTTPS_PORT,)


def checked_url(url: str, reach: Reach) -> str:
    """Return `url` if it may be called, as far as it tells itself. Raises Problem `bad-url`.

    Where its name leads is looked up, and checked, before each call.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname or ""
        host.encode("idna")
    except ValueError:
        raise _bad(
            say("“{url}” is not a web address; write it as https://host/path.", url=url)
        ) from None
    if not url.isascii() or not url.isprintable() or " " in url or not host:
        raise _bad(say("“{url}” is not a web address; write it as https://host/path.", url=url))
    if parts.scheme != "https" and not (reach.private and parts.scheme == "http"):
        raise _bad(
            say("A webhook is called by https:// only, not “{scheme}”.", scheme=parts.scheme)
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _bad(say("A webhook's address holds no user, password or fragment (#)."))
    port = port or (HTTPS_PORT if parts.scheme == "https" else HTTP_PORT)
    if not reach.private and port not in reach.ports:
        ports = ", ".join(map(str, sorted(reach.ports)))
        raise _bad(
            say("Port {port} is not called from here; these are: {ports}.", port=port, ports=ports)
        )
    if not reach.private and _is_inner(host):
        raise _bad(say("“{host}” is no public address; a webhook is called at one.", host=host))
    return url


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the public internet, and leads nowhere else."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        return (
            found.is_global and not found.is_multicast and not any(found in net for net in _NO_IPV4)
        )
    # Only what is handed out as global unicast (2000::/3); all that carries another address
    # inside (mapped, compatible, NAT64, 6to4, Teredo) lies outside it or is named here.
    inside = found.scope_id is None and found in _GLOBAL_IPV6
    return inside and found.is_global and not any(found in net for net in _NO_IPV6)


_NO_IPV4: Final = tuple(map(ipaddress.IPv4Network, ("192.88.99.0/24", "192.0.0.0/24")))
_GLOBAL_IPV6: Final = ipaddress.IPv6Network("2000::/3")
_NO_IPV6: Final = tuple(
    map(
        ipaddress.IPv6Network,
        ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"),
    )
)


def _is_inner(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return not is_public(host)


def _bad(text: Text) -> Problem:
    return Problem("bad-url", text, field="url")
