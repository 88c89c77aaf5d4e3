"""Written dates read as intervals; what cannot be read stays as written, and nothing is guessed."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Final

from cedarprov.errors import BadDate
from cedarprov.model.time import (
    Basis,
    Doubt,
    KnownTime,
    Period,
    Precision,
    Time,
    UnknownTime,
)

OPEN: Final = ".."
"""The open end of a period (ISO 8601-2, 4.4; Extended Date/Time Format, level 0)."""

_WORDS_FOR_UNKNOWN: Final = frozenset(
    {"unknown", "unknown date", "undated", "not known", "n.d.", "n. d.", "nd", "n/a", "?", "tbd"}
)
_MONTHS: Final = {
    word: number
    for number, name in enumerate(
        (
            "january", "february", "march", "april", "may", "june",
            "july", "august", "september", "october", "november", "december",
        ),
        start=1,
    )
    for word in (name, name[:3])
} | {"sept": 9}  # fmt: skip

_DATE: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_CLOCK: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?"
    r"([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_SHORT: Final = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_DAY_MONTH_YEAR: Final = re.compile(r"(?:([0-9]{1,2})\s+)?([a-z]{3,9})[.]?,?\s+([0-9]{4})")
_MONTH_DAY_YEAR: Final = re.compile(r"([a-z]{3,9})[.]?\s+([0-9]{1,2}),?\s+([0-9]{4})")
_YEAR_MONTH_DAY: Final = re.compile(r"([0-9]{4}),?\s+([a-z]{3,9})[.]?(?:\s+([0-9]{1,2}))?")
_NUMERIC: Final = re.compile(r"[0-9TtZz:/.,+\s-]*")

_ZONE_DOUBT: Final = timedelta(hours=14)
_MINUTE: Final = timedelta(minutes=1, microseconds=-1)
_FIRST: Final = datetime.min.replace(tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC)


def read_time(written: str, *, basis: Basis = Basis.ASSERTED_BY_CURATOR) -> Time:
    """Return the time that `written` stands for, or an unknown time that keeps it.

    Read are the calendar dates of ISO 8601 (a year, a month or a day), a day with a time of day
    and an optional zone, and English dates with the month as a word. A date in digits that has
    two readings (03/04/2017) is ambiguous, one that no calendar has (2017-02-30) is invalid, and
    other words are unknown. Without a zone, a time of day lies within 14 hours of UTC. The result
    depends on nothing but the arguments.
    """
    text = written.strip()
    if not text:
        return UnknownTime(lexical=written, doubt=Doubt.NOT_GIVEN)
    try:
        return _dated(text, written, basis) or _timed(text, written, basis) or _other(text, written)
    except ValueError:
        return UnknownTime(lexical=written, doubt=Doubt.INVALID)


def read_period(written: str, *, basis: Basis = Basis.ASSERTED_BY_CURATOR) -> Period:
    """Return the period that `written` stands for: `from/to`, or `from` alone with an open end.

    `..` leaves an end open (in force before any date, or until further notice); an empty side is
    an unknown one.

    Raises:
        BadValue: the period ends before it starts.
    """
    first, slash, last = written.strip().partition("/")
    if not slash or "/" in last or written.strip().casefold() in _WORDS_FOR_UNKNOWN:
        start = read_time(written, basis=basis)
        return Period(start=start, end=None if isinstance(start, KnownTime) else start)
    start = _always(basis) if first.strip() == OPEN else read_time(first, basis=basis)
    end = None if last.strip() == OPEN else read_time(last, basis=basis)
    return Period(start=start, end=end)


def read_as_of(written: str) -> KnownTime:
    """Return the time that a question is asked as of.

    Raises:
        BadDate: the date is missing, unknown, ambiguous or invalid.
    """
    time = read_time(written)
    if isinstance(time, UnknownTime):
        raise BadDate(written, time.doubt.value)
    return time


def is_plainly_unknown(time: Time) -> bool:
    """Tell whether a time is unknown because nothing, or a word for "unknown", was written."""
    return isinstance(time, UnknownTime) and (
        time.doubt is Doubt.NOT_GIVEN or time.lexical.strip().casefold() in _WORDS_FOR_UNKNOWN
    )


# -- dates ----------------------------------------------------------------------------------------


def _dated(text: str, written: str, basis: Basis) -> Time | None:
    parts = _date_parts(text)
    if parts is None:
        return None
    year, month, day = parts
    first_month, last_month = (1, 12) if month is None else (month, month)
    length = monthrange(year, last_month)[1]  # refuses a month that is none
    if day is not None and not 1 <= day <= length:
        raise ValueError(text)
    if year == 0:  # 1 BC, which the standard library cannot hold
        return UnknownTime(lexical=written, doubt=Doubt.UNKNOWN)
    return KnownTime(
        lexical=written,
        precision=Precision.DAY if day else Precision.MONTH if month else Precision.YEAR,
        earliest=datetime(year, first_month, day or 1, tzinfo=UTC),
        latest=datetime.combine(date(year, last_month, day or length), time_of_day.max, tzinfo=UTC),
        basis=basis,
    )


def _date_parts(text: str) -> tuple[int, int | None, int | None] | None:
    if found := _DATE.fullmatch(text):
        year, month, day = found.groups()
        return int(year), _number(month), _number(day)
    if found := _SHORT.fullmatch(text):
        return _only_reading(int(found[1]), int(found[3]), found[4])
    lowered = text.lower()
    if found := _DAY_MONTH_YEAR.fullmatch(lowered):
        day, word, year = found.groups()
    elif found := _MONTH_DAY_YEAR.fullmatch(lowered):
        word, day, year = found.groups()
    elif found := _YEAR_MONTH_DAY.fullmatch(lowered):
        year, word, day = found.groups()
    else:
        return None
    month_named = _MONTHS.get(word)
    return None if month_named is None else (int(year), month_named, _number(day))


def _only_reading(first: int, second: int, year: str) -> tuple[int, int, int] | None:
    months = set(_MONTHS.values())
    readings = {
        (month, day) for month, day in ((first, second), (second, first)) if month in months
    }
    if len(readings) > 1 or len(year) < len("2017"):
        return None
    month, day = readings.pop() if readings else (first, second)
    return int(year), month, day


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


# -- times of day ---------------------------------------------------------------------------------


def _timed(text: str, written: str, basis: Basis) -> Time | None:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    day, clock, seconds, fraction, zone = found.groups()
    leap = seconds == "60"
    stamp = f"{day}T{clock}:{'59' if leap else seconds or '00'}.{(fraction or '0')[:6]:0<6}"
    read = datetime.fromisoformat(f"{stamp}{(zone or 'Z').upper()}")
    if leap and not _may_leap(read, zone):
        raise ValueError(text)
    width = timedelta(seconds=1) if leap else timedelta(0) if seconds else _MINUTE
    doubt = timedelta(0) if zone else _ZONE_DOUBT
    return KnownTime(
        lexical=written,
        precision=Precision.SECOND if seconds else Precision.MINUTE,
        earliest=_shifted(read, -doubt),
        latest=_shifted(read, width + doubt),
        basis=basis,
        zone_known=zone is not None,
    )


def _may_leap(read: datetime, zone: str | None) -> bool:
    # ITU-R TF.460-6: a leap second ends a month of UTC. Without a zone that cannot be checked.
    if zone is None:
        return True
    return (read.astimezone(UTC) + timedelta(seconds=1)).timetuple()[2:6] == (1, 0, 0, 0)


def _shifted(instant: datetime, by: timedelta) -> datetime:
    try:
        return instant.astimezone(UTC) + by
    except OverflowError:
        return _FIRST if by < timedelta(0) or instant.year == 1 else _LAST


# -- the rest -------------------------------------------------------------------------------------


def _other(text: str, written: str) -> UnknownTime:
    if text.casefold() in _WORDS_FOR_UNKNOWN or not _NUMERIC.fullmatch(text):
        return UnknownTime(lexical=written, doubt=Doubt.UNKNOWN)
    doubt = Doubt.AMBIGUOUS if _SHORT.fullmatch(text) else Doubt.INVALID
    return UnknownTime(lexical=written, doubt=doubt)


def _always(basis: Basis) -> KnownTime:
    return KnownTime(
        lexical=OPEN, precision=Precision.YEAR, earliest=_FIRST, latest=_FIRST, basis=basis
    )
