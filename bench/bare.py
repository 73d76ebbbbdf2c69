"""The references of bench/submits.py: bare Litestar handlers with the engine's durability.

`/bare` does one Lua write of a few bytes. `/kept` does what any server must that keeps nothing in
its process: it loads a match of our size and writes it back, fenced by its revision, in two round
trips, and answers with as many bytes as the engine does.
"""

from __future__ import annotations

import os

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import FromPath, JSONBody
from redis.asyncio import Redis

WRITE = """
redis.call('HSET', KEYS[1], 'r', ARGV[1], 'e', ARGV[2])
redis.call('SET', KEYS[2], ARGV[2], 'EX', 2592000)
return 'done'
"""

LOAD = "return redis.call('HMGET', KEYS[1], 'r', 'e')"
FENCED = """
if redis.call('HGET', KEYS[1], 'r') ~= ARGV[1] then return 'stale' end
redis.call('HSET', KEYS[1], 'r', ARGV[2], 'e', ARGV[3])
return 'done'
"""
MATCH_BYTES, ANSWER_BYTES = 3600, 1800


class Body(msgspec.Struct):
    step: int
    text: str


client: Redis = Redis.from_url(os.environ["STAGEPOST_REDIS_URL"])
write = client.register_script(WRITE)
load = client.register_script(LOAD)
fenced = client.register_script(FENCED)


@post("/bare", status_code=200)
async def bare(data: JSONBody[Body]) -> dict[str, str]:
    done = await write(keys=["{p}a", "{p}b"], args=[data.step, data.text * 100])
    return {"done": done.decode()}


@post("/kept/{match:str}", status_code=200)
async def kept(match: FromPath[str], data: JSONBody[Body]) -> dict[str, str]:
    names = ["{p}" + match]
    revision, envelope = await load(keys=names)
    if envelope is None:
        await client.hset(names[0], mapping={"r": 1, "e": bytes(MATCH_BYTES)})
        revision, envelope = await load(keys=names)
    done = await fenced(keys=names, args=[revision, int(revision) + 1, envelope])
    return {"done": done.decode(), "answer": data.text.ljust(ANSWER_BYTES)}


if __name__ == "__main__":
    uvicorn.run(
        Litestar([bare, kept]),
        host="127.0.0.1",
        port=int(os.environ["STAGEPOST_ENGINE_PORT"]),
        log_level="warning",
        access_log=False,
    )
