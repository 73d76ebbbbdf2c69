"""The reference of bench/intake.py: a bare aiosmtpd, which drops mails or keeps each by one write.

python bench/bare_smtp.py PORT [REDIS_URL]
"""

from __future__ import annotations

import asyncio
import sys

from aiosmtpd.smtp import SMTP
from redis.asyncio import Redis


class Bare:
    def __init__(self, redis_url: str) -> None:
        self._redis = Redis.from_url(redis_url) if redis_url else None
        self._taken = 0

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  aiosmtpd's name for it
        self._taken += 1
        if self._redis is not None:
            await self._redis.set(f"bare:{self._taken}", envelope.content)
        return "250 OK"


async def main() -> None:
    loop = asyncio.get_running_loop()
    bare = Bare("".join(sys.argv[2:]))
    server = await loop.create_server(
        lambda: SMTP(bare, hostname="bare", loop=loop), "127.0.0.1", int(sys.argv[1])
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
