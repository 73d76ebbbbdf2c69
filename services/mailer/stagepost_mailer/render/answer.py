"""From the engine's answer to a receipt, or to a rejection that says what would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stagepost_contracts.answers import Answer, Reading
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.people import Person
from stagepost_mailer.render.asked import asked, offers_seen, order_lines
from stagepost_mailer.render.inert import bracketed
from stagepost_mailer.render.pages import mail, subject_of
from stagepost_mailer.render.position import position_seen
from stagepost_mailer.render.rendered import Rendered
from stagepost_mailer.render.voice import Voice

RECEIPT = "receipt"
REJECTION = "rejection"
PASSED_LINES_MOST = 20
PASSED_LETTERS_MOST = 48


@dataclass(frozen=True, slots=True)
class ReadingSeen:
    """A line as it was written and as it was read, both in brackets."""

    line: str
    kind: str
    as_line: str


def render_answer(
    answer: Answer,
    person: Person,
    now: float,
    reply_to: str,
    *,
    ignored: Sequence[str] = (),
    quoted: Sequence[str] = (),
    deputy: int = 0,
) -> Rendered:
    """Return the receipt or the rejection of a reply.

    `ignored` are lines passed over before the engine saw them; `quoted` are orders that stood
    only in quoted text and were not run. It goes to the player, or to that `deputy`.
    """
    voice = Voice(person, now, reply_to, _forms(answer))
    folder = RECEIPT if answer.fault is None else REJECTION
    about: dict[str, object] = {
        "game": voice.text(answer.game),
        "match": answer.match,
        "seat": voice.words(answer.seat),
        "step": answer.step,
        "deputy": deputy,
        "sealed": voice.lines(answer.sealed),
        "resolved": answer.resolved,
        "fault": "" if answer.fault is None else voice.text(answer.fault.text),
    }
    subject = subject_of(folder, voice, about)
    prose = [reading.line for reading in answer.readings if reading.kind == "prose"]
    values = {
        **about,
        **_values(answer, voice, subject),
        "ignored": _passed([*prose, *ignored]),
        "quoted": _passed(quoted),
    }
    return mail(folder, voice, subject, values)


def _forms(answer: Answer) -> tuple[OrderForm, ...]:
    ask = answer.ask
    return answer.help if ask is None else ask.forms + ask.standing + answer.help


def _values(answer: Answer, voice: Voice, subject: str) -> dict[str, object]:
    fault, ask, sheet = answer.fault, answer.ask, answer.sheet
    return {
        "standing": voice.lines(answer.standing),
        "replaced": voice.lines(answer.replaced),
        "unchanged": answer.unchanged,
        "late": answer.late,
        "commitment": voice.line(answer.commitment) if answer.commitment else "",
        "fault_line": voice.line(fault.line) if fault is not None and fault.line else "",
        "readings": [_seen(reading, voice) for reading in answer.readings if reading.as_line],
        "told": [voice.text(text) for text in answer.told],
        "offers": offers_seen(answer.offers, answer.seat, voice, subject),
        "ask": None if ask is None else asked(ask, voice, subject),
        "help": order_lines(answer.help, voice, subject, others=True),
        "sheet": None if sheet is None else position_seen(sheet, voice),
    }


def _seen(reading: Reading, voice: Voice) -> ReadingSeen:
    return ReadingSeen(voice.line(reading.line), reading.kind, voice.line(reading.as_line))


def _passed(lines: Sequence[str]) -> list[str]:
    """The first of the lines, cut short: enough to know them by."""
    written = [line for line in lines if line.strip()]
    return [bracketed(line, PASSED_LETTERS_MOST) for line in written[:PASSED_LINES_MOST]]
