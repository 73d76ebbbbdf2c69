"""The games that can be played here; a new one is listed in `GAMES` and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from stagepost_engine.games.bombay.game import GAME as BOMBAY
from stagepost_engine.games.crude.game import GAME as CRUDE
from stagepost_engine.games.pola_naftowe.game import GAME as POLA_NAFTOWE
from stagepost_engine.rules.game import Game

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType(
    {"pola_naftowe": POLA_NAFTOWE, "bombay": BOMBAY, "crude": CRUDE}
)
