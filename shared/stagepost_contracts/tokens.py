"""Bearer tokens as their holders change them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from stagepost_contracts.ids import Seat

LABEL_CHARACTERS_MOST = 40
TOKEN_HOURS_MOST = 24 * 366


class TokenWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another token in the place of the one that asks: its label, and in how many hours it ends."""

    label: Annotated[str, Meta(max_length=LABEL_CHARACTERS_MOST)] = ""
    hours: Annotated[float, Meta(gt=0, le=TOKEN_HOURS_MOST)] | None = None


class TokenMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """The only copy of a new token; `holder` is a seat's name, absent for the host's.

    `ends` is in seconds since 1970 UTC, absent for one that does not run out.
    """

    token: str
    label: str = ""
    holder: Seat | None = None
    ends: float | None = None
