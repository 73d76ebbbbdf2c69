"""What tests/conftest.py promises to every test."""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import redis

CONFTEST = Path(__file__).parent / "conftest.py"

SKIPPING = """
import pytest

def test_that_skips():
    pytest.skip("no browser here")

@pytest.mark.xfail
def test_that_is_known_to_fail():
    assert False
"""

SKIPPING_WHOLLY = """
import pytest
pytest.importorskip("a_module_that_nobody_has")
"""

DRAWING = """
def test_that_draws(seed):
    assert seed == 7
"""


def run_pytest(folder: Path, source: str, *options: str, **environment: str) -> tuple[int, str]:
    shutil.copy(CONFTEST, folder / "conftest.py")
    (folder / "test_inner.py").write_text(source)
    kept = {name: value for name, value in os.environ.items() if name != "STAGEPOST_NO_SKIPS"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:valkey", *options, "."],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("attempt", [1, 2])
def test_each_test_finds_an_empty_redis(redis_url: str, attempt: int):
    with closing(redis.Redis.from_url(redis_url)) as client:
        assert client.dbsize() == 0

        client.set("left behind by attempt", attempt)


def test_a_skip_is_a_skip_at_home(tmp_path: Path):
    code, output = run_pytest(tmp_path, SKIPPING)

    assert (code, "1 skipped, 1 xfailed" in output) == (0, True)


@pytest.mark.parametrize("source", [SKIPPING, SKIPPING_WHOLLY])
def test_a_skip_is_a_failure_where_none_is_allowed(tmp_path: Path, source: str):
    code, output = run_pytest(tmp_path, source, STAGEPOST_NO_SKIPS="1")

    assert code != 0
    assert "Skipped, and STAGEPOST_NO_SKIPS is set" in output


def test_a_given_seed_is_replayed(tmp_path: Path):
    code, _ = run_pytest(tmp_path, DRAWING, "--seed", "7")

    assert code == 0


def test_a_failing_draw_prints_its_seed(tmp_path: Path):
    code, output = run_pytest(tmp_path, DRAWING, "--seed", "8")

    assert (code, "seed 8: replay with --seed 8" in output) == (1, True)
