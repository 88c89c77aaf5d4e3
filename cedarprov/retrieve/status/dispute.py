"""Disputes: questions that themselves report that documents disagree, or that doubt what one says.

Both sides are shown where the documents hold them, whichever editions they stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from cedarprov.model.answer import Assessment, Status
from cedarprov.model.frozen import replace
from cedarprov.model.scope import Scope
from cedarprov.prose import cue
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.cells import distinct_values
from cedarprov.retrieve.status.entry import authoritative, is_entry, is_field
from cedarprov.retrieve.status.expectation import Expectation
from cedarprov.retrieve.status.finding import findings, foremost, usable_places
from cedarprov.retrieve.status.focus import Focus
from cedarprov.retrieve.status.statement import Statement, Witness, witnesses
from cedarprov.retrieve.status.subject import about

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


def disputed(question: Question, exhibits: Sequence[Exhibit]) -> Assessment | None:
    """Return the sides of a dispute, or None where the exhibits hold one side or none."""
    bare = replace(question, words=_without_report(question.words), scope=Scope())
    focus = replace(
        Focus.of(bare, exhibits), expectation=Expectation(kind=Kind.WORDS), labels={}, words=""
    )
    heard = witnesses(about([item for item in exhibits if usable_places(item)], focus), focus)
    found = [item for one in heard for item in findings(one, bare, focus, anywhere=True)]
    found = authoritative(found, focus)
    found = [item for item in foremost(found, found, len(heard)) if not item.former]
    values = distinct_values(found)
    sides = _sides(heard, focus)
    if len(values) < _BOTH and (_agree(found) or len(sides) < _BOTH):
        return None
    shown = [side.quotation(usable_places(side.exhibit)[0]) for side in sides]
    if len(values) < _BOTH:
        return Assessment(status=Status.CONFLICT, quotations=tuple(shown))
    quotations = dict.fromkeys([*(item.quotation for item in found), *shown])
    return Assessment(status=Status.CONFLICT, values=values, quotations=tuple(quotations))


def _without_report(words: str) -> str:
    """Return what a question is about, without the turns that report and doubt."""
    for turns in (cue.REPORT, cue.DISAGREEMENT, cue.DOUBT):
        words = turns.sub(" ", words)
    return words if words.strip() else "?"


def _agree(found: Sequence[Finding]) -> bool:
    """Tell whether independent sources give the value: then what is reported is not borne out."""
    return len({item.place.source for item in found}) >= _BOTH


def _sides(heard: Sequence[Witness], focus: Focus) -> list[Statement]:
    """Return the best sentence of each of the two passages that fit best and do not repeat.

    A field of the entry for the thing goes first.
    """

    def standing(said: Statement) -> tuple[bool, float]:
        entry = is_entry(said.exhibit, focus) and is_field(said.sentence.text, focus)
        return entry, said.fitness.fit

    best = [
        max(named, key=standing)
        for witness in heard
        if (named := [said for said in witness.statements if said.fitness.names_code])
    ]
    fitting = [said for said in best if said.fitness.fit >= _SIDE]
    pairs = combinations(sorted(fitting, key=standing, reverse=True), _BOTH)
    return next(
        (list(pair) for pair in pairs if pair[0].sentence.text != pair[1].sentence.text), []
    )
