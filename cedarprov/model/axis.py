"""Axes: a dimension of scope, effective time or the order of the record, cut into slabs.

Within a slab nothing that is compared with it changes, so that one point stands for all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Condition
from cedarprov.model.version_order import Interval


class AxisKind(StrEnum):
    """What an axis orders."""

    SCOPE = "scope"
    EFFECTIVE = "effective"
    RECORD = "record"


class Slab(Frozen):
    """A stretch of an axis from `low` to `high`, and the point that stands for it.

    The ends are written as in a range: `>` before the low one and `<` before the high one leave
    it out, and an empty one is open. `joins` says that it continues the slab before it, `rest`
    that it stands for every value which is not named.
    """

    low: str
    high: str
    point: str
    joins: bool = False
    rest: bool = False


class Axis(Frozen, dict=True):
    """An axis and its slabs in order; `name` is that of a dimension, `effective` or `record`."""

    kind: AxisKind
    name: str
    slabs: tuple[Slab, ...]

    def written(self, chosen: Sequence[int]) -> str:
        """Return slabs, given by their numbers in order, as one expression; "" for all of them."""
        if len(chosen) == len(self.slabs):
            return ""
        runs: list[list[int]] = []
        for number in chosen:
            if runs and self.slabs[number].joins and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ",".join(range_of(self.slabs[run[0]].low, self.slabs[run[-1]].high) for run in runs)

    def find(self, point: str) -> int | None:
        """Return the number of the slab that a value, an instant or a number lies in, or None.

        A special case of a value that is named is neither that value nor one of the rest.
        """
        if self.kind is not AxisKind.SCOPE:
            return next(
                (at for at, slab in enumerate(self.slabs) if self._holds(slab, point)), None
            )
        value = Condition(self.name, point)
        near = [at for at, condition in enumerate(self._conditions) if condition.overlaps(value)]
        for at in near:
            slab = self._conditions[at]
            if slab.covers(value) and (_is_versioned(value) or value.covers(slab)):
                return at
        return None if near else self._rest

    def is_value(self, number: int) -> bool:
        """Tell whether a slab is a value that no order puts beside another."""
        return self.kind is AxisKind.SCOPE and not _is_versioned(self._conditions[number])

    def _holds(self, slab: Slab, point: str) -> bool:
        after = not slab.low or _order(slab.low) <= _order(point)
        before = not slab.high or _order(point) <= _order(slab.high.removeprefix("<"))
        return after and before and slab.high != f"<{point}"

    @cached_property
    def _conditions(self) -> tuple[Condition, ...]:
        return tuple(Condition(self.name, range_of(slab.low, slab.high)) for slab in self.slabs)

    @property
    def _rest(self) -> int | None:
        return next((at for at, slab in enumerate(self.slabs) if slab.rest), None)


def range_of(low: str, high: str) -> str:
    """Return the expression of a stretch.

    >>> range_of("2.0", "<2.6"), range_of("", "<3"), range_of(">5", ""), range_of("2", "2")
    ('2.0..<2.6', '<3', '>5', '2')
    """
    if low == high:
        return low
    if not low:
        return high if high.startswith("<") else f"<={high}"
    if not high:
        return low if low.startswith(">") else f">={low}"
    return f"{low}..{high}"


def _is_versioned(condition: Condition) -> bool:
    return all(isinstance(term, Interval) for term in condition.terms)


def _order(point: str) -> tuple[int, str]:
    # Instants have one width, and numbers no leading zeros.
    return len(point), point
