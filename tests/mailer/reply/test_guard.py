"""Bytes are bounded before anything parses them."""

from __future__ import annotations

import pytest

from stagepost_mailer.reply.guard import Refusal, refusal

FROM = b"From: anna@players.example\r\n"


def test_a_plain_mail_passes() -> None:
    """A small mail with one From is parsed."""
    assert refusal(FROM + b"Subject: x\r\n\r\nBID 300\r\n") is None


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", Refusal.EMPTY),
        (b" \r\n\r\n", Refusal.EMPTY),
        (FROM + b"\r\n" + b"x" * 262_144, Refusal.MAIL_TOO_LARGE),
        (FROM + b"X-A: " + b"y" * 8_200 + b"\r\n\r\n", Refusal.HEADER_TOO_LARGE),
        (FROM + b"X-A: y\r\n" + b" y\r\n" * 2_800 + b"\r\n", Refusal.HEADER_TOO_LARGE),
        (FROM + (b"X-A: " + b"y" * 8_000 + b"\r\n") * 9 + b"\r\n", Refusal.HEADER_BLOCK_TOO_LARGE),
        (FROM + b"X-A: y\r\n" * 100 + b"\r\n", Refusal.TOO_MANY_HEADERS),
        (FROM + b"\r\n" * 16_001, Refusal.TOO_MANY_LINES),
        (FROM + b"\r\n" + b"--x\r\n" * 201, Refusal.TOO_MANY_DASHED_LINES),
        (FROM + b"\r\n" + b"Content-Type: multipart/mixed\n\n" * 21, Refusal.TOO_DEEP),
        (FROM + b"\r\n" + b"content-type:\n message/rfc822\n\n" * 21, Refusal.TOO_DEEP),
        (b"Subject: x\r\n\r\nFrom: anna@players.example\r\n", Refusal.NO_FROM),
        (FROM + b"FROM : boris@players.example\r\n\r\n", Refusal.SEVERAL_FROM),
        (b"From: a@b.example\rFrom: c@d.example\r\r", Refusal.SEVERAL_FROM),
    ],
)
def test_each_limit_refuses_by_name(raw: bytes, reason: Refusal) -> None:
    """What is over a limit is refused with that limit's reason."""
    assert refusal(raw) == reason
