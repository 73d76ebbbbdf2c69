"""What the tests of the local room share: a prepared prompt, a mail catcher, an office."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import uvicorn
from aiosmtpd.smtp import SMTP

from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Position
from stagepost_local import maildir
from stagepost_local.ports import answers, wait_until
from stagepost_local.post.guard import names_of
from stagepost_local.post.intake import listen
from stagepost_local.post.page import application
from stagepost_local.valkey import free_port

YOU = "you@stagepost.localhost"
REPLY_TO = "r+abcdefghijklmnopqrstuvwxyz@mail.stagepost.localhost"
BID = OrderForm("bid", (Amount("amount", 100, 400, 50),), least=1)
HTML = f"""<html><body><h1>Lot 1</h1>
<p><a href="mailto:{REPLY_TO}?subject=Re&amp;body=BID%20300">[BID 300]</a></p>
<img src="cid:board@stagepost" alt="board"><script>document.title = "broken"</script>
</body></html>"""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364"
    "f8cf0000030101002718e3660000000049454e44ae426082"
)


def prompt(
    number: int = 1, *, to: str = YOU, kind: str = "prompt", position: bytes = b"", text: str = ""
) -> EmailMessage:
    """A mail as the house sends it."""
    mail = EmailMessage()
    mail["From"] = f"Pola Naftowe <{REPLY_TO}>"
    mail["Reply-To"] = f"Pola Naftowe <{REPLY_TO}>"
    mail["To"] = to
    mail["Subject"] = f"Pola Naftowe: what do you bid for lot {number}?"
    mail["Message-ID"] = f"<prompt-{number}-{kind}@mail.stagepost.localhost>"
    mail["X-Stagepost-Kind"] = kind
    mail["Auto-Submitted"] = (
        "auto-replied" if kind in ("receipt", "rejection") else "auto-generated"
    )
    mail.set_content(text or "What do you bid?\n\n  [BID <amount>]\n\nUntil Tuesday.\n")
    mail.add_alternative(HTML, subtype="html")
    [_, html] = mail.iter_parts()
    html.add_related(PIXEL, maintype="image", subtype="png", cid="<board@stagepost>")
    if position:
        mail.add_attachment(
            position, maintype="application", subtype="json", filename="position.json"
        )
    return mail


def position(step: int = 7, most: int = 400) -> bytes:
    form = msgspec.structs.replace(BID, fields=(Amount("amount", 100, most, 50),))
    view = msgspec.Raw(b'{"cash": 900}')
    return msgspec.json.encode(
        Position("toy", MatchId("m1"), Seat("anna"), step, "auction", view, (form,))
    )


@dataclass
class Catcher:
    """An SMTP server that keeps what it is sent."""

    port: int = field(default_factory=free_port)
    mails: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)

    async def handle_RCPT(self, server, session, envelope, address, options):
        verdict = self.verdicts.pop(0) if self.verdicts else "250 OK"
        if verdict.startswith("250"):
            envelope.rcpt_tos.append(address)
        return verdict

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(
            (envelope.mail_from, envelope.rcpt_tos, envelope.content.replace(b"\r\n", b"\n"))
        )
        return self.endings.pop(0) if self.endings else "250 OK"


@contextmanager
def in_thread(start) -> Iterator[None]:
    """Run `await start()`, which returns when the event that it is given is set."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()

    async def run():
        async with start():
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    try:
        assert ready.wait(10)
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()


@contextmanager
def catching(catcher: Catcher) -> Iterator[Catcher]:
    class Serving:
        async def __aenter__(self):
            loop = asyncio.get_running_loop()
            self.server = await loop.create_server(
                lambda: SMTP(catcher, hostname="localhost", loop=loop), "127.0.0.1", catcher.port
            )

        async def __aexit__(self, *error):
            self.server.close()
            await self.server.wait_closed()

    with in_thread(Serving):
        yield catcher


@pytest.fixture
def catcher() -> Iterator[Catcher]:
    with catching(Catcher()) as found:
        yield found


@dataclass
class Office:
    """A post office that runs: its mailboxes, its SMTP port, its page."""

    root: Path
    smtp: int
    page: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.page}"

    def put(self, mail: EmailMessage, address: str = YOU) -> str:
        return maildir.deliver(maildir.folder_of(self.root, address), mail.as_bytes()).name


def answers_at(port: int) -> None:
    assert wait_until(lambda: answers(port), lambda: None, 10.0)


@pytest.fixture
def office(tmp_path: Path, catcher: Catcher) -> Iterator[Office]:
    found = Office(tmp_path / "post", free_port(), free_port())
    program = "anna@stagepost.localhost"
    page = application(
        found.root, ("127.0.0.1", catcher.port), names_of(found.page), (YOU,), (program,)
    )
    config = uvicorn.Config(page, port=found.page, log_level="warning", loop="asyncio")

    class Serving:
        async def __aenter__(self):
            self.smtp = await listen(found.root, found.smtp)
            self.server = uvicorn.Server(config)
            self.server.install_signal_handlers = lambda: None
            self.task = asyncio.ensure_future(self.server.serve())
            await asyncio.to_thread(answers_at, found.page)

        async def __aexit__(self, *error):
            self.server.should_exit = True
            await self.task
            self.smtp.close()
            await self.smtp.wait_closed()

    with in_thread(Serving):
        yield found


@pytest.fixture
def mails() -> SimpleNamespace:
    """Makers of prepared mails."""
    return SimpleNamespace(prompt=prompt, position=position)


@pytest.fixture
def catching_later() -> Iterator[Callable[[int], Catcher]]:
    """Opens an SMTP server on a port that was closed until then."""
    with ExitStack() as stack:
        yield lambda port: stack.enter_context(catching(Catcher(port)))
