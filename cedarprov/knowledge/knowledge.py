"""What `cedarprov.open` returns: the whole list of verbs over one store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from cedarprov.errors import BadQuestion, StoreClosed, UnknownDimension
from cedarprov.index.port import PassageIndex
from cedarprov.ingest.dates import read_as_of
from cedarprov.ingest.job import Job, OnProgress, Request
from cedarprov.ingest.report import IngestReport
from cedarprov.ingest.text import VersionTexts
from cedarprov.knowledge import curation, indexing, summary
from cedarprov.knowledge.agent import SOFTWARE
from cedarprov.knowledge.summary import Info, SourceSummary
from cedarprov.model.edge import Agent, Claim, Relation, StructuredReading, Verdict
from cedarprov.model.passage import Span
from cedarprov.model.question import Arm, Budget, Clock, Question
from cedarprov.model.receipt import Receipt
from cedarprov.model.reply import Answer
from cedarprov.model.scope import Scope
from cedarprov.retrieve.citation import CitationReport, CitedClaim, Supplied, check_citations
from cedarprov.retrieve.pipeline import Retrieval
from cedarprov.retrieve.receipt import Explanation, explain, from_json, read_question
from cedarprov.retrieve.replay import Replay, replayed
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, WritingSession
from cedarprov.store.session import create as create_folder
from cedarprov.store.sighting import Sightings

if TYPE_CHECKING:
    from cedarprov.index.embedded import EmbeddedIndex
    from cedarprov.store.result import QueryResult

ScopeLike = Scope | Mapping[str, str] | Iterable[str]
WAIT: Final = 5.0
"""Seconds that a writing verb waits for another writer unless the caller says otherwise."""

_RECORD_CLOCK: Final = "record"


class Knowledge:
    """A store, open for reading and, from the first writing verb on, for writing.

    Reading verbs see the newest published state and never meet the writer's lock. A writing verb
    takes the lock, which is held until `close`.
    """

    def __init__(self, path: Path | str, *, wait: float = WAIT, dense: bool | None = None) -> None:
        """Open the store in a folder; see `cedarprov.open`."""
        self._folder = StoreFolder.open(Path(path))
        self._wait = wait
        self._dense = dense
        self._texts = VersionTexts(self._folder.blobs, self._folder.names)
        self._writer: WritingSession | None = None
        self._reader: Session | None = None
        self._index: EmbeddedIndex | None = None
        self._earlier: dict[int, PassageIndex] = {}
        self._closed = False

    # -- life -------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The folder of the store."""
        return self._folder.path

    @property
    def base(self) -> str:
        """The IRI that all identifiers of the store begin with."""
        return self._folder.base

    @property
    def sequence(self) -> int:
        """The sequence number of the last bundle."""
        return self._reading().sequence

    def close(self) -> None:
        """Let go of the store; a second call does nothing."""
        for part in (self._index, self._writer, self._reader):
            if part is not None:
                part.close()
        self._index = self._writer = self._reader = None
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _reading(self) -> Session:
        """Return the state that reading verbs see: the writer's own, or the newest published."""
        if self._closed:
            raise StoreClosed(self.path)
        if self._writer is not None:
            return self._writer
        if self._reader is not None and self._is_stale(self._reader):
            self._reader.close()
            self._reader = None
        if self._reader is None:
            self._reader = Session.reading(self._folder)
        return self._reader

    def _is_stale(self, reader: Session) -> bool:
        return self._folder.checkpoints.newest() != reader.checkpoint

    def _writing(self) -> WritingSession:
        if self._closed:
            raise StoreClosed(self.path)
        if self._writer is None:
            from cedarprov.check.guard import FastGuard  # noqa: PLC0415 - only writers need it

            with contextlib.ExitStack() as stack:
                writer = stack.enter_context(
                    WritingSession.writing(
                        self._folder, guard=FastGuard(), text_of=self._texts, wait=self._wait
                    )
                )
                index = indexing.open_for_writing(self._folder, dense=self._dense)
                stack.callback(index.close)
                writer.follow_with(lambda session: indexing.IndexFollower(index, session))
                stack.pop_all()
            self._replace_index(index)
            self._writer = writer
        return self._writer

    def _replace_index(self, index: EmbeddedIndex | None) -> None:
        if self._index is not None:
            self._index.close()
        self._index = index

    # -- writing ----------------------------------------------------------------------------------

    def ingest(
        self,
        *paths: Path | str,
        manifest: Path | str | None = None,
        agent: Agent = SOFTWARE,
        at: datetime | None = None,
        dry_run: bool = False,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Take in files and folders, and return what became of each file.

        `at` is the time of capture (UTC; None: now), for material that was captured earlier.

        Raises:
            InputError: A path is missing, holds nothing to read, or the manifest has faults.
            RefusedError: A rule of the store refuses what was read; nothing was written.
            StoreLocked: Another writer holds the store.
            DiskFull: There was no room; what was committed before stays whole.
        """
        request = Request(
            paths=[Path(path) for path in paths],
            agent=agent,
            manifest=Path(manifest) if manifest is not None else None,
            at=at,
            on_progress=on_progress,
        )
        if dry_run:
            return Job(self._reading(), request).rehearse()
        writer = self._writing()
        sightings = Sightings(writer.store, writer.names)
        report = Job(writer, request).run(self._folder.blobs, self._texts, sightings)
        writer.publish()
        return report

    def claim(
        self,
        statement: str,
        *,
        quote: str,
        passage: str | None = None,
        version: str | None = None,
        prefix: str = "",
        suffix: str = "",
        start: int | None = None,
        reading: StructuredReading | None = None,
        scope: ScopeLike = (),
        agent: Agent = SOFTWARE,
    ) -> str:
        """Record a statement that an exact quotation backs, and return the IRI of the claim.

        The quotation is looked up in a passage or in a whole version; `start` counts code points
        from the beginning of what was named.

        Raises:
            QuoteNotFound: The text does not contain the quotation, there or at all.
            AmbiguousQuote: It occurs more than once; the places are named.
            UnknownIri: The store holds no such passage or version.
        """
        span = self.span(
            quote, passage=passage, version=version, prefix=prefix, suffix=suffix, start=start
        )
        claim = Claim(statement=statement, spans=(span,), reading=reading, scope=as_scope(scope))
        return curation.add_claim(self._writing(), claim, agent)

    def span(
        self,
        quote: str,
        *,
        passage: str | None = None,
        version: str | None = None,
        prefix: str = "",
        suffix: str = "",
        start: int | None = None,
    ) -> Span:
        """Return the span of a quotation in a passage or version; raises as `claim`."""
        place = curation.place_of(self._reading(), passage=passage, version=version)
        selector = curation.Selector(exact=quote, prefix=prefix, suffix=suffix, start=start)
        return curation.anchored(place, selector, self._texts)

    def add_claim(self, claim: Claim, *, agent: Agent = SOFTWARE) -> str:
        """Record a claim that was made with spans of its own, and return its IRI."""
        return curation.add_claim(self._writing(), claim, agent)

    def edge(
        self,
        subject: str | Sequence[str],
        relation: str | Relation,
        object: str,  # noqa: A002 - RDF's own word
        *,
        evidence: Sequence[Span] | str,
        scope: ScopeLike = (),
        agent: Agent = SOFTWARE,
        confidence: float | None = None,
        plan: str = "",
    ) -> str:
        """Record an edge and return its IRI; it is inferred where a `plan` is named, else asserted.

        `evidence` is spans, or the words of the agent's own declaration.

        Raises:
            UnresolvedReference: The store describes no such record.
            ModelError: A value cannot be right.
        """
        edge = curation.edge_of(
            (subject,) if isinstance(subject, str) else tuple(subject),
            Relation(relation),
            object,
            evidence=evidence,
            scope=as_scope(scope),
            agent=agent,
            confidence=confidence,
            plan=plan,
        )
        return curation.add_edge(self._writing(), edge)

    def review(
        self,
        record: str,
        verdict: str | Verdict,
        *,
        reviewer: Agent,
        reason: str = "",
        started: datetime | None = None,
        ended: datetime | None = None,
    ) -> str:
        """Record that an edge or claim is accepted or rejected, and return the review's IRI.

        Times are UTC and default to now; the time between them is what the review cost.

        Raises:
            UnresolvedReference: The store describes no such record.
        """
        ended = ended or datetime.now(UTC)
        review = curation.review_of(
            record, Verdict(verdict), reviewer, reason, started or ended, ended
        )
        return curation.add_review(self._writing(), review)

    # -- asking -----------------------------------------------------------------------------------

    def ask(
        self,
        words: str,
        *,
        scope: ScopeLike = (),
        as_of: Mapping[str, str] | None = None,
        budget: int = 400,
        hops: int = 2,
        records: int = 40,
        arm: str | Arm = Arm.METADATA,
        record: bool = False,
    ) -> Answer:
        """Answer a question from the sources, with exact quotations and a receipt.

        `as_of` gives dates by clock: `published`, `effective`, `captured` (a time, which may be
        partial), `record` (a sequence number). `record=True` stores the receipt as a bundle.

        Raises:
            BadQuestion: There are no words, or no budget.
            BadScope: The scope cannot be read.
            UnknownDimension: The store knows no such dimension.
            BadDate: A date cannot be read.
        """
        clocks = dict(as_of or {})
        sequence = _sequence(clocks.pop(_RECORD_CLOCK, None))
        question = Question(
            words=words,
            scope=as_scope(scope),
            as_of={_clock(clock): read_as_of(time) for clock, time in clocks.items()},
            sequence=sequence,
            budget=Budget(words=budget, hops=hops, records=records),
            arm=Arm(arm),
        )
        answer = self.answer(question)
        if record:
            curation.add_receipt(self._writing(), answer.receipt)
        return answer

    def answer(self, question: Question) -> Answer:
        """Answer a question that was made as a value; raises as `ask`."""
        session = self._reading()
        self._check_dimensions(question, session)
        index = self._index_for(question, session)
        return Retrieval(session, index, question).run()

    def _check_dimensions(self, question: Question, session: Session) -> None:
        asked = question.scope.dimensions
        if asked <= {*session.catalogue.dimensions(), *summary.WELL_KNOWN}:
            return
        known = {*summary.dimensions(session), *summary.WELL_KNOWN}
        for dimension in sorted(asked - known):
            raise UnknownDimension(dimension, sorted(known))

    def _index_for(self, question: Question, session: Session) -> PassageIndex:
        index, sequence = self._newest_index(), question.sequence
        if sequence is None or sequence >= session.sequence:
            return index
        if sequence not in self._earlier:
            self._earlier[sequence] = indexing.index_at(session, sequence, index)
        return self._earlier[sequence]

    def _newest_index(self) -> EmbeddedIndex:
        if self._index is None:
            self._index = indexing.open_for_reading(self._folder, dense=self._dense)
        elif self._writer is None:
            self._index.refresh()
        return self._index

    def replay(self, receipt: Receipt | Mapping[str, Any]) -> Replay:
        """Ask the question of a receipt again, on the state it ran on, and compare.

        Raises:
            BadReceipt: It cannot be read, or was made on a later state than the store holds.
        """
        before = receipt if isinstance(receipt, Receipt) else from_json(receipt)
        question = read_question(before.question)
        return replayed(before, question, self.answer, self.sequence)

    def why_not(self, receipt: Receipt | Mapping[str, Any], passage: str) -> Explanation:
        """Return at which step of a retrieval a passage fell out, or that it was shown.

        Raises:
            BadReceipt: The receipt cannot be read.
        """
        before = receipt if isinstance(receipt, Receipt) else from_json(receipt)
        found = curation.find_passage(self._reading(), passage)
        text, sequence = (found.text, found.sequence) if found else (None, None)
        return explain(before, passage, text=text, sequence=sequence)

    def cite(
        self,
        supplied: Sequence[Supplied] | Answer,
        *,
        answer: str = "",
        claims: Sequence[CitedClaim] = (),
    ) -> CitationReport:
        """Check the citations of an answer against the passages that were supplied for it."""
        if isinstance(supplied, Answer):
            supplied = [
                Supplied(number=number, passage=item.places[0].passage, text=item.text)
                for number, item in enumerate(supplied.evidence, start=1)
            ]
        return check_citations(supplied, answer=answer, claims=claims)

    # -- looking ----------------------------------------------------------------------------------

    def sources(self) -> tuple[SourceSummary, ...]:
        """Return every source with its editions."""
        return summary.source_summaries(self._reading())

    def info(self) -> Info:
        """Return the state of the store in figures."""
        return summary.info_of(self._reading(), self._newest_index())

    def sparql(self, query: str, *, timeout: float = 30.0, max_rows: int = 100_000) -> QueryResult:
        """Run a read-only SPARQL query in a process of its own, under a time and a row limit.

        Raises:
            BadQuery: It cannot be read.
            ForbiddenQuery: It would write, or reach out (SERVICE, LOAD).
            QueryTimeout: It ran longer than `timeout` seconds.
            TooManyRows: Its result has more than `max_rows` rows.
        """
        from cedarprov.store.sandbox import Limits, answer  # noqa: PLC0415 - needed here only

        if self._closed:
            raise StoreClosed(self.path)
        limits = Limits(seconds=timeout, rows=max_rows)
        with self._folder.checkpoints.lease() as checkpoint:
            return answer(checkpoint.store, query, limits=limits)


def create(
    path: Path | str, *, base: str | None = None, dense: bool | None = None, wait: float = WAIT
) -> Knowledge:
    """Make an empty store in a folder and open it; see `cedarprov.create`."""
    create_folder(Path(path), base=base)
    return Knowledge(path, dense=dense, wait=wait)


def as_scope(scope: ScopeLike) -> Scope:
    """Return a scope from a scope, expressions by dimension, or texts `dimension=expression`."""
    if isinstance(scope, Scope):
        return scope
    if isinstance(scope, Mapping):
        return Scope.of(scope)
    return Scope.parse([scope] if isinstance(scope, str) else scope)


def _clock(name: str) -> Clock:
    try:
        return Clock(name)
    except ValueError:
        known = ", ".join([*Clock, _RECORD_CLOCK])
        raise BadQuestion(f"there is no clock {name!r}; name one of {known}") from None


def _sequence(written: str | None) -> int | None:
    if written is None:
        return None
    if not str(written).isdigit():
        raise BadQuestion(f"the state of the record is a sequence number, not {written!r}")
    return int(written)
