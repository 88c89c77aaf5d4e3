"""Dates and times of day as they are written in prose, in one normal form."""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen, replace

if TYPE_CHECKING:
    from collections.abc import Iterator


class Moment(Frozen, kw_only=False):
    """A date, a time of day, or both; what was not written is None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    minute: int | None = None
    zone: str = ""

    def agrees(self, other: Moment) -> bool:
        """Tell whether nothing that both state differs, and both state something in common.

        Times of day in different zones are not compared: only their dates are.
        """
        pairs = [
            (self.year, other.year),
            (self.month, other.month),
            (self.day, other.day),
        ]
        if self.zone.casefold() == other.zone.casefold() or None in (self.day, other.day):
            pairs.append((self.minute, other.minute))
        both = [(mine, theirs) for mine, theirs in pairs if None not in (mine, theirs)]
        return bool(both) and all(mine == theirs for mine, theirs in both)

    @property
    def date(self) -> str:
        """The date as ISO 8601, empty where only a time of day is known."""
        return "-".join(
            f"{part:0{width}d}"
            for part, width in ((self.year, 4), (self.month, 2), (self.day, 2))
            if part is not None
        )

    def __str__(self) -> str:
        clock = "" if self.minute is None else f"{self.minute // 60:02d}:{self.minute % 60:02d}"
        return " ".join(part for part in (self.date, clock, self.zone) if part)

    def at(self, time: Moment) -> Moment:
        """Return this date at a time of day."""
        return replace(self, minute=time.minute, zone=time.zone)


# The names of months: English, German.
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner",
            "february feb februar",
            "march mar märz",
            "april apr",
            "may mai",
            "june jun juni",
            "july jul juli",
            "august aug",
            "september sept sep",
            "october oct oktober okt",
            "november nov",
            "december dec dezember dez",
        ),
        start=1,
    )
    for name in names.split()
}
# Only with a capital: "may" is a verb far more often than a month.
_MONTH: Final = "|".join(name.capitalize() for name in sorted(_MONTHS, key=len, reverse=True))
_FORMS: Final = (
    re.compile(
        r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?:T(?P<h>\d{2}):(?P<n>\d{2}))?(?!\d)"
    ),
    re.compile(
        rf"(?<!\w)(?P<d>\d{{1,2}})(?:st|nd|rd|th|[.])?\s+(?:of\s+)?(?P<M>{_MONTH})\b[.]?"
        r"(?:,?\s+(?P<y>\d{4})\b)?"
    ),
    re.compile(
        rf"\b(?P<M>{_MONTH})[.]?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]*\d)(?:,?\s+(?P<y>\d{{4}})\b)?",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<M>{_MONTH})\s+(?P<y>\d{{4}})\b", re.IGNORECASE),
    re.compile(r"(?<!\d)(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})(?!\d)"),
    re.compile(r"(?P<y>\d{4})年(?:(?P<m>\d{1,2})月)?(?:(?P<d>\d{1,2})日)?"),
    re.compile(r"(?P<m>\d{1,2})月(?P<d>\d{1,2})日"),
    re.compile(r"(?<![\d:])(?P<h>\d{1,2}):(?P<n>\d{2})(?![\d:])(?:\s*(?P<p>[ap])\.?m\b\.?)?"),
    re.compile(
        r"(?<![\d:.])(?P<h>\d{1,2})(?:[.:](?P<n>\d{2}))?\s*(?P<p>[ap])\.?m\b\.?", re.IGNORECASE
    ),
    re.compile(r"(?<![\d:.,])(?P<h>\d{1,2})(?:[.:](?P<n>\d{2}))?\s*(?:Uhr|o['’]clock)\b"),  # noqa: RUF001
    re.compile(r"(?P<h>\d{1,2})時(?!間)(?:(?P<n>\d{1,2})分)?"),
    re.compile(r"\b(?P<noon>noon|midday|midnight)\b", re.IGNORECASE),
)
_NAMED: Final = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 24 * 60}


def moments(text: str) -> tuple[tuple[int, int, Moment], ...]:
    """Return the dates and times of a text in order, each with its start and end."""
    found: list[tuple[int, int, Moment]] = []
    for form in _FORMS:
        for match in form.finditer(text):
            start, end = match.span()
            place = bisect_left(found, end, key=itemgetter(0))
            if place == 0 or found[place - 1][1] <= start:
                found.insert(place, (start, end, _moment(match)))
    zoned = [_with_zone(text, *item) for item in found]
    return tuple(_joined(text, zoned))


# What may stand between a date and its time of day, and names of time zones (ISO 8601, RFC 3339).
_BETWEEN: Final = re.compile(r",?\s*(?:at|um|T|の)?\s*")
_ZONE: Final = re.compile(r"\s*(UTC|GMT|Z|CES?T|[ECMP][SD]T|local)\b(?: time)?")


def _with_zone(text: str, start: int, end: int, moment: Moment) -> tuple[int, int, Moment]:
    match = _ZONE.match(text, end) if moment.minute is not None else None
    if match is None:
        return start, end, moment
    return start, match.end(), replace(moment, zone=match.group(1))


def _joined(text: str, found: list[tuple[int, int, Moment]]) -> Iterator[tuple[int, int, Moment]]:
    """Yield dates joined with the time of day that follows them."""
    rest = iter([*found, None])
    held = next(rest)
    for item in rest:
        if held is None:
            return
        timed = item is not None and item[2].day is None and item[2].minute is not None
        dated = held[2].day is not None and held[2].minute is None
        if item is not None and timed and dated and _BETWEEN.fullmatch(text, held[1], item[0]):
            held = (held[0], item[1], held[2].at(item[2]))
            continue
        yield held
        held = item


def _moment(match: re.Match[str]) -> Moment:
    parts = {key: value for key, value in match.groupdict().items() if value}
    month = _MONTHS.get(parts.get("M", "").casefold())
    if month is None and "m" in parts:
        month = int(parts["m"])
    return Moment(
        year=int(parts["y"]) if "y" in parts else None,
        month=month,
        day=int(parts["d"]) if "d" in parts else None,
        minute=_minute(parts),
    )


def _minute(parts: dict[str, str]) -> int | None:
    if "noon" in parts:
        return _NAMED[parts["noon"].casefold()]
    if "h" not in parts:
        return None
    hour = int(parts["h"])
    half = parts.get("p", "").casefold()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour * 60 + int(parts.get("n", 0))
