"""Matches over REST: make, read, move, take back, record and standings."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import MatchMade, MatchSeen, MatchWanted, MovesWanted, Standings
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.notices import Ask
from stagepost_contracts.texts import say
from stagepost_engine.api.bearer import bearer, hold_to
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.saying import said
from stagepost_engine.matches.access import OBSERVER, Reader, reader_of, seat_of
from stagepost_engine.matches.asking import ask
from stagepost_engine.matches.command import Command, Say, Submit, Withdraw
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Entry, public
from stagepost_engine.matches.seen import etag, seen, standings
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]


@post("/matches", summary="Make a match", tags=["matches"])
async def make_match(
    request: AnyRequest, data: JSONBody[MatchWanted], place: NamedDependency[Place]
) -> MatchMade:
    """Make a match and mail its seats. The tokens are told once and kept as hashes."""
    hold_to(request, place.operator_token)
    return await place.maker.make(
        data,
        key=idempotency_key(request, "operator"),
        digest=digest(await request.body()),
    )


@get("/matches/{match:str}", summary="See a match", tags=["matches"])
async def see_match(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[MatchSeen]:
    """Return the match as the token's holder sees it; without a token as an observer does."""
    live = await place.matches.live(MatchId(match))
    found = seen(live, _reader(request, live, place))
    tag = etag(found)
    headers = {"ETag": tag, "Vary": "Authorization, Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    return Response(said(found, language_of(request)), headers=headers)


@get("/matches/{match:str}/prompt", summary="What is asked of a seat", tags=["moves"])
async def see_prompt(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Ask]:
    """Return what the seat must decide now; 204 if it has nothing to decide."""
    live = await place.matches.live(MatchId(match))
    found = ask(live, seat_of(live.envelope, bearer(request)))
    if found is None:
        return Response(None, status_code=204)  # type: ignore[arg-type]
    return Response(said(found, language_of(request)))


@post("/matches/{match:str}/moves", summary="Move", tags=["moves"], status_code=200)
async def submit_moves(
    request: AnyRequest,
    match: FromPath[str],
    data: JSONBody[MovesWanted],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Seal a move, as text or as typed orders, and commands; a refusal changes nothing."""
    token = bearer(request)
    wanted = Wanted(
        lambda envelope: _command(seat_of(envelope, token), data),
        idempotency_key(request, token or ""),
        digest(await request.body()),
    )
    return _answered(request, await place.matches.act(MatchId(match), wanted))


@delete("/matches/{match:str}/moves", summary="Take a move back", tags=["moves"], status_code=200)
async def withdraw_move(
    request: AnyRequest, match: FromPath[str], step: FromQuery[int], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take back the sealed move of the step, as long as the step has not closed."""
    token = bearer(request)
    wanted = Wanted(
        lambda envelope: Withdraw(seat_of(envelope, token), step),
        idempotency_key(request, token or ""),
        digest(b"withdraw", str(step).encode()),
    )
    return _answered(request, await place.matches.act(MatchId(match), wanted))


@get("/matches/{match:str}/record", summary="The record", tags=["matches"])
async def see_record(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[tuple[Entry, ...]]:
    """Return the record: the reader's own view of it before the end, the whole one after."""
    live = await place.matches.live(MatchId(match))
    reader = _reader(request, live, place)
    entries = await place.matches.record(MatchId(match))
    if not live.envelope.over:
        entries = public(entries, reader.seat)
    return Response(entries)


@get("/matches/{match:str}/standings", summary="The standings", tags=["matches"])
async def see_standings(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Standings:
    """Return the ranking: final once the match is over."""
    live = await place.matches.live(MatchId(match))
    _reader(request, live, place)
    return standings(live)


def _reader(request: AnyRequest, live: Live, place: Place) -> Reader:
    """Return who reads; the operator sees what an observer sees."""
    token = bearer(request)
    if token is not None and hmac.compare_digest(token.encode(), place.operator_token.encode()):
        return OBSERVER
    return reader_of(live.envelope, token)


def _command(seat: Any, data: MovesWanted) -> Command:
    if (data.text is None) == (data.orders is None and not data.standing):
        raise Problem("bad-request", say("Give either text or orders."), field="text")
    if data.text is not None:
        lines = tuple(line.strip() for line in data.text.splitlines() if line.strip())
        return Say(seat, data.step, lines)
    return Submit(seat, data.step, data.orders or (), data.standing)


def _answered(request: AnyRequest, answer: Answer) -> Response[Answer]:
    """Return the answer; a fault is a problem with the sentence that a mail would carry."""
    if answer.fault is not None:
        fault = answer.fault
        lines = [reading.line for reading in answer.readings]
        line = lines.index(fault.line) if fault.line in lines else None
        raise Problem(fault.code, fault.text, line=line)
    return Response(said(answer, language_of(request)))


MATCH_ROUTES = (
    make_match,
    see_match,
    see_prompt,
    submit_moves,
    withdraw_move,
    see_record,
    see_standings,
)
