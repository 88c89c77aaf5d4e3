"""Claims as a list: what each says, how it stands, and where its words are."""

from __future__ import annotations

from collections.abc import Iterator

from cedarprov.judge.kind import Kind, kind_of
from cedarprov.model.edge import StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.prose.name import same_name
from cedarprov.store.claim_record import ClaimRecord, claim_records
from cedarprov.store.edge_record import ReviewState
from cedarprov.store.session import Session


class ClaimPlace(Frozen):
    """Where a claim's words stand: the editions that hold the version, as source and label."""

    version: str
    start: int
    end: int
    exact: str
    editions: tuple[tuple[str, str], ...]


class ClaimView(Frozen):
    """One claim of a list; `kind` is None where it was not taken apart."""

    iri: str
    kind: Kind | None
    statement: str
    reading: StructuredReading | None
    scope: Scope
    inferred: bool
    state: ReviewState
    places: tuple[ClaimPlace, ...]


def claim_views(
    session: Session, *, about: str | None = None, state: ReviewState | None = None
) -> Iterator[ClaimView]:
    """Yield the claims about one thing (None: all) in one state (None: any), oldest first."""
    wanted = None if about is None else same_name(about)
    for record in claim_records(session.store, session.names):
        is_about = wanted is None or _about(record) == wanted
        if is_about and (state is None or record.state is state):
            yield _view(record, session)


def _about(record: ClaimRecord) -> str | None:
    return None if record.reading is None else same_name(record.reading.about)


def _view(record: ClaimRecord, session: Session) -> ClaimView:
    return ClaimView(
        iri=record.iri,
        kind=kind_of(record.statement, record.reading),
        statement=record.statement,
        reading=record.reading,
        scope=record.scope,
        inferred=record.inferred,
        state=record.state,
        places=tuple(_place(span, session) for span in record.spans),
    )


def _place(span: Span, session: Session) -> ClaimPlace:
    captures = session.catalogue.of_version(span.version)
    editions = dict.fromkeys(
        (capture.edition.source.name, capture.edition.label) for capture in captures
    )
    return ClaimPlace(
        version=span.version,
        start=span.start,
        end=span.end,
        exact=span.exact,
        editions=tuple(editions),
    )
