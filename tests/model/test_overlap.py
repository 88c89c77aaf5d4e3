"""Whether two periods share an instant: certainly, possibly or not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.model.time import (
    Certainty,
    KnownTime,
    Period,
    Precision,
    UnknownTime,
    in_force,
    overlap,
)


def year(number: int) -> KnownTime:
    start = datetime(number, 1, 1, tzinfo=UTC)
    end = datetime(number + 1, 1, 1, tzinfo=UTC) - timedelta(seconds=1)
    return KnownTime(lexical=str(number), precision=Precision.YEAR, earliest=start, latest=end)


def period(start: int | None, end: int | str | None) -> Period:
    first = UnknownTime() if start is None else year(start)
    if isinstance(end, int):
        return Period(start=first, end=year(end))
    return Period(start=first, end=None if end is None else UnknownTime())


@pytest.mark.parametrize(
    ("one", "other", "certainty"),
    [
        ((2020, 2022), (2021, None), Certainty.IN),
        ((2020, None), (2024, None), Certainty.IN),
        ((2020, 2021), (2022, 2023), Certainty.OUT),
        ((2020, 2021), (2021, 2023), Certainty.OUT),
        ((2020, "unknown"), (2022, 2023), Certainty.POSSIBLY),
        ((None, 2021), (2020, 2023), Certainty.POSSIBLY),
        ((None, 2021), (2022, None), Certainty.OUT),
        ((None, "unknown"), (None, "unknown"), Certainty.POSSIBLY),
    ],
)
def test_periods_overlap_for_certain_possibly_or_not_at_all(one, other, certainty):
    assert overlap(period(*one), period(*other)) is certainty
    assert overlap(period(*other), period(*one)) is certainty


years = st.integers(2000, 2006)
periods = st.one_of(
    st.tuples(years, years).map(lambda pair: period(min(pair), max(pair))),
    years.map(lambda start: period(start, None)),
    years.map(lambda start: period(start, "unknown")),
    years.map(lambda end: period(None, end)),
)


@given(periods, periods, years)
def test_two_periods_in_force_at_one_time_overlap(one, other, asked):
    if in_force(one, year(asked)) is in_force(other, year(asked)) is Certainty.IN:
        assert overlap(one, other) is not Certainty.OUT
    assert overlap(one, other) is overlap(other, one)
