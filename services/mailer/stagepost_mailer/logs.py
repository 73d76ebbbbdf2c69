"""Logs as JSON lines on standard error, without tokens and addresses."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from stagepost_mailer.addresses.tokens import redact

# Bounded, so that no long word makes it slow.
ADDRESS = re.compile(r"[^\s<>@\"'(),;:]{1,64}@[^\s<>@\"'(),;:]{1,255}")

# These say addresses, URLs or whole mails when they are talkative.
TALKATIVE = ("mail", "httpx", "httpcore", "rq", "aiosmtplib", "asyncio")


def open_logs(room: str) -> None:
    """Sends our lines and those of the libraries the same way."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        redacted,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [lines]
    root.setLevel(logging.INFO)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.contextvars.bind_contextvars(room=room)


def redacted(
    logger: object, method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Takes secrets and addresses out of every text of a line, tracebacks too."""
    for name, value in entry.items():
        if isinstance(value, str):
            entry[name] = ADDRESS.sub("[address]", redact(value))
    return entry
