"""Seven kinds of partner that answer whatever they get: each loop ends within three of our mails."""

import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
import redis
from mailer.house import DOMAIN, FarEnd, House, eventually, house_on, prompt

from stagepost_contracts.answers import Fault
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say

MAILS_MOST = 3
QUIET_SECONDS = 2.0
PLAYERS = "players.example"
TEACHES = say("No line of your reply could be read as an order.")
AWAY = "I am away until Monday.\n"


@dataclass(frozen=True)
class Got:
    """A mail of ours as a partner gets it."""

    mail: EmailMessage
    mail_from: str
    to: str

    @property
    def reply_to(self) -> str:
        return self.mail["Reply-To"].addresses[0].addr_spec

    @property
    def text(self) -> str:
        return self.mail.get_body(("plain",)).get_content()


@dataclass(frozen=True)
class Sent:
    """What a partner answers: the mail, whom it comes from, where it goes."""

    mail: EmailMessage
    sender: str
    to: str


Answer = Callable[[Got], Sent]


def written(got: Got, text: str, *, sender: str = "", subject: str = "", **headers: str) -> Sent:
    """A new mail to where ours wants its answer, from the player's address or another."""
    new = EmailMessage()
    new["From"] = f"Anna <{sender or got.to}>"
    new["To"] = got.reply_to
    new["Subject"] = subject or f"Re: {got.mail['Subject']}"
    for name, value in headers.items():
        new[name.replace("_", "-")] = value
    new.set_content(text)
    return Sent(new, sender or got.to, got.reply_to)


def echo(got: Got) -> Sent:
    """Sends our own words back, as a mail of its own."""
    return written(got, got.text)


def faithful_echo(got: Got) -> Sent:
    """Sends our mail back as it is, headers and all."""
    del got.mail["Message-ID"]
    return Sent(got.mail, got.to, got.reply_to)


def vacation(got: Got) -> Sent:
    """By RFC 3834: it says that it is a robot."""
    return Sent(written(got, AWAY, Auto_Submitted="auto-replied (vacation)").mail, "", got.reply_to)


def old_vacation(got: Got) -> Sent:
    """Says so in its subject alone."""
    return written(got, AWAY, subject=f"Out of Office: {got.mail['Subject']}")


def rude_vacation(got: Got) -> Sent:
    """Says it nowhere."""
    return written(got, AWAY)


def help_desk(got: Got) -> Sent:
    """Says it nowhere, and begins with a word of the game's."""
    return written(got, "Help desk: we have your mail.\n")


def forwarder(got: Got) -> Sent:
    """Redirects to the address that it came from, with none of our headers but From."""
    return Sent(written(got, got.text, sender=got.reply_to).mail, got.to, got.reply_to)


def address_changer(got: Got) -> Sent:
    new = f"new-{got.to}"
    return written(got, f"Please write to {new} now.\n", sender=new)


def mailing_list(got: Got) -> Sent:
    """Sends our mail to all its members, and our address is one of them."""
    listed = written(got, got.text, Precedence="list", List_Id="<g.lists.example>", X_Loop="g")
    return Sent(listed.mail, "games-bounces@lists.example", got.reply_to)


def bouncer(got: Got) -> Sent:
    return Sent(report(FAILED), "", got.mail_from)


def crooked_bouncer(got: Got) -> Sent:
    """Answers Reply-To instead of the envelope sender, and from an address of its own."""
    daemon = f"mailer-daemon@{PLAYERS}"
    return written(got, "unknown user\n", sender=daemon, subject="failure notice")


def other_stagepost(got: Got) -> Sent:
    """Takes our mail for a reply, and answers it with a rejection as we do."""
    theirs = f"r+{'b' * 26}@other.example"
    headers = {"Auto_Submitted": "auto-replied", "X_Auto_Response_Suppress": "All"}
    return written(got, "No line was read. [BID 100]\n", sender=theirs, Reply_To=theirs, **headers)


PARTNERS = (
    echo,
    faithful_echo,
    vacation,
    old_vacation,
    rude_vacation,
    help_desk,
    forwarder,
    address_changer,
    mailing_list,
    bouncer,
    crooked_bouncer,
    other_stagepost,
)
SEATS = {partner: Seat(f"P{number}") for number, partner in enumerate(PARTNERS)}
ADDRESSES = {partner: f"{partner.__name__}@{PLAYERS}" for partner in PARTNERS}
FAILED = "Final-Recipient: rfc822; anna@players.example\r\nAction: failed\r\nStatus: 5.1.1\r\n"


def report(part: str, kind: str = "delivery-status") -> EmailMessage:
    """A multipart/report: of a delivery that failed, or of a complaint."""
    raw = (
        "From: MAILER-DAEMON@players.example\r\nTo: us\r\nSubject: Report\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/report; report-type={kind}; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nBID 300\r\n"
        f"--b\r\nContent-Type: message/{kind}\r\n\r\n"
        f"{'Reporting-MTA: dns; x' if kind == 'delivery-status' else ''}\r\n\r\n{part}"
        "--b--\r\n"
    )
    return message_from_bytes(raw.encode(), policy=policy.default)


