"""What the page shows: the mailboxes, their mails, and how a mail was answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from stagepost_local import maildir
from stagepost_local.post.reading import Letter, letter, plain_text

MAILS_SHOWN_MOST = 300


@dataclass(frozen=True, slots=True)
class Box:
    """A mailbox in the list."""

    address: str
    is_program: bool
    unseen: int
    mails: int


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that went out from here, and what the house said to it, if it has."""

    words: str
    at: float
    verdict: Letter | None
    verdict_words: str

    @property
    def refused(self) -> bool:
        return self.verdict is not None and self.verdict.kind == "rejection"


def boxes(root: Path, programs: frozenset[str], humans: Iterable[str]) -> list[Box]:
    """Return every mailbox, those of people first; a person's is there before its first mail."""
    folders = {maildir.folder_of(root, address) for address in humans}
    folders.update(maildir.mailboxes(root))
    listed = [
        Box(
            address := maildir.address_of(folder),
            address in programs,
            len(maildir.unseen(folder)),
            len(maildir.every(folder)),
        )
        for folder in folders
    ]
    return sorted(listed, key=lambda box: (box.is_program, box.address))


def letters(folder: Path) -> list[Letter]:
    """Return the mails of a mailbox, the newest first."""
    return [letter(stored) for stored in reversed(maildir.every(folder)[-MAILS_SHOWN_MOST:])]


def answered(folder: Path, mail: Letter) -> list[Answered]:
    """Return what was answered to the mail from here, the latest first."""
    every = letters(folder / maildir.SENT)
    sent = [
        one for one in every if mail.message_id and one.header("In-Reply-To") == mail.message_id
    ]
    verdicts = [one for one in reversed(letters(folder)) if one.is_answer] if sent else []
    nameless = [one for one in verdicts if not any(one.answers(own.message_id) for own in every)]
    return [_answered(one, verdicts, nameless) for one in sent]


def next_unseen(folder: Path) -> Letter | None:
    """Return the latest mail that nobody has read."""
    waiting = maildir.unseen(folder)
    return letter(waiting[-1]) if waiting else None


def _answered(sent: Letter, verdicts: list[Letter], nameless: list[Letter]) -> Answered:
    named = (one for one in verdicts if one.answers(sent.message_id))
    # A letter that names no mail of ours, as on one that is held, belongs to the last before it.
    later = (one for one in nameless if one.stored.arrived > sent.stored.arrived)
    verdict = next(named, None) or next(later, None)
    fresh = plain_text(sent).split("\n\nOn ")[0].strip()
    words = plain_text(verdict) if verdict else ""
    return Answered(fresh, sent.stored.arrived, verdict, words)
