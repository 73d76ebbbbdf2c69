"""The events of one webhook, delivered one after the other; what fails is tried again later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from stagepost_contracts.hooks import Hook, HookState, HookStopped, HookTest, HookTried
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import Text, say
from stagepost_contracts.watching import EventSeen
from stagepost_mailer.engine_client.client import EngineClient, MatchGone
from stagepost_mailer.hooks.calling import Called, Caller
from stagepost_mailer.hooks.signing import signed
from stagepost_mailer.outbox.hooks import HookBook, HookName
from stagepost_texts.saying import said

# Two days, as a mail host is given.
PAUSES = (5, 30, 120, 600, 1800, *(3600,) * 47)
TURN_SECONDS_MOST = 30
TEST = "test"


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Calls far sides with what waits for them. `pauses` lie between tries that failed."""

    book: HookBook
    caller: Caller
    engine: EngineClient
    pauses: tuple[int, ...] = PAUSES

    async def turn(self, called: HookName) -> None:
        """Deliver what waits, in order, until a try fails or others should have a turn."""
        hook, state = await self.book.find(called), await self.book.state(called)
        if hook is None or state.off is not None:
            await self.book.drop(called)
            return
        until = await self.book.now() + TURN_SECONDS_MOST
        now = 0.0
        while now < until:
            found = await self.book.first(called)
            if found is None:
                break
            now = await self.book.now()
            if found.heard.open > now and not found.freely:
                await self.book.again(called, found.heard.open)
                return
            answered = await self._posted(called, hook, found.heard.event, now)
            tried = _tried(answered, now, found.number)
            if not answered.delivered:
                await self._failed(called, state, tried, gone=answered.gone)
                return
            state = HookState(found.number, 0, tried)
            await self.book.keep(called, state)
        await self.book.rest(called)

    async def test(self, test: HookTest) -> None:
        """Deliver a test, out of turn."""
        hook = await self.book.find(HookName(test.match, test.hook))
        now = await self.book.now()
        if hook is None:
            return
        body = body_of(test.match, hook, TEST, now, {})
        headers = signed(hook.secret, f"{test.match}.{test.hook}.test-{test.id}", now, body)
        answered = await self.caller.post(hook.url, headers, body)
        await self.book.tried(test, _tried(answered, now, None))

    async def _posted(self, called: HookName, hook: Hook, event: EventSeen, now: float) -> Called:
        body = body_of(called.match, hook, event.kind, event.at, said(event, hook.language))
        headers = signed(hook.secret, f"{called.match}.{called.hook}.{event.number}", now, body)
        answered = await self.caller.post(hook.url, headers, body)
        log = structlog.get_logger().bind(match=called.match, step=event.step, number=event.number)
        log.info("webhook called", status=answered.status, delivered=answered.delivered)
        return answered

    async def _failed(
        self, called: HookName, state: HookState, tried: HookTried, *, gone: bool
    ) -> None:
        failures = state.failures + 1
        state = msgspec.structs.replace(state, failures=failures, last=tried)
        if not gone and failures <= len(self.pauses):
            await self.book.keep(called, state)
            await self.book.again(called, tried.at + self.pauses[failures - 1])
            return
        reason = (
            say("its far side says that it is gone for good (410)") if gone else _given_up(tried)
        )
        try:
            await self.engine.hook_stopped(HookStopped(called.match, called.hook, reason))
        except MatchGone:
            structlog.get_logger().warning("webhook of no match", match=called.match)
        await self.book.keep(called, msgspec.structs.replace(state, off=reason))
        await self.book.drop(called)


def body_of(match: MatchId, hook: Hook, kind: str, at: float, event: dict[str, Any]) -> bytes:
    """Return what is posted; `data` is the event as the stream of the same reader has it."""
    moment = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    told = {
        "type": kind,
        "timestamp": moment.replace("+00:00", "Z"),
        "match": match,
        "reader": hook.seat,
        "data": event,
    }
    return msgspec.json.encode(told)


def _tried(answered: Called, now: float, number: int | None) -> HookTried:
    at = round(now, 3)
    return HookTried(at, answered.delivered, answered.status, answered.reason, number)


def _given_up(tried: HookTried) -> Text:
    why = tried.reason or say("nothing answered")
    return say("it could not be called for days. The last try: {why}", why=why)
