"""Mails a bearer token to who asked for it: its text is read at the last moment, and then gone."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import structlog

from stagepost_contracts.notices import Notice, TokenTold
from stagepost_contracts.people import Person
from stagepost_mailer.jobs.post import Mailing, post
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.render import Rendered, render_notice


async def send_token(tools: Tools, notice: Notice, told: TokenTold, mailing: Mailing) -> None:
    """Neither the job nor what is kept of a mail that failed holds the token."""
    text = await tools.slots.read(notice.match, told.slot)
    if text is None:
        structlog.get_logger().info("no token waits: it was mailed, or has waited too long")
        return
    whole = msgspec.structs.replace(notice, body=msgspec.structs.replace(told, text=text))

    def render(person: Person, now: float, reply_to: str) -> Rendered:
        return render_notice(whole, person, now, reply_to)

    await post(tools, replace(mailing, secret=text), render)
    await tools.slots.empty(notice.match, told.slot)
