from __future__ import annotations

import csv
import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadDate, BadValue
from cedarprov.ingest.dates import is_plainly_unknown, read_as_of, read_period, read_time
from cedarprov.model.time import Basis, Doubt, KnownTime, Precision, UnknownTime


def known(written):
    time = read_time(written)
    assert isinstance(time, KnownTime), time
    return time


def doubt(written):
    time = read_time(written)
    assert isinstance(time, UnknownTime), time
    assert time.lexical == written
    return time.doubt


def days(time):
    return time.earliest.date().isoformat() + "/" + time.latest.date().isoformat()


def test_the_reported_dates_are_read_as_intervals_or_stay_as_written(shared):
    folder = shared / "cases" / "S07"
    written = dict(csv.reader((folder / "dates.csv").read_text().splitlines()))
    expected = csv.DictReader((folder / "expect.csv").read_text().splitlines())
    wanted = {row["id"]: row for row in expected}

    for row in wanted.values():
        time = read_time(written[row["id"]])

        assert time.lexical == written[row["id"]]
        if row["precision"] in ("invalid", "ambiguous"):
            assert time.doubt == row["precision"]
        elif row["precision"] == "unknown":
            assert time.doubt == ("unknown" if time.lexical else "not-given")
        elif row["precision"] in ("year", "month", "day"):
            assert (time.precision, days(time)) == (row["precision"], row["interval"])
    assert not known(written["d10"]).zone_known
    assert known(written["d11"]).earliest == datetime(2017, 3, 9, 8, tzinfo=UTC)
    assert known(written["d12"]).precision is Precision.SECOND


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])
def test_a_date_reads_the_same_in_every_time_zone(zone):
    script = (
        "from cedarprov.ingest.dates import read_time\n"
        "for text in ('2017', '2017-03', '2017-03-09', '2017-03-09T10:00', '1970-01-01'):\n"
        "    print(read_time(text))\n"
    )

    here = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, env={**os.environ}
    )
    there = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        env={**os.environ, "TZ": zone},
    )

    assert here.stdout == there.stdout


def test_a_time_of_day_without_a_zone_lies_within_fourteen_hours():
    time = known("2017-03-09T10:00")

    assert time.precision is Precision.MINUTE
    assert time.earliest == datetime(2017, 3, 8, 20, tzinfo=UTC)
    assert time.latest == datetime(2017, 3, 10, 0, 0, 59, 999999, tzinfo=UTC)


def test_a_time_with_a_zone_is_one_instant_however_the_zone_is_written():
    forms = ("2017-03-09T10:00:00+02:00", "2017-03-09 08:00:00Z", "2017-03-09T13:30:00+0530")

    instants = {(known(form).earliest, known(form).latest) for form in forms}

    assert instants == {(datetime(2017, 3, 9, 8, tzinfo=UTC),) * 2}


def test_a_leap_second_spans_the_second_that_it_is_inserted_in():
    time = known("2016-12-31T23:59:60Z")

    assert time.earliest == datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)
    assert time.latest == datetime(2017, 1, 1, tzinfo=UTC)
    assert known("2017-01-01T01:59:60+02:00").latest == time.latest


@pytest.mark.parametrize(
    "written",
    [
        "2017-02-30",
        "2017-13",
        "2017-00",
        "0000-00-00",
        "1900-02-29",
        "2017-03-09T25:00",
        "2017-03-09T10:61",
        "2017-03-09T10:00:60Z",
        "2017-03-09T10:00:00+99:00",
        "13/13/2017",
        "2017-2018",
        "30 February 2017",
    ],
)
def test_a_date_that_no_calendar_has_is_invalid(written):
    assert doubt(written) is Doubt.INVALID


@pytest.mark.parametrize("written", ["03/04/2017", "3.4.2017", "11-12-2017", "25/12/17"])
def test_a_date_with_two_readings_is_ambiguous(written):
    assert doubt(written) is Doubt.AMBIGUOUS


@pytest.mark.parametrize("written", ["13/04/2017", "04/13/2017", "13.4.2017"])
def test_a_date_in_digits_with_one_reading_is_read(written):
    assert days(known(written)) == "2017-04-13/2017-04-13"


