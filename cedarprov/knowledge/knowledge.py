"""What `cedarprov.open` returns: the whole list of verbs over one store."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Final, Self, TypeVar

from cedarprov.errors import (
    BadQuestion,
    BadReceipt,
    BadValue,
    QuoteNotFound,
    UnknownDimension,
)
from cedarprov.ingest.dates import read_as_of
from cedarprov.judge.agent import software
from cedarprov.knowledge import curation, summary
from cedarprov.knowledge.connection import WAIT, Connection
from cedarprov.knowledge.summary import Info, SourceSummary
from cedarprov.model.edge import (
    Agent,
    Claim,
    Edge,
    Relation,
    StructuredReading,
    Verdict,
    Withdrawal,
)
from cedarprov.model.frozen import replace
from cedarprov.model.origin import Grounds, is_certain, is_telling
from cedarprov.model.passage import Span
from cedarprov.model.progress import OnProgress
from cedarprov.model.question import MOST_CELLS, Arm, ArmChoice, Budget, Clock, Question
from cedarprov.model.receipt import ReasonCode, Receipt
from cedarprov.model.reply import Answer
from cedarprov.model.scope import Scope
from cedarprov.retrieve.citation import (
    CitationReport,
    CitedClaim,
    Supplied,
    check_citations,
    supplied_by,
)
from cedarprov.retrieve.fragility import CEILING, Fragility, fragility, origin_keys
from cedarprov.retrieve.pipeline import Retrieval
from cedarprov.retrieve.place import Places
from cedarprov.retrieve.receipt import Explanation, Held, explain, from_json, read_question
from cedarprov.retrieve.replay import Replay, replayed, state_of
from cedarprov.store.arm_record import chosen_arm
from cedarprov.store.edge_record import ReviewState
from cedarprov.store.session import Session, WritingSession
from cedarprov.store.session import create as create_folder

if TYPE_CHECKING:
    from cedarprov.check.prov.report import ProvReport
    from cedarprov.check.report import ShapesReport
    from cedarprov.check.signature import Head
    from cedarprov.export.packing import PackReport
    from cedarprov.export.report import ExportReport
    from cedarprov.export.trail import Trail
    from cedarprov.ingest.report import IngestReport
    from cedarprov.judge.agreement import ReviewReport
    from cedarprov.judge.exhibit import Exhibit
    from cedarprov.knowledge.audit import VerifyReport
    from cedarprov.knowledge.claim_list import ClaimView
    from cedarprov.knowledge.inference import InferenceReport
    from cedarprov.knowledge.quoting import QuoteReport
    from cedarprov.knowledge.reviewing import SheetReport
    from cedarprov.knowledge.standing import LivenessReport
    from cedarprov.knowledge.succession import Changes
    from cedarprov.knowledge.watching import WatchReport
    from cedarprov.model.answer_map import AnswerMap
    from cedarprov.model.lineage import Lineage
    from cedarprov.model.ranked_source import RankedSource
    from cedarprov.model.rationale import Rationale
    from cedarprov.model.saved_question import SavedQuestion
    from cedarprov.store.adopt import ImportReport
    from cedarprov.store.backup import BackupReport
    from cedarprov.store.purge import PurgeReport
    from cedarprov.store.quoted_record import QuotedRecord
    from cedarprov.store.result import QueryResult
    from cedarprov.store.rewrite import Sizes

Name = TypeVar("Name", bound=StrEnum)
ScopeLike = Scope | Mapping[str, str] | Iterable[str]
_RECORD_CLOCK: Final = "record"
_LONGEST_NUMBER: Final = 18


class Knowledge:
    """A store, open for reading and, from the first writing verb on, for writing.

    Reading verbs see the newest published state and never meet the writer's lock. A writing verb
    takes the lock, which is held until `close`.
    """

    def __init__(
        self, path: Path | str, *, wait: float = WAIT, dense: bool | str | None = None
    ) -> None:
        """Open the store in a folder; see `cedarprov.open`."""
        self._dense = dense
        self._connection = Connection(Path(path), wait=wait, dense=dense)

    # -- life -------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The folder of the store."""
        return self._connection.path

    @property
    def base(self) -> str:
        """The IRI that all identifiers of the store begin with."""
        return self._connection.folder.base

    @property
    def sequence(self) -> int:
        """The sequence number of the last bundle."""
        return self._reading().sequence

    def close(self) -> None:
        """Let go of the store; a second call does nothing."""
        self._connection.close()

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
        return self._connection.reading()

    def _writing(self) -> WritingSession:
        return self._connection.writing()

    # -- writing ----------------------------------------------------------------------------------

    def ingest(
        self,
        *paths: Path | str,
        manifest: Path | str | None = None,
        agent: Agent | None = None,
        at: datetime | None = None,
        dry_run: bool = False,
        restore_purged: bool = False,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Take in files and folders, and return what became of each file.

        `agent` is who makes the record (None: this software). `at` is the time of capture (UTC;
        None: now), for material that was captured earlier. A file whose bytes were purged is
        refused unless `restore_purged`; it stays withdrawn until that withdrawal is rejected.

        Raises:
            InputError: A path is missing, holds nothing to read, or the manifest has faults.
            RefusedError: A rule of the store refuses what was read; nothing was written.
            StoreLocked: Another writer holds the store.
            DiskFull: There was no room; what was committed before stays whole.
        """
        from cedarprov.ingest import job  # noqa: PLC0415 - parsers that only an ingest needs
        from cedarprov.ingest.survey import Request  # noqa: PLC0415

        request = Request(
            paths=[Path(path) for path in paths],
            agent=agent or software(),
            manifest=Path(manifest) if manifest is not None else None,
            at=at,
            on_progress=on_progress,
            restore_purged=restore_purged,
        )
        if dry_run:
            return job.rehearse(self._reading(), request)
        self._connection.on_progress = on_progress
        return job.run(self._writing(), request, self._connection.texts)

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
        agent: Agent | None = None,
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
        return curation.add_claim(self._writing(), claim, agent or software())

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
        return curation.anchored(place, selector, self._connection.texts)

    def add_claim(self, claim: Claim, *, agent: Agent | None = None) -> str:
        """Record a claim that was made with spans of its own, and return its IRI."""
        return curation.add_claim(self._writing(), claim, agent or software())

    def add_claims(self, claims: Sequence[Claim], *, agent: Agent | None = None) -> list[str]:
        """Record claims as one batch, and return their IRIs in order.

        Raises:
            UnresolvedReference: The store describes no such version.
        """
        return curation.add_claims(self._writing(), claims, agent or software())

    def add_edges(self, edges: Sequence[Edge]) -> list[str]:
        """Record edges that were made as values as one batch, and return their IRIs in order.

        Raises:
            UnresolvedReference: The store describes no such record.
        """
        return curation.add_edges(self._writing(), edges)

    def edge(
        self,
        subject: str | Sequence[str],
        relation: str | Relation,
        object: str,  # noqa: A002 - RDF's own word
        *,
        evidence: Sequence[Span] | str,
        scope: ScopeLike = (),
        agent: Agent | None = None,
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
            _named(Relation, relation, "relation"),
            object,
            evidence=evidence,
            scope=as_scope(scope),
            agent=agent or software(),
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
        """Record a person's verdict on an edge, claim or withdrawal, and return the review's IRI.

        Times are UTC and default to now; the time between them is what the review cost.

        Raises:
            ModelError: The reviewer is no person, or it ended before it started.
            UnresolvedReference: The store describes no such record.
        """
        ended = ended or datetime.now(UTC)
        review = curation.review_of(
            record,
            _named(Verdict, verdict, "verdict"),
            reviewer=reviewer,
            reason=reason,
            started=started or ended,
            ended=ended,
        )
        return curation.add_review(self._writing(), review)

    def agenda(
        self,
        *,
        only: str | Iterable[str] = (),
        again: bool = False,
        reviewer: Agent | None = None,
        limit: int | None = None,
    ) -> tuple[Exhibit, ...]:
        """Return what software inferred and waits for review, what would change an answer first.

        `only` narrows it to `edges`, `claims` or types of edges. `again` gives what the reviewer
        has not judged, whoever else has; agreement is measured on what two have judged. `limit`
        is the number of records.

        Raises:
            ModelError: There is nothing of that name to narrow to.
        """
        from cedarprov.knowledge import reviewing  # noqa: PLC0415 - needed here only

        session = self._reading()
        wanted = reviewing.wanted(session, only, again=again, reviewer=reviewer)
        return tuple(reviewing.agenda(session, self._connection.texts, wanted, limit))

    def review_sheet(self, path: Path | str, *, reviewer: Agent) -> SheetReport:
        """Record the verdicts that a sheet of the agenda was filled in with, all or none.

        What says no more than the reviewer's standing verdict is not recorded again.

        Raises:
            MissingPath: There is no such file.
            BadSheet: It has faults; every one is named with its line and row; nothing was recorded.
            StoreLocked: Another writer holds the store.
        """
        from cedarprov.knowledge import reviewing  # noqa: PLC0415

        texts = self._connection.texts
        return reviewing.take_sheet(self._writing(), texts, Path(path), reviewer)

    def review_report(self) -> ReviewReport:
        """Return what reviews cost in minutes, and where reviewers differ (Cohen's kappa)."""
        from cedarprov.knowledge import reviewing  # noqa: PLC0415

        return reviewing.report(self._reading())

    # -- inferring --------------------------------------------------------------------------------

    def infer(
        self,
        name: str,
        *,
        base_url: str | None = None,
        model: str | None = None,
        timeout: float = 60.0,
        passages: int = 1000,
    ) -> InferenceReport:
        """Infer what `name` says (see `inferences`), record it as inferred, and report.

        Only what this inference has not read before is read. With `base_url` and `model`, claims
        are asked of a chat endpoint (OpenAI-compatible, extra `chat`), which may take `timeout`
        seconds an answer and is asked about `passages` passages at most; its quotations must be
        exact. The key is read from CEDARPROV_CHAT_KEY or OPENAI_API_KEY.

        Raises:
            BadValue: There is no inference of that name, or it asks no endpoint.
            MissingExtra: The extra `chat` is not installed.
            ChatFailed: The endpoint gave no answer that can be used.
            StoreLocked: Another writer holds the store.
        """
        from cedarprov.knowledge import inference  # noqa: PLC0415 - not for questions

        chosen = inference.chosen(
            name, base_url=base_url, model=model, timeout=timeout, passages=passages
        )
        return inference.infer(self._writing(), chosen, self._connection.texts)

    @property
    def inferences(self) -> tuple[str, ...]:
        """What `infer` can be asked for; some judge what those before them found."""
        from cedarprov.knowledge.inference import INFERENCES  # noqa: PLC0415 - not for questions

        return tuple(INFERENCES)

    def claims(
        self, *, about: str | None = None, state: str | ReviewState | None = None
    ) -> tuple[ClaimView, ...]:
        """Return the claims about a thing (None: all) in a state (None: any), oldest first.

        Raises:
            BadValue: There is no such state.
        """
        from cedarprov.knowledge.claim_list import claim_views  # noqa: PLC0415 - needed here only

        wanted = None if state is None else _named(ReviewState, state, "state")
        return tuple(claim_views(self._reading(), about=about, state=wanted))

    def withdraw(
        self,
        record: str,
        *,
        by: Agent,
        reason: str = "",
        started: datetime | None = None,
        ended: datetime | None = None,
    ) -> str:
        """Record that a source, edition, version, claim or edge no longer counts, from now on.

        It stays as it is, and questions about the record before that still find it. To undo it,
        reject the withdrawal, whose IRI is returned, in a review. Times are UTC, as for `review`.

        Raises:
            UnresolvedReference: The store describes no such record.
            ShapeViolation: The record is none that can be withdrawn.
        """
        ended = ended or datetime.now(UTC)
        withdrawal = Withdrawal(
            on=record,
            agent=by,
            started=(started or ended).astimezone(UTC),
            ended=ended.astimezone(UTC),
            reason=reason,
        )
        return curation.add_withdrawal(self._writing(), withdrawal)

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
        arm: str | Arm | None = None,
        record: bool = False,
        use_map: bool = False,
    ) -> Answer:
        """Answer a question from the sources, with exact quotations and a receipt.

        `as_of` gives dates by clock: `published`, `effective`, `captured` (a time, which may be
        partial), `record` (a sequence number). `arm` is None for that of `default_arm`.
        `record=True` stores the receipt as a bundle.
        `use_map=True` reads the answer from a map of the question that `map` recorded, as long as
        nothing but maps and receipts was recorded since; the receipt then names the map.

        Raises:
            BadQuestion: There are no words, or no budget.
            BadScope: The scope cannot be read.
            UnknownDimension: The store knows no such dimension.
            BadDate: A date cannot be read.
        """
        question = _question(
            words,
            scope,
            as_of,
            Budget(words=budget, hops=hops, records=records),
            arm or self.default_arm(),
        )
        answer = self._answer_from_map(question) if use_map else None
        answer = answer or self.answer(question)
        if record:
            curation.add_receipt(self._writing(), answer.receipt)
        return answer

    def default_arm(
        self, arm: str | Arm | None = None, *, by: Agent | None = None, reason: str = ""
    ) -> Arm:
        """Return the arm in which questions are asked that name none; `metadata` at first.

        With `arm`, it is that from now on: the choice is recorded as one of `by` (None: this
        software).

        Raises:
            BadValue: There is no such arm.
            StoreLocked: Another writer holds the store.
        """
        if arm is None:
            return chosen_arm(self._reading())
        chosen = _named(Arm, arm, "arm")
        choice = ArmChoice(arm=chosen, agent=by or software(), at=datetime.now(UTC), reason=reason)
        curation.add_arm_choice(self._writing(), choice)
        return chosen

    def answer(self, question: Question) -> Answer:
        """Answer a question that was made as a value; raises as `ask`."""
        return self._retrieval(question).run()

    def sources_for(self, statement: str, *, scope: ScopeLike = ()) -> tuple[RankedSource, ...]:
        """Rank the sources that apply to a scope by how well their best passage meets a statement.

        The best is first, each with its reasons. Nothing is judged: a source that contradicts
        the statement ranks as high as one that supports it.

        Raises:
            BadQuestion: There are no words.
            BadScope: The scope cannot be read.
        """
        from cedarprov.retrieve.sources import sources  # noqa: PLC0415 - needed here only

        question = _question(statement, scope, None, Budget(), Arm.METADATA)
        self._connection.prepare()
        session, index = self._connection.settled()
        self._check_dimensions(question, session)
        places = Places(session, question)
        return sources(index, places, question.words, session.names, self._connection.texts)

    def rationale(
        self, statement: str, spans: Iterable[Span], *, later: float = 0.0
    ) -> tuple[Rationale, ...]:
        """Rank spans by how much they say on a statement, best first, each with its reasons.

        The reasons are the share of the statement's terms that a span has, rare ones counting
        more, and how like the two are in meaning. `later` is what the last of the spans of one
        version has before the first, for texts that come to their findings at the end.

        Raises:
            BadQuestion: There are no words.
            QuoteNotFound: A span is not what stands there in its version.
        """
        from cedarprov.retrieve.rationale import rationales  # noqa: PLC0415 - needed here only

        asked, given = _question(statement, (), None, Budget(), Arm.METADATA), list(spans)
        for span in given:
            if self._connection.texts(span.version)[span.start : span.end] != span.exact:
                raise QuoteNotFound(span.exact, span.version, span.start)
        self._connection.prepare()
        return rationales(self._connection.settled()[1], asked.words, given, later=later)

    def _retrieval(self, question: Question) -> Retrieval:
        self._connection.prepare()
        session, index = self._connection.settled(question.sequence)
        self._check_dimensions(question, session)
        if question.sequence is not None and question.sequence > session.sequence:
            raise BadQuestion(f"the record ends at {session.sequence}, before {question.sequence}")
        return Retrieval(session, index, question)

    def _answer_from_map(self, question: Question) -> Answer | None:
        from cedarprov.knowledge.mapping import answer_from_map  # noqa: PLC0415 - needed here only

        return answer_from_map(self._connection, question)

    def map(
        self,
        words: str,
        *,
        scope: ScopeLike = (),
        as_of: Mapping[str, str] | None = None,
        budget: int = 400,
        hops: int = 2,
        records: int = 40,
        arm: str | Arm | None = None,
        over: Iterable[str] | None = None,
        cells: int = MOST_CELLS,
        record: bool = False,
    ) -> AnswerMap:
        """Return the answer in each part of the space that a question leaves open.

        `over` names the axes to tell apart: dimensions of scope, `effective` and `record` (None:
        every dimension that bears on the question, and effective time). No more than `cells` are
        asked; an axis that takes more is left whole, which `whole` and a notice say. `record=True`
        stores the map as a bundle.

        Raises:
            UnknownDimension: The store knows no such dimension.
            InputError: As `ask`.
        """
        from cedarprov.knowledge import mapping  # noqa: PLC0415 - needed here only

        question = _question(
            words,
            scope,
            as_of,
            Budget(words=budget, hops=hops, records=records),
            arm or self.default_arm(),
        )
        drawn = mapping.draw_map(
            self._connection,
            question,
            over=None if over is None else frozenset(over),
            ceiling=cells,
        )
        if record:
            mapping.add_map(self._writing(), drawn)
        return drawn

    def watch(
        self,
        questions: Path | str | Sequence[SavedQuestion],
        *,
        since: int | None = None,
        baseline: Path | str | None = None,
        update: bool = False,
        cells: int = MOST_CELLS,
    ) -> WatchReport:
        """Return in which cells the answers to saved questions changed, and what brought it about.

        `questions` is a file (questions.toml) or its questions. They are compared with the store
        at the sequence number `since`, with the maps in the file `baseline`, or else with the last
        maps that the store recorded. `update=True` makes the answers of now what is compared with
        next: in the file, if one is named, else by recording the maps that are new or changed.

        Raises:
            BadQuestions: The file has faults; all are named with their lines.
            BadMap: The baseline cannot be read, or is of another store.
            InputError: A file is missing, or a question cannot be asked.
        """
        from cedarprov.knowledge.watching import Watch  # noqa: PLC0415 - needed here only

        if since is not None and (baseline is not None or update):
            raise BadValue("since", since, "given without a baseline and without an update")
        watch = Watch(self._connection, questions, ceiling=cells)
        if since is not None:
            return watch.since(since)
        if baseline is not None:
            return watch.against(Path(baseline), update=update)
        return watch.recorded(update=update)

    def _check_dimensions(self, question: Question, session: Session) -> None:
        asked = question.scope.dimensions
        if asked <= {*session.catalogue.dimensions(), *summary.WELL_KNOWN}:
            return
        known = {*summary.dimensions(session), *summary.WELL_KNOWN}
        for dimension in sorted(asked - known):
            raise UnknownDimension(dimension, sorted(known))

    def replay(self, receipt: Receipt | Mapping[str, Any]) -> Replay:
        """Ask the question of a receipt again, on the state it ran on, and compare.

        Raises:
            BadReceipt: It cannot be read, or was made on a later state than the store holds.
        """
        before = receipt if isinstance(receipt, Receipt) else from_json(receipt)
        question = read_question(before.question)
        if before.map:
            return replayed(before, question, partial(self._answer_by, before.map), self.sequence)
        return replayed(before, question, self.answer, self.sequence)

    def _answer_by(self, iri: str, question: Question) -> Answer:
        from cedarprov.knowledge.mapping import answer_by  # noqa: PLC0415 - needed here only

        answer = answer_by(self._reading(), question, iri)
        if answer is None:
            raise BadReceipt(f"the store holds no map {iri} that answers its question")
        return answer

    def fragility(
        self,
        answer: Answer | Receipt | Mapping[str, Any],
        *,
        certain: Mapping[str, str] | None = None,
        possible: Mapping[str, str] | None = None,
        ceiling: int = CEILING,
    ) -> Fragility:
        """Return the fewest origins whose removal changes an answer, or that of a receipt.

        `certain` and `possible` give the origin of each source (by its name) as a key, by certain
        links only and by all that are possible (None: what is recorded on origins). `ceiling`
        bounds how often the answer is judged again, for each of the two.

        Raises:
            BadReceipt: It cannot be read, or was made on a later state than the store holds.
        """
        before = answer.receipt if isinstance(answer, Answer) else answer
        before = before if isinstance(before, Receipt) else from_json(before)
        question = state_of(before, read_question(before.question), self.sequence)
        retrieval = self._retrieval(question)
        retrieval.gather()
        sure, doubtful = origin_keys(retrieval.exhibits, retrieval.links)
        return fragility(
            question,
            retrieval.exhibits,
            retrieval.rulings,
            certain=sure if certain is None else certain,
            possible=doubtful if possible is None else possible,
            ceiling=ceiling,
        )

    def why_not(self, receipt: Receipt | Mapping[str, Any], passage: str) -> Explanation:
        """Return at which step of a retrieval a passage fell out, or that it was shown.

        Raises:
            BadReceipt: The receipt cannot be read.
        """
        before = receipt if isinstance(receipt, Receipt) else from_json(receipt)
        session = self._reading()

        def placed(held: Held) -> ReasonCode:
            question = replace(read_question(before.question), sequence=before.sequence)
            return Places(session, question).why_not(held.text, passage)

        return explain(before, curation.find_passage(session, passage), passage, placed)

    def cite(
        self,
        supplied: Sequence[Supplied] | Answer,
        *,
        answer: str = "",
        claims: Sequence[CitedClaim] = (),
    ) -> CitationReport:
        """Check the citations of an answer against the passages that were supplied for it.

        An `Answer` supplies what it shows: its citations by their numbers, then the rest.
        """
        if isinstance(supplied, Answer):
            supplied = supplied_by(supplied)
        return check_citations(supplied, answer=answer, claims=claims)

    # -- looking ----------------------------------------------------------------------------------

    def sources(self) -> tuple[SourceSummary, ...]:
        """Return every source with its editions."""
        return summary.source_summaries(self._reading())

    def info(self) -> Info:
        """Return the state of the store in figures."""
        return summary.info_of(*self._connection.settled())

    def changes(
        self, source: str, *, older: str | None = None, newer: str | None = None
    ) -> Changes:
        """Return which claims on a source were carried, moved, changed or gone in what follows.

        `older` and `newer` are labels of editions; without them every edition is compared with
        the next, and earlier content of an edition with its present content.

        Raises:
            UnknownIri: The store holds no such source or edition.
            BadValue: The edition beside the one that was named is not known.
        """
        from cedarprov.knowledge.succession import changes  # noqa: PLC0415 - needed here only

        return changes(self._reading(), self._connection.texts, source, older=older, newer=newer)

    def sparql(
        self,
        query: str,
        *,
        timeout: float = 30.0,
        max_rows: int = 100_000,
        quoted: str | None = None,
    ) -> QueryResult:
        """Run a read-only SPARQL query in a process of its own, under a time and a row limit.

        `quoted` is the IRI of a quoted document: the query is then answered from what that one
        says, and from nothing else.

        Raises:
            UnknownIri: The store quotes no such document.
            BadQuery: It cannot be read.
            ForbiddenQuery: It would write, or reach out (SERVICE, LOAD).
            QueryTimeout: It ran longer than `timeout` seconds.
            TooManyRows: Its result has more than `max_rows` rows.
            BadValue: A limit is 0 or less, or longer than a day.
        """
        from cedarprov.store.sandbox import Limits, answer  # noqa: PLC0415 - needed here only

        self._connection.require_open()
        limits = Limits(seconds=timeout, rows=max_rows)
        text = "" if quoted is None else self._quoted_text(quoted)
        with self._connection.folder.lease() as (_, checkpoint):
            return answer(checkpoint.store, query, limits=limits, quoted=text)

    def _quoted_text(self, iri: str) -> str:
        from cedarprov.store.quoted_record import quoted_record  # noqa: PLC0415

        session = self._reading()
        record = quoted_record(iri, session.store, session.names)
        return session.names.text(record.document.text_digest).value

    def origins(self, claim: str, *, by_rule: bool = False) -> Grounds:
        """Return how many paths, records, versions and independent origins a claim rests on.

        What was inferred and not reviewed moves the lower end of the count alone; `by_rule` takes
        what scores high as if a reviewer had accepted it, and records nothing.

        Raises:
            UnknownIri: The store holds no such claim.
        """
        from cedarprov.judge.grounds import grounds_of_claim  # noqa: PLC0415 - needed here only

        accepts = is_telling if by_rule else is_certain
        return grounds_of_claim(self._reading(), claim, accepts=accepts)

    def trail(self, iri: str) -> Trail:
        """Return who made a record, from what, step by step back to the bytes.

        Raises:
            UnknownIri: The store holds no such record.
        """
        from cedarprov.export.trail import trail  # noqa: PLC0415 - needed here only

        return trail(iri, self._reading())

    # -- what rests on what -----------------------------------------------------------------------

    def why(self, claim: str, *, sequence: int | None = None) -> Lineage:
        """Return what a claim rests on, with how each part of it stands (None: now).

        Raises:
            UnknownIri: The store holds no such claim.
        """
        from cedarprov.knowledge import standing  # noqa: PLC0415 - needed here only

        return standing.why_claim(self._reading(), claim, sequence)

    def impact(self, record: str, *, sequence: int | None = None) -> Lineage:
        """Return what rests on a record, and what it would become if that were withdrawn.

        The record is a source, an edition, a version, a claim or an edge; receipts that are kept
        rest on it too.

        Raises:
            UnknownIri: The store holds no such record.
        """
        from cedarprov.knowledge import standing  # noqa: PLC0415

        return standing.impact_of(self._reading(), record, sequence)

    def stale(self, *, sequence: int | None = None) -> LivenessReport:
        """Return how all claims stand: live, in doubt, or stale by which path (None: now)."""
        from cedarprov.knowledge import standing  # noqa: PLC0415

        return standing.liveness(self._reading(), sequence)

    def draw(self, lineage: Lineage, format: str = "text") -> str:  # noqa: A002
        """Return a lineage as `text`, as `turtle`, or as `dot` for Graphviz.

        Raises:
            BadValue: The format is none of these.
        """
        from cedarprov.knowledge import standing  # noqa: PLC0415

        form = _named(standing.LineageFormat, format, "format")
        return standing.write(lineage, form, self._reading())

    # -- moving and proving -----------------------------------------------------------------------

    def export(self, format: str = "trig", *, iri: str | None = None) -> bytes:  # noqa: A002
        """Return the whole store, or the trail of one record as `turtle`.

        A store goes out as `trig`, `nquads`, `annotations` (JSON-LD), `provn`, `prov-json` or
        `prov-xml`. The same store gives the same bytes.

        Raises:
            BadValue: The format is none of these, or Turtle is asked for without a record.
            UnknownIri: The store holds no such record.
        """
        output = io.BytesIO()
        self.export_to(output, format, iri=iri)
        return output.getvalue()

    def export_to(
        self,
        output: IO[bytes],
        format: str = "trig",  # noqa: A002
        *,
        iri: str | None = None,
    ) -> ExportReport | None:
        """Write to a binary file what `export` returns; raises as `export`.

        The report names every record that the format changed or refused; the trail of one record
        has none.
        """
        from cedarprov.knowledge import exporting  # noqa: PLC0415

        if iri is None:
            text_of = self._connection.texts
            return exporting.write_store(self._reading(), format, output, text_of)
        exporting.write_record(self._reading(), iri, format, output)
        return None

    def export_split(self, folder: Path | str) -> ExportReport:
        """Write the whole store as Turtle, which has no graphs: a file a graph, in a folder.

        Raises:
            FolderNotOurs: The folder holds something that no such export wrote.
        """
        from cedarprov.knowledge import exporting  # noqa: PLC0415

        return exporting.write_folder(self._reading(), Path(folder))

    def export_archive(self, path: Path | str) -> PackReport:
        """Write all of the record, bytes included, to a folder, or to a zip if it ends in `.zip`.

        The same record gives the same bytes. An archive that is there already is replaced.

        Raises:
            PathTaken: Something else is there.
            DiskFull: There is no room; nothing was left behind.
        """
        from cedarprov.export.packing import pack  # noqa: PLC0415

        return pack(self._reading(), Path(path))

    def import_(
        self, path: Path | str, *, syntax: str | None = None, agent: Agent | None = None
    ) -> ImportReport | QuoteReport:
        """Take in an archive, all of it or nothing, or quote a foreign PROV document.

        An empty store takes on the base of the archive; any other must be of the same base, and
        one of the two must continue the other. Any other file is a PROV document, which is kept
        as what others say, apart from the record. `syntax` reads the file as one in that syntax,
        whatever its name is; `agent` is who imports it (None: this software).

        Raises:
            BadArchive: What is recomputed does not agree with the archive.
            BadProv: The file is neither an archive nor a PROV document.
            BadValue: There is no such syntax.
            FileTooLarge: The document is longer than 50 MB.
            DivergingArchive: Store and archive differ in a bundle.
            StoreLocked: Another writer holds the store.
        """
        from cedarprov.store.archive_load import holds_archive  # noqa: PLC0415

        if syntax is None and holds_archive(Path(path)):
            return self._adopt(Path(path))
        from cedarprov.knowledge import quoting  # noqa: PLC0415 - parsers that it alone needs
        from cedarprov.rdf.prov.syntax import Syntax  # noqa: PLC0415

        chosen = None if syntax is None else _named(Syntax, syntax, "syntax")
        foreign = quoting.read_foreign(Path(path), chosen)  # before the lock is taken
        return quoting.quote(self._writing(), foreign, agent or software())

    def quoted(self) -> tuple[QuotedRecord, ...]:
        """Return the foreign PROV documents that `import_` quoted."""
        from cedarprov.store.quoted_record import quoted_records  # noqa: PLC0415

        session = self._reading()
        return tuple(quoted_records(session.store, session.names))

    def _adopt(self, path: Path) -> ImportReport:
        from cedarprov.check.guard import available_guard  # noqa: PLC0415
        from cedarprov.knowledge.audit import archive_faults  # noqa: PLC0415
        from cedarprov.store.adopt import adopt  # noqa: PLC0415

        connection, guard = self._connection, available_guard()
        connection.require_open()
        connection.release()
        report = adopt(
            connection.folder,
            path,
            inspect=partial(archive_faults, guard),
            guard=guard,
            wait=connection.wait,
        )
        connection.release()
        connection.writing()
        return report

    def head(self) -> Head:
        """Return what to keep elsewhere, so that a record that was cut off or forged is told."""
        from cedarprov.knowledge.head import session_head  # noqa: PLC0415

        return session_head(self._reading())

    def sign(
        self, key: Path | str, *, passphrase: str | None = None, at: datetime | None = None
    ) -> bytes:
        """Return a signature of the head: an in-toto statement in a DSSE envelope (JSON).

        `key` is a private Ed25519 key in PEM; `at` is the time stated (UTC; None: now).

        Raises:
            BadKey: It is no such key, or does not open with the passphrase.
        """
        from cedarprov.check.signature import sign_head  # noqa: PLC0415

        return sign_head(self.head(), Path(key), passphrase=passphrase, at=at or datetime.now(UTC))

    def purge(
        self,
        record: str,
        *,
        by: Agent,
        reason: str,
        yes: bool = False,
        everywhere: bool = False,
        dry_run: bool = False,
    ) -> PurgeReport:
        """Remove the bytes and texts of a source, an edition or a version for good.

        A tombstone stays: which version, the digest of its bytes, who, when and why. What others
        hold of it is named first; `yes` agrees to that, and they keep it. `everywhere` takes the
        same bytes from them too. `dry_run` changes nothing.

        Raises:
            UnknownIri: The store holds no such source, edition or version.
            SharedText: Others hold some of it, and that was not agreed to; nothing was removed.
            NothingToPurge: It would remove nothing.
            StoreLocked: Another writer holds the store.
            DiskFull: There is no room for it beside what is there; nothing was removed.
        """
        from cedarprov.knowledge import purging  # noqa: PLC0415 - needed here only
        from cedarprov.store.purge import Order  # noqa: PLC0415

        order = Order(
            record=record,
            agent=by,
            reason=reason,
            at=datetime.now(UTC),
            confirmed=yes,
            everywhere=everywhere,
        )
        if dry_run:
            return purging.would_purge(self._connection, order)
        return purging.purged(self._connection, order, dense=self._dense)

    # -- keeping ----------------------------------------------------------------------------------

    def backup(self, path: Path | str) -> BackupReport:
        """Copy the newest published state to the folder `path`, which becomes a store of its own.

        It takes no lock: others read and write meanwhile.

        Raises:
            StoreExists: There is something at `path` already.
            DiskFull: There is no room; nothing was left behind.
        """
        from cedarprov.knowledge import keeping  # noqa: PLC0415 - needed here only

        self._connection.require_open()
        return keeping.backup(self._connection.folder, Path(path))

    def compact(self) -> Sizes:
        """Write the data anew without what is left over in its files; the record stays as it is.

        Raises:
            StoreLocked: Another writer holds the store.
            DiskFull: There is no room for it beside what is there; nothing was changed.
        """
        from cedarprov.store.rewrite import compact  # noqa: PLC0415 - needed here only

        self._connection.require_open()
        self._connection.release()
        sizes = compact(self._connection.folder, wait=self._connection.wait)
        self._connection.release()
        return sizes

    def verify(self, *, head: str | None = None) -> VerifyReport:
        """Recompute what the store says of itself: digests, chain, shapes, quotations.

        `head` is a chain digest known from elsewhere; without one the verdict is "unanchored",
        since a record that was cut off or made anew as a whole looks like any other.
        """
        from cedarprov.check.guard import available_guard  # noqa: PLC0415
        from cedarprov.check.pool import Pool  # noqa: PLC0415
        from cedarprov.check.shape import audit_shapes  # noqa: PLC0415
        from cedarprov.knowledge.audit import verify  # noqa: PLC0415

        session, index = self._connection.settled()
        guard = available_guard(audit_shapes())
        with Pool() as pool:
            return verify(
                session,
                guard=guard,
                indexed=index.sequence,
                index_damage=index.verify(),
                head=head,
                pool=pool,
            )

    def verify_shapes(
        self, shapes: Path | str | None = None, *, infer: bool = False
    ) -> ShapesReport:
        """Return what each SHACL shape was applied to in this store, and what it found.

        `shapes` names a Turtle file, or a folder of them, to be used in place of our own; they are
        held against all graphs together. `infer` says that specializations have the attributes of
        what they specialize (PROV-CONSTRAINTS, inference 21). The store is only read.

        Raises:
            MissingPath: There is no such file or folder.
            BadShapes: The shapes cannot be used.
        """
        from cedarprov.knowledge.shape_audit import shapes_report  # noqa: PLC0415

        return shapes_report(self._reading(), None if shapes is None else Path(shapes), infer=infer)

    def verify_prov(self, *, strict: bool = True, limit: int | None = None) -> ProvReport:
        """Validate the record by PROV-CONSTRAINTS: each bundle, and all of them together.

        `strict` holds to two rules of drafts that the Recommendation left out (see
        `check.prov.validation.validate`), and `limit` is how many statements, given and inferred,
        are allowed. The foreign documents that the store quotes are validated too, each by itself,
        and told of apart: whatever they say, the record is valid or not without them.

        Raises:
            TooManyStatements: There are more.
        """
        from cedarprov.check.prov.quoted import quoted_reports  # noqa: PLC0415
        from cedarprov.check.prov.record import validate_record  # noqa: PLC0415
        from cedarprov.check.prov.validation import LIMIT  # noqa: PLC0415

        session, _ = self._connection.settled()
        most = LIMIT if limit is None else limit
        store, names = session.store, session.names
        report = validate_record(store, names, strict=strict, limit=most)
        found = quoted_reports(
            store, names, self._connection.folder.blobs, strict=strict, limit=most
        )
        return replace(report, quoted=tuple(found))


def create(
    path: Path | str,
    *,
    base: str | None = None,
    dense: bool | str | None = None,
    wait: float = WAIT,
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


def _named(kind: type[Name], name: str, field: str) -> Name:
    try:
        return kind(name)
    except ValueError:
        raise BadValue(field, name, f"one of {', '.join(kind)}") from None


def _clock(name: str) -> Clock:
    try:
        return Clock(name)
    except ValueError:
        known = ", ".join([*Clock, _RECORD_CLOCK])
        raise BadQuestion(f"there is no clock {name!r}; name one of {known}") from None


def _question(
    words: str,
    scope: ScopeLike,
    as_of: Mapping[str, str] | None,
    budget: Budget,
    arm: str | Arm,
) -> Question:
    clocks = dict(as_of or {})
    sequence = _sequence(clocks.pop(_RECORD_CLOCK, None))
    return Question(
        words=words,
        scope=as_scope(scope),
        as_of={_clock(clock): read_as_of(time) for clock, time in clocks.items()},
        sequence=sequence,
        budget=budget,
        arm=_named(Arm, arm, "arm"),
    )


def _sequence(written: str | None) -> int | None:
    if written is None:
        return None
    if not str(written).isdecimal() or len(str(written)) > _LONGEST_NUMBER:
        raise BadQuestion(f"the state of the record is a sequence number, not {written!r}")
    return int(written)
