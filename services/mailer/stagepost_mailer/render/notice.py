"""From a notice to its mail: one folder of templates for each kind."""

from __future__ import annotations

import msgspec

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.notices import (
    Ask,
    Body,
    DeputyEnded,
    DeputyWelcome,
    Ending,
    HookOff,
    Notice,
    Prompt,
    Reminder,
    Report,
    TokenTold,
    Welcome,
)
from stagepost_contracts.people import Person
from stagepost_mailer.render.asked import asked, command_lines, offers_seen
from stagepost_mailer.render.pages import mail, subject_of
from stagepost_mailer.render.position import position_seen
from stagepost_mailer.render.rendered import Attachment, Rendered
from stagepost_mailer.render.voice import Voice

POSITION_FILE = "position.json"


def render_notice(notice: Notice, person: Person, now: float, reply_to: str) -> Rendered:
    """Return the mail of a notice; `now` only says how long is left."""
    voice = Voice(person, now, reply_to, forms_of(notice.body))
    about: dict[str, object] = {
        "game": voice.text(notice.game),
        "match": notice.match,
        "seat": voice.words(notice.seat),
        "step": notice.step,
        "deputy": notice.deputy,
        **_named(notice.body, voice),
    }
    subject = subject_of(notice.kind, voice, about)
    values = {**about, **_values(notice, voice, subject)}
    return mail(notice.kind, voice, subject, values, _attachments(notice.body, person))


def forms_of(body: Body) -> tuple[OrderForm, ...]:
    """Return all forms that a reply to this mail may be read by."""
    match body:
        case Prompt(ask=ask, commands=commands):
            return ask.forms + ask.standing + commands
        case Reminder(ask=ask):
            return ask.forms + ask.standing
        case Report(commands=commands):
            return commands
        case DeputyWelcome(ask=wanted, commands=commands):
            return commands if wanted is None else wanted.forms + wanted.standing + commands
        case Welcome() | Ending() | TokenTold() | HookOff() | DeputyEnded():
            return ()


def _named(body: Body, voice: Voice) -> dict[str, object]:
    """What a subject may name besides the match."""
    match body:
        case Prompt(ask=ask) | Reminder(ask=ask):
            return _when(ask, voice)
        case DeputyWelcome(until=until):
            return {"until": voice.words(until)}
        case Report() | Welcome() | Ending() | DeputyEnded():
            return {}
        case TokenTold(player=player):
            return {"player": player}
        case HookOff():
            return {}


def _when(ask: Ask, voice: Voice) -> dict[str, object]:
    has_end = ask.deadline is not None
    return {
        "phase": voice.text(ask.phase),
        "deadline": voice.moment(ask.deadline) if has_end and ask.deadline is not None else "",
        "left": voice.left(ask.deadline) if has_end and ask.deadline is not None else "",
    }


def _values(notice: Notice, voice: Voice, subject: str) -> dict[str, object]:
    body = notice.body
    match body:
        case Prompt():
            asks = {"ask": asked(body.ask, voice, subject)}
            return {**asks, **_table(body, notice.seat, voice, subject)}
        case Reminder():
            return {"ask": asked(body.ask, voice, subject)}
        case Report():
            return {
                **_waiting(body, notice.seat, voice),
                **_table(body, notice.seat, voice, subject),
            }
        case Welcome():
            return _welcome(body, voice)
        case DeputyWelcome():
            return _deputy_welcome(body, voice, subject)
        case DeputyEnded():
            return {"why": voice.text(body.why)}
        case HookOff():
            return {"reason": voice.text(body.reason)}
        case TokenTold():
            return {
                "token": voice.words(body.text),
                "player": body.player,
                "ends": voice.moment(body.ends),
            }
        case Ending():
            return {
                "news": [voice.text(text) for text in body.news],
                "ranking": [voice.text(text) for text in body.ranking],
                "sheet": position_seen(body.sheet, voice),
                "dice": voice.line(body.seed),
            }


def _waiting(body: Report, seat: str, voice: Voice) -> dict[str, object]:
    """For whom the table waits, and until when in the reader's own zone."""
    ends = body.deadline
    return {
        "asked": seat in body.waiting_for,
        "waiting_for": ", ".join(map(voice.words, body.waiting_for)),
        "deadline": "" if ends is None else voice.moment(ends),
        "left": "" if ends is None else voice.left(ends),
    }


def _table(body: Prompt | Report, seat: str, voice: Voice, subject: str) -> dict[str, object]:
    """What a mail shows of the table, whether it asks or not."""
    return {
        "news": [voice.text(text) for text in body.news],
        "table": [voice.text(text) for text in body.table],
        "sheet": position_seen(body.sheet, voice),
        "offers": offers_seen(body.offers, seat, voice, subject),
        "commands": command_lines(body.commands, voice, subject),
    }


def _welcome(body: Welcome, voice: Voice) -> dict[str, object]:
    return {
        "seats": ", ".join(map(voice.words, body.seats)),
        "host": voice.words(body.host),
        "dice": voice.line(body.seed_hash),
        "starts": "" if body.starts is None else voice.moment(body.starts),
        "hours": f"{body.hours:g}",
        "zone": voice.words(body.zone),
    }


def _deputy_welcome(body: DeputyWelcome, voice: Voice, subject: str) -> dict[str, object]:
    return {
        "zone": voice.words(body.zone),
        "ends": voice.moment(body.ends),
        "phases": "; ".join(map(voice.text, body.phases)),
        "ask": None if body.ask is None else asked(body.ask, voice, subject),
        "sheet": position_seen(body.sheet, voice),
        "commands": command_lines(body.commands, voice, subject),
    }


def _attachments(body: Body, person: Person) -> tuple[Attachment, ...]:
    if person.position and isinstance(body, Prompt) and body.position is not None:
        return (Attachment(POSITION_FILE, "application/json", msgspec.json.encode(body.position)),)
    return ()
