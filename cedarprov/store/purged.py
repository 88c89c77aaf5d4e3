"""What was purged, read without trust in the ledger: tombstones, and bundles that were redacted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from pyoxigraph import Literal, NamedNode

from cedarprov.model.frozen import Frozen
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX, Description
from cedarprov.rdf.naming import Names
from cedarprov.store.catalogue import Catalogue
from cedarprov.store.port import RdfStore


class PurgeRecord(Frozen):
    """A tombstone: of which version and bytes, by whom, when (UTC), why, and its place."""

    iri: str
    version: str
    digest: str
    sequence: int
    at: datetime
    agent: str
    reason: str


def purge_records(store: RdfStore, names: Names) -> Mapping[str, PurgeRecord]:
    """Return the last tombstone of every version that has one, by the version."""
    found = sorted(_purges(store, names), key=lambda record: (record.sequence, record.iri))
    return {record.version: record for record in found}


def _purges(store: RdfStore, names: Names) -> Iterator[PurgeRecord]:
    for node, graph in _nodes(store, v.PURGES):
        said = _said(store, node, graph)
        yield PurgeRecord(
            iri=node.value,
            version=said.iri(node.value, v.PURGES) or "",
            digest=said.text(node.value, v.PURGED_DIGEST),
            sequence=_sequence(store, names, graph),
            at=literal.read_instant(said.text(node.value, v.GENERATED_AT_TIME)),
            agent=said.iri(node.value, v.WAS_ATTRIBUTED_TO) or "",
            reason=said.text(node.value, v.REASON),
        )


def standing_purges(
    store: RdfStore, names: Names, catalogue: Catalogue
) -> Mapping[str, PurgeRecord]:
    """Return the tombstones of versions that no later capture brought back."""
    return {
        version: record
        for version, record in purge_records(store, names).items()
        if all(each.sequence < record.sequence for each in catalogue.of_version(version))
    }


def remaining_digests(store: RdfStore, names: Names) -> Mapping[str, str]:
    """Return the digest of what is left of every bundle that was redacted, by the bundle."""
    found = []
    for node, graph in _nodes(store, v.REDACTS):
        said = _said(store, node, graph)
        bundle, digest = said.iri(node.value, v.REDACTS), said.text(node.value, v.REMAINING_DIGEST)
        found.append((_sequence(store, names, graph), bundle or "", digest))
    return {bundle: digest for _, bundle, digest in sorted(found)}


def _nodes(store: RdfStore, predicate: NamedNode) -> Iterator[tuple[NamedNode, NamedNode]]:
    for quad in store.quads(None, predicate):
        node, graph = quad.subject, quad.graph_name
        if isinstance(node, NamedNode) and isinstance(graph, NamedNode):
            yield node, graph


def _said(store: RdfStore, node: NamedNode, graph: NamedNode) -> Description:
    quads = store.quads(node, None, None, graph)
    return Description(q.triple for q in quads if isinstance(q.object, NamedNode | Literal))


def _sequence(store: RdfStore, names: Names, graph: NamedNode) -> int:
    found = store.quads(graph, v.SEQUENCE, None, names.graph(INDEX))
    return next((int(getattr(quad.object, "value", 0)) for quad in found), 0)
