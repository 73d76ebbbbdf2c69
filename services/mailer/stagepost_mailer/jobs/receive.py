"""The job that reads one mail of the inbox: what becomes of it, and then its letter."""

from __future__ import annotations

import msgspec
import structlog
from structlog.contextvars import bound_contextvars

from stagepost_contracts.ids import MatchId
from stagepost_contracts.people import Person
from stagepost_contracts.reports import MailReturned
from stagepost_mailer.addresses.message_ids import sound_id
from stagepost_mailer.engine_client.client import EngineAway
from stagepost_mailer.inbox.bounces import Bounced
from stagepost_mailer.inbox.fingerprint import headers_of
from stagepost_mailer.inbox.store import STORE_AWAY, Mail
from stagepost_mailer.jobs.asking import asked, letter_about
from stagepost_mailer.jobs.fate import (
    Aside,
    Confirmed,
    Empty,
    Fate,
    Held,
    Orders,
    Returned,
    Robot,
    fate_of,
)
from stagepost_mailer.jobs.holding import confirmed, held, put_aside
from stagepost_mailer.jobs.owed import (
    Owed,
    cause_of,
    confirms_of,
    decoded,
    is_to_the_writer,
    rendered,
    step_of,
    words_cause,
)
from stagepost_mailer.jobs.post import Mailing, post
from stagepost_mailer.jobs.proving import proof_of
from stagepost_mailer.jobs.returned import mark_returned
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.render import Rendered
from stagepost_mailer.smtp.sender import HostAway

# A mail whose reader was killed so often is what kills it.
KILLS_MOST = 3
OWED_SECONDS_MOST = 5 * 24 * 3600
RECEIPT = "receipt"


class Suspect(Exception):
    """A try of this mail was cut short: it is read alone, for it may kill its reader."""


async def read_mail(tools: Tools, match: MatchId, intake: str, *, alone: bool = True) -> bool:
    """Twice is once: the engine knows the id, and the ledger knows the letter.

    Not `alone`, the letter is left for later; returns whether one is owed. Raises Suspect for a
    mail that must not be read among others.
    """
    mail = await tools.inbox.load(match, intake)
    if mail is None:
        await tools.inbox.done(match, intake, "gone")
        return False
    with bound_contextvars(match=match, step=mail.stored.step, intake=intake):
        owed = await _settled(tools, mail, alone=alone)
        if owed is not None and alone:
            await _write(tools, mail, owed)
            return False
        return owed is not None


async def _settled(tools: Tools, mail: Mail, *, alone: bool) -> Owed | None:
    """The letter that is owed for the mail, which is read first if nobody has."""
    match mail.state:
        case "pending":
            return await _begin(tools, mail, alone=alone)
        case "owed" if await tools.inbox.now() - mail.received > OWED_SECONDS_MOST:
            reason = "its letter could not be sent for days"
            await tools.inbox.done(mail.stored.match, mail.intake, reason)
            return None
        case "owed":
            return decoded(mail.letter)
        case "done" | "shunted":
            return None


async def give_up_mail(tools: Tools, error: Exception, match: MatchId, intake: str) -> None:
    """A fault of ours puts the mail aside; while somebody is away it stays and is read later."""
    if isinstance(error, (EngineAway, HostAway, TimeoutError, *STORE_AWAY)):
        return
    structlog.get_logger().error("mail shunted", match=match, intake=intake, error=repr(error))
    await tools.inbox.shunted(match, intake, repr(error))


async def _begin(tools: Tools, mail: Mail, *, alone: bool) -> Owed | None:
    match, intake = mail.stored.match, mail.intake
    tries = await tools.inbox.tries(match, intake, 1)
    if tries > 1 and not alone:
        await tools.inbox.tries(match, intake, -1)
        raise Suspect(intake)
    if tries > KILLS_MOST:
        structlog.get_logger().error("mail shunted", reason="its reader was killed")
        await tools.inbox.shunted(match, intake, f"its reader was killed {KILLS_MOST} times")
        return None
    try:
        return await _settle(tools, mail)
    finally:
        await tools.inbox.tries(match, intake, -1)


async def _settle(tools: Tools, mail: Mail) -> Owed | None:
    """Brings the mail out of the pending index; returns the letter that is owed now."""
    stored = mail.stored
    person = await tools.people.find(stored.match, stored.seat, stored.tenure, stored.deputy)
    sent = await tools.tokens.text(stored.token_hash)
    fate = fate_of(mail, sent, person, await proof_of(tools, mail))
    structlog.get_logger().info("mail read", fate=type(fate).__name__, doubled=mail.doubled)
    owed = await _owed(tools, mail, fate)
    shunted = fate.reason if isinstance(fate, Aside | Held) else ""
    if owed is not None:
        letter = msgspec.json.encode(owed)
        await tools.inbox.answered(stored.match, mail.intake, letter, shunted)
    elif shunted:
        await tools.inbox.shunted(stored.match, mail.intake, shunted)
    return owed


async def _owed(tools: Tools, mail: Mail, fate: Fate) -> Owed | None:
    match fate:
        case Orders():
            return await asked(tools, mail, fate)
        case Empty():
            # A robot that sends our own words back says the same each time, and is told once.
            return letter_about(mail, "no_text", words_cause(fate.lines), lines=fate.lines)
        case Aside():
            return await put_aside(tools, mail, fate)
        case Held():
            return await held(tools, mail, fate)
        case Confirmed():
            return await confirmed(tools, mail)
        case Returned():
            stored = mail.stored
            returned = MailReturned(
                mail.intake,
                stored.match,
                stored.seat,
                stored.tenure,
                stored.step,
                stored.deputy,
            )
            await mark_returned(tools, returned, Bounced(fate.reason, mail.received))
            await tools.inbox.done(stored.match, mail.intake, f"bounce: {fate.reason}")
            return None
        case Robot():
            await tools.inbox.done(mail.stored.match, mail.intake, f"automatic: {fate.reason}")
            return None


async def _write(tools: Tools, mail: Mail, owed: Owed) -> None:
    """Sends the letter, and only then is nothing owed."""
    stored = mail.stored
    person = await tools.people.find(stored.match, stored.seat, stored.tenure, stored.deputy)
    mailing = Mailing(
        match=stored.match,
        game=stored.game,
        seat=stored.seat,
        tenure=stored.tenure,
        step=step_of(owed),
        kind=RECEIPT,
        cause=cause_of(owed, mail.intake),
        payload=msgspec.json.encode(owed).decode(),
        answers=True,
        confirms=confirms_of(owed, mail.intake),
        answered=_own_id(mail.raw) if is_to_the_writer(owed) else "",
        deputy=stored.deputy,
    )
    if person is not None and not await _within_limit(tools, person, mailing):
        structlog.get_logger().warning("no receipt: too many in this hour")
        await tools.inbox.done(stored.match, mail.intake, "no receipt: too many in this hour")
        return

    def render(person: Person, now: float, reply_to: str) -> Rendered:
        return rendered(owed, person, now, reply_to, deputy=stored.deputy)

    await post(tools, mailing, render)
    await tools.inbox.done(stored.match, mail.intake, "answered")


def _own_id(raw: bytes) -> str:
    """The mail's Message-ID as its writer's mail program knows it."""
    return sound_id(headers_of(raw).get(b"message-id", b"").decode(errors="replace"))


async def _within_limit(tools: Tools, person: Person, mailing: Mailing) -> bool:
    return await tools.limits.may_get_receipt(person.address, mailing.key, await tools.inbox.now())
