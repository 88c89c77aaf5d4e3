"""Times that are known exactly, partly or not at all, and what they say about an instant."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen


class Precision(StrEnum):
    """The finest unit in which a time was written."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"
    SECOND = "second"


class Basis(StrEnum):
    """Where a time comes from."""

    STATED_IN_SOURCE = "stated-in-source"
    ASSERTED_BY_CURATOR = "asserted-by-curator"
    OBSERVED = "observed"


class Doubt(StrEnum):
    """Why a time is unknown."""

    NOT_GIVEN = "not-given"
    UNKNOWN = "unknown"
    INVALID = "invalid"
    AMBIGUOUS = "ambiguous"


class Certainty(StrEnum):
    """Whether a record is in under a dated question; what is not known stays possible."""

    IN = "in"
    POSSIBLY = "possibly"
    OUT = "out"


class KnownTime(Frozen):
    """A time as written, and the earliest and latest instant it may mean (UTC, both inclusive).

    `2024` keeps its written form and lies anywhere in that year. A time of day without a zone
    lies within 14 hours of the same reading in UTC, and `zone_known` is false.
    """

    lexical: str
    precision: Precision
    earliest: datetime
    latest: datetime
    basis: Basis = Basis.ASSERTED_BY_CURATOR
    zone_known: bool = True

    def __post_init__(self) -> None:
        if not self.lexical.strip():
            raise BadValue("lexical", self.lexical, "the time as it was written")
        for field in ("earliest", "latest"):
            if getattr(self, field).utcoffset() != timedelta(0):
                raise BadValue(field, getattr(self, field), "an instant in UTC")
        if self.earliest > self.latest:
            raise BadValue("earliest", self.earliest, f"at or before latest ({self.latest})")


class UnknownTime(Frozen):
    """A time that is not known; what was written, if anything, is kept."""

    lexical: str = ""
    doubt: Doubt = Doubt.NOT_GIVEN


Time = KnownTime | UnknownTime

NEVER_STATED = UnknownTime()


class Period(Frozen):
    """The time in which something is in force; an `end` of None is open."""

    start: Time = NEVER_STATED
    end: Time | None = NEVER_STATED

    def __post_init__(self) -> None:
        start, end = self.start, self.end
        if (
            isinstance(start, KnownTime)
            and isinstance(end, KnownTime)
            and end.latest < start.earliest
        ):
            raise BadValue("end", end.lexical, f"at or after the start, {start.lexical}")


def happened_by(time: Time, asked: KnownTime) -> Certainty:
    """Tell whether what happened at `time` had happened at the time `asked`."""
    if isinstance(time, UnknownTime):
        return Certainty.POSSIBLY
    if time.earliest > asked.latest:
        return Certainty.OUT
    return Certainty.IN if time.latest <= asked.earliest else Certainty.POSSIBLY


def in_force(period: Period, asked: KnownTime) -> Certainty:
    """Tell whether `period` holds at the time `asked`."""
    begun = happened_by(period.start, asked)
    ended = _ended_by(period.end, asked)
    if Certainty.OUT in (begun, ended):
        return Certainty.OUT
    return Certainty.IN if (begun, ended) == (Certainty.IN, Certainty.IN) else Certainty.POSSIBLY


def overlap(one: Period, other: Period) -> Certainty:
    """Tell whether two periods share an instant; one that ends when the other begins does not."""
    order = (_begins_before_end(one, other), _begins_before_end(other, one))
    if Certainty.OUT in order:
        return Certainty.OUT
    return Certainty.IN if order == (Certainty.IN, Certainty.IN) else Certainty.POSSIBLY


def _begins_before_end(one: Period, other: Period) -> Certainty:
    start, end = one.start, other.end
    if end is None:
        # It is open: whenever the other begins, it is still in force.
        return Certainty.IN
    if isinstance(start, UnknownTime) or isinstance(end, UnknownTime):
        return Certainty.POSSIBLY
    meets = (start.earliest, start.latest) == (end.earliest, end.latest)
    if meets or end.latest <= start.earliest:
        return Certainty.OUT
    return Certainty.IN if start.latest < end.earliest else Certainty.POSSIBLY


def _ended_by(end: Time | None, asked: KnownTime) -> Certainty:
    if end is None:
        return Certainty.IN
    if isinstance(end, UnknownTime):
        return Certainty.POSSIBLY
    if end.latest < asked.earliest:
        return Certainty.OUT
    return Certainty.IN if end.earliest >= asked.latest else Certainty.POSSIBLY
