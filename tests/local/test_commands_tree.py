"""Every command of the tree has help, speaks JSON, and answers a fault in one sentence."""

import json
import os
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner
from engine_process import EngineProcess
from rest import OPERATOR, bearer, wish

from stagepost_local.cli import COMMANDS, main
from stagepost_local.commands.completion import SHELLS
from stagepost_local.ports import free_port

# It prints a script for a shell, and nothing else.
NO_JSON = {"completion"}
BASH = shutil.which("bash")


def tree(command: click.Command, context: click.Context, name: str = "") -> dict:
    """Every command that does something, by its words."""
    if not isinstance(command, click.Group):
        return {name: command}
    found: dict[str, click.Command] = {}
    for word in command.list_commands(context):
        under = command.get_command(context, word)
        assert under is not None, word
        found |= tree(under, context, f"{name} {word}".strip())
    return found


TREE = tree(main, click.Context(main))
each = pytest.mark.parametrize("name", sorted(TREE))


def ran(*words: str, **settings: str):
    return CliRunner().invoke(main, words, env=settings)


def test_the_commands_are_those_that_were_promised():
    promised = {"up", "demo", "match", "seat", "verify", "replay", "export", "import"}

    assert promised | {"rules", "shunt", "doctor", "completion"} <= set(COMMANDS)
    assert {name.split()[0] for name in TREE} == set(COMMANDS)


@each
def test_each_has_help_for_itself_and_for_each_option(name: str):
    command = TREE[name]
    result = ran(*name.split(), "--help")
    options = [one for one in command.params if isinstance(one, click.Option)]

    assert result.exit_code == 0
    assert command.help
    assert [option.name for option in options if not option.help and option.name != "matches"] == []


@each
def test_each_speaks_json(name: str):
    """Under one name, `--json`."""
    options = {word for one in TREE[name].params for word in one.opts}

    assert ("--json" in options) is not (name in NO_JSON)


@each
def test_the_same_option_means_the_same_everywhere(name: str):
    for option in TREE[name].params:
        if "--out" in option.opts:
            assert "-o" in option.opts, name
        if option.name in ("engine", "redis", "token"):
            assert (
                option.envvar
                == {
                    "engine": "STAGEPOST_ENGINE_URL",
                    "redis": "STAGEPOST_REDIS_URL",
                    "token": "STAGEPOST_TOKEN",
                }[option.name]
            )


# Faults


ARGUMENTS = {
    "export": ("nothing", "-o", "x.json"),
    "host clock": ("nothing", "--pause"),
    "host misses": ("nothing",),
    "host seat": ("nothing", "anna", "a@example.org"),
    "match create": ("--seat", "a=a@example.org"),
    "match list": (),
    "match record": ("nothing",),
    "match show": ("nothing",),
    "match standings": ("nothing",),
    "replay": ("nothing",),
    "seat say": ("nothing", "PASS"),
}
"""Words for every command that asks the engine."""

STORES = {
    "mail failed": (),
    "shunt count": (),
    "shunt list": (),
    "shunt show": ("abcd",),
    "shunt release": ("abcd",),
    "shunt drop": ("abcd", "--why", "x"),
}
"""And for every command that looks into the store only."""

asking = pytest.mark.parametrize("name", sorted(ARGUMENTS))
looking = pytest.mark.parametrize("name", sorted(STORES))


def test_no_command_that_asks_is_left_out():
    def with_option(word: str) -> set[str]:
        return {name for name, one in TREE.items() if word in {o.name for o in one.params}}

    # Their faults are looked at where their files and mails are, in tests of their own.
    assert with_option("token") - set(ARGUMENTS) - {"import", "match backup"} == set()
    assert with_option("redis") - set(STORES) - {"export", "import"} == set()


def is_one_sentence(result, *parts: str) -> None:
    assert result.exit_code in (1, 2), result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    error = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert len(error) == 1, result.output
    for part in parts:
        assert part in error[0], error[0]


@pytest.fixture(scope="module")
def engine(valkey):
    running = EngineProcess(valkey.url)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@asking
