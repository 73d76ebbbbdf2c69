"""The words of the deploy files, tried on real processes: the store's flags and every probe."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import redis
from deploy.files import DOCKERFILE, compose, container, named

from stagepost_local import valkey as embedded

PATIENCE_SECONDS = 30.0
SERVICES = compose()["services"]
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "maxmemory-policy": "noeviction",
}
STORES = {
    "compose": SERVICES["valkey"]["command"][1:],
    "valkey": container(named("StatefulSet", "valkey"))["args"],
    "queue": container(named("StatefulSet", "queue"))["args"],
}


@pytest.mark.parametrize("words", STORES.values(), ids=STORES)
def test_what_a_store_has_answered_is_on_disk(words: list[str], tmp_path: Path):
    port = embedded.free_port()
    here = [str(tmp_path) if word == "/data" else word for word in words]
    command = [str(embedded.find_binary()), *here, "--port", str(port)]
    with (
        running(command, dict(os.environ)),
        closing(redis.Redis(port=port, decode_responses=True)) as store,
    ):
        until(lambda: answers(store))

        assert {name: store.config_get(name)[name] for name in DURABLE} == DURABLE


def answers(store: redis.Redis) -> bool:
    try:
        return bool(store.ping())
    except redis.ConnectionError:
        return False


@pytest.mark.parametrize("name", ["worker", "receiver", "watcher"])
def test_a_probe_tells_a_mailer_that_runs_from_one_that_does_not(name: str, redis_url: str):
    told = SERVICES[name]["environment"] | {
        "STAGEPOST_REDIS_URL": redis_url,
        "STAGEPOST_QUEUE_REDIS_URL": redis_url,
        "STAGEPOST_RECEIVER_HOST": "127.0.0.1",
        "STAGEPOST_SMTP_PORT_IN": str(embedded.free_port()),
        "STAGEPOST_LMTP_PORT_IN": str(embedded.free_port()),
    }
    probes = [
        SERVICES[name]["healthcheck"]["test"][1:],
        container(named("Deployment", name))["livenessProbe"]["exec"]["command"],
    ]

    assert [healthy(probe, told) for probe in probes] == [False, False]

    with running(SERVICES[name]["command"], told):
        for probe in probes:
            until(lambda probe=probe: healthy(probe, told))


def test_the_probe_of_an_image_tells_an_engine_that_answers(redis_url: str):
    told = SERVICES["engine"]["environment"] | {
        "STAGEPOST_REDIS_URL": redis_url,
        "STAGEPOST_ENGINE_HOST": "127.0.0.1",
        "STAGEPOST_ENGINE_PORT": str(embedded.free_port()),
    }
    probe = healthcheck("engine")

    assert not healthy(probe, told)

    with running(SERVICES["engine"]["command"], told):
        until(lambda: healthy(probe, told))


def test_the_probe_of_the_mailer_image_asks_the_store(redis_url: str):
    nowhere = f"redis://127.0.0.1:{embedded.free_port()}/0"

    assert healthy(healthcheck("mailer"), {"STAGEPOST_REDIS_URL": redis_url})
    assert not healthy(healthcheck("mailer"), {"STAGEPOST_REDIS_URL": nowhere})


def healthcheck(target: str) -> list[str]:
    stage = DOCKERFILE.read_text().partition(f" AS {target}\n")[2].partition("\nFROM ")[0]
    [words] = re.findall(r"HEALTHCHECK [^\[]*CMD (\[.*\])", stage)
    return json.loads(words)


def with_python(words: list[str]) -> list[str]:
    return [sys.executable if words[0] == "python" else words[0], *words[1:]]


def healthy(words: list[str], told: dict[str, str]) -> bool:
    done = subprocess.run(
        with_python(words), env=surroundings(told), check=False, capture_output=True, timeout=20
    )
    return done.returncode == 0


@contextmanager
def running(words: list[str], told: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        with_python(words),
        env=surroundings(told),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def surroundings(told: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STAGEPOST_")}
    return kept | told


def until(true) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end, f"not so within {PATIENCE_SECONDS:g} seconds"
        time.sleep(0.1)
