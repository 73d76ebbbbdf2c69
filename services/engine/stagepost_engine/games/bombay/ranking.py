"""End of the game: the most rupees win; a tie goes to the most client tokens."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.bombay.rewards import city_reward, empire_rewards
from stagepost_engine.games.bombay.state import Table, clients_of, tables_of
from stagepost_engine.rules.game import Rank


def ranking(table: Table) -> tuple[Rank, ...]:
    """Rank by rupees and clients; while screens stand, nobody is ahead of anybody."""
    if not is_open(table):
        # Ruling 23: a ranking on the way would show what lies behind the screens.
        return tuple(Rank(seat, 1, 0) for seat in table.seats)
    scores = _scores(table)
    # Ruling 22: then the most client tokens, those from palaces included; then shared.
    keys = {seat: (score, clients_of(table, seat)) for seat, score in scores.items()}
    order = sorted(table.seats, key=lambda seat: keys[seat], reverse=True)
    places = [keys[seat] for seat in order]
    return tuple(Rank(seat, 1 + places.index(keys[seat]), scores[seat]) for seat in order)


def is_open(table: Table) -> bool:
    """Whether everybody sees everything: after the end, or by the host's choice."""
    return table.phase == "" or tables_of(table).readings.open_holdings


def _scores(table: Table) -> dict[Seat, int]:
    held = {seat: table.purses[seat].rupees for seat in table.seats}
    if table.phase == "":
        return held
    sizes = empire_rewards(table)
    return {seat: held[seat] + sizes[seat] + city_reward(table, seat) for seat in table.seats}
