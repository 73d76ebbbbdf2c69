"""Takes mail in, by every way but the pipe: a known address, on disk, then 250, then a job."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from contextlib import AsyncExitStack

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from stagepost_mailer.imap.collect import Collected, HandOver, collect_until
from stagepost_mailer.imap.host import imap_host
from stagepost_mailer.inbox.desk import OK, UNKNOWN, Desk
from stagepost_mailer.inbox.gate import Gate
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.listener import Port, listen
from stagepost_mailer.inbox.nonces import Nonces
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tls import Certificate
from stagepost_mailer.inbox.tokens import TokenBook
from stagepost_mailer.logs import open_logs
from stagepost_mailer.settings import Settings, settings_from
from stagepost_mailer.time.gaps import Gaps
from stagepost_mailer.time.lists import AsyncWorkLists
from stagepost_mailer.time.queue import JobQueue, open_queue
from stagepost_mailer.time.trips import Trips
from stagepost_mailer.time.waking import waking
from stagepost_mailer.webhook.door import Door
from stagepost_mailer.webhook.server import opened

HEARTBEAT_KEY = "stagepost:heartbeat:receiver"
HEARTBEAT_SECONDS = 60
BEAT_SECONDS = 5.0
HAND_OVER_SECONDS_MOST = 60.0


def main() -> None:
    settings = settings_from(os.environ)
    open_logs("receiver")
    asyncio.run(receive(settings))


async def receive(settings: Settings) -> None:
    """Listens until SIGTERM or SIGINT; talks that are under way may end."""
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    redis = Trips.from_url(settings.redis_url)
    queue = open_queue(Redis.from_url(settings.queue_redis_url))
    jobs = JobQueue(queue, settings.job_seconds, settings.retry_seconds)
    desk = Desk(
        inbox=Inbox(redis),
        tokens=TokenBook(redis),
        limits=Limits(redis, settings.allowance),
        domain=settings.mail_domain,
        wake=waking(AsyncWorkLists(Trips.from_url(settings.queue_redis_url)), jobs.put_drain),
    )
    tls = settings.tls
    gate = Gate(settings.patience)
    certificate = None if tls is None else Certificate(tls.chain, tls.key)
    async with AsyncExitStack() as open_doors:
        for port in _ports(settings):
            server = await listen(
                desk,
                port,
                gate,
                certificate,
                "offered" if tls is None else tls.encryption,
            )
            open_doors.callback(server.close)
            structlog.get_logger().info("listening", protocol=port.kind.__name__, port=port.port)
        leaves = bool(settings.unsubscribe_url)
        if settings.webhook_port and (settings.webhook_secret or leaves):
            door = Door(desk, Nonces(redis), settings.webhook_secret, leaves)
            await open_doors.enter_async_context(
                opened(door, settings.receiver_host, settings.webhook_port)
            )
            structlog.get_logger().info("listening", protocol="HTTP", port=settings.webhook_port)
        if settings.imap_url:
            open_doors.callback(_collecting(settings.imap_url, desk).set)
        await _beat_until(stopped, desk, redis, certificate)
    await redis.aclose()


def _ports(settings: Settings) -> list[Port]:
    wanted = ((SMTP, settings.smtp_port_in), (LMTP, settings.lmtp_port_in))
    return [
        Port(kind, settings.receiver_host, port, settings.mail_domain)
        for kind, port in wanted
        if port
    ]


def _collecting(imap_url: str, desk: Desk) -> threading.Event:
    """A mailbox is looked at by a thread of its own; returns what stops it."""
    stopped = threading.Event()
    hand_over = _handing_over(desk, asyncio.get_running_loop())
    thread = threading.Thread(
        target=collect_until, args=(stopped, imap_host(imap_url), hand_over), daemon=True
    )
    thread.start()
    structlog.get_logger().info("looking at a mailbox")
    return stopped


def _handing_over(desk: Desk, loop: asyncio.AbstractEventLoop) -> HandOver:
    def hand_over(collected: Collected) -> bool | None:
        taking = asyncio.run_coroutine_threadsafe(_taken(desk, collected), loop)
        return taking.result(HAND_OVER_SECONDS_MOST)

    return hand_over


async def _taken(desk: Desk, collected: Collected) -> bool | None:
    statuses = []
    for address in collected.recipients:
        status = await desk.know(address)
        if status == OK:
            status = await desk.take(collected.raw, collected.sender, address, collected.received)
        statuses.append(status)
    if any(status not in {OK, UNKNOWN} for status in statuses):
        return None
    return OK in statuses


async def _beat_until(
    stopped: asyncio.Event, desk: Desk, redis: AsyncRedis, certificate: Certificate | None
) -> None:
    gaps = Gaps(redis)
    while not stopped.is_set():
        if certificate is not None:
            certificate.renew()
        try:
            await redis.set(HEARTBEAT_KEY, await desk.inbox.now(), ex=HEARTBEAT_SECONDS)
            await gaps.intake_alive()
        # The store is away: each mail gets its 451, and the receiver stays.
        except Exception as error:  # noqa: BLE001
            structlog.get_logger().warning("no heartbeat", error=repr(error))
        try:
            await asyncio.wait_for(stopped.wait(), BEAT_SECONDS)
        except TimeoutError:
            continue


if __name__ == "__main__":
    main()
