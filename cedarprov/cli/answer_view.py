"""An answer as people read it: status, quotations, cells, citations, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cedarprov.cli.form import excluded
from cedarprov.cli.table import table
from cedarprov.model.answer import Status
from cedarprov.model.scope import Match
from cedarprov.model.time import Certainty

if TYPE_CHECKING:
    from cedarprov.model.answer import Cell, Citation, Place
    from cedarprov.model.reply import Answer

_DOUBTS: Final = {
    Match.IN_PART: "applies in part",
    Match.UNSTATED: "scope not stated",
    Match.DOES_NOT_APPLY: "another scope",
}


def answer_view(answer: Answer) -> str:
    """Return an answer as text, its parts one under the other."""
    parts = (
        status_line(answer),
        _cells(answer) or (answer.text if answer.citations else ""),
        "\n".join(_citations(answer)),
        "\n".join(_remarks(answer)),
    )
    return "\n\n".join(part for part in parts if part)


def status_line(answer: Answer) -> str:
    """Return the status with what it asserts, or with what it lacks."""
    judged = answer.assessment
    match judged.status:
        case Status.ANSWERED:
            rest = ", ".join(judged.values) or "see the quotation; no value is asserted"
        case Status.NEEDS_SCOPE:
            rest = f"the answer depends on {' and '.join(judged.missing)}"
        case Status.CONFLICT:
            rest = "the sources say " + " and ".join(judged.values)
        case Status.UNSUPPORTED:
            rest = "the sources give no value" if answer.citations else "the sources do not say"
    return f"{judged.status.value}: {rest}"


def _cells(answer: Answer) -> str:
    cells = answer.assessment.cells
    if not cells:
        return ""
    numbers = {(item.passage, item.exact): item.number for item in answer.citations}
    return table(("where", "answer", "quotation"), (_row(cell, numbers) for cell in cells))


def _row(cell: Cell, numbers: Mapping[tuple[str, str], int]) -> tuple[str, str, str]:
    said = ", ".join(cell.values) or cell.status.value
    quoted = (
        f"“{item.exact}” [{numbers[item.passage, item.exact]}]"
        for item in cell.quotations
        if (item.passage, item.exact) in numbers
    )
    return str(cell.scope), said, " ".join(quoted)


def _citations(answer: Answer) -> Iterator[str]:
    places = {place.passage: place for shown in answer.evidence for place in shown.places}
    for citation in answer.citations:
        yield f"[{citation.number}] {_origin(citation, places.get(citation.passage))}"
        yield f"    {citation.passage}"


def _origin(citation: Citation, place: Place | None) -> str:
    title = place.title if place is not None and place.title else citation.source
    edition = f", edition {citation.label}" if citation.label else ""
    scope = f" ({place.scope})" if place is not None and place.scope else ""
    doubts = [_DOUBTS[citation.applies]] if citation.applies in _DOUBTS else []
    if citation.certainty is Certainty.POSSIBLY:
        doubts.append("possibly out of time")
    doubt = f"; {', '.join(doubts)}" if doubts else ""
    return f"{title}{edition}{scope}, code points {citation.start} to {citation.end}{doubt}"


def _remarks(answer: Answer) -> Iterator[str]:
    for notice in (*answer.assessment.notes, *answer.notices):
        yield f"note: {notice}"
    if answer.citations:
        yield f"independent origins: {answer.grounds}"
    if left_out := excluded(answer.receipt.candidates):
        counts = ", ".join(f"{count} {code}" for code, count in left_out.items())
        yield f"left out: {counts}"
