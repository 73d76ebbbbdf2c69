"""Entity tags of requests (RFC 9110, 13.1)."""

from __future__ import annotations


def names(header: str | None, tag: str) -> bool:
    """Whether the header names the tag, by itself, in a list or by a star; weak or strong."""
    if header is None:
        return False
    given = {part.strip().removeprefix("W/") for part in header.split(",")}
    return "*" in given or tag in given
