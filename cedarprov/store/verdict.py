"""The verdicts that stand on some records: of every reviewer, the last one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.rdf import vocabulary as v
from cedarprov.rdf.graph import INDEX
from cedarprov.rdf.naming import Names
from cedarprov.store.query import Reader, table


class _ReviewRow(Frozen):
    record: str
    review: str
    sequence: int
    reviewer: str
    verdict: str


_REVIEWS: Final = table("ledger/reviews", _ReviewRow)


def standing_verdicts(
    records: Collection[str], reader: Reader, names: Names, sequence: int | None
) -> dict[str, Sequence[bool]]:
    """Return the last verdict (true: accepted) of each reviewer of some records."""
    standing: dict[str, dict[str, bool]] = {record: {} for record in records}
    for row in _REVIEWS.rows(reader, records=list(records), index=names.graph(INDEX)):
        if sequence is None or row.sequence <= sequence:
            standing[row.record][row.reviewer] = row.verdict == v.ACCEPTED.value
    return {record: tuple(by_reviewer.values()) for record, by_reviewer in standing.items()}
