"""Clients that were generated from the OpenAPI document play whole matches over real sockets."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
import redis
from clients.serving import Served, serving
from mailer.far_side import FarSide
from rest import OPERATOR, bearer, wish

from stagepost_contracts.keys import token_slot
from stagepost_local.valkey import Valkey

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples/rest_player.py"
SEED = "5e" * 32
# What only the mailer asks for, under its own token.
MAILERS = "/v1/service/"


@pytest.fixture(scope="module")
def served(valkey):
    with serving(valkey.url) as found:
        yield found


@pytest.fixture(scope="module")
def schema(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "openapi.json"
    path.write_text(httpx.get(f"{served.url}/v1/schema/openapi.json").text)
    return path


def run(*command: object, where: Path, **more: str) -> str:
    words = [str(word) for word in command]
    environment = os.environ | more
    done = subprocess.run(
        words, cwd=where, env=environment, capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr

    return done.stdout


@pytest.mark.timeout(400)
@pytest.mark.xdist_group("clients")
def test_a_generated_python_client_plays_each_game(
    served: Served, schema: Path, tmp_path: Path, valkey: Valkey
):
    package = tmp_path / "stagepost_client"
    generator = Path(sys.executable).with_name("openapi-python-client")
    command = ("generate", "--path", schema, "--output-path", package, "--meta", "none")
    told = run(generator, *command, where=tmp_path, PATH=f"{generator.parent}:{os.environ['PATH']}")
    player = mailed_player(served, valkey.url)
    with heard(valkey.url) as hook:
        program = (sys.executable, HERE / "stranger.py", served.url, OPERATOR, SEED, player, hook)
        found = json.loads(run(*program, where=tmp_path, PYTHONPATH=str(tmp_path)))

    assert "may be missing" not in told
    assert found["final"] is True
    assert {"pola_naftowe", "bombay", "crude"} == set(found["moves"])
    assert all(moves["typed"] > 0 and moves["text"] > 0 for moves in found["moves"].values())
    assert found["steps"] > 0
    hold_that_all_was_called(served)


@contextmanager
def heard(redis_url: str) -> Iterator[str]:
    """A far side of webhooks, and a watcher that calls it."""
    told = {
        "STAGEPOST_REDIS_URL": redis_url,
        "STAGEPOST_MAIL_KEY": "5e" * 32,
        "STAGEPOST_WEBHOOK_PRIVATE": "1",
    }
    far = FarSide()
    far.open()
    watcher = subprocess.Popen(
        [sys.executable, "-m", "stagepost_mailer.watcher"], env=os.environ | told
    )
    try:
        yield f"http://127.0.0.1:{far.port}/"
    finally:
        watcher.terminate()
        watcher.wait(20)
        far.close()


def mailed_player(served: Served, redis_url: str) -> str:
    """A player's token, as the mailer reads it to mail it."""
    people = [{"name": name, "address": f"{name}@example.net"} for name in ("ala", "ola", "ewa")]
    wanted = {"game": "pola_naftowe", "seats": people}
    made = httpx.post(f"{served.url}/v1/matches", json=wanted, headers=bearer(OPERATOR)).json()
    moves = f"{served.url}/v1/matches/{made['match']}/moves"
    text = {"step": 1, "text": "TOKEN PLAYER"}
    assert httpx.post(moves, json=text, headers=bearer(made["seats"]["ala"])).status_code == 200
    with closing(redis.Redis.from_url(redis_url)) as store:
        [slot] = store.scan_iter(token_slot(made["match"], "*"))
        return store.get(slot).decode()


def hold_that_all_was_called(served: Served) -> None:
    """Every operation of the document was called, but for those of the mailer."""
    document = httpx.get(f"{served.url}/v1/schema/openapi.json").json()
    operations = {(method, path) for path, item in document["paths"].items() for method in item}
    public = {(method, path) for method, path in operations if not path.startswith(MAILERS)}

    assert public - served.asked == set()


@pytest.fixture(scope="module")
def node_modules() -> Path:
    """The TypeScript tools, installed once beside their list."""
    if shutil.which("npm") is None:
        pytest.skip("there is no node here, so that no TypeScript client can be generated")
    folder = HERE / "typescript"
    if not (folder / "node_modules/.package-lock.json").exists():
        run("npm", "ci", "--no-audit", "--no-fund", where=folder)
    return folder / "node_modules"


@pytest.mark.timeout(400)
@pytest.mark.xdist_group("clients")
def test_a_generated_typescript_client_plays_each_game(
    served: Served, schema: Path, node_modules: Path, tmp_path: Path
):
    (tmp_path / "node_modules").symlink_to(node_modules)
    for name in ("play.ts", "tsconfig.json", "package.json"):
        shutil.copy(HERE / "typescript" / name, tmp_path)
    tools = node_modules / ".bin"
    run(tools / "openapi-typescript", schema, "-o", "schema.d.ts", where=tmp_path)
    run(tools / "tsc", where=tmp_path)
    found = json.loads(run("node", "out/play.js", served.url, OPERATOR, SEED, where=tmp_path))

    assert found["standings"]["final"] is True
    assert {"pola_naftowe", "bombay", "crude"} == set(found["moves"])
    assert all(moves["typed"] > 0 and moves["text"] > 0 for moves in found["moves"].values())
    assert {"news", "step", "asked", "over"} <= set(found["kinds"])


@pytest.mark.timeout(400)
@pytest.mark.xdist_group("clients")
def test_the_example_plays_by_rest_alone(served: Served, tmp_path: Path):
    """Each seat is a process of its own that knows no game."""
    answer = httpx.post(f"{served.url}/v1/matches", json=wish(3), headers=bearer(OPERATOR))
    made = answer.json()
    players = [
        subprocess.Popen(
            [sys.executable, EXAMPLE, served.url, made["match"], token],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        )
        for token in made["seats"].values()
    ]
    told = [player.communicate(timeout=300)[0] for player in players]
    standings = httpx.get(f"{served.url}/v1/matches/{made['match']}/standings").json()

    assert [player.returncode for player in players] == [0, 0, 0]
    assert all(text.splitlines()[-1].startswith("moved") for text in told)
    assert standings["final"] is True
