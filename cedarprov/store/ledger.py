"""The ledger: bundles in their order, each chained to the one before.

A bundle is an immutable named graph, one for each activity. Its digest is taken over its sorted
N-Triples (without blank nodes this is RDFC-1.0); the chain digest is H(previous, digest). Texts lie
outside the bundles, so that removing a text leaves the chain whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pyoxigraph import NamedNode, Quad, RdfFormat, Triple, serialize

from cedarprov.model.frozen import Frozen
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.canonical import bundle_digest, chain_digest
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.store.door import Batch, Door
from cedarprov.store.port import RdfStore

GENESIS: Final = "sha256:" + "0" * 64


class Bundle(Frozen):
    """One row of the index: a bundle's IRI, place in the order, digest and chain digest."""

    iri: str
    sequence: int
    digest: str
    chain: str


ORIGIN: Final = Bundle(iri="", sequence=0, digest="", chain=GENESIS)


class Ledger:
    """Bundles in order; `commit` is the only way to add one."""

    def __init__(self, store: RdfStore, names: Names) -> None:
        self._store = store
        self._names = names
        self._index = names.graph(INDEX)
        self._head: Bundle | None = None

    @property
    def head(self) -> Bundle:
        """The last bundle, or the origin of an empty ledger."""
        if self._head is None:
            self._head = self.bundle_at(self._last()) or ORIGIN
        return self._head

    def _last(self) -> int:
        # Sequence numbers are dense, so that the last is found by doubling and halving.
        above = 1
        while self._at(above):
            above *= 2
        below = above // 2
        while above - below > 1:
            middle = (below + above) // 2
            below, above = (middle, above) if self._at(middle) else (below, middle)
        return below

    def _at(self, sequence: int) -> NamedNode | None:
        found = self._store.quads(None, v.SEQUENCE, literal.count(sequence), self._index)
        subject = next((quad.subject for quad in found), None)
        return subject if isinstance(subject, NamedNode) else None

    def bundle_at(self, sequence: int) -> Bundle | None:
        """Return the bundle with a sequence number, or None."""
        node = self._at(sequence)
        if node is None:
            return None
        rows = {
            quad.predicate.value: getattr(quad.object, "value", "")
            for quad in self._store.quads(node, None, None, self._index)
        }
        return Bundle(
            iri=node.value,
            sequence=sequence,
            digest=rows[v.DIGEST.value],
            chain=rows[v.CHAIN_DIGEST.value],
        )

    def bundles(self, after: int = 0) -> Iterator[Bundle]:
        """Yield the bundles that follow the sequence number `after`, in order."""
        sequence = after + 1
        while bundle := self.bundle_at(sequence):
            yield bundle
            sequence += 1

    def commit(
        self, drafts: Sequence[Sequence[Triple]], texts: Iterable[str], door: Door
    ) -> tuple[Bundle, ...]:
        """Write each draft as one bundle, all of them or none, and sync them to disk.

        A draft that is recorded already, word for word, is passed over.

        Raises:
            RefusedError: The door refuses the batch; nothing was written.
            DiskFull: There is no room; nothing was written.
        """
        by_digest = {digest_of(text.encode()): text for text in texts}
        new = {bundle_digest(lines): (draft, lines) for draft in drafts if (lines := _lines(draft))}
        new = {digest: each for digest, each in new.items() if not self._holds(digest)}
        written = [lines for _, lines in new.values()]
        door.admit(Batch(drafts=[draft for draft, _ in new.values()], texts=by_digest), written)
        bundles = self._chained(new)
        payload = self._payload(bundles, written, by_digest)
        self._head = None  # should the write be cut short, only the store knows how it ended
        self._store.add(payload)
        self._store.flush()
        self._head = bundles[-1] if bundles else None
        return bundles

    def _holds(self, digest: str) -> bool:
        found = self._store.quads(self._names.bundle(digest), v.SEQUENCE, None, self._index)
        return next(iter(found), None) is not None

    def _chained(self, digests: Iterable[str]) -> tuple[Bundle, ...]:
        bundles, last = [], self.head
        for digest in digests:
            last = Bundle(
                iri=self._names.bundle(digest).value,
                sequence=last.sequence + 1,
                digest=digest,
                chain=chain_digest(last.chain, digest),
            )
            bundles.append(last)
        return tuple(bundles)

    def _payload(
        self,
        bundles: Sequence[Bundle],
        written: Sequence[Sequence[bytes]],
        texts: dict[str, str],
    ) -> bytes:
        # Rewriting the end of a line is the cheapest way from a triple to a quad: the line is the
        # library's own, and a named graph is one more term before its full stop.
        parts: list[bytes] = []
        for bundle, lines in zip(bundles, written, strict=True):
            ending = f"<{bundle.iri}> .".encode()
            parts += [line[:-1] + ending for line in lines]
        index = [quad for bundle in bundles for quad in self._row(bundle)]
        texts_graph = self._names.graph(TEXTS)
        index += [
            Quad(self._names.text(digest), v.TEXT, literal.text(text), texts_graph)
            for digest, text in texts.items()
        ]
        parts.append(serialize(index, format=RdfFormat.N_QUADS) or b"")
        return b"\n".join(parts)

    def _row(self, bundle: Bundle) -> Iterator[Quad]:
        node = NamedNode(bundle.iri)
        yield Quad(node, v.TYPE, v.BUNDLE, self._index)
        yield Quad(node, v.TYPE, v.ENTITY, self._index)
        yield Quad(node, v.SEQUENCE, literal.count(bundle.sequence), self._index)
        yield Quad(node, v.DIGEST, literal.text(bundle.digest), self._index)
        yield Quad(node, v.CHAIN_DIGEST, literal.text(bundle.chain), self._index)


def _lines(triples: Iterable[Triple]) -> list[bytes]:
    """Return the distinct N-Triples lines of triples, sorted, without line ends."""
    return sorted(set((serialize(triples, format=RdfFormat.N_TRIPLES) or b"").splitlines()))
