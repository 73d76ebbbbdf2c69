"""The API described by itself: OpenAPI 3.1, made of the handlers and of the bodies' own types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute

from stagepost_contracts.api import ProblemSeen
from stagepost_contracts.errors import STATUS, ProblemCode
from stagepost_engine.api.described import Caller, Described
from stagepost_engine.api.examples import EXAMPLES
from stagepost_engine.api.parameters import GIVEN, HEADERS, PATH, QUERY

PROBLEM_TYPE: Final = "application/problem+json"
_REF: Final = "#/components/schemas/{name}"
_PLACE: Final = re.compile(r"\{(\w+):\w+\}")
_SECURITY: Final[dict[Caller, list[dict[str, list[str]]]]] = {
    "anybody": [],
    "reader": [{}, {"bearer": []}],
    "seat": [{"bearer": []}],
    "holder": [{"bearer": []}],
    "player": [{"bearer": []}],
    "operator": [{"bearer": []}],
    "service": [{"bearer": []}],
}
_REFUSED: Final[dict[Caller, tuple[ProblemCode, ...]]] = {
    "anybody": (),
    "reader": ("unauthorized",),
    "seat": ("unauthorized", "forbidden"),
    "holder": ("unauthorized", "forbidden"),
    "player": ("unauthorized", "forbidden"),
    "operator": ("unauthorized", "forbidden"),
    "service": ("unauthorized", "forbidden"),
}
_FIELDS: Final = {"properties", "additionalProperties", "propertyNames"}
_SAID: Final = {"type": "string", "description": "The sentence in the reader's language."}


def document(routes: Iterable[BaseRoute], version: str) -> dict[str, Any]:
    """Return the whole document."""
    found = sorted(_operations(routes), key=lambda one: one[:2])
    types = [ProblemSeen]
    for _, _, _, described in found:
        given = (described.answer, described.body, *(described.also or {}).values())
        types += [kind for kind in given if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    known = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for path, method, handler, described in found:
        paths.setdefault(path, {})[method] = _operation(path, handler, described, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stagepost",
            "version": version,
            "summary": "Economic board games by mail; all that a reply can do is one call here.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: _completed(name, kind) for name, kind in sorted(components.items())},
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, a player, the host or the operator.",
                }
            },
        },
    }


def _operations(
    routes: Iterable[BaseRoute],
) -> Iterator[tuple[str, str, HTTPRouteHandler, Described]]:
    for route in routes:
        for handler in getattr(route, "route_handlers", ()):
            described = getattr(handler, "opt", {}).get("described")
            if described is not None:
                for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                    yield _PLACE.sub(r"{\1}", route.path), method.lower(), handler, described


def _operation(
    path: str, handler: HTTPRouteHandler, described: Described, known: dict[str, Any]
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": handler.handler_name,
        "tags": list(handler.tags or ()),
        "summary": handler.summary,
        "description": (handler.fn.__doc__ or "").strip(),
        "security": _SECURITY[described.caller],
        "parameters": _parameters(path, described),
        "responses": _responses(path, described, known),
    }
    if described.body is not None:
        schema = known[repr(described.body)]
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return operation


def _parameters(path: str, described: Described) -> list[dict[str, Any]]:
    places = [PATH[name] for name in re.findall(r"\{(\w+)\}", path)]
    queries = [QUERY[name] for name in described.query]
    return places + queries + [HEADERS[name] for name in (*described.headers, "Accept-Language")]


def _responses(path: str, described: Described, known: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if described.answer is not None:
        found[str(described.status)] = _success(described, known[repr(described.answer)])
    for status, meaning in (described.empty or {}).items():
        found[str(status)] = {"description": meaning}
    for status, kind in (described.also or {}).items():
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": known[repr(kind)]}},
        }
    return _problems(_codes(path, described), known[repr(ProblemSeen)]) | found


def _success(described: Described, schema: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {described.media: {"schema": schema}}
    if described.stream:
        content["text/event-stream"] = {"schema": {"type": "string"}}
    found = {"description": HTTPStatus(described.status).phrase, "content": content}
    if described.gives:
        found["headers"] = {name: GIVEN[name] for name in described.gives}
    return found


def _codes(path: str, described: Described) -> set[ProblemCode]:
    codes: set[ProblemCode] = {"bad-request", *described.codes, *_REFUSED[described.caller]}
    if described.body is not None:
        codes.add("too-large")
    if "{match}" in path:
        codes.add("no-such-match")
    if "If-Match" in described.headers:
        codes.add("precondition-failed")
    if "Idempotency-Key" in described.headers:
        codes.add("key-reused")
    return codes | {"too-many", "unavailable"}


def _problems(codes: set[ProblemCode], schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status in sorted({STATUS[code] for code in codes}):
        here = ", ".join(f"`{code}`" for code in sorted(codes) if STATUS[code] == status)
        found[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {here}",
            "content": {PROBLEM_TYPE: {"schema": schema}},
        }
    for kind, header in (("401", "WWW-Authenticate"), ("429", "Retry-After")):
        if kind in found:
            found[kind]["headers"] = {header: GIVEN[header]}
    return found


def _completed(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A text goes out with its sentence; the main bodies have an example."""
    schema = _plain(schema)
    if name == "Text":
        return schema | {"properties": schema["properties"] | {"said": _SAID}}
    return schema | {"examples": EXAMPLES[name]} if name in EXAMPLES else schema


def _plain(found: Any) -> Any:
    """Leave out `items: false`, at which generators stumble where maxItems says the same.

    A default is told as `x-default`: generators take a field with one for a field that is always
    there, and an answer leaves out what is as it would be anyway. An object whose fields are a
    game's own says so: without a word of them, generators take it for an empty one.
    """
    match found:
        case {"type": "object"} if found.keys().isdisjoint(_FIELDS):
            return _plain({**found, "additionalProperties": True})
        case dict():
            named = {key: value for key, value in found.items() if (key, value) != ("items", False)}
            return {
                "x-default" if key == "default" else key: _fields(value)
                if key == "properties"
                else _plain(value)
                for key, value in named.items()
            }
        case list():
            return [_plain(value) for value in found]
        case _:
            return found


def _fields(found: dict[str, Any]) -> dict[str, Any]:
    """The names of fields are no words of the schema, not even one called `default`."""
    return {name: _plain(field) for name, field in found.items()}
