"""The house itself: whether it is well."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from stagepost_contracts.api import Health
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place


@get("/health", summary="Health", tags=["house"], opt=described(Health, also={503: Health}))
async def see_health(place: NamedDependency[Place]) -> Response[Health]:
    """Return whether the engine and its store answer: 200 if both do, else 503."""
    store = await place.store.answers()
    health = Health(ok=store, store=store, version=place.version)
    return Response(health, status_code=200 if store else 503)


HOUSE_ROUTES = (see_health,)
