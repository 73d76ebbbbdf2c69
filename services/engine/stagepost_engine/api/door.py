"""What every request passes on its way in and out: limits, and headers of caution."""

from __future__ import annotations

import hashlib
import hmac
import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from litestar import Litestar, Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say_many
from stagepost_engine.api.problems import problem_response
from stagepost_engine.store.limits import Limits
from stagepost_engine.store.redis_store import STORE_AWAY

_UNCOUNTED: Final = ("/v1/health", "/v1/docs", "/v1/schema")
_VARY: Final = (b"vary", b"Authorization, Accept-Language, Origin")
_PRIVATE: Final = (b"cache-control", b"no-store")
_PUBLIC: Final = (b"cache-control", b"no-cache")
_CAUTION: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

Headers: TypeAlias = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The most requests in a minute: of one token, and from one address; 0 is no bound.

    The mailer's own token, by its hash, is not counted.
    """

    token: int
    address: int
    uncounted: str


class Door:
    """The ASGI app around the app."""

    def __init__(self, app: Litestar, inner: ASGIApp, limits: Limits, bounds: Bounds) -> None:
        self._app = app
        self._inner = inner
        self._limits = limits
        self._bounds = bounds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless its sender asks too often."""
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope, receive=receive, send=send)
        cautious = self._cautious(send, request)
        wait = await self._wait(request)
        if not wait:
            await self._inner(scope, receive, cautious)
            return
        seconds = math.ceil(wait)
        text = say_many(
            "You ask too often; try again in {count} second.",
            "You ask too often; try again in {count} seconds.",
            count=seconds,
        )
        scope["litestar_app"] = self._app
        response = problem_response(request, Problem("too-many", text))
        response.set_header("Retry-After", str(seconds))
        answer = response.to_asgi_response(app=None, request=request)
        await answer(scope, receive, cautious)

    async def _wait(self, request: Request[Any, Any, Any]) -> float:
        """Return the seconds to wait; nobody waits while the counters are away."""
        if request.scope["path"].startswith(_UNCOUNTED):
            return 0.0
        token = _hash(request.headers.get("authorization", ""))
        if hmac.compare_digest(token, self._bounds.uncounted):
            return 0.0
        client = request.scope.get("client")
        address = _hash(client[0] if client else "")
        bounds = {f"address:{address}": self._bounds.address}
        if "authorization" in request.headers:
            bounds[f"token:{token}"] = self._bounds.token
        try:
            return await self._limits.wait(bounds)
        except STORE_AWAY:
            return 0.0

    def _cautious(self, send: Send, request: Request[Any, Any, Any]) -> Send:
        """Return a `send` that adds what the handler has not said itself."""
        private = "authorization" in request.headers

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [(name.lower(), value) for name, value in message["headers"]]
                message["headers"] = self._with_caution(given, request, private=private)
            await send(message)

        return sent

    def _with_caution(
        self, given: Headers, request: Request[Any, Any, Any], *, private: bool
    ) -> Headers:
        names = {name for name, _ in given}
        ours = [_VARY, *(header for header in _CAUTION if header[0] not in names)]
        if private or b"cache-control" not in names:
            ours.append(_PRIVATE if private else _PUBLIC)
        allowed = self._allowed(request) if b"allow" in names else ""
        if allowed:
            ours.append((b"allow", allowed.encode()))
        replaced = {name for name, _ in ours}
        return [header for header in given if header[0] not in replaced] + ours

    def _allowed(self, request: Request[Any, Any, Any]) -> str:
        """Return the methods of a path; the framework's own list forgets some (OPTIONS)."""
        template = request.scope.get("path_template")
        methods: set[str] = set()
        for route in self._app.routes:
            if route.path_format == template:
                methods |= {str(method) for method in getattr(route, "methods", ())}
        return ", ".join(sorted(methods))


def uncounted(token: str) -> str:
    """Return what the door knows the mailer's token by."""
    return _hash(f"Bearer {token}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]
