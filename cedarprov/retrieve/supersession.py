"""What a text does to the findings of other texts: it replaces, corrects, withdraws or exempts.

A replacement wins over what it replaces and over copies of that. A withdrawal, or a sentence that
exempts the case asked about ("existing deployments keep their value"), leaves no value at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.scope import Match, Scope
from cedarprov.retrieve.finding import ENOUGH, Finding, usable_places
from cedarprov.retrieve.language import stem, terms
from cedarprov.retrieve.qualification import (
    confirms,
    group_named,
    is_copy,
    is_correction,
    leaves_open,
    replacement,
    says_the_same,
    withdraws,
)
from cedarprov.retrieve.quantity import mentions
from cedarprov.retrieve.reading import readings
from cedarprov.retrieve.reference import referents
from cedarprov.retrieve.sentence import clauses, sentences
from cedarprov.retrieve.statement import Statement, Witness
from cedarprov.retrieve.transition import dated, has_expired

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.model.question import Question
    from cedarprov.retrieve.focus import Focus

_OWN: Final = 0.15


def without_replaced(
    found: Sequence[Finding], exhibits: Sequence[Exhibit], asked: Scope, focus: Focus
) -> tuple[Finding, ...]:
    """Return the findings that no other applicable text replaces or corrects.

    What is asked for by its release stands, even if a later release replaces it.
    """
    gone: list[Finding] = []
    for exhibit in exhibits:
        if not any(is_of(finding, exhibit) and finding.value for finding in found):
            continue
        for phrase in _replacements(exhibit):
            for target in referents(phrase, exhibit, exhibits, focus.language):
                gone += [
                    finding
                    for finding in found
                    if is_of(finding, target) and not _is_asked(finding, exhibit, asked)
                ]
        gone += _corrected(exhibit, found)
    return tuple(
        finding
        for finding in found
        if finding not in gone and not _copies_any(finding, gone, exhibits)
    )


def _is_asked(finding: Finding, successor: Exhibit, asked: Scope) -> bool:
    """Tell whether the question covers both a finding and what replaces it, by one dimension."""
    return any(
        (mine := finding.scope.get(dimension)) is not None
        and (theirs := place.scope.get(dimension)) is not None
        and not mine.overlaps(theirs)
        for place in successor.places
        for dimension in asked.dimensions
    )


def _replacements(exhibit: Exhibit) -> Iterator[str]:
    titles = {place.title for place in usable_places(exhibit)}
    for said in (*titles, *(sentence.text for sentence in sentences(exhibit.text))):
        # Withdrawing one value and giving another is replacing it.
        phrase = said if withdraws(said) else replacement(said)
        if phrase is not None:
            yield phrase


def _corrected(exhibit: Exhibit, found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings of other texts whose value this one calls wrong."""
    titles = " ".join(place.title for place in exhibit.places)
    if not is_correction(f"{titles}. {exhibit.text}"):
        return
    wrong = [item.value for item in found if item.former and item.value and is_of(item, exhibit)]
    for finding in found:
        value = finding.value
        if value and not is_of(finding, exhibit) and any(value.same(former) for former in wrong):
            yield finding


def _copies_any(finding: Finding, gone: Sequence[Finding], exhibits: Sequence[Exhibit]) -> bool:
    text = next(exhibit.text for exhibit in exhibits if is_of(finding, exhibit))
    value = finding.value
    return value is not None and any(
        other.value is not None
        and value.same(other.value)
        and (is_copy(text) or other.quotation.exact == finding.quotation.exact)
        for other in gone
    )


def exemptions(
    witness: Witness, question: Question, focus: Focus
) -> Iterator[Finding]:
    """Yield a finding without value for each sentence that leaves the case asked about open."""
    for statement in witness.statements:
        for clause in clauses(statement.sentence):
            if not leaves_open(clause.text) or says_the_same(clause.text):
                continue
            if _gives_value(clause.text, focus):
                continue
            named = _named_scope(clause.text, question, focus)
            for place in usable_places(witness.exhibit):
                if _is_meant(place, named, question) and (named or _is_about(statement)):
                    yield _without_value(statement, place, place.scope.narrowed(named))


