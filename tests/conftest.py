"""What every test may ask for: a Valkey of its own worker, a printed seed, and no silent skips."""

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from hypothesis import settings

from stagepost_local import valkey as embedded

settings.register_profile("dev", max_examples=10, print_blob=True, deadline=None)
settings.register_profile("ci", max_examples=100, print_blob=True, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="replay a random test with the seed that it printed")
    parser.addoption("--golden", action="store_true", help="write the golden transcripts again")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return fail_if_skipped((yield))


def fail_if_skipped(report):
    """In CI a skipped test fails: what did not run has proved nothing."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("STAGEPOST_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"Skipped, and STAGEPOST_NO_SKIPS is set: {report.longrepr}"
    return report


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A fresh seed each time, printed so that a failure can be replayed by --seed."""
    given = request.config.getoption("--seed")
    chosen = random.SystemRandom().getrandbits(32) if given is None else given
    print(f"seed {chosen}: replay with --seed {chosen}")
    return chosen


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> bool:
    """Whether this run writes the transcripts instead of comparing them."""
    return request.config.getoption("--golden")


@pytest.fixture(scope="session")
def valkey() -> Iterator[embedded.Valkey]:
    """One server for each worker; the short folder is removed with it."""
    with tempfile.TemporaryDirectory(prefix="stagepost-tests-") as folder:
        server = embedded.start(Path(folder), port=embedded.free_port())
        yield server
        server.stop()


@pytest.fixture
def redis_url(valkey: embedded.Valkey) -> str:
    """The worker's server, empty."""
    with closing(redis.Redis.from_url(valkey.url)) as client:
        client.flushall()
    return valkey.url
