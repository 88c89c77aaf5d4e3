"""The statements of a store as they stand, read without trust in its ledger."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode

from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.ledger import Bundle


def graph_lines(store: EmbeddedStore, graph: NamedNode | BlankNode | DefaultGraph) -> list[bytes]:
    """Return the canonical N-Triples lines of a graph, in no order, without line ends."""
    return store.graph_dump(graph).splitlines()


def recorded_bundles(store: EmbeddedStore, names: Names) -> Iterator[Bundle]:
    """Yield the rows of the index by sequence number; what a row lacks is empty."""
    index = names.graph(INDEX)
    places = sorted(
        (_number(quad.object), value_of(quad.subject))
        for quad in store.quads(None, v.SEQUENCE, None, index)
    )
    for sequence, iri in places:
        row = {
            quad.predicate.value: value_of(quad.object)
            for quad in store.quads(NamedNode(iri), None, None, index)
        }
        yield Bundle(
            iri=iri,
            sequence=sequence,
            digest=row.get(v.DIGEST.value, ""),
            chain=row.get(v.CHAIN_DIGEST.value, ""),
        )


def _number(term: object) -> int:
    written = value_of(term)
    return int(written) if written.isdecimal() else -1


def value_of(term: object) -> str:
    """Return an IRI or the lexical form of a literal; any other term as it is written."""
    return term.value if isinstance(term, NamedNode | Literal) else str(term)
