"""The fields of a posted body: JSON, URL-encoded, or multipart, each within a limit."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from stagepost_mailer.webhook.forms import Form

FIELDS_MOST = 100
BOUNDARY = re.compile(rb'boundary="?([^";,\s]{1,70})"?', re.IGNORECASE)
NAME = re.compile(rb'[;\s]name="([^"\r\n]{1,100})"', re.IGNORECASE)

Fields = Mapping[str, bytes]


class Malformed(Exception):
    """A body that is not of its form, with the reason in words."""


def fields_of(form: Form, content_type: bytes, body: bytes) -> Fields:
    """Raises Malformed."""
    if form.fields == "json":
        return _from_json(body)
    if found := BOUNDARY.search(content_type):
        return _from_parts(body, b"--" + found[1])
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            encoding="latin-1",
            max_num_fields=FIELDS_MOST,
            keep_blank_values=True,
        )
    except ValueError as error:
        raise Malformed("the body is no form") from error
    return {name: value.encode("latin-1") for name, value in pairs}


def raw_of(form: Form, fields: Fields) -> bytes:
    """The mail as it came. Raises Malformed."""
    written = fields.get(form.raw, b"")
    if not written:
        raise Malformed(f"the field {form.raw} is missing")
    if not form.is_base64:
        return written
    try:
        return b64decode(written, validate=True)
    except binascii.Error as error:
        raise Malformed(f"the field {form.raw} is no base64") from error


def moment_of(form: Form, fields: Fields) -> float | None:
    """When the provider took the mail, where it says so. Raises Malformed."""
    written = fields.get(form.received, b"") if form.received else b""
    try:
        return float(written) if written else None
    except ValueError as error:
        raise Malformed(f"the field {form.received} is no number of seconds") from error


def _from_json(body: bytes) -> Fields:
    try:
        decoded: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed("the body is no JSON object") from error
    plain = {name: value for name, value in decoded.items() if isinstance(value, str | int | float)}
    return {name: str(value).encode(errors="replace") for name, value in plain.items()}


def _from_parts(body: bytes, mark: bytes) -> Fields:
    """By hand and in one pass: the email package takes seconds for a body of many empty parts."""
    parts = (b"\r\n" + body).split(b"\r\n" + mark)
    if len(parts) > FIELDS_MOST:
        raise Malformed(f"there are more than {FIELDS_MOST} fields")
    found: dict[str, bytes] = {}
    for part in parts[1:]:
        head, _, content = part.partition(b"\r\n\r\n")
        if name := NAME.search(head):
            found[name[1].decode(errors="replace")] = content
    return found
