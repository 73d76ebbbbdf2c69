"""The person in a seat: what the mailer must know to write to them."""

from __future__ import annotations

import msgspec


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's address and how they like their mail.

    `position` asks for the machine-readable position as an attachment, for players that
    are programs.
    """

    address: str
    language: str = "en"
    zone: str = "UTC"
    position: bool = False
