"""Change: a question that leaves the release open, where notes of a release say that it matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cedarprov.model.answer import Assessment, Cell, Status
from cedarprov.model.scope import Condition, Scope
from cedarprov.prose import cue
from cedarprov.prose.language import stem
from cedarprov.prose.qualification import is_plan
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.condition import RELEASES, release_dimension
from cedarprov.retrieve.status.finding import NEAR_BEST, usable_places
from cedarprov.retrieve.status.history import release_of_notes
from cedarprov.retrieve.status.statement import Statement, Witness

if TYPE_CHECKING:
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.focus import Focus


def leaves_release_open(question: Question, focus: Focus) -> bool:
    """Tell whether a question neither names a release nor asks for one, or for a date."""
    asks = focus.expectation.kind is Kind.MOMENT or focus.expectation.noun in {
        stem(name, focus.language) for name in RELEASES
    }
    return not asks and not question.as_of and not question.scope.dimensions & set(RELEASES)


def changed(heard: Sequence[Witness], answer: Assessment, focus: Focus) -> Assessment | None:
    """Return an answer under the scope that notes of a change set, or None without such notes."""
    said = [
        (witness, statement)
        for witness in heard
        for statement in witness.statements
        if statement.fitness.names_code
    ]
    best = max((statement.fitness.rank for _, statement in said), default=0.0)
    for witness, statement in said:
        if statement.fitness.rank >= NEAR_BEST * best and _notes_change(statement):
            return _since(statement, witness, answer, focus)
    return None


def _notes_change(statement: Statement) -> bool:
    sentence = statement.sentence.text
    return (
        release_of_notes(statement.exhibit) is not None
        and cue.CHANGED.search(sentence) is not None
        and not is_plan(sentence, "")
    )


def _since(
    statement: Statement, witness: Witness, answer: Assessment, focus: Focus
) -> Assessment | None:
    place = next(iter(usable_places(witness.exhibit)), None)
    if place is None:
        return None
    dimension = release_dimension(place, focus)
    release = release_of_notes(statement.exhibit)
    quotations = (statement.quotation(place), *answer.quotations)
    cells = tuple(
        Cell(
            scope=Scope((Condition(dimension, f"{sign}{release}"),)),
            status=Status.ANSWERED if sign == ">=" else Status.UNSUPPORTED,
            values=answer.values if sign == ">=" else (),
            quotations=quotations[:1],
        )
        for sign in (">=", "<")
    )
    return Assessment(
        status=Status.NEEDS_SCOPE, cells=cells, missing=(dimension,), quotations=quotations
    )
