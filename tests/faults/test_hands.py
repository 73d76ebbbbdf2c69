"""A seat changes hands by real mail: the newcomer sees the sealed move, and the old player's addresses end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from faults.box import Box, running
from faults.test_deputy import IWONA, UNTIL, address, last, made_by, says, writes
from rest import bearer

from stagepost_local.parts import engine_url

ZOFIA = "zofia@newcomers.example"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path / "var") as box:
        yield box


@pytest.mark.timeout(240)
def test_a_newcomer_reads_the_sealed_move_first_and_nobody_else_plays_the_seat(box: Box):
    made = made_by(box)
    prompt = last(box, address("anna"), "prompt")
    writes(box, prompt, address("anna"), "BID 500", 1)
    last(box, address("anna"), "receipt")
    writes(box, prompt, address("anna"), f"DEPUTY {IWONA} UNTIL {UNTIL}", 2)
    welcome = last(box, IWONA, "deputy_welcome")
    seated(box, made)
    first = last(box, ZOFIA, "report")
    sealed = box.envelope(made.match)
    writes(box, prompt, address("anna"), "BID 900", 3)
    writes(box, welcome, IWONA, "BID 800", 4)
    former = last(box, address("anna"), "former_seat")
    deputy = last(box, IWONA, "rejection")

    assert "You play anna from now on." in says(first)
    assert "A move is sealed for anna already: [BID 500]." in says(first)
    assert "which you do not hold any more" in says(former)
    assert "You are not the deputy of anna any more" in says(deputy)
    assert len(box.mails(ZOFIA)) == 1
    assert box.envelope(made.match) == sealed

    writes(box, first, ZOFIA, "BID 700", 5)

    assert "Now sealed: [BID 700]. It replaces [BID 500]." in says(last(box, ZOFIA, "receipt"))


def seated(box: Box, made) -> None:
    """The host gives anna's seat to Zofia; the old token opens nothing then."""
    url = f"{engine_url(box.house.ports)}/v1/matches/{made.match}"
    answer = httpx.post(
        f"{url}/seats/anna/player", json={"address": ZOFIA}, headers=bearer(made.host_token)
    )
    old = httpx.get(f"{url}/prompt", headers=bearer(made.seats["anna"]))

    assert (answer.status_code, old.status_code) == (201, 401)
