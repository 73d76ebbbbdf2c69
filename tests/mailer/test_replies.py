"""What becomes of a mail: one engine call, one answer, and nothing is lost."""

import json

import pytest
from mailer.house import (
    ANNA,
    ANNA_ADDRESS,
    MATCH,
    SERVICE_TOKEN,
    House,
    eventually,
    prompt,
    reply,
)

from stagepost_contracts.answers import Fault
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_mailer.inbox.limits import Allowance

DSN = b"""From: MAILER-DAEMON@far.example\r
To: us\r
Subject: Undelivered Mail Returned to Sender\r
Date: Mon, 02 Mar 2026 10:00:00 +0000\r
Message-ID: <dsn@far.example>\r
MIME-Version: 1.0\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r
\r
--b\r
Content-Type: text/plain\r
\r
It came back.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; far.example\r
\r
Final-Recipient: rfc822; anna@players.example\r
Action: failed\r
Status: 5.1.1\r
--b--\r
"""


@pytest.fixture
def running(house: House) -> House:
    house.start("receiver", "watcher", "worker")
    return house


def settled(house: House, *states: str) -> None:
    eventually(lambda: house.states() == sorted(states), f"{states}, not {house.states()}")


def test_a_reply_reaches_the_engine_and_its_receipt_the_player(running: House):
    running.mails(reply("BID 300\r\n\r\n> what do you bid?\r\n"), running.knows())
    settled(running, "done")
    [asked] = running.engine.asked
    [mail] = running.far.mails
    [stored] = running.inbox()

    assert (asked.match, asked.seat, asked.tenure, asked.step) == (MATCH, ANNA, 1, 3)
    assert asked.lines == ("BID 300",)
    assert asked.dated == 1772445600.0
    assert asked.received == float(stored["received"])
    assert running.engine.tokens == {f"Bearer {SERVICE_TOKEN}"}
    assert mail["To"] == ANNA_ADDRESS
    assert mail["Auto-Submitted"] == "auto-replied"
    assert "BID 300" in mail.get_body(("plain",)).get_content()


def test_what_the_mail_quotes_of_ours_is_no_order(running: House):
    running.mails(reply("PASS\r\n\r\nOn Monday, Game wrote:\r\n> BID 300\r\n"), running.knows())
    settled(running, "done")

    assert running.engine.asked[0].lines == ("PASS",)


def test_a_refusal_of_the_engine_is_mailed_as_a_rejection(running: House):
    running.engine.fault = Fault("illegal", say("You have 200, and bid 300."), "BID 300")
    running.mails(reply(), running.knows())
    settled(running, "done")
    [mail] = running.far.mails

    assert "You have 200" in mail.get_body(("plain",)).get_content()
    assert mail["X-Stagepost-Kind"] == "rejection"
    assert mail["In-Reply-To"] == "<1@players.example>"


@pytest.mark.parametrize(
    ("header", "sender"),
    [
        ("Auto-Submitted: auto-replied\r\n", ANNA_ADDRESS),
        ("X-Autoreply: yes\r\n", ANNA_ADDRESS),
        ("", ""),
    ],
)
def test_a_robot_is_neither_obeyed_nor_answered(running: House, header: str, sender: str):
    address = running.knows()
    running.mails(reply(headers=header), address, sender=sender)
    settled(running, "done")

    assert running.engine.asked == []
    assert running.far.mails == []


def test_a_mail_that_came_back_marks_the_seat(running: House):
    running.mails(DSN, running.knows(purpose="bounce"), sender="")
    settled(running, "done")
    [key] = running.store.scan_iter("*:mail:bounced:*")
    marks = running.store.hgetall(key)

    assert list(marks) == [b"Anna:1"]
    assert "5.1.1" in json.loads(marks[b"Anna:1"])["reason"]
    assert running.far.mails == []


def test_a_mail_from_another_address_is_held_and_the_player_hears_of_it(running: House):
    address = running.knows()
    stranger = "mallory@elsewhere.example"
    running.mails(reply(sender=stranger), address, sender=stranger)
    settled(running, "done")
    [mail] = running.far.mails
    [kept] = running.inbox()
    [shunt] = running.store.scan_iter("*:inbox:shunt")

    assert running.engine.asked == []
    assert mail["To"] == ANNA_ADDRESS
    assert mail["X-Stagepost-Kind"] == "held"
    assert mail["In-Reply-To"] == mail["References"] != "<1@players.example>"
    assert kept["reason"] == "From is not the player's address"
    assert running.store.zcard(shunt) == 1


