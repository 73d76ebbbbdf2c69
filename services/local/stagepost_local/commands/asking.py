"""Which engine a command asks, with which token, and how a refusal is told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import msgspec

from stagepost_local import settings, whereabouts
from stagepost_local.engine_client import Engine, EngineAway, NoEngine, Refused
from stagepost_local.ports import LOOPBACK

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "wants_json", is_flag=True, help="For machines.")


def engine_options(command: F) -> F:
    """Add --engine and --token; without them the house of ./var is asked."""
    command = click.option("--token", envvar="STAGEPOST_TOKEN", default="", help=_TOKEN)(command)
    return click.option("--engine", envvar="STAGEPOST_ENGINE_URL", default="", help=_ENGINE)(
        command
    )


_ENGINE = "The engine's address; without it, that of the house that runs here."
_TOKEN = "A seat's, the host's or the operator's token; without it, the operator's of this house."


@contextmanager
def asked(engine: str, token: str, *, as_operator: bool = False) -> Iterator[Engine]:
    """Give an engine to ask; what it refuses becomes the command's last sentence."""
    url, token = address_of(engine, token, as_operator=as_operator)
    try:
        with Engine(url, token) as found:
            yield found
    except (EngineAway, NoEngine) as error:
        raise click.ClickException(str(error)) from error
    except Refused as refused:
        raise click.ClickException(_sentence(refused)) from refused


def address_of(engine: str, token: str, *, as_operator: bool) -> tuple[str, str]:
    """Return which engine is asked, and with which token."""
    here = settings.from_environment(os.environ)
    if as_operator and not token:
        token = os.environ.get("STAGEPOST_OPERATOR_TOKEN", "")
        token = token or whereabouts.operator_token_of(here.data)
    url = engine or whereabouts.engine_of(here.data)
    return url or f"http://{LOOPBACK}:{here.ports.engine}", token


def as_json(thing: object) -> str:
    """Return indented JSON, for machines that people also read."""
    return msgspec.json.format(msgspec.json.encode(thing, enc_hook=str), indent=2).decode()


def as_json_line(thing: object) -> str:
    """Return JSON in one line, for a command that tells one thing after the other."""
    return msgspec.json.encode(thing, enc_hook=str).decode()


def _sentence(refused: Refused) -> str:
    if refused.problem.code in ("unauthorized", "forbidden"):
        return f"{refused} Show another token with --token or STAGEPOST_TOKEN."
    return str(refused)
