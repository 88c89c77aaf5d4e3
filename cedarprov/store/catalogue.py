"""What was captured, in the order of the record: editions, their descriptions and versions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.model.source import Edition, Scheme, Source
from cedarprov.model.time import (
    NEVER_STATED,
    Basis,
    Certainty,
    Doubt,
    KnownTime,
    Period,
    Precision,
    Time,
    UnknownTime,
    happened_by,
)
from cedarprov.rdf import literal
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.naming import Names
from cedarprov.store.ledger import Bundle
from cedarprov.store.query import Reader, table

_AT_ONCE: Final = 500


class CaptureRecord(Frozen):
    """One capture as recorded: `sequence` is that of its bundle, times are UTC."""

    iri: str
    bundle: str
    sequence: int
    edition: Edition
    edition_iri: str
    source_iri: str
    version: str
    place: str
    at: datetime
    previous: str | None

    def captured_by(self, asked: KnownTime) -> Certainty:
        """Tell whether it had been captured at the time asked."""
        observed = KnownTime(
            lexical=self.at.isoformat(),
            precision=Precision.SECOND,
            earliest=self.at,
            latest=self.at,
            basis=Basis.OBSERVED,
        )
        return happened_by(observed, asked)


class Catalogue:
    """Every capture of a store; grows as bundles are committed."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._records: list[CaptureRecord] = []
        self._by_version: dict[str, list[CaptureRecord]] = defaultdict(list)
        self._by_edition: dict[str, list[CaptureRecord]] = defaultdict(list)
        self._by_source: dict[str, list[CaptureRecord]] = defaultdict(list)
        self._by_bundle: dict[str, CaptureRecord] = {}
        self._by_iri: dict[str, CaptureRecord] = {}
        self._last: dict[str, CaptureRecord] = {}

    def take_in(self, bundles: Iterable[Bundle], reader: Reader) -> None:
        """Add the captures of some bundles, given in their order."""
        waiting = list(bundles)
        for start in range(0, len(waiting), _AT_ONCE):
            self.add(_records(waiting[start : start + _AT_ONCE], reader, self._names))

    def add(self, records: Iterable[CaptureRecord]) -> None:
        """Add captures, given in their order."""
        for record in records:
            self._records.append(record)
            self._by_version[record.version].append(record)
            self._by_edition[record.edition_iri].append(record)
            self._by_source[record.source_iri].append(record)
            self._by_bundle[record.bundle] = self._by_iri[record.iri] = record
            self._last[record.edition_iri] = record

    @property
    def records(self) -> Sequence[CaptureRecord]:
        """All captures, in the order of the record."""
        return self._records

    def last_of(self, edition: str) -> CaptureRecord | None:
        """Return the last capture of an edition, or None where it was never captured."""
        return self._last.get(edition)

    def find(self, capture: str) -> CaptureRecord | None:
        """Return the capture with an IRI, or None."""
        return self._by_iri.get(capture)

    def in_bundle(self, bundle: str) -> CaptureRecord | None:
        """Return the capture that a bundle holds, or None where it holds something else."""
        return self._by_bundle.get(bundle)

    def knows_version(self, version: str) -> bool:
        """Tell whether some capture found this content before."""
        return version in self._by_version

    def of_version(self, version: str) -> Sequence[CaptureRecord]:
        """Return the captures that found a content, in the order of the record."""
        return self._by_version.get(version, ())

    def of_record(self, record: str) -> Sequence[CaptureRecord]:
        """Return the captures of a version, an edition or a source, in the order of the record."""
        kinds = (self._by_version, self._by_edition, self._by_source)
        return next((known[record] for known in kinds if record in known), ())

    def current(
        self, *, sequence: int | None = None, captured: KnownTime | None = None
    ) -> Mapping[str, CaptureRecord]:
        """Return the last capture of each edition, at a sequence number and a capture time."""
        if sequence is None and captured is None:
            return self._last
        standing: dict[str, CaptureRecord] = {}
        for record in self._records:
            if sequence is not None and record.sequence > sequence:
                break
            if captured is None or record.captured_by(captured) is not Certainty.OUT:
                standing[record.edition_iri] = record
        return standing

    def unsettled(self, captured: KnownTime, *, sequence: int | None = None) -> frozenset[str]:
        """Return the captures that a later one had possibly, not certainly, replaced at a time."""
        standing: dict[str, list[str]] = defaultdict(list)
        for record in self._records:
            if sequence is not None and record.sequence > sequence:
                break
            certainty = record.captured_by(captured)
            if certainty is Certainty.IN:
                standing[record.edition_iri].clear()
            if certainty is not Certainty.OUT:
                standing[record.edition_iri].append(record.iri)
        return frozenset(iri for group in standing.values() for iri in group[:-1])

    def dimensions(self) -> tuple[str, ...]:
        """Return the scope dimensions that some edition states, sorted."""
        stated = {name for item in self._last.values() for name in item.edition.scope.dimensions}
        return tuple(sorted(stated))


