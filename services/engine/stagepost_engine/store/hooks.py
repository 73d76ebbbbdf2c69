"""Webhooks as they are kept, and what the mailer has told of their deliveries."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.hooks import Hook, HookState, HookTest, HookTried
from stagepost_contracts.ids import MatchId

LOOK_SECONDS: Final = 0.05
_HOOK: Final = msgspec.json.Decoder(Hook)
_STATE: Final = msgspec.json.Decoder(HookState)
_TRIED: Final = msgspec.json.Decoder(HookTried)


@dataclass(frozen=True, slots=True)
class HookKept:
    """A webhook, its deliveries, and how many events wait."""

    hook: Hook
    state: HookState
    waiting: int


class Hooks:
    """Reads what commits wrote, and asks the mailer for a test."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def read(self, match: MatchId, hook: str) -> HookKept | None:
        """Return a webhook; None where it is gone."""
        async with self._client.pipeline(transaction=False) as look:
            look.hget(shared_keys.hooks(match), hook)
            look.hget(shared_keys.hook_states(match), hook)
            look.zcard(shared_keys.hook_waiting(match, hook))
            [kept, state, waiting] = await look.execute()
        if kept is None:
            return None
        return HookKept(_HOOK.decode(kept), _STATE.decode(state or b"{}"), waiting)

    async def test(self, test: HookTest, seconds: float) -> HookTried | None:
        """Return what a test delivery came to; None where no mailer did it in that time."""
        partition = shared_keys.partition_of(test.match)
        wanted: Any = self._client.rpush(
            shared_keys.hook_tests(partition), msgspec.json.encode(test)
        )
        await wanted
        await self._client.publish(shared_keys.WAKE_CHANNEL, partition)
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until:
            found: Any = await self._client.get(shared_keys.hook_tried(test.match, test.id))
            if found is not None:
                return _TRIED.decode(found)
            await asyncio.sleep(LOOK_SECONDS)
        return None
