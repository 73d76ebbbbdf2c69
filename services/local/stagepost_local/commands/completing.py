"""What a shell may complete beside the words of commands: matches, games, mails put aside."""

from __future__ import annotations

import asyncio
from itertools import islice

import click
from redis import RedisError
from redis.asyncio import Redis

from stagepost_engine.games import GAMES
from stagepost_local.commands.asking import address_of
from stagepost_local.commands.store import url_of
from stagepost_local.engine_client import Engine, EngineAway, NoEngine, Refused
from stagepost_local.settings import BadSetting
from stagepost_mailer.inbox.shunt import Shunt

# Whoever presses the key waits for it.
SECONDS_MOST = 1.0
MATCHES_MOST = 200


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games that begin so."""
    return [key for key in GAMES if key.startswith(incomplete)]


def matches(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the matches that begin so, where the operator's token is at hand; else none."""
    engine, token = ctx.params.get("engine") or "", ctx.params.get("token") or ""
    try:
        url, token = address_of(engine, token, as_operator=True)
        with Engine(url, token, SECONDS_MOST) as house:
            found = [listed.match for listed in islice(house.matches(), MATCHES_MOST)]
    except (EngineAway, NoEngine, Refused, BadSetting):
        return []
    return [match for match in found if match.startswith(incomplete)]


def intakes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the mails put aside whose ids begin so, where the store answers; else none."""
    try:
        found = asyncio.run(_intakes(url_of(ctx.params.get("redis") or "")))
    except (RedisError, OSError, ValueError, click.ClickException):
        return []
    return [intake for intake in found if intake.startswith(incomplete)]


async def _intakes(url: str) -> list[str]:
    seconds = SECONDS_MOST
    async with Redis.from_url(
        url, socket_timeout=seconds, socket_connect_timeout=seconds
    ) as client:
        return [mail.intake for mail in await Shunt(client).entries()]


match_argument = click.argument("match", shell_complete=matches)
intake_argument = click.argument("intake", shell_complete=intakes)
