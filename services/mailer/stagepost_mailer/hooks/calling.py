"""One call to a far side: only at an address that was looked at, and only so long."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

import httpx

from stagepost_contracts.errors import Problem
from stagepost_contracts.hooks import HTTP_PORT, HTTPS_PORT, Reach, checked_url, is_public
from stagepost_contracts.texts import Text, say, say_many

CONNECT_SECONDS_MOST = 5.0
CALL_SECONDS_MOST = 10
ADDRESSES_MOST = 4
USER_AGENT = "Stagepost-Webhook/1"

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Given a host and a port, every address that the name leads to. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to: the status, or why there is none."""

    status: int | None = None
    reason: Text | None = None

    @property
    def delivered(self) -> bool:
        return self.status is not None and HTTPStatus(200) <= self.status < HTTPStatus(300)

    @property
    def gone(self) -> bool:
        return self.status == HTTPStatus.GONE


class Unfit(Exception):
    """The name leads where we do not call, or nowhere; `text` says so."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


@dataclass(frozen=True, slots=True)
class Call:
    """What is posted, and where."""

    url: SplitResult
    headers: Mapping[str, str]
    body: bytes

    @property
    def port(self) -> int:
        return self.url.port or (HTTP_PORT if self.url.scheme == "http" else HTTPS_PORT)


@dataclass(frozen=True, slots=True)
class Caller:
    """Posts to far sides. `trust` verifies their certificates."""

    reach: Reach
    trust: ssl.SSLContext
    resolve: Resolve

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Called:
        """Return what the call came to; whatever the far side does is no fault of ours."""
        host = urlsplit(url).hostname or ""
        try:
            checked_url(url, self.reach)
            async with asyncio.timeout(CALL_SECONDS_MOST):
                return await self._posted(Call(urlsplit(url), headers, body))
        except Problem as problem:
            return Called(reason=problem.text)
        except Unfit as unfit:
            return Called(reason=unfit.text)
        except TimeoutError:
            return Called(reason=_slow(host))
        except httpx.TimeoutException:
            return Called(reason=_slow(host))
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return Called(reason=_why(error, host))

    async def _posted(self, call: Call) -> Called:
        addresses = await self._addresses(call.url.hostname or "", call.port)
        async with httpx.AsyncClient(
            verify=self.trust,
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(CALL_SECONDS_MOST, connect=CONNECT_SECONDS_MOST),
        ) as client:
            for address in addresses[:-1]:
                try:
                    return await _one(client, call, address)
                except (httpx.ConnectError, httpx.ConnectTimeout):
                    continue
            return await _one(client, call, addresses[-1])

    async def _addresses(self, host: str, port: int) -> Sequence[str]:
        """Return where to call. One address that is not public spoils the name. Raises Unfit."""
        try:
            found = await self.resolve(host, port)
        except (OSError, UnicodeError):
            found = ()
        if not found:
            raise Unfit(say("“{host}” is not known to the name servers.", host=host))
        if not self.reach.private and not all(map(is_public, found)):
            raise Unfit(say("“{host}” leads to an address that is not public.", host=host))
        return found[:ADDRESSES_MOST]


async def looked_up(host: str, port: int) -> Sequence[str]:
    """Every address of a name, as the system's resolver has them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


async def _one(client: httpx.AsyncClient, call: Call, address: str) -> Called:
    """Post to the very address that was looked at, by the name that it was found by."""
    place = f"[{address}]" if ":" in address else address
    pinned = call.url._replace(netloc=f"{place}:{call.port}").geturl()
    headers = {
        "Host": call.url.netloc,
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "Accept-Encoding": "identity",
        **call.headers,
    }
    name = {"sni_hostname": call.url.hostname or ""}
    post = client.stream("POST", pinned, content=call.body, headers=headers, extensions=name)
    async with post as response:
        # Nothing of what it says is read.
        status = response.status_code
    return Called(status, _meaning(status))


def _meaning(status: int) -> Text | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return say("It answered {status}, a redirection; none is followed.", status=status)
    return say("It answered {status}.", status=status)


def _slow(host: str) -> Text:
    return say_many(
        "“{host}” did not answer within {count} second.",
        "“{host}” did not answer within {count} seconds.",
        count=CALL_SECONDS_MOST,
        host=host,
    )


def _why(error: BaseException, host: str) -> Text:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return say("“{host}” shows no certificate that can be trusted.", host=host)
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ConnectError):
        return say("“{host}” takes no connection.", host=host)
    return say("“{host}” broke the connection off.", host=host)
