"""Every parameter of the API, once: its schema and what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from stagepost_contracts.api import STEPS_MOST
from stagepost_contracts.watching import NUMBER_MOST, PAGE, PAGE_MOST, WAIT_SECONDS_MOST

Where: TypeAlias = Literal["path", "query", "header"]


def _parameter(
    name: str,
    where: Where,
    schema: dict[str, Any],
    description: str,
    *,
    required: bool = False,
    example: Any = None,
) -> dict[str, Any]:
    found = {
        "name": name,
        "in": where,
        "required": required or where == "path",
        "description": description,
        "schema": schema,
    }
    return found if example is None else found | {"example": example}


_STEP: Final = {"type": "integer", "minimum": 0, "maximum": STEPS_MOST}
_TAG: Final = {"type": "string"}

PATH: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "match": _parameter(
            "match",
            "path",
            {"type": "string", "pattern": "^[a-z0-9]{1,32}$"},
            "The match's id, as its maker was told.",
        ),
        "seat": _parameter(
            "seat",
            "path",
            {"type": "string", "minLength": 1, "maxLength": 24},
            "The seat's name at the table.",
        ),
        "deal": _parameter(
            "deal",
            "path",
            {"type": "string", "pattern": "^[a-z0-9]{1,32}$"},
            "The offer's name, as its two sides were told.",
        ),
        "what": _parameter(
            "what",
            "path",
            {"type": "string", "minLength": 1, "maxLength": 40},
            "`undo`, `finish`, `pause`, `resume`, or `kick:` and a seat's name.",
            example="pause",
        ),
        "phase": _parameter(
            "phase",
            "path",
            {"type": "string", "minLength": 1, "maxLength": 60},
            "The phase's name, or its title as a mail shows it.",
            example="auction",
        ),
        "game": _parameter(
            "game",
            "path",
            {"type": "string", "pattern": "^[a-z_]{1,40}$"},
            "The game's key.",
            example="pola_naftowe",
        ),
        "step": _parameter("step", "path", _STEP, "The step that was waited for; 1 is the first."),
        "token": _parameter(
            "token",
            "path",
            {"type": "string", "pattern": "^[a-z0-9]{1,16}$"},
            "The token's id, as the list of tokens tells it; never the token itself.",
        ),
    }
)
QUERY: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "step": _parameter(
            "step", "query", _STEP, "The step that is meant; another is 409.", required=True
        ),
        "dry_run": _parameter(
            "dry_run",
            "query",
            {"type": "boolean", "default": False},
            "Only try it out: nothing is changed, and nothing of the outcome is told.",
        ),
        "state": _parameter(
            "state",
            "query",
            {"type": "string", "enum": ["any", "waiting", "running", "over"], "default": "any"},
            "Only matches in this state.",
        ),
        "awaited": _parameter(
            "awaited",
            "query",
            {"type": "boolean", "default": False},
            "Only matches that wait for the player.",
        ),
        "after": _parameter(
            "after",
            "query",
            {"type": "integer", "minimum": 0, "maximum": NUMBER_MOST, "default": 0},
            "The number of the last event that is known.",
        ),
        "wait": _parameter(
            "wait",
            "query",
            {"type": "number", "minimum": 0, "maximum": WAIT_SECONDS_MOST, "default": 0},
            "Seconds to wait where there is no event yet.",
        ),
        "cursor": _parameter(
            "cursor",
            "query",
            {"type": "string", "pattern": "^[a-z0-9]{0,32}$"},
            "The `next` of the page before; without it the first page.",
        ),
        "limit": _parameter(
            "limit",
            "query",
            {"type": "integer", "minimum": 1, "maximum": PAGE_MOST, "default": PAGE},
            "The most matches of one page.",
        ),
    }
)
HEADERS: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "Idempotency-Key": _parameter(
            "Idempotency-Key",
            "header",
            {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[\x21-\x7e]+$"},
            "The same request under the same key is answered once; another body is 422.",
        ),
        "If-None-Match": _parameter(
            "If-None-Match",
            "header",
            _TAG,
            "The ETag that is known already: 304 while it is the present one.",
        ),
        "If-Match": _parameter(
            "If-Match",
            "header",
            _TAG,
            "The reader's own ETag of the match; 412 if what the reader sees has changed.",
        ),
        "Last-Event-ID": _parameter(
            "Last-Event-ID",
            "header",
            {"type": "string"},
            "The id of the last event that a broken stream gave; in the place of `after`.",
        ),
        "Accept-Language": _parameter(
            "Accept-Language",
            "header",
            {"type": "string"},
            "The language of sentences; the first one named is taken.",
        ),
    }
)
GIVEN: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "ETag": {
            "description": "A hash of what this reader sees, and of nothing else.",
            "schema": {"type": "string"},
        },
        "Retry-After": {
            "description": "Seconds after which the same request may come again.",
            "schema": {"type": "integer", "minimum": 1},
        },
        "WWW-Authenticate": {
            "description": "The scheme that is wanted: Bearer.",
            "schema": {"type": "string"},
        },
    }
)
