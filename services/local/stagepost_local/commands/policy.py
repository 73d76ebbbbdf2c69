"""The options of `stagepost match create` that say how long a seat has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from stagepost_contracts.policy import Policy
from stagepost_contracts.presets import PRESETS

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--preset", type=click.Choice(tuple(PRESETS)), help="A whole policy; options change it."
    ),
    click.option("--hours", type=float, help="For each decision; 48 without a preset."),
    click.option("--least-hours", type=float, help="Never less, for a fixed hour; 12 as a rule."),
    click.option("--at-hour", type=int, help="Deadlines fall at this hour of day, 0 to 23."),
    click.option(
        "--weekday", "weekdays", multiple=True, type=click.Choice(DAYS), help="And on this day."
    ),
    click.option("--grace-hours", type=float, help="A late move still counts so long."),
    click.option("--delay-minutes", type=float, help="To change one's mind at the end."),
    click.option(
        "--reminder", "reminders", multiple=True, type=float, help="Hours before a deadline."
    ),
    click.option(
        "--holiday",
        "holidays",
        multiple=True,
        type=click.DateTime(["%Y-%m-%d"]),
        help="No deadline on this date.",
    ),
    click.option("--country", help="Nor on the public holidays of this country, such as PL."),
    click.option("--extensions", type=int, help="By each player, in the whole match."),
    click.option("--most-extension-hours", type=float, help="One deadline moves no further."),
    click.option("--away-days", type=int, help="For each player, in the whole match."),
    click.option("--at-risk-after", type=int, help="Misses in a row; 0 is never."),
    click.option(
        "--vacant-after", type=int, help="Misses after which a stand-in plays; 0 is never."
    ),
    click.option(
        "--abandoned-after-days",
        type=float,
        help="A match that all have left is closed then; 14 as a rule.",
    ),
)


def policy_options(function: F) -> F:
    """Give a command the options of a time policy."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def policy_from(
    zone: str,
    *,
    preset: str | None = None,
    weekdays: tuple[str, ...] = (),
    holidays: tuple[datetime, ...] = (),
    **plain: Any,
) -> Policy:
    """Return the preset with what the options change; the engine checks its values."""
    changes: dict[str, Any] = {
        "weekdays": tuple(DAYS.index(day) for day in weekdays),
        "holidays": tuple(day.date() for day in holidays),
        **plain,
    }
    given = {name: value for name, value in changes.items() if value not in (None, ())}
    return replace(PRESETS.get(preset or "", Policy()), zone=zone, **given)
