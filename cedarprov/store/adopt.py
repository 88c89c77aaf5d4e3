"""Take in an archive that this or another store exported.

The archive is loaded into a scratch store first and inspected there as a whole. Then one atomic
step adds what the store lacks.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode

from cedarprov.errors import (
    ArchiveOfAnotherStore,
    BadArchive,
    DivergingArchive,
    MissingBlob,
)
from cedarprov.model.frozen import Frozen, replace
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import ArchivedBlobs, ArchiveFiles
from cedarprov.store.archive_load import load, load_files, opened_files
from cedarprov.store.archive_manifest import file_flaws, listing_flaws, read_manifest
from cedarprov.store.blob import BlobReader, Blobs, NoBlobs
from cedarprov.store.door import Guard
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Bundle
from cedarprov.store.room import room_for
from cedarprov.store.session import WritingSession
from cedarprov.store.statement import graph_lines, recorded_bundles

Inspect = Callable[[EmbeddedStore, Names, BlobReader], Sequence[object]]
"""Return what is wrong with an archive, each as something whose `str` is a sentence."""

_SCRATCH: Final = ".import-"


class ImportReport(Frozen):
    """What an import did: `known` bundles were there already; `sequence` is the store's now."""

    base: str
    sequence: int
    added: int
    known: int
    texts: int
    blobs: int = 0


def adopt(
    folder: StoreFolder, path: Path, *, inspect: Inspect, guard: Guard, wait: float = 0.0
) -> ImportReport:
    """Add the bundles, texts and blobs of an archive that a store lacks, all of them or none.

    An empty store takes on the base of the archive: open its folder again afterwards. Any other
    store must have the same base, and one of the two chains must begin with the other.

    Raises:
        MissingPath: There is no such file.
        BadArchive: It is no archive of ours, or something recomputed does not agree with it.
        ArchiveOfAnotherStore: The store is not empty and has another base.
        DivergingArchive: Store and archive differ in a bundle.
        StoreLocked: Another writer holds the store.
        DiskFull: There is no room; nothing was added.
    """
    with (
        opened_files(path) as files,
        _writing(folder, guard, wait) as session,
        _scratch(folder) as scratch,
    ):
        report = _adopted(session, path, files, inspect, scratch)
    del session  # a store is let go of with the last session that knows it
    # Opened anew: what follows the ledger is caught up with the base that it has now.
    with _writing(StoreFolder.open(folder.path), guard, wait) as caught_up:
        caught_up.publish()
    return report


def _writing(folder: StoreFolder, guard: Guard, wait: float) -> WritingSession:
    def no_text(version: str) -> str:
        raise MissingBlob(version, folder.blobs.folder)

    return WritingSession.writing(folder, guard=guard, text_of=no_text, wait=wait)


@contextmanager
def _scratch(folder: StoreFolder) -> Iterator[Path]:
    # The writer's lock is held: whatever lies there is left over from a killed import.
    for left in folder.path.glob(f"{_SCRATCH}*"):
        shutil.rmtree(left, ignore_errors=True)
    scratch = folder.path / f"{_SCRATCH}{secrets.token_hex(8)}"
    try:
        with room_for(scratch):
            scratch.mkdir()
            yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


# -- reading and checking -------------------------------------------------------------------------


def _adopted(
    session: WritingSession, path: Path, files: ArchiveFiles | None, inspect: Inspect, scratch: Path
) -> ImportReport:
    if files is None:
        archive, names = load(path, scratch)
        blobs: BlobReader = NoBlobs(path)
    else:
        archive, names = _loaded(files, scratch)
        blobs = ArchivedBlobs(files)
    if faults := inspect(archive, names, blobs):
        raise BadArchive(path, [str(fault) for fault in faults])
    with _blobs_added(session.folder.blobs, blobs) as added:
        report = _add(session, archive, names, path, scratch)
    return replace(report, blobs=added)


def _loaded(files: ArchiveFiles, scratch: Path) -> tuple[EmbeddedStore, Names]:
    if files.flaws:
        raise BadArchive(files.path, list(map(str, files.flaws)))
    manifest = read_manifest(files)
    flaws = [*listing_flaws(files, manifest), *file_flaws(files, manifest.files)]
    if flaws:
        raise BadArchive(files.path, list(map(str, flaws)))
    return load_files(files, manifest, scratch)


@contextmanager
def _blobs_added(blobs: Blobs, archived: BlobReader) -> Iterator[int]:
    """Keep the blobs of an archive, those that are new for as long as what follows succeeds."""
    new = [digest for digest in archived if not blobs.has(digest)]
    try:
        for digest in new:
            blobs.put(archived.get(digest))
        yield len(new)
    except BaseException:
        for digest in new:
            blobs.remove(digest)
        raise


# -- adding ---------------------------------------------------------------------------------------


def _add(
    session: WritingSession, archive: EmbeddedStore, names: Names, path: Path, scratch: Path
) -> ImportReport:
    bundles = list(recorded_bundles(archive, names))
    known = _known(session, bundles, names, path)
    new = bundles[known:]
    texts = 0
    staged = scratch / "payload.nq"
    if new:
        texts = _stage(session.store, archive, names, new, staged)
    if names.base != session.folder.base:
        # Before the data: killed in between, the store is empty and only has another base.
        replace(session.folder, base=names.base).write_mark()
    if new:
        session.store.add_file(staged)
        session.store.flush()
    sequence = max(session.sequence, len(bundles))
    return ImportReport(
        base=names.base, sequence=sequence, added=len(new), known=known, texts=texts
    )


def _known(session: WritingSession, bundles: list[Bundle], names: Names, path: Path) -> int:
    """Return how many bundles of the archive the store has, which must be its first ones."""
    if not session.sequence:
        return 0
    if names.base != session.folder.base:
        raise ArchiveOfAnotherStore(path, names.base, session.folder.base)
    for bundle in bundles[: session.sequence]:
        held = session.ledger.bundle_at(bundle.sequence)
        if held is None or held.chain != bundle.chain:
            raise DivergingArchive(path, bundle.sequence)
    return min(session.sequence, len(bundles))


def _stage(
    store: EmbeddedStore,
    archive: EmbeddedStore,
    names: Names,
    bundles: list[Bundle],
    staged: Path,
) -> int:
    """Write what the store lacks as N-Quads, and return how many texts are in it."""
    index, graph, texts = names.graph(INDEX), names.graph(TEXTS), 0
    with staged.open("wb") as file:
        for bundle in bundles:
            ending = f"<{bundle.iri}> .\n".encode()
            lines = graph_lines(archive, NamedNode(bundle.iri))
            file.writelines(line[:-1] + ending for line in lines)
            rows = archive.quads(NamedNode(bundle.iri), None, None, index)
            file.writelines(f"{row} .\n".encode() for row in rows)
        for text in archive.quads(None, None, None, graph):
            known = isinstance(text.subject, NamedNode) and any(
                store.quads(text.subject, None, None, graph)
            )
            if not known:
                file.write(f"{text} .\n".encode())
                texts += 1
    return texts
