"""What happened is kept once, and each reader's numbers count only what that reader may know."""

from __future__ import annotations

from dataclasses import dataclass, field

from faults.two_limits import HIGH, LOW, SEATS, SEED, Asked, line_for
from tables import TestTable, fault_of, laid, played_out, said

from stagepost_engine.matches.happening import (
    Happened,
    decode_happened,
    encode_happened,
    happened,
    numbered,
)
from stagepost_engine.rules.codec import canonical

OFFER = "OFFER Piotr GIVE 300 GET 500 AT lobbying ROUND 2"


@dataclass
class Log:
    """What happened at a table, gathered as the store's commits gather it."""

    table: TestTable
    events: list[Happened] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events += happened(None, self.table.live, self.table.now)
        takes = self.table.takes

        def noted(decision) -> None:
            before = self.table.live
            takes(decision)
            self.events += happened(before, decision.live, self.table.now)

        self.table.takes = noted

    def of(self, seat: str | None) -> list:
        return list(numbered(tuple(self.events), seat))

    def kinds(self, seat: str | None) -> list[str]:
        return [event.kind for event in self.of(seat)]


def test_the_first_events_are_the_opening_and_the_first_question():
    log = Log(laid(3))

    assert log.kinds("Anna")[-2:] == ["step", "asked"]
    assert "asked" not in log.kinds(None)
    assert said(log.of(None)[0].text) == "At the table, clockwise: Anna, Piotr, Marcin."


def test_every_piece_of_news_is_kept_once_and_in_order():
    """Whatever the mails have told, and whatever the envelope has forgotten since."""
    table = laid(3, seed=4)
    log = Log(table)
    played_out(table)
    news = [event for event in log.events if event.kind == "news"]
    envelope = table.live.envelope

    assert len(news) == envelope.forgotten + len(envelope.news)


def test_numbers_have_no_gap_for_any_reader():
    table = laid(3, seed=4)
    log = Log(table)
    played_out(table)
    for reader in (None, *table.live.envelope.names):
        events = log.of(reader)

        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert events[-1].kind == "over"


def test_an_offer_is_an_event_of_its_two_sides():
    table = laid(3)
    log = Log(table)
    public = log.of("Marcin")
    table.says("Anna", OFFER)
    [deal] = [offer.deal for offer in table.live.envelope.offers]
    opened = log.of("Piotr")[-1]
    table.says("Piotr", f"DECLINE {deal}")

    assert (opened.kind, opened.offer.deal) == ("offer", deal)
    assert log.kinds("Piotr")[-1] == log.kinds("Anna")[-1] == "offer-closed"
    assert log.of("Marcin") == public
    assert not {"offer", "offer-closed"} & set(log.kinds(None))


def test_a_sealed_move_is_no_event():
    table = laid(3)
    log = Log(table)
    before = list(log.events)
    table.says("Anna", "BID 300")

    assert log.events == before


def test_an_event_survives_its_storing():
    table = laid(3)
    log = Log(table)
    table.says("Anna", OFFER)

    assert [decode_happened(encode_happened(event)) for event in log.events] == log.events


def with_limit(limit: int) -> Log:
    table = laid(seed=SEED)
    log = Log(table)
    while True:
        state = table.live.state
        price = state.auction.price if state.auction else 0
        line = line_for(Asked(state.phase, table.awaited[0], price, state.round), limit)
        if not line:
            return log
        answer = table.says(table.awaited[0], line)
        assert answer.fault is None, fault_of(answer)


def test_what_one_seat_keeps_to_itself_changes_no_event_of_the_others():
    low, high = with_limit(LOW), with_limit(HIGH)
    for reader in (*SEATS[1:], None):
        assert [canonical(event) for event in low.of(reader)] == [
            canonical(event) for event in high.of(reader)
        ]


def test_another_sealed_move_changes_no_event_before_it_is_opened():
    logs = []
    for bid in ("BID 100", "BID 900"):
        log = Log(laid(4, seed=SEED))
        log.table.says("Anna", bid)
        log.table.says("Piotr", "BID 200")
        logs.append(log)

    assert logs[0].events == logs[1].events
