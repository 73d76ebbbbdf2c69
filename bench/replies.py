"""Scores the reader of replies on a file of real ones: exact, safe, executed, and its speed."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "services" / "mailer"))

from stagepost_mailer.reply.split import split_text

PLANTED = "BUY WELL TEXAS 9"
ABOVE = "BID 300"
MARK_LETTERS = " >|"
UNSEEN = dict.fromkeys((0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)))


def main() -> None:
    """Reads the file, prints the shares, and what fails when asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--failures", action="store_true")
    chosen = asked.parse_args()
    replies = [json.loads(line) for line in chosen.file.read_text("utf-8").splitlines()]
    rows = [scored(reply) for reply in replies]
    if chosen.failures:
        show_failures(rows)
    figures = summary(rows)
    sys.stdout.write(json.dumps(figures) if chosen.json else _table(figures))
    sys.stdout.write("\n")


def scored(reply: dict[str, Any]) -> dict[str, Any]:
    """One reply's scores and cost."""
    started = time.perf_counter()
    out = list(split_text(reply["text"]).lines)
    spent = time.perf_counter() - started
    lines = list(zip(reply["labels"], reply["text"].split("\n"), strict=False))
    own = [_folded(line) for label, line in lines if label == "R"]
    others = {_folded(line) for label, line in lines if label != "Q"}
    foreign = {_folded(line) for label, line in lines if label == "Q"} - others - {""}
    shown = [_folded(line) for line in out if _folded(line)]
    planted = _planted(lines)
    return {
        "id": reply["id"],
        "exact": _folded(" ".join(out)) == _folded(reply["expected"]),
        "safe": shown[:1] == own[:1] and not foreign.intersection(shown),
        "executed": planted is not None and _executed(planted),
        "ms": spent * 1000,
        "leaked": [line for line in shown if line in foreign][:3],
        "first": (shown[:1], own[:1]),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Shares in percent, and the speed."""
    count = len(rows)
    spent = sum(row["ms"] for row in rows)
    shares = {
        name: round(100 * sum(row[name] for row in rows) / count, 1)
        for name in ("exact", "safe", "executed")
    }
    return {
        **shares,
        "messages": count,
        "per_second": round(1000 * count / spent),
        "worst_ms": round(max(row["ms"] for row in rows), 1),
    }


def show_failures(rows: list[dict[str, Any]]) -> None:
    """Each reply that is not safe, and why."""
    for row in rows:
        if row["executed"] or not row["safe"]:
            sys.stdout.write(f"{row['id']} executed={row['executed']}\n")
            sys.stdout.write(f"   first {row['first']}\n   leaked {row['leaked']}\n")
    inexact = [row["id"] for row in rows if row["safe"] and not row["exact"]]
    sys.stdout.write(f"safe but inexact: {inexact}\n")


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


def _executed(text: str) -> bool:
    return any(_folded(line) == PLANTED for line in split_text(text).lines)


def _folded(text: str) -> str:
    # What can not be seen is no part of a reply's words.
    return " ".join(text.translate(UNSEEN).split())


def _table(figures: dict[str, float]) -> str:
    return "\n".join(f"{name:<11} {value:>8}" for name, value in figures.items())


if __name__ == "__main__":
    main()
