"""An answer map: what holds in each part of the space that a question leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from cedarprov.model.answer import Assessment, Cell, Citation, Interval, Status
from cedarprov.model.axis import Axis
from cedarprov.model.frozen import Frozen
from cedarprov.model.question import Question
from cedarprov.model.scope import Scope
from cedarprov.model.time import Certainty


class Row(Frozen):
    """One answer, and the part of the space in which it holds.

    `slabs` are the numbers of the slabs on each axis of the map; `scope`, `effective` and `record`
    say the same in expressions, empty where an axis is whole. `values`, `cells` and `missing` are
    as in an `Assessment`; `citations` are the quotations behind it.
    """

    slabs: tuple[tuple[int, ...], ...]
    scope: Scope
    effective: str
    record: str
    status: Status
    values: tuple[str, ...]
    cells: tuple[Cell, ...]
    missing: tuple[str, ...]
    citations: tuple[Citation, ...]
    origins: Interval

    @property
    def where(self) -> str:
        """The part of the space in words."""
        parts = [str(self.scope)] if self.scope else []
        parts += [f"effective={self.effective}"] if self.effective else []
        parts += [f"record={self.record}"] if self.record else []
        return " ".join(parts) or "everywhere"

    @property
    def certainty(self) -> Certainty:
        """Whether what is quoted is certainly in force there."""
        doubtful = any(item.certainty is Certainty.POSSIBLY for item in self.citations)
        return Certainty.POSSIBLY if doubtful else Certainty.IN


class AnswerMap(Frozen):
    """The rows of a map: they do not overlap, and cover what was asked.

    `assessment` is the status read from them. `sequence` and `chain` name the state of the store,
    `encoder` the model that ranked, `settings` those of retrieval; `whole` names the axes that
    were left uncut at the ceiling.
    """

    question: Question
    axes: tuple[Axis, ...]
    rows: tuple[Row, ...]
    assessment: Assessment
    sequence: int
    chain: str
    encoder: str
    settings: Mapping[str, object]
    cells: int
    whole: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """How far the sources answer the question."""
        return self.assessment.status
