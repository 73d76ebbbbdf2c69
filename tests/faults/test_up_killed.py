"""`stagepost up` outlives its Valkey: one line is printed, and everything goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from faults.box import left_behind, processes, read

from stagepost_local import maildir, opening, parts, whereabouts
from stagepost_local.correspondent import letters
from stagepost_local.engine_client import Engine
from stagepost_local.opening import Opening
from stagepost_local.ports import wait_until
from stagepost_local.whereabouts import Whereabouts

YOU = opening.address_of(opening.NEWCOMER)
SECONDS_MOST = 60.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks for Valkey in /proc")


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "var"
    command = [sys.executable, "-m", "stagepost_local.cli", "up", "--any-ports"]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen([*command, "--data", str(data)], stdout=output, stderr=output)
    try:
        comes(lambda: mails(data), "the first prompt", tmp_path)
        yield data
    finally:
        process.send_signal(signal.SIGINT)

        assert process.wait(40) == 0
    assert left_behind(data) == []


@pytest.mark.timeout(200)
def test_a_killed_valkey_is_told_in_one_line_and_the_newcomer_plays_on(data: Path):
    folder = data.parent
    [mail] = [mail for mail in mails(data) if letters.kind(mail) == "prompt"]
    [valkey] = [pid for pid, line in processes().items() if line.endswith(f"in {data}/valkey")]
    os.kill(valkey, signal.SIGKILL)
    comes(lambda: "valkey ended with signal 9" in told(folder), "the line", folder)
    place = msgspec.json.decode((data / whereabouts.FILE).read_bytes(), type=Whereabouts)
    comes(lambda: httpx.get(f"{place.engine}/v1/health").status_code == 200, "health", folder)
    answers(data, place, mail)
    comes(lambda: receipts(data), "the receipt", folder)
    match = msgspec.json.decode((data / opening.FILE).read_bytes(), type=Opening)
    with Engine(place.engine, match.host_token) as host:
        assert host.match(match.match).step >= 1
    lines = [line for line in told(folder).splitlines() if line.startswith("valkey ended")]

    assert len(lines) == 1


def answers(data: Path, place: Whereabouts, mail) -> None:
    """Write what would be played anyway, on the page."""
    page = place.page.rstrip("/")
    [stored] = [
        one for one in maildir.every(box(data)) if read(one)["Message-ID"] == mail["Message-ID"]
    ]
    words = letters._FALLBACK.search(" ".join(letters.words(mail).split()))
    [line, *_] = letters._BRACKETED.findall(words[1])
    answer = httpx.post(
        f"{page}/box/{YOU}/{stored.name}/answer",
        data={"words": line},
        headers={"Origin": page},
        follow_redirects=True,
    )

    assert "Your answer was sent" in answer.text


def box(data: Path) -> Path:
    return maildir.folder_of(data / parts.POST, YOU)


def mails(data: Path) -> list:
    return [read(mail) for mail in maildir.every(box(data))]


def receipts(data: Path) -> list:
    return [mail for mail in mails(data) if letters.kind(mail) == "receipt"]


def told(folder: Path) -> str:
    return (folder / "output").read_text()


def comes(found, what: str, folder: Path) -> None:
    assert wait_until(lambda: bool(found()), lambda: None, SECONDS_MOST), (
        f"no {what}: {told(folder)}"
    )
