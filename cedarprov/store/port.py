"""The one port to an RDF store: quads in atomic batches, quads and SPARQL solutions out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pyoxigraph import Literal, NamedNode, Quad, Triple

from cedarprov.store.query import Solution


@dataclass(slots=True)
class Work:
    """How much a store was asked: queries issued, and rows or quads read."""

    queries: int = 0
    rows: int = 0


class RdfStore(Protocol):
    """A quad store; one `add` is wholly there or wholly absent."""

    work: Work

    def select(self, sparql: str, /) -> Iterator[Solution]:
        """Yield the solutions of a SELECT query, over named graphs only."""
        ...

    def ask(self, sparql: str, /) -> bool:
        """Return the answer to an ASK query."""
        ...

    def construct(self, sparql: str, /) -> Iterator[Triple]:
        """Yield the triples of a CONSTRUCT query."""
        ...

    def quads(
        self,
        subject: NamedNode | None = None,
        predicate: NamedNode | None = None,
        object: NamedNode | Literal | None = None,  # noqa: A002 - RDF's own word
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """Yield the quads that fit a pattern; None fits anything."""
        ...

    def add(self, nquads: bytes) -> None:
        """Add quads, given as N-Quads, as one atomic step."""
        ...

    def remove(self, quads: Iterable[Quad]) -> None:
        """Remove quads of a graph that can be rebuilt."""
        ...

    def flush(self) -> None:
        """Return once everything added has been synced to disk."""
        ...
