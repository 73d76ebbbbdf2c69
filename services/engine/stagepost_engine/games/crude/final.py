"""End of the Game: all assets are sold at the Depression card's value, and cash is counted."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.games.crude.squares import EMPTY
from stagepost_engine.games.crude.state import (
    Table,
    card_named,
    paid,
    quadrants_of,
    tables_of,
    worth,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.words import economy_word
from stagepost_engine.rules.game import Outcome, Rank


def ended(table: Table, told: Told = ()) -> Outcome[Table]:
    """Sell everything and say who won; the phase without a name is the end."""
    tables = tables_of(table)
    values = {seat: final_worth(table, seat) for seat in table.seats}
    quadrants = tuple(replace(held, plan=EMPTY) for held in table.quadrants)
    table = paid(table, {seat: -value for seat, value in values.items()})
    table = replace(table, phase="", quadrants=quadrants, roll=(), queue=(), pumped=0)
    card = economy_word(tables.final_card)
    words = [say("All assets left are sold at the prices of {card}.", card=card)]
    words += [
        say("{seat} receives {sum} M$.", seat=seat, sum=value)
        for seat, value in values.items()
        if value
    ]
    best = [rank for rank in ranking(table) if rank.place == 1]
    if len(best) == 1:
        words.append(
            say(
                "The game is over. {seat} wins with {cash} M$.",
                seat=best[0].seat,
                cash=best[0].score,
            )
        )
    else:
        words.append(
            say(
                "The game is over. {seats} share the win with {cash} M$ each.",
                seats=tuple(say("{seat}", seat=rank.seat) for rank in best),
                cash=best[0].score,
            )
        )
    return Outcome(table, told + news(*words))


def final_worth(table: Table, seat: Seat) -> int:
    """Ruling 29: what all assets of a player bring at the end; barrels bring nothing."""
    tables = tables_of(table)
    card = card_named(tables, tables.final_card)
    return sum(worth(card, table.quadrants[at].plan) for at in quadrants_of(table, seat))


def barrels(table: Table, seat: Seat) -> int:
    return sum(
        table.quadrants[at].crude + table.quadrants[at].gasoline for at in quadrants_of(table, seat)
    )


def ranking(table: Table) -> tuple[Rank, ...]:
    """Rank by cash after the final sale; ruling 30: then by barrels of both kinds, then shared."""
    rows = [
        ((table.cash[seat] + final_worth(table, seat), barrels(table, seat)), seat)
        for seat in table.seats
    ]
    rows.sort(key=lambda row: row[0], reverse=True)
    keys = [key for key, _ in rows]
    return tuple(Rank(seat, 1 + keys.index(key), key[0]) for key, seat in rows)
