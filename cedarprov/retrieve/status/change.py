"""Change: a question that leaves the release open, where notes of a release say that it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cedarprov.model.answer import Assessment, Cell, Status
from cedarprov.model.frozen import Frozen
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


class Change(Frozen):
    """How well a note of a change has to fit, beside the best of what is heard."""

    focus: Focus
    bar: float

    @classmethod
    def among(cls, heard: Sequence[Witness], focus: Focus) -> Change:
        """Take the measure of all that is heard."""
        said = (statement for witness in heard for statement in _naming(witness))
        best = max((statement.fitness.rank for statement in said), default=0.0)
        return cls(focus=focus, bar=NEAR_BEST * best)

    def noted(self, heard: Sequence[Witness], answer: Assessment) -> Assessment | None:
        """Return an answer under the scope that the first note of a change sets, or None."""
        noting = ((witness, said) for witness in heard for said in self._notes(witness))
        first = next(noting, None)
        return first and _since(first[1], first[0], answer, self.focus)

    def notes(self, witness: Witness) -> bool:
        """Tell whether a text notes a change."""
        return any(True for _ in self._notes(witness))

    def _notes(self, witness: Witness) -> Iterator[Statement]:
        for statement in _naming(witness):
            if statement.fitness.rank >= self.bar and _notes_change(statement):
                yield statement


def _naming(witness: Witness) -> Iterator[Statement]:
    return (said for said in witness.statements if said.fitness.names_code)


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
