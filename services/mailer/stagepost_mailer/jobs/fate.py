"""What is to become of one mail: decided from its bytes and what is known, without any I/O."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from stagepost_contracts.folding import plain
from stagepost_contracts.people import Person
from stagepost_contracts.spellings import spellings_of
from stagepost_mailer.addresses.senders import Alignment, is_verified
from stagepost_mailer.inbox.store import Mail
from stagepost_mailer.render import LetterKind
from stagepost_mailer.reply.automatic import (
    Automatic,
    Bounce,
    Complaint,
    Doubtful,
    Human,
    classify,
)
from stagepost_mailer.reply.lines import TRAILING, candidate_lines
from stagepost_mailer.reply.message import Incoming, Unparseable, parse
from stagepost_mailer.reply.split import Fresh, fresh

UNSUBSCRIBE = "unsubscribe"
CONFIRMS = frozenset(["confirm", *map(plain, spellings_of("confirm"))])


@dataclass(frozen=True, slots=True)
class Orders:
    """A player's lines for the engine; what was passed over is told in the receipt."""

    lines: tuple[str, ...]
    quoted: tuple[str, ...]
    ignored: tuple[str, ...]
    dated: float | None


@dataclass(frozen=True, slots=True)
class Empty:
    """A player's mail without a line for the engine."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Robot:
    """Never an order, never answered."""

    reason: str


@dataclass(frozen=True, slots=True)
class Returned:
    """Our own mail came back: the seat's address is marked."""

    reason: str


@dataclass(frozen=True, slots=True)
class Aside:
    """For the operator; the registered address hears of it by a letter, where there is one."""

    reason: str
    letter: LetterKind | None = None
    sender: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """May not be the player's own: it waits until the registered address says that it is."""

    reason: str
    sender: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The player says that the held mail is their own."""


Fate: TypeAlias = Orders | Empty | Robot | Returned | Aside | Held | Confirmed


def fate_of(mail: Mail, sent: str | None, person: Person | None, proof: Alignment) -> Fate:
    """`sent` is what went out under the token, `person` who holds the seat in that tenure.

    `proof` is what is known of the sender beside From.
    """
    incoming = parse(mail.raw)
    if isinstance(incoming, Unparseable):
        # What may be a robot's is never answered: a null sender is one.
        letter: LetterKind | None = "set_aside" if mail.stored.envelope_sender else None
        return Aside(incoming.reason, letter)
    bounces = mail.stored.purpose == "bounce"
    token = mail.stored.token_hash if bounces else None
    match classify(mail.stored.envelope_sender, incoming, token):
        case Bounce(reason=reason):
            return Returned(reason)
        case Complaint():
            return Aside("a complaint: the player's mail host reports our mail as unwanted")
        case Automatic(reason=reason):
            return Robot(reason)
        case Doubtful() if mail.vouched:
            return _human_fate(mail, incoming, sent, person, proof)
        case Doubtful(reason=reason):
            return Aside(f"may be a robot's: {reason}", None if bounces else "set_aside")
        case Human():
            return _human_fate(mail, incoming, sent, person, proof)


def own_words(raw: bytes, sent: str | None) -> Orders | Empty:
    """What stands in a mail, whoever wrote it."""
    incoming = parse(raw)
    if isinstance(incoming, Unparseable):
        return Empty(())
    return _words(incoming, fresh(incoming, sent))


def _human_fate(
    mail: Mail, incoming: Incoming, sent: str | None, person: Person | None, proof: Alignment
) -> Fate:
    if mail.stored.purpose == "bounce":
        return Aside("written to an envelope sender")
    if person is None:
        return Aside("nobody holds this tenure")
    words = _words(incoming, fresh(incoming, sent))
    if mail.vouched and not mail.stored.confirms:
        return words
    is_own = is_verified(incoming.from_address, [person.address])
    if mail.stored.confirms and is_own and _confirms(words):
        # Only who reads the registered mailbox has this address: that is the proof.
        return Confirmed()
    if not is_own or proof == "fail":
        reason = "DMARC says fail" if is_own else "From is not the player's address"
        # What answers a letter about a held mail is not held again.
        if mail.stored.confirms:
            return Aside(reason)
        return Held(reason, incoming.from_address, words.lines)
    return words


def _words(incoming: Incoming, reading: Fresh) -> Orders | Empty:
    lines = candidate_lines(reading.lines)
    if _unsubscribes(incoming.subject) and UNSUBSCRIBE not in map(plain, lines.candidates):
        lines = replace(lines, candidates=(UNSUBSCRIBE.upper(), *lines.candidates))
    # Line by line: an end word or a signature's mark in a quote does not hide what follows it.
    unread = (*reading.quoted_lines, *reading.dropped_lines)
    quoted = tuple(found for line in unread for found in candidate_lines((line,)).candidates)
    ignored = (*lines.bracketed, *lines.after_end, *lines.beyond)
    if not lines.candidates:
        return Empty((*ignored, *lines.comments))
    dated = None if incoming.date is None else incoming.date.timestamp()
    return Orders(lines.candidates, quoted, ignored, dated)


def _unsubscribes(subject: str) -> bool:
    """Whether a mail program wrote it for its "Unsubscribe": some keep our body, some do not."""
    return plain(subject.strip()) == UNSUBSCRIBE


def _confirms(words: Orders | Empty) -> bool:
    return any(plain(line.rstrip(TRAILING)) in CONFIRMS for line in words.lines)
