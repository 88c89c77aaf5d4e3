"""What the record says on origins: edges of derivation and duplication as links, by their state."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Kind, Link
from cedarprov.rdf.edge import read_relation
from cedarprov.rdf.naming import Names
from cedarprov.store.edge_record import ReviewState, edge_records
from cedarprov.store.query import Reader, table

PLAN: Final = "origins by "
"""What the plan of an inference on origins begins with; the kind of the link follows."""


class _EdgeRow(Frozen):
    edge: str
    one: str
    other: str
    relation: str
    confidence: float | None
    plan: str | None


class _KnownRow(Frozen):
    edge: str


_EDGES: Final = table("origins/edges", _EdgeRow)
_KNOWN: Final = table("origins/known", _KnownRow)
# Certain as they were found: what the store wrote, and what a document declares of itself.
_AS_FOUND: Final = (Kind.OWN_OUTPUT, Kind.ALTERNATE)
_KINDS: Final = {ReviewState.ASSERTED: Kind.DECLARED, ReviewState.ACCEPTED: Kind.ACCEPTED}


def origin_links(
    records: Collection[str], reader: Reader, names: Names, *, sequence: int | None = None
) -> tuple[Link, ...]:
    """Return what edges at some records say on origins, at a sequence number (None: now).

    Edges that were rejected or are disputed are left out; those that wait for review keep the kind
    that their plan names.
    """
    rows = _rows(records, reader)
    if not rows:
        return ()
    edges = {row.edge for row in rows}
    states = {
        edge.iri: edge.state for edge in edge_records(edges, reader, names, sequence=sequence)
    }
    links = {
        (row.edge, row.one, row.other): _link(row, states[row.edge])
        for row in rows
        if states.get(row.edge) in (*_KINDS, ReviewState.PENDING)
    }
    return tuple(links[key] for key in sorted(links))


def _rows(records: Collection[str], reader: Reader) -> list[_EdgeRow]:
    """Return the edges at some records; most stores have none at all, which is quickly seen."""
    if not records or next(_KNOWN.rows(reader), None) is None:
        return []
    return list(_EDGES.rows(reader, records=sorted(records)))


def _link(row: _EdgeRow, state: ReviewState) -> Link:
    planned = _planned(row.plan or "")
    return Link(
        one=row.one,
        other=row.other,
        kind=planned if planned in _AS_FOUND else _KINDS.get(state, planned),
        score=1.0 if row.confidence is None else row.confidence,
        derived=read_relation(row.relation) is Relation.DERIVED_FROM,
        detail=row.plan or "",
        edge=row.edge,
    )


def plan_of(kind: Kind) -> str:
    """Return the plan that an inference follows that finds links of a kind."""
    return PLAN + kind.value


def _planned(plan: str) -> Kind:
    if not plan.startswith(PLAN):
        return Kind.INFERRED
    try:
        return Kind(plan.removeprefix(PLAN))
    except ValueError:
        return Kind.INFERRED
