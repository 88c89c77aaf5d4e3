"""Disputes: questions that themselves report that documents disagree, or that doubt what one says.

Both sides are shown where the documents hold them, whichever editions they stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.scope import Scope
from cedarprov.retrieve.status import cue
from cedarprov.retrieve.status.cells import distinct_values
from cedarprov.retrieve.status.entry import authoritative
from cedarprov.retrieve.status.expectation import Expectation
from cedarprov.retrieve.status.finding import findings, foremost
from cedarprov.retrieve.status.focus import Focus
from cedarprov.retrieve.status.statement import Statement, Witness, witnesses
from cedarprov.retrieve.status.value import Kind

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.finding import Finding

# A sentence that meets less of the question is none of its sides.
_SIDE: Final = 0.3
_BOTH: Final = 2


def is_dispute(words: str) -> bool:
    """Tell whether a question reports a disagreement, or doubts what a document says."""
    if cue.DISAGREEMENT.search(words):
        return True
    reports = len(cue.REPORT.findall(words))
    return reports >= _BOTH or (reports > 0 and cue.DOUBT.search(words) is not None)


def disputed(question: Question, exhibits: Sequence[Exhibit], focus: Focus) -> Assessment | None:
    """Return the sides of a dispute, or None where the exhibits hold one side or none."""
    free = replace(question, scope=Scope())
    open_focus = replace(focus, expectation=Expectation(kind=Kind.WORDS), scope={})
    heard = witnesses(exhibits, open_focus)
    found = [item for one in heard for item in findings(one, free, open_focus, anywhere=True)]
    found = authoritative(found, open_focus)
    found = [item for item in foremost(found, found, len(heard)) if not item.former]
    values = distinct_values(found)
    sides = _sides(heard)
    if len(values) < _BOTH and (_agree(found) or len(sides) < _BOTH):
        return None
    quoted = [item.quotation for item in found] if len(values) >= _BOTH else []
    return Assessment(
        status=Status.CONFLICT,
        values=values if len(values) >= _BOTH else (),
        quotations=tuple(
            dict.fromkeys([*quoted, *(side.quotation(side.exhibit.places[0]) for side in sides)])
        ),
    )


def _agree(found: Sequence[Finding]) -> bool:
    """Tell whether independent sources give the value: then what is reported is not borne out."""
    return len({item.place.source for item in found}) >= _BOTH


def _sides(heard: Sequence[Witness]) -> list[Statement]:
    """Return the best sentence of each of the two passages that fit best and do not repeat."""
    best = [
        max(named, key=lambda said: said.fitness.fit)
        for witness in heard
        if (named := [said for said in witness.statements if said.fitness.names_code])
    ]
    fitting = sorted(
        (said for said in best if said.fitness.fit >= _SIDE), key=lambda said: -said.fitness.fit
    )
    pairs = combinations(fitting, _BOTH)
    return next((list(pair) for pair in pairs if _differ(*pair)), [])


def _differ(first: Statement, second: Statement) -> bool:
    return first.sentence.text != second.sentence.text
