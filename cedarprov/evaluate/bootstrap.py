"""Intervals by resampling: how far a measure moves when other items of the kind are drawn."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import mul
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
    counts nothing, or something in a single group: one group tells nothing of another. Where all
    groups count alike, both ends are the measure itself.

    A resample for which the measure has no value, such as a ratio whose denominator is too small
    there, is left out.
    """
    counted = tuple(measure.counts(group) for group in groups)
    if isinstance(measure, Proportion):
        return measure.bounds(total(counted)) if counted else None
    if sum(map(any, counted)) < 2:  # noqa: PLR2004 - a group that adds nothing is not counted
        return None
    return _interval(measure, counted, seed, resamples)


@cache  # arms that answer alike have the same interval
def _interval(
    measure: Measure, counted: tuple[Counts, ...], seed: int, resamples: int
) -> tuple[float, float] | None:
    if len({*counted}) < 2:  # noqa: PLR2004 - every resample is the same
        value = measure.value(total(counted))
        return None if value is None else (value, value)
    values = sorted(
        value
        for sums in _resampled(counted, _draws(len(counted), seed, resamples))
        if (value := measure.value(sums)) is not None
    )
    if not values:
        return None
    cut = (1 - CONFIDENCE) / 2
    last = len(values) - 1
    return values[round(cut * last)], values[round((1 - cut) * last)]


@lru_cache(maxsize=2)  # every measure of a run is resampled alike
def _draws(count: int, seed: int, resamples: int) -> Sequence[Sequence[int]]:
    """Return which of so many groups are drawn in each resample."""
    # A seeded generator is wanted here, so that a record can be checked.
    random = Random(seed)  # noqa: S311
    return [array("I", random.choices(range(count), k=count)) for _ in range(resamples)]


def _resampled(counted: Sequence[Counts], draws: Iterable[Sequence[int]]) -> Iterator[Counts]:
    """Yield the sum of what is counted over each draw."""
    # Many groups count alike, so that few products replace many sums.
    kinds = {counts: kind for kind, counts in enumerate(dict.fromkeys(counted))}
    kind_of = [kinds[counts] for counts in counted]
    columns = [*zip(*kinds, strict=True)]
    for draw in draws:
        drawn = Counter(map(kind_of.__getitem__, draw))
        yield tuple(
            sum(map(mul, drawn.values(), map(column.__getitem__, drawn))) for column in columns
        )
