"""A mailbox as second intake: unseen mails come in once, with the moment of its server."""

import re
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from mailer.house import House, eventually, reply

from stagepost_mailer.imap.collect import (
    MAILS_A_LOOK_MOST,
    Collected,
    collect,
    collect_until,
    recipients_of,
)
from stagepost_mailer.imap.host import imap_host, opened


@dataclass
class Lying:
    raw: bytes
    moment: str = "02-Mar-2026 11:30:00 +0100"
    flags: set[str] = field(default_factory=set)


class Postbox(socketserver.ThreadingTCPServer):
    """The few words of IMAP that we speak, on loopback."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.mails: list[Lying] = []
        self.capabilities = "IMAP4rev1"
        self.broken: set[str] = set()
        super().__init__(("127.0.0.1", 0), Talk)

    def said(self, command: str) -> list[bytes]:
        if found := re.match(r"UID SEARCH", command):
            unseen = [str(uid) for uid, mail in enumerate(self.mails, 1) if not mail.flags]
            return [f"* SEARCH {' '.join(unseen)}".encode()]
        if (found := re.match(r"UID FETCH (\d+)", command)) and found[1] in self.broken:
            return [b"* BAD"]
        if found := re.match(r"UID FETCH (\d+)", command):
            mail = self.mails[int(found[1]) - 1]
            about = f'* 1 FETCH (UID {found[1]} INTERNALDATE "{mail.moment}" BODY[] '
            return [about.encode() + b"{%d}" % len(mail.raw), mail.raw + b")"]
        if found := re.match(r"UID STORE (\S+) \+FLAGS \((.*)\)", command):
            self.mails[int(found[1]) - 1].flags.update(found[2].split())
        if command.startswith("CAPABILITY"):
            return [f"* CAPABILITY {self.capabilities}".encode()]
        if command == "LOGOUT":
            return [b"* BYE"]
        if command.startswith("SELECT"):
            return [b"* 1 EXISTS"]
        return []


class Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.decode().strip().partition(" ")
            said = self.server.said(command)
            is_bad = command == "IDLE" or said == [b"* BAD"]
            for answer in [] if is_bad else said:
                self.wfile.write(answer + b"\r\n")
            self.wfile.write(f"{tag} {'BAD' if is_bad else 'OK'} done\r\n".encode())


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    with Postbox() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_reply_in_a_mailbox_is_applied_with_the_moment_of_its_server(
    house: House, postbox: Postbox
):
    address = house.knows()
    postbox.mails = [
        Lying(f"Delivered-To: {address}\r\nReturn-Path: <a@b>\r\n".encode() + reply()),
        Lying(reply()),
        Lying(f"Delivered-To: {address}\r\nReturn-Path: <>\r\n".encode() + reply("PASS\r\n")),
    ]
    house.more["STAGEPOST_IMAP_URL"] = f"imap://u:p@127.0.0.1:{postbox.server_address[1]}/INBOX"
    house.start("receiver", "watcher", "worker")
    eventually(lambda: house.states() == ["done", "done"])
    [asked] = house.engine.asked

    assert asked.lines == ("BID 300",)
    assert asked.received == 1772447400.0
    assert [mail.flags for mail in postbox.mails] == [
        {"\\Seen"},
        {"\\Seen", "\\Flagged"},
        {"\\Seen"},
    ]


def test_a_mail_that_can_not_be_fetched_stops_no_other(house: House, postbox: Postbox):
    address = house.knows()
    own = f"Delivered-To: {address}\r\nReturn-Path: <a@b>\r\n".encode()
    postbox.mails = [Lying(own + reply("PASS\r\n")), Lying(own + reply())]
    postbox.broken = {"1"}
    house.more["STAGEPOST_IMAP_URL"] = f"imap://u:p@127.0.0.1:{postbox.server_address[1]}/INBOX"
    house.start("receiver")
    eventually(lambda: postbox.mails[1].flags, "the second mail")

    assert postbox.mails[0].flags == set()
    assert house.states() == ["pending"]


def test_mails_that_failed_come_after_the_others(postbox: Postbox):
    """However many there are, a hundred at a look: the next mail is not behind them for ever."""
    failed: Counter[str] = Counter()
    postbox.mails = [Lying(reply()) for _ in range(MAILS_A_LOOK_MOST + 1)]
    seen: list[bytes] = []

    def refuse_all_but_the_last(collected: Collected) -> bool | None:
        seen.append(collected.raw)
        return True if b"PASS" in collected.raw else None

    postbox.mails[-1] = Lying(reply("PASS\r\n"))
    host = imap_host(f"imap://u:p@127.0.0.1:{postbox.server_address[1]}/INBOX")
    with opened(host) as box:
        counts = [collect(box, refuse_all_but_the_last, failed) for _ in range(2)]

    assert counts == [0, 1]


def test_what_fails_with_one_mail_is_said_and_the_next_is_handed_over(postbox: Postbox):
    postbox.mails = [Lying(reply()), Lying(reply("PASS\r\n"))]

    def fails_once(collected: Collected) -> bool | None:
        if b"BID" in collected.raw:
            raise TimeoutError
        return True

    host = imap_host(f"imap://u:p@127.0.0.1:{postbox.server_address[1]}/INBOX")
    with opened(host) as box:
        assert collect(box, fails_once, Counter()) == 1

    assert [mail.flags for mail in postbox.mails] == [set(), {"\\Seen"}]


def test_a_server_that_only_says_it_can_idle_is_polled(
    postbox: Postbox, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("stagepost_mailer.imap.collect.REST_SECONDS", 0.05)
    postbox.capabilities = "IMAP4rev1 IDLE"
    stopped = threading.Event()
    taken: list[Collected] = []

    def take(collected: Collected) -> bool | None:
        taken.append(collected)
        return True

    host = imap_host(f"imap://u:p@127.0.0.1:{postbox.server_address[1]}/INBOX")
    thread = threading.Thread(target=collect_until, args=(stopped, host, take))
    thread.start()
    time.sleep(0.3)
    postbox.mails.append(Lying(reply()))
    eventually(lambda: taken, "the polled mail", 8)
    stopped.set()
    thread.join(10)

    assert len(taken) == 1


def test_all_recipient_headers_are_looked_at():
    raw = b"X-Original-To: <r+a@x>\r\nTo: Game <r+b@x>, c@y;\r\nCc:\r\n d@z\r\nSubject: e@f\r\n\r\ng@h"

    assert recipients_of(raw) == ("r+a@x", "r+b@x", "c@y", "d@z")


def test_a_mailbox_is_one_url():
    host = imap_host("imaps://anna%40x:p%2Fw@mail.example/Games")

    assert (host.host, host.port, host.user, host.password, host.folder) == (
        "mail.example",
        993,
        "anna@x",
        "p/w",
        "Games",
    )
    assert "p/w" not in repr(host)


@pytest.mark.parametrize("url", ["mail.example", "pop3://mail.example", "imaps://"])
def test_any_other_url_is_refused_without_repeating_its_password(url: str):
    with pytest.raises(ValueError, match="write imaps://"):
        imap_host(url)