def _gives_value(clause: str, focus: Focus) -> bool:
    return any(focus.expectation.admits(item.value) for item in mentions(clause, focus.language))


def _is_meant(place: Place, named: Scope, question: Question) -> bool:
    """Tell whether a sentence in a place speaks of the case asked: by its words or its scope."""
    special = bool(place.scope.dimensions & question.scope.dimensions)
    general = not question.scope or place.match is not Match.UNSTATED
    return place.match is not Match.DOES_NOT_APPLY and (bool(named) or special or general)


def withdrawals(
    witness: Witness, exhibits: Sequence[Exhibit], question: Question, focus: Focus
) -> Iterator[tuple[Finding, tuple[Exhibit, ...]]]:
    """Yield a finding without value for each withdrawal, and the exhibits it takes back.

    Where it names no document it takes back all of them.
    """
    others = [other for other in exhibits if other is not witness.exhibit]
    for statement in witness.statements:
        sentence = statement.sentence.text
        if not withdraws(sentence) or any(
            not reading.former for reading in readings(statement, focus)
        ):
            continue
        group = group_named(sentence)
        asked = group is not None and stem(group, focus.language) in focus.said
        if group and not asked and not _named_scope(sentence, question, focus):
            continue
        targets = referents(sentence, witness.exhibit, exhibits, focus.language)
        if not targets and not _is_about(statement):
            continue
        for place in usable_places(witness.exhibit):
            if place.match is not Match.DOES_NOT_APPLY:
                yield _without_value(statement, place, place.scope), targets or tuple(others)


def by_reference(
    witness: Witness,
    exhibits: Sequence[Exhibit],
    known: Sequence[Finding],
    question: Question,
    focus: Focus,
) -> Iterator[Finding]:
    """Yield the findings that an exhibit makes by pointing at another: "the same as in release 8".

    `known` are the findings of all exhibits, whether or not their scope meets the question.
    """
    others = [other for other in exhibits if other is not witness.exhibit]
    for statement in witness.statements:
        sentence = statement.sentence.text
        stands_alone = _is_about(statement) and statement.fit >= ENOUGH
        targets = referents(sentence, witness.exhibit, exhibits, focus.language)
        condition = dated(sentence)
        if confirms(sentence) and targets:
            condition = condition.narrowed(_named_scope(sentence, question, focus))
        elif not says_the_same(sentence) or not (stands_alone or condition):
            continue
        if (readings(statement, focus) and not condition) or has_expired(sentence, question):
            continue
        targets = targets or tuple(others)
        values = [item for item in known if any(is_of(item, target) for target in targets)]
        for place in usable_places(witness.exhibit):
            if place.match is not Match.DOES_NOT_APPLY:
                for item in values[:1]:
                    yield Finding(
                        value=item.value,
                        scope=place.scope.narrowed(condition),
                        place=place,
                        quotation=statement.quotation(place),
                        fit=statement.rank,
                    )


def is_of(finding: Finding, exhibit: Exhibit) -> bool:
    """Tell whether a finding was made in an exhibit."""
    return finding.place in exhibit.places


def _named_scope(sentence: str, question: Question, focus: Focus) -> Scope:
    held = {term.stem for term in terms(sentence, focus.language)}
    return Scope(
        tuple(
            condition
            for condition in question.scope.conditions
            if (value := focus.scope.get(condition.dimension)) and value <= held
        )
    )


def _is_about(statement: Statement) -> bool:
    return statement.own >= _OWN


def _without_value(statement: Statement, place: Place, scope: Scope) -> Finding:
    return Finding(
        value=None,
        scope=scope,
        place=place,
        quotation=statement.quotation(place),
        fit=statement.rank,
    )
