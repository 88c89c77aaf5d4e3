"""Shortcut graphs: the edges that may be followed as plain triples, for property paths.

They follow the ledger by sequence number, can be rebuilt from it, and are never the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.edge import relation_node
from cedarprov.rdf.graph import ACCEPTED, ASSERTED, DERIVED, PENDING, SHORTCUTS
from cedarprov.rdf.naming import Names
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.edge_record import EdgeRecord, ReviewState, edge_records
from cedarprov.store.ledger import Bundle
from cedarprov.store.port import RdfStore
from cedarprov.store.query import table

_AT_ONCE: Final = 500
_GRAPH_OF: Final = {
    ReviewState.ASSERTED: ASSERTED,
    ReviewState.ACCEPTED: ACCEPTED,
    ReviewState.PENDING: PENDING,
}


class _Touched(Frozen):
    edge: str


_TOUCHED: Final = table("ledger/edges-touched", _Touched)
_ALIKE: Final = table("ledger/edges-alike", _Touched)


class Shortcuts:
    """The three shortcut graphs of one store."""

    def __init__(self, store: RdfStore, names: Names, catalogue: Catalogue) -> None:
        self._store = store
        self._names = names
        self._catalogue = catalogue

    @property
    def reflects(self) -> int:
        """The sequence number up to which the graphs follow the ledger."""
        found = self._store.quads(
            self._names.graph(ASSERTED), v.REFLECTS, None, self._names.graph(DERIVED)
        )
        return max((int(getattr(quad.object, "value", 0)) for quad in found), default=0)

    def follow(self, bundles: Iterable[Bundle]) -> None:
        """Bring the graphs up to the last of some bundles, given in order from `reflects` on."""
        waiting = list(bundles)
        for start in range(0, len(waiting), _AT_ONCE):
            self._follow(waiting[start : start + _AT_ONCE])

    def _follow(self, bundles: Sequence[Bundle]) -> None:
        iris = [bundle.iri for bundle in bundles]
        touched = {row.edge for row in _TOUCHED.rows(self._store, bundles=iris)}
        touched |= self._replaced(iris)
        # Edges that say the same share a shortcut: it stands as long as one of them does.
        touched |= {row.edge for row in _ALIKE.rows(self._store, edges=sorted(touched))}
        wanted: set[Quad] = set()
        present: set[Quad] = set()
        for edge in edge_records(sorted(touched), self._store, self._names):
            wanted |= set(self._quads(edge))
            present |= set(self._present(edge))
        node, graph = self._names.graph(ASSERTED), self._names.graph(DERIVED)
        marks = list(self._store.quads(node, v.REFLECTS, None, graph))
        mark = Quad(node, v.REFLECTS, literal.count(bundles[-1].sequence), graph)
        # Added before removed, and the mark moved last: a kill in between is caught up again.
        self._store.add(serialize(wanted - present, format=RdfFormat.N_QUADS) or b"")
        self._store.remove(present - wanted)
        self._store.add(serialize([mark], format=RdfFormat.N_QUADS) or b"")
        self._store.remove(quad for quad in marks if quad != mark)

    def _replaced(self, bundles: Sequence[str]) -> set[str]:
        """Return the edges of captures that a later capture of the same edition replaced."""
        captures = filter(None, map(self._catalogue.in_bundle, bundles))
        replaced = filter(None, (self._catalogue.find(item.previous or "") for item in captures))
        old = [item.bundle for item in replaced]
        return {row.edge for row in _TOUCHED.rows(self._store, bundles=old)} if old else set()

    def _quads(self, edge: EdgeRecord) -> Iterable[Quad]:
        name = _GRAPH_OF.get(edge.state)
        if name is None or self._is_replaced(edge):
            return ()
        return tuple(self._quad(edge, subject, name) for subject in edge.subjects)

    def _is_replaced(self, edge: EdgeRecord) -> bool:
        if edge.relation is not Relation.APPLIES_TO:
            return False
        capture = self._catalogue.in_bundle(edge.bundle)
        return capture is not None and self._catalogue.last_of(capture.edition_iri) != capture

    def _present(self, edge: EdgeRecord) -> Iterable[Quad]:
        relation, target = relation_node(edge.relation), NamedNode(edge.object)
        for subject in edge.subjects:
            for name in SHORTCUTS:
                graph = self._names.graph(name)
                yield from self._store.quads(NamedNode(subject), relation, target, graph)

    def _quad(self, edge: EdgeRecord, subject: str, name: str) -> Quad:
        return Quad(
            NamedNode(subject),
            relation_node(edge.relation),
            NamedNode(edge.object),
            self._names.graph(name),
        )
