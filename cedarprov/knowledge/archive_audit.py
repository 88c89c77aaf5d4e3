"""Whether an archive is what it says, found out from the archive alone and on all processors."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from cedarprov.check.audit import Fault, FaultKind, is_in_chain, missing_head
from cedarprov.check.guard import available_guard
from cedarprov.check.inspection import Inspection
from cedarprov.check.ledger_audit import lots
from cedarprov.check.pool import Pool
from cedarprov.check.prov.record import history_faults, validate_record
from cedarprov.check.prov.report import ProvReport
from cedarprov.check.prov.validation import LIMIT
from cedarprov.check.shape import audit_shapes
from cedarprov.errors import BadArchive, MissingPath
from cedarprov.knowledge.audit import VerifyReport, compare_quoted, compare_texts, stray_blobs
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import ArchivedBlobs, ArchiveFiles, Flaw, open_files
from cedarprov.store.archive_load import SCRATCH_STORE, is_packed, load, load_files, rdf_format
from cedarprov.store.archive_manifest import (
    ArchiveFile,
    ArchiveManifest,
    file_flaws,
    listing_flaws,
    read_manifest,
)
from cedarprov.store.blob import BlobReader, NoBlobs
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.ledger import GENESIS, Bundle
from cedarprov.store.statement import recorded_bundles

_FILES_IN_A_LOT: Final = 32


def verify_archive(
    path: Path, *, head: str | None = None, processes: int | None = None
) -> VerifyReport:
    """Recompute all that an archive says of itself, and compare; nothing is written to it.

    `head` is a chain digest known from elsewhere. `processes` is how many read it, by default one
    for each core.

    Raises:
        MissingPath: There is no such path.
        BadArchive: By its name it is no archive.
        TooManyStatements: It is too large for PROV-CONSTRAINTS.
    """
    if not path.exists():
        raise MissingPath(path)
    if not is_packed(path):
        rdf_format(path)
    with tempfile.TemporaryDirectory(prefix="cedarprov-") as scratch, Pool(processes) as pool:
        audit = _Audit(path, Path(scratch), pool)
        try:
            audit.inspect()
        except BadArchive as error:
            audit.faults += _blamed(error)
        return audit.report(head)


def validate_archive(path: Path, *, strict: bool = True, limit: int = LIMIT) -> ProvReport:
    """Return what is wrong with the record in the folder or zip of an archive by PROV-CONSTRAINTS.

    Raises:
        BadArchive: It cannot be read.
        TooManyStatements: There are more than `limit`, given and inferred.
    """
    with tempfile.TemporaryDirectory(prefix="cedarprov-") as scratch, open_files(path) as files:
        store, names = load_files(files, read_manifest(files), Path(scratch))
        return validate_record(store, names, strict=strict, limit=limit)


class _Audit:
    """One archive being verified, and what was found so far."""

    def __init__(self, path: Path, scratch: Path, pool: Pool) -> None:
        self.faults: list[Fault] = []
        self._path, self._scratch, self._pool = path, scratch, pool
        self._files = 0
        self._unread = self._purged = 0
        self._bundles: list[Bundle] = []
        self._found: Inspection | None = None
        self._base = ""

    def inspect(self) -> None:
        """Inspect an archive of any form, as far as it can be read.

        Raises:
            BadArchive: It cannot be read any further.
        """
        if not is_packed(self._path):
            self._inspect_statements(*load(self._path, self._scratch), NoBlobs(self._path))
            return
        with open_files(self._path) as files:
            self._inspect_files(files)

    def _inspect_files(self, files: ArchiveFiles) -> None:
        self.faults += map(_file_fault, files.flaws)
        manifest = read_manifest(files)
        self.faults += map(_file_fault, listing_flaws(files, manifest))
        task = partial(_hashed, files)
        for flaws in self._pool.map(task, lots(manifest.files, _FILES_IN_A_LOT)):
            self.faults += map(_file_fault, flaws)
        self._files = len(manifest.files)
        store, names = load_files(files, manifest, self._scratch)
        self._inspect_statements(store, names, ArchivedBlobs(files))
        self.faults += _misstated(manifest, self._bundles)

    def _inspect_statements(self, loaded: EmbeddedStore, names: Names, blobs: BlobReader) -> None:
        loaded.flush()
        loaded.close()
        # Opened anew, so that other processes can open it too.
        store = EmbeddedStore.read_only(self._scratch / SCRATCH_STORE)
        self._base = names.base
        self._bundles = list(recorded_bundles(store, names))
        self._found = found = Inspection(store, names)
        found.inspect_archive(available_guard(audit_shapes()), self._pool)
        self._unread, self._purged = compare_texts(found, store, names, blobs, self._pool)
        compare_quoted(found, store, names, blobs)
        found.note("blobs", stray_blobs(store, names, blobs), count=0)
        found.note("histories", history_faults(store, names), count=len(self._bundles))

    def report(self, head: str | None) -> VerifyReport:
        """Return what was found."""
        checked = {"files": self._files, **(self._found.checked if self._found else {})}
        checked["heads"] = 1 if head else 0
        cut_off = list(missing_head(self._bundles, head)) if head else []
        return VerifyReport(
            base=self._base,
            sequence=len(self._bundles),
            head=self._bundles[-1].chain if self._bundles else "",
            findings=(*self.faults, *(self._found.faults if self._found else ()), *cut_off),
            checked={kind: count for kind, count in checked.items() if count},
            unread=self._unread,
            purged=self._purged,
            is_anchored=is_in_chain(self._bundles, head),
        )


def _hashed(files: ArchiveFiles, listed: Sequence[ArchiveFile]) -> list[Flaw]:
    """Compare some files with the manifest."""
    return list(file_flaws(files, listed))


def _file_fault(flaw: Flaw) -> Fault:
    return Fault(kind=FaultKind.FILE, subject=flaw.name, message=flaw.message)


def _misstated(manifest: ArchiveManifest, bundles: list[Bundle]) -> Iterator[Fault]:
    """Yield a fault if the manifest says another length or head than the index has."""
    last = bundles[-1].chain if bundles else GENESIS
    if (manifest.sequence, manifest.head) != (len(bundles), last):
        message = (
            f"the manifest says {manifest.sequence} bundles up to {manifest.head}, but the index "
            f"has {len(bundles)} up to {last}"
        )
        yield Fault(kind=FaultKind.INDEX, subject="manifest.json", message=message)


def _blamed(error: BadArchive) -> Iterator[Fault]:
    """Yield what made an archive unreadable, each with the file that it is about."""
    for fault in error.faults:
        name, colon, message = fault.partition(": ")
        line = f" (line {error.line})" if error.line else ""
        known = bool(colon) and " " not in name
        yield Fault(
            kind=FaultKind.FILE,
            subject=name if known else str(error.path),
            message=f"{message if known else fault}{line}",
        )
