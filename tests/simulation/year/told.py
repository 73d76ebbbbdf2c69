"""What one of our mails tells its reader, read from its text as a person reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from zoneinfo import ZoneInfo

from stagepost_local.correspondent import letters

ASKED = re.compile(r"By when: \w{3} (\d+ \w{3,4} \d{4}), (\d\d:\d\d) \(([^)]+)\)")
GRACE = re.compile(r"Until \w{3} (\d+ \w{3,4} \d{4}), (\d\d:\d\d) \(([^)]+)\) a late answer")
MOVED = re.compile(
    r"deadline (?:is now|of this step is now) (\d{4}-\d\d-\d\d) (\d\d:\d\d) \(([^)]+)\)"
)
MOVED_TO = re.compile(r"it is now (\d{4}-\d\d-\d\d) (\d\d:\d\d) \(([^)]+)\)")
PAUSED = "The match is paused: no deadline runs"
OFFERED = re.compile(r"\[(ACCEPT|DECLINE|WITHDRAW) ([a-z0-9]+)\]")
TOKEN = re.compile(r"[rb]\+([a-z2-7]{26})@")
BEARER = re.compile(r"\b[a-z2-7]{52}\b")
HEX_64 = re.compile(r"\b[0-9a-f]{64}\b")
# A plan may be another's plan too; of these no two are alike.
SECRET = re.compile(r"POLICY .*SELL \d{3}|SEED \S+ \S|DEPUTY \S+@")
HEX_32 = re.compile(r"\b[0-9a-f]{32}\b")


@dataclass(frozen=True)
class Deadline:
    """A moment and the end of its grace, as told; both to the minute, cut off."""

    at: float
    grace_until: float


def text_of(letter: EmailMessage) -> str:
    """Return the mail's words on one line."""
    return " ".join(letters.words(letter).split())


def asked_until(text: str) -> Deadline | None:
    """Return until when the mail says that an answer counts."""
    found = ASKED.search(text)
    if found is None:
        return None
    at = _moment(*found.groups(), "%d %b %Y %H:%M")
    grace = GRACE.search(text)
    return Deadline(at, at if grace is None else _moment(*grace.groups(), "%d %b %Y %H:%M"))


def moved_to(text: str) -> float | None:
    """Return the last deadline of which the mail tells that it is another now."""
    found = [*MOVED.finditer(text), *MOVED_TO.finditer(text)]
    if not found:
        return None
    last = max(found, key=lambda match: match.start())
    return _moment(*last.groups(), "%Y-%m-%d %H:%M")


def _moment(day: str, time: str, zone: str, form: str) -> float:
    local = datetime.strptime(f"{day.replace('Sept', 'Sep')} {time}", form).replace(
        tzinfo=ZoneInfo(zone)
    )
    # A time that comes twice: the earlier one, for the check must not cry for nothing.
    return local.timestamp()


FALLBACK = re.compile(r"played for you:((?:[^\[\].]*\[[^\]]+\])+)")
BRACKETED = re.compile(r"\[([^\]]+)\]")
VOTED = re.compile(
    r"votes (?:for a pause|to go on|to take back the last decision|to end the match as it stands), by (PAUSE|RESUME|UNDO|FINISH)"
)
MISSED = re.compile(r"(\w+) has missed \d+ deadline")
KICKED = re.compile(r"votes that a stand-in plays for (\w+)")


def default_lines(letter: EmailMessage) -> list[str]:
    """Return the lines that the mail says will be played for a silent reader."""
    found = FALLBACK.search(text_of(letter))
    return BRACKETED.findall(found[1]) if found else []


def is_vacant(text: str, seat: str) -> bool:
    """Whether the mail says that nobody but a stand-in plays for the seat."""
    return f"{seat} has missed" in text and "the seat is vacant" in text


def is_secret(line: str) -> bool:
    """Whether nobody but its writer may ever see the line."""
    return SECRET.match(line) is not None
