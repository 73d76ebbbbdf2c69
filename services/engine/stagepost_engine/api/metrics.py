"""The house in numbers as Prometheus reads them: its text format, version 0.0.4."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from stagepost_engine.store.figures import MailTold, Waiting

METRICS_TYPE: Final = "text/plain"
METRICS_VERSION: Final = "0.0.4"

GAUGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "stagepost_mails_shunted": "Mails put aside for the operator.",
        "stagepost_mails_pending": "Mails that came and are not read yet.",
        "stagepost_mails_owed": "Mails that were read and whose receipt is not sent yet.",
        "stagepost_mails_failed": "Mails that did not go out.",
        "stagepost_mailer_seen_seconds": "Seconds since a watcher of the mailer last looked.",
        "stagepost_matches": "Matches in the store, those that are over too.",
        "stagepost_outbox": "Notices that the mailer has not taken yet.",
        "stagepost_dues": "Deadlines, reminders and other dues that are still to come.",
    }
)


def metrics(mail: MailTold, waiting: Waiting) -> str:
    """Return the gauges; one that nobody has told is left out, so that its absence can alarm."""
    told = {f"stagepost_mails_{state}": float(count) for state, count in mail.counts.items()}
    if mail.seen is not None:
        told["stagepost_mailer_seen_seconds"] = mail.seen
    told |= {
        "stagepost_matches": waiting.matches,
        "stagepost_outbox": waiting.outbox,
        "stagepost_dues": waiting.dues,
    }
    return "".join(_gauge(name, told[name]) for name in GAUGES if name in told)


def _gauge(name: str, value: float) -> str:
    return f"# HELP {name} {GAUGES[name]}\n# TYPE {name} gauge\n{name} {value:.10g}\n"
