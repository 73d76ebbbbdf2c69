"""TXT records as the machine's own resolver finds them."""

from __future__ import annotations

import dns.exception
import dns.resolver

from stagepost_mailer.proof.dmarc import DNS_SECONDS, DnsAway


def txt(name: str) -> str | None:
    """Raises DnsAway."""
    try:
        found = dns.resolver.resolve(name, "TXT", lifetime=DNS_SECONDS, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    # An impossible name has no record; whatever else fails says nothing about the name.
    except (dns.exception.SyntaxError, UnicodeError):
        return None
    except dns.exception.DNSException as error:
        raise DnsAway(type(error).__name__) from error
    texts = [b"".join(record.strings).decode(errors="replace") for record in found]
    # A name may hold other texts beside the one that is asked for.
    return next(
        (text for text in texts if text.lower().startswith(("v=dmarc1", "v=dkim1"))), texts[0]
    )
