"""An instance laid out as a graph: claim, observations, representations and sources.

A path is source - representation - observation - claim. Observations and representations bear
evidence; the claim, sources and relays are connectors. Two observations of one claim are
neighbours: all of them in the primary topology, those next to each other in the ring. With variable
hops, paths take two to six steps in turn: two leave the representation out, more than three put
relays between the observation and the claim.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import Final

from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.mitigation import Labelling, Mitigation, Shown, shown
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.model.frozen import Frozen

SHORTEST: Final = 2
PRIMARY: Final = 3
LONGEST: Final = 6


class Topology(StrEnum):
    """How the observations of a claim are connected, and how long paths are."""

    PRIMARY = "primary"
    RING = "ring"
    VARIABLE_HOP = "variable-hop"


class NodeKind(StrEnum):
    """What a node is."""

    CLAIM = "claim"
    OBSERVATION = "observation"
    REPRESENTATION = "representation"
    SOURCE = "source"
    RELAY = "relay"


class Node(Frozen):
    """One node; `origin` and `stance` are those of the evidence that it bears, if any.

    `preview` is what a neighbour shows of it, `content` what a visit does. `label` is the origin
    that it is held to have, empty where none is shown.
    """

    identifier: str
    kind: NodeKind
    preview: str
    content: str
    path: str = ""
    origin: str = ""
    stance: Stance | None = None
    label: str = ""
    multiplicity: int = 1

    @property
    def bears_evidence(self) -> bool:
        """Whether a visit acquires evidence."""
        return self.stance is not None


class Graph(Frozen):
    """Nodes with their neighbours in the order of their listing; a walk begins at `start`."""

    claim: str
    start: str
    nodes: Mapping[str, Node]
    neighbours: Mapping[str, tuple[str, ...]]
    instruction: str = ""

    @property
    def reachable(self) -> frozenset[str]:
        """The origins that a walk can reach."""
        known, waiting = {self.start}, deque([self.start])
        while waiting:
            for node in self.neighbours[waiting.popleft()]:
                if node not in known:
                    known.add(node)
                    waiting.append(node)
        return frozenset(self.nodes[node].origin for node in known if self.nodes[node].origin)


def graph(
    instance: Instance,
    labelling: Labelling,
    *,
    mitigation: Mitigation = Mitigation.M0,
    topology: Topology = Topology.PRIMARY,
    seed: int = 0,
) -> Graph:
    """Return the graph of an instance with its paths in the order of a seed.

    Names of nodes follow the order alone, so that they tell nothing of origin or stance.
    """
    paths = list(instance.paths)
    Random(f"{seed} {instance.identifier}").shuffle(paths)  # noqa: S311 - the same order each time
    laid = shown(tuple(paths), labelling, mitigation)
    builder = _Builder(instance.claim, topology)
    for at, each in enumerate(laid):
        builder.add_path(at, each)
    builder.connect_observations()
    return Graph(
        claim=instance.claim,
        start=builder.claim,
        nodes=builder.nodes,
        neighbours={node: tuple(others) for node, others in builder.edges.items()},
        instruction=mitigation.instruction,
    )


class _Builder:
    """Adds path after path; edges are listed in the order in which they are made."""

    def __init__(self, claim: str, topology: Topology) -> None:
        self.nodes: dict[str, Node] = {}
        self.edges: dict[str, dict[str, None]] = {}
        self._topology = topology
        self._observations: list[str] = []
        self._sources: dict[str, str] = {}
        self.claim = self._add(Node(
            identifier="n0", kind=NodeKind.CLAIM, preview="the claim", content=claim
        ))  # fmt: skip

    def _add(self, node: Node) -> str:
        self.nodes[node.identifier] = node
        self.edges[node.identifier] = {}
        return node.identifier

    def _join(self, one: str, other: str) -> None:
        self.edges[one][other] = None
        self.edges[other][one] = None

    def add_path(self, at: int, each: Shown) -> None:
        """Add the nodes of one path and join them from the claim outwards."""
        hops = PRIMARY
        if self._topology is Topology.VARIABLE_HOP:
            hops = SHORTEST + at % (LONGEST - SHORTEST + 1)
        last = self.claim
        for relay in self._relays(hops - PRIMARY):
            self._join(last, relay)
            last = relay
        observation = self._evidence(NodeKind.OBSERVATION, each)
        self._observations.append(observation)
        self._join(last, observation)
        last = observation
        if hops > SHORTEST:
            last = self._evidence(NodeKind.REPRESENTATION, each)
            self._join(observation, last)
        if each.source:
            self._join(last, self._source(each))

    def _next(self) -> str:
        return f"n{len(self.nodes)}"

    def _relays(self, number: int) -> Iterator[str]:
        for _ in range(number):
            yield self._add(Node(
                identifier=self._next(), kind=NodeKind.RELAY, preview="a relay", content="a relay"
            ))  # fmt: skip

    def _evidence(self, kind: NodeKind, each: Shown) -> str:
        path = each.path
        told = path.evidence if kind is NodeKind.OBSERVATION else f"{path.evidence} {path.record}"
        return self._add(Node(
            identifier=self._next(), kind=kind, preview=f"{kind}: {path.representation}",
            content=told.strip(), path=path.identifier, origin=path.origin, stance=path.stance,
            label=each.label, multiplicity=each.multiplicity,
        ))  # fmt: skip

    def _source(self, each: Shown) -> str:
        if each.source not in self._sources:
            self._sources[each.source] = self._add(Node(
                identifier=self._next(), kind=NodeKind.SOURCE, preview=each.source,
                content=each.source, label=each.label,
            ))  # fmt: skip
        return self._sources[each.source]

    def connect_observations(self) -> None:
        """Join the observations of the claim."""
        found = self._observations
        if self._topology is Topology.RING:
            pairs = list(zip(found, (*found[1:], *found[:1]), strict=True)) if found[1:] else []
        else:
            pairs = list(combinations(found, 2))
        for one, other in pairs:
            self._join(one, other)
