"""`stagepost export` and `import`: a match leaves one house and goes on in another, mails and all."""

import asyncio
import json
import os
import pty
import stat
import subprocess
import sys

import httpx
import msgspec
import pytest
import redis
import redis.asyncio
from click.testing import CliRunner
from engine_process import EngineProcess
from rest import OPERATOR, bearer, wish

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.keys import held_clocks, partition_of
from stagepost_contracts.texts import say
from stagepost_local.cli import main
from stagepost_mailer.inbox import keys as inbox_keys
from stagepost_mailer.inbox.shunt import Shunt
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenMeaning

RAW = b"From: anna@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nBID 300 and a secret word\r\n"


@pytest.fixture(scope="module")
def engines(valkey):
    """Two engines, each on a store of its own."""
    urls = (valkey.url, valkey.url.removesuffix("/0") + "/1")
    found = [EngineProcess(url) for url in urls]
    for engine in found:
        engine.start()
    yield found
    for engine in found:
        engine.stop()


@pytest.fixture
def houses(engines, redis_url):
    """The settings that commands need for each of two empty houses."""
    return [
        {
            "STAGEPOST_ENGINE_URL": engine.url,
            "STAGEPOST_REDIS_URL": engine.redis_url,
            "STAGEPOST_TOKEN": OPERATOR,
        }
        for engine in engines
    ]


def run(house: dict[str, str], *words: str):
    return CliRunner().invoke(main, words, env=house)


def make(house: dict[str, str]) -> dict:
    answer = httpx.post(
        f"{house['STAGEPOST_ENGINE_URL']}/v1/matches", json=wish(3), headers=bearer(OPERATOR)
    )
    return answer.json()


async def with_mails(url: str, match: MatchId) -> None:
    """One mail that was answered, one that waits to be read, one that was put aside."""
    async with redis.asyncio.Redis.from_url(url) as client:
        inbox = Inbox(client)
        meaning = TokenMeaning("reply", match, Seat("Anna"), 1, 1, say("Pola Naftowe"))
        taken = [await inbox.take(RAW % n, "a" * 64, meaning, "anna@example.org") for n in range(3)]
        await inbox.done(match, taken[0].intake, "answered")
        await inbox.shunted(match, taken[2].intake, "a stranger's")


async def put_aside(url: str):
    async with redis.asyncio.Redis.from_url(url) as client:
        return await Shunt(client).entries()


def kept(url: str, match: str) -> dict:
    """What a store has of the mails of a match."""
    partition = partition_of(MatchId(match))
    with redis.Redis.from_url(url) as store:
        mails = store.smembers(inbox_keys.mails(MatchId(match)))
        return {
            "mails": {
                mail: store.hgetall(inbox_keys.mail(MatchId(match), mail.decode()))
                for mail in sorted(mails)
            },
            "pending": store.zrange(inbox_keys.pending(partition), 0, -1, withscores=True),
            "waits": store.zrange(inbox_keys.pending_of(MatchId(match)), 0, -1, withscores=True),
            "shunt": store.zrange(inbox_keys.shunt(partition), 0, -1, withscores=True),
            "clock": store.hgetall(held_clocks(MatchId(match))),
        }


def test_a_match_and_its_mails_go_on_in_another_house(houses, tmp_path):
    """What waits to be read waits there for the sweep, and what was put aside for that operator."""
    here, there = houses
    made, path = make(here), tmp_path / "match.json"
    match = MatchId(made["match"])
    asyncio.run(with_mails(here["STAGEPOST_REDIS_URL"], match))
    exported = run(here, "export", match, "-o", str(path), "--json")
    imported = run(there, "import", str(path), "--json")
    again = run(there, "import", str(path))

    assert exported.exit_code == imported.exit_code == again.exit_code == 0, imported.output
    assert json.loads(exported.stdout) == {
        "match": match,
        "file": str(path),
        "bytes": path.stat().st_size,
        "mails": 3,
    }
    [told] = json.loads(imported.stdout)
    assert told == {"match": match, "game": "pola_naftowe", "step": 1, "new": True, "mails": 3}
    assert "was here by this backup already" in again.output
    before = kept(here["STAGEPOST_REDIS_URL"], match)
    after = kept(there["STAGEPOST_REDIS_URL"], match)
    assert after == before
    assert len(before["pending"]) == len(before["shunt"]) == 1
    [aside] = asyncio.run(put_aside(there["STAGEPOST_REDIS_URL"]))

    assert aside.reason == "a stranger's"


def test_the_file_is_its_owners_alone_and_never_a_terminal(houses, tmp_path):
    here, _ = houses
    made, path = make(here), tmp_path / "new" / "match.json"
    old = os.umask(0)
    try:
        result = run(here, "export", made["match"], "-o", str(path))
    finally:
        os.umask(old)

    assert result.exit_code == 0, result.output
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "anna@example.org" not in result.output
    # As /dev/stdout is: a link that leads to a terminal, to a pipe, or to some file.
    link, pipe, file = tmp_path / "link", tmp_path / "pipe", tmp_path / "file"
    file.write_text("")
    link.symlink_to(file)
    os.mkfifo(pipe)
    for other in (link, pipe):
        refused = run(here, "export", made["match"], "-o", str(other))

        assert refused.exit_code == 2
        assert "is no plain file" in refused.output
    assert link.is_symlink()
    assert file.read_text() == ""


