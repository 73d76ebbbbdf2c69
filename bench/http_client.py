"""A small HTTP/1.1 client for benches: one kept connection, no library in the way."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Self


class Client:
    """One connection that sends a request and waits for its answer."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def call(self, method: str, path: str, body: object = None, **headers: str):
        payload = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(payload)}"]
        lines += ["Content-Type: application/json"] if payload else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
        head = await self._reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        length = next(
            int(line[15:])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        )
        return status, await self._reader.readexactly(length)


async def timed(calls, clients: int, each: int) -> tuple[float, list[float]]:
    """Let so many clients make `each` calls; return calls a second and every latency."""
    latencies: list[float] = []

    async def one(number: int) -> None:
        async with calls(number) as call:
            for turn in range(each):
                begun = time.perf_counter()
                await call(turn)
                latencies.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(clients)))
    return clients * each / (time.perf_counter() - begun), sorted(latencies)
