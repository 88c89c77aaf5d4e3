"""A question answered from a map that was drawn for its words, instead of by a retrieval."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cedarprov.model.answer import Assessment
from cedarprov.model.answer_map import AnswerMap, Row
from cedarprov.model.axis import Axis, AxisKind, range_of
from cedarprov.model.frozen import replace
from cedarprov.model.question import Clock, Question
from cedarprov.model.receipt import ReasonCode, Receipt, Step
from cedarprov.model.reply import Answer
from cedarprov.model.scope import Condition, Symbol
from cedarprov.model.time import KnownTime
from cedarprov.retrieve.answer_map.partition import instant
from cedarprov.retrieve.answer_map.reading import read
from cedarprov.retrieve.extract import answer_text, citations
from cedarprov.retrieve.origin import grounds_of, links_of
from cedarprov.retrieve.pipeline import settings
from cedarprov.retrieve.place import Placed
from cedarprov.retrieve.receipt import digest_of_answer, question_json
from cedarprov.retrieve.record import Record
from cedarprov.store.session import Session


def rows_for(drawn: AnswerMap, question: Question) -> tuple[Row, ...]:
    """Return the rows that hold what a question asks; none where the map cannot tell."""
    if not _is_about(drawn, question):
        return ()
    chosen = [_slabs(axis, question) for axis in drawn.axes]
    if not all(chosen):
        return ()
    return tuple(
        row
        for row in drawn.rows
        if all(wanted & {*run} for wanted, run in zip(chosen, row.slabs, strict=True))
    )


def _is_about(drawn: AnswerMap, question: Question) -> bool:
    """Tell whether a map was drawn for a question, or for one that leaves open what it asks."""
    of = drawn.question
    same = (of.words, of.budget, of.arm) == (question.words, question.budget, question.arm)
    cut = {axis.name for axis in drawn.axes}
    scopes = _is_left_open(of.scope.as_dict(), question.scope.as_dict(), cut)
    return same and scopes and _is_left_open(_dates(of), _dates(question), cut)


def _dates(question: Question) -> Mapping[str, object]:
    return {clock.value: time for clock, time in question.as_of.items()}


def _is_left_open(
    of: Mapping[str, object], asked: Mapping[str, object], cut: Collection[str]
) -> bool:
    """Tell whether what is asked is what the map was asked, but for axes that it cuts."""
    return all(of.get(name) == asked.get(name) for name in {*of, *asked} - {*cut}) and all(
        of[name] == asked.get(name) for name in of
    )


def _slabs(axis: Axis, question: Question) -> set[int]:
    """Return the slabs of an axis that a question may mean; none where they cannot tell."""
    if axis.kind is AxisKind.RECORD:
        return {len(axis.slabs) - 1}
    if axis.kind is AxisKind.EFFECTIVE:
        dated = question.as_of.get(Clock.EFFECTIVE)
        return _times(axis, dated) if dated else {*range(len(axis.slabs))}
    asked = question.scope.get(axis.name)
    if asked is None:
        return {*range(len(axis.slabs))}
    return _values(axis, asked)


def _times(axis: Axis, dated: KnownTime) -> set[int]:
    ends = (axis.find(instant(each)) for each in (dated.earliest, dated.latest))
    first, last = (-1 if end is None else end for end in ends)
    return {*range(first, last + 1)} if first >= 0 else set()


def _values(axis: Axis, asked: Condition) -> set[int]:
    symbols = [":".join(term.path) for term in asked.terms if isinstance(term, Symbol)]
    found = [axis.find(symbol) for symbol in symbols]
    if asked.is_any or None in found:
        return set()
    versions = {
        at
        for at, slab in enumerate(axis.slabs)
        if not axis.is_value(at)
        and Condition(axis.name, range_of(slab.low, slab.high)).overlaps(asked)
    }
    return versions | {at for at in found if at is not None}


def answer_of(
    drawn: AnswerMap, iri: str, question: Question, placed: Sequence[Placed], session: Session
) -> Answer | None:
    """Return the answer that a map gives to a question, or None where it cannot tell.

    `placed` are the texts that it quotes, in their places under the question. What is quoted for
    other cases of the same answer is left out.
    """
    rows = rows_for(drawn, question)
    if not rows:
        return None
    records = [Record(placed=item) for item in placed if item.applying]
    judged = _quoting(read(drawn.axes, rows), records)
    evidence = tuple(record.evidence() for record in records)
    cited = citations(judged, evidence)
    text = answer_text(judged, cited)
    receipt = Receipt(
        question=question_json(question),
        settings=settings(),
        sequence=drawn.sequence,
        chain=drawn.chain,
        encoder=drawn.encoder,
        candidates=tuple(item.candidate(ReasonCode.SHOWN, Step.SHOWN) for item in records),
        status=judged.status,
        answer_digest=digest_of_answer(judged.status, text, evidence),
        map=iri,
    )
    return Answer(
        question=question,
        assessment=judged,
        text=text,
        evidence=evidence,
        citations=cited,
        grounds=grounds_of(cited, records, links_of(records, session, sequence=question.sequence)),
        receipt=receipt,
        notices=("it was read from a recorded map", *drawn.notices),
    )


def _quoting(judged: Assessment, records: Sequence[Record]) -> Assessment:
    """Return an assessment without the quotations of passages that do not apply."""
    applying = {passage for record in records for passage in record.passages}
    return replace(
        judged,
        quotations=tuple(item for item in judged.quotations if item.passage in applying),
        cells=tuple(
            replace(
                cell,
                quotations=tuple(item for item in cell.quotations if item.passage in applying),
            )
            for cell in judged.cells
        ),
    )
