"""A page to read the API's description in, with no outside file."""

from __future__ import annotations

from importlib import resources
from typing import Any, Final

from litestar import MediaType, Response, get

_FILES: Final = resources.files(__package__).joinpath("vendor/swagger-ui")
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stagepost API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START: Final = """window.SwaggerUIBundle({
  url: "schema/openapi.json", dom_id: "#page", deepLinking: true, validatorUrl: null,
});
"""
_AGE: Final = {"Cache-Control": "public, max-age=3600"}


@get("/docs", media_type=MediaType.HTML)
async def see_docs() -> Response[str]:
    """Return the page that shows the API."""
    return Response(_PAGE, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


@get("/docs/start.js")
async def see_start() -> Response[str]:
    """Return the page's own script."""
    return Response(_START, media_type="text/javascript", headers=_AGE)


@get("/docs/swagger-ui-bundle.js")
async def see_bundle() -> Response[bytes]:
    """Return Swagger UI."""
    return _file("swagger-ui-bundle.js", "text/javascript")


@get("/docs/swagger-ui.css")
async def see_style() -> Response[bytes]:
    """Return Swagger UI's style."""
    return _file("swagger-ui.css", "text/css")


def _file(name: str, media_type: str) -> Response[Any]:
    return Response(_FILES.joinpath(name).read_bytes(), media_type=media_type, headers=_AGE)


DOCS_ROUTES: Final = (see_docs, see_start, see_bundle, see_style)
