"""HTML cut into tags and text in one pass; what is not sound HTML is text or nothing."""

from __future__ import annotations

import html as entities
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TAG_LETTERS_MOST = 8000
RAW = frozenset({"script", "style", "title", "textarea"})
NAME = re.compile(r"/?[A-Za-z][A-Za-z0-9:_-]{0,40}")
ATTRIBUTE = re.compile(
    r"""([A-Za-z][\w:.-]{0,60})(?:\s{0,9}=\s{0,9}("[^"]*"|'[^']*'|[^\s"'>]+))?"""
)


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag with its attributes, names in lower case."""

    name: str
    closing: bool = False
    self_closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Text:
    """Text between tags, with its entities resolved."""

    text: str


def tokens(html: str) -> Iterator[Tag | Text]:
    """Tags and text in order; each search starts where the last one ended."""
    lower = html.lower() if len(html.lower()) == len(html) else html
    at = 0
    while at < len(html):
        start = html.find("<", at)
        if start < 0:
            start = len(html)
        if start > at:
            yield Text(entities.unescape(html[at:start]))
        if start == len(html):
            return
        at, token = _markup(html, lower, start)
        if token is not None:
            yield token
            if isinstance(token, Tag) and token.name in RAW and not token.closing:
                end = lower.find(f"</{token.name}", at)
                at = len(html) if end < 0 else end


def _markup(html: str, lower: str, start: int) -> tuple[int, Tag | Text | None]:
    """The token that begins with `<` here, and where the next one begins."""
    if html.startswith("<!--", start):
        end = html.find("-->", start + 4)
        return (len(html) if end < 0 else end + 3), None
    if html.startswith(("<!", "<?"), start):
        end = html.find(">", start)
        return (len(html) if end < 0 else end + 1), None
    named = NAME.match(html, start + 1)
    if named is None:
        return start + 1, Text("<")
    end = _tag_end(html, named.end())
    name = lower[named.start() : named.end()]
    inner = html[named.end() : end]
    if name.startswith("/"):
        return end + 1, Tag(name[1:], closing=True)
    return end + 1, Tag(name, False, inner.endswith("/"), _attributes(inner))


def _tag_end(html: str, at: int) -> int:
    """Where the tag's `>` stands, outside quoted values; a tag that never ends is cut."""
    limit = min(len(html), at + TAG_LETTERS_MOST)
    quote = ""
    for index in range(at, limit):
        letter = html[index]
        if quote:
            quote = "" if letter == quote else quote
        elif letter == ">":
            return index
        elif letter in "\"'" and html[index - 1 : index] in {"=", " "}:
            quote = letter
    plain = html.find(">", at, limit)
    return limit if plain < 0 else plain


def _attributes(inner: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for attribute in ATTRIBUTE.finditer(inner):
        value = attribute[2] or ""
        if value[:1] in {'"', "'"}:
            value = value[1:-1]
        found.setdefault(attribute[1].lower(), entities.unescape(value))
    return found
