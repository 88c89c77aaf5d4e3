"""The order of version numbers, and the intervals that version expressions stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cedarprov.model.frozen import Frozen

Component = tuple[int, int, str]
Key = tuple[Component, ...]

_VERSION: Final = re.compile(r"[vV]?[0-9][0-9A-Za-z]*(?:[.\-_][0-9A-Za-z]+)*")
_LONGEST: Final = 200
_PART: Final = re.compile(r"[0-9]+|[A-Za-z]+")
# Components in their order: words, the end of the version, words for what follows it, numbers.
_ENDED: Final[Component] = (1, 0, "")
_ORDERED_WORDS: Final[Mapping[str, Component]] = {"dev": (0, -1, "dev"), "post": (1, 1, "post")}
_ZERO: Final[Component] = (2, 0, "")
_TOP: Final[Component] = (9, 0, "")
_BOTTOM: Final[Key] = ()
_END: Final[Key] = (_TOP,)


class Interval(Frozen, kw_only=False):
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
    return len(text) <= _LONGEST and _VERSION.fullmatch(text) is not None


def key(version: str) -> Key:
    """Return the sort key of a version: numbers by value, 3 and 3.0 alike.

    The order of numeric parts is that of Semantic Versioning 2.0.0, section 11; a release
    candidate sorts before the release that it prepares, `dev` before it and `post` after.
    """
    steps = _steps(version)
    numbers = next((at for at, step in enumerate(steps) if step < _ZERO), len(steps))
    return (*_without_zeros(steps[:numbers]), *steps[numbers:], _ENDED)


def _steps(version: str) -> Key:
    written = version.lstrip("vV") if is_version(version) else version[:_LONGEST]
    parts = _PART.findall(written)
    return tuple((2, int(part), "") if part.isdecimal() else _word(part.lower()) for part in parts)


def _word(word: str) -> Component:
    return _ORDERED_WORDS.get(word, (0, 0, word))


def series(version: str) -> Interval:
    """Return all versions that begin with `version`: 2.2 stands for 2.2, 2.2.1, 2.2.28 ..."""
    start = _steps(version)
    return Interval(start, (*start, _TOP))


def at_least(version: str) -> Interval:
    """Return the versions from `version` on."""
    return Interval(_bound(version), _END)


def above(version: str) -> Interval:
    """Return the versions after the whole series of `version`."""
    return Interval((*_steps(version), _TOP), _END)


def at_most(version: str) -> Interval:
    """Return the versions up to and including the series of `version`."""
    return Interval(_BOTTOM, (*_steps(version), _TOP))


def below(version: str) -> Interval:
    """Return the versions before `version`."""
    return Interval(_BOTTOM, _bound(version))


def between(first: str, last: str, *, after: bool = False, before: bool = False) -> Interval:
    """Return the versions from `first` to the series of `last`.

    Both are included; `after` leaves out the series of `first`, and `before` that of `last`.
    """
    return Interval(
        (*_steps(first), _TOP) if after else _bound(first),
        _bound(last) if before else (*_steps(last), _TOP),
    )


def cut(bound: Key) -> Key:
    """Return a bound of an interval as a place on the line, where 3, 3.0 and 3.0.0 are one."""
    return bound if closes(bound) else _without_zeros(bound)


def closes(bound: Key) -> bool:
    """Tell whether a bound lies behind a whole series, or behind all versions."""
    return bound[-1:] == _END


def written(bound: Key) -> str:
    """Return the version at a bound, as text that reads back as that version.

    >>> written(series("v2.0-rc1").high)
    '2.0.rc.1'
    """
    steps = bound[:-1] if closes(bound) else bound
    return ".".join(word or str(number) for _, number, word in steps)


def _bound(version: str) -> Key:
    # 3, 3.0 and 3.0.0 are one point on the line, so that nothing lies between `3` and `<3.0`.
    return _without_zeros(_steps(version))


def _without_zeros(steps: Key) -> Key:
    while len(steps) > 1 and steps[-1] == _ZERO:
        steps = steps[:-1]
    return steps
