"""One call to a far side: at the address that was looked at, by its name, and at no other."""

import asyncio
import ssl

import pytest
from mailer.far_side import FarSide, certified

from stagepost_contracts.hooks import Reach, is_public
from stagepost_mailer.hooks import calling
from stagepost_mailer.hooks.calling import Called, Caller
from stagepost_texts.catalogue import spoken

pytestmark = pytest.mark.anyio
PUBLIC = "93.184.215.14"
OPEN = Reach(private=True)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def far():
    side = FarSide()
    side.open()
    yield side
    side.close()


class Names:
    """A name server that may change its mind from one answer to the next."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.asked = list(answers), []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append((host, port))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def caller(names: Names, reach: Reach = OPEN, trust: ssl.SSLContext | None = None) -> Caller:
    return Caller(reach, trust or ssl.create_default_context(), names)


def why(called: Called) -> str:
    assert called.reason is not None

    return spoken(called.reason, "en")


async def test_the_name_is_told_and_the_address_is_called(far):
    names = Names(["127.0.0.1"])
    url = f"http://far.example:{far.port}/in?a=1"
    called = await caller(names).post(url, {"webhook-id": "m1"}, b"{}")
    [posted] = far.posts

    assert called == Called(204)
    assert called.delivered
    assert names.asked == [("far.example", far.port)]
    assert (posted.path, posted.body) == ("/in?a=1", b"{}")
    assert posted.headers["host"] == f"far.example:{far.port}"
    assert posted.headers["webhook-id"] == "m1"


async def test_a_name_that_is_rebound_is_called_at_the_address_that_was_looked_at(monkeypatch):
    """A second look, which would lead home, is never taken."""
    names, connected = Names([PUBLIC], ["127.0.0.1"]), []

    async def one(client, call, address):
        connected.append((address, call.url.hostname))
        return Called(204)

    monkeypatch.setattr(calling, "_one", one)
    called = await caller(names, Reach()).post("https://far.example/", {}, b"{}")

    assert called.delivered
    assert connected == [(PUBLIC, "far.example")]
    assert len(names.asked) == 1


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "192.88.99.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "ff02::1",
        "no address",
    ],
)
async def test_a_name_that_leads_inside_is_not_called(far, address):
    """One such address among public ones is enough."""
    for found in ([address], [PUBLIC, address]):
        called = await caller(Names(found), Reach(ports=(far.port,))).post(
            f"https://far.example:{far.port}/", {}, b"{}"
        )

        assert called.status is None
        assert why(called) == "“far.example” leads to an address that is not public."
    assert not is_public(address)
    assert far.posts == []


async def test_public_addresses_are_called():
    assert all(map(is_public, ("8.8.8.8", PUBLIC, "2606:4700:4700::1111", "2a00:1450:4001::1")))


@pytest.mark.parametrize(
    "url", ["http://far.example/", "https://far.example:8443/", "https://[::1]/"]
)
async def test_what_was_set_under_wider_settings_is_not_called_under_narrow_ones(url):
    names = Names([PUBLIC])
    called = await caller(names, Reach()).post(url, {}, b"{}")

    assert called.status is None
    assert names.asked == []


async def test_no_redirection_is_followed(far):
    far.statuses = [302]
    called = await caller(Names(["127.0.0.1"])).post(f"http://far.example:{far.port}/", {}, b"{}")

    assert (called.status, called.delivered, len(far.posts)) == (302, False, 1)
    assert "none is followed" in why(called)


async def test_who_is_slow_is_left(far, monkeypatch):
    monkeypatch.setattr(calling, "CALL_SECONDS_MOST", 1)
    far.pause = 3.0
    began = asyncio.get_running_loop().time()
    called = await caller(Names(["127.0.0.1"])).post(f"http://far.example:{far.port}/", {}, b"{}")

    assert called.status is None
    assert "did not answer within" in why(called)
    assert asyncio.get_running_loop().time() - began < 2.5


async def test_an_answer_without_an_end_is_not_read(far):
    far.endless, far.statuses = True, [200]
    began = asyncio.get_running_loop().time()
    called = await caller(Names(["127.0.0.1"])).post(f"http://far.example:{far.port}/", {}, b"{}")

    assert called.delivered
    assert asyncio.get_running_loop().time() - began < 3


async def test_the_next_address_is_called_where_one_takes_no_connection(far):
    names = Names(["127.0.0.2", "127.0.0.1"])
    called = await caller(names).post(f"http://far.example:{far.port}/", {}, b"{}")

    assert called.delivered


async def test_nobody_there_and_no_such_name_are_told_apart(far):
    port = far.port
    far.close()
    nobody = await caller(Names(["127.0.0.1"])).post(f"http://far.example:{port}/", {}, b"{}")
    nowhere = await caller(Names([])).post("https://far.example/", {}, b"{}")
    far.open()

    assert why(nobody) == "“far.example” takes no connection."
    assert why(nowhere) == "“far.example” is not known to the name servers."


async def test_a_certificate_is_held_to_the_name_and_not_to_the_address(tmp_path):
    """TLS is spoken by the name (SNI), at the address that was looked at."""
    context, chain = certified(tmp_path, "far.example")
    trust = ssl.create_default_context(cafile=str(chain))
    far = FarSide(context=context)
    far.open()
    try:
        names = Names(["127.0.0.1"])
        good = await caller(names, trust=trust).post(f"https://far.example:{far.port}/", {}, b"{}")
        other = await caller(names, trust=trust).post(
            f"https://else.example:{far.port}/", {}, b"{}"
        )
        unknown = await caller(names).post(f"https://far.example:{far.port}/", {}, b"{}")
    finally:
        far.close()

    assert good.delivered
    assert len(far.posts) == 1
    assert why(other) == "“else.example” shows no certificate that can be trusted."
    assert why(unknown) == "“far.example” shows no certificate that can be trusted."
