"""Times as a reader says them: in their zone, with the weekday, and how long is left."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_datetime, format_skeleton, format_time
from babel.units import format_unit

from stagepost_texts.catalogue import SOURCE_LANGUAGE, locale_of

ENGLISH_DAY = "EEE d MMM y"
MINUTES_MOST = 120
HOURS_MOST = 72


def moment(at: float, zone: str, language: str) -> str:
    """Return `Tue 1 Dec 2026, 20:00 (Europe/Warsaw)` for seconds since 1970 UTC."""
    place, name = _zone(zone)
    local = datetime.fromtimestamp(at, place)
    locale = locale_of(language)
    if locale.language == SOURCE_LANGUAGE:
        day = format_datetime(local, ENGLISH_DAY, tzinfo=place, locale=locale)
    else:
        day = format_skeleton("yMMMEd", local, tzinfo=place, locale=locale)
    return f"{day}, {format_time(local, 'HH:mm', tzinfo=place, locale=locale)} ({name})"


def hours_left(at: float, now: float, language: str) -> str:
    """Return `47 hours`, in minutes when few and in days when many; never more than there is."""
    locale = locale_of(language)
    minutes = max(0, int(at - now) // 60)
    if minutes < MINUTES_MOST:
        return format_unit(minutes, "duration-minute", locale=locale)
    hours = minutes // 60
    if hours <= HOURS_MOST:
        return format_unit(hours, "duration-hour", locale=locale)
    return format_unit(hours // 24, "duration-day", locale=locale)


def _zone(zone: str) -> tuple[tzinfo, str]:
    try:
        return ZoneInfo(zone), zone
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC, "UTC"
