"""Clocks: that of this machine beside the store's and the engine's, and how old the zones are."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final
from zoneinfo import TZPATH

import httpx
from redis import Redis, RedisError

from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_mailer.settings import ENGINE_URL_HERE, REDIS_URL_HERE

WARN_SECONDS: Final = 2.0
WRONG_SECONDS: Final = 30.0
ZONES_YEARS_MOST: Final = 2
SYNCHRONISE: Final = "Let an NTP service set the clocks of all machines: timedatectl set-ntp true"


def clocks_agree(patient: Patient) -> Findings:
    """The store's clock is the one that deadlines are read by."""
    yield _beside_store(patient)
    yield _beside_engine(patient)
    yield _zones(datetime.now(UTC).year)


def _beside_store(patient: Patient) -> Finding:
    url, seconds = patient.setting("REDIS_URL", REDIS_URL_HERE), patient.seconds
    with Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds) as client:
        try:
            client.ping()
            before = time.time()
            whole, micros = client.time()
            after = time.time()
        except (RedisError, OSError):
            return skipped("clock: store", "The store does not answer.")
    return _compared("clock: store", float(whole) + float(micros) / 1e6, before, after, "the store")


def _beside_engine(patient: Patient) -> Finding:
    url = patient.setting("ENGINE_URL", ENGINE_URL_HERE)
    try:
        before = time.time()
        answer = httpx.get(f"{url}/v1/health", timeout=patient.seconds, trust_env=False)
        after = time.time()
    except httpx.HTTPError:
        return skipped("clock: engine", "The engine does not answer.")
    told = answer.headers.get("date", "")
    try:
        moment = parsedate_to_datetime(told).timestamp()
    except ValueError:
        return skipped("clock: engine", "The engine does not tell the time.")
    # The header has whole seconds, and the server makes it once a second.
    return _compared("clock: engine", moment, before - 1, after + 1, "the engine", coarse=1.0)


def _compared(
    check: str, theirs: float, before: float, after: float, whose: str, *, coarse: float = 0.0
) -> Finding:
    """Compare with the moments before and after the question; between them there is no fault."""
    off = max(before - coarse - theirs, theirs - after - coarse, 0.0)
    ahead = "behind" if theirs < before else "ahead"
    if off < WARN_SECONDS:
        return ok(check, f"This machine and {whose} agree.")
    said = f"The clock of {whose} is {off:.1f} seconds {ahead} of this machine's."
    if off < WRONG_SECONDS:
        return warning(check, said, SYNCHRONISE)
    return wrong(check, f"{said} Deadlines fall at the wrong moment.", SYNCHRONISE)


def _zones(year: int) -> Finding:
    """Zones come from the system where it has them, else from the package."""
    check, found = "clock: zones", _system_zones()
    source = "of the system" if found else "of the package tzdata"
    found = found or version("tzdata")
    said = f"Time zones are those {source}, {found}."
    if not found[:4].isdecimal() or year - int(found[:4]) < ZONES_YEARS_MOST:
        return ok(check, said)
    remedy = "Upgrade tzdata: countries have changed their clocks since, and deadlines follow them."
    return warning(check, said, remedy)


def _system_zones() -> str:
    for folder in map(Path, TZPATH):
        for name in ("tzdata.zi", "+VERSION"):
            path = folder / name
            if path.is_file():
                with path.open(errors="replace") as lines:
                    return lines.readline().removeprefix("# version").strip()
    return ""