@pytest.mark.parametrize(
    "written", ["unknown", "n.d.", "spring 2017", "2017?", "circa 1900", "0000", "Q3 2024"]
)
def test_words_and_years_out_of_reach_are_unknown(written):
    assert doubt(written) is Doubt.UNKNOWN


def test_only_words_for_unknown_count_as_plainly_unknown():
    plain = [
        text
        for text in ("", "  ", "Unknown", "n.d.", "spring 2017", "2017", "2017-02-30")
        if is_plainly_unknown(read_time(text))
    ]

    assert plain == ["", "  ", "Unknown", "n.d."]


@pytest.mark.parametrize(
    "written",
    ["7 December 2021", "December 7, 2021", "7 Dec. 2021", "2021 Dec 7", "7 DECEMBER 2021"],
)
def test_a_date_with_its_month_as_a_word_is_read(written):
    assert days(known(written)) == "2021-12-07/2021-12-07"


@pytest.mark.parametrize("written", ["December 2021", "2021 December", "Dec 2021"])
def test_a_month_as_a_word_with_a_year_is_a_month(written):
    time = known(written)

    assert (time.precision, days(time)) == (Precision.MONTH, "2021-12-01/2021-12-31")


@pytest.mark.parametrize("written", ["0001-01-01T00:00", "9999-12-31T23:59", "9999-12-31T23:59-05"])
def test_times_at_the_ends_of_the_calendar_are_read_without_overflow(written):
    assert known(written).precision is Precision.MINUTE


@given(st.dates())
def test_every_day_written_in_iso_form_gives_back_that_day(day: date):
    time = known(day.isoformat())

    assert (time.earliest.date(), time.latest.date()) == (day, day)
    assert time.latest - time.earliest == timedelta(days=1) - timedelta(microseconds=1)


@given(st.datetimes(timezones=st.timezones(), min_value=datetime(1900, 1, 1)))  # noqa: DTZ001
def test_every_instant_written_in_iso_form_gives_back_that_instant(instant):
    if instant.utcoffset() % timedelta(minutes=1):
        return  # ISO 8601 writes offsets in minutes

    time = known(instant.isoformat())

    assert time.earliest == time.latest == instant.astimezone(UTC)


@given(st.text(st.sampled_from("0123456789-/.:TZ+ adegnmry~?")) | st.text())
def test_whatever_is_written_is_kept_and_never_raises(written):
    assert read_time(written).lexical == written


def test_a_period_has_two_ends_and_keeps_its_basis():
    period = read_period("2023-01-01/2024-12-31", basis=Basis.STATED_IN_SOURCE)

    assert days(period.start) == "2023-01-01/2023-01-01"
    assert days(period.end) == "2024-12-31/2024-12-31"
    assert period.start.basis is period.end.basis is Basis.STATED_IN_SOURCE


@pytest.mark.parametrize("written", ["2023-01-01", "2023-01-01/.."])
def test_a_period_with_a_start_alone_is_open(written):
    period = read_period(written)

    assert (period.start.lexical, period.end) == ("2023-01-01", None)


def test_a_period_with_an_end_alone_has_held_since_ever():
    period = read_period("../2024-05-31")

    assert (period.start.lexical, period.start.latest.year) == ("..", 1)
    assert period.end.lexical == "2024-05-31"


def test_an_empty_side_of_a_period_is_unknown():
    assert read_period("2023/").end == UnknownTime()
    assert read_period("/2023").start == UnknownTime()


@pytest.mark.parametrize("written", ["", "unknown", "03/04/2017", "n/a"])
def test_a_period_that_is_not_known_is_unknown_at_both_ends(written):
    period = read_period(written)

    assert period.start == period.end
    assert isinstance(period.start, UnknownTime)


def test_a_period_that_runs_backwards_is_refused():
    with pytest.raises(BadValue):
        read_period("2024-01-01/2023-01-01")


@pytest.mark.parametrize("written", ["", "03/04/2017", "spring 2017", "2017-02-30"])
def test_a_question_cannot_be_asked_as_of_a_date_that_is_not_known(written):
    with pytest.raises(BadDate) as caught:
        read_as_of(written)

    assert caught.value.written == written


def test_a_question_can_be_asked_as_of_a_month():
    assert days(read_as_of("2024-03")) == "2024-03-01/2024-03-31"