@dataclass
class Partners(FarEnd):
    """The host of all partners: every mail of ours is answered at once, as long as we write."""

    intake: int = 0
    talks: list[threading.Thread] = field(default_factory=list)
    got: list[Got] = field(default_factory=list)

    async def handle_DATA(self, server, session, envelope):
        said = await super().handle_DATA(server, session, envelope)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        got = Got(mail, envelope.mail_from, envelope.rcpt_tos[0])
        self.got.append(got)
        self.talks.append(threading.Thread(target=self.talk, args=(got,)))
        self.talks[-1].start()
        return said

    def talk(self, got: Got) -> None:
        [answer] = [partner for partner, address in ADDRESSES.items() if address == got.to]
        sent = answer(got)
        if "Message-ID" not in sent.mail:
            sent.mail["Message-ID"] = f"<{time.time_ns()}@partner.example>"
        with smtplib.SMTP("127.0.0.1", self.intake, timeout=20) as smtp:
            smtp.sendmail(sent.sender, [sent.to], sent.mail.as_bytes(policy=policy.SMTP))


@dataclass(frozen=True)
class Outcome:
    """How many mails of ours each address got, and whose seats are marked."""

    mails: Counter[str]
    marked: set[tuple[str, str, int, int]]
    asked: set[str]


@pytest.fixture(scope="module")
def outcome(valkey) -> Outcome:
    """One house, a prompt to each partner, and then silence."""
    with closing(redis.Redis.from_url(valkey.url)) as client:
        client.flushall()
    with house_on(valkey.url) as house:
        house.far = Partners(port=house.far.port, intake=house.smtp_port)
        house.far.open()
        house.engine.prose = Fault("unreadable", TEACHES)
        house.start("receiver", "watcher", "worker")
        for partner in PARTNERS:
            house.seats(seat=SEATS[partner], address=ADDRESSES[partner])
        for partner in PARTNERS:
            house.tells(prompt(seat=SEATS[partner]))
        wait_for_silence(house)
        marked = {(mark.match, mark.seat, mark.tenure, mark.step) for mark in returned(house)}
        asked = {found.seat for found in house.engine.asked}
        return Outcome(Counter(got.to for got in house.far.got), marked, asked)


def wait_for_silence(house: House) -> None:
    """Until every mail of ours is answered, every answer read, and nobody writes any more."""
    before, since = 0, time.monotonic()

    def still() -> bool:
        nonlocal before, since
        mails = len(house.far.got)
        answered = not any(talk.is_alive() for talk in house.far.talks)
        busy = not answered or {"pending", "owed"} & set(house.states()) or mails < len(PARTNERS)
        if mails != before or busy:
            before, since = mails, time.monotonic()
        return time.monotonic() - since > QUIET_SECONDS

    eventually(still, "silence", 60)
    assert len(house.inbox()) == len(house.far.got)


def returned(house: House):
    return house.engine.returned.values()


@pytest.mark.parametrize("partner", PARTNERS, ids=lambda found: found.__name__)
def test_a_loop_ends_within_three_mails(outcome: Outcome, partner: Answer):
    assert 1 <= outcome.mails[ADDRESSES[partner]] <= MAILS_MOST


@pytest.mark.parametrize(
    "partner",
    [faithful_echo, vacation, bouncer, crooked_bouncer, other_stagepost],
    ids=lambda found: found.__name__,
)
def test_what_is_plainly_a_robots_is_not_answered_at_all(outcome: Outcome, partner: Answer):
    assert outcome.mails[ADDRESSES[partner]] == 1
    assert SEATS[partner] not in outcome.asked


def test_a_bounce_marks_the_seat_that_the_mail_was_for_and_no_other(outcome: Outcome):
    bounced = {SEATS[bouncer], SEATS[crooked_bouncer]}

    assert outcome.marked == {("oil7", seat, 1, 3) for seat in bounced}


def test_a_mail_that_the_host_refuses_for_good_marks_its_seat(house: House):
    house.far.statuses = ["550 5.1.1 nobody here"]
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.engine.returned, "the mark")
    [mark] = returned(house)

    assert (mark.match, mark.seat, mark.tenure, mark.step) == ("oil7", "Anna", 1, 3)


def test_a_bounce_while_the_engine_is_away_is_told_once_it_is_back(house: House):
    house.engine.down = 2
    house.start("receiver", "watcher", "worker")
    mail = report(FAILED)
    house.mails(mail.as_bytes(policy=policy.SMTP), house.knows(purpose="bounce"), sender="")
    eventually(lambda: house.states() == ["done"])

    assert len(returned(house)) == 1


@pytest.mark.parametrize("purpose", ["bounce", "reply"])
def test_a_complaint_is_put_aside_for_the_operator(house: House, purpose: str):
    """By RFC 5965: a player pressed `this is spam`, and their host tells us."""
    house.start("receiver", "watcher", "worker")
    mail = report("Feedback-Type: abuse\r\nVersion: 1\r\n", "feedback-report")
    mail["Message-ID"] = "<complaint@players.example>"
    house.mails(mail.as_bytes(policy=policy.SMTP), house.knows(purpose=purpose), sender="fbl@x")
    eventually(lambda: house.states() == ["shunted"])

    assert "complaint" in house.inbox()[0]["reason"]
    assert house.engine.asked == []
    assert house.far.mails == []
    assert DOMAIN not in house.inbox()[0]["reason"]
