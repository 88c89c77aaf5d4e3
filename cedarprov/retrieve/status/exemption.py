"""Exemption: a sentence that takes a value back, or leaves the case asked about without one.

"Existing deployments keep their value" defeats a default, and "the guidance is withdrawn" what it
said: both are findings without value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.model.scope import Match, Scope
from cedarprov.prose.language import stem, stems_of
from cedarprov.prose.qualification import (
    group_named,
    keeps,
    leaves_open,
    says_the_same,
    withdraws,
)
from cedarprov.prose.quantity import mentions
from cedarprov.prose.sentence import clauses
from cedarprov.retrieve.status.finding import Finding, usable_places
from cedarprov.retrieve.status.reading import readings
from cedarprov.retrieve.status.reference import referents
from cedarprov.retrieve.status.statement import Statement, Witness

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit, Place
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.focus import Focus

# A sentence about the value itself has at least this share of the question's words.
_OWN: Final = 0.15


def exemptions(witness: Witness, question: Question, focus: Focus) -> Iterator[Finding]:
    """Yield a finding without value for each sentence that leaves the case asked about open."""
    for statement in witness.statements:
        for clause in clauses(statement.sentence):
            if not (statement.fitness.names_code and _is_open(clause.text, focus)):
                continue
            if focus.codes and not _is_on_attribute(clause.text, focus):
                continue
            named = named_scope(clause.text, question, focus)
            for place in usable_places(witness.exhibit):
                if _is_meant(place, named, question) and (named or statement.fitness.own >= _OWN):
                    yield _without_value(statement, place, place.scope.narrowed(named))


def _is_open(clause: str, focus: Focus) -> bool:
    """Tell whether a clause leaves a value open without giving another, or pointing to one."""
    if not leaves_open(clause) or says_the_same(clause):
        return False
    found = mentions(clause, focus.language)
    return not any(focus.expectation.admits(mention.value) for mention in found)


def _is_on_attribute(clause: str, focus: Focus) -> bool:
    """Tell whether a clause that names a setting speaks of what is asked of it, or keeps it.

    A text may exempt much from a setting ("views may be excluded from it") that is not its value.
    """
    names = {
        code for name in focus.codes for code in stems_of(name.replace("_", " "), focus.language)
    }
    asked = {*focus.terms} - focus.codes - names
    return keeps(clause) or bool(stems_of(clause, focus.language) & asked)


def _is_meant(place: Place, named: Scope, question: Question) -> bool:
    """Tell whether a sentence in a place speaks of the case asked: by its words or its scope."""
    if place.match is Match.DOES_NOT_APPLY:
        return False
    asked = question.scope.dimensions
    return bool(named) or bool(place.scope.dimensions & asked if asked else place.scope)


def withdrawals(
    witness: Witness, exhibits: Sequence[Exhibit], question: Question, focus: Focus
) -> Iterator[tuple[Finding, tuple[Exhibit, ...]]]:
    """Yield a finding without value for each withdrawal, and the exhibits it takes back.

    Where it names no document it takes back all of them.
    """
    others = tuple(other for other in exhibits if other is not witness.exhibit)
    for statement in witness.statements:
        if not (statement.fitness.names_code and _takes_back(statement, question, focus)):
            continue
        sentence = statement.sentence.text
        targets = referents(sentence, witness.exhibit, exhibits, focus.language)
        if not targets and statement.fitness.own < _OWN:
            continue
        for place in usable_places(witness.exhibit):
            if place.match is not Match.DOES_NOT_APPLY:
                yield _without_value(statement, place, place.scope), targets or others


def _takes_back(statement: Statement, question: Question, focus: Focus) -> bool:
    """Tell whether a statement withdraws a value, for the case asked, and gives no other."""
    sentence = statement.sentence.text
    if not withdraws(sentence):
        return False
    group = group_named(sentence)
    asked = group is None or stem(group, focus.language) in focus.said
    meant = asked or bool(named_scope(sentence, question, focus))
    return meant and all(reading.former for reading in readings(statement, focus))


def named_scope(sentence: str, question: Question, focus: Focus) -> Scope:
    """Return those conditions asked whose value a sentence names."""
    held = stems_of(sentence, focus.language)
    return Scope(
        tuple(
            condition
            for condition in question.scope.conditions
            if (value := focus.scope.get(condition.dimension)) and value <= held
        )
    )


def _without_value(statement: Statement, place: Place, scope: Scope) -> Finding:
    return Finding(
        value=None,
        scope=scope,
        exhibit=statement.exhibit,
        place=place,
        quotation=statement.quotation(place),
        fit=statement.fitness.rank,
    )
