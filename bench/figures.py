"""What every bench shares: medians of repeated runs, and one line a figure."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable


def median_of(run: Callable[[], float], times: int) -> float:
    """The median of what `run` returns, over so many runs."""
    return statistics.median(run() for _ in range(times))


def seconds_of(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def show(name: str, value: float, unit: str = "", *, goal: str = "") -> None:
    print(f"{name:<58} {value:>10.2f} {unit:<8} {goal}", flush=True)


def show_json(figures: dict) -> None:
    print(json.dumps(figures, indent=2))
