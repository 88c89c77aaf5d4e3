"""The rubric: whether an answer is right, and whether what it cites supports it.

It is given a question, what is right, and an answer or a cited sentence; never the arm.

An answer is right if its status is the expected one or as good, its values are the expected ones
and no others, nothing is asserted that must not be, and, where a scope is needed, the dimensions
asked for are right. Where a note takes the value back, the note has to be shown as well.

A cited sentence supports the answer if it is a sentence that the answer rests on or a part of one,
or if it stands in a document on the service asked and states a value that is expected and none
that must not be asserted. To a question that has no answer, nothing is support.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cedarprov.evaluate.json_lines import read_lines
from cedarprov.evaluate.judgement import are_same, asserted_values
from cedarprov.evaluate.sixty.corpus import AskedQuestion, Quoted
from cedarprov.model.answer import Status
from cedarprov.model.frozen import Frozen
from cedarprov.prose.language import language_of
from cedarprov.prose.quantity import mentions, same_value

if TYPE_CHECKING:
    from cedarprov.model.reply import Answer


class Statement(Frozen):
    """A sentence that an answer to a question cites, and the document that it stands in."""

    question: str
    document: str
    exact: str


def is_right(question: AskedQuestion, answer: Answer) -> bool:
    """Tell whether an answer is right as a whole."""
    assessment = answer.assessment
    if assessment.status not in {question.expected, *question.accepted}:
        return False
    given = asserted_values(assessment)
    if any(same_value(wrong, value) for wrong in question.must_not for value in given):
        return False
    if question.expected is Status.NEEDS_SCOPE:
        asked_for = frozenset(assessment.missing)
        return question.missing <= asked_for <= question.missing | question.may_miss
    if question.expected is Status.UNSUPPORTED:
        return True
    if question.is_taken_back:
        return found(question, answer) == len(question.evidence)
    return are_same(question.values, assessment.values)


def found(question: AskedQuestion, answer: Answer) -> int:
    """Return how many of the sentences that the answer rests on are shown in its evidence."""
    return _shown(question.evidence, answer)


def notes_found(question: AskedQuestion, answer: Answer) -> int:
    """Return how many of the qualifications among them are shown."""
    return _shown(question.notes, answer)


def _shown(quoted: Iterable[Quoted], answer: Answer) -> int:
    # The words count wherever they stand: a reader of a copy sees the same.
    return sum(any(each.quote in evidence.text for evidence in answer.evidence) for each in quoted)


def statements(
    question: AskedQuestion, answer: Answer, places: Mapping[str, str]
) -> Iterator[Statement]:
    """Yield what an answer cites; `places` names the document of each version."""
    for citation in answer.citations:
        yield Statement(
            question=question.identifier,
            document=places[citation.version],
            exact=citation.exact,
        )


def supports(question: AskedQuestion, statement: Statement) -> bool:
    """Tell whether a cited sentence supports the right answer."""
    if question.expected is Status.UNSUPPORTED:
        return False
    said = statement.exact
    if any(said in quoted.quote or quoted.quote in said for quoted in question.evidence):
        return True
    service = question.inquiry.scope.get("service", "")
    values = [mention.value.text for mention in mentions(said, language_of(said))]
    return (
        statement.document.startswith(f"{service}/")
        and _states(question.values, values)
        and not _states(question.must_not, values)
    )


def _states(values: Iterable[str], said: Iterable[str]) -> bool:
    return any(same_value(value, each) for value in values for each in said)


def read_labels(path: Path) -> dict[Statement, bool]:
    """Return the labels of a file, none where there is no such file.

    Raises:
        BadEvaluationData: A line holds no label.
    """
    return dict(read_lines(path, _label)) if path.is_file() else {}


def _label(item: dict[str, Any]) -> tuple[Statement, bool]:
    statement = Statement(
        question=item["question"], document=item["document"], exact=item["statement"]
    )
    return statement, bool(item["supported"])
