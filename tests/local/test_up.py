"""`stagepost up`: the first prompt is read and answered in a browser, and a stop leaves nothing."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest

from stagepost_contracts.api import MatchSeen
from stagepost_local import maildir
from stagepost_local.engine_client import Engine, EngineAway
from stagepost_local.ports import wait_until
from stagepost_local.post.reading import Letter, letter, plain_text

YOU = "you@stagepost.localhost"
READY_SECONDS_MOST = 60.0
DEFAULT = re.compile(r"played for you:[^\[]*\[([^\]]+)\]")


class House:
    """A house that runs in a folder, and how a newcomer sees it."""

    def __init__(self, data: Path, process: subprocess.Popen[str]):
        self.data, self.process = data, process
        assert wait_until(lambda: self.file("house.json").exists(), self.alive, READY_SECONDS_MOST)
        where = json.loads(self.file("house.json").read_text())
        self.page, self.engine_url = where["page"].rstrip("/"), where["engine"]

    def read(self, mail: str) -> str:
        return httpx.get(f"{self.page}/box/{YOU}/{mail}").text

    def answer(self, mail: str, words: str) -> str:
        url, headers = f"{self.page}/box/{YOU}/{mail}/answer", {"Origin": self.page}
        answer = httpx.post(url, data={"words": words}, headers=headers, follow_redirects=True)
        return answer.text

    def file(self, name: str) -> Path:
        return self.data / name

    def alive(self) -> None:
        assert self.process.poll() is None, self.output()

    def output(self) -> str:
        return (self.data.parent / "output").read_text()

    def letters(self) -> list[Letter]:
        return [letter(mail) for mail in maildir.every(maildir.folder_of(self.data / "post", YOU))]

    def prompts(self) -> list[Letter]:
        return [
            mail for mail in self.letters() if DEFAULT.search(" ".join(plain_text(mail).split()))
        ]

    def receipts(self) -> list[Letter]:
        return [mail for mail in self.letters() if mail.is_answer]

    def wait_for(self, ready) -> None:
        if not wait_until(ready, self.alive, READY_SECONDS_MOST):
            logs = "\n".join(
                f"== {path.name}\n{path.read_text()[-1500:]}"
                for path in sorted((self.data / "log").iterdir())
            )
            pytest.fail(f"It did not come.\n{self.output()}\n{logs}")

    def match(self) -> MatchSeen:
        opening = json.loads(self.file("opening.json").read_text())
        with Engine(self.engine_url, opening["seats"]["newcomer"]) as engine:
            return engine.match(opening["match"])


def descendants(pid: int) -> set[int]:
    found = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in found.stdout.splitlines()]
    below: set[int] = set()
    while True:
        more = {child for child, parent in pairs if parent == pid or parent in below} - below
        if not more:
            return below
        below |= more


def living(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


@contextmanager
def up(data: Path):
    command = [
        sys.executable,
        "-m",
        "stagepost_local.cli",
        "up",
        "--any-ports",
        "--data",
        str(data),
    ]
    with (data.parent / "output").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, text=True)
    try:
        yield House(data, process)
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(40) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes left behind in /proc")
@pytest.mark.timeout(240)
def test_a_newcomer_answers_the_first_prompt_and_the_house_stops_and_goes_on(tmp_path):
    data = tmp_path / "var"
    began = time.monotonic()
    with up(data) as house:
        house.wait_for(house.prompts)
        print(f"first prompt after {time.monotonic() - began:.1f} s")
        first = house.prompts()[0].name
        text = " ".join(unescape(house.read(f"{first}?show=text")).split())
        words = DEFAULT.search(text)

        assert words is not None, text
        step = house.match().step
        page = house.answer(first, words[1])

        assert "Your answer was sent" in page
        house.wait_for(house.receipts)
        assert words[1] in house.read(first)
        house.wait_for(lambda: house.match().step > step)
        match, step = house.match().match, house.match().step
        below = descendants(house.process.pid)

        # Valkey, engine, worker, receiver, watcher, post office, three correspondents.
        assert len(below) >= 9

    assert living(below) == set()
    assert not (data / "house.json").exists()
    with up(data) as house:
        house.wait_for(lambda: house.file("opening.json").exists())

        assert house.match().match == match
        assert house.match().step >= step
        assert "goes on" in house.output()
        below = descendants(house.process.pid)

    assert living(below) == set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
@pytest.mark.timeout(120)
def test_a_killed_part_comes_back_and_a_killed_house_leaves_nothing(tmp_path):
    data = tmp_path / "var"
    command = [
        sys.executable,
        "-m",
        "stagepost_local.cli",
        "up",
        "--any-ports",
        "--data",
        str(data),
    ]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, text=True)
    house = House(data, process)
    house.wait_for(lambda: len(descendants(process.pid)) >= 9)
    below = descendants(process.pid)
    [engine] = [
        pid for pid in below if b"stagepost_engine.app" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    os.kill(engine, signal.SIGKILL)
    house.wait_for(lambda: "engine ended with signal 9" in house.output())
    with Engine(house.engine_url) as found:
        house.wait_for(lambda: answers(found))
    below = descendants(process.pid)
    process.kill()
    process.wait()

    assert wait_until(lambda: not living(below), lambda: None, 15.0)


@pytest.mark.timeout(120)
def test_for_machines_each_word_of_the_house_is_a_line_of_json(tmp_path):
    """The first tells where it is, once it is."""
    data = tmp_path / "var"
    command = [sys.executable, "-m", "stagepost_local.cli", "up", "--json", "--any-ports"]
    process = subprocess.Popen(
        [*command, "--data", str(data)], stdout=subprocess.PIPE, text=True, stderr=subprocess.STDOUT
    )
    told = json.loads(process.stdout.readline())
    with Engine(told["ready"]["engine"]) as engine:
        health = engine.health()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    said = [json.loads(line)["said"] for line in rest.splitlines()]

    assert health.ok
    assert said[-1] == "Stopped. `stagepost up` goes on from here."
    assert process.returncode == 0


def answers(engine: Engine) -> bool:
    try:
        return engine.health().ok
    except EngineAway:
        return False
