"""Ends the rig's servers when whoever started them is gone: killed, it can not do so itself.

Its standard input is a pipe that only the parent holds open. DONE on it says that nothing is left.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

POSTFIX = "/usr/sbin/postfix"
DONE = b"done"
ENDING_SECONDS = 10.0


def main() -> None:
    folder = Path(sys.argv[1])
    # Ctrl-C at the terminal is the parent's: it ends all in order, or is gone after that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.stdin.buffer.read() != DONE:
        end(folder)


def end(folder: Path) -> None:
    """Asks both servers to stop, then ends what has not, and takes the folder away."""
    subprocess.run(
        [POSTFIX, "-c", str(folder / "postfix"), "stop"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    tell(left_behind(folder), signal.SIGTERM)
    until = time.monotonic() + ENDING_SECONDS
    while left_behind(folder) and time.monotonic() < until:
        time.sleep(0.1)
    tell(left_behind(folder), signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def tell(processes: dict[int, str], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def left_behind(folder: Path) -> dict[int, str]:
    """Processes that still run in the folder, each with its command; not this one."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            where = str((process / "cwd").readlink())
        except OSError:
            continue
        if str(folder) in words + where and __file__ not in words:
            found[int(process.name)] = words
    return found


if __name__ == "__main__":
    main()
