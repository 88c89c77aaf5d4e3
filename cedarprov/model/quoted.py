"""Foreign PROV documents that are quoted as evidence: what is on record of each."""

from __future__ import annotations

from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.prov import ARGUMENTS, Document, Kind

_AGENTS: Final = frozenset({"agent", "delegate", "responsible"})
"""The arguments that are agents, whether or not they are said to be."""


class QuotedDocument(Frozen):
    """A document by the digest of its bytes, and what it says.

    `name` is that of its file and `size` is in bytes. `text_digest` is the digest of its statements
    as N-Quads, `meaning` that of what they say in PROV: two documents that say the same have the
    same, whatever syntax they are written in. Digests are written `sha256:<hex>`.
    """

    name: str
    syntax: str
    digest: str
    size: int
    text_digest: str
    meaning: str
    statements: int
    bundles: int


def agents_of(document: Document) -> tuple[str, ...]:
    """Return the IRIs of the agents that a PROV document names, sorted."""
    every = (document.statements, *(bundle.statements for bundle in document.bundles))
    found = set[str]()
    for statement in (statement for statements in every for statement in statements):
        if statement.kind is Kind.AGENT:
            found.add(statement.identifier or "")
        names = zip(ARGUMENTS[statement.kind], statement.arguments, strict=True)
        found.update(value for name, value in names if name in _AGENTS and value)
    return tuple(sorted(found - {""}))
