"""The listeners with TLS and with limits, spoken to over real sockets."""

import shutil
import smtplib
import socket
import ssl
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from mailer.house import ANNA_ADDRESS, House, eventually, reply

OPENSSL = shutil.which("openssl")


def self_made(folder: Path, name: str = "mail.game.example") -> tuple[Path, Path]:
    """A certificate for loopback that nobody has signed but itself."""
    if OPENSSL is None:
        pytest.skip("openssl is not on this machine; it makes the certificate")
    chain, key = folder / "chain.pem", folder / "key.pem"
    wanted = "req -x509 -newkey rsa:2048 -nodes -days 2 -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(
        [OPENSSL, *wanted.split(), "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(chain)],
        check=True,
        capture_output=True,
    )
    return chain, key


@pytest.fixture
def certified(house: House, tmp_path: Path) -> House:
    chain, key = self_made(tmp_path)
    house.more |= {"STAGEPOST_TLS_CERT": str(chain), "STAGEPOST_TLS_KEY": str(key)}
    return house


def trusting(house: House) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=house.more["STAGEPOST_TLS_CERT"])


def test_a_mail_comes_in_by_starttls(certified: House):
    certified.start("receiver")
    address = certified.knows()
    with smtplib.SMTP("127.0.0.1", certified.smtp_port, timeout=20) as smtp:
        smtp.starttls(context=trusting(certified))
        smtp.sendmail(ANNA_ADDRESS, [address], reply())

    assert certified.states() == ["pending"]


def test_who_wants_no_starttls_is_heard_unless_it_is_required(certified: House):
    certified.start("receiver")
    certified.mails(reply(), certified.knows())

    assert certified.states() == ["pending"]


@pytest.mark.parametrize("kind", [smtplib.SMTP, smtplib.LMTP])
def test_required_starttls_refuses_a_plain_mail(certified: House, kind: type[smtplib.SMTP]):
    certified.more["STAGEPOST_TLS_MODE"] = "required"
    certified.start("receiver")
    address = certified.knows()
    port = certified.lmtp_port if kind is smtplib.LMTP else certified.smtp_port
    with kind("127.0.0.1", port, timeout=20) as talk:
        talk.ehlo()

        assert talk.mail(ANNA_ADDRESS)[0] == 530

        talk.starttls(context=trusting(certified))
        talk.sendmail(ANNA_ADDRESS, [address], reply())

    assert certified.states() == ["pending"]


def test_implicit_tls_is_there_from_the_first_byte(certified: House):
    certified.more["STAGEPOST_TLS_MODE"] = "implicit"
    context = trusting(certified)

    def listens() -> bool:
        try:
            with smtplib.SMTP_SSL("127.0.0.1", certified.smtp_port, context=context) as smtp:
                return smtp.noop()[0] == 250
        except OSError:
            return False

    certified.listens = listens
    certified.start("receiver")
    with smtplib.SMTP_SSL("127.0.0.1", certified.smtp_port, context=context, timeout=20) as smtp:
        smtp.sendmail(ANNA_ADDRESS, [certified.knows()], reply())

    assert certified.states() == ["pending"]


def test_a_renewed_certificate_is_used_without_a_restart(certified: House, tmp_path: Path):
    [receiver] = certified.start("receiver")

    def shown() -> bytes:
        with smtplib.SMTP("127.0.0.1", certified.smtp_port, timeout=20) as smtp:
            smtp.starttls(context=ssl._create_unverified_context())
            return smtp.sock.getpeercert(binary_form=True)

    before = shown()
    (tmp_path / "key.pem").write_text("half of a renewal")
    self_made(tmp_path, "new.game.example")

    assert eventually(lambda: shown() != before, "the new certificate")
    assert receiver.poll() is None


def test_a_certificate_without_its_key_is_refused_at_once(house: House):
    house.more["STAGEPOST_TLS_CERT"] = "/nowhere.pem"
    house.listens = lambda: True
    [receiver] = house.start("receiver")

    assert receiver.wait(20) != 0
    house.running.remove(receiver)


def test_one_connection_too_many_is_told_to_come_later(house: House):
    house.more |= {"STAGEPOST_CONNECTIONS_A_HOST": "3"}
    house.start("receiver")
    with ExitStack() as talks:
        for _ in range(3):
            talks.enter_context(smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=20))
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            smtplib.SMTP("127.0.0.1", house.smtp_port, timeout=20)

        assert refused.value.smtp_code == 421

    eventually(house.listens, "a place")
    house.mails(reply(), house.knows())

    assert house.states() == ["pending"]


def test_who_says_nothing_is_shown_out(house: House):
    house.more["STAGEPOST_IDLE_SECONDS"] = "1"
    house.start("receiver")
    with socket.create_connection(("127.0.0.1", house.smtp_port), timeout=20) as talk:
        assert talk.recv(100).startswith(b"220 ")
        assert talk.recv(100) == b""
