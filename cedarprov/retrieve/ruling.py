"""Rulings: what edges that may be followed say of the statements under judgement.

An edge counts as soon as it is asserted, or inferred and accepted, and no longer once a review
rejects it. It ends, qualifies or disputes the very words that its object rests on, and only while
what its subject rests on applies to the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from cedarprov.model.edge import Relation
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.store.query import table
from cedarprov.store.verdict import standing_verdicts

if TYPE_CHECKING:
    from cedarprov.retrieve.place import Places
    from cedarprov.store.edge_record import EdgeRecord
    from cedarprov.store.session import Session


class Lying(Frozen):
    """Where a record lies: the code points [start, end) of a version."""

    record: str
    version: str
    start: int
    end: int

    def meets(self, version: str, start: int, end: int) -> bool:
        """Tell whether it shares code points with a stretch of a version."""
        return self.version == version and self.start < end and start < self.end


class Party(Frozen):
    """One end of an edge: where it lies, whether that applies, and the value that it states."""

    lying: tuple[Lying, ...]
    applies: bool
    value: str = ""


class Ruling(Frozen):
    """What an edge says of two parties, within its scope."""

    edge: str
    relation: Relation
    subject: Party
    object: Party
    scope: Scope


class _Reading(Frozen):
    claim: str
    statement: str
    scope: str | None
    about: str | None
    attribute: str | None
    value: str | None
    unit: str | None


_RULING: Final = (Relation.SUPERSEDES, Relation.CONTRADICTS, Relation.QUALIFIES)
_LYING: Final = table("expand/spans", Lying)
_READINGS: Final = table("ledger/claim-statements", _Reading)


def rulings(
    edges: Iterable[EdgeRecord], session: Session, places: Places, *, sequence: int | None
) -> tuple[Ruling, ...]:
    """Return what some edges, which may be followed, say of claims, spans and passages.

    An edge at a claim that a review rejects, up to a sequence number (None: now), says nothing.
    """
    known = sorted((edge for edge in edges if edge.relation in _RULING), key=lambda edge: edge.iri)
    rejected = _rejected(known, session, sequence)
    chosen = [edge for edge in known if rejected.isdisjoint((*edge.subjects, edge.object))]
    records = sorted({end for edge in chosen for end in (*edge.subjects, edge.object)})
    if not records:
        return ()
    lying: dict[str, list[Lying]] = defaultdict(list)
    for row in _LYING.rows(session.store, records=records):
        lying[row.record].append(row)
    values = {
        row.claim: f"{row.value} {row.unit or ''}".strip()
        for row in _READINGS.rows(session.store, claims=records)
        if row.value
    }
    return tuple(
        Ruling(
            edge=edge.iri,
            relation=edge.relation,
            subject=_party(edge.subjects, lying, values, places),
            object=_party((edge.object,), lying, values, places),
            scope=edge.scope,
        )
        for edge in chosen
    )


def _rejected(
    edges: Iterable[EdgeRecord], session: Session, sequence: int | None
) -> frozenset[str]:
    """Return the ends of edges that some standing verdict rejects."""
    ends = {end for edge in edges for end in (*edge.subjects, edge.object)}
    if not ends:
        return frozenset()
    verdicts = standing_verdicts(sorted(ends), session.store, session.names, sequence)
    return frozenset(end for end, said in verdicts.items() if not all(said))


def _party(
    records: tuple[str, ...],
    lying: Mapping[str, list[Lying]],
    values: Mapping[str, str],
    places: Places,
) -> Party:
    """Return some records as one party; several hold only together."""
    where = tuple(item for record in records for item in lying[record])
    return Party(
        lying=where,
        applies=bool(where) and all(places.apply(item.version) for item in where),
        value=next((values[record] for record in records if record in values), ""),
    )
