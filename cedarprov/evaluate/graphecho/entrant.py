"""What takes part: a policy under a mitigation, with labels by somebody who knows them so far."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from cedarprov.evaluate.graphecho.environment import (
    BUDGET,
    Judgement,
    Policy,
    Trace,
    judged,
    walked,
)
from cedarprov.evaluate.graphecho.graph import Graph, NodeKind, Topology, graph
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.evaluate.graphecho.optimum import optimum
from cedarprov.evaluate.graphecho.policy import POLICIES
from cedarprov.evaluate.graphecho.retrieval import NAME as RETRIEVAL
from cedarprov.evaluate.graphecho.retrieval import retrieval
from cedarprov.evaluate.graphecho.store import InstanceStore, Knower
from cedarprov.model.frozen import Frozen

OPTIMUM: Final = "optimum"


class Setting(Frozen):
    """How a graph is laid out, the seed of its order of paths, and the budget of walks."""

    topology: Topology = Topology.PRIMARY
    seed: int = 0
    budget: int = BUDGET


class Entrant(Frozen):
    """A policy by name; `knower` says whose labels the mitigation shows."""

    policy: str
    mitigation: Mitigation
    knower: Knower = Knower.DETECTED
    arm: str = ""

    @property
    def name(self) -> str:
        """The name of the arm."""
        return self.arm or f"{self.policy}/{self.mitigation}"

    def graph(self, instance: Instance, store: InstanceStore, setting: Setting) -> Graph:
        """Return the graph that it is shown; the optimum knows the truth."""
        if self.policy == OPTIMUM:
            return true_graph(instance, setting)
        return graph(
            instance,
            store.labelling(instance, self.knower),
            mitigation=self.mitigation,
            topology=setting.topology,
            seed=setting.seed,
        )

    def trace(self, instance: Instance, store: InstanceStore, setting: Setting) -> Trace:
        """Return what it does."""
        if self.policy == OPTIMUM:
            return best_walk(instance, setting)[0]
        laid = self.graph(instance, store, setting)
        return walked(laid, self._policy(laid, instance, store), budget=setting.budget)

    def judgement(self, instance: Instance, store: InstanceStore, seed: int) -> Judgement | None:
        """Return what it says of all the evidence at once, or of all that an answer shows."""
        laid = self.graph(instance, store, Setting(seed=seed))
        nodes = None
        if self.policy == RETRIEVAL:
            shown = {*store.shown(instance)}
            nodes = [name for name in _observations(laid) if laid.nodes[name].path in shown]
        return judged(laid, self._policy(laid, instance, store), nodes)

    def judgement_on(
        self, instance: Instance, store: InstanceStore, origins: frozenset[str]
    ) -> Judgement | None:
        """Return what it says of one observation of each of some origins."""
        laid = self.graph(instance, store, Setting())
        first: dict[str, str] = {}
        for name in _observations(laid):
            first.setdefault(laid.nodes[name].origin, name)
        nodes = [name for origin, name in first.items() if origin in origins]
        return judged(laid, self._policy(laid, instance, store), nodes)

    def _policy(self, laid: Graph, instance: Instance, store: InstanceStore) -> Policy:
        if self.policy == RETRIEVAL:
            return retrieval(laid, store.shown(instance))
        return POLICIES[self.policy]


def true_graph(instance: Instance, setting: Setting) -> Graph:
    """Return the graph of an instance before anything happened to it."""
    truth = true_labelling(instance)
    return graph(instance, truth, topology=setting.topology, seed=setting.seed)


@lru_cache(maxsize=4096)
def best_walk(instance: Instance, setting: Setting) -> tuple[Trace, float]:
    """Return the best walk on that graph, and its reward."""
    return optimum(true_graph(instance, setting), instance, budget=setting.budget)


def _observations(laid: Graph) -> list[str]:
    return [name for name, node in laid.nodes.items() if node.kind is NodeKind.OBSERVATION]


ENTRANTS: Final = (
    *(Entrant(policy=policy, mitigation=each) for policy, each in product(POLICIES, Mitigation)),
    Entrant(policy=RETRIEVAL, mitigation=Mitigation.M1, arm=RETRIEVAL),
    Entrant(policy=OPTIMUM, mitigation=Mitigation.M1, knower=Knower.TRUE, arm=OPTIMUM),
)
"""Every scripted policy under every mitigation, the store's own retrieval, and the optimum."""
