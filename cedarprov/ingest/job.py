"""One ingest: find files, read them, compare them with the record, and write what is new.

All captures of an ingest are committed together. A very large ingest is committed in several
batches, each whole; what a batch wrote is known to the next run, so that an interrupted ingest is
finished by running it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from cedarprov.errors import CedarprovError, NothingToIngest
from cedarprov.ingest.declaration import Location
from cedarprov.ingest.manifest import NO_MANIFEST, Manifest, load_manifest
from cedarprov.ingest.plan import Reading, Root, compare, declared_in, read_declared, read_file
from cedarprov.ingest.reader import read_text
from cedarprov.ingest.report import FileReport, IngestReport, Outcome
from cedarprov.ingest.text import VersionTexts
from cedarprov.ingest.walk import Found, Skipped, Walked, is_taken_in, walk
from cedarprov.model.edge import Agent, Edge, Relation, Standing
from cedarprov.model.passage import Span
from cedarprov.model.source import Capture
from cedarprov.rdf.edge import write_edge
from cedarprov.rdf.graph import Draft
from cedarprov.rdf.naming import Names
from cedarprov.rdf.passage import write_passage
from cedarprov.rdf.scope import write_scope
from cedarprov.rdf.source import capture_node, write_capture
from cedarprov.store.blob import Blobs
from cedarprov.store.catalogue import CaptureRecord, Catalogue
from cedarprov.store.sighting import Sightings

_PASSAGES_AT_ONCE: Final = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an ingest has come: files done, files in all, and the place just read."""

    done: int
    total: int
    place: str


OnProgress = Callable[[Progress], None]


class Record(Protocol):
    """The part of a session that an ingest writes to."""

    @property
    def names(self) -> Names:
        """The minter of identifiers."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """What was captured so far."""
        ...

    @property
    def sequence(self) -> int:
        """The sequence number of the last bundle."""
        ...

    def commit(self, drafts: Sequence[Draft], texts: Iterable[str]) -> object:
        """Write drafts as bundles, all or none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to ingest, for whom, and at what time (UTC; None: now)."""

    paths: Sequence[Path]
    agent: Agent
    manifest: Path | None = None
    at: datetime | None = None
    on_progress: OnProgress | None = None


@dataclass(slots=True)
class _Batch:
    """What will be committed together."""

    drafts: list[Draft] = field(default_factory=list)
    texts: dict[str, None] = field(default_factory=dict)
    blobs: list[bytes] = field(default_factory=list)
    passages: int = 0


class Job:
    """One run over some paths; `record` is only written to by `run`."""

    def __init__(self, record: Record, request: Request) -> None:
        self._record = record
        self._names = record.names
        self._request = request
        self._now = (request.at or datetime.now(UTC)).astimezone(UTC)
        self._files: list[FileReport] = []
        self._counts = dict.fromkeys(
            ("new_versions", "new_captures", "new_locations", "passages_added"), 0
        )
        self._batch = _Batch()
        self._new_versions: set[str] = set()
        self._declared: Reading | None = None

    # -- the two ways to run ----------------------------------------------------------------------

    def run(self, blobs: Blobs, texts: VersionTexts, sightings: Sightings) -> IngestReport:
        """Write what is new and return what became of each file.

        Raises:
            InputError: A path is missing, holds nothing to read, or the manifest has faults.
            DiskFull: There was no room; what was committed before stays whole.
        """
        seen = []
        for reading, capture in self._planned():
            seen.append(self._names.edition(reading.described.edition).value)
            if isinstance(capture, Capture):
                texts.give(self._names.version(capture.version).value, reading.decoded.text)
                self._draft(reading, capture)
            if self._batch.passages >= _PASSAGES_AT_ONCE:
                self._flush(blobs, texts)
        self._flush(blobs, texts)
        gone = self._not_seen(seen)
        sightings.seen(seen, self._now)
        sightings.gone(gone, self._now)
        return self._report(dry_run=False)

    def rehearse(self) -> IngestReport:
        """Return what `run` would do, and write nothing.

        Raises:
            InputError: As `run`.
        """
        seen = []
        for reading, capture in self._planned():
            seen.append(self._names.edition(reading.described.edition).value)
            if isinstance(capture, Capture):
                self._draft(reading, capture)
        self._not_seen(seen)
        return self._report(dry_run=True)

    def _flush(self, blobs: Blobs, texts: VersionTexts) -> None:
        for data in self._batch.blobs:
            blobs.put(data)
        if self._batch.drafts:
            self._record.commit(self._batch.drafts, self._batch.texts)
        texts.forget_given()
        self._batch = _Batch()

    # -- planning ---------------------------------------------------------------------------------

    def _planned(self) -> Iterator[tuple[Reading, Capture | CaptureRecord]]:
        manifest = self._manifest()
        walked = [(root, files) for root, files in self._walk(manifest)]
        self._warn(manifest, [item.place for _, files in walked for item in files.found])
        if self._declared is not None:
            yield self._declared, self._compare(self._declared)
        total = sum(len(files.found) for _, files in walked)
        done = 0
        for root, files in walked:
            for skipped in files.skipped:
                self._skip(skipped, root)
            for found in files.found:
                reading = self._read(found, root, manifest)
                done += 1
                if self._request.on_progress:
                    self._request.on_progress(Progress(done=done, total=total, place=found.place))
                if reading is not None:
                    yield reading, self._compare(reading)
        if not any(item.outcome is not Outcome.SKIPPED for item in self._files):
            raise NothingToIngest(self._request.paths, "every file was passed over")

    def _manifest(self) -> Manifest:
        path = self._request.manifest
        if path is None:
            return NO_MANIFEST
        data = path.read_bytes()
        text = read_text(data, place=str(path)).text
        manifest = load_manifest(text, path.name)
        self._declared = read_declared(path, text, data)
        return manifest

    def _walk(self, manifest: Manifest) -> Iterator[tuple[Root, Walked]]:
        def accepts(place: str) -> bool:
            return is_taken_in(place) or manifest.describe(place).markup is not None

        own = self._request.manifest.absolute() if self._request.manifest else None
        for path in self._request.paths:
            root = Root.of(path)
            walked = walk([path], base=root.folder, accepts=accepts)
            yield root, replace(walked, found=tuple(f for f in walked.found if f.path != own))

    def _warn(self, manifest: Manifest, places: Sequence[str]) -> None:
        self._warnings = tuple(
            f"{manifest.place}, line {line}: {sentence}"
            for line, sentence in manifest.check(places)
        )

    def _read(self, found: Found, root: Root, manifest: Manifest) -> Reading | None:
        try:
            return read_file(found, root, manifest)
        except CedarprovError as error:
            reason = str(error)
        except OSError as error:
            reason = f"it cannot be read ({error.strerror})"
        place = root.place(found.place)
        self._files.append(FileReport(place=place, outcome=Outcome.REFUSED, detail=reason))
        return None

    def _skip(self, skipped: Skipped, root: Root) -> None:
        place = root.place(skipped.path.relative_to(root.folder).as_posix())
        self._files.append(FileReport(place=place, outcome=Outcome.SKIPPED, detail=skipped.reason))

    def _compare(self, reading: Reading) -> Capture | CaptureRecord:
        compared = compare(reading, self._record.catalogue, self._names, self._now)
        outcome = Outcome.UNCHANGED
        version = self._names.version(reading.version).value
        known = self._record.catalogue.knows_version(version) or version in self._new_versions
        if isinstance(compared, Capture):
            outcome = Outcome.NEW_CAPTURE if known else Outcome.NEW_VERSION
            self._counts["new_captures"] += 1
            self._counts["new_versions"] += not known
            self._counts["new_locations"] += known and compared.previous is None
        edition = reading.described.edition
        self._files.append(
            FileReport(
                place=reading.place,
                outcome=Outcome.NO_TEXT if reading.decoded.is_blank else outcome,
                detail="it holds no text" if reading.decoded.is_blank else "",
                source=self._names.source(edition.source).value,
                edition=self._names.edition(edition).value,
                version=version,
            )
        )
        return compared

    def _not_seen(self, seen: Sequence[str]) -> list[str]:
        """Return the editions that were captured below the given folders and are there no more."""
        folders = [Root.of(path).name + "/" for path in self._request.paths if path.is_dir()]
        there = {item.place for item in self._files} | set(seen)
        gone = (
            [
                record
                for record in self._record.catalogue.current().values()
                if record.place.startswith(tuple(folders))
                and record.place not in there
                and record.edition_iri not in there
            ]
            if folders
            else []
        )
        self._files += [
            FileReport(
                place=record.place,
                outcome=Outcome.NOT_SEEN,
                detail="it was captured before and is not there now; nothing was deleted",
                source=record.source_iri,
                edition=record.edition_iri,
                version=record.version,
            )
            for record in gone
        ]
        return [record.edition_iri for record in gone]

    # -- drafting ---------------------------------------------------------------------------------

    def _draft(self, reading: Reading, capture: Capture) -> None:
        names, batch = self._names, self._batch
        version = names.version(capture.version).value
        known = self._record.catalogue.knows_version(version) or version in self._new_versions
        draft = list(write_capture(capture, self._request.agent, names, first=not known))
        if not known:
            self._new_versions.add(version)
            batch.blobs.append(reading.data)
            if reading is not self._declared:
                self._add_passages(reading, draft)
        if (declared := declared_in(reading)) is not None:
            self._add_scope(reading, capture, declared, draft)
        batch.drafts.append(draft)

    def _add_passages(self, reading: Reading, draft: list) -> None:  # type: ignore[type-arg]
        for passage, text in reading.passages(self._names):
            draft += write_passage(passage, self._names)
            self._batch.texts[text] = None
            self._batch.passages += 1
            self._counts["passages_added"] += 1

    def _add_scope(
        self,
        reading: Reading,
        capture: Capture,
        declared: Location,
        draft: list,  # type: ignore[type-arg]
    ) -> None:
        names, scope = self._names, capture.edition.scope
        evidence = self._evidence(reading, declared)
        edge = Edge(
            subjects=(names.edition(capture.edition).value,),
            relation=Relation.APPLIES_TO,
            object=names.scope(scope).value,
            evidence=(evidence,),
            standing=Standing.ASSERTED,
            agent=self._request.agent,
            at=self._now,
            activity=capture_node(capture, names).value,
        )
        draft += write_scope(scope, names)
        draft += write_edge(edge, names)
        self._batch.texts[evidence.exact] = None

    def _evidence(self, reading: Reading, declared: Location) -> Span:
        """Return the words that declare the scope: in the manifest, or in the file itself."""
        source = reading
        if self._declared is not None and declared.place == self._request_place:
            source = self._declared
        return Span(
            version=self._names.version(source.version).value,
            start=declared.start,
            end=declared.end,
            exact=source.decoded.text[declared.start : declared.end],
        )

    @property
    def _request_place(self) -> str:
        return self._request.manifest.name if self._request.manifest else ""

    def _report(self, *, dry_run: bool) -> IngestReport:
        return IngestReport(
            files=tuple(sorted(self._files, key=lambda item: item.place)),
            sequence=self._record.sequence,
            dry_run=dry_run,
            warnings=self._warnings,
            **self._counts,
        )
