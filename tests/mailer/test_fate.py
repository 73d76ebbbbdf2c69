"""What was written where nothing is read is told in the receipt: never run, never dropped."""

from stagepost_contracts.people import Person
from stagepost_contracts.texts import say
from stagepost_mailer.inbox.store import Mail, Stored
from stagepost_mailer.jobs.fate import Orders, fate_of

ANNA = Person("anna@example.org")
HEAD = "From: anna@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: your move\r\n\r\n"


def orders_of(body: str) -> Orders:
    stored = Stored("reply", "abc", "Anna", 1, 1, say("Bombay"), "hash", "anna@example.org")
    mail = Mail("m1", (HEAD + body).encode(), stored, 1.0, "pending", "", b"")
    fate = fate_of(mail, None, ANNA, "none")
    assert isinstance(fate, Orders), fate

    return fate


def test_an_order_in_a_signature_is_told_and_not_run():
    fate = orders_of("BID 300\r\n\r\n-- \r\nBID 900\r\n")

    assert fate.lines == ("BID 300",)
    assert "BID 900" in fate.quoted


def test_an_order_in_a_quote_is_told_and_not_run():
    fate = orders_of(
        "BID 300\r\n\r\nOn Sun, 29 Nov 2026, Bo wrote:\r\n> BID 900\r\n> STOP\r\n> BID 800\r\n"
    )

    assert fate.lines == ("BID 300",)
    assert {"BID 900", "BID 800"} <= {line.lstrip("> ") for line in fate.quoted}
