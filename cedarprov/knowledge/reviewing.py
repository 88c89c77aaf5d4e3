"""Reviews as work: what waits for them, the sheets they are filled in on, and what they cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from cedarprov.errors import BadReceipt, BadValue
from cedarprov.judge.agenda import Wanted, pending
from cedarprov.judge.agreement import ReviewReport, review_report
from cedarprov.judge.exhibit import Exhibit, exhibits
from cedarprov.judge.sheet import Filled, filled, read_sheet, row_of
from cedarprov.knowledge import curation
from cedarprov.model.edge import Agent, Review
from cedarprov.model.frozen import Frozen
from cedarprov.retrieve.receipt import from_json
from cedarprov.store.door import TextOf
from cedarprov.store.given import read_given
from cedarprov.store.query import table
from cedarprov.store.review_record import review_records, reviewed_records, standing
from cedarprov.store.session import Session, WritingSession


class SheetReport(Frozen):
    """What came of a sheet: reviews recorded (IRIs), rows known already, rows without a verdict."""

    recorded: tuple[str, ...]
    known: int
    undecided: int


class _ReceiptRow(Frozen):
    receipt: str
    json: str


_RECEIPTS: Final = table("review/receipts", _ReceiptRow)


def wanted(
    session: Session, only: str | Iterable[str], *, again: bool, reviewer: Agent | None
) -> Wanted:
    """Return what should be on an agenda.

    Raises:
        BadValue: There is nothing of that name to narrow to, or nobody to judge again.
    """
    if again and reviewer is None:
        raise BadValue("reviewer", reviewer, "given, to find what that person has not judged")
    return Wanted(
        only=(only,) if isinstance(only, str) else tuple(only),
        again=again,
        reviewer=session.names.agent(reviewer).value if reviewer else "",
    )


def agenda(
    session: Session, texts: TextOf, selected: Wanted, limit: int | None = None
) -> Iterator[Exhibit]:
    """Yield what waits for review, what would change an answer first."""
    items, ends = pending(session, selected, _shown(session))
    yield from exhibits(list(islice(items, limit)), ends, session, texts)


def _shown(session: Session) -> set[str]:
    """Return the passages that the answers on record show."""
    found: set[str] = set()
    for row in _RECEIPTS.rows(session.store):
        try:
            receipt = from_json(json.loads(row.json))
        except (BadReceipt, json.JSONDecodeError):
            continue  # what another release recorded in another form
        found.update(
            passage for item in receipt.candidates if item.is_shown for passage in item.passages
        )
    return found


def report(session: Session) -> ReviewReport:
    """Return what all reviews cost, and where reviewers differ."""
    kinds = reviewed_records(session.store)
    reviews = sorted(
        review_records(kinds, session.store, session.names),
        key=lambda review: (review.sequence, review.iri),
    )
    return review_report(reviews, kinds)


def take_sheet(session: WritingSession, texts: TextOf, path: Path, reviewer: Agent) -> SheetReport:
    """Record the verdicts of a sheet as one batch, all of them or none.

    A verdict that is the reviewer's standing one, for the same reason, is known already.

    Raises:
        MissingPath, FileTooLarge: As `read_given`.
        BadSheet: It has faults; every one is named with its line and row; nothing was recorded.
    """
    rows = read_sheet(read_given(path), str(path))
    named = Wanted(records=frozenset(row.record for _, row in rows))
    now = {item.iri: row_of(item) for item in agenda(session, texts, named)}
    verdicts = filled(rows, now, str(path))
    own = _standing_of(session, reviewer, [item.record for item in verdicts])
    new = [item for item in verdicts if own.get(item.record) != (item.verdict, item.reason)]
    at = datetime.now(UTC)
    return SheetReport(
        recorded=tuple(
            curation.add_reviews(session, [_review(item, reviewer, at) for item in new])
        ),
        known=len(verdicts) - len(new),
        undecided=len(rows) - len(verdicts),
    )


def _standing_of(
    session: Session, reviewer: Agent, records: list[str]
) -> dict[str, tuple[str, str]]:
    iri = session.names.agent(reviewer).value
    last = standing(review_records(records, session.store, session.names))
    return {
        record: (review.verdict, review.reason)
        for (record, by), review in last.items()
        if by == iri
    }


def _review(item: Filled, reviewer: Agent, at: datetime) -> Review:
    return Review(
        on=item.record,
        verdict=item.verdict,
        reviewer=reviewer,
        started=at - timedelta(minutes=item.minutes),
        ended=at,
        reason=item.reason,
    )
