"""The mail host's URL, and a mail of ours as bytes."""

from dataclasses import replace
from email import message_from_bytes, policy

import pytest

from stagepost_mailer.addresses.message_ids import sound_id
from stagepost_mailer.render import Attachment, Rendered
from stagepost_mailer.smtp.compose import Envelope, composed
from stagepost_mailer.smtp.host import SmtpHost, smtp_host

ENVELOPE = Envelope(
    game="Pola Naftowe",
    match="oil7",
    domain="game.example",
    recipient="anna@players.example",
    reply_to="r+abc@game.example",
    bounces_to="b+abc@game.example",
    message_id="<0123@game.example>",
    thread_id="<4567@game.example>",
)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("smtp://relay.example", SmtpHost("relay.example", 25, "", "", "offered")),
        ("smtp://127.0.0.1:2525?tls=none", SmtpHost("127.0.0.1", 2525, "", "", "none")),
        ("smtps://u%40x:p%3Aw@relay.example", SmtpHost("relay.example", 465, "u@x", "p:w", "tls")),
        ("smtp+starttls://u:p@r.example:26", SmtpHost("r.example", 26, "u", "p", "starttls")),
    ],
)
def test_a_mail_host_is_one_url(url: str, host: SmtpHost):
    assert smtp_host(url) == host


@pytest.mark.parametrize("url", ["relay.example:25", "http://relay.example", "smtp://"])
def test_any_other_url_is_refused_with_what_would_do(url: str):
    with pytest.raises(ValueError, match="write smtp://host:port"):
        smtp_host(url)


def test_text_html_and_attachments_are_in_one_mail():
    position = Attachment("position.json", "application/json", b"{}")
    rendered = Rendered("Żagań: your turn", "Grüße\n", "<p>Grüße</p>", (position,))
    mail = message_from_bytes(composed(ENVELOPE, rendered, 0.0), policy=policy.default)
    [attached] = mail.iter_attachments()

    assert mail["Subject"] == "Żagań: your turn"
    assert mail.get_body(("plain",)).get_content().splitlines() == ["Grüße"]
    assert mail.get_body(("html",)).get_content().strip() == "<p>Grüße</p>"
    assert (attached.get_filename(), attached.get_content_type()) == (
        "position.json",
        "application/json",
    )
    assert attached.get_content() == b"{}"


def test_no_name_breaks_out_of_its_header():
    rendered = Rendered("one\r\nBcc: x@y.example", "text", "", ())
    mail = message_from_bytes(composed(ENVELOPE, rendered, 0.0), policy=policy.default)

    assert mail["Bcc"] is None
    assert mail["Subject"] == "one Bcc: x@y.example"


@pytest.mark.parametrize("letters", [10, 90, 240])
def test_a_receipt_stands_below_the_players_own_mail_however_long_its_id_is(letters: int):
    own = f"<{'A' * letters}@players.example>"
    envelope = replace(ENVELOPE, answered=own)
    raw = composed(envelope, Rendered("s", "t", "", kind="receipt"), 0.0)
    head = message_from_bytes(raw, policy=policy.compat32)

    assert head["In-Reply-To"] == own
    assert head["References"].split() == ["<4567@game.example>", own]
    assert head["X-Stagepost-Kind"] == "receipt"


@pytest.mark.parametrize(
    ("written", "sound"),
    [
        ("<a.b$c@x.example>", "<a.b$c@x.example>"),
        ("<a@x>\r\nBcc: y@z", ""),
        ("<a b@x>", ""),
        ("a@x", ""),
        ("<ą@x>", ""),
        (f"<{'a' * 300}@x>", ""),
    ],
)
def test_a_message_id_of_somebody_else_is_taken_only_if_it_is_one(written: str, sound: str):
    assert sound_id(written) == sound


def test_the_same_mail_is_the_same_bytes():
    rendered = Rendered("s", "t", "<p>t</p>", ())

    assert composed(ENVELOPE, rendered, 0.0) == composed(ENVELOPE, rendered, 0.0)
