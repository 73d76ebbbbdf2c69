"""Who may play for a seat's player for a while, as that player names and sees them."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from stagepost_contracts.api import Language, Word

PHASES_NAMED_MOST = 30


class DeputyWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deputy until the end of a date, in the zone of the match.

    `address` is left out for one whom the player has named before, and `name` may be where the
    address is given. Without `phases` the deputy is for all of them.
    """

    until: date
    name: Word = ""
    address: Word = ""
    phases: Annotated[tuple[Word, ...], Meta(max_length=PHASES_NAMED_MOST)] = ()
    language: Language = ""


class DeputySeen(msgspec.Struct, frozen=True):
    """The deputy of a seat as its player sees it; `ends` is in seconds since 1970 UTC."""

    name: str
    until: date
    ends: float
    phases: tuple[str, ...]
