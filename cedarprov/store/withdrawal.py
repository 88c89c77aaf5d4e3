"""What was withdrawn: a withdrawal counts from its place in the record on, unless it is rejected.

A review that rejects a withdrawal undoes it; a later withdrawal of the same record counts anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.rdf import literal
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.store.query import Reader, table
from cedarprov.store.verdict import standing_verdicts


class WithdrawalRecord(Frozen):
    """A withdrawal that counts: of which record, by whom, when (UTC) and why."""

    iri: str
    on: str
    sequence: int
    at: datetime
    agent: str
    reason: str


class _WithdrawalRow(Frozen):
    withdrawal: str
    record: str
    sequence: int
    at: str
    agent: str
    reason: str | None


_ALL: Final = table("ledger/withdrawals", _WithdrawalRow)
_SOME: Final = table("ledger/withdrawals-of", _WithdrawalRow)


def all_withdrawals(
    reader: Reader, names: Names, *, sequence: int | None = None
) -> Mapping[str, WithdrawalRecord]:
    """Return the first withdrawal that counts of every record that has one, by the record."""
    return _counting(_ALL.rows(reader, index=names.graph(INDEX)), reader, names, sequence)


def withdrawals_of(
    records: Collection[str], reader: Reader, names: Names, *, sequence: int | None = None
) -> Mapping[str, WithdrawalRecord]:
    """Return, of some records, the first withdrawal that counts, by the record."""
    if not records:
        return {}
    rows = _SOME.rows(reader, records=sorted(records), index=names.graph(INDEX))
    return _counting(rows, reader, names, sequence)


def _counting(
    rows: Iterable[_WithdrawalRow], reader: Reader, names: Names, sequence: int | None
) -> Mapping[str, WithdrawalRecord]:
    made = [row for row in rows if sequence is None or row.sequence <= sequence]
    if not made:
        return {}
    verdicts = standing_verdicts([row.withdrawal for row in made], reader, names, sequence)
    counting: dict[str, WithdrawalRecord] = {}
    for row in made:
        if all(verdicts[row.withdrawal]):
            counting.setdefault(row.record, _record(row))
    return counting


def _record(row: _WithdrawalRow) -> WithdrawalRecord:
    return WithdrawalRecord(
        iri=row.withdrawal,
        on=row.record,
        sequence=row.sequence,
        at=literal.read_instant(row.at),
        agent=row.agent,
        reason=row.reason or "",
    )
