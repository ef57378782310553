"""Times as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cookui.text.times import age, duration, local, parse, stamp

AT = datetime(2026, 11, 30, 13, 3, 22, 418000, tzinfo=UTC)
moments = st.datetimes(timezones=st.just(UTC)).map(
    lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000)
)


@given(at=moments)
def test_a_stamp_is_read_back_and_sorts_as_time_does(at):
    assert parse(stamp(at)) == at
    assert len(stamp(at)) == 24
    assert (stamp(at) < stamp(AT)) == (at < AT)


def test_a_stamp_is_utc_whatever_the_zone():
    assert stamp(AT.astimezone(ZoneInfo("Europe/Berlin"))) == "2026-11-30T13:03:22.418Z"


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="without a zone"):
        stamp(datetime(2026, 11, 30))


@pytest.mark.parametrize(
    "text",
    ["", "2026-11-30", "2026-11-30T13:03:22", "2026-11-30 13:03:22Z", "2026-11-30T13:03Z", "20261130T130322Z",
     "2026-13-30T13:03:22Z", "2026-11-30T25:03:22Z", "２０２６-11-30T13:03:22Z", "2026-11-30T13:03:22Z\n",
     "2026-W49-1T13:03:22Z", "2026-11-30T13:03:22.4180001Z", "2026-11-30T13:03:22+0100", "now\x1b[2K"],
)  # fmt: skip
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - which sentence does not matter
        parse(text)


def test_an_offset_is_taken():
    assert parse("2026-11-30T14:03:22.418+01:00") == AT


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "0s"), (0, "0s"), (0.9, "0s"), (59.9, "59s"), (60, "1m"), (3599, "59m"), (3600, "1h"),
     (172799, "47h"), (172800, "2d"), (86400 * 400, "400d")],
)  # fmt: skip
def test_an_age_is_one_short_word(seconds, words):
    assert duration(timedelta(seconds=seconds)) == words
    assert age(AT, AT + timedelta(seconds=seconds)) == words
    assert age("2026-11-30T13:03:22.418Z", stamp(AT + timedelta(seconds=seconds))) == words


def test_a_local_time_has_its_offset():
    assert local(AT, ZoneInfo("Europe/Berlin")) == "2026-11-30 14:03:22 +01:00"
    assert local("2026-11-30T13:03:22.418Z", ZoneInfo("America/St_Johns")) == "2026-11-30 09:33:22 -03:30"
    assert local(AT, UTC) == "2026-11-30 13:03:22 +00:00"


@pytest.mark.parametrize(
    ("iso", "hours"), [("0001-01-01T00:00:00.000Z", -5), ("9999-12-31T23:59:59.999Z", 5)]
)
def test_a_time_at_the_end_of_the_calendar_is_told_in_its_own_offset(iso, hours):
    assert local(iso, timezone(timedelta(hours=hours))) == f"{iso[:10]} {iso[11:19]} +00:00"
