"""Which store a command of the operator looks into, and how its answers are told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import click
from redis import RedisError
from redis.asyncio import Redis

from stagepost_local import settings, whereabouts
from stagepost_local.addresses import shown
from stagepost_texts.catalogue import SOURCE_LANGUAGE
from stagepost_texts.moments import moment

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_STORE = "The Redis or Valkey of the house; without it, that of the house that runs here."


def store_option(command: F) -> F:
    """Add --redis."""
    return click.option("--redis", envvar="STAGEPOST_REDIS_URL", default="", help=_STORE)(command)


def looked_up(url: str, look: Callable[[Redis], Awaitable[T]]) -> T:
    """Return what `look` finds in the store; a store that is away is the last sentence."""
    found = url_of(url)
    try:
        return asyncio.run(_looked_up(found, look))
    except (RedisError, OSError) as error:
        raise click.ClickException(
            f"The store at {shown(found)} does not answer: {error} "
            "Start it, or name another with --redis or STAGEPOST_REDIS_URL."
        ) from error
    except ValueError as error:
        raise click.ClickException(
            f"{shown(found)} is no address of a store: {error} "
            "Write it as redis://:password@host:6379/0."
        ) from error


def url_of(url: str) -> str:
    """Return which store is looked into."""
    here = settings.from_environment(os.environ)
    found = url or whereabouts.store_of(here.data)
    if not found:
        raise click.ClickException(
            f"No house runs on {here.data}. Start one with `stagepost up`, "
            "or name the store of yours with --redis or STAGEPOST_REDIS_URL."
        )
    return found


async def _looked_up(url: str, look: Callable[[Redis], Awaitable[T]]) -> T:
    async with Redis.from_url(url) as client:
        return await look(client)


def when(seconds: float) -> str:
    """Return a moment in UTC, for an operator."""
    return moment(seconds, "UTC", SOURCE_LANGUAGE)


def printable(text: str) -> str:
    """Return the text with everything escaped that could move a cursor or turn a line round."""
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text
    )
