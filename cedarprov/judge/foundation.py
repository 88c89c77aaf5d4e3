"""What some claims rest on, as recorded at one sequence number: read upwards, and not further.

From the claims asked about, edges are followed to their premises and to what supersedes or
contradicts them, and from these on; a round of queries reads one step for all of them at once. The
captures of versions are in the catalogue, which the session holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.store.edge_record import (
    EdgeRecord,
    ReviewState,
    edge_records,
    read_scopes,
    review_state,
)
from cedarprov.store.query import table
from cedarprov.store.session import Session
from cedarprov.store.verdict import standing_verdicts
from cedarprov.store.withdrawal import WithdrawalRecord, withdrawals_of

Item = TypeVar("Item")

_AT_ONCE: Final = 1000


class Quoted(Frozen):
    """A span, and the version that it lies in."""

    span: str
    version: str


class ClaimRead(Frozen):
    """A claim: its scope, what its reviews make of it, and the spans that it resolves to.

    `struck` is rejected or disputed where reviews struck it, else None.
    """

    iri: str
    scope: Scope
    struck: ReviewState | None
    quoted: tuple[Quoted, ...]


class EdgeRead(Frozen):
    """An edge, whether some review accepts it, and its evidence; None: the word of an agent."""

    record: EdgeRecord
    is_accepted: bool
    evidence: Mapping[str, str | None]

    @property
    def iri(self) -> str:
        """The IRI of the edge."""
        return self.record.iri

    def supports(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each record that the edge holds up, with the premises that do so together."""
        if self.record.relation is Relation.SUPPORTS:
            yield self.record.object, self.record.subjects
        elif self.record.relation is Relation.DERIVED_FROM:
            yield from ((subject, (self.record.object,)) for subject in self.record.subjects)


class Foundation(Frozen):
    """What was read: claims and edges, the versions of other records, and what was withdrawn.

    `withdrawn` holds the withdrawals that count, of any of these records.
    """

    claims: Mapping[str, ClaimRead]
    edges: Mapping[str, EdgeRead]
    versions: Mapping[str, str]
    withdrawn: Mapping[str, WithdrawalRecord]


class _EdgeRow(Frozen):
    edge: str


class _EvidenceRow(Frozen):
    edge: str
    evidence: str
    version: str | None


class _ClaimRow(Frozen):
    claim: str
    scope: str | None


class _SpanRow(Frozen):
    record: str
    span: str
    version: str


_ABOVE: Final = table("judge/edges-above", _EdgeRow)
_EVIDENCE: Final = table("judge/evidence", _EvidenceRow)
_CLAIMS: Final = table("judge/claims", _ClaimRow)
_SPANS: Final = table("judge/spans", _SpanRow)


def foundation(
    session: Session, records: Iterable[str], *, sequence: int | None = None
) -> Foundation:
    """Return what claims rest on at a sequence number (None: now); other records are passed by."""
    edges: dict[str, EdgeRead] = {}
    known: set[str] = set()
    frontier = set(records)
    while frontier:
        known |= frontier
        found = _edges_above(session, frontier) - edges.keys()
        fresh = {edge.iri: edge for edge in read_edges(session, found, sequence)}
        edges |= fresh
        frontier = {node for edge in fresh.values() for node in _above(edge)} - known
    quoted = _quoted(session, known)
    claims = dict(_claims(session, known, quoted, sequence))
    versions = {node: spans[0].version for node, spans in quoted.items() if node not in claims}
    return Foundation(
        claims=claims,
        edges=edges,
        versions=versions,
        withdrawn=_withdrawn(session, known, claims, edges, versions, sequence),
    )


def read_edges(
    session: Session, edges: Collection[str], sequence: int | None
) -> Iterator[EdgeRead]:
    """Yield edges with their evidence, as they stood at a sequence number."""
    for lot in lots(edges):
        evidence: dict[str, dict[str, str | None]] = defaultdict(dict)
        for row in _EVIDENCE.rows(session.store, edges=lot):
            evidence[row.edge][row.evidence] = row.version
        verdicts = standing_verdicts(lot, session.store, session.names, sequence)
        for record in edge_records(lot, session.store, session.names, sequence=sequence):
            accepted = any(verdicts[record.iri]) and record.state.is_followed
            yield EdgeRead(record=record, is_accepted=accepted, evidence=evidence[record.iri])


def lots(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield items in lists that a query takes at once."""
    waiting = iter(items)
    while lot := list(islice(waiting, _AT_ONCE)):
        yield lot


def _edges_above(session: Session, records: Collection[str]) -> set[str]:
    rows = (_ABOVE.rows(session.store, records=lot) for lot in lots(records))
    return {row.edge for found in rows for row in found}


def _above(edge: EdgeRead) -> Iterator[str]:
    """Yield the records that an edge lets others rest on, or by which it strikes them."""
    for _, premises in edge.supports():
        yield from premises
    if edge.record.relation in (Relation.SUPERSEDES, Relation.CONTRADICTS):
        yield from edge.record.subjects


def _quoted(session: Session, records: Collection[str]) -> dict[str, list[Quoted]]:
    quoted: dict[str, list[Quoted]] = defaultdict(list)
    for lot in lots(records):
        for row in _SPANS.rows(session.store, records=lot):
            quoted[row.record].append(Quoted(span=row.span, version=row.version))
    return quoted


def _claims(
    session: Session,
    records: Collection[str],
    quoted: Mapping[str, list[Quoted]],
    sequence: int | None,
) -> Iterator[tuple[str, ClaimRead]]:
    for lot in lots(records):
        rows = {row.claim: row for row in _CLAIMS.rows(session.store, records=lot)}
        scopes = read_scopes((row.scope for row in rows.values()), session.store)
        verdicts = standing_verdicts(list(rows), session.store, session.names, sequence)
        for claim, row in rows.items():
            state = review_state(verdicts[claim], inferred=False)
            yield (
                claim,
                ClaimRead(
                    iri=claim,
                    scope=scopes.get(row.scope or "", Scope()),
                    struck=None if state.is_followed else state,
                    quoted=tuple(quoted.get(claim, ())),
                ),
            )


def _withdrawn(  # noqa: PLR0917 - all that was read
    session: Session,
    known: Collection[str],
    claims: Mapping[str, ClaimRead],
    edges: Mapping[str, EdgeRead],
    versions: Mapping[str, str],
    sequence: int | None,
) -> Mapping[str, WithdrawalRecord]:
    texts = {*versions.values()}
    texts |= {quoted.version for claim in claims.values() for quoted in claim.quoted}
    texts |= {version for edge in edges.values() for version in edge.evidence.values() if version}
    catalogue = session.catalogue
    captures = [each for record in {*texts, *known} for each in catalogue.of_record(record)]
    places = {iri for each in captures for iri in (each.edition_iri, each.source_iri)}
    found: dict[str, WithdrawalRecord] = {}
    for lot in lots({*known, *edges, *texts, *places}):
        found |= withdrawals_of(lot, session.store, session.names, sequence=sequence)
    return found
