"""Moves over REST: what is asked of a seat, a move, and its taking back."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import STEPS_MOST, MovesWanted
from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Ask
from stagepost_contracts.texts import say
from stagepost_engine.api.answered import answered
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.deputy_routes import introducing
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.numbers import fits
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.saying import said
from stagepost_engine.api.unchanged import unchanged
from stagepost_engine.matches.access import owner_of, seat_of
from stagepost_engine.matches.asking import ask
from stagepost_engine.matches.command import Command, Say, Submit, Withdraw
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.introducing import Introducing
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]

REFUSALS: Final[tuple[ProblemCode, ...]] = (
    "stale-step",
    "match-over",
    "busy",
    "not-awaited",
    "unreadable",
    "illegal",
    "set-aside",
    "no-such-deal",
)
"""What a move can be refused for."""


@get(
    "/matches/{match:str}/prompt",
    summary="What is asked of a seat",
    tags=["moves"],
    opt=described(Ask, caller="seat", empty={204: "Nothing is asked of the seat now."}),
)
async def see_prompt(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[Ask]:
    """Return what the seat must decide now; 204 if it has nothing to decide."""
    live = await place.matches.live(MatchId(match))
    shown = await shown_by(request, place, match)
    found = ask(live, seat_of(live.envelope, shown, reads=True))
    if found is None:
        return Response(None, status_code=204)  # type: ignore[arg-type]
    return Response(said(found, language_of(request)))


@post(
    "/matches/{match:str}/moves",
    summary="Move",
    tags=["moves"],
    status_code=200,
    opt=described(
        Answer,
        caller="seat",
        body=MovesWanted,
        codes=REFUSALS,
        query=("dry_run",),
        headers=("Idempotency-Key", "If-Match"),
    ),
)
async def submit_moves(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
    dry_run: FromQuery[bool] = False,
) -> Response[Answer]:
    """Seal a move, as text or as typed orders, and commands; a refusal changes nothing.

    A dry run tells what would be sealed or what is wrong, and changes nothing either.
    """
    data = await body_of(request, MovesWanted)
    shown = await shown_by(request, place, match)
    met = await introducing(place, MatchId(match), _lines(data))
    wanted = Wanted(
        lambda envelope: _command(envelope, seat_of(envelope, shown), data, met),
        idempotency_key(request, owner_of(shown)),
        digest(await request.body()),
        hold=unchanged(request),
        people=met.people_of,
        shown=shown,
    )
    if dry_run:
        return answered(request, await place.matches.try_out(MatchId(match), wanted))
    return answered(request, await place.matches.act(MatchId(match), wanted))


@delete(
    "/matches/{match:str}/moves",
    summary="Take a move back",
    tags=["moves"],
    status_code=200,
    opt=described(
        Answer,
        caller="seat",
        codes=REFUSALS,
        query=("step",),
        headers=("Idempotency-Key", "If-Match"),
    ),
)
async def withdraw_move(
    request: AnyRequest,
    match: FromPath[str],
    step: Annotated[int, QueryParameter(ge=0, le=STEPS_MOST)],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Take back the sealed move of the step, as long as the step has not closed."""
    shown = await shown_by(request, place, match)
    wanted = Wanted(
        lambda envelope: Withdraw(seat_of(envelope, shown), step),
        idempotency_key(request, owner_of(shown)),
        digest(b"withdraw", str(step).encode()),
        hold=unchanged(request),
        shown=shown,
    )
    return answered(request, await place.matches.act(MatchId(match), wanted))


def _lines(data: MovesWanted) -> tuple[str, ...]:
    return tuple(line.strip() for line in (data.text or "").splitlines() if line.strip())


def _command(envelope: Envelope, seat: Seat, data: MovesWanted, met: Introducing) -> Command:
    if (data.text is None) == (data.orders is None and not data.standing):
        raise Problem("unreadable", say("Give either text or orders."), field="text")
    if data.text is not None:
        return met.said(envelope, Say(seat, data.step, _lines(data)))
    if not fits((data.orders, data.standing)):
        raise Problem(
            "unreadable", say("An order is nested too deeply, or holds a number far too large.")
        )
    return Submit(seat, data.step, data.orders or (), data.standing)


MOVE_ROUTES = (see_prompt, submit_moves, withdraw_move)
