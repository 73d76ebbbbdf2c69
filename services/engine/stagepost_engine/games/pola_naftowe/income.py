"""Phase 10, Refinery Income: each refinery brings its owner money."""

from __future__ import annotations

from stagepost_contracts.events import Event
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.opening import round_over
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, paid
from stagepost_engine.games.pola_naftowe.steps import happens
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    # Ruling 17: a refinery earns even if it was not supplied.
    sums = {
        seat: table.holdings[seat].refineries * numbers.refinery_income(table, seat)
        for seat in clockwise(table, table.leader)
        if table.holdings[seat].refineries
    }
    told = tuple(
        Event(say("{seat} receives {sum} P$ from refineries.", seat=seat, sum=amount))
        for seat, amount in sums.items()
    )
    return round_over(paid(table, {seat: -amount for seat, amount in sums.items()}), told)


EARNING = happens("income", say("Refinery Income"), resolve)
