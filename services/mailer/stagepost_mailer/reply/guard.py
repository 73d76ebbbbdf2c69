"""Checks the bytes of a mail before anything parses them."""

from __future__ import annotations

import re
from enum import StrEnum

MAIL_BYTES_MOST = 256 * 1024
HEADER_BLOCK_BYTES_MOST = 64 * 1024
HEADER_BYTES_MOST = 8 * 1024
HEADER_LINES_MOST = 100
DASHED_LINES_MOST = 200
DEPTH_MOST = 20
MAIL_LINES_MOST = 16_000

# Depth can not exceed the number of parts that nest, so counting those is enough.
MULTIPART = re.compile(rb"^content-type:[ \t\n]*multipart/", re.IGNORECASE | re.MULTILINE)
MESSAGE = re.compile(rb"^content-type:[ \t\n]*message/", re.IGNORECASE | re.MULTILINE)


class Refusal(StrEnum):
    """Why a mail is not parsed at all."""

    EMPTY = "the mail is empty"
    MAIL_TOO_LARGE = "the mail is larger than 256 kB"
    HEADER_BLOCK_TOO_LARGE = "the header block is larger than 64 kB"
    HEADER_TOO_LARGE = "one header is larger than 8 kB"
    TOO_MANY_HEADERS = "there are more than 100 headers"
    TOO_MANY_LINES = "the mail has more than 16,000 lines"
    TOO_MANY_DASHED_LINES = "more than 200 lines begin with two dashes"
    TOO_DEEP = "parts are nested more than 20 deep"
    NO_FROM = "there is no From header"
    SEVERAL_FROM = "there is more than one From header"


def refusal(raw: bytes) -> Refusal | None:
    """Why these bytes may not be parsed, or None when they may."""
    if not raw.strip():
        return Refusal.EMPTY
    if len(raw) > MAIL_BYTES_MOST:
        return Refusal.MAIL_TOO_LARGE
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return _headers_refusal(lines) or _body_refusal(lines)


def _headers_refusal(raw: bytes) -> Refusal | None:
    block = b"" if raw.startswith(b"\n") else raw.partition(b"\n\n")[0]
    if len(block) > HEADER_BLOCK_BYTES_MOST:
        return Refusal.HEADER_BLOCK_TOO_LARGE
    headers = _unfolded(block)
    if len(headers) > HEADER_LINES_MOST:
        return Refusal.TOO_MANY_HEADERS
    if any(size > HEADER_BYTES_MOST for _, size in headers):
        return Refusal.HEADER_TOO_LARGE
    match sum(name == b"from" for name, _ in headers):
        case 0:
            return Refusal.NO_FROM
        case 1:
            return None
        case _:
            return Refusal.SEVERAL_FROM


def _unfolded(block: bytes) -> list[tuple[bytes, int]]:
    """Each header as its folded name and its size with all its continuation lines."""
    headers: list[tuple[bytes, int]] = []
    for line in block.split(b"\n"):
        if headers and line[:1] in (b" ", b"\t"):
            name, size = headers[-1]
            headers[-1] = (name, size + len(line) + 1)
        else:
            headers.append((line[:80].partition(b":")[0].strip().lower(), len(line)))
    return headers


def _body_refusal(raw: bytes) -> Refusal | None:
    if raw.count(b"\n") > MAIL_LINES_MOST:
        return Refusal.TOO_MANY_LINES
    if raw.count(b"\n--") > DASHED_LINES_MOST:
        return Refusal.TOO_MANY_DASHED_LINES
    if len(MULTIPART.findall(raw)) > DEPTH_MOST or len(MESSAGE.findall(raw)) > DEPTH_MOST:
        return Refusal.TOO_DEEP
    return None
