"""Every mail says what is asked, how to answer, by when, and what happens otherwise."""

import re
from typing import get_args

import msgspec
import pytest
from mailer.render.samples import (
    ADDRESS,
    ANNA,
    ANSWERS,
    GAME,
    HASH,
    NOTICES,
    NOW,
    OIL7,
    PROMPT,
    REFUSED,
    REMINDER,
    REPORT,
    SEALED,
    SEAT,
    TOLD,
    answer,
    notice,
)

from stagepost_contracts.forms import OrderForm, Words
from stagepost_contracts.notices import Prompt
from stagepost_contracts.people import Person
from stagepost_contracts.texts import say
from stagepost_mailer.render import Letter, LetterKind, render_answer, render_notice, render_plain
from stagepost_mailer.render.columns import WIDTH, width_of
from stagepost_mailer.render.inert import inert, is_live
from stagepost_mailer.reply.lines import candidate_lines


def mails():
    for kind, body in NOTICES.items():
        yield pytest.param(render_notice(body, ANNA, NOW, ADDRESS), id=kind)
    for kind, given in ANSWERS.items():
        yield pytest.param(render_answer(given, ANNA, NOW, ADDRESS), id=kind)
    for kind in get_args(LetterKind):
        letter = Letter(kind, GAME, OIL7, SEAT, "x@example.org", ("BID 100",))
        yield pytest.param(render_plain(letter, ANNA, NOW, ADDRESS), id=kind)


@pytest.mark.parametrize("mail", list(mails()))
def test_a_mail_fits_72_columns_and_fetches_nothing(mail):
    assert max(map(width_of, mail.text.splitlines())) <= WIDTH
    assert re.findall(r'(?:src|href)="(?!mailto:)|url\(|@import', mail.html) == []
    assert '<html lang="en">' in mail.html
    assert mail.subject.startswith("[Pola Naftowe oil7] ")
    assert "\n" not in mail.subject


@pytest.mark.parametrize("mail", list(mails()))
def test_text_and_html_say_the_same(mail):
    shown = re.sub(r"<(style|title).*?</\1>|<[^>]+>", " ", mail.html, flags=re.DOTALL)
    for name, mark in (
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
        ("&quot;", '"'),
        ("&#39;", "'"),
    ):
        shown = shown.replace(name, mark)
    html_words = set(re.findall(r"\w+", shown))

    assert set(re.findall(r"\w+", mail.text)) == html_words


def test_a_report_says_until_when_the_table_waits_in_the_readers_own_zone():
    seoul = Person(ANNA.address, zone="Asia/Seoul")
    lines = render_notice(REPORT, seoul, NOW, ADDRESS).text.splitlines()

    assert lines[0] == "You are not asked for anything now. You can still reply to this mail."
    assert "By when: Wed 2 Dec 2026, 04:00 (Asia/Seoul); 47 hours left." in lines


def test_a_report_to_a_seat_that_is_awaited_does_not_say_that_it_is_not():
    body = msgspec.structs.replace(REPORT.body, waiting_for=(SEAT,))
    lines = render_notice(notice(body), ANNA, NOW, ADDRESS).text.splitlines()

    assert lines[0].startswith("Your move is still awaited.")


def test_a_prompt_says_first_what_is_asked_and_how_to_answer():
    lines = render_notice(PROMPT, ANNA, NOW, ADDRESS).text.splitlines()

    assert lines[0] == "What do you bid for lot 4, a well of depth 2?"
    assert lines.index("  [BID <amount>] for the lot, above the last bid") < 8
    assert "      <amount> is 100 to 2900, in steps of 100." in lines
    assert "By when: Tue 1 Dec 2026, 20:00 (Europe/Warsaw); 47 hours left." in lines
    assert "If nothing comes, this is played for you: [PASS]." in lines


def test_a_link_prefills_a_reply_with_an_order():
    html = render_notice(PROMPT, ANNA, NOW, ADDRESS).html

    assert 'href="mailto:r%2Bmzxw6ytboi2dsmrqgu3tqojzge@post.example?subject=Re' in html
    assert "&amp;body=BID%20100" in html


