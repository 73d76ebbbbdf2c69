"""A deputy by real mail: named, asked, sealed, resolved, held against strangers, ended; told to none."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from faults.box import Box, running
from rest import bearer

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_engine.matches.envelope import encode_envelope, with_seats
from stagepost_engine.store import keys
from stagepost_local.cli import main
from stagepost_local.correspondent import letters
from stagepost_local.parts import engine_url

SEATS = ("anna", "piotr", "marcin")
IWONA = "iwona@deputies.example"
STRANGER = "iwona@elsewhere.example"
UNTIL = f"{datetime.now(UTC).date() + timedelta(days=5)}"


def address(seat: str) -> str:
    return f"{seat}@players.example"


@pytest.fixture
def box(tmp_path) -> Iterator[Box]:
    with running(tmp_path / "var") as box:
        yield box


def of_kind(box: Box, to: str, kind: str) -> list[EmailMessage]:
    return [mail for mail in box.mails(to) if letters.kind(mail) == kind]


def last(box: Box, to: str, kind: str, count: int = 1) -> EmailMessage:
    """Wait for that many mails of a kind; return the newest."""
    box.wait_for(lambda: len(of_kind(box, to, kind)) >= count, f"{kind} {count} for {to}")
    return of_kind(box, to, kind)[-1]


def says(mail: EmailMessage) -> str:
    return " ".join(letters.words(mail).split())


def made_by(box: Box) -> MatchMade:
    people = tuple(SeatWanted(seat, address(seat)) for seat in SEATS)
    return box.house.engine.make_match(MatchWanted("pola_naftowe", people, seed=f"{7:064x}"))


def writes(box: Box, mail: EmailMessage, sender: str, line: str, number: int) -> None:
    reply = letters.answer(mail, sender, (line,))
    del reply["Message-ID"]
    reply["Message-ID"] = f"<{number}@{sender.partition('@')[2]}>"
    box.posts(reply, letters.reply_to(mail), sender)


@pytest.mark.timeout(240)
def test_a_deputy_plays_by_mail_until_the_player_ends_it(box: Box):
    made = made_by(box)
    box.answers(
        last(box, address("anna"), "prompt"), address("anna"), f"DEPUTY {IWONA} UNTIL {UNTIL}"
    )
    welcome = last(box, IWONA, "deputy_welcome")
    seals(box, made, welcome)
    holds_a_stranger(box, made)
    resolves(box, made)
    is_told_to_nobody_else(box, made)
    ends(box, made)


def seals(box: Box, made: MatchMade, welcome: EmailMessage) -> None:
    named = last(box, address("anna"), "receipt")
    box.answers(welcome, IWONA, "BID 900")
    sealed = last(box, IWONA, "receipt")
    told = last(box, address("anna"), "report")

    assert f"You may play for anna until {UNTIL}" in str(welcome["Subject"])
    assert f"until the end of {UNTIL}" in says(welcome)
    assert "Deals, plans, defaults, absences, votes" in says(welcome)
    assert "You see what the seat sees" in says(welcome)
    assert "iwona may play for you in every phase" in says(named)
    assert "Now sealed: [BID 900]." in says(sealed)
    assert "whoever moves last before the close counts" in says(sealed)
    assert "Your deputy iwona has written for you: [BID 900]." in says(told)
    assert box.journal(made.match)[-1].command.deputy == 1
    assert "anna" in box.envelope(made.match).sealed


def holds_a_stranger(box: Box, made: MatchMade) -> None:
    before = box.envelope(made.match)
    writes(box, of_kind(box, IWONA, "deputy_welcome")[0], STRANGER, "BID 100", 1)
    letter = last(box, IWONA, "held")

    assert STRANGER in says(letter)
    assert box.envelope(made.match) == before


def resolves(box: Box, made: MatchMade) -> None:
    """The others bid less: anna has won the lobbying, and she and the deputy are asked."""
    for seat in SEATS[1:]:
        box.answers(last(box, address(seat), "prompt"), address(seat), "BID 100")
    prompt = last(box, IWONA, "prompt")
    last(box, address("anna"), "prompt", 2)
    entries = msgspec.json.decode(
        httpx.get(f"{engine_url(box.house.ports)}/v1/matches/{made.match}/record").content
    )
    [lobby] = [entry for entry in entries if entry.get("phase") == "lobby"]

    assert "You play for anna as the deputy" in says(prompt)
    assert lobby["moves"]["anna"]["orders"] == [{"kind": "bid", "amount": 900}]
    assert "iwona" not in json.dumps(entries)


def is_told_to_nobody_else(box: Box, made: MatchMade) -> None:
    """Neither the address nor a token of the deputy is in any output but the deputy's own mail."""
    tokens = {
        letters.reply_to(mail).partition("@")[0].removeprefix("r+") for mail in box.mails(IWONA)
    }
    secrets = [IWONA, "deputies.example", *tokens]
    for seat in SEATS:
        text = "".join(mail.as_string() for mail in box.mails(address(seat))).lower()
        # The player's own mails name the deputy, without the address; nobody else's do.
        assert not [one for one in secrets if one in text], seat
        assert ("iwona" in text) == (seat == "anna")
    own = "".join(mail.as_string() for mail in box.mails(IWONA))
    assert not [seat for seat in SEATS if address(seat) in own]
    logs = "".join(path.read_text() for path in (box.house.settings.data / "log").glob("*")).lower()
    assert not [one for one in secrets if one in logs]
    assert not [one for one in secrets if one in journaled(box, made).lower()]
    with httpx.Client(base_url=f"{engine_url(box.house.ports)}/v1/matches/{made.match}") as client:
        for token in (*made.seats.values(), made.host_token):
            for what in ("", "/events", "/record", "/standings", "/prompt"):
                seen = client.get(what, headers=bearer(token)).text.lower()
                assert not [one for one in secrets if one in seen], what
                assert token == made.seats["anna"] or "iwona" not in seen


