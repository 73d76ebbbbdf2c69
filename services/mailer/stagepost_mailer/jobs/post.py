"""The one way out: a token made known, the text kept, the mail sent, the ledger written."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.mails import Fate, MailNote, mail_name
from stagepost_contracts.notices import cause_to
from stagepost_contracts.people import Person
from stagepost_contracts.reports import MailReturned
from stagepost_contracts.texts import Text
from stagepost_mailer.addresses.message_ids import message_id, thread_id
from stagepost_mailer.addresses.tokens import (
    bounce_address,
    bounce_token,
    confirm_token,
    hashed,
    reply_address,
    reply_token,
    reply_token_in,
)
from stagepost_mailer.inbox.bounces import Bounced
from stagepost_mailer.inbox.tokens import Purpose, TokenMeaning
from stagepost_mailer.jobs.returned import mark_returned
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.outbox.ledger import Undelivered
from stagepost_mailer.render.rendered import Rendered
from stagepost_mailer.smtp.compose import Envelope, composed
from stagepost_mailer.smtp.sender import Deferred, HostAway, Refused
from stagepost_texts.catalogue import spoken

SUBSCRIBED = frozenset({"prompt", "report", "reminder", "welcome", "deputy_welcome"})
"""What comes of the house's own accord, until its reader writes UNSUBSCRIBE."""

Render = Callable[[Person, float, str], Rendered]
"""Writes the mail for a person, at a moment, with a reply address."""


@dataclass(frozen=True, slots=True)
class Mailing:
    """Which mail it is, before it is written. `payload` is kept where it can not be sent.

    `answers` marks an answer to a mail of the player's, `answered` is its Message-ID, `confirms`
    the held mail that a reply may confirm. `secret` stands in the mail and in nothing that is
    kept of it. It goes to the seat's player, or to the deputy of that number.
    """

    match: MatchId
    game: Text
    seat: Seat
    tenure: int
    step: int
    kind: str
    cause: str
    payload: str
    answers: bool = False
    answered: str = ""
    confirms: str = ""
    secret: str = field(default="", repr=False)
    deputy: int = 0

    @property
    def key(self) -> str:
        """The stable key: the same key is the same mail."""
        told = cause_to(self.cause, self.deputy)
        return f"{self.match}:{self.seat}:{self.step}:{self.kind}:{told}"


async def post(tools: Tools, mailing: Mailing, render: Render) -> None:
    """Sends the mail once. Raises HostAway for another try; a refusal for good is in the ledger."""
    log = structlog.get_logger().bind(kind=mailing.kind)
    is_delivered, person, began = await asyncio.gather(
        tools.ledger.is_delivered(mailing.match, mailing.key),
        tools.people.find(mailing.match, mailing.seat, mailing.tenure, mailing.deputy),
        tools.inbox.now(),
    )
    if is_delivered:
        log.info("mail was sent before")
        return
    if person is None:
        await record_failure(tools, mailing, "nobody holds this tenure", final=True)
        return
    try:
        await _send(tools, mailing, person, render, began)
    except Refused as refused:
        await tools.gaps.host_answers()
        await _enter(tools, mailing, began, "refused")
        await record_failure(tools, mailing, str(refused), final=True)
        await _mark_refused(tools, mailing, str(refused))
        return
    except Exception as error:
        if isinstance(error, HostAway) and not isinstance(error, Deferred):
            await tools.gaps.host_away()
        await _enter(tools, mailing, began, "tried")
        await record_failure(tools, mailing, repr(error), final=False)
        raise
    await tools.gaps.host_answers()
    log.info("mail sent")


async def record_failure(tools: Tools, mailing: Mailing, reason: str, *, final: bool) -> None:
    """Keeps the mail with its reason where the operator finds it."""
    structlog.get_logger().error("mail not sent", kind=mailing.kind, reason=reason, final=final)
    now = await tools.inbox.now()
    undelivered = Undelivered(mailing.key, reason, final, now, mailing.payload)
    await tools.ledger.fail(mailing.match, undelivered)


async def _mark_refused(tools: Tools, mailing: Mailing, reason: str) -> None:
    """A mail that its host refuses for good has come back before it went."""
    cause = hashlib.sha256(mailing.key.encode()).hexdigest()
    fields = (mailing.match, mailing.seat, mailing.tenure, mailing.step, mailing.deputy)
    returned = MailReturned(cause, *fields)
    await mark_returned(tools, returned, Bounced(reason, await tools.inbox.now()))


