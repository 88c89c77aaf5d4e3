"""The status of a question read from the rows of its map.

Where rows say different things, the answer needs the fewest axes on which they lie apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cedarprov.model.answer import Assessment, Cell, Status
from cedarprov.model.answer_map import Row
from cedarprov.model.axis import Axis, AxisKind
from cedarprov.model.scope import Scope
from cedarprov.retrieve.answer_map.told import Told, joined, told_in


def read(axes: Sequence[Axis], rows: Sequence[Row]) -> Assessment:
    """Return the status of what some rows of a map say together.

    Rows in which the sources are silent take no part: nothing changes where nothing is said. Nor
    do those where an edition for another scope answers, as long as others have one of their own.
    """
    answers = [(row, told_in(row)) for row in rows]
    telling = [(row, told) for row, told in answers if told.says_something]
    telling = [(row, told) for row, told in telling if told.is_at_home] or telling
    if not telling:
        return Assessment(status=Status.UNSUPPORTED)
    together = joined(told for _, told in telling)
    if len({told.gist for _, told in telling}) == 1:
        return together.assessment
    apart = _fewest(axes, telling)
    return Assessment(
        status=Status.NEEDS_SCOPE,
        cells=tuple(_cell(axes, apart, row) for row, _ in telling),
        missing=_missing(axes, apart, telling),
        quotations=together.assessment.quotations,
    )


def _fewest(axes: Sequence[Axis], telling: Sequence[tuple[Row, Told]]) -> tuple[int, ...]:
    """Return the fewest axes on which rows that say different things lie apart."""
    pairs = [
        {at for at in range(len(axes)) if not {*one.slabs[at]} & {*other.slabs[at]}}
        for (one, said), (other, told) in combinations(telling, 2)
        if said.gist != told.gist
    ]
    for size in range(1, len(axes) + 1):
        for chosen in combinations(range(len(axes)), size):
            if all(pair & {*chosen} for pair in pairs):
                return chosen
    return tuple(range(len(axes)))


def _missing(
    axes: Sequence[Axis], apart: Sequence[int], telling: Sequence[tuple[Row, Told]]
) -> tuple[str, ...]:
    """Return the names of the axes that tell apart, and what rows lack besides."""
    within = {name for row, _ in telling for name in row.missing}
    return tuple(sorted({axes[at].name for at in apart} | within))


def _cell(axes: Sequence[Axis], apart: Sequence[int], row: Row) -> Cell:
    names = {axes[at].name for at in apart if axes[at].kind is AxisKind.SCOPE}
    conditions = tuple(item for item in row.scope.conditions if item.dimension in names)
    return Cell(
        scope=Scope(conditions),
        status=row.status,
        values=row.values,
        quotations=told_in(row).assessment.quotations,
    )
