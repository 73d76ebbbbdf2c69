"""What a player's lines come to by the engine, and the letters about mails without any."""

from __future__ import annotations

from stagepost_contracts.api import ReplyReceived
from stagepost_contracts.reading import speaks
from stagepost_mailer.engine_client.client import MatchGone, SeatGone
from stagepost_mailer.inbox.store import Mail
from stagepost_mailer.jobs.fate import Orders
from stagepost_mailer.jobs.owed import AnswerOwed, LetterOwed, Owed
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.render import Letter, LetterKind


async def asked(tools: Tools, mail: Mail, orders: Orders) -> Owed:
    """The engine's answer, as of the mail's own moment; a move that is sealed frees the clock."""
    stored = mail.stored
    received = ReplyReceived(
        id=mail.intake,
        match=stored.match,
        seat=stored.seat,
        tenure=stored.tenure,
        step=stored.step,
        lines=orders.lines,
        received=mail.received,
        dated=orders.dated,
        deputy=stored.deputy,
    )
    try:
        answer = await tools.engine.reply(received)
    except SeatGone:
        return letter_about(mail, "former_seat", mail.intake)
    except MatchGone:
        return letter_about(mail, "old_step", mail.intake, lines=orders.lines)
    if answer.fault is None and answer.sealed:
        await tools.clocks.let_go(stored.match, stored.seat, stored.step)
    forms = () if answer.ask is None else (*answer.ask.forms, *answer.ask.standing)
    quoted = tuple(line for line in orders.quoted if speaks(line, forms))
    return AnswerOwed(answer, orders.ignored, quoted)


def letter_about(
    mail: Mail,
    kind: LetterKind,
    cause: str,
    *,
    sender: str = "",
    lines: tuple[str, ...] = (),
    until: float = 0.0,
) -> LetterOwed:
    stored = mail.stored
    letter = Letter(kind, stored.game, stored.match, stored.seat, sender, lines, until)
    return LetterOwed(letter, stored.step, cause)
