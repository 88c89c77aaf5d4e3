"""When an edition was last seen in the place where it was captured, or found to be gone.

Sightings move with each ingest and prove nothing, so they lie in a graph of their own, outside the
bundles and their chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, serialize

from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.naming import Names
from cedarprov.store.port import RdfStore

SIGHTINGS: Final = "sightings"
"""The graph, outside the bundles, that sightings lie in."""


class Sightings:
    """The sightings of one store."""

    def __init__(self, store: RdfStore, names: Names) -> None:
        self._store = store
        self._graph = names.graph(SIGHTINGS)

    def last_seen(self, edition: str) -> datetime | None:
        """Return when an edition was last seen (UTC), or None."""
        return self._read(edition, v.LAST_SEEN)

    def not_seen_since(self, edition: str) -> datetime | None:
        """Return when an edition was first found to be gone (UTC); None if it was seen again."""
        return self._read(edition, v.NOT_SEEN_SINCE)

    def seen(self, editions: Iterable[str], at: datetime) -> None:
        """Record that editions were seen."""
        self._replace(editions, v.LAST_SEEN, at, ends=(v.LAST_SEEN, v.NOT_SEEN_SINCE))

    def gone(self, editions: Iterable[str], at: datetime) -> None:
        """Record that editions were not where they had been; the first time stays."""
        missing = [edition for edition in editions if self.not_seen_since(edition) is None]
        self._replace(missing, v.NOT_SEEN_SINCE, at, ends=())

    def _read(self, edition: str, predicate: NamedNode) -> datetime | None:
        found = self._store.quads(NamedNode(edition), predicate, None, self._graph)
        written = (quad.object for quad in found)
        return next(
            (literal.read_instant(term.value) for term in written if isinstance(term, Literal)),
            None,
        )

    def _replace(
        self,
        editions: Iterable[str],
        predicate: NamedNode,
        at: datetime,
        *,
        ends: tuple[NamedNode, ...],
    ) -> None:
        new = {
            Quad(NamedNode(edition), predicate, literal.instant(at), self._graph)
            for edition in editions
        }
        old = {quad for item in new for quad in self._ended(item, ends)}
        self._store.add(serialize(new - old, format=RdfFormat.N_QUADS) or b"")
        self._store.remove(old - new)

    def _ended(self, new: Quad, ends: tuple[NamedNode, ...]) -> Iterator[Quad]:
        for predicate in ends:
            yield from self._store.quads(_node(new), predicate, None, self._graph)


def _node(quad: Quad) -> NamedNode:
    return NamedNode(getattr(quad.subject, "value", ""))
