"""Off days and quiet hours over every jump of the clocks, each player in a zone of their own."""

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shared.contracts.test_policy_zones import NOWS, ZONES
from tables import laid

from stagepost_contracts.policy import Policy, deadline_after
from stagepost_engine.matches.clock import reminders
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.freeing import before_quiet, freed, is_quiet, zone_of
from stagepost_engine.matches.habits import OwnTime
from stagepost_engine.matches.weekdays import HOURS_OF_DAY

HOUR = 3600
SEATS = ("Anna", "Piotr")
QUIET = st.none() | st.builds(
    lambda since, length: (since, (since + length) % HOURS_OF_DAY),
    st.integers(0, 23),
    st.integers(1, 8),
)
TIMES = st.builds(
    OwnTime,
    zone=st.sampled_from(ZONES),
    off_days=st.sets(st.integers(0, 6), max_size=2).map(lambda days: tuple(sorted(days))),
    quiet=QUIET,
)
POLICIES = st.builds(
    Policy,
    hours=st.sampled_from([6.0, 24.0, 48.0]),
    least_hours=st.just(0.0),
    at_hour=st.none() | st.integers(0, 23),
    weekdays=st.sampled_from([(), (0, 1, 2, 3, 4), (5, 6)]),
    zone=st.sampled_from(ZONES),
    reminders=st.just((30.0, 6.0)),
)
TABLE = laid()


def table_of(policy: Policy, times: tuple[OwnTime, ...]):
    changes = {seat: {"time": time} for seat, time in zip(SEATS, times, strict=True)}
    return with_seats(replace(TABLE.live.envelope, policy=policy), changes)


def is_free(envelope, seat: str, at: float, *, quiet: bool = True) -> bool:
    kept = envelope.seat(seat)
    day = datetime.fromtimestamp(at, ZoneInfo(zone_of(envelope.policy, kept))).weekday()
    return day not in kept.time.off_days and not (quiet and is_quiet(envelope.policy, kept, at))


@given(now=NOWS, policy=POLICIES, times=st.tuples(TIMES, TIMES))
def test_a_deadline_is_free_for_each_or_as_late_as_may_be(now, policy, times):
    envelope = table_of(policy, times)
    start = deadline_after(policy, now)
    latest = start + 3600 * policy.most_extension_hours
    moved = freed(envelope, SEATS, start, latest)
    shown = datetime.fromtimestamp(moved, ZoneInfo(policy.zone))

    assert start <= moved <= latest
    if moved < latest:
        assert not policy.weekdays or shown.weekday() in policy.weekdays
        assert all(is_free(envelope, seat, moved, quiet=False) for seat in SEATS)


@given(now=NOWS, policy=POLICIES, time=TIMES)
def test_the_deadline_of_one_player_is_never_in_their_quiet_hours(now, policy, time):
    envelope = table_of(policy, (time, OwnTime()))
    start = deadline_after(policy, now)
    latest = start + 3600 * policy.most_extension_hours
    moved = freed(envelope, SEATS[:1], start, latest)

    assert moved == latest or is_free(envelope, "Anna", moved)


@given(now=NOWS, policy=POLICIES)
def test_who_says_nothing_is_moved_nowhere(now, policy):
    envelope = table_of(policy, (OwnTime(), OwnTime(zone="Asia/Seoul")))
    start = deadline_after(policy, now)

    assert freed(envelope, SEATS, start, start + 100 * HOUR) == start


@given(at=NOWS, policy=POLICIES, time=TIMES)
def test_no_reminder_falls_in_quiet_hours_and_none_is_late(at, policy, time):
    envelope = table_of(policy, (time, OwnTime()))
    kept = envelope.seat("Anna")
    for hours, moment in reminders(envelope, "Anna", at):
        assert moment <= round(at - 3600 * hours, 3)
        assert at - 3600 * hours - moment <= 14 * HOUR
        assert not is_quiet(policy, kept, moment) or kept.time.quiet is None
    assert before_quiet(policy, kept, at) <= at
