"""Claims as recorded, with the state that their reviews and withdrawals give them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final

from cedarprov.model.edge import StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.edge_record import ReviewState, read_scopes, review_state
from cedarprov.store.query import Reader, table
from cedarprov.store.verdict import standing_verdicts
from cedarprov.store.withdrawal import withdrawals_of

_AT_ONCE: Final = 1000


class ClaimRecord(Frozen):
    """One claim: what it states and rests on, under which scope, and its state."""

    iri: str
    sequence: int
    statement: str
    spans: tuple[Span, ...]
    reading: StructuredReading | None
    scope: Scope
    inferred: bool
    state: ReviewState


class _ClaimRow(Frozen):
    claim: str
    sequence: int
    inferred: bool


class _StatementRow(Frozen):
    claim: str
    statement: str
    scope: str | None
    about: str | None
    attribute: str | None
    value: str | None
    unit: str | None


class _SpanRow(Frozen):
    claim: str
    version: str
    start: int
    end: int
    exact: str


_ALL: Final = table("ledger/claims", _ClaimRow)
_SOME: Final = table("ledger/claims-of", _ClaimRow)
_STATEMENTS: Final = table("ledger/claim-statements", _StatementRow)
_SPANS: Final = table("ledger/claim-spans", _SpanRow)


def all_claims(reader: Reader, names: Names, *, sequence: int | None = None) -> dict[str, bool]:
    """Return the IRIs of all claims, each with whether it was inferred, in order of the record."""
    known = _known(None, reader, names, sequence)
    return {claim: row.inferred for claim, row in known.items()}


def claim_records(
    reader: Reader,
    names: Names,
    claims: Collection[str] | None = None,
    *,
    sequence: int | None = None,
) -> Iterator[ClaimRecord]:
    """Yield claims (None: all) as they stood at a sequence number (None: now), oldest first."""
    made = _known(claims, reader, names, sequence)
    order = list(made)
    for start in range(0, len(order), _AT_ONCE):
        yield from _records(order[start : start + _AT_ONCE], made, reader, names, sequence)


def _known(
    claims: Collection[str] | None, reader: Reader, names: Names, sequence: int | None
) -> dict[str, _ClaimRow]:
    """Return claims (None: all) that there were at a sequence number, in order of the record."""
    index = names.graph(INDEX)
    rows = (
        _ALL.rows(reader, index=index)
        if claims is None
        else _SOME.rows(reader, claims=sorted(claims), index=index)
    )
    known = [row for row in rows if sequence is None or row.sequence <= sequence]
    known.sort(key=lambda row: (row.sequence, row.claim))
    return {row.claim: row for row in known}


def _records(
    claims: list[str],
    made: dict[str, _ClaimRow],
    reader: Reader,
    names: Names,
    sequence: int | None,
) -> Iterator[ClaimRecord]:
    said = {row.claim: row for row in _STATEMENTS.rows(reader, claims=claims)}
    scopes = read_scopes((row.scope for row in said.values()), reader)
    verdicts = standing_verdicts(claims, reader, names, sequence)
    withdrawn = withdrawals_of(claims, reader, names, sequence=sequence)
    spans: dict[str, list[Span]] = defaultdict(list)
    for span in _SPANS.rows(reader, claims=claims, graph=names.graph(TEXTS)):
        spans[span.claim].append(
            Span(version=span.version, start=span.start, end=span.end, exact=span.exact)
        )
    for claim in claims:
        row, inferred = said[claim], made[claim].inferred
        yield ClaimRecord(
            iri=claim,
            sequence=made[claim].sequence,
            statement=row.statement,
            spans=tuple(spans[claim]),
            reading=_reading(row),
            scope=scopes.get(row.scope or "", Scope()),
            inferred=inferred,
            state=ReviewState.WITHDRAWN
            if claim in withdrawn
            else review_state(verdicts[claim], inferred=inferred),
        )


def _reading(row: _StatementRow) -> StructuredReading | None:
    if row.about is None or row.attribute is None or row.value is None:
        return None
    return StructuredReading(
        about=row.about, attribute=row.attribute, value=row.value, unit=row.unit or ""
    )