def test_a_mail_without_words_is_answered(running: House):
    running.mails(reply("\r\n> BID 300\r\n"), running.knows())
    settled(running, "done")

    assert running.engine.asked == []
    assert len(running.far.mails) == 1


def test_a_mail_that_can_not_be_parsed_is_kept_for_the_operator(running: House):
    hostile = reply(headers="From: two@players.example\r\n")
    running.mails(hostile, running.knows())
    settled(running, "done")

    assert running.engine.asked == []
    assert "more than one From" in running.inbox()[0]["reason"]


def test_a_match_that_is_gone_is_told_to_the_player(running: House):
    running.engine.gone = True
    running.mails(reply(), running.knows())
    settled(running, "done")

    assert len(running.far.mails) == 1


def test_who_holds_the_seat_no_more_is_told_so(running: House):
    running.engine.gone, running.engine.gone_code = True, "no-such-seat"
    running.mails(reply(), running.knows())
    settled(running, "done")
    [letter] = running.far.mails

    assert "You hold this seat no more" in letter["Subject"]


def test_a_reply_to_an_engine_that_is_away_is_applied_once_when_it_is_back(running: House):
    running.engine.down = 3
    running.mails(reply(), running.knows())
    settled(running, "done")

    assert len(running.engine.asked) == 1
    assert len(running.far.mails) == 1


def test_a_receipt_that_can_not_be_sent_holds_no_deadline_and_comes_later(running: House):
    running.far.close()
    running.mails(reply(), running.knows())
    settled(running, "owed")

    assert not list(running.store.scan_iter("*:inbox:pending*"))
    running.far.open()
    settled(running, "done")

    assert len(running.far.mails) == 1
    assert len(running.engine.asked) == 1


def test_the_eleventh_receipt_of_an_hour_is_not_sent_and_the_mail_is_applied(running: House):
    address = running.knows()
    count = Allowance().receipts_an_hour + 1
    for number in range(count):
        running.mails(reply(message_id=f"<{number}@players.example>"), address)
    settled(running, *["done"] * count)

    assert len(running.engine.replies) == count
    assert len(running.far.mails) == Allowance().receipts_an_hour


def test_all_receipts_to_one_domain_are_counted_together(house: House):
    """Many addresses of one host: it gets no more in an hour than hosts put up with."""
    house.more["STAGEPOST_DOMAIN_MAILS_AN_HOUR"] = "2"
    house.start("receiver", "watcher", "worker")
    for name in ("Anna", "Bertil", "Chi-won"):
        address = f"{name.lower()}@players.example"
        house.seats(seat=Seat(name), address=address)
        to = house.knows(seat=Seat(name))
        house.mails(reply(message_id=f"<{address}>", sender=address), to, sender=address)
    settled(house, "done", "done", "done")

    assert len(house.engine.replies) == 3
    assert len(house.far.mails) == 2


def test_a_reply_to_a_seat_that_nobody_holds_is_put_aside(running: House):
    address = running.knows()
    running.store.delete(*running.store.scan_iter("*:people:*"))
    running.mails(reply(), address)
    settled(running, "shunted")

    assert running.inbox()[0]["reason"] == "nobody holds this tenure"
    assert not list(running.store.scan_iter("*:inbox:pending*"))


def test_our_own_prompt_under_the_answer_is_no_order_whatever_the_client_did_to_it(running: House):
    running.tells(prompt())
    [mail] = eventually(lambda: running.far.mails)
    ours = mail.get_body(("plain",)).get_content().replace("\r\n", "\n").replace("\n", "\r\n")
    to = mail["Reply-To"].addresses[0].addr_spec
    running.mails(reply(f"BID 300\r\n\r\n{ours}"), to)
    settled(running, "done")
    receipt = running.far.mails[1]

    assert running.engine.asked[0].lines == ("BID 300",)
    assert receipt["In-Reply-To"] == "<1@players.example>"
    assert receipt["References"] == f"{mail['References']} <1@players.example>"
    assert (mail["X-Stagepost-Kind"], receipt["X-Stagepost-Kind"]) == ("prompt", "receipt")
    assert receipt["Reply-To"] == mail["Reply-To"]
