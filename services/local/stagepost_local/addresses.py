"""Addresses of servers as they may be shown: nobody reads a password from them."""

from __future__ import annotations

from urllib.parse import urlsplit


def shown(url: str) -> str:
    """Return an address without the user and the password in it."""
    try:
        address = urlsplit(url)
        port = f":{address.port}" if address.port else ""
    except ValueError:
        return "an address that cannot be read"
    if not address.hostname:
        return f"{address.scheme}://{address.path}"
    host = f"[{address.hostname}]" if ":" in address.hostname else address.hostname
    return f"{address.scheme}://{host}{port}"
