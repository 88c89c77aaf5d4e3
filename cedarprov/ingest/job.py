"""One ingest: survey the files, and write what is new.

All captures of an ingest are committed together. A very large one is committed in several batches,
each whole; what a batch wrote is known to the next run, so that an interrupted ingest is finished
by running it again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from cedarprov.ingest.report import IngestReport
from cedarprov.ingest.survey import Request, Sight, Survey
from cedarprov.ingest.text import VersionTexts
from cedarprov.model.edge import Agent, Edge, Relation, Standing
from cedarprov.model.passage import Span
from cedarprov.model.source import Capture
from cedarprov.rdf.activity import capture_draft
from cedarprov.rdf.graph import Draft
from cedarprov.rdf.source import capture_node
from cedarprov.store.session import Session, WritingSession

# A larger batch is no faster: the collector goes over all that waits, again and again.
_PASSAGES_AT_ONCE: Final = 20_000


def rehearse(session: Session, request: Request) -> IngestReport:
    """Return what `run` would do, and write nothing.

    Raises:
        InputError: A path is missing or holds nothing to read, or the manifest has faults.
    """
    survey, tally = Survey(session, request), Counter[str]()
    warnings = survey.warnings()
    for sight in survey.sights():
        _count(sight, tally)
    survey.gone()
    return _report(survey, tally, warnings, sequence=session.sequence, dry_run=True)


def run(session: WritingSession, request: Request, texts: VersionTexts) -> IngestReport:
    """Write what is new and return what became of each file.

    Raises:
        InputError: As `rehearse`.
        RefusedError: A rule of the store refuses what was read.
        DiskFull: There was no room; what was committed before stays whole.
    """
    survey, tally = Survey(session, request), Counter[str]()
    warnings = survey.warnings()  # a manifest with faults is refused before anything is written
    writing = _Writing(session, request.agent, texts)
    seen = []
    for sight in survey.sights():
        _count(sight, tally)
        seen.append(session.names.edition(sight.reading.described.edition).value)
        if not sight.is_new_content:
            # Bytes that were lost or damaged, or that an archive came without, are kept again.
            session.folder.blobs.put(sight.reading.data)
        if sight.capture is not None:
            writing.add(sight, sight.capture, survey)
    writing.flush()
    gone = [record.edition_iri for record in survey.gone()]
    session.sight(seen=seen, gone=gone, at=survey.now)
    return _report(survey, tally, warnings, sequence=session.sequence, dry_run=False)


@dataclass(slots=True)
class _Batch:
    """What will be committed together."""

    drafts: list[Draft] = field(default_factory=list)
    texts: dict[str, None] = field(default_factory=dict)
    blobs: list[bytes] = field(default_factory=list)
    passages: int = 0


class _Writing:
    """Collects drafts and commits them: bytes first, so that no record lacks its own."""

    def __init__(self, session: WritingSession, agent: Agent, texts: VersionTexts) -> None:
        self._session = session
        self._names = session.names
        self._agent = agent
        self._version_texts = texts
        self._batch = _Batch()

    def add(self, sight: Sight, capture: Capture, survey: Survey) -> None:
        names, reading, batch = self._names, sight.reading, self._batch
        self._version_texts.give(names.version(capture.version).value, reading.decoded.text)
        passages = list(reading.passages(sight.pieces, names))
        if sight.is_new_content:
            batch.blobs.append(reading.data)
        evidence = survey.evidence(reading)
        edge = self._scope_edge(capture, evidence) if evidence else None
        dimensions = survey.manifest.dimensions if sight.is_manifest else ()
        batch.drafts.append(
            capture_draft(
                capture,
                self._agent,
                names,
                first=sight.is_new_content,
                passages=[passage for passage, _ in passages],
                edge=edge,
                dimensions=dimensions,
            )
        )
        batch.texts |= dict.fromkeys(text for _, text in passages)
        if evidence:
            batch.texts[evidence.exact] = None
        batch.passages += len(passages)
        if batch.passages >= _PASSAGES_AT_ONCE:
            self.flush()

    def _scope_edge(self, capture: Capture, evidence: Span) -> Edge:
        names = self._names
        return Edge(
            subjects=(names.edition(capture.edition).value,),
            relation=Relation.APPLIES_TO,
            object=names.scope(capture.edition.scope).value,
            evidence=(evidence,),
            standing=Standing.ASSERTED,
            agent=self._agent,
            at=capture.at,
            activity=capture_node(capture, names).value,
        )

    def flush(self) -> None:
        """Commit what was collected."""
        batch, self._batch = self._batch, _Batch()
        for data in batch.blobs:
            self._session.folder.blobs.put(data)
        self._session.commit(batch.drafts, batch.texts)
        self._version_texts.forget_given()


def _count(sight: Sight, tally: Counter[str]) -> None:
    tally["new_captures"] += sight.capture is not None
    tally["new_versions"] += sight.is_new_content
    tally["new_locations"] += sight.is_new_location
    tally["passages_added"] += len(sight.pieces)


def _report(
    survey: Survey,
    tally: Counter[str],
    warnings: tuple[str, ...],
    *,
    sequence: int,
    dry_run: bool,
) -> IngestReport:
    return IngestReport(
        files=tuple(sorted(survey.notes, key=lambda item: item.place)),
        sequence=sequence,
        dry_run=dry_run,
        warnings=warnings,
        **tally,
    )
