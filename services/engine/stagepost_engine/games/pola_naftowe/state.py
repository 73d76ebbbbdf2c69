"""Everything on the table of Pola Naftowe."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.orders import Lot
from stagepost_engine.games.pola_naftowe.tables import Tables


class Holding(msgspec.Struct, frozen=True, array_like=True):
    """What lies before one player; `wells` stand on the fields in the order of `Table.fields`."""

    cash: int
    tankers: int
    refineries: int
    wells: tuple[int, ...]
    barrels: int


class Promise(msgspec.Struct, frozen=True, array_like=True):
    """What one seat owes another when a phase of a round opens: an obligation from a deal."""

    by: Seat
    to: Seat
    cash: int
    barrels: int
    round: int
    part: int


class Auction(msgspec.Struct, frozen=True, array_like=True):
    """`bidders` are still in, the next to speak first; `leader` bid `price`."""

    lot: Lot
    bidders: tuple[Seat, ...]
    leader: Seat | None = None
    price: int = 0


class Fallen(msgspec.Struct, frozen=True, array_like=True):
    """A player who is out, when it was, and the cash held before it."""

    seat: Seat
    round: int
    part: int
    cash: int


class Sale(msgspec.Struct, frozen=True, array_like=True):
    """A session of the exchange that is over: what a barrel brought at the better price."""

    round: int
    session: int
    price: int


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """`fields` are places in the tables' list; `holdings` are of seats still in the game.

    `tankers` and `refineries` lie in the supply. `bank` and `oil` count what the bank and the
    supply of barrels took in, less what they gave out: nothing is made and nothing is lost.
    `lobbyist` won the last lobby; `leader` acts first and settles ties (the lobbyist, or who
    follows if that player is out). `queue` are those yet to act in turn, or called before a
    phase; `tied` waits for its order, then is in it. `arrears` are fines left for the fees.
    """

    phase: str
    seats: tuple[Seat, ...]
    fields: tuple[int, ...]
    holdings: dict[Seat, Holding]
    tankers: int
    refineries: int
    bank: int = 0
    oil: int = 0
    round: int = 1
    lobbyist: Seat | None = None
    leader: Seat | None = None
    tied: tuple[Seat, ...] = ()
    demand: int = 0
    event: int = 0
    exempt: Seat | None = None
    queue: tuple[Seat, ...] = ()
    auction: Auction | None = None
    session: int = 0
    declared: dict[Seat, int] = {}
    adjusted: bool = False
    arrears: dict[Seat, int] = {}
    promises: tuple[Promise, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    history: tuple[Sale, ...] = ()
    tables: Tables | None = None


def tables_of(table: Table) -> Tables:
    assert table.tables is not None, "a state is played with its tables"
    return table.tables


def players(table: Table) -> tuple[Seat, ...]:
    """Seats still in the game, clockwise."""
    return tuple(seat for seat in table.seats if seat in table.holdings)


def out(table: Table) -> tuple[Seat, ...]:
    """Seats that are out of the game."""
    return tuple(seat for seat in table.seats if seat not in table.holdings)


def clockwise(table: Table, first: Seat | None) -> tuple[Seat, ...]:
    """Seats still in the game, `first` first."""
    at = table.seats.index(first) if first is not None else 0
    return tuple(seat for seat in (*table.seats[at:], *table.seats[:at]) if seat in table.holdings)


def leads(table: Table) -> Seat:
    """Who acts first and settles ties this round."""
    assert table.leader is not None, f"nobody leads in {table.phase}"
    return table.leader


def with_holding(table: Table, seat: Seat, held: Holding, **changes: object) -> Table:
    return replace(table, holdings={**table.holdings, seat: held}, **changes)


def paid(table: Table, sums: Mapping[Seat, int]) -> Table:
    """Each pays a sum to the bank; a sum below nothing is paid out by it."""
    holdings = dict(table.holdings)
    for seat, amount in sums.items():
        held = holdings[seat]
        holdings[seat] = replace(held, cash=held.cash - amount)
    return replace(table, holdings=holdings, bank=table.bank + sum(sums.values()))


def assets(held: Holding) -> int:
    """Tankers, refineries and wells: a player cannot own nothing."""
    return held.tankers + held.refineries + sum(held.wells)


def tokens_left(table: Table, held: Holding) -> int:
    """Well tokens not on the board."""
    return tables_of(table).wells_each - sum(held.wells)


def field_room(table: Table, at: int) -> int:
    """Wells that may still be placed on the field at that place of `Table.fields`."""
    standing = sum(held.wells[at] for held in table.holdings.values())
    return tables_of(table).fields[table.fields[at]].capacity - standing


def rooms(table: Table) -> list[int]:
    """Return the room of every field, in their order."""
    fields = tables_of(table).fields
    left = [fields[drawn].capacity for drawn in table.fields]
    for held in table.holdings.values():
        for at, count in enumerate(held.wells):
            left[at] -= count
    return left


def field_id(table: Table, at: int) -> str:
    return tables_of(table).fields[table.fields[at]].id


def field_at(table: Table, name: str) -> int:
    """Return the place of a drawn field by its id."""
    fields = tables_of(table).fields
    return next(at for at, drawn in enumerate(table.fields) if fields[drawn].id == name)