def test_an_engine_that_is_away_is_one_sentence_with_the_remedy(here, name: str, redis_url):
    url = f"http://user:{'hidden'}@127.0.0.1:{free_port()}"
    settings = {
        "STAGEPOST_ENGINE_URL": url,
        "STAGEPOST_TOKEN": "t",
        "STAGEPOST_REDIS_URL": redis_url,
    }
    result = ran(*name.split(), *ARGUMENTS[name], **settings)

    is_one_sentence(result, "No engine answers at http://127.0.0.1", "stagepost up", "--engine")
    assert "hidden" not in result.output


@asking
def test_what_is_no_engine_is_told_as_that(here, name: str, redis_url):
    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>Hello</html>")

        do_POST = do_PATCH = do_GET  # noqa: N815 - the names that the standard library calls

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        settings = {
            "STAGEPOST_ENGINE_URL": url,
            "STAGEPOST_TOKEN": "t",
            "STAGEPOST_REDIS_URL": redis_url,
        }
        try:
            result = ran(*name.split(), *ARGUMENTS[name], **settings)
        finally:
            server.shutdown()
            thread.join()

    is_one_sentence(result)


@asking
@pytest.mark.parametrize("token", ["nobodys-token", "wörd"])
def test_a_bad_token_or_an_unknown_match_is_one_sentence(here, engine, redis_url, name, token):
    settings = {
        "STAGEPOST_ENGINE_URL": engine.url,
        "STAGEPOST_TOKEN": token,
        "STAGEPOST_REDIS_URL": redis_url,
    }
    is_one_sentence(ran(*name.split(), *ARGUMENTS[name], **settings))


@pytest.mark.parametrize("match", ["nothing", "../health", "a/b", "ü x", "%"])
def test_whatever_stands_for_a_match_is_looked_for_as_one(here, engine, redis_url, match):
    result = ran("match", "show", match, "--engine", engine.url)

    is_one_sentence(result)


@pytest.mark.parametrize("url", ["nonsense", "http://", "ftp://x", "http://[::1", "http://x:99999"])
def test_an_address_that_is_none_is_one_sentence(here, url: str):
    is_one_sentence(ran("match", "show", "m1", "--engine", url))


@looking
def test_a_store_that_is_away_is_one_sentence_without_its_password(here, name: str):
    url = f"redis://:hidden@127.0.0.1:{free_port()}/0"
    result = ran(*name.split(), *STORES[name], STAGEPOST_REDIS_URL=url)

    is_one_sentence(result, "does not answer", "--redis")
    assert "hidden" not in result.output


@looking
@pytest.mark.parametrize("url", ["nonsense", "redis://x:port/0", ""])
def test_a_store_that_is_none_is_one_sentence(here, name: str, url: str):
    is_one_sentence(ran(*name.split(), *STORES[name], STAGEPOST_REDIS_URL=url))


@pytest.mark.parametrize("setting", ["STAGEPOST_ENGINE_PORT", "STAGEPOST_SMTP_PORT_IN"])
@pytest.mark.parametrize("words", ["match show m1", "shunt count", "up", "doctor"])
def test_a_setting_that_cannot_be_is_one_sentence(here, setting: str, words: str):
    result = ran(*words.split(), **{setting: "eighty"})

    is_one_sentence(result, f"{setting} is “eighty”; write a port")


@pytest.mark.parametrize("file", ["house.json", "secrets.json"])
def test_a_file_of_ours_that_is_broken_is_one_sentence(here, file: str):
    (here / "var").mkdir()
    (here / "var" / file).write_text("{")
    words = ("match", "create", "--seat", "a=a@example.org")

    is_one_sentence(ran(*words, "--engine", ""), file)


def test_a_file_that_cannot_be_written_is_one_sentence(here, engine, redis_url):
    made = httpx.post(f"{engine.url}/v1/matches", json=wish(3), headers=bearer(OPERATOR)).json()
    out = str(here / "missing" / "record.json")
    result = ran("match", "record", made["match"], "--out", out, "--engine", engine.url)

    is_one_sentence(result, out)


# What the operator lists


def test_the_operator_lists_the_matches_of_the_house(here, engine, redis_url):
    made = [
        httpx.post(f"{engine.url}/v1/matches", json=wish(3), headers=bearer(OPERATOR)).json()
        for _ in range(3)
    ]
    settings = {"STAGEPOST_ENGINE_URL": engine.url, "STAGEPOST_OPERATOR_TOKEN": OPERATOR}
    lines = ran("match", "list", **settings).output.splitlines()

    assert {line.split()[0] for line in lines} == {one["match"] for one in made}
    assert all("running, step 1, until" in line for line in lines)
    assert ran("match", "list", "--state", "over", **settings).output.startswith("There is no")


