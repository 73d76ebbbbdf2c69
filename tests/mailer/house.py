"""The mailer's three processes with the world around them: a far mail host and a small engine."""

import json
import os
import random
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import redis
from aiosmtpd.controller import Controller

from stagepost_contracts import keys
from stagepost_contracts.answers import Answer, Fault, Reading
from stagepost_contracts.api import DueCame, DuesCame, ReplyReceived
from stagepost_contracts.dues import Due
from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.hooks import HookStopped
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Ask, Notice, Prompt
from stagepost_contracts.people import Person
from stagepost_contracts.reports import LookTaken, MailReturned, ReminderReady
from stagepost_contracts.sheets import Lines, Sheet
from stagepost_contracts.texts import say
from stagepost_mailer.addresses.tokens import hashed, reply_address, reply_token

DOMAIN = "game.example"
MAIL_KEY = bytes(range(32))
SERVICE_TOKEN = "service-token"
MATCH = MatchId("oil7")
GAME = say("Pola Naftowe")
ANNA = Seat("Anna")
ANNA_ADDRESS = "anna@players.example"
WAIT_SECONDS_MOST = 30.0
NO_MATCH = {"type": "x", "title": "x", "detail": "There is no match.", "code": "no-such-match"}


def eventually(found: Callable[[], object], what: str = "it", seconds: float = WAIT_SECONDS_MOST):
    """Looks until there is something, and returns it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if result := found():
            return result
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come in {seconds} s")


def quiet_port() -> int:
    """A port below those that systems lend to clients: a child binds it some time later."""
    while True:
        port = random.SystemRandom().randrange(15000, 30000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def bid_ask() -> Ask:
    bid = OrderForm("bid", (Amount("amount", 100, 900),))
    return Ask(say("The auction"), say("What do you bid?"), (bid,), ("PASS",), time.time() + 3600)


def prompt(match: MatchId = MATCH, seat: Seat = ANNA, step: int = 3, cause: str = "c1") -> Notice:
    sheet = Sheet(say("The table"), (Lines(say("News"), (say("All is quiet."),)),))
    return Notice(match, GAME, seat, 1, step, cause, Prompt(bid_ask(), (), sheet))


@dataclass
class FarEnd:
    """A mail host that takes what it is sent; `statuses` are said first, one for each mail.

    What is for a `busy` address is to come again later.
    """

    port: int = field(default_factory=quiet_port)
    statuses: list[str] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    refused: int = 0
    busy: set[str] = field(default_factory=set)
    controller: Controller | None = None

    async def handle_DATA(self, server, session, envelope):
        if self.busy.intersection(envelope.rcpt_tos):
            self.refused += 1
            return "451 4.2.2 mailbox full"
        if self.statuses:
            self.refused += 1
            return self.statuses.pop(0)
        self.senders.append(envelope.mail_from)
        self.raw.append(envelope.content)
        return "250 OK"

    @property
    def mails(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, policy=policy.default) for raw in self.raw]

    def open(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def close(self) -> None:
        if self.controller is not None:
            self.controller.stop()
            self.controller = None


class Engine:
    """Answers as the engine does: a reply once by its id, a due once."""

    def __init__(self, redis_url: str) -> None:
        self.store = redis.Redis.from_url(redis_url)
        self.replies: dict[str, ReplyReceived] = {}
        self.asked: list[ReplyReceived] = []
        self.dues: list[tuple[Due, float, bool]] = []
        self.outages: list[tuple[float, float]] = []
        self.tokens: set[str | None] = set()
        self.down = 0
        self.pause = 0.0
        self.spared: list[tuple[Due, tuple[Seat, ...]]] = []
        self.awaited: set[Seat] = set()
        self.looks: list[LookTaken] = []
        self.returned: dict[str, MailReturned] = {}
        self.fault: Fault | None = None
        self.prose: Fault | None = None
        self.gone = False
        self.heard: Callable[[ReplyReceived], object] = lambda _: None
        self.gone_code = ""
        self.healthy = False
        self.wanted = "now"
        self.reminders: list[ReminderReady] = []
        self.stopped: list[HookStopped] = []
        engine = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            disable_nagle_algorithm = True

            def do_GET(self):
                self.send_response(200 if engine.healthy else 503)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                engine.tokens.add(self.headers["Authorization"])
                status, answer = engine.answer(self.path, body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(answer)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.store.close()

    def answer(self, path: str, body: bytes) -> tuple[int, bytes]:
        if self.down:
            self.down -= 1
            return 503, b"{}"
        match path:
            case "/v1/service/replies":
                return self.replied(msgspec.json.decode(body, type=ReplyReceived))
            case "/v1/service/dues":
                came = msgspec.json.decode(body, type=DueCame)
                return 200, json.dumps({"done": self.came(came)}).encode()
            case "/v1/service/dues/together":
                together = msgspec.json.decode(body, type=DuesCame)
                return 200, json.dumps({"done": [*map(self.came, together.dues)]}).encode()
            case "/v1/service/outages":
                gap = msgspec.json.decode(body)
                self.outages.append((gap["from"], gap["until"]))
                return 200, b'{"moved": 1}'
            case "/v1/service/hooks":
                self.stopped.append(msgspec.json.decode(body, type=HookStopped))
                return 200, json.dumps({"match": self.stopped[-1].match}).encode()
            case "/v1/service/reminders":
                self.reminders.append(msgspec.json.decode(body, type=ReminderReady))
                return 200, json.dumps({"send": self.wanted}).encode()
            case "/v1/service/looks" | "/v1/service/bounces" if self.gone:
                return 404, json.dumps({**NO_MATCH, "status": 404}).encode()
            case "/v1/service/looks":
                self.looks.append(msgspec.json.decode(body, type=LookTaken))
                return 200, json.dumps({"match": self.looks[-1].match}).encode()
            case "/v1/service/bounces":
                returned = msgspec.json.decode(body, type=MailReturned)
                self.returned.setdefault(returned.id, returned)
                return 200, json.dumps({"match": returned.match}).encode()
        return 404, b"{}"

    def replied(self, reply: ReplyReceived) -> tuple[int, bytes]:
        self.asked.append(reply)
        self.heard(reply)
        time.sleep(self.pause)
        if self.gone:
            return 404, json.dumps({"code": self.gone_code}).encode()
        self.replies.setdefault(reply.id, reply)
        if self.prose:
            readings = tuple(Reading(line, "prose") for line in reply.lines)
            answer = Answer(reply.match, GAME, reply.seat, reply.step, readings, fault=self.prose)
            return 200, msgspec.json.encode(answer)
        readings = tuple(Reading(line, "order", line.upper()) for line in reply.lines)
        sealed = () if self.fault else tuple(line.upper() for line in reply.lines)
        answer = Answer(
            reply.match, GAME, reply.seat, reply.step, readings, sealed, fault=self.fault
        )
        return 200, msgspec.json.encode(answer)

    def came(self, came: DueCame) -> bool:
        now = time.time()
        due = came.due
        self.spared.append((due, came.spared))
        if self.awaited.intersection(came.spared):
            return False
        index = keys.dues(keys.partition_of(due.match))
        done = bool(self.store.zrem(index, msgspec.json.encode(due)))
        self.dues.append((due, now, done))
        return done


@dataclass
class House:
    """Starts and kills the mailer's processes; speaks for the engine and for players."""

    redis_url: str
    store: redis.Redis
    far: FarEnd
    engine: Engine
    smtp_port: int = field(default_factory=quiet_port)
    lmtp_port: int = field(default_factory=quiet_port)
    running: list[subprocess.Popen] = field(default_factory=list)
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "STAGEPOST_REDIS_URL": self.redis_url,
            "STAGEPOST_ENGINE_URL": self.engine.url,
            "STAGEPOST_SERVICE_TOKEN": SERVICE_TOKEN,
            "STAGEPOST_MAIL_KEY": MAIL_KEY.hex(),
            "STAGEPOST_MAIL_DOMAIN": DOMAIN,
            "STAGEPOST_SMTP_URL": f"smtp://127.0.0.1:{self.far.port}?tls=none",
            "STAGEPOST_RECEIVER_HOST": "127.0.0.1",
            "STAGEPOST_SMTP_PORT_IN": str(self.smtp_port),
            "STAGEPOST_LMTP_PORT_IN": str(self.lmtp_port),
            "STAGEPOST_RETRY_SECONDS": ",".join(["1"] * 20),
            **self.more,
        }

    def start(self, *rooms: str) -> list[subprocess.Popen]:
        started = [
            subprocess.Popen(
                [sys.executable, "-m", f"stagepost_mailer.{room}"], env=self.environment
            )
            for room in rooms
        ]
        self.running.extend(started)
        if "receiver" in rooms:
            eventually(self.listens, "the receiver")
        return started

    def listens(self) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=5) as smtp:
                return smtp.noop()[0] == 250
        except OSError:
            return False

    def kill(self, process: subprocess.Popen) -> None:
        """As when the power goes."""
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def close(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def seats(self, match: MatchId = MATCH, seat: Seat = ANNA, address: str = ANNA_ADDRESS) -> None:
        person = msgspec.json.encode(Person(address))
        self.store.hset(keys.people(match), f"{seat}:1", person)

    def tells(self, notice: Notice) -> None:
        """Commits a notice, as the engine does."""
        partition = keys.partition_of(notice.match)
        self.store.xadd(keys.outbox(partition), {"n": msgspec.json.encode(notice)})
        self.store.publish(keys.WAKE_CHANNEL, partition)

    def sets(self, due: Due) -> None:
        """Commits a due, as the engine does."""
        partition = keys.partition_of(due.match)
        self.store.zadd(keys.dues(partition), {msgspec.json.encode(due): due.at})
        self.store.publish(keys.WAKE_CHANNEL, partition)

    def knows(
        self,
        *,
        seat: Seat = ANNA,
        step: int = 3,
        purpose: str = "reply",
        match: MatchId = MATCH,
    ) -> str:
        """Makes a token known as a sent mail does, and returns its address."""
        token = reply_token(MAIL_KEY, match, seat, 1, step)
        meaning = {
            "purpose": purpose,
            "match": match,
            "seat": seat,
            "tenure": 1,
            "step": step,
            "game": {"template": "Pola Naftowe"},
        }
        self.store.set(f"stagepost:mail:token:{hashed(token)}", json.dumps(meaning))
        address = reply_address(token, DOMAIN)
        return address if purpose == "reply" else address.replace("r+", "b+", 1)

    def mails(self, raw: bytes, *recipients: str, sender: str = ANNA_ADDRESS) -> None:
        """Sends to us as a mail host does; returns after our 250."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=20) as smtp:
            assert smtp.sendmail(sender, recipients, raw) == {}

    def inbox(self, match: MatchId = MATCH) -> list[dict[str, str]]:
        """All stored mails of a match with their fields as text."""
        pattern = f"stagepost:{keys.partition_of(match)}:inbox:mail:*"
        found = [self.store.hgetall(key) for key in self.store.scan_iter(pattern)]
        return [
            {name.decode(): value.decode(errors="replace") for name, value in mail.items()}
            for mail in found
        ]

    def states(self) -> list[str]:
        return sorted(mail["state"] for mail in self.inbox())

    def forget_work(self) -> None:
        """As when the queue's server lost all that it had."""
        lost = [*self.store.scan_iter("stagepost:work:*"), *self.store.scan_iter("rq:*")]
        self.store.delete("none", *lost)

    def waiting(self, kind: str) -> int:
        return int(self.store.zcard(f"stagepost:work:{kind}:waiting"))

    def jobs(self) -> list[str]:
        return [key.decode() for key in self.store.scan_iter("rq:job:*") if key.count(b":") == 2]


def reply(
    text: str = "BID 300\r\n",
    *,
    message_id: str = "<1@players.example>",
    sender: str = ANNA_ADDRESS,
    headers: str = "",
) -> bytes:
    return (
        f"From: Anna <{sender}>\r\nTo: game\r\nSubject: Re: your turn\r\n"
        f"Date: Mon, 02 Mar 2026 10:00:00 +0000\r\nMessage-ID: {message_id}\r\n{headers}\r\n{text}"
    ).encode()


@contextmanager
def house_on(redis_url: str) -> Iterator[House]:
    engine = Engine(redis_url)
    house = House(redis_url, redis.Redis.from_url(redis_url), FarEnd(), engine)
    house.seats()
    try:
        yield house
    finally:
        house.close()
        house.far.close()
        engine.close()
        house.store.close()
