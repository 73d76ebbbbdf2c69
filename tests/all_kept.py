"""Everything that a store holds, by key, as plain bytes: to look for what must not be there.

A DUMP will not do: it compresses, and a secret in it is cut into pieces.
"""

from redis.asyncio import Redis


async def all_kept(store: Redis) -> dict[str, bytes]:
    return {key.decode(): await _plain(store, key) for key in await store.keys()}


async def holding(store: Redis, *secrets: str) -> list[str]:
    """The keys that hold one of the secrets."""
    found = await all_kept(store)
    return [key for key, kept in found.items() if any(one.encode() in kept for one in secrets)]


async def _plain(store: Redis, key: bytes) -> bytes:
    match await store.type(key):
        case b"string":
            return await store.get(key)
        case b"list":
            return b"\n".join(await store.lrange(key, 0, -1))
        case b"set":
            return b"\n".join(await store.smembers(key))
        case b"zset":
            return b"\n".join(await store.zrange(key, 0, -1))
        case b"hash":
            return b"\n".join(part for pair in (await store.hgetall(key)).items() for part in pair)
        case b"stream":
            entries = await store.xrange(key)
            return b"\n".join(value for _, fields in entries for value in fields.values())
        case other:
            raise AssertionError(f"{key!r} is a {other!r}")
