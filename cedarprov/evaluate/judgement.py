"""Whether the answer to an item of the minimal pairs is right, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cedarprov.evaluate.coverage import is_shown
from cedarprov.evaluate.outcome import Tally
from cedarprov.evaluate.pair_item import Expected, PairItem
from cedarprov.model.answer import Assessment, Status
from cedarprov.model.reply import Answer
from cedarprov.prose.quantity import same_value


def judged(item: PairItem, answer: Answer) -> dict[str, Tally]:
    """Return what is right about an answer, by measure.

    An item is right when its status, its values and, where a scope is needed, its missing
    dimensions are right and nothing is asserted that must not be.
    """
    expected, assessment = item.expected, answer.assessment
    valued = expected.status in (Status.ANSWERED, Status.CONFLICT)
    scoped = expected.status is Status.NEEDS_SCOPE
    asserted = asserted_values(assessment)
    wrong = any(_among(value, asserted) for value in expected.must_not)
    cells = [value for value in expected.cells if _among(value, _cell_values(assessment))]
    return {
        "item_accuracy": Tally(float(is_right(expected, assessment))),
        "value_accuracy": Tally(
            float(valued and are_same(expected.values, assessment.values)), float(valued)
        ),
        "missing_accuracy": Tally(
            float(scoped and _is_missing_right(expected, assessment)), float(scoped)
        ),
        "cell_recall": Tally(len(cells), len(expected.cells)),
        "wrongly_asserted": Tally(float(wrong), float(bool(expected.must_not))),
        "quote_recall": Tally(_quotes_shown(item, answer), len(expected.evidence)),
    }


def is_right(expected: Expected, assessment: Assessment) -> bool:
    """Tell whether an assessment is right as a whole."""
    if assessment.status is not expected.status and assessment.status not in expected.accepted:
        return False
    if any(_among(value, asserted_values(assessment)) for value in expected.must_not):
        return False
    if expected.status is Status.NEEDS_SCOPE:
        return _is_missing_right(expected, assessment)
    if expected.status is Status.UNSUPPORTED:
        # The very words that take a value back are no value, but a number would be one.
        return not any(map(_holds_number, asserted_values(assessment)))
    return are_same(expected.values, assessment.values)


def asserted_values(assessment: Assessment) -> tuple[str, ...]:
    """Return every value that an assessment gives, be it for one cell only."""
    return (*assessment.values, *_cell_values(assessment))


def are_same(expected: Sequence[str], given: Sequence[str]) -> bool:
    """Tell whether each expected value is given in some form, and nothing else."""
    return all(_among(value, given) for value in expected) and all(
        _among(value, expected) for value in given
    )


def _cell_values(assessment: Assessment) -> tuple[str, ...]:
    return tuple(value for cell in assessment.cells for value in cell.values)


def _among(value: str, values: Iterable[str]) -> bool:
    return any(same_value(value, other) for other in values)


def _holds_number(value: str) -> bool:
    return any(map(str.isdigit, value))


def _is_missing_right(expected: Expected, assessment: Assessment) -> bool:
    given = {dimension.casefold() for dimension in assessment.missing}
    return given == {dimension.casefold() for dimension in expected.missing}


def _quotes_shown(item: PairItem, answer: Answer) -> int:
    cited = [citation.exact for citation in answer.citations]
    shown = 0
    for quote in item.expected.evidence:
        whole = item.documents[quote.document].text
        start = whole.index(quote.exact)
        shown += is_shown((start, start + len(quote.exact)), whole, cited)
    return shown
