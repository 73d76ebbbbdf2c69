"""Takes one mail from standard input: for .forward, procmail, or a mail host's pipe.

`python -m stagepost_mailer.pipe [--settings FILE] [--sender ADDRESS] [RECIPIENT]`, with the
exit codes of sysexits.h that mail hosts know.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import structlog
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from stagepost_mailer.inbox.desk import OK, UNKNOWN, Desk
from stagepost_mailer.inbox.fingerprint import headers_of
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.listener import MAIL_BYTES_MOST
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenBook
from stagepost_mailer.logs import open_logs
from stagepost_mailer.settings import Settings, settings_from
from stagepost_mailer.time.lists import AsyncWorkLists
from stagepost_mailer.time.queue import JobQueue, open_queue
from stagepost_mailer.time.waking import waking

TAKEN = 0
TOO_LARGE = 65  # EX_DATAERR
NO_SUCH_ADDRESS = 67  # EX_NOUSER
TRY_AGAIN = 75  # EX_TEMPFAIL
# Where Postfix, Exim, procmail and maildrop say for whom and from whom a mail is.
RECIPIENTS = ("ORIGINAL_RECIPIENT", "RECIPIENT", "LOCAL_PART_AND_DOMAIN", "DELIVERED_TO")
SENDERS = ("SENDER", "RETURN_PATH")
NULL_SENDER = "MAILER-DAEMON"


def main() -> None:
    try:
        code = pipe(sys.argv[1:], os.environ)
    # A mail host keeps the mail for 75 and returns it for most else: a fault of ours is 75,
    # and so is that of whoever wrote the command.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        print(f"mail not taken: {error!r}", file=sys.stderr)  # noqa: T201
        code = TRY_AGAIN
    sys.exit(code)


def pipe(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """The exit code for the mail on standard input."""
    wanted = _parser().parse_args(arguments)
    told = {**environment, **told_in(wanted.settings)}
    raw = unstamped(sys.stdin.buffer.read(MAIL_BYTES_MOST + 1024))
    if len(raw) > MAIL_BYTES_MOST:
        return TOO_LARGE
    recipient = wanted.recipient or _first(RECIPIENTS, told)
    sender = _first(SENDERS, told) or _returned_to(raw) if wanted.sender is None else wanted.sender
    open_logs("pipe")
    status = asyncio.run(_take(settings_from(told), raw, recipient, _unless_null(sender)))
    return {OK: TAKEN, UNKNOWN: NO_SUCH_ADDRESS}.get(status, TRY_AGAIN)


def _unless_null(sender: str) -> str:
    """Postfix writes the null sender as its daemon's name, without a domain."""
    return "" if sender.upper() == NULL_SENDER else sender


def unstamped(raw: bytes) -> bytes:
    """Without the mbox line that some hosts put before a mail."""
    return raw.partition(b"\n")[2] if raw.startswith(b"From ") else raw


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stagepost_mailer.pipe", description=__doc__)
    parser.add_argument("recipient", nargs="?", default="", help="the reply address")
    parser.add_argument("--sender", help="the envelope sender; empty for a bounce")
    parser.add_argument("--settings", type=Path, help="a file of NAME=value lines")
    return parser


def told_in(path: Path | None) -> dict[str, str]:
    """A mail host starts a pipe with next to no environment."""
    lines = () if path is None else path.read_text().splitlines()
    pairs = [line.partition("=") for line in lines if not line.lstrip().startswith("#")]
    return {name.strip(): value.strip().strip("\"'") for name, equals, value in pairs if equals}


def _first(names: Sequence[str], told: Mapping[str, str]) -> str:
    return next((told[name] for name in names if told.get(name)), "")


def _returned_to(raw: bytes) -> str:
    """As for a mailbox: without a trace of the envelope nobody knows."""
    path = headers_of(raw).get(b"return-path")
    return "unknown" if path is None else path.strip(b" <>").decode(errors="replace")


async def _take(settings: Settings, raw: bytes, recipient: str, sender: str) -> str:
    redis = AsyncRedis.from_url(settings.redis_url)
    queue_redis = AsyncRedis.from_url(settings.queue_redis_url)
    queue = open_queue(Redis.from_url(settings.queue_redis_url))
    jobs = JobQueue(queue, settings.job_seconds, settings.retry_seconds)
    desk = Desk(
        inbox=Inbox(redis),
        tokens=TokenBook(redis),
        limits=Limits(redis, settings.allowance),
        domain=settings.mail_domain,
        wake=waking(AsyncWorkLists(queue_redis), jobs.put_drain),
    )
    status = await desk.know(recipient)
    if status == OK:
        status = await desk.take(raw, sender, recipient)
    # The job is put before the process ends; where that fails, the sweep puts it.
    await asyncio.gather(*desk.waking)
    structlog.get_logger().info("mail piped", status=status)
    await redis.aclose()
    await queue_redis.aclose()
    return status


if __name__ == "__main__":
    main()
