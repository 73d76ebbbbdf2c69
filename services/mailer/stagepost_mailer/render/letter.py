"""The small letters of the post office itself: a reply that no match could take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from stagepost_contracts.people import Person
from stagepost_contracts.texts import Text
from stagepost_mailer.render.asked import Example
from stagepost_mailer.render.inert import bracketed
from stagepost_mailer.render.pages import mail, subject_of
from stagepost_mailer.render.rendered import Rendered
from stagepost_mailer.render.voice import Voice

CONFIRM = "CONFIRM"
LINES_MOST = 20
LETTERS_MOST = 48

LetterKind: TypeAlias = Literal[
    "old_step",  # a reply to a step that is closed
    "former_seat",  # a reply by one who holds the seat no more
    "held",  # a reply that may not be the player's own
    "not_held",  # a confirmation of what is not held any more
    "no_text",  # nothing readable in the mail
    "set_aside",  # the operator must look at it
    "too_many",  # more mails than are answered in an hour
]


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a letter is about; what is not known is left empty.

    `sender` is the address that a held mail came from, `lines` what was written in it, `until`
    the moment to which a deadline waits for its confirmation, or for the operator.
    """

    kind: LetterKind
    game: Text
    match: str
    seat: str
    sender: str = ""
    lines: Sequence[str] = ()
    until: float = 0.0


def render_plain(
    letter: Letter, person: Person, now: float, reply_to: str, *, deputy: int = 0
) -> Rendered:
    """Return the letter as a mail, to the player or to that deputy."""
    voice = Voice(person, now, reply_to)
    values: dict[str, object] = {
        "game": voice.text(letter.game),
        "match": letter.match,
        "seat": voice.words(letter.seat),
        "deputy": deputy,
        "sender": bracketed(letter.sender) if letter.sender else "",
        "lines": [bracketed(line, LETTERS_MOST) for line in letter.lines[:LINES_MOST]],
    }
    subject = subject_of(letter.kind, voice, values)
    values["until"] = voice.moment(letter.until) if letter.until else ""
    if letter.kind == "held":
        values["confirm"] = Example(voice.line(CONFIRM), voice.mailto(subject, CONFIRM))
    return mail(letter.kind, voice, subject, values)
