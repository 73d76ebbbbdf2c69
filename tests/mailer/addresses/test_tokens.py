"""The token of a reply address: derived, folded, redacted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagepost_mailer.addresses.message_ids import message_id, thread_id
from stagepost_mailer.addresses.tokens import (
    bounce_address,
    bounce_token,
    bounce_token_in,
    hashed,
    redact,
    reply_address,
    reply_token,
    reply_token_in,
    same_token,
)

KEY = b"0123456789abcdef0123456789abcdef"
TOKEN = reply_token(KEY, "oil7", "anna", 1, 3)
DOMAIN = "mail.stagepost.example"


def test_a_token_is_derived_again() -> None:
    """A reminder carries the same token, and any other field makes another."""
    others = {
        reply_token(KEY, "oil8", "anna", 1, 3),
        reply_token(KEY, "oil7", "boris", 1, 3),
        reply_token(KEY, "oil7", "anna", 2, 3),
        reply_token(KEY, "oil7", "anna", 1, 4),
        reply_token(KEY[::-1], "oil7", "anna", 1, 3),
        bounce_token(KEY, "oil7", "anna", 1, 3),
    }

    assert reply_token(KEY, "oil7", "anna", 1, 3) == TOKEN
    assert len(TOKEN) == 26
    assert TOKEN.lower() == TOKEN
    assert len(others - {TOKEN}) == 6


def test_fields_can_not_run_into_each_other() -> None:
    """`ab, c` is not `a, bc`."""
    assert reply_token(KEY, "ab", "c", 1, 1) != reply_token(KEY, "a", "bc", 1, 1)


def test_an_empty_key_is_refused() -> None:
    """Without a key a token would be no secret."""
    with pytest.raises(ValueError, match="empty"):
        reply_token(b"", "oil7", "anna", 1, 3)


@pytest.mark.parametrize(
    "address",
    [
        reply_address(TOKEN, DOMAIN),
        reply_address(TOKEN, DOMAIN).upper(),
        f"<r+{TOKEN}@{DOMAIN}>",
        f'"r+{TOKEN}"@{DOMAIN}.',
        f"r+{TOKEN}+tag@{DOMAIN}",
    ],
)
def test_a_token_is_found_however_it_is_written(address: str) -> None:
    """Case, quotes, angle brackets and a further tag are folded away."""
    assert reply_token_in(address, DOMAIN) == TOKEN


@pytest.mark.parametrize(
    "address",
    [
        "",
        "r",
        f"r+{TOKEN}",
        f"r+{TOKEN[:-1]}@{DOMAIN}",
        f"r+{TOKEN[:-1]}1@{DOMAIN}",
        f"r+{TOKEN}a@{DOMAIN}",
        f"r+{TOKEN}@elsewhere.example",
        f"b+{TOKEN}@{DOMAIN}",
        f"r-{TOKEN}@{DOMAIN}",
        "r+" + "a" * 10_000,
    ],
)
def test_other_addresses_have_no_token(address: str) -> None:
    """What is not exactly a reply address of ours is nobody's."""
    assert reply_token_in(address, DOMAIN) is None


def test_the_envelope_sender_names_the_mail() -> None:
    """A bounce comes back to an address that is no credential."""
    token = bounce_token(KEY, "oil7", "anna", 1, 3)
    address = bounce_address(token, DOMAIN)

    assert bounce_token_in(address) == token
    assert reply_token_in(address) is None


def test_tokens_are_compared_and_stored_folded() -> None:
    """Upper case on arrival is the same token."""
    assert same_token(TOKEN, TOKEN.upper())
    assert not same_token(TOKEN, TOKEN[::-1])
    assert hashed(TOKEN) == hashed(TOKEN.upper())
    assert TOKEN not in hashed(TOKEN)


@pytest.mark.parametrize("plus", ["+", "%2B", "=2B", "&#43;"])
def test_redacted_text_holds_no_token(plus: str) -> None:
    """Logs keep that there was an address, not which."""
    shown = redact(f"RCPT TO:<R{plus}{TOKEN.upper()}@{DOMAIN}> and b+{TOKEN}+x@{DOMAIN}")

    assert TOKEN not in shown.lower()
    assert shown.count("[redacted]") == 2
    assert DOMAIN in shown


@given(st.text(max_size=200))
def test_any_address(address: str) -> None:
    """No text makes the parser raise, and what it finds is a token."""
    found = reply_token_in(address)

    assert found is None or len(found) == 26


def test_a_message_id_is_stable_and_tells_nothing() -> None:
    """The same mail has the same id; no field of it can be read there."""
    fields = {"match": "oil7", "seat": "anna", "step": 3, "kind": "prompt"}
    first = message_id(KEY, DOMAIN, **fields, cause="opened")

    assert first == message_id(KEY, DOMAIN, **fields, cause="opened")
    assert first != message_id(KEY, DOMAIN, **fields, cause="reminder")
    assert first.startswith("<")
    assert first.endswith(f"@{DOMAIN}>")
    assert "oil7" not in first
    assert "anna" not in first
    assert thread_id(KEY, DOMAIN, match="oil7", seat="anna") != first
