"""Our own look at a sender: DKIM by its key in DNS, aligned with From as DMARC asks."""

import base64
import shutil
import subprocess
from collections.abc import Callable

import dkim
import dns.exception
import dns.resolver
import pytest
from mailer.house import ANNA_ADDRESS, House, eventually, reply

from stagepost_mailer.proof.dmarc import DnsAway, checked
from stagepost_mailer.proof.dns import txt
from stagepost_mailer.proof.look import look

OPENSSL = shutil.which("openssl")
REJECT = {"_dmarc.players.example": "v=DMARC1; p=reject"}


def openssl(*words: str, given: bytes = b"") -> bytes:
    if OPENSSL is None:
        pytest.skip("openssl is not on this machine; it makes the key")
    return subprocess.run([OPENSSL, *words], input=given, check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def key() -> bytes:
    return openssl("genrsa", "-traditional", "2048")


@pytest.fixture(scope="module")
def published(key: bytes) -> dict[str, str]:
    """The public half in DNS, for the domain of players and for others."""
    public = base64.b64encode(openssl("rsa", "-pubout", "-outform", "DER", given=key)).decode()
    record = f"v=DKIM1; k=rsa; p={public}"
    domains = ("players.example", "mail.players.example", "esp.example", "example")
    return {f"post._domainkey.{domain}": record for domain in domains}


def signed(key: bytes, raw: bytes, domain: str = "players.example", **more: object) -> bytes:
    names = [b"from", b"subject", b"date", b"message-id"]
    return dkim.sign(raw, b"post", domain.encode(), key, include_headers=names, **more) + raw


def zone(*records: dict[str, str]) -> Callable[[str], str | None]:
    found = {name: record for some in records for name, record in some.items()}
    return found.get


def test_a_signature_of_froms_own_domain_is_a_proof(key, published):
    assert checked(signed(key, reply()), ANNA_ADDRESS, zone(published, REJECT)) == "pass"
    assert checked(signed(key, reply()), ANNA_ADDRESS, zone(published)) == "pass"


def test_a_mail_without_proof_fails_where_its_domain_asks_for_one(published):
    assert checked(reply(), ANNA_ADDRESS, zone(published, REJECT)) == "fail"


@pytest.mark.parametrize("record", [None, "v=DMARC1; p=none", "no policy at all"])
def test_a_mail_without_proof_is_let_in_where_its_domain_asks_for_none(record: str | None):
    records = {"_dmarc.players.example": record} if record else {}

    assert checked(reply(), ANNA_ADDRESS, zone(records)) == "none"


def test_a_changed_body_has_no_proof(key, published):
    raw = signed(key, reply()).replace(b"BID 300", b"BID 900")

    assert checked(raw, ANNA_ADDRESS, zone(published, REJECT)) == "fail"


def test_a_changed_from_has_no_proof(key, published):
    raw = signed(key, reply(sender="mallory@players.example"))
    forged = raw.replace(b"mallory@", b"anna@")

    assert checked(forged, ANNA_ADDRESS, zone(published, REJECT)) == "fail"


def test_a_signature_over_a_part_of_the_body_is_none(key, published):
    raw = signed(key, reply(), length=True) + b"BID 900\r\n"

    assert checked(raw, ANNA_ADDRESS, zone(published, REJECT)) == "fail"


def test_a_signature_of_another_domain_is_no_proof(key, published):
    raw = signed(key, reply(), "esp.example")

    assert checked(raw, ANNA_ADDRESS, zone(published, REJECT)) == "fail"


@pytest.mark.parametrize(("adkim", "found"), [("r", "pass"), ("s", "fail")])
def test_a_subdomain_is_aligned_unless_the_policy_is_strict(key, published, adkim, found):
    policy = {"_dmarc.players.example": f"v=DMARC1; p=quarantine; adkim={adkim}"}
    raw = signed(key, reply(), "mail.players.example")

    assert checked(raw, ANNA_ADDRESS, zone(published, policy)) == found


def test_a_registry_above_two_domains_does_not_align_them(key, published):
    registry = {"_dmarc.example": "v=DMARC1; p=none; psd=y"}
    raw = signed(key, reply(), "esp.example")

    assert checked(raw, ANNA_ADDRESS, zone(published, REJECT, registry)) == "fail"
    assert (
        checked(signed(key, reply(), "example"), ANNA_ADDRESS, zone(published, registry)) != "pass"
    )


def test_the_second_signature_counts_as_the_first_does(key, published):
    raw = signed(key, signed(key, reply()), "esp.example")

    assert checked(raw, ANNA_ADDRESS, zone(published, REJECT)) == "pass"


def test_the_policy_of_the_domain_above_has_a_word_for_its_subdomains():
    policy = {"_dmarc.players.example": "v=DMARC1; p=none; sp=reject"}

    assert checked(reply(), "anna@sub.players.example", zone(policy)) == "fail"
    assert checked(reply(), ANNA_ADDRESS, zone(policy)) == "none"


def test_a_resolver_that_is_away_is_said_so(key):
    def away(name: str) -> str | None:
        raise DnsAway(name)

    with pytest.raises(DnsAway):
        checked(signed(key, reply()), ANNA_ADDRESS, away)


@pytest.mark.parametrize(
    "header",
    [
        "DKIM-Signature: v=1; d=players.example\r\n",
        "DKIM-Signature: \r\n" * 50,
        "DKIM-Signature: v=1; a=rsa-sha256; d=ż; s=..; h=from; b=!; bh=!\r\n",
    ],
)
def test_a_hostile_signature_is_none(header: str):
    assert checked(reply(headers=header), ANNA_ADDRESS, zone(REJECT)) == "fail"


def test_a_name_server_that_does_not_answer_holds_the_mail(monkeypatch: pytest.MonkeyPatch):
    def away(*args, **more):
        raise dns.exception.Timeout

    monkeypatch.setattr("dns.resolver.resolve", away)

    assert look(reply(), ANNA_ADDRESS) == "fail"


@pytest.mark.parametrize("error", [dns.resolver.NXDOMAIN, dns.resolver.NoAnswer])
def test_a_name_that_is_not_there_has_no_record(monkeypatch: pytest.MonkeyPatch, error):
    def absent(*args, **more):
        raise error

    monkeypatch.setattr("dns.resolver.resolve", absent)

    assert txt("_dmarc.players.example") is None
    assert look(reply(), ANNA_ADDRESS) == "none"


def test_a_worker_that_is_told_to_look_for_itself_starts_with_that(house: House):
    """No name server is asked here: the mail host's word comes before a look of our own."""
    house.more |= {"STAGEPOST_CHECK_DKIM": "1", "STAGEPOST_AUTHSERV_ID": "mx.game.example"}
    house.start("receiver", "watcher", "worker")
    passed = "Authentication-Results: mx.game.example; dmarc=pass\r\n"
    house.mails(reply(headers=passed), house.knows())
    eventually(lambda: house.states() == ["done"], "the answer")

    assert house.engine.asked[0].lines == ("BID 300",)
