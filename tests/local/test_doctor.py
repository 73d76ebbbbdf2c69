"""`stagepost doctor` finds each fault that is made on purpose, says what to do, and tells no secret."""

import json
import os
import shutil
import socket
import socketserver
import subprocess
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import dns.message
import dns.rdatatype
import dns.rrset
import pytest
import redis
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from click.testing import CliRunner
from faults.box import running

from stagepost_contracts.keys import dues, partitions
from stagepost_local import secret_keys, whereabouts
from stagepost_local.cli import main
from stagepost_local.doctor.clocks import _compared, _zones
from stagepost_local.doctor.findings import Check, Finding, examined, ok
from stagepost_local.doctor.ground import folder_sound
from stagepost_local.doctor.mail_in import certificate_fits, mailbox_opens, ports_open
from stagepost_local.doctor.mail_out import host_takes_mail
from stagepost_local.doctor.mailer import nothing_waits, processes_alive
from stagepost_local.doctor.names import domain_known
from stagepost_local.doctor.patient import Patient
from stagepost_local.doctor.round import CHECKS
from stagepost_local.doctor.store import queue_sound, store_sound
from stagepost_local.doctor.told import secrets_strong, settings_readable
from stagepost_local.ports import free_port
from stagepost_local.whereabouts import Whereabouts
from stagepost_mailer.inbox import keys as inbox_keys

PASSWORD = "correct horse battery"
DOMAIN = "mail.stagepost-house.org"
SECRETS = {
    "STAGEPOST_OPERATOR_TOKEN": "an-operator-token-of-the-doctor",
    "STAGEPOST_SERVICE_TOKEN": "a-service-token-of-the-doctor",
    "STAGEPOST_MAIL_KEY": "0123456789abcdef" * 4,
}


def patient(**told: str) -> Patient:
    settings = SECRETS | {f"STAGEPOST_{name}": value for name, value in told.items()}
    return Patient(settings, Path("/nowhere"), seconds=2.0)


def by_check(found) -> dict[str, Finding]:
    return {finding.check: finding for finding in found}


def wrong(found) -> set[str]:
    return {finding.check for finding in found if finding.state == "wrong"}


# The whole house


@pytest.mark.timeout(120)
def test_in_a_good_house_nothing_is_wrong_and_the_command_ends_with_0(tmp_path):
    """Store, engine, the mailer's processes, ports and mail host of a box that runs."""
    data = tmp_path / "var"
    with running(data, **SECRETS) as box:
        ports = box.house.ports
        place = Whereabouts(
            engine=f"http://127.0.0.1:{ports.engine}",
            page="",
            pid=os.getpid(),
            store=box.house.keeper.url,
            receiver=ports.receiver,
            lmtp=ports.lmtp,
            post_office=ports.post_office,
        )
        whereabouts.leave(data, place)
        box.wait_for(lambda: not wrong(asked(data)), "health", 30)
        command = ["doctor", "--json"]
        result = CliRunner().invoke(main, command, env=SECRETS | {"STAGEPOST_DATA": str(data)})
        found = {one["check"]: one["state"] for one in json.loads(result.stdout)}

    assert result.exit_code == 0, result.output
    states = {"ok", "skipped", "warning"}
    assert set(found.values()) <= states
    for check in (
        "store: reachable",
        "store: scripts",
        "store: appendonly",
        "store: appendfsync",
        "store: maxmemory-policy",
        "store: one server",
        "engine: health",
        "engine: version",
        "engine: service token",
        "mailer: watcher",
        "mailer: receiver",
        "mailer: worker",
        "receiver: SMTP",
        "receiver: LMTP",
        "smtp: host",
        "smtp: sender",
        "clock: store",
        "clock: engine",
        "disk: folder",
        "disk: secrets",
        "backlog: dues",
    ):
        assert found[check] == "ok", check
    assert found["dns: MX"] == "skipped"


def asked(data: Path) -> list[Finding]:
    environment = SECRETS | {"STAGEPOST_DATA": str(data)}
    result = CliRunner().invoke(main, ["doctor", "--json"], env=environment)
    return [Finding(**one) for one in json.loads(result.stdout)]


