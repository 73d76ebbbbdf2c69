"""What happens in matches, as it happens: one feed for each match that somebody listens to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.keys import partition_of
from stagepost_contracts.texts import say
from stagepost_contracts.watching import EventSeen
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.envelope import Envelope, decode_envelope
from stagepost_engine.matches.happening import Happened, decode_happened, is_for, shown
from stagepost_engine.matches.hooks import opens_at
from stagepost_engine.matches.tokens import with_tokens_at
from stagepost_engine.store.redis_store import STORE_AWAY, RedisStore

LISTENERS_MOST: Final = 5_000  # at one engine
PAUSE_SECONDS: Final = 1.0


@dataclass
class Feed:
    """One match as its listeners follow it; `changed` is set once and then another."""

    envelope: Envelope
    events: list[Happened] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: int = 0
    read_at: float = 0.0
    ahead: float = 0.0

    def now(self) -> float:
        """Return the time by the match's server, as when the feed was read last and on from there."""
        return asyncio.get_running_loop().time() + self.ahead

    def opens(self, event: Happened, seat: Seat | None) -> float:
        """Return the seconds until a reader may know of the event, 0 if that is now."""
        return max(0.0, opens_at(self.envelope, event.at, seat) - self.now())


class Feeds:
    """The feeds of one engine. Nothing is kept here that is not read again from the store.

    `wakes` yields each partition that changed, and None now and then.
    """

    def __init__(self, store: RedisStore, wakes: Callable[[], AsyncIterator[str | None]]) -> None:
        self._store = store
        self._wakes = wakes
        self._feeds: dict[MatchId, Feed] = {}
        self._listening: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def follow(self, match: MatchId) -> AsyncIterator[Feed]:
        """Give the match's feed, as new as the store. Raises Problem `no-such-match`."""
        if sum(feed.listeners for feed in self._feeds.values()) >= LISTENERS_MOST:
            raise Problem("too-many", say("Too many listen here; try again later."))
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())
        feed = self._feeds.get(match) or Feed((await self._loaded(match))[0])
        feed = self._feeds.setdefault(match, feed)
        feed.listeners += 1
        try:
            await self._refresh(match, feed)
            yield feed
        finally:
            feed.listeners -= 1
            if not feed.listeners:
                self._feeds.pop(match, None)

    async def close(self) -> None:
        """Listen no longer."""
        if self._listening is not None:
            self._listening.cancel()

    async def _listen(self) -> None:
        while True:
            try:
                async for partition in self._wakes():
                    for match, feed in list(self._feeds.items()):
                        if partition in (None, partition_of(match)):
                            await self._refresh(match, feed)
            except STORE_AWAY:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _refresh(self, match: MatchId, feed: Feed) -> None:
        """Read on, unless somebody did since this was asked for."""
        clock = asyncio.get_running_loop().time
        asked_at = clock()
        async with feed.lock:
            if feed.read_at > asked_at:
                return
            feed.read_at = clock()
            # The envelope last: a token that was ended before an event never gets the event.
            new = await self._store.events(match, len(feed.events))
            feed.envelope, now = await self._loaded(match)
            feed.ahead = now - clock()
            feed.events += map(decode_happened, new)
            changed, feed.changed = feed.changed, asyncio.Event()
            changed.set()

    async def _loaded(self, match: MatchId) -> tuple[Envelope, float]:
        loaded = await self._store.load(match)
        if loaded.envelope is None:
            raise Problem("no-such-match", say("There is no match {match}.", match=match))
        return with_tokens_at(decode_envelope(loaded.envelope), loaded.now), loaded.now


async def followed(
    feed: Feed, reader_now: Callable[[Envelope], Awaitable[Reader]], *, after: int, pause: float
) -> AsyncGenerator[EventSeen | None, None]:
    """Yield the reader's events after a number, and None after each `pause` without a word.

    `reader_now` says who the listener is by the envelope of the moment; a listener who is
    somebody else by now, or nobody, hears no more.
    """
    reader, place, number = await reader_now(feed.envelope), 0, 0
    tenure = feed.envelope.seat(reader.seat).tenure if reader.seat else 0
    while True:
        changed, wait = feed.changed, pause
        while place < len(feed.events):
            event = feed.events[place]
            held = feed.opens(event, reader.seat)
            if held:
                wait = min(pause, held)
                break
            place += 1
            if is_for(event, reader.seat, tenure):
                number += 1
                if number > after:
                    yield shown(event, number)
        try:
            await asyncio.wait_for(changed.wait(), wait)
        except TimeoutError:
            yield None
        try:
            now = await reader_now(feed.envelope)
        except Problem:
            return
        if now != reader:
            return
