"""The post office takes mail on loopback, shows it, and sends answers as real mail."""

import smtplib
from email import message_from_bytes, policy

import httpx
import pytest

from stagepost_local import maildir

YOU = "you@stagepost.localhost"
REPLY_TO = "r+abcdefghijklmnopqrstuvwxyz@mail.stagepost.localhost"


@pytest.fixture
def browser(office):
    with httpx.Client(
        base_url=office.url, headers={"Origin": office.url}, follow_redirects=True
    ) as client:
        yield client


def test_a_mail_for_two_is_in_both_mailboxes_when_250_is_said(office, mails):
    with smtplib.SMTP("127.0.0.1", office.smtp) as server:
        server.send_message(mails.prompt(), "b@mail.stagepost.localhost", [YOU, "ANNA@x.localhost"])

    for address in (YOU, "anna@x.localhost"):
        [mail] = maildir.unseen(maildir.folder_of(office.root, address))

        assert b"Subject: Pola Naftowe: what do you bid for lot 1?" in mail.raw()


def test_no_address_leads_out_of_the_mailboxes(office, mails):
    with smtplib.SMTP("127.0.0.1", office.smtp) as server:
        for address in ("../../evil@x", "..@x", "a/b@x", "%2e%2e/%2e%2e@x"):
            server.sendmail("b@x", [address], mails.prompt().as_bytes(policy=policy.SMTP))

    assert {path.name for path in office.root.parent.iterdir()} == {"post"}
    assert all(folder.parent == office.root for folder in maildir.mailboxes(office.root))
    assert len(maildir.mailboxes(office.root)) == 4


def test_a_newcomer_finds_their_mailbox_before_the_first_mail(browser):
    assert YOU in browser.get("/").text
    assert "No mail yet" in browser.get(f"/box/{YOU}").text


def test_people_come_before_programs(office, browser, mails):
    office.put(mails.prompt(), "anna@stagepost.localhost")
    page = browser.get("/").text

    assert page.index(YOU) < page.index("Correspondents") < page.index("anna@stagepost")


def test_a_mail_is_shown_in_a_frame_that_runs_no_script(office, browser, mails):
    name = office.put(mails.prompt())
    page = browser.get(f"/box/{YOU}/{name}")
    frame = browser.get(f"/box/{YOU}/{name}/html")

    assert 'sandbox="allow-top-navigation-by-user-activation"' in page.text
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in frame.headers["Content-Security-Policy"]
    assert "sandbox" in frame.headers["Content-Security-Policy"]
    assert "script-src" not in frame.headers["Content-Security-Policy"]


def test_pictures_are_inside_and_mail_links_open_the_answer_form(office, browser, mails):
    name = office.put(mails.prompt())
    frame = browser.get(f"/box/{YOU}/{name}/html").text

    assert 'src="data:image/png;base64,' in frame
    assert "mailto:" not in frame
    assert f'target="_top" href="/box/{YOU}/{name}?words=BID%20300#answer"' in frame
    assert ">BID 300</textarea>" in browser.get(f"/box/{YOU}/{name}?words=BID%20300").text


def test_plain_text_and_source_are_a_click_away(office, browser, mails):
    name = office.put(mails.prompt())

    assert "What do you bid?" in browser.get(f"/box/{YOU}/{name}?show=text").text
    assert "Message-ID: &lt;prompt-1-prompt@" in browser.get(f"/box/{YOU}/{name}?show=source").text
    assert browser.get(f"/box/{YOU}/{name}/raw").text.startswith("From: Pola Naftowe")


def test_what_a_mail_holds_is_never_markup_of_the_page(office, browser, mails):
    mail = mails.prompt(text="<script>alert(1)</script>")
    mail.replace_header("Subject", "<b>bold</b>")
    name = office.put(mail)
    page = browser.get(f"/box/{YOU}/{name}?show=text&words=</textarea><script>").text

    assert "<b>bold" not in page
    assert "<script>" not in page


