"""A letter that is owed for a mail, kept with it until it is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from stagepost_contracts.answers import Answer, Fault
from stagepost_contracts.people import Person
from stagepost_mailer.render import Letter, Rendered, render_answer, render_plain


class AnswerOwed(msgspec.Struct, frozen=True, tag="answer"):
    """The receipt or rejection of what the engine answered."""

    answer: Answer
    ignored: tuple[str, ...]
    quoted: tuple[str, ...]


class LetterOwed(msgspec.Struct, frozen=True, tag="letter"):
    """A letter of the post office itself; at most one with the same `cause` in a step."""

    letter: Letter
    step: int
    cause: str


Owed: TypeAlias = AnswerOwed | LetterOwed


def decoded(written: bytes) -> Owed:
    owed: Owed = msgspec.json.decode(written, type=Owed)
    return owed


def step_of(owed: Owed) -> int:
    """The step whose reply address the letter carries."""
    match owed:
        case AnswerOwed():
            return owed.answer.step
        case LetterOwed():
            return owed.step


def cause_of(owed: Owed, intake: str) -> str:
    match owed:
        case AnswerOwed(answer=answer) if not _is_read(answer):
            return words_cause([reading.line for reading in answer.readings], answer.fault)
        case AnswerOwed():
            return intake
        case LetterOwed():
            return owed.cause


def words_cause(lines: Sequence[str], fault: Fault | None = None) -> str:
    """The cause of a letter about words that nobody could read: the same words, the same letter.

    So whoever answers each of our mails with the same is answered once in a step.
    """
    words = "\n".join([*lines, fault.line if fault else ""])
    return f"words-{hashlib.sha256(words.encode()).hexdigest()[:32]}"


def _is_read(answer: Answer) -> bool:
    """Whether anything in the mail was understood, if only to be refused."""
    understood = any(reading.kind != "prose" for reading in answer.readings)
    return answer.fault is None or understood


def confirms_of(owed: Owed, intake: str) -> str:
    """The held mail that a reply to the letter may confirm."""
    match owed:
        case LetterOwed() if owed.letter.kind == "held":
            return intake
        case LetterOwed() | AnswerOwed():
            return ""


def is_to_the_writer(owed: Owed) -> bool:
    """Whether who wrote the mail is who reads the letter, so that it threads below the mail."""
    match owed:
        case AnswerOwed():
            return True
        case LetterOwed():
            return owed.letter.kind not in {"held", "set_aside"}


def rendered(owed: Owed, person: Person, now: float, reply_to: str, *, deputy: int = 0) -> Rendered:
    """The letter as it goes to the seat's player, or to the deputy of that number."""
    match owed:
        case AnswerOwed():
            return render_answer(
                owed.answer,
                person,
                now,
                reply_to,
                ignored=owed.ignored,
                quoted=owed.quoted,
                deputy=deputy,
            )
        case LetterOwed():
            return render_plain(owed.letter, person, now, reply_to, deputy=deputy)
