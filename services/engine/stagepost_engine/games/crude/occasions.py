"""What may come up in a match of Crude: economy cards, news cards, debts, and ways to end."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.crude.final import ranking
from stagepost_engine.games.crude.state import Table, card_now, quadrants_of, tables_of, worth
from stagepost_engine.games.crude.tables import Tables
from stagepost_engine.rules.game import Occasion, Occasions


def groups(tables: Tables) -> dict[str, tuple[str, ...]]:
    return {
        "economy cards": tuple(card.id for card in tables.economy),
        "news cards": tuple(card.id for card in tables.news.cards),
        "news ends": tuple(card.id for card in tables.news.cards if card.ends_on),
        "debts": ("forced sale", "forgiven"),
        "endings": ("victory", "rounds over", "shared win"),
    }


def of(before: Table, after: Table) -> tuple[Occasion, ...]:
    found: list[Occasion] = []
    if before.phase == "roll":
        found += _rolled(before, after)
    if before.phase == "track" and _economy_changes(before):
        found.append(("economy cards", after.economy))
    found += [("debts", _settled(before, after, seat)) for seat in before.debts]
    if after.phase == "":
        found.append(("endings", "rounds over" if after.declared is None else "victory"))
        if sum(rank.place == 1 for rank in ranking(after)) > 1:
            found.append(("endings", "shared win"))
    return tuple(found)


def _rolled(before: Table, after: Table) -> list[Occasion]:
    found = [("news ends", name) for name in before.lasting if name not in after.lasting]
    row, column = after.roll
    doubles = tables_of(before).news
    if row == column and row in doubles.likely:
        found.append(("news cards", before.likely))
    elif row == column and row in doubles.unlikely:
        found.append(("news cards", before.unlikely))
    return found


def _economy_changes(table: Table) -> bool:
    row, column = table.roll
    return table.track + abs(row - column) >= tables_of(table).track_limit


def _settled(before: Table, after: Table, seat: Seat) -> str:
    """Return whether what the seat held and sold has covered its debt."""
    card = card_now(before)
    sold = sum(
        worth(card, before.quadrants[at].plan) - worth(card, after.quadrants[at].plan)
        for at in quadrants_of(before, seat)
    )
    paid = before.cash[seat] + sold - after.cash[seat]
    return "forced sale" if paid >= before.debts[seat] else "forgiven"


OCCASIONS: Occasions[Table] = Occasions(groups=groups, of=of, round=lambda table: table.round)
