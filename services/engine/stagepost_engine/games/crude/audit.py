"""What must never change between two steps: money, barrels, cards; and what must stay nothing."""

from __future__ import annotations

from stagepost_engine.games.crude.ladders import covered
from stagepost_engine.games.crude.squares import REFINERY_MARKS
from stagepost_engine.games.crude.state import Table
from stagepost_engine.games.crude.tables import MARKETS


def audit(table: Table) -> dict[str, int]:
    held = table.quadrants
    cards = (table.likely, table.unlikely, *table.unseen, *table.seen, *table.lasting)
    crude = sum(covered(table, market, "crude") for market in MARKETS)
    gasoline = sum(covered(table, market, "gasoline") for market in MARKETS)
    gasoline += table.consumer_top - table.consumer
    return {
        "money": table.bank + sum(table.cash.values()),
        "crude": table.supply_crude + crude + sum(quadrant.crude for quadrant in held),
        "gasoline": table.supply_gasoline + gasoline + sum(quadrant.gasoline for quadrant in held),
        "news cards": len(set(cards)),
        "news cards twice": len(cards) - len(set(cards)),
        "debts": sum(min(0, cash) for cash in table.cash.values()),
        "barrels below none": sum(min(0, quadrant.crude, quadrant.gasoline) for quadrant in held),
        "refineries without four squares": sum(
            len({quadrant.plan.count(mark) for mark in REFINERY_MARKS.values()}) - 1
            for quadrant in held
        ),
        "pieces of nobody": sum(
            1 for quadrant in held if quadrant.owner is None and set(quadrant.plan) != {"."}
        ),
    }
