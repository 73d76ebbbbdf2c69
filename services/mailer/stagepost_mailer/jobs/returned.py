"""The mark on a seat whose mail comes back: kept with the mail, and told to the engine."""

from __future__ import annotations

from stagepost_contracts.mails import MailNote
from stagepost_contracts.reports import MailReturned
from stagepost_mailer.engine_client.client import MatchGone
from stagepost_mailer.inbox.bounces import Bounced
from stagepost_mailer.jobs.tools import Tools


async def mark_returned(tools: Tools, returned: MailReturned, bounced: Bounced) -> None:
    """Marks the seat once for each report; a match or player that is gone has no mark.

    A deputy's address is no mark on the seat: the engine tells its player.
    """
    if not returned.deputy:
        await tools.bounces.mark(returned.match, returned.seat, returned.tenure, bounced)
        note = MailNote("returned", returned.seat, returned.tenure, returned.step)
        await tools.book.enter(returned.match, {note: bounced.at})
    try:
        await tools.engine.returned(returned)
    except MatchGone:
        return
