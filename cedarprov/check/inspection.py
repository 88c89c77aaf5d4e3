"""The inspection of a whole store: its graphs, digests, chain, texts and shapes.

Nothing is trusted that can be recomputed. What only the bytes of the sources can prove is left to
whoever can read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.check.audit import Fault, FaultKind, altered, broken_chain
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.door import Guard
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.purged import purge_records, remaining_digests
from cedarprov.store.statement import graph_lines, recorded_bundles, value_of

_ROW: Final = sorted(
    (v.BUNDLE.value, v.ENTITY.value, v.SEQUENCE.value, v.DIGEST.value, v.CHAIN_DIGEST.value)
)
_TYPE: Final = f" {v.TYPE} ".encode()
_EDGE: Final = f" {v.TYPE} {v.EDGE} .".encode()


class Inspection:
    """One store being inspected: what was checked, counted by kind, and the faults found."""

    def __init__(self, store: EmbeddedStore, names: Names) -> None:
        self.checked: Counter[str] = Counter()
        self.faults: list[Fault] = []
        self._store = store
        self._names = names

    def note(self, kind: str, faults: Iterable[Fault] = (), *, count: int = 1) -> None:
        """Count things of a kind as checked, with the faults found in them."""
        self.checked[kind] += count
        self.faults += faults

    def inspect_archive(self, guard: Guard) -> None:
        """Inspect all that an archive holds, in which no other graph may lie."""
        self.inspect_graphs()
        self.inspect_chain()
        self.inspect_shapes(guard)
        self.inspect_texts()

    # -- graphs -----------------------------------------------------------------------------------

    def inspect_graphs(self, *, derived: Collection[str] = ()) -> None:
        """See that nothing lies outside the ledger; `derived` names graphs that may be there."""
        allowed = {self._names.graph(name).value for name in (INDEX, TEXTS, *derived)}
        allowed |= {bundle.iri for bundle in recorded_bundles(self._store, self._names)}
        for graph in map(value_of, self._store.graphs()):
            message = "the index lists no such graph"
            self.note("graphs", () if graph in allowed else (_graph_fault(graph, message),))
        if self._store.has_unnamed():
            message = "it holds statements, but everything has to lie in a bundle"
            self.note("graphs", [_graph_fault("the default graph", message)])

    # -- digests and chain ------------------------------------------------------------------------

    def inspect_chain(self) -> None:
        """Recompute the digest of every bundle, and the chain (see `broken_chain`)."""
        self.note("rows", self._bad_rows(), count=0)
        bundles = list(recorded_bundles(self._store, self._names))
        left = remaining_digests(self._store, self._names)
        faults = broken_chain(bundles, self._lines, left)
        self.note("bundles", faults, count=len(bundles))
        if left:
            self.note("redacted bundles", count=len(left))

    def _lines(self, bundle: str) -> list[bytes]:
        return graph_lines(self._store, NamedNode(bundle))

    def _bad_rows(self) -> Iterator[Fault]:
        rows: dict[str, list[str]] = {}
        for quad in self._store.quads(None, None, None, self._names.graph(INDEX)):
            said = value_of(quad.object) if quad.predicate == v.TYPE else quad.predicate.value
            rows.setdefault(value_of(quad.subject), []).append(said)
        for iri, row in rows.items():
            if sorted(row) != _ROW:
                message = (
                    "its row of the index is not the two types, one sequence number, one digest "
                    "and one chain digest that a bundle has"
                )
                yield Fault(kind=FaultKind.INDEX, subject=iri, message=message)

    # -- texts ------------------------------------------------------------------------------------

    def inspect_texts(self) -> None:
        """Recompute the digest of every text, and see that each text referred to is there."""
        held = set()
        for quad in self._store.quads(None, None, None, self._names.graph(TEXTS)):
            iri = value_of(quad.subject)
            digest = self._names.text_digest(iri)
            self.note("texts", altered(iri, digest, value_of(quad.object).encode()))
            held.add(iri)
        purged = self._purged_extents()
        quoting = self._store.quads(None, v.HAS_TEXT)
        used = Counter(value_of(quad.object) for quad in quoting if quad.subject not in purged)
        for iri in used.keys() - held:
            message = f"it is not in the text graph, and {used[iri]} record(s) quote it"
            self.note("texts", [Fault(kind=FaultKind.TEXT, subject=iri, message=message)], count=0)

    def _purged_extents(self) -> set[object]:
        """Return the passages and spans of versions that a tombstone stands for."""
        return {
            quad.subject
            for version in purge_records(self._store, self._names)
            for quad in self._store.quads(None, v.WAS_QUOTED_FROM, NamedNode(version))
        }

    # -- shapes -----------------------------------------------------------------------------------

    def inspect_shapes(self, guard: Guard) -> None:
        """Hold the shapes against one bundle at a time, with the types and texts it refers to.

        Bundles cannot be judged together: two may describe one edition differently.
        """
        for bundle in recorded_bundles(self._store, self._names):
            lines = graph_lines(self._store, NamedNode(bundle.iri))
            self.note("validations", self._violations(bundle.iri, lines, guard))

    def _violations(self, bundle: str, lines: list[bytes], guard: Guard) -> Iterator[Fault]:
        if strange := sum(not _is_plain(line) for line in lines):
            message = f"it has {strange} statement(s) with a blank node or a triple term"
            yield Fault(kind=FaultKind.SHAPE, subject=bundle, message=message)
            return
        focus = {_subject(line) for line in lines}
        data = {*lines, *self._context(lines)}
        for finding in guard.check(b"\n".join(data), focus).findings:
            message = f"it breaks a shape: {finding}"
            yield Fault(kind=FaultKind.SHAPE, subject=bundle, message=message)

    def _context(self, lines: list[bytes]) -> Iterator[bytes]:
        """Yield what is known of the nodes that a bundle refers to or adds to."""
        typed = {_subject(line) for line in lines if _TYPE in line}
        # A later bundle may add to a record (a version found for another source); judge it whole.
        partial = {_subject(line) for line in lines} - typed
        added = [line for node in partial for line in self._stored(node)]
        yield from added
        for node in _referred([*lines, *added], self._names.base) - typed:
            yield from self._stored(node, v.TYPE)
            yield from self._stored(node, v.TEXT)
        for node in (_subject(line) for line in lines if line.endswith(_EDGE)):
            # An edge is asserted or inferred for life, whichever bundle calls it so.
            yield from self._stored(node, v.TYPE)

    def _stored(self, node: str, predicate: NamedNode | None = None) -> Iterator[bytes]:
        for quad in self._store.quads(NamedNode(node), predicate):
            yield f"{quad.triple} .".encode()


def _graph_fault(graph: str, message: str) -> Fault:
    return Fault(kind=FaultKind.GRAPH, subject=graph, message=message)


def _is_plain(line: bytes) -> bool:
    subject, _, value = line.split(b" ", 2)
    return not any(term.startswith((b"_:", b"<<")) for term in (subject, value))


def _subject(line: bytes) -> str:
    return line[1 : line.index(b">")].decode()


def _referred(lines: Iterable[bytes], base: str) -> set[str]:
    start = f"<{base}".encode()
    objects = (line.split(b" ", 2)[2] for line in lines)
    return {item[1:-3].decode() for item in objects if item.startswith(start)}
