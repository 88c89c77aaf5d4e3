"""What an ingest would find: every file read, described and compared with the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from cedarprov.errors import CedarprovError, MissingPath, NothingToIngest, PurgedContent
from cedarprov.ingest.declaration import Location
from cedarprov.ingest.manifest import NO_MANIFEST, Manifest, load_manifest
from cedarprov.ingest.plan import Reading, Root, capture_of, compare, read_declared, read_file
from cedarprov.ingest.report import FileReport, Outcome
from cedarprov.ingest.split import Piece
from cedarprov.ingest.walk import Found, Skipped, Walked, is_taken_in, walk
from cedarprov.model.edge import Agent
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.model.progress import OnProgress, Progress
from cedarprov.model.source import Capture
from cedarprov.store.catalogue import CaptureRecord
from cedarprov.store.purged import PurgeRecord, standing_purges
from cedarprov.store.session import Session


class Request(Frozen):
    """What to ingest, for whom, and when it was captured (UTC; None: now).

    `restore_purged` takes in again what was purged, which is refused otherwise.
    """

    paths: Sequence[Path]
    agent: Agent
    manifest: Path | None = None
    at: datetime | None = None
    on_progress: OnProgress | None = None
    restore_purged: bool = False


class Sight(Frozen):
    """One file as seen: the capture to be made, if one is, and whether its content is new.

    `pieces` are the passages to be made of new content; a manifest has none.
    """

    reading: Reading
    outcome: Outcome
    capture: Capture | None = None
    is_new_content: bool = False
    is_manifest: bool = False
    pieces: tuple[Piece, ...] = ()

    @property
    def is_new_location(self) -> bool:
        """Whether known content was found for an edition that was not captured before."""
        return (
            self.capture is not None and not self.is_new_content and self.capture.previous is None
        )


class Survey:
    """One pass over some paths against the record; it writes nothing.

    `sights` yields what was read, and notes on the way what was refused or passed over. What one
    run finds new stays known to it.
    """

    def __init__(self, session: Session, request: Request) -> None:
        self.now = (request.at or datetime.now(UTC)).astimezone(UTC)
        self.notes: list[FileReport] = []
        self._session = session
        self._names = session.names
        self._request = request
        self._new: set[str] = set()
        self._seen: dict[str, Reading] = {}

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest that was given, or one that says nothing.

        Raises:
            BadManifest: It has faults.
            MissingPath: There is no such file.
        """
        if self._declared is None or self._request.manifest is None:
            return NO_MANIFEST
        return load_manifest(self._declared.decoded.text, self._request.manifest.name)

    @cached_property
    def _declared(self) -> Reading | None:
        path = self._request.manifest
        if path is None:
            return None
        if not path.is_file():
            raise MissingPath(path)
        return read_declared(path)

    @cached_property
    def _walked(self) -> list[tuple[Root, Walked]]:
        own = self._request.manifest.absolute() if self._request.manifest else None
        found = []
        # In an order of their own, so that the record is the same however the paths were listed.
        for path in sorted(self._request.paths, key=lambda path: (Root.of(path).name, path.name)):
            root = Root.of(path)
            walked = self._walk(path, root)
            files = tuple(item for item in walked.found if item.path != own)
            others = tuple(item for item in walked.skipped if item.path != own)
            found.append((root, Walked(found=files, skipped=others)))
        return found

    def _walk(self, path: Path, root: Root) -> Walked:
        try:
            return walk([path], base=root.folder, accepts=self._accepts)
        except NothingToIngest:
            # A folder that was ingested before and is empty now has lost all its files.
            if path.is_dir() and any(self._below((root,))):
                return Walked(found=(), skipped=())
            raise

    def _below(self, roots: Iterable[Root]) -> Iterator[CaptureRecord]:
        """Yield the last captures of the editions that were found below some folders."""
        folders = tuple(f"{root.name}/" for root in roots)
        current = self._session.catalogue.current().values()
        return (record for record in current if record.place.startswith(folders))

    def _accepts(self, place: str) -> bool:
        return is_taken_in(place) or self.manifest.describe(place).markup is not None

    def warnings(self) -> tuple[str, ...]:
        """Return what is doubtful about the manifest for the files that were found.

        Raises:
            BadManifest: Two entries give one file different names.
        """
        places = [item.place for _, walked in self._walked for item in walked.found]
        faults = self.manifest.check(places)
        return tuple(f"{self.manifest.place}, line {line}: {said}" for line, said in faults)

    # -- files ------------------------------------------------------------------------------------

    def sights(self) -> Iterator[Sight]:
        """Yield every file that could be read, the manifest first.

        Raises:
            InputError: A path is missing or holds nothing to read, or the manifest has faults.
        """
        walked = self._walked
        if self._declared is not None:
            yield self._sight(self._declared, is_manifest=True)
        total = sum(len(files.found) for _, files in walked)
        done = 0
        for root, files in walked:
            self.notes += [_skipped(item, root) for item in files.skipped]
            for found in files.found:
                reading = self._read(found, root)
                done += 1
                if self._request.on_progress:
                    self._request.on_progress(Progress(done=done, total=total, place=found.place))
                if reading is None or self._is_refused(reading):
                    continue
                if self._is_first(reading):
                    yield self._sight(reading)

    def _read(self, found: Found, root: Root) -> Reading | None:
        try:
            return read_file(found, root, self.manifest)
        except CedarprovError as error:
            reason = str(error)
        except OSError as error:
            reason = f"it cannot be read ({error.strerror})"
        self._refuse(root.place(found.place), reason)
        return None

    @cached_property
    def _purged(self) -> Mapping[str, PurgeRecord]:
        """The tombstones of what was not brought back, by the digests of the bytes."""
        session = self._session
        records = standing_purges(session.store, session.names, session.catalogue)
        return {record.digest: record for record in records.values()}

    def _tombstone(self, reading: Reading) -> PurgeRecord | None:
        return self._purged.get(reading.version.digest) if self._purged else None

    def _is_refused(self, reading: Reading) -> bool:
        purge = self._tombstone(reading)
        if purge is None or self._request.restore_purged:
            return False
        refused = PurgedContent(reading.place, purge.iri, f"{purge.at:%Y-%m-%d}", purge.reason)
        self._refuse(reading.place, str(refused))
        return True

    def _refuse(self, place: str, reason: str) -> None:
        self.notes.append(FileReport(place=place, outcome=Outcome.REFUSED, detail=reason))

    def _is_first(self, reading: Reading) -> bool:
        """Tell whether no other file of this run is the same edition, and refuse it if one is.

        Of two files that are one edition neither would stay current, and each run would capture
        both again.
        """
        edition = reading.described.edition
        other = self._seen.setdefault(self._names.edition(edition).value, reading)
        if other is reading:
            return True
        # A file that is named twice, alone and by its folder, is passed over without a word.
        if (other.place, other.data) != (reading.place, reading.data):
            reason = (
                f"another file, {other.place}, is the same edition {edition.label!r} of the source "
                f"{edition.source.name!r}; tell them apart by name or edition in a manifest, "
                "or ingest a folder above both"
            )
            self._refuse(reading.place, reason)
        return False

    def _sight(self, reading: Reading, *, is_manifest: bool = False) -> Sight:
        compared = compare(reading, self._session.catalogue, self._names, self.now)
        restored = self._tombstone(reading) is not None
        if restored and isinstance(compared, CaptureRecord):
            compared = capture_of(reading, compared, self.now)
        if isinstance(compared, CaptureRecord):
            sight = Sight(reading=reading, outcome=Outcome.UNCHANGED, is_manifest=is_manifest)
        else:
            version = self._names.version(reading.version).value
            known = self._session.catalogue.knows_version(version) or version in self._new
            self._new.add(version)
            sight = Sight(
                reading=reading,
                outcome=Outcome.NEW_CAPTURE if known else Outcome.NEW_VERSION,
                capture=compared,
                is_new_content=not known,
                is_manifest=is_manifest,
                # The passages of what was purged have to get their texts back.
                pieces=() if is_manifest or (known and not restored) else reading.pieces(),
            )
        self.notes.append(self._noted(sight))
        return sight

    def _noted(self, sight: Sight) -> FileReport:
        reading = sight.reading
        edition, blank = reading.described.edition, reading.decoded.is_blank
        faults = [f"line {line} of its front matter: {said}" for line, said in reading.front.faults]
        return FileReport(
            place=reading.place,
            outcome=Outcome.NO_TEXT if blank else sight.outcome,
            detail="it holds no text" if blank else "; ".join(faults),
            source=self._names.source(edition.source).value,
            edition=self._names.edition(edition).value,
            version=self._names.version(reading.version).value,
            passages=len(sight.pieces),
        )

    # -- evidence and absence ---------------------------------------------------------------------

    def evidence(self, reading: Reading) -> Span | None:
        """Return the words that declare a file's scope: in the manifest, or in the file itself."""
        declared = reading.described.declared
        if declared is None or not reading.described.edition.scope:
            return None
        return self._span(self._speaker(reading, declared), declared)

    def _speaker(self, reading: Reading, declared: Location) -> Reading:
        is_manifest = self._declared is not None and declared.place == self.manifest.place
        return self._declared if is_manifest and self._declared else reading

    def _span(self, speaker: Reading, declared: Location) -> Span:
        return Span(
            version=self._names.version(speaker.version).value,
            start=declared.start,
            end=declared.end,
            exact=speaker.decoded.text[declared.start : declared.end],
        )

    def gone(self) -> tuple[CaptureRecord, ...]:
        """Return the last captures of editions that were below the given folders and are not now.

        Call it after `sights`; it notes each of them.
        """
        given = zip(self._request.paths, self._walked, strict=True)
        folders = [root for path, (root, _) in given if path.is_dir()]
        there = {item.place for item in self.notes} | {item.edition for item in self.notes}
        gone = tuple(
            record
            for record in self._below(folders)
            if not {record.place, record.edition_iri} & there
        )
        self.notes += [_gone(record) for record in gone]
        return gone


def _skipped(item: Skipped, root: Root) -> FileReport:
    place = root.place(item.path.relative_to(root.folder).as_posix())
    return FileReport(place=place, outcome=Outcome.SKIPPED, detail=item.reason)


def _gone(record: CaptureRecord) -> FileReport:
    return FileReport(
        place=record.place,
        outcome=Outcome.NOT_SEEN,
        detail="it was captured before and is not there now; nothing was deleted",
        source=record.source_iri,
        edition=record.edition_iri,
        version=record.version,
    )
