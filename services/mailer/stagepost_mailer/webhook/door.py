"""The webhook itself: a signed post becomes a mail on disk, and then 200."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import structlog

from stagepost_mailer.inbox.desk import OK, UNKNOWN, Desk
from stagepost_mailer.inbox.desk import TOO_MANY as TOO_MANY_MAILS
from stagepost_mailer.inbox.listener import MAIL_BYTES_MOST
from stagepost_mailer.inbox.nonces import Nonces
from stagepost_mailer.webhook import leaving
from stagepost_mailer.webhook.fields import Malformed, fields_of, moment_of, raw_of
from stagepost_mailer.webhook.forms import FORMS, Form
from stagepost_mailer.webhook.signature import Post, nonce_of, refusal

# A mail of the largest size, with every byte written as %XX.
BODY_BYTES_MOST = 4 * MAIL_BYTES_MOST
PATH = "/mail/"
RETRY_SECONDS = b"60"
_REPEATABLE = {OK: HTTPStatus.OK, TOO_MANY_MAILS: HTTPStatus.TOO_MANY_REQUESTS}

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class TooLarge(Exception):
    """More bytes than any mail takes."""


@dataclass(frozen=True, slots=True)
class Door:
    """An ASGI application of two kinds of page; without a secret no mail is posted to it."""

    desk: Desk
    nonces: Nonces
    secret: bytes
    leaves: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        path = str(scope["path"])
        if self.leaves and path.startswith(leaving.PATH):
            await _say(send, *await self._left(scope, path.removeprefix(leaving.PATH), receive))
            return
        form = FORMS.get(path.removeprefix(PATH)) if self.secret else None
        if form is None:
            await _say(send, HTTPStatus.NOT_FOUND, "there is no such form")
        elif scope["method"] != "POST":
            await _say(send, HTTPStatus.METHOD_NOT_ALLOWED, "post the mail")
        else:
            await _say(send, *await self._answer(form, dict(scope["headers"]), receive))

    async def _left(self, scope: Scope, token_hash: str, receive: Receive) -> tuple[int, str]:
        if scope["method"] != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED, leaving.ASKED
        try:
            asked = leaving.is_one_click(await _body(receive))
        except (TooLarge, Malformed):
            asked = False
        if not asked:
            return HTTPStatus.BAD_REQUEST, leaving.ASKED
        status = await leaving.left(self.desk, token_hash)
        if status == UNKNOWN:
            return HTTPStatus.NOT_FOUND, "there is no such mail of ours"
        code = _REPEATABLE.get(status, HTTPStatus.SERVICE_UNAVAILABLE)
        return (
            code,
            "no more mail comes; the answer says how to come back" if status == OK else status,
        )

    async def _answer(
        self, form: Form, headers: Mapping[bytes, bytes], receive: Receive
    ) -> tuple[int, str]:
        try:
            return await self._taken(form, headers, await _body(receive))
        except TooLarge:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the mail is larger than 256 kB"
        except Malformed as error:
            return HTTPStatus.BAD_REQUEST, str(error)
        # Whatever fails here is ours, and the provider tries again.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("webhook failed")
            return HTTPStatus.SERVICE_UNAVAILABLE, "our fault; try again later"

    async def _taken(
        self, form: Form, headers: Mapping[bytes, bytes], body: bytes
    ) -> tuple[int, str]:
        fields = fields_of(form, headers.get(b"content-type", b""), body)
        refused = await self._refusal(form, Post(headers, fields, body))
        if refused:
            structlog.get_logger().warning("webhook refused", reason=refused)
            return HTTPStatus.UNAUTHORIZED, refused
        raw = raw_of(form, fields)
        if len(raw) > MAIL_BYTES_MOST:
            raise TooLarge
        recipient = fields.get(form.recipient, b"").decode(errors="replace")
        # An empty sender is a bounce's; where none is told, nobody knows.
        sender = fields.get(form.sender, b"unknown").decode(errors="replace")
        received = moment_of(form, fields)
        status = await self.desk.know(recipient)
        if status == OK:
            status = await self.desk.take(raw, sender, recipient, received)
        return _answered(form, status)

    async def _refusal(self, form: Form, post: Post) -> str:
        refused = refusal(form, post, self.secret, await self.desk.inbox.now())
        nonce = nonce_of(form, post)
        if refused or not nonce:
            return refused
        known = await self.nonces.belongs(nonce, post.body, form.window_seconds)
        return "" if known else "the signature was used for another mail"


def _answered(form: Form, status: str) -> tuple[int, str]:
    """SMTP's words as HTTP's: 5xx of ours ends the tries, 4xx of ours asks for another."""
    if status == OK:
        return HTTPStatus.OK, status
    if status == UNKNOWN:
        return form.unknown_status, status
    if status == TOO_MANY_MAILS:
        return HTTPStatus.TOO_MANY_REQUESTS, status
    return HTTPStatus.SERVICE_UNAVAILABLE, status


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Malformed("the connection was cut")
        body += message.get("body", b"")
        if len(body) > BODY_BYTES_MOST:
            raise TooLarge
        if not message.get("more_body"):
            return bytes(body)


async def _say(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        headers.append((b"retry-after", RETRY_SECONDS))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": f"{words}\n".encode()})
