"""A seat's own time over REST: absence, days off, quiet hours, extensions, and the step kept open."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.answers import Answer
from stagepost_contracts.errors import ProblemCode
from stagepost_contracts.ids import MatchId
from stagepost_contracts.own_time import (
    AwayWanted,
    ExtensionWanted,
    OffDaysWanted,
    OwnTimeSeen,
    QuietWanted,
)
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.speaking import HEADERS, saying, spoken
from stagepost_engine.matches.access import seat_of
from stagepost_engine.matches.own_time_seen import own_time_seen

AnyRequest = Request[Any, Any, Any]

REFUSALS: Final[tuple[ProblemCode, ...]] = (
    "stale-step",
    "match-over",
    "busy",
    "not-awaited",
    "not-yet",
    "unreadable",
    "illegal",
)


@get(
    "/matches/{match:str}/own-time",
    summary="A player's own time",
    tags=["time"],
    opt=described(OwnTimeSeen, caller="seat"),
)
async def see_own_time(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> OwnTimeSeen:
    """Return what the seat's player has said of the own time; nobody else sees it."""
    live = await place.matches.live(MatchId(match))
    shown = await shown_by(request, place, match)
    return own_time_seen(live.envelope, seat_of(live.envelope, shown, reads=True))


@put(
    "/matches/{match:str}/away",
    summary="Be away",
    tags=["time"],
    opt=described(Answer, caller="seat", body=AwayWanted, codes=REFUSALS, headers=HEADERS),
)
async def be_away(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Add dates on which no deadline to come waits for the player, in all their matches."""
    data = await body_of(request, AwayWanted)
    return await spoken(request, match, place, saying(f"AWAY {data.first} TO {data.last}"))


@delete(
    "/matches/{match:str}/away",
    summary="Be back",
    tags=["time"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def be_back(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Give up the dates from today on."""
    return await spoken(request, match, place, saying("BACK"))


@put(
    "/matches/{match:str}/off-days",
    summary="Days off",
    tags=["time"],
    opt=described(Answer, caller="seat", body=OffDaysWanted, codes=REFUSALS, headers=HEADERS),
)
async def take_days_off(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Name the days of the week on which the player never plays, in the place of earlier ones."""
    data = await body_of(request, OffDaysWanted)
    days = ", ".join(data.days).upper() or "NONE"
    return await spoken(request, match, place, saying(f"OFF DAYS {days}"))


@put(
    "/matches/{match:str}/quiet-hours",
    summary="Quiet hours",
    tags=["time"],
    opt=described(Answer, caller="seat", body=QuietWanted, codes=REFUSALS, headers=HEADERS),
)
async def keep_quiet(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Name the hours in which no deadline to come falls and no reminder is sent."""
    data = await body_of(request, QuietWanted)
    return await spoken(request, match, place, saying(f"QUIET {data.since} TO {data.until}"))


@delete(
    "/matches/{match:str}/quiet-hours",
    summary="No quiet hours",
    tags=["time"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def end_quiet(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Give up the quiet hours."""
    return await spoken(request, match, place, saying("QUIET NONE"))


@post(
    "/matches/{match:str}/extensions",
    summary="Extend the deadline",
    tags=["time"],
    status_code=200,
    opt=described(Answer, caller="seat", body=ExtensionWanted, codes=REFUSALS, headers=HEADERS),
)
async def extend_deadline(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Ask for a later deadline of the step, once in a step; the table is told."""
    data = await body_of(request, ExtensionWanted)
    return await spoken(request, match, place, saying(f"EXTEND {data.hours}"))


@put(
    "/matches/{match:str}/wait",
    summary="Keep the step open",
    tags=["time"],
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def keep_open(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Keep the step open until the deadline, also when all moves are in."""
    return await spoken(request, match, place, saying("WAIT"))


@delete(
    "/matches/{match:str}/wait",
    summary="Let the step close",
    tags=["time"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def be_ready(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Let the step close as soon as all moves are in."""
    return await spoken(request, match, place, saying("READY"))


TIME_ROUTES = (
    see_own_time,
    be_away,
    be_back,
    take_days_off,
    keep_quiet,
    end_quiet,
    extend_deadline,
    keep_open,
    be_ready,
)