# -- reading from the store -----------------------------------------------------------------------


class _CaptureRow(Frozen):
    bundle: str
    capture: str
    edition: str
    source: str
    title: str | None
    label: str | None
    scheme: str | None
    version: str
    place: str
    at: str
    previous: str | None


class _TimeRow(Frozen):
    bundle: str
    property: str
    lexical: str | None
    precision: str | None
    earliest: str | None
    latest: str | None
    basis: str | None
    zoned: bool | None
    doubt: str | None


class _ConditionRow(Frozen):
    bundle: str
    edition: str
    dimension: str
    expression: str


_CAPTURES: Final = table("catalogue/captures", _CaptureRow)
_TIMES: Final = table("catalogue/times", _TimeRow)
_CONDITIONS: Final = table("catalogue/conditions", _ConditionRow)


def _records(bundles: Sequence[Bundle], reader: Reader, names: Names) -> Iterator[CaptureRecord]:
    iris = [bundle.iri for bundle in bundles]
    sequences = {bundle.iri: bundle.sequence for bundle in bundles}
    times: dict[str, dict[str, Time]] = defaultdict(dict)
    for time in _TIMES.rows(reader, bundles=iris):
        times[time.bundle][time.property] = _time(time)
    scopes: dict[str, dict[str, str]] = defaultdict(dict)
    for condition in _CONDITIONS.rows(reader, bundles=iris):
        scopes[condition.bundle][condition.dimension] = condition.expression
    rows = sorted(_CAPTURES.rows(reader, bundles=iris), key=lambda row: sequences[row.bundle])
    for row in rows:
        edition = _edition(row, times[row.bundle], scopes[row.bundle], names)
        yield CaptureRecord(
            iri=row.capture,
            bundle=row.bundle,
            sequence=sequences[row.bundle],
            edition=edition,
            edition_iri=row.edition,
            source_iri=row.source,
            version=row.version,
            place=row.place,
            at=literal.read_instant(row.at),
            previous=row.previous,
        )


def _edition(
    row: _CaptureRow, times: Mapping[str, Time], scope: Mapping[str, str], names: Names
) -> Edition:
    return Edition(
        source=Source(name=names.source_name(row.source), title=row.title or ""),
        label=row.label or "",
        scheme=Scheme(row.scheme) if row.scheme else None,
        published=times.get(v.PUBLICATION_TIME.value, NEVER_STATED),
        effective=Period(
            start=times.get(v.EFFECTIVE_FROM.value, NEVER_STATED),
            end=times.get(v.EFFECTIVE_UNTIL.value),
        ),
        scope=Scope.of(scope),
    )


def _time(row: _TimeRow) -> Time:
    if row.precision is None or row.earliest is None or row.latest is None:
        return UnknownTime(lexical=row.lexical or "", doubt=Doubt(row.doubt or Doubt.NOT_GIVEN))
    return KnownTime(
        lexical=row.lexical or "",
        precision=Precision(row.precision),
        earliest=literal.read_instant(row.earliest),
        latest=literal.read_instant(row.latest),
        basis=Basis(row.basis or Basis.ASSERTED_BY_CURATOR),
        zone_known=row.zoned is not False,
    )
