"""What must never change between two steps: money, barrels, tokens; and what must stay nothing."""

from __future__ import annotations

from stagepost_engine.games.pola_naftowe.state import Table, assets, rooms, tokens_left


def audit(table: Table) -> dict[str, int]:
    held = table.holdings.values()
    return {
        "money": table.bank + sum(holding.cash for holding in held),
        "barrels": table.oil + sum(holding.barrels for holding in held),
        "tankers": table.tankers + sum(holding.tankers for holding in held),
        "refineries": table.refineries + sum(holding.refineries for holding in held),
        "debts": sum(min(0, holding.cash) + min(0, holding.barrels) for holding in held),
        "wells beyond a field": sum(max(0, -room) for room in rooms(table)),
        "wells without a token": sum(max(0, -tokens_left(table, holding)) for holding in held),
        "players who own nothing": sum(1 for holding in held if not assets(holding)),
        "empty supply": min(0, table.tankers) + min(0, table.refineries),
    }
