"""DMARC by DKIM alone: is a signature valid, and is it of the domain that From names?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dkim

from stagepost_mailer.addresses.senders import Alignment

SIGNATURES_MOST = 5
LABELS_MOST = 8
DNS_SECONDS = 5
STRICT = "s"

Txt = Callable[[str], str | None]
"""The TXT record of a name, None where there is none. Raises DnsAway."""


class DnsAway(Exception):
    """Nobody can say now what the domain publishes."""


def checked(raw: bytes, from_address: str, txt: Txt) -> Alignment:
    """`fail` where the domain asks for proof and the mail has none; raises DnsAway.

    SPF is not looked at: only the host that took the mail knows who brought it.
    """
    domain = from_address.rpartition("@")[2].lower().rstrip(".")
    policies = list(_policies(domain, txt))
    policy = policies[0][1] if policies else {}
    strict = policy.get("adkim") == STRICT
    root = _root(domain, policies)
    for signer in _valid_signers(raw, txt):
        if signer == domain or (not strict and root == _root(signer, list(_policies(signer, txt)))):
            return "pass"
    is_own = bool(policies) and policies[0][0] == domain
    wanted = policy.get("p", "none") if is_own else policy.get("sp", policy.get("p", "none"))
    return "fail" if wanted in {"quarantine", "reject"} else "none"


def _valid_signers(raw: bytes, txt: Txt) -> Iterator[str]:
    """The domains whose signature over the whole mail is good, one look at each."""

    def dns(name: bytes, timeout: int = DNS_SECONDS) -> bytes | None:
        found = txt(name.decode("ascii", "replace").rstrip("."))
        return None if found is None else found.encode()

    for at in range(SIGNATURES_MOST):
        try:
            verifier = dkim.DKIM(raw, timeout=DNS_SECONDS)
            is_valid = verifier.verify(idx=at, dnsfunc=dns)
        except DnsAway:
            raise
        # dkimpy raises kinds of its own, and others on hostile headers: no proof, all of them.
        except Exception:  # noqa: BLE001, S112
            continue
        # With `l=` anybody could write more below what is signed.
        if is_valid and b"l" not in verifier.signature_fields:
            yield verifier.domain.decode("ascii", "replace").lower().rstrip(".")


def _policies(domain: str, txt: Txt) -> Iterator[tuple[str, dict[str, str]]]:
    """The DMARC records of a domain and of those above it, nearest first (a walk, not a list)."""
    labels = domain.split(".")[-LABELS_MOST:]
    for at in range(len(labels)):
        name = ".".join(labels[at:])
        tags = _tags(txt(f"_dmarc.{name}") or "")
        if tags.get("v", "").upper() == "DMARC1":
            yield name, tags


def _root(domain: str, policies: list[tuple[str, dict[str, str]]]) -> str:
    """The organisation's own domain: the highest with a record that is nobody's registry."""
    own = [name for name, tags in policies if tags.get("psd", "n").lower() != "y"]
    return own[-1] if own else domain


def _tags(record: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in record.split(";"))
    return {name.strip().lower(): value.strip() for name, equals, value in pairs if equals}
