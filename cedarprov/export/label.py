"""What a record is, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cedarprov.export.receipt import receipt_label
from cedarprov.export.record import Kind, Record, Records
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.edge import read_relation
from cedarprov.rdf.quoted import read_quoted
from cedarprov.rdf.scope import read_scope


def label_of(record: Record, records: Records) -> str:
    """Return what a record is in a few words; an edge is called asserted or inferred."""
    return _LABELS[record.kind](record, records)


def _source(record: Record, records: Records) -> str:
    return record.said.text(record.iri, v.TITLE) or records.names.source_name(record.iri)


def _edition(record: Record, records: Records) -> str:
    said = record.said
    source = records.names.source_name(said.iri(record.iri, v.SPECIALIZATION_OF) or "")
    time = said.iri(record.iri, v.PUBLICATION_TIME) or ""
    written = records.description(time).text(time, v.LEXICAL)
    published = f", published {written}" if written else ""
    return f"{source} {said.text(record.iri, v.DCAT_VERSION)}".strip() + published


def _capture(record: Record, _: Records) -> str:
    return f"found at {record.said.text(record.iri, v.PLACE)}"


def _version(record: Record, _: Records) -> str:
    size = record.said.number(record.iri, v.BYTE_SIZE)
    return f"{size} bytes, read by {record.said.text(record.iri, v.TEXT_PROFILE)}"


def _extent(record: Record, _: Records) -> str:
    start, end = (record.said.number(record.iri, each) for each in (v.START, v.END))
    return f"code points [{start}, {end})"


def _statement(record: Record, _: Records) -> str:
    return record.said.text(record.iri, v.STATEMENT)


def _edge(record: Record, _: Records) -> str:
    standing = "inferred" if record.said.is_a(record.iri, v.INFERRED_EDGE) else "asserted"
    return f"{standing} {read_relation(record.said.iri(record.iri, v.RELATION) or '')}"


def _review(record: Record, _: Records) -> str:
    verdict = (record.said.iri(record.iri, v.VERDICT) or "").removeprefix(v.NAMESPACE).lower()
    reason = record.said.text(record.iri, v.REASON)
    return f"{verdict}: {reason}" if reason else verdict


def _withdrawal(record: Record, _: Records) -> str:
    return record.said.text(record.iri, v.REASON) or "withdrawn"


def _purge(record: Record, _: Records) -> str:
    return record.said.text(record.iri, v.REASON)


def _quoted(record: Record, records: Records) -> str:
    document = read_quoted(record.iri, record.said, records.names)
    return (
        f"{document.name}, {document.statements} statements in {document.bundles} bundles, "
        f"read as {document.syntax}"
    )


def _scope(record: Record, records: Records) -> str:
    conditions = record.said.iris(record.iri, v.CONDITION_OF)
    return str(read_scope(record.iri, records.description(record.iri, *conditions)))


_LABELS: Final[Mapping[Kind, Callable[[Record, Records], str]]] = {
    Kind.SOURCE: _source,
    Kind.EDITION: _edition,
    Kind.CAPTURE: _capture,
    Kind.VERSION: _version,
    Kind.PASSAGE: _extent,
    Kind.SPAN: _extent,
    Kind.CLAIM: _statement,
    Kind.EDGE: _edge,
    Kind.DECLARATION: _statement,
    Kind.REVIEW: _review,
    Kind.WITHDRAWAL: _withdrawal,
    Kind.PURGE: _purge,
    Kind.SCOPE: _scope,
    Kind.ANSWER_MAP: lambda record, _: record.said.text(record.iri, v.ASKS),
    Kind.QUOTED_DOCUMENT: _quoted,
    Kind.ARM_CHOICE: lambda record, _: record.said.text(record.iri, v.CHOSEN_ARM),
    Kind.RECEIPT: lambda record, _: receipt_label(record),
}