def journaled(box: Box, made: MatchMade) -> str:
    """What the engine keeps of the match but for the people: journal, events, envelope, answers."""
    with box.store() as store:
        partition = shared_keys.partition_of(made.match)
        kept = [
            *store.lrange(keys.journal(made.match), 0, -1),
            *store.lrange(keys.events(made.match), 0, -1),
            store.hget(keys.envelope(made.match), "e"),
            *(store.get(key) for key in store.scan_iter(keys.answer(made.match, "*"))),
            *(fields[b"n"] for _, fields in store.xrange(shared_keys.outbox(partition))),
        ]
    return b" ".join(kept).decode(errors="replace")


def ends(box: Box, made: MatchMade) -> None:
    """By the command line; then a reply of the deputy is answered, and applied no more."""
    words = ("seat", "say", made.match, "DEPUTY END", "--token", made.seats["anna"])
    told = CliRunner().invoke(main, [*words, "--engine", engine_url(box.house.ports)])
    farewell = last(box, IWONA, "deputy_ended")
    before = box.envelope(made.match)
    writes(box, last(box, IWONA, "prompt"), IWONA, "STAY", 2)
    answer = last(box, IWONA, "rejection")

    assert "iwona is not your deputy any more." in told.output
    assert "You are not the deputy of anna any more" in says(farewell)
    assert "You are not the deputy of anna any more. Nothing was changed." in says(answer)
    assert box.envelope(made.match) == before


@pytest.mark.timeout(240)
def test_a_deputy_ends_by_itself_and_both_are_told(box: Box):
    """The days of the date are put behind by hand; the due, its mails and the answer are real."""
    made = made_by(box)
    box.answers(
        last(box, address("anna"), "prompt"), address("anna"), f"DEPUTY {IWONA} UNTIL {UNTIL}"
    )
    welcome = last(box, IWONA, "deputy_welcome")
    last(box, address("anna"), "receipt")
    comes_to_its_end(box, made)
    farewell = last(box, IWONA, "deputy_ended")
    told = last(box, address("anna"), "report")
    box.answers(welcome, IWONA, "BID 900")
    answer = last(box, IWONA, "rejection")

    assert f"The time that the player gave you, until {UNTIL}, is over." in says(farewell)
    assert f"iwona is not your deputy any more: the time until {UNTIL} is over." in says(told)
    assert "You are not the deputy of anna any more. Nothing was changed." in says(answer)
    assert "anna" not in box.envelope(made.match).sealed


def comes_to_its_end(box: Box, made: MatchMade) -> None:
    """Let the deputy's time end now: as the match would stand if the days were over."""
    envelope = box.envelope(made.match)
    deputy = envelope.seat("anna").deputy
    ends = round(time.time(), 3)
    [due] = [due for due in envelope.dues if due.kind == "deputy"]
    now = msgspec.structs.replace(due, at=ends)
    over = msgspec.structs.replace(deputy, ends=ends)
    envelope = msgspec.structs.replace(
        with_seats(envelope, {"anna": {"deputy": over}}),
        dues=tuple(now if one == due else one for one in envelope.dues),
    )
    index = shared_keys.dues(shared_keys.partition_of(made.match))
    with box.store() as store, store.pipeline(transaction=True) as pipeline:
        pipeline.hset(keys.envelope(made.match), "e", encode_envelope(envelope))
        pipeline.zrem(index, msgspec.json.encode(due))
        pipeline.zadd(index, {msgspec.json.encode(now): ends})
        pipeline.publish(shared_keys.WAKE_CHANNEL, shared_keys.partition_of(made.match))
        pipeline.execute()
