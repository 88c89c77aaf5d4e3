"""Reviews as recorded: who decided what, when, in how long, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final

from cedarprov.model.edge import Relation, Verdict
from cedarprov.model.frozen import Frozen
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.edge import read_relation
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.store.query import Reader, table

_AT_ONCE: Final = 1000
_SECONDS: Final = 60


class ReviewRecord(Frozen):
    """One review of an edge or claim; `reviewer` is an IRI, times are UTC."""

    iri: str
    on: str
    sequence: int
    reviewer: str
    name: str
    verdict: Verdict
    started: datetime
    ended: datetime
    reason: str

    @property
    def minutes(self) -> float:
        """How long it took; 0 where nobody measured it."""
        return (self.ended - self.started).total_seconds() / _SECONDS


class _DecisionRow(Frozen):
    record: str
    review: str
    sequence: int
    reviewer: str
    name: str
    verdict: str
    began: str
    ended: str
    reason: str | None


class _ReviewedRow(Frozen):
    record: str
    relation: str | None


_DECISIONS: Final = table("review/decisions", _DecisionRow)
_REVIEWED: Final = table("review/reviewed", _ReviewedRow)


def reviewed_records(reader: Reader) -> dict[str, Relation | None]:
    """Return the type of every edge that was reviewed, and None for every such claim, by IRI."""
    rows = sorted(_REVIEWED.rows(reader), key=lambda row: row.record)
    return {row.record: read_relation(row.relation) if row.relation else None for row in rows}


def review_records(
    records: Collection[str], reader: Reader, names: Names
) -> Iterator[ReviewRecord]:
    """Yield the reviews of some edges or claims, those of one record in their order."""
    order, index = sorted(set(records)), names.graph(INDEX)
    for start in range(0, len(order), _AT_ONCE):
        for row in _DECISIONS.rows(reader, records=order[start : start + _AT_ONCE], index=index):
            yield _review(row)


def standing(reviews: Iterable[ReviewRecord]) -> Mapping[tuple[str, str], ReviewRecord]:
    """Return the review that stands, the last, by record and reviewer."""
    return {(review.on, review.reviewer): review for review in reviews}


def _review(row: _DecisionRow) -> ReviewRecord:
    accepted = row.verdict == v.ACCEPTED.value
    return ReviewRecord(
        iri=row.review,
        on=row.record,
        sequence=row.sequence,
        reviewer=row.reviewer,
        name=row.name,
        verdict=Verdict.ACCEPTED if accepted else Verdict.REJECTED,
        started=literal.read_instant(row.began),
        ended=literal.read_instant(row.ended),
        reason=row.reason or "",
    )
