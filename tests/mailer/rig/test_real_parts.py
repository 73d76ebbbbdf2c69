"""Through postfix and dovecot: out, read, answered, back; nothing is lost, doubled or bounced."""

import smtplib
import time
from email.message import EmailMessage

import pytest
from mailer.house import ANNA_ADDRESS, DOMAIN, MATCH, House, eventually, prompt, reply
from mailer.rig.daemons import PLAYERS, Rig

from stagepost_contracts.ids import Seat
from stagepost_mailer.addresses.tokens import hashed, reply_token_in
from stagepost_mailer.inbox import keys
from stagepost_mailer.inbox.limits import hour_of

FORGED = f"r+{'a' * 26}@{DOMAIN}"


def sends(rig: Rig, raw: bytes, recipient: str, sender: str) -> None:
    """As a player's own mail program does: postfix has taken it when this returns."""
    with smtplib.SMTP("127.0.0.1", rig.smtp, timeout=60) as smtp:
        smtp.sendmail(sender, [recipient], raw)


def plain(mail: EmailMessage) -> str:
    return mail.get_body(("plain",)).get_content()


def reply_to(mail: EmailMessage) -> str:
    return mail["Reply-To"].addresses[0].addr_spec


def asked(house: House, rig: Rig, name: str, step: int = 3) -> tuple[str, EmailMessage]:
    """Seats a player of that name and asks; returns the address and the prompt as read there."""
    address = f"{name}@{PLAYERS}"
    house.seats(seat=Seat(name), address=address)
    house.tells(prompt(seat=Seat(name), step=step))
    eventually(lambda: rig.mailbox(address), "the prompt")
    return address, rig.mailbox(address)[0]


def test_a_prompt_is_read_answered_and_its_receipt_comes_back(posthouse: House, rig: Rig):
    posthouse.start("receiver", "watcher", "worker")
    address, mail = asked(posthouse, rig, "bea")
    sends(rig, reply("BID 300\r\n", sender=address), reply_to(mail), address)
    eventually(lambda: len(rig.mailbox(address)) == 2, "the receipt")
    receipt = rig.mailbox(address)[1]

    assert mail["Return-Path"].startswith("<b+")
    assert "BID 300" in plain(receipt)
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert [found.lines for found in posthouse.engine.asked] == [("BID 300",)]
    assert rig.queue() == []


def test_a_forged_token_is_refused_at_rcpt_and_makes_no_bounce(posthouse: House, rig: Rig):
    posthouse.start("receiver")
    address = f"carl@{PLAYERS}"
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        sends(rig, reply(sender=address), FORGED, address)
    [(code, words)] = refused.value.recipients.values()

    assert code == 550
    assert b"5.1.1" in words
    assert rig.queue() == []
    assert rig.mailbox(address) == []
    assert posthouse.inbox() == []


def test_a_451_of_ours_is_tried_again_and_taken_once(posthouse: House, rig: Rig):
    posthouse.start("receiver", "watcher", "worker")
    address, mail = asked(posthouse, rig, "dora")
    sends(rig, reply("PASS\r\n", sender=address), reply_to(mail), address)
    eventually(lambda: len(rig.mailbox(address)) == 2, "the first receipt")
    token = hashed(reply_token_in(reply_to(mail), DOMAIN))
    for hour in (hour_of(time.time()), hour_of(time.time()) + 1):
        posthouse.store.set(keys.token_hour(token, hour), 10**6)
    second = reply("BID 300\r\n", message_id="<second@x>", sender=address)
    sends(rig, second, reply_to(mail), address)
    eventually(lambda: "451 4.7.1" in rig.log(), "the refusal")

    assert (address, reply_to(mail)) in rig.queue()
    assert len(posthouse.engine.replies) == 1

    posthouse.store.delete(*posthouse.store.scan_iter("stagepost:mail:hour:*"))
    eventually(lambda: len(rig.mailbox(address)) == 3, "the second receipt")

    assert [found.lines for found in posthouse.engine.asked] == [("PASS",), ("BID 300",)]
    assert rig.queue() == []


def test_a_killed_worker_loses_and_doubles_nothing(posthouse: House, rig: Rig):
    posthouse.start("receiver", "watcher")
    addresses = {Seat(f"eve{number}"): f"eve{number}@{PLAYERS}" for number in range(16)}
    for seat, address in addresses.items():
        posthouse.seats(seat=seat, address=address)
    for seat in addresses:
        posthouse.tells(prompt(seat=seat))

    def sent() -> int:
        return len(list(posthouse.store.scan_iter("*:mail:delivered:*")))

    for least in (2, 8):
        [worker] = posthouse.start("worker")
        eventually(lambda least=least: sent() >= least, "some mails")
        posthouse.kill(worker)
    posthouse.start("worker")
    eventually(lambda: all(rig.mailbox(address) for address in addresses.values()), "all", 60)
    boxes = [[mail["Message-ID"] for mail in rig.mailbox(to)] for to in addresses.values()]

    assert rig.queue() == []
    assert {len(set(box)) for box in boxes} == {1}
    # A worker that dies between the host's 250 and its own note of it repeats that very mail.
    assert sum(len(box) - 1 for box in boxes) <= 2


def test_a_mail_that_comes_back_through_postfix_marks_its_seat(posthouse: House, rig: Rig):
    posthouse.start("receiver", "watcher", "worker")
    posthouse.seats(address="anna@gone.example")
    posthouse.tells(prompt())
    eventually(lambda: posthouse.store.hkeys(keys.bounced(MATCH)) == [b"Anna:1"], "the mark")

    assert eventually(lambda: rig.queue() == [])
    assert posthouse.engine.asked == []
    assert ANNA_ADDRESS not in rig.log()
