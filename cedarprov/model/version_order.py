"""The order of version numbers, and the intervals that version expressions stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

Component = tuple[int, int, str]
Key = tuple[Component, ...]

_VERSION: Final = re.compile(r"[vV]?\d+(?:[.\-_]?[0-9A-Za-z]+)*")
_PART: Final = re.compile(r"\d+|[A-Za-z]+")
_TOP: Final[Component] = (9, 0, "")
_BOTTOM: Final[Key] = ()
_END: Final[Key] = (_TOP,)


@dataclass(frozen=True, slots=True)
class Interval:
    """Versions from `low` (included) to `high` (excluded), as sort keys."""

    low: Key
    high: Key

    def covers(self, other: Interval) -> bool:
        """Tell whether every version of `other` lies in this interval."""
        return self.low <= other.low and other.high <= self.high

    def overlaps(self, other: Interval) -> bool:
        """Tell whether some version lies in both."""
        return self.low < other.high and other.low < self.high


EVERYTHING: Final = Interval(_BOTTOM, _END)


def is_version(text: str) -> bool:
    """Tell whether `text` reads as a version number (2.2.28, v3, 2024-05, 2.0rc1)."""
    return _VERSION.fullmatch(text) is not None


def key(version: str) -> Key:
    """Return the sort key of a version: numbers by value, `rc` and the like before numbers.

    The order of numeric parts is that of Semantic Versioning 2.0.0, section 11; a release
    candidate sorts before the release that it prepares.
    """
    parts = _PART.findall(version.lstrip("vV") if is_version(version) else version)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part.lower()) for part in parts)


def series(version: str) -> Interval:
    """Return all versions that begin with `version`: 2.2 stands for 2.2, 2.2.1, 2.2.28 ..."""
    start = key(version)
    return Interval(start, (*start, _TOP))


def at_least(version: str) -> Interval:
    """Return the versions from `version` on."""
    return Interval(_bound(version), _END)


def above(version: str) -> Interval:
    """Return the versions after the whole series of `version`."""
    return Interval((*key(version), _TOP), _END)


def at_most(version: str) -> Interval:
    """Return the versions up to and including the series of `version`."""
    return Interval(_BOTTOM, (*key(version), _TOP))


def below(version: str) -> Interval:
    """Return the versions before `version`."""
    return Interval(_BOTTOM, _bound(version))


def between(first: str, last: str) -> Interval:
    """Return the versions from `first` to the series of `last`, both included."""
    return Interval(_bound(first), (*key(last), _TOP))


def _bound(version: str) -> Key:
    # 3, 3.0 and 3.0.0 are one point on the line, so that nothing lies between `3` and `<3.0`.
    start = key(version)
    while len(start) > 1 and start[-1] == (1, 0, ""):
        start = start[:-1]
    return start
