"""Who may look at the page and post to it: this machine's own browser, by the right name."""

from __future__ import annotations

from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# The mail itself: no script, nothing from outside, and nothing of ours within its reach.
MAIL_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation"
)
HEADERS = {
    "Cache-Control": "no-store",
    # With no-referrer a browser would send `Origin: null` with our own form.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses requests that another site's page could have made.

    A foreign name that resolves to this machine (DNS rebinding) shows in Host, a form on a
    foreign page in Origin.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and (refusal := _refusal(scope, self._names)):
            asgi = refusal.to_asgi_response(app=None, request=Request(scope))
            await asgi(scope, receive, send)
            return
        await self._app(scope, receive, send)


def names_of(port: int) -> frozenset[str]:
    """Return what a browser on this machine calls the page."""
    return frozenset(f"{host}:{port}" for host in ("127.0.0.1", "localhost", "stagepost.localhost"))


def _refusal(scope: HTTPScope, names: frozenset[str]) -> Response[str] | None:
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get(b"host", "")
    if host not in names:
        return _refused(421, "This page answers to this machine's own names only.")
    if scope["method"] in ("GET", "HEAD"):
        return None
    if headers.get(b"origin") != f"http://{host}":
        return _refused(403, "An answer is taken only from this page itself.")
    return None


def _refused(status: int, sentence: str) -> Response[str]:
    return Response(sentence, status_code=status, media_type="text/plain", headers=HEADERS)
