"""What a stranger's client does with a seat's own time, and with orders written ahead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from stagepost_client import models
from stagepost_client.api.ahead import (
    cancel_default,
    cancel_plan,
    make_default,
    make_plan,
    see_defaults,
    see_plans,
)
from stagepost_client.api.time import (
    be_away,
    be_back,
    be_ready,
    end_quiet,
    extend_deadline,
    keep_open,
    keep_quiet,
    see_own_time,
    take_days_off,
)

Told = Callable[[Any], Any]


def keep_time(match: SimpleNamespace, told: Told) -> None:
    """Anna is away for a day next year, has Sundays off and quiet nights; then all is taken back."""
    anna, day = match.seats["anna"], datetime.now(UTC).date() + timedelta(days=300)
    off = models.OffDaysWanted(days=[models.OffDaysWantedDaysItem.SUN])
    quiet, more = models.QuietWanted(since=22, until=7), models.ExtensionWanted(hours=1)
    told(be_away.sync_detailed(match.id, client=anna, body=models.AwayWanted(first=day, last=day)))
    told(take_days_off.sync_detailed(match.id, client=anna, body=off))
    told(keep_quiet.sync_detailed(match.id, client=anna, body=quiet))
    told(extend_deadline.sync_detailed(match.id, client=anna, body=more))
    told(keep_open.sync_detailed(match.id, client=anna))
    seen = told(see_own_time.sync_detailed(match.id, client=anna))
    assert (seen.quiet.since, seen.waits, seen.extensions_left) == (22, True, 1)
    told(be_ready.sync_detailed(match.id, client=anna))
    told(end_quiet.sync_detailed(match.id, client=anna))
    told(be_back.sync_detailed(match.id, client=anna))
    assert not told(see_own_time.sync_detailed(match.id, client=anna)).away


def write_ahead(match: SimpleNamespace, told: Told) -> None:
    """Plans and defaults are put, read and taken back."""
    anna, orders = match.seats["anna"], models.AheadWanted(orders=["BID UP TO 200"])
    told(make_plan.sync_detailed(match.id, "auction", client=anna, body=orders))
    [plan] = told(see_plans.sync_detailed(match.id, client=anna))
    assert (plan.phase, plan.orders) == ("auction", ["BID UP TO 200"])
    told(cancel_plan.sync_detailed(match.id, "auction", client=anna))
    orders = models.AheadWanted(orders=["PASS"])
    told(make_default.sync_detailed(match.id, "auction", client=anna, body=orders))
    [kept] = told(see_defaults.sync_detailed(match.id, client=anna))
    assert kept.orders == ["PASS"]
    told(cancel_default.sync_detailed(match.id, "auction", client=anna))
