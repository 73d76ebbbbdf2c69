"""Which row and column of the roll hit which quadrant: phase 2's two, phase 3's one."""

from __future__ import annotations

from stagepost_engine.games.crude.state import QUADRANTS, Table, tables_of

Line = tuple[int, int]
"""A row and a column from 1 to 6, 0 where it does not count."""


def acting(table: Table) -> int:
    """Return the quadrant whose hits are being resolved."""
    return table.queue[0]


def neighbours(table: Table) -> tuple[int, ...]:
    """Return the quadrants of players that act on their die, in order."""
    left, right = (table.turn + 1) % QUADRANTS, (table.turn - 1) % QUADRANTS
    # Ruling 18: the left neighbour, or both by the host's choice.
    both = tables_of(table).readings.neighbours == "both"
    able = (left, right) if both else (left,)
    return tuple(at for at in able if table.quadrants[at].owner is not None)


def line_of(table: Table, quadrant: int) -> Line:
    """Return what hits a quadrant: the whole roll its own, one die its neighbour."""
    row, column = table.roll
    if quadrant == table.turn:
        return row, column
    # Ruling 19: the neighbour's own row, or with both neighbours the shared line.
    if tables_of(table).readings.neighbours == "left" or _share_rows(table.turn, quadrant):
        return row, 0
    return 0, column


def _share_rows(one: int, other: int) -> bool:
    """Whether two quadrants lie side by side: NW and NE, SW and SE."""
    return {one, other} in ({0, 1}, {2, 3})
