"""The one door: what a batch must meet before any of it is written.

Three checks, in this order: every identifier of ours that the batch refers to is described in the
batch or in the store; every passage and span equals its version's text; the SHACL shapes hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, serialize

from cedarprov.errors import QuoteNotFound, ShapeViolation, UnresolvedReference
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import Draft, subject_of
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.store.port import RdfStore

TextOf = Callable[[str], str]

_SPAN_PROPERTIES: Final = {
    v.START.value: "start",
    v.END.value: "end",
    v.HAS_TEXT.value: "text",
    v.WAS_QUOTED_FROM.value: "version",
}


class Finding(Protocol):
    """One way in which data does not meet a shape."""

    def __str__(self) -> str: ...


class Report(Protocol):
    """What a guard found."""

    @property
    def findings(self) -> Sequence[Finding]:
        """Every violation of a focus node."""
        ...


class Guard(Protocol):
    """Whatever validates a batch against the shapes."""

    def check(self, data: bytes, focus: Collection[str] | None = None) -> Report:
        """Validate N-Triples; only findings on the nodes of `focus` count."""
        ...


class Batch(Frozen):
    """What will be written together: drafts, one for each bundle, and the texts by digest."""

    drafts: Sequence[Draft]
    texts: Mapping[str, str]

    def homes(self) -> dict[str, Draft]:
        """Return, by subject, the draft that says what it is."""
        return {
            subject_of(triple): draft
            for draft in self.drafts
            for triple in draft
            if triple.predicate == v.TYPE
        }


class Door(Frozen, kw_only=False):
    """The checks, over one store; `text_of` returns the text of a version."""

    store: RdfStore
    names: Names
    guard: Guard
    text_of: TextOf

    def admit(self, batch: Batch, lines: Sequence[Sequence[bytes]]) -> None:
        """Return where the batch may be written; `lines` are its drafts as N-Triples.

        Each draft is judged on its own, with the types of what it refers to: an edition may be
        described in two ways by two captures, but not by one.

        Raises:
            UnresolvedReference: It refers to what neither it nor the store describes.
            QuoteNotFound: A passage or span does not equal its version's text.
            ShapeViolation: A shape does not hold.
        """
        homes = batch.homes()
        for draft, written in zip(batch.drafts, lines, strict=True):
            context = self._context(draft, homes, batch.texts)
            self._check_spans(draft, batch.texts)
            self._check_shapes(draft, written, context)

    # -- references -------------------------------------------------------------------------------

    def _context(
        self, draft: Draft, homes: Mapping[str, Draft], texts: Mapping[str, str]
    ) -> list[Triple]:
        """Return what is known of the nodes that a draft refers to or adds to."""
        subjects = {subject_of(triple) for triple in draft}
        typed = {subject_of(triple) for triple in draft if triple.predicate == v.TYPE}
        context: list[Triple] = []
        for node in subjects - typed:
            context += _said(homes[node], node) if node in homes else self._described(node)
        for node in _referred((*draft, *context), self.names.base) - typed:
            context += _types(homes[node], node) if node in homes else self._stored(node, texts)
        for node in _edges(draft):
            # An edge that is known keeps its label: asserted and inferred at once is refused.
            context += (quad.triple for quad in self.store.quads(NamedNode(node), v.TYPE))
        return context

    def _described(self, node: str) -> Iterator[Triple]:
        """Yield all that the store says of a node that the batch describes in part."""
        known = list(self.store.quads(NamedNode(node)))
        self._require(known, node)
        yield from {quad.triple for quad in known}

    def _stored(self, node: str, texts: Mapping[str, str]) -> Iterator[Triple]:
        if node.startswith(f"{self.names.base}text/"):
            if self.names.text_digest(node) not in texts:
                self._require(self.store.quads(NamedNode(node), v.TEXT), node)
            return
        known = list(self.store.quads(NamedNode(node), v.TYPE))
        self._require(known, node)
        yield from {quad.triple for quad in known}

    @staticmethod
    def _require(found: Iterable[object], node: str) -> None:
        if next(iter(found), None) is None:
            raise UnresolvedReference(node)

    # -- exact text -------------------------------------------------------------------------------

    def _check_spans(self, draft: Draft, texts: Mapping[str, str]) -> None:
        for span in _spans(draft).values():
            if len(span) < len(_SPAN_PROPERTIES):
                continue  # a shape names what is missing
            start, end = int(span["start"]), int(span["end"])
            text = self.text_of(span["version"])
            if not 0 <= start < end <= len(text):
                raise QuoteNotFound(f"[{start}, {end})", span["version"])
            if self.names.text(digest_of(text[start:end].encode())).value != span["text"]:
                quoted = texts.get(self.names.text_digest(span["text"]), span["text"])
                raise QuoteNotFound(quoted, span["version"], start)

    # -- shapes -----------------------------------------------------------------------------------

    def _check_shapes(
        self, draft: Draft, lines: Iterable[bytes], context: Sequence[Triple]
    ) -> None:
        focus = {subject_of(triple) for triple in draft}
        data = b"\n".join((*lines, serialize(context, format=RdfFormat.N_TRIPLES) or b""))
        findings = self.guard.check(data, focus).findings
        if findings:
            raise ShapeViolation([str(finding) for finding in findings])


def _said(draft: Draft, node: str) -> list[Triple]:
    return [triple for triple in draft if subject_of(triple) == node]


def _types(draft: Draft, node: str) -> list[Triple]:
    return [triple for triple in _said(draft, node) if triple.predicate == v.TYPE]


def _edges(triples: Iterable[Triple]) -> set[str]:
    return {subject_of(triple) for triple in triples if triple.object == v.EDGE}


def _referred(triples: Iterable[Triple], base: str) -> set[str]:
    objects = {triple.object for triple in triples if isinstance(triple.object, NamedNode)}
    return {node.value for node in objects if node.value.startswith(base)}


def _spans(triples: Iterable[Triple]) -> dict[str, dict[str, str]]:
    spans: dict[str, dict[str, str]] = {}
    for triple in triples:
        name = _SPAN_PROPERTIES.get(triple.predicate.value)
        if name and isinstance(triple.object, NamedNode | Literal):
            spans.setdefault(subject_of(triple), {})[name] = triple.object.value
    return spans
