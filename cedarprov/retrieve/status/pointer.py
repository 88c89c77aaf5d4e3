"""Pointers: a sentence that gives a value by naming where it stands, or the value it corrects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.scope import Match, Scope
from cedarprov.prose.qualification import confirms, is_correction, says_the_same
from cedarprov.retrieve.status.exemption import named_scope
from cedarprov.retrieve.status.finding import ENOUGH, Finding, usable_places
from cedarprov.retrieve.status.reading import readings
from cedarprov.retrieve.status.reference import referents
from cedarprov.retrieve.status.statement import Statement, Witness
from cedarprov.retrieve.status.transition import dated, has_expired

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question
    from cedarprov.prose.value import Value
    from cedarprov.retrieve.status.focus import Focus

_OWN: Final = 0.15


def by_reference(
    witness: Witness, known: Mapping[Exhibit, Sequence[Finding]], question: Question, focus: Focus
) -> Iterator[Finding]:
    """Yield the findings that an exhibit makes by pointing at another: "the same as in release 8".

    `known` are the findings of each exhibit, whether or not their scope meets the question.
    """
    for statement in witness.statements:
        pointer = _pointer(statement, witness, known, question, focus)
        if pointer is None:
            continue
        value, condition = pointer
        for place in usable_places(witness.exhibit):
            if place.match is not Match.DOES_NOT_APPLY:
                yield Finding(
                    value=value,
                    scope=place.scope.narrowed(condition),
                    exhibit=statement.exhibit,
                    place=place,
                    quotation=statement.quotation(place),
                    fit=statement.fitness.rank,
                )


def by_correction(
    witness: Witness, known: Mapping[Exhibit, Sequence[Finding]], focus: Focus
) -> Iterator[Finding]:
    """Yield the findings of a correction that names a value and not its attribute.

    "Page 3: instead of 5 years read 15 years" is about whatever was said to be 5 years.
    """
    titles = " ".join(place.title for place in witness.exhibit.places)
    if not is_correction(f"{titles}. {witness.exhibit.text}"):
        return
    stated = [
        item for exhibit in known if exhibit is not witness.exhibit for item in known[exhibit]
    ]
    for statement in witness.statements:
        found = readings(statement, focus)
        wrong = [reading.value for reading in found if reading.former]
        meant = any(item.value and item.value.same(value) for item in stated for value in wrong)
        for place in usable_places(witness.exhibit) if meant else ():
            for reading in found:
                yield Finding(
                    value=reading.value,
                    scope=place.scope,
                    exhibit=statement.exhibit,
                    place=place,
                    quotation=statement.quotation(place),
                    fit=statement.fitness.rank,
                    former=reading.former,
                )


def _pointer(
    statement: Statement,
    witness: Witness,
    known: Mapping[Exhibit, Sequence[Finding]],
    question: Question,
    focus: Focus,
) -> tuple[Value | None, Scope] | None:
    """Return the value that a statement points at and the condition it sets, or None."""
    sentence = statement.sentence.text
    condition, confirmed = dated(sentence), confirms(sentence)
    alone = statement.fitness.own >= _OWN and statement.fitness.fit >= ENOUGH
    if not confirmed and not (says_the_same(sentence) and (alone or condition)):
        return None
    if (readings(statement, focus) and not condition) or has_expired(sentence, question):
        return None
    targets = referents(sentence, witness.exhibit, known, focus.language)
    if confirmed and targets:
        condition = condition.narrowed(named_scope(sentence, question, focus))
    elif not says_the_same(sentence):
        return None
    others = tuple(exhibit for exhibit in known if exhibit is not witness.exhibit)
    found = [finding.value for exhibit in targets or others for finding in known[exhibit]]
    # Where no text is named, what is meant is clear only if all give one value.
    meant = found and (targets or all(_same(found[0], value) for value in found))
    return (found[0], condition) if meant else None


def _same(first: Value | None, second: Value | None) -> bool:
    return first is second if first is None or second is None else first.same(second)
