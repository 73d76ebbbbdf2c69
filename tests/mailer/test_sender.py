"""Mail goes out over a few connections at once; a host that is away is not waited for again."""

import asyncio
from dataclasses import dataclass, field

import pytest
from aiosmtpd.controller import Controller
from mailer.house import quiet_port

from stagepost_mailer.smtp.host import smtp_host
from stagepost_mailer.smtp.sender import Deferred, HostAway, Refused, Sender

RAW = b"From: a@x.example\r\nTo: b@y.example\r\n\r\ntext\r\n"


@dataclass
class Slow:
    """A host that takes its time, and counts who is with it."""

    now: int = 0
    most: int = 0
    peers: set[object] = field(default_factory=set)
    taken: int = 0
    says: list[str] = field(default_factory=list)

    async def handle_DATA(self, server, session, envelope):
        self.now += 1
        self.most = max(self.most, self.now)
        self.peers.add(session.peer)
        await asyncio.sleep(0.05)
        self.now -= 1
        if self.says:
            return self.says.pop(0)
        self.taken += 1
        return "250 OK"


@pytest.fixture
def slow():
    host = Slow()
    controller = Controller(host, hostname="127.0.0.1", port=quiet_port())
    controller.start()
    host.url = f"smtp://127.0.0.1:{controller.port}?tls=none"
    yield host
    controller.stop()


async def send(sender: Sender) -> None:
    await sender.send(RAW, "a@x.example", "b@y.example")


def test_a_few_connections_are_used_at_once_and_kept(slow: Slow):
    async def many() -> None:
        sender = Sender(smtp_host(slow.url), connections=3)
        for _ in range(2):
            await asyncio.gather(*(send(sender) for _ in range(9)))
        await sender.close()

    asyncio.run(many())

    assert slow.taken == 18
    assert slow.most == 3
    assert len(slow.peers) == 3


def test_one_mail_that_is_refused_or_put_off_costs_no_other_its_connection(slow: Slow):
    slow.says = ["550 5.1.1 nobody", "451 4.2.2 full"]

    async def three() -> list[object]:
        sender = Sender(smtp_host(slow.url), connections=1)
        said = await asyncio.gather(*(send(sender) for _ in range(3)), return_exceptions=True)
        await sender.close()
        return said

    refused, put_off, taken = asyncio.run(three())

    assert isinstance(refused, Refused)
    assert isinstance(put_off, Deferred)
    assert taken is None
    assert len(slow.peers) == 1


def test_a_mail_that_was_given_up_half_way_takes_its_connection_along(slow: Slow):
    async def given_up() -> None:
        sender = Sender(smtp_host(slow.url), connections=1)
        await send(sender)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await send(sender)
        await send(sender)
        await sender.close()

    asyncio.run(given_up())

    assert len(slow.peers) == 2


def test_who_comes_after_one_that_found_nobody_does_not_knock():
    """A host that hangs would cost each of them its patience."""
    tried = []

    async def knocked(reader, writer) -> None:
        tried.append(1)
        writer.close()

    async def all_fail() -> list[object]:
        server = await asyncio.start_server(knocked, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        sender = Sender(smtp_host(f"smtp://127.0.0.1:{port}?tls=none"), connections=1)
        said = await asyncio.gather(*(send(sender) for _ in range(5)), return_exceptions=True)
        server.close()
        return said

    said = asyncio.run(all_fail())

    assert len(tried) == 1
    assert all(isinstance(one, HostAway) and not isinstance(one, Deferred) for one in said)
