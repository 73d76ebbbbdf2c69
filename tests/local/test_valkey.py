"""The embedded Valkey keeps what it acknowledged, its folder to itself, and never outlives its owner."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis

from stagepost_local import valkey as embedded

START_AND_SLEEP = """
import sys, time
from pathlib import Path
from stagepost_local import valkey
print(valkey.start(Path(sys.argv[1])).pid, flush=True)
time.sleep(60)
"""

Start = Callable[..., embedded.Valkey]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers and sees to it that none is left."""
    started: list[embedded.Valkey] = []

    def start(*arguments, **settings) -> embedded.Valkey:
        started.append(embedded.start(*arguments, **settings))
        return started[-1]

    yield start
    for server in started:
        server.stop()


def client(server: embedded.Valkey) -> closing[redis.Redis]:
    return closing(redis.Redis.from_url(server.url))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def wait_until_gone(pid: int) -> bool:
    until = time.monotonic() + 10
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(pid)


def test_a_server_keeps_values_durably_and_evicts_none(start: Start, tmp_path: Path):
    server = start(tmp_path)
    with client(server) as connection:
        connection.set("word", "crude")

        assert connection.get("word") == b"crude"
        assert connection.config_get("append*")["appendfsync"] == "always"
        assert connection.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_without_a_port_only_a_private_socket_is_open(start: Start, tmp_path: Path):
    server = start(tmp_path)
    with client(server) as connection:
        assert connection.config_get("port") == {"port": "0"}

    assert (tmp_path / "valkey.sock").stat().st_mode & 0o777 == 0o600


def test_with_a_port_it_listens_on_loopback_only(start: Start, tmp_path: Path):
    port = embedded.free_port()
    server = start(tmp_path, port=port)
    with client(server) as connection:
        assert connection.config_get("bind") == {"bind": "127.0.0.1"}

    assert server.url == f"redis://127.0.0.1:{port}/0"


def test_a_path_too_long_for_a_socket_is_served_from_a_short_one(start: Start, tmp_path: Path):
    server = start(tmp_path / ("deep" * 30))
    with client(server) as connection:
        assert connection.ping()

    server.stop()

    assert not Path(server.url.removeprefix("unix://")).parent.exists()


def test_a_killed_server_keeps_every_acknowledged_write(start: Start, tmp_path: Path):
    server = start(tmp_path)
    with client(server) as connection:
        for number in range(500):
            assert connection.rpush("journal", number) == number + 1
        os.kill(server.pid, signal.SIGKILL)
        server.process.wait()

    with client(start(tmp_path)) as connection:
        assert connection.lrange("journal", 0, -1) == [b"%d" % number for number in range(500)]


def test_a_stopped_server_can_be_stopped_again_and_started_again(start: Start, tmp_path: Path):
    server = start(tmp_path)
    with client(server) as connection:
        connection.set("word", "pola")
    server.stop()
    server.stop()

    assert server.process.returncode == 0
    with client(start(tmp_path)) as connection:
        assert connection.get("word") == b"pola"


def test_a_second_server_on_the_same_folder_is_refused(start: Start, tmp_path: Path):
    server = start(tmp_path)
    with pytest.raises(embedded.CannotStart, match="already keeps its matches in"):
        start(tmp_path)

    with client(server) as connection:
        assert connection.ping()


def test_a_server_that_cannot_start_says_why(start: Start, tmp_path: Path):
    port = embedded.free_port()
    start(tmp_path / "first", port=port)
    with pytest.raises(embedded.CannotStart, match=r"(?s)did not start .* in use"):
        start(tmp_path / "second", port=port)


def test_a_machine_without_a_binary_is_told_what_would_do(monkeypatch: pytest.MonkeyPatch):
    def missing():
        raise embedded.ValkeyBinaryNotFoundError

    monkeypatch.setattr(embedded, "get_binary_path", missing)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(embedded.CannotStart, match="Install valkey-server or redis-server"):
        embedded.find_binary()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_an_owner_killed_outright_leaves_no_orphan_and_an_open_folder(start: Start, tmp_path: Path):
    command = [sys.executable, "-c", START_AND_SLEEP, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())

        assert alive(pid)
        owner.kill()

    assert wait_until_gone(pid)
    with client(start(tmp_path)) as connection:
        assert connection.ping()
