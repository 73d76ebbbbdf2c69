"""The engine's composition root: settings read, adapters built, the ASGI app and its server."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Any, Final

import structlog
import uvicorn
from litestar import Litestar, Router
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from stagepost_contracts.errors import Problem
from stagepost_contracts.hooks import Reach
from stagepost_engine.api.ahead_routes import AHEAD_ROUTES
from stagepost_engine.api.deputy_routes import DEPUTY_ROUTES
from stagepost_engine.api.door import Bounds, Door, uncounted
from stagepost_engine.api.event_routes import EVENT_ROUTES
from stagepost_engine.api.game_routes import GAME_ROUTES
from stagepost_engine.api.hook_routes import HOOK_ROUTES
from stagepost_engine.api.host_routes import HOST_ROUTES
from stagepost_engine.api.house_routes import HOUSE_ROUTES
from stagepost_engine.api.match_routes import MATCH_ROUTES
from stagepost_engine.api.move_routes import MOVE_ROUTES
from stagepost_engine.api.offer_routes import OFFER_ROUTES
from stagepost_engine.api.operator_routes import OPERATOR_ROUTES
from stagepost_engine.api.places import Place
from stagepost_engine.api.player_routes import PLAYER_ROUTES
from stagepost_engine.api.problems import (
    away_response,
    bug_response,
    deep_response,
    http_response,
    problem_response,
)
from stagepost_engine.api.schema_routes import SCHEMA_ROUTES
from stagepost_engine.api.service_routes import SERVICE_ROUTES
from stagepost_engine.api.time_routes import TIME_ROUTES
from stagepost_engine.api.token_routes import TOKEN_ROUTES
from stagepost_engine.api.vote_routes import VOTE_ROUTES
from stagepost_engine.matches.backups import Backups
from stagepost_engine.matches.feeds import Feeds
from stagepost_engine.matches.maker import Maker
from stagepost_engine.matches.service import Matches
from stagepost_engine.settings import SettingError, Settings, settings_from
from stagepost_engine.store.copies import Copies
from stagepost_engine.store.figures import Figures
from stagepost_engine.store.limits import Limits
from stagepost_engine.store.redis_store import STORE_AWAY, RedisStore
from stagepost_engine.store.wakes import wakes
from stagepost_engine.web.openapi import DOCS_ROUTES

BODY_BYTES_MOST = 262_144
ENTROPY_BYTES = 32
STREAMS_END_SECONDS = 3  # a stream has no end of its own; its listener comes again
HEADERS_ALLOWED = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
)
STORE_TRIES_MORE = 3
STORE_CONNECTIONS_MOST, STORE_TURN_SECONDS = 64, 10.0
STORE_PAUSE_SECONDS, STORE_PAUSE_SECONDS_MOST = 0.05, 0.5
ROUTES: Final = (
    *HOUSE_ROUTES,
    *GAME_ROUTES,
    *MATCH_ROUTES,
    *MOVE_ROUTES,
    *OFFER_ROUTES,
    *VOTE_ROUTES,
    *TIME_ROUTES,
    *AHEAD_ROUTES,
    *EVENT_ROUTES,
    *TOKEN_ROUTES,
    *HOOK_ROUTES,
    *DEPUTY_ROUTES,
    *HOST_ROUTES,
    *PLAYER_ROUTES,
    *OPERATOR_ROUTES,
    *SERVICE_ROUTES,
    *SCHEMA_ROUTES,
    *DOCS_ROUTES,
)
REFUSALS: Final[dict[Any, Any]] = {
    Problem: problem_response,
    HTTPException: http_response,
    **dict.fromkeys(STORE_AWAY, away_response),
    RecursionError: deep_response,
    Exception: bug_response,
}


def entropy() -> bytes:
    """Return 32 random bytes of the operating system."""
    return os.urandom(ENTROPY_BYTES)


def build(settings: Settings) -> Litestar:
    """Return the app. Its Redis connections open with the first request."""
    client = _client(settings.redis_url)
    place = _place(settings, client)

    async def the_place() -> Place:
        return place

    async def close(_: Litestar) -> None:
        await place.feeds.close()
        await client.aclose()

    app = Litestar(
        route_handlers=[Router("/v1", route_handlers=ROUTES)],
        dependencies={"place": Provide(the_place)},
        exception_handlers=REFUSALS,
        openapi_config=None,
        cors_config=_cors(settings),
        request_max_body_size=BODY_BYTES_MOST,
        logging_config=None,
        on_shutdown=[close],
    )
    bounds = Bounds(
        token=settings.token_requests,
        address=settings.address_requests,
        uncounted=uncounted(settings.service_token),
    )
    app.asgi_handler = Door(app, app.asgi_handler, Limits(client), bounds)
    return app


def _cors(settings: Settings) -> CORSConfig | None:
    if not settings.cors_origins:
        return None
    return CORSConfig(
        allow_origins=list(settings.cors_origins),
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=list(HEADERS_ALLOWED),
        expose_headers=["ETag", "Retry-After"],
    )


def _client(url: str) -> Redis:
    """A command whose connection broke is sent again: a commit that was in after all is stale
    then, is loaded again, and finds its own answer under its key. Who finds no connection
    free waits for a turn.
    """
    pauses = ExponentialWithJitterBackoff(STORE_PAUSE_SECONDS_MOST, STORE_PAUSE_SECONDS)
    pool = BlockingConnectionPool.from_url(
        url,
        retry=Retry(pauses, STORE_TRIES_MORE),
        max_connections=STORE_CONNECTIONS_MOST,
        timeout=STORE_TURN_SECONDS,
    )
    return Redis.from_pool(pool)


def _place(settings: Settings, client: Redis) -> Place:
    store = RedisStore(client)
    matches = Matches(store, entropy)
    secret, ours = settings.operator_token.encode(), version("stagepost")
    return Place(
        matches=matches,
        backups=Backups(matches, Copies(client), store.persons, ours),
        maker=Maker(matches, entropy, secret, seeds_allowed=settings.seeds_allowed),
        store=store,
        figures=Figures(client),
        entropy=entropy,
        players=matches.players,
        limits=Limits(client),
        reach=Reach(settings.webhook_private, settings.webhook_ports),
        feeds=Feeds(store, lambda: wakes(client)),
        operator_token=settings.operator_token,
        service_token=settings.service_token,
        version=ours,
    )


def main() -> None:
    """Serve until a signal comes."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    try:
        settings = settings_from(os.environ)
    except SettingError as error:
        sys.exit(str(error))
    uvicorn.run(
        build(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        timeout_graceful_shutdown=STREAMS_END_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )


if __name__ == "__main__":
    main()
