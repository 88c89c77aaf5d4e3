"""The status of an answer: sentences, readings, findings, cells.

Before claims exist, a reading is taken from the words of the best sentence of each exhibit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cedarprov.model.answer import Assessment
from cedarprov.model.scope import Scope
from cedarprov.retrieve.cells import judged
from cedarprov.retrieve.finding import Finding, bears_label, findings, foremost, on_subject, texts
from cedarprov.retrieve.focus import Focus
from cedarprov.retrieve.history import in_turn
from cedarprov.retrieve.statement import Similarity, Witness, witnesses
from cedarprov.retrieve.supersession import (
    by_reference,
    exemptions,
    is_of,
    withdrawals,
    without_replaced,
)

from cedarprov.retrieve.value import Kind

if TYPE_CHECKING:
    from cedarprov.model.answer import Exhibit
    from cedarprov.model.question import Question


def assess(
    question: Question, exhibits: Sequence[Exhibit], *, similarity: Similarity | None = None
) -> Assessment:
    """Judge how far the exhibits, best first, answer the question.

    `similarity` maps texts to vectors of unit length; with it, a sentence may be on the question
    without sharing its words. Exhibits whose places do not apply only resolve references.
    """
    focus = Focus.of(question, exhibits)
    relevant = on_subject(exhibits, focus)
    relevant = [exhibit for exhibit in relevant if bears_label(exhibit, focus)] or relevant
    heard = witnesses(relevant, focus, similarity)
    said = [item for witness in heard for item in findings(witness, question, focus)]
    if not said and focus.expectation.kind is Kind.WORDS:
        said = [item for witness in heard for item in texts(witness, question, focus)]
    found = [*in_turn(foremost(said, said, len(heard)), question.scope)]
    found += _by_reference(heard, relevant, question, focus)
    standing = without_replaced(found, relevant, question.scope, focus)
    standing = _without_withdrawn(standing, heard, question, focus)
    left = [item for witness in heard for item in exemptions(witness, question, focus)]
    exempt = foremost(left, said, len(heard))
    standing = tuple(item for item in standing if not _is_exempt(item, exempt, question.scope))
    return judged([item for item in (*standing, *exempt) if not item.former], question.scope)


def _by_reference(
    heard: Sequence[Witness], relevant: Sequence[Exhibit], question: Question, focus: Focus
) -> list[Finding]:
    unscoped = replace(question, scope=Scope())
    known = [
        item for witness in heard for item in findings(witness, unscoped, focus, anywhere=True)
    ]
    return [
        item
        for witness in heard
        for item in by_reference(witness, relevant, known, question, focus)
    ]


def _without_withdrawn(
    found: Sequence[Finding], heard: Sequence[Witness], question: Question, focus: Focus
) -> tuple[Finding, ...]:
    standing = list(found)
    relevant = [witness.exhibit for witness in heard]
    for witness in heard:
        for withdrawal, targets in withdrawals(witness, relevant, question, focus):
            standing = [
                item for item in standing if not any(is_of(item, target) for target in targets)
            ]
            standing.append(withdrawal)
    return tuple(standing)


def _is_exempt(finding: Finding, exempt: Sequence[Finding], asked: Scope) -> bool:
    """Tell whether a finding that does not speak of the case asked is taken back for that case."""
    return finding.value is not None and any(
        exemption.scope.dimensions & asked.dimensions > finding.scope.dimensions & asked.dimensions
        for exemption in exempt
    )
