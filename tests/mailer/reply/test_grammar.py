"""Replies as clients write them, made by a grammar: the writer's words and no quoted order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mailer.reply.clients import feet
from mailer.reply.clients.blocks import BANNERED, OUTLOOK
from mailer.reply.clients.introductions import ALWAYS_MARKED, lines
from mailer.reply.clients.replies import (
    OWN,
    PAGES,
    PLANTED,
    WIDTHS,
    WRITERS,
    Client,
    filled,
    page,
    soft,
    wrapped,
)

from stagepost_mailer.reply.flowed import unflowed
from stagepost_mailer.reply.html_text import html_lines
from stagepost_mailer.reply.lines import candidate_lines
from stagepost_mailer.reply.split import Fresh, split_lines, split_text

MARKS = ("> ", ">", "| ", "")
GAPS = ("", "\n")
# No client wraps these.
NEVER_WRAPPED = ("groupwise", "yandex rule", "foxmail")
CLIENT = Client("On Thu, Mar 12, 2026 at 3:33 PM Stagepost <r@x.example> wrote:", "> ", "\n")
HEADERS = filled(OUTLOOK["en"], *WRITERS[1])


def written(found: Fresh) -> list[str]:
    """The fresh lines that are not empty."""
    return [line for line in found.lines if line.strip()]


def named(found: Fresh) -> tuple[str, ...]:
    """What the receipt names without running it."""
    return found.quoted_lines + found.dropped_lines


def introductions(template: str) -> Iterator[str]:
    """One introduction by each writer, in one line and wrapped."""
    for writer, address in WRITERS:
        line = filled(template, writer, address)
        yield from dict.fromkeys(wrapped(line, width) for width in WIDTHS)


def blocks(name: str) -> Iterator[str]:
    """One block of headers as it is, with names alone, with empty lines, under a rule, wrapped."""
    template = {**OUTLOOK, **BANNERED}[name]
    for writer, address in WRITERS:
        block = filled(template, writer, address)
        yield block
        yield block.replace(f"{writer} <{address}>", writer)
        yield block.replace(f"<{address}>", f"[mailto:{address}]")
        if name in OUTLOOK:
            yield block.replace("\n", "\n\n")
            yield f"________________________________\n{block}"
            yield "\n".join(f"*{line.replace(':', ':*', 1)}" for line in block.split("\n"))
        if not name.startswith(NEVER_WRAPPED):
            yield from (wrapped(block, width) for width in (66, 76))


def marks(template: str) -> tuple[str, ...]:
    """The marks with which a client that introduces like this quotes."""
    return MARKS[:1] if template.startswith(ALWAYS_MARKED) else MARKS


@pytest.mark.parametrize("template", lines())
def test_words_above_an_introduced_quote(template: str) -> None:
    """By every client and language, wrapped at any width, glued or not, marked or not."""
    for introduction in introductions(template):
        for mark in marks(template):
            for gap in GAPS:
                client = Client(introduction, mark, gap)
                for between in ("\n\n", "\n", "\n\n\n"):
                    found = split_text(client.top(between=between))

                    assert written(found) == list(OWN), client.top(between=between)
                    assert PLANTED in named(found)


@pytest.mark.parametrize("template", lines())
def test_words_below_and_between_a_marked_quote(template: str) -> None:
    """Where each quoted line is marked, words below and between are the writer's."""
    for introduction in introductions(template):
        for mark in marks(template):
            if mark:
                client = Client(introduction, mark)
                below, between = split_text(client.bottom()), split_text(client.interleaved())

                assert written(below) == list(OWN), client.bottom()
                assert written(between) == list(OWN), client.interleaved()
                assert PLANTED in named(below)
                assert PLANTED in named(between)


@pytest.mark.parametrize("template", [line for line in lines() if len(marks(line)) > 1])
def test_a_quote_alone_says_nothing(template: str) -> None:
    """An empty answer above a quote without marks runs nothing, and names what it held."""
    for introduction in introductions(template):
        found = split_text(Client(introduction).top(own=()))

        assert written(found) == []
        assert PLANTED in named(found)


@pytest.mark.parametrize("name", {**OUTLOOK, **BANNERED})
def test_words_above_a_block_of_headers(name: str) -> None:
    """Outlook and its kin in every language, and each client's own banner."""
    for block in blocks(name):
        for mark in ("", "> "):
            for between in ("\n\n", "\n"):
                client = Client(block, mark, "\n")
                found = split_text(client.top(between=between))

                assert written(found) == list(OWN), client.top(between=between)
                assert PLANTED in named(found)


@pytest.mark.parametrize("name", {**OUTLOOK, **BANNERED})
def test_a_block_of_headers_alone(name: str) -> None:
    """Nothing above it: nothing is run, and what it held is named."""
    for block in blocks(name):
        found = split_text(Client(block).top(own=()))

        assert written(found) == []
        assert PLANTED in named(found)


@pytest.mark.parametrize("foot", feet.apps())
def test_footers_of_apps(foot: str) -> None:
    """At the end, above the quote, and below it."""
    client = Client(CLIENT.introduction, "> ", "\n", foot)

    assert written(split_text("\n".join((*OWN, "", foot)))) == list(OWN)
    assert written(split_text(client.top())) == list(OWN)
    assert written(split_text(f"{CLIENT.top()}\n{foot}\n")) == list(OWN)
    assert written(split_text(client.bottom())) == list(OWN)


