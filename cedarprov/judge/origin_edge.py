"""What an inference on origins works on, and the edges that it makes."""

from __future__ import annotations

from datetime import datetime

from cedarprov.model.edge import Agent, Edge, Relation, Standing
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Link
from cedarprov.model.passage import Span
from cedarprov.store.origin_record import plan_of


class Quoted(Frozen):
    """A passage: what it says and where, and the sources that its version was captured for."""

    passage: str
    version: str
    start: int
    words: str
    sources: frozenset[str]

    @property
    def span(self) -> Span:
        """The whole of the passage."""
        end = self.start + len(self.words)
        return Span(version=self.version, start=self.start, end=end, exact=self.words)


class Maker(Frozen):
    """Who infers, and when (UTC)."""

    agent: Agent
    at: datetime

    def edge(self, subject: str, target: str, evidence: tuple[Span, ...], link: Link) -> Edge:
        """Return the edge that a link is recorded as."""
        return Edge(
            subjects=(subject,),
            relation=Relation.DERIVED_FROM if link.derived else Relation.DUPLICATES,
            object=target,
            evidence=evidence,
            standing=Standing.INFERRED,
            agent=self.agent,
            at=self.at,
            confidence=link.score,
            plan=plan_of(link.kind),
        )
