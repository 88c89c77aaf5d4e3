"""Where texts stand, and how far each place applies to the scope and the dates asked.

A place is a passage that holds the text, in a version that was captured for an edition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cedarprov.model.answer import Place
from cedarprov.model.frozen import Frozen, replace
from cedarprov.model.question import Arm, Clock, Question
from cedarprov.model.receipt import ReasonCode
from cedarprov.model.scope import Match, Scope
from cedarprov.model.source import Edition
from cedarprov.model.time import Certainty, happened_by, in_force
from cedarprov.model.version_order import is_version, key
from cedarprov.rdf.passage import PATH_SEPARATOR
from cedarprov.retrieve.applicability import Applicability, Standing, standing
from cedarprov.retrieve.withdrawn import Withdrawn
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.query import table
from cedarprov.store.session import Session

NEWER_EDITION: Final = 0.93
"""The weight that a place loses for each newer edition of its source that applies as well."""

_DOUBT: Final = {match: doubt for doubt, match in enumerate(Match)}
_SEVERITY: Final = {Certainty.IN: 0, Certainty.POSSIBLY: 1, Certainty.OUT: 2}


class PassageRow(Frozen):
    """A passage that holds a text."""

    text: str
    passage: str
    version: str
    start: int
    end: int
    headings: str | None


class TextRow(Frozen):
    """The words of a text."""

    text: str
    words: str


_PLACES: Final = table("retrieve/places", PassageRow)
_TEXTS: Final = table("retrieve/texts", TextRow)


class HeldText(Frozen):
    """The words of a text, and the passages that hold it."""

    words: str
    rows: tuple[PassageRow, ...]


class HeldTexts:
    """The texts of one state of the store, each read once however many questions meet it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[str, HeldText] = {}

    def read(self, texts: Sequence[str]) -> dict[str, HeldText]:
        """Return those of the texts (IRIs) that the store holds."""
        if new := [text for text in texts if text not in self._known]:
            self._take_in(new)
        return {text: self._known[text] for text in texts if self._known[text].rows}

    def _take_in(self, texts: Sequence[str]) -> None:
        store, graph = self._session.store, self._session.names.graph("text")
        rows: dict[str, list[PassageRow]] = defaultdict(list)
        for row in _PLACES.rows(store, texts=texts):
            rows[row.text].append(row)
        words = {row.text: row.words for row in _TEXTS.rows(store, texts=texts, graph=graph)}
        for text in texts:
            self._known[text] = HeldText(words=words.get(text, ""), rows=tuple(rows[text]))


class Placed(Frozen):
    """A text in all its places: those that apply, best first, and why the others do not.

    `withdrawn` are apart from both: they are no evidence, not even of what others refer to.
    """

    text: str
    words: str
    headings: tuple[str, ...]
    applying: tuple[Place, ...]
    others: tuple[Place, ...]
    weight: float
    flags: tuple[str, ...]
    code: ReasonCode
    withdrawn: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place that is not withdrawn, those that apply first."""
        return (*self.applying, *self.others)


class _Stands(Frozen):
    """How one capture's edition stands to the question, and what its age takes from its weight."""

    standing: Standing
    age: float
    certainty: Certainty


class Places:
    """The places of texts under one question, in one state of the store."""

    def __init__(
        self, session: Session, question: Question, texts: HeldTexts | None = None
    ) -> None:
        self._session = session
        self._question = question
        self._texts = texts or HeldTexts(session)
        captured = question.as_of.get(Clock.CAPTURED)
        self.withdrawn = Withdrawn(session, question)
        current = session.catalogue.current(sequence=question.sequence, captured=captured)
        self._current = {
            edition: record
            for edition, record in current.items()
            if not self.withdrawn.holds(record)
        }
        self._unsettled = (
            session.catalogue.unsettled(captured, sequence=question.sequence)
            if captured
            else frozenset[str]()
        )
        self._scopes = self._scopes_by_collection()
        self._editions = self._editions_by_source()
        self._known: dict[str, _Stands] = {}
        self._asked = Scope() if question.arm is Arm.FLAT else question.scope

    def _scopes_by_collection(self) -> Mapping[str, Sequence[Scope]]:
        scopes: dict[str, set[Scope]] = defaultdict(set)
        for record in self._current.values():
            scopes[collection(record.edition.source.name)].add(record.edition.scope)
        return {name: sorted(found, key=str) for name, found in scopes.items()}

    def _editions_by_source(self) -> Mapping[str, Sequence[CaptureRecord]]:
        editions: dict[str, list[CaptureRecord]] = defaultdict(list)
        for record in self._current.values():
            editions[record.source_iri].append(record)
        return editions

    def of(self, texts: Sequence[str]) -> dict[str, Placed]:
        """Return the texts (IRIs) that the store holds, each in its places."""
        held = self._texts.read(texts)
        return {text: self._placed(text, item.words, item.rows) for text, item in held.items()}

    def why_not(self, text: str, passage: str) -> ReasonCode:
        """Return why a passage that holds a text does not apply, or that it was shown."""
        placed = self.of([text]).get(text)
        if placed is None:
            return _why_not(())
        if passage in {place.passage for place in placed.applying}:
            return ReasonCode.SHOWN
        places = [place for place in placed.places if place.passage == passage]
        withdrawn = any(place.passage == passage for place in placed.withdrawn)
        return _why_not(places, withdrawn=withdrawn)

    def apply(self, version: str) -> bool:
        """Tell whether a version is the current content of some edition that applies."""
        return any(
            (last := self._current.get(record.edition_iri)) is not None
            and (last.iri == record.iri or record.iri in self._unsettled)
            and self._certainty(record) is not Certainty.OUT
            and self._scope(record).match(self._asked) is not Match.DOES_NOT_APPLY
            for record in self._session.catalogue.of_version(version)
        )

    def _placed(self, text: str, words: str, rows: Sequence[PassageRow]) -> Placed:
        judged, withdrawn = [], []
        for row in rows:
            for record, item in self._judged(row, words):
                if self.withdrawn.holds(record):
                    withdrawn.append(item[0])
                else:
                    judged.append(item)
        judged.sort(
            key=lambda item: (
                -item[1].weight,
                _DOUBT[item[0].match],
                _SEVERITY[item[0].certainty],
                item[0].passage,
            )
        )
        applying = [item for item in judged if _applies(*item)]
        others = [item[0] for item in judged if not _applies(*item)]
        path = next((row.headings for row in rows if row.headings), "") or ""
        return Placed(
            text=text,
            words=words,
            headings=tuple(path.split(PATH_SEPARATOR)) if path else (),
            applying=tuple(place for place, _ in applying),
            others=tuple(others),
            weight=applying[0][1].weight if applying else 0.0,
            flags=_flags(applying[0]) if applying else (),
            code=ReasonCode.SHOWN if applying else _why_not(others, withdrawn=bool(withdrawn)),
            withdrawn=tuple(withdrawn),
        )

    def _judged(
        self, row: PassageRow, words: str
    ) -> Iterator[tuple[CaptureRecord, tuple[Place, Applicability]]]:
        for record in self._session.catalogue.of_version(row.version):
            if self._question.sequence is not None and record.sequence > self._question.sequence:
                continue
            source = record.edition.source
            stands = self._stands(record)
            context = f"{words}\n{row.headings or ''}\n{source.name}\n{source.title}"
            found = stands.standing.of(context)
            if not found.is_fallback:
                found = replace(found, weight=found.weight * stands.age)
            yield record, (self._place(row, record, found), found)

    def _stands(self, record: CaptureRecord) -> _Stands:
        """Return what the edition of a capture is to the question, worked out once."""
        if record.iri not in self._known:
            siblings = self._scopes.get(collection(record.edition.source.name), ())
            self._known[record.iri] = _Stands(
                standing=standing(self._scope(record), siblings, self._asked),
                age=NEWER_EDITION ** self._newer(record),
                certainty=self._certainty(record),
            )
        return self._known[record.iri]

    def _newer(self, record: CaptureRecord) -> int:
        """Return how many newer editions of the same source apply as well."""
        if self._question.arm is Arm.FLAT:
            return 0
        return sum(
            _is_newer(other.edition, record.edition)
            and other.edition.scope.match(self._asked) is not Match.DOES_NOT_APPLY
            and self._certainty(other) is not Certainty.OUT
            for other in self._editions[record.source_iri]
        )

    def _scope(self, record: CaptureRecord) -> Scope:
        return Scope() if self._question.arm is Arm.FLAT else record.edition.scope

    def _place(self, row: PassageRow, record: CaptureRecord, found: Applicability) -> Place:
        edition = record.edition
        last = self._current.get(record.edition_iri)
        return Place(
            passage=row.passage,
            version=row.version,
            source=edition.source.name,
            title=edition.source.title,
            edition=record.edition_iri,
            label=edition.label,
            scheme=edition.scheme,
            scope=self._scope(record),
            published=edition.published,
            effective=edition.effective,
            captured=record.at,
            current=record.iri in self._unsettled or (last is not None and last.iri == record.iri),
            match=found.match,
            certainty=self._stands(record).certainty,
            fallback=found.is_fallback,
            withdrawn_later=self.withdrawn.holds_later(record),
        )

    def _certainty(self, record: CaptureRecord) -> Certainty:
        if self._question.arm is Arm.FLAT:
            return Certainty.IN
        asked = self._question.as_of
        found = [Certainty.IN]
        if Clock.PUBLISHED in asked:
            found.append(happened_by(record.edition.published, asked[Clock.PUBLISHED]))
        if Clock.EFFECTIVE in asked:
            found.append(in_force(record.edition.effective, asked[Clock.EFFECTIVE]))
        if Clock.CAPTURED in asked:
            found.append(record.captured_by(asked[Clock.CAPTURED]))
        if record.iri in self._unsettled:
            found.append(Certainty.POSSIBLY)
        return max(found, key=lambda item: _SEVERITY[item])


def _is_newer(one: Edition, other: Edition) -> bool:
    """Tell whether an edition follows another by their labels, where these are versions."""
    labels = (one.label, other.label)
    return all(map(is_version, labels)) and key(one.label) > key(other.label)


def collection(name: str) -> str:
    """Return the first step of a source's name: the works that are released together."""
    return name.partition("/")[0]


def _applies(place: Place, found: Applicability) -> bool:
    return place.current and place.certainty is not Certainty.OUT and found.weight > 0


def _flags(item: tuple[Place, Applicability]) -> tuple[str, ...]:
    place, found = item
    doubt = "is possibly out of time" if place.certainty is Certainty.POSSIBLY else ""
    return tuple(flag for flag in (found.flag, doubt) if flag)


def _why_not(places: Sequence[Place], *, withdrawn: bool = False) -> ReasonCode:
    """Return why no place applies: the reason of the place that came nearest."""
    current = [place for place in places if place.current]
    if not current:
        return ReasonCode.WITHDRAWN if withdrawn else ReasonCode.NOT_CURRENT
    if all(place.match is Match.DOES_NOT_APPLY for place in current):
        return ReasonCode.SCOPE_DOES_NOT_APPLY
    return ReasonCode.CERTAINLY_OUT_OF_TIME
