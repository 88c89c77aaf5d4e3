"""Where the ends of edges stand: the claims they are, and the places of texts that say them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.claim_record import ClaimRecord, claim_records
from cedarprov.store.query import table
from cedarprov.store.session import Session

_AT_ONCE: Final = 1000


class Place(Frozen):
    """The code points [start, end) of a version."""

    version: str
    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Tell whether both share a code point."""
        return self.version == other.version and self.start < other.end and other.start < self.end


class _SpanRow(Frozen):
    record: str
    version: str
    start: int
    end: int


_SPANS: Final = table("expand/spans", _SpanRow)


class Ends:
    """Claims, passages and spans with where they lie; what is asked for must be taken in before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: set[str] = set()
        self._claims: dict[str, ClaimRecord] = {}
        self._places: dict[str, set[Place]] = defaultdict(set)
        self._current = {item.version for item in session.catalogue.current().values()}

    def take_in(self, records: Collection[str]) -> None:
        """Read claims, passages and spans that are not known yet; anything else lies nowhere."""
        new = sorted(set(records) - self._known)
        if not new:
            return
        self._known.update(new)
        store, names = self._session.store, self._session.names
        for claim in claim_records(store, names, set(new)):
            self._claims[claim.iri] = claim
        for start in range(0, len(new), _AT_ONCE):
            for row in _SPANS.rows(store, records=new[start : start + _AT_ONCE]):
                place = Place(version=row.version, start=row.start, end=row.end)
                self._places[row.record].add(place)

    def claim(self, record: str) -> ClaimRecord | None:
        """Return the claim that a record is, or None."""
        return self._claims.get(record)

    def places(self, record: str) -> Sequence[Place]:
        """Return where a record lies, in order."""
        places = self._places.get(record, ())
        return sorted(places, key=lambda place: (place.version, place.start, place.end))

    def value(self, record: str) -> tuple[str, str] | None:
        """Return the value and unit that a claim was read to give, or None."""
        claim = self._claims.get(record)
        return (claim.reading.value, claim.reading.unit) if claim and claim.reading else None

    def is_current(self, version: str) -> bool:
        """Tell whether a version is that of the last capture of some edition."""
        return version in self._current


def edition_name(capture: CaptureRecord) -> str:
    """Return how people call an edition: its source, and its label where it has one."""
    return f"{capture.edition.source.name} {capture.edition.label}".strip()
