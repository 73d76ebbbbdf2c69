"""Mail in: a known address at RCPT, on disk before 250, and each mail once."""

import asyncio
import smtplib

import pytest
import redis.asyncio
from aiosmtpd.smtp import Envelope
from mailer.house import (
    ANNA_ADDRESS,
    DOMAIN,
    MAIL_KEY,
    MATCH,
    House,
    eventually,
    reply,
)

from stagepost_contracts.ids import Seat
from stagepost_local.valkey import free_port
from stagepost_mailer.addresses.tokens import reply_address, reply_token
from stagepost_mailer.inbox.desk import OUR_FAULT, Desk
from stagepost_mailer.inbox.limits import Allowance, Limits
from stagepost_mailer.inbox.listener import Reception
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenBook

STRANGE = reply_address(reply_token(MAIL_KEY, "other", "Anna", 1, 1), DOMAIN)


@pytest.mark.parametrize(
    "address", [STRANGE, f"r+short@{DOMAIN}", f"postmaster@{DOMAIN}", "anna@elsewhere.example"]
)
def test_an_unknown_address_is_refused_at_rcpt(house: House, address: str):
    house.start("receiver")
    with smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=10) as smtp:
        smtp.ehlo()
        smtp.mail(ANNA_ADDRESS)

        assert smtp.rcpt(address)[0] == 550


def test_a_token_is_known_in_any_spelling_of_its_letters(house: House):
    house.start("receiver")
    address = house.knows()
    house.mails(reply(), address.upper())

    assert house.states() == ["pending"]


def test_a_null_sender_and_a_bounce_address_are_taken(house: House):
    house.start("receiver")
    house.mails(reply(), house.knows(purpose="bounce"), sender="")

    assert house.states() == ["pending"]


def test_a_mail_is_applied_once_though_the_receiver_is_killed_right_after_250(house: House):
    [receiver] = house.start("receiver")
    address = house.knows()
    house.mails(reply(), address)
    house.kill(receiver)
    house.start("receiver", "watcher", "worker")
    eventually(lambda: house.states() == ["done"], "the answer")
    house.mails(reply(), address)
    house.mails(reply(message_id="<2@players.example>"), address)
    eventually(lambda: len(house.far.mails) == 2)

    assert len(house.engine.replies) == 2
    assert len(house.engine.asked) == 2


def test_a_stored_mail_without_a_job_is_found_by_the_sweep(house: House):
    [receiver] = house.start("receiver")
    house.mails(reply(), house.knows())
    eventually(lambda: house.waiting("mail"))
    house.kill(receiver)
    house.forget_work()
    house.start("watcher", "worker")

    assert eventually(lambda: house.engine.replies)


def test_a_repeat_is_taken_and_dropped_also_with_another_trace(house: House):
    house.start("receiver")
    address = house.knows()
    house.mails(reply(), address)
    house.mails(reply(), address)
    house.mails(b"Received: from a by b; Mon, 2 Mar 2026 10:00:09 +0000\r\n" + reply(), address)

    assert house.states() == ["pending"]


def test_a_mail_without_message_id_is_known_by_what_it_says(house: House):
    house.start("receiver")
    address = house.knows()
    bare = reply().replace(b"Message-ID: <1@players.example>\r\n", b"")
    house.mails(bare, address)
    house.mails(bare, address)
    house.mails(bare.replace(b"300", b"400"), address)

    assert house.states() == ["pending", "pending"]


def test_the_same_message_id_with_another_body_is_kept_and_flagged(house: House):
    house.start("receiver")
    address = house.knows()
    house.mails(reply("BID 300\r\n"), address)
    house.mails(reply("BID 400\r\n"), address)
    first, second = sorted(house.inbox(), key=lambda mail: float(mail["received"]))

    assert first["doubled"] == ""
    assert second["doubled"] != ""


def test_the_same_message_id_to_two_addresses_is_two_mails(house: House):
    house.start("receiver")
    house.mails(reply(), house.knows(), house.knows(seat=Seat("Bertil")))

    assert house.states() == ["pending", "pending"]


