"""Schemathesis calls the running service as its own description allows, and as it does not."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from engine_process import EngineProcess
from rest import OPERATOR, SERVICE, bearer, wish

# What a call of the right shape may still be told: the table or the rules say no.
REFUSALS = ["2xx", "304", "401", "403", "404", "409", "412", "422"]
EXAMPLES, EXAMPLES_LONG = 4, 60

CONFIG = """
base-url = "{url}"
continue-on-failure = true
request-timeout = 30
parameters = {{ "path.match" = "{match}", "query.wait" = 0, "header.Accept" = "application/json" }}
headers = {{ Authorization = "Bearer {operator}" }}

[checks]
positive_data_acceptance.expected-statuses = {refusals}
negative_data_rejection.expected-statuses = ["4xx"]

[[operations]]
include-tag = "service"
headers = {{ Authorization = "Bearer {service}" }}

[[operations]]
include-tag = ["moves", "offers", "deputies", "votes", "time", "ahead"]
headers = {{ Authorization = "Bearer {seat}" }}

[[operations]]
include-path = ["/v1/matches/{{match}}/clock", "/v1/matches/{{match}}/misses"]
headers = {{ Authorization = "Bearer {host}" }}

# They end the token that asks: it is another seat's.
[[operations]]
include-tag = ["tokens", "webhooks"]
headers = {{ Authorization = "Bearer {other}" }}

# It waits for a mailer, and there is none.
[[operations]]
include-name = "POST /v1/matches/{{match}}/webhook/test"
enabled = false
"""


@pytest.fixture
def running(redis_url):
    engine = EngineProcess(redis_url)
    engine.start()
    yield engine
    engine.stop()


def config_for(engine: EngineProcess, folder: Path) -> Path:
    answer = httpx.post(f"{engine.url}/v1/matches", json=wish(), headers=bearer(OPERATOR))
    made = answer.json()
    path = folder / "schemathesis.toml"
    path.write_text(
        CONFIG.format(
            url=engine.url,
            match=made["match"],
            operator=OPERATOR,
            service=SERVICE,
            seat=made["seats"]["Anna"],
            host=made["host_token"],
            other=made["seats"]["Piotr"],
            refusals=json.dumps(REFUSALS),
        )
    )
    return path


def run(engine: EngineProcess, folder: Path, examples: int, seed: int) -> None:
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        config_for(engine, folder),
    ]
    command += ["run", f"{engine.url}/v1/schema/openapi.json", "--no-color", "--seed", str(seed)]
    command += ["--max-examples", str(examples)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_no_call_is_answered_outside_the_description(running, tmp_path, seed):
    run(running, tmp_path, EXAMPLES, seed)


@pytest.mark.long
@pytest.mark.timeout(0)
def test_no_call_of_very_many_is_answered_outside_the_description(running, tmp_path, seed):
    run(running, tmp_path, EXAMPLES_LONG, seed)
