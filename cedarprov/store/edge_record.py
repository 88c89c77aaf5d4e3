"""Edges as recorded, with the state that their reviews and withdrawals give them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Final

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.rdf.edge import read_relation
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.store.query import Reader, table
from cedarprov.store.verdict import standing_verdicts
from cedarprov.store.withdrawal import withdrawals_of

REVIEW_POLICY: Final = (
    "accepted with one acceptance or more and no standing rejection; the last verdict of a "
    "reviewer stands; disputed edges are not followed"
)


class ReviewState(StrEnum):
    """What standing, reviews and withdrawals together make of an edge or claim."""

    ASSERTED = "asserted"
    ACCEPTED = "accepted"
    PENDING = "pending"
    REJECTED = "rejected"
    DISPUTED = "disputed"
    WITHDRAWN = "withdrawn"

    @property
    def is_followed(self) -> bool:
        """Whether it counts: retrieval may follow such an edge."""
        return self in (ReviewState.ASSERTED, ReviewState.ACCEPTED)


class EdgeRecord(Frozen):
    """One edge: what it relates, under which scope, and its state."""

    iri: str
    bundle: str
    sequence: int
    subjects: tuple[str, ...]
    relation: Relation
    object: str
    inferred: bool
    scope: Scope
    at: str
    state: ReviewState


class _EdgeRow(Frozen):
    edge: str
    bundle: str
    sequence: int
    subject: str
    relation: str
    object: str
    inferred: bool
    scope: str | None
    at: str


class _ScopeRow(Frozen):
    scope: str
    dimension: str
    expression: str


_EDGES: Final = table("ledger/edges", _EdgeRow)
_SCOPES: Final = table("ledger/scopes", _ScopeRow)


def edge_records(
    edges: Collection[str], reader: Reader, names: Names, *, sequence: int | None = None
) -> Iterator[EdgeRecord]:
    """Yield edges as they stood at a sequence number (None: now), in order of their IRIs."""
    index = names.graph(INDEX)
    rows: dict[str, list[_EdgeRow]] = defaultdict(list)
    for row in _EDGES.rows(reader, edges=edges, index=index):
        if sequence is None or row.sequence <= sequence:
            rows[row.edge].append(row)
    verdicts = standing_verdicts(rows, reader, names, sequence)
    withdrawn = withdrawals_of(rows, reader, names, sequence=sequence)
    scopes = read_scopes({row.scope for group in rows.values() for row in group}, reader)
    for edge, group in sorted(rows.items()):
        first = min(group, key=lambda row: row.sequence)
        yield EdgeRecord(
            iri=edge,
            bundle=first.bundle,
            sequence=first.sequence,
            subjects=tuple(sorted({row.subject for row in group})),
            relation=read_relation(first.relation),
            object=first.object,
            inferred=first.inferred,
            scope=scopes.get(first.scope or "", Scope()),
            at=first.at,
            state=ReviewState.WITHDRAWN
            if edge in withdrawn
            else review_state(verdicts[edge], inferred=first.inferred),
        )


def review_state(verdicts: Collection[bool], *, inferred: bool) -> ReviewState:
    """Return the state that standing verdicts (true: accepted) give an edge or claim."""
    accepted, rejected = any(verdicts), not all(verdicts)
    if rejected:
        return ReviewState.DISPUTED if accepted else ReviewState.REJECTED
    if not inferred:
        return ReviewState.ASSERTED
    return ReviewState.ACCEPTED if accepted else ReviewState.PENDING


def read_scopes(scopes: Iterable[str | None], reader: Reader) -> dict[str, Scope]:
    """Return scopes by their IRIs."""
    wanted = sorted({scope for scope in scopes if scope})
    if not wanted:
        return {}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in _SCOPES.rows(reader, scopes=wanted):
        found[row.scope][row.dimension] = row.expression
    return {scope: Scope.of(expressions) for scope, expressions in found.items()}
