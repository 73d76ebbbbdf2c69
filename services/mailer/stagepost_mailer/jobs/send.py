"""The job that tells one notice to one seat."""

from __future__ import annotations

import msgspec
import structlog
from structlog.contextvars import bound_contextvars

from stagepost_contracts.notices import Notice, Reminder, TokenTold
from stagepost_contracts.people import Person
from stagepost_contracts.reports import ReminderReady
from stagepost_mailer.engine_client.client import MatchGone
from stagepost_mailer.jobs.post import Mailing, post, record_failure
from stagepost_mailer.jobs.token_mail import send_token
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.render import Rendered, render_notice

ENDING = "ending"


class Quiet(Exception):
    """The seat's quiet hours have begun: a reminder that is late waits for their end."""


async def send_notice(tools: Tools, written: str) -> None:
    """Sends the mail of a notice, given as JSON."""
    notice = msgspec.json.decode(written, type=Notice)

    def render(person: Person, now: float, reply_to: str) -> Rendered:
        return render_notice(notice, person, now, reply_to)

    with bound_contextvars(match=notice.match, step=notice.step, seat=notice.seat):
        if notice.kind == ENDING:
            await tools.inbox.retire(notice.match)
        if isinstance(notice.body, Reminder) and not await _still_true(tools, notice, notice.body):
            await tools.ledger.forget(notice.match, notice.key)
            structlog.get_logger().info("reminder dropped")
            return
        if isinstance(notice.body, TokenTold):
            await send_token(tools, notice, notice.body, mailing_of(notice, written))
            return
        await post(tools, mailing_of(notice, written), render)


async def _still_true(tools: Tools, notice: Notice, reminder: Reminder) -> bool:
    """Asks the engine at the last moment: it may have waited here for hours. Raises Quiet."""
    deadline = reminder.ask.deadline
    if deadline is None or await tools.inbox.now() >= deadline:
        return False
    ready = ReminderReady(notice.match, notice.seat, notice.tenure, notice.step, deadline)
    try:
        judged = await tools.engine.reminder(ready)
    except MatchGone:
        return False
    if judged.send == "later":
        raise Quiet
    return judged.send == "now"


async def give_up_notice(tools: Tools, error: Exception, written: str) -> None:
    """The last try has failed: the notice waits for the operator."""
    notice = msgspec.json.decode(written, type=Notice)
    with bound_contextvars(match=notice.match, step=notice.step, seat=notice.seat):
        await record_failure(tools, mailing_of(notice, written), repr(error), final=True)


def mailing_of(notice: Notice, written: str) -> Mailing:
    return Mailing(
        match=notice.match,
        game=notice.game,
        seat=notice.seat,
        tenure=notice.tenure,
        step=notice.step,
        kind=notice.kind,
        cause=notice.cause,
        payload=written,
        deputy=notice.deputy,
    )
