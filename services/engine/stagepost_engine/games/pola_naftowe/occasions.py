"""What may come up in a match of Pola Naftowe: random events, falls, and ways to end."""

from __future__ import annotations

from stagepost_engine.games.pola_naftowe.numbers import FIRST_ROLL
from stagepost_engine.games.pola_naftowe.parts import CALL_STEP, PART_NAMES
from stagepost_engine.games.pola_naftowe.ranking import winners
from stagepost_engine.games.pola_naftowe.state import Table, tables_of
from stagepost_engine.games.pola_naftowe.tables import Tables
from stagepost_engine.rules.game import Occasion, Occasions


def groups(tables: Tables) -> dict[str, tuple[str, ...]]:
    return {
        "events": tuple(event.id for event in tables.events),
        "eliminations": tuple(f"before {PART_NAMES[part - 1]}" for part in CALL_STEP),
        "endings": ("last round", "one left", "nobody left", "shared win"),
    }


def of(before: Table, after: Table) -> tuple[Occasion, ...]:
    found: list[Occasion] = []
    if before.phase == "event":
        found.append(("events", tables_of(before).events[after.event - FIRST_ROLL].id))
    found += [
        ("eliminations", f"before {PART_NAMES[fallen.part - 1]}")
        for fallen in after.fallen[len(before.fallen) :]
    ]
    if after.phase == "":
        found.append(("endings", _ending(after)))
        if len(winners(after)) > 1:
            found.append(("endings", "shared win"))
    return tuple(found)


def _ending(table: Table) -> str:
    match len(table.holdings):
        case 0:
            return "nobody left"
        case 1:
            return "one left"
        case _:
            return "last round"


OCCASIONS: Occasions[Table] = Occasions(groups=groups, of=of, round=lambda table: table.round)
