"""What the handlers are given by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stagepost_contracts.hooks import Reach
from stagepost_engine.matches.backups import Backups
from stagepost_engine.matches.feeds import Feeds
from stagepost_engine.matches.maker import Maker
from stagepost_engine.matches.players import Players
from stagepost_engine.matches.service import Matches
from stagepost_engine.store.figures import Figures
from stagepost_engine.store.limits import Limits
from stagepost_engine.store.redis_store import RedisStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The engine's parts and its own tokens."""

    matches: Matches
    maker: Maker
    store: RedisStore
    figures: Figures
    feeds: Feeds
    players: Players
    limits: Limits
    reach: Reach
    backups: Backups
    entropy: Callable[[], bytes]
    operator_token: str
    service_token: str
    version: str
