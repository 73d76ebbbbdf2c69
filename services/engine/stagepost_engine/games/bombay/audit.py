"""What must never change between two steps: money, tokens, bales, palaces, cubes."""

from __future__ import annotations

from stagepost_engine.games.bombay.state import Table, tables_of
from stagepost_engine.games.bombay.tables import COLOURS


def audit(table: Table) -> dict[str, int]:
    purses, elephants = table.purses.values(), table.elephants.values()
    carried = tables_of(table).actions.carried
    counts = {
        "rupees": table.bank + sum(purse.rupees for purse in purses),
        "clients": table.clients + sum(purse.clients for purse in purses),
        "city tokens": sum(table.city_tokens.values()) + sum(len(purse.cities) for purse in purses),
        "palace tokens": len(table.tokens)
        + len(table.box)
        + sum(len(purse.kept) for purse in purses),
        "palaces": len(table.palaces) + sum(elephant.palaces for elephant in elephants),
        "debts": sum(min(0, purse.rupees) for purse in purses),
        "bales beyond an elephant": sum(
            max(0, len(elephant.bales) - carried) for elephant in elephants
        ),
        "cubes": sum(len(set(column)) for column in table.demand.values()),
    }
    for colour in COLOURS:
        counts[f"{colour} bales"] = (
            table.bag.get(colour, 0)
            + sum(market.get(colour, 0) for market in table.markets)
            + sum(elephant.bales.count(colour) for elephant in elephants)
        )
    return counts
