"""What is measured on one claim in one arm, added up over its conditions and seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from cedarprov.evaluate.graphecho.environment import Judgement, StepKind, Trace, is_right
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.measure import acquisition, count_error, reward
from cedarprov.evaluate.graphecho.verdict import Verdict
from cedarprov.evaluate.measure import Counts
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.model.frozen import Frozen

STABLE: Final = 0.005
"""The response to distinct origins from which on a ratio to it is given: half a point."""


class Sums:
    """Sums by name, each with how often something was added."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = defaultdict(list)

    def add(self, **values: float | None) -> None:
        """Add values; one that is None was not measured."""
        for name, value in values.items():
            if value is not None:
                self._values[name].append(float(value))

    def tallies(self) -> dict[str, Tally]:
        """Return the sums."""
        return {name: Tally(sum(found), len(found)) for name, found in self._values.items()}


def add_walk(sums: Sums, trace: Trace, instance: Instance, best: float) -> None:
    """Add one walk; `best` is the reward of the optimum on the same graph."""
    met, said = acquisition(trace, instance), trace.judgement
    gained = reward(trace, instance)
    sums.add(
        accuracy=is_right(said, instance),
        valid=said is not None,
        upc=met.unique_provenance_coverage,
        ewr=met.echo_walk_rate,
        usr=met.unique_source_recall,
        we=met.walk_efficiency,
        walks=met.attempts,
        connectors=trace.count(StepKind.CONNECTOR),
        invalid_actions=trace.count(StepKind.INVALID),
        zero_walks=not trace.steps,
        count_error=None if said is None else count_error(said, instance, trace.acquired),
        reward=gained,
        regret=best - gained,
    )


Said = Mapping[str, Judgement | None]
"""Judgements by condition."""


def difference(said: Said, to: str, since: str) -> float | None:
    """Return by how much confidence in a claim is greater in one condition than in another."""
    one, other = said.get(to), said.get(since)
    return None if one is None or other is None else one.confidence - other.confidence


def flip(said: Said, one: str, other: str) -> bool | None:
    """Return whether the verdicts of two conditions differ."""
    first, second = said.get(one), said.get(other)
    return None if first is None or second is None else first.verdict is not second.verdict


def shift(said: Said, verdict: Verdict, to: str, since: str) -> float:
    """Return how much more often a verdict is given; what is malformed gives none."""
    return float(_says(said.get(to), verdict)) - float(_says(said.get(since), verdict))


def _says(said: Judgement | None, verdict: Verdict) -> bool:
    return said is not None and said.verdict is verdict


def inflation(said: Judgement | None, instance: Instance) -> int | None:
    """Return by how much the count of origins exceeds the truth."""
    return None if said is None else said.supporting + said.refuting - len(instance.origins)


def add_verdicts(sums: Sums, said: Said, shown: Mapping[str, Instance]) -> None:
    """Add whether each judgement is right, well-formed, and by how much its counts are wrong."""
    for condition, judgement in said.items():
        instance = shown[condition]
        origins = tuple(instance.origins)
        sums.add(
            static_accuracy=is_right(judgement, instance),
            static_valid=judgement is not None,
            static_count_error=None
            if judgement is None
            else count_error(judgement, instance, origins),
        )


class EffectRatio(Frozen, kw_only=False):
    """The mean response to paths over that to origins; None where the latter is hardly there.

    Its interval leaves out the resamples in which it is hardly there: it tells how large the ratio
    is where there is one, not how often there is.
    """

    name: str
    paths: str
    origins: str

    def counts(self, group: Sequence[Outcome]) -> Counts:
        """Return both means of the group, and one for a group that has them."""
        sums = [
            [outcome.tallies[name] for outcome in group if name in outcome.tallies]
            for name in (self.paths, self.origins)
        ]
        if not all(sums):
            return (0.0, 0.0, 0.0)
        one, other = (sum(t.found for t in each) / sum(t.of for t in each) for each in sums)
        return (one, other, 1.0)

    def value(self, total: Counts) -> float | None:
        """Return the ratio."""
        paths, origins, groups = total
        return paths / origins if groups and origins / groups > STABLE else None

    def __str__(self) -> str:
        return self.name