def test_lmtp_says_one_status_for_each_recipient(house: House):
    house.start("receiver")
    with smtplib.LMTP("127.0.0.1", house.lmtp_port, timeout=10) as lmtp:
        lmtp.ehlo()
        lmtp.mail(ANNA_ADDRESS)
        accepted = [house.knows(), house.knows(seat=Seat("Bertil"))]
        codes = [lmtp.rcpt(address)[0] for address in [accepted[0], STRANGE, accepted[1]]]
        lmtp.putcmd("data")
        lmtp.getreply()
        lmtp.send(reply() + b"\r\n.\r\n")
        answers = [lmtp.getreply()[0] for _ in accepted]

    assert codes == [250, 550, 250]
    assert answers == [250, 250]
    assert house.states() == ["pending", "pending"]


def test_more_than_twenty_mails_an_hour_wait(house: House):
    house.start("receiver")
    address = house.knows()
    for number in range(Allowance().mails_an_hour):
        house.mails(reply(message_id=f"<{number}@players.example>"), address)
    with (
        smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=10) as smtp,
        pytest.raises(smtplib.SMTPRecipientsRefused) as refused,
    ):
        smtp.sendmail(ANNA_ADDRESS, [address], reply(message_id="<more@players.example>"))

    assert refused.value.recipients[address][0] == 451


def test_how_many_mails_a_phase_takes_is_a_setting(house: House):
    house.more["STAGEPOST_MAILS_A_PHASE"] = "1"
    house.start("receiver")
    address = house.knows()
    house.mails(reply(), address)
    with (
        smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=10) as smtp,
        pytest.raises(smtplib.SMTPRecipientsRefused),
    ):
        smtp.sendmail(ANNA_ADDRESS, [address], reply(message_id="<more@players.example>"))

    assert house.states() == ["pending"]


def test_asking_for_an_address_is_not_counted(house: House):
    """A host in front of us verifies addresses with RCPT and without DATA."""
    house.start("receiver")
    address = house.knows()
    with smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=10) as smtp:
        smtp.ehlo()
        for _ in range(Allowance().mails_an_hour + 5):
            smtp.mail("")

            assert smtp.rcpt(address)[0] == 250
            smtp.rset()


def test_a_mail_beyond_the_size_is_refused(house: House):
    house.start("receiver")
    address = house.knows()
    large = reply("x" * 70 + "\r\n") + b"y" * 70 + b"\r\n" + (b"z" * 70 + b"\r\n") * 4000
    with (
        smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=10) as smtp,
        pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refused,
    ):
        smtp.sendmail(ANNA_ADDRESS, [address], large)

    assert refused.value.smtp_code == 552
    assert house.inbox() == []


def test_a_fault_of_ours_is_451_and_never_5xx():
    """The store does not answer: the sender's host keeps the mail and comes again."""

    async def answers() -> list[str]:
        away = redis.asyncio.Redis(port=free_port(), retry=None)
        desk = Desk(
            Inbox(away), TokenBook(away), Limits(away, Allowance()), DOMAIN, wake=asyncio.sleep
        )
        reception = Reception(desk)
        envelope = Envelope()
        envelope.content = reply()
        rcpt = await reception.handle_RCPT(None, None, envelope, STRANGE, [])
        envelope.rcpt_tos.append(STRANGE)
        data = await reception.handle_DATA(None, None, envelope)
        await away.aclose()
        return [rcpt, data]

    assert asyncio.run(answers()) == [OUR_FAULT, OUR_FAULT]


def test_no_log_line_holds_a_token(house: House, capfd: pytest.CaptureFixture[str]):
    house.start("receiver", "watcher", "worker")
    address = house.knows()
    house.mails(reply(), address)
    eventually(lambda: house.states() == ["done"])
    house.close()
    lines = capfd.readouterr().err

    assert str(MATCH) in lines
    assert address.partition("+")[2].partition("@")[0] not in lines
    assert ANNA_ADDRESS not in lines
