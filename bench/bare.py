"""The reference of bench/submits.py: a bare Litestar handler that does one Lua write."""

from __future__ import annotations

import os

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody
from redis.asyncio import Redis

WRITE = """
redis.call('HSET', KEYS[1], 'r', ARGV[1], 'e', ARGV[2])
redis.call('SET', KEYS[2], ARGV[2], 'EX', 2592000)
return 'done'
"""


class Body(msgspec.Struct):
    step: int
    text: str


client: Redis = Redis.from_url(os.environ["STAGEPOST_REDIS_URL"])
script = client.register_script(WRITE)


@post("/bare", status_code=200)
async def bare(data: JSONBody[Body]) -> dict[str, str]:
    done = await script(keys=["{p}a", "{p}b"], args=[data.step, data.text * 100])
    return {"done": done.decode()}


if __name__ == "__main__":
    uvicorn.run(
        Litestar([bare]),
        host="127.0.0.1",
        port=int(os.environ["STAGEPOST_ENGINE_PORT"]),
        log_level="warning",
        access_log=False,
    )
