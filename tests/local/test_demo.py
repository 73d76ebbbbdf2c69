"""`stagepost demo` plays a whole match by mail and verifies its record."""

import json
import mailbox
import subprocess
import sys

import pytest

SECONDS_MOST = 240


@pytest.mark.timeout(SECONDS_MOST + 30)
def test_a_whole_match_is_played_by_mail(tmp_path):
    command = [sys.executable, "-m", "stagepost_local.cli", "demo", "--seed", "7"]
    result = subprocess.run(
        [*command, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        timeout=SECONDS_MOST,
        check=False,
        cwd=tmp_path,
    )
    print(result.stdout[-4000:], result.stderr[-4000:])

    assert result.returncode == 0
    [standings] = [
        line for line in result.stdout.splitlines() if line.startswith("Final standings")
    ]
    [verified] = [line for line in result.stdout.splitlines() if line.startswith("verified: ")]

    assert all(name in standings for name in ("anna", "bruno", "celia", "dario"))
    assert int(verified.split()[1]) > 0
    bag = mailbox.mbox(tmp_path / "out" / "mails.mbox", create=False)
    senders = {str(mail["From"]) for mail in bag}
    bag.close()

    assert "anna@stagepost.localhost" in senders
    assert json.loads((tmp_path / "out" / "record.json").read_text())
    again = subprocess.run(
        [*command[:3], "verify", str(tmp_path / "out" / "record.json")], check=False
    )

    assert again.returncode == 0
