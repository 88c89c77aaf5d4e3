"""Whether a store is valid by PROV-CONSTRAINTS: each bundle of its record, and all together."""

from __future__ import annotations

from io import BytesIO

from cedarprov.check.prov.report import ProvReport
from cedarprov.check.prov.validation import validate
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.model.prov import Document
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.store.session import Session


def recorded_document(session: Session) -> Document:
    """Return the record of a store as a PROV document of its bundles."""
    written = BytesIO()
    write_archive(session, written, ArchiveFormat.N_QUADS)
    if not written.tell():
        return Document()
    return read(written.getvalue(), Syntax.NQUADS, "the record of the store")


def validate_record(session: Session, *, strict: bool, limit: int) -> ProvReport:
    """Return what is wrong with the record of a store; see `check.prov.validation.validate`.

    The union of the bundles is validated too: a bundle says little by itself, since every version
    and every edge of it leads to others.
    """
    return validate(recorded_document(session), union=True, strict=strict, limit=limit)
