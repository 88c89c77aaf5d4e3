"""Whether the shortcut graphs are what the ledger says, worked out anew from every edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from cedarprov.check.audit import Fault, FaultKind
from cedarprov.model.edge import Relation
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.edge import relation_node
from cedarprov.rdf.graph import ACCEPTED, ASSERTED, DERIVED, PENDING, SHORTCUTS
from cedarprov.rdf.naming import Names
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.edge_record import EdgeRecord, ReviewState, edge_records
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.statement import value_of

_AT_ONCE: Final = 500
_GRAPHS: Final = {
    ReviewState.ASSERTED: ASSERTED,
    ReviewState.ACCEPTED: ACCEPTED,
    ReviewState.PENDING: PENDING,
}

Shortcut = tuple[str, str, str, str]


def shortcut_faults(
    store: EmbeddedStore, names: Names, catalogue: Catalogue, sequence: int
) -> Iterator[Fault]:
    """Yield every shortcut that is missing, or that no edge stands behind.

    An inferred edge is never among the asserted ones, whatever its reviews say.
    """
    expected = set(_expected(store, names, catalogue))
    present = set(_present(store, names))
    for subject, relation, target, graph in sorted(expected - present):
        message = f"its shortcut {relation} to {target} is missing from the {graph} ones"
        yield Fault(kind=FaultKind.SHORTCUT, subject=subject, message=message)
    for subject, relation, target, graph in sorted(present - expected):
        message = f"no edge stands behind its shortcut {relation} to {target} in the {graph} ones"
        yield Fault(kind=FaultKind.SHORTCUT, subject=subject, message=message)
    marks = store.quads(None, v.REFLECTS, None, names.graph(DERIVED))
    if sequence and {value_of(quad.object) for quad in marks} != {str(sequence)}:
        message = f"they do not reflect the record up to bundle {sequence}"
        yield Fault(kind=FaultKind.SHORTCUT, subject="the shortcut graphs", message=message)


def _expected(store: EmbeddedStore, names: Names, catalogue: Catalogue) -> Iterator[Shortcut]:
    captures = {record.bundle for record in catalogue.records}
    current = {record.bundle for record in catalogue.current().values()}
    replaced = captures - current
    for edge in _edges(store, names):
        # What a capture says its edition applies to is replaced by the next capture of it.
        old = edge.relation is Relation.APPLIES_TO and edge.bundle in replaced
        if edge.state in _GRAPHS and not old:
            relation = relation_node(edge.relation).value
            for subject in edge.subjects:
                yield subject, relation, edge.object, _GRAPHS[edge.state]


def _edges(store: EmbeddedStore, names: Names) -> Iterator[EdgeRecord]:
    found = {value_of(quad.subject) for quad in store.quads(None, v.TYPE, v.EDGE)}
    waiting: Iterable[str] = iter(sorted(found))
    while lot := list(islice(waiting, _AT_ONCE)):
        yield from edge_records(lot, store, names)


def _present(store: EmbeddedStore, names: Names) -> Iterator[Shortcut]:
    for name in SHORTCUTS:
        for quad in store.quads(None, None, None, names.graph(name)):
            ends = value_of(quad.subject), quad.predicate.value, value_of(quad.object)
            yield (*ends, name)
