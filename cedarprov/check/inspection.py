"""The inspection of a whole store: its graphs, digests, chain, texts and shapes.

Nothing is trusted that can be recomputed. What only the bytes of the sources can prove is left to
whoever can read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.check.audit import Fault, FaultKind, altered, broken_chain
from cedarprov.check.guard import ShapeGuard
from cedarprov.check.ledger_audit import audit_ledger
from cedarprov.check.pool import Pool
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.canonical import bundle_digest
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.purged import purge_records, remaining_digests
from cedarprov.store.statement import graph_lines, recorded_bundles, value_of

_ROW: Final = sorted(
    (v.BUNDLE.value, v.ENTITY.value, v.SEQUENCE.value, v.DIGEST.value, v.CHAIN_DIGEST.value)
)


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

    def inspect_archive(self, guard: ShapeGuard, pool: Pool | None = None) -> None:
        """Inspect all that an archive holds, in which no other graph may lie."""
        self.inspect_graphs()
        self.inspect_ledger(guard, pool)
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

    # -- digests, chain and shapes ----------------------------------------------------------------

    def inspect_ledger(self, guard: ShapeGuard, pool: Pool | None = None) -> None:
        """Recompute the digests and the chain, and hold the shapes against everything.

        Each bundle is read once, by the processes of `pool` where there is one.
        """
        self.note("rows", self._bad_rows(), count=0)
        audit = audit_ledger(self._store, self._names, guard, pool or Pool(workers=1))
        empty = bundle_digest(())
        self._note_chain(lambda iri: audit.digests.get(iri, empty))
        self.note("validations", audit.shapes.all_faults(), count=len(audit.digests))

    def inspect_chain(self) -> None:
        """Recompute the digests and the chain alone."""
        self.note("rows", self._bad_rows(), count=0)
        self._note_chain(lambda iri: bundle_digest(graph_lines(self._store, NamedNode(iri))))

    def _note_chain(self, recomputed: Callable[[str], str]) -> None:
        bundles = list(recorded_bundles(self._store, self._names))
        left = remaining_digests(self._store, self._names)
        self.note("bundles", broken_chain(bundles, recomputed, left), count=len(bundles))
        self.note("redacted bundles", count=len(left))

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
        quoting = (quad for link in v.TEXT_LINKS for quad in self._store.quads(None, link))
        used = Counter(value_of(quad.object) for quad in quoting if quad.subject not in purged)
        for iri in used.keys() - held:
            message = f"it is not in the text graph, and {used[iri]} record(s) quote it"
            self.note("texts", [Fault(kind=FaultKind.TEXT, subject=iri, message=message)], count=0)

    def _purged_extents(self) -> set[object]:
        """Return what a tombstone stands for: quoted documents, passages and spans of versions."""
        purged = [NamedNode(iri) for iri in purge_records(self._store, self._names)]
        quoting = (q for each in purged for q in self._store.quads(None, v.WAS_QUOTED_FROM, each))
        return {*purged, *(quad.subject for quad in quoting)}


def _graph_fault(graph: str, message: str) -> Fault:
    return Fault(kind=FaultKind.GRAPH, subject=graph, message=message)
