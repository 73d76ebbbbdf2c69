"""Orders written ahead over REST: plans, and defaults of a seat's own, by their phase."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.answers import Answer
from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.own_time import AheadSeen, AheadWanted
from stagepost_contracts.texts import say
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.saying import said
from stagepost_engine.api.speaking import HEADERS, LinesOf, spoken
from stagepost_engine.matches.access import seat_of
from stagepost_engine.matches.ahead import AheadKind, ahead_seen, phase_words
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.live import Live

AnyRequest = Request[Any, Any, Any]

REFUSALS: Final[tuple[ProblemCode, ...]] = (
    "stale-step",
    "match-over",
    "busy",
    "not-awaited",
    "unreadable",
    "illegal",
    "set-aside",
    "too-large",
)
CANCELS: Final[dict[AheadKind, str]] = {"plans": "CANCEL", "defaults": "CANCEL DEFAULT"}


@get(
    "/matches/{match:str}/plans",
    summary="Plans",
    tags=["ahead"],
    opt=described(tuple[AheadSeen, ...], caller="seat"),
)
async def see_plans(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[tuple[AheadSeen, ...]]:
    """Return the seat's plans; nobody else sees them."""
    return await _seen(request, match, place, "plans")


@put(
    "/matches/{match:str}/plans/{phase:str}",
    summary="Plan",
    tags=["ahead"],
    opt=described(Answer, caller="seat", body=AheadWanted, codes=REFUSALS, headers=HEADERS),
)
async def make_plan(
    request: AnyRequest,
    match: FromPath[str],
    phase: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Keep orders for a phase: they are the move as soon as it asks the seat, if legal then."""
    data = await body_of(request, AheadWanted)

    def lines(envelope: Envelope, seat: Seat) -> tuple[str, ...]:
        word = _phase(envelope, phase)
        before = ("CANCEL " + word,) if word in envelope.plans.get(seat, {}) else ()
        return before + tuple(f"PLAN {word} {_plain(order)}" for order in data.orders)

    return await spoken(request, match, place, lines)


@delete(
    "/matches/{match:str}/plans/{phase:str}",
    summary="Take a plan back",
    tags=["ahead"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def cancel_plan(
    request: AnyRequest, match: FromPath[str], phase: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take back the seat's plan for a phase."""
    return await spoken(request, match, place, _cancelling("plans", phase))


@get(
    "/matches/{match:str}/defaults",
    summary="Own defaults",
    tags=["ahead"],
    opt=described(tuple[AheadSeen, ...], caller="seat"),
)
async def see_defaults(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[tuple[AheadSeen, ...]]:
    """Return the seat's own defaults; nobody else sees them."""
    return await _seen(request, match, place, "defaults")


@put(
    "/matches/{match:str}/defaults/{phase:str}",
    summary="Set an own default",
    tags=["ahead"],
    opt=described(Answer, caller="seat", body=AheadWanted, codes=REFUSALS, headers=HEADERS),
)
async def make_default(
    request: AnyRequest,
    match: FromPath[str],
    phase: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Keep orders that are played at a deadline of the phase that finds no move."""
    data = await body_of(request, AheadWanted)

    def lines(envelope: Envelope, _: Seat) -> tuple[str, ...]:
        orders = "; ".join(_plain(order) for order in data.orders)
        return (f"DEFAULT {_phase(envelope, phase)} {orders}",)

    return await spoken(request, match, place, lines)


@delete(
    "/matches/{match:str}/defaults/{phase:str}",
    summary="Take an own default back",
    tags=["ahead"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=REFUSALS, headers=HEADERS),
)
async def cancel_default(
    request: AnyRequest, match: FromPath[str], phase: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take back the seat's own default for a phase: the game's counts again."""
    return await spoken(request, match, place, _cancelling("defaults", phase))


async def _seen(
    request: AnyRequest, match: str, place: Place, kind: AheadKind
) -> Response[tuple[AheadSeen, ...]]:
    live = await place.matches.live(MatchId(match))
    seat = seat_of(live.envelope, await shown_by(request, place, match), reads=True)
    return Response(said(ahead_seen(live, seat, kind), language_of(request)))


def _cancelling(kind: AheadKind, phase: str) -> LinesOf:
    def lines(envelope: Envelope, seat: Seat) -> tuple[str, ...]:
        word = _phase(envelope, phase)
        kept = envelope.plans if kind == "plans" else envelope.defaults
        if word not in kept.get(seat, {}):
            raise Problem("illegal", say("You wrote nothing ahead for {phase}.", phase=word))
        return (f"{CANCELS[kind]} {word}",)

    return lines


def _phase(envelope: Envelope, phase: str) -> str:
    """Return the phase's own name. Raises Problem naming those that there are."""
    words = phase_words(Live(envelope))
    found = words.get(" ".join(phase.split()).lower())
    if found is None:
        phases = ", ".join(sorted(set(words.values())))
        text = say("There is no phase “{phase}”; there are: {phases}.", phase=phase, phases=phases)
        raise Problem("unreadable", text, field="phase")
    return found


def _plain(order: str) -> str:
    return " ".join(order.split())


AHEAD_ROUTES = (
    see_plans,
    make_plan,
    cancel_plan,
    see_defaults,
    make_default,
    cancel_default,
)