async def _send(
    tools: Tools, mailing: Mailing, person: Person, render: Render, began: float
) -> None:
    fields = (mailing.match, mailing.seat, mailing.tenure, mailing.step)
    token = (
        confirm_token(tools.mail_key, mailing.match, mailing.confirms)
        if mailing.confirms
        else reply_token(tools.mail_key, *fields, deputy=mailing.deputy)
    )
    purpose: Purpose = "confirm" if mailing.confirms else "reply"
    returned = bounce_token(tools.mail_key, *fields, deputy=mailing.deputy)
    reply_to = reply_address(token, tools.domain)
    envelope = _envelope(tools, mailing, person, reply_to, bounce_address(returned, tools.domain))
    rendered, raw = await _written(
        tools, mailing, envelope, lambda: render(person, began, reply_to), began
    )
    kept = rendered.text.replace(mailing.secret, "") if mailing.secret else rendered.text
    meaning = TokenMeaning(purpose, *fields, mailing.game, mailing.confirms, mailing.deputy)
    bounces = TokenMeaning("bounce", *fields, mailing.game, deputy=mailing.deputy)
    # All before the mail: an answer may come back faster than the host's 250.
    await asyncio.gather(
        tools.tokens.enter({hashed(token): meaning, hashed(returned): bounces}),
        tools.tokens.keep_text(hashed(token), kept),
    )
    await tools.sender.send(raw, envelope.bounces_to, envelope.recipient)
    notes = _notes(mailing, began, "accepted", await tools.inbox.now())
    await tools.ledger.deliver(mailing.match, mailing.key, envelope.message_id, notes)


async def _written(
    tools: Tools, mailing: Mailing, envelope: Envelope, render: Callable[[], Rendered], now: float
) -> tuple[Rendered, bytes]:
    """An answer is small; a notice, with its board, is written beside the loop, one at a time.

    So what is in a hurry, above all a due, need not wait for somebody's letter.
    """

    def write() -> tuple[Rendered, bytes]:
        rendered = render()
        return rendered, composed(envelope, rendered, now)

    if mailing.answers:
        return write()
    async with tools.writing:
        return await asyncio.to_thread(write)


async def _enter(tools: Tools, mailing: Mailing, began: float, fate: Fate) -> None:
    notes = _notes(mailing, began, fate, await tools.inbox.now())
    if notes:
        await tools.book.enter(mailing.match, notes)


def _notes(mailing: Mailing, began: float, fate: Fate, now: float) -> dict[MailNote, float]:
    """What asks or tells the player is in the book; an answer to a mail needs no proof."""
    if mailing.answers or mailing.deputy:
        return {}
    fields = (mailing.seat, mailing.tenure, mailing.step, mailing.kind, mail_name(mailing.cause))
    return {MailNote("tried", *fields): began, MailNote(fate, *fields): now}


def _envelope(
    tools: Tools, mailing: Mailing, person: Person, reply_to: str, bounces_to: str
) -> Envelope:
    # A deputy's mails are a thread of their own.
    match, seat = mailing.match, cause_to(mailing.seat, mailing.deputy)
    return Envelope(
        game=spoken(mailing.game, person.language),
        match=match,
        domain=tools.domain,
        recipient=person.address,
        reply_to=reply_to,
        bounces_to=bounces_to,
        message_id=message_id(
            tools.mail_key,
            tools.domain,
            match=match,
            seat=seat,
            step=mailing.step,
            kind=mailing.kind,
            cause=mailing.cause,
        ),
        thread_id=thread_id(tools.mail_key, tools.domain, match=match, seat=seat),
        answers=mailing.answers,
        answered=mailing.answered,
        unsubscribes=mailing.kind in SUBSCRIBED,
        one_click=_one_click(tools, reply_to),
    )


def _one_click(tools: Tools, reply_to: str) -> str:
    """The page that one click posts to; it names the address by its hash, which can not write."""
    token = reply_token_in(reply_to, tools.domain)
    return f"{tools.unsubscribe_url}/{hashed(token)}" if tools.unsubscribe_url and token else ""
