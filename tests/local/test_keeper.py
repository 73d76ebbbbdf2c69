"""A killed Valkey serves the same folder at the same address again, told in one line."""

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
import redis

from stagepost_local import keeper
from stagepost_local.ports import wait_until


@pytest.fixture
def told() -> list[str]:
    return []


def kill(kept: keeper.Keeper) -> None:
    os.kill(kept.server.pid, signal.SIGKILL)
    kept.server.process.wait()


@pytest.mark.parametrize("folder", ["data", "deep" * 30])
def test_a_killed_server_is_back_at_its_address_with_all_that_it_acknowledged(
    tmp_path: Path, told: list[str], folder: str
):
    """Also where the path is too long for a socket: the short folder stays the same."""
    kept = keeper.kept(tmp_path / folder, told.append)
    try:
        with closing(redis.Redis.from_url(kept.url)) as client:
            client.set("word", "crude")
            first = kept.server.pid
            kill(kept)

            assert wait_until(lambda: kept.server.pid != first, kept.tend, 20.0)
            assert client.get("word") == b"crude"
    finally:
        kept.stop()
    [line] = told

    assert line.startswith("valkey ended with signal 9; it starts again in 0.2 s, with all that")
    assert "\n" not in line


def test_one_that_is_killed_again_and_again_waits_longer_each_time(tmp_path: Path, told: list[str]):
    kept = keeper.kept(tmp_path, told.append)
    try:
        for _ in range(3):
            first = kept.server.pid
            kill(kept)

            assert wait_until(lambda pid=first: kept.server.pid != pid, kept.tend, 20.0)
    finally:
        kept.stop()

    assert [line.split(" in ")[1].split(" s,")[0] for line in told] == ["0.2", "0.4", "0.8"]


def test_one_that_was_stopped_is_not_started_again(tmp_path: Path, told: list[str]):
    kept = keeper.kept(tmp_path, told.append)
    kept.stop()

    assert kept.server.process.returncode == 0
    assert told == []
