"""The house itself: whether it is well, and its figures."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency

from stagepost_contracts.api import Health
from stagepost_engine.api.bearer import hold_to
from stagepost_engine.api.described import described
from stagepost_engine.api.metrics import METRICS_TYPE, METRICS_VERSION, metrics
from stagepost_engine.api.places import Place
from stagepost_engine.store.redis_store import STORE_AWAY


@get("/health", summary="Health", tags=["house"], opt=described(Health, also={503: Health}))
async def see_health(place: NamedDependency[Place]) -> Response[Health]:
    """Return whether the engine and its store answer: 200 if both do, else 503.

    What the mailer tells, or that it is silent, changes no status.
    """
    try:
        mail = await place.figures.mail()
    except STORE_AWAY:
        away = Health(ok=False, store=False, version=place.version, shunted=None, mailer_seen=None)
        return Response(away, status_code=503)
    health = Health(
        ok=True,
        store=True,
        version=place.version,
        shunted=mail.counts.get("shunted"),
        mailer_seen=mail.seen,
    )
    return Response(health)


@get(
    "/metrics",
    summary="Metrics",
    tags=["house"],
    opt=described(str, caller="operator", media=METRICS_TYPE),
)
async def see_metrics(
    request: Request[Any, Any, Any], place: NamedDependency[Place]
) -> Response[str]:
    """Return gauges in Prometheus' text format, to the operator's token or the service's.

    Mails shunted, pending, owed and failed, as a watcher last counted them; matches, notices in
    the outbox, and dues. No address, name or token is in it.
    """
    hold_to(request, place.operator_token, place.service_token)
    text = metrics(await place.figures.mail(), await place.figures.waiting())
    return Response(text, media_type=f"{METRICS_TYPE}; version={METRICS_VERSION}")


HOUSE_ROUTES = (see_health, see_metrics)
