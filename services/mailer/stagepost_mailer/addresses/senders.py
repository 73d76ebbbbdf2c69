"""The second factor: did the mail come from an address that the player has verified?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from stagepost_contracts.people import folded_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Alignment = Literal["pass", "fail", "none"]


def is_verified(from_address: str, verified: Iterable[str]) -> bool:
    """Whether From is one of the player's addresses, by case and tag folded."""
    folded = folded_address(from_address)
    return bool(folded) and any(folded == folded_address(address) for address in verified)


def alignment(headers: Sequence[tuple[str, str]], authserv_id: str) -> Alignment:
    """What our own server found of DMARC; headers of any other server are not believed."""
    for name, value in headers:
        if name.lower() == "authentication-results":
            server, *results = _bare(value).split(";")
            if server.strip().partition(" ")[0].lower() == authserv_id.lower():
                return _dmarc(results)
    return "none"


def _dmarc(results: list[str]) -> Alignment:
    found = {
        method.split()[0].lower().partition("=")[2]
        for method in (result.strip().replace(" =", "=").replace("= ", "=") for result in results)
        if method.lower().startswith("dmarc=")
    }
    if "fail" in found:
        return "fail"
    return "pass" if found == {"pass"} else "none"


def _bare(value: str) -> str:
    """The header without comments and quoted strings, where anyone may write anything."""
    kept: list[str] = []
    depth = 0
    quoted = escaped = False
    for letter in value:
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == '"' and not depth:
            quoted = not quoted
        elif quoted:
            continue
        elif letter == "(":
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
        elif not depth:
            kept.append(letter)
    return "".join(kept)
