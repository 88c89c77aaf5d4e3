"""Measures as values: each adds up counts over groups of outcomes and makes a number of the sum.

A measure prints as its name, `evidence_recall@400`. Because a measure is a function of a sum, the
same measure serves the whole, a part, and each resample of a bootstrap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import sqrt
from typing import Final, Protocol

from cedarprov.evaluate.confusion import STATUSES, confusion, macro_f1
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen

Counts = tuple[float, ...]


class Measure(Protocol):
    """Something that can be measured on outcomes of one arm."""

    @property
    def name(self) -> str:
        """The name without the arm."""
        ...

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return what one group of outcomes adds to the sum."""
        ...

    def value(self, total: Counts) -> float | None:
        """Return the measure for a sum of counts, None where nothing was counted."""
        ...

    def __hash__(self) -> int: ...


class Share(Frozen, kw_only=False):
    """All that was found over all there was, whatever item it belongs to."""

    name: str

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return what was found and how much there was."""
        tallies = [outcome.tallies.get(self.name, Tally(0, 0)) for outcome in group]
        return (sum(tally.found for tally in tallies), sum(tally.of for tally in tallies))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        found, of = total
        return found / of if of else None

    def __str__(self) -> str:
        return self.name


class Proportion(Share, kw_only=False):
    """A share of items each of which is right or wrong, with the interval that Wilson gives."""

    def bounds(self, total: Counts) -> tuple[float, float] | None:
        """Return the score interval at 95 % (Wilson, Probable inference, 1927)."""
        found, of = total
        if not of:
            return None
        share, square = found / of, _NORMAL_95**2
        middle = (share + square / (2 * of)) / (1 + square / of)
        reach = sqrt(share * (1 - share) / of + square / (4 * of**2)) * _NORMAL_95
        reach /= 1 + square / of
        # Rounding must not put the share itself outside.
        return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


# The 97.5th percentile of the standard normal distribution.
_NORMAL_95: Final = 1.959963984540054


class GroupMean(Frozen, kw_only=False):
    """The mean over groups of what each group found of its own: repeats count once a group."""

    name: str

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return the mean of the group, and one for a group that was tallied."""
        found, of = Share(self.name).counts(group)
        return (found / of, 1.0) if of else (0.0, 0.0)

    def value(self, total: Counts) -> float | None:
        """Return the mean."""
        found, groups = total
        return found / groups if groups else None

    def __str__(self) -> str:
        return self.name


class StatusAccuracy(Frozen, kw_only=False):
    """The share of items whose status is the expected one or as good."""

    name: str = "status_accuracy"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return the number of right statuses and of items where one is expected."""
        asked = [outcome for outcome in group if outcome.expected is not None]
        return (sum(outcome.is_status_right for outcome in asked), len(asked))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        right, items = total
        return right / items if items else None

    def __str__(self) -> str:
        return self.name


_PAIRS: Final = tuple(product(STATUSES, STATUSES))


class StatusMacroF1(Frozen, kw_only=False):
    """The mean F1 over the statuses that occur."""

    name: str = "status_macro_f1"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return the confusion matrix of the group, row by row."""
        counted = confusion(group)
        return tuple(counted.get(pair, 0) for pair in _PAIRS)

    def value(self, total: Counts) -> float | None:
        """Return the mean."""
        return macro_f1(dict(zip(_PAIRS, total, strict=True)))

    def __str__(self) -> str:
        return self.name


class StatusPrecision(Frozen, kw_only=False):
    """Of the items that were given a status, the share for which it is the right one."""

    status: Status

    @property
    def name(self) -> str:
        """The name, such as `needs_scope_precision`."""
        return f"{_written(self.status)}_precision"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return how often the status was rightly given, and how often it was given."""
        given = [item for item in group if item.counted is self.status]
        return (sum(item.is_status_right for item in given), len(given))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        right, given = total
        return right / given if given else None

    def __str__(self) -> str:
        return self.name


class StatusRecall(Frozen, kw_only=False):
    """Of the items with a right status, the share that was given it."""

    status: Status

    @property
    def name(self) -> str:
        """The name, such as `needs_scope_recall`."""
        return f"{_written(self.status)}_recall"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return how often the status was rightly given, and how often it was right."""
        wanted = [item for item in group if item.expected is self.status]
        return (sum(item.is_status_right for item in wanted), len(wanted))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        right, wanted = total
        return right / wanted if wanted else None

    def __str__(self) -> str:
        return self.name


def _written(status: Status) -> str:
    return status.value.replace("-", "_")


class WholeGroups(Frozen, kw_only=False):
    """The share of groups in which one tally is full for every item."""

    name: str
    tally: str

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return whether the whole group is right, and one for a group that was tallied."""
        tallies = [
            outcome.tallies[self.tally] for outcome in group if self.tally in outcome.tallies
        ]
        right = bool(tallies) and all(tally.found == tally.of for tally in tallies)
        return (float(right), float(bool(tallies)))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        right, groups = total
        return right / groups if groups else None

    def __str__(self) -> str:
        return self.name


ANSWERABLE: Final = (Status.ANSWERED, Status.CONFLICT)


class Unanswered(Frozen, kw_only=False):
    """The share of answerable items for which no answer was given, or a scope was asked for.

    Answerable is what has an answer, or several that are in conflict.
    """

    name: str = "unanswered"

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return how many answers are missing, and how many there are."""
        answerable = [outcome for outcome in group if outcome.expected in ANSWERABLE]
        open_ = (Status.UNSUPPORTED, Status.NEEDS_SCOPE)
        return (sum(outcome.counted in open_ for outcome in answerable), len(answerable))

    def value(self, total: Counts) -> float | None:
        """Return the share."""
        missing, answerable = total
        return missing / answerable if answerable else None

    def __str__(self) -> str:
        return self.name


def total(counts: Iterable[Counts]) -> Counts:
    """Return the sum, element by element."""
    return tuple(map(sum, zip(*counts, strict=True)))


def measured(measure: Measure, groups: Iterable[Sequence[Outcome]]) -> float | None:
    """Return a measure over groups of outcomes, None where there is nothing to measure."""
    counted = [measure.counts(group) for group in groups]
    return measure.value(total(counted)) if counted else None
