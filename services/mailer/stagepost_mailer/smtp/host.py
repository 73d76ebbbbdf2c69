"""The mail host that takes our mail, as one URL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

Security = Literal["none", "starttls", "tls", "offered"]
PORTS = {"smtp": 25, "smtps": 465, "smtp+starttls": 587}


@dataclass(frozen=True, slots=True)
class SmtpHost:
    """`offered` takes STARTTLS where the host offers it, as mail hosts do among themselves."""

    host: str
    port: int
    user: str
    password: str
    security: Security


def smtp_host(url: str) -> SmtpHost:
    """`smtp://user:pass@host:port`, `smtps://...`, or `smtp+starttls://...`.

    `smtp://...?tls=none` never asks for STARTTLS. Raises ValueError with what would do.
    """
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError(
            f"“{parts.scheme}://{parts.hostname or ''}” is no mail host; write "
            "smtp://host:port, smtps://user:password@host:port or smtp+starttls://..."
        )
    return SmtpHost(
        host=parts.hostname,
        port=parts.port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        security=_security(parts.scheme, parse_qs(parts.query)),
    )


def _security(scheme: str, options: dict[str, list[str]]) -> Security:
    match scheme, options.get("tls", [""])[0]:
        case "smtps", _:
            return "tls"
        case "smtp+starttls", _:
            return "starttls"
        case _, "none":
            return "none"
        case _:
            return "offered"
