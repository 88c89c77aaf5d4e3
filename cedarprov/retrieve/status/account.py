"""Accounts: answers in words, for questions that no value of a sort answers (why, how, whether)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cedarprov.retrieve.status.finding import Finding, vouched
from cedarprov.retrieve.status.fitness import weighted
from cedarprov.retrieve.status.language import stems_of
from cedarprov.retrieve.status.reading import text_reading
from cedarprov.retrieve.status.sentence import sentences
from cedarprov.retrieve.status.statement import Statement, Witness
from cedarprov.retrieve.status.value import Kind

if TYPE_CHECKING:
    from cedarprov.model.question import Question
    from cedarprov.retrieve.status.focus import Focus

# A passage that meets less than this share of the question, rare words first, is on another matter.
_ENOUGH: Final = 0.33
# The passages quoted.
_MOST: Final = 3


def accounts(heard: Sequence[Witness], question: Question, focus: Focus) -> list[Finding]:
    """Return the best sentence of each passage that meets most of the question, as a finding.

    Its value is empty: what the sentence says is the answer.
    """
    if not _asks_for_words(focus):
        return []
    told = [
        (share, statement)
        for witness in heard
        if (share := _share(witness, focus)) >= _ENOUGH
        and (statement := _best(witness)) is not None
    ]
    told.sort(key=lambda item: -item[0])
    found = (
        vouched(statement, text_reading(statement), question, focus, anywhere=False)
        for _, statement in told
    )
    return [findings[0] for findings in map(tuple, found) if findings][:_MOST]


def _asks_for_words(focus: Focus) -> bool:
    """Tell whether words may answer; whether something is so they do where a case is put first."""
    kind = focus.expectation.kind
    return kind is Kind.WORDS or (kind is Kind.POLARITY and len(sentences(focus.words)) > 1)


def _share(witness: Witness, focus: Focus) -> float:
    exhibit = witness.exhibit
    said = stems_of(f"{' '.join(exhibit.headings)} {exhibit.text}", focus.language)
    asked = focus.telling | dict.fromkeys(focus.labels, 1.0)
    return weighted(focus, asked, ((said, 1.0),))


def _best(witness: Witness) -> Statement | None:
    named = [said for said in witness.statements if said.fitness.names_code]
    return max(named, key=lambda said: said.score, default=None)
