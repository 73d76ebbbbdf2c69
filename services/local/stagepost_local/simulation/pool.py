"""Matches shared out to all cores; what they come to does not depend on how many there are."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from stagepost_local.simulation.match import Wanted, played
from stagepost_local.simulation.tally import Tally

PART = 20  # matches that a worker plays before it reports


def simulated(
    wanted: Wanted,
    matches: int,
    advanced: Callable[[int], Any],
    *,
    workers: int | None = None,
) -> Tally:
    """Play the matches and add them up; `advanced` is told how many have just ended."""
    whole, parts = Tally(), [range(at, min(at + PART, matches)) for at in range(0, matches, PART)]
    workers = min(workers or os.cpu_count() or 1, len(parts))
    if workers <= 1:
        for part in parts:
            whole.add(_part(wanted, part))
            advanced(len(part))
        return whole
    # A fresh process takes nothing along from ours.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(_part, wanted, part) for part in parts]
        for done in as_completed(running):
            tally = done.result()
            whole.add(tally)
            advanced(tally.matches)
    return whole


def _part(wanted: Wanted, numbers: range) -> Tally:
    whole = Tally()
    for number in numbers:
        try:
            whole.add(played(wanted, number))
        except Exception as error:
            error.add_note(f"match {number} of {wanted}")
            raise
    return whole
