"""The versions that a store records, and what its passages and spans quote from them."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode

from cedarprov.check.audit import Extent, Fault, FaultKind, altered, misquoted
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Description
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore


class Quoted(Frozen):
    """A version, what is recorded of its text (digest, length in code points), and its quotations.

    A position that is no whole number is -1.
    """

    iri: str
    text_digest: str
    length: int
    extents: tuple[Extent, ...]

    def faults(self, text: str) -> Iterator[Fault]:
        """Yield what of the record is not so, given the text that the bytes of the version are."""
        yield from altered(self.iri, self.text_digest, text.encode())
        if len(text) != self.length:
            message = f"the record says {self.length} code points, but the text has {len(text)}"
            yield Fault(kind=FaultKind.TEXT, subject=self.iri, message=message)
        yield from misquoted(text, self.extents)


def quoted_versions(store: EmbeddedStore, names: Names) -> Iterator[Quoted]:
    """Yield every version, in order of their IRIs."""
    return (quoted_version(iri, store, names) for iri in version_iris(store))


def version_iris(store: EmbeddedStore) -> list[str]:
    """Return the IRIs of all versions, in order."""
    found = store.quads(None, v.TYPE, v.SOURCE_VERSION)
    return sorted({quad.subject.value for quad in found if isinstance(quad.subject, NamedNode)})


def quoted_version(iri: str, store: EmbeddedStore, names: Names) -> Quoted:
    """Return a version with what is recorded of its text."""
    node = NamedNode(iri)
    said = _said(store, node)
    return Quoted(
        iri=iri,
        text_digest=said.text(iri, v.TEXT_DIGEST),
        length=_number(said.text(iri, v.TEXT_LENGTH)),
        extents=tuple(_extents(store, names, node)),
    )


def _extents(store: EmbeddedStore, names: Names, version: NamedNode) -> Iterator[Extent]:
    nodes = {quad.subject for quad in store.quads(None, v.WAS_QUOTED_FROM, version)}
    for node in nodes:
        if isinstance(node, NamedNode):
            said = _said(store, node)
            yield Extent(
                iri=node.value,
                start=_number(said.text(node.value, v.START)),
                end=_number(said.text(node.value, v.END)),
                digest=names.text_digest(said.iri(node.value, v.HAS_TEXT) or ""),
            )


def _said(store: EmbeddedStore, node: NamedNode) -> Description:
    # What should not be there (a blank node) is told of where the shapes are held against it.
    quads = store.quads(node)
    return Description(q.triple for q in quads if isinstance(q.object, NamedNode | Literal))


def _number(written: str) -> int:
    return int(written) if written.isdecimal() else -1
