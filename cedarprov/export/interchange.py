"""The trail of a record in Turtle, written out so that other PROV tools can read it.

The store keeps passages and spans in a compact form. Here each has its PROV class, the activity
that generated it and both selectors of the Web Annotation Data Model: the position (4.2.5) and the
quotation (4.2.4). Every node has an IRI.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple

from cedarprov.export.record import Kind, Record, Records
from cedarprov.export.trail import trail
from cedarprov.export.turtle import body, header, prefixes_of, reading_order
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import typed
from cedarprov.store.session import Session

# Sources, editions and scopes exist without the store; an activity of the store only recorded them.
GENERATED: Final = (
    *(Kind.PASSAGE, Kind.SPAN, Kind.CLAIM),
    *(Kind.EDGE, Kind.DECLARATION, Kind.REVIEW, Kind.WITHDRAWAL, Kind.PURGE),
    *(Kind.RECEIPT, Kind.ANSWER_MAP, Kind.ARM_CHOICE, Kind.QUOTED_DOCUMENT),
)
"""The kinds of records that the activity of their first bundle generated, where none is named."""
_OF_ACTIVITIES: Final = (v.STARTED_AT_TIME, v.ENDED_AT_TIME, v.WAS_ASSOCIATED_WITH)
_NON_NEGATIVE: Final = NamedNode(f"{v.PREFIXES['xsd']}nonNegativeInteger")
_QUOTING: Final = (Kind.PASSAGE, Kind.SPAN)
_APART: Final = ("bundle/", "graph/", "text/")


def write_turtle(iri: str, session: Session) -> bytes:
    """Return the trail of a record as Turtle (RDF 1.1), the same bytes for the same store.

    Raises:
        UnknownIri: The store holds no such record.
    """
    return write_records((step.iri for step in trail(iri, session).steps), session)


def write_records(iris: Iterable[str], session: Session, added: Iterable[Triple] = ()) -> bytes:
    """Return some records, and what was worked out about them, as `write_turtle` does a trail.

    Raises:
        UnknownIri: The store holds no such record.
    """
    prefixes = {**prefixes_of(session.names), "oa": v.PREFIXES["oa"]}
    triples = sorted({*_triples(iris, session), *added}, key=reading_order)
    written = body(triples, RdfFormat.TURTLE, prefixes)
    used = {name: iri for name, iri in prefixes.items() if f"{name}:".encode() in written}
    return header(used) + b"\n" + written


def _triples(iris: Iterable[str], session: Session) -> Iterator[Triple]:
    records = Records(session)
    told: set[str] = set()
    waiting: list[str] = []
    for iri in iris:
        if iri not in told:
            told.add(iri)
            triples = list(_record_triples(records.get(iri), records))
            waiting += _referred(triples)
            yield from triples
    while waiting:
        node = waiting.pop()
        # What a trail does not step on is only told of where a record rests on it: its times,
        # conditions, reading, plan, activity and agents; not the records beside it.
        if node not in told and records.find(node) is None and _is_told(node, records):
            told.add(node)
            triples = [t for group in records.stated(node).values() for t in group]
            waiting += _referred(triples)
            yield from triples


def _is_told(node: str, records: Records) -> bool:
    base = records.names.base
    return node.startswith(base) and not node.removeprefix(base).startswith(_APART)


def _referred(triples: Iterable[Triple]) -> list[str]:
    return [each.object.value for each in triples if isinstance(each.object, NamedNode)]


def _record_triples(record: Record, records: Records) -> Iterator[Triple]:
    yield from record.triples
    if record.kind in _QUOTING:
        yield from _selectors(record, records)
    maker = records.maker(record)
    if maker and record.kind in GENERATED:
        if not record.said.iris(record.iri, v.WAS_GENERATED_BY):
            yield Triple(NamedNode(record.iri), v.WAS_GENERATED_BY, NamedNode(maker.iri))
        yield from _activity(maker.iri, records)


def _activity(iri: str, records: Records) -> Iterator[Triple]:
    """Yield what PROV says of an activity that need not be on the trail itself."""
    yield Triple(NamedNode(iri), v.TYPE, v.ACTIVITY)
    for group in records.stated(iri).values():
        yield from (triple for triple in group if triple.predicate in _OF_ACTIVITIES)


def _selectors(record: Record, records: Records) -> Iterator[Triple]:
    node, said = NamedNode(record.iri), record.said
    position, quotation = (NamedNode(f"{record.iri}/{each}") for each in ("position", "quotation"))
    yield from typed(node, v.ENTITY, _oa("SpecificResource"))
    yield Triple(node, _oa("hasSource"), NamedNode(said.iri(record.iri, v.WAS_QUOTED_FROM) or ""))
    yield Triple(node, _oa("hasSelector"), position)
    yield Triple(position, v.TYPE, _oa("TextPositionSelector"))
    for mine, theirs in ((v.START, "start"), (v.END, "end")):
        offset = Literal(said.text(record.iri, mine), datatype=_NON_NEGATIVE)
        yield Triple(position, _oa(theirs), offset)
    exact = records.text(said.iri(record.iri, v.HAS_TEXT) or "")
    if exact is not None:
        yield Triple(node, _oa("hasSelector"), quotation)
        yield Triple(quotation, v.TYPE, _oa("TextQuoteSelector"))
        yield Triple(quotation, _oa("exact"), Literal(exact))


def _oa(name: str) -> NamedNode:
    return NamedNode(v.PREFIXES["oa"] + name)
