"""The second factor: a verified address, and what our own server found."""

from __future__ import annotations

import pytest

from stagepost_mailer.addresses.senders import alignment, is_verified

OURS = "mx.stagepost.example"
NAME = "Authentication-Results"


@pytest.mark.parametrize(
    ("address", "verified"),
    [
        ("anna@players.example", True),
        ("Anna@Players.Example", True),
        ("anna+games@players.example", True),
        ("anna@other.example", False),
        ("boris@players.example", False),
        ("", False),
        ("+x@players.example", False),
    ],
)
def test_who_is_verified(address: str, verified: bool) -> None:
    """Case and tag are folded on both sides; the rest must be equal."""
    assert is_verified(address, ["ANNA+stagepost@players.example"]) is verified


def test_nobody_is_verified_by_nothing() -> None:
    """Two missing addresses are not equal."""
    assert not is_verified("", [""])


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (f"{OURS}; dmarc=pass header.from=players.example", "pass"),
        (f"{OURS} 1; spf=pass smtp.mailfrom=x; dmarc=fail (p=none)", "fail"),
        (f"{OURS}; DMARC = FAIL", "fail"),
        (f"{OURS}; none", "none"),
        (f"{OURS}; dmarc=temperror", "none"),
        (f'{OURS}; spf=pass smtp.mailfrom="; dmarc=pass; x"', "none"),
        (f"{OURS}; spf=fail (; dmarc=pass)", "none"),
        (f"{OURS}; dmarc=pass; dmarc=fail", "fail"),
        ("evil.example; dmarc=pass", "none"),
    ],
)
def test_what_our_server_found(value: str, found: str) -> None:
    """Only the DMARC result outside comments and quotes counts."""
    assert alignment([("Received", "x"), (NAME, value)], OURS) == found


def test_the_topmost_of_ours_counts() -> None:
    """A header that the sender forged stands below the one that our server put on top."""
    headers = [
        ("authentication-results", "other.example; dmarc=pass"),
        (NAME, f"{OURS}; dmarc=fail"),
        (NAME, f"{OURS}; dmarc=pass"),
    ]

    assert alignment(headers, OURS) == "fail"
