"""What happens in a match, as it happens: a stream (SSE), or a page that waits for the next."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from stagepost_contracts.ids import MatchId
from stagepost_contracts.watching import (
    EVENTS_MOST,
    NUMBER_MOST,
    WAIT_SECONDS_MOST,
    EventPage,
    EventSeen,
)
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import reader_by
from stagepost_engine.api.saying import said
from stagepost_engine.matches.feeds import Feed, followed
from stagepost_engine.matches.happening import numbered

AnyRequest = Request[Any, Any, Any]

STREAM: Final = "text/event-stream"
KEEP_SECONDS: Final = 15.0  # shorter than what proxies wait for
RETRY_MILLISECONDS: Final = 2_000
KEPT: Final = b": still here\n\n"


@get(
    "/matches/{match:str}/events",
    summary="Events",
    tags=["matches"],
    opt=described(
        EventPage,
        caller="reader",
        query=("after", "wait"),
        headers=("Last-Event-ID",),
        stream=True,
    ),
)
async def see_events(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
    after: Annotated[int, QueryParameter(ge=0, le=NUMBER_MOST)] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=WAIT_SECONDS_MOST)] = 0,
) -> Response[Any]:
    """Return the reader's events after a number, waiting a while for the first.

    Asked for as `text/event-stream`, they come one by one as long as the connection holds; the
    id of each is its number, so that `Last-Event-ID` goes on where it broke.
    """
    await reader_by(request, (await place.matches.live(MatchId(match))).envelope, place)
    after = _last(request, after)
    if STREAM in request.headers.get("accept", ""):
        told = _stream(request, MatchId(match), place, after)
        return Stream(told, media_type=STREAM, headers={"X-Accel-Buffering": "no"})
    page = await _page(request, MatchId(match), place, after, wait)
    return Response(said(page, language_of(request)))


def _last(request: AnyRequest, after: int) -> int:
    """Return the last number that is known; a header that is no number is not ours."""
    header = request.headers.get("last-event-id", "")
    return int(header) if header.isascii() and header.isdecimal() and len(header) < 10 else after


async def _stream(
    request: AnyRequest, match: MatchId, place: Place, after: int
) -> AsyncIterator[bytes]:
    language = language_of(request)
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    async with place.feeds.follow(match) as feed:
        events = followed(
            feed,
            lambda envelope: reader_by(request, envelope, place),
            after=after,
            pause=KEEP_SECONDS,
        )
        async with aclosing(events):
            async for event in events:
                yield _frame(event, language) if event else KEPT


def _frame(event: EventSeen, language: str) -> bytes:
    data = msgspec.json.encode(said(event, language))
    return f"id: {event.number}\nevent: {event.kind}\ndata: ".encode() + data + b"\n\n"


async def _page(
    request: AnyRequest, match: MatchId, place: Place, after: int, wait: float
) -> EventPage:
    loop = asyncio.get_running_loop()
    until = loop.time() + wait
    async with place.feeds.follow(match) as feed:
        while True:
            changed = feed.changed
            found, held = await _known(request, feed, place)
            events = tuple(event for event in found if event.number > after)[:EVENTS_MOST]
            left = until - loop.time()
            if events or left <= 0:
                last = events[-1].number if events else min(after, len(found))
                return EventPage(events, last)
            try:
                await asyncio.wait_for(changed.wait(), min(left, held))
            except TimeoutError:
                continue


async def _known(request: AnyRequest, feed: Feed, place: Place) -> tuple[list[EventSeen], float]:
    """Return what the reader may know by now, and the seconds until there may be more of it."""
    reader = await reader_by(request, feed.envelope, place)
    tenure = feed.envelope.seat(reader.seat).tenure if reader.seat else 0
    opens = [feed.opens(event, reader.seat) for event in feed.events]
    held = next((place for place, wait in enumerate(opens) if wait), len(opens))
    known = list(numbered(tuple(feed.events[:held]), reader.seat, tenure))
    return known, opens[held] if held < len(opens) else math.inf


EVENT_ROUTES = (see_events,)
