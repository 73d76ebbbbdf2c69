"""What only the mailer may call: a reply that came in, a due that came."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import DueCame, DueDone, ReplyReceived
from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.api.bearer import hold_to
from stagepost_engine.api.keys import digest
from stagepost_engine.api.places import Place
from stagepost_engine.matches.command import Say
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]


@post("/service/replies", summary="A reply by mail", tags=["service"], status_code=200)
async def take_reply(
    request: AnyRequest, data: JSONBody[ReplyReceived], place: NamedDependency[Place]
) -> Answer:
    """Do what a reply says. A refusal is an answer too: the mailer makes its mail from it."""
    hold_to(request, place.service_token)
    body = digest(*(line.encode() for line in data.lines))
    wanted = Wanted(lambda envelope: _said(envelope, data), f"mail-{data.id}", body, data.received)
    return await place.matches.act(data.match, wanted)


@post("/service/dues", summary="A due has come", tags=["service"], status_code=200)
async def take_due(
    request: AnyRequest, data: JSONBody[DueCame], place: NamedDependency[Place]
) -> DueDone:
    """Let a due come: defaults are played, a delay ends, a reminder is told."""
    hold_to(request, place.service_token)
    return DueDone(await place.matches.fall(data.due))


def _said(envelope: Envelope, reply: ReplyReceived) -> Say:
    tenures = {seat.name: seat.tenure for seat in envelope.seats}
    if tenures.get(reply.seat) != reply.tenure:
        raise Problem("no-such-seat", say("That seat has another player now."))
    return Say(reply.seat, reply.step, reply.lines, by_mail=True, dated=reply.dated)


SERVICE_ROUTES = (take_reply, take_due)
