"""Whether the foreign documents that a store quotes are valid; the record is valid without them."""

from __future__ import annotations

from collections.abc import Iterator

from cedarprov.check.prov.report import QuotedReport
from cedarprov.check.prov.validation import LIMIT, validate
from cedarprov.errors import CedarprovError, CorruptBlob, MissingBlob, TooManyStatements
from cedarprov.model.prov import Document
from cedarprov.rdf.naming import Names
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.store.blob import BlobReader
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.quoted_record import QuotedRecord, is_purged, quoted_records, quoted_text


def quoted_reports(
    store: EmbeddedStore,
    names: Names,
    blobs: BlobReader,
    *,
    strict: bool = True,
    limit: int = LIMIT,
) -> Iterator[QuotedReport]:
    """Yield what is wrong with each document; one that cannot be judged does not stop the others.

    A document is read from its bytes where these are kept, else from its statements.
    """
    for record in quoted_records(store, names):
        name = record.document.name
        if is_purged(record.iri, store):
            yield QuotedReport(iri=record.iri, name=name, stopped="it was purged")
            continue
        try:
            document = _document(record, store, names, blobs)
        except CedarprovError as error:
            yield QuotedReport(iri=record.iri, name=name, stopped=str(error))
        else:
            yield quoted_report(record.iri, name, document, strict=strict, limit=limit)


def quoted_report(
    iri: str, name: str, document: Document, *, strict: bool = True, limit: int = LIMIT
) -> QuotedReport:
    """Return what is wrong with one document; see `validation.validate`."""
    try:
        found = validate(document, strict=strict, limit=limit)
    except TooManyStatements as error:
        return QuotedReport(iri=iri, name=name, stopped=str(error))
    violations = tuple(str(each) for part in found.instances for each in part.violations)
    return QuotedReport(iri=iri, name=name, violations=violations)


def _document(
    record: QuotedRecord, store: EmbeddedStore, names: Names, blobs: BlobReader
) -> Document:
    document = record.document
    try:
        data = blobs.get(document.digest.removeprefix("sha256:"))
    except (MissingBlob, CorruptBlob):
        return read(quoted_text(record, store, names).encode(), Syntax.NQUADS, document.name)
    return read(data, Syntax(document.syntax), document.name)
