"""Every refusal of the API as problem+json (RFC 9457), with a stable code and a sentence."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException

from stagepost_contracts.api import ProblemSeen
from stagepost_contracts.errors import STATUS, Problem, ProblemCode
from stagepost_contracts.texts import Text, say
from stagepost_texts.catalogue import spoken

TYPE_PREFIX = "urn:stagepost:problem:"
MEDIA_TYPE = "application/problem+json"

_CODE_OF_STATUS: dict[int, ProblemCode] = {
    status: code
    for code, status in STATUS.items()
    if code in ("bad-request", "unauthorized", "forbidden", "not-found", "too-large", "too-many")
}

AnyRequest = Request[Any, Any, Any]


def problem_response(request: AnyRequest, problem: Problem) -> Response[ProblemSeen]:
    """Return the problem in the language that the request prefers."""
    detail = spoken(problem.text, language_of(request))
    return _response(
        problem.code, STATUS[problem.code], detail, field=problem.field, line=problem.line
    )


def http_response(request: AnyRequest, error: HTTPException) -> Response[ProblemSeen]:
    """Return what Litestar itself refused: a path, a method, a body that does not fit."""
    status = error.status_code
    code = _CODE_OF_STATUS.get(status, "bad-request")
    match error:
        case NotFoundException():
            text = say("There is nothing at {path}.", path=request.url.path)
        case MethodNotAllowedException():
            text = say(
                "{path} does not take {method}.", path=request.url.path, method=request.method
            )
        case _:
            text = _fault(error)
    detail = spoken(text, language_of(request))
    headers = dict(error.headers or {})
    return _response(code, status if status < 500 else 400, detail, headers=headers)


def bug_response(request: AnyRequest, error: Exception) -> Response[ProblemSeen]:
    """Log what nobody foresaw, and say so without a word of it."""
    structlog.get_logger().exception("bug", path=request.url.path, kind=type(error).__name__)
    text = say("The engine has a fault; it has been logged. Try again later.")
    return _response("unavailable", 500, spoken(text, language_of(request)))


def away_response(request: AnyRequest, error: Exception) -> Response[ProblemSeen]:
    """Say that the store is away; the same request later, with the same key, is safe."""
    structlog.get_logger().warning("store away", path=request.url.path, kind=type(error).__name__)
    text = say("The engine cannot reach its store at the moment. Try the same again soon.")
    return _response("unavailable", STATUS["unavailable"], spoken(text, language_of(request)))


def deep_response(request: AnyRequest, error: Exception) -> Response[ProblemSeen]:
    """Refuse a body that is nested more deeply than a decoder goes."""
    text = say("The body is nested too deeply.")
    return _response("bad-request", STATUS["bad-request"], spoken(text, language_of(request)))


def language_of(request: AnyRequest) -> str:
    """Return the first language that the request accepts, English where it names none."""
    accepted = request.headers.get("accept-language", "en")
    return accepted.split(",")[0].split(";")[0].strip() or "en"


def _fault(error: HTTPException) -> Text:
    faults = error.extra if isinstance(error.extra, list) else []
    said = [str(fault.get("message", "")) for fault in faults if isinstance(fault, dict)]
    why = "; ".join(found for found in said if found) or str(error.detail)
    return say("The request does not fit: {why}", why=why)


def _response(
    code: ProblemCode,
    status: int,
    detail: str,
    *,
    field: str = "",
    line: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response[ProblemSeen]:
    title = code.replace("-", " ").capitalize()
    seen = ProblemSeen(TYPE_PREFIX + code, title, status, detail, code, field, line)
    if status == STATUS["unauthorized"]:
        headers = {"WWW-Authenticate": "Bearer"} | (headers or {})
    return Response(seen, status_code=status, media_type=MEDIA_TYPE, headers=headers)
