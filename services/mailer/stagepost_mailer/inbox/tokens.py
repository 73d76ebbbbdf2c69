"""What each reply and bounce address stands for, by the hash of its token."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

import msgspec
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.texts import Text
from stagepost_mailer.inbox import keys

TOKEN_SECONDS = 120 * 24 * 3600
SENT_TEXTS_MOST = 6

Purpose = Literal["reply", "bounce", "confirm"]


KEEP = """
redis.call('LREM', KEYS[1], 0, ARGV[1])
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -ARGV[2], -1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""


class TokenMeaning(msgspec.Struct, frozen=True):
    """One seat in one step, and the game's name for letters about mail to it.

    `intake` is the held mail that a reply to the address may confirm, `deputy` the number of the
    seat's deputy whose token it is.
    """

    purpose: Purpose
    match: MatchId
    seat: Seat
    tenure: int
    step: int
    game: Text
    intake: str = ""
    deputy: int = 0


class TokenBook:
    """Tokens by hash; none is kept in clear. A hash is read for 120 days after its last mail."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._keep = redis.register_script(KEEP)

    async def enter(self, hashes: dict[str, TokenMeaning]) -> None:
        """Makes tokens known; done before the mail that carries them is sent."""
        await asyncio.gather(
            *(
                self._redis.set(
                    keys.token(token_hash), msgspec.json.encode(meaning), ex=TOKEN_SECONDS
                )
                for token_hash, meaning in hashes.items()
            )
        )

    async def find(self, token_hash: str) -> TokenMeaning | None:
        found = await self._redis.get(keys.token(token_hash))
        return None if found is None else msgspec.json.decode(found, type=TokenMeaning)

    async def keep_text(self, token_hash: str, text: str) -> None:
        """Keeps what a reply may quote; a repeat of the same text is kept once."""
        await self._keep(keys=[keys.sent(token_hash)], args=[text, SENT_TEXTS_MOST, TOKEN_SECONDS])

    async def text(self, token_hash: str) -> str | None:
        """All that went out under the token, as one text to subtract; None if nothing is known."""
        kept = cast("list[bytes]", await self._redis.lrange(keys.sent(token_hash), 0, -1))
        return "\n".join(text.decode() for text in kept) if kept else None
