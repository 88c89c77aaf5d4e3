"""Intervals by resampling: how far a measure moves when other items of the kind are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from cedarprov.evaluate.measure import Counts, Measure, Proportion, total
from cedarprov.evaluate.outcome import Outcome

RESAMPLES: Final = 10_000
CONFIDENCE: Final = 0.95


def interval(
    measure: Measure,
    groups: Sequence[Sequence[Outcome]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> tuple[float, float] | None:
    """Return the percentile interval of a measure over resamples of whole groups.

    Groups are drawn with replacement, as many as there are (Efron, Bootstrap methods: another look
    at the jackknife, 1979). A proportion has an interval of its own. None where the measure
    counts nothing.
    """
    counted = tuple(measure.counts(group) for group in groups)
    if isinstance(measure, Proportion):
        return measure.bounds(total(counted)) if counted else None
    return _interval(measure, counted, seed, resamples)


@cache  # arms that answer alike have the same interval
def _interval(
    measure: Measure, counted: tuple[Counts, ...], seed: int, resamples: int
) -> tuple[float, float] | None:
    if len({*counted}) < 2:  # noqa: PLR2004 - every resample is the same
        value = measure.value(total(counted)) if counted else None
        return None if value is None else (value, value)
    # A seeded generator is wanted here, so that a record can be checked.
    random = Random(seed)  # noqa: S311
    values = sorted(
        value
        for _ in range(resamples)
        if (value := measure.value(_resampled(counted, random))) is not None
    )
    if not values:
        return None
    cut = (1 - CONFIDENCE) / 2
    last = len(values) - 1
    return values[round(cut * last)], values[round((1 - cut) * last)]


def _resampled(counted: Sequence[Counts], random: Random) -> Counts:
    # Many groups count alike, so that few products replace many sums.
    drawn = Counter(random.choices(counted, k=len(counted)))
    columns = zip(
        *((tuple(n * part for part in counts)) for counts, n in drawn.items()), strict=True
    )
    return tuple(map(sum, columns))
