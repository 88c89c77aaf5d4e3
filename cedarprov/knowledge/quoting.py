"""Foreign PROV documents taken in as quoted evidence, with agents of their own.

The bytes are kept as a blob and the statements as one text, as those of a source are. The bundle
of the import describes the document and says nothing that it says, so that no question, count or
shape can take what it says for the record.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from cedarprov.check.prov.quoted import quoted_report
from cedarprov.check.prov.report import QuotedReport
from cedarprov.errors import PurgedDocument
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import Frozen
from cedarprov.model.quoted import QuotedDocument, agents_of
from cedarprov.rdf.graph import Draft
from cedarprov.rdf.naming import Names, digest_of
from cedarprov.rdf.prov.quotation import Quotation, quotation
from cedarprov.rdf.prov.syntax import Syntax, syntax_of
from cedarprov.rdf.quoted import quoted_draft, quoted_node
from cedarprov.store.given import read_given
from cedarprov.store.purged import standing_purges
from cedarprov.store.quoted_record import quoted_records
from cedarprov.store.session import Session, WritingSession


class QuoteReport(Frozen):
    """What became of a foreign PROV document; `added` is 0 where it was quoted already.

    `same` are other quoted documents that say the same. `agents` are those that it names. `notes`
    say what was left out or is said otherwise than it was written. `validity` is by
    PROV-CONSTRAINTS.
    """

    iri: str
    sequence: int
    added: int
    document: QuotedDocument
    agents: tuple[str, ...]
    same: tuple[str, ...]
    notes: tuple[str, ...]
    validity: QuotedReport


class Foreign(Frozen):
    """A foreign document that was read from a file, and when that began (UTC)."""

    place: str
    data: bytes
    read: Quotation
    document: QuotedDocument
    started: datetime


def read_foreign(path: Path, syntax: Syntax | None) -> Foreign:
    """Return the PROV document of at most 50 MB in a file.

    Raises:
        MissingPath: There is no such file.
        FileTooLarge: It is longer.
        BadProv: It is no PROV document, or its name tells no syntax and none is given.
        CanonicalizationTooCostly: Its blank nodes are too much alike to be told apart in time.
    """
    started = datetime.now(UTC)
    chosen = syntax or syntax_of(path)
    data = read_given(path)
    read = quotation(data, chosen, str(path))
    document = _described(path.name, chosen, data, read)
    return Foreign(place=str(path), data=data, read=read, document=document, started=started)


def quote(session: WritingSession, foreign: Foreign, agent: Agent) -> QuoteReport:
    """Take in a PROV document as what somebody else says.

    Raises:
        PurgedDocument: Its bytes were purged.
        DiskFull: There is no room; nothing was added.
    """
    document, names = foreign.document, session.names
    iri = quoted_node(document, names).value
    _require_unpurged(foreign, session)
    is_new = not session.holds(iri)
    if is_new:
        draft = quoted_draft(document, agent, (foreign.started, datetime.now(UTC)), names)
        _keep(session, draft, foreign.read.text, foreign.data)
    return QuoteReport(
        iri=iri,
        sequence=session.sequence,
        added=int(is_new),
        document=document,
        agents=agents_of(foreign.read.document),
        same=_same(iri, document, session, names),
        notes=foreign.read.notes,
        validity=quoted_report(iri, document.name, foreign.read.document),
    )


def _described(name: str, syntax: Syntax, data: bytes, read: Quotation) -> QuotedDocument:
    return QuotedDocument(
        name=name,
        syntax=syntax.value,
        digest=digest_of(data),
        size=len(data),
        text_digest=digest_of(read.text.encode()),
        meaning=read.meaning,
        statements=read.statements,
        bundles=len(read.document.bundles),
    )


def _require_unpurged(foreign: Foreign, session: Session) -> None:
    for record in standing_purges(session.store, session.names, session.catalogue).values():
        if record.digest == foreign.document.digest:
            when = f"{record.at:%Y-%m-%d}"
            raise PurgedDocument(foreign.place, record.iri, when, record.reason)


def _keep(session: WritingSession, draft: Draft, text: str, data: bytes) -> None:
    blobs, digest = session.folder.blobs, digest_of(data).removeprefix("sha256:")
    was_there = blobs.has(digest)
    blobs.put(data)
    try:
        session.commit([draft], [text])
    except BaseException:
        if not was_there:
            blobs.remove(digest)
        raise


def _same(iri: str, document: QuotedDocument, session: Session, names: Names) -> tuple[str, ...]:
    every = quoted_records(session.store, names)
    return tuple(
        each.iri for each in every if each.iri != iri and each.document.meaning == document.meaning
    )
