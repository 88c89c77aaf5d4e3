"""The foreign PROV documents that a store quotes, read without trust in the ledger."""

from __future__ import annotations

from pyoxigraph import Literal, NamedNode

from cedarprov.errors import UnknownIri
from cedarprov.model.frozen import Frozen
from cedarprov.model.quoted import QuotedDocument
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import TEXTS, Description
from cedarprov.rdf.naming import Names
from cedarprov.rdf.quoted import read_quoted
from cedarprov.store.port import RdfStore


class QuotedRecord(Frozen):
    """A quoted document and its IRI."""

    iri: str
    document: QuotedDocument


def quoted_iris(store: RdfStore) -> list[str]:
    """Return the IRIs of all quoted documents, in order."""
    found = store.quads(None, v.TYPE, v.QUOTED_DOCUMENT)
    return sorted({quad.subject.value for quad in found if isinstance(quad.subject, NamedNode)})


def quoted_records(store: RdfStore, names: Names) -> list[QuotedRecord]:
    """Return every quoted document, by IRI."""
    return [_record(iri, store, names) for iri in quoted_iris(store)]


def quoted_record(iri: str, store: RdfStore, names: Names) -> QuotedRecord:
    """Return one quoted document.

    Raises:
        UnknownIri: The store holds none with that IRI.
    """
    if iri not in quoted_iris(store):
        raise UnknownIri(iri, "quoted document")
    return _record(iri, store, names)


def is_purged(iri: str, store: RdfStore) -> bool:
    """Tell whether a tombstone stands for a quoted document."""
    return next(iter(store.quads(None, v.PURGES, NamedNode(iri))), None) is not None


def quoted_digests(store: RdfStore) -> set[str]:
    """Return the digests of the bytes of all documents that are kept, as hexadecimal digits."""
    found = (
        quad.object
        for iri in quoted_iris(store)
        if not is_purged(iri, store)
        for quad in store.quads(NamedNode(iri), v.CONTENT_DIGEST)
    )
    return {term.value.removeprefix("sha256:") for term in found if isinstance(term, Literal)}


def quoted_text(record: QuotedRecord, store: RdfStore, names: Names) -> str:
    """Return what a document says, as N-Quads; nothing where that is not kept."""
    node = names.text(record.document.text_digest)
    found = store.quads(node, v.TEXT, None, names.graph(TEXTS))
    return next((quad.object.value for quad in found if isinstance(quad.object, Literal)), "")


def _record(iri: str, store: RdfStore, names: Names) -> QuotedRecord:
    quads = store.quads(NamedNode(iri))
    said = Description(q.triple for q in quads if isinstance(q.object, NamedNode | Literal))
    return QuotedRecord(iri=iri, document=read_quoted(iri, said, names))
