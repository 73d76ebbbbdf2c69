"""JSON to one server over kept connections: every way in which no answer came is one exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import aiohttp

CONNECTIONS_MOST: Final = 16
# uvicorn closes a connection that rested for 5 seconds; one that is about to be is not used.
REST_SECONDS_MOST: Final = 4.0


class Cut(Exception):
    """No whole answer came: the request may have been done, or not."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server answered."""

    status: int
    body: bytes


class Wire:
    """As many connections as are needed at once, up to a bound; the others wait for a turn.

    Raises ValueError for a `url` that names no HTTP server. It belongs to the event loop in which
    it is first used.
    """

    def __init__(self, url: str, headers: dict[str, str], seconds: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"“{url}” is no engine; write http://host:port or https://host.")
        self._url = url.rstrip("/")
        self._headers = headers
        self._seconds = seconds
        self._session: aiohttp.ClientSession | None = None

    async def post(self, path: str, body: bytes) -> Reply:
        """Return the answer. Raises Cut where none came in time."""
        try:
            async with self._opened().post(self._url + path, data=body) as answer:
                return Reply(answer.status, await answer.read())
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Cut(type(error).__name__) from error

    async def close(self) -> None:
        """Lets all connections go; the next request opens another."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=CONNECTIONS_MOST, keepalive_timeout=REST_SECONDS_MOST
                ),
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(total=self._seconds),
            )
        return self._session
