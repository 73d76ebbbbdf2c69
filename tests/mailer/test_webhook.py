"""A provider posts mails to us: signed, on disk before 200, and each fault with its own code."""

import base64
import hashlib
import hmac
import json
import time

import httpx
import pytest
from mailer.house import ANNA_ADDRESS, DOMAIN, House, eventually, quiet_port, reply

SECRET = "a secret of sixteen letters and more"
STRANGE = f"r+{'a' * 26}@{DOMAIN}"


@pytest.fixture
def hooked(house: House) -> House:
    house.more |= {
        "STAGEPOST_WEBHOOK_PORT": str(quiet_port()),
        "STAGEPOST_WEBHOOK_SECRET": SECRET,
    }
    house.start("receiver")
    return house


def at(house: House, form: str = "stagepost") -> str:
    return f"http://127.0.0.1:{house.more['STAGEPOST_WEBHOOK_PORT']}/mail/{form}"


def hmac_of(words: bytes, secret: str = SECRET) -> str:
    return hmac.new(secret.encode(), words, hashlib.sha256).hexdigest()


def posted(
    house: House,
    recipient: str,
    raw: bytes = reply(),
    *,
    signed: float | None = None,
    secret: str = SECRET,
    **more: object,
) -> int:
    told = {
        "recipient": recipient,
        "sender": ANNA_ADDRESS,
        "raw": base64.b64encode(raw).decode(),
        **more,
    }
    body = json.dumps(told).encode()
    moment = str(int(time.time() if signed is None else signed))
    headers = {
        "X-Stagepost-Timestamp": moment,
        "X-Stagepost-Signature": f"sha256={hmac_of(moment.encode() + b'.' + body, secret)}",
        "Content-Type": "application/json",
    }
    return httpx.post(at(house), content=body, headers=headers).status_code


def test_a_posted_mail_is_on_disk_and_then_read(hooked: House):
    received = time.time() - 60

    assert posted(hooked, hooked.knows(), received=received) == 200
    assert hooked.states() == ["pending"]
    hooked.start("watcher", "worker")
    eventually(lambda: hooked.states() == ["done"])
    [asked] = hooked.engine.asked

    assert asked.lines == ("BID 300",)
    assert abs(asked.received - received) < 0.001


def test_a_mail_posted_twice_is_one_mail(hooked: House):
    address = hooked.knows()

    assert [posted(hooked, address) for _ in range(2)] == [200, 200]
    assert hooked.states() == ["pending"]


def test_a_moment_to_come_is_not_believed(hooked: House):
    posted(hooked, hooked.knows(), received=time.time() + 9999)

    assert float(hooked.inbox()[0]["received"]) <= time.time()


@pytest.mark.parametrize("sender", ["", None])
def test_only_a_sender_that_is_told_as_empty_is_a_bounce(hooked: House, sender: str | None):
    posted(hooked, hooked.knows(), sender=sender)
    expected = "unknown" if sender is None else ""

    assert f'"envelope_sender":"{expected}"' in hooked.inbox()[0]["stored"]


def test_an_unknown_address_is_404_and_not_kept(hooked: House):
    assert posted(hooked, STRANGE) == 404
    assert hooked.inbox() == []


def test_a_post_that_is_not_signed_with_our_secret_is_401(hooked: House):
    address = hooked.knows()

    assert posted(hooked, address, secret="x" * 20) == 401
    assert httpx.post(at(hooked), json={"recipient": address}).status_code == 401
    assert hooked.inbox() == []


@pytest.mark.parametrize("seconds", [-400, 400])
def test_a_signature_of_another_time_is_401(hooked: House, seconds: int):
    assert posted(hooked, hooked.knows(), signed=time.time() + seconds) == 401


def test_what_is_no_mail_is_said_so(hooked: House):
    address = hooked.knows()

    assert posted(hooked, address, raw=b"") == 400
    assert posted(hooked, address, raw=b"x" * 262145) == 413
    assert httpx.post(at(hooked), content=b"{").status_code == 400
    assert httpx.post(at(hooked), content=b"x" * 1_100_000).status_code == 413
    assert httpx.get(at(hooked)).status_code == 405
    assert httpx.post(at(hooked, "other")).status_code == 404
    assert hooked.inbox() == []


def test_too_many_mails_are_429(house: House):
    house.more |= {
        "STAGEPOST_WEBHOOK_PORT": str(quiet_port()),
        "STAGEPOST_WEBHOOK_SECRET": SECRET,
        "STAGEPOST_MAILS_AN_HOUR": "0",
    }
    house.start("receiver")

    assert posted(house, house.knows()) == 429


def test_a_store_that_is_away_is_503(hooked: House):
    address = hooked.knows()
    hooked.store.config_set("maxmemory", "1")
    try:
        assert posted(hooked, address) == 503
    finally:
        hooked.store.config_set("maxmemory", "0")

    assert posted(hooked, address) == 200


def mailgun(recipient: str, raw: bytes, token: str = "t" * 50) -> dict[str, str]:
    moment = str(int(time.time()))
    return {
        "recipient": recipient,
        "sender": ANNA_ADDRESS,
        "body-mime": raw.decode(),
        "timestamp": moment,
        "token": token,
        "signature": hmac_of((moment + token).encode()),
    }


def test_mailgun_is_a_form_with_names_of_its_own(hooked: House):
    url = at(hooked, "mailgun/mime")
    told = mailgun(hooked.knows(), reply())
    parts = {name: (None, value) for name, value in mailgun(hooked.knows(), reply(), "u").items()}

    assert httpx.post(url, data=told).status_code == 200
    assert httpx.post(url, files=parts).status_code == 200
    assert httpx.post(url, data=told).status_code == 200
    [mail] = hooked.inbox()

    assert mail["raw"] == reply().decode()


def test_a_signature_that_does_not_cover_its_mail_is_good_for_one(hooked: House):
    url = at(hooked, "mailgun/mime")
    told = mailgun(hooked.knows(), reply())
    httpx.post(url, data=told)
    forged = {**told, "body-mime": reply("PASS\r\n", message_id="<9@x>").decode()}

    assert httpx.post(url, data=forged).status_code == 401
    assert len(hooked.inbox()) == 1


def test_mailgun_stops_its_tries_at_406(hooked: House):
    url = at(hooked, "mailgun/mime")

    assert httpx.post(url, data=mailgun(STRANGE, reply())).status_code == 406