# JSON


def test_json_is_one_object_or_list_and_nothing_else(here, engine, redis_url):
    made = httpx.post(f"{engine.url}/v1/matches", json=wish(3), headers=bearer(OPERATOR)).json()
    match, anna = made["match"], made["seats"]["Anna"]
    settings = {
        "STAGEPOST_ENGINE_URL": engine.url,
        "STAGEPOST_REDIS_URL": redis_url,
        "STAGEPOST_OPERATOR_TOKEN": OPERATOR,
    }
    asked = [
        ("match", "list"),
        ("match", "list", "--state", "over"),
        ("match", "show", match),
        ("match", "standings", match),
        ("match", "record", match),
        ("match", "record", match, "-o", "record.json"),
        ("match", "create", "--seat", "a=a@x", "--seat", "b=b@x", "--seat", "c=c@x"),
        ("seat", "say", match, "BID 300", "--token", anna),
        ("host", "clock", match, "--pause", "--token", made["host_token"]),
        ("host", "misses", match, "--token", made["host_token"]),
        ("host", "seat", match, "Piotr", "p@x", "--token", made["host_token"]),
        ("export", match, "-o", "match.json"),
        ("import", "match.json"),
        ("replay", match),
        ("replay", match, "--step", "1"),
        ("rules", "pola_naftowe"),
        ("simulate", "pola_naftowe", "-n", "1", "--workers", "1"),
        ("shunt", "list"),
        ("shunt", "count"),
        ("mail", "failed"),
    ]
    for words in asked:
        result = ran(*words, "--json", **settings)

        assert result.exit_code == 0, (words, result.output)
        assert isinstance(json.loads(result.stdout), dict | list), words


# Completion


def completed(line: str, cwd: Path, **settings: str) -> list[str]:
    """What bash offers for the line, by the script that the command prints."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    program = f"""
eval "$(stagepost completion bash)"
COMP_WORDS=({line})
[[ '{line}' == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
COMPREPLY=()
_stagepost_completion stagepost "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        [BASH, "--norc", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=cwd,
        env=os.environ | {"PATH": path} | settings,
    )
    assert done.stderr == ""

    return done.stdout.split()


@pytest.mark.skipif(BASH is None, reason="there is no bash on this machine")
def test_bash_completes_commands_options_games_and_matches(here, engine, redis_url):
    made = [
        httpx.post(f"{engine.url}/v1/matches", json=wish(3), headers=bearer(OPERATOR)).json()
        for _ in range(2)
    ]
    matches = sorted(one["match"] for one in made)
    settings = {"STAGEPOST_ENGINE_URL": engine.url, "STAGEPOST_OPERATOR_TOKEN": OPERATOR}

    assert completed("stagepost ex", here) == ["export"]
    assert {"show", "create", "record"} <= set(completed("stagepost match ", here))
    assert completed("stagepost doctor --sel", here) == ["--selector"]
    assert completed("stagepost rules pola", here) == ["pola_naftowe"]
    assert completed("stagepost match create --game bo", here) == ["bombay"]
    assert sorted(completed("stagepost match show ", here, **settings)) == matches
    assert completed(f"stagepost export {matches[0][:6]}", here, **settings) == [matches[0]]


@pytest.mark.skipif(BASH is None, reason="there is no bash on this machine")
def test_where_nobody_answers_nothing_is_offered_and_nothing_is_said(here):
    away = {"STAGEPOST_ENGINE_URL": f"http://127.0.0.1:{free_port()}"}

    assert completed("stagepost match show ", here, **away) == []
    assert completed("stagepost shunt show ", here) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_its_script(shell: str):
    result = ran("completion", shell)

    assert result.exit_code == 0
    assert "_STAGEPOST_COMPLETE" in result.output
    checker = shutil.which(shell)
    if checker is not None:
        no_run = {"fish": "--no-execute"}.get(shell, "-n")
        subprocess.run([checker, no_run], input=result.output, text=True, check=True)
