"""Robots are told from people: strong signs are never an order, weak ones are held."""

from __future__ import annotations

import pytest

from stagepost_mailer.reply.automatic import Automatic, Bounce, Doubtful, Human, Origin, classify
from stagepost_mailer.reply.message import Incoming, parse

TOKEN = "k3jd7wq2mzpx5ahv4tnc6yb2re"
REPORT = """Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: text/plain

It did not arrive.
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.players.example

Final-Recipient: rfc822; Anna@players.example
Action: {action}
Status: 5.1.1

--x--
"""


def origin(
    head: str, sender: str = "anna@players.example", token: str | None = None, who: str = "anna"
) -> Origin:
    """Classifies a mail with these headers."""
    mail = parse(f"From: {who}@players.example\n{head}".encode())
    assert isinstance(mail, Incoming)
    return classify(sender, mail, token)


def test_a_person() -> None:
    """A plain reply is a person's, also with Auto-Submitted: no."""
    assert origin("Subject: Re: round 3\nAuto-Submitted: no\n\nBID 300") == Human()


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied; owner=x\n\n",
        "Auto-Submitted: no\nAuto-Submitted: auto-generated\n\n",
        "X-Autoreply: yes\n\n",
        "X-Autorespond: Re\n\n",
        "Content-Type: multipart/report; boundary=x\n\n",
        REPORT.format(action="delayed"),
    ],
)
def test_strong_signs(head: str) -> None:
    """Each strong sign is enough by itself."""
    assert isinstance(origin(head), Automatic)


@pytest.mark.parametrize("sender", ["", "<>", " <> "])
def test_the_null_sender(sender: str) -> None:
    """A vacation answer from nobody is neither an order nor a bounce."""
    assert origin("Subject: Urlop\n\nBID 300", sender) == Automatic("null sender")


def test_a_report_of_failure_names_whose_mail_came_back() -> None:
    """The recipient and the token of the bounce address are handed on."""
    found = origin(REPORT.format(action="failed"), "", TOKEN)

    assert found == Bounce("status 5.1.1", "anna@players.example", TOKEN)


def test_failed_recipients() -> None:
    """The header of servers that write no report."""
    found = origin("X-Failed-Recipients: Anna@players.example, b@c.example\n\n")

    assert found == Bounce("X-Failed-Recipients", "anna@players.example", None)


def test_a_daemon_that_returns_mail() -> None:
    """A server without any report is known by its name and its subject together."""
    found = origin("Subject: failure notice\n\n", who="MAILER-DAEMON")

    assert isinstance(found, Bounce)


@pytest.mark.parametrize(
    "head",
    [
        "Precedence: bulk\n\n",
        "Precedence: junk\n\n",
        "X-Loop: here\n\n",
        "Subject: Out of office: round 3\n\n",
        "Subject: Automatyczna odpowiedź: runda 3\nMIME-Version: 1.0\n\n",
        "Subject: =?utf-8?q?=EB=B6=80=EC=9E=AC=EC=A4=91?=\n\n",
        "Subject: Re: Abwesenheitsnotiz\n\n",
        "Subject: Delivery failed\n\n",
    ],
)
def test_weak_signs_hold(head: str) -> None:
    """A weak sign is held for the player to confirm."""
    assert isinstance(origin(head), Doubtful)


def test_a_daemon_that_says_nothing_else_is_held() -> None:
    """A From that no person has."""
    assert origin("Subject: hello\n\n", who="no-reply") == Doubtful("From a daemon")
