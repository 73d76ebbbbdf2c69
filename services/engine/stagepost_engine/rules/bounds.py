"""Bounds of a host's own tables, each refusal naming the value and what would do."""

from __future__ import annotations

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say


def hold_between(name: str, value: int, least: int, most: int) -> None:
    """Raise Problem `bad-tables` unless `least` <= `value` <= `most`."""
    if not least <= value <= most:
        raise Problem(
            "bad-tables",
            say(
                "{name} is {value}; write a number from {least} to {most}.",
                name=name,
                value=value,
                least=least,
                most=most,
            ),
            field=name,
        )
