"""The measures of several arms over a set of outcomes, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import quantiles
from typing import Final

from cedarprov.evaluate.bootstrap import RESAMPLES, interval
from cedarprov.evaluate.measure import Measure, measured
from cedarprov.evaluate.outcome import Outcome
from cedarprov.model.frozen import Frozen, field

DIGITS: Final = 6


class Summary(Frozen):
    """Numbers named `arm.measure`; an interval holds its measure in 95 of 100 resamples.

    A measure of a single group has no interval; where all groups count alike, both ends of it are
    the measure.
    """

    items: int
    measures: Mapping[str, float] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def summarise(
    outcomes: Iterable[Outcome],
    measures: Sequence[Measure],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Summary:
    """Return every measure of every arm; one that counts nothing is left out.

    Latency, the median and the 95th percentile of the seconds of one answer, is given in
    milliseconds where outcomes hold it, and has no interval.
    """
    by_arm = _parted(outcomes, lambda outcome: outcome.arm)
    numbers: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    for arm, found in by_arm.items():
        groups = list(_parted(found, lambda outcome: outcome.group).values())
        for measure in measures:
            value = measured(measure, groups)
            bounds = interval(measure, groups, seed=seed, resamples=resamples)
            if value is not None:
                numbers[f"{arm}.{measure.name}"] = round(value, DIGITS)
            if value is not None and bounds is not None:
                low, high = bounds
                intervals[f"{arm}.{measure.name}"] = (round(low, DIGITS), round(high, DIGITS))
        numbers.update({f"{arm}.{name}": value for name, value in _latency(found).items()})
    items = {outcome.item for found in by_arm.values() for outcome in found}
    return Summary(items=len(items), measures=numbers, intervals=intervals)


def by_kind(
    outcomes: Iterable[Outcome],
    measures: Sequence[Measure],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> dict[str, Summary]:
    """Return one summary for each kind of item, in the order of the alphabet."""
    kinds = _parted(outcomes, lambda outcome: outcome.kind)
    return {
        kind: summarise(kinds[kind], measures, seed=seed, resamples=resamples)
        for kind in sorted(kinds)
    }


def _parted(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, list[Outcome]]:
    parts: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        parts.setdefault(key(outcome), []).append(outcome)
    return parts


def _latency(outcomes: Sequence[Outcome]) -> dict[str, float]:
    seconds = [outcome.seconds for outcome in outcomes if outcome.seconds is not None]
    if len(seconds) < 2:  # noqa: PLR2004 - quantiles need two
        return {}
    cuts = quantiles(seconds, n=20, method="inclusive")
    return {
        "latency_ms_p50": round(1000 * cuts[9], 2),
        "latency_ms_p95": round(1000 * cuts[18], 2),
    }
