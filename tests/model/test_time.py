"""What a time that is known exactly, partly or not at all says about an instant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from strategies import known_times, periods, times

from cedarprov.errors import BadValue
from cedarprov.ingest.dates import read_time
from cedarprov.model.time import (
    NEVER_STATED,
    Certainty,
    Doubt,
    KnownTime,
    Period,
    Precision,
    UnknownTime,
    happened_by,
    in_force,
)

OUTCOMES = {"in": Certainty.IN, "possibly": Certainty.POSSIBLY, "out": Certainty.OUT}


def at(written: str) -> KnownTime:
    time = read_time(written)
    assert isinstance(time, KnownTime)
    return time


@pytest.mark.parametrize(
    ("happened", "asked", "outcome"),
    [
        ("2023", "2024-03", "in"),
        ("2024-02-29", "2024-03", "in"),
        ("2024-03-10", "2024-03", "possibly"),
        ("2024", "2024-03", "possibly"),
        ("2024-03", "2024-03-10", "possibly"),
        ("2024-03-11", "2024-03-10", "out"),
        ("2025", "2024", "out"),
        ("2024-03-10T12:00Z", "2024-03-10T12:01Z", "in"),
        ("2024-03-10T12:00", "2024-03-10T13:00Z", "possibly"),
    ],
)
def test_what_happened_is_in_possibly_in_or_out(happened, asked, outcome):
    assert happened_by(read_time(happened), at(asked)) is OUTCOMES[outcome]


@pytest.mark.parametrize(
    ("start", "end", "asked", "outcome"),
    [
        ("2023", None, "2024", "in"),
        ("2023", "2025", "2024", "in"),
        ("2023", "2024-06", "2024", "possibly"),
        ("2024-06", None, "2024", "possibly"),
        ("2023", "2023-12", "2024", "out"),
        ("2025", None, "2024", "out"),
        ("2023", "unknown", "2024", "possibly"),
        ("unknown", None, "2024", "possibly"),
        ("unknown", "2023", "2024", "out"),
        ("2025", "unknown", "2024", "out"),
    ],
)
def test_a_period_holds_possibly_holds_or_does_not(start, end, asked, outcome):
    period = Period(start=read_time(start), end=read_time(end) if end else None)

    assert in_force(period, at(asked)) is OUTCOMES[outcome]


@given(known_times())
def test_an_unknown_time_stays_possible(asked):
    assert happened_by(NEVER_STATED, asked) is Certainty.POSSIBLY
    assert in_force(Period(), asked) is Certainty.POSSIBLY
    assert in_force(Period(end=None), asked) is Certainty.POSSIBLY


@given(times, known_times(), known_times())
def test_what_had_happened_has_happened_at_every_later_time(time, asked, later):
    if later.earliest >= asked.latest and happened_by(time, asked) is Certainty.IN:
        assert happened_by(time, later) is Certainty.IN


@given(periods(), known_times())
def test_a_period_holds_only_once_it_has_begun(period, asked):
    holds, begun = in_force(period, asked), happened_by(period.start, asked)

    assert holds is not Certainty.IN or begun is Certainty.IN
    assert begun is not Certainty.OUT or holds is Certainty.OUT


def test_an_unknown_time_keeps_what_was_written():
    assert UnknownTime(lexical="spring?", doubt=Doubt.UNKNOWN).lexical == "spring?"


@pytest.mark.parametrize("lexical", ["", "  "])
def test_a_known_time_keeps_its_written_form(lexical):
    now = datetime(2024, 1, 1, tzinfo=UTC)

    with pytest.raises(BadValue, match="lexical"):
        KnownTime(lexical=lexical, precision=Precision.DAY, earliest=now, latest=now)


@pytest.mark.parametrize("zone", [None, timezone(timedelta(hours=1))])
@pytest.mark.parametrize("field", ["earliest", "latest"])
def test_the_bounds_of_a_time_are_in_utc(field, zone):
    now = datetime(2024, 1, 1, tzinfo=UTC)
    bounds = {"earliest": now, "latest": now, field: now.replace(tzinfo=zone)}

    with pytest.raises(BadValue, match=field):
        KnownTime(lexical="2024", precision=Precision.YEAR, **bounds)


def test_a_time_does_not_end_before_it_begins():
    now = datetime(2024, 1, 1, tzinfo=UTC)

    with pytest.raises(BadValue, match="earliest"):
        KnownTime(
            lexical="2024", precision=Precision.YEAR, earliest=now, latest=now - timedelta(days=1)
        )


def test_a_period_does_not_end_before_it_starts():
    with pytest.raises(BadValue, match="end"):
        Period(start=at("2024"), end=at("2023"))


def test_a_period_may_start_and_end_in_the_same_partial_time():
    assert Period(start=at("2024"), end=at("2024-03"))
