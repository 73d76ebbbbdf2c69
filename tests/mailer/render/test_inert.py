"""No line of any mail, however a client brings it back, reads as an order or a command."""

import textwrap
from typing import get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from mailer.render.samples import (
    ADDRESS,
    ANNA,
    ANSWERS,
    GAME,
    NOTICES,
    NOW,
    OIL7,
    SEAT,
    answer,
    ask,
    notice,
)

from stagepost_contracts.answers import Fault, Reading
from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.forms import Amount, Bundle, Choice, OrderForm, Part, Permutation, Words
from stagepost_contracts.notices import Offered, Prompt, Report
from stagepost_contracts.reading import read_both
from stagepost_contracts.sheets import Grid, Lines, Sheet
from stagepost_contracts.texts import Text
from stagepost_mailer.render import Letter, LetterKind, render_answer, render_notice, render_plain
from stagepost_mailer.render.inert import LONE_WORDS, bracketed, inert, is_live
from stagepost_mailer.render.notice import forms_of
from stagepost_mailer.reply.html_text import html_lines
from stagepost_mailer.reply.lines import candidate_lines

VERBS = ["bid", "pass", "buy tanker", "offer", "tell", "seed", "up to", "move", "show", "sell"]
NAMES = ["Anna", "Bertil", "Chi-won", "Sanok"]
# News made of the very words that orders are made of.
LOOSE = [
    "100",
    "300.",
    "the",
    "of",
    "a",
    "to",
    "thanks",
    "end",
    "stop",
    "help",
    "[BID",
    "is",
    "and",
]

words = st.sampled_from([*LOOSE, *NAMES, *[word for verb in VERBS for word in verb.split()]])
sentences = st.lists(words | st.text(max_size=9), min_size=1, max_size=40).map(" ".join)
texts = sentences.map(lambda sentence: Text("{x}", {"x": sentence}))
fields = st.lists(
    st.sampled_from(
        [
            Amount("amount", 1, 9000),
            Amount("lot", 1, 5, otherwise=1),
            Choice("seat", tuple(NAMES)),
            Permutation("order", tuple(NAMES)),
            Bundle("gives", (Part("cash", 5), Part("barrels", 3))),
            Words("words", 500),
        ]
    ),
    max_size=2,
    unique_by=lambda field: field.name,
).map(tuple)
forms = st.lists(
    st.builds(
        OrderForm,
        st.sampled_from(VERBS),
        fields,
        most=st.integers(1, 3),
        meaning=st.none() | texts,
    ),
    min_size=1,
    max_size=4,
).map(tuple)
cells = st.integers(-5, 9999) | words | texts
rows = st.tuples(cells, cells, cells)
sheets = st.builds(
    Sheet,
    texts,
    st.lists(
        st.builds(Grid, texts, rows, st.lists(rows, max_size=3).map(tuple))
        | st.builds(Lines, texts, st.lists(texts, max_size=3).map(tuple)),
        max_size=2,
    ).map(tuple),
)
offers = st.lists(
    st.builds(Offered, words, st.sampled_from(NAMES), st.sampled_from(NAMES), sentences, texts),
    max_size=2,
).map(tuple)
lines = st.lists(sentences, max_size=3).map(tuple)
asks = st.builds(
    lambda question, orders, standing, default, sealed: ask(
        question=question, forms=orders, standing=standing, default=default, sealed=sealed
    ),
    texts,
    forms,
    forms,
    lines,
    lines,
)
news = st.lists(texts, max_size=4).map(tuple)


# Shrinking a whole mail takes minutes and teaches little: the live line itself is shown.
unshrunk = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])


def brought_back(rendered):
    """The lines of a mail as clients quote, wrap, indent, shout and flatten it."""
    plain = rendered.text.splitlines()
    flat = html_lines(rendered.html)
    for line in [*plain, *flat, rendered.subject]:
        yield line, line
        yield line.upper(), line
        for start in ("", "> ", "    "):
            for width in (60, 72):
                for piece in textwrap.wrap(start + line, width, subsequent_indent=start):
                    yield piece, line