def test_a_reader_meets_their_own_zone_and_their_own_dates():
    korean = Person("jiwon@example.org", "ko", "Asia/Seoul")
    mail = render_notice(REMINDER, korean, NOW, ADDRESS)

    assert "2026년 12월 2일 (수), 04:00 (Asia/Seoul)" in mail.text
    assert '<html lang="en">' in mail.html


def test_a_program_finds_the_position_attached():
    position = msgspec.Raw(b'{"step":12}')
    body = msgspec.structs.replace(PROMPT.body, position=position)
    assert isinstance(body, Prompt)

    [attachment] = render_notice(notice(body), ANNA, NOW, ADDRESS).attachments

    assert (attachment.name, attachment.media_type) == ("position.json", "application/json")
    assert attachment.content == b'{"step":12}'
    person = msgspec.structs.replace(ANNA, position=False)
    assert render_notice(notice(body), person, NOW, ADDRESS).attachments == ()


def test_a_receipt_shows_the_reading_the_seal_and_what_was_passed_over():
    text = render_answer(SEALED, ANNA, NOW, ADDRESS, ignored=("# note",), quoted=("PASS",)).text

    assert text.startswith("Now sealed: [BID 1000], and the standing order [UP TO 1600].\n")
    assert "It replaces [BID 300]." in text
    assert "recorded as late" in text
    assert "* [bid 1 000 up to 1600] was read as [BID 1000]." in text
    assert "* [# note]" in text
    assert "Found only in quoted text, and therefore not run." in text
    assert "You can change it until Tue 1 Dec 2026, 20:00" in text
    assert f"[{HASH}]" in text


def test_a_rejection_names_the_line_and_what_would_do_and_what_is_still_sealed():
    text = render_answer(REFUSED, ANNA, NOW, ADDRESS).text

    assert text.startswith("Your mail changed nothing.\n")
    assert "In the line [bid 350]:" in text
    assert "write 300 or 400." in text
    assert "Still sealed, as before: [BID 300]." in text
    assert "== What is asked now ==" in text


def test_a_mail_without_an_order_is_answered_with_what_it_asked_for():
    assert "Nothing was sealed" not in render_answer(TOLD, ANNA, NOW, ADDRESS).text
    assert "Nothing was sealed" in render_answer(answer(), ANNA, NOW, ADDRESS).text


def test_what_a_player_wrote_is_never_markup():
    told = answer(told=(say("{words}", words="<b onclick=x>&amp;</b>"),))
    html = render_answer(told, ANNA, NOW, ADDRESS).html

    assert "<b" not in html.replace("<body", "")
    assert "&lt;b onclick=x&gt;&amp;amp;&lt;/b&gt;" in html


@pytest.mark.parametrize("kind", ["prompt", "report"])
def test_a_mail_says_who_has_voted_for_what(kind):
    rendered = render_notice(NOTICES[kind], ANNA, NOW, ADDRESS)
    plain = " ".join(rendered.text.split())

    assert "== At the table ==" in plain
    assert "Votes for [BID]: Anna, Bertil; 2 of the 3 that it takes." in plain


def test_help_tells_the_words_for_a_command_in_other_languages():
    away = OrderForm("away", (Words("dates", 80),), also=("URLOP", "부재"))
    rendered = render_answer(answer(help=(away,)), ANNA, NOW, ADDRESS)
    plain = " ".join(rendered.text.split())

    assert "[AWAY <dates>]" in plain
    assert "In other languages: [URLOP], [부재]." in plain
    assert candidate_lines(["URLOP 20 gru", "부재 내일"]).candidates == (
        "URLOP 20 gru",
        "부재 내일",
    )


@pytest.mark.parametrize("word", ["Urlop jutro", "urlop jutro", "부재 내일"])
def test_another_word_for_a_command_is_printed_in_brackets_too(word):
    away = OrderForm("away", (Words("dates", 80),), also=("URLOP", "부재"))

    assert not is_live(inert(word, (away,)), (away,))
    assert is_live(word, (away,))
