"""The people of a match: what the mailer must know to write to them."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import Seat


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's address and how they like their mail.

    `position` asks for the machine-readable position as an attachment, for players that
    are programs.
    """

    address: str
    language: str = "en"
    zone: str = "UTC"
    position: bool = False


def person_field(seat: Seat, tenure: int, deputy: int = 0) -> str:
    """Return where a match keeps who plays a seat in a tenure, or a deputy of theirs by number."""
    return f"{seat}:{tenure}:deputy{deputy}" if deputy else f"{seat}:{tenure}"


def folded_address(address: str) -> str:
    """Return the address in lower case, without a +tag; nothing if it is none.

    Who registers as `anna+games@` sends from `anna@`; DMARC vouches for the domain only,
    and the token stays the credential, so the tag adds no safety.
    """
    local, at, host = address.strip().lower().rpartition("@")
    base = local.partition("+")[0]
    return f"{base}@{host.rstrip('.')}" if at and base and host else ""
