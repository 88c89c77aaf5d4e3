"""The tasks that the verification of an archive is divided into, and the processes that do them.

A task is about some files, some bundles or some versions, which can be judged on their own next to
a loaded store that nobody writes to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from cedarprov.check.audit import Fault, FaultKind
from cedarprov.check.inspection import Inspection
from cedarprov.knowledge.audit import compare_texts
from cedarprov.model.frozen import Frozen
from cedarprov.rdf.naming import Names
from cedarprov.store.archive_files import ArchivedBlobs, ArchiveFiles, Flaw, open_files
from cedarprov.store.archive_load import SCRATCH_STORE, is_packed
from cedarprov.store.archive_manifest import ArchiveFile, file_flaws
from cedarprov.store.blob import BlobReader, NoBlobs
from cedarprov.store.door import Guard
from cedarprov.store.embedded import EmbeddedStore
from cedarprov.store.ledger import Bundle

_LOTS_EACH: Final = 8
_LARGEST_LOT: Final = 256


class Place(Frozen):
    """Where an archive lies, and the folder that its statements are loaded into."""

    archive: Path
    scratch: Path


class Found(Frozen):
    """What one task found; `digests` are those of bundles, by their IRIs."""

    checked: Mapping[str, int] = {}
    faults: tuple[Fault, ...] = ()
    digests: Mapping[str, str] = {}
    unread: int = 0


def file_fault(flaw: Flaw) -> Fault:
    """Return what is wrong with a file as a fault."""
    return Fault(kind=FaultKind.FILE, subject=flaw.name, message=flaw.message)


# -- tasks ----------------------------------------------------------------------------------------


class Desk:
    """What a process has open of one archive, each part from the first task that needs it."""

    def __init__(self, place: Place) -> None:
        self._place = place

    @cached_property
    def _files(self) -> ArchiveFiles:
        return open_files(self._place.archive)

    @cached_property
    def _blobs(self) -> BlobReader:
        archive = self._place.archive
        return ArchivedBlobs(self._files) if is_packed(archive) else NoBlobs(archive)

    @cached_property
    def _store(self) -> EmbeddedStore:
        return EmbeddedStore.read_only(self._place.scratch / SCRATCH_STORE)

    @cached_property
    def _guard(self) -> Guard:
        from cedarprov.check.guard import available_guard  # noqa: PLC0415 - heavy
        from cedarprov.check.shape import audit_shapes  # noqa: PLC0415

        return available_guard(audit_shapes())

    def hash_files(self, listed: Sequence[ArchiveFile], _: str) -> Found:
        """Compare some files with the manifest."""
        faults = tuple(map(file_fault, file_flaws(self._files, listed)))
        return Found(checked={"files": len(listed)}, faults=faults)

    def inspect_whole(self, _: Sequence[None], base: str) -> Found:
        """Inspect what only the whole can show: its graphs, the rows of the index, its texts."""
        found = Inspection(self._store, Names(base))
        found.inspect_graphs()
        found.inspect_rows()
        found.inspect_texts()
        return Found(checked=found.checked, faults=tuple(found.faults))

    def inspect_bundles(self, bundles: Sequence[Bundle], base: str) -> Found:
        """Recompute the digests of some bundles, and hold the shapes against them."""
        found = Inspection(self._store, Names(base))
        digests = found.inspect_bundles(self._guard, bundles)
        return Found(checked=found.checked, faults=tuple(found.faults), digests=digests)

    def inspect_versions(self, versions: Sequence[str], base: str) -> Found:
        """Compare some versions, and what is quoted from them, with their bytes."""
        names = Names(base)
        found = Inspection(self._store, names)
        unread = compare_texts(found, self._store, names, versions, self._blobs)
        return Found(checked=found.checked, faults=tuple(found.faults), unread=unread)


Task = Callable[[Desk, Sequence[Any], str], Found]

_desks: dict[Place, Desk] = {}


def _done(task: Task, place: Place, items: Sequence[Any], base: str) -> Found:
    return task(_desks.setdefault(place, Desk(place)), items, base)


# -- processes ------------------------------------------------------------------------------------


class Crew:
    """Processes that do tasks on one archive; with one process, the one that asks does them."""

    def __init__(self, place: Place, processes: int) -> None:
        self._place = place
        self._processes = processes
        # Started anew and not forked: no process inherits a lock or an open store.
        start = get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, start) if processes > 1 else None
        self._waiting: list[Future[Found]] = []
        self._found: list[Found] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        _desks.pop(self._place, None)

    def give(self, task: Task, items: Sequence[Any], base: str = "") -> None:
        """Have a task done on all items, in lots that keep every process busy."""
        size = min(max(len(items) // (self._processes * _LOTS_EACH), 1), _LARGEST_LOT)
        for start in range(0, len(items), size):
            lot = items[start : start + size]
            if self._pool is None:
                self._found.append(_done(task, self._place, lot, base))
            else:
                self._waiting.append(self._pool.submit(_done, task, self._place, lot, base))

    def found(self) -> list[Found]:
        """Return what all tasks found, in the order in which they were given."""
        self._found += (future.result() for future in self._waiting)
        self._waiting.clear()
        return self._found
