"""Examples of the main bodies, as they stand in the OpenAPI document; a test decodes each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

EXAMPLES: Final[Mapping[str, list[Any]]] = MappingProxyType(
    {
        "Health": [
            {"ok": True, "store": True, "version": "0.1.0", "shunted": 2, "mailer_seen": 1.4},
        ],
        "MatchWanted": [
            {
                "game": "pola_naftowe",
                "seats": [
                    {"name": "anna", "address": "anna@example.org"},
                    {"name": "piotr", "address": "piotr@example.org", "language": "pl"},
                    {"name": "marcin", "address": "robot@example.org", "position": True},
                ],
                "policy": {"hours": 48, "at_hour": 20, "zone": "Europe/Warsaw", "reminders": [12]},
            }
        ],
        "MatchMade": [
            {
                "match": "qxve4kapuu3au",
                "seats": {"anna": "5yv2...", "piotr": "xzti...", "marcin": "mhvb..."},
                "host_token": "2e3a...",
                "seed_hash": "a0d69c...",
            }
        ],
        "MovesWanted": [
            {"step": 1, "text": "BID 300"},
            {
                "step": 9,
                "orders": [{"kind": "bid", "amount": 100}],
                "standing": [{"kind": "up_to", "limit": 400}],
            },
        ],
        "ProblemSeen": [
            {
                "type": "urn:stagepost:problem:illegal",
                "title": "Illegal",
                "status": 422,
                "detail": "amount 9000 is out of bounds: it runs from 100 to 3000.",
                "code": "illegal",
                "line": 0,
            }
        ],
    }
)
