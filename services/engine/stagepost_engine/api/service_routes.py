"""What only the mailer may call: replies, dues, looks of the operator, mail that came back."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import DueCame, DueDone, DuesCame, DuesDone, ReplyReceived
from stagepost_contracts.errors import Problem
from stagepost_contracts.hooks import HookStopped
from stagepost_contracts.hosting import OutageDone, OutageSeen
from stagepost_contracts.ids import Seat
from stagepost_contracts.reports import (
    LookTaken,
    MailReturned,
    Noted,
    ReminderJudged,
    ReminderReady,
)
from stagepost_contracts.texts import say
from stagepost_engine.api.bearer import hold_to
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.deputy_routes import introducing
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest
from stagepost_engine.api.places import Place
from stagepost_engine.api.together import fallen_together
from stagepost_engine.matches.command import ComeBack, Look, Outage, Say, StopHook
from stagepost_engine.matches.deputies import MISTAKEN
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.everywhere import made_good_everywhere
from stagepost_engine.matches.reminding import judged
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]


@post(
    "/service/replies",
    summary="A reply by mail",
    tags=["service"],
    status_code=200,
    opt=described(
        Answer,
        caller="service",
        body=ReplyReceived,
        codes=("no-such-match", "no-such-seat", "busy", "key-reused"),
    ),
)
async def take_reply(request: AnyRequest, place: NamedDependency[Place]) -> Answer:
    """Do what a reply says. A refusal is an answer too: the mailer makes its mail from it."""
    data = await body_of(request, ReplyReceived)
    hold_to(request, place.service_token)
    body = digest(*(line.encode() for line in data.lines))
    met = await introducing(place, data.match, data.lines)
    wanted = Wanted(
        lambda envelope: met.said(envelope, _said(envelope, data)),
        f"mail-{data.id}",
        body,
        data.received,
        people=met.people_of,
    )
    return await place.matches.act(data.match, wanted)


@post(
    "/service/dues",
    summary="A due has come",
    tags=["service"],
    status_code=200,
    opt=described(DueDone, caller="service", body=DueCame, codes=("busy",)),
)
async def take_due(request: AnyRequest, place: NamedDependency[Place]) -> DueDone:
    """Let a due come: defaults are played, a delay ends, a reminder is told."""
    data = await body_of(request, DueCame)
    hold_to(request, place.service_token)
    return DueDone(await place.matches.fall(data.due, data.spared))


@post(
    "/service/dues/together",
    summary="Several dues have come",
    tags=["service"],
    status_code=200,
    opt=described(DuesDone, caller="service", body=DuesCame),
)
async def take_dues(request: AnyRequest, place: NamedDependency[Place]) -> DuesDone:
    """Let each of the dues come as if it had come alone; one that fails stands, and is told."""
    data = await body_of(request, DuesCame)
    hold_to(request, place.service_token)
    return DuesDone(await fallen_together(place.matches, data.dues))


@post(
    "/service/looks",
    summary="A mail was looked at",
    tags=["service"],
    status_code=200,
    opt=described(
        Noted,
        caller="service",
        body=LookTaken,
        codes=("no-such-match", "no-such-seat", "busy", "key-reused"),
    ),
)
async def take_look(request: AnyRequest, place: NamedDependency[Place]) -> Noted:
    """Tell the table that the operator looks at a mail that was put aside."""
    data = await body_of(request, LookTaken)
    hold_to(request, place.service_token)
    vouched = b"vouched" if data.vouched else b""
    body = digest(data.seat.encode(), data.intake.encode(), *filter(None, [vouched]))
    wanted = Wanted(lambda envelope: _look(envelope, data), f"look-{data.id}", body)
    await place.matches.act(data.match, wanted)
    return Noted(data.match)


@post(
    "/service/bounces",
    summary="A mail came back",
    tags=["service"],
    status_code=200,
    opt=described(
        Noted,
        caller="service",
        body=MailReturned,
        codes=("no-such-match", "no-such-seat", "busy", "key-reused"),
    ),
)
async def take_bounce(request: AnyRequest, place: NamedDependency[Place]) -> Noted:
    """Mark the seat for its host, until a later reply shows that mail arrives."""
    data = await body_of(request, MailReturned)
    hold_to(request, place.service_token)
    body = digest(data.seat.encode(), str(data.step).encode(), str(data.deputy).encode())
    wanted = Wanted(lambda envelope: _come_back(envelope, data), f"bounce-{data.id}", body)
    await place.matches.act(data.match, wanted)
    return Noted(data.match)


@post(
    "/service/reminders",
    summary="A reminder is ready",
    tags=["service"],
    status_code=200,
    opt=described(ReminderJudged, caller="service", body=ReminderReady, codes=("no-such-match",)),
)
async def judge_reminder(request: AnyRequest, place: NamedDependency[Place]) -> ReminderJudged:
    """Say at the moment of sending whether the seat still needs the reminder."""
    data = await body_of(request, ReminderReady)
    hold_to(request, place.service_token)
    live = await place.matches.live(data.match)
    return ReminderJudged(judged(live, data, await place.matches.now(data.match)))


@post(
    "/service/hooks",
    summary="A webhook is called no more",
    tags=["service"],
    status_code=200,
    opt=described(Noted, caller="service", body=HookStopped, codes=("no-such-match", "busy")),
)
async def take_stopped_hook(request: AnyRequest, place: NamedDependency[Place]) -> Noted:
    """Let a webhook that cannot be called hear nothing any more, and tell its holder."""
    data = await body_of(request, HookStopped)
    hold_to(request, place.service_token)
    await place.matches.act(data.match, Wanted(lambda _: StopHook(data.hook, data.reason)))
    return Noted(data.match)


@post(
    "/service/outages",
    summary="The house was out of order",
    tags=["service"],
    status_code=200,
    opt=described(OutageDone, caller="service", body=OutageSeen, codes=("busy",)),
)
async def take_outage(request: AnyRequest, place: NamedDependency[Place]) -> OutageDone:
    """Move every deadline that ran in a gap of 15 minutes or more by its length, once."""
    data = await body_of(request, OutageSeen)
    hold_to(request, place.service_token)
    outage = Outage(data.since, data.until)
    return OutageDone(await made_good_everywhere(place.matches, place.store, outage))


def _said(envelope: Envelope, reply: ReplyReceived) -> Say:
    deputy = reply.deputy
    is_tenure = _is_tenure(envelope, reply.seat, reply.tenure)
    if deputy and reply.seat in envelope.names and not is_tenure:
        # Who was a deputy of an earlier player is told so, as any other whose time is over.
        deputy = MISTAKEN
    else:
        _hold_to_tenure(envelope, reply.seat, reply.tenure)
    return Say(reply.seat, reply.step, reply.lines, by_mail=True, dated=reply.dated, deputy=deputy)


def _look(envelope: Envelope, look: LookTaken) -> Look:
    if look.seat not in envelope.names:
        raise Problem("no-such-seat", say("This match has no seat {seat}.", seat=look.seat))
    return Look(look.seat, look.intake, look.vouched)


def _come_back(envelope: Envelope, returned: MailReturned) -> ComeBack:
    _hold_to_tenure(envelope, returned.seat, returned.tenure)
    return ComeBack(returned.seat, returned.step, returned.deputy)


def _hold_to_tenure(envelope: Envelope, seat: Seat, tenure: int) -> None:
    if not _is_tenure(envelope, seat, tenure):
        raise Problem("no-such-seat", say("That seat has another player now."))


def _is_tenure(envelope: Envelope, seat: Seat, tenure: int) -> bool:
    return any((kept.name, kept.tenure) == (seat, tenure) for kept in envelope.seats)


SERVICE_ROUTES = (
    take_reply,
    take_due,
    take_dues,
    take_look,
    take_bounce,
    judge_reminder,
    take_outage,
    take_stopped_hook,
)
