"""A map drawn from a survey: as few rows as say what its cells say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from cedarprov.model.answer_map import AnswerMap, Row
from cedarprov.model.axis import Axis, AxisKind
from cedarprov.model.scope import Scope
from cedarprov.retrieve.answer_map.box import Box, Cell, boxes
from cedarprov.retrieve.answer_map.reading import read
from cedarprov.retrieve.answer_map.survey import Survey
from cedarprov.retrieve.answer_map.told import Told, joined
from cedarprov.retrieve.pipeline import settings


def draw(survey: Survey) -> AnswerMap:
    """Return the map of a survey."""
    axes, cells = survey.axes, survey.cells()
    found = boxes(axes, {cell: told.gist for cell, told in cells.items()})
    rows = tuple(row_of(axes, box, cells) for box in found)
    return AnswerMap(
        question=survey.question,
        axes=axes,
        rows=rows,
        assessment=read(axes, rows),
        sequence=survey.state.sequence,
        chain=survey.state.chain,
        encoder=survey.encoder,
        settings=settings(),
        cells=len(cells),
        whole=survey.partition.whole,
        notices=_notices(survey),
    )


def row_of(axes: Sequence[Axis], box: Box, cells: Mapping[Cell, Told]) -> Row:
    """Return what the cells of a box say as one row."""
    told = joined(cells[cell] for cell in product(*box))
    written = {axis.kind: axis.written(run) for axis, run in zip(axes, box, strict=True)}
    return Row(
        slabs=box,
        scope=scope_of(axes, box),
        effective=written.get(AxisKind.EFFECTIVE, "").replace("T00:00:00Z", ""),
        record=written.get(AxisKind.RECORD, ""),
        status=told.assessment.status,
        values=told.assessment.values,
        cells=told.assessment.cells,
        missing=told.assessment.missing,
        citations=told.citations,
        origins=told.origins,
    )


def scope_of(axes: Sequence[Axis], box: Box) -> Scope:
    """Return the conditions that a box sets on dimensions of scope."""
    pairs = ((axis, run) for axis, run in zip(axes, box, strict=True))
    scopes = ((axis, run) for axis, run in pairs if axis.kind is AxisKind.SCOPE)
    return Scope.of({axis.name: text for axis, run in scopes if (text := axis.written(run))})


def _notices(survey: Survey) -> tuple[str, ...]:
    found = list(survey.notices)
    if survey.partition.whole:
        named = " and ".join(survey.partition.whole)
        found.append(f"{named} is left whole: cutting it takes more cells than may be asked")
    return tuple(found)
