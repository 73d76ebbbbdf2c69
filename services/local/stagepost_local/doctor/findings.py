"""Findings of the doctor, and how checks are run: each by itself, and none longer than it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import msgspec

from stagepost_local.doctor.patient import Patient

State: TypeAlias = Literal["ok", "skipped", "warning", "wrong"]


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, and what to do about it."""

    check: str
    state: State
    said: str
    remedy: str = ""


Findings: TypeAlias = Iterator[Finding]
Look: TypeAlias = Callable[[Patient], Findings]


@dataclass(frozen=True, slots=True)
class Check:
    """One look at one part. What it finds before it breaks or hangs is kept."""

    name: str
    look: Look


@dataclass(slots=True)
class _Running:
    check: Check
    thread: threading.Thread
    found: list[Finding] = field(default_factory=list)


def ok(check: str, said: str) -> Finding:
    return Finding(check, "ok", said)


def skipped(check: str, said: str) -> Finding:
    return Finding(check, "skipped", said)


def warning(check: str, said: str, remedy: str) -> Finding:
    return Finding(check, "warning", said, remedy)


def wrong(check: str, said: str, remedy: str) -> Finding:
    return Finding(check, "wrong", said, remedy)


def examined(
    patient: Patient, checks: Sequence[Check], seconds: float, done: Callable[[int], object]
) -> tuple[Finding, ...]:
    """Return the findings of all checks, in their order.

    They look at the same time, each for so many seconds; `done` is told of each that has ended.
    One that hangs is left behind: its thread ends with the process.
    """
    running = [_started(patient, check) for check in checks]
    until = time.monotonic() + seconds
    found: list[Finding] = []
    for one in running:
        one.thread.join(max(0.0, until - time.monotonic()))
        found += one.found
        if one.thread.is_alive():
            said = f"It did not answer within {seconds:g} seconds."
            found.append(wrong(one.check.name, said, "See whether it runs, and what it waits for."))
        done(1)
    return tuple(_discreet(patient, finding) for finding in found)


def _started(patient: Patient, check: Check) -> _Running:
    found: list[Finding] = []

    def look() -> None:
        try:
            for finding in check.look(patient):
                found.append(finding)  # noqa: PERF402  what it has found stays if it hangs later
        # A check that breaks is a finding, and the others go on.
        except Exception as error:  # noqa: BLE001
            said = f"It cannot be looked at: {type(error).__name__}: {error}"
            found.append(wrong(check.name, said, "See the settings of it, and try again."))

    thread = threading.Thread(target=look, name=check.name, daemon=True)
    thread.start()
    return _Running(check, thread, found)


def _discreet(patient: Patient, finding: Finding) -> Finding:
    """No secret is told, whatever a server or a library has put into its words."""
    return msgspec.structs.replace(
        finding, said=patient.without_secrets(finding.said), remedy=finding.remedy
    )
