"""What may come up in a match of Bombay: palace tokens, closed posts and ways to end."""

from __future__ import annotations

from stagepost_engine.games.bombay.markets import market_of
from stagepost_engine.games.bombay.ranking import ranking
from stagepost_engine.games.bombay.state import Table, tables_of
from stagepost_engine.games.bombay.tables import COLOURS, Tables
from stagepost_engine.rules.game import Occasion, Occasions


def groups(tables: Tables) -> dict[str, tuple[str, ...]]:
    return {
        "palace tokens": tuple(_token(tables, at) for at in range(len(tables.palace_tokens))),
        "markets": ("a colour missing",),
        "endings": ("last set", "shared win"),
    }


def of(before: Table, after: Table) -> tuple[Occasion, ...]:
    tables = tables_of(before)
    found: list[Occasion] = [
        ("palace tokens", _token(tables, at))
        for place, at in before.tokens.items()
        if place not in after.tokens
    ]
    if before.phase == "restock" and any(market_of(after, known) is None for known in COLOURS):
        found.append(("markets", "a colour missing"))
    if after.phase == "":
        found.append(("endings", "last set"))
        if sum(rank.place == 1 for rank in ranking(after)) > 1:
            found.append(("endings", "shared win"))
    return tuple(found)


def _token(tables: Tables, at: int) -> str:
    return str(tables.palace_tokens[at].effect.__struct_config__.tag)


OCCASIONS: Occasions[Table] = Occasions(groups=groups, of=of, round=lambda table: table.set_number)
