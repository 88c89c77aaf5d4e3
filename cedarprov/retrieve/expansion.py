"""Bounded expansion: from passages over reviewed edges to the passages that qualify them.

One hop at a time, by property path over the shortcut graphs, from a bound frontier. Every hop is
checked again against the edge itself: its state at the asked sequence number and the joint scope.
Going between a passage and its claims is no hop. Hubs are capped, and the cap is reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.question import Question
from cedarprov.model.receipt import HubNotice
from cedarprov.model.scope import Scope
from cedarprov.rdf.graph import ACCEPTED, ASSERTED
from cedarprov.retrieve.extract import passage_span
from cedarprov.retrieve.place import Placed
from cedarprov.retrieve.ruling import Lying
from cedarprov.store.edge_record import EdgeRecord, edge_records
from cedarprov.store.query import table
from cedarprov.store.session import Session

HUB: Final = 25
"""The most links of one record that are followed in one hop."""


class Hop(Frozen):
    """One step from a record to another."""

    near: str
    far: str


class Links(Frozen):
    """How many records are one step away from a record."""

    near: str
    links: int


class Between(Frozen):
    """An edge between two records."""

    edge: str
    near: str
    far: str


class ClaimSpan(Frozen):
    """A claim and a span that it resolves to."""

    claim: str
    span: str
    version: str
    start: int
    end: int


class PassageText(Frozen):
    """A passage and its text."""

    passage: str
    version: str
    text: str
    start: int
    end: int


_HOP: Final = table("expand/hop", Hop)
_HOP_AT: Final = table("expand/hop-at", Hop)
_LINKS: Final = table("expand/links", Links)
_BETWEEN: Final = table("expand/edges-between", Between)
_CLAIMS: Final = table("expand/claims", ClaimSpan)
_SPANS: Final = table("expand/spans", Lying)
_PASSAGES: Final = table("expand/passages", PassageText)


class Trace(Frozen):
    """How a record was reached: from which text, over how many hops and which edges.

    `under` holds the scopes of these edges, which must be able to hold together.
    """

    start: str
    hops: int = 0
    via: tuple[str, ...] = ()
    under: tuple[Scope, ...] = ()

    def along(self, edge: EdgeRecord) -> Trace:
        """Return the trace of what an edge leads to from here."""
        return Trace(
            start=self.start,
            hops=self.hops + 1,
            via=(*self.via, edge.iri),
            under=(*self.under, edge.scope),
        )


@dataclass(slots=True)
class Expansion:
    """The texts that edges led to, which edges were followed, and where links were left out."""

    reached: dict[str, Trace] = field(default_factory=dict)
    followed: dict[str, EdgeRecord] = field(default_factory=dict)
    hubs: list[HubNotice] = field(default_factory=list)


class Expander:
    """Expands from texts in their places under one question."""

    def __init__(
        self, session: Session, question: Question, withdrawn: Collection[str] = frozenset()
    ) -> None:
        self._session = session
        self._store = session.store
        self._question = question
        self._withdrawn = withdrawn
        self._graphs = [session.names.graph(name) for name in (ASSERTED, ACCEPTED)]

    def expand(self, seeds: Sequence[Placed], ranked: Sequence[Placed]) -> Expansion:
        """Follow edges from `seeds`; editions that are reached bring their texts of `ranked`."""
        found = Expansion()
        traces = self._with_claims(_own_records(seeds))
        frontier = dict(traces)
        for _ in range(self._question.budget.hops):
            if not frontier:
                break
            steps = self._step(frontier, found)
            fresh = {node: trace for node, trace in steps.items() if node not in traces}
            frontier = self._with_passages(fresh)
            traces |= frontier
        self._bring_texts(traces, ranked, found)
        for seed in seeds:
            found.reached.pop(seed.text, None)
        return found

    # -- one hop ----------------------------------------------------------------------------------

    def _step(self, frontier: Mapping[str, Trace], found: Expansion) -> dict[str, Trace]:
        nears = sorted(node for node in frontier if node not in self._withdrawn)
        steps = self._capped(nears, found)
        hops = [step for step in steps if step.far not in self._withdrawn]
        if not hops:
            return {}
        edges = self._edges(hops)
        reached: dict[str, Trace] = {}
        for step in hops:
            before = frontier[step.near]
            usable = [
                edge
                for edge in edges.get((step.near, step.far), ())
                if self._follow(edge, before, found)
            ]
            if usable and step.far not in reached:
                reached[step.far] = before.along(min(usable, key=lambda edge: edge.iri))
        return reached

    def _capped(self, frontier: Sequence[str], found: Expansion) -> list[Hop]:
        if self._question.sequence is not None:
            steps = list(_HOP_AT.rows(self._store, frontier=frontier))
            edges = self._edges(steps)
            return list(_cap((step for step in steps if _is_open(step, edges)), found))
        counts = {
            row.near: row.links
            for row in _LINKS.rows(self._store, frontier=frontier, graphs=self._graphs)
        }
        small = [node for node, links in counts.items() if links <= HUB]
        hops = list(_HOP.rows(self._store, frontier=small, graphs=self._graphs)) if small else []
        for hub in sorted(set(counts) - set(small)):
            found.hubs.append(HubNotice(node=hub, links=counts[hub], followed=HUB))
            rows = _HOP.rows(self._store, frontier=[hub], graphs=self._graphs)
            hops += [step for step, _ in zip(rows, range(HUB), strict=False)]
        return hops

    def _edges(self, hops: Sequence[Hop]) -> dict[tuple[str, str], list[EdgeRecord]]:
        if not hops:
            return {}
        nears, fars = sorted({step.near for step in hops}), sorted({step.far for step in hops})
        between = list(_BETWEEN.rows(self._store, nears=nears, fars=fars))
        records = {
            edge.iri: edge
            for edge in edge_records(
                sorted({row.edge for row in between}),
                self._store,
                self._session.names,
                sequence=self._question.sequence,
            )
        }
        edges: dict[tuple[str, str], list[EdgeRecord]] = defaultdict(list)
        for row in between:
            if row.edge in records:
                edges[row.near, row.far].append(records[row.edge])
        return edges

    def _follow(self, edge: EdgeRecord, before: Trace, found: Expansion) -> bool:
        joint = (self._question.scope, *before.under)
        if not (edge.state.is_followed and all(map(edge.scope.overlaps, joint))):
            return False
        found.followed[edge.iri] = edge
        return True

    # -- between records and texts ----------------------------------------------------------------

    def _with_claims(self, records: Mapping[str, tuple[str, Sequence[Lying]]]) -> dict[str, Trace]:
        """Return traces of records, and of the claims and spans that lie in their passages."""
        traces = {node: Trace(start=text) for node, (text, _) in records.items()}
        lying: dict[str, list[tuple[Lying, str]]] = defaultdict(list)
        for text, places in records.values():
            for place in places:
                lying[place.version].append((place, text))
        for claim in _CLAIMS.rows(self._store, versions=sorted(lying)):
            for place, text in lying[claim.version]:
                if place.start < claim.end and claim.start < place.end:
                    traces.setdefault(claim.claim, Trace(start=text))
                    traces.setdefault(claim.span, Trace(start=text))
        return traces

    def _with_passages(self, fresh: Mapping[str, Trace]) -> dict[str, Trace]:
        """Return traces of records, and of the passages that hold the claims among them."""
        traces = dict(fresh)
        if not fresh:
            return traces
        lying = list(_SPANS.rows(self._store, records=sorted(fresh)))
        versions = sorted({row.version for row in lying})
        for passage in self._passages(versions):
            for row in lying:
                if row.version == passage.version and _meet(row, passage):
                    traces.setdefault(passage.passage, fresh[row.record])
        return traces

    def _passages(self, versions: Collection[str]) -> Iterable[PassageText]:
        return _PASSAGES.rows(self._store, versions=versions) if versions else ()

    def _bring_texts(
        self, traces: Mapping[str, Trace], ranked: Sequence[Placed], found: Expansion
    ) -> None:
        reached = {node: trace for node, trace in traces.items() if trace.hops}
        lying = _SPANS.rows(self._store, records=sorted(reached)) if reached else ()
        versions = sorted({row.version for row in lying if row.record in reached})
        for passage in self._passages(versions):
            if passage.passage in reached:
                _keep_nearest(found.reached, passage.text, reached[passage.passage])
        for placed in ranked:
            for place in placed.places:
                for node in (place.edition, place.version):
                    if node in reached:
                        _keep_nearest(found.reached, placed.text, reached[node])


def _own_records(seeds: Sequence[Placed]) -> dict[str, tuple[str, Sequence[Lying]]]:
    """Return the passages, versions and editions of texts, each with its text and passages."""
    records: dict[str, tuple[str, Sequence[Lying]]] = {}
    for seed in seeds:
        for place in seed.applying:
            start, end = passage_span(place.passage)
            lying = Lying(record=place.passage, version=place.version, start=start, end=end)
            records.setdefault(place.passage, (seed.text, (lying,)))
            records.setdefault(place.version, (seed.text, ()))
            records.setdefault(place.edition, (seed.text, ()))
    return records


def _is_open(step: Hop, edges: Mapping[tuple[str, str], Sequence[EdgeRecord]]) -> bool:
    """Tell whether the shortcut graphs of the state asked would have shown a step."""
    return any(edge.state.is_followed for edge in edges.get((step.near, step.far), ()))


def _cap(steps: Iterable[Hop], found: Expansion) -> Iterator[Hop]:
    taken: dict[str, int] = defaultdict(int)
    for step in steps:
        taken[step.near] += 1
        if taken[step.near] <= HUB:
            yield step
    found.hubs += [
        HubNotice(node=node, links=links, followed=HUB)
        for node, links in sorted(taken.items())
        if links > HUB
    ]


def _meet(row: Lying, passage: PassageText) -> bool:
    return row.start < passage.end and passage.start < row.end


def _keep_nearest(reached: dict[str, Trace], text: str, trace: Trace) -> None:
    if text not in reached or trace.hops < reached[text].hops:
        reached[text] = trace
