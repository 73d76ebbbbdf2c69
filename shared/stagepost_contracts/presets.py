"""Time policies by name, for hosts who do not want to choose every value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy
from stagepost_contracts.texts import say

PRESETS: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        # For people who look at their mail all day.
        "brisk": Policy(
            hours=12, reminders=(3,), most_extension_hours=48, extensions=2, vacant_after=4
        ),
        # By the next evening, when people are home.
        "evening": Policy(
            hours=24,
            at_hour=20,
            least_hours=20,
            grace_hours=4,
            delay_minutes=15,
            reminders=(6,),
            most_extension_hours=96,
            vacant_after=4,
        ),
        # One decision in a weekend, by Sunday evening.
        "weekend": Policy(
            hours=48,
            at_hour=20,
            least_hours=40,
            weekdays=(6,),
            grace_hours=12,
            delay_minutes=60,
            reminders=(30, 8),
            most_extension_hours=336,
            vacant_after=3,
        ),
        # Three days for each decision, and a day of grace.
        "relaxed": Policy(
            hours=72,
            at_hour=20,
            least_hours=60,
            grace_hours=24,
            delay_minutes=60,
            reminders=(24,),
            most_extension_hours=336,
            extensions=4,
            away_days=42,
            vacant_after=4,
        ),
    }
)


def policy_of(wanted: str | Policy, zone: str) -> Policy:
    """Return the policy, or the preset of that name in `zone`. Raises Problem `bad-policy`."""
    if isinstance(wanted, Policy):
        return wanted
    preset = PRESETS.get(wanted)
    if preset is None:
        raise Problem(
            "bad-policy",
            say(
                "No policy is called “{name}”; there are {names}, or give its values.",
                name=wanted,
                names=", ".join(PRESETS),
            ),
            field="policy",
        )
    return replace(preset, zone=zone)
