"""What a store holds, in figures and lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from cedarprov.index.port import PassageIndex
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.model.time import Period, Time
from cedarprov.rdf import vocabulary as v
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.edge_record import ReviewState, edge_records
from cedarprov.store.query import table
from cedarprov.store.session import Session
from cedarprov.store.sighting import Sightings


class EditionSummary(Frozen):
    """One edition as it was last captured; times are UTC, `not_seen` since when it is gone."""

    iri: str
    label: str
    scope: Scope
    published: Time
    effective: Period
    captures: int
    version: str
    place: str
    captured: datetime
    last_seen: datetime | None
    not_seen: datetime | None


class SourceSummary(Frozen):
    """One source and its editions, in the order of their first captures."""

    iri: str
    name: str
    title: str
    editions: tuple[EditionSummary, ...]


class Info(Frozen):
    """The state of a store: `counts` by type of record, `edges` by state."""

    path: str
    base: str
    sequence: int
    chain: str
    counts: Mapping[str, int]
    edges: Mapping[str, int]
    dimensions: tuple[str, ...]
    texts_indexed: int
    texts_embedded: int
    encoder: str
    notices: tuple[str, ...]


class _CountRow(Frozen):
    type: str
    records: int


class _EdgeRow(Frozen):
    edge: str


class _DimensionRow(Frozen):
    dimension: str


WELL_KNOWN: Final = ("deployment", "release", "service")
"""Dimensions that may always be asked about."""

_COUNTS: Final = table("catalogue/counts", _CountRow)
_EDGES: Final = table("catalogue/edges", _EdgeRow)
_DIMENSIONS: Final = table("catalogue/dimensions", _DimensionRow)


def source_summaries(session: Session) -> tuple[SourceSummary, ...]:
    """Return every source with its editions, by name."""
    captures: dict[str, list[CaptureRecord]] = defaultdict(list)
    for record in session.catalogue.records:
        captures[record.edition_iri].append(record)
    sightings = Sightings(session.store, session.names)
    editions: dict[str, list[EditionSummary]] = defaultdict(list)
    last: dict[str, CaptureRecord] = {}
    for found in captures.values():
        last[found[-1].source_iri] = found[-1]
        editions[found[-1].source_iri].append(_edition(found, sightings))
    return tuple(
        SourceSummary(
            iri=iri,
            name=last[iri].edition.source.name,
            title=last[iri].edition.source.title,
            editions=tuple(editions[iri]),
        )
        for iri in sorted(editions)
    )


def _edition(captures: list[CaptureRecord], sightings: Sightings) -> EditionSummary:
    last = captures[-1]
    return EditionSummary(
        iri=last.edition_iri,
        label=last.edition.label,
        scope=last.edition.scope,
        published=last.edition.published,
        effective=last.edition.effective,
        captures=len(captures),
        version=last.version,
        place=last.place,
        captured=last.at,
        last_seen=sightings.last_seen(last.edition_iri),
        not_seen=sightings.not_seen_since(last.edition_iri),
    )


def counts(session: Session) -> dict[str, int]:
    """Return how many records of each type there are; the name of the class is the key."""
    return {row.type.removeprefix(v.NAMESPACE): row.records for row in _COUNTS.rows(session.store)}


def edge_counts(session: Session) -> dict[str, int]:
    """Return how many edges are in each state."""
    edges = sorted(row.edge for row in _EDGES.rows(session.store))
    found = dict.fromkeys((state.value for state in ReviewState), 0)
    for edge in edge_records(edges, session.store, session.names):
        found[edge.state.value] += 1
    return found


def dimensions(session: Session) -> tuple[str, ...]:
    """Return the scope dimensions that some record states or a manifest declares."""
    return tuple(row.dimension for row in _DIMENSIONS.rows(session.store))


def info_of(session: Session, index: PassageIndex) -> Info:
    """Return the state of a store and its index in figures."""
    indexed = index.info()
    return Info(
        path=str(session.folder.path),
        base=session.folder.base,
        sequence=session.sequence,
        chain=session.ledger.head.chain,
        counts=counts(session),
        edges=edge_counts(session),
        dimensions=dimensions(session),
        texts_indexed=indexed.texts,
        texts_embedded=indexed.embedded,
        encoder=f"{indexed.encoder.name} {indexed.encoder.fingerprint}" if indexed.encoder else "",
        notices=tuple(notice.message for notice in index.notices),
    )
