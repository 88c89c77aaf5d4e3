"""Why a claim holds, and what a record holds up: what was read, drawn as a graph of records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cedarprov.judge.foundation import ClaimRead, EdgeRead, Foundation, foundation
from cedarprov.judge.reach import Reach, reach
from cedarprov.judge.stand import Captures, View, support_graph
from cedarprov.judge.support import Liveness, Standing, Standings
from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.lineage import Lineage, LineageLink, LineageNode
from cedarprov.model.receipt import ReasonCode
from cedarprov.rdf.graph import INDEX
from cedarprov.store.query import table
from cedarprov.store.session import Session


class _ReceiptRow(Frozen):
    receipt: str
    sequence: int
    json: str


_RECEIPTS: Final = table("judge/receipts", _ReceiptRow)
_STRUCK_BY: Final = {
    Relation.SUPERSEDES: "superseded by",
    Relation.CONTRADICTS: "contradicted by",
}


def why(session: Session, claim: str, view: View) -> Lineage:
    """Return what a claim rests on, down to the sources, with how each part of it stands."""
    read = foundation(session, [claim], sequence=view.sequence)
    standings = Standings(support_graph(read, session, view))
    links = tuple(dict.fromkeys(_links(read, Captures(session, view.sequence))))
    return Lineage(
        root=claim,
        downwards=True,
        nodes=_nodes(claim, links, _States(read, standings)),
        links=links,
        path=standings[claim].path if claim in standings else (),
    )


def impact(session: Session, record: str, view: View) -> Lineage:
    """Return what rests on a record, and what would become of it if that were withdrawn.

    The record is a source, an edition, a version, a claim or an edge; what rests on it are
    versions, claims, edges and the receipts that are kept.
    """
    reached = reach(session, record, sequence=view.sequence)
    read = foundation(session, reached.claims | {record}, sequence=view.sequence)
    read = replace(read, edges={**reached.edges, **read.edges})
    without = replace(view, without=view.without | {record})
    states = _States(
        read,
        Standings(support_graph(read, session, view)),
        Standings(support_graph(read, session, without)),
    )
    receipts = tuple(_receipts(session, reached, view))
    within = reached.records | {record} | {link.upper for link in receipts}
    drawn = (*_links(read, Captures(session, view.sequence)), *receipts)
    links = tuple(
        dict.fromkeys(link for link in drawn if link.lower in within and link.upper in within)
    )
    return Lineage(root=record, downwards=False, nodes=_nodes(record, links, states), links=links)


# -- links ----------------------------------------------------------------------------------------


def _links(read: Foundation, captures: Captures) -> Iterator[LineageLink]:
    for claim in read.claims.values():
        yield from _of_claim(claim)
    for edge in read.edges.values():
        yield from _of_edge(edge)
    for record, version in read.versions.items():
        yield LineageLink(upper=record, lower=version, how="lies in")
    for version in _versions(read):
        for capture in captures.of(version):
            if capture.version == version:
                yield LineageLink(upper=version, lower=capture.edition_iri, how="captured for")
            yield LineageLink(upper=capture.edition_iri, lower=capture.source_iri, how="edition of")
    for record, withdrawal in read.withdrawn.items():
        yield LineageLink(upper=record, lower=withdrawal.iri, how="withdrawn by")


def _of_claim(claim: ClaimRead) -> Iterator[LineageLink]:
    for quoted in claim.quoted:
        yield LineageLink(upper=claim.iri, lower=quoted.span, how="quotes")
        yield LineageLink(upper=quoted.span, lower=quoted.version, how="lies in")


def _of_edge(edge: EdgeRead) -> Iterator[LineageLink]:
    for record, premises in edge.supports():
        yield LineageLink(upper=record, lower=edge.iri, how="rests on")
        for premise in premises:
            yield LineageLink(upper=edge.iri, lower=premise, how="premise")
    if (how := _STRUCK_BY.get(edge.record.relation)) is not None:
        yield LineageLink(upper=edge.record.object, lower=edge.iri, how=how)
        for subject in edge.record.subjects:
            yield LineageLink(upper=edge.iri, lower=subject, how="by")
    for evidence, version in edge.evidence.items():
        yield LineageLink(upper=edge.iri, lower=evidence, how="evidence")
        if version is not None:
            yield LineageLink(upper=evidence, lower=version, how="lies in")


def _versions(read: Foundation) -> list[str]:
    """Return every version, and every premise that may be an edition or a source."""
    quoted = (item.version for claim in read.claims.values() for item in claim.quoted)
    evidence = (each for edge in read.edges.values() for each in edge.evidence.values() if each)
    premises = (
        premise
        for edge in read.edges.values()
        for _, group in edge.supports()
        for premise in group
        if premise not in read.claims and premise not in read.versions
    )
    return list(dict.fromkeys((*quoted, *evidence, *read.versions.values(), *premises)))


def _receipts(session: Session, reached: Reach, view: View) -> Iterator[LineageLink]:
    """Yield the links from receipts that are kept to what was reached.

    A receipt rests on the versions whose passages it shows, and on the edges that it followed.
    """
    versions = {session.names.passages_of(version): version for version in reached.versions}
    for row in _RECEIPTS.rows(session.store, index=session.names.graph(INDEX)):
        if view.sequence is not None and row.sequence > view.sequence:
            continue
        shown, followed = _rested_on(row.json)
        for passage in shown:
            if (version := versions.get(passage.rpartition("/")[0])) is not None:
                yield LineageLink(upper=row.receipt, lower=version, how="shows")
        for edge in followed:
            if edge in reached.edges:
                yield LineageLink(upper=row.receipt, lower=edge, how="followed")


def _rested_on(written: str) -> tuple[list[str], list[str]]:
    """Return the passages that a receipt shows and the edges that it followed."""
    try:
        said: dict[str, Any] = json.loads(written)
        shown = [item for item in said["candidates"] if item["code"] == ReasonCode.SHOWN]
        return [passage for item in shown for passage in item["passages"]], list(said["edges"])
    except (ValueError, KeyError, TypeError):
        # The shape asks for a string only: what another writer put there may be anything.
        return [], []


# -- nodes ----------------------------------------------------------------------------------------


class _States:
    """How records stand now, and how if something were withdrawn."""

    def __init__(self, read: Foundation, now: Standings, then: Standings | None = None) -> None:
        self._read = read
        self._now = now
        self._then = then

    def node(self, iri: str) -> LineageNode:
        """Return a record with its state; what kind it is, is for who shows it to find out."""
        if iri in self._now:
            return self._claim(iri)
        if (edge := self._read.edges.get(iri)) is not None:
            return LineageNode(iri=iri, state=edge.record.state.value)
        return LineageNode(iri=iri, state="withdrawn" if iri in self._read.withdrawn else "")

    def _claim(self, iri: str) -> LineageNode:
        standing = self._now[iri]
        then = self._then[iri] if self._then else standing
        changes = then.liveness is not standing.liveness
        return LineageNode(
            iri=iri,
            state=standing.liveness.value,
            reason=_reason(standing),
            then=then.liveness.value if changes else "",
        )


def _reason(standing: Standing) -> str:
    if standing.liveness is Liveness.LIVE:
        return ""
    if standing.loss is None:
        return "nothing holds it up"
    return f"{standing.loss.reason.value}: {standing.loss.record}"


def _nodes(root: str, links: Iterable[LineageLink], states: _States) -> tuple[LineageNode, ...]:
    ends = (end for link in links for end in (link.upper, link.lower))
    return tuple(states.node(iri) for iri in dict.fromkeys((root, *ends)))
