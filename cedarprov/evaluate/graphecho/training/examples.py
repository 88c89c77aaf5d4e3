"""The instances that PAPT is trained on, and those that checkpoints are selected by."""

from __future__ import annotations

from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import CONFLICTS, WALKED, instance, instances
from cedarprov.evaluate.graphecho.graph import Graph, graph
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.model.frozen import Frozen


class Example(Frozen):
    """An instance and the graph that is walked."""

    instance: Instance
    graph: Graph


def training(mitigation: Mitigation, most: int | None = None) -> tuple[Example, ...]:
    """Return one conflict instance a training claim, the conditions in turn: 100 of each in all.

    `most` bounds the claims.
    """
    conditions = tuple(CONFLICTS)
    return tuple(
        _example(instance(claim, conditions[number % len(conditions)]), mitigation)
        for number, claim in enumerate(claims(Split.TRAIN, most=most))
    )


def development(mitigation: Mitigation, most: int | None = None) -> tuple[Example, ...]:
    """Return every development claim in the conditions that agents walk: 400 in all."""
    chosen = claims(Split.DEVELOPMENT, most=most)
    return tuple(_example(each, mitigation) for each in instances(chosen, WALKED))


def _example(shown: Instance, mitigation: Mitigation) -> Example:
    made = graph(shown, true_labelling(shown), mitigation=mitigation)
    return Example(instance=shown, graph=made)
