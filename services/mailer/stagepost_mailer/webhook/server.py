"""The HTTP server of the webhook, within the receiver's own loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import uvicorn

from stagepost_mailer.webhook.door import Door

CONNECTIONS_MOST = 100
IDLE_SECONDS = 20
# Posts that are under way may end.
CLOSING_SECONDS = 10


class Server(uvicorn.Server):
    """uvicorn's, which leaves signals to the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def opened(door: Door, host: str, port: int) -> AsyncIterator[None]:
    """Listens within the context. Raises OSError where the port is taken."""
    config = uvicorn.Config(
        door,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        limit_concurrency=CONNECTIONS_MOST,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    server = Server(config)
    listening = config.bind_socket()
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving
