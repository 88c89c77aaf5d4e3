"""All that a reviewer must see of an inferred record: both ends in context, and how it came about.

Quotations are exact; the lines around them are cut from the text of the version, never from what
an inference says of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from cedarprov.judge.agenda import Pending
from cedarprov.judge.edge_end import Ends, Place, edition_name
from cedarprov.judge.origin_group import OriginGroup, origin_groups
from cedarprov.model.edge import StructuredReading
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.scope import Scope
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.door import TextOf
from cedarprov.store.edge_record import ReviewState, edge_records, read_scopes
from cedarprov.store.query import table
from cedarprov.store.review_record import ReviewRecord
from cedarprov.store.session import Session

_AT_ONCE: Final = 200
_LINES: Final = 12
_LONGEST: Final = 1500


class Quotation(Frozen):
    """An exact quotation with the text before and after it, and where it stands.

    `before` and `after` are whole lines, at most 12 or 1500 code points each. `captures` are those
    that found the version, each with its source, edition and times; `current` says whether one of
    them is the last of its edition.
    """

    span: Span
    before: str
    after: str
    headings: tuple[str, ...]
    captures: tuple[CaptureRecord, ...]
    current: bool


class End(Frozen):
    """One end of an edge, or a claim: what it states where it is a claim, and what it quotes.

    `name` is set for what quotes nothing: an edition, a version or a scope.
    """

    iri: str
    statement: str
    name: str
    reading: StructuredReading | None
    scope: Scope
    quotations: tuple[Quotation, ...]


class Word(Frozen):
    """A declaration as evidence: what was said, and by whom."""

    statement: str
    by: str


class Method(Frozen):
    """How an inference was made: the software, its version, and the plan that it followed."""

    agent: str = ""
    version: str = ""
    plan: str = ""


class Exhibit(Frozen):
    """An inferred edge or claim as it is laid before a reviewer.

    `subjects` is empty for a claim, which is the `object` itself; `scope` is the edge's own.
    """

    pending: Pending
    subjects: tuple[End, ...]
    object: End
    evidence: tuple[Quotation, ...]
    words: tuple[Word, ...]
    scope: Scope
    method: Method
    origins: OriginGroup

    @property
    def iri(self) -> str:
        """The edge or claim."""
        return self.pending.iri

    @property
    def state(self) -> ReviewState:
        """What the reviews so far make of it."""
        return self.pending.state

    @property
    def reviews(self) -> tuple[ReviewRecord, ...]:
        """The reviews so far, in their order."""
        return self.pending.reviews


def exhibits(
    items: Sequence[Pending], ends: Ends, session: Session, texts: TextOf
) -> Iterator[Exhibit]:
    """Yield what a reviewer must see of some records, in their order.

    Raises:
        MissingBlob: The bytes of a version are not kept.
    """
    for start in range(0, len(items), _AT_ONCE):
        yield from _Desk(items[start : start + _AT_ONCE], ends, session, texts).exhibits()


# -- one batch ------------------------------------------------------------------------------------


class _EvidenceRow(Frozen):
    edge: str
    item: str
    version: str | None
    start: int | None
    end: int | None
    statement: str | None
    declarer: str | None


class _MethodRow(Frozen):
    record: str
    agent: str
    software: str | None
    plan: str | None


class _PassageRow(Frozen):
    version: str
    passage: str
    start: int
    end: int
    headings: str | None


_EVIDENCE: Final = table("review/evidence", _EvidenceRow)
_METHODS: Final = table("review/methods", _MethodRow)
_PASSAGES: Final = table("review/passages", _PassageRow)


class _Desk:
    """What one batch of records needs, read in a few queries."""

    def __init__(
        self, items: Sequence[Pending], ends: Ends, session: Session, texts: TextOf
    ) -> None:
        self._items, self._ends, self._session, self._texts = items, ends, session, texts
        records = [item.iri for item in items]
        store, names = session.store, session.names
        self._edges = {edge.iri: edge for edge in edge_records(records, store, names)}
        self._methods = {
            row.record: Method(agent=row.agent, version=row.software or "", plan=row.plan or "")
            for row in _METHODS.rows(store, records=records)
        }
        self._evidence: dict[str, list[Place]] = defaultdict(list)
        self._words: dict[str, list[Word]] = defaultdict(list)
        self._read_evidence(records)
        self._scopes = read_scopes((item.object for item in items), store)
        self._passages = self._passages_of(self._versions())
        seeds = {item.iri: self._origin_seeds(item) for item in items}
        self._groups = origin_groups(seeds, ends, session)

    def _read_evidence(self, records: Sequence[str]) -> None:
        for row in _EVIDENCE.rows(self._session.store, edges=records):
            if row.version is not None and row.start is not None and row.end is not None:
                place = Place(version=row.version, start=row.start, end=row.end)
                self._evidence[row.edge].append(place)
            else:
                word = Word(statement=row.statement or "", by=row.declarer or "")
                self._words[row.edge].append(word)

    def _versions(self) -> set[str]:
        places = [place for item in self._items for place in self._places(item)]
        places += (place for found in self._evidence.values() for place in found)
        return {place.version for place in places}

    def _places(self, item: Pending) -> Iterator[Place]:
        for end in (*item.subjects, item.object):
            yield from self._ends.places(end)

    def _passages_of(self, versions: Iterable[str]) -> Mapping[str, list[_PassageRow]]:
        found: dict[str, list[_PassageRow]] = defaultdict(list)
        for row in _PASSAGES.rows(self._session.store, versions=sorted(versions)):
            found[row.version].append(row)
        return found

    def _around(self, place: Place) -> Iterator[_PassageRow]:
        for row in self._passages.get(place.version, ()):
            if row.start < place.end and place.start < row.end:
                yield row

    def _origin_seeds(self, item: Pending) -> set[str]:
        seeds = {*item.subjects, item.object}
        for place in self._places(item):
            seeds.add(place.version)
            seeds.update(row.passage for row in self._around(place))
        return seeds

    def exhibits(self) -> Iterator[Exhibit]:
        for item in self._items:
            edge = self._edges.get(item.iri)
            yield Exhibit(
                pending=item,
                subjects=tuple(map(self._end, item.subjects)),
                object=self._end(item.object),
                evidence=tuple(map(self._quotation, self._evidence[item.iri])),
                words=tuple(self._words[item.iri]),
                scope=edge.scope if edge else Scope(),
                method=self._methods.get(item.iri, Method()),
                origins=self._groups[item.iri],
            )

    def _end(self, iri: str) -> End:
        claim = self._ends.claim(iri)
        quotations = tuple(map(self._quotation, self._ends.places(iri)))
        return End(
            iri=iri,
            statement=claim.statement if claim else "",
            name="" if quotations else self._name(iri),
            reading=claim.reading if claim else None,
            scope=claim.scope if claim else Scope(),
            quotations=quotations,
        )

    def _name(self, iri: str) -> str:
        catalogue = self._session.catalogue
        last = catalogue.last_of(iri)
        captures = (last,) if last else catalogue.of_version(iri)
        if captures:
            return "; ".join(sorted({edition_name(capture) for capture in captures}))
        scope = self._scopes.get(iri)
        return str(scope) if scope else iri

    def _quotation(self, place: Place) -> Quotation:
        text = self._texts(place.version)
        captures = {
            capture.edition_iri: capture
            for capture in self._session.catalogue.of_version(place.version)
        }
        passage = next(self._around(place), None)
        headings = (passage.headings or "").split("\n") if passage else ()
        return Quotation(
            span=Span(
                version=place.version,
                start=place.start,
                end=place.end,
                exact=text[place.start : place.end],
            ),
            before=before(text, place.start),
            after=after(text, place.end),
            headings=tuple(filter(None, headings)),
            captures=tuple(captures.values()),
            current=self._ends.is_current(place.version),
        )


# -- context --------------------------------------------------------------------------------------


def before(text: str, start: int, lines: int = _LINES) -> str:
    r"""Return the text in front of `start`, from the beginning of a line a few lines up.

    >>> before("one\ntwo\nthree", 10, lines=1)
    'th'
    """
    cut = text[max(0, start - _LONGEST) : start]
    return "\n".join(cut.split("\n")[-lines:])


def after(text: str, end: int, lines: int = _LINES) -> str:
    r"""Return the text behind `end`, up to the end of a line a few lines down.

    >>> after("one\ntwo\nthree", 2, lines=1)
    'e'
    """
    return "\n".join(text[end : end + _LONGEST].split("\n")[:lines])
