"""Goal of the Game: the most Petrodollars at the end of the last round wins."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.state import Fallen, Table, players
from stagepost_engine.rules.game import Rank


def ranking(table: Table) -> tuple[Rank, ...]:
    """Rank players by cash, then those who are out, the last to fall first."""
    rows = [
        ((2, *_standing(table, seat)), seat, table.holdings[seat].cash) for seat in players(table)
    ]
    for fallen in table.fallen:
        # Ruling 36: if all fall together, the most cash before that phase counts.
        last = not table.holdings and _when(fallen) == _when(table.fallen[-1])
        score = fallen.cash if last else 0
        rows.append(((1, *_when(fallen), fallen.cash), fallen.seat, score))
    rows.sort(key=lambda row: row[0], reverse=True)
    places = [row[0] for row in rows]
    return tuple(Rank(seat, 1 + places.index(key), score) for key, seat, score in rows)


def winners(table: Table) -> tuple[Rank, ...]:
    """Return the first place: one seat, or those that share it."""
    return tuple(rank for rank in ranking(table) if rank.place == 1)


def _standing(table: Table, seat: Seat) -> tuple[int, int, int]:
    # Ruling 40: the last lobby's winner settles a tie for himself, else it is shared.
    # Ruling 41: only cash counts.
    cash = table.holdings[seat].cash
    return cash, int(seat == table.lobbyist), 0


def _when(fallen: Fallen) -> tuple[int, int]:
    return fallen.round, fallen.part
