"""A program that has only mail: TOKEN brings it in, a webhook tells it what happens, END shows it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest
from faults.box import Box, running
from mailer.far_side import FarSide
from rest import bearer

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.letters import words
from stagepost_local.parts import engine_url

NAMES = ("anna", "bruno", "celia")
TOKEN = re.compile(r"\b(?:player-[a-z2-7]{16}-)?[a-z2-7]{40}\b")
SETTINGS = {"STAGEPOST_WEBHOOK_PRIVATE": "1"}


@pytest.fixture
def far() -> Iterator[FarSide]:
    side = FarSide()
    side.open()
    yield side
    side.close()


def address(name: str) -> str:
    return f"{name}@stagepost.localhost"


def begins(box: Box) -> MatchMade:
    seats = tuple(SeatWanted(name, address(name)) for name in NAMES)
    return box.house.engine.make_match(MatchWanted("pola_naftowe", seats, seed=f"{7:064x}"))


def of_kind(box: Box, name: str, kind: str) -> list[EmailMessage]:
    return [mail for mail in box.mails(address(name)) if letters.kind(mail) == kind]


def asked_for(box: Box, name: str, line: str) -> str:
    """Reply with the line to the latest prompt, and read the token in the mail that comes."""
    known = len(of_kind(box, name, "token"))
    box.wait_for(lambda: of_kind(box, name, "prompt"), "the prompt")
    box.answers(of_kind(box, name, "prompt")[-1], address(name), line)
    box.wait_for(lambda: len(of_kind(box, name, "token")) > known, "the token")
    [token] = set(TOKEN.findall(words(of_kind(box, name, "token")[-1])))
    return token


def asks(box: Box, method: str, path: str, token: str, body=None) -> httpx.Response:
    url = f"{engine_url(box.house.ports)}/v1{path}"
    return httpx.request(method, url, json=body, headers=bearer(token), timeout=30)


def everything_logged(box: Box) -> str:
    return "\n".join(path.read_text() for path in (box.house.settings.data / "log").glob("*.log"))


@pytest.mark.timeout(240)
def test_a_program_comes_in_by_mail_and_hears_by_webhook(tmp_path: Path, far: FarSide):
    with running(tmp_path / "var", **SETTINGS) as box:
        made = begins(box)
        path = f"/matches/{made.match}"
        token = asked_for(box, "anna", "TOKEN")
        told = asks(box, "PUT", f"{path}/webhook", token, {"url": f"http://127.0.0.1:{far.port}/"})
        tried = asks(box, "POST", f"{path}/webhook/test", token)
        plays(box, made, token)
        every = asks(box, "GET", f"{path}/events?after={told.json()['after']}", token).json()
        box.wait_for(lambda: len(far.posts) > len(every["events"]), "the events")
        box.kill("watcher")
        asks(
            box,
            "POST",
            f"{path}/moves",
            token,
            {"step": every["events"][-1]["step"], "text": "PAUSE"},
        )
        more = asks(box, "GET", f"{path}/events?after={told.json()['after']}", token).json()
        box.wait_for(lambda: len(far.posts) > len(more["events"]), "the event after the kill")
        prompt = of_kind(box, "anna", "prompt")[-1]
        box.answers(prompt, address("anna"), "TOKEN END")
        box.wait_for(lambda: asks(box, "GET", path, token).status_code == 401, "the end")
        gone = asks(box, "GET", f"{path}/webhook", made.seats["anna"])
        box.wait_for(lambda: not box.unfinished(made.match), "rest")
        logged, secret = everything_logged(box), told.json()["secret"]
        keeping = kept_in(box, token)

    assert told.status_code == 200, told.text
    assert len(more["events"]) > len(every["events"]) > 3
    assert (tried.json()["delivered"], tried.json()["status"]) == (True, 204)
    assert [posted.told["data"] for posted in far.posts[1:]] == more["events"]
    assert gone.status_code == 404
    for hidden in (token, secret, f"127.0.0.1:{far.port}"):
        assert hidden not in logged
    assert keeping == []


@pytest.mark.timeout(240)
def test_a_players_token_by_mail_plays_in_all_matches_and_reaches_nobody_else(tmp_path: Path):
    with running(tmp_path / "var") as box:
        first, second = begins(box), begins(box)
        token = asked_for(box, "anna", "TOKEN PLAYER")
        page = asks(box, "GET", "/player/matches?awaited=true", token).json()
        moved = [
            asks(box, "POST", f"/matches/{made.match}/moves", token, {"step": 1, "text": "BID 200"})
            for made in (first, second)
        ]
        again = asked_for(box, "anna", "TOKEN PLAYER")
        statuses = [asks(box, "GET", "/player/matches", one).status_code for one in (token, again)]
        others = [words(mail) for name in NAMES[1:] for mail in box.mails(address(name))]
        receipts = [words(mail) for mail in of_kind(box, "anna", "receipt")]
        keeping = kept_in(box, token.rpartition("-")[2])

    assert {one["match"] for one in page["matches"]} == {first.match, second.match}
    assert [answer.json()["sealed"] for answer in moved] == [["BID 200"]] * 2
    assert statuses == [401, 200]
    assert all(token not in text and again not in text for text in others + receipts)
    assert len(receipts) == 2
    assert keeping == []


def plays(box: Box, made: MatchMade, token: str) -> None:
    """Everybody bids, Anna by the token that was mailed."""
    tokens = dict(made.seats) | {"anna": token}
    for amount, name in enumerate(NAMES, 1):
        body = {"step": 1, "text": f"BID {100 * amount}"}
        answer = asks(box, "POST", f"/matches/{made.match}/moves", tokens[name], body)
        assert answer.status_code == 200, answer.text


def kept_in(box: Box, secret: str) -> list[bytes]:
    """The keys of the whole store, the queue's too, that hold the text."""
    found = []
    with box.store() as store:
        for key in store.scan_iter():
            match store.type(key):
                case b"string":
                    held = [store.get(key)]
                case b"list":
                    held = store.lrange(key, 0, -1)
                case b"set":
                    held = store.smembers(key)
                case b"zset":
                    held = store.zrange(key, 0, -1)
                case b"hash":
                    held = [part for pair in store.hgetall(key).items() for part in pair]
                case _:
                    held = [value for _, fields in store.xrange(key) for value in fields.values()]
            if any(secret.encode() in part for part in held):
                found.append(key)
    return found
