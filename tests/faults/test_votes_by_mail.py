"""A table of real mailboxes takes a decision back, pauses in Polish and ends its match by vote."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage

import httpx
import pytest
from faults.box import Box, running
from rest import bearer

from stagepost_engine.matches.record import Undone, decode_record
from stagepost_engine.matches.verify import verified
from stagepost_local.correspondent import letters
from stagepost_local.parts import engine_url

OPERATOR = "operator-token-of-the-vote-tests"
SEATS = ("Anna", "Piotr")


def address(seat: str) -> str:
    return f"{seat.lower()}@players.example"


@pytest.fixture
def box(tmp_path_factory) -> Iterator[Box]:
    data = tmp_path_factory.mktemp("votes")
    with running(data / "var", STAGEPOST_OPERATOR_TOKEN=OPERATOR) as opened:
        yield opened


def made(box: Box, client: httpx.Client) -> dict:
    people = [{"name": seat, "address": address(seat)} for seat in SEATS]
    body = {"game": "bombay", "seats": people, "seed": f"{7:064x}"}
    answer = client.post("/matches", json=body, headers=bearer(OPERATOR))
    assert answer.status_code == 201, answer.text

    return answer.json()


def mails(box: Box, seat: str, kind: str) -> list[EmailMessage]:
    return [mail for mail in box.mails(address(seat)) if letters.kind(mail) == kind]


def words(mail: EmailMessage) -> str:
    return " ".join(mail.get_body(("plain",)).get_content().split())


def answers(box: Box, seat: str, *lines: str) -> str:
    """Reply to the seat's newest mail that asks or tells; return the receipt or rejection."""
    known = len(mails(box, seat, "receipt")) + len(mails(box, seat, "rejection"))
    asked = [m for m in box.mails(address(seat)) if letters.kind(m) in ("prompt", "report")]
    box.answers(asked[-1], address(seat), *lines)

    def come() -> list[EmailMessage]:
        found = [m for m in box.mails(address(seat)) if letters.kind(m) in ("receipt", "rejection")]
        return found[known:]

    box.wait_for(come, f"the answer to {lines}")
    return words(come()[-1])


def test_a_table_votes_by_mail_and_its_record_is_true(box: Box):
    with httpx.Client(base_url=f"{engine_url(box.house.ports)}/v1", timeout=20) as client:
        match = made(box, client)
        box.wait_for(lambda: mails(box, "Anna", "prompt") + mails(box, "Piotr", "prompt"), "it")
        first = next(seat for seat in SEATS if mails(box, seat, "prompt"))
        second = next(seat for seat in SEATS if seat != first)
        answers(box, first, "STAY")
        box.wait_for(lambda: mails(box, second, "prompt"), "the second turn")
        step = box.envelope(match["match"]).step

        assert "1 of the 2 votes that it takes" in answers(box, second, "COFNIJ")

        box.wait_for(lambda: mails(box, first, "report"), "the news of the vote")

        assert "Votes for [UNDO]" in words(mails(box, first, "report")[-1])
        assert "have taken back the last decision" in answers(box, first, "무르기")
        assert box.envelope(match["match"]).step == step + 1

        box.wait_for(lambda: len(mails(box, first, "prompt")) > 1, "to be asked again")

        assert "1 of the 2 votes" in answers(box, first, "pauza!")
        assert "takes back the vote for [PAUSE]" in answers(box, first, "ODWOLAJ PAUZA")
        assert "1 of the 2 votes" in answers(box, first, "ZAKOŃCZ")
        assert "the match ends as it stands" in answers(box, second, "FINISH")

        box.wait_for(lambda: all(mails(box, seat, "ending") for seat in SEATS), "the endings")
        record = client.get(f"/matches/{match['match']}/record").content

    entries = decode_record(record)

    assert [entry for entry in entries if isinstance(entry, Undone)]
    assert entries[-1].ended == "agreed"
    assert verified(entries)
    for seat in SEATS:
        assert "All players have voted to end the match" in words(mails(box, seat, "ending")[-1])
