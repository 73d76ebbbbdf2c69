"""What the mailer asks of the engine: take this reply, this due has come, this mail came back."""

from __future__ import annotations

from http import HTTPStatus
from typing import TypeVar

import msgspec

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import DueCame, DuesCame, DuesDone, ReplyReceived
from stagepost_contracts.dues import Due
from stagepost_contracts.hooks import HookStopped
from stagepost_contracts.hosting import OutageDone, OutageSeen
from stagepost_contracts.ids import Seat
from stagepost_contracts.reports import MailReturned, Noted, ReminderJudged, ReminderReady
from stagepost_mailer.engine_client.wire import Cut, Wire

ENGINE_SECONDS_MOST = 15.0
# A wrong service token is the operator's to mend: no mail is lost for it.
WORTH_ANOTHER_TRY = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.CONFLICT,
        HTTPStatus.TOO_EARLY,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)

Said = TypeVar("Said")


class EngineAway(Exception):
    """The engine can not be asked now; the same question later is safe."""


class MatchGone(Exception):
    """The engine knows no such match or seat."""


class SeatGone(MatchGone):
    """The seat is not that player's any more."""


class EngineRefused(Exception):
    """The engine will not take it, however often it is asked: a fault of ours."""

    def __init__(self, path: str, status: int) -> None:
        super().__init__(f"{path}: HTTP {status}")


class Coded(msgspec.Struct, frozen=True):
    """The code of a problem, by which one 404 is told from another."""

    code: str = ""


class DueTaken(msgspec.Struct, frozen=True):
    """`done` is False where the due was stale or is not due yet by the engine's clock."""

    done: bool


class EngineClient:
    """Keeps its connections across jobs."""

    def __init__(self, url: str, service_token: str) -> None:
        headers = {
            "Authorization": f"Bearer {service_token}",
            "Content-Type": "application/json",
        }
        self._wire = Wire(url, headers, ENGINE_SECONDS_MOST)

    async def reply(self, received: ReplyReceived) -> Answer:
        """Hands a reply over; the same id again is answered the same. Raises MatchGone."""
        return await self._ask("/v1/service/replies", received, Answer)

    async def due(self, due: Due, spared: tuple[Seat, ...] = ()) -> bool:
        """Says that a due has come; True if it took effect. A match that is gone has none.

        While a `spared` seat is awaited, nothing is played by default.
        """
        try:
            return (await self._ask("/v1/service/dues", DueCame(due, spared), DueTaken)).done
        except MatchGone:
            return False

    async def dues(self, came: tuple[DueCame, ...]) -> tuple[bool, ...]:
        """Says that several have come; of each whether it took effect. One that failed did not."""
        return (await self._ask("/v1/service/dues/together", DuesCame(came), DuesDone)).done

    async def outage(self, since: float, until: float) -> int:
        """Says that the house was out of order; returns in how many matches a deadline moved."""
        told = await self._ask("/v1/service/outages", OutageSeen(since, until), OutageDone)
        return told.moved

    async def reminder(self, ready: ReminderReady) -> ReminderJudged:
        """Asks whether a reminder is still true. Raises MatchGone."""
        return await self._ask("/v1/service/reminders", ready, ReminderJudged)

    async def hook_stopped(self, stopped: HookStopped) -> None:
        """Says that a webhook is called no more. Raises MatchGone."""
        await self._ask("/v1/service/hooks", stopped, Noted)

    async def returned(self, returned: MailReturned) -> None:
        """Says that a mail to a seat came back. Raises MatchGone."""
        await self._ask("/v1/service/bounces", returned, Noted)

    async def close(self) -> None:
        await self._wire.close()

    async def _ask(self, path: str, body: msgspec.Struct, kind: type[Said]) -> Said:
        try:
            reply = await self._wire.post(path, msgspec.json.encode(body))
        except Cut as cut:
            raise EngineAway(str(cut)) from cut
        if reply.status == HTTPStatus.NOT_FOUND:
            code = msgspec.json.decode(reply.body, type=Coded).code
            raise SeatGone(path) if code == "no-such-seat" else MatchGone(path)
        if reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR or reply.status in WORTH_ANOTHER_TRY:
            raise EngineAway(f"HTTP {reply.status}")
        if reply.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise EngineRefused(path, reply.status)
        return msgspec.json.decode(reply.body, type=kind)