def live_lines(rendered, orders, standing=()):
    """Those that our own reader takes for something, quote marks taken off."""
    found = []
    for line, whole in brought_back(rendered):
        bare = line.strip().lstrip("> ").strip()
        read = candidate_lines([bare])
        if read.ended_by or any(_reads(line, orders, standing) for line in read.candidates):
            found.append((bare, whole))
    return found


def _reads(line, orders, standing):
    if line.casefold().strip(" .,;:!") in LONE_WORDS:
        return True
    try:
        read_both(line, orders, standing)
    except UnreadableLine:
        return False
    except RecursionError:
        return False
    return True


@pytest.mark.parametrize("kind", NOTICES)
def test_the_sample_mails_are_inert(kind):
    rendered = render_notice(NOTICES[kind], ANNA, NOW, ADDRESS)

    assert live_lines(rendered, forms_of(NOTICES[kind].body)) == []


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_sample_answers_are_inert(kind):
    rendered = render_answer(
        ANSWERS[kind], ANNA, NOW, ADDRESS, ignored=("stop",), quoted=("BID 100", "PASS")
    )

    assert live_lines(rendered, ask().forms, ask().standing) == []


@pytest.mark.parametrize("kind", get_args(LetterKind))
def test_the_letters_are_inert(kind):
    letter = Letter(kind, GAME, OIL7, SEAT, "x@example.org", ("BID 100", "help", "stop"))

    assert live_lines(render_plain(letter, ANNA, NOW, ADDRESS), ask().forms) == []


@unshrunk
@given(asks, news, sheets, offers, forms)
def test_any_prompt_is_inert(asked, told, sheet, open_offers, commands):
    body = Prompt(asked, told, sheet, open_offers, commands)
    rendered = render_notice(notice(body), ANNA, NOW, ADDRESS)

    assert live_lines(rendered, asked.forms + commands, asked.standing) == []


@unshrunk
@given(news, sheets, forms)
def test_any_report_is_inert(told, sheet, commands):
    rendered = render_notice(notice(Report(told, sheet, commands=commands)), ANNA, NOW, ADDRESS)

    assert live_lines(rendered, commands) == []


@unshrunk
@given(asks, news, lines, texts, sentences)
def test_any_answer_is_inert(asked, told, sealed, why, line):
    readings = (Reading(line, "order", line), Reading(line, "prose"))
    for fault in (None, Fault("illegal", why, line)):
        given_answer = answer(
            readings=readings, sealed=sealed, told=told, fault=fault, ask=asked, replaced=sealed
        )
        rendered = render_answer(given_answer, ANNA, NOW, ADDRESS, ignored=sealed, quoted=sealed)

        assert live_lines(rendered, asked.forms, asked.standing) == []


BID = OrderForm("bid", (Amount("amount", 100, 900),))
PASS = OrderForm("pass")


def test_a_short_sentence_keeps_its_words():
    assert inert("Bertil bids 900.", (BID,)) == "Bertil bids 900."


def test_a_verb_that_could_begin_a_line_stands_in_brackets():
    long = "After all that has been said today about wells, Bertil bids 900."

    assert inert(long, (BID,)) == long.replace("bids", "[bids]")
    assert inert("Pass.", (PASS,)) == "[Pass]."
    assert inert("help", ()) == "[help]"


def test_lines_of_others_are_one_line_in_one_bracket():
    assert bracketed("bid [300]\r\nBID 400\u202e") == "[bid (300) BID 400]"
    assert bracketed("a long line", most=6) == "[a lon…]"


def test_a_line_with_a_bracket_is_not_live():
    assert is_live("BID 300", (BID,))
    assert not is_live("[BID 300]", (BID,))
    assert not is_live("BID <amount>", (BID,))
