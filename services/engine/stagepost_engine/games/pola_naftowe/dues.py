"""What falls due for a seat: the one function that fees, fines, promises and defaults ask."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.parts import EXTRACTION, FEES, LOBBYING, REFINERY
from stagepost_engine.games.pola_naftowe.state import Table, tables_of


class Bill(msgspec.Struct, frozen=True):
    """What a seat must pay within a span of phases, in P$, and the barrels that it owes.

    `promised` and `barrels` are what deals take, `coming` what they bring, in the same span.
    """

    lobby: int = 0
    overflow: int = 0
    shortage: int = 0
    upkeep: int = 0
    arrears: int = 0
    promised: int = 0
    coming: int = 0
    barrels: int = 0

    @property
    def total(self) -> int:
        """P$ that the seat's own cash must cover."""
        fines = self.overflow + self.shortage + self.arrears
        return self.lobby + fines + self.upkeep + self.promised - self.coming


def dues(table: Table, seat: Seat, first: int, last: int) -> Bill:
    """Return what is certain to fall due in the rulebook's phases `first` to `last` of the round."""
    tables, held = tables_of(table), table.holdings[seat]
    flows = _promised(table, seat, first, last)
    barrels = held.barrels + flows.barrels_before
    overflow = shortage = 0
    if first <= EXTRACTION <= last:
        overflow, barrels = pumped(table, seat, barrels)
    if first <= REFINERY <= last:
        missing = tables.refinery.barrels * held.refineries - barrels - flows.barrels_after
        shortage = tables.refinery.shortage_fine * max(0, missing)
    return Bill(
        lobby=tables.least_bid if first <= LOBBYING <= last else 0,
        overflow=overflow,
        shortage=shortage,
        upkeep=numbers.upkeep(table, seat) if first <= FEES <= last else 0,
        arrears=table.arrears.get(seat, 0) if first <= FEES <= last else 0,
        promised=flows.paid,
        coming=flows.got,
        barrels=flows.barrels,
    )


def pumped(table: Table, seat: Seat, held: int) -> tuple[int, int]:
    """Return the fine and the barrels that are left if so many are held before Extraction."""
    output, room = numbers.output(table, seat), numbers.room(table, seat)
    # Ruling 14: the fine is for surplus production; what was carried over it is only lost.
    fined = min(output, max(0, held + output - room))
    return tables_of(table).overflow_fine * fined, min(room, held + output)


def is_short(table: Table, seat: Seat, part: int) -> bool:
    """Whether the seat cannot pay what falls due when the phase opens, or deliver it."""
    bill, held = dues(table, seat, part, part), table.holdings[seat]
    # Nothing can come up short of a shortage fine: Refinery supply asks what can be paid.
    return bill.total - bill.shortage > held.cash or bill.barrels > held.barrels


def next_round(table: Table, seat: Seat, *, sold: int = 0) -> Bill:
    """Return what is certain in the next round up to its Fees, if the seat sells so many now."""
    held = table.holdings[seat]
    after = replace(
        table,
        round=table.round + 1,
        event=0,
        exempt=None,
        arrears={},
        holdings={**table.holdings, seat: replace(held, barrels=held.barrels - sold)},
    )
    return dues(after, seat, LOBBYING, FEES)


class _Flows(msgspec.Struct, frozen=True):
    """Promises of a span, from one seat's side; `barrels` is what it must find itself."""

    paid: int = 0
    got: int = 0
    barrels: int = 0
    barrels_before: int = 0  # net, up to Extraction
    barrels_after: int = 0  # net, later


_NO_FLOWS = _Flows()


def _promised(table: Table, seat: Seat, first: int, last: int) -> _Flows:
    if not table.promises:
        return _NO_FLOWS
    due = [
        promise
        for promise in table.promises
        if promise.round == table.round and first <= promise.part <= last
    ]
    given = [promise for promise in due if promise.by == seat]
    taken = [promise for promise in due if promise.to == seat]
    before = sum(promise.barrels for promise in taken if promise.part <= EXTRACTION)
    before -= sum(promise.barrels for promise in given if promise.part <= EXTRACTION)
    net = sum(promise.barrels for promise in taken) - sum(promise.barrels for promise in given)
    return _Flows(
        paid=sum(promise.cash for promise in given),
        got=sum(promise.cash for promise in taken),
        barrels=max(0, -net),
        barrels_before=before,
        barrels_after=net - before,
    )
