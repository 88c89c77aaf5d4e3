"""Where an answer changed: the cells in which the sources say something else than before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cedarprov.model.answer import Citation
from cedarprov.model.answer_map import AnswerMap, Row
from cedarprov.model.frozen import Frozen
from cedarprov.retrieve.answer_map.box import boxes
from cedarprov.retrieve.answer_map.drawing import row_of
from cedarprov.retrieve.answer_map.reading import read
from cedarprov.retrieve.answer_map.survey import Survey, point
from cedarprov.retrieve.answer_map.told import Told, joined, told_in

Before = Callable[[Mapping[str, str]], Told]
"""What was said at a point, given by the names of the axes."""


class Change(Frozen):
    """One part of the space in which the answer changed: what it was, and what it is."""

    before: Row
    after: Row

    @property
    def where(self) -> str:
        """The part of the space in words."""
        return self.after.where

    @property
    def spans(self) -> tuple[Citation, ...]:
        """What is quoted now and was not before; the same words of an edition are no news."""
        return _beyond(self.after.citations, self.before.citations)

    @property
    def lost(self) -> tuple[Citation, ...]:
        """What was quoted before and is not now."""
        return _beyond(self.before.citations, self.after.citations)


def _beyond(these: Sequence[Citation], those: Sequence[Citation]) -> tuple[Citation, ...]:
    known = {_words(item) for item in those}
    return tuple(item for item in these if _words(item) not in known)


def _words(item: Citation) -> tuple[str, str, str]:
    return item.source, item.label, " ".join(item.exact.split())


def changes(before: Before, survey: Survey) -> tuple[Change, ...]:
    """Return where what a survey finds differs from what was said before, in as few parts."""
    axes, now = survey.axes, survey.cells()
    then = {cell: before(point(axes, cell)) for cell in now}
    differing = {
        cell: (then[cell].said, told.said)
        for cell, told in now.items()
        if then[cell].said != told.said
    }
    return tuple(
        Change(before=row_of(axes, box, then), after=row_of(axes, box, now))
        for box in boxes(axes, differing)
    )


def said_in(drawn: AnswerMap) -> Before:
    """Return what a map says at any point."""

    def said(at: Mapping[str, str]) -> Told:
        found = [axis.find(at[axis.name]) if axis.name in at else None for axis in drawn.axes]
        rows = [
            row
            for row in drawn.rows
            if all(slab is None or slab in run for slab, run in zip(found, row.slabs, strict=True))
        ]
        if len(rows) == 1:
            return told_in(rows[0])
        together = joined(told_in(row) for row in rows)
        return Told(assessment=read(drawn.axes, rows), citations=together.citations)

    return said