def test_where_nothing_runs_each_part_is_named_and_the_command_ends_with_1(tmp_path):
    port = str(free_port())
    settings = {
        **SECRETS,
        "STAGEPOST_DATA": str(tmp_path / "var"),
        "STAGEPOST_REDIS_URL": f"redis://:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/0",
        "STAGEPOST_ENGINE_URL": f"http://127.0.0.1:{port}",
        "STAGEPOST_SMTP_URL": f"smtp://127.0.0.1:{port}",
        "STAGEPOST_SMTP_PORT_IN": port,
        "STAGEPOST_LMTP_PORT_IN": port,
        "STAGEPOST_IMAP_URL": f"imap://anna:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/INBOX",
    }
    result = CliRunner().invoke(main, ["doctor", "--seconds", "2"], env=settings)
    wrong = [line.split()[1] for line in result.output.splitlines() if line.startswith("wrong")]

    assert result.exit_code == 1
    assert {"store:", "engine:", "receiver:", "smtp:", "imap:"} <= set(wrong)
    remedies = [line for line in result.output.splitlines() if line.startswith(" " * 8 + " ->")]
    assert len(remedies) == len(wrong)
    assert "wrong, " in result.output.splitlines()[-1]
    for secret in (*SECRETS.values(), PASSWORD):
        assert secret not in result.output


# How checks are run


def test_a_check_that_hangs_or_breaks_hinders_no_other():
    def hangs(_):
        yield ok("slow: first", "so far so good")
        time.sleep(30)

    def breaks(_):
        raise RuntimeError(f"it says {PASSWORD} aloud")
        yield

    def fine(_):
        yield ok("fine", "fine")

    checks = [Check("slow", hangs), Check("broken", breaks), Check("fine", fine)]
    began, told = time.monotonic(), []
    found = examined(patient(SMTP_URL=f"smtp://u:{PASSWORD}@h"), checks, 0.5, told.append)

    assert time.monotonic() - began < 5
    assert [(one.check, one.state) for one in found] == [
        ("slow: first", "ok"),
        ("slow", "wrong"),
        ("broken", "wrong"),
        ("fine", "ok"),
    ]
    assert "[secret]" in found[2].said
    assert PASSWORD not in found[2].said
    assert len(told) == 3


def test_a_port_that_takes_and_never_answers_hangs_nobody():
    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        url = f"127.0.0.1:{port}"
        one = patient(
            REDIS_URL=f"redis://{url}/0",
            ENGINE_URL=f"http://{url}",
            SMTP_URL=f"smtp://{url}",
            IMAP_URL=f"imap://a:b@{url}/INBOX",
            SMTP_PORT_IN=str(port),
            LMTP_PORT_IN="0",
        )
        began = time.monotonic()
        found = examined(one, CHECKS, 6.0, lambda _: None)

    assert time.monotonic() - began < 12
    assert {"store: reachable", "engine: health", "smtp: host", "imap: host"} <= wrong(found)


# The store


@pytest.fixture
def store(redis_url):
    """The store of the tests, put right again afterwards."""
    with closing(redis.Redis.from_url(redis_url, decode_responses=True)) as client:
        names = ("appendfsync", "maxmemory-policy", "requirepass", "appendonly")
        kept = {name: client.config_get(name)[name] for name in names}
        yield client
        for name, value in kept.items():
            client.config_set(name, value)
        client.config_resetstat()


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("appendfsync", "everysec", "a power cut takes mail that was acknowledged"),
        ("appendonly", "no", "a restart loses matches"),
        ("maxmemory-policy", "allkeys-lru", "matches would be forgotten"),
    ],
)
def test_a_store_that_may_lose_something_is_wrong(redis_url, store, setting, value, why):
    store.config_set(setting, value)
    found = by_check(store_sound(patient(REDIS_URL=redis_url)))

    assert wrong(found.values()) == {f"store: {setting}"}
    assert why in found[f"store: {setting}"].said
    assert f"config set {setting}" in found[f"store: {setting}"].remedy


