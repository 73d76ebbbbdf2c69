"""Matches over REST: make, read, record and standings."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal, TypeAlias

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from stagepost_contracts.api import MatchMade, MatchSeen, MatchWanted, Standings
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_contracts.watching import PAGE, PAGE_MOST, MatchPage, MatchState, PositionSeen
from stagepost_engine.api.bearer import hold_to
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.numbers import fits
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import reader_by
from stagepost_engine.api.saying import said
from stagepost_engine.api.tags import names
from stagepost_engine.matches.listing import listed
from stagepost_engine.matches.looking_back import looked_back
from stagepost_engine.matches.record import Entry, public
from stagepost_engine.matches.seen import etag, standings
from stagepost_engine.matches.spoiling import (
    entries_shown,
    is_held_back,
    seen_then,
    shown_now,
    step_now,
)

AnyRequest = Request[Any, Any, Any]
StateWanted: TypeAlias = Literal["any"] | MatchState

CURSOR: Final = "^[a-z0-9]{0,32}$"


@post(
    "/matches",
    summary="Make a match",
    tags=["matches"],
    opt=described(
        MatchMade,
        caller="operator",
        body=MatchWanted,
        status=201,
        codes=(
            "no-such-game",
            "wrong-seats",
            "bad-name",
            "bad-address",
            "bad-policy",
            "bad-tables",
        ),
        headers=("Idempotency-Key",),
    ),
)
async def make_match(request: AnyRequest, place: NamedDependency[Place]) -> MatchMade:
    """Make a match and mail its seats. The tokens are told once and kept as hashes."""
    data = await body_of(request, MatchWanted)
    hold_to(request, place.operator_token)
    if not fits(data.tables):
        text = say("The tables are nested too deeply, or hold a number far too large.")
        raise Problem("bad-tables", text, field="tables")
    return await place.maker.make(
        data,
        key=idempotency_key(request, "operator"),
        digest=digest(await request.body()),
    )


@get(
    "/matches",
    summary="All matches",
    tags=["matches"],
    opt=described(MatchPage, caller="operator", query=("state", "cursor", "limit")),
)
async def list_matches(
    request: AnyRequest,
    place: NamedDependency[Place],
    wanted: Annotated[StateWanted, QueryParameter(name="state")] = "any",
    cursor: Annotated[str, QueryParameter(pattern=CURSOR)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MOST)] = PAGE,
) -> MatchPage:
    """Return a page of the house's matches; nothing of what only a table may know."""
    hold_to(request, place.operator_token)
    state = None if wanted == "any" else wanted
    return await listed(
        place.store, state=state, cursor=MatchId(cursor) if cursor else None, limit=limit
    )


@get(
    "/matches/{match:str}",
    summary="See a match",
    tags=["matches"],
    opt=described(
        MatchSeen,
        caller="reader",
        headers=("If-None-Match",),
        gives=("ETag",),
        empty={304: "What the reader sees is as the If-None-Match names it."},
    ),
)
async def see_match(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[MatchSeen]:
    """Return the match as the token's holder sees it; without a token as an observer does."""
    live, now = await place.matches.live_now(MatchId(match))
    reader = await reader_by(request, live.envelope, place)
    found = seen_then(live, await shown_now(place.store, live, reader, now), reader)
    tag = etag(found)
    headers = {"ETag": tag}
    if names(request.headers.get("if-none-match"), tag):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    return Response(said(found, language_of(request)), headers=headers)


@get(
    "/matches/{match:str}/record",
    summary="The record",
    tags=["matches"],
    opt=described(tuple[Entry, ...], caller="reader"),
)
async def see_record(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[tuple[Entry, ...]]:
    """Return the record: the reader's own view of it before the end, the whole one after."""
    live, now = await place.matches.live_now(MatchId(match))
    reader = await reader_by(request, live.envelope, place)
    entries = await place.matches.record(MatchId(match))
    if is_held_back(live, reader):
        entries = entries_shown(entries, await step_now(place.store, live, now))
    if not live.envelope.over:
        entries = public(entries, reader.seat)
    return Response(entries)


@get(
    "/matches/{match:str}/positions/{step:int}",
    summary="An earlier position",
    tags=["matches"],
    opt=described(PositionSeen, caller="reader", codes=("not-yet",)),
)
async def see_position(
    request: AnyRequest,
    match: FromPath[str],
    step: FromPath[int],
    place: NamedDependency[Place],
) -> Response[PositionSeen]:
    """Return what the reader saw when a step opened, played again from the record."""
    live, now = await place.matches.live_now(MatchId(match))
    reader = await reader_by(request, live.envelope, place)
    entries = await place.matches.record(MatchId(match))
    if is_held_back(live, reader):
        shown = await step_now(place.store, live, now)
        entries = entries_shown(entries, min(step, shown)) if step <= shown else ()
    found = await asyncio.to_thread(looked_back, live, entries, step, reader)
    return Response(said(found, language_of(request)))


@get(
    "/matches/{match:str}/standings",
    summary="The standings",
    tags=["matches"],
    opt=described(Standings, caller="reader"),
)
async def see_standings(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Standings:
    """Return the ranking: final once the match is over."""
    live, now = await place.matches.live_now(MatchId(match))
    reader = await reader_by(request, live.envelope, place)
    return standings(await shown_now(place.store, live, reader, now))


MATCH_ROUTES = (
    make_match,
    list_matches,
    see_match,
    see_record,
    see_position,
    see_standings,
)
