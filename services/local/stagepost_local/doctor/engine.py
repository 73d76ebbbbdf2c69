"""The engine: it answers, it is of our version, and it knows the mailer's token."""

from __future__ import annotations

from importlib.metadata import version

import httpx
import msgspec

from stagepost_contracts.api import Health
from stagepost_local.addresses import shown
from stagepost_local.doctor.findings import Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.settings import PREFIX
from stagepost_mailer.settings import ENGINE_URL_HERE


def engine_well(patient: Patient) -> Findings:
    """Ask it as the mailer would."""
    url = patient.setting("ENGINE_URL", ENGINE_URL_HERE)
    where = shown(url)
    away = f"Start the engine, or set {PREFIX}ENGINE_URL to where it is."
    with httpx.Client(base_url=url, timeout=patient.seconds, trust_env=False) as client:
        try:
            answer = client.get("/v1/health")
            health = msgspec.json.decode(answer.content, type=Health)
        except httpx.TransportError as error:
            yield wrong("engine: health", f"Nobody answers at {where}: {error}", away)
            return
        except msgspec.MsgspecError:
            said = f"What answers at {where} with {answer.status_code} is no engine of ours."
            yield wrong("engine: health", said, away)
            return
        if not health.store:
            said = "The engine is there, and cannot reach its store."
            yield wrong("engine: health", said, f"See its own {PREFIX}REDIS_URL.")
            return
        yield ok("engine: health", f"It answers at {where}.")
        yield from _versions(health)
        yield from _token(client, patient.setting("SERVICE_TOKEN"))


def _versions(health: Health) -> Findings:
    ours = version("stagepost")
    if health.version == ours:
        yield ok("engine: version", f"It is of version {ours}, as we are.")
    else:
        said = f"It is of version {health.version}, and we are of {ours}."
        yield warning("engine: version", said, "Bring all parts to one version.")


def _token(client: httpx.Client, token: str) -> Findings:
    check = "engine: service token"
    if not token:
        yield skipped(check, f"{PREFIX}SERVICE_TOKEN is not set here.")
        return
    # It is asked for what only the operator's and the service's token open, and changes nothing.
    answer = client.get("/v1/metrics", headers={"Authorization": f"Bearer {token}"})
    if answer.status_code == httpx.codes.OK:
        yield ok(check, "The engine knows the mailer's token.")
    else:
        yield wrong(
            check,
            f"The engine refuses the mailer's token ({answer.status_code}): no reply is played.",
            f"Set {PREFIX}SERVICE_TOKEN to the same for engine and mailer, and start both again.",
        )
