"""The extractive answer: exact quotations, each with the number of its citation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cedarprov.model.answer import Assessment, Citation, Evidence, Exhibit, Place, Quotation, Status


def citations(
    assessment: Assessment, evidence: Sequence[Evidence | Exhibit]
) -> tuple[Citation, ...]:
    """Return one numbered citation for each quotation of some evidence, in order."""
    shown: dict[str, Place] = {}
    for place in (place for item in evidence for place in item.places):
        shown.setdefault(place.passage, place)
    numbered: list[Citation] = []
    for quotation in assessment.quotations:
        if quotation.passage in shown:
            cited = _citation(len(numbered) + 1, quotation, shown[quotation.passage])
            numbered.append(cited)
    return tuple(numbered)


def _citation(number: int, quotation: Quotation, place: Place) -> Citation:
    start = passage_start(place.passage)
    return Citation(
        number=number,
        passage=place.passage,
        version=place.version,
        source=place.source,
        label=place.label,
        start=start + quotation.start,
        end=start + quotation.end,
        exact=quotation.exact,
        applies=place.match,
        certainty=place.certainty,
    )


def passage_start(passage: str) -> int:
    """Return the first code point of a passage within its version."""
    return passage_span(passage)[0]


def passage_span(passage: str) -> tuple[int, int]:
    """Return the code points [start, end) of a passage within its version, which its IRI names."""
    start, _, end = passage.rpartition("/")[2].partition("-")
    return int(start), int(end)


def answer_text(assessment: Assessment, cited: Sequence[Citation]) -> str:
    """Return what the sources say, in their own words."""
    numbers = {(item.passage, item.exact): item.number for item in cited}
    if assessment.status is Status.UNSUPPORTED and not cited:
        return "The sources do not say."
    if assessment.cells and assessment.status is not Status.ANSWERED:
        return "\n".join(_cell_lines(assessment, numbers))
    return "\n".join(f"“{item.exact}” [{item.number}]" for item in cited)


def _cell_lines(assessment: Assessment, numbers: Mapping[tuple[str, str], int]) -> Sequence[str]:
    lines = []
    for cell in assessment.cells:
        quoted = " ".join(
            f"“{item.exact}” [{numbers[item.passage, item.exact]}]"
            for item in cell.quotations
            if (item.passage, item.exact) in numbers
        )
        values = " or ".join(cell.values)
        said = f"{values}: {quoted}" if values and quoted else values or quoted
        lines.append(f"{cell.scope}: {said or cell.status.value}")
    return lines
