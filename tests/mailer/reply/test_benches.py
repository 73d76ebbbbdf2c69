"""The two benches over files of mail: their figures, and a sentence for a file that is off."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MAILS = Path(__file__).parent / "mails"
TEXT = "BID 300\n\nOn 12 Mar 2026, Boris wrote:\n> BID 1\n> BID 2\n"
SCORED = {"n", "exact", "safe", "executed", "per_second", "worst_ms", "by_language"}


def bench(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """One bench as it is called by hand."""
    command = [sys.executable, str(ROOT / "bench" / name), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "reply",
    [
        {"id": "a", "lang": "en", "text": TEXT, "labels": "R-QQQ", "expected": "BID 300"},
        {"text": TEXT, "labels": list("R-QQQ")},
        {"text": TEXT, "expected": "BID 300"},
        {"text": TEXT.replace("\n", "\r\n"), "labels": "R-QQQ-", "expected": "BID 300", "more": 1},
    ],
)
def test_replies_are_scored_in_one_object(tmp_path: Path, reply: dict[str, object]) -> None:
    """Reader to figures, shares from 0 to 1, also where keys that can be told are left out."""
    file = tmp_path / "replies.jsonl"
    file.write_text(f"\ufeff{json.dumps(reply)}\n\n{json.dumps(reply)}", "utf-8")
    ran = bench("replies.py", str(file), "--json", "--ours")

    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)["stagepost"]
    assert set(figures) == SCORED
    assert [figures[key] for key in ("n", "exact", "safe", "executed")] == [2, 1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there is no reply"),
        (b"\n\n", "there is no reply"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b'{"text": "a", "expected": "a"}\n{oops', "line 2 is no JSON"),
        (b"[1", "no JSON array"),
        (b'{"id": "a"}', "reply 1 is no JSON object with a text"),
        (b'{"text": "a"}', "reply 1 has neither labels nor"),
    ],
)
def test_a_file_that_is_off_gets_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    """What is wrong with which reply, and never a traceback."""
    file = tmp_path / "replies.jsonl"
    file.write_bytes(content)
    ran = bench("replies.py", str(file), "--json")

    assert ran.returncode == 1
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The same for a file and a folder that can not be read."""
    for name in ("replies.py", "raw_mail.py"):
        ran = bench(name, str(tmp_path / "nowhere"))

        assert ran.returncode == 1
        assert "nowhere: " in ran.stderr
        assert "Traceback" not in ran.stderr


def test_raw_mails_are_counted_by_their_fate() -> None:
    """How many were what, the slowest, and any exception."""
    ran = bench("raw_mail.py", str(MAILS), "--json")

    figures = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert figures["orders"] > 0
    assert figures["slowest"]
    assert {"automatic", "bounces", "shunted", "refused"} <= set(figures)
    assert (figures["exceptions"], figures["raised"]) == (0, {})
