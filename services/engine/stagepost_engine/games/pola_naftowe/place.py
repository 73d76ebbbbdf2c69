"""Phase 5, Auction: a well that was won is placed on any field with free space, at no cost."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.auction import running
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.orders import Place
from stagepost_engine.games.pola_naftowe.parts import AUCTION, EXTRACTION
from stagepost_engine.games.pola_naftowe.state import (
    Table,
    field_at,
    field_id,
    rooms,
    tables_of,
    tokens_left,
)
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all


def buyer(table: Table) -> Seat:
    seat = running(table).leader
    assert seat is not None, "a well is placed by whoever bought it"
    return seat


def places(table: Table) -> tuple[int, ...]:
    """Ruling 52: token and room are looked at again when the well is placed."""
    if tokens_left(table, table.holdings[buyer(table)]) <= 0:
        return ()
    return tuple(at for at, room in enumerate(rooms(table)) if room > 0)


def question(table: Table, seat: Seat) -> Text:
    return say("You won the well: choose a field for it. Placing it costs nothing.")


def actors(table: Table) -> tuple[Seat, ...]:
    return (buyer(table),) if len(places(table)) > 1 else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    fields = Choice("field", tuple(field_id(table, at) for at in places(table)))
    return (OrderForm("place", (fields,), meaning=say("where the well goes")),)


def default(table: Table, seat: Seat) -> Move:
    """The field of lowest upkeep, then of lowest extraction, then by the tables."""
    fields = tables_of(table).fields

    def burden(at: int) -> tuple[int, int, int]:
        field = fields[table.fields[at]]
        return field.upkeep, field.extract, table.fields[at]

    return (Place(field_id(table, min(places(table), key=burden))),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    seat, able = buyer(table), places(table)
    table = replace(table, auction=None) if not able else table
    if not able:
        # Ruling 52: nowhere to place it, the lot is void and the money stays paid.
        void = say("{seat} has no token or field for the well: it is void.", seat=seat)
        return opened(table, EXTRACTION, (Event(void),))
    at = field_at(table, moves[seat][0].field) if seat in moves else able[0]
    held = table.holdings[seat]
    wells = tuple(here + (place == at) for place, here in enumerate(held.wells))
    holdings = {**table.holdings, seat: replace(held, wells=wells)}
    word = say("{seat} places the well at {field}.", seat=seat, field=field_id(table, at))
    return opened(replace(table, auction=None, holdings=holdings), EXTRACTION, (Event(word),))


PLACING = Phase(
    name="place",
    part=AUCTION,
    title=say("Auction: the well's place"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
