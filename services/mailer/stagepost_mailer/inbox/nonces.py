"""Signatures that do not cover their body, each good for one body."""

from __future__ import annotations

import hashlib

from redis.asyncio import Redis

from stagepost_mailer.inbox import keys


class Nonces:
    """A nonce belongs to the first body that came with it."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def belongs(self, nonce: bytes, body: bytes, seconds: int) -> bool:
        """False for a nonce that came with another body before; the same post again is let in."""
        digest = hashlib.sha256(body).hexdigest()
        key = keys.nonce(hashlib.sha256(nonce).hexdigest())
        if await self._redis.set(key, digest, nx=True, ex=seconds):
            return True
        return bool(await self._redis.get(key) == digest.encode())
