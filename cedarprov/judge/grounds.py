"""What a claim rests on: paths, records, versions and origins, as the record stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cedarprov.errors import UnknownIri
from cedarprov.model.frozen import Frozen
from cedarprov.model.origin import Accepts, Grounds, Kind, Link, counted, is_certain
from cedarprov.store.claim_record import claim_records
from cedarprov.store.edge_record import edge_records
from cedarprov.store.origin_record import origin_links
from cedarprov.store.query import table
from cedarprov.store.session import Session


class _Evidence(Frozen):
    """A span or passage that speaks for a claim, its version and its text."""

    record: str
    version: str
    text: str


class _SupportRow(Frozen):
    edge: str
    record: str


_EVIDENCE: Final = table("origins/evidence", _Evidence)
_SUPPORTS: Final = table("origins/supports", _SupportRow)


def grounds_of_claim(session: Session, claim: str, *, accepts: Accepts = is_certain) -> Grounds:
    """Return what a claim rests on: its own spans and what supports it.

    Edges of support count where they were asserted or accepted. What goes back to one origin is
    taken from the record alone; nothing is compared here.

    Raises:
        UnknownIri: The store holds no such claim.
    """
    if not any(claim_records(session.store, session.names, {claim})):
        raise UnknownIri(claim, "claim")
    supporting = _supporting(session, claim)
    evidence = sorted(
        _EVIDENCE.rows(session.store, records=[claim, *supporting]), key=lambda each: each.record
    )
    links = [*_structural(session, evidence), *_recorded(session, evidence)]
    return Grounds(
        paths=sum(len(session.catalogue.of_version(each.version)) for each in evidence),
        records=len({each.record for each in evidence}),
        versions=len({each.version for each in evidence}),
        origins=counted([each.record for each in evidence], links, accepts=accepts),
    )


def _supporting(session: Session, claim: str) -> list[str]:
    """Return the records that edges in force name as support."""
    rows = list(_SUPPORTS.rows(session.store, claim=claim))
    edges = edge_records({row.edge for row in rows}, session.store, session.names)
    followed = {edge.iri for edge in edges if edge.state.is_followed}
    return sorted({row.record for row in rows if row.edge in followed})


def _structural(session: Session, evidence: Sequence[_Evidence]) -> Iterator[Link]:
    for each in evidence:
        yield Link(one=each.record, other=each.text, kind=Kind.SAME_TEXT)
        yield Link(one=each.record, other=each.version, kind=Kind.SAME_BYTES)
        for capture in session.catalogue.of_version(each.version):
            yield Link(one=each.version, other=capture.source_iri, kind=Kind.SAME_SOURCE)


def _recorded(session: Session, evidence: Sequence[_Evidence]) -> Iterator[Link]:
    """Yield what is recorded of the evidence, its versions, and the passages that it lies in."""
    holding = {
        row.passage: row.record
        for row in _HOLDING.rows(session.store, records=[each.record for each in evidence])
    }
    for passage, record in sorted(holding.items()):
        yield Link(one=record, other=passage, kind=Kind.SAME_BYTES)
    nodes = {each.record for each in evidence} | {each.version for each in evidence}
    yield from origin_links({*nodes, *holding}, session.store, session.names)


class _HoldingRow(Frozen):
    record: str
    passage: str


_HOLDING: Final = table("origins/holding", _HoldingRow)
