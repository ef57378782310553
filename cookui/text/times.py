"""Times as people read them: ages in short words, local times with their offset. No clock, no locale."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo

_SHAPE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})"
)


def parse(iso: str) -> datetime:
    """An aware time from its ISO 8601 form (section 1), with `Z` or an offset.

    Raises:
        ValueError: the text is no such time.
    """
    if not _SHAPE.fullmatch(iso):
        raise ValueError("not a time of the form 2026-11-30T13:03:22.000Z")
    return datetime.fromisoformat(iso)


def stamp(moment: datetime) -> str:
    """The contract's form of a time (section 1): UTC, milliseconds, `Z`.

    Raises:
        ValueError: the time has no zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def age(since: datetime | str, now: datetime | str) -> str:
    """How long ago, in one short word: `12s`, `4m`, `3h`, `5d`.

    What lies ahead, because a clock stepped back, is `0s` old.

    Args:
        since: an aware time, or its ISO form.
        now: the same.
    """
    return duration(_moment(now) - _moment(since))


def duration(span: timedelta) -> str:
    """A span of time in one short word, rounded down: seconds, minutes, hours, and days from two days on."""
    seconds = max(0, span // timedelta(seconds=1))
    if seconds < 60:
        return f"{seconds}s"
    if seconds < 3600:
        return f"{seconds // 60}m"
    if seconds < 48 * 3600:
        return f"{seconds // 3600}h"
    return f"{seconds // 86400}d"


def local(moment: datetime | str, zone: tzinfo) -> str:
    """The time in a zone, to the second, with its offset: `2026-11-30 14:03:22 +01:00`.

    A time that the zone's calendar cannot hold (year 1, year 9999) is given in its own offset.

    Args:
        moment: an aware time, or its ISO form.
        zone: the zone to tell it in.
    """
    aware = _moment(moment)
    with suppress(OverflowError):
        aware = aware.astimezone(zone)
    written = aware.isoformat(sep=" ", timespec="seconds")
    return f"{written[:19]} {written[19:]}"


def _moment(time: datetime | str) -> datetime:
    return parse(time) if isinstance(time, str) else time
