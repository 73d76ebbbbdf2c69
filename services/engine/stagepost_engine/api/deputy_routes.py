"""The deputy of a seat over REST: who may play for its player as well, named, seen and ended."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.deputies import DeputySeen, DeputyWanted
from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.api.answered import answered
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.matches.access import owner_of, seat_of
from stagepost_engine.matches.command import Deputize
from stagepost_engine.matches.deputies import deputy_seen
from stagepost_engine.matches.introducing import Introducing, names_deputies
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]

REFUSALS: Final[tuple[ProblemCode, ...]] = (
    "bad-address",
    "bad-name",
    "illegal",
    "unreadable",
    "match-over",
    "not-yet",
    "busy",
)
HEADERS: Final = ("Idempotency-Key",)
ENDED: Final = {204: "The seat has no deputy."}


async def introducing(
    place: Place, match: MatchId, lines: tuple[str, ...], language: str = ""
) -> Introducing:
    """Return the edge for words of a seat, with the people of the match if they name a deputy."""
    people = await place.matches.people(match) if names_deputies(lines) else {}
    return Introducing(people, language)


@put(
    "/matches/{match:str}/deputy",
    summary="Name a deputy",
    tags=["deputies"],
    opt=described(DeputySeen, caller="seat", body=DeputyWanted, codes=REFUSALS, headers=HEADERS),
)
async def name_deputy(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[DeputySeen]:
    """Let somebody play for the seat as well, by mail; they take the place of an earlier one.

    The address is kept with the people of the match, and told to nobody.
    """
    data = await body_of(request, DeputyWanted)
    shown = await shown_by(request, place, match)
    met = Introducing(await place.matches.people(MatchId(match)), data.language)
    wanted = Wanted(
        lambda envelope: met.typed(envelope, seat_of(envelope, shown), data),
        idempotency_key(request, owner_of(shown)),
        digest(b"deputy", await request.body()),
        people=met.people_of,
        shown=shown,
    )
    answered(request, await place.matches.act(MatchId(match), wanted))
    return await _seen(request, place, match)


@get(
    "/matches/{match:str}/deputy",
    summary="The deputy of a seat",
    tags=["deputies"],
    opt=described(DeputySeen, caller="seat", codes=("not-found",)),
)
async def see_deputy(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> Response[DeputySeen]:
    """Return who may play for the seat, until when, and in which phases."""
    return await _seen(request, place, match)


@delete(
    "/matches/{match:str}/deputy",
    summary="End a deputy",
    tags=["deputies"],
    status_code=204,
    opt=described(
        None, caller="seat", codes=("match-over", "not-yet", "busy"), headers=HEADERS, empty=ENDED
    ),
)
async def end_deputy(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> None:
    """Let the deputy play no more, from now on; it is no fault if there is none."""
    shown = await shown_by(request, place, match)
    wanted = Wanted(
        lambda envelope: Deputize(seat_of(envelope, shown), {"kind": "deputy_end"}),
        idempotency_key(request, owner_of(shown)),
        digest(b"deputy-end"),
        shown=shown,
    )
    answered(request, await place.matches.act(MatchId(match), wanted))


async def _seen(request: AnyRequest, place: Place, match: str) -> Response[DeputySeen]:
    live, now = await place.matches.live_now(MatchId(match))
    shown = await shown_by(request, place, match)
    found = deputy_seen(live.envelope, seat_of(live.envelope, shown, reads=True), now)
    if found is None:
        raise Problem("not-found", say("The seat has no deputy."))
    return Response(found)


DEPUTY_ROUTES = (name_deputy, see_deputy, end_deputy)
