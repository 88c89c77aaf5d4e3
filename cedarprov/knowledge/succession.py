"""What became of the claims of one source, from each edition to the next, and what ended them."""

from __future__ import annotations

from collections.abc import Sequence

from cedarprov.errors import BadValue, UnknownIri
from cedarprov.judge.ending import Ending, superseded
from cedarprov.judge.succession import Step, by_version, compare, in_order, steps
from cedarprov.model.frozen import Frozen
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.claim_record import claim_records
from cedarprov.store.door import TextOf
from cedarprov.store.session import Session


class Changes(Frozen):
    """The steps of a source, and the endings of claims on it; to reject an edge undoes one."""

    source: str
    steps: tuple[Step, ...]
    endings: tuple[Ending, ...]


def changes(
    session: Session, texts: TextOf, source: str, *, older: str | None, newer: str | None
) -> Changes:
    """Return what became of the claims on a source, given by its name.

    `older` and `newer` are labels of two editions to compare; with None for one of them, the
    edition next to the other is taken, and with None for both every step.

    Raises:
        UnknownIri: The store holds no such source or edition.
        BadValue: The order of the editions is not known.
    """
    records = [
        record
        for record in session.catalogue.current().values()
        if record.edition.source.name == source
    ]
    if not records:
        raise UnknownIri(source, "source")
    pairs = _pairs(session, records, older, newer)
    claims = list(claim_records(session.store, session.names))
    resting = by_version(claims)
    found = tuple(compare(*pair, resting.get(pair[0].version, ()), texts) for pair in pairs)
    concerned = {row.claim for step in found for row in step.rows}
    return Changes(source=source, steps=found, endings=superseded(session, concerned))


def _pairs(
    session: Session, records: Sequence[CaptureRecord], older: str | None, newer: str | None
) -> Sequence[tuple[CaptureRecord, CaptureRecord]]:
    if older is None and newer is None:
        return steps(session.catalogue, records[0].source_iri)
    labelled = {record.edition.label: record for record in records}
    for label in (older, newer):
        if label is not None and label not in labelled:
            raise UnknownIri(label, f"edition of {records[0].edition.source.name}")
    if older is not None and newer is not None:
        return [(labelled[older], labelled[newer])]
    ordered = [record.edition.label for record in in_order(records)]
    if not ordered:
        raise BadValue("editions", sorted(labelled), "in a known order, or both of them named")
    given = older if older is not None else newer
    at = ordered.index(str(given)) + (1 if older is not None else -1)
    if not 0 <= at < len(ordered):
        raise BadValue("edition", given, "followed by another" if older else "preceded by another")
    beside = labelled[ordered[at]]
    return [(labelled[str(given)], beside) if older is not None else (beside, labelled[str(given)])]
