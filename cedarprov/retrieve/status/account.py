"""Accounts: answers in words, for questions that no value of a sort answers (why, how, whether)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.prose.qualification import is_plan
from cedarprov.prose.sentence import sentences, stems_within
from cedarprov.prose.value import Kind
from cedarprov.retrieve.status.finding import Finding, may_speak, usable_places
from cedarprov.retrieve.status.fitness import weighted
from cedarprov.retrieve.status.reading import text_reading
from cedarprov.retrieve.status.statement import Statement, Witness
from cedarprov.retrieve.status.subject import speaks_of_another

if TYPE_CHECKING:
    from cedarprov.retrieve.status.focus import Focus

# A passage that meets less than this share of the question, rare words first, is on another matter.
_ENOUGH: Final = 0.33
# Less will do where it holds the very name in code that is asked about.
_ENOUGH_NAMED: Final = 0.25
# More is needed where a value was to be expected and none was found.
_ENOUGH_INSTEAD: Final = 0.5
# The passages quoted.
_MOST: Final = 3


def accounts(heard: Sequence[Witness], focus: Focus) -> list[Finding]:
    """Return the best sentence of each passage that meets most of the question, as a finding.

    Its value is empty: what the sentence says is the answer.
    """
    if not _asks_for_words(focus):
        return []
    enough = _enough(focus)
    told = [
        statement
        for witness in heard
        if _share(witness, focus) >= enough and (statement := _best(witness)) is not None
    ]
    told.sort(key=lambda statement: -statement.fitness.rank)
    return [found for statement in told if (found := _finding(statement, focus))][:_MOST]


def _enough(focus: Focus) -> float:
    if focus.codes:
        return _ENOUGH_NAMED
    tale = focus.expectation.told or focus.expectation.kind is Kind.POLARITY
    return _ENOUGH if tale else _ENOUGH_INSTEAD


def _finding(statement: Statement, focus: Focus) -> Finding | None:
    """Return a sentence as a finding, from a place that applies or speaks of what is asked."""
    sentence = statement.sentence.text
    place = next((found for found in usable_places(statement.exhibit) if may_speak(found)), None)
    if place is None or is_plan(sentence, place.title) or speaks_of_another(sentence, focus):
        return None
    return Finding(
        value=text_reading(statement).value,
        scope=place.scope,
        exhibit=statement.exhibit,
        place=place,
        quotation=statement.quotation(place),
        fit=statement.fitness.rank,
    )


def _asks_for_words(focus: Focus) -> bool:
    """Tell whether words may answer; whether something is so they do where a case is put first."""
    kind = focus.expectation.kind
    return kind is Kind.WORDS or (kind is Kind.POLARITY and len(sentences(focus.words)) > 1)


def _share(witness: Witness, focus: Focus) -> float:
    said = stems_within(witness.exhibit, focus.language)
    asked = focus.telling | dict.fromkeys(focus.labels, 1.0)
    return weighted(focus, asked, ((said, 1.0),))


def _best(witness: Witness) -> Statement | None:
    named = [said for said in witness.statements if said.fitness.names_code]
    return max(named, key=lambda said: said.fitness.rank, default=None)