def test_a_wrong_password_is_told_apart_from_a_closed_port(redis_url, store):
    store.config_set("requirepass", PASSWORD)
    try:
        found = list(store_sound(patient(REDIS_URL=redis_url.replace("//", "//:other@"))))
    finally:
        store.config_set("requirepass", "")
    closed = list(store_sound(patient(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")))

    assert [one.state for one in found + closed] == ["wrong", "wrong"]
    assert "refuses us" in found[0].said
    assert "does not answer" in closed[0].said


def test_a_user_without_scripts_is_found(redis_url, store):
    store.acl_setuser("plain", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-eval"])
    try:
        url = redis_url.replace("//", "//plain:x@")
        found = by_check(store_sound(patient(REDIS_URL=url)))
    finally:
        store.acl_deluser("plain")

    assert found["store: scripts"].state == "wrong"
    assert "+@scripting" in found["store: scripts"].remedy


def test_a_server_that_tells_no_settings_is_a_warning(redis_url, store):
    store.acl_setuser("plain", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-config"])
    try:
        found = by_check(store_sound(patient(REDIS_URL=redis_url.replace("//", "//plain:x@"))))
    finally:
        store.acl_deluser("plain")

    assert found["store: appendfsync"].state == "warning"
    assert wrong(found.values()) == set()


def test_a_store_that_is_nearly_full_is_a_warning(redis_url, store):
    used = int(store.info("memory")["used_memory"])
    store.config_set("maxmemory", int(used * 1.1))
    try:
        found = by_check(store_sound(patient(REDIS_URL=redis_url)))
    finally:
        store.config_set("maxmemory", 0)

    assert found["store: memory"].state == "warning"
    assert found["store: writes"].state == "ok"


def test_the_queues_own_server_is_looked_at_by_itself(redis_url, store):
    away = f"redis://127.0.0.1:{free_port()}/0"
    same = by_check(queue_sound(patient(REDIS_URL=redis_url)))
    gone = by_check(queue_sound(patient(REDIS_URL=redis_url, QUEUE_REDIS_URL=away)))
    own = by_check(queue_sound(patient(REDIS_URL=away, QUEUE_REDIS_URL=redis_url)))

    assert same["queue: reachable"].said == "The queue is in the store itself."
    assert gone["queue: reachable"].state == "wrong"
    assert own["queue: maxmemory-policy"].state == "ok"


# The mailer


def test_processes_without_a_sign_of_life_are_wrong(redis_url):
    found = by_check(processes_alive(patient(REDIS_URL=redis_url)))

    assert wrong(found.values()) == {"mailer: watcher", "mailer: receiver", "mailer: worker"}
    assert "stagepost_mailer.watcher" in found["mailer: watcher"].remedy


def test_what_waits_is_counted(redis_url, store):
    first, last = partitions()[0], partitions()[-1]
    store.zadd(dues(first), {"overdue": 1.0, "to come": 4e9})
    store.zadd(inbox_keys.shunt(last), {"m/1": 1.0, "m/2": 2.0})
    found = by_check(nothing_waits(patient(REDIS_URL=redis_url)))

    assert found["backlog: dues"].said.startswith("1 deadlines or reminders are overdue")
    assert wrong(found.values()) == {"backlog: dues"}
    assert (found["backlog: put aside"].state, found["backlog: not sent"].state) == (
        "warning",
        "ok",
    )
    assert "stagepost shunt list" in found["backlog: put aside"].remedy


# Mail going out


@dataclass
class MailHost:
    """A mail host that knows one user, if it wants any, and refuses some senders."""

    refuses: str = ""
    user: str = ""
    seen: list[str] = field(default_factory=list)

    async def handle_MAIL(self, server, session, envelope, address, options):
        self.seen.append(address)
        if self.refuses and self.refuses in address:
            return "553 5.7.1 We do not send for that domain"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        raise AssertionError("a mail was sent")

    def authenticator(self, server, session, envelope, mechanism, data):
        right = (data.login, data.password) == (self.user.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=right or False)

    @contextmanager
    def open(self):
        more = {"authenticator": self.authenticator, "auth_require_tls": False} if self.user else {}
        port = free_port()
        controller = Controller(self, hostname="127.0.0.1", port=port, **more)
        controller.start()
        try:
            yield port
        finally:
            controller.stop()


def outgoing(url: str) -> dict[str, Finding]:
    return by_check(host_takes_mail(patient(SMTP_URL=url, MAIL_DOMAIN=DOMAIN)))


def test_a_mail_host_is_asked_up_to_the_sender_and_sent_nothing():
    host = MailHost()
    with host.open() as port:
        found = outgoing(f"smtp://127.0.0.1:{port}")

    assert wrong(found.values()) == set()
    assert found["smtp: sender"].state == "ok"
    [sender] = host.seen
    assert sender.endswith(f"@{DOMAIN}")


def test_a_sender_that_is_refused_is_wrong():
    with MailHost(refuses=DOMAIN).open() as port:
        found = outgoing(f"smtp://127.0.0.1:{port}")["smtp: sender"]

    assert found.state == "wrong"
    assert "553" in found.said
    assert "STAGEPOST_MAIL_DOMAIN" in found.remedy


@pytest.mark.parametrize(("password", "state"), [(PASSWORD, "ok"), ("wrong", "wrong")])
def test_user_and_password_are_tried(password: str, state: str):
    with MailHost(user="house").open() as port:
        url = f"smtp://house:{password.replace(' ', '%20')}@127.0.0.1:{port}"
        found = outgoing(url)

    assert found["smtp: login"].state in (state, "warning")
    assert (state == "wrong") == ("smtp: login" in wrong(found.values()))


def test_a_host_without_the_encryption_that_is_wanted_is_wrong():
    with MailHost().open() as port:
        found = outgoing(f"smtp+starttls://127.0.0.1:{port}")
        implicit = outgoing(f"smtps://127.0.0.1:{port}")

    assert "does not offer it" in found["smtp: encryption"].said
    assert wrong(implicit.values()) == {"smtp: encryption"}


@pytest.mark.parametrize("url", ["mailhost", "http://x", "smtp://"])
def test_an_address_that_is_no_mail_host_is_told_how_to_write(url: str):
    assert "smtps://user:password@host:port" in outgoing(url)["smtp: host"].said


# Mail coming in


class Words(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(self.server.greeting)
        for line in self.rfile:
            tag, _, command = line.decode().strip().partition(" ")
            good = self.server.said(self.wfile, command)
            self.wfile.write(f"{tag} {'OK' if good else 'NO'} done\r\n".encode())


class Mailbox(socketserver.ThreadingTCPServer):
    """The words of IMAP that a doctor speaks."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, capabilities: str = "IMAP4rev1 IDLE") -> None:
        self.capabilities, self.greeting = capabilities, b"* OK ready\r\n"
        self.opened: list[str] = []
        super().__init__(("127.0.0.1", 0), Words)

    def said(self, out, command: str) -> bool:
        word = command.split(maxsplit=1)[0].upper()
        match word:
            case "CAPABILITY":
                out.write(f"* CAPABILITY {self.capabilities}\r\n".encode())
            case "LOGIN":
                return PASSWORD in command
            case "LIST":
                out.write(b'* LIST () "/" INBOX\r\n')
            case "SELECT" | "EXAMINE":
                self.opened.append(command)
                out.write(b"* 1 EXISTS\r\n")
                return "INBOX" in command
            case "LOGOUT":
                out.write(b"* BYE\r\n")
        return True

    def url(self, password: str = PASSWORD, folder: str = "INBOX") -> str:
        port = self.server_address[1]
        return f"imap://anna:{password.replace(' ', '%20')}@127.0.0.1:{port}/{folder}"


@contextmanager
def served(server):
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def test_a_mailbox_is_logged_in_to_and_no_mail_of_it_is_marked():
    with served(Mailbox()) as box:
        found = by_check(mailbox_opens(patient(IMAP_URL=box.url())))

    assert {name: one.state for name, one in found.items()} == {
        "imap: host": "ok",
        "imap: login": "ok",
        "imap: folder": "ok",
        "imap: idle": "ok",
    }
    assert box.opened[0].startswith("EXAMINE")


def test_faults_of_a_mailbox_are_told_apart():
    with served(Mailbox(capabilities="IMAP4rev1")) as box:
        password = by_check(mailbox_opens(patient(IMAP_URL=box.url(password="wrong"))))
        folder = by_check(mailbox_opens(patient(IMAP_URL=box.url(folder="Games"))))

    assert wrong(password.values()) == {"imap: login"}
    assert wrong(folder.values()) == {"imap: folder"}
    assert "INBOX" in folder["imap: folder"].remedy
    assert folder["imap: idle"].state == "warning"


def test_a_port_where_something_else_listens_is_wrong():
    other = Mailbox()
    other.greeting = b"* OK this is IMAP\r\n"
    with served(other):
        port = str(other.server_address[1])
        found = by_check(ports_open(patient(SMTP_PORT_IN=port, LMTP_PORT_IN="0")))

    assert "does not greet as a mail host does" in found["receiver: SMTP"].said
    assert found["receiver: LMTP"].state == "skipped"


def test_a_certificate_without_its_key_is_wrong(tmp_path):
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not on this machine; it makes the certificates")
    for name in ("one", "two"):
        command = f"{openssl} req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        files = ["-keyout", str(tmp_path / f"{name}.key"), "-out", str(tmp_path / f"{name}.pem")]
        subprocess.run([*command.split(), *files], check=True, capture_output=True)

    def state(key: str) -> str:
        told = {"TLS_CERT": str(tmp_path / "one.pem"), "TLS_KEY": str(tmp_path / key)}
        return by_check(certificate_fits(patient(**told)))["receiver: certificate"].state

    assert (state("one.key"), state("two.key"), state("none.key")) == ("ok", "wrong", "wrong")


# The names


GOOD = {
    (DOMAIN, "MX"): ["10 mx.stagepost-house.org."],
    ("mx.stagepost-house.org", "A"): ["93.184.215.14"],
    ("14.215.184.93.in-addr.arpa", "PTR"): ["mx.stagepost-house.org."],
    (DOMAIN, "TXT"): ['"v=spf1 a:smtp.stagepost-house.org -all"', '"site=abc"'],
    (f"post._domainkey.{DOMAIN}", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIGf"'],
    (f"_dmarc.{DOMAIN}", "TXT"): ['"v=DMARC1; p=quarantine"'],
}


class NameServer(socketserver.ThreadingUDPServer):
    """Answers from a zone of its own on loopback."""

    daemon_threads = True

    def __init__(self, zone: dict) -> None:
        self.zone = zone
        super().__init__(("127.0.0.1", 0), Question)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Question(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        raw, connection = self.request
        query = dns.message.from_wire(raw)
        answer = dns.message.make_response(query)
        [question] = query.question
        kind = dns.rdatatype.to_text(question.rdtype)
        records = self.server.zone.get((str(question.name).rstrip("."), kind), [])
        if records:
            answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *records))
        connection.sendto(answer.to_wire(), self.client_address)


def looked_up(selector: str = "post", **changes) -> dict[str, Finding]:
    names = {
        "mx": (DOMAIN, "MX"),
        "a": ("mx.stagepost-house.org", "A"),
        "ptr": ("14.215.184.93.in-addr.arpa", "PTR"),
        "spf": (DOMAIN, "TXT"),
        "dkim": (f"post._domainkey.{DOMAIN}", "TXT"),
        "dmarc": (f"_dmarc.{DOMAIN}", "TXT"),
    }
    zone = GOOD | {names[name]: records for name, records in changes.items()}
    with served(NameServer(zone)) as server:
        told = {"STAGEPOST_MAIL_DOMAIN": DOMAIN}
        one = Patient(told, Path("/nowhere"), dns=server.address, selector=selector, seconds=3.0)
        return by_check(domain_known(one))


def test_a_domain_with_all_its_records_is_well():
    found = looked_up()

    assert {name: one.state for name, one in found.items()} == dict.fromkeys(
        ("dns: MX", "dns: address", "dns: reverse", "dns: SPF", "dns: DKIM", "dns: DMARC"), "ok"
    )


@pytest.mark.parametrize(
    ("change", "check", "state", "word"),
    [
        ({"mx": []}, "dns: MX", "wrong", "no MX record"),
        ({"mx": ["0 ."]}, "dns: MX", "wrong", "takes no mail"),
        ({"a": []}, "dns: address", "wrong", "has no address"),
        ({"ptr": []}, "dns: reverse", "warning", "called nothing"),
        ({"ptr": ["host7.provider.net."]}, "dns: reverse", "warning", "host7.provider.net"),
        ({"spf": ['"site=abc"']}, "dns: SPF", "wrong", "does not say who may send"),
        ({"spf": ['"v=spf1 +all"']}, "dns: SPF", "wrong", "Anybody may send"),
        ({"spf": ['"v=spf1 a"']}, "dns: SPF", "warning", "does not say what of all others"),
        ({"spf": ['"v=spf1 -all"', '"v=spf1 a -all"']}, "dns: SPF", "wrong", "2 SPF records"),
        ({"dkim": []}, "dns: DKIM", "wrong", "no key"),
        ({"dkim": ['"v=DKIM1; p="']}, "dns: DKIM", "wrong", "revoked"),
        ({"dmarc": []}, "dns: DMARC", "wrong", "no DMARC policy"),
        ({"dmarc": ['"v=DMARC1; p=none"']}, "dns: DMARC", "warning", "p=none"),
        ({"selector": ""}, "dns: DKIM", "skipped", "--selector"),
    ],
)
def test_each_fault_in_dns_is_named(change, check, state, word):
    found = looked_up(**change)[check]

    assert (found.state, word in found.said) == (state, True), found
    assert bool(found.remedy) == (state not in ("ok", "skipped"))


def test_the_policy_of_the_domain_above_counts():
    zone = dict(GOOD)
    del zone[(f"_dmarc.{DOMAIN}", "TXT")]
    zone[("_dmarc.stagepost-house.org", "TXT")] = ['"v=DMARC1; p=reject"']
    with served(NameServer(zone)) as server:
        told = {"STAGEPOST_MAIL_DOMAIN": DOMAIN}
        found = by_check(domain_known(Patient(told, Path("/nowhere"), dns=server.address)))

    assert found["dns: DMARC"].state == "ok"


def test_a_name_server_that_is_away_is_wrong():
    told = {"STAGEPOST_MAIL_DOMAIN": DOMAIN}
    one = Patient(told, Path("/nowhere"), dns=f"127.0.0.1:{free_port()}", seconds=0.5)

    assert wrong(domain_known(one)) == {"dns: server"}


# Settings, clocks and the ground


@pytest.mark.parametrize(
    ("changes", "check", "state"),
    [
        ({"SERVICE_TOKEN": ""}, "secrets: STAGEPOST_SERVICE_TOKEN", "wrong"),
        ({"SERVICE_TOKEN": "short"}, "secrets: STAGEPOST_SERVICE_TOKEN", "wrong"),
        ({"MAIL_KEY": "0" * 64}, "secrets: STAGEPOST_MAIL_KEY", "warning"),
        (
            {"SERVICE_TOKEN": SECRETS["STAGEPOST_OPERATOR_TOKEN"]},
            "secrets: apart",
            "wrong",
        ),
        ({"OPERATOR_TOKEN": ""}, "secrets: STAGEPOST_OPERATOR_TOKEN", "skipped"),
    ],
)
def test_secrets_are_held_to_their_length_and_each_is_another(changes, check, state):
    assert by_check(secrets_strong(patient(**changes)))[check].state == state


def test_settings_that_a_service_would_not_read_are_told_in_its_words():
    mailer = by_check(settings_readable(patient(CONNECTIONS="many")))["settings: mailer"]
    engine = by_check(settings_readable(patient(ENGINE_PORT="eighty")))["settings: engine"]

    assert "STAGEPOST_CONNECTIONS is “many”" in mailer.said
    assert "STAGEPOST_ENGINE_PORT is 'eighty'" in engine.said


@pytest.mark.parametrize(
    ("theirs", "state", "word"),
    [
        (100.5, "ok", "agree"),
        (110.0, "warning", "9.0 seconds ahead"),
        (40.0, "wrong", "60.0 seconds behind"),
    ],
)
def test_a_clock_that_is_off_is_told_by_how_much(theirs, state, word):
    found = _compared("clock: x", theirs, 100.0, 101.0, "the store")

    assert (found.state, word in found.said) == (state, True)


def test_old_zones_are_a_warning():
    assert _zones(2020).state == "ok"
    assert _zones(2099).state == "warning"


def test_a_folder_that_others_may_look_into_is_wrong(tmp_path):
    data = tmp_path / "var"
    secret_keys.kept(data)
    good = by_check(folder_sound(Patient({}, data)))
    data.chmod(0o755)
    (data / secret_keys.FILE).chmod(0o644)
    bad = by_check(folder_sound(Patient({}, data)))

    assert wrong(good.values()) == set()
    assert wrong(bad.values()) == {"disk: folder", "disk: secrets"}
    assert bad["disk: secrets"].remedy.startswith("chmod 600")


def test_a_settings_file_is_read_as_a_pipe_reads_it_and_must_be_private(tmp_path):
    path = tmp_path / "stagepost.env"
    path.write_text("\n".join(f'{name}="{value}"' for name, value in SECRETS.items()))
    path.chmod(0o644)
    command = ["doctor", "--json", "--seconds", "1", "--settings", str(path)]
    environment = {"STAGEPOST_REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}
    open_, states = {}, []
    for mode in (0o644, 0o600):
        path.chmod(mode)
        result = CliRunner().invoke(main, command, env=environment)
        open_ = {one["check"]: one for one in json.loads(result.stdout)}
        states.append(open_["pipe: settings"]["state"])

    assert states == ["wrong", "ok"]
    assert open_["settings: mailer"]["state"] == "ok"
