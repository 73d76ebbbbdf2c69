"""A small SMTP client for benches: one kept connection, one mail at a time, no library in the way."""

from __future__ import annotations

import asyncio
from typing import Self


class Client:
    """One connection; `send` returns once the server has said 250 to the whole mail."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        await self._said(b"220")
        await self._talk(b"EHLO bench", b"250")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def send(self, sender: str, recipient: str, raw: bytes) -> None:
        await self._talk(f"MAIL FROM:<{sender}>".encode(), b"250")
        await self._talk(f"RCPT TO:<{recipient}>".encode(), b"250")
        await self._talk(b"DATA", b"354")
        await self._talk(raw + b"\r\n.", b"250")

    async def _talk(self, words: bytes, wanted: bytes) -> None:
        self._writer.write(words + b"\r\n")
        await self._said(wanted)

    async def _said(self, wanted: bytes) -> None:
        line = await self._reader.readline()
        while line[3:4] == b"-":
            line = await self._reader.readline()
        assert line.startswith(wanted), line
