"""Whether an archive is what it says, found out from the archive alone and on all processors."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cedarprov.check.audit import Fault, FaultKind, broken_links, is_in_chain, missing_head
from cedarprov.check.quotation import recorded_versions
from cedarprov.errors import BadArchive, MissingPath
from cedarprov.knowledge.archive_tasks import Crew, Desk, Place, file_fault
from cedarprov.knowledge.audit import VerifyReport, stray_blobs
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import ArchivedBlobs, ArchiveFiles, open_files
from cedarprov.store.archive_load import is_packed, load, load_files, rdf_format
from cedarprov.store.archive_manifest import ArchiveManifest, listing_flaws, read_manifest
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.ledger import GENESIS, Bundle
from cedarprov.store.statement import recorded_bundles


def verify_archive(path: Path, *, head: str | None = None, processes: int = 1) -> VerifyReport:
    """Recompute all that an archive says of itself, and compare; nothing is written to it.

    `head` is a chain digest known from elsewhere. With more than one process, a script that calls
    this must guard its main module (`if __name__ == "__main__"`): each process imports it.

    Raises:
        MissingPath: There is no such path.
        BadArchive: By its name it is no archive.
    """
    if not path.exists():
        raise MissingPath(path)
    if not is_packed(path):
        rdf_format(path)
    with (
        tempfile.TemporaryDirectory(prefix="cedarprov-") as scratch,
        Crew(Place(archive=path.absolute(), scratch=Path(scratch)), processes) as crew,
    ):
        audit = _Audit(crew, Path(scratch))
        try:
            audit.inspect(path)
        except BadArchive as error:
            audit.faults += _blamed(error)
        return audit.report(head)


class _Audit:
    """One archive being verified: what was found that no task finds."""

    def __init__(self, crew: Crew, scratch: Path) -> None:
        self.faults: list[Fault] = []
        self._crew = crew
        self._scratch = scratch
        self._bundles: list[Bundle] = []
        self._names: Names | None = None

    def inspect(self, path: Path) -> None:
        """Inspect an archive of any form, as far as it can be read.

        Raises:
            BadArchive: It cannot be read any further.
        """
        if not is_packed(path):
            self._inspect_statements(*load(path, self._scratch))
            return
        with open_files(path) as files:
            self._inspect_files(files)

    def _inspect_files(self, files: ArchiveFiles) -> None:
        self.faults += map(file_fault, files.flaws)
        manifest = read_manifest(files)
        self.faults += map(file_fault, listing_flaws(files, manifest))
        self._crew.give(Desk.hash_files, manifest.files)
        # Loaded while other processes read the files.
        store, names = load_files(files, manifest, self._scratch)
        self.faults += stray_blobs(names, recorded_versions(store), ArchivedBlobs(files))
        self._inspect_statements(store, names)
        self.faults += _misstated(manifest, self._bundles)

    def _inspect_statements(self, store: EmbeddedStore, names: Names) -> None:
        self._names = names
        self._bundles = list(recorded_bundles(store, names))
        versions = recorded_versions(store)
        store.flush()
        store.close()
        self._crew.give(Desk.inspect_whole, [None], names.base)
        self._crew.give(Desk.inspect_bundles, self._bundles, names.base)
        self._crew.give(Desk.inspect_versions, versions, names.base)

    def report(self, head: str | None) -> VerifyReport:
        """Return what was found, once all tasks are done."""
        found = self._crew.found()
        checked: Counter[str] = Counter()
        digests: dict[str, str] = {}
        for each in found:
            checked.update(each.checked)
            digests |= each.digests
            self.faults += each.faults
        if digests:
            self.faults += broken_links(self._bundles, digests.__getitem__)
            checked["bundles"] += len(self._bundles)
        cut_off = list(missing_head(self._bundles, head)) if head else []
        checked["heads"] += 1 if head else 0
        return VerifyReport(
            base=self._names.base if self._names else "",
            sequence=len(self._bundles),
            head=self._bundles[-1].chain if self._bundles else "",
            findings=(*self.faults, *cut_off),
            checked={kind: count for kind, count in checked.items() if count},
            unread=sum(each.unread for each in found),
            is_anchored=is_in_chain(self._bundles, head),
        )


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
