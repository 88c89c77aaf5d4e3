"""Endings: which claims a reviewed supersession ends, from when, and by what words.

An ending is read from edges and reviews each time. It is there once the edge is accepted (or was
asserted), and gone when a review rejects it: so every ending can be undone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.model.time import NEVER_STATED, KnownTime, Time
from cedarprov.rdf.graph import TEXTS
from cedarprov.store.edge_record import EdgeRecord, ReviewState, edge_records
from cedarprov.store.query import table

if TYPE_CHECKING:
    from cedarprov.store.session import Session

_AT_ONCE: Final = 500


class Ending(Frozen):
    """A claim that an edge ends, within a scope; to reject `edge` in review undoes it.

    `by` are the records that replace it, `words` the quotations that say so. `since` is when the
    edition that they stand in takes effect, as far as that is known.
    """

    claim: str
    edge: str
    by: tuple[str, ...]
    scope: Scope
    since: Time
    words: tuple[Span, ...]
    state: ReviewState


class _Onto(Frozen):
    edge: str


class _Quotation(Frozen):
    edge: str
    version: str
    start: int
    end: int
    exact: str


class _Lying(Frozen):
    record: str
    version: str
    start: int
    end: int


_LYING: Final = table("expand/spans", _Lying)
_SUPERSEDING: Final = table("ledger/edges-superseding", _Onto)
_QUOTATIONS: Final = table("ledger/edge-quotations", _Quotation)


def superseded(
    session: Session, claims: Collection[str], sequence: int | None = None
) -> tuple[Ending, ...]:
    """Return every ending of some claims, as reviews had it at a sequence number (None: now)."""
    found: list[EdgeRecord] = []
    listed = sorted(claims)
    for start in range(0, len(listed), _AT_ONCE):
        rows = _SUPERSEDING.rows(session.store, records=listed[start : start + _AT_ONCE])
        edges = sorted({row.edge for row in rows})
        found += edge_records(edges, session.store, session.names, sequence=sequence)
    return tuple(_endings([edge for edge in found if edge.state.is_followed], session))


def _endings(edges: Collection[EdgeRecord], session: Session) -> Iterator[Ending]:
    words = _quotations([edge.iri for edge in edges], session)
    versions = _versions({subject for edge in edges for subject in edge.subjects}, session)
    for edge in edges:
        new = frozenset().union(*(versions[subject] for subject in edge.subjects))
        said = words[edge.iri]
        yield Ending(
            claim=edge.object,
            edge=edge.iri,
            by=edge.subjects,
            scope=edge.scope,
            since=_since(new, session),
            words=tuple([span for span in said if span.version in new] or said),
            state=edge.state,
        )


def _since(versions: Collection[str], session: Session) -> Time:
    """Return the earliest known time at which an edition with one of some versions takes effect."""
    starts = [
        record.edition.effective.start
        for version in sorted(versions)
        for record in session.catalogue.of_version(version)
    ]
    known = [start for start in starts if isinstance(start, KnownTime)]
    return min(known, key=lambda start: start.earliest, default=NEVER_STATED)


def _versions(records: Collection[str], session: Session) -> dict[str, frozenset[str]]:
    """Return the versions that some claims, spans or passages lie in."""
    found: dict[str, set[str]] = {record: set() for record in records}
    if records:
        for row in _LYING.rows(session.store, records=sorted(records)):
            found[row.record].add(row.version)
    return {record: frozenset(versions) for record, versions in found.items()}


def _quotations(edges: Collection[str], session: Session) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = defaultdict(list)
    if edges:
        graph = session.names.graph(TEXTS)
        for row in _QUOTATIONS.rows(session.store, edges=edges, graph=graph):
            span = Span(version=row.version, start=row.start, end=row.end, exact=row.exact)
            found[row.edge].append(span)
    return found
