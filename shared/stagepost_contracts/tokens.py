"""Bearer tokens as their holders make, change and list them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stagepost_contracts.ids import Seat

LABEL_CHARACTERS_MOST = 40
TOKEN_HOURS_MOST = 24 * 366
TOKENS_MOST = 8
"""The most tokens of one holder, beside the first."""
MAIL_LABEL = "mail"
MAIL_TOKEN_HOURS = 24 * 180
"""The label of a token that was asked for by mail, and how long it opens."""

Scope: TypeAlias = Literal["play", "read"]
"""`read` sees all that its holder sees, and changes nothing but itself."""


class TokenWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another token: its label, what it may do, and in how many hours it ends.

    Without a scope it may do what the one that asks may do.
    """

    label: Annotated[str, Meta(max_length=LABEL_CHARACTERS_MOST)] = ""
    hours: Annotated[float, Meta(gt=0, le=TOKEN_HOURS_MOST)] | None = None
    scope: Scope | None = None


class TokenMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """The only copy of a new token; `holder` is a seat's name, absent for another holder's.

    `ends` is in seconds since 1970 UTC, absent for one that does not run out. `id` names it in
    the list of tokens, which does not tell the token itself.
    """

    token: str
    label: str = ""
    holder: Seat | None = None
    ends: float | None = None
    id: str = ""
    scope: Scope = "play"


class TokenSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token that opens, without the token: `own` is the one that asks.

    `since` is when it was made, absent where that was not written down.
    """

    id: str
    label: str = ""
    scope: Scope = "play"
    since: float | None = None
    ends: float | None = None
    own: bool = False
