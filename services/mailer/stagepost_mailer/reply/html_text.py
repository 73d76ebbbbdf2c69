"""HTML to lines, in which all that a client's selectors name as quote is marked by `>`."""

from __future__ import annotations

from dataclasses import dataclass, field

from stagepost_mailer.reply.fold import LINES_MOST, text_lines, word_set
from stagepost_mailer.reply.selectors import Role, role
from stagepost_mailer.reply.tags import Tag, Text, tokens

VOID = word_set("area base br col embed hr img input link meta source track wbr")
BLOCKS = word_set(
    "address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4"
    " h5 h6 header hr html li main nav ol p pre section table tbody tr ul"
)
CELLS = frozenset({"td", "th"})


@dataclass(slots=True)
class Page:
    """What is open, and the line that is being filled."""

    open_tags: list[tuple[str, Role]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    roles: dict[Role, int] = field(default_factory=lambda: dict.fromkeys(Role, 0))
    rest_quoted: bool = False
    line: list[str] = field(default_factory=list)
    line_quoted: bool = False
    lines: list[str] = field(default_factory=list)


def html_lines(html: str) -> list[str]:
    """The visible lines of an HTML body."""
    page = Page()
    for token in tokens(html):
        if len(page.lines) > LINES_MOST:
            break
        match token:
            case Text():
                _write(page, token.text)
            case Tag(closing=True):
                _close(page, token.name)
            case Tag():
                _open(page, token)
    _end_line(page)
    return page.lines


def _write(page: Page, text: str) -> None:
    if page.roles[Role.HIDDEN]:
        return
    quoted = page.rest_quoted or page.roles[Role.QUOTE] > 0
    if text.strip() and quoted != page.line_quoted:
        # A line is wholly quoted or wholly fresh.
        _end_line(page)
        page.line_quoted = quoted
    if page.counts.get("pre") and not text.strip():
        _end_line(page)
    elif page.counts.get("pre"):
        first, *rest = text_lines(text)
        page.line.append(first)
        # Empty lines leave no trace, but the last one ends the line above it.
        for line in (*filter(None, rest[:-1]), *rest[-1:]):
            _end_line(page)
            page.line_quoted = quoted
            page.line.append(line)
    else:
        page.line.append(text)


def _open(page: Page, tag: Tag) -> None:
    if tag.name in BLOCKS:
        _end_line(page, forced=tag.name == "br")
        if tag.name == "p" and page.lines and page.lines[-1]:
            page.lines.append("")
    elif tag.name in CELLS:
        page.line.append(" ")
    found = role(tag)
    if found is Role.REST:
        _end_line(page)
        page.rest_quoted = True
    if tag.name in VOID or tag.self_closing:
        return
    page.open_tags.append((tag.name, found))
    page.counts[tag.name] = page.counts.get(tag.name, 0) + 1
    page.roles[found] += 1


def _close(page: Page, name: str) -> None:
    """Closes up to the tag of that name; counting first keeps stray ends cheap."""
    if name in BLOCKS:
        _end_line(page)
    if not page.counts.get(name):
        return
    while page.open_tags:
        opened, found = page.open_tags.pop()
        page.counts[opened] -= 1
        page.roles[found] -= 1
        if found is not Role.PLAIN:
            _end_line(page)
        if opened == name:
            return


def _end_line(page: Page, *, forced: bool = False) -> None:
    text = " ".join("".join(page.line).split())
    page.line.clear()
    if text or (forced and page.lines and page.lines[-1]):
        # The cut and the cleaning are those of plain text, without new lines.
        shown = text_lines(text)[0] if text else ""
        page.lines.append(f"> {shown}" if page.line_quoted and shown else shown)
    page.line_quoted = page.rest_quoted or page.roles[Role.QUOTE] > 0
