"""The archive of a store: its bundles, their index and the texts, as N-Quads or TriG.

The same store gives the same bytes: the index comes first, then the bundles by sequence number,
then the texts by digest, each part sorted. What is derived from these is left out, and so is
when an edition was last seen. No more than one graph, or some texts, is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from typing import IO, Final, TypeVar

from pyoxigraph import NamedNode, Quad, RdfFormat, Triple, serialize

from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.session import Session

Item = TypeVar("Item")

_AT_ONCE: Final = 1000
_PREFIXES: Final = ("cedar", "dcat", "dct", "prov", "rdf", "rdfs", "xsd")
# What stands after the base in the identifiers of records; each is a prefix of its own.
_KINDS: Final = (
    *("agent", "association", "bundle", "capture", "claim", "condition", "curation"),
    *("declaration", "edge", "edition", "graph", "inference", "passage", "plan", "reading"),
    *("purge", "receipt", "redaction", "retrieval", "review", "reviewing", "scope", "source"),
    *("span", "text", "time", "version", "withdrawal"),
)


class ArchiveFormat(StrEnum):
    """The two syntaxes of an archive; both keep named graphs."""

    N_QUADS = "nquads"
    TRIG = "trig"


def write_archive(session: Session, output: IO[bytes], form: ArchiveFormat) -> None:
    """Write the archive of a store to a binary file.

    N-Quads (W3C Recommendation, 2014) has a statement a line; TriG (the same) has prefixes, one for
    each kind of record, and is easier to read.
    """
    if form is ArchiveFormat.N_QUADS:
        for quads in _parts(session):
            output.write(serialize(quads, format=RdfFormat.N_QUADS) or b"")
        return
    prefixes = prefixes_of(session.names)
    output.write(header(prefixes))
    for quads in _parts(session):
        output.write(b"\n" + body(quads, RdfFormat.TRIG, prefixes))


def _parts(session: Session) -> Iterator[list[Quad]]:
    """Yield the quads of an archive in their order; those of one part have one graph."""
    store, names = session.store, session.names
    index, texts = names.graph(INDEX), names.graph(TEXTS)
    for bundles in _in_lots(session.ledger.bundles()):
        nodes = (NamedNode(bundle.iri) for bundle in bundles)
        yield [quad for node in nodes for quad in _sorted(store.quads(node, None, None, index))]
    for bundle in session.ledger.bundles():
        yield _sorted(store.quads(None, None, None, NamedNode(bundle.iri)))
    held = {quad.subject for quad in store.quads(None, v.TEXT, None, texts)}
    nodes = (node for node in sorted(held, key=str) if isinstance(node, NamedNode))
    for some in _in_lots(nodes):
        yield [quad for node in some for quad in _sorted(store.quads(node, None, None, texts))]


def _in_lots(items: Iterable[Item]) -> Iterator[list[Item]]:
    waiting = iter(items)
    while lot := list(islice(waiting, _AT_ONCE)):
        yield lot


def _sorted(quads: Iterable[Quad]) -> list[Quad]:
    return sorted(quads, key=str)


# -- prefixes -------------------------------------------------------------------------------------


def prefixes_of(names: Names) -> Mapping[str, str]:
    """Return the prefixes of a written store; none is the beginning of another."""
    kinds = {kind: f"{names.base}{kind}/" for kind in _KINDS}
    return {name: v.PREFIXES[name] for name in _PREFIXES} | kinds


def header(prefixes: Mapping[str, str]) -> bytes:
    """Return the declarations of prefixes, sorted (Turtle, 6.5)."""
    return "".join(
        f"@prefix {name}: <{iri}> .\n" for name, iri in sorted(prefixes.items())
    ).encode()


def body(
    statements: Iterable[Quad] | Iterable[Triple], form: RdfFormat, prefixes: Mapping[str, str]
) -> bytes:
    """Return statements in Turtle or TriG without the declarations, which come in any order."""
    written = serialize(statements, format=form, prefixes=dict(prefixes)) or b""
    while written.startswith(b"@prefix "):
        written = written.partition(b"\n")[2]
    return written
