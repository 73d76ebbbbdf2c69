"""One box, killed again and again: the match by mail comes to the same end, and nothing is lost."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from faults.box import PARTS, Box, pause, running, told
from faults.calm import Calm, moves_of, played

from stagepost_contracts.api import MatchMade
from stagepost_contracts.ids import Seat
from stagepost_engine.matches.record import Closing, StepTaken, decode_record
from stagepost_engine.matches.verify import verified
from stagepost_local import opening, parts
from stagepost_local.correspondent.letters import message_id as id_of
from stagepost_mailer.addresses.message_ids import message_id
from stagepost_mailer.jobs.owed import AnswerOwed, decoded

NAMES = opening.CORRESPONDENTS[:3]
ADDRESSES = tuple(map(opening.address_of, NAMES))
STALL_SECONDS_MOST = 120.0
TOO_MANY = b"no receipt: too many in this hour"


@pytest.mark.timeout(400)
def test_a_match_comes_to_the_same_end_though_every_part_is_killed(tmp_path: Path, seed: int):
    """Twelve kills -9 at random moments of one match."""
    killed_match(tmp_path / "var", seed, kills=12)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("turn", range(3))
def test_more_kills(tmp_path: Path, seed: int, turn: int):
    killed_match(tmp_path / "var", seed + turn, kills=40)


def killed_match(data: Path, seed: int, *, kills: int) -> None:
    chance = random.Random(seed)
    wanted = opening.wanted(seats=len(NAMES), seed=f"{seed % 2**256:064x}")
    seeds = {name: f"{seed}:{name}" for name in NAMES}
    with running(data, ADDRESSES) as box:
        for name, address in zip(NAMES, ADDRESSES, strict=True):
            box.house.add(parts.Correspondent(address, seeds[name]))
        made = box.house.engine.make_match(wanted)
        calm = played(wanted, made.match, seeds)
        disturb(box, chance, kills, len(calm.notices))
        expected = notices_by_seat(box, calm)
        box.wait_for(
            lambda: all(ids <= ids_in(box, seat) for seat, ids in expected.items()),
            "the last notice",
            STALL_SECONDS_MOST,
        )
        box.wait_for(lambda: not box.unfinished(made.match), "the last receipt")
        print(*box.said, sep="\n")
        assert sum("ended with signal 9" in line for line in box.said) == kills
        hold_to(box, made, calm, expected)


def disturb(box: Box, chance: random.Random, kills: int, mails: int) -> None:
    """Kill parts in a random order, each when a random number of mails has come."""
    victims = [PARTS[number % len(PARTS)] for number in range(kills)]
    chance.shuffle(victims)
    moments = sorted(chance.sample(range(mails * 9 // 10), kills))
    for moment, victim in zip(moments, victims, strict=True):
        box.wait_for(
            lambda at=moment: sum(map(box.count, ADDRESSES)) >= at,
            f"mail {moment}",
            STALL_SECONDS_MOST,
        )
        pause(chance.random() / 5, box.tend)
        box.wait_for(lambda name=victim: box.runs(name), victim)
        box.kill(victim)


def ids_in(box: Box, seat: str) -> set[str]:
    return {id_of(mail) for mail in box.mails(opening.address_of(seat))}


def notices_by_seat(box: Box, calm: Calm) -> dict[Seat, set[str]]:
    """The Message-IDs of all notices that the calm match made: each names seat, step and kind."""
    found: dict[Seat, set[str]] = defaultdict(set)
    for notice in calm.notices:
        found[notice.seat].add(id_for(box, notice, notice.kind, notice.cause))
    return found


def id_for(box: Box, mail, kind: str, cause: str) -> str:
    return message_id(
        bytes.fromhex(box.house.secrets.mail_key),
        box.house.settings.mail_domain,
        match=mail.match,
        seat=mail.seat,
        step=mail.step,
        kind=kind,
        cause=cause,
    )


def hold_to(box: Box, made: MatchMade, calm: Calm, expected: dict[Seat, set[str]]) -> None:
    with box.house.engine.shown(made.host_token) as host:
        text, standings = host.record(made.match), host.standings(made.match)
    record = decode_record(text)
    [closing] = [entry for entry in record if isinstance(entry, Closing)]
    [calm_closing] = [entry for entry in calm.entries if isinstance(entry, Closing)]

    assert standings.final
    assert closing.ranking == calm_closing.ranking
    assert moves_of(record) == moves_of(calm.entries)
    assert verified(record).moves == sum(calm.replies.values())
    opened = {
        move.commitment
        for entry in record
        if isinstance(entry, StepTaken)
        for move in entry.moves.values()
    }
    receipts = receipts_by_seat(box, made, opened)
    for name in NAMES:
        assert ids_in(box, name) == expected[Seat(name)] | receipts[Seat(name)], name
        assert_repeats_agree(box, name)
        # Each prompt was answered by one mail, however often it went out.
        sent = {id_of(mail) for mail in box.sent(opening.address_of(name))}
        assert len(sent) == calm.replies[name]
    # No Message-ID is used for two seats.
    assert sum(len(ids_in(box, name)) for name in NAMES) == len(
        set().union(*(ids_in(box, name) for name in NAMES))
    )
    said = [entry for entry in box.journal(made.match) if "Say" in type(entry.command).__name__]
    assert len(said) == sum(calm.replies.values())


def receipts_by_seat(box: Box, made: MatchMade, opened: set[str]) -> dict[Seat, set[str]]:
    """Every reply in the inbox was accepted; returns the Message-IDs of its receipts."""
    found: dict[Seat, set[str]] = defaultdict(set)
    for mail in box.inbox(made.match):
        assert mail["state"] == b"done", mail
        owed = decoded(mail["letter"])
        assert isinstance(owed, AnswerOwed)
        assert owed.answer.fault is None, owed.answer.fault
        assert not owed.answer.commitment or owed.answer.commitment in opened
        if mail["outcome"] != TOO_MANY:
            intake = mail["intake"].decode()
            found[owed.answer.seat].add(id_for(box, owed.answer, "receipt", intake))
    return found


def assert_repeats_agree(box: Box, name: str) -> None:
    """A crash can repeat a mail, never contradict it."""
    first: dict[str, list] = {}
    for mail in box.mails(opening.address_of(name)):
        assert told(mail) == first.setdefault(id_of(mail), told(mail)), id_of(mail)
