"""A walk on a graph: what a policy is shown, what it may do, and the trace of what it did.

A policy is a function from a view to an action. It walks to a neighbour or stops with its
judgement. An action that follows no edge is invalid, stays in place and costs a walk like any
other. Once the budget is used up only a judgement counts: another walk, and a reply that is no
action at all, end the walk without one, which is a wrong verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.graph import Graph, Node, NodeKind
from cedarprov.evaluate.graphecho.instance import Instance
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict
from cedarprov.model.frozen import Frozen

BUDGET: Final = 6
BUDGETS: Final = (3, 5, 6, 8)


class Neighbour(Frozen):
    """What is shown of a node next to the present one; what it says and its stance are not."""

    node: str
    kind: NodeKind
    preview: str
    label: str
    multiplicity: int
    visited: bool


class Seen(Frozen):
    """A visited node. `stance` is what its content says, for policies that do not read prose."""

    node: str
    kind: NodeKind
    content: str
    stance: Stance | None
    label: str
    multiplicity: int


class View(Frozen):
    """All that a policy is shown: the claim, where it is, what it saw, and what is next to it.

    `seen` holds a node once, in the order of first visits, and `known` every node that was shown
    as a neighbour so far. `remaining` counts the walks that are left; with none the policy has to
    stop.
    """

    claim: str
    instruction: str
    position: str
    seen: tuple[Seen, ...]
    neighbours: tuple[Neighbour, ...]
    known: tuple[Neighbour, ...]
    remaining: int
    budget: int


class Judgement(Frozen):
    """What a policy says in the end.

    `confidence` is its probability of the claim, not of the verdict. `supporting` and `refuting`
    count origins; `cited` names nodes.
    """

    verdict: Verdict
    confidence: float
    supporting: int
    refuting: int
    cited: tuple[str, ...] = ()
    rationale: str = ""

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise BadValue("confidence", self.confidence, "between 0 and 1")
        if min(self.supporting, self.refuting) < 0:
            raise BadValue("counts", (self.supporting, self.refuting), "0 or more")


def is_right(judgement: Judgement | None, instance: Instance) -> bool:
    """Tell whether a judgement has the verdict of an instance; none is wrong."""
    return judgement is not None and judgement.verdict is instance.verdict


class Walk(Frozen, kw_only=False):
    """Go to a neighbour."""

    node: str


class Stop(Frozen, kw_only=False):
    """Walk no further, and judge."""

    judgement: Judgement


class Malformed(Frozen, kw_only=False):
    """A reply that is neither; `reply` is what was said."""

    reply: str


Action = Walk | Stop | Malformed
Policy = Callable[[View], Action]
"""What chooses: it is given everything that it may know, and keeps nothing between calls."""


class StepKind(StrEnum):
    """What one walk came to."""

    FRESH = "fresh"
    ECHO = "echo"
    CONNECTOR = "connector"
    INVALID = "invalid"


class Step(Frozen):
    """One walk attempt, and the origin of the evidence that it met, if any."""

    node: str
    kind: StepKind
    origin: str = ""


class Trace(Frozen):
    """What a policy did; `judgement` is None where it gave none that is valid."""

    steps: tuple[Step, ...]
    judgement: Judgement | None
    budget: int

    def count(self, *kinds: StepKind) -> int:
        """Return how many steps were of some kinds."""
        return sum(step.kind in kinds for step in self.steps)

    @property
    def acquired(self) -> tuple[str, ...]:
        """The distinct origins that were met, in order."""
        return tuple(step.origin for step in self.steps if step.kind is StepKind.FRESH)


def walked(graph: Graph, policy: Policy, *, budget: int = BUDGET) -> Trace:
    """Let a policy walk a graph within a budget of walks, and return what it did."""
    walk = _Walk(graph)
    while True:
        remaining = budget - len(walk.steps)
        action = policy(walk.view(remaining, budget))
        judgement = action.judgement if isinstance(action, Stop) else None
        if not isinstance(action, Walk) or not remaining:
            return Trace(steps=tuple(walk.steps), judgement=judgement, budget=budget)
        walk.go(action.node)


def judged(graph: Graph, policy: Policy, nodes: Sequence[str] | None = None) -> Judgement | None:
    """Return what a policy says when it is shown some evidence at once and may not walk.

    `nodes` are visited in that order (None: every observation); None is returned where the policy
    says nothing valid.
    """
    if nodes is None:
        nodes = [key for key, node in graph.nodes.items() if node.kind is NodeKind.OBSERVATION]
    walk = _Walk(graph)
    walk.seen += (graph.nodes[node] for node in nodes)
    action = policy(walk.view(0, 0))
    return action.judgement if isinstance(action, Stop) else None


class _Walk:
    """Where a walk stands, what it met, and what it was shown."""

    def __init__(self, graph: Graph) -> None:
        self.steps: list[Step] = []
        self.seen: list[Node] = []
        self._graph = graph
        self._position = graph.start
        self._known = dict.fromkeys(graph.neighbours[graph.start])

    def go(self, name: str) -> None:
        """Follow an edge, or stay where there is none."""
        if name not in self._graph.neighbours[self._position]:
            self.steps.append(Step(node=name, kind=StepKind.INVALID))
            return
        node = self._graph.nodes[name]
        self.steps.append(self._step(node))
        self._position = name
        self._known |= dict.fromkeys(self._graph.neighbours[name])
        if node not in self.seen:
            self.seen.append(node)

    def _step(self, node: Node) -> Step:
        if not node.bears_evidence:
            return Step(node=node.identifier, kind=StepKind.CONNECTOR)
        known = any(other.origin == node.origin for other in self.seen)
        kind = StepKind.ECHO if known else StepKind.FRESH
        return Step(node=node.identifier, kind=kind, origin=node.origin)

    def view(self, remaining: int, budget: int) -> View:
        """Return what the policy is shown."""
        visited = {node.identifier for node in self.seen}
        known = {name: _neighbour(self._graph.nodes[name], visited) for name in self._known}
        return View(
            claim=self._graph.claim,
            instruction=self._graph.instruction,
            position=self._position,
            seen=tuple(map(_seen, self.seen)),
            neighbours=tuple(known[name] for name in self._graph.neighbours[self._position]),
            known=tuple(known.values()),
            remaining=remaining,
            budget=budget,
        )


def _neighbour(node: Node, visited: Collection[str]) -> Neighbour:
    return Neighbour(
        node=node.identifier,
        kind=node.kind,
        preview=node.preview,
        label=node.label,
        multiplicity=node.multiplicity,
        visited=node.identifier in visited,
    )


def _seen(node: Node) -> Seen:
    return Seen(
        node=node.identifier,
        kind=node.kind,
        content=node.content,
        stance=node.stance,
        label=node.label,
        multiplicity=node.multiplicity,
    )
