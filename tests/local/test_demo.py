"""`stagepost demo` plays a whole match by mail and verifies its record."""

import json
import mailbox
import subprocess
import sys

import pytest

from stagepost_local.opening import CORRESPONDENTS

SECONDS_MOST = 240


SEED = "7"

# The last is too long for every day: some two hundred moves, each two mails or more.
MATCHES = [
    ("pola_naftowe", 4),
    ("bombay", 2),
    pytest.param("crude", 2, marks=pytest.mark.long),
    pytest.param("bombay", 5, marks=pytest.mark.long),
    pytest.param("crude", 4, marks=pytest.mark.long),
]


@pytest.mark.timeout(SECONDS_MOST + 30)
@pytest.mark.parametrize(("game", "seats"), MATCHES)
def test_a_whole_match_is_played_by_mail(tmp_path, game, seats):
    stagepost = [sys.executable, "-m", "stagepost_local.cli"]
    command = [*stagepost, "demo", "--game", game, "--seats", str(seats), "--seed", SEED]
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

    assert all(name in standings for name in CORRESPONDENTS[:seats])
    assert int(verified.split()[1]) > 0
    bag = mailbox.mbox(tmp_path / "out" / "mails.mbox", create=False)
    senders = {str(mail["From"]) for mail in bag}
    refused = [str(mail["Subject"]) for mail in bag if mail["X-Stagepost-Kind"] == "rejection"]
    bag.close()

    assert "anna@stagepost.localhost" in senders
    assert refused == []
    assert json.loads((tmp_path / "out" / "record.json").read_text())
    again = subprocess.run(
        [*stagepost, "verify", str(tmp_path / "out" / "record.json")], check=False
    )

    assert again.returncode == 0
