"""HTTP/1.1 to one server over kept connections: a request is one write, an answer is parsed in C.

A general client costs more than all else that is done about a reply; this one can POST JSON.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import httptools

CONNECTIONS_MOST: Final = 16
# uvicorn closes a connection that rested for 5 seconds; one that is about to be is not used.
REST_SECONDS_MOST: Final = 4.0
ANSWER_BYTES_MOST: Final = 4 * 1024 * 1024
READ_BYTES: Final = 64 * 1024


class Cut(Exception):
    """No whole answer came: the request may have been done, or not."""


@dataclass(slots=True)
class Reply:
    """What the server answered; filled by the parser, which calls these by name."""

    status: int = 0
    body: bytearray = field(default_factory=bytearray)
    is_whole: bool = False

    def on_body(self, part: bytes) -> None:
        self.body += part
        if len(self.body) > ANSWER_BYTES_MOST:
            raise Cut("the answer is too large")

    def on_message_complete(self) -> None:
        self.is_whole = True


@dataclass(slots=True)
class Line:
    """One connection; `since` is when it was last used."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    since: float = 0.0


class Wire:
    """As many connections as are needed at once, up to a bound; the others wait for a turn."""

    def __init__(self, url: str, headers: dict[str, str], seconds: float) -> None:
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"“{url}” is no engine; write http://host:port or https://host.")
        self._host, self._port = parts.hostname, parts.port or (443 if secure else 80)
        self._base = parts.path.rstrip("/")
        self._ssl = ssl.create_default_context() if secure else None
        told = {"Host": parts.netloc.rpartition("@")[2], **headers}
        self._head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self._seconds = seconds
        self._free: list[Line] = []
        self._turns = asyncio.Semaphore(CONNECTIONS_MOST)

    async def post(self, path: str, body: bytes) -> Reply:
        """Return the answer. Raises Cut where none came in time."""
        head = (
            f"POST {self._base}{path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n"
        )
        try:
            async with asyncio.timeout(self._seconds), self._turns:
                return await self._asked(head.encode() + body)
        except (OSError, TimeoutError, EOFError, httptools.HttpParserError) as error:
            raise Cut(type(error).__name__) from error

    async def close(self) -> None:
        """Lets all connections go; the next request opens another."""
        lines, self._free = self._free, []
        for line in lines:
            line.writer.close()

    async def _asked(self, request: bytes) -> Reply:
        line = await self._line()
        try:
            reply, stays = await _answered(line, request)
        except BaseException:
            line.writer.close()
            raise
        if stays:
            line.since = time.monotonic()
            self._free.append(line)
        else:
            line.writer.close()
        return reply

    async def _line(self) -> Line:
        while self._free:
            line = self._free.pop()
            rested = time.monotonic() - line.since
            if rested < REST_SECONDS_MOST and not line.reader.at_eof():
                return line
            line.writer.close()
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=self._ssl)
        return Line(reader, writer)


async def _answered(line: Line, request: bytes) -> tuple[Reply, bool]:
    """The answer, and whether the connection may be used again."""
    reply = Reply()
    parser = httptools.HttpResponseParser(reply)
    line.writer.write(request)
    while not reply.is_whole:
        part = await line.reader.read(READ_BYTES)
        if not part:
            raise EOFError
        parser.feed_data(part)
    reply.status = parser.get_status_code()
    return reply, bool(parser.should_keep_alive())
