"""What holds up what: which claims are live, which are stale, and by which path they became so.

A claim *rests on* its own texts (the versions that its spans quote) and on the premises of each
support, an edge `supports` that leads to it or an edge `derivedFrom` that leads from it. All
premises of one support are needed (joint); several supports are alternatives, and so are several
texts. Something is *lost* when it was withdrawn, superseded, contradicted in an accepted review or
rejected. A claim *holds* when it is not lost and at least one of these is true:

- *A text of its own holds it*: the text is not lost, and it is not merely where the claim is
  worded that was made from others. Of a claim that a loss reached, a text counts only if some
  source has it that none of the claim's premises lies in: what stands in the same source as its
  premises is no support from another origin. A loss reaches the claims that rest on what is lost,
  and from each that does not hold the claims that rest on that.
- *A support holds it*: the support is not lost, every premise holds, and no premise shares its
  origin with a premise of the claim that was lost. The copy of what was taken back does not stand
  in for it.

The claims that hold are the least set that is closed under these rules, so that circular support
supports nothing, and what is stale is all the rest. A claim that holds by reviewed or asserted
supports is *live*; one that holds only if supports are counted that nobody reviewed is *in doubt*.
Where no loss reaches a claim, its own text holds it: there is no stale claim without a loss that
led to it. To lose more never makes a claim live.

The set is found by counting premises down (Dowling and Gallier, 1984), in time linear in the
number of premises, and again as long as fewer claims are reached by a loss than was assumed, which
after the first time is only where circular support stands in between.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum

from cedarprov.model.frozen import Frozen, field


class Liveness(StrEnum):
    """Whether something holds a claim up."""

    LIVE = "live"
    IN_DOUBT = "in doubt"
    STALE = "stale"


class LossReason(StrEnum):
    """Why a record no longer holds anything up."""

    WITHDRAWN = "withdrawn"
    SUPERSEDED = "superseded"
    CONTRADICTED = "contradicted"
    REJECTED = "rejected"
    DISPUTED = "disputed"


class Loss(Frozen):
    """That a record is lost: `record` is what was struck itself, such as the source of a version.

    `by` is the withdrawal or the edge that struck it, empty where reviews of the record did.
    """

    reason: LossReason
    record: str
    by: str = ""


class Text(Frozen):
    """A version that a claim quotes, and the sources that have it."""

    version: str
    sources: frozenset[str] = frozenset()


class Support(Frozen):
    """An edge by which premises hold a claim up together; an edge may hold up several claims."""

    edge: str
    premises: tuple[str, ...]
    claim: str
    reviewed: bool = True


class SupportGraph(Frozen):
    """Claims with their texts, the supports between them, and what is lost.

    `lost` is keyed by claims, versions, other premises, and edges whose evidence is lost. `sources`
    are those of premises that are no claims; `origins` groups premises that go back to one
    observation, and a premise without a group is an origin of its own.
    """

    texts: Mapping[str, tuple[Text, ...]]
    supports: tuple[Support, ...] = ()
    lost: Mapping[str, Loss] = field(default_factory=dict)
    sources: Mapping[str, frozenset[str]] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)


class Standing(Frozen):
    """How a claim stands.

    Where it is not live, `path` leads from the claim, over edges and premises in turn, to what is
    lost; it is empty where the claim was never held up.
    """

    liveness: Liveness
    path: tuple[str, ...] = ()
    loss: Loss | None = None


class Standings(Mapping[str, Standing]):
    """How every claim of a graph stands, judged at once; a path is made when it is asked for."""

    def __init__(self, graph: SupportGraph) -> None:
        rules = _Rules(graph)
        self._graph = graph
        self._live = rules.live
        self._held = rules.closure(self._live, rules.usable)
        self._steps = _steps(graph, self._live)

    def __getitem__(self, claim: str) -> Standing:
        if claim not in self._graph.texts:
            raise KeyError(claim)
        if claim in self._live:
            return Standing(liveness=Liveness.LIVE)
        path = [claim]
        while step := self._steps.get(path[-1]):
            path += step
        loss = self._graph.lost.get(path[-1])
        if loss is not None and loss.record != path[-1]:
            path.append(loss.record)
        return Standing(
            liveness=Liveness.IN_DOUBT if claim in self._held else Liveness.STALE,
            path=tuple(path) if loss else (),
            loss=loss,
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._graph.texts)

    def __len__(self) -> int:
        return len(self._graph.texts)

    def holds(self, record: str) -> bool:
        """Tell whether a claim is live, or a premise that is no claim is not lost."""
        return record in self._live


def held_by(graph: SupportGraph, claim: str) -> tuple[str, ...]:
    """Return the texts and reviewed edges that hold a claim up, each without help of the claim."""
    if claim in graph.lost:
        return ()
    rules = _Rules(graph)
    others = rules.closure(rules.grounded - {claim}, rules.reviewed, without=claim)
    texts = tuple(text.version for text in rules.own_texts(claim))
    edges = (
        support.edge
        for support in rules.reviewed
        if support.claim == claim and others.issuperset(support.premises)
    )
    return (*texts, *edges)


class _Rules:
    """The rules of the definition, applied to one graph."""

    def __init__(self, graph: SupportGraph) -> None:
        self._graph = graph
        self._into: dict[str, list[Support]] = defaultdict(list)
        for support in graph.supports:
            if support.reviewed:
                self._into[support.claim].append(support)
        self.usable = tuple(filter(self._is_usable, graph.supports))
        self.reviewed = tuple(support for support in self.usable if support.reviewed)
        self.live: set[str] = set()
        self._reached = _reached(graph, self.live)
        while True:
            self.live = self.closure(self.grounded, self.reviewed)
            reached = _reached(graph, self.live)
            if reached == self._reached:
                break
            self._reached = reached

    @property
    def grounded(self) -> set[str]:
        """What holds without any support: claims by texts of their own, and other premises."""
        premises = {premise for support in self._graph.supports for premise in support.premises}
        known = premises - self._graph.texts.keys()
        known |= {claim for claim in self._graph.texts if self.own_texts(claim)}
        return known - self._graph.lost.keys()

    def own_texts(self, claim: str) -> list[Text]:
        """Return the texts that hold a claim up by themselves."""
        lost = self._graph.lost
        kept = [text for text in self._graph.texts[claim] if text.version not in lost]
        supports = self._into.get(claim, ())
        if claim not in self._reached or not supports:
            return kept
        taken = {
            source
            for support in supports
            for premise in support.premises
            for source in self._sources(premise)
        }
        return [text for text in kept if not text.sources or text.sources - taken]

    def closure(
        self, start: Collection[str], supports: Iterable[Support], *, without: str = ""
    ) -> set[str]:
        """Return the least set that holds `start` and what supports lead to from it."""
        waiting: dict[str, list[Support]] = defaultdict(list)
        missing: dict[tuple[str, str], int] = {}
        for support in supports:
            if support.claim == without or support.claim in self._graph.lost:
                continue
            missing[support.edge, support.claim] = len(set(support.premises))
            for premise in set(support.premises):
                waiting[premise].append(support)
        held = set(start)
        queue = deque(held)
        while queue:
            for support in waiting.get(queue.popleft(), ()):
                missing[support.edge, support.claim] -= 1
                if not missing[support.edge, support.claim] and support.claim not in held:
                    held.add(support.claim)
                    queue.append(support.claim)
        return held

    def _sources(self, premise: str) -> frozenset[str]:
        texts = self._graph.texts.get(premise)
        if texts is None:
            return self._graph.sources.get(premise, frozenset())
        return frozenset(source for text in texts for source in text.sources)

    def _is_usable(self, support: Support) -> bool:
        lost, origins = self._graph.lost, self._graph.origins
        if support.edge in lost:
            return False
        taken_back = {
            origins.get(premise, premise)
            for other in self._into.get(support.claim, ())
            for premise in other.premises
            if premise in lost
        }
        return not any(origins.get(premise, premise) in taken_back for premise in support.premises)


def _reached(graph: SupportGraph, live: Collection[str]) -> set[str]:
    """Return the claims that a loss reaches: by themselves, or over claims that are not live."""
    lost, into = graph.lost, _from_premises(graph)
    reached = {
        claim
        for claim, texts in graph.texts.items()
        if claim in lost or any(text.version in lost for text in texts)
    }
    reached |= {support.claim for support in graph.supports if _is_struck(support, lost)}
    queue = deque(reached)
    while queue:
        claim = queue.popleft()
        for support in into.get(claim, ()) if claim not in live else ():
            if support.claim not in reached:
                reached.add(support.claim)
                queue.append(support.claim)
    return reached


def _is_struck(support: Support, lost: Collection[str]) -> bool:
    return support.reviewed and (
        support.edge in lost or any(premise in lost for premise in support.premises)
    )


def _from_premises(graph: SupportGraph) -> dict[str, list[Support]]:
    found: dict[str, list[Support]] = defaultdict(list)
    for support in graph.supports:
        if support.reviewed:
            for premise in support.premises:
                found[premise].append(support)
    return found


def _steps(graph: SupportGraph, live: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return, for each claim that is not live, the first step of a shortest path to a loss."""
    steps = {claim: step for claim, step in _last_steps(graph) if claim not in live}
    into, queue = _from_premises(graph), deque(steps)
    while queue:
        below = queue.popleft()
        for support in into.get(below, ()):
            if support.claim not in live and support.claim not in steps:
                steps[support.claim] = (support.edge, below)
                queue.append(support.claim)
    return steps


def _last_steps(graph: SupportGraph) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the claims that are lost, or next to something that is, with the step to it."""
    lost = graph.lost
    for support in graph.supports:
        premises = (each for each in support.premises if each in lost and each not in graph.texts)
        if support.reviewed:
            yield from ((support.claim, (support.edge, premise)) for premise in premises)
            if support.edge in lost:
                yield support.claim, (support.edge,)
    for claim, texts in graph.texts.items():
        yield from ((claim, (text.version,)) for text in texts if text.version in lost)
    # Last, and so what counts: a claim that is lost itself needs no further reason.
    yield from ((claim, ()) for claim in graph.texts if claim in lost)
