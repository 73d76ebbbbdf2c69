"""The engine's real app over a real Valkey, called without a socket."""

import httpx
import pytest
from rest import OPERATOR, SERVICE

from stagepost_engine.app import build
from stagepost_engine.settings import Settings


@pytest.fixture
def anyio_backend():
    return "asyncio"


def app_for(redis_url: str, *, seeds_allowed: bool = True):
    return build(
        Settings(
            redis_url=redis_url,
            operator_token=OPERATOR,
            service_token=SERVICE,
            host="127.0.0.1",
            port=8000,
            seeds_allowed=seeds_allowed,
        )
    )


@pytest.fixture
async def engine(redis_url):
    app = app_for(redis_url)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://engine/v1") as client:
        yield client
    for close in app.on_shutdown:
        await close(app)