@pytest.mark.parametrize("foot", feet.LONG.values(), ids=feet.LONG)
def test_signatures_lists_scanners_and_firms(foot: str) -> None:
    """What they add is never the writer's order, wherever it stands."""
    client = Client(CLIENT.introduction, "> ", "\n", foot)
    for text in (
        "\n".join((*OWN, "", foot)),
        client.top(),
        f"{CLIENT.top()}\n\n{foot}",
        client.bottom(),
    ):
        assert candidate_lines(split_text(text).lines).candidates == OWN, text


@pytest.mark.parametrize("warning", feet.warnings())
def test_banners_of_firms_above_the_words(warning: str) -> None:
    """A firm's banner is dropped, the first word after it is the writer's."""
    assert written(split_text(f"{warning}\n\n{CLIENT.top()}")) == list(OWN)


# An introduction that is a quote itself is stuffed by format=flowed, and is none then.
@pytest.mark.parametrize("template", [line for line in lines() if not line.startswith(">")])
def test_flowed_replies(template: str) -> None:
    """format=flowed brings back the lines that were written, and the quote's depth."""
    client = Client(filled(template, *WRITERS[0]), "> ", "\n")
    for text in (client.top(), client.bottom(), client.interleaved()):
        assert written(split_text(unflowed(soft(text), delete_space=False))) == list(OWN), text


@pytest.mark.parametrize("name", PAGES)
def test_replies_in_html(name: str) -> None:
    """By each client's own marks, or by what the text of the page says."""
    for template in lines():
        if not template.startswith(ALWAYS_MARKED):
            shown = page(name, filled(template, *WRITERS[1]), HEADERS)
            found = split_lines(html_lines(shown))

            assert candidate_lines(found.lines).candidates == OWN, shown
            assert any(PLANTED in line for line in named(found)), shown


@pytest.mark.parametrize("name", OUTLOOK)
def test_headers_in_html(name: str) -> None:
    """In every language, also where nothing in the HTML tells."""
    for kind in ("naver", "notes", "table", "windows mail", "gmx", "qq", "samsung"):
        shown = page(kind, "", filled(OUTLOOK[name], *WRITERS[2]))
        found = split_lines(html_lines(shown))

        assert candidate_lines(found.lines).candidates == OWN, shown


PROSE = (
    "Am 12.03.2026 um 15:33 bin ich da.",
    "W dniu 12.03.2026 o 15:33 mam spotkanie:",
    "From: now on I will bid higher",
    "To: Boris I offer 3",
    "TELL BORIS we meet on 12.03.2026 at 15:30:",
    "Subject: to change, we meet 12:30",
    "AWAY 2026-03-12 TO 2026-03-20",
    "DEPUTY ola@example.org UNTIL 2026-01-05",
    "Ola <ola@example.org> wrote me on 12.03.2026 that she can not play.",
    "confidential: I like you",
    "10:30 to 12:30:",
    "REGARDING 12.03.2026:",
    "I read it in Outlook on a phone, sorry.",
)


@pytest.mark.parametrize("prose", PROSE)
def test_words_that_only_look_like_a_client_s(prose: str) -> None:
    """Dates, addresses and keys in the writer's own words cost neither them nor the orders."""
    own = ["BID 300", prose, "SELL 2"]
    client = Client(CLIENT.introduction, "> ", "\n")

    assert written(split_text("\n".join(own))) == own
    assert written(split_text(client.top(tuple(own)))) == own


@pytest.mark.parametrize("line", ["-Texas", "-PASS", "- Texas"])
def test_a_dash_above_more_words_signs_nothing(line: str) -> None:
    """Only the last words of a mail are its signature."""
    own = ["BID 300", line, "SELL 2"]

    assert written(split_text("\n".join(own))) == own


@pytest.mark.parametrize("banner", ["Původní e-mail", "Původní zpráva", "Eredeti üzenet"])
def test_banners_of_web_mail(banner: str) -> None:
    """Drawn above headers in the language of the web mail."""
    block = f"---------- {banner} ----------\nOd: Stagepost <r@x.example>\nDatum: 1. 3. 2026 10:00"

    assert written(split_text(Client(block).top())) == list(OWN)


def test_headers_of_notes_without_colons() -> None:
    """A name, a date, and the keys of Notes on lines of their own."""
    block = "Stagepost <r@x.example>\n03/12/2026 03:33 PM\n\nTo\nAnna\ncc\n\nSubject\nRound 3"

    assert written(split_text(Client(block).top())) == list(OWN)


order = st.builds(
    "{} {}".format, st.sampled_from(["BID", "SELL", "pass", "Buy well"]), st.integers(1, 99)
)


@given(
    own=st.lists(order, min_size=1, max_size=5),
    template=st.sampled_from(lines()),
    writer=st.sampled_from(WRITERS),
    width=st.integers(58, 80),
    mark=st.sampled_from(MARKS),
    gap=st.sampled_from(GAPS),
    foot=st.sampled_from(["", *feet.apps(), "-- \nAnna\nBUY WELL TEXAS 9"]),
    ends=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_any_mix(*, own, template, writer, width, mark, gap, foot, ends) -> None:
    """Any introduction, width, mark, footer and line end together."""
    kept = mark or marks(template)[-1]
    client = Client(wrapped(filled(template, *writer), width), kept, gap, foot)
    text = client.top(tuple(own)).replace("\n", ends)
    found = split_text(text)

    assert written(found) == own
    assert PLANTED not in candidate_lines(found.lines).candidates
