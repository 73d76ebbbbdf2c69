"""Scores readers of replies on a file of real ones: exact, safe, executed, speed, and hostile bodies."""

from __future__ import annotations

import argparse
import hashlib
import json
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "services" / "mailer"))

OURS = "stagepost"
HALVES = ("look", "score")
FOREIGN = ("mail-parser-reply", "email-reply-parser", "quotequail")
ONE_MAIL_SECONDS_MOST = 5.0
START_SECONDS_MOST = 60.0
HOSTILE_SECONDS_MOST = 2.0
SLOW_SECONDS = 1.0
HOSTILE_SIZES = (2_000, 8_000, 32_000, 256_000)
HOSTILE = {
    "marks": "> ",
    "on": "On ",
    "on lines": "On \n",
    "wrote": "On a wrote: ",
    "addresses": "a@",
    "headers": "From: \n",
    "dashes": "-",
    "rules": "_" * 25 + "\n",
    "empty lines": "\n",
    "spaces": " ",
    "letters": "a",
}
PLANTED = "BUY WELL TEXAS 9"
ABOVE = "BID 300"
MARK_LETTERS = " >|"
UNSEEN = dict.fromkeys((0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)))

Reader = Callable[[str], str]


class OddFileError(Exception):
    """The file can not be scored, and why, in words."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path, nargs="?")
    asked.add_argument("--json", action="store_true", help="one object: reader -> figures")
    asked.add_argument("--failures", action="store_true", help="show what ours gets wrong")
    asked.add_argument("--half", choices=HALVES, help="by a hash of the id: to look at, to score")
    asked.add_argument("--ours", action="store_true", help="leave the other readers out")
    asked.add_argument("--python", default=sys.executable, help="the one that has the others")
    asked.add_argument("--serve", choices=(OURS, *FOREIGN), help=argparse.SUPPRESS)
    chosen = asked.parse_args()
    if chosen.serve:
        serve(chosen.serve)
        return
    if chosen.file is None:
        asked.error("which file?")
    try:
        replies = read_replies(chosen.file)
    except OddFileError as error:
        sys.exit(f"{chosen.file}: {error}")
    replies = [reply for reply in replies if chosen.half in {None, half(reply["id"])}]
    if not replies:
        sys.exit(f"{chosen.file}: there is no reply in it to read; give one JSON object a line.")
    figures, absent = {}, []
    for name in (OURS,) if chosen.ours else (OURS, *FOREIGN):
        asking = Asking(name, sys.executable if name == OURS else chosen.python)
        if not asking.start():
            absent.append(name)
            continue
        rows = [scored(reply, asking) for reply in replies]
        figures[name] = summary(rows)
        if not chosen.json:
            figures[name] |= hostile(asking)
        asking.stop()
        if chosen.failures and name == OURS:
            show_failures(rows)
    print(json.dumps(figures, ensure_ascii=False) if chosen.json else table(figures, absent))


def read_replies(path: Path) -> list[dict[str, Any]]:
    """The replies of a file, a JSON object a line or one array; what is wrong is said in words."""
    try:
        text = path.read_text("utf-8-sig").strip()
    except OSError as error:
        message = f"the file can not be read ({error.strerror})."
        raise OddFileError(message) from error
    except UnicodeError as error:
        message = "the file is no text in UTF-8."
        raise OddFileError(message) from error
    try:
        found = json.loads(text) if text.startswith("[") else _objects(text)
    except (json.JSONDecodeError, RecursionError) as error:
        message = f"the file is no JSON array ({error})."
        raise OddFileError(message) from error
    return [complete(reply, number) for number, reply in enumerate(found, 1)]


def complete(reply: object, number: int) -> dict[str, Any]:
    """A reply with all that scoring asks for; what is missing follows from the rest."""
    if not isinstance(reply, dict) or not isinstance(reply.get("text"), str):
        message = f"reply {number} is no JSON object with a text."
        raise OddFileError(message)
    lines = reply["text"].split("\n")
    labels, expected = reply.get("labels"), reply.get("expected")
    if labels is None and not isinstance(expected, str):
        message = (
            f"reply {number} has neither labels nor what is expected, so nothing can be scored."
        )
        raise OddFileError(message)
    if not isinstance(labels, str | list):
        own = {_folded(line) for line in (expected or "").split("\n")}
        labels = [_label(line, own) for line in lines]
    if not isinstance(expected, str):
        pairs = zip(labels, lines, strict=False)
        expected = "\n".join(line for label, line in pairs if label in {"R", "-"})
    named = {"id": str(reply.get("id", number)), "lang": str(reply.get("lang", ""))}
    return {"text": reply["text"], "labels": labels, "expected": expected, **named}


def _label(line: str, own: set[str]) -> str:
    if not line.strip():
        return "-"
    if _folded(line) in own:
        return "R"
    return "Q" if line.lstrip()[:1] in MARK_LETTERS[1:] else "S"


def _objects(text: str) -> list[object]:
    found = []
    # A line may hold other line ends in its text, escaped or not, so only these two end it.
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except json.JSONDecodeError as error:
                message = f"line {number} is no JSON ({error.msg})."
                raise OddFileError(message) from error
    return found


def half(name: str) -> str:
    """Rules are written by looking at one half only, and tried on the other."""
    return HALVES[hashlib.sha256(name.encode()).digest()[0] % 2]


class Asking:
    """A reader in a process of its own: a hang is measured and ended, not suffered."""

    def __init__(self, name: str, python: str) -> None:
        self.name, self.python = name, python
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> bool:
        command = [self.python, __file__, "--serve", self.name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._line(START_SECONDS_MOST) == b"ready\n"

    def read(self, text: str, seconds_most: float = ONE_MAIL_SECONDS_MOST) -> tuple[str, float]:
        """What is put out, and the seconds it took: nothing and the limit where it hangs or fails."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(text).encode() + b"\n")
        self.process.stdin.flush()
        line = self._line(seconds_most + 1)
        if not line:
            self.stop()
            self.start()
            return "", seconds_most
        out, seconds = json.loads(line)
        return out, seconds

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()

    def _line(self, seconds_most: float) -> bytes:
        assert self.process is not None
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], seconds_most)
        return self.process.stdout.readline() if ready else b""


