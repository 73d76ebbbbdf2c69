"""Where the API's description of itself is read."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency

from stagepost_engine.api.document import document
from stagepost_engine.api.places import Place

OPENAPI_JSON = "application/vnd.oai.openapi+json"


@get("/schema/openapi.json", media_type=OPENAPI_JSON, sync_to_thread=False)
def see_schema(
    request: Request[Any, Any, Any], place: NamedDependency[Place]
) -> Response[dict[str, Any]]:
    """Return the OpenAPI document of this very build."""
    found = document(request.app.routes, place.version)
    return Response(found, headers={"Cache-Control": "public, max-age=60"})


SCHEMA_ROUTES = (see_schema,)
