"""Passages and spans in their compact stored form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode, Triple

from cedarprov.model.passage import Passage, Span
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Description, typed
from cedarprov.rdf.naming import Names, digest_of

# A heading is one line, so that a line break parts the steps of a path.
PATH_SEPARATOR: Final = "\n"


def write_passage(passage: Passage, names: Names) -> Iterator[Triple]:
    """Yield a passage in nine triples or fewer; its text lies in the text graph."""
    node, version = (
        names.passage(passage.version, passage.start, passage.end),
        NamedNode(passage.version),
    )
    yield Triple(node, v.TYPE, v.PASSAGE)
    yield Triple(node, v.WAS_QUOTED_FROM, version)
    yield Triple(node, v.WAS_DERIVED_FROM, version)
    yield Triple(node, v.START, literal.count(passage.start))
    yield Triple(node, v.END, literal.count(passage.end))
    yield Triple(node, v.HAS_TEXT, names.text(passage.text_digest))
    if passage.headings:
        yield Triple(node, v.HEADING_PATH, literal.text(PATH_SEPARATOR.join(passage.headings)))
    if passage.overlap:
        yield Triple(node, v.OVERLAP, literal.count(passage.overlap))
    if passage.cut:
        yield Triple(node, v.CUT, literal.flag(passage.cut))


def read_passage(node: str, description: Description, names: Names) -> Passage:
    """Return the passage that a node stands for."""
    path = description.text(node, v.HEADING_PATH)
    return Passage(
        version=description.iri(node, v.WAS_QUOTED_FROM) or "",
        start=description.number(node, v.START),
        end=description.number(node, v.END),
        text_digest=names.text_digest(description.iri(node, v.HAS_TEXT) or ""),
        headings=tuple(path.split(PATH_SEPARATOR)) if path else (),
        overlap=description.number(node, v.OVERLAP),
        cut=description.flag(node, v.CUT),
    )


def span_node(span: Span, names: Names) -> NamedNode:
    """Return the IRI of a span."""
    return names.span(span.version, span.start, span.end)


def write_span(span: Span, names: Names) -> Iterator[Triple]:
    """Yield a span; its quotation lies in the text graph under its digest."""
    node, version = span_node(span, names), NamedNode(span.version)
    yield from typed(node, v.SPAN, v.ENTITY)
    yield Triple(node, v.WAS_QUOTED_FROM, version)
    yield Triple(node, v.WAS_DERIVED_FROM, version)
    yield Triple(node, v.START, literal.count(span.start))
    yield Triple(node, v.END, literal.count(span.end))
    yield Triple(node, v.HAS_TEXT, names.text(digest_of(span.exact.encode())))


def read_span(node: str, description: Description) -> Span:
    """Return the span that a node stands for; its quotation must be in the description."""
    text = description.iri(node, v.HAS_TEXT) or ""
    return Span(
        version=description.iri(node, v.WAS_QUOTED_FROM) or "",
        start=description.number(node, v.START),
        end=description.number(node, v.END),
        exact=description.text(text, v.TEXT),
    )


def write_text(text: str, names: Names) -> Triple:
    """Return the one triple of a text in the text graph."""
    return Triple(names.text(digest_of(text.encode())), v.TEXT, literal.text(text))