def serve(name: str) -> None:
    """Reads texts from standard input, one JSON string a line, until there are no more."""
    try:
        reader = READERS[name]()
    except ImportError:
        print("absent", flush=True)
        return
    print("ready", flush=True)
    for line in sys.stdin:
        text = json.loads(line)
        started = time.process_time()
        try:
            out = reader(text)
        except Exception as error:  # noqa: BLE001 - what another reader raises is its result
            out = f"({type(error).__name__})"
        print(json.dumps([out, time.process_time() - started]), flush=True)


def ours() -> Reader:
    from stagepost_mailer.reply.split import split_text  # noqa: PLC0415

    return lambda text: "\n".join(split_text(text).lines)


def mail_parser_reply() -> Reader:
    from mailparser_reply import EmailReplyParser  # noqa: PLC0415
    from mailparser_reply.constants import MAIL_LANGUAGES  # noqa: PLC0415

    return EmailReplyParser(languages=list(MAIL_LANGUAGES)).parse_reply


def email_reply_parser() -> Reader:
    from email_reply_parser import EmailReplyParser  # noqa: PLC0415

    return EmailReplyParser.parse_reply


def quotequail() -> Reader:
    from quotequail import unwrap  # noqa: PLC0415

    return lambda text: (unwrap(text) or {"text_top": text}).get("text_top", "")


READERS = {
    OURS: ours,
    "mail-parser-reply": mail_parser_reply,
    "email-reply-parser": email_reply_parser,
    "quotequail": quotequail,
}


