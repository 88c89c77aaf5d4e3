"""The archive of a store: its bundles, their index and the texts, as N-Quads or TriG.

The same store gives the same bytes: the index comes first, then the bundles by sequence number,
then the texts by digest, each part sorted. What is derived from these is left out, and so is
when an edition was last seen. No more than one graph, or some texts, is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from typing import IO, Any, Final, TypeVar

from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from cedarprov.export.report import ExportFormat, ExportReport
from cedarprov.export.turtle import body, header, prefixes_of, reading_order
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.store.session import Session

Item = TypeVar("Item")
Order = Callable[[Quad], Any]

_AT_ONCE: Final = 1000


class ArchiveFormat(StrEnum):
    """The two syntaxes of an archive; both keep named graphs."""

    N_QUADS = "nquads"
    TRIG = "trig"


def write_archive(session: Session, output: IO[bytes], form: ArchiveFormat) -> ExportReport:
    """Write the archive of a store to a binary file.

    N-Quads (W3C Recommendation, 2014) has a statement a line, in code point order. TriG (the same)
    has prefixes, one for each kind of record, one block a graph and one paragraph a node, types
    first and passages in the order of the text. What is added to a store adds lines to either.
    """
    is_trig, written = form is ArchiveFormat.TRIG, 0
    prefixes = prefixes_of(session.names)
    output.write(header(prefixes) if is_trig else b"")
    for _, lots in graph_parts(session, reading_order if is_trig else str):
        for number, quads in enumerate(lots):
            part = (
                _part_of_block(quads, prefixes, is_first=not number) if is_trig else _lines(quads)
            )
            output.write(part)
            written += len(quads)
        output.write(b"}\n" if is_trig else b"")
    return ExportReport(format=ExportFormat(form), written=written, unit="statements")


def _lines(quads: list[Quad]) -> bytes:
    return serialize(quads, format=RdfFormat.N_QUADS) or b""


def _part_of_block(quads: list[Quad], prefixes: Mapping[str, str], *, is_first: bool) -> bytes:
    """Return quads of one graph as TriG without the end of its block; only one part opens it."""
    opening, brace, inner = body(quads, RdfFormat.TRIG, prefixes).partition(b"{\n")
    return b"\n" + (opening + brace if is_first else b"") + inner.removesuffix(b"}\n")


def graph_parts(session: Session, order: Order) -> Iterator[tuple[NamedNode, Iterator[list[Quad]]]]:
    """Yield the graphs of an archive, each with its quads in an order, some at a time.

    The rows of the index come by sequence number, and only what each says in that order.
    """
    names = session.names
    bundles = [NamedNode(bundle.iri) for bundle in session.ledger.bundles()]
    if bundles:
        yield names.graph(INDEX), index_parts(session, order)
    for bundle in bundles:
        yield bundle, bundle_parts(session, bundle, order)
    if any(session.store.quads(None, v.TEXT, None, names.graph(TEXTS))):
        yield names.graph(TEXTS), text_parts(session, order)


def index_parts(session: Session, order: Order = str) -> Iterator[list[Quad]]:
    """Yield the index, its rows by sequence number."""
    rows = (NamedNode(bundle.iri) for bundle in session.ledger.bundles())
    return _of_nodes(session, rows, session.names.graph(INDEX), order)


def bundle_parts(session: Session, bundle: NamedNode, order: Order = str) -> Iterator[list[Quad]]:
    """Yield the statements of a bundle."""
    yield sorted(session.store.quads(None, None, None, bundle), key=order)


def text_parts(session: Session, order: Order = str) -> Iterator[list[Quad]]:
    """Yield the texts, by digest."""
    texts = session.names.graph(TEXTS)
    held = {quad.subject for quad in session.store.quads(None, v.TEXT, None, texts)}
    nodes = (node for node in sorted(held, key=str) if isinstance(node, NamedNode))
    return _of_nodes(session, nodes, texts, order)


def _of_nodes(
    session: Session, nodes: Iterable[NamedNode], graph: NamedNode, order: Order
) -> Iterator[list[Quad]]:
    for some in _in_lots(nodes):
        rows = (session.store.quads(node, None, None, graph) for node in some)
        yield [quad for row in rows for quad in sorted(row, key=order)]


def _in_lots(items: Iterable[Item]) -> Iterator[list[Item]]:
    waiting = iter(items)
    while lot := list(islice(waiting, _AT_ONCE)):
        yield lot
