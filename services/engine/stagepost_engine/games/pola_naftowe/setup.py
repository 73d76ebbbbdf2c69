"""Setup: the supply, the fields that are drawn, a tanker and the first money for everybody."""

from __future__ import annotations

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.parts import LOBBYING
from stagepost_engine.games.pola_naftowe.state import Holding, Table
from stagepost_engine.games.pola_naftowe.steps import listed
from stagepost_engine.games.pola_naftowe.tables import Tables
from stagepost_engine.rules.dice import Dice, drawn_from
from stagepost_engine.rules.game import Outcome


def setup(tables: Tables, seats: tuple[Seat, ...], dice: Dice) -> Outcome[Table]:
    count = len(seats)
    fields = drawn_from(dice, range(len(tables.fields)), count, "fields")
    supply = next(row for row in tables.supply if row.players == count)
    start = Holding(tables.start_cash, tables.start_tankers, 0, (0,) * count, 0)
    # Ruling 4: the starting tankers come from the supply.
    taken = count * tables.start_tankers if tables.readings.starting_tankers_from_supply else 0
    table = Table(
        phase="lobby",
        seats=seats,
        fields=fields,
        holdings=dict.fromkeys(seats, start),
        tankers=supply.tankers - taken,
        refineries=supply.refineries,
        tables=tables,
    )
    told = (
        Event(
            say(
                "The oil fields drawn are {fields}.",
                fields=listed(tuple(tables.fields[at].id for at in fields)),
            )
        ),
        Event(
            say(
                "Everybody starts with {cash} P$ and tankers: {tankers}. In the supply lie {left} tankers and {refineries} refineries.",
                cash=start.cash,
                tankers=start.tankers,
                left=table.tankers,
                refineries=table.refineries,
            )
        ),
    )
    return opened(table, LOBBYING, told)
