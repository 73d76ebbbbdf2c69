"""The rig ends with whoever started it, also when that is killed without a word."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mailer.house import eventually
from mailer.rig import daemons
from mailer.rig.watchdog import left_behind

TESTS = Path(__file__).parents[2]
# Says where the rig is, and stays until it is killed.
STARTS = """
import sys
from mailer.rig import daemons
with daemons.running() as rig:
    print(rig.folder, flush=True)
    sys.stdin.read()
"""


def started() -> tuple[subprocess.Popen, Path]:
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    return parent, Path(parent.stdout.readline().decode().strip())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_server_outlives_a_killed_parent(number: signal.Signals):
    """Both servers and their folder are gone soon after."""
    if reason := daemons.why_not():
        pytest.skip(reason)
    parent, folder = started()
    running = " ".join(left_behind(folder).values())
    parent.send_signal(number)
    parent.communicate(timeout=20)

    assert "dovecot" in running
    assert "master" in running
    eventually(lambda: not left_behind(folder) and not folder.exists(), "the end", seconds=40)


def test_an_end_in_order_leaves_nothing():
    """As before: the rig stops them itself, and the watchdog has nothing to do."""
    if reason := daemons.why_not():
        pytest.skip(reason)
    parent, folder = started()
    parent.communicate(b"", timeout=60)

    assert parent.returncode == 0
    assert left_behind(folder) == {}
    assert not folder.exists()
