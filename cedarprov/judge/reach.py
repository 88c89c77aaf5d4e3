"""What rests on a record: the versions, claims and edges that are reached from it, downstream."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from cedarprov.judge.foundation import EdgeRead, lots, read_edges
from cedarprov.model.frozen import Frozen
from cedarprov.store.query import table
from cedarprov.store.session import Session


class Reach(Frozen):
    """What was reached; `claims` holds the record itself, and whatever else an edge holds up."""

    versions: frozenset[str]
    editions: frozenset[str]
    spans: frozenset[str]
    claims: frozenset[str]
    edges: dict[str, EdgeRead]

    @property
    def records(self) -> set[str]:
        """Everything that rests on the record."""
        parts = (self.versions, self.editions, self.spans, self.claims, self.edges)
        return {record for part in parts for record in part}


class _EdgeRow(Frozen):
    edge: str


class _ClaimRow(Frozen):
    claim: str
    span: str
    version: str
    start: int
    end: int


_BELOW: Final = table("judge/edges-below", _EdgeRow)
_QUOTING: Final = table("judge/edges-quoting", _EdgeRow)
_CLAIMS: Final = table("expand/claims", _ClaimRow)


def reach(session: Session, record: str, *, sequence: int | None = None) -> Reach:
    """Return what rests on a source, edition, version, claim or edge at a sequence number."""
    captures = [
        capture
        for capture in session.catalogue.of_record(record)
        if sequence is None or capture.sequence <= sequence
    ]
    versions = frozenset(capture.version for capture in captures)
    quoting = [row for lot in lots(versions) for row in _CLAIMS.rows(session.store, versions=lot)]
    edges = _read(session, {record, *_quoting(session, versions)}, sequence)
    frontier = {record, *(row.claim for row in quoting), *_held_up(edges.values())}
    claims: set[str] = set()
    while frontier:
        claims |= frontier
        fresh = _read(session, _below(session, frontier) - edges.keys(), sequence)
        edges |= fresh
        frontier = _held_up(fresh.values()) - claims
    evidence = {
        span
        for edge in edges.values()
        for span, version in edge.evidence.items()
        if version in versions
    }
    return Reach(
        versions=versions,
        editions=frozenset(capture.edition_iri for capture in captures),
        spans=frozenset(row.span for row in quoting) | evidence,
        claims=frozenset(claims),
        edges=edges,
    )


def _read(session: Session, edges: Collection[str], sequence: int | None) -> dict[str, EdgeRead]:
    return {edge.iri: edge for edge in read_edges(session, edges, sequence)}


def _quoting(session: Session, versions: Collection[str]) -> set[str]:
    rows = (_QUOTING.rows(session.store, versions=lot) for lot in lots(versions))
    return {row.edge for found in rows for row in found}


def _below(session: Session, records: Collection[str]) -> set[str]:
    rows = (_BELOW.rows(session.store, records=lot) for lot in lots(records))
    return {row.edge for found in rows for row in found}


def _held_up(edges: Iterable[EdgeRead]) -> set[str]:
    return {claim for edge in edges for claim, _ in edge.supports()}
