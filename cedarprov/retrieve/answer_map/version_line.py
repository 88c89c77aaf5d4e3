"""The line of versions, cut at every bound that some record states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from cedarprov.model.axis import Slab
from cedarprov.model.scope import Condition
from cedarprov.model.version_order import (
    EVERYTHING,
    Interval,
    Key,
    closes,
    cut,
    is_version,
    series,
    written,
)

_MARKS: Final = re.compile(r"\.\.|[,<>=+\s]")
_FINER: Final = 3


def slabs(stated: Iterable[Condition], asked: Condition | None) -> tuple[Slab, ...]:
    """Return the slabs of the versions asked (None: all), cut at the bounds of what is stated.

    A slab in which no version can be named, as between 2 and 3 where only whole numbers are
    stated, is left out: what is beside it joins.
    """
    known = [*stated, *([asked] if asked else ())]
    spelled = _spelled(known)
    within = intervals([asked]) if asked else [EVERYTHING]
    ends = {cut(end) for item in intervals(known) for end in (item.low, item.high)}
    everything = {EVERYTHING.low, EVERYTHING.high}
    found: list[Slab] = []
    joins = False
    for low, high in pairwise(sorted(ends | everything)):
        if not any(cut(item.low) <= low and high <= cut(item.high) for item in within):
            joins = False
        elif point := _point(low, high, spelled):
            found.append(_slab(low, high, point, spelled, joins=joins))
            joins = True
    return tuple(found)


def intervals(conditions: Iterable[Condition]) -> list[Interval]:
    """Return the stretches of versions that conditions state."""
    terms = (term for condition in conditions for term in condition.terms)
    return [term for term in terms if isinstance(term, Interval)]


def _spelled(conditions: Iterable[Condition]) -> dict[Key, str]:
    """Return versions as they are written in conditions, by their bounds."""
    texts = {
        re.sub(r"[.][xX*]$", "", part)
        for condition in conditions
        for part in _MARKS.split(condition.expression)
    }
    found: dict[Key, str] = {}
    for text in sorted(filter(is_version, texts), key=lambda text: (-len(text), text)):
        found[series(text).low] = found[cut(series(text).low)] = text
    return found


def _slab(low: Key, high: Key, point: str, spelled: Mapping[Key, str], *, joins: bool) -> Slab:
    first, last = _spell(low, spelled), _spell(high, spelled)
    return Slab(
        low=f">{first}" if first and closes(low) else first,
        high=f"<{last}" if last and not closes(high) else last,
        point=point,
        joins=joins,
    )


def _spell(bound: Key, spelled: Mapping[Key, str]) -> str:
    steps = bound[:-1] if closes(bound) else bound
    return spelled.get(steps) or written(steps)


def _point(low: Key, high: Key, spelled: Mapping[Key, str]) -> str | None:
    """Return a version that lies wholly between two bounds, the most telling one, or None."""
    for text in _proposals(low, high, spelled):
        lies = series(text) if is_version(text) else None
        if lies and low <= lies.low and lies.high <= high:
            return text
    return None


def _proposals(low: Key, high: Key, spelled: Mapping[Key, str]) -> Iterator[str]:
    first, last = _spell(low, spelled), _spell(high, spelled)
    if closes(high) and last:
        yield last
    if first:
        begin = _beside(low[:-1], 1) if closes(low) else first
        yield from (begin + ".0" * times for times in range(_FINER))
    if last:
        yield _beside(high[:-1] if closes(high) else high, -1)
    if not (first or last):
        yield "0"


def _beside(steps: Key, by: int) -> str:
    """Return the version beside another: its last number is one more, or the last above 0 less."""
    numbers = [at for at, (_, number, word) in enumerate(steps) if not word and number + by >= 0]
    if not numbers:
        return ""
    at = numbers[-1]
    rank, number, word = steps[at]
    return written((*steps[:at], (rank, number + by, word)))
