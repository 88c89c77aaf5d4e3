"""Moments (xsd:dateTime) as numbers, of any year, with or without a zone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_DATE_TIME: Final = re.compile(
    r"(-?\d{4,18})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?"
)
_SECOND: Final = 10**6
_DOUBT: Final = 14 * 3600 * _SECOND
"""How far a reading without a zone may lie from the same reading in UTC."""


class Moment(NamedTuple):
    """The earliest and latest instant that a text may mean, in microseconds since 1970 (UTC)."""

    earliest: int
    latest: int


@lru_cache(maxsize=4096)
def moment(written: str) -> Moment | None:
    """Return what a date and time may mean; None if it is none, or of a year of over 18 digits."""
    found = _DATE_TIME.fullmatch(written)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(each) for each in found.groups()[:6])
    seconds = ((_days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    micro = seconds * _SECOND + int((found[7] or "").ljust(6, "0")[:6])
    zone = found[8]
    if zone is None:
        return Moment(micro - _DOUBT, micro + _DOUBT)
    if zone != "Z":
        offset = (int(zone[1:3]) * 60 + int(zone[4:6])) * 60 * _SECOND
        micro -= offset if zone[0] == "+" else -offset
    return Moment(micro, micro)


def _days(year: int, month: int, day: int) -> int:
    """Return the days since 1970-01-01 in the proleptic Gregorian calendar, which XSD uses.

    Method: days_from_civil in H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013).
    """
    year -= month <= 2  # noqa: PLR2004 - a year that begins in March ends with its leap day
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468
