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

from pyoxigraph import NamedNode, RdfFormat

from cedarprov.errors import (
    ArchiveOfAnotherStore,
    BadArchive,
    DiskFull,
    DivergingArchive,
    MissingBlob,
    MissingPath,
)
from cedarprov.model.frozen import Frozen, replace
from cedarprov.rdf.graph import INDEX, TEXTS
from cedarprov.rdf.naming import Names
from cedarprov.store.door import Guard
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.folder import StoreFolder
from cedarprov.store.ledger import Bundle
from cedarprov.store.room import room_for
from cedarprov.store.session import WritingSession
from cedarprov.store.statement import graph_lines, recorded_bundles

Inspect = Callable[[EmbeddedStore, Names], Sequence[object]]
"""Return what is wrong with an archive, each as something whose `str` is a sentence."""

_FORMATS: Final = {
    ".nq": RdfFormat.N_QUADS,
    ".nquads": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
}
_INDEX: Final = Names("urn:").graph(INDEX).value.removeprefix("urn:")
_ENDINGS: Final = tuple(f"{mark}{_INDEX}" for mark in ":/#")
_SCRATCH: Final = ".import-"


class ImportReport(Frozen):
    """What an import did: `known` bundles were there already; `sequence` is the store's now."""

    base: str
    sequence: int
    added: int
    known: int
    texts: int


def adopt(
    folder: StoreFolder, path: Path, *, inspect: Inspect, guard: Guard, wait: float = 0.0
) -> ImportReport:
    """Add the bundles and texts of an archive that a store lacks, all of them or none.

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
    if not path.is_file():
        raise MissingPath(path)
    with _writing(folder, guard, wait) as session, _scratch(folder) as scratch:
        report = _adopted(session, path, inspect, scratch)
    del session  # a store is let go of with the last session that knows it
    # Opened anew: what follows the ledger is caught up with the base that it has now.
    with _writing(StoreFolder.open(folder.path), guard, wait) as caught_up:
        caught_up.publish()
    return report


def _adopted(session: WritingSession, path: Path, inspect: Inspect, scratch: Path) -> ImportReport:
    archive = _load(path, scratch)
    names = Names(_base(archive, path))
    if faults := inspect(archive, names):
        raise BadArchive(path, [str(fault) for fault in faults])
    return _add(session, archive, names, path, scratch)


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


def _load(path: Path, scratch: Path) -> EmbeddedStore:
    form = _FORMATS.get(path.suffix.lower())
    if form is None:
        raise BadArchive(path, [f"its name must end in one of {', '.join(_FORMATS)}"])
    archive = EmbeddedStore.writable(scratch / "rdf")
    try:
        archive.engine.bulk_load(path=str(path), format=form)
    except SyntaxError as error:
        raise BadArchive(path, [error.msg], error.lineno) from error
    except PermissionError as error:
        raise BadArchive(path, ["it may not be read"]) from error
    except (OSError, RuntimeError) as error:
        raise DiskFull(scratch, str(error)) from error
    return archive


def _base(archive: EmbeddedStore, path: Path) -> str:
    """Return the base of the archive: what stands before the name of its index graph."""
    graphs = [graph for graph in archive.graphs() if isinstance(graph, NamedNode)]
    found = [graph.value for graph in graphs if graph.value.endswith(_ENDINGS)]
    if len(found) != 1:
        raise BadArchive(path, [f"it has {len(found)} index graphs, where an archive has one"])
    return found[0].removesuffix(_INDEX)


# -- adding ---------------------------------------------------------------------------------------


def _add(
    session: WritingSession, archive: EmbeddedStore, names: Names, path: Path, scratch: Path
) -> ImportReport:
    bundles = list(recorded_bundles(archive, names))
    known = _known(session, bundles, names, path)
    new = bundles[known:]
    texts = 0
    if new:
        staged = scratch / "payload.nq"
        texts = _stage(session.store, archive, names, new, staged)
        if names.base != session.folder.base:
            # Before the data: killed in between, the store is empty and only has another base.
            replace(session.folder, base=names.base).write_mark()
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
