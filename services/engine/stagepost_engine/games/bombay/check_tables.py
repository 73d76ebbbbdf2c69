"""Hold a host's tables against what can be played."""

from __future__ import annotations

from stagepost_engine.games.bombay.tables import Tables


def check_tables(tables: Tables) -> None:
    return
