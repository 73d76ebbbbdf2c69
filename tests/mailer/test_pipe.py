"""A mail on standard input: 0 when it is on disk, and the codes that mail hosts know."""

import subprocess
import sys
from pathlib import Path

import pytest
from mailer.house import ANNA_ADDRESS, House, eventually, reply

from stagepost_local.valkey import free_port
from stagepost_mailer.pipe import unstamped


def piped(house: House, raw: bytes, *arguments: str, **environment: str) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "stagepost_mailer.pipe", *arguments],
        input=raw,
        env={**house.environment, **environment},
        timeout=60,
        check=False,
    )
    return done.returncode


def test_a_piped_mail_is_on_disk_and_then_read(house: House):
    code = piped(house, reply(), "--sender", ANNA_ADDRESS, house.knows())

    assert code == 0
    assert house.states() == ["pending"]
    house.start("watcher", "worker")
    eventually(lambda: house.states() == ["done"])
    assert house.engine.asked[0].lines == ("BID 300",)


def test_the_recipient_may_stand_in_the_environment_as_mail_hosts_write_it(house: House):
    raw = b"From anna@players.example Mon Mar  2 10:00:00 2026\n" + reply().replace(b"\r\n", b"\n")
    code = piped(house, raw, ORIGINAL_RECIPIENT=house.knows(), SENDER=ANNA_ADDRESS)
    [mail] = house.inbox()

    assert code == 0
    assert mail["raw"].startswith("From: Anna")
    assert ANNA_ADDRESS in mail["stored"]


@pytest.mark.parametrize("sender", ["", "MAILER-DAEMON"])
def test_a_bounce_is_known_by_its_null_sender(house: House, sender: str):
    piped(house, reply(), "--sender", sender, house.knows())

    assert '"envelope_sender":""' in house.inbox()[0]["stored"]


def test_a_mail_piped_twice_is_one_mail(house: House):
    address = house.knows()
    codes = [piped(house, reply(), address) for _ in range(2)]

    assert codes == [0, 0]
    assert house.states() == ["pending"]


@pytest.mark.parametrize("address", ["", "anna@players.example", f"r+{'a' * 26}@game.example"])
def test_an_address_that_nobody_has_is_67(house: House, address: str):
    assert piped(house, reply(), address) == 67


def test_a_mail_beyond_the_size_is_65(house: House):
    assert piped(house, reply() + b"x" * 262144, house.knows()) == 65
    assert house.inbox() == []


def test_a_mail_beyond_the_hours_most_is_75_and_comes_again(house: House):
    address = house.knows()
    more = {"STAGEPOST_MAILS_AN_HOUR": "0"}

    assert piped(house, reply(), address, **more) == 75


@pytest.mark.parametrize(
    "wrong",
    [
        {"STAGEPOST_REDIS_URL": f"redis://127.0.0.1:{free_port()}"},
        {"STAGEPOST_MAIL_KEY": ""},
    ],
)
def test_a_fault_of_ours_is_75(house: House, wrong: dict[str, str]):
    assert piped(house, reply(), house.knows(), **wrong) == 75


def test_a_command_that_is_none_is_75_and_returns_no_mail(house: House):
    assert piped(house, reply(), "--settings", "/nowhere", house.knows()) == 75
    assert piped(house, reply(), "--wrong", house.knows()) == 75


def test_the_settings_may_stand_in_a_file(house: House, tmp_path: Path):
    """A mail host starts a pipe with next to no environment."""
    told = {name: value for name, value in house.environment.items() if "STAGEPOST_" in name}
    file = tmp_path / "stagepost.env"
    file.write_text("# ours\n" + "".join(f'{name}="{value}"\n' for name, value in told.items()))
    done = subprocess.run(
        [sys.executable, "-m", "stagepost_mailer.pipe", "--settings", str(file), house.knows()],
        input=reply(),
        env={"PYTHONPATH": house.environment["PYTHONPATH"]},
        timeout=60,
        check=False,
    )

    assert done.returncode == 0
    assert house.states() == ["pending"]


def test_only_the_line_of_a_mailbox_is_taken_off():
    assert unstamped(b"From x Mon\nFrom: y\n\nz") == b"From: y\n\nz"
    assert unstamped(b"From: y\n\nFrom z") == b"From: y\n\nFrom z"
