"""The partition of what is asked: axes cut wherever something that was seen could change.

Scope is cut at what editions, sentences and texts state, effective time where an edition begins or
ends to be in force, and the record where a source was captured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import prod
from typing import Final

from cedarprov.model.axis import Axis, AxisKind, Slab
from cedarprov.model.question import Clock, Question
from cedarprov.model.scope import Condition, Symbol
from cedarprov.model.time import KnownTime, Period
from cedarprov.retrieve.answer_map.version_line import intervals, slabs
from cedarprov.retrieve.change import asks_about_change

EFFECTIVE: Final = "effective"
RECORD: Final = "record"
_SECOND: Final = timedelta(seconds=1)
_REST: Final = "other"


@dataclass(slots=True)
class Seen:
    """What was seen to bear on a question.

    `conditions` are stated by editions and sentences, `moments` are the first instants at which an
    edition begins or ends to be in force, and `captures` the numbers at which sources were
    captured.
    """

    conditions: set[Condition] = field(default_factory=set)
    moments: set[datetime] = field(default_factory=set)
    captures: set[int] = field(default_factory=set)

    @property
    def size(self) -> int:
        """How much was seen: it only grows."""
        return len(self.conditions) + len(self.moments) + len(self.captures)


class Partition:
    """The axes of a map; `whole` names those left uncut so that no more than `ceiling` cells are.

    `over` names the axes that are wanted (None: all of `dimensions`, and effective time, but none
    that orders releases or time where the question is when something changed).
    """

    def __init__(
        self,
        seen: Seen,
        question: Question,
        *,
        dimensions: Collection[str],
        over: Collection[str] | None,
        ceiling: int,
        last: int,
    ) -> None:
        self._seen = seen
        self._question = question
        self._last = last
        self._is_named = over is not None
        wanted = over if over is not None else (*dimensions, EFFECTIVE)
        stated = {item.dimension for item in seen.conditions} & {*dimensions}
        self._dimensions = sorted(stated & {*wanted})
        self._clocks = [name for name in (EFFECTIVE, RECORD) if name in wanted]
        self.whole: tuple[str, ...] = ()
        self.axes = self._within(ceiling)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return _cells(self.axes)

    def _within(self, ceiling: int) -> tuple[Axis, ...]:
        axes = self._axes()
        while _cells(axes) > ceiling:
            largest = max(axes, key=lambda axis: len(axis.slabs))
            self.whole = (*self.whole, largest.name)
            axes = tuple(axis for axis in axes if axis is not largest)
        return axes

    def _axes(self) -> tuple[Axis, ...]:
        made = [self._dimension(name) for name in self._dimensions]
        # What is in order comes first, so that rows are read along it.
        made.sort(key=lambda axis: not any(slab.joins for slab in axis.slabs))
        if EFFECTIVE in self._clocks and Clock.EFFECTIVE not in self._question.as_of:
            found = _times(self._seen.moments)
            made.append(Axis(kind=AxisKind.EFFECTIVE, name=EFFECTIVE, slabs=found))
        if RECORD in self._clocks:
            found = _numbers(self._seen.captures, self._last)
            made.append(Axis(kind=AxisKind.RECORD, name=RECORD, slabs=found))
        return tuple(axis for axis in made if len(axis.slabs) > 1 and self._may_cut(axis))

    def _may_cut(self, axis: Axis) -> bool:
        # When something changed is asked of all releases together.
        ordered = any(slab.joins for slab in axis.slabs)
        return self._is_named or not (ordered and asks_about_change(self._question))

    def _dimension(self, name: str) -> Axis:
        asked = self._question.scope.get(name)
        asked = None if asked is None or asked.is_any else asked
        stated = _of(self._seen.conditions, name)
        versions = slabs(stated, asked) if intervals(stated) and _is_open(asked) else ()
        return Axis(kind=AxisKind.SCOPE, name=name, slabs=(*versions, *_symbols(stated, asked)))


def _cells(axes: Iterable[Axis]) -> int:
    return prod(len(axis.slabs) for axis in axes)


def _of(conditions: Iterable[Condition], dimension: str) -> list[Condition]:
    return sorted(
        (item for item in conditions if item.dimension == dimension),
        key=lambda item: item.expression,
    )


def _is_open(asked: Condition | None) -> bool:
    return asked is None or bool(intervals([asked]))


# -- values ---------------------------------------------------------------------------------------


def _symbols(stated: Iterable[Condition], asked: Condition | None) -> tuple[Slab, ...]:
    """Return a slab for each value stated and what it is a special case of, and one for the rest.

    Where values are asked for, only these and their special cases are.
    """
    paths = {
        term.path[:length] for term in _terms(stated) for length in range(1, len(term.path) + 1)
    }
    if asked is not None:
        wanted = _terms([asked])
        paths = {path for path in paths if any(term.covers(Symbol(path)) for term in wanted)}
        paths |= {term.path for term in wanted}
    texts = [":".join(path) for path in sorted(paths)]
    found = [Slab(low=text, high=text, point=text) for text in texts]
    if found and asked is None:
        rest = _REST
        while rest in texts:
            rest = f"any-{rest}"
        found.append(Slab(low=rest, high=rest, point=rest, rest=True))
    return tuple(found)


def _terms(conditions: Iterable[Condition]) -> list[Symbol]:
    terms = (term for condition in conditions for term in condition.terms)
    return [term for term in terms if isinstance(term, Symbol)]


# -- time and record ------------------------------------------------------------------------------


def _times(moments: Iterable[datetime]) -> tuple[Slab, ...]:
    """Return the slabs of time, to the second, between some moments."""
    cuts = sorted(moment for moment in moments if _EARLIEST < moment < _LATEST)
    if not cuts:
        return ()
    low = [cuts[0] - _SECOND, *cuts]
    return tuple(
        Slab(
            low="" if at == 0 else instant(begin),
            high=f"<{instant(cuts[at])}" if at < len(cuts) else "",
            point=instant(begin),
            joins=at > 0,
        )
        for at, begin in enumerate(low)
    )


def moments(period: Period) -> Iterable[datetime]:
    """Yield the first seconds at which something else is known of a period."""
    if isinstance(period.start, KnownTime):
        yield from (_up(period.start.earliest), _up(period.start.latest))
    if isinstance(period.end, KnownTime):
        yield from (_after(period.end.earliest), _after(period.end.latest))


def _up(moment: datetime) -> datetime:
    whole = moment.replace(microsecond=0)
    return whole if whole == moment else _after(moment)


def _after(moment: datetime) -> datetime:
    whole = moment.replace(microsecond=0)
    return min(whole, _LATEST) + _SECOND


# Beyond these a period is open.
_EARLIEST: Final = datetime.min.replace(tzinfo=UTC) + _SECOND
_LATEST: Final = datetime.max.replace(tzinfo=UTC, microsecond=0) - _SECOND


def instant(moment: datetime) -> str:
    """Return an instant (UTC, whole seconds) as it is written in an axis."""
    return f"{moment.replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def _numbers(captures: Iterable[int], last: int) -> tuple[Slab, ...]:
    """Return the slabs of sequence numbers within which none of some captures lies."""
    firsts = sorted({0, *(number for number in captures if number <= last)})
    return tuple(
        Slab(low=str(low), high=str(high - 1), point=str(high - 1), joins=at > 0)
        for at, (low, high) in enumerate(pairwise([*firsts, last + 1]))
    )
