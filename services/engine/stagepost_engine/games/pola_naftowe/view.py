"""What one reader may see: all but promises to others is open at this table."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.dues import dues, is_short, next_round
from stagepost_engine.games.pola_naftowe.parts import CALLED_FOR, FEES, PART_OF
from stagepost_engine.games.pola_naftowe.ranking import ranking
from stagepost_engine.games.pola_naftowe.state import (
    Auction,
    Promise,
    Sale,
    Table,
    players,
    rooms,
    tables_of,
)
from stagepost_engine.games.pola_naftowe.tables import AnyEffect, PlacingCost, WellOutput
from stagepost_engine.rules.game import Rank


class SeatView(msgspec.Struct, frozen=True):
    """A player in the game; `wells` by field, `upkeep` as it holds this round."""

    seat: Seat
    cash: int
    tankers: int
    refineries: int
    wells: dict[str, int]
    barrels: int
    room: int
    output: int
    upkeep: int


class FieldView(msgspec.Struct, frozen=True):
    """A drawn field; `free` wells may still be placed."""

    id: str
    place: int
    upkeep: int
    extract: int
    capacity: int
    free: int


class Prices(msgspec.Struct, frozen=True):
    """What the reader pays and earns this round, the event counted in."""

    tanker: int
    tanker_upkeep: int
    tanker_upkeep_printed: int
    tanker_capacity: int
    placing_change: int
    output_change: int
    refinery: int
    refinery_income: int
    refinery_barrels: int
    shortage_fine: int
    overflow_fine: int
    least_bid: int
    wells_each: int
    sessions: tuple[tuple[int, int], ...]
    glut: int


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one reader sees it; `you` is None for an observer.

    `due` falls due for the reader by the Fees of this round, `due_next` in the next round;
    `short` says that a last call cannot be paid as things stand; `promises` are only the reader's own.
    """

    you: Seat | None
    phase: str
    part: int
    round: int
    rounds: int
    seats: tuple[SeatView, ...]
    fields: tuple[FieldView, ...]
    prices: Prices
    tankers: int
    refineries: int
    ranking: tuple[Rank, ...]
    lobbyist: Seat | None = None
    leader: Seat | None = None
    tied: tuple[Seat, ...] = ()
    demand: int = 0
    event: int = 0
    effect: AnyEffect | None = None
    exempt: Seat | None = None
    queue: tuple[Seat, ...] = ()
    auction: Auction | None = None
    session: int = 0
    declared: dict[Seat, int] = {}
    due: int = 0
    due_next: int = 0
    short: bool = False
    promises: tuple[Promise, ...] = ()
    history: tuple[Sale, ...] = ()


def view(table: Table, seat: Seat | None) -> View:
    you = seat if seat in table.holdings else None
    part = PART_OF.get(table.phase, 0)
    return View(
        you=seat,
        phase=table.phase,
        part=part,
        round=table.round,
        rounds=tables_of(table).rounds,
        seats=tuple(_seat_view(table, other) for other in players(table)),
        fields=tuple(_field_view(table, at, free) for at, free in enumerate(rooms(table))),
        prices=_prices(table, seat),
        tankers=table.tankers,
        refineries=table.refineries,
        ranking=ranking(table),
        lobbyist=table.lobbyist,
        leader=table.leader,
        tied=table.tied,
        demand=table.demand,
        event=table.event,
        effect=numbers.effect_now(table),
        exempt=table.exempt,
        queue=table.queue,
        auction=table.auction,
        session=table.session,
        declared=table.declared,
        due=dues(table, you, part, FEES).total if you is not None and 0 < part <= FEES else 0,
        due_next=next_round(table, you).total if you is not None else 0,
        short=you is not None
        and table.phase in CALLED_FOR
        and is_short(table, you, CALLED_FOR[table.phase]),
        history=table.history,
        promises=tuple(p for p in table.promises if seat is not None and seat in (p.by, p.to)),
    )


def _seat_view(table: Table, seat: Seat) -> SeatView:
    held, tables = table.holdings[seat], tables_of(table)
    wells = {
        tables.fields[field].id: count
        for field, count in zip(table.fields, held.wells, strict=True)
        if count
    }
    return SeatView(
        seat=seat,
        cash=held.cash,
        tankers=held.tankers,
        refineries=held.refineries,
        wells=wells,
        barrels=held.barrels,
        room=numbers.room(table, seat),
        output=numbers.output(table, seat),
        upkeep=numbers.upkeep(table, seat),
    )


def _field_view(table: Table, at: int, free: int) -> FieldView:
    field = tables_of(table).fields[table.fields[at]]
    return FieldView(
        id=field.id,
        place=field.place,
        upkeep=field.upkeep,
        extract=field.extract,
        capacity=field.capacity,
        free=free,
    )


def _prices(table: Table, seat: Seat | None) -> Prices:
    tables = tables_of(table)
    # An observer is nobody's guest: for them the printed numbers hold, with the event.
    who = Seat("") if seat is None else seat
    effect = numbers.effect_on(table, who)
    return Prices(
        tanker=numbers.tanker_price(table, who),
        tanker_upkeep=numbers.tanker_upkeep(table, who),
        tanker_upkeep_printed=tables.tanker.upkeep,
        tanker_capacity=numbers.tanker_capacity(table, who),
        placing_change=effect.change if isinstance(effect, PlacingCost) else 0,
        output_change=effect.change if isinstance(effect, WellOutput) else 0,
        refinery=tables.refinery.price,
        refinery_income=numbers.refinery_income(table, who),
        refinery_barrels=tables.refinery.barrels,
        shortage_fine=tables.refinery.shortage_fine,
        overflow_fine=tables.overflow_fine,
        least_bid=tables.least_bid,
        wells_each=tables.wells_each,
        sessions=tuple(numbers.session_prices(table, at + 1) for at in range(len(tables.sessions))),
        glut=tables.glut_price,
    )
