"""One box: seconds from its start to the first prompt, and the memory that all of it holds.

python bench/box.py
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from figures import show

from stagepost_local import house, opening
from stagepost_local.ports import Ports
from stagepost_local.settings import Settings

SECONDS_MOST = 60.0


def resident(pid: int) -> int:
    """Bytes of a process in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def valkey_pid(folder: Path) -> int:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if b"valkey-server" in words and str(folder).encode() in words:
                return int(entry.name)
    raise SystemExit("no valkey-server runs")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="stagepost-box-") as name:
        folder = Path(name)
        settings = Settings(data=folder, ports=Ports(0, 0, 0, 0, 0))
        begun = time.monotonic()
        with house.opened(settings, os.environ, print, allow_seeds=True) as opened:
            ready = time.monotonic() - begun
            made = opened.engine.make_match(
                opening.wanted(game="pola_naftowe", seats=4, seed="0" * 64)
            )
            while not list((folder / "post").glob("*/new/*")):
                assert time.monotonic() - begun < SECONDS_MOST, f"no prompt of {made.match}"
                time.sleep(0.01)
            show("seconds from the start to every part answering", ready, "s")
            show("seconds from the start to the first prompt", time.monotonic() - begun, "s")
            time.sleep(2)
            pids = opened.supervisor.pids() | {"valkey": valkey_pid(folder)}
            sizes = {part: resident(pid) / 2**20 for part, pid in pids.items()}
            for part, size in sorted(sizes.items()):
                show(f"resident memory of {part}", size, "MiB")
            whole = sum(size for part, size in sizes.items() if part != "post-office")
            show("the whole service, without the post office", whole, "MiB", goal="goal: under 250")


if __name__ == "__main__":
    main()
