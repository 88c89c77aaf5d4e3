"""Passages and claims as web annotations (Web Annotation Data Model, 2017), in JSON-LD.

A passage is highlighted in its version; a claim is said of the spans that it rests on. Each target
has its position in code points (4.2.5) and, where the text is kept, the quotation with what stands
around it (4.2.4). An annotation is a line of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

from pyoxigraph import NamedNode, Triple

from cedarprov.errors import StoreError
from cedarprov.export.record import Kind, kind_of
from cedarprov.export.report import ExportFormat, ExportReport, Note, Outcome
from cedarprov.export.turtle import reading_order
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.annotation import ANNOTATION, COLLECTION, CONTEXT, PAGE
from cedarprov.rdf.graph import TEXTS, Description
from cedarprov.store.session import Session

_AROUND: Final = 32
_NO_TEXT: Final = "its text is not kept, so that only its position is given"
_NO_CONTEXT: Final = "the text of its version is not kept, so that nothing around it is quoted"
_NO_PLACE: Final = "annotations have no place for records of the kind"
_AGENT_TYPES: Final = {v.PERSON: "Person", v.ORGANIZATION: "Organization"}

TextOf = Callable[[str], str]
Json = dict[str, Any]


def write_annotations(session: Session, text_of: TextOf, output: IO[bytes]) -> ExportReport:
    """Write every passage and claim as an annotation, in the order of the record.

    `text_of` returns the text of a version. The same store gives the same bytes.
    """
    writing, written = _Writing(session, text_of), 0
    base = f"{session.names.base}annotations"
    head = {"@context": CONTEXT, "id": base, "type": COLLECTION}
    page = {"id": f"{base}/1", "type": PAGE, "partOf": base, "startIndex": 0}
    output.write(_inner(head) + b',\n"first": {' + _inner(page, "") + b',\n"items": [')
    for annotation in writing.annotations():
        output.write(b"\n" if not written else b",\n")
        output.write(_json(annotation))
        written += 1
    output.write(f'\n]}},\n"total": {written}}}\n'.encode())
    return ExportReport(
        format=ExportFormat.ANNOTATIONS,
        written=written,
        unit="annotations",
        notes=tuple(writing.notes),
    )


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _inner(value: Json, opening: str = "{") -> bytes:
    """Return an object without its end, so that more can follow."""
    return opening.encode() + _json(value)[1:-1]


class _Writing:
    """One pass over the bundles of a store; `notes` grow on the way."""

    def __init__(self, session: Session, text_of: TextOf) -> None:
        self.notes: dict[Note, None] = {}  # a record may be described in several bundles
        self._session = session
        self._text_of = text_of
        self._texts = session.names.graph(TEXTS)

    def annotations(self) -> Iterator[Json]:
        for bundle in self._session.ledger.bundles():
            graph = NamedNode(bundle.iri)
            quads = self._session.store.quads(None, None, None, graph)
            yield from self._of_bundle(sorted((q.triple for q in quads), key=reading_order))

    def _of_bundle(self, triples: list[Triple]) -> Iterator[Json]:
        said, made = Description(triples), _made(triples)
        targeted = set()
        for node, kind in _records(triples):
            if kind is Kind.PASSAGE:
                target = self._target(node, said)
                yield _annotation(node, "highlighting", [target], made)
            elif kind is Kind.CLAIM:
                spans = said.iris(node, v.RESOLVES_TO)
                targeted.update(spans)
                targets = [self._target(span, said) for span in spans]
                yield _annotation(node, "describing", targets, made) | {"body": _body(node, said)}
        for node, kind in _records(triples):
            if kind not in {Kind.PASSAGE, Kind.CLAIM} and node not in targeted:
                self._note(node, Outcome.REFUSED, f"{_NO_PLACE} {kind}")

    def _target(self, node: str, said: Description) -> Json:
        version = said.iri(node, v.WAS_QUOTED_FROM) or ""
        start, end = said.number(node, v.START), said.number(node, v.END)
        position = {"type": "TextPositionSelector", "start": start, "end": end}
        selectors = [{"id": f"{node}/position", **position}]
        text = NamedNode(said.iri(node, v.HAS_TEXT) or "")
        found = self._session.store.quads(text, v.TEXT, None, self._texts)
        exact = next((getattr(quad.object, "value", None) for quad in found), None)
        if exact is None:
            self._note(node, Outcome.CHANGED, _NO_TEXT)
        else:
            quotation = {"type": "TextQuoteSelector", "exact": exact}
            around = self._around(node, version, start, end)
            selectors.append({"id": f"{node}/quotation", **quotation, **around})
        return {"id": node, "type": "SpecificResource", "source": version, "selector": selectors}

    def _around(self, node: str, version: str, start: int, end: int) -> Json:
        try:
            text = self._text_of(version)
        except StoreError:
            self._note(node, Outcome.CHANGED, _NO_CONTEXT)
            return {}
        prefix, suffix = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
        return {"prefix": prefix, "suffix": suffix}

    def _note(self, record: str, outcome: Outcome, why: str) -> None:
        self.notes[Note(record=record, outcome=outcome, why=why)] = None


def _records(triples: list[Triple]) -> list[tuple[str, Kind]]:
    """Return the records that a bundle describes, in order, each with its kind."""
    found: dict[str, Kind] = {}
    for triple in triples:
        if triple.predicate == v.TYPE and isinstance(triple.subject, NamedNode):
            kind = kind_of(getattr(triple.object, "value", ""))
            if kind is not None:
                found.setdefault(triple.subject.value, kind)
    return list(found.items())


def _made(triples: list[Triple]) -> Json:
    """Return when a bundle was made, and by whom (3.3.1, 3.3.2)."""
    said = Description(triples)
    for triple in triples:
        if triple.predicate == v.ENDED_AT_TIME and isinstance(triple.subject, NamedNode):
            activity = triple.subject.value
            agent = said.iri(activity, v.WAS_ASSOCIATED_WITH) or ""
            kinds = (name for kind, name in _AGENT_TYPES.items() if said.is_a(agent, kind))
            creator = {
                "id": agent,
                "type": next(kinds, "Software"),
                "name": said.text(agent, v.LABEL),
            }
            return {"creator": creator, "created": said.text(activity, v.ENDED_AT_TIME)}
    return {}


def _annotation(node: str, motivation: str, targets: list[Json], made: Json) -> Json:
    iri = f"{node}/annotation"
    target = targets[0] if len(targets) == 1 else targets
    return {"id": iri, "type": ANNOTATION, "motivation": motivation, **made, "target": target}


def _body(claim: str, said: Description) -> Json:
    statement = said.text(claim, v.STATEMENT)
    form = {"format": "text/plain", "purpose": "describing"}
    return {"id": claim, "type": "TextualBody", "value": statement, **form}
