"""What of the sources was withdrawn at the state that a question asks about, and what later."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from cedarprov.model.question import Clock, Question
from cedarprov.model.time import Basis, Certainty, KnownTime, Precision, happened_by
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.purged import standing_purges
from cedarprov.store.session import Session
from cedarprov.store.withdrawal import WithdrawalRecord, all_withdrawals


class Withdrawn:
    """The withdrawals that count under one question.

    One that was made after the sequence number asked, or not certainly by the capture time asked,
    does not count yet.
    """

    def __init__(self, session: Session, question: Question) -> None:
        store, names, asked = session.store, session.names, question.sequence
        present = all_withdrawals(store, names)
        past = present if asked is None else all_withdrawals(store, names, sequence=asked)
        captured = question.as_of.get(Clock.CAPTURED)
        self._records = {record for record, each in past.items() if _counts(each, captured)}
        self._later = present.keys() - self._records

    @property
    def records(self) -> Collection[str]:
        """Every record that is withdrawn."""
        return self._records

    def holds(self, capture: CaptureRecord) -> bool:
        """Tell whether the source, the edition or the version of a capture is withdrawn."""
        return not self._records.isdisjoint(_of(capture))

    def holds_later(self, capture: CaptureRecord) -> bool:
        """Tell whether one of them was withdrawn after the state that is asked about."""
        return not self._later.isdisjoint(_of(capture))


def purged_later(session: Session, question: Question) -> int:
    """Return how many versions that the state asked about held were purged after it."""
    asked, captured = question.sequence, question.as_of.get(Clock.CAPTURED)
    if asked is None and captured is None:
        return 0
    catalogue = session.catalogue
    return sum(
        any(_held(each, asked, captured) for each in catalogue.of_version(version))
        for version, purge in standing_purges(session.store, session.names, catalogue).items()
        if (asked is not None and purge.sequence > asked)
        or (captured is not None and not _decided_by(purge.at, captured))
    )


def _held(capture: CaptureRecord, asked: int | None, captured: KnownTime | None) -> bool:
    known = asked is None or capture.sequence <= asked
    return known and (captured is None or capture.captured_by(captured) is not Certainty.OUT)


def _of(capture: CaptureRecord) -> Iterable[str]:
    return (capture.source_iri, capture.edition_iri, capture.version)


def _counts(withdrawal: WithdrawalRecord, captured: KnownTime | None) -> bool:
    return captured is None or _decided_by(withdrawal.at, captured)


def _decided_by(at: datetime, captured: KnownTime) -> bool:
    decided = KnownTime(
        lexical=at.isoformat(),
        precision=Precision.SECOND,
        earliest=at,
        latest=at,
        basis=Basis.OBSERVED,
    )
    return happened_by(decided, captured) is Certainty.IN
