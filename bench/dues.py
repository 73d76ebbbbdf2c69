"""Deadlines: how late they come, and that each comes once, though every part is killed in turn.

A whole house with its own Valkey (fsync always), its supervisor, and matches whose deadline plays
the defaults of three silent seats; the mails about it are sent meanwhile. A deadline is over when
Valkey has told of the match's change, which it does after the change is on disk. Beside it, in
the same run, RQ's own scheduler and saq: a job that notes its moment by one durable write.

    python bench/dues.py [--long]           --long: 10,000 in one second, a million pending
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import dues_others
from dues_box import Box, Heard, closed_once, opened, pend, wait_for_deadlines
from figures import show

SPREAD, SPREAD_SECONDS = 1000, 20.0
PENDING, PENDING_LONG = 100_000, 1_000_000
BURST, BURST_LONG = 1000, 10_000
KILLED, KILLED_SECONDS = 400, 40.0
PARTS = ("watcher", "worker", "engine", "valkey")
AHEAD_SECONDS = 4.0
COPIES_A_SECOND = 1000


def main() -> None:
    long = "--long" in sys.argv[1:]
    spread(0)
    spread(PENDING_LONG if long else PENDING)
    burst(BURST, "goal: 1 s")
    if long:
        burst(BURST_LONG, "goal: 10 s")
    killed()
    watcher_killed()
    dues_others.run(SPREAD, SPREAD_SECONDS, BURST, show)


def start_in(count: int) -> float:
    """A moment after all copies are written."""
    return float(int(time.time() + AHEAD_SECONDS + count / COPIES_A_SECOND) + 1)


def come(box: Box, moments: Sequence[float]) -> tuple[list[float], list[str]]:
    """Lets the deadlines come; returns how late each was, sorted, and the matches."""
    matches = wait_for_deadlines(box, moments)
    heard = Heard(box.house.keeper.url)
    heard.listen()
    assert time.time() < min(moments), "the machine was too slow to write the matches in time"
    box.wait(lambda: len(heard.at.keys() & set(matches)) == len(matches))
    heard.ended.set()
    late = [heard.at[match] - at for match, at in zip(matches, moments, strict=True)]
    return sorted(late), matches


def spread(pending: int) -> None:
    with opened() as box:
        each = pend(box, pending)
        start = start_in(SPREAD)
        moments = [start + number * SPREAD_SECONDS / SPREAD for number in range(SPREAD)]
        late, matches = come(box, moments)
        which = f"{SPREAD} deadlines over {SPREAD_SECONDS:g} s, {pending:,} more pending"
        tell(which, late, "goal: p99 under 50 ms, never early")
        once(box, which, matches)
        if pending:
            show(f"memory of each of {pending:,} pending dues", each, "bytes")


def burst(count: int, goal: str) -> None:
    with opened() as box:
        moments = [start_in(count)] * count
        late, matches = come(box, moments)
        which = f"{count:,} deadlines in one second"
        show(f"{which}: all closed and durable after", late[-1], "s", goal=goal)
        show(f"{which}: earliest", late[0] * 1000, "ms", goal="goal: never early")
        once(box, which, matches)


def killed() -> None:
    """Each part is killed twice while deadlines come."""
    with opened() as box:
        start = start_in(KILLED)
        moments = [start + number * KILLED_SECONDS / KILLED for number in range(KILLED)]
        matches = wait_for_deadlines(box, moments)
        heard = Heard(box.house.keeper.url)
        heard.listen()
        for turn, part in enumerate(PARTS * 2):
            at = start + (turn + 0.5) * KILLED_SECONDS / (2 * len(PARTS))
            box.wait(lambda at=at: time.time() >= at)
            box.kill(part)
        # What was told while the listener had no server is in the record all the same.
        box.wait(lambda: time.time() > moments[-1] and closed_once(box, matches))
        heard.ended.set()
        late = sorted(
            heard.at[match] - at
            for match, at in zip(matches, moments, strict=True)
            if match in heard.at
        )
        which = f"{KILLED} deadlines, kill -9 of each part twice"
        tell(which, late, "")
        once(box, which, matches)


def watcher_killed() -> None:
    """Killed just before a deadline; the supervisor of `stagepost up` starts it again."""
    with opened() as box:
        start, turns = start_in(3), 3
        moments = [start + 8.0 * turn for turn in range(turns)]
        matches = wait_for_deadlines(box, moments)
        heard = Heard(box.house.keeper.url)
        heard.listen()
        for moment in moments:
            box.wait(lambda moment=moment: time.time() >= moment - 0.05)
            box.kill("watcher")
        box.wait(lambda: len(heard.at.keys() & set(matches)) == turns)
        heard.ended.set()
        worst = max(heard.at[match] - at for match, at in zip(matches, moments, strict=True))
        show("late after the watcher is killed, worst of 3", worst, "s", goal="goal: under 5 s")


def tell(which: str, late: Sequence[float], goal: str) -> None:
    show(f"{which}: late, p50", late[len(late) // 2] * 1000, "ms")
    show(f"{which}: late, p99", late[int(len(late) * 0.99)] * 1000, "ms", goal=goal)
    show(f"{which}: late, worst", late[-1] * 1000, "ms")
    show(f"{which}: earliest", late[0] * 1000, "ms")


def once(box: Box, which: str, matches: Sequence[str]) -> None:
    show(f"{which}: every step closed once", float(closed_once(box, matches)), "", goal="goal: 1")


if __name__ == "__main__":
    main()
