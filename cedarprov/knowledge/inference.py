"""Inferences recorded: what software judges becomes claims and edges that wait for review."""

from __future__ import annotations

from cedarprov.judge.inferred import Inferred
from cedarprov.knowledge import curation
from cedarprov.knowledge.agent import software
from cedarprov.store.session import WritingSession


def record(session: WritingSession, found: Inferred) -> list[str]:
    """Commit what an inference found and is not known, and return the IRIs of all of it.

    Raises:
        UnresolvedReference: The store describes no such record.
    """
    claims = curation.add_claims(session, found.claims, software(), plan=found.plan)
    return [*claims, *curation.add_edges(session, found.edges)]