def scored(reply: dict[str, Any], asking: Asking) -> dict[str, Any]:
    """One reply's scores and cost."""
    out, spent = asking.read(reply["text"])
    lines = list(zip(reply["labels"], reply["text"].split("\n"), strict=False))
    own = [_folded(line) for label, line in lines if label == "R"]
    others = {_folded(line) for label, line in lines if label != "Q"}
    foreign = {_folded(line) for label, line in lines if label == "Q"} - others - {""}
    shown = [_folded(line) for line in out.split("\n") if _folded(line)]
    planted = _planted(lines)
    return {
        "id": reply["id"],
        "lang": reply["lang"],
        "exact": _folded(out) == _folded(reply["expected"]),
        "safe": shown[:1] == own[:1] and not foreign.intersection(shown),
        "executed": planted is not None and _executed(asking.read(planted)[0]),
        "ms": spent * 1000,
        "leaked": [line for line in shown if line in foreign][:3],
        "first": (shown[:1], own[:1]),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Shares from 0 to 1, and the speed."""
    spent = sum(row["ms"] for row in rows)
    languages = sorted({row["lang"] for row in rows})
    return {
        **_shares(rows),
        "per_second": round(1000 * len(rows) / spent),
        "worst_ms": round(max(row["ms"] for row in rows), 1),
        "by_language": {
            language: _shares([row for row in rows if row["lang"] == language])
            for language in languages
        },
    }


def hostile(asking: Asking) -> dict[str, Any]:
    """The smallest body that costs more than a second, and the most that the largest cost."""
    slow_bytes, worst = 0, 0.0
    for piece in HOSTILE.values():
        for size in HOSTILE_SIZES:
            _, seconds = asking.read(piece * (size // len(piece)), HOSTILE_SECONDS_MOST)
            worst = max(worst, seconds)
            if seconds > SLOW_SECONDS:
                slow_bytes = min(slow_bytes or size, size)
                break
    return {"slow_from_bytes": slow_bytes or None, "hostile_worst_ms": round(worst * 1000, 1)}


def show_failures(rows: list[dict[str, Any]]) -> None:
    """Each reply that is not safe, and why."""
    for row in rows:
        if row["executed"] or not row["safe"]:
            print(f"{row['id']} executed={row['executed']}")
            print(f"   first {row['first']}\n   leaked {row['leaked']}")
    print(f"safe but inexact: {[row['id'] for row in rows if row['safe'] and not row['exact']]}")


def table(figures: dict[str, Any], absent: list[str]) -> str:
    """The figures for people."""
    heads = "exact", "safe", "executed", "a second", "worst ms"
    lines = [f"{'reader':<20}{'n':>5}{''.join(f'{head:>10}' for head in heads)}  hostile bodies"]
    for name, row in figures.items():
        slow = row["slow_from_bytes"]
        said = (
            f"over a second from {slow} bytes" if slow else f"at most {row['hostile_worst_ms']} ms"
        )
        lines.append(
            f"{name:<20}{row['n']:>5}{row['exact']:>10.1%}{row['safe']:>10.1%}"
            f"{row['executed']:>10.1%}{row['per_second']:>10}{row['worst_ms']:>10}  {said}"
        )
    lines.extend(f"{name:<20} absent" for name in absent)
    for name, row in figures.items():
        safe = ", ".join(
            f"{key} {row['by_language'][key]['safe']:.0%} of {row['by_language'][key]['n']}"
            for key in row["by_language"]
        )
        lines.append(f"safe, {name}: {safe}")
    return "\n".join(lines)


def _shares(rows: list[dict[str, Any]]) -> dict[str, Any]:
    shares = {
        name: round(sum(row[name] for row in rows) / len(rows), 4)
        for name in ("exact", "safe", "executed")
    }
    return {"n": len(rows), **shares}


def _planted(lines: list[tuple[str, str]]) -> str | None:
    """The reply with an order above, and one in the middle of its quote in the quote's style."""
    quoted = [at for at, (label, _) in enumerate(lines) if label == "Q"]
    if not quoted:
        return None
    middle = quoted[len(quoted) // 2]
    line = lines[middle][1]
    mark = line[: len(line) - len(line.lstrip(MARK_LETTERS))]
    texts = [text for _, text in lines]
    return "\n".join([ABOVE, *texts[: middle + 1], mark + PLANTED, *texts[middle + 1 :]])


def _executed(out: str) -> bool:
    return any(_folded(line) == PLANTED for line in out.split("\n"))


def _folded(text: str) -> str:
    # What can not be seen is no part of a reply's words.
    return " ".join(text.translate(UNSEEN).split())


if __name__ == "__main__":
    main()
