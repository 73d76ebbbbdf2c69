"""The look at a sender as the worker takes it: with the machine's resolver, and never raising."""

from __future__ import annotations

import structlog

from stagepost_mailer.addresses.senders import Alignment
from stagepost_mailer.proof.dmarc import DnsAway, checked
from stagepost_mailer.proof.dns import txt


def look(raw: bytes, from_address: str) -> Alignment:
    """What cannot be looked up is `fail`: the mail is held, and the player may confirm it."""
    try:
        return checked(raw, from_address, txt)
    except DnsAway as error:
        structlog.get_logger().warning("sender not looked up", error=str(error))
        return "fail"
