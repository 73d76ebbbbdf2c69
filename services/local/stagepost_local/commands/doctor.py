"""`stagepost doctor`: looks at every part of a house, and says what to mend."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from stagepost_local.commands.asking import as_json, json_option
from stagepost_local.commands.progress import progress
from stagepost_local.commands.store import printable
from stagepost_local.doctor.findings import Finding, examined
from stagepost_local.doctor.patient import Patient, patient_of
from stagepost_local.doctor.round import CHECKS
from stagepost_mailer.pipe import told_in

SECONDS = 5.0
# A check may ask several servers in turn, each for as long.
PATIENCE = 3
WIDTH = 8


@click.command("doctor")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file of NAME=value lines beside the environment, as a pipe reads it.",
)
@click.option("--dns", default="", metavar="HOST[:PORT]", help="The name server that is asked.")
@click.option("--selector", default="", help="That of the DKIM key your mail host signs with.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    default=SECONDS,
    show_default=True,
    help="Patience with each server.",
)
@json_option
def command(
    *, settings_file: Path | None, dns: str, selector: str, seconds: float, wants_json: bool
) -> None:
    """Look at store, engine, mailer, mail hosts, DNS, clocks and disk, and say what to mend.

    It reads the settings that the services read, sends no mail and changes nothing. It ends with 1
    where something is wrong.
    """
    patient = replace(
        _patient(os.environ, settings_file),
        settings_file=settings_file,
        dns=dns,
        selector=selector,
        seconds=seconds,
    )
    with progress("looking", len(CHECKS), quiet=wants_json) as advance:
        found = examined(patient, CHECKS, PATIENCE * seconds, advance)
    click.echo(as_json(found) if wants_json else _words(found))
    sys.exit(any(finding.state == "wrong" for finding in found))


def _patient(environment: Mapping[str, str], path: Path | None) -> Patient:
    return patient_of(environment if path is None else {**environment, **told_in(path)})


def _words(found: tuple[Finding, ...]) -> str:
    lines = [line for finding in found for line in _lines(finding)]
    count = {state: sum(one.state == state for one in found) for state in ("wrong", "warning")}
    if count["wrong"]:
        last = f"{count['wrong']} wrong, {count['warning']} to think about."
    else:
        last = f"Nothing is wrong; {count['warning']} to think about."
    return "\n".join([*lines, "", last])


def _lines(finding: Finding) -> list[str]:
    first = f"{finding.state:{WIDTH}} {finding.check}: {' '.join(finding.said.split())}"
    remedy = [f"{'':{WIDTH}} -> {finding.remedy}"] if finding.remedy else []
    return [printable(line) for line in (first, *remedy)]
