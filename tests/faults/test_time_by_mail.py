"""Time by mail, end to end: the own time in all matches, what silence cost, and an outage made good."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from faults.box import Box, running
from rest import bearer

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_contracts.policy import Policy
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.letters import words
from stagepost_local.parts import engine_url
from stagepost_mailer.time.gaps import alive_key

NAMES = ("anna", "bruno", "celia")


def address(name: str) -> str:
    return f"{name}@stagepost.localhost"


def begins(box: Box, policy: Policy | None = None) -> MatchMade:
    seats = tuple(SeatWanted(name, address(name), zone="Asia/Seoul") for name in NAMES)
    wanted = MatchWanted("pola_naftowe", seats, policy=policy or Policy(), seed=f"{7:064x}")
    return box.house.engine.make_match(wanted)


def latest(box: Box, name: str, kind: str):
    mails = [mail for mail in box.mails(address(name)) if letters.kind(mail) == kind]
    return mails[-1] if mails else None


def asked(box: Box, path: str, token: str):
    answer = httpx.get(f"{engine_url(box.house.ports)}/v1{path}", headers=bearer(token))
    assert answer.status_code == 200, answer.text

    return answer.json()


@pytest.mark.timeout(180)
def test_what_a_player_mails_of_the_own_time_holds_in_all_their_matches(tmp_path: Path):
    with running(tmp_path / "var") as box:
        first, second = begins(box), begins(box)
        box.wait_for(lambda: box.count(address("anna")) == 2, "both prompts")
        prompt = box.mails(address("anna"))[0]
        day = datetime.now(UTC).date() + timedelta(days=300)
        box.answers(
            prompt, address("anna"), f"AWAY {day} TO {day}", "OFF DAYS SUN, SAT", "QUIET 22 TO 7"
        )
        box.wait_for(lambda: latest(box, "anna", "receipt"), "the receipt")
        receipt = words(latest(box, "anna", "receipt"))

        def own(made: MatchMade):
            return asked(box, f"/matches/{made.match}/own-time", made.seats["anna"])

        box.wait_for(lambda: own(first)["quiet"] and own(second)["quiet"], "word of it")
        both = [own(first), own(second)]
        other = asked(box, f"/matches/{second.match}/own-time", second.seats["bruno"])
        box.wait_for(lambda: not box.envelope(first.match).shares, "the end of the due")

    assert "That holds in all your matches here." in " ".join(receipt.split())
    assert "22:00 to 07:00 (Asia/Seoul)" in " ".join(receipt.split())
    assert both[0] == both[1]
    assert both[0]["off_days"] == ["sun", "sat"]
    assert both[0]["away"] == [{"first": f"{day}", "last": f"{day}"}]
    assert (other["off_days"], other["away"]) == ([], [])


@pytest.mark.timeout(180)
def test_the_ledger_of_misses_says_which_mails_went_out_and_when(tmp_path: Path):
    with running(tmp_path / "var") as box:
        made = begins(box, Policy(hours=30 / 3600, least_hours=0))
        step = box.envelope(made.match).step
        box.wait_for(lambda: box.envelope(made.match).step > step, "the deadline")
        path = f"/matches/{made.match}/misses"
        of_host = [miss for miss in asked(box, path, made.host_token) if miss["step"] == step]
        of_anna = [miss for miss in asked(box, path, made.seats["anna"]) if miss["step"] == step]
        of_bruno = [miss for miss in asked(box, path, made.seats["bruno"]) if miss["step"] == step]

    assert {miss["seat"] for miss in of_host} == set(NAMES)
    assert [miss["seat"] for miss in of_anna] == ["anna"]
    assert [miss["seat"] for miss in of_bruno] == ["bruno"]
    [prompt] = of_anna[0]["mails"]
    assert prompt["kind"] == "prompt"
    assert prompt["tried"] <= prompt["accepted"] < of_anna[0]["at"]
    assert of_anna[0]["returned"] is None
    assert "@" not in str(of_host)


@pytest.mark.timeout(180)
def test_a_receiver_that_was_away_moves_each_deadline_once_and_the_tables_are_told(tmp_path: Path):
    with running(tmp_path / "var") as box:
        made = [begins(box) for _ in range(2)]
        box.wait_for(lambda: box.count(address("anna")) == 2, "both prompts")
        begun = [box.envelope(one.match) for one in made]
        before = [envelope.deadline for envelope in begun]
        opened = max(envelope.opened_at for envelope in begun)
        # An outage is told in whole seconds: some of them lie in both steps.
        box.wait_for(lambda: time.time() > opened + 3, "three seconds of the steps")
        with box.without("receiver"), box.store() as store:
            store.set(alive_key("intake"), int(time.time()) - 3600)
        box.wait_for(lambda: latest(box, "anna", "report"), "word of the outage")
        box.wait_for(lambda: box.count(address("anna")) == 4, "word of it in both")
        after = [box.envelope(one.match).deadline for one in made]
        report = " ".join(words(latest(box, "anna", "report")).split())
        with box.store() as store:
            left = store.smembers("stagepost:alive:gaps")

    # Both matches are younger than the outage: what of it lay in their step is made good.
    assert all(0 < late - early < 120 for early, late in zip(before, after, strict=True))
    assert "The house was out of order for" in report
    assert left == set()
