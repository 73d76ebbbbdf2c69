"""The references of bench/intake.py: an aiosmtpd that drops mails, parses them, or keeps them.

python bench/bare_smtp.py PORT [parse | REDIS_URL]
"""

from __future__ import annotations

import asyncio
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP
from redis.asyncio import Redis


class Bare:
    def __init__(self, what: str) -> None:
        self._parses = what == "parse"
        self._redis = Redis.from_url(what) if what and not self._parses else None
        self._taken = 0

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  aiosmtpd's name for it
        self._taken += 1
        if self._parses:
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert message["From"].addresses
            assert message.get_body(("plain",)).get_content()
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
