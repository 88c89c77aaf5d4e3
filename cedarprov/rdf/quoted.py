"""Quoted PROV documents as triples; what they say themselves is a text, and no triple of ours."""

from __future__ import annotations

from datetime import datetime

from pyoxigraph import NamedNode, Triple

from cedarprov.model.edge import Agent
from cedarprov.model.quoted import QuotedDocument
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.agent import write_activity
from cedarprov.rdf.graph import Description, Draft, typed
from cedarprov.rdf.naming import Names


def quoted_node(document: QuotedDocument, names: Names) -> NamedNode:
    """Return the IRI of a quoted document: the digest of its bytes, and the syntax."""
    return names.record("quoted", document.digest, document.syntax)


def quoted_draft(
    document: QuotedDocument, agent: Agent, span: tuple[datetime, datetime], names: Names
) -> Draft:
    """Return a quoted document and its import, from `span[0]` to `span[1]` (UTC)."""
    node = quoted_node(document, names)
    activity = names.activity("import", node.value)
    return [
        *write_activity(activity, v.IMPORT, agent, span, names),
        *typed(node, v.QUOTED_DOCUMENT, v.ENTITY),
        Triple(node, v.LABEL, literal.text(document.name)),
        Triple(node, v.FORMAT, literal.text(document.syntax)),
        Triple(node, v.CONTENT_DIGEST, literal.text(document.digest)),
        Triple(node, v.BYTE_SIZE, literal.count(document.size)),
        Triple(node, v.QUOTED_TEXT, names.text(document.text_digest)),
        Triple(node, v.MEANING_DIGEST, literal.text(document.meaning)),
        Triple(node, v.STATEMENT_COUNT, literal.count(document.statements)),
        Triple(node, v.BUNDLE_COUNT, literal.count(document.bundles)),
        Triple(node, v.WAS_GENERATED_BY, activity),
    ]


def read_quoted(node: str, said: Description, names: Names) -> QuotedDocument:
    """Return the quoted document that a node stands for."""
    return QuotedDocument(
        name=said.text(node, v.LABEL),
        syntax=said.text(node, v.FORMAT),
        digest=said.text(node, v.CONTENT_DIGEST),
        size=said.number(node, v.BYTE_SIZE),
        text_digest=names.text_digest(said.iri(node, v.QUOTED_TEXT) or ""),
        meaning=said.text(node, v.MEANING_DIGEST),
        statements=said.number(node, v.STATEMENT_COUNT),
        bundles=said.number(node, v.BUNDLE_COUNT),
    )
