"""Whether the engine is there: asked by the watcher, which does nothing else with it."""

from __future__ import annotations

from http import HTTPStatus

import httpx

HEALTH_SECONDS_MOST = 2.0


def engine_answers(url: str) -> bool:
    """True where the engine and its store answer in time."""
    try:
        answer = httpx.get(f"{url.rstrip('/')}/v1/health", timeout=HEALTH_SECONDS_MOST)
    except httpx.HTTPError:
        return False
    return answer.status_code == HTTPStatus.OK