def test_every_match_of_a_house_goes_into_a_folder(houses, tmp_path):
    here, there = houses
    matches = {make(here)["match"] for _ in range(3)}
    exported = run(here, "export", "--all", str(tmp_path / "all"))
    files = sorted(map(str, (tmp_path / "all").iterdir()))
    imported = run(there, "import", *files, "--json")

    assert exported.exit_code == 0, exported.output
    assert len(exported.output.splitlines()) == 3
    assert {one["match"] for one in json.loads(imported.stdout)} == matches


def test_without_mail_no_address_and_no_word_of_a_mail_is_in_the_file(houses, tmp_path):
    here, there = houses
    made, path = make(here), tmp_path / "match.json"
    result = run(here, "export", made["match"], "-o", str(path), "--without-mail")
    file = json.loads(path.read_bytes())

    assert "no mail and no address" in result.output
    assert file["mail"] is None
    assert "people" not in file["backup"]["hashes"]
    assert run(there, "import", str(path)).exit_code == 0


def spoilt(text: bytes, how: str) -> bytes:
    match how:
        case "cut":
            return text[:-20]
        case "changed":
            return text.replace(b'"game":"pola_naftowe"', b'"game":"crude"')
        case "another form":
            return text.replace(b"stagepost-match", b"stagepost-other")
        case "later":
            return text.replace(b'"schema":1,"sha256"', b'"schema":9,"sha256"')
        case "a record":
            return b"[]"
        case _:
            return b"\x00\xff"


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("cut", "is no backup of a match"),
        ("changed", "its checksum is another"),
        ("another form", "is no backup of a match"),
        ("later", "Upgrade Stagepost here first"),
        ("a record", "is no backup of a match"),
        ("bytes", "is no backup of a match"),
    ],
)
def test_a_file_that_cannot_be_is_refused_in_one_sentence(houses, tmp_path, how, why):
    here, there = houses
    path = tmp_path / "match.json"
    run(here, "export", make(here)["match"], "-o", str(path))
    path.write_bytes(spoilt(path.read_bytes(), how))
    result = run(there, "import", str(path))

    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert result.output.startswith(f"Error: {path}")
    assert why in result.output


def test_a_match_that_has_gone_on_is_not_overwritten(houses, tmp_path):
    here, _ = houses
    made, path = make(here), tmp_path / "match.json"
    run(here, "export", made["match"], "-o", str(path))
    answer = httpx.post(
        f"{here['STAGEPOST_ENGINE_URL']}/v1/matches/{made['match']}/moves",
        json={"step": 1, "text": "BID 300"},
        headers=bearer(made["seats"]["Anna"]),
    )
    result = run(here, "import", str(path))

    assert answer.status_code == 200
    assert result.exit_code == 1
    assert "never overwrites a match" in result.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["export"], "MATCH -o FILE"),
        (["export", "m1"], "MATCH -o FILE"),
        (["export", "m1", "-o", "x", "--all", "y"], "MATCH -o FILE"),
        (["export", "nothing", "-o", "x"], "There is no match nothing"),
        (["import", "nothing.json"], "cannot be read"),
    ],
)
def test_a_wrong_command_says_what_to_write(houses, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    result = run(houses[0], *words)

    assert result.exit_code in (1, 2)
    assert why in result.output
    assert list(tmp_path.iterdir()) == []


def test_only_the_operators_token_exports(houses, tmp_path):
    here, _ = houses
    made = make(here)
    stranger = here | {"STAGEPOST_TOKEN": made["host_token"]}
    result = run(stranger, "export", made["match"], "-o", str(tmp_path / "x.json"))

    assert result.exit_code == 1
    assert "another token" in result.output
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("piped", [True, False])
def test_a_bar_is_shown_on_a_terminal_and_nowhere_else(houses, tmp_path, piped: bool):
    """On a pseudo-terminal there is one; where a stream is a pipe there is not a letter of it."""
    here, _ = houses
    make(here)
    command = [
        sys.executable,
        "-m",
        "stagepost_local.cli",
        "export",
        "--all",
        str(tmp_path / "all"),
    ]
    ours, theirs = pty.openpty()
    out = subprocess.PIPE if piped else theirs
    process = subprocess.Popen(
        command, env=os.environ | here | {"TERM": "xterm"}, stdout=out, stderr=theirs
    )
    process.communicate(timeout=60)
    os.close(theirs)
    told = read_all(ours)

    assert process.returncode == 0
    assert ("matches" in told and "1/1" in told) is not piped
    assert piped is (told == "")


def read_all(descriptor: int) -> str:
    found = b""
    while True:
        try:
            more = os.read(descriptor, 4096)
        except OSError:
            break
        if not more:
            break
        found += more
    os.close(descriptor)
    return found.decode()


def test_a_backup_is_what_the_page_on_operating_says(houses, tmp_path):
    """Form, schema, checksum, the engine's part and the mails: no other field."""
    here, _ = houses
    path = tmp_path / "match.json"
    run(here, "export", make(here)["match"], "-o", str(path))
    file = msgspec.json.decode(path.read_bytes())

    assert set(file) == {"form", "schema", "sha256", "backup", "mail"}
    assert (file["form"], file["schema"]) == ("stagepost-match", 1)
