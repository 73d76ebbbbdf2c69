"""What became of the mails to a seat, in the store that the mailer writes and the engine reads.

No address, no Message-ID and no word of a mail is in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from stagepost_contracts.ids import Seat

Fate: TypeAlias = Literal["tried", "accepted", "refused", "returned"]
"""First handed to the mail host; taken by it, or refused for good; or come back later."""

FATES: Final[tuple[str, ...]] = get_args(Fate)
MAILS_SECONDS: Final = 120 * 24 * 3600


@dataclass(frozen=True, slots=True)
class MailNote:
    """One fact of one mail. What comes back names a step and not a mail: `name` is empty then."""

    fate: Fate
    seat: Seat
    tenure: int
    step: int
    kind: str = ""
    name: str = ""

    @property
    def field(self) -> str:
        """The note as a field of the hash of its match; its value is the moment."""
        # The seat is last: its name may hold any letter.
        return f"{self.fate}:{self.tenure}:{self.step}:{self.kind}:{self.name}:{self.seat}"


def mail_name(cause: str) -> str:
    """Return what tells a mail from another of its kind, and nothing else."""
    return hashlib.sha256(cause.encode()).hexdigest()[:12]


def noted(fields: Mapping[bytes, bytes]) -> Iterator[tuple[MailNote, float]]:
    """Yield the notes of a match with their moments."""
    for field, at in fields.items():
        fate, tenure, step, kind, name, seat = field.decode().split(":", 5)
        if fate in FATES:
            note = MailNote(
                fate,  # type: ignore[arg-type]  # it is one of them
                Seat(seat),
                int(tenure),
                int(step),
                kind,
                name,
            )
            yield note, float(at)
