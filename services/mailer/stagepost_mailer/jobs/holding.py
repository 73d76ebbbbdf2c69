"""A reply that may not be the player's own: held, asked about, and confirmed by one reply."""

from __future__ import annotations

from stagepost_mailer.inbox.store import Mail
from stagepost_mailer.jobs.asking import asked, letter_about
from stagepost_mailer.jobs.fate import Aside, Held, Orders, own_words
from stagepost_mailer.jobs.owed import Owed
from stagepost_mailer.jobs.tools import Tools

CONFIRM_SECONDS_MOST = 3 * 24 * 3600


async def held(tools: Tools, mail: Mail, fate: Held) -> Owed | None:
    """The letter that asks the registered address; None for one too many of them in a step."""
    stored = mail.stored
    now = await tools.inbox.now()
    if not await tools.limits.may_ask(stored.token_hash, mail.intake, now):
        return None
    until = await tools.clocks.until(stored.match, stored.seat, stored.step, mail.received)
    # A cause of its own: should the operator vouch for the mail, its receipt is another letter.
    return letter_about(
        mail,
        "held",
        f"held-{mail.intake}",
        sender=fate.sender,
        lines=fate.lines,
        until=until or 0.0,
    )


async def put_aside(tools: Tools, mail: Mail, fate: Aside) -> Owed | None:
    """The letter that the operator must look at a mail, and until when its clock is held."""
    kind, stored = fate.letter, mail.stored
    if kind is None:
        return None
    until = await tools.clocks.until(stored.match, stored.seat, stored.step, mail.received)
    return letter_about(mail, kind, kind, sender=fate.sender, lines=fate.lines, until=until or 0.0)


async def confirmed(tools: Tools, mail: Mail) -> Owed:
    """What the held mail comes to, as of its own moment of receipt: in time, or a late reply."""
    stored = mail.stored
    kept = await tools.inbox.load(stored.match, stored.confirms)
    in_time = kept is not None and mail.received - kept.received <= CONFIRM_SECONDS_MOST
    if kept is None or not in_time:
        return letter_about(mail, "not_held", mail.intake)
    if not await tools.inbox.confirmed(stored.match, stored.confirms, mail.intake):
        return letter_about(mail, "not_held", mail.intake)
    fate = own_words(kept.raw, await tools.tokens.text(kept.stored.token_hash))
    if isinstance(fate, Orders):
        return await asked(tools, kept, fate)
    return letter_about(mail, "no_text", mail.intake, lines=fate.lines)