def test_an_answer_is_a_real_mail_to_the_reply_address(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    page = browser.post(f"/box/{YOU}/{name}/answer", data={"words": "BID 300"})
    [(sender, recipients, raw)] = catcher.mails
    mail = message_from_bytes(raw, policy=policy.default)

    assert page.status_code == 200
    assert "Your answer was sent" in page.text
    assert (sender, recipients) == (YOU, [REPLY_TO])
    assert mail["In-Reply-To"] == "<prompt-1-prompt@mail.stagepost.localhost>"
    assert mail.get_content() == "BID 300\n"


def test_a_quoted_answer_has_the_prompt_below(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    browser.post(f"/box/{YOU}/{name}/answer", data={"words": "BID 300", "quote": "yes"})
    text = message_from_bytes(catcher.mails[0][2], policy=policy.default).get_content()

    assert text.startswith("BID 300\n\nOn ")
    assert "> What do you bid?" in text


def test_the_receipt_is_shown_on_top_when_it_comes(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    waiting = browser.post(f"/box/{YOU}/{name}/answer", data={"words": "BID 300"}).text
    sent = message_from_bytes(catcher.mails[0][2], policy=policy.default)
    receipt = mails.prompt(kind="receipt", text="Sealed: [BID 300]")
    receipt["In-Reply-To"] = sent["Message-ID"]
    office.put(receipt)
    office.put(mails.prompt(2))
    page = browser.get(f"/box/{YOU}/{name}").text

    assert 'http-equiv="refresh"' in waiting
    assert 'http-equiv="refresh"' not in page
    assert "Sealed: [BID 300]" in page
    assert "Next mail: Pola Naftowe: what do you bid for lot 2?" in page


def test_a_receipt_is_shown_under_the_answer_that_it_names(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    for words in ("BID 300", "BID 400"):
        browser.post(f"/box/{YOU}/{name}/answer", data={"words": words})
    second = message_from_bytes(catcher.mails[1][2], policy=policy.default)
    receipt = mails.prompt(kind="receipt", text="Sealed: [BID 400]")
    receipt["In-Reply-To"] = second["Message-ID"]
    office.put(receipt)
    page = browser.get(f"/box/{YOU}/{name}").text

    assert page.count("Sealed: [BID 400]") == 1


def test_a_refused_answer_is_told_and_its_words_are_kept(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    catcher.verdicts.append("550 5.1.1 No such address")
    page = browser.post(f"/box/{YOU}/{name}/answer", data={"words": "BID 300"}).text

    assert "The mail was not taken: 550 5.1.1 No such address" in page
    assert ">BID 300</textarea>" in page
    assert catcher.mails == []


def test_an_empty_answer_is_not_sent(office, browser, catcher, mails):
    name = office.put(mails.prompt())
    browser.post(f"/box/{YOU}/{name}/answer", data={"words": "  "})

    assert catcher.mails == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_name_for_this_machine_is_refused(browser, host: str):
    """A page elsewhere whose name is made to resolve to 127.0.0.1 reads no mail."""
    response = browser.get("/", headers={"Host": host})

    assert response.status_code == 421
    assert YOU not in response.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", None])
def test_a_form_elsewhere_cannot_answer(office, browser, catcher, mails, origin):
    name = office.put(mails.prompt())
    browser.headers.pop("Origin")
    headers = {} if origin is None else {"Origin": origin}
    response = browser.post(f"/box/{YOU}/{name}/answer", data={"words": "BID 1"}, headers=headers)

    assert response.status_code == 403
    assert catcher.mails == []


def test_what_is_not_there_is_not_found(browser):
    for path in ("/box/nobody@x", f"/box/{YOU}/1.2.3", "/static/page.py", "/elsewhere"):
        assert browser.get(path).status_code == 404


def test_every_page_says_so_in_the_readers_language_or_english(browser):
    page = browser.get("/", headers={"Accept-Language": "tlh, en;q=0.5"}).text

    assert '<html lang="en">' in page


def test_reading_a_program_s_mail_does_not_take_it_from_the_program(office, browser, mails):
    address = "anna@stagepost.localhost"
    name = office.put(mails.prompt(), address)
    browser.get(f"/box/{address}/{name}")

    assert len(maildir.unseen(maildir.folder_of(office.root, address))) == 1
