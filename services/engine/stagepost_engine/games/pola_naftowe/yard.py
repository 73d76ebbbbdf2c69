"""Phase 4, Infrastructure: one player's phase so far."""

from __future__ import annotations

import msgspec

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.state import Holding, Table


class Yard(msgspec.Struct, frozen=True):
    """One player's phase so far: the table after it, and how much of each kind was done."""

    table: Table
    seat: Seat
    wells_bought: int = 0
    wells_dropped: int = 0
    tankers_bought: int = 0
    tankers_dropped: int = 0
    refineries_bought: int = 0
    told: tuple[Event, ...] = ()
    closed: bool = False

    @property
    def held(self) -> Holding:
        return self.table.holdings[self.seat]


def yard_of(table: Table, seat: Seat) -> Yard:
    return Yard(table, seat)
