"""What is counted on one walk, and the reward of a walk (sections 4.3 and 5.3 of the paper)."""

from __future__ import annotations

from typing import Final

from cedarprov.evaluate.graphecho.environment import Judgement, StepKind, Trace, is_right
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.model.frozen import Frozen


class Acquisition(Frozen):
    """What a walk met: W attempts, V visits to evidence, U distinct origins of D, E echoes."""

    attempts: int
    visits: int
    distinct: int
    reachable: int
    echoes: int

    @property
    def unique_provenance_coverage(self) -> float:
        """U / V."""
        return _share(self.distinct, self.visits)

    @property
    def echo_walk_rate(self) -> float:
        """E / W."""
        return _share(self.echoes, self.attempts)

    @property
    def unique_source_recall(self) -> float:
        """U / D."""
        return _share(self.distinct, self.reachable)

    @property
    def walk_efficiency(self) -> float:
        """U / W."""
        return _share(self.distinct, self.attempts)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def acquisition(trace: Trace, instance: Instance) -> Acquisition:
    """Return what a walk met.

    All origins of an instance count as reachable, those too that wrong labels let vanish from the
    graph that is shown.
    """
    return Acquisition(
        attempts=len(trace.steps),
        visits=trace.count(StepKind.FRESH, StepKind.ECHO),
        distinct=len(trace.acquired),
        reachable=len(instance.origins),
        echoes=trace.count(StepKind.ECHO),
    )


def count_error(judgement: Judgement, instance: Instance, acquired: tuple[str, ...]) -> int:
    """Return by how much both counts miss the distinct origins that were acquired, added up."""
    supporting = abs(judgement.supporting - instance.count(Stance.SUPPORT, acquired))
    return supporting + abs(judgement.refuting - instance.count(Stance.REFUTE, acquired))


class Weights(Frozen):
    """How much each part of the reward counts beside the verdict, which counts one."""

    count: float = 0.4
    coverage: float = 0.4
    echo: float = 0.4
    cost: float = 0.05


FULL: Final = Weights()
NO_ECHO: Final = Weights(echo=0.0)
NO_COVERAGE: Final = Weights(coverage=0.0)
VERDICT_ONLY: Final = Weights(count=0.0, coverage=0.0, echo=0.0, cost=0.0)


def reward(trace: Trace, instance: Instance, weights: Weights = FULL) -> float:
    """Return the reward of equation 3: verdict, count and coverage, less echo and cost."""
    met, said = acquisition(trace, instance), trace.judgement
    error = None if said is None else count_error(said, instance, trace.acquired)
    counted = 0.0 if error is None else max(0.0, 1 - error / max(1, met.distinct))
    return (
        (1.0 if is_right(said, instance) else -1.0)
        + weights.count * counted
        + weights.coverage * met.distinct / max(1, min(trace.budget, met.reachable))
        - weights.echo * met.echo_walk_rate
        - weights.cost * met.attempts / trace.budget
    )
