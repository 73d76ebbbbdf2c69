"""A country's public holidays as dates, fixed when a match is made."""

from __future__ import annotations

from datetime import UTC, datetime

import holidays
from msgspec.structs import replace

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy
from stagepost_contracts.texts import say

YEARS = 3  # no match lasts longer than the year it is made in and the two after it


def checked_country(country: str) -> str:
    """Return the country if its holidays are known. Raises Problem `bad-policy`."""
    if country and country not in holidays.list_supported_countries(include_aliases=False):
        raise Problem(
            "bad-policy",
            say(
                "No calendar is known for “{country}”; write two letters such as PL, or give the "
                "dates as holidays.",
                country=country,
            ),
            field="policy.country",
        )
    return country


def with_calendar(policy: Policy, now: float) -> Policy:
    """Return the policy with the holidays of its country among its dates."""
    if not policy.country:
        return policy
    first = datetime.fromtimestamp(now, UTC).year
    found = holidays.country_holidays(policy.country, years=range(first, first + YEARS))
    return replace(policy, holidays=tuple(sorted({*policy.holidays, *found})))
