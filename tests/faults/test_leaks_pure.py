"""What one seat keeps to itself changes no byte of what anybody else gets: the decisions alone."""

from __future__ import annotations

import functools

import msgspec
import pytest
from faults.two_limits import HIGH, LOW, SEATS, SEED, Asked, line_for
from tables import TestTable, fault_of, laid

from stagepost_contracts.hooks import Hook
from stagepost_contracts.people import Person
from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.command import SetHook
from stagepost_engine.matches.record import public
from stagepost_engine.matches.seen import etag, seen, standings
from stagepost_engine.rules.codec import canonical
from stagepost_mailer.hooks.delivering import body_of
from stagepost_mailer.render import render_notice
from stagepost_texts.saying import said

READERS = (*SEATS[1:], None)
REPLY_TO = "r+abcdefghijklmnopqrstuvwxyz@mail.example.org"


def views(table: TestTable, seat: str | None) -> list[bytes]:
    """Everything that one reader can ask for at this moment."""
    reader = Reader(seat) if seat else OBSERVER
    found = seen(table.live, reader)
    return [
        canonical(found),
        etag(found).encode(),
        canonical(standings(table.live)),
        canonical(public(tuple(table.entries), seat)),
        msgspec.json.encode(table.live.envelope.dues),
    ]


def posts(table: TestTable, seat: str | None) -> list[bytes]:
    """Every body that the reader's webhook was posted."""
    hook = Hook("https://x.example/", "", "en", table.live.game.title, 0.0, seat, 1)
    return [
        body_of(
            table.live.envelope.match,
            hook,
            heard.event.kind,
            heard.event.at,
            said(heard.event, "en"),
        )
        for news in table.hook_news
        if news.hook == (seat or "host")
        for heard in news.heard
    ]


def mails(table: TestTable, seat: str | None) -> list[bytes]:
    """Every mail that the reader got, as it is rendered, with its key."""
    people = (Person("x@example.org"), Person("x@example.org", "pl", position=True))
    told = [notice for notice in table.notices if notice.seat == seat]
    return [
        notice.key.encode()
        + msgspec.json.encode(render_notice(notice, person, table.now, REPLY_TO))
        for notice in told
        for person in people
    ]


def outputs(table: TestTable, seat: str | None) -> list[bytes]:
    return [*views(table, seat), *mails(table, seat), *posts(table, seat)]


@functools.cache
def with_limit(limit: int) -> list[dict[str | None, list[bytes]]]:
    """Play the script; return what each other reader has after each move, and all mails."""
    table, got = hooked(), []
    while line := line_for(asked(table), limit):
        answer = table.says(table.awaited[0], line)
        assert answer.fault is None, fault_of(answer)
        got.append({reader: views(table, reader) + posts(table, reader) for reader in READERS})
    assert len(got) > 10
    assert all(len(posts(table, reader)) > 10 for reader in READERS)
    return [*got, {reader: mails(table, reader) for reader in READERS}]


def hooked() -> TestTable:
    """A match in which every seat and the host has a webhook."""
    table = laid(seed=SEED)
    for holder in (*SEATS, None):
        table.does(SetHook(holder, holder or "host", "first", 0))
    return table


def asked(table: TestTable) -> Asked:
    sale = table.live.state.auction
    state = table.live.state
    return Asked(state.phase, table.awaited[0], sale.price if sale else 0, state.round)


@pytest.mark.parametrize("reader", READERS)
def test_a_limit_changes_nothing_for_anybody_else(reader):
    low, high = with_limit(LOW), with_limit(HIGH)

    assert [got[reader] for got in low] == [got[reader] for got in high]


def with_sealed(amount: int, reader: str | None) -> list[bytes]:
    table = hooked()
    table.says("Anna", f"BID {amount}")
    table.says("Piotr", "BID 100")
    return outputs(table, reader)


@pytest.mark.parametrize("reader", READERS)
def test_a_sealed_bid_changes_nothing_for_anybody_else_before_the_reveal(reader):
    assert with_sealed(LOW, reader) == with_sealed(HIGH, reader)


@pytest.mark.parametrize("reader", READERS)
def test_a_standing_order_that_was_replaced_leaves_no_trace(reader):
    """Nor does a sealed bid that a later one replaced."""

    def replaced(amount: int) -> list[bytes]:
        table = laid(seed=SEED)
        for line in (f"BID {amount}", "BID 500"):
            table.says("Anna", line)
        for seat in SEATS[1:]:
            table.says(seat, "BID 100")
        return outputs(table, reader)

    assert replaced(LOW) == replaced(HIGH)


@pytest.mark.parametrize("reader", READERS)
def test_a_sealed_bid_stays_secret_when_all_end_the_match(reader):
    """It is never opened: not in the closing, the ranking, a mail or a vote."""

    def ended(amount: int) -> list[bytes]:
        table = laid(seed=SEED)
        table.says("Anna", f"BID {amount}", "WAIT")
        for seat in SEATS:
            assert table.says(seat, "FINISH").fault is None
        assert table.live.envelope.over
        return outputs(table, reader)

    assert ended(LOW) == ended(HIGH)


@pytest.mark.parametrize("reader", READERS)
def test_what_was_ordered_ahead_stays_secret_when_all_take_a_decision_back(reader):
    """What is kept of the match before the decision never leaves the engine."""

    def taken_back(amount: int) -> list[bytes]:
        table = laid(seed=SEED)
        ahead = (f"DEFAULT auction BID {amount}", f"PLAN auction BID {amount}")
        assert table.says("Anna", *ahead).fault is None
        while table.phase != "infrastructure":
            table.falls("deadline")
        table.says(table.awaited[0], "BUY TANKER")
        for seat in SEATS:
            assert table.says(seat, "UNDO").fault is None
        assert table.entries[-1].step == table.live.envelope.step - 1
        return outputs(table, reader)

    assert taken_back(LOW) == taken_back(HIGH)
