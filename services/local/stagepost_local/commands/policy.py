"""The options of `stagepost match create` that say how long a seat has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from stagepost_contracts.policy import Policy

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--hours", type=float, default=48.0, show_default=True, help="For each decision."),
    click.option("--least-hours", type=float, default=12.0, help="Never less, for a fixed hour."),
    click.option("--at-hour", type=int, help="Deadlines fall at this hour of day, 0 to 23."),
    click.option(
        "--weekday", "weekdays", multiple=True, type=click.Choice(DAYS), help="And on this day."
    ),
    click.option(
        "--grace-hours", type=float, default=0.0, help="A late move still counts so long."
    ),
    click.option(
        "--delay-minutes", type=float, default=0.0, help="To change one's mind at the end."
    ),
    click.option(
        "--reminder", "reminders", multiple=True, type=float, help="Hours before a deadline."
    ),
)


def policy_options(function: F) -> F:
    """Give a command the options of a time policy."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def policy_from(
    zone: str, *, weekdays: tuple[str, ...], reminders: tuple[float, ...], **plain: Any
) -> Policy:
    """Return the policy that the options say; the engine checks its values."""
    days = tuple(DAYS.index(day) for day in weekdays)
    return Policy(zone=zone, weekdays=days, reminders=reminders, **plain)
