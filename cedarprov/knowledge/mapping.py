"""Answer maps of a store: drawn, recorded, found again, and asked in the place of a retrieval."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime

from cedarprov.errors import BadQuestion, UnknownDimension
from cedarprov.judge.agent import software
from cedarprov.knowledge import summary
from cedarprov.knowledge.connection import Connection
from cedarprov.knowledge.curation import find_passage
from cedarprov.model.answer_map import AnswerMap
from cedarprov.model.axis import Axis
from cedarprov.model.frozen import Frozen
from cedarprov.model.question import MOST_CELLS, Question
from cedarprov.model.reply import Answer
from cedarprov.rdf.activity import map_draft
from cedarprov.retrieve.answer_map import Request, Survey, draw
from cedarprov.retrieve.answer_map.document import from_record, to_record
from cedarprov.retrieve.answer_map.lookup import answer_of, rows_for
from cedarprov.retrieve.answer_map.partition import EFFECTIVE, RECORD
from cedarprov.retrieve.pipeline import settings
from cedarprov.retrieve.place import HeldTexts, Places
from cedarprov.store.answer_map_record import MapRecord, is_unchanged, map_records
from cedarprov.store.session import Session, WritingSession


class Recorded(Frozen):
    """A map that the store holds: its IRI, its place in the record, and what it says."""

    iri: str
    sequence: int
    drawn: AnswerMap


def survey(
    connection: Connection,
    question: Question,
    *,
    over: Collection[str] | None = None,
    ceiling: int = MOST_CELLS,
    axes: tuple[Axis, ...] = (),
) -> Survey:
    """Return a question asked in every cell; `axes` are those of a map to compare it with.

    Raises:
        UnknownDimension: `over` names what is no dimension, effective time or record.
        BadQuestion: The state asked is later than the record's end.
    """
    connection.prepare()
    session = connection.reading()
    if question.sequence is not None and question.sequence > session.sequence:
        raise BadQuestion(f"the record ends at {session.sequence}, before {question.sequence}")
    known = frozenset({*summary.dimensions(session), *summary.WELL_KNOWN})
    for name in sorted({*(over or ()), *question.scope.dimensions} - {*known, EFFECTIVE, RECORD}):
        raise UnknownDimension(name, sorted({*known, EFFECTIVE, RECORD}))
    request = Request(
        question=question,
        dimensions=known,
        over=frozenset(over) if over is not None else None,
        ceiling=ceiling,
        axes=axes,
    )
    return Survey(connection.settled, request)


def draw_map(
    connection: Connection,
    question: Question,
    *,
    over: Collection[str] | None = None,
    ceiling: int = MOST_CELLS,
) -> AnswerMap:
    """Return the map of a question; raises as `survey`."""
    return draw(survey(connection, question, over=over, ceiling=ceiling))


def add_map(session: WritingSession, drawn: AnswerMap) -> None:
    """Commit a map as a bundle of its own."""
    cited = (item.passage for row in drawn.rows for item in row.citations)
    draft = map_draft(
        drawn.question.words,
        to_record(drawn),
        quoted=dict.fromkeys(cited),
        agent=software(),
        at=datetime.now(UTC),
        names=session.names,
    )
    session.commit([draft], ())


def recorded_maps(session: Session, words: str) -> Iterator[Recorded]:
    """Yield the maps that were recorded for the words of a question, the last one first."""
    for record in map_records(words, session):
        yield _read(record, session)


def _read(record: MapRecord, session: Session) -> Recorded:
    texts = HeldTexts(session)

    def text_of(passage: str) -> str:
        found = find_passage(session, passage)
        return texts.read([found.text])[found.text].words if found else ""

    drawn = from_record(record.json, text_of)
    return Recorded(iri=record.map, sequence=record.sequence, drawn=drawn)


def answer_from_map(connection: Connection, question: Question) -> Answer | None:
    """Return the answer that the last map on a question gives, or None.

    There is none where no map tells, where something other than a retrieval was recorded since one
    was drawn, or where another encoder or other settings would rank now.
    """
    if question.sequence is not None:
        return None
    session, index = connection.settled()
    encoder = index.info().encoder
    fingerprint = encoder.fingerprint if encoder else ""
    for found in recorded_maps(session, question.words):
        drawn = found.drawn
        is_of_now = drawn.encoder == fingerprint and drawn.settings == settings()
        is_of_now = is_of_now and drawn.question.sequence is None
        if is_of_now and is_unchanged(session, drawn.sequence):
            answer = _answer(session, question, found)
            if answer is not None:
                return answer
    return None


def answer_by(session: Session, question: Question, iri: str) -> Answer | None:
    """Return the answer that one recorded map gives to a question, or None."""
    found = (item for item in recorded_maps(session, question.words) if item.iri == iri)
    return next((_answer(session, question, item) for item in found), None)


def _answer(session: Session, question: Question, found: Recorded) -> Answer | None:
    rows = rows_for(found.drawn, question)
    passages = {item.passage for row in rows for item in row.citations}
    held = [find_passage(session, passage) for passage in sorted(passages)]
    texts = sorted({item.text for item in held if item is not None})
    placed = Places(session, question).of(texts)
    return answer_of(found.drawn, found.iri, question, list(placed.values()), session)
