"""A mailbox of a real dovecot as intake: told at once, once each, and whatever lies in it."""

import imaplib
import random
import time
from collections.abc import Iterator

import pytest
from mailer.house import ANNA_ADDRESS, House, eventually, house_on, reply
from mailer.rig.daemons import PASSWORD, Rig

from stagepost_mailer.imap.collect import REST_SECONDS

HOSTILE = [
    b"\r\n",
    b"no header at all",
    b"From: a@b\r\nFrom: c@d\r\n\r\n",
    b"Content-Type: multipart/mixed; boundary=b\r\n" * 1000 + b"\r\n--b\r\n",
    b"To: " + b"(" * 5000 + b"\r\n\r\nx",
    b"Subject: =?utf-7?q?" + b"x" * 9000 + b"?=\r\n\r\n" + b"y" * 70 + b"\r\n",
    reply("x" * 70 + "\r\n" + ("z" * 70 + "\r\n") * 4000),
]


@pytest.fixture
def collecting(rig: Rig, redis_url: str) -> Iterator[House]:
    """The mailer with a catch-all mailbox of its own in dovecot."""
    user = f"catch{random.SystemRandom().randrange(10**9)}@players.example"
    with house_on(redis_url) as house:
        house.far.open()
        login = f"{user.replace('@', '%40')}:{PASSWORD}"
        house.more["STAGEPOST_IMAP_URL"] = f"imap://{login}@127.0.0.1:{rig.imap}/INBOX"
        house.more["STAGEPOST_MAILS_AN_HOUR"] = "1000"
        house.user = user
        yield house


def laid(rig: Rig, house: House, raw: bytes, when: float | None = None) -> None:
    with imaplib.IMAP4("127.0.0.1", rig.imap, timeout=20) as client:
        client.login(house.user, PASSWORD)
        moment = imaplib.Time2Internaldate(time.time() if when is None else when)
        assert client.append("INBOX", "", moment, raw)[0] == "OK"


def flags(rig: Rig, house: House) -> list[bytes]:
    with imaplib.IMAP4("127.0.0.1", rig.imap, timeout=20) as client:
        client.login(house.user, PASSWORD)
        client.select(readonly=True)
        _, found = client.fetch("1:*", "(FLAGS)")
    return [line for line in found if line]


def to_us(address: str, raw: bytes) -> bytes:
    return f"Return-Path: <{ANNA_ADDRESS}>\r\nDelivered-To: {address}\r\n".encode() + raw


def test_a_mail_that_comes_while_we_idle_is_taken_at_once(rig: Rig, collecting: House):
    collecting.start("receiver", "watcher", "worker")
    time.sleep(2)
    started = time.monotonic()
    laid(rig, collecting, to_us(collecting.knows(), reply()), when=time.time() - 30)
    eventually(lambda: collecting.states() == ["done"], "the answer")
    [asked] = collecting.engine.asked

    assert time.monotonic() - started < REST_SECONDS - 5
    assert 25 < time.time() - asked.received < 60
    assert b"Seen" in eventually(lambda: flags(rig, collecting))[0]


def test_no_bad_mail_stops_the_next(rig: Rig, collecting: House):
    address = collecting.knows()
    for raw in HOSTILE:
        laid(rig, collecting, to_us(address, raw))
        laid(rig, collecting, raw)
    laid(rig, collecting, to_us(address, reply("PASS\r\n", message_id="<last@players.example>")))
    collecting.start("receiver", "watcher", "worker")

    assert eventually(lambda: [one for one in collecting.engine.asked if one.lines == ("PASS",)])
    assert not eventually(lambda: [[f for f in flags(rig, collecting) if b"Seen" not in f]])[0]


def test_a_receiver_that_is_killed_goes_on_where_it_was(rig: Rig, collecting: House):
    address, count = collecting.knows(), 40
    for number in range(count):
        laid(rig, collecting, to_us(address, reply(message_id=f"<{number}@players.example>")))
    for taken in (5, 20):
        collecting.listens = lambda: True
        [receiver] = collecting.start("receiver")
        eventually(lambda taken=taken: len(collecting.inbox()) >= taken, "the first of them")
        collecting.kill(receiver)
    collecting.start("receiver")
    eventually(lambda: len(collecting.inbox()) == count, "all of them")

    eventually(lambda: all(b"Seen" in line for line in flags(rig, collecting)), "their flags")
