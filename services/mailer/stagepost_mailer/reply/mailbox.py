"""The one address of a From header, found in one pass."""

from __future__ import annotations

ADDRESS_LETTERS_MOST = 254


def only_address(header: str) -> str:
    """The address in lower case, or nothing when there is none or more than one."""
    mailboxes = [part for part in _bare(header).split(",") if "@" in part]
    match mailboxes:
        case [mailbox]:
            return _address(mailbox)
        case _:
            return ""


def _bare(header: str) -> str:
    """The header without comments, and without quoted strings outside angle brackets."""
    kept: list[str] = []
    depth = 0
    quoted = angled = escaped = False
    for letter in header:
        if escaped:
            escaped = False
        elif letter == "\\" and (quoted or depth):
            escaped = True
        elif letter == '"' and not depth:
            quoted = not quoted
        elif quoted:
            continue
        elif letter == "(" and not angled:
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
        elif not depth:
            angled = letter == "<" or (angled and letter != ">")
            kept.append(letter)
    return "".join(kept)


def _address(mailbox: str) -> str:
    if mailbox.count("<") > 1:
        return ""
    inner = mailbox.partition("<")[2].partition(">")[0] if "<" in mailbox else mailbox
    address = inner.strip().lower()
    sound = address.count("@") == 1 and not any(letter.isspace() for letter in address)
    ends = not address.startswith("@") and not address.endswith("@")
    return address if sound and ends and len(address) <= ADDRESS_LETTERS_MOST else ""
