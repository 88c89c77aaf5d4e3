"""The best that any walk within a budget can be rewarded with, by exhaustive search.

The optimum knows every origin and stance and so chooses where to go, but it judges as an honest
policy does: by the balance of the distinct origins that it acquired.
"""

from __future__ import annotations

from collections.abc import Iterator

from cedarprov.evaluate.graphecho.environment import Judgement, Step, StepKind, Trace
from cedarprov.evaluate.graphecho.graph import Graph
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.measure import FULL, Weights, reward
from cedarprov.evaluate.graphecho.verdict import Stance, balance

_State = tuple[str, frozenset[str]]
_Layer = dict[_State, tuple[Step, ...]]


def optimum(
    graph: Graph, instance: Instance, *, budget: int, weights: Weights = FULL
) -> tuple[Trace, float]:
    """Return the best walk and its reward.

    Of walks of one length that end at one node with the same origins, the one with the fewest
    echoes is at least as good whatever follows, so that it alone is carried on.
    """
    start: _State = (graph.start, frozenset())
    layer: _Layer = {start: ()}
    trace = _judged((), instance, start[1], budget)
    best = trace, reward(trace, instance, weights)
    for _ in range(budget):
        layer = _next(graph, layer)
        for origins, steps in _unlike(layer).items():
            trace = _judged(steps, instance, origins, budget)
            value = reward(trace, instance, weights)
            if value > best[1]:
                best = trace, value
    return best


def _unlike(layer: _Layer) -> dict[frozenset[str], tuple[Step, ...]]:
    """Return the walk with the fewest echoes for every set of origins, wherever it ends."""
    found: dict[frozenset[str], tuple[Step, ...]] = {}
    for (_, origins), steps in layer.items():
        if origins not in found or _echoes(steps) < _echoes(found[origins]):
            found[origins] = steps
    return found


def _next(graph: Graph, layer: dict[_State, tuple[Step, ...]]) -> dict[_State, tuple[Step, ...]]:
    found: _Layer = {}
    for (place, origins), steps in layer.items():
        for step, now in _steps(graph, place, origins):
            state, walk = (step.node, now), (*steps, step)
            if state not in found or _echoes(walk) < _echoes(found[state]):
                found[state] = walk
    return found


def _steps(
    graph: Graph, place: str, origins: frozenset[str]
) -> Iterator[tuple[Step, frozenset[str]]]:
    for name in graph.neighbours[place]:
        node = graph.nodes[name]
        if not node.bears_evidence:
            yield Step(node=name, kind=StepKind.CONNECTOR), origins
        elif node.origin in origins:
            yield Step(node=name, kind=StepKind.ECHO, origin=node.origin), origins
        else:
            yield (
                Step(node=name, kind=StepKind.FRESH, origin=node.origin),
                origins | {node.origin},
            )


def _echoes(steps: tuple[Step, ...]) -> int:
    return sum(step.kind is StepKind.ECHO for step in steps)


def _judged(
    steps: tuple[Step, ...], instance: Instance, origins: frozenset[str], budget: int
) -> Trace:
    supporting = instance.count(Stance.SUPPORT, origins)
    refuting = instance.count(Stance.REFUTE, origins)
    judgement = Judgement(
        verdict=balance(supporting, refuting),
        confidence=(supporting + 1) / (supporting + refuting + 2),
        supporting=supporting,
        refuting=refuting,
    )
    return Trace(steps=steps, judgement=judgement, budget=budget)
