"""Saved questions watched: which answers changed, in which cells, and what brought it about."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from cedarprov.knowledge import mapping
from cedarprov.knowledge.baseline import (
    Baseline,
    Earlier,
    at_sequence,
    baseline_json,
    in_file,
    read_baseline,
    recorded,
)
from cedarprov.knowledge.connection import Connection
from cedarprov.model.answer import Assessment, Status
from cedarprov.model.answer_map import AnswerMap
from cedarprov.model.frozen import Frozen
from cedarprov.model.question import MOST_CELLS
from cedarprov.model.saved_question import Expectation, SavedQuestion
from cedarprov.retrieve.answer_map import Survey, draw
from cedarprov.retrieve.answer_map.comparison import Change, changes
from cedarprov.store.answer_map_record import is_unchanged
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.given import read_given_text
from cedarprov.store.session import Session


class Cause(Frozen):
    """A capture since: an edition of a source that was found to have this version."""

    source: str
    label: str
    version: str
    place: str
    at: datetime
    sequence: int


class Changed(Frozen):
    """A cell of a saved question whose answer changed, and the captures that brought it about.

    Without any, the answer has only shifted: other texts of the store moved what is ranked.
    """

    id: str
    words: str
    change: Change
    causes: tuple[Cause, ...]


class Unmet(Frozen):
    """A saved question whose answer is not what its file expects."""

    id: str
    words: str
    expected: Expectation
    status: Status
    values: tuple[str, ...]


class WatchReport(Frozen):
    """What became of saved questions: cells that changed, and expectations that are not met.

    `shifted` are cells in which another answer is found although nothing that is quoted for it, or
    was, has been captured since: that is no news of the sources, and no fault. `compared` and
    `expecting` count the questions with something to compare with and those with an expectation;
    `new` names those without an earlier answer to the same question.
    """

    compared: int
    expecting: int
    changed: tuple[Changed, ...]
    shifted: tuple[Changed, ...]
    unmet: tuple[Unmet, ...]
    new: tuple[str, ...]
    notices: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing changed, and every expectation is met."""
        return not self.changed and not self.unmet

    @property
    def checked(self) -> bool:
        """Whether there was anything to compare with."""
        return self.compared > 0 or self.expecting > 0


class Outcome(Frozen):
    """What became of one saved question, and its map where it had to be drawn."""

    saved: SavedQuestion
    compared: bool
    changed: tuple[Changed, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    drawn: AnswerMap | None = None


class Watch:
    """Saved questions of one store; none is asked on more than `ceiling` cells."""

    def __init__(
        self,
        connection: Connection,
        questions: Path | str | Sequence[SavedQuestion],
        *,
        ceiling: int = MOST_CELLS,
    ) -> None:
        self._connection = connection
        self._ceiling = ceiling
        self._questions = questions_of(questions)

    def since(self, sequence: int) -> WatchReport:
        """Compare with the store at a sequence number."""
        found = at_sequence(self._connection, sequence, self._ceiling)
        return report_of(self._outcomes(found))

    def recorded(self, *, update: bool) -> WatchReport:
        """Compare with the last maps recorded, and record those that are new or changed."""
        outcomes = self._outcomes(recorded(self._connection))
        if update:
            writer = self._connection.writing()
            for outcome in outcomes:
                if outcome.drawn and (outcome.changed or not outcome.compared):
                    mapping.add_map(writer, outcome.drawn)
        return report_of(outcomes)

    def against(self, file: Path, *, update: bool) -> WatchReport:
        """Compare with the maps of a file, which an update writes anew with those of now."""
        base = self._connection.folder.base
        is_new = update and not file.exists()
        maps = {} if is_new else read_baseline(read_given_text(file), str(file), base)
        outcomes = self._outcomes(in_file(maps))
        if update:
            kept = {item.saved.id: item.drawn or maps[item.saved.id] for item in outcomes}
            written = json.dumps(baseline_json(kept, base), ensure_ascii=False, indent=1)
            file.write_text(f"{written}\n", encoding="utf-8")
        return report_of(outcomes)

    def _outcomes(self, baseline: Baseline) -> list[Outcome]:
        return [self._outcome(saved, baseline(saved)) for saved in self._questions]

    def _outcome(self, saved: SavedQuestion, earlier: Earlier | None) -> Outcome:
        session = self._connection.reading()
        if earlier and not saved.expect.asks and is_unchanged(session, earlier.sequence):
            return Outcome(saved=saved, compared=True)
        survey = mapping.survey(
            self._connection,
            saved.question,
            ceiling=self._ceiling,
            axes=earlier.axes if earlier else (),
        )
        drawn = draw(survey)
        return Outcome(
            saved=saved,
            compared=earlier is not None,
            changed=tuple(_changed(session, saved, earlier, survey)) if earlier else (),
            unmet=_unmet(saved, drawn.assessment),
            drawn=drawn,
        )


def questions_of(questions: Path | str | Sequence[SavedQuestion]) -> Sequence[SavedQuestion]:
    """Return saved questions, read from their file where one is named.

    Raises:
        BadQuestions: The file has faults.
        MissingPath, FileTooLarge, Undecodable: As `read_given_text`.
    """
    from cedarprov.ingest.saved_question import read_questions  # noqa: PLC0415 - loads a parser

    if isinstance(questions, Path | str):
        return read_questions(read_given_text(Path(questions)), str(questions))
    return questions


def _changed(
    session: Session, saved: SavedQuestion, earlier: Earlier, survey: Survey
) -> Iterator[Changed]:
    since = [item for item in session.catalogue.records if item.sequence > earlier.sequence]
    for change in changes(earlier.said, survey):
        yield Changed(
            id=saved.id,
            words=saved.question.words,
            change=change,
            causes=tuple(_cause(item) for item in _bearing_on(change, since)),
        )


def _bearing_on(change: Change, since: Sequence[CaptureRecord]) -> Sequence[CaptureRecord]:
    """Return the captures of what is newly quoted, and of editions that are quoted no longer.

    Where the same words are quoted as before, those of the editions that hold them.
    """
    quoted = (*change.spans, *change.lost) or change.after.citations
    editions = {(item.source, item.label) for item in quoted}
    # The same bytes may be those of several editions.
    versions = {item.version for item in change.spans}
    return [
        item
        for item in since
        if item.version in versions or (item.edition.source.name, item.edition.label) in editions
    ]


def _cause(record: CaptureRecord) -> Cause:
    return Cause(
        source=record.edition.source.name,
        label=record.edition.label,
        version=record.version,
        place=record.place,
        at=record.at,
        sequence=record.sequence,
    )


def _unmet(saved: SavedQuestion, judged: Assessment) -> tuple[Unmet, ...]:
    if saved.expect.met_by(judged):
        return ()
    return (
        Unmet(
            id=saved.id,
            words=saved.question.words,
            expected=saved.expect,
            status=judged.status,
            values=judged.all_values,
        ),
    )


def report_of(outcomes: Sequence[Outcome]) -> WatchReport:
    """Return what became of all questions."""
    differing = [each for item in outcomes for each in item.changed]
    notices = (notice for item in outcomes if item.drawn for notice in item.drawn.notices)
    return WatchReport(
        compared=sum(item.compared for item in outcomes),
        expecting=sum(item.saved.expect.asks for item in outcomes),
        changed=tuple(each for each in differing if each.causes),
        shifted=tuple(each for each in differing if not each.causes),
        unmet=tuple(each for item in outcomes for each in item.unmet),
        new=tuple(item.saved.id for item in outcomes if not item.compared),
        notices=tuple(dict.fromkeys(notices)),
    )
