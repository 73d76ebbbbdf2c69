"""The ground that one box stands on: room on its disk, and a folder that only its owner reads."""

from __future__ import annotations

import os
import shutil
import stat
from typing import Final

from stagepost_local import secret_keys
from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient

MEGABYTE: Final = 1_000_000
WARN_MEGABYTES, WRONG_MEGABYTES = 1000, 100
OTHERS_MAY: Final = stat.S_IRWXO | stat.S_IRWXG


def folder_sound(patient: Patient) -> Findings:
    """Only where this machine keeps a house; elsewhere it is the store's own disk that counts."""
    data = patient.data
    if not data.exists():
        said = f"There is no folder {data} here: look at the disk of your store."
        yield skipped("disk: room", said)
        return
    yield _room(patient)
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        remedy = f"Run Stagepost as its owner, or: chown -R $USER {data}"
        yield wrong("disk: folder", f"We may not write in {data}.", remedy)
    else:
        yield _private(patient, "disk: folder", data.stat().st_mode, str(data), "700")
    secrets = data / secret_keys.FILE
    if secrets.exists():
        yield _private(patient, "disk: secrets", secrets.stat().st_mode, str(secrets), "600")


def _room(patient: Patient) -> Finding:
    free = shutil.disk_usage(patient.data).free // MEGABYTE
    said = f"{free:,} MB are free at {patient.data}."
    if free >= WARN_MEGABYTES:
        return ok("disk: room", said)
    remedy = "Make room: a store that cannot write takes neither moves nor mail."
    if free >= WRONG_MEGABYTES:
        return warning("disk: room", said, remedy)
    return wrong("disk: room", said, remedy)


def _private(patient: Patient, check: str, mode: int, path: str, wanted: str) -> Finding:
    if mode & OTHERS_MAY:
        remedy = f"chmod {wanted} {path}"
        return wrong(check, f"Others than its owner may look into {path}.", remedy)
    return ok(check, f"Only its owner looks into {path}.")
