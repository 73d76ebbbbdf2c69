"""What a match's host does over REST: its clock, its misses, and a new player for a seat."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.hosting import (
    ClockSeen,
    ClockWanted,
    MissSeen,
    PlayerMade,
    PlayerWanted,
)
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.texts import say
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.saying import said
from stagepost_engine.matches.access import hold_to_host, holder_of, owner_of
from stagepost_engine.matches.command import Command, SetClock
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.ledger import clock_seen, misses_seen
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.service import Request as Wanted
from stagepost_engine.matches.spoiling import is_held_back, step_now

AnyRequest = Request[Any, Any, Any]

REFUSALS: Final[tuple[ProblemCode, ...]] = ("match-over", "not-yet", "illegal", "busy")


@get(
    "/matches/{match:str}/clock",
    summary="The clock",
    tags=["host"],
    opt=described(ClockSeen, caller="holder"),
)
async def see_clock(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> ClockSeen:
    """Return the step's deadline, who moved it, and for whose mail it waits.

    The host reads the clocks that are held of all seats, a seat its own.
    """
    live, now = await place.matches.live_now(MatchId(match))
    reader = holder_of(live.envelope, await shown_by(request, place, match), reads=True).reader
    return await _clock(place, live, now, None if reader.host else reader.seat)


@patch(
    "/matches/{match:str}/clock",
    summary="Set the clock",
    tags=["host"],
    opt=described(
        ClockSeen,
        caller="holder",
        body=ClockWanted,
        codes=REFUSALS,
        headers=("Idempotency-Key",),
    ),
)
async def set_clock(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> ClockSeen:
    """Move the deadline of the step, pause the match or let it go on; the table is told."""
    data = await body_of(request, ClockWanted)
    shown = await shown_by(request, place, match)

    def command(envelope: Envelope) -> Command:
        hold_to_host(envelope, shown)
        if data.deadline is None and data.paused is None:
            raise Problem("illegal", say("Give a deadline, or whether the match is paused."))
        return SetClock(data.deadline, data.paused)

    body = digest(await request.body())
    wanted = Wanted(command, idempotency_key(request, owner_of(shown)), body, shown=shown)
    await place.matches.act(MatchId(match), wanted)
    live, now = await place.matches.live_now(MatchId(match))
    return await _clock(place, live, now)


@get(
    "/matches/{match:str}/misses",
    summary="Missed deadlines",
    tags=["host"],
    opt=described(tuple[MissSeen, ...], caller="holder"),
)
async def see_misses(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[tuple[MissSeen, ...]]:
    """Return each deadline that found no move: what was played, why, and which mails went out.

    The host reads those of all seats, a seat its own of the present player.
    """
    live, now = await place.matches.live_now(MatchId(match))
    reader = holder_of(live.envelope, await shown_by(request, place, match), reads=True).reader
    notes = await place.store.mails(MatchId(match))
    found = misses_seen(live, notes, None if reader.host else reader.seat)
    if is_held_back(live, reader):
        shown = await step_now(place.store, live, now)
        found = tuple(miss for miss in found if miss.step < shown)
    return Response(said(found, language_of(request)))


@post(
    "/matches/{match:str}/seats/{seat:str}/player",
    summary="A new player for a seat",
    tags=["host"],
    status_code=201,
    opt=described(
        PlayerMade,
        caller="holder",
        body=PlayerWanted,
        status=201,
        codes=("no-such-seat", "bad-address", "bad-policy", "match-over", "busy"),
        headers=("Idempotency-Key",),
    ),
)
async def seat_player(
    request: AnyRequest,
    match: FromPath[str],
    seat: FromPath[str],
    place: NamedDependency[Place],
) -> PlayerMade:
    """Give the seat to a new player, and tell the token once; the old one opens nothing then."""
    data = await body_of(request, PlayerWanted)
    shown = await shown_by(request, place, match)
    return await place.maker.seat(
        MatchId(match),
        Seat(seat),
        data,
        hold=lambda envelope: hold_to_host(envelope, shown),
        key=idempotency_key(request, owner_of(shown)),
        digest=digest(seat.encode(), await request.body()),
        shown=shown,
    )


async def _clock(place: Place, live: Live, now: float, seat: Seat | None = None) -> ClockSeen:
    envelope = live.envelope
    held = await place.store.held_clocks(envelope.match, envelope.step, now)
    return clock_seen(live, held, seat)


HOST_ROUTES = (see_clock, set_clock, see_misses, seat_player)
