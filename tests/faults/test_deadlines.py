"""A reply that was on disk before the deadline counts, whenever it is read; a later one never does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from faults.box import Box, running

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_contracts.policy import Policy
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.letters import words

LISTS = "stagepost:work"
MATCHES = 4
HOURS = 12 / 3600
NAMES = ("anna", "bruno", "celia")


def address(name: str, match: int) -> str:
    """Each seat of each match has a mailbox of its own."""
    return f"{name}{match}@stagepost.localhost"


@pytest.mark.timeout(180)
def test_the_reply_in_time_counts_and_the_late_one_does_not(tmp_path: Path, seed: int):
    """The worker is away across the deadline; then its jobs come in any order."""
    with running(tmp_path / "var") as box:
        made = [begins(box, number) for number in range(MATCHES)]
        prompts = {
            (name, number): first_prompt(box, address(name, number))
            for name in NAMES
            for number in range(MATCHES)
        }
        with box.without("worker"):
            for number in range(MATCHES):
                box.answers(prompts["anna", number], address("anna", number), "BID 300")
            deadlines = [box.envelope(match.match).deadline for match in made]
            assert moment(box) < min(deadlines), "this machine is too slow for this deadline"
            box.wait_for(lambda: moment(box) > max(deadlines), "the deadline")
            for number in range(MATCHES):
                box.answers(prompts["bruno", number], address("bruno", number), "BID 700")
            box.wait_for(lambda: dues_put(box) == MATCHES, "the job of each due")
            shuffle_work(box, random.Random(seed))
        for number, match in enumerate(made):
            holds(box, match, number)


def begins(box: Box, number: int) -> MatchMade:
    seats = tuple(SeatWanted(name, address(name, number)) for name in NAMES)
    wanted = MatchWanted("pola_naftowe", seats, policy=Policy(hours=HOURS), seed=f"{number:064x}")
    return box.house.engine.make_match(wanted)


def first_prompt(box: Box, at: str):
    box.wait_for(lambda: box.mails(at), f"the prompt for {at}")
    return box.mails(at)[0]


def moment(box: Box) -> float:
    """The time by the clock that counts."""
    with box.store() as store:
        seconds, micros = store.time()
    return seconds + micros / 1e6


def dues_put(box: Box) -> int:
    with box.store() as store:
        return sum(b"-deadline-1-" in due for due in store.zrange(f"{LISTS}:due:waiting", 0, -1))


def shuffle_work(box: Box, chance: random.Random) -> None:
    """What is late may come first: no order of work may matter."""
    for kind in ("due", "mail", "notice"):
        key = f"{LISTS}:{kind}:waiting"
        with box.store() as store:
            waiting = store.zrange(key, 0, -1, withscores=True)
            turns = [turn for _, turn in waiting]
            chance.shuffle(turns)
            turned = {item: turn for (item, _), turn in zip(waiting, turns, strict=True)}
            if turned:
                store.zadd(key, turned)
            print(kind, [item.decode() for item in store.zrange(key, 0, -1)])


def holds(box: Box, match: MatchMade, number: int) -> None:
    box.wait_for(lambda: box.envelope(match.match).step > 1, "the end of the step")
    with box.house.engine.shown(match.host_token) as host:
        record = letters.msgspec.json.decode(host.record(match.match))
    lobby = next(entry for entry in record if entry["entry"] == "step" and entry["step"] == 1)

    assert lobby["moves"]["anna"]["orders"] == [{"kind": "bid", "amount": 300}]
    assert "default" not in lobby["moves"]["anna"]
    assert "late" not in lobby["moves"]["anna"]
    assert lobby["moves"]["bruno"]["default"]
    assert lobby["moves"]["celia"]["default"]
    box.wait_for(lambda: not box.unfinished(match.match), "the answers")
    [receipt] = answers_in(box, address("anna", number))
    [rejection] = answers_in(box, address("bruno", number))

    assert "[BID 300]" in words(receipt)
    assert "changed nothing" in words(rejection)


def answers_in(box: Box, at: str):
    return [mail for mail in box.mails(at) if mail["Auto-Submitted"] == "auto-replied"]
