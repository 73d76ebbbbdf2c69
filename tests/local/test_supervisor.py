"""The supervisor restarts what dies, says so in a line, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from stagepost_local import ports, secret_keys, signals
from stagepost_local.parts import plain, services
from stagepost_local.ports import Ports
from stagepost_local.settings import Settings, from_environment, zone_of_this_machine
from stagepost_local.supervisor import Part, Supervisor

SLEEP = (sys.executable, "-c", "import time; print('awake', flush=True); time.sleep(60)")
STUBBORN = (
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
)


@pytest.fixture
def told():
    return []


@pytest.fixture
def supervisor(tmp_path, told):
    made = Supervisor(tmp_path / "log", told.append)
    yield made
    made.stop()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until(ready) -> bool:
    return ports.wait_until(ready, lambda: None, 10.0)


def test_the_post_office_may_be_answered_as_fast_as_one_can_and_real_hosts_may_not():
    secrets = secret_keys.Secrets("k", "s", "o")
    asked = {"STAGEPOST_MAILS_AN_HOUR": "5"}

    def told_worker(environment):
        settings = from_environment(environment)
        parts = services(settings, secrets, Ports(), "redis://x", {})
        return next(part.environment for part in parts if part.name == "worker")

    assert told_worker({})["STAGEPOST_RECEIPTS_AN_HOUR"] == "1000"
    assert told_worker(asked)["STAGEPOST_MAILS_AN_HOUR"] == "5"
    assert "STAGEPOST_RECEIPTS_AN_HOUR" not in told_worker({"STAGEPOST_SMTP_URL": "smtp://x"})


def test_what_dies_is_started_again_and_told_in_one_line(supervisor, told):
    supervisor.start([Part("engine", SLEEP, os.environ)])
    first = supervisor.pids()["engine"]
    os.kill(first, signal.SIGKILL)

    assert ports.wait_until(lambda: supervisor.pids()["engine"] != first, supervisor.tend, 10.0)
    [line] = told

    assert line.startswith("engine ended with signal 9; it starts again in 0.2 s. Its log: ")
    assert "\n" not in line


def test_the_pause_grows_for_what_dies_at_once(supervisor, told):
    supervisor.start([Part("engine", (sys.executable, "-c", "raise SystemExit(3)"), os.environ)])

    assert ports.wait_until(lambda: len(told) == 3, supervisor.tend, 10.0)
    assert [line.partition("again in ")[2].split(" ")[0] for line in told] == ["0.2", "0.4", "0.8"]
    assert "exit code 3" in told[0]


def test_output_goes_to_the_log(supervisor):
    supervisor.start([Part("engine", SLEEP, os.environ)])

    assert until(lambda: supervisor.last_words("engine") == "awake")


def test_writers_are_stopped_before_the_engine_and_none_is_left(supervisor):
    supervisor.start([Part("engine", SLEEP, os.environ, 2), Part("anna", SLEEP, os.environ, 0)])
    pids = supervisor.pids().values()
    supervisor.stop()

    assert not any(map(alive, pids))


def test_what_does_not_listen_is_killed(supervisor, monkeypatch):
    monkeypatch.setattr("stagepost_local.supervisor.STOP_SECONDS_MOST", 0.5)
    supervisor.start([Part("engine", STUBBORN, os.environ)])
    [pid] = supervisor.pids().values()
    time.sleep(0.5)
    supervisor.stop()

    assert not alive(pid)


def test_a_taken_port_gives_way_to_a_free_one_and_is_told(told):
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        chosen = ports.chosen(Ports(taken, 0, 0, 0, 0), told.append)

    assert chosen.engine not in (0, taken)
    assert told == [f"Port {taken} is taken; the engine uses {chosen.engine} instead."]


def test_secrets_are_made_once_and_only_their_owner_reads_them(tmp_path):
    made = secret_keys.kept(tmp_path)

    assert secret_keys.kept(tmp_path) == made
    assert (tmp_path / "secrets.json").stat().st_mode & 0o777 == 0o600
    assert len(bytes.fromhex(made.mail_key)) == 32
    assert len({made.mail_key, made.operator_token, made.service_token}) == 3


def test_secrets_that_the_environment_gives_come_first(tmp_path):
    own = secret_keys.kept(tmp_path)
    given = secret_keys.kept(tmp_path, {"STAGEPOST_MAIL_KEY": "ab" * 32})

    assert given.mail_key == "ab" * 32
    assert given.operator_token == own.operator_token


def test_only_the_engine_knows_the_operator_and_only_the_mailer_the_mail_key(tmp_path):
    secrets = secret_keys.kept(tmp_path)
    parts = services(Settings(tmp_path), secrets, Ports(), "redis://x", {"PATH": "/bin"})
    by_name = {part.name: part.environment for part in parts}

    assert "STAGEPOST_MAIL_KEY" not in by_name["engine"]
    assert "STAGEPOST_OPERATOR_TOKEN" not in by_name["worker"]
    assert by_name["worker"]["STAGEPOST_SMTP_URL"] == "smtp://127.0.0.1:8702"
    assert by_name["receiver"]["STAGEPOST_REDIS_URL"] == "redis://x"


def test_a_process_that_plays_gets_none_of_the_settings():
    assert "STAGEPOST_OPERATOR_TOKEN" not in plain({"STAGEPOST_OPERATOR_TOKEN": "x"})


def test_settings_point_the_house_at_real_servers(tmp_path):
    settings = from_environment(
        {"STAGEPOST_SMTP_URL": "smtps://mail.example.org", "STAGEPOST_IMAP_URL": "imaps://x"},
        tmp_path,
    )
    parts = services(settings, secret_keys.kept(tmp_path), Ports(), "redis://x", {})

    assert parts[1].environment["STAGEPOST_SMTP_URL"] == "smtps://mail.example.org"
    assert parts[1].environment["STAGEPOST_IMAP_URL"] == "imaps://x"


def test_the_zone_of_the_machine_is_a_name_or_utc(tmp_path):
    link = tmp_path / "zoneinfo" / "Europe" / "Warsaw"
    link.parent.mkdir(parents=True)
    link.touch()

    assert zone_of_this_machine(link) == "Europe/Warsaw"
    assert zone_of_this_machine(tmp_path / "nothing") == "UTC"


WAITS = """
import time
from stagepost_local.signals import Stopped, stopping
try:
    with stopping():
        try:
            print("ready", flush=True)
            time.sleep(60)
        finally:
            print("clearing", flush=True)
            time.sleep(0.3)
            print("cleared up", flush=True)
except Stopped:
    pass
"""


@pytest.mark.parametrize("number", signals.SIGNALS)
def test_the_first_signal_stops_and_further_ones_do_not_disturb(number):
    command = [sys.executable, "-c", WAITS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in ("ready", "clearing"):
            process.stdout.readline()
            process.send_signal(number)

        assert process.stdout.readline() == "cleared up\n"

    assert process.returncode == 0
