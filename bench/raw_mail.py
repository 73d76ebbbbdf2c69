"""Runs every raw mail of a folder through the whole intake, and counts what became of each."""

from __future__ import annotations

import argparse
import collections
import json
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "services" / "mailer"))

from stagepost_mailer.reply.automatic import Automatic, Bounce, Complaint, Doubtful, classify
from stagepost_mailer.reply.guard import refusal
from stagepost_mailer.reply.lines import candidate_lines
from stagepost_mailer.reply.message import Unparseable, parse
from stagepost_mailer.reply.split import fresh

FATES = (
    "orders",
    "empty",
    "automatic",
    "bounces",
    "held",
    "complaints",
    "shunted",
    "refused",
    "unread",
    "exceptions",
)
SLOWEST_SHOWN = 5
# Most collections keep no envelope; these headers hold what it was.
ENVELOPE_HEADER = b"\nreturn-path:"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--list", action="store_true", help="show each mail's fate")
    chosen = asked.parse_args()
    paths = sorted(path for path in chosen.folder.rglob("*") if path.is_file())
    if not paths:
        sys.exit(f"{chosen.folder}: there is no mail; give a folder with one raw message a file.")
    rows = [taken(path, chosen.folder) for path in paths]
    if chosen.list:
        print("\n".join(f"{fate:<10} {name} {why}" for name, fate, why, _ in rows))
    figures = summary(rows)
    print(json.dumps(figures) if chosen.json else table(figures))
    sys.exit(1 if figures["exceptions"] else 0)


def taken(path: Path, folder: Path) -> tuple[str, str, str, float]:
    """One mail under its own guard: its name, fate, the reason, and the milliseconds."""
    name = str(path.relative_to(folder))
    try:
        raw = path.read_bytes()
    except OSError as error:
        return name, "unread", f"the file can not be read ({error.strerror})", 0.0
    started = time.perf_counter()
    try:
        fate, why = fate_of(raw)
    except Exception:  # noqa: BLE001 - that none is raised is what this bench looks for
        fate, why = "exceptions", traceback.format_exc(limit=-1)
    spent = 1000 * (time.perf_counter() - started)
    return name, fate, why, spent


def fate_of(raw: bytes) -> tuple[str, str]:
    """Guard, parse, classify, split, lines: as the mailer's own job does it."""
    refused = refusal(raw)
    if refused is not None:
        return "refused", str(refused)
    incoming = parse(raw)
    if isinstance(incoming, Unparseable):
        return "shunted", incoming.reason
    match classify(envelope_sender(raw, incoming.from_address), incoming):
        case Bounce(reason=reason):
            return "bounces", reason
        case Complaint():
            return "complaints", "reported as unwanted"
        case Automatic(reason=reason):
            return "automatic", reason
        case Doubtful(reason=reason):
            return "held", reason
    lines = candidate_lines(fresh(incoming).lines)
    return ("orders", lines.candidates[0][:60]) if lines.candidates else ("empty", "")


def envelope_sender(raw: bytes, from_address: str) -> str:
    """Return-Path where the mail has one; a null sender only where it says so."""
    head = b"\n" + raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    at = head.lower().find(ENVELOPE_HEADER)
    if at < 0:
        return from_address or "unknown@unknown.invalid"
    line = head[at + len(ENVELOPE_HEADER) :].partition(b"\n")[0]
    return line.decode("latin-1").strip()


def summary(rows: list[tuple[str, str, str, float]]) -> dict[str, object]:
    counts = collections.Counter(fate for _, fate, _, _ in rows)
    slowest = sorted(rows, key=lambda row: -row[3])[:SLOWEST_SHOWN]
    spent = sum(row[3] for row in rows)
    return {
        "n": len(rows),
        **{fate: counts[fate] for fate in FATES},
        "per_second": round(1000 * len(rows) / spent) if spent else 0,
        "slowest": [{"name": row[0], "ms": round(row[3], 1)} for row in slowest],
        "reasons": collections.Counter(
            f"{fate}: {why}" for _, fate, why, _ in rows if fate in {"refused", "shunted", "unread"}
        ),
        "raised": {row[0]: row[2] for row in rows if row[1] == "exceptions"},
    }


def table(figures: dict[str, object]) -> str:
    """The figures for people."""
    lines = []
    for name, value in figures.items():
        match value:
            case dict():
                lines.extend(f"{name:<12} {key} {count}" for key, count in value.items())
            case list():
                lines.extend(f"{name:<12} {row['ms']:>8} ms {row['name']}" for row in value)
            case _:
                lines.append(f"{name:<12} {value:>8}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
