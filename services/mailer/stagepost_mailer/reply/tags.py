"""HTML cut into tags and text in one pass; what is not sound HTML is text or nothing."""

from __future__ import annotations

import html as entities
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TAG_LETTERS_MOST = 8000
# Outlook writes a few thousand tags into its longest mails; what lies beyond is not read.
TAGS_MOST = 7000
ATTRIBUTES_MOST = 30
# A tag with none of these says nothing about whose its text is.
ASKED = ("style", "class", "id", "hidden")
RAW = frozenset({"script", "style", "title", "textarea"})
MARKUP = re.compile(r"<(?:(/?[A-Za-z][A-Za-z0-9:_-]{0,40})|[!?])")
# Possessive, and each quote is tried once: a value that never ends is no value.
INSIDE = re.compile(
    r"""(?:[^>"']++|(?<=[= ])(?:"[^"]*+"|'[^']*+')|(?<![= ])["'])*+(?=>)""",
)
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
    at = 0
    for _ in range(TAGS_MOST):
        found = MARKUP.search(html, at)
        start = found.start() if found else len(html)
        if start > at:
            yield Text(entities.unescape(html[at:start]))
        if found is None:
            return
        if found[1] is None:
            at = _comment_end(html, start)
            continue
        at, tag = _tag(html, found[1].lower(), found.end())
        yield tag
        if tag.name in RAW and not tag.closing:
            at = _raw_end(html, tag.name, at)


def _comment_end(html: str, start: int) -> int:
    mark = "-->" if html.startswith("<!--", start) else ">"
    end = html.find(mark, start + 2)
    return len(html) if end < 0 else end + len(mark)


def _raw_end(html: str, name: str, at: int) -> int:
    found = re.compile(f"</{name}", re.IGNORECASE).search(html, at)
    return found.start() if found else len(html)


def _tag(html: str, name: str, at: int) -> tuple[int, Tag]:
    """The tag whose name ends here, and where the next token begins."""
    end = _tag_end(html, at)
    if name[0] == "/":
        return end + 1, Tag(name[1:], closing=True)
    if end == at:
        return end + 1, Tag(name)
    inner = html[at:end]
    return end + 1, Tag(name, False, inner.endswith("/"), _attributes(inner))


def _tag_end(html: str, at: int) -> int:
    """Where the tag's `>` stands, outside quoted values; a tag that never ends is cut."""
    if html.startswith(">", at):
        return at
    limit = min(len(html), at + TAG_LETTERS_MOST)
    inside = INSIDE.match(html, at, limit)
    if inside:
        return inside.end()
    plain = html.find(">", at, limit)
    return limit if plain < 0 else plain


def _attributes(inner: str) -> dict[str, str]:
    found: dict[str, str] = {}
    lower = inner.lower()
    if not any(word in lower for word in ASKED):
        return found
    for name, value in ATTRIBUTE.findall(inner)[:ATTRIBUTES_MOST]:
        bare = value[1:-1] if value[:1] in {'"', "'"} else value
        found.setdefault(name.lower(), entities.unescape(bare) if "&" in bare else bare)
    return found
